//! What the core library asks of the operating system.
//!
//! Everything outside the heap is reached through here: descriptors, files,
//! processes, time. A failed call becomes an exception under `Errno` in [`error`].

pub mod calls;
pub mod descriptor;
pub mod error;
