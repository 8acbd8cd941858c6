//! The contents of the heap, as `objspace` and `rutile heap` show them.

pub mod objspace;
pub mod objspace_dump;
pub mod report;
pub mod view;
