//! The collector (`gc`) and the objects there are (`object_space`), as programs ask for them.

pub mod gc;
pub mod object_space;
