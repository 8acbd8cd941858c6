//! The allocator behind Rust's own data, and what it throws off when the system has no more.
//!
//! Rust can't be told that an allocation failed: the process would end. So some addresses are held back from
//! the start, mapped and never touched. When the system declines a request they are given up, the request is
//! made again, and the machine is asked for a NoMemoryError at its next safepoint. There they are taken
//! back, when what the native had allocated is free again.
//!
//! This is state of the process, not of a machine, because its allocator is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::memory::exhaustion;

/// Where the ballast is mapped; 0: it is not.
static PLACE: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
/// It was given up since anyone asked.
static SPENT: AtomicBool = AtomicBool::new(false);
/// The flag of the machine that is to know.
static INTERRUPT: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());

/// The system's allocator, with a second try.
pub struct Allocator;

// SAFETY: all is the system allocator's; the second try has the arguments of the first.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        retried(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        retried(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's.
        retried(|| unsafe { System.realloc(place, layout, size) })
    }
}

#[inline(always)]
fn retried(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let place = allocate();
    if place.is_null() && give_up() { allocate() } else { place }
}

/// Unmaps the ballast; false where there is none left.
#[cold]
fn give_up() -> bool {
    let place = PLACE.swap(0, Ordering::AcqRel);
    if place == 0 {
        return false;
    }
    // SAFETY: mapped by `take_back` and nobody's; the swap hands it to one caller.
    unsafe { libc::munmap(place as *mut _, BYTES.load(Ordering::Acquire) as usize) };
    SPENT.store(true, Ordering::Release);
    // SAFETY: null, or a flag that is never freed (see `carry`).
    if let Some(interrupt) = unsafe { INTERRUPT.load(Ordering::Acquire).as_ref() } {
        interrupt.store(true, Ordering::Release);
    }
    true
}

/// Takes on ballast, for the machine with this flag.
pub(crate) fn carry(bytes: u64, interrupt: &Arc<AtomicBool>) {
    let flag = Arc::into_raw(interrupt.clone()).cast_mut(); // kept for good: a late failure may still raise it
    INTERRUPT.store(flag, Ordering::Release);
    if PLACE.load(Ordering::Acquire) == 0 {
        BYTES.store(bytes, Ordering::Release);
        take_back();
    }
}

/// Whether it was given up since this was last asked; it is taken back if that can be.
pub(crate) fn was_spent() -> bool {
    if !SPENT.swap(false, Ordering::AcqRel) {
        return false;
    }
    take_back();
    true
}

fn take_back() {
    if let Some(place) = map(BYTES.load(Ordering::Acquire)) {
        PLACE.store(place, Ordering::Release);
    }
}

/// Whether the system would map so many bytes more beside the ballast: for who is about to call a library that ends the process where
/// it gets no memory. It is tried where the system refuses anything at all, for that takes as long as a short text is compiled.
pub(crate) fn has_room(bytes: u64) -> bool {
    if promises_freely() && exhaustion::most_addresses() == u64::MAX {
        return true;
    }
    let Some(place) = map(bytes) else { return false };
    // SAFETY: mapped just now, and nobody's.
    unsafe { libc::munmap(place as *mut _, bytes as usize) };
    true
}

/// Whether the system promises memory that it may not have (`vm.overcommit_memory` is not 2); where nothing tells, it does not.
fn promises_freely() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| std::fs::read("/proc/sys/vm/overcommit_memory").is_ok_and(|mode| mode.trim_ascii() != b"2"))
}

fn map(bytes: u64) -> Option<u64> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let rights = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping wherever the system likes.
    let place = unsafe { libc::mmap(std::ptr::null_mut(), bytes as usize, rights, flags, -1, 0) };
    (place != libc::MAP_FAILED).then_some(place as u64)
}
