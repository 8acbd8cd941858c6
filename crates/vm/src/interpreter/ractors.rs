//! What code of a program may not reach in a Ractor other than the main one: globals, class variables, and what can
//! change in constants and in instance variables of classes.
//!
//! From the first Ractor on no constant is relied on that holds what may change: each use looks it up and asks here.

use rutile_bytecode::FunctionFlags;

use super::{Step, calls};
use crate::code::stack::frame_flags;
use crate::object::class::ClassRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Globals of which each Ractor, frame or process has its own.
const OWN_GLOBALS: &[&str] = &[
    "$stdin", "$stdout", "$stderr", "$>", "$VERBOSE", "$-v", "$-w", "$-W", "$DEBUG", "$-d", "$$", "$?", "$!", "$@", "$~", "$&", "$`", "$'",
    "$+", "$_", "$-p", "$-l", "$-a", "$-i",
];

/// Whether the running frame is a program's in a Ractor other than the main one.
fn is_isolated(vm: &Vm) -> bool {
    vm.threads.runs_in_ractor() && !vm.registers.frame.code().has(FunctionFlags::CORE)
}

/// Raises for a global that the main Ractor alone has; none where it may be used.
pub fn refuse_global(vm: &mut Vm, name: Symbol) -> Option<Step> {
    if !is_isolated(vm) {
        return None;
    }
    let text = vm.symbol_text(name);
    (!OWN_GLOBALS.contains(&text.as_str())).then(|| refuse(vm, &format!("can not access global variables {text} from non-main Ractors")))
}

pub fn refuse_class_variable(vm: &mut Vm) -> Option<Step> {
    is_isolated(vm).then(|| refuse(vm, "can not access class variables from non-main Ractors"))
}

/// A constant's value that a Ractor may not see; none where it may.
pub fn refuse_constant(vm: &mut Vm, owner: ClassRef, name: Symbol, value: Value) -> Option<Step> {
    (may_change(value) && is_isolated(vm))
        .then(|| calls::helper(vm, "constant_for_ractor", &[owner.value(), Value::symbol(name), value], 0))
}

/// A value that a Ractor may not put into a constant; none where it may.
pub fn refuse_constant_value(vm: &mut Vm, owner: ClassRef, name: Symbol, value: Value) -> Option<Step> {
    (may_change(value) && is_isolated(vm))
        .then(|| calls::helper(vm, "set_constant_from_ractor", &[owner.value(), Value::symbol(name), value], frame_flags::DISCARD))
}

/// The value of an instance variable of a class or module, which a Ractor may not see; none where it may.
pub fn refuse_variable(vm: &mut Vm, receiver: Value, value: Value) -> Option<Step> {
    (may_change(value) && ClassRef::from_module(receiver).is_some() && is_isolated(vm))
        .then(|| calls::helper(vm, "variable_for_ractor", &[value], 0))
}

pub fn refuse_variable_change(vm: &mut Vm, receiver: Value) -> Option<Step> {
    (ClassRef::from_module(receiver).is_some() && is_isolated(vm))
        .then(|| refuse(vm, "can not set instance variables of classes/modules by non-main Ractors"))
}

/// Whether an object has to be looked at to know that it can't change: not a number, a Symbol, a class or a module.
pub fn may_change(value: Value) -> bool {
    value.as_cell().is_some_and(|cell| !matches!(Kind::of(cell), Kind::Class | Kind::Module | Kind::Float | Kind::BigInteger))
}

/// Raises by a call, so that the error is made by Ruby.
fn refuse(vm: &mut Vm, message: &str) -> Step {
    let message = vm.string(message);
    calls::helper(vm, "refuse_isolated", &[message], frame_flags::DISCARD)
}
