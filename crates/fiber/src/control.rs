//! The control block of a coroutine, at the top of its stack.
//!
//! It is the one thing that the resumer, the coroutine and the fault handler
//! share. The invariant: a control block is valid from [`Control::place`] until
//! its stack is given back, and it is reached through raw pointers only, since
//! each side of a switch sees the other's writes come out of nowhere.

use crate::limit::StackLimit;
use crate::pool::PooledStack;
use rutile_processor::switch;
use std::any::Any;
use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// The state of a coroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its body hasn't started.
    Fresh,
    /// It runs, or waits for a coroutine that it resumed.
    Running,
    /// It has suspended itself.
    Suspended,
    /// Its body has returned.
    Returned,
    /// Its body has panicked.
    Panicked,
    /// It ran into its guard and was abandoned.
    Overflowed,
}

pub(crate) type Payload = Box<dyn Any + Send + 'static>;

pub(crate) struct Control {
    /// The stack pointer of the coroutine, while it is at rest.
    pub(crate) at_rest: *mut u8,
    /// The stack pointer of whoever resumed it, while it runs.
    pub(crate) resumer: *mut u8,
    /// The coroutine that resumed it, or null.
    pub(crate) outer: *mut Control,
    pub(crate) state: State,
    /// Suspending is refused: the coroutine is to come to its end.
    pub(crate) cancelled: bool,
    pub(crate) guard_start: usize,
    pub(crate) bottom: usize,
    /// The lowest address that its frames may touch: the bottom, or below it where the fault handler opened pages of the guard.
    pub(crate) opened: usize,
    pub(crate) top: usize,
    body: *mut u8,
    run: unsafe fn(*mut u8, usize) -> usize,
    discard: unsafe fn(*mut u8),
    pub(crate) payload: Option<Payload>,
}

thread_local! {
    /// The innermost running coroutine. Which stack is running is a fact of the
    /// thread, not of any value, and the fault handler has nothing else to find
    /// it by. Constant and without a destructor, so that a handler may read it.
    static CURRENT: Cell<*mut Control> = const { Cell::new(ptr::null_mut()) };
}

#[inline]
pub(crate) fn current() -> *mut Control {
    CURRENT.get()
}

#[inline]
pub(crate) fn set_current(control: *mut Control) {
    CURRENT.set(control);
}

/// A larger body is boxed: most of a small stack is to be left for its frames.
const LARGEST_INLINE_BODY: usize = 1024;

/// Every stack's top is a multiple of this.
const LARGEST_INLINE_ALIGNMENT: usize = 4096;

impl Control {
    /// Puts a body and a control block for it on a stack, ready to be resumed.
    pub(crate) fn place<F>(stack: &PooledStack, body: F) -> *mut Control
    where
        F: FnOnce(usize) -> usize,
    {
        if size_of::<F>() > LARGEST_INLINE_BODY || align_of::<F>() > LARGEST_INLINE_ALIGNMENT {
            let boxed: Box<F> = Box::new(body);
            Control::place_inline(stack, boxed)
        } else {
            Control::place_inline(stack, body)
        }
    }

    fn place_inline<F>(stack: &PooledStack, body: F) -> *mut Control
    where
        F: FnOnce(usize) -> usize,
    {
        let top = stack.top() as usize;
        let body_at = round_down(top - size_of::<F>(), align_of::<F>());
        let control_at = round_down(body_at - size_of::<Control>(), 16);
        let (body_at, control) = (body_at as *mut F, control_at as *mut Control);
        // SAFETY: both places are on the stack, aligned, apart from each other
        // and from the frame that is prepared below them; the smallest stack
        // is several times larger than all three.
        unsafe {
            body_at.write(body);
            control.write(Control {
                at_rest: switch::prepare(control.cast(), enter, control.cast()),
                resumer: ptr::null_mut(),
                outer: ptr::null_mut(),
                state: State::Fresh,
                cancelled: false,
                guard_start: stack.guard().start,
                bottom: stack.bottom() as usize,
                opened: stack.bottom() as usize,
                top,
                body: body_at.cast(),
                run: run::<F>,
                discard: discard::<F>,
                payload: None,
            });
        }
        control
    }

    /// Drops the body of a coroutine that hasn't started.
    ///
    /// # Safety
    /// The state is fresh, and the coroutine is never resumed.
    pub(crate) unsafe fn discard_body(control: *mut Control) {
        // SAFETY: the body is where `place_inline` put it and wasn't moved out.
        unsafe { ((*control).discard)((*control).body) }
    }

    pub(crate) fn limit(&self) -> StackLimit {
        StackLimit::at(self.bottom)
    }

    pub(crate) fn guard(&self) -> Range<usize> {
        self.guard_start..self.opened
    }
}

fn round_down(address: usize, alignment: usize) -> usize {
    address & !(alignment - 1)
}

unsafe fn run<F: FnOnce(usize) -> usize>(body: *mut u8, word: usize) -> usize {
    // SAFETY: `body` is an `F` that is moved out once, by the one entry.
    let body = unsafe { body.cast::<F>().read() };
    body(word)
}

unsafe fn discard<F>(body: *mut u8) {
    // SAFETY: `body` is an `F` that was not moved out.
    unsafe { body.cast::<F>().drop_in_place() }
}

/// The first function on the stack of every coroutine. A panic of the body ends
/// here and is handed to the resumer.
unsafe extern "C" fn enter(argument: *mut u8, word: usize) -> ! {
    let control = argument.cast::<Control>();
    // SAFETY: the control block is valid while its stack runs; the resumer is at
    // rest in a switch to this stack.
    unsafe {
        let (run, body) = ((*control).run, (*control).body);
        let word = match catch_unwind(AssertUnwindSafe(|| run(body, word))) {
            Ok(word) => {
                (*control).state = State::Returned;
                word
            }
            Err(payload) => {
                (*control).payload = Some(payload);
                (*control).state = State::Panicked;
                0
            }
        };
        switch::leave((*control).resumer, word)
    }
}
