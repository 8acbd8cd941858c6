//! Memory below the objects: limits, exhaustion, and tables by address.

pub mod ballast;
pub(crate) mod c_heap;
pub mod exhaustion;
pub mod heap_settings;
pub mod mapped_files;
pub mod object_ids;
pub mod relative;
pub mod roots;
pub mod weak_table;
