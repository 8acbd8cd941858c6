//! Where a process waits: for descriptors to be ready, for signals, and for time to pass.
//!
//! This crate knows the operating system and nothing of Ruby. Whoever waits is a
//! number (`Token`) that its owner chose. Everything hangs from a structure that the
//! owner holds; what the kernel keeps for it is left to the parent when a process
//! is forked (`forget`).

pub mod readiness;
pub mod signal_mask;

pub use readiness::{Armed, PRIORITY, READABLE, Readiness, Token, WRITABLE, wait_directly};
