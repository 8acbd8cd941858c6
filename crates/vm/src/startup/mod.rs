//! From nothing to a machine that runs, and to one that is ready to fork.

pub mod boot;
pub(crate) mod trim_payloads;
pub mod warmup;
pub(crate) mod write_watch;
