//! Global variables that the core library gives a meaning: `$stdout`, `$,`, `$.` ...

use rutile_vm::prelude::*;

use crate::arguments::symbol;

/// `checked_global(name, value, writer)`: assignments go through `Rutile.writer(value, name)`.
fn checked_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, writer) = (symbol(vm, args, 0)?, symbol(vm, args, 2)?);
    vm.globals.define(name, Global::Checked { value: args.get(1), writer });
    Ok(Value::NIL)
}

/// `hooked_global(name, reader, writer)`: reading calls `Rutile.reader(name)`; a nil writer makes it read-only.
fn hooked_global(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, reader) = (symbol(vm, args, 0)?, symbol(vm, args, 1)?);
    vm.globals.define(name, Global::Hooked { reader, writer: args.get(2).as_symbol() });
    Ok(Value::NIL)
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
    ("hooked_global", hooked_global),
    ("store_global", store_global),
    ("set_last_line", set_last_line),
    ("last_line", last_line),
];
