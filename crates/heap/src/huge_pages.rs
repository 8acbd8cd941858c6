//! Huge pages under what lives for long.
//!
//! A program of a hundred megabytes of libraries touches more pages in a request than the processor keeps translations of, and a machine
//! that is itself virtual pays twice for each that is missing: a Rails page took a seventh less time on huge pages. The system
//! gives them at the first touch of one, which puts memory in use that nobody asked for. So a stretch as long as one is used with
//! small pages first, and put together once nearly all of it is in memory (`pages::put_together`). It is done where the heap stops
//! anyway, behind a collection, and a few at a time: each takes the copying of two megabytes. While a program loads it waits: a
//! boot gains less by them than they take, and a program that ends soon nothing.
//!
//! A process that has forked puts nothing together any more: it would have a copy of what it shares. Pages that are huge stay so on both
//! sides until one writes there, and then only the small page that it wrote to becomes its own.

use std::ops::Range;

use rutile_platform::pages::{HUGE_PAGE_BYTES, MOST_OF_HUGE_PAGE};

/// Huge pages made behind one collection: some two milliseconds of copying.
const AT_A_TIME: u32 = 4;

/// How far the heap stands on huge pages.
pub(crate) struct HugePages {
    /// A bit for each stretch that does, counted from where the dense zone begins.
    huge: u128,
    /// The stretches up to here begin with small pages: as many as there are bits, at most.
    limit: u32,
    /// A parent or child has the same pages, or is to have them.
    pub stay_apart: bool,
    /// Behind the next collection nothing is put together.
    pub wait: bool,
}

impl HugePages {
    /// `from`: how far into the region small pages are used.
    pub fn new(from: u64) -> HugePages {
        HugePages { huge: 0, limit: (from / HUGE_PAGE_BYTES).min(u128::BITS as u64) as u32, stay_apart: false, wait: false }
    }

    /// Behind a major collection: puts some more pages together. `range` is where the dense zone was used; `put` makes one huge page of those
    /// from an address on, where so many bytes are in memory.
    pub fn put_some_together(&mut self, range: Range<u64>, put: fn(u64, u64) -> bool) {
        if self.wait {
            return;
        }
        let most = self.huge.count_ones() + AT_A_TIME;
        for stretch in 0..self.limit {
            if self.huge >> stretch & 1 == 0 && self.put_stretch_together(stretch, &range, put) && self.huge.count_ones() == most {
                break;
            }
        }
    }

    /// When nothing more is to move: puts together what can be, also what was taken apart since.
    pub fn put_all_together(&mut self, range: Range<u64>, put: fn(u64, u64) -> bool) {
        self.huge = 0;
        for stretch in 0..self.limit {
            self.put_stretch_together(stretch, &range, put);
        }
    }

    /// Whether a stretch is a huge page now.
    fn put_stretch_together(&mut self, stretch: u32, range: &Range<u64>, put: fn(u64, u64) -> bool) -> bool {
        let start = range.start + stretch as u64 * HUGE_PAGE_BYTES;
        if self.stay_apart || start + HUGE_PAGE_BYTES > range.end || !put(start, MOST_OF_HUGE_PAGE) {
            return false;
        }
        self.huge |= 1 << stretch;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_put_together_at_a_time() {
        let mut pages = HugePages::new(10 * HUGE_PAGE_BYTES);
        let range = 0..8 * HUGE_PAGE_BYTES;
        pages.put_some_together(range.clone(), |start, _| start != HUGE_PAGE_BYTES);
        assert_eq!(pages.huge, 0b11101);
        pages.wait = true;
        pages.put_some_together(range.clone(), |_, _| true);
        assert_eq!(pages.huge, 0b11101);
        pages.wait = false;
        pages.put_some_together(range.clone(), |_, _| true);
        assert_eq!(pages.huge, 0b1111_1111);
        pages.put_some_together(0..20 * HUGE_PAGE_BYTES, |_, _| true);
        assert_eq!(pages.huge, 0b11_1111_1111);
        pages.stay_apart = true;
        pages.put_all_together(range, |_, _| true);
        assert_eq!(pages.huge, 0);
    }
}
