//! Fibers, threads and their scheduler, and signals.
//!
//! The records and the decisions are here; the steps of the interpreter that switch from one to another are in
//! `interpreter::fibers` and `interpreter::threads`.

pub mod attention;
pub mod fiber;
pub mod isolation;
pub(crate) mod machine_stacks;
pub mod scheduler;
pub mod signals;
pub mod threads;
