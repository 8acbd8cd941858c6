//! arm64, with the calling convention of its 64-bit state (AAPCS64).

pub mod code;
pub mod context;
pub mod guarded;
pub mod registers;
pub mod switch;
