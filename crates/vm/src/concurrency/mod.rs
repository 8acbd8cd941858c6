//! Fibers, threads and their scheduler, and signals.

pub mod fiber;
pub mod isolation;
pub(crate) mod machine_stacks;
pub mod scheduler;
pub mod signals;
pub mod threads;
