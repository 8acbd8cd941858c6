//! Threads, mutexes and fibers.

use std::ffi::{c_int, c_void};
use std::mem::transmute;

use rutile_vm::prelude::*;

use crate::define::{Export, functions};
use crate::id::Id;
use crate::request::List;
use crate::{machine, memory, ruby, work};
use super::control::passes_keywords;

type Work = extern "C" fn(*mut c_void) -> *mut c_void;

/// `RUBY_UBF_IO`
const BY_SIGNAL: usize = usize::MAX;

/// Runs a function of the extension's that blocks and asks for nothing of Ruby's. Where another thread could run meanwhile, or a
/// signal's handler that only the extension can end the wait for, a helper of the reactor's runs it, and this thread parks.
fn without_lock(vm: &mut Vm, function: usize, data: usize, unblock: usize, unblock_data: usize) -> usize {
    if vm.may_wait_in_call() && matches!(unblock, 0 | BY_SIGNAL) {
        // SAFETY: by the API it is such a function.
        let work: Work = unsafe { transmute(function) };
        return work(data as *mut c_void) as usize;
    }
    let words = ruby::words(vm, [function, data, unblock, unblock_data]);
    let outcome = ruby::helper(vm, "without_lock", &words);
    let Some(outcome) = outcome.as_array() else { return 0 };
    // What the function's last call in the system left is for who called it, on this thread.
    memory::store(errno(), outcome.get(1).as_fixnum().unwrap_or(0) as c_int);
    vm.low_bits(outcome.get(0)).unwrap_or(0) as usize
}

/// Where this thread's `errno` is.
fn errno() -> *mut c_int {
    // SAFETY: asks for the place.
    unsafe { libc::__errno_location() }
}

/// `RB_NOGVL_INTR_FAIL`
const FAILS_IF_INTERRUPTED: c_int = 1;

/// As `without_lock`; the function is not called, and 0 the answer, where an exception waits for this thread (`Thread#__fails_call?`).
fn unless_interrupted(vm: &mut Vm, function: usize, data: usize, unblock: usize, unblock_data: usize) -> usize {
    if ruby::helper(vm, "fails_call", &[]).truthy() { 0 } else { without_lock(vm, function, data, unblock, unblock_data) }
}

/// Calls a function with the machine: at once where it is lent to this thread, else by its own.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rb_thread_call_with_gvl(function: usize, data: *mut c_void) -> *mut c_void {
    if machine::is_inside() {
        // SAFETY: by the API it is such a function.
        let work: Work = unsafe { transmute(function) };
        return work(data);
    }
    match work::call_by_machine(function, data as usize) {
        Some(result) => result as *mut c_void,
        None => machine::outside(),
    }
}

/// That function, which no macro declares: it may be called without a machine.
pub const OUTSIDE: &[Export] = &[Export { name: "rb_thread_call_with_gvl", address: rb_thread_call_with_gvl as *const () }];

functions! {
    fn rb_thread_call_without_gvl(vm, function: usize, data: usize, unblock: usize, unblock_data: usize) -> usize {
        Ok(without_lock(vm, function, data, unblock, unblock_data))
    }

    fn rb_thread_call_without_gvl2(vm, function: usize, data: usize, unblock: usize, unblock_data: usize) -> usize {
        Ok(unless_interrupted(vm, function, data, unblock, unblock_data))
    }

    fn rb_nogvl(vm, function: usize, data: usize, unblock: usize, unblock_data: usize, flags: c_int) -> usize {
        if flags & FAILS_IF_INTERRUPTED != 0 {
            return Ok(unless_interrupted(vm, function, data, unblock, unblock_data));
        }
        Ok(without_lock(vm, function, data, unblock, unblock_data))
    }

    fn rb_thread_current(vm) -> Value {
        Ok(ruby::helper(vm, "current_thread", &[]))
    }

    fn rb_thread_main(vm) -> Value {
        Ok(ruby::helper(vm, "main_thread", &[]))
    }

    fn rb_thread_alone(vm) -> c_int {
        Ok(ruby::helper(vm, "is_alone", &[]).truthy().into())
    }

    fn rb_thread_create(vm, function: usize, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let holder = super::data::hold(vm, argument);
        Ok(ruby::helper(vm, "create_thread", &[function, word, holder]))
    }

    fn rb_thread_local_aref(vm, thread: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, thread, "[]", &[name]))
    }

    fn rb_thread_local_aset(vm, thread: Value, name: Id, value: Value) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, thread, "[]=", &[name, value]))
    }

    fn rb_thread_wakeup(vm, thread: Value) -> Value {
        Ok(ruby::call(vm, thread, "wakeup", &[]))
    }

    fn rb_thread_wakeup_alive(vm, thread: Value) -> Value {
        if !ruby::call(vm, thread, "alive?", &[]).truthy() {
            return Ok(Value::NIL);
        }
        Ok(ruby::call(vm, thread, "wakeup", &[]))
    }

    fn rb_thread_run(vm, thread: Value) -> Value {
        Ok(ruby::call(vm, thread, "run", &[]))
    }

    fn rb_thread_kill(vm, thread: Value) -> Value {
        Ok(ruby::call(vm, thread, "kill", &[]))
    }

    fn rb_thread_stop(vm) -> Value {
        Ok(ruby::helper(vm, "stop_thread", &[]))
    }

    fn rb_thread_schedule(vm) {
        ruby::helper(vm, "pass_thread", &[]);
        Ok(())
    }

    fn rb_thread_check_ints(vm) {
        ruby::helper(vm, "check_interrupts", &[]);
        Ok(())
    }

    fn rb_thread_interrupted(vm, _thread: Value) -> c_int {
        Ok(vm.is_interrupted().into())
    }

    fn rb_thread_sleep(vm, seconds: c_int) {
        ruby::helper(vm, "sleep_for", &[Value::fixnum(seconds.into())]);
        Ok(())
    }

    fn rb_thread_sleep_forever(vm) {
        ruby::helper(vm, "sleep_for", &[Value::NIL]);
        Ok(())
    }

    fn rb_thread_sleep_deadly(vm) {
        ruby::helper(vm, "sleep_for", &[Value::NIL]);
        Ok(())
    }

    fn rb_thread_wait_for(vm, time: libc::timeval) {
        let seconds = vm.float(time.tv_sec as f64 + time.tv_usec as f64 / 1e6);
        ruby::helper(vm, "sleep_for", &[seconds]);
        Ok(())
    }

    fn rb_thread_atfork(vm) {
        Ok(())
    }

    fn rb_thread_atfork_before_exec(vm) {
        Ok(())
    }

    fn rb_mutex_new(vm) -> Value {
        Ok(ruby::helper(vm, "new_mutex", &[]))
    }

    fn rb_mutex_lock(vm, mutex: Value) -> Value {
        Ok(ruby::call(vm, mutex, "lock", &[]))
    }

    fn rb_mutex_unlock(vm, mutex: Value) -> Value {
        Ok(ruby::call(vm, mutex, "unlock", &[]))
    }

    fn rb_mutex_trylock(vm, mutex: Value) -> Value {
        Ok(ruby::call(vm, mutex, "try_lock", &[]))
    }

    fn rb_mutex_locked_p(vm, mutex: Value) -> Value {
        Ok(ruby::call(vm, mutex, "locked?", &[]))
    }

    fn rb_mutex_sleep(vm, mutex: Value, timeout: Value) -> Value {
        Ok(ruby::call(vm, mutex, "sleep", &[timeout]))
    }

    fn rb_mutex_synchronize(vm, mutex: Value, function: usize, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "synchronize", &[mutex, function, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_fiber_current(vm) -> Value {
        Ok(ruby::helper(vm, "current_fiber", &[]))
    }

    fn rb_fiber_alive_p(vm, fiber: Value) -> Value {
        Ok(ruby::call(vm, fiber, "alive?", &[]))
    }

    fn rb_fiber_new(vm, function: usize, data: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, data]);
        let holder = super::data::hold(vm, data);
        Ok(ruby::helper(vm, "new_fiber", &[function, word, holder, Value::TRUE]))
    }

    fn rb_fiber_new_storage(vm, function: usize, data: usize, storage: Value) -> Value {
        let [function, word] = ruby::words(vm, [function, data]);
        let holder = super::data::hold(vm, data);
        Ok(ruby::helper(vm, "new_fiber", &[function, word, holder, storage]))
    }

    fn rb_fiber_resume(vm, fiber: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::call(vm, fiber, "resume", memory::values(arguments, count)))
    }

    fn rb_fiber_transfer(vm, fiber: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::call(vm, fiber, "transfer", memory::values(arguments, count)))
    }

    fn rb_fiber_yield(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "yield_fiber", &[list]))
    }

    fn rb_fiber_raise(vm, fiber: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::call(vm, fiber, "raise", memory::values(arguments, count)))
    }

    fn rb_fiber_transfer_kw(vm, fiber: Value, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let name = vm.intern(b"transfer");
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, fiber, name, list, Value::NIL))
    }

    fn rb_fiber_yield_kw(vm, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, if passes_keywords(keywords) { "yield_fiber_keywords" } else { "yield_fiber" }, &[list]))
    }

    fn rb_fiber_resume_kw(vm, fiber: Value, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let name = vm.intern(b"resume");
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, fiber, name, list, Value::NIL))
    }

    fn rb_obj_is_fiber(vm, value: Value) -> Value {
        Ok(Value::boolean(value.is_kind(Kind::Fiber)))
    }
}
