//! Address space from the system.
//!
//! An allocation is one private, anonymous map that reserves nothing: a stack
//! costs the pages it has touched, and the page-table entries of its guard.

use super::guard::{self, GuardMaker};
use super::ledger::{Discard, GuardKind, Mapping, Memory};
use std::ops::Range;
use std::rc::Rc;

pub(crate) struct SystemMemory {
    guards: Rc<GuardMaker>,
}

impl SystemMemory {
    pub(crate) fn new(guards: GuardMaker) -> SystemMemory {
        SystemMemory {
            guards: Rc::new(guards),
        }
    }
}

impl Memory for SystemMemory {
    type Mapping = SystemMapping;

    fn map(&mut self, bytes: usize) -> Result<SystemMapping, i32> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: asks for new memory where the system likes.
        let address = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            )
        };
        if address == libc::MAP_FAILED {
            return Err(last_error());
        }
        // A huge page would make one touched stack cost as much as many. A
        // kernel with marker guards knows that from `MAP_STACK`. The advice may
        // be refused where the system has no huge pages.
        if !self.guards.has_marker() {
            // SAFETY: advice on memory that was just mapped.
            unsafe { libc::madvise(address, bytes, libc::MADV_NOHUGEPAGE) };
        }
        let guards = Rc::clone(&self.guards);
        Ok(SystemMapping {
            base: address as usize,
            bytes,
            protected: 0,
            guards,
        })
    }
}

/// One map. Invariant: `base..base + bytes` is mapped until the drop, and
/// nobody else unmaps it.
pub(crate) struct SystemMapping {
    base: usize,
    bytes: usize,
    /// Protected guards in it.
    protected: usize,
    guards: Rc<GuardMaker>,
}

impl SystemMapping {
    fn addresses(&self, range: Range<usize>) -> Range<usize> {
        assert!(
            range.start <= range.end && range.end <= self.bytes,
            "outside the allocation"
        );
        self.base + range.start..self.base + range.end
    }
}

impl Mapping for SystemMapping {
    fn base(&self) -> usize {
        self.base
    }

    unsafe fn discard(&mut self, range: Range<usize>, when: Discard) {
        let advice = match when {
            Discard::Lazily => libc::MADV_FREE,
            Discard::Now => libc::MADV_DONTNEED,
        };
        let range = self.addresses(range);
        // SAFETY: inside the mapping, and not in use by the condition. Where
        // the advice is refused the pages merely stay.
        unsafe { libc::madvise(range.start as *mut _, range.len(), advice) };
    }

    unsafe fn protect(&mut self, range: Range<usize>) -> GuardKind {
        let range = self.addresses(range);
        // SAFETY: inside the mapping, and not in use by the condition.
        let kind = unsafe { self.guards.protect(range) };
        if kind == GuardKind::Protected {
            self.protected += 1;
        }
        kind
    }
}

impl Drop for SystemMapping {
    fn drop(&mut self) {
        let address = self.base as *mut libc::c_void;
        // SAFETY: the mapping is ours by the invariant; whoever drops it knows
        // that no stack in it is used.
        unsafe {
            if libc::munmap(address, self.bytes) == 0 {
                guard::give_maps_back(self.protected);
            } else {
                // A hole in a map that merged with its neighbours makes one map
                // more, which the limit can forbid. The pages at least go.
                libc::madvise(address, self.bytes, libc::MADV_DONTNEED);
            }
        }
    }
}

/// Pages that `is_any_in_memory` asks for at most.
pub(crate) const PAGES_ASKED: usize = 16;

/// Whether any page of a range of so many whole pages is in memory.
///
/// # Safety
/// The range is mapped.
pub(crate) unsafe fn is_any_in_memory(range: Range<usize>) -> bool {
    let mut pages = [0u8; PAGES_ASKED];
    debug_assert!(range.len() <= PAGES_ASKED * page_size());
    // SAFETY: mapped by the condition; there is a byte for every page.
    let known = unsafe { libc::mincore(range.start as *mut _, range.len(), pages.as_mut_ptr()) } == 0;
    !known || pages.iter().any(|page| page & 1 != 0)
}

/// Gives back the pages of a range of addresses; their content is lost.
///
/// # Safety
/// The range is whole pages of a live mapping, and nothing in it is in use.
pub(crate) unsafe fn discard_now(range: Range<usize>) {
    // SAFETY: by the condition.
    unsafe { libc::madvise(range.start as *mut _, range.len(), libc::MADV_DONTNEED) };
}

pub(crate) fn page_size() -> usize {
    // SAFETY: asks for a constant of the system.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

/// Milliseconds on a clock that only goes forward, cheap to read and good to a
/// few milliseconds.
pub(crate) fn coarse_now() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes to the local.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}

fn last_error() -> i32 {
    std::io::Error::last_os_error()
        .raw_os_error()
        .unwrap_or(libc::ENOMEM)
}
