//! A collection, from the roots to the next allowance.

use std::time::Instant;

use crate::cell::Cell;
use crate::heap::Heap;
use crate::mark::Marker;
use crate::pool::Pool;
use crate::roots::{Liveness, Roots};
use crate::tables::{self, LIVE, MARK};

/// How much a collection looks at.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum CollectionKind {
    /// Cells allocated since the last collections.
    Minor,
    /// Every cell.
    Major,
    /// Every cell; then unpinned cells are moved together.
    Compact,
}

impl Heap {
    /// Finds what `roots` reach and frees the rest.
    pub fn collect(&mut self, kind: CollectionKind, roots: &mut dyn Roots) {
        let start = Instant::now();
        self.finish_sweep();
        let (first, count) = self.space.extent();
        MARK.clear_blocks(first, count);
        let live_bytes = self.trace(roots);
        self.finalize_dead(roots);
        roots.after_mark(&Liveness { base: self.base });
        self.large.sweep(&mut self.space);
        self.release_empty_blocks();
        self.pools.iter_mut().for_each(Pool::restart_walk);
        self.growth.collected(live_bytes);
        self.space.release(self.growth.blocks_to_keep());
        self.count(kind, start);
    }

    /// Hands the pages of every free block back to the system.
    pub fn release_free_memory(&mut self) {
        self.space.release(0);
    }

    /// The kind of collection that a failed `try_allocate` calls for.
    pub fn due(&self) -> CollectionKind {
        CollectionKind::Major
    }

    fn trace(&mut self, roots: &mut dyn Roots) -> u64 {
        let mut marker = Marker {
            base: self.base,
            space: &self.space,
            layouts: self.layouts,
            stack: &mut self.mark_stack,
            marked_bytes: 0,
            marked_cells: 0,
        };
        roots.visit(&mut marker);
        marker.drain();
        let (bytes, cells) = (marker.marked_bytes, marker.marked_cells);
        self.counts.live_bytes_after_collection = bytes;
        self.counts.live_cells_after_collection = cells;
        bytes
    }

    fn finalize_dead(&mut self, roots: &mut dyn Roots) {
        let is_live = |cell: &Cell| MARK.get(cell.address());
        let (live, dead): (Vec<Cell>, Vec<Cell>) = self.finalizable.iter().partition(|cell| is_live(cell));
        self.finalizable = live;
        dead.into_iter().for_each(|cell| roots.finalize(cell));
    }

    /// Takes blocks without a marked cell out of their pools, for any use.
    fn release_empty_blocks(&mut self) {
        for pool in &mut self.pools {
            let (space, freed) = (&mut self.space, &mut pool.freed);
            pool.blocks.retain(|&block| {
                let keep = MARK.block_words(block).iter().any(|&word| word != 0);
                if !keep {
                    let live = LIVE.block_words(block);
                    *freed += live.iter().map(|word| word.count_ones() as u64).sum::<u64>();
                    live.fill(0);
                    space.give(tables::block_number(block), 1);
                }
                keep
            });
        }
    }

    fn count(&mut self, kind: CollectionKind, start: Instant) {
        let nanoseconds = start.elapsed().as_nanos() as u64;
        let counts = &mut self.counts;
        match kind {
            CollectionKind::Minor => counts.minor_collections += 1,
            CollectionKind::Major | CollectionKind::Compact => counts.major_collections += 1,
        }
        counts.collection_nanoseconds += nanoseconds;
        counts.longest_pause_nanoseconds = counts.longest_pause_nanoseconds.max(nanoseconds);
    }
}
