//! Integers as bits, as text, and rounded to powers of ten.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use rutile_vm::prelude::*;
use rutile_vm::value::hashing::answer_of_code;

use crate::arguments::exactly;
use crate::number::big_integer;
use crate::number::float_round::{Half, nearest_multiple};
use crate::number::integer::{fixnum_of, integer_of};
use crate::number::integer_text::SmallText;

/// A bit operator's functions for small and for big integers.
struct BitRule {
    small: fn(i64, i64) -> i64,
    big: fn(&BigInt, &BigInt) -> BigInt,
}

fn bit_operator(vm: &mut Vm, args: Arguments, rule: BitRule) -> NativeResult {
    if let (Some(left), Some(right)) = (args.receiver().as_fixnum(), args.get(0).as_fixnum()) {
        return Ok(Value::fixnum((rule.small)(left, right)));
    }
    let left = integer_of(vm, args.receiver())?;
    let right = integer_of(vm, args.get(0))?;
    Ok(vm.big_integer((rule.big)(&left, &right)))
}

fn integer_and(vm: &mut Vm, args: Arguments) -> NativeResult {
    bit_operator(vm, args, BitRule { small: |a, b| a & b, big: |a, b| a & b })
}

fn integer_or(vm: &mut Vm, args: Arguments) -> NativeResult {
    bit_operator(vm, args, BitRule { small: |a, b| a | b, big: |a, b| a | b })
}

fn integer_exclusive_or(vm: &mut Vm, args: Arguments) -> NativeResult {
    bit_operator(vm, args, BitRule { small: |a, b| a ^ b, big: |a, b| a ^ b })
}

fn integer_complement(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => Ok(Value::fixnum(!integer)),
        None => {
            let integer = integer_of(vm, args.receiver())?;
            Ok(vm.big_integer(!integer))
        }
    }
}

fn integer_shift_left(vm: &mut Vm, args: Arguments) -> NativeResult {
    shift(vm, args, false)
}

fn integer_shift_right(vm: &mut Vm, args: Arguments) -> NativeResult {
    shift(vm, args, true)
}

fn shift(vm: &mut Vm, args: Arguments, reversed: bool) -> NativeResult {
    let integer = integer_of(vm, args.receiver())?;
    let count = integer_of(vm, args.get(0))?;
    let count = if reversed { -count } else { count };
    // Beyond any width only the direction matters.
    let clamped = count.to_i64().unwrap_or(if count.is_negative() { i64::MIN } else { i64::MAX });
    match big_integer::shift(&integer, clamped) {
        Some(result) => Ok(vm.big_integer(result)),
        // Digits of 64 bits are counted by 63: a width beyond that is wrong, any other merely too much.
        None if count.bits() > 66 => Err(vm.range_error("shift width too big".to_string())),
        None => Err(vm.raise(vm.classes.no_memory_error, "failed to allocate memory".to_string())),
    }
}

/// `self[position]`: the bit at one position.
fn integer_bit(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let position = integer_of(vm, args.get(0))?;
    if position.is_negative() {
        return Ok(Value::fixnum(0));
    }
    if let (Some(integer), Some(position)) = (args.receiver().as_fixnum(), position.to_u64()) {
        return Ok(Value::fixnum(integer >> position.min(63) & 1));
    }
    let integer = integer_of(vm, args.receiver())?;
    let set = match position.to_u64() {
        Some(position) => big_integer::bit(&integer, position),
        None => integer.is_negative(),
    };
    Ok(Value::fixnum(set as i64))
}

fn integer_bit_length(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => {
            let magnitude = if integer < 0 { !integer } else { integer };
            Ok(Value::fixnum(64 - magnitude.leading_zeros() as i64))
        }
        None => Ok(Value::fixnum(big_integer::bit_length(&integer_of(vm, args.receiver())?) as i64)),
    }
}

/// `to_s(radix = 10)`; other radices than 2 to 36 are Ruby's to refuse.
fn integer_to_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let radix = if args.count() == 0 { 10 } else { fixnum_of(args.get(0))? };
    if !(2..=36).contains(&radix) {
        return Err(Exit::Fallback);
    }
    if let Some(integer) = args.receiver().as_fixnum() {
        return Ok(vm.ascii_string(SmallText::of(integer, radix as u32).bytes()));
    }
    let integer = integer_of(vm, args.receiver())?;
    if takes_long_as_text(&integer, radix as u32) {
        return Err(Exit::Fallback);
    }
    Ok(vm.ascii_string(big_integer::to_text(&integer, radix as u32)))
}

/// Some ten milliseconds: a million bits, unless each digit is so many of them.
fn takes_long_as_text(integer: &BigInt, radix: u32) -> bool {
    integer.bits() > 1 << 20 && !radix.is_power_of_two()
}

/// `Primitive.integer_text(integer, radix)`: its digits.
fn integer_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (integer, radix) = (integer_of(vm, args.get(0))?, fixnum_of(args.get(1))? as u32);
    if !takes_long_as_text(&integer, radix) {
        return Ok(vm.ascii_string(big_integer::to_text(&integer, radix)));
    }
    let text = vm.work_aside((integer, radix), |(integer, radix)| big_integer::to_text(integer, *radix))?;
    Ok(vm.ascii_string(text))
}

/// `chr` of ASCII, without an encoding named.
fn integer_chr(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(code @ 0..=127) if args.count() == 0 => Ok(vm.new_string(&[code as u8], Encoding::US_ASCII).value()),
        _ => Err(Exit::Fallback),
    }
}

/// The number that leads to the hash code that Hash keeps for a number; the two zeros of Float share one.
fn number_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = args.receiver();
    let number = if number.as_float() == Some(0.0) { vm.float(0.0) } else { number };
    Ok(Value::fixnum(answer_of_code(vm.simple_hash(number).ok_or(Exit::Fallback)?)))
}

/// Ways of rounding, by the number that Ruby code passes.
enum Rounding {
    Nearest(Half),
    Floor,
    Ceiling,
    Truncate,
}

fn rounding(number: i64) -> Rounding {
    match number {
        3 => Rounding::Floor,
        4 => Rounding::Ceiling,
        5 => Rounding::Truncate,
        half => Rounding::Nearest(Half::from_number(half)),
    }
}

/// `round` of a small integer to some places.
fn integer_round_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    round_small(vm, args, Rounding::Nearest(Half::Up))
}

fn integer_floor_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    round_small(vm, args, Rounding::Floor)
}

fn integer_ceil_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    round_small(vm, args, Rounding::Ceiling)
}

fn integer_truncate_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    round_small(vm, args, Rounding::Truncate)
}

/// The receiver to as many places as the argument says, which are before the point where it is below zero.
fn round_small(vm: &mut Vm, args: Arguments, way: Rounding) -> NativeResult {
    let integer = args.receiver().as_fixnum().ok_or(Exit::Fallback)? as i128;
    let places = if args.count() == 0 { 0 } else { fixnum_of(args.get(0))? };
    if args.count() > 1 || places < -18 || places > i64::from(i32::MAX) {
        return Err(Exit::Fallback);
    }
    if places >= 0 {
        return Ok(args.receiver());
    }
    let unit = 10i128.pow(-places as u32);
    if matches!(way, Rounding::Nearest(_)) {
        return Ok(vm.integer(nearest_multiple(integer, unit)));
    }
    let below = integer.div_euclid(unit) * unit;
    let up = match way {
        _ if below == integer => false,
        Rounding::Ceiling => true,
        Rounding::Truncate => integer < 0,
        Rounding::Floor | Rounding::Nearest(_) => false,
    };
    Ok(vm.integer(if up { below + unit } else { below }))
}

/// `round(integer, places, way)`: to a multiple of ten to the power of `places`, which is above zero.
fn integer_round(vm: &mut Vm, args: Arguments) -> NativeResult {
    let integer = integer_of(vm, args.get(0))?;
    let places = fixnum_of(args.get(1))?;
    let way = rounding(fixnum_of(args.get(2))?);
    // Ten to that power is far above twice the integer: no need to compute it.
    let vanishes = places as f64 * 3.3 > integer.bits() as f64 + 2.0;
    if vanishes && matches!(way, Rounding::Nearest(_) | Rounding::Truncate) || integer.is_zero() {
        return Ok(Value::fixnum(0));
    }
    let Some(unit) = big_integer::power(&BigInt::from(10), places.unsigned_abs()) else {
        return Err(vm.argument_error("exponent is too large".to_string()));
    };
    Ok(vm.big_integer(round_to_multiple(&integer, &unit, way)))
}

fn round_to_multiple(integer: &BigInt, unit: &BigInt, way: Rounding) -> BigInt {
    let below = integer - integer.mod_floor(unit);
    if &below == integer {
        return below;
    }
    let above = &below + unit;
    match way {
        Rounding::Floor => below,
        Rounding::Ceiling => above,
        Rounding::Truncate if integer.is_negative() => above,
        Rounding::Truncate => below,
        Rounding::Nearest(half) => {
            let twice: BigInt = (integer - &below) * 2;
            let up = match twice.cmp(unit) {
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => match half {
                    Half::Up => integer.is_positive(),
                    Half::Down => integer.is_negative(),
                    Half::Even => (&below / unit).is_odd(),
                },
            };
            if up { above } else { below }
        }
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("integer_and", integer_and),
    ("integer_or", integer_or),
    ("integer_exclusive_or", integer_exclusive_or),
    ("integer_complement", exactly!(0, integer_complement)),
    ("integer_shift_left", integer_shift_left),
    ("integer_shift_right", integer_shift_right),
    ("integer_round_to", integer_round_to),
    ("integer_floor_to", integer_floor_to),
    ("integer_ceil_to", integer_ceil_to),
    ("integer_truncate_to", integer_truncate_to),
    ("integer_bit", integer_bit),
    ("integer_bit_length", exactly!(0, integer_bit_length)),
    ("integer_to_string", integer_to_string),
    ("integer_text", integer_text),
    ("integer_round", integer_round),
    ("integer_chr", integer_chr),
    ("number_hash", number_hash),
];
