//! Pointer-free cells: old cells that refer to none, and so are never looked at again.
//!
//! Half of what is alive in most programs refers to nothing: texts, numbers, arrays of numbers. Such a cell costs a
//! collection what fetching it from memory costs, only to learn that again. So the collection that makes a cell old
//! takes down, in the table POINTER_FREE, that it found no reference in it; from then on to reach it is to set its mark.
//!
//! ```text
//!   becomes old       scanned, without a reference      POINTER_FREE := 1
//!   is written        the barrier's slow part           POINTER_FREE := 0
//!   dies              its block ages, or is freed       POINTER_FREE := 0
//! ```
//!
//! A pointer-free cell that is written is an ordinary cell until a collection scans it again because it was remembered, or because
//! everything is traced anew. Its header refers to a cell too, by its shape; only shapes that stand for what lives as
//! long as the machine (`Heap::booted`) are allowed, and every major collection reaches what those stand for. A cell with
//! a layout of its own is never pointer-free: it may own references outside of the heap.

use crate::cell::Cell;
use crate::permanent;
use crate::tables::POINTER_FREE;

/// The work of a collection on pointer-free cells.
pub(crate) struct PointerFree {
    /// Whether it may come upon old cells that are not marked.
    meets_old: bool,
    /// Cells of the shapes before this one are taken down.
    shapes: u32,
}

impl PointerFree {
    pub fn new(minor: bool, shapes: u32) -> PointerFree {
        PointerFree { meets_old: !minor, shapes }
    }

    /// Whether the cell at an address need not be scanned.
    #[inline(always)]
    pub fn contains(&self, address: u64) -> bool {
        self.meets_old && POINTER_FREE.get(address)
    }

    /// A cell about to be old has no references but what its shape stands for.
    #[inline(always)]
    pub fn add(&self, cell: Cell, shape: u32) {
        if shape < self.shapes && !permanent::is_permanent(cell) {
            POINTER_FREE.set_first(cell.address());
        }
    }
}
