//! `raise` of a String, of a class, or of an exception, where `exception`, `new` and `initialize` are the core library's own: no frame is
//! made, nor anything but the exception. So are `message` and `to_s` answered where the class has no `to_s` of its own.

use rutile_vm::prelude::*;

use crate::array::collection::finds_core_method;
use crate::exception::raise;

/// Whether a class has no method of this name but Exception's.
fn has_method_of_exception(vm: &mut Vm, class: ClassRef, name: Symbol) -> bool {
    let exception = vm.classes.exception;
    vm.find_method(class, name).is_some_and(|method| vm.is_core_method(method) && method.owner_class() == Some(exception))
}

/// A new exception of a class, as its `new` makes it.
fn made(vm: &mut Vm, class: ClassRef, message: Value) -> Option<Value> {
    let is_plain = class.is_class() && !class.is_singleton() && class.instance_kind() == Kind::Object && vm.inherits(class, vm.classes.exception);
    let makers = vm.class_of(class.value());
    if !is_plain || ![Symbol::EXCEPTION_OF, Symbol::ALLOCATE].into_iter().all(|name| finds_core_method(vm, makers, name)) {
        return None;
    }
    if !has_method_of_exception(vm, class, Symbol::INITIALIZE) {
        return None;
    }
    let exception = vm.new_object(class);
    vm.set_variable(exception, Symbol::MESSAGE, message);
    Some(exception)
}

fn requested(vm: &mut Vm, args: Arguments) -> Option<Value> {
    let source = args.get(0);
    if let Some(class) = ClassRef::from_module(source).filter(|_| args.count() <= 2) {
        return made(vm, class, args.get(1).given().unwrap_or(Value::NIL));
    }
    if args.count() != 1 {
        return None;
    }
    if source.as_string().is_some() {
        return made(vm, vm.classes.runtime_error, source);
    }
    let is_exception = source.is_kind(Kind::Object) && vm.is_a(source, vm.classes.exception) && !vm.is_frozen(source);
    let class = vm.class_of(source);
    (is_exception && finds_core_method(vm, class, Symbol::EXCEPTION_OF)).then_some(source)
}

fn kernel_raise(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 {
        return Err(Exit::Fallback);
    }
    let exception = requested(vm, args).ok_or(Exit::Fallback)?;
    vm.set_current_cause(exception);
    raise(vm, exception)
}

/// The message that an exception was given, where that is a String and the class says nothing else.
fn exception_message(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.class_of(args.receiver());
    let message = vm.get_variable(args.receiver(), Symbol::MESSAGE);
    let is_plain = args.count() == 0 && message.as_string().is_some() && has_method_of_exception(vm, class, Symbol::TO_S);
    if is_plain { Ok(message) } else { Err(Exit::Fallback) }
}

pub const NATIVES: &[(&str, Native)] = &[("kernel_raise", kernel_raise), ("exception_message", exception_message)];
