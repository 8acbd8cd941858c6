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
                Ok(region) => return Ok(region),
                Err(error) => refused = error,
            }
        }
        Err(refused)
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.bytes > 0 {
            parts(self.base, self.bytes).for_each(|(start, length)| unmap(start, length));
        }
    }
}

/// Start and length of each part of a span that is mapped: the tables, and the blocks.
fn parts(base: u64, bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    TABLES.into_iter().map(move |table| table.extent(base, bytes)).chain([(base + BLOCKS_OFFSET, bytes)])
}

/// The first span that could be mapped as a whole.
fn first_free(spans: Range<u64>, bytes: u64) -> Result<Region, io::Error> {
    for span in spans {
        match map_span(span * SPAN_BYTES, bytes) {
            Err(error) if error.raw_os_error() == Some(libc::EEXIST) => continue,
            result => return result,
        }
    }
    Err(io::Error::from_raw_os_error(libc::ENOMEM))
}

/// Where one part cannot be mapped those before it are given back, and no other: it may be another's memory that is in the way.
fn map_span(base: u64, bytes: u64) -> Result<Region, io::Error> {
    for (count, (start, length)) in parts(base, bytes).enumerate() {
        if let Err(error) = map(start, length) {
            parts(base, bytes).take(count).for_each(|(start, length)| unmap(start, length));
            return Err(error);
        }
        // Where the system gives huge pages to all, a small program would pay for them.
        advise(start, length, libc::MADV_NOHUGEPAGE);
    }
    Ok(Region { base, bytes })
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

/// Makes one huge page of those from `start` on where at least so many bytes are in memory: see `pages::put_together`.
pub(crate) fn put_together(start: u64, least_bytes: u64) -> bool {
    // SAFETY: inside a span this module mapped.
    unsafe { rutile_platform::pages::put_together(start, least_bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: u64 = 1 << 26;

    #[test]
    fn a_span_whose_place_is_taken_in_part_is_left_as_it_was() {
        let base = 639 * SPAN_BYTES;
        let all: Vec<(u64, u64)> = parts(base, BYTES).collect();
        let (start, length) = all[3];
        map(start, length).expect("nobody is there");
        let refused = map_span(base, BYTES).map(|region| region.base).map_err(|error| error.raw_os_error());
        assert_eq!(refused, Err(Some(libc::EEXIST)));
        for (index, (start, length)) in all.into_iter().enumerate() {
            assert_eq!(map(start, length).is_err(), index == 3, "part {index}");
            unmap(start, length);
        }
    }
}
