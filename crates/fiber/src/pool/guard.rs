//! How guards are made, and how many of the expensive kind there may be.
//!
//! A marker guard is an entry in the page table: any number of them leave an
//! allocation one memory map. It needs Linux 6.13, which is found out by
//! trying. A protected guard splits its map in three, and a process may have
//! `vm.max_map_count` maps before every further request for memory fails, so
//! protected guards are counted against what the process has left. Beyond that
//! a stack has the software limit only.

use super::ledger::GuardKind;
use crate::policy::GuardChoice;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Not yet in the headers that `libc` follows.
const MADV_GUARD_INSTALL: libc::c_int = 102;
const MADV_GUARD_REMOVE: libc::c_int = 103;

/// Maps that a protected guard can add: itself, and the rest of what it split.
const MAPS_PER_GUARD: usize = 2;

/// Maps that protected guards of all pools have taken. The limit they count
/// against is the process's own, so the count is the process's too.
static MAPS_TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Makes guards of the chosen kind while it can.
pub(crate) struct GuardMaker {
    choice: GuardChoice,
    has_marker: bool,
    budget: usize,
}

impl GuardMaker {
    pub(crate) fn new(choice: GuardChoice) -> GuardMaker {
        let has_marker = matches!(choice, GuardChoice::Auto | GuardChoice::Marker) && probe();
        let needs_budget = matches!(choice, GuardChoice::Protected)
            || (choice == GuardChoice::Auto && !has_marker);
        GuardMaker {
            choice,
            has_marker,
            budget: if needs_budget { map_budget() } else { 0 },
        }
    }

    #[cfg(test)]
    pub(crate) fn with_budget(choice: GuardChoice, budget: usize) -> GuardMaker {
        GuardMaker {
            budget,
            ..GuardMaker::new(choice)
        }
    }

    pub(crate) fn has_marker(&self) -> bool {
        self.has_marker
    }

    /// Protects a range of whole pages.
    ///
    /// # Safety
    /// The range is mapped and nothing in it is in use.
    pub(crate) unsafe fn protect(&self, range: Range<usize>) -> GuardKind {
        // SAFETY: both change only how a range faults that nobody uses.
        unsafe {
            if self.has_marker && install_marker(&range) {
                return GuardKind::Marker;
            }
            let may_protect = matches!(self.choice, GuardChoice::Auto | GuardChoice::Protected);
            if may_protect && self.take_maps() {
                if forbid_access(&range) {
                    return GuardKind::Protected;
                }
                give_maps_back(1);
            }
        }
        GuardKind::Software
    }

    /// Beside a pool of another thread that takes the last ones, either may find none left.
    fn take_maps(&self) -> bool {
        let within = MAPS_TAKEN.fetch_add(MAPS_PER_GUARD, Ordering::Relaxed) + MAPS_PER_GUARD <= self.budget;
        if !within {
            give_maps_back(1);
        }
        within
    }
}

/// To be called when the memory of this many protected guards is unmapped.
pub(crate) fn give_maps_back(guards: usize) {
    MAPS_TAKEN.fetch_sub(guards * MAPS_PER_GUARD, Ordering::Relaxed);
}

/// Lets code touch a part of a guard that borders on its stack. It may be called by a signal handler.
///
/// # Safety
/// The range is whole pages of a guard.
pub(crate) unsafe fn open(range: Range<usize>) -> bool {
    let (address, bytes) = (range.start as *mut libc::c_void, range.len());
    // SAFETY: by the condition. A kernel that knows no markers refuses the advice, and there is none in the range then.
    unsafe {
        libc::madvise(address, bytes, MADV_GUARD_REMOVE);
        libc::mprotect(address, bytes, libc::PROT_READ | libc::PROT_WRITE) == 0
    }
}

/// Protects what was opened as it was before.
///
/// # Safety
/// The range is whole pages of a guard of this kind, and nothing in it is in use.
pub(crate) unsafe fn close(kind: GuardKind, range: Range<usize>) {
    // SAFETY: by the condition.
    let closed = unsafe {
        match kind {
            GuardKind::Marker => install_marker(&range),
            GuardKind::Protected => forbid_access(&range),
            GuardKind::Software => true,
        }
    };
    assert!(closed, "a guard that was opened can't be closed again");
}

unsafe fn install_marker(range: &Range<usize>) -> bool {
    // SAFETY: by the condition of `protect`.
    unsafe { libc::madvise(range.start as *mut _, range.len(), MADV_GUARD_INSTALL) == 0 }
}

unsafe fn forbid_access(range: &Range<usize>) -> bool {
    // SAFETY: by the condition of `protect`.
    unsafe { libc::mprotect(range.start as *mut _, range.len(), libc::PROT_NONE) == 0 }
}

/// Whether the kernel knows markers, found out on a page of its own: who stands in for a kernel (an emulator of programs) may take all advice
/// and follow none, so the page is looked at as well, by a call that fails if it cannot be read.
fn probe() -> bool {
    let page = super::memory::page_size();
    // SAFETY: the page is mapped here, known to nobody, and unmapped here.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let address = libc::mmap(
            std::ptr::null_mut(),
            page,
            libc::PROT_READ | libc::PROT_WRITE,
            flags,
            -1,
            0,
        );
        if address == libc::MAP_FAILED {
            return false;
        }
        let start = address as usize;
        let works = install_marker(&(start..start + page))
            && libc::access(address.cast(), libc::F_OK) != 0
            && std::io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT);
        libc::munmap(address, page);
        works
    }
}

/// The maps that protected guards may take: three quarters of those that the rest of
/// the process leaves. The last quarter is for what it maps later. A system
/// that doesn't say what its limit is gets no protected guards.
fn map_budget() -> usize {
    let Ok(text) = std::fs::read_to_string("/proc/sys/vm/max_map_count") else {
        return 0;
    };
    let Ok(limit) = text.trim().parse::<usize>() else {
        return 0;
    };
    let Ok(maps) = std::fs::read("/proc/self/maps") else {
        return 0;
    };
    let present = maps.iter().filter(|&&byte| byte == b'\n').count();
    let others = present.saturating_sub(MAPS_TAKEN.load(Ordering::Relaxed));
    limit.saturating_sub(others) / 4 * 3
}
