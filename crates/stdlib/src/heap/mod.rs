//! What the heap holds, as `objspace` and `rutile heap` show it.

pub mod objspace;
pub mod objspace_dump;
pub mod report;
pub mod view;
