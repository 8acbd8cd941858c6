//! A collection, from the roots to the next allowance.

use std::time::Instant;

use crate::generations::LiveBytes;
use crate::forwarding::Forwarding;
use crate::heap::Heap;
use crate::pointer_free::PointerFree;
use crate::mark::Marker;
use crate::pause::Pause;
use crate::permanent;
use crate::region;
use crate::roots::{Liveness, Roots};
use crate::shapes::Shapes;
use crate::statistics::Statistics;
use crate::tables::BLOCK_SHIFT;

/// Entries of the mark stack kept from one collection to the next, 512 KiB.
const KEPT_MARK_STACK: usize = 1 << 16;
/// Where not every collection is verified, a large heap is so less often: the checks then cost about as
/// much as minor collections do, whatever lives.
const VERIFIED_BYTES_A_COLLECTION: u64 = 16 << 10;

/// One of so many blocks may be new after a major collection, and one block after each minor one as long as there are no more, so that
/// what is allocated and soon dies finds long runs: they stay almost empty, and serve again and again.
const FRESH_SHARE: u64 = 32;

/// How much a collection looks at.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum CollectionKind {
    /// Cells allocated since the last collections.
    Minor,
    /// Every cell.
    Major,
    /// Every cell, of which the old were traced before in steps: the end of an
    /// incremental collection. The same as `Major` when none is under way.
    MajorEnd,
    /// Every cell; then unpinned cells are moved together.
    Compact,
}

impl Heap {
    /// Finds what `roots` reach and frees the rest.
    pub fn collect(&mut self, mut kind: CollectionKind, roots: &mut dyn Roots) {
        let pause = Pause::start();
        if kind == CollectionKind::Major && self.shares_pages {
            self.trace_old_aside(roots);
            kind = CollectionKind::MajorEnd;
        }
        let minor = kind == CollectionKind::Minor;
        self.period += 2;
        self.timed(|counts| &mut counts.sweeping_nanoseconds, Heap::finish_sweep);
        self.timed(|counts| &mut counts.marking_nanoseconds, |heap| {
            heap.reset_marks(kind);
            heap.trace(kind, roots);
        });
        self.finalizers.take_dead(minor).into_iter().for_each(|cell| roots.finalize(cell));
        let (slots, large) = self.timed(|counts| &mut counts.sweeping_nanoseconds, |heap| heap.age_and_release(kind));
        let mut live = slots;
        live.add(large);
        if kind == CollectionKind::Compact {
            self.move_together(roots);
            self.own_bytes_when_moved = self.own_bytes();
            if self.shares_pages {
                self.discard_own_empty_pages();
            }
        } else {
            roots.after_mark(&Liveness { base: self.base, forwarding: None, minor });
        }
        self.finalizers.age();
        self.growth.collected(minor, slots, large, pause.start);
        if kind == CollectionKind::Compact {
            self.room_when_moved = self.room_among_cells();
        }
        if !minor {
            // Who has cells moved together wants the room for others.
            let keep = if kind == CollectionKind::Compact && !self.move_everything { 0 } else { self.growth.blocks_to_keep(self.shares_pages) };
            self.space.release(keep);
            if self.apart.is_none() {
                self.huge_pages.put_some_together(self.space.huge_range(), region::put_together);
            }
        }
        let most = (self.space.used_bytes() >> BLOCK_SHIFT) / FRESH_SHARE;
        self.fresh_blocks = if minor { (self.fresh_blocks + 1).min(most) } else { most };
        if minor && self.incremental && !self.cycle.active && self.growth.major_due() {
            self.start_cycle(roots);
        }
        self.count(kind, live, pause);
        self.verify_if_due(kind, live.live, roots);
    }

    /// Moves cells together or to larger slots, and follows them wherever they are named.
    fn move_together(&mut self, roots: &mut dyn Roots) {
        self.finish_sweep();
        let mut forwarding = Forwarding::new(self.base);
        let extended = self.extend_cells(&mut forwarding, roots);
        self.move_cells(&mut forwarding);
        self.add_extended_blocks(&extended);
        self.update_references(&forwarding, roots);
        roots.after_mark(&Liveness { base: self.base, forwarding: Some(&forwarding), minor: false });
        // The owner asks for what shapes stand for, which may have moved.
        self.fill_extended(extended, roots);
        self.end_move(forwarding);
    }

    /// Does a part of a collection and adds the time it took to one of the counts.
    fn timed<R>(&mut self, count: fn(&mut Statistics) -> &mut u64, part: impl FnOnce(&mut Heap) -> R) -> R {
        let start = Instant::now();
        let answer = part(self);
        *count(&mut self.counts) += start.elapsed().as_nanos() as u64;
        answer
    }

    fn verify_if_due(&mut self, kind: CollectionKind, live_bytes: u64, roots: &mut dyn Roots) {
        if self.verify_every == 0 {
            return;
        }
        self.until_verified -= 1;
        if self.until_verified == 0 {
            self.until_verified = match self.verify_every {
                1 => 1,
                every => every.max((live_bytes / VERIFIED_BYTES_A_COLLECTION) as u32),
            };
            if let Err(complaint) = self.verify(roots) {
                panic!("after a {kind:?} collection: {complaint}");
            }
        }
    }

    /// Hands the pages of every free block back to the system.
    pub fn release_free_memory(&mut self) {
        self.space.release(0);
    }

    /// The kind of collection that a failed `try_allocate` calls for.
    pub fn due(&self) -> CollectionKind {
        if self.move_everything {
            CollectionKind::Compact
        } else if self.growth.is_out_of_room() {
            CollectionKind::Major
        } else if self.cycle.is_traced() || self.growth.major_due() && !self.incremental || self.growth.major_overdue() {
            CollectionKind::MajorEnd
        } else {
            CollectionKind::Minor
        }
    }

    fn reset_marks(&mut self, kind: CollectionKind) {
        if kind == CollectionKind::MajorEnd && self.cycle.active {
            return self.finish_cycle();
        }
        let minor = kind == CollectionKind::Minor;
        if !minor {
            self.drop_cycle();
            self.forget_remembered(|cell| !permanent::is_permanent(cell));
        }
        // Under stress every other, to find who takes a cell that one collection left for young.
        let hasty = minor && (self.growth.is_hasty() || self.stress && self.counts.minor_collections % 2 == 0);
        self.pools.iter().for_each(|pool| pool.reset_marks(minor, hasty));
        self.large.reset_marks(minor);
    }

    fn trace(&mut self, kind: CollectionKind, roots: &mut dyn Roots) {
        let shapes = Shapes::of(roots, kind == CollectionKind::Minor);
        // What a child learns would cost it pages that it shares.
        let lasting_shapes = if self.shares_pages { 0 } else { self.lasting_shapes };
        let pointer_free = PointerFree::new(kind == CollectionKind::Minor, lasting_shapes);
        let mut marker = Marker {
            base: self.base,
            minor: kind == CollectionKind::Minor,
            space: &self.space,
            layouts: self.layouts,
            stack: &mut self.mark_stack,
            slices: Vec::new(),
            shapes,
            pointer_free,
            remembered: &mut self.remembered,
            cycle: self.cycle.active.then_some(&mut self.cycle),
            pinned: (kind == CollectionKind::Compact).then_some(&mut self.pinned),
        };
        marker.scan_remembered();
        if !marker.minor {
            (0..self.lasting_shapes).for_each(|shape| marker.see_shape(shape));
        }
        std::mem::take(&mut self.seen_shapes).each(&mut |shape| marker.see_shape(shape));
        roots.visit(&mut marker);
        marker.drain();
        let liveness = Liveness { base: self.base, forwarding: None, minor: kind == CollectionKind::Minor };
        loop {
            roots.visit_reachable(&liveness, &mut marker);
            if marker.stack.is_empty() {
                break;
            }
            marker.drain();
        }
        self.mark_stack.shrink_to(KEPT_MARK_STACK);
    }

    /// What lives in slots, and what in large cells.
    fn age_and_release(&mut self, kind: CollectionKind) -> (LiveBytes, LiveBytes) {
        let (minor, moving) = (kind == CollectionKind::Minor, kind == CollectionKind::Compact);
        let large = self.large.sweep(minor, moving, &mut self.space);
        let (mut slots, mut to_walk) = (LiveBytes::default(), Vec::new());
        for pool in &mut self.pools {
            slots.add(pool.collected(minor, moving, &mut self.space, &mut to_walk));
        }
        (slots, large)
    }

    fn count(&mut self, kind: CollectionKind, live: LiveBytes, pause: Pause) {
        let counts = &mut self.counts;
        (counts.live_bytes_after_collection, counts.old_bytes) = (live.live, live.old);
        match kind {
            CollectionKind::Minor => counts.minor_collections += 1,
            CollectionKind::Major | CollectionKind::MajorEnd => counts.major_collections += 1,
            CollectionKind::Compact => counts.compactions += 1,
        }
        pause.end(counts);
    }
}
