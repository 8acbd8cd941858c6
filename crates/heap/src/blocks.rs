//! The block space: which blocks of the region are in use, and finding free ones.
//!
//! Free blocks are kept as runs, coalesced, in address order; a request takes the
//! first run that is long enough, so the heap stays low in the region and its
//! far end stays untouched. A freed run keeps its pages until `release` hands
//! them back, since most of them are wanted again at once.
//!
//! ```text
//! first                                         frontier            limit
//! v                                             v                   v
//! | slots | free run ...... | large head, tails | never used yet ...|
//! ```
//!
//! There are two such zones. The second is for what may never be written whole, as a string made with room for
//! what is to come: huge pages, which the first gets once it is large, would make all of it resident at the first byte.
//! Between them is the zone of cells that grow in place (`growing`).

use std::collections::BTreeMap;

use crate::growing::GrowingZone;
use crate::region;
use crate::sizes::{self, SlotSize};
use crate::tables::{self, BLOCK_BYTES, BLOCK_SHIFT, BLOCKS_OF_A_TABLE_PAGE, BlockInfo, Use};

/// A part of the region with a frontier of its own.
struct Zone {
    first: u32,
    frontier: u32,
    limit: u32,
    /// Start and length of each free run below the frontier.
    free_runs: BTreeMap<u32, u32>,
    /// Free runs among blocks that were sealed, used when there is nothing else.
    retired: BTreeMap<u32, u32>,
}

pub(crate) struct BlockSpace {
    base: u64,
    /// The zone that is used from end to end, and may be backed by huge pages.
    dense: Zone,
    growing: GrowingZone,
    /// The zone that may never be written whole, and so has small pages.
    sparse: Zone,
    used: u32,
    /// Blocks taken back so far.
    pub freed: u64,
    max_blocks: u32,
}

/// The share of the region that is the sparse zone, and that of the zone of growing cells.
const SPARSE_SHARE: u64 = 4;

/// How many bytes of a region may be backed by huge pages: those of the dense zone. Cells that grow gain nothing by them, and one of two
/// megabytes takes up to twice as much memory.
pub(crate) fn huge_bytes(region_bytes: u64) -> u64 {
    region_bytes - 2 * share(region_bytes)
}

fn share(region_bytes: u64) -> u64 {
    (region_bytes >> BLOCK_SHIFT) / SPARSE_SHARE << BLOCK_SHIFT
}

impl Zone {
    fn new(first: u32, limit: u32) -> Zone {
        Zone { first, frontier: first, limit, free_runs: BTreeMap::new(), retired: BTreeMap::new() }
    }

    fn take(&mut self, count: u32) -> Option<u32> {
        self.take_free(count).or_else(|| self.take_fresh(count)).or_else(|| self.take_retired(count))
    }

    fn has_run(&self, count: u32) -> bool {
        let mut free = self.free_runs.values().chain(self.retired.values());
        count <= self.limit - self.frontier || free.any(|&length| length >= count)
    }

    fn take_free(&mut self, count: u32) -> Option<u32> {
        let (start, length) = self.free_runs.iter().find(|&(_, &length)| length >= count).map(|(&s, &l)| (s, l))?;
        self.free_runs.remove(&start);
        if length > count {
            self.free_runs.insert(start + count, length - count);
        }
        Some(start)
    }

    fn take_fresh(&mut self, count: u32) -> Option<u32> {
        if count > self.limit - self.frontier {
            return None;
        }
        let start = self.frontier;
        self.frontier += count;
        Some(start)
    }

    /// Takes the `count` blocks from `start` on, if they are free and not retired.
    fn take_at(&mut self, start: u32, count: u32) -> bool {
        let free = self.free_runs.get(&start).copied().unwrap_or(0);
        let fresh = count.saturating_sub(free);
        if fresh > 0 && (start + free != self.frontier || fresh > self.limit - self.frontier) {
            return false;
        }
        self.free_runs.remove(&start);
        self.frontier += fresh;
        if free > count {
            self.free_runs.insert(start + count, free - count);
        }
        true
    }

    fn take_retired(&mut self, count: u32) -> Option<u32> {
        self.take_over();
        self.take_free(count)
    }

    fn take_over(&mut self) {
        self.free_runs.append(&mut self.retired);
    }

    fn retire(&mut self) {
        self.retired.append(&mut self.free_runs);
        let next = self.frontier.next_multiple_of(BLOCKS_OF_A_TABLE_PAGE).min(self.limit);
        if next > self.frontier && self.frontier > self.first {
            self.retired.insert(self.frontier, next - self.frontier);
            self.frontier = next;
        }
    }

    /// Adds a free run, joined with its neighbours.
    fn give(&mut self, mut start: u32, mut count: u32) {
        if let Some((&before, &length)) = self.free_runs.range(..start).next_back()
            && before + length == start
        {
            self.free_runs.remove(&before);
            (start, count) = (before, length + count);
        }
        if let Some(length) = self.free_runs.remove(&(start + count)) {
            count += length;
        }
        self.free_runs.insert(start, count);
    }
}

impl BlockSpace {
    pub fn new(region: &region::Region, max_bytes: Option<u64>) -> BlockSpace {
        let start = region.base + tables::BLOCKS_OFFSET;
        let first = tables::block_number(start);
        let count = (region.bytes >> BLOCK_SHIFT) as u32;
        let growing = first + (huge_bytes(region.bytes) >> BLOCK_SHIFT) as u32;
        let sparse = growing + (share(region.bytes) >> BLOCK_SHIFT) as u32;
        BlockSpace {
            base: region.base,
            dense: Zone::new(first, growing),
            growing: GrowingZone::new(growing, sparse, (region::HUGE_PAGE_BYTES >> BLOCK_SHIFT) as u32),
            sparse: Zone::new(sparse, first + count),
            used: 0,
            freed: 0,
            max_blocks: max_bytes.map_or(count, |bytes| (bytes >> BLOCK_SHIFT).min(count as u64) as u32),
        }
    }

    /// Sets the most bytes that may be in use at a time.
    pub fn set_limit(&mut self, bytes: u64) {
        self.max_blocks = (bytes >> BLOCK_SHIFT).min((self.sparse.limit - self.dense.first) as u64) as u32;
    }

    /// The bytes that could ever be in use at a time.
    pub fn capacity(&self) -> u64 {
        ((self.sparse.limit - self.dense.first) as u64) << BLOCK_SHIFT
    }

    /// Whether `count` neighbouring blocks could be taken now.
    pub fn has_run(&self, count: u32) -> bool {
        count <= self.room() && (self.dense.has_run(count) || self.sparse.has_run(count) || self.growing.has_run(count))
    }

    /// The blocks that may yet be taken.
    fn room(&self) -> u32 {
        self.max_blocks.saturating_sub(self.used)
    }

    pub fn used_bytes(&self) -> u64 {
        (self.used as u64) << BLOCK_SHIFT
    }

    pub fn free_bytes(&self) -> u64 {
        let of = |zone: &Zone| zone.free_runs.values().chain(zone.retired.values()).map(|&length| (length as u64) << BLOCK_SHIFT).sum::<u64>();
        of(&self.dense) + of(&self.sparse)
    }

    /// True when `word` lies in a block that was ever used.
    #[inline(always)]
    pub fn contains(&self, word: u64) -> bool {
        let block = tables::block_number(word);
        tables::in_span(self.base, word)
            && ((self.dense.first..self.dense.frontier).contains(&block)
                || (self.dense.limit..self.sparse.frontier).contains(&block))
    }

    /// Takes `count` neighbouring blocks; their rows are the caller's to fill.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        self.take_from(count, false)
    }

    /// As `take`, for what may never be written whole.
    pub fn take_sparse(&mut self, count: u32) -> Option<u32> {
        self.take_from(count, true)
    }

    fn take_from(&mut self, count: u32, sparse: bool) -> Option<u32> {
        if count > self.room() {
            return None;
        }
        let start = if sparse {
            self.sparse.take(count).or_else(|| self.take_dense_as_sparse(count))
        } else {
            self.dense.take(count).or_else(|| self.sparse.take(count))
        };
        let start = start.or_else(|| self.growing.take(count))?;
        self.used += count;
        Some(start)
    }

    /// Takes neighbouring blocks for what is expected to grow, all of which read as zero.
    pub fn take_growing(&mut self, count: u32) -> Option<u32> {
        let start = if count > self.room() { None } else { self.growing.take(count) }?;
        self.used += count;
        Some(start)
    }

    /// Makes a run that begins at `start` longer, from `old` to `count` blocks, if there is room behind it.
    pub fn extend(&mut self, start: u32, old: u32, count: u32) -> bool {
        let more = count - old;
        if more > self.room() {
            return false;
        }
        let extended = if self.growing.contains(start) {
            self.growing.extend(start, count)
        } else {
            more == 0 || self.zone_of(start).take_at(start + old, more)
        };
        if extended {
            self.used += more;
        }
        extended
    }

    /// Takes neighbouring blocks of the dense zone, and has small pages there from now on.
    fn take_dense_as_sparse(&mut self, count: u32) -> Option<u32> {
        let start = self.dense.take(count)?;
        region::prefer_small_pages(tables::block_address(self.base, start), (count as u64) << BLOCK_SHIFT);
        Some(start)
    }

    fn zone_of(&mut self, block: u32) -> &mut Zone {
        if block < self.sparse.first { &mut self.dense } else { &mut self.sparse }
    }

    /// PointerFree the free runs there are alone from now on, and lets the next blocks begin
    /// where their rows in the side tables begin a page of each.
    pub fn retire(&mut self) {
        self.dense.retire();
        self.sparse.retire();
    }

    /// Takes a block for slots of a size.
    pub fn take_slots(&mut self, size: &SlotSize) -> Option<u64> {
        let block = tables::block_address(self.base, self.take(1)?);
        *tables::info_at(block) = BlockInfo {
            usage: Use::Slots,
            slot_quanta: size.quanta,
            young: true,
            dirty: true,
            ..BlockInfo::FREE
        };
        Some(block)
    }

    /// Takes back blocks as `give`, or leaves them alone where the parent of this process has them too: giving
    /// back what is shared frees nothing.
    pub fn give_up(&mut self, start: u32, count: u32) {
        let inherited = tables::info_at(tables::block_address(self.base, start)).inherited;
        if !inherited || self.growing.contains(start) {
            return self.give(start, count);
        }
        for block in start..start + count {
            *tables::info_at(tables::block_address(self.base, block)) = BlockInfo { dirty: true, ..BlockInfo::FREE };
        }
        self.used -= count;
        self.freed += count as u64;
        self.zone_of(start).retired.insert(start, count);
    }

    /// Uses what was retired as any other free run.
    pub fn take_over(&mut self) {
        self.dense.take_over();
        self.sparse.take_over();
    }

    /// Takes back `count` blocks from `start` on, whose pages may be dirty.
    pub fn give(&mut self, start: u32, count: u32) {
        for block in start..start + count {
            let info = tables::info_at(tables::block_address(self.base, block));
            *info = BlockInfo { dirty: true, ..BlockInfo::FREE };
        }
        self.used -= count;
        self.freed += count as u64;
        if self.growing.contains(start) {
            self.discard(start, count);
            return self.growing.give(start);
        }
        self.zone_of(start).give(start, count);
    }

    /// Hands dirty pages of free runs back to the system, keeping `keep` dirty
    /// blocks, the lowest, for the allocations to come.
    pub fn release(&mut self, keep: u32) {
        let mut kept = 0;
        for (&start, &length) in self.dense.free_runs.iter().chain(&self.sparse.free_runs) {
            let (mut block, end) = (start, start + length);
            while block < end && kept < keep {
                kept += self.is_dirty(block) as u32;
                block += 1;
            }
            // A block no one wrote to is in memory all the same if it lies in a huge page with another.
            if (block..end).any(|block| self.is_dirty(block)) {
                self.discard(block, end - block);
            } else {
                region::discard(tables::block_address(self.base, block), (end - block) as u64 * BLOCK_BYTES);
            }
        }
        self.discard_frontier();
    }

    /// Hands back what was never used of the huge page at the frontier.
    fn discard_frontier(&self) {
        let frontier = tables::block_address(self.base, self.dense.frontier);
        let limit = tables::block_address(self.base, self.dense.limit);
        region::discard(frontier, frontier.next_multiple_of(region::HUGE_PAGE_BYTES).min(limit) - frontier);
    }

    /// Where whole huge pages could stand in what was used of the dense zone.
    pub fn huge_range(&self) -> std::ops::Range<u64> {
        let at = |block: u32| tables::block_address(self.base, block);
        let start = at(self.dense.first).next_multiple_of(region::HUGE_PAGE_BYTES);
        start..(at(self.dense.frontier) / region::HUGE_PAGE_BYTES * region::HUGE_PAGE_BYTES).max(start)
    }

    fn is_dirty(&self, block: u32) -> bool {
        tables::info_at(tables::block_address(self.base, block)).dirty
    }

    fn discard(&self, start: u32, count: u32) {
        let address = tables::block_address(self.base, start);
        if count > 0 && region::discard(address, count as u64 * BLOCK_BYTES) {
            tables::discard_rows(self.base, start, count);
            for block in start..start + count {
                tables::info_at(tables::block_address(self.base, block)).dirty = false;
            }
        }
    }
}

/// The cell a word falls in, whatever the word is. Live bits must be exact: no
/// cursor open, no block unswept, or the caller knows the difference.
#[inline]
pub(crate) fn cell_start(space: &BlockSpace, word: u64) -> Option<u64> {
    if !space.contains(word) {
        return None;
    }
    let info = tables::info_at(word);
    match info.usage {
        Use::Slots => Some(sizes::slot_start(word, info.slot_quanta)),
        Use::LargeHead => Some(word & !(BLOCK_BYTES - 1)),
        Use::LargeTail => Some(tables::block_address(space.base, info.link)),
        Use::Free => None,
    }
    .filter(|&start| word - start < tables::slot_bytes_at(start) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::Region;
    use proptest::prelude::*;

    const BLOCKS: u32 = 256;

    proptest! {
        /// Runs never overlap, used blocks are counted, and once all is given back
        /// the whole of what was used is one run again.
        #[test]
        fn blocks_are_handed_out_once(steps in prop::collection::vec((0u8..3, 1u32..40, any::<usize>()), 1..100), keep in 0u32..64) {
            let region = Region::reserve(BLOCKS as u64 * BLOCK_BYTES).expect("address space");
            let mut space = BlockSpace::new(&region, None);
            let mut taken: Vec<(u32, u32)> = Vec::new();
            for (step, count, which) in steps {
                if step == 0 && !taken.is_empty() {
                    let place = which % taken.len();
                    let (start, old) = taken[place];
                    if space.extend(start, old, old + count) {
                        let end = start + old + count;
                        prop_assert!(taken.iter().all(|&(other, length)| other == start || end <= other || other + length <= start));
                        taken[place].1 = old + count;
                    }
                } else if step == 1 || taken.is_empty() {
                    if let Some(start) = if which % 3 == 0 { space.take_sparse(count) } else { space.take(count) } {
                        prop_assert!(taken.iter().all(|&(other, length)| start + count <= other || other + length <= start));
                        taken.push((start, count));
                    }
                } else {
                    let (start, count) = taken.swap_remove(which % taken.len());
                    space.give(start, count);
                    space.release(keep);
                }
                let used: u32 = taken.iter().map(|run| run.1).sum();
                prop_assert_eq!(space.used_bytes(), used as u64 * BLOCK_BYTES);
            }
            taken.drain(..).for_each(|(start, count)| space.give(start, count));
            prop_assert!(space.dense.free_runs.len() <= 1 && space.sparse.free_runs.len() <= 1);
        }
    }

    #[test]
    fn released_pages_read_as_zero() {
        let region = Region::reserve(BLOCKS as u64 * BLOCK_BYTES).expect("address space");
        let mut space = BlockSpace::new(&region, None);
        let start = space.take(2).expect("blocks");
        let byte = tables::block_address(region.base, start) as *mut u8;
        // SAFETY: the block is this test's.
        unsafe { *byte = 7 };
        space.give(start, 2);
        space.release(0);
        // SAFETY: the region is mapped whatever its blocks are used for.
        assert_eq!(unsafe { *byte }, 0);
        assert!(!tables::info_at(byte as u64).dirty);
    }
}
