//! What a program asks of the collector (`gc`) and of the objects there are (`object_space`).

pub mod gc;
pub mod object_space;
