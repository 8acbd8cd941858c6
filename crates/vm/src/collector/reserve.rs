//! The end of memory: a NoMemoryError, from wherever that is found.
//!
//! ```text
//! 0                                             limit          capacity - last    capacity
//! |  what programs use                          | the reserve             | last  |
//! ```
//!
//! - A request that may be large is asked for before it is made (`check_allocation`) and refused there.
//! - A program that reaches the limit draws on the reserve, 2 MiB at a time, and is told at the next
//!   safepoint, since a native in the middle of its work can't be left. Each further piece raises again.
//! - Where the region itself is full, a native is left after all: by unwinding to the interpreter's loop
//!   (`guard`), which is all there is below it, natives being leaves. What it made so far is garbage, what
//!   it changed is whole, because room is made before anything is changed. The last part of the region is for
//!   the exception itself.

use std::io::Write;

use rutile_heap::{Cell, CollectionKind};

use crate::collector::Cause;
use crate::memory::exhaustion::unwind;
use crate::value::Value;
use crate::value::exit::Exit;
use crate::vm::Vm;

/// Bytes that a program may go beyond its limit each time it is told so.
const RESERVE: u64 = 2 << 20;
/// Safepoints that a handler of a NoMemoryError may pass before it is told that the reserve is still in use.
const RESPITE: u8 = 8;
/// The reserve that only the exception of a full region may use.
const LAST: u64 = 1 << 20;
/// The part of the region that is reserve.
const RESERVE_SHARE: u64 = 8;
/// What the parser takes for a byte of text, at most, and for any text.
const PARSED: u64 = 64;
const PARSER: u64 = 256 << 10;
/// Requests above this are asked for before they are made.
const LARGE: u64 = 64 << 10;

/// Bytes of memory that this machine has.
fn installed_memory() -> u64 {
    // SAFETY: only asks.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    if pages > 0 && size > 0 { pages as u64 * size as u64 } else { u64::MAX }
}

/// There is nobody to tell.
#[cold]
fn give_up() -> ! {
    let _ = writeln!(std::io::stderr(), "[FATAL] failed to allocate memory");
    std::process::exit(1)
}

impl Vm {
    /// Sets the limit on the heap, which counts from now on, within what there is.
    pub fn limit_heap(&mut self, bytes: u64) {
        let capacity = self.heap.capacity();
        self.collector.limit = bytes.min(capacity - capacity / RESERVE_SHARE);
        self.collector.installed = installed_memory();
        self.heap.set_limit(self.collector.limit);
    }

    /// A reserve that was drawn on is given back.
    pub(crate) fn restore_limit(&mut self) {
        if self.heap.used_bytes() <= self.collector.limit {
            self.heap.set_limit(self.collector.limit);
        }
    }

    fn last_limit(&self) -> u64 {
        self.heap.capacity() - LAST
    }

    #[cold]
    pub(crate) fn allocate_from_the_rest(&mut self, bytes: usize, header: u64) -> Cell {
        if self.collector.disabled == 0 {
            self.collect_for(CollectionKind::Major, Cause::OutOfMemory);
        }
        if let Ok(cell) = self.heap.allocate_after_collection(bytes, header) {
            return cell;
        }
        self.draw_on_reserve(bytes);
        match self.heap.allocate_after_collection(bytes, header) {
            Ok(cell) => cell,
            Err(_) if self.threads.starting => self.allocate_last(bytes, header),
            Err(_) => unwind(),
        }
    }

    /// The first cell of a thread: there is no frame yet for an exception to be raised in.
    fn allocate_last(&mut self, bytes: usize, header: u64) -> Cell {
        self.heap.set_limit(u64::MAX);
        let cell = self.heap.allocate_after_collection(bytes, header).unwrap_or_else(|_| give_up());
        self.heap.set_limit(self.last_limit());
        cell
    }

    fn draw_on_reserve(&mut self, bytes: usize) {
        self.collector.respite = 0;
        let wanted = (bytes as u64).saturating_add(RESERVE);
        self.heap.set_limit(self.heap.used_bytes().saturating_add(wanted).min(self.last_limit()));
        self.collector.out_of_memory = !self.phase.booting;
        self.request_interrupt();
    }

    /// The same after a native was left.
    #[cold]
    pub(crate) fn exhausted_error(&mut self) -> Exit {
        let exit = self.out_of_memory_error();
        self.heap.set_limit(self.heap.used_bytes().clamp(self.collector.limit, self.last_limit()));
        exit
    }

    /// The NoMemoryError that is due.
    #[cold]
    pub(crate) fn out_of_memory_error(&mut self) -> Exit {
        let exit = self.raise(self.classes.no_memory_error, "failed to allocate memory".to_string());
        // Also where the exception itself drew on the reserve.
        crate::memory::ballast::was_spent();
        self.collector.out_of_memory = false;
        exit
    }

    /// Collects where the reserve was drawn on, and answers whether it is still needed. What drew on it may be garbage since: an `ensure` of
    /// a frame that is left for want of memory may draw on it, and who rescues is not told of that once more.
    fn still_needs_reserve(&mut self) -> bool {
        if self.collector.out_of_memory && self.collector.disabled == 0 {
            self.collect_for(CollectionKind::Major, Cause::OutOfMemory);
            self.collector.out_of_memory = self.heap.used_bytes() > self.collector.limit;
            self.restore_limit();
        }
        self.collector.out_of_memory
    }

    /// An exception has a handler. Where it is for want of memory, nothing that only the frames left held stays alive for the handler:
    /// what they wrote behind the current frame goes, and a reserve that was drawn on is given back if it can be. A word of the machine
    /// stack may still name what they held, which the next few calls write over: the handler has a respite until then.
    pub(crate) fn reclaim_unwound(&mut self, raised: Value) {
        if self.collector.out_of_memory || self.class_of(raised) == self.classes.no_memory_error {
            self.clear_leftovers();
            self.collector.respite = if self.still_needs_reserve() { RESPITE } else { 0 };
        }
    }

    /// Whether the program is to be told, at this safepoint, that the reserve was drawn on.
    pub(crate) fn must_tell_of_reserve(&mut self) -> bool {
        if !self.still_needs_reserve() {
            return false;
        }
        let has_respite = self.collector.respite > 0;
        if has_respite {
            self.collector.respite -= 1;
            self.request_interrupt();
        }
        !has_respite
    }

    /// Fails with NoMemoryError where so many bytes cannot be had: asked before large allocations.
    pub fn check_allocation(&mut self, bytes: usize) -> Result<(), Exit> {
        if bytes as u64 <= LARGE || bytes as u64 <= self.collector.installed && self.has_room_for(bytes) {
            return Ok(());
        }
        Err(self.out_of_memory_error())
    }

    /// Fails with NoMemoryError where the system has no room for so many bytes of a native's own.
    pub fn check_buffer(&mut self, bytes: usize) -> Result<(), Exit> {
        let room = bytes as u64 <= LARGE || Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
        if room { Ok(()) } else { Err(self.out_of_memory_error()) }
    }

    /// Fails with NoMemoryError where a text of so many bytes could not be parsed: the parser is a library in C, which ends the
    /// process where it gets no memory.
    pub(crate) fn check_room_for_parsing(&mut self, bytes: usize) -> Result<(), Exit> {
        let wanted = (bytes as u64).saturating_mul(PARSED).saturating_add(PARSER);
        if crate::memory::ballast::has_room(wanted) { Ok(()) } else { Err(self.out_of_memory_error()) }
    }

    /// Whether so many bytes can be had in one piece, if need be after a collection.
    fn has_room_for(&mut self, bytes: usize) -> bool {
        if self.heap.has_room(bytes) {
            return true;
        }
        if bytes as u64 > self.heap.capacity() || self.collector.disabled > 0 {
            return false;
        }
        self.collect_for(CollectionKind::Major, Cause::OutOfMemory);
        if !self.heap.has_room(bytes) && self.heap.used_bytes() + bytes as u64 <= self.collector.limit {
            self.collect_for(CollectionKind::Compact, Cause::OutOfMemory);
        }
        self.heap.has_room(bytes)
    }
}
