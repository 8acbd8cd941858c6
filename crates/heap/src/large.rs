//! Large cells: those no pool slot holds, each in neighbouring blocks of its own.
//!
//! ```text
//! | head block                | tail                      | tail            |
//! |[hdr| payload .......................................  ]| never touched   |
//!  ^ the cell; its bits stand in the head block's row      ^ page-rounded end
//! ```
//!
//! The cell ends at a page boundary; pages after it are reserved with the last
//! block and never touched, so they cost address space and no memory.

use std::ops::Range;

use crate::blocks::BlockSpace;
use crate::cell::{Cell, WORD_BYTES};
use crate::generations::{self, LiveBytes};
use crate::heap::Heap;
use crate::region;
use crate::remember;
use crate::sizes::LARGEST;
use crate::growing::GROWING_BYTES;
use crate::tables::{self, BLOCK_BYTES, BlockInfo, CARD, LIVE, MARK, OLD, PAGE_BYTES, REMEMBERED, Use};

#[derive(Default)]
pub(crate) struct LargeSpace {
    /// The address of each large cell that may not be old.
    young: Vec<u64>,
    /// The address of each that is: minor collections leave them alone.
    old: Vec<u64>,
    old_bytes: u64,
    /// The address of each large cell of the permanent generation.
    pub permanent: Vec<u64>,
    pub bytes: u64,
    pub allocated: u64,
    pub freed: u64,
}

/// Cells of so many bytes that are not zeroed are taken for ones that may never be filled.
const SPARSE_BYTES: u64 = BLOCK_BYTES / 2;

/// The bytes a large cell takes for a request.
pub(crate) fn rounded(bytes: usize) -> Option<u64> {
    (bytes as u64).checked_next_multiple_of(PAGE_BYTES)
}

impl LargeSpace {
    /// Takes blocks for a cell of `bytes`, a multiple of the page size, all `zero` where that is wanted.
    pub fn take(&mut self, space: &mut BlockSpace, base: u64, bytes: u64, zero: bool) -> Option<u64> {
        let count = u32::try_from(bytes.div_ceil(BLOCK_BYTES)).ok()?;
        let head = if !zero && bytes >= SPARSE_BYTES { space.take_sparse(count)? } else { space.take(count)? };
        let address = tables::block_address(base, head);
        if zero {
            clear_dirty_pages(address, 0..bytes);
        }
        self.add(base, head, count, bytes);
        Some(address)
    }

    /// Takes blocks for a cell of `bytes`, the first `begun` of which are the caller's to write at once. The others are zero.
    fn take_begun(&mut self, space: &mut BlockSpace, base: u64, bytes: u64, begun: u64) -> Option<u64> {
        let count = u32::try_from(bytes.div_ceil(BLOCK_BYTES)).ok()?;
        let head = space.take(count)?;
        let address = tables::block_address(base, head);
        clear_dirty_pages(address, begun..bytes);
        self.add(base, head, count, bytes);
        Some(address)
    }

    /// Takes blocks for a cell of `bytes` that is expected to grow. All of it is zero.
    pub fn take_growing(&mut self, space: &mut BlockSpace, base: u64, bytes: u64) -> Option<u64> {
        let count = u32::try_from(bytes.div_ceil(BLOCK_BYTES)).ok()?;
        let head = space.take_growing(count)?;
        let address = tables::block_address(base, head);
        clear_dirty_pages(address, 0..bytes);
        self.add(base, head, count, bytes);
        Some(address)
    }

    fn add(&mut self, base: u64, head: u32, count: u32, bytes: u64) {
        (head + 1..head + count).for_each(|block| note_tail(base, block, head));
        let (address, pages, dirty) = (tables::block_address(base, head), (bytes / PAGE_BYTES) as u32, true);
        *tables::info_at(address) =
            BlockInfo { usage: Use::LargeHead, link: count, count: pages, young: true, dirty, ..BlockInfo::FREE };
        LIVE.set(address);
        self.young.push(address);
        self.bytes += bytes;
        self.allocated += 1;
    }

    /// Makes a cell longer, whose `count` blocks are taken.
    pub fn lengthen(&mut self, base: u64, address: u64, bytes: u64, count: u32) {
        let info = tables::info_at(address);
        let (old_bytes, head) = (info.large_bytes(), tables::block_number(address));
        let new = tables::block_address(base, head + info.link);
        region::clear(address + old_bytes..new.min(address + bytes));
        clear_dirty_pages(new, 0..(address + bytes).saturating_sub(new));
        (head + info.link..head + count).for_each(|block| note_tail(base, block, head));
        (info.link, info.count) = (count, (bytes / PAGE_BYTES) as u32);
        self.bytes += bytes - old_bytes;
        if OLD.get(address) {
            self.old_bytes += bytes - old_bytes;
        }
    }

    /// Says of the cells there are whether the parent of this process has them too.
    pub fn set_inherited(&self, inherited: bool) {
        self.cells().for_each(|address| tables::info_at(address).inherited = inherited);
    }

    /// Every large cell but the permanent ones.
    pub fn cells(&self) -> impl Iterator<Item = u64> {
        self.young.iter().chain(&self.old).copied()
    }

    /// Every large cell, permanent ones included.
    pub fn all_cells(&self) -> impl Iterator<Item = u64> {
        self.cells().chain(self.permanent.iter().copied())
    }

    /// Bytes of the cells that may not be old.
    pub fn young_bytes(&self) -> u64 {
        self.young.iter().map(|&address| tables::slot_bytes_at(address) as u64).sum()
    }

    /// Makes all old.
    pub fn make_old(&mut self) {
        self.old_bytes += self.young_bytes();
        self.old.append(&mut self.young);
        self.old.iter().for_each(|&address| generations::make_old(address));
    }

    /// Parts with all that is not permanent.
    pub fn seal(&mut self) -> Vec<u64> {
        self.old_bytes = 0;
        let mut cells = std::mem::take(&mut self.young);
        cells.append(&mut self.old);
        cells
    }

    /// Gives the cells that may be young the marks a collection starts with. None is made old in haste: a table that
    /// grows leaves larger and larger ones behind.
    pub fn reset_marks(&self, minor: bool) {
        let old = if minor { &[] } else { &self.old[..] };
        self.young.iter().chain(old).for_each(|&address| generations::reset_marks(address, minor, false));
    }

    /// Frees the unmarked and ages the others, the old only after a major collection.
    pub fn sweep(&mut self, minor: bool, moving: bool, space: &mut BlockSpace) -> LiveBytes {
        let mut cells = std::mem::take(&mut self.young);
        if !minor {
            self.old_bytes = 0;
            cells.append(&mut self.old);
        }
        let mut young_bytes = 0;
        for address in cells {
            if !MARK.get(address) {
                self.free(space, address);
                continue;
            }
            let bytes = tables::slot_bytes_at(address) as u64;
            if generations::age_block(address, moving).old > 0 {
                self.old_bytes += bytes;
                self.old.push(address);
            } else {
                young_bytes += bytes;
                self.young.push(address);
            }
        }
        LiveBytes { live: self.old_bytes + young_bytes, old: self.old_bytes }
    }

    /// Cuts a cell short, in place: what lies behind its new end goes back to the system.
    fn cut(&mut self, space: &mut BlockSpace, address: u64, bytes: u64) {
        let info = tables::info_at(address);
        let (old_bytes, old_blocks) = (info.large_bytes(), info.link);
        let blocks = bytes.div_ceil(BLOCK_BYTES) as u32;
        (info.link, info.count) = (blocks, (bytes / PAGE_BYTES) as u32);
        self.bytes -= old_bytes - bytes;
        if OLD.get(address) {
            self.old_bytes -= old_bytes - bytes;
        }
        CARD.fill(address, address + old_bytes, false);
        region::discard(address + bytes, old_bytes - bytes);
        if old_blocks > blocks {
            space.give(tables::block_number(address) + blocks, old_blocks - blocks);
        }
    }

    fn free(&mut self, space: &mut BlockSpace, address: u64) {
        let info = *tables::info_at(address);
        generations::forget(address);
        LIVE.clear(address);
        CARD.fill(address, address + info.large_bytes(), false);
        self.bytes -= info.large_bytes();
        self.freed += 1;
        space.give_up(tables::block_number(address), info.link);
    }
}

impl Heap {
    /// A new cell that is expected to grow, at least `bytes` long and zero after the header. `None` where it is too small
    /// for that, or there is no room among those that grow.
    pub fn allocate_growing(&mut self, bytes: usize, header: u64) -> Option<Cell> {
        let bytes = if bytes < GROWING_BYTES { None } else { rounded(bytes) }?;
        let address = self.large.take_growing(&mut self.space, self.base, bytes)?;
        Some(self.new_large(address, bytes, header))
    }

    /// A new large cell of at least `bytes` that begins, behind its header, with `words` words of another, and is zero behind them. `None`
    /// where a collection is due or memory is out, and of what is not large.
    pub fn try_allocate_copy(&mut self, bytes: usize, header: u64, source: Cell, words: usize) -> Option<Cell> {
        if bytes <= LARGEST || self.stress || self.is_collection_due_before(bytes) {
            return None;
        }
        assert!(words < source.slot_words() && (1 + words) * WORD_BYTES <= bytes);
        let bytes = rounded(bytes)?;
        let begun = ((1 + words) * WORD_BYTES) as u64;
        let address = self.large.take_begun(&mut self.space, self.base, bytes, begun)?;
        // SAFETY: both cells have so many words, and the new one is known to nobody else.
        unsafe {
            let (from, to) = (source.address() as *const u64, address as *mut u64);
            std::ptr::copy_nonoverlapping(from.add(1), to.add(1), words);
        }
        Some(self.new_large(address, bytes, header))
    }

    /// Whether `grow` may do something for a cell: for one that is expected to grow, and for any other large one as long as what lies
    /// behind it is free.
    pub fn can_grow(&self, cell: Cell) -> bool {
        remember::is_large(cell)
    }

    /// Makes a cell at least `bytes` long where it stands. What is new of it is zero. Answers whether it could be done.
    pub fn grow(&mut self, cell: Cell, bytes: usize) -> bool {
        let info = *tables::info_at(cell.address());
        let (Some(bytes), true) = (rounded(bytes), self.can_grow(cell)) else { return false };
        let (old, head) = (info.large_bytes(), tables::block_number(cell.address()));
        if bytes <= old {
            return true;
        }
        let Ok(count) = u32::try_from(bytes.div_ceil(BLOCK_BYTES)) else { return false };
        if info.permanent || info.inherited || !self.space.extend(head, info.link, count) {
            return false;
        }
        self.large.lengthen(self.base, cell.address(), bytes, count);
        self.spend(bytes - old);
        true
    }

    /// Cuts a large cell short to at least `bytes`, so that whatever names it keeps no more than that alive. What is
    /// between those and its new end must be zero. Answers whether it could be done.
    pub fn cut_large(&mut self, cell: Cell, bytes: usize) -> bool {
        let info = *tables::info_at(cell.address());
        let Some(rounded) = rounded(bytes) else { return false };
        if info.usage != Use::LargeHead || info.permanent || info.inherited || rounded >= info.large_bytes() {
            return false;
        }
        // It may be about to scan what will not be there.
        self.drop_cycle();
        let is_listed = REMEMBERED.get(cell.address());
        self.large.cut(&mut self.space, cell.address(), rounded);
        if is_listed {
            remember::remember_all(&mut self.remembered, cell);
        }
        true
    }
}

/// Says that a block is part of a large cell.
fn note_tail(base: u64, block: u32, head: u32) {
    *tables::info_at(tables::block_address(base, block)) =
        BlockInfo { usage: Use::LargeTail, link: head, dirty: true, ..BlockInfo::FREE };
}

/// Zeroes what a range of bytes, counted from the start of a block, may hold of earlier cells.
fn clear_dirty_pages(address: u64, bytes: Range<u64>) {
    let mut start = bytes.start;
    while start < bytes.end {
        let end = (start / BLOCK_BYTES * BLOCK_BYTES + BLOCK_BYTES).min(bytes.end);
        if tables::info_at(address + start).dirty {
            // SAFETY: the blocks were just taken, and no one else knows of them.
            unsafe { std::ptr::write_bytes((address + start) as *mut u8, 0, (end - start) as usize) };
        }
        start = end;
    }
}
