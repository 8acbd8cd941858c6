//! The system's pages: 4 KiB on most machines, 16 or 64 on some with arm64.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_beside_a_range_is_in_its_pages() {
        assert_eq!(whole_pages(0x4000..0x8000, 0x1000), 0x4000..0x8000);
        assert_eq!(whole_pages(0x5000..0xe000, 0x4000), 0x8000..0xc000);
        assert!(whole_pages(0x5000..0x7000, 0x4000).is_empty());
        assert!(whole_pages(0x4000..0x4000, 0x4000).is_empty());
        assert!(page_bytes() >= 4096);
    }
}
