//! Tracing: from the roots to every reachable cell, with a stack of its own.
//!
//! The mark bit is set when a cell is found and the cell pushed; popped, it first
//! passes through a short queue while its header is on the way to the cache.

use crate::blocks::{self, BlockSpace};
use crate::cell::{Cell, Word, looks_like_reference};
use crate::layout::{self, Layouts};
use crate::roots::RootVisitor;
use crate::tables::{self, LIVE, MARK};

/// Cells between having their header prefetched and being scanned. A power of two.
const PREFETCH_DISTANCE: usize = 8;

pub(crate) struct Marker<'heap> {
    pub base: u64,
    pub space: &'heap BlockSpace,
    pub layouts: Layouts,
    pub stack: &'heap mut Vec<Cell>,
    pub marked_bytes: u64,
    pub marked_cells: u64,
}

impl Marker<'_> {
    #[inline(always)]
    fn reference(&mut self, word: Word) {
        if looks_like_reference(word) && tables::in_span(self.base, word) {
            debug_assert!(LIVE.get(word), "reference to a free slot: {word:#x}");
            self.mark(word);
        }
    }

    #[inline(always)]
    fn mark(&mut self, address: u64) {
        if MARK.set_first(address) {
            // SAFETY: a live bit stands at the address (asserted, or looked up).
            self.stack.push(unsafe { Cell::from_address_unchecked(address) });
        }
    }

    /// Scans until nothing is left to scan.
    pub fn drain(&mut self) {
        let mut queue = [None; PREFETCH_DISTANCE];
        let mut turn = 0;
        let mut idle = 0;
        while idle < PREFETCH_DISTANCE {
            let next = self.stack.pop();
            if let Some(cell) = next {
                prefetch(cell.address());
            }
            let ready = std::mem::replace(&mut queue[turn % PREFETCH_DISTANCE], next);
            turn += 1;
            match ready {
                Some(cell) => {
                    self.scan(cell);
                    idle = 0;
                }
                None if next.is_none() => idle += 1,
                None => idle = 0,
            }
        }
    }

    #[inline(always)]
    fn scan(&mut self, cell: Cell) {
        self.marked_bytes += cell.slot_words() as u64 * 8;
        self.marked_cells += 1;
        let layouts = self.layouts;
        layout::each_slot(layouts, cell, |slot| self.reference(*slot));
    }
}

#[inline(always)]
fn prefetch(address: u64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect on memory.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address as *const i8)
    };
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl RootVisitor for Marker<'_> {
    fn slot(&mut self, slot: &mut Word) {
        self.reference(*slot);
    }

    fn pin(&mut self, word: Word) {
        if let Some(start) = blocks::cell_start(self.space, word)
            && LIVE.get(start)
        {
            self.mark(start);
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.mark(cell.address());
    }
}
