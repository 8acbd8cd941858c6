//! The memory under miri, which maps none at an address of choice: a whole span, small, of
//! the allocator's.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;

use super::Region;
use crate::tables::SPAN_BYTES;

fn layout() -> Layout {
    Layout::from_size_align(SPAN_BYTES as usize, SPAN_BYTES as usize).expect("a power of two")
}

impl Region {
    pub(super) fn reserve_exactly(bytes: u64) -> Result<Region, io::Error> {
        // SAFETY: the layout is not empty.
        let place = unsafe { alloc_zeroed(layout()) };
        if place.is_null() { Err(io::ErrorKind::OutOfMemory.into()) } else { Ok(Region { base: place.expose_provenance() as u64, bytes }) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        // SAFETY: allocated by `reserve_exactly`, so.
        unsafe { dealloc(std::ptr::with_exposed_provenance_mut(self.base as usize), layout()) };
    }
}

/// Does what the contents show of.
pub(super) fn advise(start: u64, length: u64, advice: libc::c_int) -> bool {
    if advice == libc::MADV_DONTNEED {
        // SAFETY: in the span; callers have declared the contents dead.
        unsafe { std::ptr::with_exposed_provenance_mut::<u8>(start as usize).write_bytes(0, length as usize) };
    }
    true
}

/// There are no pages.
pub(crate) fn put_together(_start: u64, _least_bytes: u64) -> bool {
    false
}
