//! From nothing to a machine that runs (`boot`), and to one that is ready to fork (`warmup`).

pub mod boot;
pub(crate) mod shrink_payloads;
pub mod warmup;
pub(crate) mod write_watch;
