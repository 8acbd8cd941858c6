//! The virtual machine: values, classes, frames, and the interpreter.
//!
//! Start with [`value`] and [`kind`] (what things are in memory), then
//! [`stack`] (frames) and [`interpreter`] (the loop). [`vm::Vm`] holds it all.

pub mod calls;
pub mod code;
pub mod collector;
pub mod concurrency;
pub mod exceptions;
pub mod interpreter;
pub mod memory;
pub mod object;
pub mod prelude;
pub mod regexp;
pub mod startup;
pub mod value;
pub mod vm;

