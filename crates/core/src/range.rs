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

/// First and last Integer of a range; `None` where its ends are no small Integers.
fn integers(vm: &Vm, range: Value) -> Option<(i64, i64)> {
    let variables = vm.first_variables(range, &[Symbol::FIRST, Symbol::LAST, Symbol::EXCLUSIVE])?;
    let last = variables.get(1).as_fixnum()?;
    Some((variables.get(0).as_fixnum()?, if variables.get(2).truthy() { last - 1 } else { last }))
}

/// The same of the receiver of a method without arguments and block.
fn own_integers(vm: &Vm, args: Arguments) -> Result<(i64, i64), Exit> {
    if args.count() > 0 || args.has_block() { Err(Exit::Fallback) } else { integers(vm, args.receiver()).ok_or(Exit::Fallback) }
}

fn sum(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    let (first, last) = (i128::from(first), i128::from(last));
    let total = if last < first { Some(0) } else { (last - first + 1).checked_mul(last + first).map(|twice| twice / 2) };
    Ok(vm.integer(total.ok_or(Exit::Fallback)?))
}

fn count(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    Ok(vm.integer((i128::from(last) - i128::from(first) + 1).max(0)))
}

fn min(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    Ok(if last < first { Value::NIL } else { Value::fixnum(first) })
}

fn max(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    Ok(if last < first { Value::NIL } else { Value::fixnum(last) })
}

/// An end of a range that is a small Integer, or open.
#[derive(Clone, Copy)]
struct End(Option<i64>);

impl End {
    fn of(value: Value) -> Option<End> {
        if value.is_nil() { Some(End(None)) } else { value.as_fixnum().map(|number| End(Some(number))) }
    }
}

/// Whether what begins at `from` begins before `to`, where another ends, or there; open ends reach everything.
fn reaches(from: End, to: End, exclusive: bool) -> bool {
    match (from.0, to.0) {
        (Some(from), Some(to)) => from < to || from == to && !exclusive,
        _ => true,
    }
}

/// Whether two ranges of Integers have a number in common, or one between their numbers.
fn overlaps(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ends = |value: Value| {
        let variables = vm.first_variables(value, &[Symbol::FIRST, Symbol::LAST, Symbol::EXCLUSIVE])?;
        Some((End::of(variables.get(0))?, End::of(variables.get(1))?, variables.get(2).truthy()))
    };
    let is_range = vm.is_a(args.get(0), vm.classes.range);
    if args.count() != 1 || !is_range || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    let (first, last, exclusive) = ends(args.receiver()).ok_or(Exit::Fallback)?;
    let (other_first, other_last, other_exclusive) = ends(args.get(0)).ok_or(Exit::Fallback)?;
    // Two that both begin nowhere are compared by their ends.
    if first.0.is_none() && other_first.0.is_none() && (last.0.is_none() || other_last.0.is_none()) {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(
        reaches(first, last, exclusive)
            && reaches(other_first, other_last, other_exclusive)
            && reaches(other_first, last, exclusive)
            && reaches(first, other_last, other_exclusive),
    ))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("new_range", new_range),
    ("range_to_a", to_array),
    ("range_holds", holds),
    ("range_sum", sum),
    ("range_count", count),
    ("range_min", min),
    ("range_max", max),
    ("range_overlaps", overlaps),
];
