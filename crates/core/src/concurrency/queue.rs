//! Queues where nobody has to wait or be woken. All else is said in `core/concurrency/queue.rb`.

use rutile_vm::prelude::*;

fn items(vm: &Vm, queue: Value) -> Result<ArrayRef, Exit> {
    let items = if queue.is_kind(Kind::Object) { vm.get_variable(queue, Symbol::ITEMS).as_array() } else { None };
    items.ok_or(Exit::Fallback)
}

/// `queue << item`, of a queue that is open and nobody waits at.
fn queue_push(vm: &mut Vm, args: Arguments) -> NativeResult {
    let queue = args.receiver();
    let items = items(vm, queue)?;
    let is_plain = [Symbol::CLOSED, Symbol::WAITERS].iter().all(|&name| !vm.get_variable(queue, name).truthy());
    if !is_plain || args.count() != 1 {
        return Err(Exit::Fallback);
    }
    vm.array_push(items, args.get(0));
    Ok(queue)
}

/// `queue.pop`, where there is something.
fn queue_pop(vm: &mut Vm, args: Arguments) -> NativeResult {
    let items = items(vm, args.receiver())?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    vm.array_shift(items).ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[("queue_push", queue_push), ("queue_pop", queue_pop)];
