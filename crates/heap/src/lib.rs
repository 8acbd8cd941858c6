//! The managed heap: one reserved region, with all bookkeeping on the side.

mod blocks;
mod cell;
mod collect;
mod config;
mod generations;
mod growth;
mod heap;
mod large;
mod layout;
mod mark;
mod pool;
mod region;
mod remember;
mod roots;
mod statistics;
mod tables;
mod verify;

pub use cell::{Cell, WORD_BYTES, Word, header_kind, looks_like_reference};
pub use collect::CollectionKind;
pub use config::{Config, HeapError};
pub use heap::Heap;
pub use layout::{Layout, Layouts};
pub use roots::{Liveness, RootVisitor, Roots};
pub use statistics::{PoolStatistics, Statistics};
