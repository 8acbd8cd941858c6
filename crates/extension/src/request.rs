//! Requests of a C function, made on its stack: it suspends that stack with a request, and goes on with the answer.
//!
//! Invariant: a stack is suspended in `hand_over` alone, with the address of an `Asked` there.

use rutile_fiber::Question;
use rutile_vm::prelude::*;

/// The kinds of requests.
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
    /// The end: the function has returned this word, and its stack is ready for the next one.
    Return(usize),
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

/// The question on the stack of a function that waits.
#[repr(C)]
struct Asked<'a> {
    request: Request,
    /// The machine goes with it, since whoever answers changes it.
    machine: Option<&'a mut Vm>,
}

/// The request of a stack that is suspended.
///
/// # Safety
/// The place is what the stack was suspended with, and the stack still is.
pub unsafe fn request_at<'a>(place: usize) -> &'a Request {
    // SAFETY: by the condition and the invariant of this module.
    unsafe { &(*(place as *const Asked)).request }
}

/// Suspends the stack; `None` where it is none that a request suspends.
#[inline]
fn hand_over(asked: Asked) -> Option<usize> {
    let answer = Question::Extension(&raw const asked as usize).ask();
    std::hint::black_box(&asked);
    answer
}

/// Suspends the function that asks; gives the answer. Where the request ends in an exception, it doesn't come back: nothing
/// may be owned across it that has to be dropped.
pub fn ask(vm: &mut Vm, request: Request) -> Value {
    match hand_over(Asked { request, machine: Some(vm) }) {
        // SAFETY: the machine answers with a value, which the stack that asked holds.
        Some(answer) => unsafe { Value::from_foreign_word(answer as u64) },
        None => outside_of_call(),
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

/// Gives what a function returned, and waits for the next order, an address; `None` where there will be none.
pub fn hand_back(word: usize) -> Option<usize> {
    hand_over(Asked { request: Request::Return(word), machine: None })
}

/// C code that the collector runs (what frees, what marks) asked for Ruby.
#[cold]
fn outside_of_call() -> ! {
    eprintln!("rutile: a C extension asked for Ruby where none can run, as in a function that frees or marks");
    std::process::abort()
}
