//! The permanent generation: what a program has built when it starts to serve.
//!
//! `seal` compacts the survivors and then takes their blocks out of every walk:
//! they are not swept, aged, moved or allocated from again, and their marks stay
//! set, so that tracing stops at them without writing. What a later collection,
//! in a forked child above all, learns of them it learns from the remembered set:
//!
//! ```text
//!   roots ------> new cells ----> permanent cell   (marked: goes no further)
//!                     ^
//!                     +---------- permanent cell written since `seal`: listed,
//!                                 until it refers to permanent cells only
//! ```
//!
//! A child that writes to one of them copies its page, and with it all that shares
//! the page. So the cells whose kind is written to as a program runs are put in
//! blocks apart from those that are not; pages without a cell are given back, and
//! what is allocated afterwards gets blocks whose table rows share no page with
//! those of permanent blocks.

use std::ops::Range;

use crate::cell::{Cell, Word};
use crate::collect::CollectionKind;
use crate::generations;
use crate::heap::{Heap, each_live};
use crate::region;
use crate::roots::Roots;
use crate::sizes;
use crate::tables::{self, BLOCK_BYTES, LIVE, PAGE_BYTES, Use};

/// Whether the cell was sealed.
#[inline(always)]
pub(crate) fn is_permanent(cell: Cell) -> bool {
    tables::info_at(cell.address()).permanent
}

impl Heap {
    /// Collects, moves the survivors together and makes them permanent; free pages
    /// go back to the system. May be called again, for what came since.
    /// `is_mutable` says which cells are likely to be written.
    pub fn seal(&mut self, is_mutable: fn(Cell) -> bool, roots: &mut dyn Roots) {
        self.apart = Some(is_mutable);
        self.collect(CollectionKind::Compact, roots);
        self.apart = None;
        self.finish_sweep();
        self.tally = None;
        self.forget_remembered(|_| true);
        for pool in &mut self.pools {
            let blocks = pool.seal();
            self.permanent_bytes += blocks.iter().map(|&block| seal_block(block)).sum::<u64>() * pool.size.bytes;
            blocks.iter().for_each(|&block| discard_empty_pages(block, pool.size.bytes));
            pool.permanent.extend(blocks);
        }
        for address in self.large.seal() {
            discard_zero_pages(address, tables::slot_bytes_at(address) as u64);
            seal_block(address);
            self.permanent_bytes += tables::slot_bytes_at(address) as u64;
            self.large.permanent.push(address);
        }
        self.growth.sealed();
        self.space.release(0);
        self.space.retire();
        // A huge page put together by the system in one process would end the
        // sharing of the pages it replaces.
        region::prefer_huge_pages(&self.region, 0, false);
        self.huge_pages.put_all_together(self.space.huge_range(), region::put_together);
    }

    /// The addresses of all permanent cells: whole pages, in order, neighbours joined.
    pub fn permanent_ranges(&self) -> Vec<Range<u64>> {
        let blocks = self.pools.iter().flat_map(|pool| &pool.permanent).map(|&block| block..block + BLOCK_BYTES);
        let large = self.large.permanent.iter().map(|&start| start..start + tables::slot_bytes_at(start) as u64);
        let mut all: Vec<Range<u64>> = blocks.chain(large).collect();
        all.sort_by_key(|range| range.start);
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in all {
            match joined.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => joined.push(range),
            }
        }
        joined
    }
}

/// The permanent cell that an address of this or another heap's blocks lies in.
pub fn permanent_cell_at(address: u64) -> Option<Cell> {
    let start = slot_at(address)?;
    // SAFETY: a live bit stands at the address.
    (tables::info_at(start).permanent && LIVE.get(start)).then(|| unsafe { Cell::from_address_unchecked(start) })
}

/// The live cell that any word falls in, of the heap that another cell is of, while a collection asks for roots.
pub fn live_cell_at(neighbour: Cell, word: Word) -> Option<Cell> {
    let base = tables::span_base(neighbour.address());
    // The heap's own tables stand before the blocks.
    if !tables::in_span(base, word) || word - base < tables::BLOCKS_OFFSET {
        return None;
    }
    let start = slot_at(word)?;
    // SAFETY: a live bit stands at the address.
    LIVE.get(start).then(|| unsafe { Cell::from_address_unchecked(start) })
}

/// Where the slot begins that an address of a heap's span lies in.
fn slot_at(address: u64) -> Option<u64> {
    let info = *tables::info_at(address);
    match info.usage {
        Use::Slots => Some(sizes::slot_start(address, info.slot_quanta)),
        Use::LargeHead => Some(address & !(BLOCK_BYTES - 1)),
        Use::LargeTail => Some(tables::block_address(tables::span_base(address), info.link)),
        Use::Free => None,
    }
}

/// Makes the cells of a block old for good; answers how many there are.
fn seal_block(block: u64) -> u64 {
    let info = tables::info_at(block);
    (info.young, info.permanent) = (false, true);
    generations::promote_block(block)
}

/// Gives back the pages of a large cell that hold zeros only, as they do when they are touched again: room
/// that a table has for more.
fn discard_zero_pages(start: u64, bytes: u64) {
    let is_zero = |page: &u64| {
        // SAFETY: the page is a part of a live cell, and nobody writes meanwhile.
        let words = unsafe { std::slice::from_raw_parts(*page as *const u64, (PAGE_BYTES / 8) as usize) };
        words.iter().all(|&word| word == 0)
    };
    let mut page = start;
    while page < start + bytes {
        let zeros = (page..start + bytes).step_by(PAGE_BYTES as usize).take_while(is_zero).count() as u64 * PAGE_BYTES;
        if zeros > 0 {
            region::discard(page, zeros);
        }
        page += zeros + PAGE_BYTES;
    }
}

/// Gives back the pages of a block that no cell reaches into.
pub(crate) fn discard_empty_pages(block: u64, slot_bytes: u64) {
    let mut used = [false; (BLOCK_BYTES / PAGE_BYTES) as usize];
    each_live(block, &mut |cell| {
        let start = cell.address() - block;
        (start / PAGE_BYTES..=(start + slot_bytes - 1) / PAGE_BYTES).for_each(|page| used[page as usize] = true);
    });
    for (page, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        region::discard(block + page as u64 * PAGE_BYTES, PAGE_BYTES);
    }
}
