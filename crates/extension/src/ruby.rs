//! Asking Ruby, from the stack of a C function.

use rutile_vm::prelude::*;

use crate::request::{List, Request, ask};
use crate::machine::context;
use crate::state::state;

/// Calls a method, private ones included.
pub fn call(vm: &mut Vm, receiver: Value, name: &str, arguments: &[Value]) -> Value {
    let name = vm.intern(name.as_bytes());
    send(vm, receiver, name, List::of(arguments), Value::NIL)
}

/// Calls the method that a core class has, which a subclass may have overridden: as a function of CRuby's is no method.
pub fn call_own(vm: &mut Vm, class: ClassRef, receiver: Value, name: &str, arguments: &[Value]) -> Value {
    let name = vm.intern(name.as_bytes());
    let method = if vm.is_a(receiver, class) { vm.find_method(class, name) } else { None };
    match method {
        Some(method) => ask(vm, Request::CallMethod { receiver, method, arguments: List::of(arguments) }),
        None => send(vm, receiver, name, List::of(arguments), Value::NIL),
    }
}

pub fn send(vm: &mut Vm, receiver: Value, name: Symbol, arguments: List, block: Value) -> Value {
    ask(vm, Request::Call { receiver, name, arguments, block })
}

pub fn send_public(vm: &mut Vm, receiver: Value, name: Symbol, arguments: List, block: Value) -> Value {
    ask(vm, Request::CallPublic { receiver, name, arguments, block })
}

/// Calls a helper: a method of `Rutile::CExtensions`.
pub fn helper(vm: &mut Vm, name: &str, arguments: &[Value]) -> Value {
    let helpers = state(vm).helpers;
    call(vm, helpers, name, arguments)
}

/// As `helper`, with the block that the running function was passed.
pub fn helper_with_block(vm: &mut Vm, name: &str, arguments: &[Value]) -> Value {
    let helpers = state(vm).helpers;
    let name = vm.intern(name.as_bytes());
    send(vm, helpers, name, List::of(arguments), context().block)
}

/// Words of C code as Integers, which may go through Ruby code: a word that is an address must never be taken for a value.
pub fn words<const COUNT: usize>(vm: &mut Vm, words: [usize; COUNT]) -> [Value; COUNT] {
    words.map(|word| vm.integer(word as i128))
}
