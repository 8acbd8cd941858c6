//! The system's memory under a region: mapped where the span is to be, nothing of it touched.

use std::io;
use std::ops::Range;

use super::Region;
use crate::tables::{BLOCKS_OFFSET, SPAN_BYTES, TABLES};

/// Where spans are looked for, by their numbers: after 16 TiB, far from program, libraries and stacks; then in what there is
/// where addresses have 39 bits only, as kernels for small machines with arm64 are built; then in the 64 TiB behind the first.
const PLACES: [Range<u64>; 3] = [128..136, 1..4, 136..640];

impl Region {
    pub(super) fn reserve_exactly(bytes: u64) -> Result<Region, io::Error> {
        let mut refused = io::Error::from_raw_os_error(libc::ENOMEM);
        for place in PLACES {
            match first_free(place, bytes) {
                Ok(base) => return Region { base, bytes }.with_tables(),
                Err(error) => refused = error,
            }
        }
        Err(refused)
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

/// The base of the first span whose blocks could be mapped.
fn first_free(spans: Range<u64>, bytes: u64) -> Result<u64, io::Error> {
    for span in spans {
        let base = span * SPAN_BYTES;
        match map(base + BLOCKS_OFFSET, bytes) {
            Ok(()) => return Ok(base),
            Err(error) if error.raw_os_error() == Some(libc::EEXIST) => continue,
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from_raw_os_error(libc::ENOMEM))
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

pub(super) fn advise(start: u64, length: u64, advice: libc::c_int) -> bool {
    // SAFETY: the range is inside a span this module mapped; the advice given
    // only drops contents the callers declared dead, or sets a paging policy.
    unsafe { libc::madvise(start as *mut _, length as usize, advice) == 0 }
}
