//! The virtual machine: values, objects, code, calls and the interpreter.
//!
//! The folders are floors; each names only those that stand before it here (`tests/rooms.rs` of the command holds that):
//! [`value`], [`memory`], [`object`], [`code`], [`calls`], [`collector`], [`concurrency`], [`regexp`], [`interpreter`],
//! [`exceptions`], [`startup`]. [`vm::Vm`] is the machine, which has a part from each.
//!
//! Start with [`value`] and [`value::kind`] (what things are in memory), then [`code::stack`] (frames) and
//! [`interpreter`] (the loop).

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

