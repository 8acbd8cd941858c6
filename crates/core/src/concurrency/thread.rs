//! Threads: starting, waking, their states and variables, and the lines that
//! mutexes, queues and condition variables are made of.
//!
//! Parking and switching are specials of the interpreter; what stands here answers
//! at once. Threads are named by number: a thread object knows its own in
//! `@__number` until it ends.

use rutile_vm::prelude::*;
use rutile_vm::concurrency::scheduler::{Number, State};
use rutile_vm::concurrency::threads::Pending;

use crate::arguments;

fn number_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<Number, Exit> {
    let number = arguments::position(vm, args, index)? as Number;
    if vm.threads.scheduler.state(number) == State::Free {
        return Err(vm.argument_error("a primitive expects the number of a live thread".to_string()));
    }
    Ok(number)
}

fn current_thread(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.registers.fiber.thread())
}

fn main_thread(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let main = vm.threads.main;
    Ok(vm.fiber_of_thread(main).map_or(Value::NIL, |fiber| fiber.thread()))
}

/// `thread_adopt(thread)`: the object of the thread that runs since the machine began.
fn thread_adopt(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = vm.registers.fiber;
    fiber.set_thread(vm, args.get(0));
    Ok(Value::fixnum(vm.threads.current as i64))
}

/// `thread_start(thread, body, values, block)`: gives the fiber it will run in, where a program's block is called first.
fn thread_start(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = vm.start_thread(args.get(0), args.get(1), args.get(2));
    vm.separate_matches(fiber, args.get(3));
    Ok(fiber.value())
}

/// `proc_code(proc)`: the code of its text, which says where that stands and holds nothing else.
fn proc_code(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(ProcRef::from_value(args.get(0)).map_or(Value::NIL, |closure| closure.code()))
}

/// `code_location(code)`: file and line, or nil.
fn code_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Code::of_value(args.get(0)).map_or(Value::NIL, |code| crate::module::parameters::location(vm, code)))
}

/// `[thread, ...]` of all that have not ended.
fn thread_list(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.disable_collections(|vm| {
        let threads = vm.live_threads();
        Ok(vm.new_array(&threads).value())
    })
}

fn threads_alone(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.threads.is_alone()))
}

/// Whether an extension is told what becomes of threads, of which there are several.
fn threads_watched(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.threads.scheduler.journal.is_watched() && !vm.threads.is_alone()))
}

fn thread_wake(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    Ok(Value::boolean(vm.wake_thread(number)))
}

/// `thread_interrupt(number)`: something was added to what is to be delivered to a thread.
fn thread_interrupt(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    vm.interrupt_thread(number);
    Ok(Value::NIL)
}

/// `thread_enter_ractor(number)`: the thread belongs to another Ractor than the main one.
fn thread_enter_ractor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    if !vm.threads.has_ractors {
        vm.threads.has_ractors = true;
        // Constants that were relied on as they can't be among Ractors.
        vm.recheck_all();
    }
    vm.threads.fact(number).in_ractor = true;
    Ok(Value::NIL)
}

/// The running thread has deliveries that are due when it next waits.
fn thread_deliver_in_wait(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let current = vm.threads.current;
    let fact = vm.threads.fact(current);
    fact.pending = fact.pending.max(Pending::WhenItWaits);
    Ok(Value::NIL)
}

/// `thread_state(number)`: 0 where it can run, 1 where it sleeps, 2 where it needs another to wake it.
fn thread_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    Ok(Value::fixnum(match vm.threads.scheduler.state(number) {
        State::Parked if vm.threads.scheduler.depends(number) => 2,
        State::Parked => 1,
        State::Free | State::Ready | State::Running => 0,
    }))
}

/// `stop?` of a thread that has not ended.
fn thread_is_stopped(vm: &mut Vm, args: Arguments) -> NativeResult {
    match vm.number_of(args.receiver()) {
        Some(number) if args.count() == 0 => Ok(Value::boolean(vm.threads.scheduler.state(number) == State::Parked)),
        _ => Err(Exit::Fallback),
    }
}

fn thread_set_priority(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    let priority = arguments::integer(vm, args, 1)?;
    vm.threads.fact(number).priority = priority.clamp(-3, 3) as i8;
    Ok(Value::NIL)
}

/// The fiber that a thread is in.
fn thread_fiber(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    Ok(vm.fiber_of_thread(number).map_or(Value::NIL, FiberRef::value))
}

/// The calls under way in another thread, as a raw backtrace.
fn thread_raw_backtrace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number_at(vm, args, 0)?;
    match vm.fiber_of_thread(number).filter(|_| number != vm.threads.current) {
        Some(fiber) => Ok(vm.parked_backtrace(fiber)),
        None => Ok(vm.program_backtrace()),
    }
}

/// Leaves all frames of the running thread, through their ensure clauses.
fn thread_leave(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Err(vm.new_exit(rutile_vm::interpreter::NonLocalExitKind::Kill, Value::NIL, Value::TRUE))
}

/// Nanoseconds of the scheduler's time: what deadlines are given in.
fn scheduler_now(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.now() as i64))
}

/// `scheduler_deadline(seconds)`: the time so many seconds from now; nil where that is beyond all time.
fn scheduler_deadline(vm: &mut Vm, args: Arguments) -> NativeResult {
    let seconds = args.get(0).as_float().or_else(|| args.get(0).as_fixnum().map(|seconds| seconds as f64));
    let Some(seconds) = seconds else { return Err(vm.type_error("a primitive expects seconds".to_string())) };
    let nanoseconds = vm.now() as f64 + (seconds * 1e9).max(0.0);
    // NaN is no deadline either.
    Ok(if nanoseconds < 4e18 { Value::fixnum(nanoseconds as i64) } else { Value::NIL })
}

/// The system's name of the thread that runs this machine.
fn native_thread_id(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(rutile_platform::thread_id()))
}

fn threads_ignore_deadlock(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.threads.ignore_deadlock = args.get(0).truthy();
    Ok(args.get(0))
}

/// `name_hidden_class(class, name)`: a name that is no constant.
fn name_hidden_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(class) = ClassRef::from_module(args.get(0)) {
        class.set_name(vm, args.get(1));
    }
    Ok(Value::NIL)
}

/// `array_take_last(array)`: the last element, taken out; nil where there is none.
fn array_take_last(vm: &mut Vm, args: Arguments) -> NativeResult {
    match ArrayRef::from_value(args.get(0)) {
        Some(array) => Ok(vm.array_pop(array).unwrap_or(Value::NIL)),
        None => Err(vm.type_error("a primitive expects an Array".to_string())),
    }
}

/// The scheduler that the running fiber honours, or nil.
fn current_scheduler(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.fiber_scheduler())
}

/// The running thread has its place in a line: safepoints attend to what is due again.
fn threads_may_switch(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.threads.preemption_disabled = false;
    vm.request_interrupt();
    Ok(Value::NIL)
}

fn honour_schedulers(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.honour_schedulers();
    Ok(Value::NIL)
}

// --- lines: where fibers of schedulers stand in one too, `Rutile` has a method of the primitive's name ---

fn wake_first(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    if vm.is_mixed_line(args.get(0), name) {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(vm.wake_first(args.get(0), name)))
}

fn wake_all(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    if vm.is_mixed_line(args.get(0), name) {
        return Err(Exit::Fallback);
    }
    while vm.wake_first(args.get(0), name) {}
    Ok(Value::NIL)
}

fn waiting_in(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    if vm.is_mixed_line(args.get(0), name) {
        return Err(Exit::Fallback);
    }
    Ok(Value::fixnum(vm.waiting_in(args.get(0), name) as i64))
}

// --- variables of a fiber, from outside ---

fn fiber_at(vm: &mut Vm, args: Arguments) -> Result<FiberRef, Exit> {
    match FiberRef::from_value(args.get(0)) {
        Some(fiber) => Ok(fiber),
        None => Err(vm.argument_error("a primitive expects a Fiber".to_string())),
    }
}

/// `fiber_has_ended(fiber)`
fn fiber_has_ended(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(fiber_at(vm, args)?.fiber_state() == rutile_vm::concurrency::fiber::FiberState::Terminated))
}

fn fiber_thread(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(fiber_at(vm, args)?.thread())
}

/// `local_of(fiber, name)`
fn local_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(local(fiber, name))
}

fn local(fiber: FiberRef, name: Symbol) -> Value {
    IdTable::from_value(fiber.locals()).and_then(|table| table.get(name)).unwrap_or(Value::NIL)
}

/// `Thread#[name]` of the running thread, by a Symbol.
fn running_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = vm.registers.fiber;
    let name = args.get(0).as_symbol().filter(|_| args.count() == 1 && fiber.thread() == args.receiver()).ok_or(Exit::Fallback)?;
    Ok(local(fiber, name))
}

/// `Thread#[name] = value`, the same.
fn running_set_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (fiber, value) = (vm.registers.fiber, args.get(1));
    let is_running = args.count() == 2 && fiber.thread() == args.receiver() && !vm.is_frozen(args.receiver());
    let name = args.get(0).as_symbol().filter(|_| is_running && !value.is_nil()).ok_or(Exit::Fallback)?;
    vm.table_set(fiber.cell(), FiberRef::LOCALS, name, value);
    Ok(value)
}

/// `Thread#key?(name)`, the same.
fn running_has_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(!running_local(vm, args)?.is_nil()))
}

/// `set_local_of(fiber, name, value)`; nil takes the variable away.
fn set_local_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let name = arguments::symbol(vm, args, 1)?;
    if args.get(2).is_nil() {
        vm.table_remove(fiber.cell(), FiberRef::LOCALS, name);
    } else {
        vm.table_set(fiber.cell(), FiberRef::LOCALS, name, args.get(2));
    }
    Ok(args.get(2))
}

/// `take_locals(fiber, other)`: the fiber has the variables of another one, which nobody uses any more.
fn take_locals(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    if let Some(other) = FiberRef::from_value(args.get(1)) {
        fiber.set_locals(vm, other.locals());
    }
    Ok(Value::NIL)
}

/// Names of the variables that a program gave a fiber.
fn locals_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let Some(table) = IdTable::from_value(fiber.locals()) else { return Ok(vm.new_array(&[]).value()) };
    let names: Vec<Value> = table.entries().map(|(name, _)| name).filter(|name| !is_hidden(vm, *name)).map(Value::symbol).collect();
    Ok(vm.new_array(&names).value())
}

/// The core library's own variables look as no program's do.
fn is_hidden(vm: &Vm, name: Symbol) -> bool {
    let bytes = vm.symbol_bytes(name);
    bytes.starts_with(b"@ ") || bytes == b"_ walks"
}

pub const NATIVES: &[(&str, Native)] = &[
    ("current_thread", current_thread),
    ("main_thread", main_thread),
    ("thread_adopt", thread_adopt),
    ("thread_start", thread_start),
    ("proc_code", proc_code),
    ("code_location", code_location),
    ("thread_list", thread_list),
    ("threads_alone", threads_alone),
    ("threads_watched", threads_watched),
    ("thread_wake", thread_wake),
    ("thread_interrupt", thread_interrupt),
    ("thread_deliver_in_wait", thread_deliver_in_wait),
    ("thread_enter_ractor", thread_enter_ractor),
    ("thread_state", thread_state),
    ("thread_is_stopped", thread_is_stopped),
    ("thread_set_priority", thread_set_priority),
    ("thread_fiber", thread_fiber),
    ("thread_raw_backtrace", thread_raw_backtrace),
    ("thread_leave", thread_leave),
    ("scheduler_now", scheduler_now),
    ("scheduler_deadline", scheduler_deadline),
    ("native_thread_id", native_thread_id),
    ("threads_ignore_deadlock", threads_ignore_deadlock),
    ("name_hidden_class", name_hidden_class),
    ("array_take_last", array_take_last),
    ("current_scheduler", current_scheduler),
    ("threads_may_switch", threads_may_switch),
    ("honour_schedulers", honour_schedulers),
    ("wake_first", wake_first),
    ("wake_all", wake_all),
    ("waiting_in", waiting_in),
    ("fiber_has_ended", fiber_has_ended),
    ("fiber_thread", fiber_thread),
    ("local_of", local_of),
    ("running_local", running_local),
    ("running_set_local", running_set_local),
    ("running_has_local", running_has_local),
    ("set_local_of", set_local_of),
    ("locals_of", locals_of),
    ("take_locals", take_locals),
];
