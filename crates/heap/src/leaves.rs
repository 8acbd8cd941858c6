//! Leaves: old cells that refer to none, and so are never looked at again.
//!
//! Half of what is alive in most programs refers to nothing: texts, numbers, arrays of numbers. Such a cell costs a
//! collection what fetching it from memory costs, only to learn that again. So the collection that makes a cell old
//! takes down, in the table LEAF, that it found no reference in it; from then on to reach it is to set its mark.
//!
//! ```text
//!   becomes old       scanned, without a reference      LEAF := 1
//!   is written        the barrier's slow part           LEAF := 0
//!   dies              its block ages, or is freed       LEAF := 0
//! ```
//!
//! A leaf that is written is an ordinary cell until a collection scans it again because it was remembered, or because
//! all is traced anew. Its header refers to a cell too, by its shape; only shapes that stand for what lives as
//! long as the machine (`Heap::booted`) are allowed, and every major collection reaches what those stand for. What has
//! a layout of its own is never a leaf: it may own references outside of the heap.

use crate::cell::Cell;
use crate::permanent;
use crate::tables::LEAF;

/// What a collection does about leaves.
pub(crate) struct Leaves {
    /// Whether it may come upon old cells that are not marked.
    meets_old: bool,
    /// Cells of the shapes before this one are taken down.
    shapes: u32,
}

impl Leaves {
    pub fn new(minor: bool, shapes: u32) -> Leaves {
        Leaves { meets_old: !minor, shapes }
    }

    /// Whether the cell at an address need not be scanned.
    #[inline(always)]
    pub fn contain(&self, address: u64) -> bool {
        self.meets_old && LEAF.get(address)
    }

    /// A cell about to be old has no references but what its shape stands for.
    #[inline(always)]
    pub fn add(&self, cell: Cell, shape: u32) {
        if shape < self.shapes && !permanent::is_permanent(cell) {
            LEAF.set_first(cell.address());
        }
    }
}
