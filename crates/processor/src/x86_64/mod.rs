//! x86-64, with the System V calling convention.

pub mod code;
pub mod context;
pub mod guarded;
pub mod registers;
pub mod switch;
