//! Variables of every kind but locals in registers and constants.

use rutile_bytecode::Instruction;

use super::environments::environment_at;
use super::{Step, calls, ractors, safepoint};
use crate::calls::global_cache::GlobalCache;
use crate::code::{CallTarget, Feedback};
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::globals::Global;
use crate::object::id_table::IdTable;
use crate::object::records::{EnvironmentRef, MatchRef, ScopeRef};
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// `GetFrameVariable`.
pub fn get_frame_variable(vm: &mut Vm, i: Instruction) {
    let frame = vm.registers.frame;
    let view = environment_at(frame, i.c).and_then(|cell| EnvironmentRef(cell).view());
    let value = view.map_or(Value::NIL, |activation| activation.local(vm, i.b as usize));
    frame.set_register(i.a as usize, value);
}

/// `SetFrameVariable`.
pub fn set_frame_variable(vm: &mut Vm, i: Instruction) -> Step {
    let value = vm.registers.frame.register(i.a as usize);
    let view = environment_at(vm.registers.frame, i.c).and_then(|cell| EnvironmentRef(cell).view());
    let Some(activation) = view else { return Ok(()) };
    vm.set_shown_local(activation, i.b as usize, value)
}

/// Reads an instance variable and remembers where this shape keeps it.
pub fn get_instance_variable(vm: &mut Vm, frame: FrameRef, i: Instruction) -> Step {
    let receiver = frame.receiver();
    let Some(cell) = receiver.as_kind(Kind::Object).filter(|_| !ractors::uses_variable_of_ractor(vm, receiver)) else {
        return match ClassRef::from_module(receiver) {
            Some(class) if !ractors::is_isolated(vm) => {
                let value = get_variable_of_class(vm, frame, class, i);
                vm.deliver(value);
                Ok(())
            }
            _ => get_other_variable(vm, receiver, i),
        };
    };
    let shape = cell.shape();
    let value = match known_place(vm, shape).or_else(|| find_place(vm, shape, i)) {
        Some(place) => {
            let feedback = frame.code().feedback_at(i.c);
            if !stays_as_it_is(vm, feedback) {
                feedback.key.set(shape);
                feedback.location.set(place);
            }
            Vm::read_variable_at(cell, place)
        }
        None => Value::NIL,
    };
    vm.deliver(value);
    Ok(())
}

/// The instance variable of a class or module. Where the site has not met plain objects, its feedback tells where in a table the name stood last.
#[inline(always)]
fn get_variable_of_class(vm: &Vm, frame: FrameRef, class: ClassRef, i: Instruction) -> Value {
    let Some(table) = IdTable::from_value(class.variables()) else { return Value::NIL };
    let (name, feedback) = (vm.operand_name(i.b), frame.code().feedback_at(i.c));
    if feedback.key.get() != 0 {
        return table.get(name).unwrap_or(Value::NIL);
    }
    let Some((value, place)) = table.get_near(name, feedback.location.get()) else { return Value::NIL };
    if feedback.location.get() != place {
        feedback.location.set(place);
    }
    value
}

/// The instance variable of what is no plain object, or is a Ractor.
#[inline(never)]
fn get_other_variable(vm: &mut Vm, receiver: Value, i: Instruction) -> Step {
    let value = vm.get_variable(receiver, vm.operand_name(i.b));
    if let Some(refused) = ractors::refuse_variable(vm, receiver, value) {
        return refused;
    }
    vm.deliver(value);
    Ok(())
}

/// Where the instruction under way found the variable that it reads in objects of a shape.
#[inline(always)]
fn known_place(vm: &Vm, shape: u32) -> Option<u32> {
    match vm.global_cache.find(vm.registers.pc, shape)?.target.get() {
        CallTarget::Reader(place) => Some(place),
        _ => None,
    }
}

#[inline(never)]
fn find_place(vm: &mut Vm, shape: u32, i: Instruction) -> Option<u32> {
    let position = vm.shapes.position(shape, vm.operand_name(i.b))?;
    let place = vm.shapes.location(shape, position);
    vm.global_cache.keep(vm.registers.pc, shape, shape, CallTarget::Reader(place));
    Some(place)
}

/// Stores an instance variable as its feedback says: in an object of the remembered shape,
/// or adding it to one of the shape that a constructor finds here. False where neither holds.
#[inline(always)]
pub fn store_remembered(vm: &mut Vm, receiver: Value, feedback: &Feedback, value: Value) -> bool {
    let Some(cell) = receiver.as_cell() else { return false };
    let shape = cell.shape();
    if cell.has_flag(flags::FROZEN) {
        return false;
    }
    if shape == feedback.key.get() {
        vm.write_variable_at(cell, feedback.location.get(), value);
        return true;
    }
    // The fixnum of a transition: from the shape in its upper half to that in its lower.
    let transition = feedback.value.get();
    if transition.is_fixnum() && (transition.fixnum_value() >> 32) as u32 == shape {
        cell.set_shape(transition.fixnum_value() as u32);
        vm.write_variable_at(cell, feedback.location.get(), value);
        return true;
    }
    false
}

pub fn set_instance_variable(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    let (receiver, value) = (frame.receiver(), frame.register(i.a as usize));
    let plain = receiver.as_kind(Kind::Object).filter(|cell| !cell.has_flag(flags::FROZEN));
    let Some(cell) = plain.filter(|_| !ractors::uses_variable_of_ractor(vm, receiver)) else {
        return set_other_variable(vm, receiver, i, value);
    };
    let before = cell.shape();
    match known_change(vm, before) {
        Some((after, place)) => {
            remember_change(vm, frame.code().feedback_at(i.c), before, after, place);
            cell.set_shape(after);
            vm.write_variable_at(cell, place, value);
        }
        None => set_plain_variable(vm, i, cell, value),
    }
    Ok(())
}

/// Sets the instance variable of what is no plain object, is frozen, or is a Ractor.
#[inline(never)]
fn set_other_variable(vm: &mut Vm, receiver: Value, i: Instruction, value: Value) -> Step {
    vm.check_frozen(receiver)?;
    if let Some(refused) = ractors::refuse_variable_change(vm, receiver) {
        return refused;
    }
    vm.set_variable(receiver, vm.operand_name(i.b), value);
    if vm.program.changed_literals.is_empty() { Ok(()) } else { safepoint::service_interrupts(vm) }
}

/// Sets a variable of a plain object and remembers what that made of it, unless it took a payload.
#[inline(never)]
fn set_plain_variable(vm: &mut Vm, i: Instruction, cell: rutile_heap::Cell, value: Value) {
    let (before, name) = (cell.shape(), vm.operand_name(i.b));
    vm.set_variable(Value::cell(cell), name, value);
    let after = cell.shape();
    let Some(position) = vm.shapes.position(after, name) else { return };
    if before == after || vm.shapes.get(after).count <= vm.shapes.get(after).capacity {
        let place = vm.shapes.location(after, position);
        remember_change(vm, vm.code().feedback_at(i.c), before, after, place);
        vm.global_cache.keep(vm.registers.pc, before, after, CallTarget::Writer(place));
    }
}

/// Whether a site keeps what it remembers of variables though it has met another shape: in a forked child, which would copy the page for
/// it. The global cache has the answer for this one.
#[inline(always)]
fn stays_as_it_is(vm: &Vm, feedback: &Feedback) -> bool {
    vm.heap.shares_pages() && (feedback.key.get() != 0 || feedback.value.get().is_fixnum())
}

#[inline(always)]
fn remember_change(vm: &Vm, feedback: &Feedback, before: u32, after: u32, place: u32) {
    if stays_as_it_is(vm, feedback) {
        return;
    }
    let (key, value) = match before == after {
        true => (after, Value::UNDEFINED),
        false => (0, Value::fixnum((before as i64) << 32 | after as i64)),
    };
    feedback.key.set(key);
    feedback.value.set(value);
    feedback.location.set(place);
}

/// The shape that the instruction under way gives objects of a shape, and where it stores the variable in them.
#[inline(always)]
fn known_change(vm: &Vm, shape: u32) -> Option<(u32, u32)> {
    let found = vm.global_cache.find(vm.registers.pc, shape)?;
    match found.target.get() {
        CallTarget::Writer(place) => Some((found.number.get(), place)),
        _ => None,
    }
}

pub fn get_global(vm: &mut Vm, i: Instruction) -> Step {
    let name = vm.operand_name(i.b);
    if let Some(refused) = ractors::refuse_global(vm, name) {
        return refused;
    }
    match vm.globals.get(name) {
        Some(Global::Value(value) | Global::Checked { value, .. }) => vm.deliver(value),
        Some(Global::ErrorInfo) => {
            let info = vm.registers.fiber.error_info();
            vm.deliver(info);
        }
        Some(Global::Hooked { reader, .. }) => {
            return calls::call_from_scratch(vm, vm.program.helpers.value(), reader, &[Value::symbol(name)], 0);
        }
        Some(Global::LastMatch(kind)) => {
            let found = vm.last_match();
            let value = if kind == b'~' { found } else { back_reference_of(vm, found, kind, 0) };
            vm.deliver(value);
        }
        Some(Global::LastLine) => {
            let line = vm.last_line();
            vm.deliver(line);
        }
        Some(Global::Alias(_)) | None if vm.settings.warning_level > 1 => {
            return calls::helper(vm, "global_not_initialized", &[Value::symbol(name)], 0);
        }
        Some(Global::Alias(_)) | None => vm.deliver(Value::NIL),
    }
    Ok(())
}

pub fn set_global(vm: &mut Vm, i: Instruction) -> Step {
    let name = vm.operand_name(i.b);
    let value = vm.registers.frame.register(i.a as usize);
    if let Some(refused) = ractors::refuse_global(vm, name) {
        return refused;
    }
    match vm.globals.get(name) {
        Some(Global::Hooked { writer: Some(writer), .. } | Global::Checked { writer, .. }) => {
            calls::call_from_scratch(vm, vm.program.helpers.value(), writer, &[value, Value::symbol(name)], frame_flags::DISCARD)
        }
        Some(Global::LastMatch(b'~')) if value.is_nil() || MatchRef::from_value(value).is_some() => {
            vm.set_last_match(value);
            Ok(())
        }
        Some(Global::LastMatch(b'~')) => {
            let class = vm.class_of(value).real_class();
            let class = vm.class_name(class);
            Err(vm.type_error(format!("wrong argument type {class} (expected MatchData)")))
        }
        Some(Global::LastLine) => {
            vm.set_last_line(value);
            Ok(())
        }
        Some(Global::Hooked { writer: None, .. } | Global::ErrorInfo | Global::LastMatch(_)) => {
            let text = vm.symbol_text(name);
            Err(vm.name_error(format!("{text} is a read-only variable"), name, Value::NIL))
        }
        _ => {
            vm.globals.set(name, Global::Value(value));
            Ok(())
        }
    }
}

/// The class whose class variables the running code sees.
fn class_variable_scope(vm: &mut Vm) -> Result<ClassRef, Exit> {
    let scope = calls::scope_of(vm.registers.frame);
    vm.class_variable_scope(scope).ok_or_else(|| vm.raise(vm.classes.runtime_error, "class variable access from toplevel".to_string()))
}

/// The class or module that has the class variable which the instruction under way names, as far as that can be relied on.
fn known_variable_owner(vm: &mut Vm, name: Symbol) -> Option<ClassRef> {
    let scope = calls::scope_of(vm.registers.frame)?;
    if let Some(found) = vm.global_cache.find(vm.registers.pc, GlobalCache::key_of(scope.value())) {
        let (known, owner) = (found.assumption(), vm.assumptions.answer(found.assumption()));
        if !owner.is_undefined() && vm.assumptions.subject(known) == scope.value() {
            return ClassRef::from_chain(owner);
        }
    }
    find_variable_owner(vm, scope, name)
}

#[inline(never)]
fn find_variable_owner(vm: &mut Vm, scope: ScopeRef, name: Symbol) -> Option<ClassRef> {
    let found = vm.assume_class_variable(scope, name)?;
    vm.global_cache.keep(vm.registers.pc, GlobalCache::key_of(scope.value()), found.0, CallTarget::None);
    ClassRef::from_chain(vm.assumptions.answer(found))
}

pub fn get_class_variable(vm: &mut Vm, i: Instruction) -> Step {
    if let Some(refused) = ractors::refuse_class_variable(vm) {
        return refused;
    }
    let name = vm.operand_name(i.b);
    if let Some(owner) = known_variable_owner(vm, name)
        && let Some(value) = IdTable::from_value(owner.class_variables()).and_then(|table| table.get(name))
    {
        vm.deliver(value);
        return Ok(());
    }
    find_class_variable(vm, name)
}

/// A class variable that can't be relied on, or is not there.
#[inline(never)]
fn find_class_variable(vm: &mut Vm, name: Symbol) -> Step {
    let class = class_variable_scope(vm)?;
    match vm.find_class_variable(class, name) {
        Some((owner, value)) => {
            vm.check_overtaken(class, owner, name)?;
            vm.deliver(value);
            Ok(())
        }
        None => Err(vm.class_variable_error(class, name)),
    }
}

impl Vm {
    /// Raises where a class or module further up took over a class variable from the first owner that a class has it of.
    pub fn check_overtaken(&mut self, class: ClassRef, owner: ClassRef, name: Symbol) -> Step {
        let Some(above) = self.overtaking_owner(class, name) else { return Ok(()) };
        let names = (self.symbol_text(name), self.class_name(owner), self.class_name(above));
        Err(self.runtime_error(format!("class variable {} of {} is overtaken by {}", names.0, names.1, names.2)))
    }

    /// The class or module whose class variable is set where one is set for a class: its own where nobody has it.
    pub fn class_variable_owner_to_set(&mut self, class: ClassRef, name: Symbol) -> Result<ClassRef, Exit> {
        let owner = self.find_class_variable(class, name).map_or(class, |(owner, _)| owner);
        self.check_overtaken(class, owner, name)?;
        self.check_frozen(owner.value())?;
        Ok(owner)
    }
}

pub fn set_class_variable(vm: &mut Vm, i: Instruction) -> Step {
    if let Some(refused) = ractors::refuse_class_variable(vm) {
        return refused;
    }
    let name = vm.operand_name(i.b);
    let value = vm.registers.frame.register(i.a as usize);
    let owner = match known_variable_owner(vm, name) {
        Some(owner) => {
            vm.check_frozen(owner.value())?;
            owner
        }
        None => {
            let class = class_variable_scope(vm)?;
            vm.class_variable_owner_to_set(class, name)?
        }
    };
    vm.set_class_variable(owner, name, value);
    Ok(())
}

/// Whether a class variable can be seen from the running code.
pub fn class_variable_defined(vm: &mut Vm, name: Symbol) -> bool {
    match class_variable_scope(vm) {
        Ok(class) => vm.find_class_variable(class, name).is_some(),
        Err(_) => false,
    }
}

/// `GetBackReference`.
pub fn get_back_reference(vm: &mut Vm, i: Instruction) -> Step {
    let value = back_reference_of(vm, vm.registers.frame.register(i.b as usize), i.n, i.c as usize);
    vm.deliver(value);
    Ok(())
}

fn back_reference_of(vm: &mut Vm, found: Value, kind: u8, number: usize) -> Value {
    match MatchRef::from_value(found) {
        Some(found) => back_reference(vm, found, kind, number),
        None => Value::NIL,
    }
}

fn back_reference(vm: &mut Vm, found: MatchRef, kind: u8, number: usize) -> Value {
    let Some(string) = StringRef::from_value(found.string()) else { return Value::NIL };
    let Some((start, end)) = found.group(0) else { return Value::NIL };
    let range = match kind {
        0 => found.group(number),
        b'&' => Some((start, end)),
        b'`' => Some((0, start)),
        b'\'' => Some((end, string.len())),
        _ => (1..found.group_count()).rev().find_map(|group| found.group(group)),
    };
    match range {
        Some((start, end)) => vm.string_slice(string, start, end - start).value(),
        None => Value::NIL,
    }
}

impl MatchRef {
    /// Groups, the whole match included.
    pub fn group_count(self) -> usize {
        ArrayRef::from_value(self.offsets()).map_or(0, |offsets| offsets.len() / 2)
    }

    /// Byte offsets of a group that took part.
    pub fn group(self, number: usize) -> Option<(usize, usize)> {
        let offsets = ArrayRef::from_value(self.offsets())?;
        let start = offsets.get(number * 2).as_fixnum()?;
        let end = offsets.get(number * 2 + 1).as_fixnum()?;
        if start < 0 { None } else { Some((start as usize, end as usize)) }
    }
}

pub fn set_once(vm: &mut Vm, frame: FrameRef, i: Instruction) {
    let code = frame.code();
    let kept = &code.feedback[i.b as usize].value;
    if !kept.get().is_undefined() {
        // Another thread has been here meanwhile.
        return;
    }
    kept.set(frame.register(i.a as usize));
    if let Some(cell) = code.cell.get().as_cell() {
        vm.heap.barrier(cell);
    }
}
