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

use std::io;

use crate::blocks;
use crate::config::HeapError;
use crate::tables::{BLOCK_BYTES, BLOCKS_OFFSET, SPAN_BYTES, TABLES};

/// Where the first span is looked for: far from program, libraries and stacks.
const FIRST_BASE: u64 = 0x1000_0000_0000;
/// How many spans are tried, the first 64 TiB after `FIRST_BASE`.
const SPANS: u64 = 512;
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

    fn reserve_exactly(bytes: u64) -> Result<Region, io::Error> {
        for span in 0..SPANS {
            let base = FIRST_BASE + span * SPAN_BYTES;
            match map(base + BLOCKS_OFFSET, bytes) {
                Ok(()) => return Region { base, bytes }.with_tables(),
                Err(error) if error.raw_os_error() == Some(libc::EEXIST) => continue,
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from_raw_os_error(libc::ENOMEM))
    }

    fn with_tables(self) -> Result<Region, io::Error> {
        for table in TABLES {
            let (start, length) = table.extent(self.base, self.bytes);
            map(start, length)?;
            advise(start, length, libc::MADV_NOHUGEPAGE);
        }
        // Where the system gives huge pages to all, a small program would pay for them.
        advise(self.base + BLOCKS_OFFSET, self.bytes, libc::MADV_NOHUGEPAGE);
        Ok(self)
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        for table in TABLES {
            let (start, length) = table.extent(self.base, self.bytes);
            unmap(start, length);
        }
        unmap(self.base + BLOCKS_OFFSET, self.bytes);
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

fn map(start: u64, length: u64) -> Result<(), io::Error> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    // SAFETY: NOREPLACE never touches an existing mapping.
    let got = unsafe { libc::mmap(start as *mut _, length as usize, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if got == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    if got as u64 != start {
        // A kernel older than the flag takes the address as a hint only.
        unmap(got as u64, length);
        return Err(io::Error::from_raw_os_error(libc::EEXIST));
    }
    Ok(())
}

fn unmap(start: u64, length: u64) {
    // SAFETY: called with ranges this module mapped, or holds the span of.
    unsafe { libc::munmap(start as *mut _, length as usize) };
}

fn advise(start: u64, length: u64, advice: libc::c_int) -> bool {
    // SAFETY: the range is inside a span this module mapped; the advice given
    // only drops contents the callers declared dead, or sets a paging policy.
    unsafe { libc::madvise(start as *mut _, length as usize, advice) == 0 }
}
