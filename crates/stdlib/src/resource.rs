//! Resources of natives that own a Rust value.

use std::any::Any;

use rutile_vm::prelude::*;

/// The value that the cell given at `position` owns; a TypeError that wants `what` where it owns none of the type.
pub fn owned<'a, T: Any>(vm: &'a mut Vm, args: Arguments, position: usize, what: &str) -> Result<&'a mut T, Exit> {
    let cell = args.get(position);
    if vm.resource::<T>(cell).is_none() {
        return Err(vm.type_error(format!("{what} was expected")));
    }
    vm.resource(cell).ok_or(Exit::Fallback)
}
