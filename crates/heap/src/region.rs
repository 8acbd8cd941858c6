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

use crate::blocks;
use crate::config::HeapError;
use crate::tables::{BLOCK_BYTES, BLOCKS_OFFSET, SPAN_BYTES};

#[cfg_attr(miri, path = "region/interpreted.rs")]
mod mapped;
use mapped::advise;

/// A reservation smaller than this is not worth having.
const SMALLEST_REGION: u64 = 16 << 20;

/// The system's huge pages, in which it backs memory where it is asked to.
pub(crate) const HUGE_PAGE_BYTES: u64 = 2 << 20;

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

/// Gives the pages of a range back to the system; they read as zero afterwards.
/// Answers whether the system took them.
pub(crate) fn discard(start: u64, length: u64) -> bool {
    advise(start, length, libc::MADV_DONTNEED)
}

/// Asks for huge pages, or for small ones, from `from` bytes into the region to the end of its dense zone.
pub(crate) fn prefer_huge_pages(region: &Region, from: u64, huge: bool) {
    let end = blocks::dense_bytes(region.bytes);
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
