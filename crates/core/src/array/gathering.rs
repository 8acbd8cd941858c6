//! What the blocks of `core/enumerable/gathering.rb` begin with: an Array takes one more element.
//!
//! The receiver is the Array, the argument the element that was yielded. Extremes are kept of elements that are plain (`sort_of`); others are
//! compared in Ruby.
//!
//! | primitive | the Array holds |
//! |---|---|
//! | `gather` | all elements |
//! | `gather_count` | how many they are |
//! | `gather_least`, `gather_greatest` | the first of the smallest, or of the largest |
//! | `gather_extremes` | both, and behind them the element that waits for its partner |
//! | `widen_by_keys(extremes, key, element, key, element)` | the smallest key with its element, and the largest one; it takes two |

use std::cmp::Ordering;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use super::receiver;
use crate::array::order::{compare, sort_of};

fn gather(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    vm.array_push(array, args.get(0));
    Ok(Value::NIL)
}

fn gather_count(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let count = array.get(0).as_fixnum().ok_or(Exit::Fallback)?;
    vm.array_store(array, 0, Value::fixnum(count + 1));
    Ok(Value::NIL)
}

/// How two plain values stand to each other; a caller that gets none changed nothing.
fn order(vm: &Vm, one: Value, other: Value) -> Result<Ordering, Exit> {
    if let (Some(one), Some(other)) = (one.as_fixnum(), other.as_fixnum())
        && vm.is_basic(Symbol::COMPARE, of::BUILT_IN)
    {
        return Ok(one.cmp(&other));
    }
    let sort = sort_of(vm, &[one, other]).ok_or(Exit::Fallback)?;
    Ok(compare(sort, one, other))
}

/// Keeps the first element before or behind which no other stands.
fn gather_best(vm: &mut Vm, args: Arguments, wanted: Ordering) -> NativeResult {
    let (array, value) = (receiver(args)?, args.get(0));
    if array.is_empty() {
        vm.array_push(array, value);
    } else if order(vm, value, array.get(0))? == wanted {
        vm.array_store(array, 0, value);
    }
    Ok(Value::NIL)
}

fn gather_least(vm: &mut Vm, args: Arguments) -> NativeResult {
    gather_best(vm, args, Ordering::Less)
}

fn gather_greatest(vm: &mut Vm, args: Arguments) -> NativeResult {
    gather_best(vm, args, Ordering::Greater)
}

/// The smaller and the larger of two; of equal ones the first.
fn in_order(vm: &Vm, one: Value, other: Value) -> Result<(Value, Value), Exit> {
    Ok(match order(vm, one, other)? {
        Ordering::Less => (one, other),
        Ordering::Equal => (one, one),
        Ordering::Greater => (other, one),
    })
}

fn gather_extremes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, value) = (receiver(args)?, args.get(0));
    match array.len() {
        0 | 2 => vm.array_push(array, value),
        1 => {
            let (smaller, larger) = in_order(vm, array.get(0), value)?;
            vm.array_store(array, 0, smaller);
            vm.array_push(array, larger);
        }
        3 => {
            let (smaller, larger) = in_order(vm, array.get(2), value)?;
            let is_less = order(vm, smaller, array.get(0))? == Ordering::Less;
            if order(vm, larger, array.get(1))? == Ordering::Greater {
                vm.array_store(array, 1, larger);
            }
            if is_less {
                vm.array_store(array, 0, smaller);
            }
            vm.array_pop(array);
        }
        _ => return Err(Exit::Fallback),
    }
    Ok(Value::NIL)
}

fn widen_by_keys(vm: &mut Vm, args: Arguments) -> NativeResult {
    let extremes = args.get(0).as_array().ok_or(Exit::Fallback)?;
    let (one, other) = ([args.get(1), args.get(2)], [args.get(3), args.get(4)]);
    let (smaller, larger) = match order(vm, one[0], other[0])? {
        Ordering::Less => (one, other),
        Ordering::Equal => (one, one),
        Ordering::Greater => (other, one),
    };
    if extremes.is_empty() {
        vm.array_concat(extremes, &[smaller[0], smaller[1], larger[0], larger[1]]);
        return Ok(Value::NIL);
    }
    let is_less = order(vm, smaller[0], extremes.get(0))? == Ordering::Less;
    let is_greater = order(vm, larger[0], extremes.get(2))? == Ordering::Greater;
    if is_less {
        store_pair(vm, extremes, 0, smaller);
    }
    if is_greater {
        store_pair(vm, extremes, 2, larger);
    }
    Ok(Value::NIL)
}

fn store_pair(vm: &mut Vm, array: ArrayRef, place: usize, pair: [Value; 2]) {
    vm.array_store(array, place, pair[0]);
    vm.array_store(array, place + 1, pair[1]);
}

pub const NATIVES: &[(&str, Native)] = &[
    ("gather", gather),
    ("gather_count", gather_count),
    ("gather_least", gather_least),
    ("gather_greatest", gather_greatest),
    ("gather_extremes", gather_extremes),
    ("widen_by_keys", widen_by_keys),
];
