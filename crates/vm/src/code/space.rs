//! Where code stands: a reserved range of addresses apart from the heap and from the C heap.
//!
//! Code is written once, when it is loaded, and only read from then on; what running
//! it finds out (caches, feedback) is written all the time. So the two have areas of their
//! own: a forked child that runs copies pages of feedback, a few bytes for each call, and shares
//! every page of code. What runs once, files and texts, stands apart from methods: it is given back soon, and
//! between methods it would leave holes that none of them fits. Nothing here moves.
//!
//! ```text
//!   base                              base + 3/8          base + half
//!   +---------+------+------+--- -    +------------- -    +------------------+-------------+--- -
//!   | code A  | free | code C| ...    | runs once ...     | feedback of A    | of C        | ...
//!   +---------+------+------+--- -    +------------- -    +------------------+-------------+--- -
//! ```
//!
//! The unsafe part of the promise: memory handed out by `take` is mapped, aligned
//! as its area says and no one else's until it is given back.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

use rutile_bytecode::Instruction;
use rutile_platform::pages::{HUGE_PAGE_BYTES, MOST_OF_HUGE_PAGE, discard_whole_pages, page_bytes, put_together};

use crate::code::{CallCache, Code};

const GIB: u64 = 1 << 30;
/// Offsets between any two places fit 32 bits with a sign.
const LARGEST: u64 = 2 * GIB - WHOLE;
const SMALLEST: u64 = 16 << 20;
/// Areas begin at multiples of this, which no page is larger than.
const WHOLE: u64 = 64 << 10;
const ALIGNMENT: u64 = 8;
/// Of feedback: no call cache stands in two lines of the processor's caches.
const FEEDBACK_ALIGNMENT: u64 = size_of::<CallCache>() as u64;
/// So many bytes of code that is gone are worth the calls of the system.
const MUCH: u64 = 64 << 10;
/// Areas from this size on stand on huge pages. Programs with less code than that fit into a few megabytes altogether.
const LARGE_CODE: u64 = HUGE_PAGE_BYTES;
const LARGE_FEEDBACK: u64 = 5 << 18;
/// So much of a huge page may come into memory unused when it is made: what is loaded next fills it.
const UNUSED_OF_HUGE_PAGE: u64 = HUGE_PAGE_BYTES / 5 * 2;
/// The last bytes of an area are the core library's alone: what handles the end of memory is loaded when it is called first.
const CORE_RESERVE: u64 = 128 << 10;
/// The bits of an address that its low place keeps. Within a space no others differ.
const LOW_MASK: u64 = (ALIGNMENT << 32) - 1;

/// One of the two areas: bump allocation, and the best fit among what was given back.
#[derive(Default)]
struct Area {
    start: u64,
    next: u64,
    /// The furthest that `next` has been.
    touched: u64,
    end: u64,
    /// What lengths and places are multiples of.
    alignment: u64,
    /// Huge pages may be made from here on, once so much is used: see `grow_together`.
    together: u64,
    large: u64,
    /// Length of each free run, by its start; neighbours are joined.
    free: BTreeMap<u64, u64>,
    /// The same by length.
    lengths: BTreeSet<(u64, u64)>,
    used: u64,
    /// Bytes given back since pages were handed back for them.
    given: u64,
}

impl Area {
    fn new(start: u64, bytes: u64, alignment: u64) -> Area {
        Area { start, next: start, touched: start, end: start + bytes, alignment, together: u64::MAX, ..Area::default() }
    }

    /// Takes bytes so that `left` stay behind them.
    fn take_leaving(&mut self, bytes: u64, left: u64) -> Option<u64> {
        let bytes = bytes.next_multiple_of(self.alignment);
        if let Some(&(length, start)) = self.lengths.range((bytes, 0)..).next() {
            self.forget(start, length);
            if length > bytes {
                self.note(start + bytes, length - bytes);
            }
            self.used += bytes;
            return Some(start);
        }
        let start = self.next;
        self.next = start.checked_add(bytes).filter(|next| next.saturating_add(left) <= self.end)?;
        self.used += bytes;
        self.grow_together();
        Some(start)
    }

    /// Makes a huge page of the next stretch of a large area where little comes into memory for it: the calls of a large program lie in more
    /// small pages than the processor keeps translations of.
    fn grow_together(&mut self) {
        let Some(end) = self.together.checked_add(HUGE_PAGE_BYTES).filter(|&end| end <= self.end) else { return };
        if end <= self.next + UNUSED_OF_HUGE_PAGE && self.next - self.start >= self.large {
            // SAFETY: pages of the space's own mapping.
            unsafe { put_together(self.together, 0) };
            self.together = end;
        }
    }

    /// When nothing more is to come for long: puts together again what was taken apart by what went.
    fn put_together_again(&mut self) {
        if self.together < self.end {
            for start in (self.start.next_multiple_of(HUGE_PAGE_BYTES)..self.together).step_by(HUGE_PAGE_BYTES as usize) {
                // SAFETY: as above.
                unsafe { put_together(start, MOST_OF_HUGE_PAGE) };
            }
        }
    }

    fn take(&mut self, bytes: u64) -> Option<u64> {
        self.take_leaving(bytes, 0)
    }

    fn give(&mut self, start: u64, bytes: u64) {
        let mut bytes = bytes.next_multiple_of(self.alignment);
        let mut start = start;
        self.used -= bytes;
        self.given += bytes;
        if let Some((&before, &length)) = self.free.range(..start).next_back()
            && before + length == start
        {
            self.forget(before, length);
            (start, bytes) = (before, bytes + length);
        }
        if let Some(&length) = self.free.get(&(start + bytes)) {
            self.forget(start + bytes, length);
            bytes += length;
        }
        if start + bytes == self.next {
            self.touched = self.touched.max(self.next);
            self.next = start;
        } else if bytes > 0 {
            self.note(start, bytes);
        }
    }

    fn note(&mut self, start: u64, length: u64) {
        self.free.insert(start, length);
        self.lengths.insert((length, start));
    }

    fn forget(&mut self, start: u64, length: u64) {
        self.free.remove(&start);
        self.lengths.remove(&(length, start));
    }

    /// What comes next shares no page with what is there; pages that nothing stands in are handed back.
    fn settle(&mut self) {
        self.discard_free();
        self.free.clear();
        self.lengths.clear();
        self.next = self.next.next_multiple_of(page_bytes()).min(self.end);
        self.touched = self.next;
    }

    /// Pages that nothing stands in are handed back.
    fn discard_free(&mut self) {
        for (&start, &length) in &self.free {
            discard(start, start + length);
        }
        discard(self.next, self.touched.next_multiple_of(page_bytes()));
        self.touched = self.next;
        self.given = 0;
    }

    fn holds(&self, place: u64) -> bool {
        (self.start..self.end).contains(&place)
    }

    /// From the first page to the last.
    fn range(&self) -> std::ops::Range<u64> {
        self.start..self.next.next_multiple_of(page_bytes())
    }
}

/// What code has to leave.
fn reserve_from(is_core: bool) -> u64 {
    if is_core { 0 } else { CORE_RESERVE }
}

/// The code and the feedback of a machine.
#[derive(Default)]
pub struct CodeSpace {
    base: u64,
    /// The high bits that all addresses have in common.
    high: u64,
    bytes: u64,
    code: Area,
    /// Code that runs once.
    passing: Area,
    feedback: Area,
    /// The paths that code was compiled from, each kept once: their numbers, and where they stand.
    files: HashMap<Box<str>, u32>,
    paths: Vec<&'static str>,
}

impl CodeSpace {
    /// Reserves at most so many bytes of addresses; a range that the system refuses is tried again at half the size.
    pub fn reserve(most: u64) -> io::Result<CodeSpace> {
        let mut bytes = most.min(LARGEST) / WHOLE * WHOLE;
        loop {
            match map(bytes) {
                Ok(base) => {
                    // Huge pages from the beginning of an area on, where it is not small.
                    let unit = if bytes / 8 >= 8 * HUGE_PAGE_BYTES { HUGE_PAGE_BYTES } else { WHOLE };
                    let eighth = bytes / 8 / unit * unit;
                    let area = |first: u64, count: u64, alignment: u64| Area::new(base + first * eighth, count * eighth, alignment);
                    let (mut code, passing, mut feedback) = (area(0, 3, ALIGNMENT), area(3, 1, ALIGNMENT), area(4, 4, FEEDBACK_ALIGNMENT));
                    code.take(ALIGNMENT); // place 0 names no code
                    (code.together, code.large) = (code.start.next_multiple_of(HUGE_PAGE_BYTES), LARGE_CODE);
                    (feedback.together, feedback.large) = (feedback.start.next_multiple_of(HUGE_PAGE_BYTES), LARGE_FEEDBACK);
                    return Ok(CodeSpace { base, high: base & !LOW_MASK, bytes, code, passing, feedback, files: HashMap::new(), paths: Vec::new() });
                }
                Err(error) if bytes / 2 < SMALLEST => return Err(error),
                Err(_) => bytes = bytes / 2 / WHOLE * WHOLE,
            }
        }
    }

    pub(crate) fn take_code(&mut self, bytes: usize, runs_once: bool, is_core: bool) -> *mut u8 {
        let apart = if runs_once { self.passing.take(bytes as u64) } else { None };
        let start = apart.or_else(|| self.code.take_leaving(bytes as u64, reserve_from(is_core)));
        start.unwrap_or_else(|| crate::memory::exhaustion::unwind()) as *mut u8
    }

    pub(crate) fn take_feedback(&mut self, bytes: usize, is_core: bool) -> *mut u8 {
        let start = self.feedback.take_leaving(bytes as u64, reserve_from(is_core));
        start.unwrap_or_else(|| crate::memory::exhaustion::unwind()) as *mut u8
    }

    /// Where the instruction with a low place stands.
    #[inline(always)]
    pub(crate) fn instruction_with(&self, low_address: u32) -> *const Instruction {
        (self.high | low_address as u64 * ALIGNMENT) as *const Instruction
    }

    /// The number of a code inside a word that has bits for more: never 0.
    #[inline(always)]
    pub(crate) fn place_of(&self, code: &Code) -> u32 {
        ((code as *const Code as u64 - self.base) / ALIGNMENT) as u32
    }

    /// The code at a place, as long as something holds it.
    ///
    /// # Safety
    /// The place is that of a code which is still there.
    #[inline(always)]
    pub(crate) unsafe fn code_at<'a>(&self, place: u32) -> &'a Code {
        // SAFETY: the caller vouches for it.
        unsafe { &*((self.base + place as u64 * ALIGNMENT) as *const Code) }
    }

    /// Takes back what a code had.
    pub(crate) fn give(&mut self, code: *mut u8, code_bytes: usize, feedback: *mut u8, feedback_bytes: usize) {
        let area = if self.passing.holds(code as u64) { &mut self.passing } else { &mut self.code };
        area.give(code as u64, code_bytes as u64);
        if feedback_bytes > 0 {
            self.feedback.give(feedback as u64, feedback_bytes as u64);
        }
    }

    /// The place of the number of a path's bytes and of them, which stay there for good.
    pub(crate) fn file(&mut self, path: &str) -> *const u32 {
        let number = self.file_number(path);
        self.paths[number as usize].as_ptr().wrapping_sub(size_of::<u32>()) as *const u32
    }

    /// The number of a path.
    pub fn file_number(&mut self, path: &str) -> u32 {
        if let Some(&number) = self.files.get(path) {
            return number;
        }
        let place = self.take_code(size_of::<u32>() + path.len(), false, true);
        // SAFETY: freshly taken, large enough, and never given back while the space lasts; no one outside gets
        // to see the reference without the space.
        let kept = unsafe {
            (place as *mut u32).write(path.len() as u32);
            let text = place.add(size_of::<u32>());
            std::ptr::copy_nonoverlapping(path.as_ptr(), text, path.len());
            std::str::from_utf8_unchecked(std::slice::from_raw_parts(text, path.len()))
        };
        self.paths.push(kept);
        self.files.insert(path.into(), self.paths.len() as u32 - 1);
        self.paths.len() as u32 - 1
    }

    /// The path with a number.
    pub fn file_at(&self, number: u32) -> &str {
        self.paths.get(number as usize).copied().unwrap_or_default()
    }

    /// As `file_at`, for what the machine of this space owns alone: nobody else may see it last.
    pub(crate) fn lasting_file(&self, number: u32) -> &'static str {
        self.paths.get(number as usize).copied().unwrap_or_default()
    }

    /// Bytes that code and feedback take.
    pub fn used(&self) -> (u64, u64) {
        (self.code.used + self.passing.used, self.feedback.used)
    }

    /// Code loaded from now on shares no page with what is there, nor does its feedback.
    pub fn settle(&mut self) {
        self.code.settle();
        self.passing.settle();
        self.feedback.settle();
        self.code.put_together_again();
        self.feedback.put_together_again();
    }

    /// Before a fork: pages stay as they are from now on, since a huge one in their place would be a copy of what is shared.
    pub(crate) fn leave_pages_apart(&mut self) {
        self.code.together = u64::MAX;
        self.feedback.together = u64::MAX;
    }

    /// After a collection: what ran once and is gone leaves its pages, if that is much.
    pub(crate) fn discard_passed(&mut self) {
        if self.passing.given >= MUCH {
            self.passing.discard_free();
        }
    }

    /// The addresses of all code.
    pub fn code_ranges(&self) -> [std::ops::Range<u64>; 2] {
        [self.code.range(), self.passing.range()]
    }
}

impl Drop for CodeSpace {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: the range this space mapped; the machine that used it is gone.
            unsafe { libc::munmap(self.base as *mut _, self.bytes as usize) };
        }
    }
}

/// An instruction's address in half a word, which its space makes an address again; never 0.
#[inline(always)]
pub(crate) fn low_address(instruction: *const Instruction) -> u32 {
    debug_assert!((instruction as u64).is_multiple_of(ALIGNMENT));
    (instruction as u64 / ALIGNMENT) as u32
}

/// New addresses whose high bits are the same.
fn map(bytes: u64) -> io::Result<u64> {
    let base = map_anywhere(bytes)?;
    if base & !LOW_MASK == (base + bytes) & !LOW_MASK {
        return Ok(base);
    }
    // The next range begins elsewhere, as long as this one is taken.
    let other = map(bytes);
    // SAFETY: mapped just now, and unused.
    unsafe { libc::munmap(base as *mut _, bytes as usize) };
    other
}

/// At a multiple of a huge page.
fn map_anywhere(bytes: u64) -> io::Result<u64> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let length = bytes + HUGE_PAGE_BYTES;
    // SAFETY: a new mapping wherever the system likes, of which what stands out on both sides is given back, and advice about it.
    unsafe {
        let place = libc::mmap(std::ptr::null_mut(), length as usize, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
        if place == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = (place as u64).next_multiple_of(HUGE_PAGE_BYTES);
        let (before, behind) = (start - place as u64, place as u64 + length - start - bytes);
        for (outside, length) in [(place as u64, before), (start + bytes, behind)] {
            if length > 0 {
                libc::munmap(outside as *mut _, length as usize);
            }
        }
        libc::madvise(start as *mut _, bytes as usize, libc::MADV_NOHUGEPAGE);
        Ok(start)
    }
}

/// Hands the whole pages of a range back to the system.
fn discard(start: u64, end: u64) {
    // SAFETY: free pages of the space's own mapping.
    unsafe { discard_whole_pages(start..end.max(start)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers that look random.
    fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        }
    }

    #[test]
    fn runs_never_overlap_and_all_comes_back() {
        for seed in 1..50 {
            let mut below = numbers(seed);
            let mut area = Area::new(page_bytes(), 1 << 20, ALIGNMENT);
            let mut taken: Vec<(u64, u64)> = Vec::new();
            for _ in 0..400 {
                if below(3) > 0 || taken.is_empty() {
                    let bytes = 1 + below(300);
                    let Some(start) = area.take(bytes) else { continue };
                    assert_eq!(start % ALIGNMENT, 0);
                    assert!(taken.iter().all(|&(other, length)| start + bytes <= other || other + length <= start));
                    taken.push((start, bytes));
                } else {
                    let (start, bytes) = taken.swap_remove(below(taken.len() as u64) as usize);
                    area.give(start, bytes);
                }
                assert_eq!(area.used, taken.iter().map(|run| run.1.next_multiple_of(ALIGNMENT)).sum::<u64>());
                assert_eq!(area.free.len(), area.lengths.len());
            }
            taken.drain(..).for_each(|(start, bytes)| area.give(start, bytes));
            assert_eq!((area.used, area.next, area.free.len()), (0, page_bytes(), 0));
        }
    }

    #[test]
    fn a_low_address_leads_back_to_every_instruction_of_its_space() {
        // Enough of them that their bases differ above the low places.
        let spaces: Vec<CodeSpace> = (0..40).map(|_| CodeSpace::reserve(u64::MAX).unwrap()).collect();
        for space in &spaces {
            for address in [space.base + ALIGNMENT, space.base + space.bytes / 2 / ALIGNMENT * ALIGNMENT, space.base + space.bytes - page_bytes()] {
                let place = low_address(address as *const Instruction);
                assert_ne!(place, 0);
                assert_eq!(space.instruction_with(place) as u64, address);
            }
        }
    }

    #[test]
    fn what_comes_after_settling_begins_a_page() {
        let mut area = Area::new(page_bytes(), 1 << 20, ALIGNMENT);
        let first = area.take(100).unwrap();
        area.take(8);
        area.give(first, 100);
        area.settle();
        assert_eq!(area.take(8), Some(2 * page_bytes()));
    }

    #[test]
    fn what_passed_leaves_its_pages_and_what_stays_is_not_touched() {
        let mut space = CodeSpace::reserve(SMALLEST).unwrap();
        let pieces: Vec<*mut u8> = (0..32).map(|_| space.take_code(page_bytes() as usize, true, false)).collect();
        // SAFETY: taken just now, and so long.
        pieces.iter().for_each(|piece| unsafe { piece.write_bytes(7, page_bytes() as usize) });
        pieces.iter().enumerate().filter(|(index, _)| *index != 5).for_each(|(_, piece)| space.give(*piece, page_bytes() as usize, std::ptr::null_mut(), 0));
        space.discard_passed();
        // SAFETY: the space's own pages; of those handed back zeros are read.
        let first_bytes: Vec<u8> = pieces.iter().map(|piece| unsafe { piece.read() }).collect();
        assert_eq!(first_bytes.iter().filter(|byte| **byte == 7).count(), 1);
        assert_eq!(first_bytes[5], 7);
        assert_eq!(space.used().0, page_bytes() + ALIGNMENT);
    }
}
