//! The shape of a frame on a VM stack, as far as compiled code depends on it.
//!
//! A caller lays out a call in its own registers so that nothing is copied when
//! the callee's frame opens: the callee's registers *are* the caller's arguments.
//!
//! ```text
//!   caller's registers                          callee's frame
//!   r[base + 0]  (reserved)                     link: pc, distance, flags
//!   r[base + 1]  (reserved)                     code
//!   r[base + 2]  receiver                       self
//!   r[base + 3]  (reserved)                     environment
//!   r[base + 4]  (reserved)                     block
//!   r[base + 5]  (reserved)                     method
//!   r[base + 6]  first argument                 r[0]
//!   r[base + 7]  second argument                r[1]
//!   ...                                         ...
//! ```
//!
//! Every word of a VM stack below its top is a valid value at all times (the
//! link word is tagged as an integer), so a collector scans stacks exactly.

/// Words of a frame before its registers.
pub const HEADER: u16 = 6;
/// Where in the header each word stands.
pub const LINK: u16 = 0;
pub const CODE: u16 = 1;
pub const RECEIVER: u16 = 2;
pub const ENVIRONMENT: u16 = 3;
pub const BLOCK: u16 = 4;
pub const METHOD: u16 = 5;
