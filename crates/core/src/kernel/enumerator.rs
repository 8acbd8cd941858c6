//! Enumerators as methods make them that are called without a block.

use rutile_vm::interpreter::as_proc;
use rutile_vm::prelude::*;

/// `to_enum(:method, *arguments) { size }`, of anything but a lazy one: all variables of the new Enumerator at once.
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
    let variables = [
        (Symbol::RECEIVER, args.receiver()),
        (Symbol::OWN_METHOD, method),
        (Symbol::OWN_ARGUMENTS, arguments.value()),
        (Symbol::OWN_KEYWORDS, Value::NIL),
        (Symbol::OWN_SIZE, size),
    ];
    let class = vm.classes.enumerator;
    Ok(vm.new_object_with(class, &variables))
}

pub const NATIVES: &[(&str, Native)] = &[("kernel_to_enum", kernel_to_enum)];
