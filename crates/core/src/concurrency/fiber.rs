//! Fibers: their states, storage and places.

use rutile_vm::concurrency::fiber::{FiberState, traits};
use rutile_vm::interpreter::{NonLocalExitKind, as_proc};
use rutile_vm::prelude::*;
use rutile_vm::memory::roots::with_machine_registers;

use crate::arguments;
use crate::module::parameters;

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
    // What has no code of its own, as `&:name`, can't begin a stack.
    if ProcRef::from_value(args.get(1)).is_none_or(|body| Code::of_value(body.code()).is_none()) {
        return Ok(Value::FALSE);
    }
    fiber.set_body(vm, args.get(1));
    vm.separate_matches(fiber, args.get(1));
    fiber.set_trait(vm, traits::BLOCKING, args.get(2).truthy());
    Ok(Value::TRUE)
}

/// `initialize` with nothing but a block.
fn fiber_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(fiber) = FiberRef::from_value(args.receiver()) else { return Err(Exit::Fallback) };
    if args.count() != 0 || !args.has_block() || !fiber.body().is_nil() {
        return Err(Exit::Fallback);
    }
    if let Some(inherited) = HashRef::from_value(vm.registers.fiber.storage()) {
        let storage = vm.hash_copy(inherited).value();
        fiber.set_storage(vm, storage);
    }
    let body = as_proc(vm, args.block());
    if ProcRef::from_value(body).is_none_or(|body| Code::of_value(body.code()).is_none()) {
        return Err(Exit::Fallback);
    }
    fiber.set_body(vm, body);
    vm.separate_matches(fiber, body);
    Ok(args.receiver())
}

fn current_fiber(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.registers.fiber.value())
}

/// `Fiber[name]`, unless its storage is a Hash with a default.
fn fiber_stored(vm: &mut Vm, args: Arguments) -> NativeResult {
    let key = args.get(0).as_symbol().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let Some(storage) = HashRef::from_value(vm.registers.fiber.storage()) else { return Ok(Value::NIL) };
    vm.hash_get_symbol(storage, key).or((!storage.has_default_proc()).then(|| storage.default())).ok_or(Exit::Fallback)
}

/// `Fiber[key] = value`, where there is a storage.
fn fiber_store(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (storage, value) = (HashRef::from_value(vm.registers.fiber.storage()), args.get(1));
    let key = args.get(0).as_symbol().filter(|_| args.count() == 2 && !value.is_nil()).ok_or(Exit::Fallback)?;
    let storage = storage.filter(|storage| !storage.is_frozen() && storage.iteration_level() == 0).ok_or(Exit::Fallback)?;
    vm.hash_set_symbol(storage, key, value);
    Ok(value)
}

/// The running fiber, as the owner of a lock; where a signal's handler runs that is for Ruby to refuse.
fn locking_fiber(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let fiber = vm.registers.fiber.value();
    if vm.threads.trapped == fiber { Err(Exit::Fallback) } else { Ok(fiber) }
}

/// `set_trapped(fiber or nil)`: where a signal's handler runs, and where one ran before.
fn set_trapped(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(std::mem::replace(&mut vm.threads.trapped, args.get(0)))
}

fn fiber_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name: &[u8] = match fiber_at(vm, args)?.fiber_state() {
        FiberState::Created => b"created",
        FiberState::Running => b"running",
        FiberState::Resuming => b"resuming",
        FiberState::Suspended => b"suspended",
        FiberState::Terminated => b"terminated",
        FiberState::Transferred => b"transferred",
    };
    Ok(Value::symbol(vm.intern(name)))
}

fn fiber_is_blocking(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(fiber_at(vm, args)?.has_trait(traits::BLOCKING)))
}

/// `fiber_set_blocking(fiber, blocking)`
fn fiber_set_blocking(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    fiber.set_trait(vm, traits::BLOCKING, args.get(1).truthy());
    Ok(args.get(1))
}

/// `fiber_mark_killed(fiber)`: it is to end where it goes on. False where that was said before.
fn fiber_mark_killed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let first = !fiber.has_trait(traits::KILLED);
    fiber.set_trait(vm, traits::KILLED, true);
    Ok(Value::boolean(first))
}

fn fiber_is_root(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(fiber_at(vm, args)?.has_trait(traits::ROOT)))
}

/// Whether `initialize` gave it a block.
fn fiber_is_set_up(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    Ok(Value::boolean(!fiber.body().is_nil() || fiber.has_trait(traits::ROOT)))
}

/// `alive?` of a fiber that was initialised.
fn fiber_is_alive(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = FiberRef::from_value(args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let is_set_up = !fiber.body().is_nil() || fiber.has_trait(traits::ROOT);
    if is_set_up { Ok(Value::boolean(fiber.fiber_state() != FiberState::Terminated)) } else { Err(Exit::Fallback) }
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
fn fiber_resuming(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(fiber_at(vm, args)?.resumed().map_or(Value::NIL, FiberRef::value))
}

/// Ends a fiber that never ran.
fn fiber_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    fiber.set_state(vm, FiberState::Terminated.value());
    Ok(Value::NIL)
}

/// An exit that passes ensure clauses and ends the fiber it is raised in.
fn kill_exit(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match vm.new_exit(NonLocalExitKind::Kill, Value::NIL, Value::NIL) {
        Exit::Raise(exit) => Ok(exit),
        Exit::Fallback => Ok(Value::NIL),
    }
}

fn fiber_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    let code = ProcRef::from_value(fiber.body()).and_then(|closure| Code::of_value(closure.code()));
    Ok(code.map_or(Value::NIL, |code| parameters::location(vm, code)))
}

/// The calls under way in a fiber, as a raw backtrace.
fn fiber_raw_backtrace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = fiber_at(vm, args)?;
    Ok(if fiber == vm.registers.fiber { vm.program_backtrace() } else { vm.parked_backtrace(fiber) })
}

/// `fiber_leads_here(fiber)`: whether it is the running fiber or waits for that.
fn leads_here(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.leads_here(args.get(0))))
}

/// Bytes of machine stack in use: what a collection scans beside the fibers' own stacks.
fn machine_stack_bytes(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut top = vm.collector.machine_stack_base;
    with_machine_registers(|address| top = address);
    Ok(Value::fixnum(vm.collector.machine_stack_base.saturating_sub(top) as i64))
}

// --- Variables that belong to a fiber ---

fn fiber_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let table = IdTable::from_value(vm.registers.fiber.locals());
    Ok(table.and_then(|table| table.get(name)).unwrap_or(Value::NIL))
}

fn set_fiber_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let fiber = vm.registers.fiber;
    vm.table_set(fiber.cell(), FiberRef::LOCALS, name, args.get(1));
    Ok(args.get(1))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("fiber_set_up", fiber_set_up),
    ("fiber_initialize", fiber_initialize),
    ("current_fiber", current_fiber),
    ("fiber_current", arguments::exactly!(0, current_fiber)),
    ("fiber_stored", fiber_stored),
    ("fiber_store", fiber_store),
    ("locking_fiber", locking_fiber),
    ("set_trapped", set_trapped),
    ("fiber_state", fiber_state),
    ("fiber_is_blocking", fiber_is_blocking),
    ("fiber_storage", fiber_storage),
    ("fiber_set_storage", fiber_set_storage),
    ("fiber_set_blocking", fiber_set_blocking),
    ("fiber_mark_killed", fiber_mark_killed),
    ("fiber_is_root", fiber_is_root),
    ("fiber_is_set_up", fiber_is_set_up),
    ("fiber_is_alive", fiber_is_alive),
    ("fiber_resuming", fiber_resuming),
    ("fiber_end", fiber_end),
    ("kill_exit", kill_exit),
    ("fiber_location", fiber_location),
    ("fiber_raw_backtrace", fiber_raw_backtrace),
    ("fiber_leads_here", leads_here),
    ("machine_stack_bytes", machine_stack_bytes),
    ("fiber_local", fiber_local),
    ("set_fiber_local", set_fiber_local),
];
