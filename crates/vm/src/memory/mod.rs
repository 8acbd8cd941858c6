//! Memory below the objects: how much of it the process may have, what happens when it is out, and tables by address.
//!
//! Nothing here knows what an object is. `roots` shows the collector the machine's own references; `relative` has the
//! pointers that code is made of, `counted` those that count what they share.

pub mod ballast;
pub mod c_heap;
pub mod counted;
pub mod exhaustion;
pub mod heap_settings;
pub mod mapped_files;
pub mod object_ids;
pub mod relative;
pub mod roots;
pub mod weak_table;
