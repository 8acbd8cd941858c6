//! Enumerators as methods make them that are called without a block.

use rutile_vm::interpreter::as_proc;
use rutile_vm::prelude::*;

/// The first variables that an Enumerator has.
const VARIABLES: [Symbol; 5] = [Symbol::RECEIVER, Symbol::OWN_METHOD, Symbol::OWN_ARGUMENTS, Symbol::OWN_KEYWORDS, Symbol::OWN_SIZE];

/// A new Enumerator with all its variables at once.
fn enumerator(vm: &mut Vm, receiver: Value, method: Value, arguments: ArrayRef, size: Value) -> Value {
    let [receiver_name, method_name, arguments_name, keywords_name, size_name] = VARIABLES;
    let variables = [
        (receiver_name, receiver),
        (method_name, method),
        (arguments_name, arguments.value()),
        (keywords_name, Value::NIL),
        (size_name, size),
    ];
    let class = vm.classes.enumerator;
    vm.new_object_with(class, &variables)
}

/// `to_enum(:method, *arguments) { size }`, of anything but a lazy one.
fn kernel_to_enum(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = args.count();
    let method = match count {
        0 => Value::symbol(Symbol::EACH),
        _ if args.get(0).as_symbol().is_some() => args.get(0),
        _ => return Err(Exit::Fallback),
    };
    let arguments = vm.array_with_capacity(count.saturating_sub(1));
    (1..count).for_each(|index| vm.array_push(arguments, args.get(index)));
    let size = if args.block().is_nil() { Value::NIL } else { as_proc(vm, args.block()) };
    Ok(enumerator(vm, args.receiver(), method, arguments, size))
}

/// `elements_enumerator(receiver, method)`: an Enumerator of an Array or a Hash, which is as large as that, whatever a program's `size` says.
fn elements_enumerator(vm: &mut Vm, args: Arguments) -> NativeResult {
    let arguments = vm.new_array(&[]);
    Ok(enumerator(vm, args.get(0), args.get(1), arguments, Value::TRUE))
}

/// `Enumerator#size` where it takes no Ruby. True stands for the size of the receiver.
fn enumerator_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let variables = vm.first_variables(args.receiver(), &VARIABLES).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let (receiver, size) = (variables.get(0), variables.get(4));
    if size != Value::TRUE {
        return if size.is_fixnum() { Ok(size) } else { Err(Exit::Fallback) };
    }
    let elements = receiver.as_array().map(|array| array.len());
    let size = elements.or(receiver.as_hash().map(|hash| hash.len())).ok_or(Exit::Fallback)?;
    Ok(Value::fixnum(size as i64))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("kernel_to_enum", kernel_to_enum),
    ("elements_enumerator", elements_enumerator),
    ("enumerator_size", enumerator_size),
];
