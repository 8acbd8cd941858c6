//! A call of a C function, on a machine stack of the pool.
//!
//! What the function asks of Ruby suspends its stack with a request. Where there was none, the call is over when the function
//! returns, and no frame was made; else a frame of Ruby code drives it: it does what is asked, with ordinary frames, and resumes
//! the stack with the value.
//!
//! ```text
//!   begin --> [ function ... API ] --suspended: a Request--> the driver's frame makes the call
//!             [ API    ... function ] <--answer------------- its value
//!             [ function returns ] --suspended: Return-----> the stack rests until the next call
//! ```
//!
//! A stack that ended a call is kept for the next one: laying one out costs more than most functions do. A call within another
//! gets one that lies above it, if there is one: C code that measures by addresses how deep it is finds itself no deeper.
//!
//! An exception that the function doesn't stop is never seen by it: what stands on its stack is left, as `longjmp`
//! would. Functions that stop exceptions (`rb_protect`) are requests as well; what they protect runs on a stack of its own.

use std::num::NonZeroUsize;
use std::ops::Range;

use rutile_fiber::{Coroutine, Fault, GuardKind, PoolError, Question, Step};
use rutile_vm::prelude::*;

use crate::function::{Function, Order};
use crate::machine::{self, Context};
use crate::request::{self, Request};
use crate::state::state;

/// How far a call came.
pub enum Progress {
    Ended(Value),
    /// Its function waits for the answer to `Invocation::request`.
    Asked,
}

/// A call under way, or a stack that waits for one.
pub struct Invocation {
    coroutine: Coroutine,
    gives_word: bool,
    /// Whether it may give the mark of what is not there, which goes back to the C code that had it called.
    gives_undefined: bool,
    /// What its stack is suspended with while its function waits.
    asked: Option<NonZeroUsize>,
}

impl Invocation {
    /// One that rests, or a new one.
    pub fn acquire(vm: &mut Vm) -> Result<Box<Invocation>, Exit> {
        match state(vm).rested() {
            Some(invocation) => Ok(invocation),
            None => Invocation::new(vm),
        }
    }

    #[cold]
    fn new(vm: &mut Vm) -> Result<Box<Invocation>, Exit> {
        let stack = match vm.machine_stacks().acquire() {
            Ok(stack) if stack.guard_kind() != GuardKind::Software => stack,
            Ok(_) => return Err(vm.fiber_error("can't set up another machine stack: no guard for foreign code")),
            Err(error @ PoolError::NoMemory { .. }) => return Err(vm.raise(vm.classes.no_memory_error, error.to_string())),
            Err(error) => return Err(vm.fiber_error(&error.to_string())),
        };
        Ok(Box::new(Invocation { coroutine: Coroutine::on(stack, carry_out_orders), gives_word: false, gives_undefined: false, asked: None }))
    }

    /// Calls a function with these words.
    ///
    /// # Safety
    /// As `Order::new`; the invocation rests.
    pub unsafe fn begin(&mut self, vm: &mut Vm, function: Function, context: &Context, words: &[Value]) -> Result<Progress, Exit> {
        self.gives_word = matches!(function, Function::Word(_));
        self.gives_undefined = matches!(function, Function::Plain(_));
        // SAFETY: by the condition.
        let order = unsafe { Order::new(vm, function, context.receiver, words) };
        self.go_on(vm, context, &raw const order as usize)
    }

    /// Goes on with the answer to the request.
    pub fn resume(&mut self, vm: &mut Vm, context: &Context, answer: Value) -> Result<Progress, Exit> {
        self.asked = None;
        self.go_on(vm, context, answer.word() as usize)
    }

    #[inline(always)]
    fn go_on(&mut self, vm: &mut Vm, context: &Context, word: usize) -> Result<Progress, Exit> {
        let coroutine = &mut self.coroutine;
        match machine::enter(vm, context, || coroutine.resume(word)) {
            Ok(Step::Suspended(word)) => {
                let Question::Extension(place) = Question::of_word(word) else { return Err(closure_within(vm)) };
                // SAFETY: the stack is suspended there.
                match *unsafe { request::request_at(place) } {
                    Request::Return(word) if self.gives_word => Ok(Progress::Ended(vm.integer(word as i128))),
                    Request::Return(word) if self.gives_undefined && word as u64 == Value::UNDEFINED.word() => Ok(Progress::Ended(Value::UNDEFINED)),
                    Request::Return(word) => Ok(Progress::Ended(checked(vm, word as u64))),
                    Request::Leave(exit) => Err(exit),
                    _ => {
                        self.asked = NonZeroUsize::new(place);
                        Ok(Progress::Asked)
                    }
                }
            }
            step => Err(self.broken(vm, step)),
        }
    }

    #[cold]
    fn broken(&self, vm: &mut Vm, step: Result<Step, Fault>) -> Exit {
        match step {
            Ok(_) => unreachable!("a stack of calls waits for the next one"),
            Err(Fault::Overflow(_)) => vm.raise(vm.classes.system_stack_error, "stack level too deep".to_string()),
            Err(fault) => vm.runtime_error(fault.to_string()),
        }
    }

    /// What its function waits for; given once.
    pub fn request(&mut self) -> Option<Request> {
        let place = self.asked.take()?;
        // SAFETY: the stack is suspended there until it is resumed, which clears the place.
        Some(*unsafe { request::request_at(place.get()) })
    }

    /// Leaves its function where it is; its stack can have the next call. False where it can't.
    pub fn leave(&mut self) -> bool {
        self.asked = None;
        // SAFETY: the frames are those of C functions and of this crate, which own nothing while they wait.
        unsafe { self.coroutine.begin_anew(carry_out_orders) }
    }

    /// Where its stack lies.
    pub fn address(&self) -> usize {
        self.coroutine.live_range().map_or(0, |range| range.end)
    }

    /// The part of its stack that is in use while it waits.
    pub fn live_range(&self) -> Option<Range<usize>> {
        self.coroutine.live_range()
    }
}

impl Drop for Invocation {
    fn drop(&mut self) {
        // SAFETY: the frames are those of C functions and of this crate, which own nothing while they wait.
        unsafe { self.coroutine.abandon() };
    }
}

/// The body of a stack: one call after the other.
fn carry_out_orders(first: usize) -> usize {
    let mut next = first;
    loop {
        // SAFETY: a stack that rests is resumed by `begin` alone, with an order of its own.
        let word = unsafe { Order::carry_out(next as *const Order) };
        match request::hand_back(word) {
            Some(address) => next = address,
            None => return 0,
        }
    }
}

/// C code of an extension has called a closure of Fiddle, whose block runs in calls by Fiddle only.
#[cold]
fn closure_within(vm: &mut Vm) -> Exit {
    vm.raise(vm.classes.not_implemented, "Fiddle::Closure called by the C code of an extension is not implemented".to_string())
}

/// The value of a C function, if it is one: some give whatever the register held where they have nothing to give.
#[inline]
fn checked(vm: &Vm, word: u64) -> Value {
    // SAFETY: it is asked below whether it is a cell's, before anything of it is read.
    let value = unsafe { Value::from_foreign_word(word) };
    let is_value = match value.as_cell() {
        Some(cell) => vm.heap.contains(word) == Some(cell),
        None => value.is_fixnum() || value.is_flonum() || value.is_symbol() || matches!(value, Value::NIL | Value::TRUE | Value::FALSE),
    };
    if is_value { value } else { Value::NIL }
}
