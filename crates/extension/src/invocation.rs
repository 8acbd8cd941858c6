//! A call of a C function, on a machine stack of the pool.
//!
//! What the function asks of Ruby suspends its stack with a request. Where there was none, the call is over when the function
//! returns, and no frame was made; else a frame of Ruby code drives it: it does what is asked, with ordinary frames, and resumes
//! the stack with the value.
//!
//! ```text
//!   begin --> [ function ... API ] --suspended: a Request--> the driver's frame makes the call
//!             [ API    ... function ] <--answer------------- its value
//!             [ function returns ] --ended: a value-------->
//! ```
//!
//! An exception that the function doesn't stop is never seen by it: its stack is dropped with all that stands on it, as `longjmp`
//! would. Functions that stop exceptions (`rb_protect`) are requests as well; what they protect runs on a stack of its own.
//!
//! Invariant: a stack is suspended in `ask` and `leave` alone, with the address of a request there.

use std::mem::transmute;
use std::ops::Range;

use rutile_fiber::{Coroutine, Fault, GuardKind, PoolError, Step, suspend};
use rutile_vm::object::data::{function_address, function_arity};
use rutile_vm::prelude::*;

use crate::machine::{self, Context};

/// What a C function wants done.
#[derive(Clone, Copy)]
pub enum Request {
    /// A method of the receiver, public or not.
    Call { receiver: Value, name: Symbol, arguments: List, block: Value },
    /// A public one only.
    CallPublic { receiver: Value, name: Symbol, arguments: List, block: Value },
    /// This method.
    CallMethod { receiver: Value, method: MethodRef, arguments: List },
    /// The method that the running one overrides.
    Super { arguments: List },
    /// The block that was passed.
    Yield { arguments: List },
    /// That block as a Proc.
    BlockProc,
    /// The end: this is raised in place of the function.
    Leave(Exit),
}

/// Arguments in the memory of C code.
#[derive(Clone, Copy)]
pub struct List {
    first: *const Value,
    count: usize,
    /// The last one is a Hash of keywords.
    pub has_keywords: bool,
}

impl List {
    pub fn of(values: &[Value]) -> List {
        List { first: values.as_ptr(), count: values.len(), has_keywords: false }
    }

    pub fn with_keywords(self, has_keywords: bool) -> List {
        List { has_keywords: has_keywords && self.count > 0, ..self }
    }

    /// # Safety
    /// The stack that the request came from is still suspended.
    pub unsafe fn values<'a>(self) -> &'a [Value] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: by the condition; whoever asks keeps them until it is answered.
        unsafe { std::slice::from_raw_parts(self.first, self.count) }
    }
}

/// What is called: how its arguments are passed.
#[derive(Clone, Copy)]
pub enum Function {
    /// The body of a method.
    Method(i64),
    /// It takes words, and gives one.
    Plain(usize),
    /// It takes a word, and gives one that is no value: an Integer stands for it.
    Word(usize),
    /// A block: it takes the first value, data of its own, how many values there are, where, and its block.
    Block { address: usize, data: usize, block: Value },
}

/// How far a call came.
pub enum Progress {
    Ended(Value),
    Asked(Request),
}

/// A call under way.
pub struct Invocation {
    coroutine: Coroutine,
    gives_word: bool,
}

/// More arguments than this are passed in an Array of their own.
const FEW: usize = 16;

impl Invocation {
    /// A call of a function with these words, which are the arguments of a method without its self.
    ///
    /// # Safety
    /// At its address is a function of an extension's that takes so many. The words stay where they are until it is first resumed, which
    /// copies them.
    pub unsafe fn new(vm: &mut Vm, function: Function, receiver: Value, words: &[Value]) -> Result<Invocation, Exit> {
        let list = if words.len() > FEW { Some(vm.new_array(words)) } else { None };
        let stack = vm.machine_stacks().acquire();
        let stack = match stack {
            Ok(stack) if stack.guard_kind() != GuardKind::Software => stack,
            Ok(_) => return Err(vm.fiber_error("can't set up another machine stack: no guard for foreign code")),
            Err(error @ PoolError::NoMemory { .. }) => return Err(vm.raise(vm.classes.no_memory_error, error.to_string())),
            Err(error) => return Err(vm.fiber_error(&error.to_string())),
        };
        let (first, count) = (words.as_ptr(), words.len());
        // SAFETY: by the condition.
        let coroutine = Coroutine::on(stack, move |_| unsafe { run(function, receiver, first, count, list) });
        Ok(Invocation { coroutine, gives_word: matches!(function, Function::Word(_)) })
    }

    /// Goes on with the answer to the request, any word at first.
    pub fn resume(&mut self, vm: &mut Vm, context: &Context, answer: Value) -> Result<Progress, Exit> {
        let Invocation { coroutine, gives_word } = self;
        match machine::enter(vm, context, || coroutine.resume(answer.word() as usize)) {
            Ok(Step::Returned(word)) if *gives_word => Ok(Progress::Ended(vm.integer(word as i128))),
            Ok(Step::Returned(word)) => Ok(Progress::Ended(checked(vm, word as u64))),
            Ok(Step::Suspended(place)) => {
                // SAFETY: by the invariant of this module.
                match unsafe { *(place as *const Request) } {
                    Request::Leave(exit) => Err(exit),
                    request => Ok(Progress::Asked(request)),
                }
            }
            Err(Fault::Overflow(_)) => Err(vm.raise(vm.classes.system_stack_error, "stack level too deep".to_string())),
            Err(fault) => Err(vm.runtime_error(fault.to_string())),
        }
    }

    /// The part of its stack that is in use while it waits.
    pub fn live_range(&self) -> Option<Range<usize>> {
        self.coroutine.live_range()
    }
}

impl Drop for Invocation {
    fn drop(&mut self) {
        // SAFETY: the frames are those of C functions and of this module, which own nothing while they wait.
        unsafe { self.coroutine.abandon() };
    }
}

/// What a C function gave, if that is a value: some give whatever the register held where they have nothing to give.
fn checked(vm: &Vm, word: u64) -> Value {
    let value = Value::from_word(word);
    let is_value = match value.as_cell() {
        Some(cell) => vm.heap.contains(word) == Some(cell),
        None => value.is_fixnum() || value.is_flonum() || value.is_symbol() || matches!(value, Value::NIL | Value::TRUE | Value::FALSE),
    };
    if is_value { value } else { Value::NIL }
}

/// Calls the function on the stack that runs.
///
/// # Safety
/// At its address is a function that takes what it is given; the words are where they were.
unsafe fn run(function: Function, receiver: Value, first: *const Value, count: usize, list: Option<ArrayRef>) -> usize {
    let list = list.map(|list| list.values());
    let mut few = [Value::NIL; FEW];
    let words = match &list {
        Some(values) => &values[..],
        None => {
            // SAFETY: by the condition.
            few[..count].copy_from_slice(unsafe { std::slice::from_raw_parts(first, count) });
            &few[..count]
        }
    };
    // SAFETY: by the condition.
    let result = unsafe {
        match function {
            Function::Method(body) => call_method(function_address(body), function_arity(body), receiver, words),
            Function::Plain(address) | Function::Word(address) => call_plain(address, words),
            Function::Block { address, data, block } => {
                let function: extern "C" fn(Value, usize, libc::c_int, *const Value, Value) -> Value = transmute(address);
                function(words.first().copied().unwrap_or(Value::NIL), data, words.len() as libc::c_int, words.as_ptr(), block)
            }
        }
    };
    std::hint::black_box((few, list));
    result.word() as usize
}

/// # Safety
/// As `run`.
unsafe fn call_method(address: usize, arity: i64, receiver: Value, words: &[Value]) -> Value {
    // SAFETY: by the condition; the arity says what it takes.
    unsafe {
        match arity {
            -1 => {
                let function: extern "C" fn(libc::c_int, *const Value, Value) -> Value = transmute(address);
                function(words.len() as libc::c_int, words.as_ptr(), receiver)
            }
            -2 => {
                let function: extern "C" fn(Value, Value) -> Value = transmute(address);
                let list = machine::machine().new_array(words);
                function(receiver, list.value())
            }
            _ => {
                let mut all = [Value::NIL; FEW + 1];
                all[0] = receiver;
                all[1..=words.len()].copy_from_slice(words);
                call_plain(address, &all[..=words.len()])
            }
        }
    }
}

/// Calls by the number of words.
macro_rules! call_by_count {
    ($address:expr, $words:expr, $($count:literal: $($index:literal)*;)*) => {
        match $words.len() {
            $($count => {
                let function: extern "C" fn($(one!($index Value)),*) -> Value = transmute($address);
                function($($words[$index]),*)
            })*
            _ => unreachable!("a function of an extension takes at most 16 words"),
        }
    };
}

macro_rules! one {
    ($index:literal $type:ty) => { $type };
}

/// # Safety
/// As `run`.
unsafe fn call_plain(address: usize, words: &[Value]) -> Value {
    // SAFETY: by the condition.
    unsafe {
        call_by_count! { address, words,
            0: ;
            1: 0;
            2: 0 1;
            3: 0 1 2;
            4: 0 1 2 3;
            5: 0 1 2 3 4;
            6: 0 1 2 3 4 5;
            7: 0 1 2 3 4 5 6;
            8: 0 1 2 3 4 5 6 7;
            9: 0 1 2 3 4 5 6 7 8;
            10: 0 1 2 3 4 5 6 7 8 9;
            11: 0 1 2 3 4 5 6 7 8 9 10;
            12: 0 1 2 3 4 5 6 7 8 9 10 11;
            13: 0 1 2 3 4 5 6 7 8 9 10 11 12;
            14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13;
            15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14;
            16: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
        }
    }
}

// --- on the stack of the function ---

/// What lies on the stack of a function that waits: the machine goes with it, since whoever answers changes it.
#[repr(C)]
struct Asked<'a> {
    request: Request,
    machine: &'a mut Vm,
}

/// Suspends the function that asks; gives the answer. Where the request ends in an exception, it doesn't come back: nothing
/// may be owned across it that has to be dropped.
pub fn ask(vm: &mut Vm, request: Request) -> Value {
    let asked = Asked { request, machine: vm };
    match suspend(&raw const asked as usize) {
        Ok(answer) => {
            std::hint::black_box(asked.machine);
            Value::from_word(answer as u64)
        }
        Err(_) => outside_of_call(),
    }
}

/// Ends the function that runs with an exception.
#[cold]
pub fn leave(vm: &mut Vm, exit: Exit) -> ! {
    let exit = match exit {
        Exit::Fallback => vm.raise(vm.classes.not_implemented, "this use of a function of the C API is not implemented".to_string()),
        exit => exit,
    };
    ask(vm, Request::Leave(exit));
    unreachable!("a function that has been left goes on")
}

/// C code that the collector runs (what frees, what marks) asked for Ruby.
#[cold]
fn outside_of_call() -> ! {
    eprintln!("rutile: a C extension asked for Ruby where none can run, as in a function that frees or marks");
    std::process::abort()
}
