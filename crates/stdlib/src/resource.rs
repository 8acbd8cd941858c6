//! Rust values that Ruby holds: a Resource cell owns one, and natives get at it again.

use std::any::Any;

use rutile_vm::prelude::*;

/// A cell that owns the value.
pub fn keep<T: Any>(vm: &mut Vm, owned: T) -> Value {
    let cell = vm.new_resource_cell();
    let index = vm.add_resource(Box::new(owned));
    cell.set_index(vm, Value::fixnum(index as i64));
    cell.value()
}

/// The value that the cell given at `position` owns; a TypeError that wants `what` where it owns none of the type.
pub fn owned<'a, T: Any>(vm: &'a mut Vm, args: Arguments, position: usize, what: &str) -> Result<&'a mut T, Exit> {
    let index = ResourceRef::from_value(args.get(position)).and_then(|cell| cell.index().as_fixnum());
    let is_one = index.is_some_and(|index| {
        matches!(vm.resources.get(index as usize), Some(Some(resource)) if resource.is::<T>())
    });
    if !is_one {
        return Err(vm.type_error(format!("{what} was expected")));
    }
    let found = index
        .and_then(|index| vm.resources.get_mut(index as usize))
        .and_then(|resource| resource.as_mut())
        .and_then(|resource| resource.downcast_mut::<T>());
    found.ok_or(Exit::Fallback)
}
