//! Array: comparing, hashing and searching where all values are plain.
//!
//! Plain are numbers, Symbols, Strings, nil, true and false, and Arrays of these
//! up to a number. A program that redefines their operators turns all of this off
//! (`basic_operations`); a class below String or Array that has operators of its own
//! has no plain instances. Anything else makes the native decline, and Ruby asks
//! the elements themselves.
//!
//! `Primitive.hash_*` for the core's own `hash` methods:
//!
//! | primitive | answers |
//! |---|---|
//! | `hash_code(object)` | the code of a plain key, nil for others |
//! | `hash_of_code(integer)` | the code a Hash keeps for what `hash` answered |
//! | `hash_seed(integer)` | where a combined code begins |
//! | `hash_combine(code, next)` | the two in order |
//! | `hash_mix_unordered(code, next)` | the two in any order |

use std::cmp::Ordering;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;
pub use rutile_vm::object::array_key::NESTED_MAX;
pub use rutile_vm::value::hashing::{combine, seed};
use rutile_vm::value::hashing::{code_of_answer, mix_unordered};

use crate::array::collection::{answers_plainly, converts_to_no_array};
use crate::hash::keys::{self, Walk};

fn receiver(args: Arguments) -> Result<ArrayRef, Exit> {
    args.receiver().as_array().ok_or(Exit::Fallback)
}

// --- Equality -------------------------------------------------------------------------

/// `a == b` of plain values; `None` where Ruby has to say.
pub fn plain_equal(vm: &Vm, a: Value, b: Value, budget: &mut usize) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    if !vm.has_core_method(a, Symbol::EQUAL) {
        return None;
    }
    if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
        return Some(strings_equal(a, b));
    }
    if let (Some(a), Some(b)) = (a.as_array(), b.as_array()) {
        return plain_arrays_equal(vm, a, b, budget);
    }
    if let (Some(a), Some(b)) = (a.as_float(), b.as_float()) {
        return Some(a == b);
    }
    if is_unequal_to_others(a) && is_unequal_to_others(b) {
        return Some(false);
    }
    None
}

/// Values that equal nothing but themselves among plain values (Float and Integer may equal each other).
fn is_unequal_to_others(value: Value) -> bool {
    matches!(value.kind(), Kind::Fixnum | Kind::Symbol | Kind::Nil | Kind::True | Kind::False | Kind::String | Kind::Array)
}

fn plain_arrays_equal(vm: &Vm, a: ArrayRef, b: ArrayRef, budget: &mut usize) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    *budget = budget.checked_sub(1)?;
    let (ones, others) = (a.values(), b.values());
    // What is the same is equal, also a Float that is not a number. A copy shares its values.
    if std::ptr::eq(&ones[..], &others[..]) || ones[..] == others[..] {
        return Some(true);
    }
    for (&one, &other) in ones.iter().zip(others.iter()) {
        if !plain_equal(vm, one, other, budget)? {
            return Some(false);
        }
    }
    Some(true)
}

fn array_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let other = args.get(0).as_array().ok_or(Exit::Fallback)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 {
        return Err(Exit::Fallback);
    }
    plain_arrays_equal(vm, array, other, &mut { NESTED_MAX }).map(Value::boolean).ok_or(Exit::Fallback)
}

fn array_eql(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let other = args.get(0).as_array().ok_or(Exit::Fallback)?;
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    keys::same_elements(vm, array, other, &mut Walk::default()).map(Value::boolean)
}

// --- Hash codes -----------------------------------------------------------------------

fn array_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    keys::array_code(vm, array, &mut Walk::default()).map(Value::fixnum)
}

/// An Integer of any size as 64 bits that tell it from others.
pub fn folded_bits(vm: &Vm, value: Value) -> i64 {
    if let Some(code) = value.as_fixnum() {
        return code;
    }
    match vm.as_big_integer(value) {
        Some(big) => big.iter_u64_digits().fold(0u64, |folded, digit| folded.rotate_left(9) ^ digit) as i64,
        None => 0,
    }
}

fn hash_code(vm: &mut Vm, args: Arguments) -> NativeResult {
    // A String of any class is kept under the code of its text, whatever its `hash` says.
    let text = args.get(0).as_string().map(|text| vm.text_hash(text.bytes(), text.encoding()));
    Ok(text.or_else(|| vm.simple_hash(args.get(0))).map_or(Value::NIL, Value::fixnum))
}

fn hash_of_code(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(code_of_answer(folded_bits(vm, args.get(0)))))
}

fn hash_seed(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(seed(folded_bits(vm, args.get(0)))))
}

fn hash_combine(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(combine(folded_bits(vm, args.get(0)), folded_bits(vm, args.get(1)))))
}

fn hash_mix_unordered(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(mix_unordered(folded_bits(vm, args.get(0)), folded_bits(vm, args.get(1)))))
}

// --- Order ----------------------------------------------------------------------------

/// `a <=> b` of plain values of one kind.
pub fn plain_order(a: Value, b: Value) -> Option<Ordering> {
    if let (Some(a), Some(b)) = (a.as_fixnum(), b.as_fixnum()) {
        return Some(a.cmp(&b));
    }
    if let (Some(a), Some(b)) = (a.as_float(), b.as_float()) {
        return a.partial_cmp(&b);
    }
    if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
        return string_order(a, b);
    }
    None
}

/// Strings in the order of their bytes; left to Ruby where only the encodings differ.
fn string_order(a: StringRef, b: StringRef) -> Option<Ordering> {
    match byte_order(a.bytes(), b.bytes()) {
        Ordering::Equal if a.encoding() != b.encoding() => strings_equal(a, b).then_some(Ordering::Equal),
        order => Some(order),
    }
}

/// Most texts differ in their first bytes, which are compared without a call.
fn byte_order(a: &[u8], b: &[u8]) -> Ordering {
    match (a.first_chunk(), b.first_chunk()) {
        (Some(one), Some(two)) if one != two => u64::from_be_bytes(*one).cmp(&u64::from_be_bytes(*two)),
        _ => match (a.first(), b.first()) {
            (Some(one), Some(two)) if one != two => one.cmp(two),
            _ => a.cmp(b),
        },
    }
}

fn array_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    let other = args.get(0).as_array().ok_or(Exit::Fallback)?;
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) || args.count() != 1 {
        return Err(Exit::Fallback);
    }
    for (&one, &two) in array.values().iter().zip(other.values().iter()) {
        if !vm.has_core_method(one, Symbol::COMPARE) {
            return Err(Exit::Fallback);
        }
        match plain_order(one, two) {
            Some(Ordering::Equal) => {}
            Some(order) => return Ok(Value::fixnum(order as i64)),
            None if has_no_order(vm, one, two) => return Ok(Value::NIL),
            None => return Err(Exit::Fallback),
        }
    }
    Ok(Value::fixnum(array.len().cmp(&other.len()) as i64))
}

/// Whether the first is a number and the second nothing that a program taught to be compared with numbers.
pub fn has_no_order(vm: &mut Vm, number: Value, other: Value) -> bool {
    let is_number = number.is_fixnum() || number.as_float().is_some();
    let is_plain = matches!(other.kind(), Kind::String | Kind::Symbol | Kind::Nil | Kind::True | Kind::False | Kind::Array);
    let class = vm.class_of(other);
    is_number && is_plain && answers_plainly(vm, class) && vm.find_method(class, Symbol::COERCE).is_none()
}

// --- Searching ------------------------------------------------------------------------

/// How many elements there are, or are equal to a plain value.
fn array_count(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() > 1 || args.has_block() || !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    if args.count() == 0 {
        return Ok(Value::fixnum(array.len() as i64));
    }
    let mut count = 0;
    for &value in array.values().iter() {
        let equal = value == args.get(0) || plain_equal(vm, value, args.get(0), &mut { NESTED_MAX }).ok_or(Exit::Fallback)?;
        count += equal as i64;
    }
    Ok(Value::fixnum(count))
}

/// `rindex(object)` where the elements are plain.
fn array_rindex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 || args.has_block() {
        return Err(Exit::Fallback);
    }
    for (index, &value) in array.values().iter().enumerate().rev() {
        if plain_equal(vm, value, args.get(0), &mut { NESTED_MAX }).ok_or(Exit::Fallback)? {
            return Ok(Value::fixnum(index as i64));
        }
    }
    Ok(Value::NIL)
}

/// The first Array among the elements whose value at `place` equals the argument; those are plain.
fn pair_with(vm: &mut Vm, args: Arguments, place: usize) -> NativeResult {
    let array = receiver(args)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let mut passed_over = None;
    for index in 0..array.len() {
        let value = array.get(index);
        let Some(pair) = value.as_array() else {
            // Neighbours are mostly of one class, which is asked once.
            let class = vm.class_of(value);
            if passed_over != Some(class) && !converts_to_no_array(vm, value) {
                return Err(Exit::Fallback);
            }
            passed_over = Some(class);
            continue;
        };
        if place < pair.len() && plain_equal(vm, pair.get(place), args.get(0), &mut { NESTED_MAX }).ok_or(Exit::Fallback)? {
            return Ok(value);
        }
    }
    Ok(Value::NIL)
}

fn array_assoc(vm: &mut Vm, args: Arguments) -> NativeResult {
    pair_with(vm, args, 0)
}

fn array_rassoc(vm: &mut Vm, args: Arguments) -> NativeResult {
    pair_with(vm, args, 1)
}

/// Where the first element that equals `object` stands; `None` where Ruby has to say.
fn plain_position(vm: &Vm, array: ArrayRef, object: Value) -> Option<Option<usize>> {
    let mut budget = NESTED_MAX;
    let is_one_word = |value: Value| value.as_fixnum().is_some() || value.as_symbol().is_some();
    let values = array.values();
    // Of two values of one word each it takes no more to tell.
    let others = if is_one_word(object) { values.iter().position(|&value| value == object || !is_one_word(value)) } else { Some(0) };
    let Some(others) = others else { return Some(None) };
    for (index, &value) in values.iter().enumerate().skip(others) {
        if plain_equal(vm, value, object, &mut budget)? {
            return Some(Some(index));
        }
    }
    Some(None)
}

fn array_include(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let found = plain_position(vm, array, args.get(0)).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(found.is_some()))
}

fn array_index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 || args.has_block() {
        return Err(Exit::Fallback);
    }
    let found = plain_position(vm, array, args.get(0)).ok_or(Exit::Fallback)?;
    Ok(found.map_or(Value::NIL, |index| Value::fixnum(index as i64)))
}

/// `delete(object)` where the elements are plain.
fn array_delete(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || args.count() != 1 || array.is_frozen() {
        return Err(Exit::Fallback);
    }
    let (object, mut budget, mut deleted) = (args.get(0), NESTED_MAX, Vec::new());
    for (index, &value) in array.values().iter().enumerate() {
        if plain_equal(vm, value, object, &mut budget).ok_or(Exit::Fallback)? {
            deleted.push(index);
        }
    }
    let Some(&last) = deleted.last() else {
        return if args.has_block() { Err(Exit::Fallback) } else { Ok(Value::NIL) };
    };
    let found = array.get(last);
    let (mut place, mut deleted) = (0.., deleted.into_iter().peekable());
    vm.array_keep(array, |_| place.next() != deleted.peek().copied() || deleted.next().is_none());
    Ok(found)
}

/// `values_at` of positions alone.
fn array_values_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if !args.as_slice().iter().all(|selector| selector.is_fixnum()) {
        return Err(Exit::Fallback);
    }
    let size = array.len() as i64;
    let values = args.as_slice().iter().map(|selector| {
        let index = selector.as_fixnum().unwrap_or(0);
        let index = if index < 0 { index + size } else { index };
        if (0..size).contains(&index) { array.get(index as usize) } else { Value::NIL }
    });
    Ok(vm.array_collected(args.count(), values).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("array_equal", array_equal),
    ("array_eql", array_eql),
    ("array_count", array_count),
    ("array_rindex", array_rindex),
    ("array_assoc", array_assoc),
    ("array_rassoc", array_rassoc),
    ("array_hash", array_hash),
    ("array_compare", array_compare),
    ("array_include", array_include),
    ("array_index", array_index),
    ("array_delete", array_delete),
    ("array_values_at", array_values_at),
    ("hash_code", hash_code),
    ("hash_of_code", hash_of_code),
    ("hash_seed", hash_seed),
    ("hash_combine", hash_combine),
    ("hash_mix_unordered", hash_mix_unordered),
];
