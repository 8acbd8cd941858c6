//! A collection, from the roots to the next allowance.

use std::time::Instant;

use crate::cell::Cell;
use crate::generations::LiveBytes;
use crate::heap::Heap;
use crate::mark::Marker;
use crate::roots::{Liveness, Roots};
use crate::tables::MARK;

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
        let minor = kind == CollectionKind::Minor;
        self.finish_sweep();
        self.reset_marks(minor);
        self.trace(minor, roots);
        self.finalize_dead(roots);
        roots.after_mark(&Liveness { base: self.base });
        let live = self.age_and_release(minor);
        self.growth.collected(minor, live);
        if !minor {
            self.space.release(self.growth.blocks_to_keep());
        }
        self.count(kind, live, start);
        if self.verify_collections
            && let Err(complaint) = self.verify(roots)
        {
            panic!("after a {kind:?} collection: {complaint}");
        }
    }

    /// Hands the pages of every free block back to the system.
    pub fn release_free_memory(&mut self) {
        self.space.release(0);
    }

    /// The kind of collection that a failed `try_allocate` calls for.
    pub fn due(&self) -> CollectionKind {
        if self.growth.major_due() { CollectionKind::Major } else { CollectionKind::Minor }
    }

    fn reset_marks(&mut self, minor: bool) {
        if !minor {
            self.forget_remembered();
        }
        self.pools.iter().for_each(|pool| pool.reset_marks(minor));
        self.large.reset_marks(minor);
    }

    fn trace(&mut self, minor: bool, roots: &mut dyn Roots) {
        let mut marker = Marker {
            base: self.base,
            space: &self.space,
            layouts: self.layouts,
            stack: &mut self.mark_stack,
            remembered: &mut self.remembered,
        };
        if minor {
            marker.scan_remembered();
        }
        roots.visit(&mut marker);
        marker.drain();
    }

    fn age_and_release(&mut self, minor: bool) -> LiveBytes {
        let mut live = self.large.sweep(&mut self.space);
        for pool in &mut self.pools {
            live.add(pool.collected(minor, &mut self.space));
        }
        live
    }

    fn finalize_dead(&mut self, roots: &mut dyn Roots) {
        let is_live = |cell: &Cell| MARK.get(cell.address());
        let (live, dead): (Vec<Cell>, Vec<Cell>) = self.finalizable.iter().partition(|cell| is_live(cell));
        self.finalizable = live;
        dead.into_iter().for_each(|cell| roots.finalize(cell));
    }

    fn count(&mut self, kind: CollectionKind, live: LiveBytes, start: Instant) {
        let nanoseconds = start.elapsed().as_nanos() as u64;
        let counts = &mut self.counts;
        (counts.live_bytes_after_collection, counts.old_bytes) = (live.live, live.old);
        match kind {
            CollectionKind::Minor => counts.minor_collections += 1,
            CollectionKind::Major | CollectionKind::Compact => counts.major_collections += 1,
        }
        counts.collection_nanoseconds += nanoseconds;
        counts.longest_pause_nanoseconds = counts.longest_pause_nanoseconds.max(nanoseconds);
    }
}
