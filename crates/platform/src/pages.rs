//! The system's pages: 4 KiB on most machines, 16 or 64 on some with arm64; and its huge ones.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a page. It is asked for once: a process sees no other.
pub fn page_bytes() -> u64 {
    static BYTES: AtomicU64 = AtomicU64::new(0);
    let known = BYTES.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    // SAFETY: asks for a constant of the system.
    let asked = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let bytes = u64::try_from(asked).ok().filter(|bytes| bytes.is_power_of_two()).unwrap_or(4096);
    BYTES.store(bytes, Ordering::Relaxed);
    bytes
}

/// The whole pages in a range of addresses: empty where there is none. The system rounds what it is asked to give
/// back to whole pages, upwards, and so would take what lies beside.
pub fn whole_pages(range: Range<u64>, page: u64) -> Range<u64> {
    let start = range.start.next_multiple_of(page);
    start..(range.end / page * page).max(start)
}

/// Hands the whole pages of a range back to the system; they read as zeros from then on.
///
/// # Safety
/// The pages are private memory of the process's own, and nobody needs what is in them.
pub unsafe fn discard_whole_pages(range: Range<u64>) {
    let pages = whole_pages(range, page_bytes());
    if !pages.is_empty() {
        // SAFETY: by the condition.
        unsafe { libc::madvise(pages.start as *mut _, (pages.end - pages.start) as usize, libc::MADV_DONTNEED) };
    }
}

/// A huge page of the system's, where pages have 4 KiB.
pub const HUGE_PAGE_BYTES: u64 = 2 << 20;
/// Where this much of one is in memory already, little comes in with the rest.
pub const MOST_OF_HUGE_PAGE: u64 = HUGE_PAGE_BYTES / 8 * 7;

/// Makes one huge page of the pages of a range as long as one, at a multiple of its length, where at least so many bytes of them are in
/// memory; the rest comes into memory with them. Nothing else puts pages together there. Answers whether they are one page now: systems
/// before Linux 6.1 can't, and others may have no memory in one piece.
///
/// # Safety
/// The pages are private memory of the process's own.
pub unsafe fn put_together(start: u64, least_bytes: u64) -> bool {
    let (place, length) = (start as *mut libc::c_void, HUGE_PAGE_BYTES as usize);
    // SAFETY: by the condition; what is in the pages stays.
    unsafe {
        if least_bytes > 0 && bytes_in_memory(start, HUGE_PAGE_BYTES) < least_bytes {
            return false;
        }
        libc::madvise(place, length, libc::MADV_HUGEPAGE);
        let done = libc::madvise(place, length, libc::MADV_COLLAPSE) == 0;
        // One that the system put together later would end the sharing of pages after a fork.
        libc::madvise(place, length, libc::MADV_NOHUGEPAGE);
        done
    }
}

/// How many bytes of a range of pages are in memory.
///
/// # Safety
/// The range is mapped.
unsafe fn bytes_in_memory(start: u64, length: u64) -> u64 {
    let mut pages = vec![0u8; (length / page_bytes()) as usize];
    // SAFETY: by the condition; there is a byte for every page.
    let known = unsafe { libc::mincore(start as *mut _, length as usize, pages.as_mut_ptr()) } == 0;
    if known { pages.iter().filter(|&&page| page & 1 != 0).count() as u64 * page_bytes() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_keeps_its_contents() {
        let bytes = 2 * HUGE_PAGE_BYTES as usize;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: memory of the test's own, twice as long as a huge page, so that one lies in it.
        unsafe {
            let place = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            assert_ne!(place, libc::MAP_FAILED);
            let start = (place as u64).next_multiple_of(HUGE_PAGE_BYTES);
            let half = std::slice::from_raw_parts_mut(start as *mut u8, HUGE_PAGE_BYTES as usize / 2);
            half.fill(7);
            assert!(bytes_in_memory(start, HUGE_PAGE_BYTES) >= half.len() as u64);
            assert!(!put_together(start, HUGE_PAGE_BYTES) || bytes_in_memory(start, HUGE_PAGE_BYTES) == HUGE_PAGE_BYTES);
            put_together(start, 0);
            assert!(half.iter().all(|&byte| byte == 7));
            libc::munmap(place, bytes);
        }
    }

    #[test]
    fn nothing_beside_a_range_is_in_its_pages() {
        assert_eq!(whole_pages(0x4000..0x8000, 0x1000), 0x4000..0x8000);
        assert_eq!(whole_pages(0x5000..0xe000, 0x4000), 0x8000..0xc000);
        assert!(whole_pages(0x5000..0x7000, 0x4000).is_empty());
        assert!(whole_pages(0x4000..0x4000, 0x4000).is_empty());
        assert!(page_bytes() >= 4096);
    }
}
