//! Coroutines: a body on a stack of its own, resumed and suspended.
//!
//! [`Coroutine::resume`] runs the body until it calls [`suspend`] or ends; each
//! carries one word over. Which coroutine [`suspend`] suspends is not said: it
//! is the innermost one that runs on the thread, so that no code can suspend a
//! coroutine it isn't in.
//!
//! ```
//! use rutile_fiber::{Coroutine, StackPool, Step, suspend};
//!
//! let pool = StackPool::default();
//! let mut sum = Coroutine::new(&pool, |first| {
//!     let mut total = first;
//!     while let Ok(next) = suspend(total) {
//!         total += next;
//!     }
//!     total
//! })?;
//! assert_eq!(sum.resume(1)?, Step::Suspended(1));
//! assert_eq!(sum.resume(2)?, Step::Suspended(3));
//! assert_eq!(sum.cancel()?, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The ways to end
//! - The body returns: the resumer gets [`Step::Returned`].
//! - The body panics: the panic stops at the foot of the coroutine's stack, and
//!   the resumer gets its payload as [`Fault::Panic`].
//! - The body runs into its guard and [`recover_from_overflow`] is in force: its
//!   frames are abandoned as they are, the resumer gets [`Fault::Overflow`].
//! - It is cancelled, by [`Coroutine::cancel`] or by being dropped: the pending
//!   `suspend` returns [`SuspendError::Cancelled`], as does every later one
//!   without suspending, and the body runs to its end on its own path, dropping
//!   what it owns. A body that hasn't started is dropped unrun. Nothing is
//!   unwound by force, so this is the same where panics abort.
//! - It is abandoned, for bodies whose frames can be left as they are.
//!
//! At each of them the stack goes back to its pool at once. A coroutine that is
//! *forgotten* keeps its stack for ever, and with it all that its frames own.
//!
//! A coroutine stays on its thread, and must not be kept in a thread-local that
//! outlives those its body borrows from across a suspension.
//!
//! [`recover_from_overflow`]: crate::recover_from_overflow

use crate::control::{self, Control, Payload, State};
use crate::limit::{Overflow, StackLimit};
use crate::overflow;
use crate::pool::{PoolError, PooledStack, StackPool};
use rutile_processor::{registers, switch::switch};
use std::fmt;
use std::ops::Range;
use std::ptr;

/// A body with a stack of its own.
pub struct Coroutine {
    /// `None` when the body has ended.
    live: Option<Live>,
}

/// Invariant: `control` is the control block on `stack`, whose state is fresh or
/// suspended except within a call of `resume`.
struct Live {
    control: *mut Control,
    stack: PooledStack,
}

impl Live {
    /// Closes for the next coroutine what the fault handler opened of the stack's guard.
    ///
    /// # Safety
    /// The stack is not used any more.
    unsafe fn close_opened(&self) {
        // SAFETY: by the invariant the control block is valid; the rest by the condition.
        unsafe {
            let opened = (*self.control).opened..self.stack.bottom() as usize;
            if !opened.is_empty() {
                self.stack.close_guard(opened);
            }
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // SAFETY: nothing uses the stack any more.
        unsafe { self.close_opened() };
    }
}

/// How far a coroutine came, with the word it handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It called [`suspend`] and can be resumed.
    Suspended(usize),
    /// Its body returned.
    Returned(usize),
}

/// Why a coroutine didn't come to its next step.
pub enum Fault {
    /// It ran out of stack; its frames were abandoned.
    Overflow(Overflow),
    /// Its body panicked with this payload.
    Panic(Payload),
    /// It had ended before.
    Finished,
}

/// Why a coroutine isn't suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspendError {
    /// It is to come to its end. Every further call says so too.
    Cancelled,
    /// No coroutine runs on this thread.
    Outside,
    /// The thread is unwinding from a panic, which belongs to one stack.
    Unwinding,
}

impl Coroutine {
    /// A coroutine on a stack of this pool. The body starts at the first
    /// `resume`, with the word of that.
    pub fn new<F>(pool: &StackPool, body: F) -> Result<Coroutine, PoolError>
    where
        F: FnOnce(usize) -> usize + 'static,
    {
        Ok(Coroutine::on(pool.acquire()?, body))
    }

    /// A coroutine on this stack.
    #[inline]
    pub fn on<F>(stack: PooledStack, body: F) -> Coroutine
    where
        F: FnOnce(usize) -> usize + 'static,
    {
        overflow::prepare_thread();
        let control = Control::place(&stack, body);
        Coroutine {
            live: Some(Live { control, stack }),
        }
    }

    /// Runs the body until it suspends or ends.
    #[inline]
    pub fn resume(&mut self, word: usize) -> Result<Step, Fault> {
        let Some(live) = &self.live else {
            return Err(Fault::Finished);
        };
        let control = live.control;
        // SAFETY: by the invariant of `Live` the control block is valid and at
        // rest. The exclusive borrow keeps others from resuming it meanwhile.
        unsafe {
            debug_assert!(matches!((*control).state, State::Fresh | State::Suspended));
            let outer = control::current();
            (*control).outer = outer;
            (*control).state = State::Running;
            control::set_current(control);
            let received = switch(&raw mut (*control).resumer, (*control).at_rest, word);
            control::set_current(outer);
            if (*control).state == State::Suspended {
                return Ok(Step::Suspended(received));
            }
            self.end(control, received)
        }
    }

    /// Gives the stack back and says how the body ended.
    ///
    /// # Safety
    /// `control` is this coroutine's, and its body has ended.
    #[inline(never)]
    unsafe fn end(&mut self, control: *mut Control, word: usize) -> Result<Step, Fault> {
        // SAFETY: the control block is read before the stack is given back.
        let outcome = unsafe {
            match (*control).state {
                State::Returned => Ok(Step::Returned(word)),
                State::Panicked => match (*control).payload.take() {
                    Some(payload) => Err(Fault::Panic(payload)),
                    None => Err(Fault::Finished),
                },
                State::Overflowed => Err(Fault::Overflow(Overflow)),
                State::Fresh | State::Running | State::Suspended => {
                    unreachable!("a coroutine that came back has suspended or ended")
                }
            }
        };
        self.live = None;
        outcome
    }

    /// Brings a suspended body to its end and returns what it returned: `None`
    /// where it hadn't started, and is dropped.
    pub fn cancel(&mut self) -> Result<Option<usize>, Fault> {
        let Some(live) = &self.live else {
            return Err(Fault::Finished);
        };
        let control = live.control;
        // SAFETY: by the invariant of `Live` the control block is valid.
        if unsafe { (*control).state } == State::Fresh {
            let _stack = self.live.take();
            // SAFETY: the body hasn't started, and now never will.
            unsafe { Control::discard_body(control) };
            return Ok(None);
        }
        // SAFETY: as above.
        unsafe { (*control).cancelled = true };
        match self.resume(0)? {
            Step::Returned(word) => Ok(Some(word)),
            Step::Suspended(_) => unreachable!("a cancelled coroutine can't suspend"),
        }
    }

    /// Ends the body where it is: its frames are left as they are, as those of one that overflowed, and the stack goes
    /// back to the pool. A body that hasn't started is dropped.
    ///
    /// # Safety
    /// Nothing outside relies on a frame in there being returned to, or on a value in there being dropped.
    pub unsafe fn abandon(&mut self) {
        let Some(live) = self.live.take() else { return };
        // SAFETY: by the invariant of `Live` the control block is valid; a body that hasn't started never will.
        unsafe {
            if (*live.control).state == State::Fresh {
                Control::discard_body(live.control);
            }
        }
    }

    /// Ends the body as `abandon` does, and has its stack begin another one; false where the body has ended.
    ///
    /// # Safety
    /// As `abandon`.
    pub unsafe fn begin_anew<F>(&mut self, body: F) -> bool
    where
        F: FnOnce(usize) -> usize + 'static,
    {
        let Some(live) = &mut self.live else { return false };
        // SAFETY: by the invariant of `Live` the control block is valid; a body that hasn't started never will, and
        // the stack is not used any more.
        unsafe {
            if (*live.control).state == State::Fresh {
                Control::discard_body(live.control);
            }
            live.close_opened();
        }
        live.control = Control::place(&live.stack, body);
        true
    }

    /// Whether the body has ended.
    pub fn is_finished(&self) -> bool {
        self.live.is_none()
    }

    /// The part of the stack that is in use: all that the body's frames hold,
    /// saved registers included. `None` where it has ended.
    pub fn live_range(&self) -> Option<Range<usize>> {
        let live = self.live.as_ref()?;
        // SAFETY: by the invariant of `Live`.
        unsafe { Some((*live.control).at_rest as usize..(*live.control).top) }
    }

    /// Gives back the pages below the part of the stack that is in use, which
    /// earlier, deeper calls have left behind.
    pub fn trim(&mut self) {
        let Some(live) = &self.live else { return };
        // SAFETY: the coroutine is at rest; nothing below its stack pointer is
        // in use.
        unsafe { live.stack.discard_below((*live.control).at_rest as usize) };
    }
}

impl Drop for Coroutine {
    fn drop(&mut self) {
        // How a body ends that nobody waits for concerns nobody: a panic has
        // been reported by the panic hook, and its payload goes here.
        drop(self.cancel());
    }
}

/// Suspends the innermost running coroutine of the thread: its resumer goes on,
/// with this word. Returns the word of the next resume.
#[inline]
pub fn suspend(word: usize) -> Result<usize, SuspendError> {
    let control = control::current();
    if control.is_null() {
        return Err(SuspendError::Outside);
    }
    // SAFETY: the current control block is valid, its stack is this one, and
    // its resumer is at rest in a switch to it.
    unsafe {
        if (*control).cancelled {
            return Err(SuspendError::Cancelled);
        }
        if std::thread::panicking() {
            return Err(SuspendError::Unwinding);
        }
        (*control).state = State::Suspended;
        let received = switch(&raw mut (*control).at_rest, (*control).resumer, word);
        if (*control).cancelled {
            Err(SuspendError::Cancelled)
        } else {
            Ok(received)
        }
    }
}

/// The limit of the innermost running coroutine.
pub(crate) fn current_limit() -> Option<StackLimit> {
    let control = control::current();
    // SAFETY: the current control block is valid.
    unsafe { control.as_ref().map(Control::limit) }
}

/// Calls `visit` with each piece of machine stack that is in use by the running
/// code of this thread, innermost first: that of the caller, those of the
/// coroutines that wait for it, and the thread's own down to the first resume.
/// For a collector that looks for references in them; what a coroutine at rest
/// holds is in its [`live_range`](Coroutine::live_range).
#[inline(never)]
pub fn for_each_running_stack(visit: &mut dyn FnMut(Range<usize>)) {
    // The array lies in this frame, and so in the first piece.
    let registers = registers::preserved_registers();
    let pointer = registers::stack_pointer().min((&raw const registers) as usize);
    for_each_running_stack_above(pointer, visit);
    std::hint::black_box(&registers);
}

/// As [`for_each_running_stack`], but of the innermost piece only what lies at `pointer`, an address in it, and above.
pub fn for_each_running_stack_above(pointer: usize, visit: &mut dyn FnMut(Range<usize>)) {
    let mut pointer = pointer;
    let mut control = control::current();
    while !control.is_null() {
        // SAFETY: the current control block is valid, as are those outside it,
        // which wait in `resume`.
        unsafe {
            visit(pointer..(*control).top);
            pointer = (*control).resumer as usize;
            control = (*control).outer;
        }
    }
    visit(pointer..crate::limit::thread_top().max(pointer));
}

impl PartialEq for Fault {
    /// Panics are equal where they are the same payload.
    fn eq(&self, other: &Fault) -> bool {
        match (self, other) {
            (Fault::Overflow(_), Fault::Overflow(_)) | (Fault::Finished, Fault::Finished) => true,
            (Fault::Panic(one), Fault::Panic(other)) => ptr::addr_eq(&**one, &**other),
            _ => false,
        }
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Overflow(_) => out.write_str("Overflow"),
            Fault::Panic(_) => out.write_str("Panic"),
            Fault::Finished => out.write_str("Finished"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Overflow(overflow) => overflow.fmt(out),
            Fault::Panic(payload) => match panic_text(payload) {
                Some(text) => write!(out, "coroutine panicked: {text}"),
                None => out.write_str("coroutine panicked"),
            },
            Fault::Finished => out.write_str("coroutine has ended"),
        }
    }
}

fn panic_text(payload: &Payload) -> Option<&str> {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&'static str>().copied())
}

impl std::error::Error for Fault {}

impl fmt::Display for SuspendError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            SuspendError::Cancelled => "coroutine is cancelled",
            SuspendError::Outside => "no coroutine is running",
            SuspendError::Unwinding => "can't suspend a coroutine that unwinds from a panic",
        })
    }
}

impl std::error::Error for SuspendError {}

impl fmt::Debug for Coroutine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.live {
            Some(live) => write!(out, "Coroutine({:?})", live.stack),
            None => out.write_str("Coroutine(ended)"),
        }
    }
}
