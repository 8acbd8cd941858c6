//! Fibers: switching from one stack to another.
//!
//! A switch parks the running stack and goes on in another: no system call, no
//! copying, whatever the depth. The plain `resume` and `yield` are made inside the
//! interpreter's loop (`resume_at_once`, `yield_at_once`), all others by their specials. A fiber that has not started has no stack; one
//! that has ended gives its stack back to the heap.

use rutile_heap::Cell;

use super::calls::Call;
use super::{Step, arguments, blocks, threads};
use crate::fiber::FiberState;
use crate::native::Exit;
use crate::object::array::ArrayRef;
use crate::object::records::FiberRef;
use crate::stack::{FrameRef, frame_flags};
use crate::value::Value;
use crate::vm::Vm;

/// Starts or continues a fiber; its next `yield` (or its end) delivers the value of the running call.
pub fn resume(vm: &mut Vm, fiber: FiberRef, call: &Call) -> Step {
    check_thread(vm, fiber)?;
    match fiber.fiber_state() {
        FiberState::Terminated => return Err(vm.fiber_error("attempt to resume a terminated fiber")),
        FiberState::Running => return Err(vm.fiber_error("attempt to resume the current fiber")),
        FiberState::Resuming => return Err(vm.fiber_error("attempt to resume a resumed fiber (double resume)")),
        FiberState::Created | FiberState::Suspended => {}
    }
    if fiber.fiber_state() == FiberState::Created {
        return start(vm, fiber, call);
    }
    let value = passed_value(vm, call);
    wait_for(vm, fiber);
    switch(vm, fiber);
    vm.deliver(value);
    Ok(())
}

/// A fiber runs in the thread that made it and in no other.
fn check_thread(vm: &mut Vm, fiber: FiberRef) -> Step {
    if fiber.thread() != vm.fiber.thread() {
        return Err(vm.fiber_error("fiber called across threads"));
    }
    Ok(())
}

/// The value that arguments of `resume`, `yield` and `transfer` arrive as.
pub fn passed_value(vm: &mut Vm, call: &Call) -> Value {
    if call.has_keywords() {
        let mut values: Vec<Value> = call.positional().to_vec();
        values.push(arguments::keywords_as_hash(vm, call).value());
        return if values.len() == 1 { values[0] } else { vm.new_array(&values).value() };
    }
    match call.count {
        0 => Value::NIL,
        1 => call.argument(0),
        _ => vm.new_array(call.positional()).value(),
    }
}

/// `fiber.resume` of a suspended fiber, from a site that passes at most one argument. Gives what is to be
/// delivered to the frame that runs now; `None`: nothing was done, this call needs the general way.
#[inline(never)]
pub fn resume_at_once(vm: &mut Vm, receiver: Value, argument: Value) -> Option<Value> {
    let fiber = FiberRef::from_value(receiver)?;
    if fiber.state() != FiberState::Suspended.value() || fiber.thread() != vm.fiber.thread() {
        return None;
    }
    wait_for(vm, fiber);
    park(vm);
    go_to(vm, fiber);
    Some(argument)
}

/// `Fiber.yield`, on the same terms.
#[inline(never)]
pub fn yield_at_once(vm: &mut Vm, argument: Value) -> Option<Value> {
    let fiber = vm.fiber;
    let resumer = FiberRef::from_value(fiber.resumer())?;
    suspend(fiber);
    park(vm);
    go_to(vm, resumer);
    Some(argument)
}

/// Parks the running fiber and makes another the running one, at the frame it was left in.
pub fn switch(vm: &mut Vm, fiber: FiberRef) {
    park(vm);
    enter(vm, fiber);
}

#[inline(always)]
pub fn park(vm: &mut Vm) {
    vm.save_counter();
    vm.park_stack();
    let frame = vm.offset_of(vm.frame);
    vm.fiber.0.set_word_raw(FiberRef::FRAME, Value::fixnum(frame as i64).word());
}

pub fn enter(vm: &mut Vm, fiber: FiberRef) {
    go_to(vm, fiber);
    vm.set_counter(vm.frame.pc());
}

/// Makes a parked fiber the running one; `vm.pc` is still to be set.
#[inline(always)]
fn go_to(vm: &mut Vm, fiber: FiberRef) {
    vm.fiber = fiber;
    set_state(fiber, FiberState::Running);
    let frame = fiber.frame().as_fixnum().unwrap_or(0) as usize;
    if let Some(stack) = fiber.stack().as_cell() {
        vm.enter_stack(stack, frame);
    }
}

/// The running fiber resumes another.
#[inline(always)]
fn wait_for(vm: &mut Vm, fiber: FiberRef) {
    let from = vm.fiber;
    fiber.set_resumer(vm, from.value());
    set_state(from, FiberState::Resuming);
}

/// A state is no reference, so it is stored as it is.
#[inline(always)]
fn set_state(fiber: FiberRef, state: FiberState) {
    fiber.0.set_word_raw(FiberRef::STATE, state.value().word());
}

#[inline(always)]
fn suspend(fiber: FiberRef) {
    fiber.0.set_word_raw(FiberRef::RESUMER, Value::NIL.word());
    set_state(fiber, FiberState::Suspended);
}

/// Runs a new fiber's block on a stack of its own. The arguments are taken from the resumer's stack.
fn start(vm: &mut Vm, fiber: FiberRef, call: &Call) -> Step {
    vm.window_words = call.window.distance_from(vm.frame) + call.words();
    let keywords = if call.has_keywords() { arguments::keywords_as_hash(vm, call).value() } else { Value::NIL };
    let stack = vm.new_stack();
    wait_for(vm, fiber);
    park(vm);
    vm.window_words = 0;
    open_fiber(vm, fiber, stack, call.positional(), keywords)
}

/// Enters a new fiber: its block gets `values`, an Array. Whatever ran before was parked, or has ended.
pub fn start_fresh(vm: &mut Vm, fiber: FiberRef, values: Value) -> Step {
    let stack = vm.new_stack();
    let values = ArrayRef::from_value(values).map_or(&[][..], |values| values.as_slice());
    open_fiber(vm, fiber, stack, values, Value::NIL)
}

/// Enters a fiber at the beginning of its block, on an empty stack. `values` may stand on the stack that was left:
/// the reference to them keeps it in place.
fn open_fiber(vm: &mut Vm, fiber: FiberRef, stack: Cell, values: &[Value], keywords: Value) -> Step {
    let Some(target) = blocks::target(vm, fiber.body()) else {
        return Err(vm.fiber_error("uninitialized fiber"));
    };
    fiber.set_stack(vm, Value::cell(stack));
    vm.fiber = fiber;
    set_state(fiber, FiberState::Running);
    vm.enter_stack(stack, 0);
    vm.frame = vm.first_frame();
    vm.stack_empty = true;
    let first = vm.frame;
    open_first_frame(vm, first, &target, values, keywords)
}

/// Opens the frame of a fiber's block: the first of its stack.
fn open_first_frame(vm: &mut Vm, window: FrameRef, target: &blocks::Target, values: &[Value], keywords: Value) -> Step {
    let window = vm.make_room(window, (target.code.registers as usize).max(values.len()) + 8)?;
    lay_first_header(window, target);
    vm.frame = window;
    for (index, value) in values.iter().enumerate() {
        window.set_register(index, *value);
    }
    vm.stack_empty = false;
    let mut entry = 0;
    if target.code.simple_arguments as usize != values.len() || !keywords.is_nil() {
        vm.window_words = values.len();
        let mut call = Call { keyword_hash: keywords, ..Call::plain(window, crate::symbol::Symbol::CALL, values.len()) };
        if !target.lambda && target.code.parameters().auto_splat && call.count == 1 && !call.has_keywords() {
            if let Some(array) = ArrayRef::from_value(values[0]) {
                arguments::auto_splat(vm, &mut call, array)?;
            }
        }
        vm.frame = arguments::bind(vm, &call, target.code, target.lambda)?;
        entry = std::mem::take(&mut vm.bound_entry);
        lay_first_header(vm.frame, target);
    }
    vm.set_counter(entry);
    Ok(())
}

fn lay_first_header(window: FrameRef, target: &blocks::Target) {
    let lambda = if target.lambda { frame_flags::LAMBDA } else { 0 };
    window.set_link(frame_flags::FIBER | lambda, 0);
    window.set_code(target.code.cell.get());
    window.set_receiver(target.receiver);
    window.set_environment(target.environment);
    window.set_block(target.identity);
    window.set_method(target.method);
}

/// `Fiber.yield`: back to whoever resumed the running fiber.
pub fn yield_fiber(vm: &mut Vm, call: &Call) -> Step {
    let value = passed_value(vm, call);
    let fiber = vm.fiber;
    let Some(resumer) = FiberRef::from_value(fiber.resumer()) else {
        return Err(vm.fiber_error("attempt to yield on a not resumed fiber"));
    };
    suspend(fiber);
    switch(vm, resumer);
    vm.deliver(value);
    Ok(())
}

/// The running fiber's block returned.
pub fn finish(vm: &mut Vm, value: Value) -> Step {
    if vm.fiber.resumer().is_nil() {
        return threads::end_current(vm);
    }
    let resumer = terminate(vm);
    leave(vm, resumer);
    vm.deliver(value);
    Ok(())
}

/// The running fiber was left by an exception or an exit: its resumer goes on with it.
pub fn fail(vm: &mut Vm, raised: Value) -> Result<(), Value> {
    if vm.fiber.resumer().is_nil() {
        return match threads::end_current(vm) {
            Err(Exit::Raise(value)) => Err(value),
            Ok(()) | Err(Exit::Fallback) => Ok(()),
        };
    }
    let resumer = terminate(vm);
    leave(vm, resumer);
    if let Some(exit) = crate::object::records::ExitRef::from_value(raised) {
        if exit.exit_kind() == super::exits::ExitKind::Kill && exit.result().truthy() {
            return Err(raised);
        }
        if exit.exit_kind() == super::exits::ExitKind::Kill {
            vm.deliver(Value::NIL);
            return Ok(());
        }
        if exit.exit_kind() != super::exits::ExitKind::Throw {
            return match vm.local_jump_error("break from proc-closure", "break", exit.result()) {
                Exit::Raise(value) => Err(value),
                Exit::Fallback => Ok(()),
            };
        }
    }
    Err(raised)
}

fn terminate(vm: &mut Vm) -> FiberRef {
    let fiber = vm.fiber;
    let resumer = FiberRef::from_value(fiber.resumer()).unwrap_or(vm.main_fiber);
    vm.end_fiber(fiber);
    resumer
}

/// Enters another fiber without parking the running one, which has ended.
fn leave(vm: &mut Vm, to: FiberRef) {
    enter(vm, to);
}

/// Makes a suspended fiber the running one and raises an exception where it stands.
pub fn raise_into(vm: &mut Vm, fiber: FiberRef, exception: Value) -> Step {
    check_thread(vm, fiber)?;
    match fiber.fiber_state() {
        FiberState::Suspended => {}
        FiberState::Created => return Err(vm.fiber_error("cannot raise exception on unborn fiber")),
        FiberState::Terminated => return Err(vm.fiber_error("dead fiber called")),
        FiberState::Running => return Err(Exit::Raise(exception)),
        FiberState::Resuming => return Err(vm.fiber_error("attempt to raise a resuming fiber")),
    }
    wait_for(vm, fiber);
    switch(vm, fiber);
    Err(Exit::Raise(exception))
}
