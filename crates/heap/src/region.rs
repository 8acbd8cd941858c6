//! The reserved region: one span of address space, taken once, touched lazily.
//!
//! A span starts at a multiple of its own size, so the span of any address in it
//! is found by masking. Side tables come first, at constant offsets, then blocks:
//!
//! ```text
//! base (multiple of 128 GiB)         base + 4 GiB
//! |                                  |
//! v                                  v
//! +------+------+-----+------+-------+---------+---------+-----+-------------+
//! | info | live | mark| ...  |  gap  | block n | block n+1 ... | not mapped  |
//! +------+------+-----+------+-------+---------+---------+-----+-------------+
//!  a row a block, in each table        64 KiB each
//! ```
//!
//! The first heap of a process takes the same address in every run, which is
//! what a heap image needs; later ones take the next free span.

use std::ops::Range;

use rutile_platform::pages;
pub(crate) use rutile_platform::pages::HUGE_PAGE_BYTES;

use crate::blocks;
use crate::config::HeapError;
use crate::tables::{BLOCK_BYTES, BLOCKS_OFFSET, SPAN_BYTES};

#[cfg_attr(miri, path = "region/interpreted.rs")]
mod mapped;
use mapped::advise;
pub(crate) use mapped::put_together;

/// A reservation smaller than this is not worth having.
const SMALLEST_REGION: u64 = 16 << 20;

/// An owned span of address space; dropped, it is unmapped.
pub(crate) struct Region {
    pub base: u64,
    pub bytes: u64,
}

impl Region {
    pub fn reserve(wanted: u64) -> Result<Region, HeapError> {
        let mut bytes = wanted.clamp(BLOCK_BYTES, SPAN_BYTES - BLOCKS_OFFSET).next_multiple_of(BLOCK_BYTES);
        loop {
            match Region::reserve_exactly(bytes) {
                Ok(region) => return Ok(region),
                Err(error) if bytes / 2 < SMALLEST_REGION => return Err(HeapError::Reservation(error)),
                Err(_) => bytes = (bytes / 2).next_multiple_of(BLOCK_BYTES),
            }
        }
    }
}

/// Gives the pages of a range back to the system; the range reads as zero afterwards.
/// Answers whether the system took them.
pub(crate) fn discard(start: u64, length: u64) -> bool {
    discard_in_pages(start, length, pages::page_bytes())
}

/// What shares a page of the system's with something else is cleared by hand.
fn discard_in_pages(start: u64, length: u64, page: u64) -> bool {
    let whole = pages::whole_pages(start..start + length, page);
    clear(start..whole.start.min(start + length));
    clear(whole.end.max(start)..start + length);
    whole.is_empty() || advise(whole.start, whole.end - whole.start, libc::MADV_DONTNEED)
}

/// Zeroes a range. Memory that no one has touched is left so.
pub(crate) fn clear(range: Range<u64>) {
    for address in range.step_by(size_of::<u64>()) {
        let word = address as *mut u64;
        // SAFETY: the range is inside a span that a region maps, and callers declared its contents dead.
        unsafe {
            if *word != 0 {
                *word = 0;
            }
        }
    }
}

/// Asks for huge pages, or for small ones, from `from` bytes into the region to the end of what may have huge ones.
pub(crate) fn prefer_huge_pages(region: &Region, from: u64, huge: bool) {
    let end = blocks::huge_bytes(region.bytes);
    if from < end {
        let advice = if huge { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
        advise(region.base + BLOCKS_OFFSET + from, end - from, advice);
    }
}

/// Asks for small pages in a range, and in what huge pages it would share.
pub(crate) fn prefer_small_pages(start: u64, length: u64) {
    let first = start & !(HUGE_PAGE_BYTES - 1);
    advise(first, (start + length).next_multiple_of(HUGE_PAGE_BYTES) - first, libc::MADV_NOHUGEPAGE);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where pages are larger than a cell's room, what lies beside it stays.
    #[test]
    fn nothing_beside_is_discarded() {
        let region = Region::reserve(SMALLEST_REGION).unwrap();
        let start = region.base + BLOCKS_OFFSET;
        // SAFETY: the beginning of the region, which nobody else uses.
        let words = unsafe { std::slice::from_raw_parts_mut(start as *mut u64, 0x10000 / 8) };
        for (from, length) in [(0x1000, 0x2000), (0x3000, 0xa000), (0x4000, 0x4000), (0, 0x10000), (0x5000, 0)] {
            words.fill(1);
            assert!(discard_in_pages(start + from, length, 0x4000));
            for (index, &word) in words.iter().enumerate() {
                let is_discarded = (from..from + length).contains(&(index as u64 * 8));
                assert_eq!(word == 0, is_discarded, "word {index} of {from:x}, {length:x}");
            }
        }
    }
}
