//! ENV's natives: the table of the process's environment.

use rutile_vm::prelude::*;

use crate::arguments::string;
use rutile_platform::environment;

/// A frozen string in the locale's encoding.
fn variable(vm: &mut Vm, bytes: &[u8]) -> Value {
    let encoding = vm.settings.encoding_from_outside(bytes, vm.settings.locale);
    vm.frozen_string(bytes, encoding).value()
}

fn env_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = string(vm, args, 0)?;
    match environment::get(name.bytes()) {
        Some(value) => Ok(variable(vm, &value)),
        None => Ok(Value::NIL),
    }
}

/// `ENV[name]` of a plain name, where values need not be converted.
fn env_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let converts = values_are_converted(vm);
    plain_name(args).filter(|_| args.count() == 1 && !converts).ok_or(Exit::Fallback)?;
    env_get(vm, args)
}

/// Values have the locale's encoding.
fn values_are_converted(vm: &Vm) -> bool {
    vm.settings.default_internal.is_some_and(|internal| internal != vm.settings.locale)
}

fn plain_name(args: Arguments) -> Option<StringRef> {
    args.get(0).as_string().filter(|name| name.encoding().is_ascii_compatible() && !name.bytes().contains(&0))
}

/// `ENV.key?(name)` of a plain name.
fn env_has(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = plain_name(args).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(environment::get(name.bytes()).is_some()))
}

/// `ENV.fetch(name, ...)` of a plain name that is there.
fn env_fetch(vm: &mut Vm, args: Arguments) -> NativeResult {
    let converts = values_are_converted(vm);
    plain_name(args).filter(|_| args.count() <= 2 && !args.has_block() && !converts).ok_or(Exit::Fallback)?;
    let value = env_get(vm, args)?;
    if value.is_nil() { Err(Exit::Fallback) } else { Ok(value) }
}

/// `env_set(name, value)`: 0, or an error's number.
fn env_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, value) = (string(vm, args, 0)?, string(vm, args, 1)?);
    Ok(Value::fixnum(environment::set(name.bytes(), value.bytes()).err().unwrap_or(0) as i64))
}

fn env_unset(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = string(vm, args, 0)?;
    Ok(Value::fixnum(environment::unset(name.bytes()).err().unwrap_or(0) as i64))
}

/// Names and values, in turn.
fn env_all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let all = environment::all();
    let list = vm.array_with_capacity(all.len() * 2);
    for (name, value) in all {
        let name = variable(vm, &name);
        vm.array_push(list, name);
        let value = variable(vm, &value);
        vm.array_push(list, value);
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("env_get", env_get),
    ("env_at", env_at),
    ("env_has", env_has),
    ("env_fetch", env_fetch),
    ("env_set", env_set),
    ("env_unset", env_unset),
    ("env_all", env_all),
];
