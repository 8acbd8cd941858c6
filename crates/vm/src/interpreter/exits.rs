//! Leaving frames: values delivered, `return` and `break` out of blocks.

use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction};

use super::{Step, activations, calls};
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::records::{MethodRef, NonLocalExitRef, ProcRef};
use crate::value::Value;
use crate::value::kind::{Kind, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Where an exit under way is going.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum NonLocalExitKind {
    /// Leaves the frame at the target offset with the value: `return` from a block.
    Return,
    /// Continues the frame at the target offset after its call under way: `break`.
    Break,
    /// To the `catch` with this tag.
    Throw,
    /// Ends the fiber: `Fiber#kill` and the end of the process.
    Kill,
}

impl NonLocalExitRef {
    pub fn exit_kind(self) -> NonLocalExitKind {
        match self.kind().as_fixnum() {
            Some(0) => NonLocalExitKind::Return,
            Some(1) => NonLocalExitKind::Break,
            Some(2) => NonLocalExitKind::Throw,
            _ => NonLocalExitKind::Kill,
        }
    }
}

impl Vm {
    pub fn new_exit(&mut self, kind: NonLocalExitKind, target: Value, value: Value) -> Exit {
        let exit = NonLocalExitRef(self.allocate(NonLocalExitRef::WORDS * 8, header(Kind::NonLocalExit, 0, 0, 0)));
        exit.set_kind(self, Value::fixnum(kind as i64));
        exit.set_target(self, target);
        exit.set_result(self, value);
        Exit::Raise(exit.value())
    }
}

/// Leaves the running frame with a value, as its flags say. `Some` when that ends the loop.
pub fn leave_frame(vm: &mut Vm, value: Value) -> Result<Option<Value>, Exit> {
    let frame = vm.registers.frame;
    let flags = frame.flags();
    if flags & frame_flags::ACTIVATED != 0 {
        activations::deactivate(vm, frame);
    }
    if flags & frame_flags::FIBER != 0 {
        super::fibers::finish(vm, value)?;
        return Ok(None);
    }
    let receiver = frame.receiver();
    let retry = frame.block();
    if flags & frame_flags::ENTRY != 0 {
        if let Some(caller) = frame.caller() {
            vm.resume_frame(caller);
        } else {
            vm.registers.stack_empty = true;
        }
        return Ok(Some(value));
    }
    let Some(caller) = frame.caller() else {
        vm.registers.stack_empty = true;
        return Ok(Some(value));
    };
    vm.resume_frame(caller);
    if flags & frame_flags::DELIVERY == frame_flags::RETRY {
        if let Some(register) = retry.as_fixnum() {
            caller.set_register(register as usize, value);
        }
        let at = vm.pc_index();
        vm.set_pc(at - 1);
        return Ok(None);
    }
    deliver_flagged(vm, flags, receiver, value)?;
    Ok(None)
}

/// Delivers a value to the running frame as the flags of the call's frame say.
pub fn deliver_flagged(vm: &mut Vm, flags: u64, receiver: Value, value: Value) -> Step {
    let value = if flags & frame_flags::CONSTRUCT != 0 { receiver } else { value };
    let delivered = match flags & frame_flags::DELIVERY {
        frame_flags::DISCARD => return Ok(()),
        frame_flags::TO_STRING if !value.is_kind(Kind::String) => {
            let text = vm.any_to_s(receiver);
            vm.string(&text)
        }
        frame_flags::NEGATE => Value::boolean(!value.truthy()),
        frame_flags::BOOLEAN => Value::boolean(value.truthy()),
        frame_flags::DEFINED if value.truthy() => vm.description("method"),
        frame_flags::DEFINED => Value::NIL,
        _ => value,
    };
    vm.deliver(delivered);
    Ok(())
}

/// `return` in a block: leaves the method (or lambda) around it.
pub fn return_from_method(vm: &mut Vm, value: Value) -> Step {
    let mut frame = vm.registers.frame;
    let mut from_class = false;
    loop {
        if frame.code().kind == FunctionKind::Eval {
            let around = evaluated_in(frame);
            let method = MethodRef::from_value(frame.method());
            // The method whose binding it is has returned.
            if around.is_none() && method.is_some_and(|method| !method.has_default_visibility()) {
                return Err(vm.local_jump_error("unexpected return", "return", value));
            }
            frame = around.unwrap_or(frame);
            if frame.code().kind == FunctionKind::Eval {
                break;
            }
            continue;
        }
        if frame.code().kind == FunctionKind::SingletonClass {
            let Some(around) = frame.caller() else { break };
            frame = around;
            continue;
        }
        // A block in the body of a class leaves the lambda around that, and nothing else.
        if matches!(frame.code().kind, FunctionKind::Class | FunctionKind::Module) {
            let Some(around) = frame.caller() else { break };
            frame = around;
            from_class = true;
            continue;
        }
        if frame.flags() & frame_flags::LAMBDA != 0 || !frame.code().is_block() {
            break;
        }
        let identity = frame.block();
        let outer = match identity.as_frame_block() {
            Some(offset) => Some(vm.frame_at(offset)),
            None => ProcRef::from_value(identity).and_then(|closure| activations::frame_to_leave(vm, closure)),
        };
        match outer {
            Some(outer) => frame = outer,
            None => return Err(vm.local_jump_error("unexpected return", "return", value)),
        }
    }
    let to_lambda = frame.flags() & frame_flags::LAMBDA != 0;
    if !to_lambda && (from_class || is_within_lambda(vm, frame)) {
        return Err(vm.local_jump_error("unexpected return", "return", value));
    }
    let target = Value::fixnum(vm.offset_of(frame) as i64);
    Err(vm.new_exit(NonLocalExitKind::Return, target, value))
}

/// Whether a lambda of a program's top level runs, to which the running block does not belong: it can't end the program from there.
fn is_within_lambda(vm: &Vm, top: FrameRef) -> bool {
    if top.code().kind != FunctionKind::File {
        return false;
    }
    let mut below = vm.registers.frame.caller();
    while let Some(frame) = below.filter(|frame| *frame != top) {
        if frame.flags() & frame_flags::LAMBDA != 0 && frame.code().is_block() && is_of_same_method(frame, top) {
            return true;
        }
        below = frame.caller();
    }
    false
}

fn is_of_same_method(one: FrameRef, other: FrameRef) -> bool {
    let original = |frame: FrameRef| MethodRef::from_value(frame.method()).map(MethodRef::original_frame);
    one.method() == other.method() || original(one) == original(other)
}

/// The frame whose binding an eval's frame runs in: the nearest below that belongs to the same method.
fn evaluated_in(frame: FrameRef) -> Option<FrameRef> {
    let mut below = frame.caller();
    while let Some(candidate) = below {
        if is_of_same_method(candidate, frame) && candidate.code().kind != FunctionKind::Eval {
            return Some(candidate);
        }
        below = candidate.caller();
    }
    None
}

/// `break` in a block: ends the call that the block was given to.
pub fn break_from_block(vm: &mut Vm, value: Value) -> Step {
    Err(break_from(vm, vm.registers.frame, value))
}

/// As `break` in the innermost block that runs, whatever it has called since.
pub fn break_from_innermost_block(vm: &mut Vm, value: Value) -> Exit {
    let mut running = Some(vm.registers.frame);
    while let Some(frame) = running {
        if frame.code().is_block() {
            return break_from(vm, frame, value);
        }
        running = frame.caller();
    }
    vm.local_jump_error("break from proc-closure", "break", value)
}

fn break_from(vm: &mut Vm, frame: FrameRef, value: Value) -> Exit {
    if frame.flags() & frame_flags::LAMBDA != 0 {
        let target = Value::fixnum(vm.offset_of(frame) as i64);
        return vm.new_exit(NonLocalExitKind::Return, target, value);
    }
    let identity = frame.block();
    let creator = match identity.as_frame_block() {
        Some(offset) => Some(vm.frame_at(offset)),
        None => ProcRef::from_value(identity).and_then(|closure| {
            let creator = activations::active_frame(vm, closure.activation())?;
            passes(vm, creator, closure).then_some(creator)
        }),
    };
    match creator {
        Some(creator) => {
            let target = Value::fixnum(vm.offset_of(creator) as i64);
            vm.new_exit(NonLocalExitKind::Break, target, value)
        }
        None => vm.local_jump_error("break from proc-closure", "break", value),
    }
}

/// Whether the call under way in a frame is the one that a closure's block was written for.
fn passes(vm: &Vm, creator: FrameRef, closure: ProcRef) -> bool {
    if creator == vm.registers.frame {
        return false;
    }
    let code = creator.code();
    let Some(at) = creator.pc().checked_sub(1) else { return false };
    let call = code.instructions()[at];
    let site = code.sites.get(call.site());
    let block = site.and_then(|site| site.block());
    matches!(call.op, rutile_bytecode::Op::Send | rutile_bytecode::Op::Super | rutile_bytecode::Op::Yield)
        && block.is_some_and(|index| vm.nested_code(code, index) == closure.code())
}

/// `RescueMatch`.
pub fn rescue_match(vm: &mut Vm, i: Instruction) -> Step {
    let (exception, class) = (vm.registers.frame.register(i.b as usize), vm.registers.frame.register(i.c as usize));
    let Some(module) = crate::object::class::ClassRef::from_module(class) else {
        return Err(vm.type_error("class or module required for rescue clause".to_string()));
    };
    let meta = vm.class_of(class);
    if let Some(method) = vm.find_method(meta, Symbol::CASE_EQUAL) {
        let is_asked = method.owner() != vm.classes.module.value() || !vm.is_core_method(method) && !vm.code().has(FunctionFlags::CORE);
        if is_asked {
            return calls::call_from_scratch(vm, class, Symbol::CASE_EQUAL, &[exception], frame_flags::BOOLEAN);
        }
    }
    let matches = vm.is_a(exception, module);
    vm.deliver(Value::boolean(matches));
    Ok(())
}
