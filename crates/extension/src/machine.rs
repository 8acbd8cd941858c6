//! The machine that the C functions running on this thread talk to. The C API has no parameter for it, so it is noted here
//! while such a function runs: a thread-local, since machines on other threads have functions of their own.

use std::cell::Cell;
use std::ptr;

use rutile_fiber::Question;
use rutile_vm::prelude::*;

use crate::collection_hooks;

/// The facts of the call that a running C function answers. They live on the machine stack while the function runs.
#[derive(Clone, Copy)]
pub struct Context {
    pub receiver: Value,
    /// The block that was passed: nil, a Proc, a Symbol or a frame block.
    pub block: Value,
    /// The method that the function is the body of, or nil.
    pub method: Value,
    /// The last argument is a Hash of keywords.
    pub has_keywords: bool,
}

#[derive(Clone, Copy)]
struct Running {
    machine: *mut Vm,
    context: *const Context,
}

thread_local! {
    /// Whether this thread has run C code for a machine: it is one that runs Ruby, whatever it does when it is asked in a handler of a signal.
    static RUNS_RUBY: Cell<bool> = const { Cell::new(false) };
    static RUNNING: Cell<Running> = const { Cell::new(Running { machine: ptr::null_mut(), context: ptr::null() }) };
}

/// Lets C code run that may ask for the machine.
pub fn enter<R>(vm: &mut Vm, context: &Context, run: impl FnOnce() -> R) -> R {
    RUNS_RUBY.set(true);
    let outer = RUNNING.replace(Running { machine: vm, context });
    let result = run();
    RUNNING.set(outer);
    result
}

/// Lets C code run that the collector calls, which marks or frees: it may read objects, and nothing else.
///
/// # Safety
/// The machine is alive, and in a collection or about to end.
pub unsafe fn enter_for_collector<R>(machine: *mut Vm, run: impl FnOnce() -> R) -> R {
    let outer = RUNNING.replace(Running { machine, context: ptr::null() });
    let result = run();
    RUNNING.set(outer);
    result
}

/// The machine of the C function that runs.
///
/// # Safety
/// Called by a function of the C API, at its beginning: `enter` lends the machine to C code, which lends it to one such function
/// at a time.
#[inline(always)]
pub unsafe fn machine<'a>() -> &'a mut Vm {
    let machine = RUNNING.get().machine;
    if machine.is_null() {
        outside();
    }
    // SAFETY: by the condition; `enter` holds the machine as long as it is noted.
    unsafe { &mut *machine }
}

/// The same where it can be asked at all: not while a collection goes on, nor in a handler of a signal that came while no C code ran.
///
/// # Safety
/// As of [`machine`].
pub unsafe fn reachable<'a>() -> Option<&'a mut Vm> {
    if collection_hooks::is_collecting() || !is_inside() {
        return None;
    }
    // SAFETY: the caller's.
    Some(unsafe { machine() })
}

/// Whether C code runs that was called by a machine.
pub fn is_inside() -> bool {
    !RUNNING.get().machine.is_null()
}

/// Whether a machine runs on this thread, of those that have run C code.
pub fn runs_ruby() -> bool {
    RUNS_RUBY.get()
}

/// The call that the running function answers.
pub fn context() -> Context {
    let context = RUNNING.get().context;
    if context.is_null() {
        outside();
    }
    // SAFETY: `enter` borrows it as long as it is noted.
    unsafe { *context }
}

/// The method whose function runs on this thread, for the handler of a fault: nil where none does.
pub fn running_method() -> Value {
    let context = RUNNING.get().context;
    // SAFETY: `enter` borrows it as long as it is noted.
    if context.is_null() { Value::NIL } else { unsafe { (*context).method } }
}

/// A thread of the extension's own, or one that runs without the lock, has asked for what only the machine's can have; or a function that
/// Fiddle called, which is refused where it was called and comes no further.
#[cold]
pub fn outside() -> ! {
    let nothing = 0;
    let _ = Question::Extension(nothing).ask();
    eprintln!("rutile: a C extension called the API on a thread that runs no Ruby");
    std::process::abort()
}
