//! Global variables, and those that the core library gives a meaning: `$stdout`, `$,`, `$.` ...

use rutile_vm::prelude::*;

use crate::arguments::symbol;

/// `checked_global(name, value, writer)`: assignments go through `Rutile.writer(value, name)`.
fn checked_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, writer) = (symbol(vm, args, 0)?, symbol(vm, args, 2)?);
    vm.globals.define(name, Global::Checked { value: args.get(1), writer });
    Ok(Value::NIL)
}

fn global_names(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut names: Vec<Symbol> = vm.globals.names().to_vec();
    let special = vm.intern(b"$@");
    if !names.contains(&special) {
        names.push(special);
    }
    let list = vm.array_with_capacity(names.len());
    for name in names {
        // Names with a space are the core's own: no program can write them.
        if !vm.symbol_bytes(name).contains(&b' ') {
            vm.array_push(list, Value::symbol(name));
        }
    }
    Ok(list.value())
}

/// `hook_global(name, reader, writer)`: reading calls `Rutile.reader(name)`, assigning `Rutile.writer(value, name)`;
/// a nil writer makes it read-only.
fn hook_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, reader) = (symbol(vm, args, 0)?, symbol(vm, args, 1)?);
    let writer = args.get(2).as_symbol();
    vm.globals.define(name, Global::Hooked { reader, writer });
    Ok(Value::NIL)
}

/// The value of a plain global variable.
fn global_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 0)?;
    Ok(match vm.globals.get(name) {
        Some(Global::Value(value)) => value,
        _ => Value::NIL,
    })
}

/// Makes a global variable a plain one.
fn plain_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 0)?;
    vm.globals.define(name, Global::Value(args.get(1)));
    Ok(Value::NIL)
}

fn global_is_defined(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 0)?;
    Ok(Value::boolean(vm.globals.get(name).is_some()))
}

/// `store_global(name, value)`: what a checked global holds from now on.
fn store_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 0)?;
    let stored = match vm.globals.get(name) {
        Some(Global::Checked { writer, .. }) => Global::Checked { value: args.get(1), writer },
        _ => Global::Value(args.get(1)),
    };
    vm.globals.set(name, stored);
    Ok(args.get(1))
}

fn set_last_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.set_last_line(args.get(0));
    Ok(args.get(0))
}

fn last_line(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.last_line())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("checked_global", checked_global),
    ("hook_global", hook_global),
    ("global_names", global_names),
    ("global_value", global_value),
    ("plain_global", plain_global),
    ("global_is_defined", global_is_defined),
    ("store_global", store_global),
    ("set_last_line", set_last_line),
    ("last_line", last_line),
];
