//! Fibers: their states, storage and places.

use rutile_vm::fiber::FiberState;
use rutile_vm::interpreter::{ExitKind, as_proc};
use rutile_vm::prelude::*;

use crate::arguments;
use crate::parameters;

fn fiber_at(vm: &mut Vm, args: Arguments) -> Result<FiberRef, Exit> {
    match FiberRef::from_value(args.get(0)) {
        Some(fiber) => Ok(fiber),
        None => Err(vm.argument_error("a primitive expects a Fiber".to_string())),
    }
}

/// `fiber_set_up(fiber, body, blocking)`
fn fiber_set_up(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    if !fiber.body().is_nil() {
        return Err(vm.raise(vm.classes.runtime_error, "cannot initialize twice".to_string()));
    }
    fiber.set_body(vm, args.get(1));
    fiber.set_blocking(vm, args.get(2));
    Ok(Value::NIL)
}

/// `initialize` with nothing but a block.
fn fiber_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(fiber) = FiberRef::from_value(args.receiver()) else { return Err(Exit::Fallback) };
    if args.count() != 0 || !args.has_block() || !fiber.body().is_nil() {
        return Err(Exit::Fallback);
    }
    if let Some(inherited) = HashRef::from_value(vm.fiber.storage()) {
        let storage = vm.hash_copy(inherited).value();
        fiber.set_storage(vm, storage);
    }
    fiber.set_blocking(vm, Value::FALSE);
    let body = as_proc(vm, args.block());
    fiber.set_body(vm, body);
    Ok(Value::NIL)
}

fn current_fiber(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.fiber.value())
}

fn fiber_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name: &[u8] = match fiber_at(vm, args)?.fiber_state() {
        FiberState::Created => b"created",
        FiberState::Running => b"running",
        FiberState::Resuming => b"resuming",
        FiberState::Suspended => b"suspended",
        FiberState::Terminated => b"terminated",
    };
    Ok(Value::symbol(vm.intern(name)))
}

fn fiber_is_blocking(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    Ok(Value::boolean(fiber == vm.main_fiber || fiber.blocking().truthy()))
}

fn fiber_storage(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(fiber_at(vm, args)?.storage())
}

fn fiber_set_storage(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    fiber.set_storage(vm, args.get(1));
    Ok(args.get(1))
}

/// The fiber that a resuming one waits for.
fn fiber_resumed_by(vm: &mut Vm, args: Arguments) -> NativeResult {
    let waiting = fiber_at(vm, args)?;
    let mut fiber = vm.fiber;
    while let Some(resumer) = FiberRef::from_value(fiber.resumer()) {
        if resumer == waiting {
            return Ok(fiber.value());
        }
        fiber = resumer;
    }
    Ok(Value::NIL)
}

/// Ends a fiber that never ran.
fn fiber_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    fiber.set_state(vm, FiberState::Terminated.value());
    Ok(Value::NIL)
}

/// An exit that passes ensure clauses and ends the fiber it is raised in.
fn kill_exit(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match vm.new_exit(ExitKind::Kill, Value::NIL, Value::NIL) {
        Exit::Raise(exit) => Ok(exit),
        Exit::Fallback => Ok(Value::NIL),
    }
}

fn fiber_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let code = ProcRef::from_value(fiber.body()).and_then(|closure| Code::of_value(closure.code()));
    Ok(code.map_or(Value::NIL, |code| parameters::location(vm, code)))
}

// --- Variables that belong to a fiber ---

/// Word of the table of a fiber's own variables.
const LOCALS: usize = 7;

fn fiber_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let table = IdTable::from_value(vm.fiber.locals());
    Ok(table.and_then(|table| table.get(name)).unwrap_or(Value::NIL))
}

fn set_fiber_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let fiber = vm.fiber;
    vm.table_set(fiber.0, LOCALS, name, args.get(1));
    Ok(args.get(1))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("fiber_set_up", fiber_set_up),
    ("fiber_initialize", fiber_initialize),
    ("current_fiber", current_fiber),
    ("fiber_state", fiber_state),
    ("fiber_is_blocking", fiber_is_blocking),
    ("fiber_storage", fiber_storage),
    ("fiber_set_storage", fiber_set_storage),
    ("fiber_resumed_by", fiber_resumed_by),
    ("fiber_end", fiber_end),
    ("kill_exit", kill_exit),
    ("fiber_location", fiber_location),
    ("fiber_local", fiber_local),
    ("set_fiber_local", set_fiber_local),
];
