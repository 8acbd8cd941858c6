//! Threads: parking the running one, choosing the next, and switching to it.
//!
//! A switch of threads is a switch of fibers, made at a safepoint or inside a
//! parking call. A thread that parked in a call is told there why it goes on; one
//! that was preempted goes on with its next instruction. Where nobody can run the
//! process sleeps here, until a deadline, a descriptor or a signal.

use rutile_reactor::wait_directly;

use super::calls::{self, Call};
use super::{Step, fibers};
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::concurrency::fiber::FiberState;
use crate::concurrency::scheduler::{Number, Park, Reason, State};
use crate::concurrency::signals;
use crate::concurrency::threads::{Pending, Waits};
use crate::object::array::ArrayRef;
use crate::object::records::{FiberRef, MethodRef};
use crate::value::Value;
use crate::vm::Vm;

// Why a parking call ended, as core/concurrency/thread.rb knows it.
const WOKEN: i64 = 0;
const EXPIRED: i64 = 1;
const INTERRUPTED: i64 = 2;
const READY: i64 = 3;

/// Ticks that a thread goes on for at most while it calls extensions: CRuby's time slice.
const MOST_OUTSIDE: u8 = 50;
fn deadline(value: Value) -> Option<u64> {
    value.as_fixnum().map(|nanoseconds| nanoseconds.max(0) as u64)
}

/// `thread_park(deadline_or_nil, depends)`
pub fn park_plainly(vm: &mut Vm, call: &Call) -> Step {
    let wait = Park { deadline: deadline(call.argument(0)), depends: call.argument(1).truthy(), line: None };
    if take_interrupt(vm, INTERRUPTED)? {
        return Ok(());
    }
    park(vm, wait)
}

/// `thread_park_at(owner, name, deadline_or_nil, depends)`: in the line that `owner` keeps under `name`.
pub fn park_in_line(vm: &mut Vm, call: &Call) -> Step {
    let Some(name) = call.argument(1).as_symbol() else { return Err(Exit::Fallback) };
    if !vm.fiber_scheduler().is_nil() || vm.is_mixed_line(call.argument(0), name) {
        // The core library goes on; nothing comes between what its caller saw and the place in the line.
        vm.threads.preemption_disabled = true;
        return Err(Exit::Fallback);
    }
    if take_interrupt(vm, INTERRUPTED)? {
        return Ok(());
    }
    let line = vm.open_line(call.argument(0), name);
    park(vm, Park { deadline: deadline(call.argument(2)), depends: call.argument(3).truthy(), line: Some(line) })
}

/// `thread_park_for(descriptors, deadline_or_nil)`: until one of `[descriptor, events, ...]` is ready.
/// Gives what it is ready for, nil when the deadline passed, 0 when something else woke the thread,
/// an error's number negated.
pub fn park_for_descriptors(vm: &mut Vm, call: &Call) -> Step {
    let Some(list) = ArrayRef::from_value(call.argument(0)) else { return Err(Exit::Fallback) };
    if take_interrupt(vm, 0)? {
        return Ok(());
    }
    let numbers: Vec<i64> = list.values().iter().map(|value| value.as_fixnum().unwrap_or(0)).collect();
    let wanted: Vec<(i32, u32)> = numbers.chunks_exact(2).map(|pair| (pair[0] as i32, pair[1] as u32)).collect();
    if vm.threads.is_alone() {
        let found = await_alone(vm, &wanted, deadline(call.argument(1)));
        vm.deliver(found);
        return Ok(());
    }
    match vm.poll_for(&wanted) {
        Ok(true) => park(vm, Park { deadline: deadline(call.argument(1)), depends: false, line: None }),
        Ok(false) => {
            let events = vm.threads.facts[vm.threads.current as usize].events;
            vm.deliver(Value::fixnum(events as i64));
            Ok(())
        }
        Err(number) => {
            vm.deliver(Value::fixnum(-(number as i64)));
            Ok(())
        }
    }
}

/// The only thread waits by the system's own call: nobody else could run meanwhile.
fn await_alone(vm: &mut Vm, wanted: &[(i32, u32)], deadline: Option<u64>) -> Value {
    let mut entries: Vec<libc::pollfd> =
        wanted.iter().map(|(descriptor, events)| libc::pollfd { fd: *descriptor, events: *events as i16, revents: 0 }).collect();
    let rest = deadline.map(|deadline| deadline.saturating_sub(vm.now()));
    match wait_directly(&mut entries, rest, signals::is_due) {
        Ok(0) => Value::NIL,
        Ok(_) if entries.iter().any(|entry| entry.revents & libc::POLLNVAL != 0) => Value::fixnum(-(libc::EBADF as i64)),
        Ok(_) => Value::fixnum(entries.iter().fold(0, |all, entry| all | entry.revents as i64)),
        Err(libc::EINTR) => Value::fixnum(0),
        Err(number) => Value::fixnum(-(number as i64)),
    }
}

/// `thread_park_for_work`: until the work that the thread has submitted is done; whether it is, or
/// none is under way.
pub fn park_for_work(vm: &mut Vm, _call: &Call) -> Step {
    let current = vm.threads.current;
    if vm.threads.reactor.submissions.is_settled(current) {
        vm.deliver(Value::TRUE);
        return Ok(());
    }
    if take_interrupt(vm, 0)? {
        return Ok(());
    }
    vm.threads.fact(current).waits = Waits::Work;
    park(vm, Park::default())
}

/// Whether a call passes nothing and its value goes where an instruction's does.
fn is_bare(call: &Call) -> bool {
    call.count == 0 && !call.has_keywords() && call.frame_flags == 0
}

/// `Thread.pass`, and `thread_pass`: others go first.
pub fn pass(vm: &mut Vm, call: &Call) -> Step {
    if is_bare(call) { give_way(vm, Value::NIL) } else { Err(Exit::Fallback) }
}

/// `Thread#run`: wakes a thread and lets others go first.
pub fn run(vm: &mut Vm, call: &Call) -> Step {
    let number = vm.number_of(call.receiver()).filter(|_| is_bare(call)).ok_or(Exit::Fallback)?;
    vm.wake_thread(number);
    give_way(vm, call.receiver())
}

/// `Thread.stop`: until another thread wakes this one. What else there is to do first is the core library's.
pub fn stop(vm: &mut Vm, call: &Call) -> Step {
    let current = vm.threads.current;
    let is_disturbed = vm.threads.fact(current).pending != Pending::Nothing || current == vm.threads.main && signals::is_due();
    if !is_bare(call) || vm.threads.is_alone() || is_disturbed {
        return Err(Exit::Fallback);
    }
    vm.threads.fact(current).waits = Waits::Waking;
    park(vm, Park { depends: true, ..Park::default() })
}

/// Something else than a `wakeup` ended the parking of `stop`: the method's body goes on.
fn stop_again(vm: &mut Vm) -> Step {
    let Some((class, method)) = stop_method(vm, vm.registers.fiber) else { return Err(Exit::Fallback) };
    let window = vm.make_room(vm.registers.frame.scratch_window(), 8)?;
    window.set_receiver(class);
    calls::invoke_body(vm, &Call { method: Some(method), ..Call::plain(window, method.symbol(), 0) }, method)
}

/// `Thread.stop`, and the class of a fiber's thread, which answers it.
pub fn stop_method(vm: &mut Vm, fiber: FiberRef) -> Option<(Value, MethodRef)> {
    let (class, name) = (vm.class_of(fiber.thread()).real_class(), vm.intern(b"stop"));
    let method = vm.find_method(vm.class_of(class.value()), name)?;
    Some((class.value(), method))
}

/// Whether the thread that runs in a fiber is in `Thread.stop`.
pub fn is_stopped(vm: &mut Vm, fiber: FiberRef) -> bool {
    fiber.fiber_state() == FiberState::Running && vm.number_of(fiber.thread()).is_some_and(|number| vm.threads.fact(number).waits == Waits::Waking)
}

/// A call that has this value is under way; others go first.
fn give_way(vm: &mut Vm, value: Value) -> Step {
    vm.deliver(value);
    // Who asks for a turn of others again and again lets those in, too, whose time has come.
    if vm.threads.waits_for_events() {
        let now = vm.now();
        vm.threads.look_around(now);
    }
    if !vm.threads.scheduler.is_anyone_ready() {
        return Ok(());
    }
    let current = vm.threads.current;
    vm.threads.scheduler.pass(current);
    run_next(vm)
}

/// A thread that something is to be delivered to doesn't park: its call ends at once. Where that
/// waited for a wait, it is delivered here.
fn take_interrupt(vm: &mut Vm, answer: i64) -> Result<bool, Exit> {
    let current = vm.threads.current;
    let pending = vm.threads.fact(current).pending;
    match pending {
        Pending::WhenItWaits => {
            vm.threads.fact(current).pending = Pending::Nothing;
            vm.deliver(Value::fixnum(answer));
            deliver_pending(vm, true)?;
            Ok(true)
        }
        Pending::Nothing if current != vm.threads.main || !signals::is_due() => Ok(false),
        _ => {
            vm.request_interrupt();
            vm.deliver(Value::fixnum(answer));
            Ok(true)
        }
    }
}

fn deliver_pending(vm: &mut Vm, waiting: bool) -> Step {
    vm.interrupt_work();
    calls::helper(vm, "deliver_interrupts", &[Value::boolean(waiting)], frame_flags::DISCARD)
}

fn park(vm: &mut Vm, wait: Park) -> Step {
    let current = vm.threads.current;
    vm.threads.preemption_disabled = false;
    vm.threads.scheduler.park(current, wait);
    vm.threads.fact(current).in_call = true;
    run_next(vm)
}

/// Goes on with whoever is next, which may be the thread that has just parked.
fn run_next(vm: &mut Vm) -> Step {
    if vm.threads.scheduler.journal.has_notes() {
        vm.tell_thread_events();
    }
    match await_next(vm) {
        Some(number) => switch_to(vm, number),
        None => report_deadlock(vm),
    }
}

/// The next thread to run: sleeps where there is none yet. `None`: there never will be.
fn await_next(vm: &mut Vm) -> Option<Number> {
    loop {
        if signals::is_due() {
            let main = vm.threads.main;
            vm.threads.scheduler.wake(main, Reason::Interrupted);
            vm.threads.scheduler.prioritize(main);
        }
        if let Some(number) = vm.threads.scheduler.next() {
            return Some(number);
        }
        vm.threads.ticker.rest();
        let now = vm.now();
        vm.threads.look_around(now);
        if vm.threads.scheduler.is_anyone_ready() {
            continue;
        }
        if vm.threads.scheduler.is_deadlocked() && !vm.threads.ignore_deadlock {
            return None;
        }
        let rest = vm.threads.scheduler.next_deadline().map(|deadline| deadline.saturating_sub(now));
        vm.threads.reactor.sleep(rest, signals::is_due);
        let now = vm.now();
        vm.threads.look_around(now);
    }
}

/// Makes a thread that the scheduler chose the running one.
fn switch_to(vm: &mut Vm, number: Number) -> Step {
    if vm.threads.scheduler.journal.has_notes() {
        vm.tell_thread_events();
    }
    if number != vm.threads.current {
        let (left, fiber) = (vm.threads.current, vm.registers.fiber);
        if vm.threads.scheduler.state(left) != State::Free {
            vm.store_fiber(left, fiber.value());
            fibers::park(vm);
        }
        vm.threads.current = number;
        vm.threads.outside = 0;
        let Some(next) = FiberRef::from_value(ArrayRef::from_value(vm.threads.fibers).map_or(Value::NIL, |fibers| fibers.get(number as usize))) else {
            return Err(vm.internal_error("a thread without a fiber was chosen"));
        };
        if next.fiber_state() == FiberState::Created {
            let values = next.pending();
            next.set_pending(vm, Value::NIL);
            prepare(vm, number);
            return fibers::start_fresh(vm, next, values);
        }
        fibers::enter(vm, next);
    }
    prepare(vm, number);
    let fact = vm.threads.fact(number);
    if std::mem::take(&mut fact.in_call) {
        let (events, waits) = (fact.events, std::mem::take(&mut fact.waits));
        let reason = vm.threads.scheduler.reason(number);
        let why = match waits {
            Waits::Descriptors => {
                vm.threads.reactor.readiness.remove(number);
                match reason {
                    Reason::Expired => Value::NIL,
                    Reason::Descriptor => Value::fixnum(events as i64),
                    Reason::Woken | Reason::Interrupted => Value::fixnum(0),
                }
            }
            Waits::Work => Value::boolean(vm.threads.reactor.submissions.is_settled(number)),
            Waits::Waking if reason == Reason::Woken => Value::NIL,
            Waits::Waking => return stop_again(vm),
            Waits::Nothing => Value::fixnum(match reason {
                Reason::Woken => WOKEN,
                Reason::Expired => EXPIRED,
                Reason::Interrupted => INTERRUPTED,
                Reason::Descriptor => READY,
            }),
        };
        vm.deliver(why);
    }
    Ok(())
}

/// Sets up a thread that begins to run.
fn prepare(vm: &mut Vm, number: Number) {
    vm.threads.fact(number).ticks = 0;
    let pending = vm.threads.fact(number).pending;
    if pending >= Pending::Now || (number == vm.threads.main && signals::is_due()) {
        vm.request_interrupt();
    }
    vm.watch_threads();
}

/// Every thread waits for another: the main one is told.
fn report_deadlock(vm: &mut Vm) -> Step {
    let main = vm.threads.main;
    let reporter = vm.threads.current;
    vm.threads.scheduler.wake(main, Reason::Interrupted);
    vm.threads.scheduler.prioritize(main);
    if let Some(number) = vm.threads.scheduler.next() {
        switch_to(vm, number)?;
    }
    calls::helper(vm, "report_deadlock", &[Value::fixnum(reporter as i64)], frame_flags::DISCARD)
}

/// The running fiber, the first of its thread, has ended: so has the thread.
pub fn end_current(vm: &mut Vm) -> Step {
    let (number, fiber) = (vm.threads.current, vm.registers.fiber);
    let thread = fiber.thread();
    vm.threads.reactor.remove(number);
    vm.end_fiber(fiber);
    let name = vm.number_name();
    vm.set_variable(thread, name, Value::NIL);
    let joiners = vm.intern(b"@ joiners");
    while vm.wake_first(thread, joiners) {}
    vm.threads.scheduler.remove(number);
    vm.watch_threads();
    vm.store_fiber(number, Value::NIL);
    run_next(vm)
}

/// A safepoint found something to do for threads: deliveries first, then the end of a quantum.
pub fn service_interrupts(vm: &mut Vm) -> Step {
    let current = vm.threads.current;
    let fact = vm.threads.fact(current);
    if fact.pending >= Pending::Now {
        let waiting = std::mem::take(&mut fact.pending) == Pending::NowInWait;
        vm.request_interrupt();
        return deliver_pending(vm, waiting);
    }
    if vm.threads.switches_always {
        return take_turns(vm);
    }
    if !vm.threads.ticker.take_tick() {
        return Ok(());
    }
    let now = vm.now();
    vm.threads.look_around(now);
    if !vm.threads.has_company() {
        vm.threads.ticker.rest();
    }
    let fact = vm.threads.fact(current);
    fact.ticks = fact.ticks.saturating_add(1);
    // Each step of priority doubles the time that a thread may run.
    let ticks = fact.ticks;
    if ticks < 1 << fact.priority.clamp(0, 3) || !vm.threads.scheduler.is_anyone_ready() {
        return Ok(());
    }
    // Between two calls of a library it may hold what others would wait for in C, where no thread gives way.
    // A library that watches threads is called at each switch.
    if (vm.threads.outside > 0 || vm.threads.scheduler.journal.is_watched()) && ticks < MOST_OUTSIDE {
        vm.threads.outside = vm.threads.outside.saturating_sub(1);
        return Ok(());
    }
    vm.threads.scheduler.pass(current);
    run_next(vm)
}

/// The stress mode: every safepoint gives the processor away. The one that a thread goes on at is not a new one.
fn take_turns(vm: &mut Vm) -> Step {
    vm.request_interrupt();
    let (current, here) = (vm.threads.current, vm.registers.pc as usize);
    let now = vm.now();
    vm.threads.look_around(now);
    if std::mem::replace(&mut vm.threads.fact(current).gave_way_at, here) == here {
        vm.threads.fact(current).gave_way_at = 0;
        return Ok(());
    }
    if !vm.threads.scheduler.is_anyone_ready() {
        return Ok(());
    }
    vm.threads.scheduler.pass(current);
    run_next(vm)
}

/// A signal is due while another thread runs: the main one goes on at once.
pub fn prioritize_main(vm: &mut Vm) -> Step {
    let (main, current) = (vm.threads.main, vm.threads.current);
    vm.threads.scheduler.wake(main, Reason::Interrupted);
    vm.threads.scheduler.pass(current);
    vm.threads.scheduler.prioritize(main);
    run_next(vm)
}
