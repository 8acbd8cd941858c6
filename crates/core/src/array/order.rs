//! Array: sorting, extremes, totals and joining, where all elements are plain.
//!
//! Plain means here: all small Integers, all Floats (and small Integers) without
//! NaN, or all Strings of class String; `rows` knows what is sorted beside these. Called as `Primitive.name(...)`:
//!
//! | primitive | does |
//! |---|---|
//! | `array_sort_plain(array)` | sorts in place; the Array, or nil if the elements are not plain |
//! | `array_order_plain(keys)` | the positions of the keys in their order, or nil |

use std::cmp::Ordering;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::arguments::array;
use crate::array::collection::is_core_method;
use crate::array::compare::plain_order;
use crate::array::introsort::{self, Keyed};
use crate::array::rows::positions_in_order;
use crate::array::sorting;

/// Integers up to here are exact as Floats.
const EXACT_FLOAT: i64 = 1 << 53;

/// The common kind of an Array's elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Integers,
    Floats,
    Strings,
}

fn receiver(args: Arguments) -> Result<ArrayRef, Exit> {
    args.receiver().as_array().ok_or(Exit::Fallback)
}

/// The common kind of the elements, if they are plain and no program has redefined how these compare.
pub(super) fn sort_of(vm: &Vm, values: &[Value]) -> Option<Sort> {
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return None;
    }
    if values.iter().all(|value| value.is_fixnum()) {
        return Some(Sort::Integers);
    }
    if values.iter().all(|&value| plain_float(value).is_some()) {
        return Some(Sort::Floats);
    }
    if values.iter().all(|&value| is_plain_string(vm, value)) { Some(Sort::Strings) } else { None }
}

fn is_plain_string(vm: &Vm, value: Value) -> bool {
    value.is_kind(Kind::String) && vm.class_of(value) == vm.classes.string
}

/// A Float that is a number, or an Integer that is exact as one.
pub fn plain_float(value: Value) -> Option<f64> {
    match value.as_fixnum() {
        Some(integer) if integer.abs() <= EXACT_FLOAT => Some(integer as f64),
        Some(_) => None,
        None => value.as_float().filter(|float| !float.is_nan()),
    }
}

pub(super) fn compare(sort: Sort, a: Value, b: Value) -> Ordering {
    let order = match sort {
        Sort::Floats => match (plain_float(a), plain_float(b)) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => None,
        },
        Sort::Integers | Sort::Strings => plain_order(a, b),
    };
    order.unwrap_or_else(|| encoding_order(a, b))
}

/// Strings of the same bytes that cannot be compared stand in the order of their encodings.
fn encoding_order(a: Value, b: Value) -> Ordering {
    match (a.as_string(), b.as_string()) {
        (Some(a), Some(b)) => a.encoding().0.cmp(&b.encoding().0),
        _ => Ordering::Equal,
    }
}

/// Sorts in place; false where the elements are not plain. What is left off has them in no order.
fn sort_in_place(vm: &mut Vm, array: ArrayRef) -> Result<bool, Exit> {
    if let Some(sort) = sort_of(vm, &array.values()) {
        vm.array_permute(array, |vm, values| match sort {
            Sort::Integers => sorting::sort_integers(vm, values),
            _ => sorting::sort(vm, values, |&one, &other| compare(sort, one, other)),
        })?;
        return Ok(true);
    }
    let Some(positions) = positions_in_order(vm, &array.values())? else { return Ok(false) };
    vm.array_permute(array, |_, values| {
        let sorted: Vec<Value> = positions.iter().map(|&position| values[position]).collect();
        values.copy_from_slice(&sorted);
    });
    Ok(true)
}

fn array_sort(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(sorted_copy(vm, args)?.value())
}

/// The elements of the receiver in order, which are plain, in a new Array.
fn sorted_copy(vm: &mut Vm, args: Arguments) -> Result<ArrayRef, Exit> {
    let array = receiver(args)?;
    if args.count() != 0 || args.has_block() || sort_of(vm, &array.values()).is_none() {
        return Err(Exit::Fallback);
    }
    let sorted = vm.new_array(&array.values());
    sort_in_place(vm, sorted)?;
    Ok(sorted)
}

/// How two plain keys stand to each other, as `Rutile.precedes?` and `Rutile.follows?` are asked.
fn keys_stand(vm: &Vm, args: Arguments, wanted: Ordering) -> NativeResult {
    let keys = [args.get(0), args.get(1)];
    let sort = sort_of(vm, &keys).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(compare(sort, keys[0], keys[1]) == wanted))
}

fn precedes(vm: &mut Vm, args: Arguments) -> NativeResult {
    keys_stand(vm, args, Ordering::Less)
}

fn follows(vm: &mut Vm, args: Arguments) -> NativeResult {
    keys_stand(vm, args, Ordering::Greater)
}

/// `Array#sort!` of a few plain elements: more are sorted aside, and their values shared.
fn array_sort_here(vm: &mut Vm, args: Arguments) -> NativeResult {
    const FEW: usize = 64;
    let array = receiver(args)?;
    if array.len() > FEW || vm.is_frozen(array.value()) {
        return Err(Exit::Fallback);
    }
    let sorted = sorted_copy(vm, args)?;
    for index in 0..sorted.len() {
        vm.array_store(array, index, sorted.get(index));
    }
    Ok(array.value())
}

fn array_sort_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = array(vm, args, 0)?;
    Ok(if sort_in_place(vm, array)? { array.value() } else { Value::NIL })
}

/// The positions of keys in their order; those of equal ones as `sort_by` leaves them.
fn positions_by_keys(vm: &Vm, keys: &[Value]) -> Result<Option<Vec<usize>>, Exit> {
    match sort_of(vm, keys) {
        Some(Sort::Integers) => positions_by_numbers(vm, keys, Value::as_fixnum),
        Some(Sort::Floats) => positions_by_numbers(vm, keys, plain_float),
        _ => positions_in_order(vm, keys),
    }
}

fn positions_by_numbers<T: PartialOrd + Copy>(vm: &Vm, keys: &[Value], number: impl Fn(Value) -> Option<T>) -> Result<Option<Vec<usize>>, Exit> {
    let numbers = keys.iter().enumerate().map(|(position, &key)| Some((number(key)?, position)));
    let Some(mut pairs) = numbers.collect::<Option<Vec<Keyed<T>>>>() else { return Ok(None) };
    let mut attention = Attention::default();
    introsort::sort(&mut pairs, &mut |count| attention.step(vm, count))?;
    Ok(Some(pairs.into_iter().map(|(_, position)| position).collect()))
}

fn array_order_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let keys = array(vm, args, 0)?;
    let Some(positions) = positions_by_keys(vm, &keys.values())? else { return Ok(Value::NIL) };
    let order = vm.array_with_capacity(positions.len());
    for position in positions {
        vm.array_push(order, Value::fixnum(position as i64));
    }
    Ok(order.value())
}

// --- Extremes -------------------------------------------------------------------------

fn extreme(vm: &mut Vm, args: Arguments, wanted: Ordering) -> NativeResult {
    let array = receiver(args)?;
    if args.has_block() {
        return Err(Exit::Fallback);
    }
    if args.count() == 1 && !args.get(0).is_nil() {
        return extremes(vm, array, args.get(0), wanted);
    }
    extreme_of(vm, &array.values(), wanted).ok_or(Exit::Fallback)
}

/// The first so many in that order; only these are sorted. Floats are left to Ruby, as equal numbers may look different.
fn extremes(vm: &mut Vm, array: ArrayRef, count: Value, wanted: Ordering) -> NativeResult {
    let count = count.as_fixnum().and_then(|count| usize::try_from(count).ok()).ok_or(Exit::Fallback)?;
    let count = count.min(array.len());
    let sort = sort_of(vm, &array.values()).filter(|&sort| sort != Sort::Floats).ok_or(Exit::Fallback)?;
    let order = |a: &Value, b: &Value| if wanted == Ordering::Less { compare(sort, *a, *b) } else { compare(sort, *b, *a) };
    let copy = vm.new_array(&array.values());
    vm.array_permute(copy, |_, values| {
        if (1..values.len()).contains(&count) {
            values.select_nth_unstable_by(count - 1, order);
        }
        values[..count].sort_unstable_by(order);
    });
    Ok(vm.new_array(&copy.values()[..count]).value())
}

/// The first value before or behind which no other stands, nil of none; `None` where they are not plain.
fn extreme_of(vm: &Vm, values: &[Value], wanted: Ordering) -> Option<Value> {
    let Some(&first) = values.first() else { return Some(Value::NIL) };
    if vm.is_basic(Symbol::COMPARE, of::BUILT_IN)
        && first.is_fixnum()
        && let Some(best) = extreme_integer(first, values, wanted)
    {
        return Some(best);
    }
    if vm.is_basic(Symbol::COMPARE, of::BUILT_IN)
        && let Some(best) = extreme_float(first, values, wanted)
    {
        return Some(best);
    }
    if vm.is_basic(Symbol::COMPARE, of::BUILT_IN) && is_plain_string(vm, first) {
        return extreme_string(vm, first, values, wanted);
    }
    let sort = sort_of(vm, values)?;
    let better = |best: Value, &value: &Value| if compare(sort, value, best) == wanted { value } else { best };
    Some(values.iter().fold(first, better))
}

/// The same of small Integers, whose words are in their order. Whether all are such is asked at the end, so that no turn branches.
fn extreme_integer(first: Value, values: &[Value], wanted: Ordering) -> Option<Value> {
    let better = |best: Value, value: Value| {
        let order = (value.word() as i64).cmp(&(best.word() as i64));
        if order == wanted { value } else { best }
    };
    let (best, all) = values.iter().fold((first, true), |(best, all), &value| (better(best, value), all & value.is_fixnum()));
    all.then_some(best)
}

/// The same of Floats, of which the first is given, where each can be compared.
fn extreme_float(first: Value, values: &[Value], wanted: Ordering) -> Option<Value> {
    let start = (first.as_float()?, first);
    let (_, best) = values.iter().try_fold(start, |best, &value| {
        let number = value.as_float()?;
        let order = number.partial_cmp(&best.0)?;
        Some(if order == wanted { (number, value) } else { best })
    })?;
    Some(best)
}

/// The first eight bytes of a String as a number, which is in the order of the bytes; missing ones count as zero.
fn leading_bytes(value: Value) -> u64 {
    let bytes = value.as_string().map_or(&[][..], |string| string.bytes());
    match bytes.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)) << (8 * (8 - bytes.len())).min(63),
    }
}

/// The same of Strings, of which the first is given.
fn extreme_string(vm: &Vm, first: Value, values: &[Value], wanted: Ordering) -> Option<Value> {
    let start = (leading_bytes(first), first);
    let (_, best) = values.iter().try_fold(start, |best, &value| {
        if !is_plain_string(vm, value) {
            return None;
        }
        let leading = leading_bytes(value);
        let order = leading.cmp(&best.0).then_with(|| compare(Sort::Strings, value, best.1));
        Some(if order == wanted { (leading, value) } else { best })
    })?;
    Some(best)
}

fn array_minmax(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 || args.has_block() {
        return Err(Exit::Fallback);
    }
    let values = array.values();
    let least = extreme_of(vm, &values, Ordering::Less).ok_or(Exit::Fallback)?;
    let greatest = extreme_of(vm, &values, Ordering::Greater).ok_or(Exit::Fallback)?;
    Ok(vm.new_array(&[least, greatest]).value())
}

fn array_min(vm: &mut Vm, args: Arguments) -> NativeResult {
    extreme(vm, args, Ordering::Less)
}

fn array_max(vm: &mut Vm, args: Arguments) -> NativeResult {
    extreme(vm, args, Ordering::Greater)
}

fn is_asked_of_new_array(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.program_asks_new_array()))
}

// --- Totals ---------------------------------------------------------------------------

/// `inject(:+)` of small Integers or of Floats, one after the other.
fn array_inject(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let class = vm.class_of(array.value());
    let adds = args.count() == 1 && args.get(0).as_symbol() == Some(Symbol::ADD) && !args.has_block();
    if !adds || !vm.is_basic(Symbol::ADD, of::BUILT_IN) || !is_core_method(vm, class, Symbol::EACH) {
        return Err(Exit::Fallback);
    }
    let values = array.values();
    let Some((first, rest)) = values.split_first() else { return Ok(Value::NIL) };
    if let Some(first) = first.as_fixnum() {
        let total = rest.iter().try_fold(first as i128, |total, value| Some(total + value.as_fixnum()? as i128));
        return total.map(|total| vm.integer(total)).ok_or(Exit::Fallback);
    }
    let first = first.as_float().ok_or(Exit::Fallback)?;
    let total = rest.iter().try_fold(first, |total, value| Some(total + value.as_float()?));
    total.map(|total| vm.float(total)).ok_or(Exit::Fallback)
}

/// Integers exactly, until a Float turns up; from there Floats with the low digits that rounding
/// loses kept apart (Kahan and Babuska).
fn array_sum(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() > 1 || args.has_block() || !vm.is_basic(Symbol::ADD, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    let initial = if args.count() == 1 { args.get(0) } else { Value::fixnum(0) };
    let values = array.values();
    let mut integers = 0i128;
    let mut index = 0;
    let mut total = match (initial.as_fixnum(), initial.as_float()) {
        (Some(integer), _) => {
            integers = integer as i128;
            while let Some(integer) = values.get(index).and_then(|value| value.as_fixnum()) {
                integers += integer as i128;
                index += 1;
            }
            if index == values.len() {
                return Ok(vm.integer(integers));
            }
            integers as f64
        }
        // What nothing is added to keeps its sign.
        (None, Some(_)) if values.is_empty() => return Ok(initial),
        (None, Some(float)) => float,
        _ => return Err(Exit::Fallback),
    };
    let _ = integers;
    let mut correction = 0.0;
    for value in &values[index..] {
        let number = match (value.as_fixnum(), value.as_float()) {
            (Some(integer), _) => integer as f64,
            (None, Some(float)) => float,
            _ => return Err(Exit::Fallback),
        };
        add_float(&mut total, &mut correction, number);
    }
    // Where the total went beyond all, so did what was lost: that is no number.
    Ok(vm.float(total + correction))
}

fn add_float(total: &mut f64, correction: &mut f64, number: f64) {
    if !number.is_finite() || !total.is_finite() {
        *total += number;
        return;
    }
    let sum = *total + number;
    *correction += if total.abs() >= number.abs() { (*total - sum) + number } else { (number - sum) + *total };
    *total = sum;
}

/// What the block of `add_all` begins with: the same, and the block says nothing.
fn gather_total(vm: &mut Vm, args: Arguments) -> NativeResult {
    total_add(vm, args)?;
    Ok(Value::NIL)
}

/// The first variables that `Rutile::RunningTotal#initialize` sets.
const TOTAL: [Symbol; 3] = [Symbol::TOTAL, Symbol::CORRECTION, Symbol::COMPENSATED];

/// `add` of a total of small Integers or of Floats.
fn total_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    let variables = vm.first_variables(args.receiver(), &TOTAL).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let (total, element) = (variables.get(0), args.get(0));
    if variables.get(2).truthy() {
        let number = element.as_float().or(element.as_fixnum().map(|integer| integer as f64)).ok_or(Exit::Fallback)?;
        let (Some(mut total), Some(mut correction)) = (total.as_float(), variables.get(1).as_float()) else { return Err(Exit::Fallback) };
        add_float(&mut total, &mut correction, number);
        let (total, correction) = (vm.float(total), vm.float(correction));
        variables.set(vm, 0, total);
        variables.set(vm, 1, correction);
        return Ok(args.receiver());
    }
    let (Some(total), Some(element)) = (total.as_fixnum(), element.as_fixnum()) else { return Err(Exit::Fallback) };
    let total = vm.integer(i128::from(total) + i128::from(element));
    variables.set(vm, 0, total);
    Ok(args.receiver())
}

// --- Joining --------------------------------------------------------------------------

/// The pieces must be small Integers, or Strings of one encoding or plain ASCII.
fn array_join(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() > 1 {
        return Err(Exit::Fallback);
    }
    let separator = match args.get(0).as_string() {
        Some(separator) => Some(separator),
        None if (args.count() == 0 || args.get(0).is_nil()) && vm.globals.is_nil(Symbol::FIELD_SEPARATOR) => None,
        None => return Err(Exit::Fallback),
    };
    let between = separator.map_or(0, StringRef::len);
    let Some(&first) = array.values().first() else { return Ok(vm.new_string(b"", Encoding::US_ASCII).value()) };
    let encoding = first.as_string().map_or(Encoding::US_ASCII, StringRef::encoding);
    if !encoding.is_ascii_compatible() || separator.is_some_and(|separator| !fits(separator, encoding)) {
        return Err(Exit::Fallback);
    }
    let mut length = between * (array.len() - 1);
    for value in array.values().iter() {
        length += match value.as_string() {
            Some(string) if fits(string, encoding) => string.len(),
            None if value.is_fixnum() => 4,
            _ => return Err(Exit::Fallback),
        };
    }
    let integers = array.values().iter().any(|value| value.is_fixnum());
    if integers && !is_core_method(vm, vm.classes.integer, Symbol::TO_S) {
        return Err(Exit::Fallback);
    }
    let joined = vm.string_with_capacity(length, encoding);
    let mut attention = Attention::default();
    for index in 0..array.len() {
        attention.element(vm)?;
        if let Some(separator) = separator.filter(|_| index > 0) {
            vm.string_append(joined, separator.bytes());
        }
        match (array.get(index).as_string(), array.get(index).as_fixnum()) {
            (Some(string), _) => vm.string_append(joined, string.bytes()),
            (_, Some(integer)) => vm.string_append(joined, integer.to_string().as_bytes()),
            _ => {}
        }
    }
    Ok(joined.value())
}

fn fits(string: StringRef, encoding: Encoding) -> bool {
    string.encoding() == encoding || (string.encoding().is_ascii_compatible() && string.is_ascii_only())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("array_sort", array_sort),
    ("precedes", precedes),
    ("follows", follows),
    ("array_sort_here", array_sort_here),
    ("array_sort_plain", array_sort_plain),
    ("array_order_plain", array_order_plain),
    ("array_min", array_min),
    ("array_max", array_max),
    ("is_asked_of_new_array", is_asked_of_new_array),
    ("array_minmax", array_minmax),
    ("array_inject", array_inject),
    ("array_sum", array_sum),
    ("total_add", total_add),
    ("gather_total", gather_total),
    ("array_join", array_join),
];
