//! Exits (`throw`, `break`, `return` out of a block) that `rb_protect` stops, so that C code may go on and `rb_jump_tag` let them pass later.

use rutile_bytecode::HandlerKind;
use rutile_vm::interpreter::NonLocalExitKind;
use rutile_vm::prelude::*;

/// The ways in which `rb_protect` was left.
pub mod tag {
    pub const BREAK: i32 = 2;
    pub const RAISE: i32 = 6;
    pub const THROW: i32 = 7;
}

/// The tag of an exception or exit.
pub fn tag_of(stopped: Value) -> i32 {
    match NonLocalExitRef::from_value(stopped).map(NonLocalExitRef::exit_kind) {
        Some(NonLocalExitKind::Break) => tag::BREAK,
        Some(_) => tag::THROW,
        None => tag::RAISE,
    }
}

/// `extension_held_exit`: the exit whose `ensure` clause runs in the frame that asks; nil where none does.
fn extension_held_exit(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let frame = vm.registers.frame;
    let handlers = frame.code().handlers().iter().filter(|handler| handler.kind == HandlerKind::Ensure);
    let mut exits = handlers.filter_map(|handler| frame.known_register(handler.register as usize)).filter(|held| NonLocalExitRef::from_value(*held).is_some());
    Ok(exits.next().unwrap_or(Value::NIL))
}

pub const NATIVES: &[(&str, Native)] = &[("extension_held_exit", extension_held_exit)];
