//! Fibers: switching from one stack to another.
//!
//! A switch parks the running stack and goes on in another: no system call, no
//! copying, whatever the depth. A fiber that has not started has no stack; one
//! that has ended gives its stack back to the heap.

use super::calls::Call;
use super::{Step, arguments, blocks, threads};
use crate::fiber::FiberState;
use crate::native::Exit;
use crate::object::records::FiberRef;
use crate::stack::frame_flags;
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
    let value = passed_value(vm, call);
    let from = vm.fiber;
    fiber.set_resumer(vm, from.value());
    from.set_state(vm, FiberState::Resuming.value());
    if fiber.fiber_state() == FiberState::Created {
        return start(vm, fiber, call);
    }
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
    match call.count {
        0 => Value::NIL,
        1 => call.argument(0),
        count => {
            let values: Vec<Value> = (0..count).map(|index| call.argument(index)).collect();
            vm.new_array(&values).value()
        }
    }
}

/// Parks the running fiber and makes another the running one, at the frame it was left in.
pub fn switch(vm: &mut Vm, fiber: FiberRef) {
    park(vm);
    enter(vm, fiber);
}

pub fn park(vm: &mut Vm) {
    vm.save_counter();
    vm.park_stack();
    let (from, frame) = (vm.fiber, vm.offset_of(vm.frame));
    from.set_frame(vm, Value::fixnum(frame as i64));
}

pub fn enter(vm: &mut Vm, fiber: FiberRef) {
    vm.fiber = fiber;
    fiber.set_state(vm, FiberState::Running.value());
    let frame = fiber.frame().as_fixnum().unwrap_or(0) as usize;
    if let Some(stack) = fiber.stack().as_cell() {
        vm.enter_stack(stack, frame);
        vm.set_counter(vm.frame.pc());
    }
}

/// Runs a new fiber's block on a stack of its own.
fn start(vm: &mut Vm, fiber: FiberRef, call: &Call) -> Step {
    let values = vm.new_array(&(0..call.count).map(|index| call.argument(index)).collect::<Vec<_>>());
    park(vm);
    start_fresh(vm, fiber, values.value())
}

/// Enters a new fiber: its block gets `values`, an Array. Whatever ran before was parked, or has ended.
pub fn start_fresh(vm: &mut Vm, fiber: FiberRef, values: Value) -> Step {
    let Some(target) = blocks::target(vm, fiber.body()) else {
        return Err(vm.fiber_error("uninitialized fiber"));
    };
    let stack = vm.new_stack();
    fiber.set_stack(vm, Value::cell(stack));
    vm.fiber = fiber;
    fiber.set_state(vm, FiberState::Running.value());
    vm.enter_stack(stack, 0);
    vm.frame = vm.first_frame();
    vm.stack_empty = true;
    let first = vm.frame;
    let values = crate::object::array::ArrayRef::from_value(values).map_or(&[][..], |values| values.as_slice());
    open_first_frame(vm, first, &target, values)
}

/// Opens the frame of a fiber's block: the first of its stack.
fn open_first_frame(vm: &mut Vm, window: crate::stack::FrameRef, target: &blocks::Target, values: &[Value]) -> Step {
    let window = vm.make_room(window, (target.code.registers as usize).max(values.len()) + 8)?;
    lay_first_header(window, target);
    vm.frame = window;
    for (index, value) in values.iter().enumerate() {
        window.set_register(index, *value);
    }
    vm.window_words = values.len();
    vm.stack_empty = false;
    let mut call = Call::plain(window, crate::symbol::Symbol::CALL, values.len());
    if !target.lambda && target.code.parameters().auto_splat && call.count == 1 {
        if let Some(array) = crate::object::array::ArrayRef::from_value(values[0]) {
            arguments::auto_splat(vm, &mut call, array)?;
        }
    }
    let window = arguments::bind(vm, &call, target.code, target.lambda)?;
    let entry = std::mem::take(&mut vm.bound_entry);
    let lambda = if target.lambda { frame_flags::LAMBDA } else { 0 };
    lay_first_header(window, target);
    window.set_link(frame_flags::FIBER | lambda, 0);
    vm.frame = window;
    vm.set_counter(entry);
    Ok(())
}

fn lay_first_header(window: crate::stack::FrameRef, target: &blocks::Target) {
    window.set_link(frame_flags::FIBER, 0);
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
    fiber.set_resumer(vm, Value::NIL);
    fiber.set_state(vm, FiberState::Suspended.value());
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
    let from = vm.fiber;
    fiber.set_resumer(vm, from.value());
    from.set_state(vm, FiberState::Resuming.value());
    switch(vm, fiber);
    Err(Exit::Raise(exception))
}
