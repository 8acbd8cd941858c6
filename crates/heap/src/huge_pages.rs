//! Huge pages under what lives for long.
//!
//! A program of a hundred megabytes of libraries touches more pages in a request than the processor keeps translations of, and a machine
//! that is itself virtual pays twice for each that is missing: a Rails page took a seventh less time on huge pages. The system
//! gives them at the first touch of one, which puts memory in use that nobody asked for. So a stretch as long as one is used with
//! small pages first, and put together once nearly all of it is in memory (`pages::put_together`). It is done where the heap stops
//! anyway, behind a collection, and from the lowest on, a few at a time: each takes the copying of two megabytes.
//!
//! A process that has forked puts nothing together any more: it would have a copy of what it shares. Pages that are huge stay so on both
//! sides until one writes there, and then only the small page that it wrote to becomes its own.

use crate::heap::Heap;
use crate::region::{self, HUGE_PAGE_BYTES};

/// Of a huge page this much is in memory before it is one.
const LEAST_BYTES: u64 = HUGE_PAGE_BYTES / 8 * 7;
/// Huge pages made behind one collection: some two milliseconds of copying.
const AT_A_TIME: u64 = 4;

/// How far the heap stands on huge pages.
pub(crate) struct HugePages {
    /// The first stretch that does not, counted from where the dense zone begins.
    next: u64,
    /// The stretches up to here begin with small pages.
    limit: u64,
    /// A parent or child has the same pages, or is to have them.
    stay_apart: bool,
}

impl HugePages {
    /// `from`: how far into the region small pages are used.
    pub fn new(from: u64) -> HugePages {
        HugePages { next: 0, limit: from / HUGE_PAGE_BYTES, stay_apart: false }
    }
}

impl Heap {
    /// Behind a major collection: puts some more pages together.
    pub(crate) fn put_pages_together(&mut self) {
        let end = self.huge_pages.next + AT_A_TIME;
        while self.huge_pages.next < end && self.put_stretch_together(self.huge_pages.next) {
            self.huge_pages.next += 1;
        }
    }

    /// When nothing more is to move: puts together what can be, also what was taken apart since.
    pub(crate) fn put_all_pages_together(&mut self) {
        for stretch in 0..self.huge_pages.limit {
            self.put_stretch_together(stretch);
        }
    }

    /// Whether a stretch is a huge page now.
    fn put_stretch_together(&self, stretch: u64) -> bool {
        let range = self.space.huge_range();
        let start = range.start + stretch * HUGE_PAGE_BYTES;
        let may = !self.huge_pages.stay_apart && stretch < self.huge_pages.limit;
        may && start + HUGE_PAGE_BYTES <= range.end && region::put_together(start, LEAST_BYTES)
    }

    /// Before a fork: from now on pages stay as they are, until what is shared is this process's own again.
    pub fn leave_pages_apart(&mut self, leave: bool) {
        self.huge_pages.stay_apart = leave;
    }
}
