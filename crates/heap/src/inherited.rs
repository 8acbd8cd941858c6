//! Processes that share a heap: what is done before a fork, in the child, and when the parent is gone.
//!
//! A child shares its parent's pages until one of the two writes to them. What a program built before it forked
//! is mostly kept; so before the fork everything is made old, in the parent, once for all children:
//!
//! ```text
//!   parent   collect, then MARK = AGED = OLD = LIVE       fork        goes on as ever
//!   child                                                 |--- inherited: nothing is allocated in these blocks
//!                                                              major: traces the old into REACHED, which the
//!                                                              parent has no pages of; MARK := OLD & REACHED
//! ```
//!
//! A full collection in the child then finds most marks as they are and leaves them alone. REACHED is handed back
//! to the system, so that it costs the child nothing when the collection is over.

use crate::collect::CollectionKind;
use crate::generations;
use crate::heap::Heap;
use crate::permanent;
use crate::pool::Pool;
use crate::region;
use crate::roots::Roots;
use crate::tables::{self, BLOCKS_OF_A_TABLE_PAGE};

/// Young cells are made old before a fork if they may be more than this part of the heap.
const YOUNG_SHARE: u64 = 64;
/// Less than this is left as it is.
const LITTLE: u64 = 1 << 18;
/// So many bytes of blocks of a child's own are worth moving cells together, where they are so many times what was last found to live.
const MUCH: u64 = 1 << 19;
const SPARSE: u64 = 2;

impl Heap {
    /// The collection to make before a fork, if enough is young that it should be made old.
    pub fn due_before_fork(&mut self) -> Option<CollectionKind> {
        self.finish_sweep();
        let (young, used) = (self.young_bytes(), self.space.used_bytes());
        if young < LITTLE.max(used / YOUNG_SHARE) {
            return None;
        }
        // Everything is looked at if much of it never was.
        Some(if young > used / 2 || self.growth.major_due() { CollectionKind::Major } else { CollectionKind::Minor })
    }

    /// The bytes of the blocks that may have young cells.
    fn young_bytes(&self) -> u64 {
        let blocks = self.pools.iter().flat_map(|pool| &pool.blocks).filter(|&&block| tables::info_at(block).young).count() as u64;
        blocks * tables::BLOCK_BYTES + self.large.young_bytes()
    }

    /// Makes every live cell old, as if it had survived two collections. A safepoint.
    pub fn make_old(&mut self) {
        self.tally = None;
        self.finish_sweep();
        // What is old from now on may have been written without a barrier.
        self.period += 2;
        self.drop_cycle();
        self.pools.iter().flat_map(|pool| &pool.blocks).for_each(|&block| generations::make_old(block));
        self.large.make_old();
        self.forget_remembered(|cell| !permanent::is_permanent(cell));
        self.finalizers.age();
    }

    /// After a fork, in the child: what the parent allocated is shared with it and is left alone where that
    /// can be. New cells go to new blocks, of which few are wanted at first.
    pub fn forked(&mut self) {
        self.close_runs();
        self.pools.iter_mut().for_each(Pool::inherit);
        self.large.set_inherited(true);
        self.space.retire();
        self.growth.start_small();
        self.shares_pages = true;
        self.own_bytes_when_moved = 0;
        region::prefer_huge_pages(&self.region, 0, false);
    }

    /// Before a fork: from now on pages stay as they are, until what is shared is this process's own again.
    pub fn leave_pages_apart(&mut self) {
        self.huge_pages.stay_apart = true;
    }

    /// The parent of this process is gone or going: what was shared with it is its own.
    pub fn adopt(&mut self) {
        self.pools.iter_mut().for_each(Pool::adopt);
        self.large.set_inherited(false);
        self.space.take_over();
        self.space.release(0);
        self.shares_pages = false;
        self.huge_pages.stay_apart = false;
    }

    /// Where a major collection is to leave the marks of the old alone: traces them first, on the side.
    pub(crate) fn trace_old_aside(&mut self, roots: &mut dyn Roots) {
        self.drop_cycle();
        self.start_cycle(roots);
    }

    /// Whether this process shares pages with its parent, and what it has of its own is in blocks that are mostly empty: they cost as much as
    /// full ones, in each of the parent's children. Where nobody asked for a collection, not for less than `MUCH` more than moving cells
    /// together left the last time.
    pub fn is_sparse_worker(&self, asked_for: bool) -> bool {
        let bytes = self.own_bytes();
        let is_much = asked_for || bytes > self.own_bytes_when_moved + MUCH;
        self.shares_pages && is_much && bytes / SPARSE > self.growth.live_bytes()
    }

    /// Whether this process is a fork that leaves its parent's pages alone where it can.
    pub fn shares_pages(&self) -> bool {
        self.shares_pages
    }

    /// Gives back the pages without a cell in blocks that the parent doesn't have.
    pub(crate) fn discard_own_empty_pages(&self) {
        for pool in &self.pools {
            let own = pool.blocks.iter().filter(|&&block| !tables::info_at(block).inherited);
            own.for_each(|&block| permanent::discard_empty_pages(block, pool.size.bytes));
        }
    }

    /// The bytes of the blocks with slots that the parent doesn't have.
    pub(crate) fn own_bytes(&self) -> u64 {
        let own = |pool: &Pool| pool.blocks.iter().filter(|&&block| !tables::info_at(block).inherited).count() as u64;
        self.pools.iter().map(own).sum::<u64>() * tables::BLOCK_BYTES
    }

    /// Gives back the pages of REACHED that say nothing about permanent blocks.
    pub(crate) fn hand_back_reached(&self) {
        let blocks = self.pools.iter().flat_map(|pool| &pool.blocks).copied().chain(self.large.cells());
        let mut pages: Vec<u32> = blocks.map(|block| tables::block_number(block) / BLOCKS_OF_A_TABLE_PAGE).collect();
        pages.sort_unstable();
        pages.dedup();
        for first in pages.into_iter().map(|page| page * BLOCKS_OF_A_TABLE_PAGE) {
            let mut about = first..first + BLOCKS_OF_A_TABLE_PAGE;
            if !about.any(|block| tables::info_at(tables::block_address(self.base, block)).permanent) {
                tables::discard_reached(tables::block_address(self.base, first));
            }
        }
    }
}
