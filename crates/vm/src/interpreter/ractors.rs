//! What code of a program may not reach in a Ractor other than the main one: globals and class variables.

use rutile_bytecode::FunctionFlags;

use super::{Step, calls};
use crate::code::stack::frame_flags;
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

/// Raises by a call, so that the error is made by Ruby.
fn refuse(vm: &mut Vm, message: &str) -> Step {
    let message = vm.string(message);
    calls::helper(vm, "refuse_isolated", &[message], frame_flags::DISCARD)
}
