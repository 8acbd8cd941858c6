//! Activations: frames that procs and bindings refer to.
//!
//! A frame that may be left by `break` or `return` out of a Proc has an activation, which tells whether it
//! still runs. So has one whose locals a binding shows although they stand in registers: since no `binding`
//! or `eval` is written in its scope, the compiler could not know. Such an activation *keeps locals*: while
//! the frame lasts they are read and written where they are, when it is left they are copied here.
//!
//! ```text
//!   locals of an activation: slots of an environment, which no warm-up makes permanent
//!   +------+----------------------------+-----------+-----------+-- -
//!   | code | activation of the frame    | local 0   | local 1   |    nil until the frame is left
//!   |      | around a block's, or nil   |           |           |
//!   +------+----------------------------+-----------+-----------+-- -
//! ```
//!
//! What a Proc's binding shows of a frame that was left must be kept before anybody asks. Programs that never
//! say `.binding` or `:binding` are spared that: `Program::uses_bindings` is set when code that does is loaded.

use std::cmp::Ordering;

use rutile_bytecode::{FunctionFlags, FunctionKind};

use super::blocks;
use crate::code::{Code, Local};
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::records::{ActivationRef, EnvironmentRef, FiberRef, ProcRef};
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, header};
use crate::vm::Vm;

/// Slots of the locals of an activation.
const CODE: usize = 0;
const AROUND: usize = 1;
const FIRST_LOCAL: usize = 2;

/// The activation of a frame of the running fiber: one for all who refer to it.
fn of_frame(vm: &mut Vm, frame: FrameRef) -> ActivationRef {
    let offset = Value::fixnum(vm.offset_of(frame) as i64);
    let fiber = vm.registers.fiber;
    let list = match ArrayRef::from_value(fiber.activations()) {
        Some(list) => list,
        None => {
            let list = vm.array_with_capacity(3);
            fiber.set_activations(vm, list.value());
            list
        }
    };
    if let Some(existing) = find(list, vm.offset_of(frame)) {
        return existing;
    }
    let outer = left_through(vm, frame);
    let activation = ActivationRef(vm.allocate(ActivationRef::WORDS * 8, header(Kind::Activation, 0, 0, 0)));
    for index in 1..ActivationRef::WORDS {
        activation.0.set_field_raw(index, Value::NIL.word());
    }
    activation.set_fiber(vm, fiber.value());
    activation.set_offset(vm, offset);
    activation.set_outer(vm, outer);
    insert(vm, list, activation);
    frame.add_flags(frame_flags::ACTIVATED);
    activation
}

/// The activation of the frame at an offset. Those of a fiber stand in the order of their frames, and mostly the last is asked for.
fn find(list: ArrayRef, offset: usize) -> Option<ActivationRef> {
    for index in (0..list.len()).rev() {
        let activation = ActivationRef::from_value(list.get(index))?;
        match activation.offset().as_fixnum()?.cmp(&(offset as i64)) {
            Ordering::Greater => {}
            Ordering::Equal => return Some(activation),
            Ordering::Less => return None,
        }
    }
    None
}

/// Puts an activation behind those of frames below its own.
fn insert(vm: &mut Vm, list: ArrayRef, activation: ActivationRef) {
    let offset = activation.offset().as_fixnum();
    let mut place = list.len();
    vm.array_push(list, activation.value());
    while place > 0 && ActivationRef::from_value(list.get(place - 1)).is_some_and(|below| below.offset().as_fixnum() > offset) {
        vm.array_store(list, place, list.get(place - 1));
        place -= 1;
    }
    vm.array_store(list, place, activation.value());
}

/// The activation that a `return` in the block of a frame leaves through, or nil: a lambda's frame is left itself.
fn left_through(vm: &mut Vm, frame: FrameRef) -> Value {
    let origin = if frame.flags() & frame_flags::LAMBDA != 0 { None } else { origin(vm, frame) };
    match origin {
        Some(Origin::Frame(creator)) => of_frame(vm, creator).value(),
        Some(Origin::Proc(closure)) => closure.activation(),
        None => Value::NIL,
    }
}

/// Where the block that a frame runs comes from.
enum Origin {
    /// The frame that it stands in, which waits for it.
    Frame(FrameRef),
    Proc(ProcRef),
}

/// `None` for what isn't the frame of a block.
fn origin(vm: &Vm, frame: FrameRef) -> Option<Origin> {
    if !frame.code().is_block() {
        return None;
    }
    let identity = frame.block();
    match identity.as_frame_block() {
        Some(offset) => Some(Origin::Frame(vm.frame_at(offset))),
        None => ProcRef::from_value(identity).map(Origin::Proc),
    }
}

/// The frame that a `return` in a closure goes on through: its creator, or what was around that if it has ended.
pub fn frame_to_leave(vm: &Vm, closure: ProcRef) -> Option<FrameRef> {
    let mut next = ActivationRef::from_value(closure.activation());
    while let Some(activation) = next {
        if let Some(frame) = active_frame(vm, activation.value()) {
            return Some(frame);
        }
        next = ActivationRef::from_value(activation.outer());
    }
    None
}

/// The activation of the frame that makes a Proc.
pub fn of_creator(vm: &mut Vm, creator: FrameRef) -> ActivationRef {
    if vm.program.uses_bindings && !creator.code().has(FunctionFlags::CORE) {
        return keeping_locals(vm, creator);
    }
    of_frame(vm, creator)
}

/// The activation of a frame of the running fiber, which keeps locals from now on; so do those of the frames around it.
pub fn keeping_locals(vm: &mut Vm, frame: FrameRef) -> ActivationRef {
    let activation = of_frame(vm, frame);
    if !activation.locals().is_nil() {
        return activation;
    }
    let code = frame.code();
    if code.locals().iter().any(|local| local.is_block()) {
        // The frame refers to the Proc from now on, so that it can be read without making it.
        blocks::given_block(vm, frame);
    }
    let around = around(vm, frame);
    let locals = vm.new_environment(Value::NIL, FIRST_LOCAL + code.locals().len(), 0);
    locals.set_slot(vm, CODE, code.cell.get());
    locals.set_slot(vm, AROUND, around);
    activation.set_locals(vm, locals.value());
    activation
}

/// The activation of the frame whose locals the block of a frame sees, or nil.
fn around(vm: &mut Vm, frame: FrameRef) -> Value {
    match origin(vm, frame) {
        Some(Origin::Frame(creator)) => keeping_locals(vm, creator).value(),
        Some(Origin::Proc(closure)) => of_proc(vm, closure),
        None => Value::NIL,
    }
}

/// The activation of the frame that a Proc was made in, with its locals, as far as it is known; otherwise nil.
pub fn of_proc(vm: &mut Vm, closure: ProcRef) -> Value {
    let Some(activation) = ActivationRef::from_value(closure.activation()) else { return Value::NIL };
    if activation.locals().is_nil() {
        match active_frame(vm, activation.value()) {
            Some(frame) => return keeping_locals(vm, frame).value(),
            None => return Value::NIL,
        }
    }
    activation.value()
}

/// The frame of an activation, while it lasts and is on the running fiber.
pub fn active_frame(vm: &Vm, activation: Value) -> Option<FrameRef> {
    let activation = ActivationRef::from_value(activation)?;
    if activation.fiber() != vm.registers.fiber.value() {
        return None;
    }
    activation.offset().as_fixnum().map(|offset| vm.frame_at(offset as usize))
}

/// Ends the activations of a frame that is being left, and of those above it.
pub fn deactivate(vm: &mut Vm, frame: FrameRef) {
    let offset = Some(vm.offset_of(frame) as i64);
    let Some(list) = ArrayRef::from_value(vm.registers.fiber.activations()) else { return };
    let mut kept = list.len();
    while let Some(activation) = kept.checked_sub(1).and_then(|last| ActivationRef::from_value(list.get(last))) {
        let at = activation.offset().as_fixnum();
        if at < offset {
            break;
        }
        if at == offset {
            store_locals(vm, activation, frame);
        }
        activation.set_offset(vm, Value::NIL);
        kept -= 1;
    }
    vm.array_resize(list, kept);
}

/// Copies the locals of a frame that is being left; allocates nothing.
fn store_locals(vm: &mut Vm, activation: ActivationRef, frame: FrameRef) {
    let Some(locals) = EnvironmentRef::from_value(activation.locals()) else { return };
    for (index, local) in frame.code().locals().iter().enumerate() {
        let value = value_in(frame, *local);
        locals.set_slot(vm, FIRST_LOCAL + index, value);
    }
}

/// Gives the frame of an activation, which is there again, the locals that were kept.
pub fn restore_locals(vm: &Vm, activation: ActivationRef) {
    let Some(locals) = EnvironmentRef::from_value(activation.locals()) else { return };
    let Some(frame) = active_frame(vm, activation.value()) else { return };
    for (index, local) in frame.code().locals().iter().enumerate() {
        if !local.is_block() {
            frame.set_register(local.register as usize, locals.slot(FIRST_LOCAL + index));
        }
    }
}

fn value_in(frame: FrameRef, local: Local) -> Value {
    let value = if local.is_block() { frame.block() } else { frame.register(local.register as usize) };
    // A keyword that was not given is nil until its default is there.
    if value.is_undefined() { Value::NIL } else { value }
}

impl ActivationRef {
    /// The code of its frame, where it keeps locals.
    pub fn code<'a>(self) -> Option<&'a Code> {
        Code::of_value(EnvironmentRef::from_value(self.locals())?.slot(CODE))
    }

    /// The activation around it, of one that keeps locals.
    pub fn around(self) -> Option<ActivationRef> {
        ActivationRef::from_value(EnvironmentRef::from_value(self.locals())?.slot(AROUND))
    }

    /// Its frame, on whatever stack, while it lasts; and that stack, if it is not the running one.
    fn frame(self, vm: &Vm) -> Option<(FrameRef, Option<rutile_heap::Cell>)> {
        let offset = self.offset().as_fixnum()? as usize;
        let fiber = FiberRef::from_value(self.fiber())?;
        if fiber == vm.registers.fiber {
            return Some((vm.frame_at(offset), None));
        }
        let stack = fiber.stack().as_kind(Kind::Stack)?;
        Some((FrameRef::on_stack(stack, offset), Some(stack)))
    }

    /// The value of a local, by its place in the code's list.
    pub fn local(self, vm: &Vm, index: usize) -> Value {
        let (Some(code), Some(locals)) = (self.code(), EnvironmentRef::from_value(self.locals())) else { return Value::NIL };
        let Some(local) = code.locals().get(index) else { return Value::NIL };
        match self.frame(vm) {
            Some((frame, _)) => value_in(frame, *local),
            None => locals.slot(FIRST_LOCAL + index),
        }
    }

    /// Assigns a local; false where that can't be done: a block parameter that its frame only passes on.
    pub fn set_local(self, vm: &mut Vm, index: usize, value: Value) -> bool {
        let (Some(code), Some(locals)) = (self.code(), EnvironmentRef::from_value(self.locals())) else { return false };
        let Some(local) = code.locals().get(index) else { return false };
        match self.frame(vm) {
            Some(_) if local.is_block() => return false,
            Some((frame, stack)) => {
                frame.set_register(local.register as usize, value);
                if let Some(stack) = stack {
                    vm.heap.barrier(stack);
                }
            }
            None => locals.set_slot(vm, FIRST_LOCAL + index, value),
        }
        true
    }
}

/// The activations whose locals a binding of a frame shows, innermost first, from that of the frame itself.
pub fn shown_by(vm: &mut Vm, frame: FrameRef) -> Value {
    // What an eval sees of the frames around it is part of its environment.
    if frame.code().kind == FunctionKind::Eval || frame.code().has(FunctionFlags::CORE) {
        return Value::NIL;
    }
    keeping_locals(vm, frame).value()
}
