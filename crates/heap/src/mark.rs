//! Tracing: from the roots to every reachable cell, with a stack of its own.
//!
//! The mark bit is set when a cell is found and the cell pushed; popped, it first
//! passes through a short queue while its header is on the way to the cache.
//!
//! A cell about to be old (`generations`) that refers to one that isn't is put in
//! the remembered set as it is scanned.

use crate::blocks::{self, BlockSpace};
use crate::cell::{Cell, Word, looks_like_reference};
use crate::layout::{self, Layouts};
use crate::remember;
use crate::roots::RootVisitor;
use crate::tables::{self, AGED, CARD, CARD_BYTES, LIVE, MARK, REMEMBERED};

/// Cells between having their header prefetched and being scanned. A power of two.
const PREFETCH_DISTANCE: usize = 8;

pub(crate) struct Marker<'heap> {
    pub base: u64,
    pub space: &'heap BlockSpace,
    pub layouts: Layouts,
    pub stack: &'heap mut Vec<Cell>,
    pub remembered: &'heap mut Vec<Cell>,
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
        if AGED.get(cell.address()) {
            self.scan_elder(cell);
        } else {
            let layouts = self.layouts;
            layout::each_slot(layouts, cell, |slot| self.reference(*slot));
        }
    }

    /// Marks what an elder refers to, and remembers it if some of that is young.
    fn scan_elder(&mut self, cell: Cell) {
        let (layouts, by_card, mut keep) = (self.layouts, remember::is_large(cell), false);
        layout::each_slot(layouts, cell, |slot| {
            self.reference(*slot);
            if self.is_young(*slot) {
                keep = true;
                if by_card {
                    CARD.set_first(slot as *mut Word as u64);
                }
            }
        });
        if keep {
            remember::remember(self.remembered, cell);
        }
    }

    /// Scans the remembered set of the collections before, for a minor one, and
    /// keeps what still refers to young cells.
    pub fn scan_remembered(&mut self) {
        for cell in std::mem::take(self.remembered) {
            if remember::is_large(cell) {
                self.scan_cards(cell);
            } else {
                REMEMBERED.clear(cell.address());
                self.scan_elder(cell);
            }
        }
    }

    /// Scans the slots on set cards; clears the cards without young references.
    fn scan_cards(&mut self, cell: Cell) {
        REMEMBERED.clear(cell.address());
        let Some((first, end)) = self.layouts[cell.kind() as usize].range(cell) else {
            return self.scan_elder(cell);
        };
        let mut keep = false;
        let mut index = first;
        while index < end {
            let address = cell.address() + index as u64 * 8;
            let card_end = (index as u64 * 8 / CARD_BYTES + 1) * CARD_BYTES / 8;
            let stop = end.min(card_end as usize);
            if CARD.get(address) && !self.scan_card(cell, index, stop) {
                CARD.clear(address);
            } else {
                keep |= CARD.get(address);
            }
            index = stop;
        }
        if keep {
            remember::remember(self.remembered, cell);
        }
    }

    /// Scans words `first .. end`; answers whether one refers to a young cell.
    fn scan_card(&mut self, cell: Cell, first: usize, end: usize) -> bool {
        let mut keep = false;
        for index in first..end {
            let word = cell.word(index);
            self.reference(word);
            keep |= self.is_young(word);
        }
        keep
    }

    /// True when `word` refers to a cell that won't be old after this collection.
    #[inline(always)]
    fn is_young(&self, word: Word) -> bool {
        looks_like_reference(word) && tables::in_span(self.base, word) && !AGED.get(word)
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
