//! Threads, fibers and Ractors, and calls of the system that can only block.

pub mod blocking;
pub mod fiber;
pub mod queue;
pub mod ractor;
pub mod thread;
