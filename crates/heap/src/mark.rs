//! Tracing: from the roots to every reachable cell, with a stack of its own.
//!
//! The mark bit is set when a cell is found and the cell pushed; popped, it first
//! passes through a short queue while its header is on the way to the cache.
//!
//! A cell about to be old (`generations`) that refers to one that isn't is put in
//! the remembered set as it is scanned.

use rutile_processor::code::prefetch;

use crate::blocks::{self, BlockSpace};
use crate::cell::{Cell, Word, header_kind, header_shape, looks_like_reference};
use crate::incremental::Cycle;
use crate::layout::{self, Layouts};
use crate::pointer_free::PointerFree;
use crate::permanent;
use crate::remember;
use crate::roots::RootVisitor;
use crate::shapes::Shapes;
use crate::tables::{self, AGED, CARD, CARD_BYTES, LIVE, MARK, OLD, PINNED, REACHED, REMEMBERED};

/// Words of a cell scanned at a time; what a long one refers to is not all pushed
/// at once, so that the stack stays small whatever the arrays.
pub(crate) const SLICE_WORDS: usize = 512;

/// The part of a long cell still to be scanned.
pub(crate) struct Slice {
    pub cell: Cell,
    pub next: usize,
    pub end: usize,
}

impl Slice {
    /// Takes the words to scan now off its front.
    pub fn split(&mut self) -> std::ops::Range<usize> {
        let first = self.next;
        self.next = self.end.min(first + SLICE_WORDS);
        first..self.next
    }
}

/// Cells between having their header prefetched and being scanned. A power of two.
pub(crate) const PREFETCH_DISTANCE: usize = 16;

/// Most cells lie on two lines of the cache.
pub(crate) const CACHE_LINE_BYTES: u64 = 64;

pub(crate) struct Marker<'heap> {
    pub base: u64,
    pub minor: bool,
    pub space: &'heap BlockSpace,
    pub layouts: Layouts,
    pub stack: &'heap mut Vec<Cell>,
    pub slices: Vec<Slice>,
    pub shapes: Shapes,
    pub pointer_free: PointerFree,
    pub remembered: &'heap mut Vec<Cell>,
    /// The incremental cycle to tell of cells that become old.
    pub cycle: Option<&'heap mut Cycle>,
    /// The cells that may not move, when the collection is to move cells.
    pub pinned: Option<&'heap mut Vec<Cell>>,
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
        if MARK.set_first(address) && !self.pointer_free.contains(address) {
            // SAFETY: a live bit stands at the address (asserted, or looked up).
            self.stack.push(unsafe { Cell::from_address_unchecked(address) });
        }
    }

    /// Scans until nothing is left to scan.
    pub fn drain(&mut self) {
        loop {
            self.drain_stack();
            if !self.scan_slice() {
                break;
            }
        }
    }

    fn drain_stack(&mut self) {
        let mut queue = [None; PREFETCH_DISTANCE];
        let mut turn = 0;
        let mut waiting = 0;
        loop {
            let next = self.stack.pop();
            match next {
                Some(cell) => {
                    prefetch(cell.address());
                    prefetch(cell.address() + CACHE_LINE_BYTES);
                    waiting += 1;
                }
                None if waiting == 0 => return,
                None => {}
            }
            if let Some(cell) = std::mem::replace(&mut queue[turn % PREFETCH_DISTANCE], next) {
                waiting -= 1;
                self.scan(cell);
            }
            turn += 1;
        }
    }

    #[inline(always)]
    fn scan(&mut self, cell: Cell) {
        let header = cell.header();
        let shape = header_shape(header);
        self.see_shape(shape);
        let is_aged = AGED.get(cell.address());
        if is_aged && let Some(cycle) = &mut self.cycle {
            cycle.scanned(cell, shape);
        }
        match self.layouts[header_kind(header) as usize].range(cell) {
            Some((first, end)) if end.saturating_sub(first) > SLICE_WORDS => {
                self.slices.push(Slice { cell, next: first, end });
            }
            Some((first, end)) if is_aged => {
                if !self.scan_aged_words(cell, first, end) {
                    self.pointer_free.add(cell, shape);
                }
            }
            // SAFETY: the layout's range lies inside the slot.
            Some((first, end)) => (first..end).for_each(|index| self.reference(unsafe { cell.word(index) })),
            None => self.scan_custom(cell),
        }
    }

    /// A cell of this shape was reached, and so what the shape stands for. Its owner follows it in the table if cells are moved.
    #[inline(always)]
    pub fn see_shape(&mut self, shape: u32) {
        if let Some(word) = self.shapes.see(shape) {
            self.reach_referent(word);
        }
    }

    #[cold]
    fn reach_referent(&mut self, word: Word) {
        // SAFETY: a referent is an immediate or lives as long as its shape does.
        if let Some(cell) = unsafe { Cell::from_word(word) }.filter(|_| tables::in_span(self.base, word)) {
            self.mark(cell.address());
        }
    }

    /// Scans the next part of a cell put off for its length; false when none is left.
    #[cold]
    fn scan_slice(&mut self) -> bool {
        let Some(mut slice) = self.slices.pop() else { return false };
        let (cell, part) = (slice.cell, slice.split());
        if slice.next < slice.end {
            self.slices.push(slice);
        }
        self.scan_words(cell, part.start, part.end);
        true
    }

    #[inline(always)]
    fn scan_words(&mut self, cell: Cell, first: usize, end: usize) {
        if AGED.get(cell.address()) {
            self.scan_aged_words(cell, first, end);
            return;
        }
        for index in first..end {
            // SAFETY: the layout's range lies inside the slot.
            self.reference(unsafe { cell.word(index) });
        }
    }

    #[cold]
    fn scan_custom(&mut self, cell: Cell) {
        if AGED.get(cell.address()) {
            return self.scan_aged(cell);
        }
        let layouts = self.layouts;
        layout::each_slot(layouts, cell, |slot| self.reference(*slot));
    }

    /// Marks what words of an aged cell refer to, and remembers it if it must be. Answers whether there is anything.
    #[inline(always)]
    fn scan_aged_words(&mut self, cell: Cell, first: usize, end: usize) -> bool {
        let is_permanent = permanent::is_permanent(cell);
        let (mut keep, mut any) = (false, false);
        for index in first..end {
            // SAFETY: the layout's range lies inside the slot.
            let word = unsafe { cell.word(index) };
            if looks_like_reference(word) && tables::in_span(self.base, word) {
                any = true;
                self.mark_from_aged(cell, word);
                if remember::must_remember(is_permanent, word, AGED) {
                    keep = true;
                    self.set_card(cell, index);
                }
            }
        }
        if keep {
            remember::remember(self.remembered, cell);
        }
        any
    }

    /// Marks what an aged cell refers to; a cycle that has reached the cell reaches it too.
    #[inline(always)]
    fn mark_from_aged(&mut self, aged: Cell, word: Word) {
        self.mark(word);
        if let Some(cycle) = &mut self.cycle
            && OLD.get(word)
            && REACHED.get(aged.address())
        {
            cycle.reach(word);
        }
    }

    #[cold]
    fn set_card(&mut self, cell: Cell, index: usize) {
        if remember::is_large(cell) {
            CARD.set_first(cell.address() + index as u64 * 8);
        }
    }

    /// As `scan_aged_words`, for all of the cell's slots.
    fn scan_aged(&mut self, cell: Cell) {
        let layouts = self.layouts;
        if let Some((first, end)) = layouts[cell.kind() as usize].range(cell) {
            self.scan_aged_words(cell, first, end);
            return;
        }
        // Slots of a custom layout may lie outside the cell (in what it owns elsewhere), so
        // such a cell is remembered whole.
        let is_permanent = permanent::is_permanent(cell);
        let mut keep = false;
        layout::each_slot(layouts, cell, |slot| {
            let word = *slot;
            if looks_like_reference(word) && tables::in_span(self.base, word) {
                self.mark_from_aged(cell, word);
                if remember::must_remember(is_permanent, word, AGED) {
                    keep = true;
                    if remember::is_large(cell) {
                        CARD.set_first(slot as *mut Word as u64);
                    }
                }
            }
        });
        if keep {
            remember::remember(self.remembered, cell);
        }
    }

    /// Scans the cells remembered before this collection, and keeps those that
    /// still have to be.
    pub fn scan_remembered(&mut self) {
        for cell in std::mem::take(self.remembered) {
            if remember::is_large(cell) {
                self.scan_cards(cell);
            } else {
                REMEMBERED.clear(cell.address());
                self.scan_aged(cell);
            }
        }
    }

    /// Scans the slots on set cards; clears the cards without young references.
    fn scan_cards(&mut self, cell: Cell) {
        REMEMBERED.clear(cell.address());
        let Some((first, end)) = self.layouts[cell.kind() as usize].range(cell) else {
            return self.scan_aged(cell);
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

    /// Scans words `first .. end`; answers whether they have to be remembered.
    fn scan_card(&mut self, cell: Cell, first: usize, end: usize) -> bool {
        let (mut keep, is_permanent) = (false, permanent::is_permanent(cell));
        for index in first..end {
            // SAFETY: a card covers words of the slot.
            let word = unsafe { cell.word(index) };
            if looks_like_reference(word) && tables::in_span(self.base, word) {
                self.mark(word);
                keep |= remember::must_remember(is_permanent, word, AGED);
            }
        }
        keep
    }
}

impl RootVisitor for Marker<'_> {
    fn is_minor(&self) -> bool {
        self.minor
    }

    fn slot(&mut self, slot: &mut Word) {
        self.reference(*slot);
    }

    fn pin(&mut self, word: Word) {
        if let Some(start) = blocks::cell_start(self.space, word)
            && LIVE.get(start)
        {
            // SAFETY: a live bit stands at the address.
            self.cell(unsafe { Cell::from_address_unchecked(start) });
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.mark(cell.address());
        // A permanent cell stays where it is as it is.
        if let Some(pinned) = &mut self.pinned
            && !permanent::is_permanent(cell)
            && PINNED.set_first(cell.address())
        {
            pinned.push(cell);
        }
    }
}
