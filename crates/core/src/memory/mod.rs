//! What a program asks of the collector and of the heap.

pub mod gc;
pub mod object_space;
