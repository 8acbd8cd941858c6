//! The remembered set: old cells that may refer to young ones.
//!
//! A minor collection doesn't trace old cells, so those that refer to cells not
//! yet old are listed, by the write barrier or when they are promoted. Pool cells
//! are remembered whole. Of a large cell only the *cards*, stretches of 512
//! bytes, that were written are looked at:
//!
//! ```text
//! large cell  | 512 B | 512 B | 512 B | 512 B | ...
//! cards           0       1       0       0           one bit each
//! ```
//!
//! Permanent cells (`permanent`) are never traced, so they are listed as long as
//! they refer to any cell that is not permanent.
//!
//! The rule the verifier checks: an old cell with a reference that calls for it
//! (`must_remember`) has its REMEMBERED bit set and is listed, and if it is large the card
//! of that reference is set.

use crate::cell::{Cell, Word, looks_like_reference};
use crate::heap::Heap;
use crate::permanent;
use crate::tables::{self, BitTable, CARD, GRANULE_SHIFT, POINTER_FREE, OLD, REMEMBERED, Use};

impl Heap {
    /// Stores a word in a cell, with the write barrier.
    ///
    /// # Safety
    /// As of `Cell::set_word_raw`; a reference is one to a live cell of this heap.
    #[inline(always)]
    pub unsafe fn write(&mut self, cell: Cell, index: usize, value: Word) {
        // SAFETY: the caller vouches for both.
        unsafe { cell.set_word_raw(index, value) };
        if looks_like_reference(value) && OLD.get(cell.address()) {
            self.remember_write(cell, index, value);
        }
    }

    /// Stores two words side by side, with the write barrier.
    ///
    /// # Safety
    /// As of `write`, of both.
    #[inline(always)]
    pub unsafe fn write_pair(&mut self, cell: Cell, index: usize, values: [Word; 2]) {
        // SAFETY: the caller vouches for both words.
        unsafe {
            cell.set_word_raw(index, values[0]);
            cell.set_word_raw(index + 1, values[1]);
        }
        if OLD.get(cell.address()) {
            self.remember_pair(cell, index, values);
        }
    }

    #[inline(never)]
    fn remember_pair(&mut self, cell: Cell, index: usize, values: [Word; 2]) {
        for (offset, value) in values.into_iter().enumerate().filter(|(_, value)| looks_like_reference(*value)) {
            self.remember_write(cell, index + offset, value);
        }
    }

    /// Tells the heap that `cell` was, or is about to be, written in bulk with
    /// `set_word_raw`; holds until the next safepoint, or for as long as `period` is the same.
    #[inline(always)]
    pub fn barrier(&mut self, cell: Cell) {
        if OLD.get(cell.address()) {
            self.remember_whole(cell);
        }
    }

    /// Tells the heap that a reference was stored in what `cell` owns outside of the heap. A cell that refers to the
    /// old only need not be remembered, so filling caches with what was there at the last collection costs nothing.
    #[inline]
    pub fn external_write_barrier(&mut self, cell: Cell, value: Word) {
        if !looks_like_reference(value) || !OLD.get(cell.address()) || !tables::in_span(self.base, value) {
            return;
        }
        POINTER_FREE.clear_set(cell.address());
        if self.cycle.active && OLD.get(value) {
            self.cycle.reach(value);
        }
        if must_remember(permanent::is_permanent(cell), value, OLD) {
            self.remember_whole(cell);
        }
    }

    /// An odd number, another one from whenever a collection or a step of one has looked at cells.
    #[inline(always)]
    pub fn period(&self) -> u64 {
        self.period
    }

    #[inline(never)]
    fn remember_write(&mut self, cell: Cell, index: usize, value: Word) {
        if !tables::in_span(self.base, value) {
            return;
        }
        POINTER_FREE.clear_set(cell.address());
        if self.cycle.active && OLD.get(value) {
            self.cycle.reach(value);
        }
        if !must_remember(permanent::is_permanent(cell), value, OLD) {
            return;
        }
        if is_large(cell) {
            CARD.set_first(cell.address() + index as u64 * 8);
        }
        remember(&mut self.remembered, cell);
    }

    #[inline(never)]
    fn remember_whole(&mut self, cell: Cell) {
        POINTER_FREE.clear_set(cell.address());
        self.cycle.rewrite(cell);
        remember_all(&mut self.remembered, cell);
    }

    /// Takes cells out of the remembered set, before a collection that traces them.
    pub(crate) fn forget_remembered(&mut self, forget: impl Fn(Cell) -> bool) {
        self.remembered.retain(|&cell| {
            if forget(cell) {
                REMEMBERED.clear(cell.address());
                if is_large(cell) {
                    CARD.fill(cell.address(), cell.address() + cell.slot_words() as u64 * 8, false);
                }
            }
            !forget(cell)
        });
    }
}

/// Whether an old cell that refers to the cell at `address` has to be remembered:
/// when that cell is not in `old`, or when it may be collected and the holder is
/// permanent, so that no collection would trace it.
#[inline(always)]
pub(crate) fn must_remember(holder_is_permanent: bool, address: u64, old: BitTable<GRANULE_SHIFT>) -> bool {
    !old.get(address) || holder_is_permanent && !tables::info_at(address).permanent
}

/// Lists a cell, once.
#[inline]
pub(crate) fn remember(list: &mut Vec<Cell>, cell: Cell) {
    if REMEMBERED.set_first(cell.address()) {
        list.push(cell);
    }
}

/// Lists a cell, with all cards set if it has any.
pub(crate) fn remember_all(list: &mut Vec<Cell>, cell: Cell) {
    if is_large(cell) {
        CARD.fill(cell.address(), cell.address() + cell.slot_words() as u64 * 8, true);
    }
    remember(list, cell);
}

/// True for cells whose references are remembered by card.
#[inline]
pub(crate) fn is_large(cell: Cell) -> bool {
    tables::info_at(cell.address()).usage == Use::LargeHead
}
