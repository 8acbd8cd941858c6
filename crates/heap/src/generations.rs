//! Generations: how cells grow old without moving.
//!
//! Mark bits are sticky. A minor collection starts with the marks of the old, so
//! that tracing stops at them, and ends by ageing each block that has young
//! cells, in a few operations on table words:
//!
//! ```text
//!              LIVE  MARK  AGED  OLD
//! allocated     1     0     0     0      (MARK later: 1 while reached)
//! survived 1    1     1     1     0
//! survived 2    1     1     1     1      traced again by a major collection only
//!
//! before any:      AGED := MARK, then
//!   a minor:       MARK := OLD
//!   another:       MARK := 0
//! after any:       OLD  := MARK & AGED
//! ```
//!
//! Where most of what is allocated in slots survives (a program that builds something large, or replaces it), tracing it twice
//! before it is old would learn nothing the second time: a minor collection is then *hasty*, begins with AGED := LIVE, and
//! makes all old that it reaches, but large cells.
//!
//! So between collections AGED is one behind; a forked child that collects once writes one table less.
//! Only where cells move it is made anew at once, by their new places.
//!
//! During tracing OLD and AGED stand still; a reached cell whose AGED bit is set
//! is about to be old.

use crate::tables::{self, AGED, POINTER_FREE, LIVE, MARK, OLD, REACHED, REMEMBERED, Use};

/// Live cells of a block, or their bytes, after a collection.
#[derive(Copy, Clone, Default)]
pub(crate) struct LiveBytes {
    pub live: u64,
    pub old: u64,
}

impl LiveBytes {
    pub fn add(&mut self, other: LiveBytes) {
        self.live += other.live;
        self.old += other.old;
    }

    pub fn scaled(self, factor: u64) -> LiveBytes {
        LiveBytes { live: self.live * factor, old: self.old * factor }
    }
}

/// Replaces the marks of a block by those a minor or a full collection starts with. Where it is to be `hasty`, every cell
/// there is passes for one that has survived a collection before.
pub(crate) fn reset_marks(block: u64, minor: bool, hasty: bool) {
    if hasty {
        AGED.block_words(block).iter_mut().zip(LIVE.block_words(block).iter()).for_each(|(aged, &live)| replace(aged, live));
    } else {
        remember_marks(block);
    }
    for (mark, &old) in MARK.block_words(block).iter_mut().zip(OLD.block_words(block).iter()) {
        replace(mark, if minor { old } else { 0 });
    }
}

/// Takes down, before a collection, what the last one reached.
fn remember_marks(block: u64) {
    for (aged, &mark) in AGED.block_words(block).iter_mut().zip(MARK.block_words(block).iter()) {
        replace(aged, mark);
    }
}

/// Ages the reached cells of a block; answers how many cells are live and old. Before cells move, what
/// was reached is taken down at once.
pub(crate) fn age_block(block: u64, moving: bool) -> LiveBytes {
    let mut count = LiveBytes::default();
    let rows = MARK.block_words(block).iter().zip(AGED.block_words(block)).zip(OLD.block_words(block));
    for ((&mark, aged), old) in rows {
        replace(old, mark & *aged);
        if moving {
            replace(aged, mark);
        }
        let live = mark.count_ones() as u64;
        count.live += live;
        // Most words have no young cells, and counting bits takes a while.
        count.old += if *old == mark { live } else { old.count_ones() as u64 };
    }
    forget_dead_leaves(block);
    let info = tables::info_at(block);
    info.young = count.old != count.live;
    if info.usage == Use::Slots {
        info.count = count.live as u32;
    }
    count
}

/// A slot whose old cell died is not pointer-free any more.
fn forget_dead_leaves(block: u64) {
    for (pointer_free, &old) in POINTER_FREE.block_words(block).iter_mut().zip(OLD.block_words(block).iter()) {
        replace(pointer_free, *pointer_free & old);
    }
}

/// The live and old cells of a block in which all were old at the last count.
pub(crate) fn count_old(block: u64) -> LiveBytes {
    let old = tables::info_at(block).count as u64;
    LiveBytes { live: old, old }
}

/// Restores, where cells moved, what holds between collections: a mark for each
/// cell that has aged. Answers how many there are.
pub(crate) fn copy_ages_to_marks(block: u64) -> u32 {
    let mut count = 0;
    for (mark, &aged) in MARK.block_words(block).iter_mut().zip(AGED.block_words(block).iter()) {
        replace(mark, aged);
        count += aged.count_ones();
    }
    tables::info_at(block).count = count;
    count
}

/// Marks the old cells of a block that an incremental cycle reached.
pub(crate) fn mark_reached(block: u64) {
    remember_marks(block);
    let rows = OLD.block_words(block).iter().zip(REACHED.block_words(block).iter());
    for (mark, (&old, &reached)) in MARK.block_words(block).iter_mut().zip(rows) {
        replace(mark, old & reached);
    }
}

/// Clears what a block's row says about an incremental cycle.
pub(crate) fn forget_reached(block: u64) {
    REACHED.block_words(block).iter_mut().for_each(|word| replace(word, 0));
}

/// Makes every live cell of a swept block old and marked for good; answers how many there are.
pub(crate) fn promote_block(block: u64) -> u64 {
    POINTER_FREE.block_words(block).iter_mut().for_each(|word| replace(word, 0)); // nothing asks, and a child would clear it
    for table in [MARK, AGED, OLD, REACHED] {
        let rows = table.block_words(block).iter_mut().zip(LIVE.block_words(block).iter());
        rows.for_each(|(word, &live)| replace(word, live));
    }
    LIVE.block_words(block).iter().map(|word| word.count_ones() as u64).sum()
}

/// Makes every live cell of a swept block old, as two collections would.
pub(crate) fn make_old(block: u64) {
    let mut count = 0;
    for (index, &live) in LIVE.block_words(block).iter().enumerate() {
        for table in [MARK, AGED, OLD] {
            replace(&mut table.block_words(block)[index], live);
        }
        count += live.count_ones();
    }
    let info = tables::info_at(block);
    info.young = false;
    if info.usage == Use::Slots {
        info.count = count;
    }
}

/// Clears what a block's rows say about cells that are no more.
pub(crate) fn forget(block: u64) {
    for table in [MARK, AGED, OLD, REMEMBERED, REACHED, POINTER_FREE] {
        table.block_words(block).iter_mut().for_each(|word| replace(word, 0));
    }
}

/// Stores only a change, to leave shared pages shared.
pub(crate) fn replace(place: &mut u64, value: u64) {
    if *place != value {
        *place = value;
    }
}
