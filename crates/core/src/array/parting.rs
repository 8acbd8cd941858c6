//! What `min(3)`, `max_by(3) { … }` and the like take, of plain keys: `core/enumerable/extremes.rb` says how it is found.
//!
//! | primitive | does |
//! |---|---|
//! | `extremes_parted(keys, elements, count, largest)` | moves so many of the best to the front; the position of the limit, nil where the keys are not plain |
//! | `array_stable_order(keys)` | the positions of the keys in their order, those of equal ones as they stood; nil where they are not plain |

use std::cmp::Ordering;

use rutile_vm::prelude::*;

use crate::arguments::{array, position};
use crate::array::order::{compare, sort_of};
use crate::array::rows::positions_in_order;

/// A key, and where it and its element stood.
type Placed = (Value, usize);

/// Puts what is better than the last to the front, then what is its equal; how many these two are.
fn split(part: &mut [Placed], order: &impl Fn(Value, Value) -> Ordering) -> (usize, usize) {
    let last = part.len() - 1;
    let pivot = part[last].0;
    let (mut better, mut equal, mut index) = (0, 1, 0);
    while index + equal <= last {
        match order(part[index].0, pivot) {
            Ordering::Equal => {
                part.swap(index, last - equal);
                equal += 1;
            }
            Ordering::Less => {
                part.swap(index, better);
                better += 1;
                index += 1;
            }
            Ordering::Greater => index += 1,
        }
    }
    let (mut place, mut from) = (better, last);
    while from + equal > last && from > place {
        part.swap(place, from);
        place += 1;
        from -= 1;
    }
    (better, equal)
}

/// Moves the best to the front, as many as `count`; the position of the limit.
fn part(placed: &mut [Placed], count: usize, order: impl Fn(Value, Value) -> Ordering) -> usize {
    let (mut left, mut right) = (0, placed.len() - 1);
    loop {
        placed.swap(left + (right - left) / 2, right);
        let (better, equal) = split(&mut placed[left..=right], &order);
        let better = left + better;
        if better <= count && count <= better + equal {
            return better;
        }
        if count < better {
            right = better - 1;
        } else {
            left = better + equal;
        }
    }
}

/// Gives an Array's places the elements that stood elsewhere in it.
fn rearrange(vm: &mut Vm, array: ArrayRef, placed: &[Placed]) {
    vm.array_permute(array, |_, values| {
        let moved: Vec<Value> = placed.iter().map(|&(_, from)| values[from]).collect();
        values.copy_from_slice(&moved);
    });
}

fn extremes_parted(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (keys, elements, count) = (array(vm, args, 0)?, array(vm, args, 1)?, position(vm, args, 2)?);
    let Some(sort) = sort_of(vm, &keys.values()) else { return Ok(Value::NIL) };
    let mut placed: Vec<Placed> = keys.values().iter().enumerate().map(|(place, &key)| (key, place)).collect();
    let limit = match args.get(3).truthy() {
        true => part(&mut placed, count, |a, b| compare(sort, b, a)),
        false => part(&mut placed, count, |a, b| compare(sort, a, b)),
    };
    rearrange(vm, keys, &placed);
    if elements != keys {
        rearrange(vm, elements, &placed);
    }
    Ok(Value::fixnum(limit as i64))
}

fn array_stable_order(vm: &mut Vm, args: Arguments) -> NativeResult {
    let keys = array(vm, args, 0)?;
    let Some(positions) = positions_in_order(vm, &keys.values())? else { return Ok(Value::NIL) };
    let places = positions.into_iter().map(|position| Value::fixnum(position as i64));
    Ok(vm.array_collected(keys.len(), places).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("extremes_parted", extremes_parted),
    ("array_stable_order", array_stable_order),
];
