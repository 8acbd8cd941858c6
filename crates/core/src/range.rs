//! Range: `Primitive.new_range(first, last, exclusive)` makes one whose ends are known to compare.
//!
//! `range_to_a` and `range_holds` (`===`, `cover?`, `include?`) answer for Integers.

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::array::collection::is_core_method;

/// Longer ranges are gone through in Ruby, which can be interrupted.
const LISTED_MAX: i64 = 1 << 20;

fn new_range(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.new_range(args.get(0), args.get(1), args.get(2).truthy()))
}

fn to_array(vm: &mut Vm, args: Arguments) -> NativeResult {
    let range = args.receiver();
    let ends = (vm.get_variable(range, Symbol::FIRST).as_fixnum(), vm.get_variable(range, Symbol::LAST).as_fixnum());
    let (Some(first), Some(last)) = ends else { return Err(Exit::Fallback) };
    let exclusive = vm.get_variable(range, Symbol::EXCLUSIVE).truthy();
    let end = if exclusive { last } else { last + 1 };
    let class = vm.class_of(range);
    let count = end.saturating_sub(first).max(0);
    if count > LISTED_MAX || args.count() > 0 || !is_core_method(vm, class, Symbol::EACH) {
        return Err(Exit::Fallback);
    }
    Ok(vm.array_of_integers(first, count as usize).value())
}

/// Whether an Integer lies between two.
fn holds(vm: &mut Vm, args: Arguments) -> NativeResult {
    let variables = vm.first_variables(args.receiver(), &[Symbol::FIRST, Symbol::LAST, Symbol::EXCLUSIVE]).ok_or(Exit::Fallback)?;
    let ends = (variables.get(0).as_fixnum(), args.get(0).as_fixnum(), variables.get(1).as_fixnum());
    let (Some(first), Some(value), Some(last)) = ends else { return Err(Exit::Fallback) };
    if args.count() != 1 || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(first <= value && (value < last || value == last && !variables.get(2).truthy())))
}

pub const NATIVES: &[(&str, Native)] = &[("new_range", new_range), ("range_to_a", to_array), ("range_holds", holds)];
