//! Continuations: a stack copied, to be gone on with as often as one likes.
//!
//! A *snapshot* is a Fiber that nobody else knows and that never runs: it has a copy of the stack of the fiber that
//! made it, parked in the frame that asked, and what else belongs to those frames. Going on there copies it
//! again, to the fiber that runs, whose own frames are left for good: no `ensure` is run, as `callcc` has it.
//!
//! A program's local variables are not part of it: they have the values that they were given last. Those that are
//! captured stand in environments, which are not copied; the others are kept by activations when their frames are left,
//! and written back when these are there again. The core library's loops go on where they were.

use rutile_bytecode::FunctionFlags;

use super::calls::Call;
use super::{Step, activations, fibers};
use crate::code::native::Exit;
use crate::object::array::ArrayRef;
use crate::object::records::{ActivationRef, FiberRef};
use crate::value::Value;
use crate::vm::Vm;

/// Delivers a snapshot of where the caller stands.
pub fn capture(vm: &mut Vm, _call: &Call) -> Step {
    vm.save_pc();
    keep_all_locals(vm);
    let running = vm.registers.fiber;
    let (words, frame) = (vm.stack_top(), vm.offset_of(vm.registers.frame));
    let snapshot = vm.new_fiber(Value::NIL);
    let stack = vm.copy_stack(vm.registers.stack, words);
    snapshot.give_parked_stack(vm, stack, words, frame);
    snapshot.set_error_info(vm, running.error_info());
    let tags = copied_list(vm, running.catch_tags());
    snapshot.set_catch_tags(vm, tags);
    let places = places_of_activations(vm, running);
    snapshot.set_activations(vm, places);
    vm.deliver(snapshot.value());
    Ok(())
}

/// Goes on where a snapshot (argument 0) was taken, which then delivers argument 1.
pub fn go_on(vm: &mut Vm, call: &Call) -> Step {
    let Some(snapshot) = FiberRef::from_value(call.argument(0)) else { return Err(Exit::Fallback) };
    let Some(source) = snapshot.stack_cell() else { return Err(Exit::Fallback) };
    let value = call.argument(1);
    vm.protect_window(call);
    let (words, frame) = (snapshot.parked_words(), snapshot.parked_offset());
    let stack = vm.copy_stack(source, words);
    let tags = copied_list(vm, snapshot.catch_tags());
    let running = vm.registers.fiber;
    leave_all_frames(vm);
    vm.registers.window_words = 0;
    running.give_parked_stack(vm, stack, words, frame);
    running.set_error_info(vm, snapshot.error_info());
    running.set_catch_tags(vm, tags);
    fibers::enter(vm, running);
    reactivate(vm, running, snapshot);
    vm.deliver(value);
    Ok(())
}

fn copied_list(vm: &mut Vm, list: Value) -> Value {
    ArrayRef::from_value(list).map_or(Value::NIL, |list| vm.new_array(&list.values()).value())
}

/// The activations of a fiber's frames, each followed by its offset: who leaves the frames takes the offsets away.
fn places_of_activations(vm: &mut Vm, fiber: FiberRef) -> Value {
    let Some(list) = ArrayRef::from_value(fiber.activations()) else { return Value::NIL };
    let places = vm.array_with_capacity(list.len() * 2);
    for index in 0..list.len() {
        if let Some(activation) = ActivationRef::from_value(list.get(index)) {
            vm.array_push(places, activation.value());
            vm.array_push(places, activation.offset());
        }
    }
    places.value()
}

/// The frames of a snapshot's activations are there again.
fn reactivate(vm: &mut Vm, fiber: FiberRef, snapshot: FiberRef) {
    let Some(places) = ArrayRef::from_value(snapshot.activations()) else {
        return fiber.set_activations(vm, Value::NIL);
    };
    let list = vm.array_with_capacity(places.len() / 2);
    fiber.set_activations(vm, list.value());
    for index in (0..places.len()).step_by(2) {
        if let Some(activation) = ActivationRef::from_value(places.get(index)) {
            activation.set_offset(vm, places.get(index + 1));
            activations::restore_locals(vm, activation);
            vm.array_push(list, activation.value());
        }
    }
}

/// The locals of the program's frames are kept when these are left, and the captured ones of all frames for good.
fn keep_all_locals(vm: &mut Vm) {
    let mut next = Some(vm.registers.frame);
    while let Some(frame) = next {
        next = frame.caller();
        vm.kept(frame.environment());
        if !frame.code().has(FunctionFlags::CORE) {
            activations::keeping_locals(vm, frame);
        }
    }
}

/// Ends the activations of all frames of the running fiber.
fn leave_all_frames(vm: &mut Vm) {
    let mut next = Some(vm.registers.frame);
    while let Some(frame) = next {
        next = frame.caller();
        activations::deactivate(vm, frame);
    }
}
