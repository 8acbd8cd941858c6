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
//! before a minor:  MARK := OLD
//! after any:       OLD  := MARK & AGED     AGED := MARK
//! ```
//!
//! During tracing OLD and AGED stand still; a reached cell whose AGED bit is set
//! is about to be old, and is here called an *elder*.

use crate::tables::{self, AGED, MARK, OLD, REMEMBERED};

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

/// Replaces the marks of a block by those a collection starts with.
pub(crate) fn reset_marks(block: u64, minor: bool) {
    let marks = MARK.block_words(block);
    if minor {
        marks.copy_from_slice(OLD.block_words(block));
    } else {
        marks.fill(0);
    }
}

/// Ages the reached cells of a block; answers how many cells are live and old.
pub(crate) fn age_block(block: u64) -> LiveBytes {
    let mut count = LiveBytes::default();
    let rows = MARK.block_words(block).iter().zip(AGED.block_words(block)).zip(OLD.block_words(block));
    for ((&mark, aged), old) in rows {
        replace(old, mark & *aged);
        replace(aged, mark);
        count.live += mark.count_ones() as u64;
        count.old += old.count_ones() as u64;
    }
    tables::info_at(block).young = count.old != count.live;
    count
}

/// The live and old cells of a block in which all are old.
pub(crate) fn count_old(block: u64) -> LiveBytes {
    let old = OLD.block_words(block).iter().map(|word| word.count_ones() as u64).sum();
    LiveBytes { live: old, old }
}

/// Clears what a block's rows say about cells that are no more.
pub(crate) fn forget(block: u64) {
    for table in [MARK, AGED, OLD, REMEMBERED] {
        table.block_words(block).iter_mut().for_each(|word| replace(word, 0));
    }
}

/// Stores only a change, to leave shared pages shared.
fn replace(place: &mut u64, value: u64) {
    if *place != value {
        *place = value;
    }
}
