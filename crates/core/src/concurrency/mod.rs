//! Threads, fibers and Ractors.

pub mod blocking;
pub mod fiber;
pub mod ractor;
pub mod thread;
