//! The virtual machine: values, classes, frames, and the interpreter.
//!
//! Start with [`value`] and [`kind`] (what things are in memory), then
//! [`stack`] (frames) and [`interpreter`] (the loop). [`vm::Vm`] holds it all.

pub mod allocation_sites;
pub mod assumptions;
mod autoload;
pub mod ballast;
pub mod basic_operations;
mod bindings;
pub mod boot;
pub mod characters;
pub mod code;
mod code_builder;
pub mod code_space;
pub mod collector;
pub mod coverage;
pub mod encoding;
pub mod error;
pub mod exhaustion;
pub mod fiber;
pub mod globals;
pub mod hashing;
pub mod identity;
pub mod isolation;
pub mod interpreter;
pub mod kind;
pub mod last_match;
mod line_table;
pub mod loader;
pub mod lookup;
mod machine_stacks;
pub mod method;
pub mod native;
pub mod object;
pub mod heap_settings;
pub mod part;
pub mod places;
pub mod prelude;
pub mod program_files;
mod protect;
pub mod polymorphic;
pub mod refinements;
pub mod regexp;
pub mod resource;
pub mod roots;
pub mod scheduler;
pub mod shape;
pub mod signals;
pub mod stack;
pub mod symbol;
pub mod threads;
mod tighten;
pub mod value;
pub mod vm;
pub mod warmup;
pub mod weak;
pub mod weak_table;
