//! How much stack is left, for code that asks before it goes deeper.
//!
//! Asking is the way to meet the end of a stack: it costs a few instructions,
//! leaves every frame to return as usual, and is the only protection of a stack
//! whose guard is [`GuardKind::Software`](crate::GuardKind). A guard that the
//! hardware watches is the second line, for code that doesn't ask.

use crate::coroutine;
use rutile_processor::registers::stack_pointer;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;

/// The stack has no room for what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("machine stack overflow")
    }
}

impl std::error::Error for Overflow {}

/// The lowest address that code may use on a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackLimit {
    lowest: usize,
}

impl StackLimit {
    pub(crate) const fn at(lowest: usize) -> StackLimit {
        StackLimit { lowest }
    }

    /// The limit of the stack that is running: that of the innermost coroutine,
    /// or that of the thread.
    pub fn current() -> StackLimit {
        coroutine::current_limit().unwrap_or_else(StackLimit::of_thread)
    }

    /// The limit of the thread's own stack. Where the system doesn't say what
    /// that is, there is no limit.
    pub fn of_thread() -> StackLimit {
        StackLimit::at(thread_stack().0)
    }

    /// Bytes that are left below the caller's frame, on the stack of this limit.
    #[inline]
    pub fn remaining(&self) -> usize {
        stack_pointer().saturating_sub(self.lowest)
    }

    /// Says whether `needed` bytes are left.
    #[inline]
    pub fn check(&self, needed: usize) -> Result<(), Overflow> {
        if self.remaining() >= needed {
            Ok(())
        } else {
            Err(Overflow)
        }
    }

    /// The lowest usable address.
    pub fn lowest(&self) -> usize {
        self.lowest
    }
}

/// The address just above the thread's own stack; 0 where the system doesn't
/// say.
pub fn thread_top() -> usize {
    thread_stack().1
}

thread_local! {
    /// The stack is the thread's, so what is known of it is too.
    static THREAD_STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Room left for what the C library and the kernel put at the end of a
/// thread's stack.
const THREAD_RESERVE: usize = 16 << 10;

/// The lowest usable address of the thread's stack and the one just above it,
/// asked of the system once.
fn thread_stack() -> (usize, usize) {
    if let Some(known) = THREAD_STACK.get() {
        return known;
    }
    let found = thread_range().map_or((0, 0), |range| (range.start + THREAD_RESERVE, range.end));
    THREAD_STACK.set(Some(found));
    found
}

fn thread_range() -> Option<Range<usize>> {
    told_range().or_else(first_range)
}

/// The range that the C library names. Of a process's first thread it knows from `/proc` alone.
fn told_range() -> Option<Range<usize>> {
    // SAFETY: the attributes are filled in by the first call that succeeds,
    // read, and destroyed.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let mut address = std::ptr::null_mut();
        let (mut size, mut guard) = (0, 0);
        let known = libc::pthread_attr_getstack(&attributes, &mut address, &mut size) == 0
            && libc::pthread_attr_getguardsize(&attributes, &mut guard) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        // Some C libraries count the guard in, some don't.
        let start = address as usize;
        known.then_some(start + guard..start + size)
    }
}

/// The stack of the process's first thread, without `/proc`: the kernel puts the path of the program at its top, and
/// lets it grow to the limit of the process.
fn first_range() -> Option<Range<usize>> {
    // SAFETY: these calls read what the kernel gave the process at its start, its numbers and a limit.
    unsafe {
        let path = libc::getauxval(libc::AT_EXECFN) as usize;
        if libc::getpid() != libc::gettid() || path == 0 {
            return None;
        }
        let end = (path + libc::strlen(path as *const libc::c_char)).next_multiple_of(PAGE);
        let mut limit: libc::rlimit = std::mem::zeroed();
        let known = libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY;
        let size = if known { limit.rlim_cur as usize } else { USUAL_STACK };
        Some(end.saturating_sub(size)..end)
    }
}

/// A page at least: what lies between the path and the stack's end is less.
const PAGE: usize = 4096;

/// The default limit of a stack.
const USUAL_STACK: usize = 8 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    /// A test runs on a thread of its own.
    #[test]
    fn only_the_first_thread_is_found_without_the_c_library() {
        assert_eq!(first_range(), None);
        let told = told_range().unwrap();
        assert!(told.contains(&stack_pointer()));
    }
}
