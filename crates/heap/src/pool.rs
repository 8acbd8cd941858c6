//! Size pools: blocks of one slot size, allocation by bumping, lazy sweeping.
//!
//! Between two collections a pool walks its blocks once. A block is swept when
//! the walk reaches it: its live bits are replaced by its mark bits, nothing in
//! the block is touched. Free runs are then read off the live bits, and the
//! cursor bumps through one run at a time:
//!
//! ```text
//! live bits   1 1 0 0 0 0 1 0 1 1 ...
//! slots      |A|B|n|n| | |C| |D|E| ...
//!                 ^   ^   ^
//!         run_start   |   limit
//!                   cursor         n: allocated since; their live bits are
//!                                     set when the run is closed
//! ```

use crate::blocks::BlockSpace;
use crate::generations::{self, LiveBytes};
use crate::sizes::{self, SIZES, SlotSize};
use crate::tables::{self, BLOCK_BIT_WORDS, BLOCK_BYTES, GRANULE_SHIFT, GRANULES_PER_BLOCK, LIVE, MARK};

pub(crate) struct Pool {
    /// The next free byte of the open run, and its end; both 0 when none is open.
    pub cursor: u64,
    pub limit: u64,
    run_start: u64,
    pub size: &'static SlotSize,
    /// First byte of the block the walk stands in, 0 before the first.
    block: u64,
    /// Where in `block` to look for the next free run.
    next_granule: u32,
    /// First byte of each block of the pool, and how many of them the walk has passed.
    pub blocks: Vec<u64>,
    pub walked: usize,
    /// From which of them on the walk comes to blocks of which more than half is taken: see `open_next_run`.
    pub crowded_from: usize,
    /// First byte of each block no longer walked, see `permanent`.
    pub permanent: Vec<u64>,
    /// Blocks opened so far.
    pub opened: u64,
    pub allocated: u64,
    pub freed: u64,
}

impl Pool {
    pub fn new(class: usize) -> Pool {
        Pool {
            cursor: 0,
            limit: 0,
            run_start: 0,
            size: &SIZES[class],
            block: 0,
            next_granule: 0,
            blocks: Vec::new(),
            walked: 0,
            crowded_from: 0,
            permanent: Vec::new(),
            opened: 0,
            allocated: 0,
            freed: 0,
        }
    }

    /// Slots handed out of the open run.
    pub fn open_slots(&self) -> u64 {
        self.size.slots_in(self.cursor - self.run_start)
    }

    /// True when `start` was allocated from the run that is still open.
    pub fn in_open_run(&self, start: u64) -> bool {
        (self.run_start..self.cursor).contains(&start)
    }

    /// Ends the open run: what was allocated in it becomes live in the tables, the
    /// rest is found again by the walk. Answers the bytes of that rest.
    #[inline(always)]
    pub fn close_run(&mut self) -> u64 {
        let rest = self.limit - self.cursor;
        if rest > 0 {
            self.next_granule = ((self.cursor - self.block) >> GRANULE_SHIFT) as u32;
        }
        self.allocated += self.open_slots();
        set_slot_bits(self.run_start, self.cursor, self.size);
        (self.cursor, self.limit, self.run_start) = (0, 0, 0);
        rest
    }

    /// Opens the next free run among the blocks the pool has; answers its length. Where only `roomy` ones are wanted, none is opened in
    /// blocks of which more than half is taken, whose runs are mostly of one cell or two.
    #[inline(always)]
    pub fn open_next_run(&mut self, roomy: bool) -> Option<u64> {
        self.close_run();
        if self.open_run_in_block() { Some(self.limit - self.cursor) } else { self.open_run_further_on(roomy) }
    }

    /// The same in a block that the walk has yet to come to.
    #[inline(never)]
    fn open_run_further_on(&mut self, roomy: bool) -> Option<u64> {
        loop {
            if roomy && self.has_crowded() {
                return None;
            }
            self.walk_on()?;
            if self.open_run_in_block() {
                return Some(self.limit - self.cursor);
            }
        }
    }

    /// Opens the next free run of the block that the walk stands in, if there is one.
    #[inline(always)]
    fn open_run_in_block(&mut self) -> bool {
        if self.block == 0 {
            return false;
        }
        let Some((start, end)) = free_run(self.block, self.next_granule, self.size) else { return false };
        self.next_granule = end;
        tables::info_at(self.block).young = true;
        let start = sizes::slot_of_granule(self.block, start, self.size.quanta);
        self.open(start, sizes::slot_of_granule(self.block, end, self.size.quanta));
        true
    }

    /// Goes to the next block, and sweeps it. None: there is no more.
    #[inline(never)]
    fn walk_on(&mut self) -> Option<()> {
        self.block = *self.blocks.get(self.walked)?;
        self.walked += 1;
        self.next_granule = 0;
        self.freed += sweep(self.block) as u64;
        Some(())
    }

    /// Whether all that the walk has yet to come to are crowded, and there are some.
    pub fn has_crowded(&self) -> bool {
        (self.crowded_from..self.blocks.len()).contains(&self.walked)
    }

    /// Adds an empty block and opens it whole.
    pub fn open_block(&mut self, block: u64) -> u64 {
        self.close_run();
        self.add(block);
        let last = self.blocks.len() - 1;
        self.blocks.swap(self.walked, last);
        self.walked += 1;
        self.crowded_from = self.crowded_from.max(self.walked);
        self.block = block;
        self.next_granule = GRANULES_PER_BLOCK;
        self.open(block, block + self.size.block_bytes());
        self.size.block_bytes()
    }

    /// Takes an empty block in.
    pub fn add(&mut self, block: u64) {
        self.blocks.push(block);
        self.opened += 1;
    }

    fn open(&mut self, start: u64, end: u64) {
        (self.run_start, self.cursor, self.limit) = (start, start, end);
    }

    /// Sweeps the blocks the walk has not reached, which it will find swept.
    pub fn sweep_rest(&mut self) {
        for &block in &self.blocks[self.walked..] {
            self.freed += sweep(block) as u64;
        }
    }

    /// Every block, permanent ones included.
    pub fn all_blocks(&self) -> impl Iterator<Item = u64> {
        self.blocks.iter().chain(&self.permanent).copied()
    }

    /// Parts with all blocks. No run may be open.
    pub fn seal(&mut self) -> Vec<u64> {
        (self.walked, self.block) = (0, 0);
        std::mem::take(&mut self.blocks)
    }

    /// PointerFree the blocks there are to the parent of this process. No run may be open.
    pub fn inherit(&mut self) {
        for &block in &self.blocks {
            tables::info_at(block).inherited = true;
        }
        self.sweep_rest();
        (self.walked, self.block) = (self.blocks.len(), 0);
    }

    /// Takes the blocks there are for its own again.
    pub fn adopt(&mut self) {
        self.blocks.iter().for_each(|&block| tables::info_at(block).inherited = false);
    }

    /// Gives the blocks that may have young cells the marks a collection starts with.
    pub fn reset_marks(&self, minor: bool, hasty: bool) {
        for &block in self.blocks.iter().filter(|&&block| !minor || tables::info_at(block).young) {
            generations::reset_marks(block, minor, hasty);
        }
    }

    /// After a collection: ages the cells, hands empty blocks to `space`, and
    /// starts the walk anew. Blocks the walk passed and a minor collection found
    /// nothing young in are full; they are not walked again. Those with most room are walked
    /// first: what is allocated between two collections then finds few and long runs, in the same few blocks every time.
    ///
    /// The list is ordered in place, with `to_walk` to work in, which all pools share: what a child writes by collecting is to be little.
    pub fn collected(&mut self, minor: bool, moving: bool, space: &mut BlockSpace, to_walk: &mut Vec<(u64, u64)>) -> LiveBytes {
        let mut cells = LiveBytes::default();
        let mut full = 0;
        to_walk.clear();
        for index in 0..self.blocks.len() {
            let block = self.blocks[index];
            let info = tables::info_at(block);
            let looked_at = !minor || info.young;
            info.unswept = looked_at;
            let count = if looked_at { generations::age_block(block, moving) } else { generations::count_old(block) };
            cells.add(count);
            if count.live == 0 {
                self.freed += sweep(block) as u64;
                generations::forget(block);
                space.give_up(tables::block_number(block), 1);
            } else if info.inherited {
                self.freed += sweep(block) as u64; // the walk won't come by
                self.blocks[full] = block;
                full += 1;
            } else if !looked_at && index < self.walked {
                self.blocks[full] = block;
                full += 1;
            } else {
                to_walk.push((count.live, block));
            }
        }
        (self.walked, self.block) = (full, 0);
        to_walk.sort_unstable();
        let half = self.size.slots as u64 / 2;
        self.crowded_from = self.walked + to_walk.partition_point(|(live, _)| *live <= half);
        self.blocks.truncate(full);
        self.blocks.extend(to_walk.iter().map(|(_, block)| block));
        cells.scaled(self.size.bytes)
    }
}

/// Replaces the live bits of a block by its mark bits, unless that was done since
/// the last collection; answers how many cells were found dead.
pub(crate) fn sweep(block: u64) -> u32 {
    let info = tables::info_at(block);
    if !std::mem::replace(&mut info.unswept, false) {
        return 0;
    }
    let mut dead = 0;
    let marks = MARK.block_words(block);
    for (live, &mark) in LIVE.block_words(block).iter_mut().zip(marks.iter()) {
        dead += (*live & !mark).count_ones();
        generations::replace(live, *live & mark);
    }
    dead
}

/// The first run of free slots from granule `from` on, as granules.
#[inline(always)]
pub(crate) fn free_run(block: u64, from: u32, size: &SlotSize) -> Option<(u32, u32)> {
    let live = LIVE.block_words(block);
    let start = first_bit(from, |word| !live[word] & size.starts[word])?;
    let end = first_bit(start, |word| live[word]).unwrap_or(size.end_granule());
    Some((start, end))
}

/// The first set bit at or after `from` in a row of table words.
#[inline(always)]
fn first_bit(from: u32, word_at: impl Fn(usize) -> u64) -> Option<u32> {
    let mut index = from as usize / 64;
    if index >= BLOCK_BIT_WORDS {
        return None;
    }
    let mut word = word_at(index) & (!0 << (from % 64));
    while word == 0 {
        index += 1;
        if index == BLOCK_BIT_WORDS {
            return None;
        }
        word = word_at(index);
    }
    Some(index as u32 * 64 + word.trailing_zeros())
}

/// Sets the live bit of each slot in `start .. end`, a range within one block.
#[inline(always)]
fn set_slot_bits(start: u64, end: u64, size: &SlotSize) {
    if start == end {
        return;
    }
    let granule = |address: u64| (address & (BLOCK_BYTES - 1)) as usize >> GRANULE_SHIFT;
    let (first, last) = (granule(start), granule(end - size.bytes));
    let (from, until) = (!0 << (first % 64), !0 >> (63 - last % 64));
    let (first, last) = (first / 64, last / 64);
    let live = LIVE.block_words(start & !(BLOCK_BYTES - 1));
    if first == last {
        // Most runs are short.
        live[first] |= size.starts[first] & from & until;
        return;
    }
    live[first] |= size.starts[first] & from;
    (first + 1..last).for_each(|word| live[word] |= size.starts[word]);
    live[last] |= size.starts[last] & until;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::Region;
    use crate::sizes::POOLS;
    use proptest::prelude::*;

    /// The free runs of a block, slot by slot.
    fn plain_free_runs(live: &[bool]) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for slot in (0..live.len()).filter(|&slot| !live[slot]) {
            match runs.last_mut() {
                Some(run) if run.1 == slot => run.1 += 1,
                _ => runs.push((slot, slot + 1)),
            }
        }
        runs
    }

    proptest! {
        #[test]
        fn free_runs_are_the_gaps_between_live_slots(class in 0..POOLS, spans in prop::collection::vec((0u64..2048, 0u64..200), 0..20)) {
            let region = Region::reserve(1 << 20).expect("address space");
            let block = region.base + tables::BLOCKS_OFFSET;
            let size = &SIZES[class];
            let slots = size.slots as u64;
            let mut live = vec![false; slots as usize];
            for (start, length) in spans {
                let (start, end) = (start % slots, (start % slots + length).min(slots));
                set_slot_bits(block + start * size.bytes, block + end * size.bytes, size);
                live[start as usize..end as usize].fill(true);
            }
            let (mut found, mut from) = (Vec::new(), 0);
            while let Some((start, end)) = free_run(block, from, size) {
                let slot = |granule| ((sizes::slot_of_granule(block, granule, size.quanta) - block) / size.bytes) as usize;
                found.push((slot(start), slot(end)));
                from = end;
            }
            prop_assert_eq!(found, plain_free_runs(&live));
        }
    }
}
