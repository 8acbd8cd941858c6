//! The managed heap: one reserved region, with all bookkeeping on the side.
//!
//! This crate allocates, traces, frees and moves *cells*. It knows nothing of
//! what they mean: the owner gives it a table that says, for each of 256 types,
//! which words of a cell are references (`Layout`), and answers it during a
//! collection (`Roots`). Two things decide how it is made. Memory shared by forked
//! processes must stay shared while each collects, so nothing about a cell is ever
//! written in it or near it. And garbage must cost next to nothing, so sweeping is
//! arithmetic on bitmaps, done when the space is wanted.
//!
//! # The shape of it
//!
//! ```text
//! span: 128 GiB of addresses, 64 GiB of them blocks by default, touched as used
//! +------------------------------+------------------------------------------+
//! | side tables, 1/256 of the    | blocks of 64 KiB                         |
//! | blocks each, see `tables`    |                                          |
//! +------------------------------+------------------------------------------+
//!                                 /                \
//!    slots of one size           /                  \      a large cell
//!    +----+----+----+---- ... ----+                  +-----------+-----------+
//!    |cell|cell|free|             |                  | cell ............     |
//!    +----+----+----+---- ... ----+                  +-----------+-----------+
//!     32, 64, 96 ... 16384 bytes                      over 16 KiB: blocks of its own
//! ```
//!
//! | table        | an entry for      | says                                           |
//! |--------------|-------------------|------------------------------------------------|
//! | `LIVE`       | 32 bytes, one bit | a cell starts here                             |
//! | `MARK`       | 32 bytes, one bit | the last collection reached it                 |
//! | `AGED`       | 32 bytes, one bit | it has survived a collection                   |
//! | `OLD`        | 32 bytes, one bit | it has survived two                            |
//! | `REMEMBERED` | 32 bytes, one bit | it is old and listed as referring to the young |
//! | `PINNED`     | 32 bytes, one bit | it may not move in this compaction             |
//! | `REACHED`    | 32 bytes, one bit | an incremental collection has reached it       |
//! | `POINTER_FREE`       | 32 bytes, one bit | it is old and refers to no cell, see `pointer_free`  |
//! | `CARD`       | 512 bytes, one bit| this part of a large cell refers to the young  |
//! | `INFO`       | a block, 16 bytes | use, slot size, state of sweeping and ageing   |
//!
//! # The life of a cell
//!
//! `try_allocate` bumps a cursor through a run of free slots; runs are read off
//! `LIVE`, block by block, each block being swept (`LIVE &= MARK`) when its turn
//! comes. When the allowance is spent it answers `None`, the owner gets to a
//! safepoint and calls `collect_and_allocate`, or `collect` with the kind that is `due`. Minor collections
//! trace the young, from roots and remembered cells; major ones trace all, the old
//! in steps between minor ones if `Config::incremental` says so; compactions then move cells out of sparse blocks. `seal` makes everything that
//! lives permanent, before a server forks its workers.
//!
//! # What the owner keeps to
//!
//! * A store of a reference goes through `Heap::write`, or through `set_word_raw`
//!   with `Heap::barrier` on the cell between the same two safepoints. A cell
//!   allocated since the last safepoint needs neither.
//! * A safepoint is a call of `collect` or `seal`. At one, every cell in use is
//!   shown by `Roots::visit`: in a slot that can be updated, or pinned.
//! * An address kept elsewhere (a weak table, a cache) is revised or dropped in
//!   `Roots::after_mark`.
//! * Type 0 is no type.
//!
//! # How truth is kept
//!
//! `Heap::verify` is a second, plain tracer with a set of its own. It checks that
//! every reference leads to a live cell, that each old cell that has to be
//! remembered is, and that the tables agree. `Config::verify_every` runs it
//! after each collection, `stress` collects at each allocation, and
//! `move_everything` moves all that may move, each time. `examples/alloc_bench`
//! measures speed, `examples/mark_bench` what marking costs, `examples/fork_report` what a child's collections make private.
//!
//! # Where things are
//!
//! `region` reserves, `tables` says what is known about cells and blocks, `blocks`
//! hands out blocks, `sizes` has the slot sizes, `pool` and `large` make cells of them, `heap` is the face.
//! `collect` runs a collection by means of `mark`, `generations`, `remember` and
//! `finalizers`, of `shapes` where headers refer to cells by number, and of `pointer_free`; `incremental` spreads a major one out; `compact` and `forwarding` move cells, `extend` to larger slots; `permanent` seals; `inherited` prepares a fork; `huge_pages` puts pages together; `growth`
//! decides when, `pause` takes the time. `census` tells reports what stands where. `cell`, `layout` and `roots` are what the owner sees.

mod blocks;
mod cell;
mod census;
mod collect;
mod compact;
mod config;
mod extend;
mod finalizers;
mod forwarding;
mod generations;
mod growing;
mod growth;
mod heap;
mod huge_pages;
mod incremental;
mod inherited;
mod large;
mod layout;
mod pointer_free;
mod mark;
mod pause;
mod permanent;
mod pool;
mod region;
mod remember;
mod roots;
mod shapes;
mod sizes;
mod statistics;
mod tables;
mod verify;

pub use cell::{Cell, WORD_BYTES, Word, header_kind, header_shape, looks_like_reference};
pub use census::{BlockFacts, CellFacts, Pressure};
pub use collect::CollectionKind;
pub use config::{Config, HeapError};
pub use growing::GROWING_BYTES;
pub use heap::Heap;
pub use layout::{Layout, Layouts, Trace};
pub use permanent::{live_cell_at, permanent_cell_at};
pub use roots::{Liveness, RootVisitor, Roots};
pub use statistics::{PoolStatistics, Statistics, Totals};

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Heap>();
};
