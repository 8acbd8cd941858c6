//! Incremental major collections: the old are traced a little at a time.
//!
//! A *cycle* starts at the end of a minor collection, when the old have grown
//! enough. Its marks have a table of their own, REACHED, and it follows old cells
//! only: minor collections go on as ever beside it, and no old cell dies until the
//! cycle ends. Each time the allocator opens a run, a step traces a few times as
//! many bytes as it hands out. The end is a major collection that takes the
//! reached for marked, and so has to trace the young and the little that is left.
//!
//! ```text
//!  minor      minor      minor      minor      minor    end
//! --|----------|----------|----------|----------|---------|---
//!              ^ start: roots      . . . . . . . . . . .  ^ MARK := OLD & REACHED
//!                                  steps between          then as a major
//! ```
//!
//! Nothing reachable is missed, because at the end every old cell that is reached
//! is REACHED or found by tracing from a cell that isn't old:
//!
//! * what an old cell referred to when it was traced is reached then;
//! * what is stored in an old cell later is reached by the write barrier, or the
//!   cell is listed by `Heap::barrier` and traced again at the end;
//! * what becomes old during the cycle is reached as it does, with the old it refers to;
//! * what shapes stand for (`shapes`) is reached at the end, by the shapes that were seen;
//! * roots and the young are traced at the end.
//!
//! Permanent cells are always REACHED; outside of a cycle no others are.

use rutile_processor::code::prefetch;

use crate::blocks::BlockSpace;
use crate::cell::{Cell, Word, header_kind, header_shape, looks_like_reference};
use crate::collect::CollectionKind;
use crate::heap::Heap;
use crate::layout::{self, Layouts};
use crate::mark::{CACHE_LINE_BYTES, PREFETCH_DISTANCE, SLICE_WORDS, Slice};
use crate::pause::Pause;
use crate::permanent;
use crate::roots::{RootVisitor, Roots};
use crate::shapes::SeenShapes;
use crate::tables::{self, POINTER_FREE, OLD, REACHED};
use crate::{blocks, generations, remember};

/// Bytes allocated between two steps: fewer would be spent on getting into the step and out of it.
const STEP_BYTES: u64 = 16 << 10;

/// The most that a step traces, so that large cells don't make long ones: what is missing is made up for by the next.
const LONGEST_STEP_BYTES: u64 = 2 << 20;

/// The state of a cycle.
#[derive(Default)]
pub(crate) struct Cycle {
    pub active: bool,
    pub stack: Vec<Cell>,
    slices: Vec<Slice>,
    /// Shapes of the reached cells.
    seen_shapes: SeenShapes,
    /// Reached cells that were written in bulk.
    rewritten: Vec<Cell>,
    /// Bytes allocated that no step has answered yet.
    allocated: u64,
}

impl Cycle {
    /// True when there is nothing left to trace before the end.
    pub fn is_traced(&self) -> bool {
        self.active && self.stack.is_empty() && self.slices.is_empty()
    }

    /// The write barrier's part: an old cell at `address` was stored in an old cell.
    #[inline]
    pub fn reach(&mut self, address: u64) {
        if REACHED.set_first(address) && !POINTER_FREE.get(address) {
            // SAFETY: the address of an old, hence live, cell.
            self.stack.push(unsafe { Cell::from_address_unchecked(address) });
        }
    }

    /// A cell about to be old is scanned by the collection that makes it so, which reaches what it refers to.
    #[inline]
    pub fn scanned(&mut self, cell: Cell, shape: u32) {
        REACHED.set_first(cell.address());
        self.seen_shapes.note(shape);
    }

    /// The bulk barrier's part.
    pub fn rewrite(&mut self, cell: Cell) {
        if self.active && REACHED.get(cell.address()) {
            self.rewritten.push(cell);
        }
    }

    /// Traces about `budget` bytes, or all there is.
    fn trace(&mut self, base: u64, layouts: Layouts, budget: u64) {
        let mut left = budget;
        // Cells whose headers are on the way to the cache.
        let mut queue = [None; PREFETCH_DISTANCE];
        let (mut turn, mut waiting) = (0, 0);
        while left > 0 {
            let next = self.stack.pop();
            match next {
                Some(cell) => {
                    prefetch(cell.address());
                    prefetch(cell.address() + CACHE_LINE_BYTES);
                    waiting += 1;
                }
                None if waiting == 0 => match self.slices.pop() {
                    Some(slice) => left = left.saturating_sub(self.scan_slice(base, slice)),
                    None => return,
                },
                None => {}
            }
            if let Some(cell) = std::mem::replace(&mut queue[turn % PREFETCH_DISTANCE], next) {
                waiting -= 1;
                left = left.saturating_sub(self.scan(base, layouts, cell));
            }
            turn += 1;
        }
        self.stack.extend(queue.into_iter().flatten());
    }

    fn scan(&mut self, base: u64, layouts: Layouts, cell: Cell) -> u64 {
        let header = cell.header();
        self.seen_shapes.note(header_shape(header));
        match layouts[header_kind(header) as usize].range(cell) {
            Some((next, end)) if end.saturating_sub(next) > SLICE_WORDS => {
                self.slices.push(Slice { cell, next, end });
                8
            }
            Some((first, end)) => {
                // SAFETY: the layout's range lies inside the slot.
                (first..end).for_each(|index| self.reference(base, unsafe { cell.word(index) }));
                (end.max(first) - first + 1) as u64 * 8
            }
            None => {
                layout::each_slot(layouts, cell, |slot| self.reference(base, *slot));
                cell.slot_words() as u64 * 8
            }
        }
    }

    fn scan_slice(&mut self, base: u64, mut slice: Slice) -> u64 {
        let (cell, part) = (slice.cell, slice.split());
        if slice.next < slice.end {
            self.slices.push(slice);
        }
        // SAFETY: a slice is a part of what the cell's layout says.
        part.clone().for_each(|index| self.reference(base, unsafe { cell.word(index) }));
        part.len() as u64 * 8
    }

    #[inline(always)]
    fn reference(&mut self, base: u64, word: Word) {
        if looks_like_reference(word) && tables::in_span(base, word) && OLD.get(word) {
            self.reach(word);
        }
    }
}

impl Heap {
    /// A minor collection and the start of a cycle, whether one is due or not.
    pub fn begin_major(&mut self, roots: &mut dyn Roots) {
        self.drop_cycle();
        self.collect(CollectionKind::Minor, roots);
        if !self.cycle.active {
            self.start_cycle(roots);
        }
    }

    /// Starts a cycle from the roots, right after a minor collection.
    pub(crate) fn start_cycle(&mut self, roots: &mut dyn Roots) {
        self.cycle.active = true;
        self.cycle.seen_shapes = SeenShapes::of(roots);
        roots.visit(&mut CycleRoots { cycle: &mut self.cycle, space: &self.space, base: self.base });
        for &cell in self.remembered.iter().filter(|&&cell| permanent::is_permanent(cell)) {
            self.cycle.scan(self.base, self.layouts, cell);
        }
    }

    /// Traces in proportion to `bytes` about to be allocated, once there are enough of them.
    #[inline(always)]
    pub(crate) fn step_cycle(&mut self, bytes: u64) {
        if self.cycle.active {
            self.step_active_cycle(bytes);
        }
    }

    #[inline(never)]
    fn step_active_cycle(&mut self, bytes: u64) {
        self.cycle.allocated = self.cycle.allocated.saturating_add(bytes);
        if self.cycle.allocated >= STEP_BYTES && !self.cycle.is_traced() {
            let pause = Pause::start();
            self.period += 2;
            let answered = self.cycle.allocated.min((LONGEST_STEP_BYTES / self.trace_pace).max(STEP_BYTES));
            self.cycle.allocated -= answered;
            self.cycle.trace(self.base, self.layouts, answered * self.trace_pace);
            self.counts.marking_nanoseconds += pause.end(&mut self.counts);
        }
    }

    /// Traces what is left, and hands the reached over as the marks that the
    /// closing collection starts with.
    pub(crate) fn finish_cycle(&mut self) {
        self.cycle.trace(self.base, self.layouts, u64::MAX);
        self.forget_remembered(|cell| !REACHED.get(cell.address()));
        let rewritten = std::mem::take(&mut self.cycle.rewritten);
        rewritten.into_iter().for_each(|cell| remember::remember_all(&mut self.remembered, cell));
        self.each_row_of_cycle(generations::mark_reached);
        self.seen_shapes = std::mem::take(&mut self.cycle.seen_shapes);
        self.drop_cycle();
    }

    /// Ends a cycle without use for what it found.
    pub(crate) fn drop_cycle(&mut self) {
        if self.cycle.active {
            self.cycle = Cycle::default();
            if self.shares_pages {
                self.hand_back_reached();
            }
            self.each_row_of_cycle(generations::forget_reached);
        }
    }

    fn each_row_of_cycle(&self, apply: fn(u64)) {
        self.pools.iter().flat_map(|pool| &pool.blocks).copied().chain(self.large.cells()).for_each(apply);
    }
}

/// Takes roots for a cycle.
struct CycleRoots<'heap> {
    cycle: &'heap mut Cycle,
    space: &'heap BlockSpace,
    base: u64,
}

impl RootVisitor for CycleRoots<'_> {
    fn slot(&mut self, slot: &mut Word) {
        self.cycle.reference(self.base, *slot);
    }

    fn pin(&mut self, word: Word) {
        if let Some(start) = blocks::cell_start(self.space, word) {
            self.cycle.reference(self.base, start);
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.cycle.reference(self.base, cell.address());
    }
}
