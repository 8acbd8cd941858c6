//! Range: `Primitive.new_range(first, last, exclusive)` makes one whose ends are known to compare.

use rutile_vm::prelude::*;

fn new_range(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.new_range(args.get(0), args.get(1), args.get(2).truthy()))
}

pub const NATIVES: &[(&str, Native)] = &[("new_range", new_range)];
