//! Array: elements by position, and the natives of the short methods.
//!
//! Called as `Primitive.name(...)`; all positions count from 0, none checks for frozen
//! Arrays (the core does, where CRuby does):
//!
//! | primitive | does |
//! |---|---|
//! | `array_new(capacity)` | an empty Array with room |
//! | `array_size(array)` | the length |
//! | `array_at(array, index)` | the element, nil outside |
//! | `array_set(array, index, value)` | stores; nil fills a gap before it |
//! | `array_push(array, value)` | appends; the Array |
//! | `array_concat(array, other)` | appends all elements of `other`; the Array |
//! | `array_slice(array, start, length)` | a new Array of what there is of it; nil where it starts outside |
//! | `array_splice(array, start, length, other)` | replaces elements by those of `other`; the Array |
//! | `array_replace(array, other)` | takes over all elements; the Array |
//! | `array_resize(array, length)` | cuts, or fills up with nil; the Array |
//! | `array_fill(array, start, length, value)` | stores one value many times; the Array |
//! | `array_delete_at(array, index)` | takes out and answers the element, nil outside |
//! | `array_compact(array)` | drops the nils in place; the Array |
//! | `array_reverse(array)` | turns round in place; the Array |
//! | `array_rotate(array, count)` | rotates in place, to the left; the Array |
//! | `array_repeat(array, count)` | a new Array of the elements, so often |
//! | `array_pick(array, positions)` | a new Array of the elements at these positions |
//!
//! The others are natives of methods (`primitive :array_aref` ...): they see the
//! receiver and decline whatever is not plain.

pub mod arrangements;
pub mod collection;
pub mod compare;
pub mod gathering;
pub mod inspect;
mod introsort;
pub mod merging;
pub mod order;
pub mod parting;
mod rows;
pub mod sets;
mod sorting;

use rutile_vm::prelude::*;

use crate::arguments::{array, integer, position};
use crate::array::collection::answers_plainly;
use crate::string::text;

/// The receiver, for natives of methods.
fn receiver(args: Arguments) -> Result<ArrayRef, Exit> {
    args.receiver().as_array().ok_or(Exit::Fallback)
}

/// A position that may count from the end, as an index into `length` elements.
fn resolve(index: i64, length: usize) -> Option<usize> {
    let index = if index < 0 { index + length as i64 } else { index };
    usize::try_from(index).ok().filter(|&index| index < length)
}

// --- Primitives -----------------------------------------------------------------------

fn array_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let capacity = position(vm, args, 0)?;
    vm.check_allocation(capacity.saturating_mul(8))?;
    Ok(vm.array_with_capacity(capacity.min(1 << 20)).value())
}

fn array_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(array(vm, args, 0)?.len() as i64))
}

fn array_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    match (args.get(0).as_array(), args.get(1).as_fixnum()) {
        (Some(array), Some(index)) => Ok(array.get(index as usize)),
        (Some(_), None) => Ok(Value::NIL),
        _ => Err(array(vm, args, 0).err().unwrap_or(Exit::Fallback)),
    }
}

fn array_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let index = position(vm, args, 1)?;
    if index >= target.len() {
        check_room(vm, index)?;
    }
    vm.array_set(target, index, args.get(2));
    Ok(args.get(2))
}

fn check_room(vm: &mut Vm, length: usize) -> Result<(), Exit> {
    vm.check_allocation(length.saturating_mul(8))
}

fn array_push(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    vm.array_push(target, args.get(1));
    Ok(target.value())
}

fn array_concat(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let other = array(vm, args, 1)?;
    vm.array_append(target, other);
    Ok(target.value())
}

fn array_slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = array(vm, args, 0)?;
    let start = position(vm, args, 1)?;
    let length = match args.get(2).as_fixnum() {
        Some(length) if length < 0 => return Ok(Value::NIL),
        Some(length) => length as usize,
        None => usize::MAX,
    };
    if start > source.len() {
        return Ok(Value::NIL);
    }
    Ok(vm.array_slice(source, start, length.min(source.len() - start)).value())
}

/// `array_next_window(window, value, width)`: moves a window on by a value; gives a copy where it is full, else nil.
fn array_next_window(vm: &mut Vm, args: Arguments) -> NativeResult {
    let window = array(vm, args, 0)?;
    let width = position(vm, args, 2)?;
    if window.len() == width {
        vm.array_shift(window);
    }
    vm.array_push(window, args.get(1));
    Ok(if window.len() == width { vm.array_slice(window, 0, width).value() } else { Value::NIL })
}

fn array_splice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let start = position(vm, args, 1)?;
    let length = position(vm, args, 2)?;
    let other = array(vm, args, 3)?;
    splice(vm, target, start, length, other)?;
    Ok(target.value())
}

fn splice(vm: &mut Vm, target: ArrayRef, start: usize, length: usize, other: ArrayRef) -> Result<(), Exit> {
    if start > target.len() {
        check_room(vm, start)?;
        vm.array_resize(target, start);
    }
    let removed = length.min(target.len() - start);
    vm.array_splice(target, start, removed, &other.values());
    Ok(())
}

fn array_replace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let other = array(vm, args, 1)?;
    if target != other {
        vm.array_replace(target, other);
    }
    Ok(target.value())
}

fn array_resize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let length = position(vm, args, 1)?;
    check_room(vm, length)?;
    vm.array_resize(target, length);
    Ok(target.value())
}

fn array_fill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let start = position(vm, args, 1)?;
    let end = start.saturating_add(position(vm, args, 2)?);
    check_room(vm, end)?;
    if end > target.len() {
        vm.array_resize(target, end);
    }
    vm.array_fill(target, start, end - start, args.get(3));
    Ok(target.value())
}

fn array_delete_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    let index = integer(vm, args, 1)?;
    if index < 0 || index as usize >= target.len() {
        return Ok(Value::NIL);
    }
    Ok(remove(vm, target, index as usize))
}

fn remove(vm: &mut Vm, target: ArrayRef, index: usize) -> Value {
    let value = target.get(index);
    if index == 0 {
        vm.array_shift(target);
    } else if index + 1 == target.len() {
        vm.array_pop(target);
    } else {
        vm.array_splice(target, index, 1, &[]);
    }
    value
}

/// `compact`.
fn array_compacted(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = args.receiver().as_array().filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    if array.values().iter().all(|value| !value.is_nil()) {
        return Ok(vm.array_slice(array, 0, array.len()).value());
    }
    let kept = || (0..array.len()).map(move |index| array.get(index)).filter(|value| !value.is_nil());
    Ok(vm.array_collected(kept().count(), kept()).value())
}

/// `any?` without a block or a pattern.
fn array_any(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = args.receiver().as_array().filter(|_| args.count() == 0 && !args.has_block()).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(array.values().iter().any(|value| value.truthy())))
}

fn array_compact(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    vm.array_keep(target, |value| !value.is_nil());
    Ok(target.value())
}

fn array_reverse(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = array(vm, args, 0)?;
    vm.array_permute(target, |_, values| values.reverse());
    Ok(target.value())
}

fn array_rotate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, count) = (array(vm, args, 0)?, position(vm, args, 1)?);
    vm.array_permute(target, |_, values| values.rotate_left(count));
    Ok(target.value())
}

/// `rotate(count)`
fn array_rotated(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let count = if args.count() == 0 { Some(1) } else { args.get(0).as_fixnum() };
    let count = count.filter(|_| args.count() <= 1).ok_or(Exit::Fallback)?;
    let first = if array.is_empty() { 0 } else { count.rem_euclid(array.len() as i64) as usize };
    let rotated = vm.array_with_capacity(array.len());
    vm.array_concat(rotated, &array.values()[first..]);
    vm.array_concat(rotated, &array.values()[..first]);
    Ok(rotated.value())
}

fn array_repeat(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (source, count) = (array(vm, args, 0)?, position(vm, args, 1)?);
    check_room(vm, source.len().saturating_mul(count))?;
    Ok(vm.array_repeat(source, count).value())
}

fn array_pick(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = array(vm, args, 0)?;
    let positions = array(vm, args, 1)?;
    let picked = vm.array_with_capacity(positions.len());
    for place in 0..positions.len() {
        let index = positions.get(place).as_fixnum().unwrap_or(-1);
        vm.array_push(picked, source.get(index as usize));
    }
    Ok(picked.value())
}

// --- Natives of methods ---------------------------------------------------------------

/// Further than to here it is Ruby that fills, which asks for the memory first.
const FILLED_MAX: i64 = 1 << 20;

/// `Array.new(size)` and `Array.new(size, value)`.
fn array_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let size = args.get(0).as_fixnum().filter(|size| (0..=FILLED_MAX).contains(size)).ok_or(Exit::Fallback)? as usize;
    if !(1..=2).contains(&args.count()) || args.has_block() || array.is_frozen() || !array.is_empty() {
        return Err(Exit::Fallback);
    }
    vm.array_resize(array, size);
    if args.count() == 2 {
        vm.array_fill(array, 0, size, args.get(1));
    }
    Ok(array.value())
}

fn array_length(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(Value::fixnum(receiver(args)?.len() as i64))
}

fn array_is_empty(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(receiver(args)?.is_empty()))
}

fn array_aref(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let Some(index) = args.get(0).as_fixnum() else {
        let range = text::integer_range(vm, args.get(0)).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
        let part = text::range_in(range, array.len());
        return Ok(part.map_or(Value::NIL, |(start, length)| vm.array_slice(array, start, length).value()));
    };
    match args.count() {
        1 => Ok(resolve(index, array.len()).map_or(Value::NIL, |index| array.get(index))),
        2 => {
            let length = args.get(1).as_fixnum().ok_or(Exit::Fallback)?;
            let start = if index < 0 { index + array.len() as i64 } else { index };
            if start < 0 || start as usize > array.len() || length < 0 {
                return Ok(Value::NIL);
            }
            let length = (length as usize).min(array.len() - start as usize);
            Ok(vm.array_slice(array, start as usize, length).value())
        }
        _ => Err(Exit::Fallback),
    }
}

fn array_element(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 || args.get(0).as_fixnum().is_none() { Err(Exit::Fallback) } else { array_aref(vm, args) }
}

fn array_fetch(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let index = args.get(0).as_fixnum().ok_or(Exit::Fallback)?;
    let has_default = args.count() == 2 && !args.has_block();
    if args.count() != 1 && !has_default {
        return Err(Exit::Fallback);
    }
    let found = resolve(index, array.len()).map(|index| array.get(index));
    found.or(has_default.then(|| args.get(1))).ok_or(Exit::Fallback)
}

/// `fill(value)`, also from a position on, or so many from there.
fn array_filled(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !(1..=3).contains(&args.count()) || args.has_block() || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    let place = |index: usize, default: i64| match args.get(index) {
        place if index >= args.count() || place.is_nil() => Ok(default),
        place => place.as_fixnum().ok_or(Exit::Fallback),
    };
    let (start, size) = (place(1, 0)?, array.len() as i64);
    let start = if start < 0 { (start + size).max(0) } else { start };
    let length = place(2, size - start)?;
    // Ruby knows what none are, and when they are too many.
    if length < 1 || start > FILLED_MAX || length > FILLED_MAX {
        return Err(Exit::Fallback);
    }
    let (start, length) = (start as usize, length as usize);
    if start + length > array.len() {
        vm.array_resize(array, start + length);
    }
    vm.array_fill(array, start, length, args.get(0));
    Ok(array.value())
}

fn array_first(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    match (args.count(), args.get(0).as_fixnum()) {
        (0, _) => Ok(array.get(0)),
        (1, Some(count)) if count >= 0 => {
            Ok(vm.array_slice(array, 0, (count as usize).min(array.len())).value())
        }
        _ => Err(Exit::Fallback),
    }
}

fn array_last(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let length = array.len();
    match (args.count(), args.get(0).as_fixnum()) {
        (0, _) => Ok(array.get(length.wrapping_sub(1))),
        (1, Some(count)) if count >= 0 => {
            let count = (count as usize).min(length);
            Ok(vm.array_slice(array, length - count, count).value())
        }
        _ => Err(Exit::Fallback),
    }
}

fn array_aset(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let given = args.get(0).as_fixnum().ok_or(Exit::Fallback)?;
    if args.count() != 2 {
        return Err(Exit::Fallback);
    }
    vm.check_frozen(args.receiver())?;
    let length = array.len() as i64;
    let index = if given < 0 { given + length } else { given };
    if index < 0 {
        return Err(vm.index_error(format!("index {given} too small for array; minimum: {}", -length)));
    }
    if index > length + 1024 {
        return Err(Exit::Fallback);
    }
    vm.array_set(array, index as usize, args.get(1));
    Ok(args.get(1))
}

fn array_append(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 1 || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    vm.array_push(array, args.get(0));
    Ok(array.value())
}

fn array_push_all(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if array.is_frozen() {
        return Err(Exit::Fallback);
    }
    match args.as_slice() {
        few @ (&[] | &[_] | &[_, _]) => few.iter().for_each(|&value| vm.array_push(array, value)),
        many => vm.array_concat(array, many),
    }
    Ok(array.value())
}

fn array_unshift(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 1 || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    vm.array_unshift(array, &[args.get(0)]);
    Ok(array.value())
}

fn array_insert(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let [index, values @ ..] = args.as_slice() else { return Err(Exit::Fallback) };
    let index = index.as_fixnum().ok_or(Exit::Fallback)?;
    let last = array.len() as i64;
    let position = if index < 0 { index + last + 1 } else { index };
    if values.is_empty() || array.is_frozen() || !(0..=last).contains(&position) {
        return Err(Exit::Fallback);
    }
    vm.array_splice(array, position as usize, 0, values);
    Ok(array.value())
}

fn array_pop(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    Ok(vm.array_pop(array).unwrap_or(Value::NIL))
}

fn array_shift(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    Ok(vm.array_shift(array).unwrap_or(Value::NIL))
}

/// `Array(object)` of an Array.
/// `Array(object)` of an Array, and of a value of the core's that has neither `to_ary` nor `to_a`.
fn array_itself(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if let Some(array) = object.as_array() {
        return Ok(array.value());
    }
    let class = vm.class_of(object);
    let is_plain = matches!(object.kind(), Kind::Fixnum | Kind::Float | Kind::Symbol | Kind::String | Kind::True | Kind::False);
    let is_known = |vm: &mut Vm, name: Symbol| vm.find_method(class, name).is_some();
    if !is_plain || is_known(vm, Symbol::TO_ARY) || is_known(vm, Symbol::TO_A) || !answers_plainly(vm, class) {
        return Err(Exit::Fallback);
    }
    Ok(vm.new_array(&[object]).value())
}

fn array_plus(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let other = args.get(0).as_array().ok_or(Exit::Fallback)?;
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let sum = vm.array_with_capacity(array.len() + other.len());
    vm.array_append(sum, array);
    vm.array_append(sum, other);
    Ok(sum.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("array_new", array_new),
    ("array_itself", array_itself),
    ("array_rotated", array_rotated),
    ("array_size", array_size),
    ("array_at", array_at),
    ("array_set", array_set),
    ("array_push", array_push),
    ("array_concat", array_concat),
    ("array_slice", array_slice),
    ("array_splice", array_splice),
    ("array_replace", array_replace),
    ("array_resize", array_resize),
    ("array_fill", array_fill),
    ("array_delete_at", array_delete_at),
    ("array_compact", array_compact),
    ("array_compacted", array_compacted),
    ("array_any", array_any),
    ("array_reverse", array_reverse),
    ("array_rotate", array_rotate),
    ("array_repeat", array_repeat),
    ("array_pick", array_pick),
    ("array_initialize", array_initialize),
    ("array_length", array_length),
    ("array_is_empty", array_is_empty),
    ("array_aref", array_aref),
    ("array_element", array_element),
    ("array_fetch", array_fetch),
    ("array_filled", array_filled),
    ("array_first", array_first),
    ("array_last", array_last),
    ("array_aset", array_aset),
    ("array_append", array_append),
    ("array_push_all", array_push_all),
    ("array_pop", array_pop),
    ("array_shift", array_shift),
    ("array_unshift", array_unshift),
    ("array_insert", array_insert),
    ("array_next_window", array_next_window),
    ("array_plus", array_plus),
];
