//! What code of a program may not reach in a Ractor other than the main one: globals, class variables, and what can
//! change in constants and in instance variables of classes.
//!
//! From the first Ractor on no constant is relied on that holds what may change: each use looks it up and asks here.

use rutile_bytecode::FunctionFlags;

use super::{Step, calls};
use crate::code::frame_flags;
use crate::object::class::ClassRef;
use crate::value::Value;
use crate::value::exit::Exit;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Globals of which each Ractor, frame or process has its own.
const OWN_GLOBALS: &[&str] = &[
    "$stdin", "$stdout", "$stderr", "$>", "$VERBOSE", "$-v", "$-w", "$-W", "$DEBUG", "$-d", "$$", "$?", "$!", "$@", "$~", "$&", "$`", "$'",
    "$+", "$_", "$-p", "$-l", "$-a", "$-i",
];

/// Whether the running frame is a program's in a Ractor other than the main one.
pub fn is_isolated(vm: &Vm) -> bool {
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

const VARIABLES_OF_RACTORS: &str = "can not access instance variables of shareable objects from non-main Ractors";

/// The value of an instance variable of a class or module, or any of a Ractor's, which a Ractor may not see; none where it may.
pub fn refuse_variable(vm: &mut Vm, receiver: Value, value: Value) -> Option<Step> {
    if !is_isolated(vm) {
        return None;
    }
    if may_change(value) && ClassRef::from_module(receiver).is_some() {
        return Some(calls::helper(vm, "variable_for_ractor", &[value], 0));
    }
    is_ractor(vm, receiver).then(|| refuse(vm, VARIABLES_OF_RACTORS))
}

pub fn refuse_variable_change(vm: &mut Vm, receiver: Value) -> Option<Step> {
    if !is_isolated(vm) {
        return None;
    }
    if ClassRef::from_module(receiver).is_some() {
        return Some(refuse(vm, "can not set instance variables of classes/modules by non-main Ractors"));
    }
    is_ractor(vm, receiver).then(|| refuse(vm, VARIABLES_OF_RACTORS))
}

/// Fails for a native that reads or sets a variable of a Ractor where a Ractor may not.
pub fn check_variables(vm: &mut Vm, receiver: Value) -> Result<(), Exit> {
    if !is_isolated(vm) || !is_ractor(vm, receiver) {
        return Ok(());
    }
    let isolation_error = vm.intern(b"IsolationError");
    let class = ractor_class(vm).and_then(|ractor| vm.own_constant(ractor, isolation_error)).and_then(ClassRef::from_module);
    Err(vm.raise(class.unwrap_or(vm.classes.runtime_error), VARIABLES_OF_RACTORS.to_string()))
}

/// Whether a program's frame is about to use a variable of a Ractor, of which none is remembered.
pub fn uses_variable_of_ractor(vm: &mut Vm, receiver: Value) -> bool {
    vm.threads.has_ractors && !vm.registers.frame.code().has(FunctionFlags::CORE) && is_ractor(vm, receiver)
}

fn is_ractor(vm: &mut Vm, value: Value) -> bool {
    ractor_class(vm).is_some_and(|ractor| vm.is_a(value, ractor))
}

fn ractor_class(vm: &mut Vm) -> Option<ClassRef> {
    let name = vm.intern(b"Ractor");
    vm.own_constant(vm.classes.object, name).and_then(ClassRef::from_module)
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
