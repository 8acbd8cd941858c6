//! Unwinding: exceptions and exits on their way to a handler.

use rutile_bytecode::HandlerKind;

use super::{activations, fibers, tracing};
use super::exits::{NonLocalExitKind, deliver_flagged};
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::records::NonLocalExitRef;
use crate::value::Value;
use crate::vm::Vm;

/// Takes what a step raised to its handler. An error is what left the loop's entry frame.
pub fn take(vm: &mut Vm, exit: Exit) -> Result<(), Value> {
    let Exit::Raise(raised) = exit else {
        let error = vm.internal_error("a native declined where nothing can take over");
        return take(vm, error);
    };
    vm.registers.window_words = 0;
    if raised == tracing::CHANGE_LOOP {
        return Err(raised);
    }
    let mut raised = raised;
    loop {
        // Where a fiber has failed, the one that resumed it raises what it failed with.
        if vm.tracing.wanted & tracing::event::RAISE != 0 {
            match tracing::tell_raise(vm, raised) {
                Ok(false) => {}
                Ok(true) => return Ok(()),
                Err(exit) => return take(vm, exit),
            }
        }
        match unwind_stack(vm, raised) {
            Unwound::Handled => return Ok(()),
            Unwound::LeftLoop(value) => return Err(value),
            Unwound::Replaced(value) => raised = value,
        }
    }
}

enum Unwound {
    /// The machine stands at a handler, or where the exit went.
    Handled,
    /// The loop's entry frame was left.
    LeftLoop(Value),
    /// Go on with another exception.
    Replaced(Value),
}

fn unwind_stack(vm: &mut Vm, raised: Value) -> Unwound {
    let exit = NonLocalExitRef::from_value(raised);
    let mut at = vm.pc_index();
    loop {
        let frame = vm.registers.frame;
        if let Some(exit) = exit {
            if exit.exit_kind() == NonLocalExitKind::Break && exit.target() == Value::fixnum(vm.offset_of(frame) as i64) {
                vm.set_pc(at);
                return finish_break(vm, frame, at, exit.result());
            }
        }
        if enter_handler(vm, frame, at, raised, exit.is_some()) {
            return Unwound::Handled;
        }
        if vm.tracing.watching {
            match tracing::tell_unwinding(vm, at, raised) {
                Ok(false) => {}
                Ok(true) | Err(Exit::Fallback) => return Unwound::Handled,
                Err(Exit::Raise(value)) => return Unwound::Replaced(value),
            }
        }
        if let Some(exit) = exit {
            if exit.exit_kind() == NonLocalExitKind::Return && exit.target() == Value::fixnum(vm.offset_of(frame) as i64) {
                return match super::exits::leave_frame(vm, exit.result()) {
                    Ok(None) => Unwound::Handled,
                    Ok(Some(value)) => {
                        // The entry frame returned by an exit: its loop ends with a value.
                        vm.registers.entry_value = Some(value);
                        Unwound::LeftLoop(value)
                    }
                    Err(Exit::Raise(value)) => Unwound::Replaced(value),
                    Err(Exit::Fallback) => Unwound::Handled,
                };
            }
        }
        let flags = frame.flags();
        if flags & frame_flags::ACTIVATED != 0 {
            activations::deactivate(vm, frame);
        }
        if flags & frame_flags::FIBER != 0 {
            return match fibers::fail(vm, raised) {
                Ok(()) => Unwound::Handled,
                Err(value) => {
                    // The resumer goes on unwinding from its own frame.
                    Unwound::Replaced(value)
                }
            };
        }
        let Some(caller) = frame.caller() else {
            vm.registers.stack_empty = true;
            return Unwound::LeftLoop(raised);
        };
        at = caller.pc();
        vm.resume_frame(caller);
        if flags & frame_flags::ENTRY != 0 {
            return Unwound::LeftLoop(raised);
        }
    }
}

/// Goes to the innermost handler of a frame that covers the instruction before `at`.
fn enter_handler(vm: &mut Vm, frame: FrameRef, at: usize, raised: Value, is_exit: bool) -> bool {
    if vm.threads.step_limit.reached {
        return false;
    }
    let pc = at.saturating_sub(1) as u32;
    let code = frame.code();
    for handler in code.handlers() {
        if pc < handler.start || pc >= handler.end {
            continue;
        }
        match handler.kind {
            HandlerKind::Clause => {
                if is_exit {
                    vm.registers.fiber.set_error_info(vm, frame.register(handler.register as usize));
                }
                continue;
            }
            HandlerKind::Rescue if is_exit => continue,
            HandlerKind::Rescue | HandlerKind::Ensure => {}
        }
        frame.set_register(handler.register as usize, raised);
        if !is_exit {
            let fiber = vm.registers.fiber;
            fiber.set_error_info(vm, raised);
            vm.reclaim_unwound(raised);
        }
        vm.set_pc(handler.target as usize);
        return true;
    }
    false
}

/// The call that a block broke out of ends with its value.
fn finish_break(vm: &mut Vm, frame: FrameRef, at: usize, value: Value) -> Unwound {
    let call = frame.code().instructions()[at - 1];
    let site = frame.code().sites.get(call.site());
    let discard = site.is_some_and(|site| site.flags & rutile_bytecode::CallFlags::ASSIGNMENT != 0);
    if discard {
        return Unwound::Handled;
    }
    match deliver_flagged(vm, 0, Value::NIL, value) {
        Ok(()) | Err(Exit::Fallback) => Unwound::Handled,
        Err(Exit::Raise(value)) => Unwound::Replaced(value),
    }
}
