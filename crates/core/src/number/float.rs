//! The operators and conversions of Float.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;
use rutile_vm::prelude::*;

use crate::arguments::exactly;

use crate::number::big_integer;
use crate::number::c_math;
use crate::number::float_format;
use crate::number::float_round::{Direction, Half, Rounded, nearest_multiple, round_to_places, round_to_whole};
use crate::number::integer::{Operand, fixnum_of, integer_of, operand, pair};

fn receiver(args: Arguments) -> Result<f64, Exit> {
    args.receiver().as_float().ok_or(Exit::Fallback)
}

/// A number as a float; other objects fall back.
pub(crate) fn real(vm: &Vm, value: Value) -> Result<f64, Exit> {
    Ok(match operand(vm, value).ok_or(Exit::Fallback)? {
        Operand::Float(float) => float,
        Operand::Small(integer) => integer as f64,
        Operand::Big(integer) => big_integer::to_float(&integer),
    })
}

/// A float without fraction as an integer; FloatDomainError where there is none.
pub(crate) fn whole_number(vm: &mut Vm, float: f64) -> NativeResult {
    if !float.is_finite() {
        return Err(vm.raise(vm.classes.float_domain_error, float_format::to_text(float)));
    }
    if float.abs() < 4.0e18 {
        return Ok(Value::fixnum(float as i64));
    }
    Ok(vm.big_integer(big_integer::from_float(float)))
}

fn arithmetic(vm: &mut Vm, args: Arguments, rule: fn(f64, f64) -> f64) -> NativeResult {
    let left = receiver(args)?;
    let right = real(vm, args.get(0))?;
    Ok(vm.float(rule(left, right)))
}

fn float_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    arithmetic(vm, args, |a, b| a + b)
}

fn float_subtract(vm: &mut Vm, args: Arguments) -> NativeResult {
    arithmetic(vm, args, |a, b| a - b)
}

fn float_multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    arithmetic(vm, args, |a, b| a * b)
}

fn float_divide(vm: &mut Vm, args: Arguments) -> NativeResult {
    arithmetic(vm, args, |a, b| a / b)
}

/// The remainder with the sign of the divisor.
pub(crate) fn float_modulo(dividend: f64, divisor: f64) -> f64 {
    if divisor.is_infinite() && dividend.is_finite() {
        let opposite = dividend != 0.0 && (dividend < 0.0) != (divisor < 0.0);
        return if opposite { divisor } else { dividend };
    }
    let remainder = dividend % divisor;
    // Signs are told by the product, as by the reference: that of the smallest numbers is zero.
    if remainder * divisor < 0.0 { remainder + divisor } else { remainder }
}

fn float_modulo_native(vm: &mut Vm, args: Arguments) -> NativeResult {
    let dividend = receiver(args)?;
    let divisor = real(vm, args.get(0))?;
    if divisor == 0.0 {
        return Err(vm.zero_division());
    }
    Ok(vm.float(float_modulo(dividend, divisor)))
}

/// `[quotient, modulo]`: the quotient is the whole number that the modulo leaves.
pub(crate) fn float_divmod_values(vm: &mut Vm, dividend: f64, divisor: f64) -> NativeResult {
    if divisor == 0.0 {
        return Err(vm.zero_division());
    }
    let modulo = float_modulo(dividend, divisor);
    let quotient = if divisor.is_infinite() && dividend.is_finite() {
        if modulo == dividend { 0.0 } else { -1.0 }
    } else if dividend.is_infinite() && divisor.is_finite() {
        dividend
    } else {
        // Rounded before it goes down, as beyond 2^53 that may be lost.
        let remainder = dividend % divisor;
        let towards_zero = ((dividend - remainder) / divisor).round();
        if remainder * divisor < 0.0 { towards_zero - 1.0 } else { towards_zero }
    };
    let quotient = whole_number(vm, quotient)?;
    let modulo = vm.float(modulo);
    Ok(pair(vm, quotient, modulo))
}

fn float_divmod(vm: &mut Vm, args: Arguments) -> NativeResult {
    let dividend = receiver(args)?;
    let divisor = real(vm, args.get(0))?;
    float_divmod_values(vm, dividend, divisor)
}

/// `**` where the result is real.
fn float_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    let base = receiver(args)?;
    let exponent = real(vm, args.get(0))?;
    if base < 0.0 && exponent != exponent.round() {
        return Err(Exit::Fallback);
    }
    Ok(vm.float(c_math::power(base, exponent)))
}

// --- Comparison ---

fn order(vm: &Vm, args: Arguments) -> Result<Option<Ordering>, Exit> {
    let left = receiver(args)?;
    Ok(match operand(vm, args.get(0)).ok_or(Exit::Fallback)? {
        Operand::Float(right) => left.partial_cmp(&right),
        Operand::Small(right) => big_integer::compare_with_float(&BigInt::from(right), left).map(Ordering::reverse),
        Operand::Big(right) => big_integer::compare_with_float(&right, left).map(Ordering::reverse),
    })
}

fn compares(vm: &mut Vm, args: Arguments, holds: fn(Ordering) -> bool) -> NativeResult {
    Ok(Value::boolean(order(vm, args)?.is_some_and(holds)))
}

fn float_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_eq)
}

fn float_less(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_lt)
}

fn float_less_or_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_le)
}

fn float_greater(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_gt)
}

fn float_greater_or_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_ge)
}

fn float_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(order(vm, args)?.map_or(Value::NIL, |order| Value::fixnum(order as i64)))
}

/// `eql?`: an equal float.
fn float_same(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let left = receiver(args)?;
    Ok(Value::boolean(args.get(0).as_float() == Some(left)))
}

// --- Facts ---

fn float_is_nan(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(receiver(args)?.is_nan()))
}

fn float_is_finite(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(receiver(args)?.is_finite()))
}

/// `sign_bit(float)`: true of minus zero too.
fn float_sign_bit(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).as_float().ok_or(Exit::Fallback)?.is_sign_negative()))
}

// --- Neighbours and signs ---

fn float_negate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    Ok(vm.float(-float))
}

fn float_absolute(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    Ok(vm.float(float.abs()))
}

fn float_next(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    Ok(vm.float(float.next_up()))
}

fn float_previous(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    Ok(vm.float(float.next_down()))
}

// --- Conversion ---

fn float_to_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = float_format::to_text(receiver(args)?);
    Ok(vm.ascii_string(&text))
}

fn float_to_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    whole_number(vm, float.trunc())
}

fn float_floor(vm: &mut Vm, args: Arguments) -> NativeResult {
    rounded_down(vm, args, receiver(args)?)
}

fn float_ceiling(vm: &mut Vm, args: Arguments) -> NativeResult {
    rounded_up(vm, args, receiver(args)?)
}

fn float_truncate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    if float.is_sign_negative() { rounded_up(vm, args, float) } else { rounded_down(vm, args, float) }
}

/// To an Integer, or to so many digits behind the point.
fn rounded_down(vm: &mut Vm, args: Arguments, float: f64) -> NativeResult {
    if args.count() == 0 { whole_number(vm, float.floor()) } else { at_places(vm, args, float, Direction::Down) }
}

fn rounded_up(vm: &mut Vm, args: Arguments, float: f64) -> NativeResult {
    if args.count() == 0 { whole_number(vm, float.ceil()) } else { at_places(vm, args, float, Direction::Up) }
}

fn at_places(vm: &mut Vm, args: Arguments, float: f64, direction: Direction) -> NativeResult {
    let places = args.get(0).as_fixnum().filter(|places| args.count() == 1 && (1..=MOST_PLACES).contains(places)).ok_or(Exit::Fallback)?;
    match round_to_places(float, places, direction) {
        Rounded::Float(rounded) => Ok(vm.float(rounded)),
        Rounded::Exactly => Err(Exit::Fallback),
    }
}

/// `round` without digits, halves away from zero.
fn float_round(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = receiver(args)?;
    match args.count() {
        0 => whole_number(vm, round_to_whole(float, Half::Up)),
        1 if args.get(0).as_fixnum().is_some_and(|places| places < 0) => round_to_tens(vm, args, float),
        _ => at_places(vm, args, float, Direction::Nearest(Half::Up)),
    }
}

/// `round` to so many places before the point: of the Integer that the Float begins with.
fn round_to_tens(vm: &mut Vm, args: Arguments, float: f64) -> NativeResult {
    let places = args.get(0).as_fixnum().and_then(|places| u32::try_from(-places).ok());
    let unit = places.filter(|places| *places <= 18).ok_or(Exit::Fallback).map(|places| 10i128.pow(places))?;
    if !(float.abs() < (1u64 << 53) as f64) {
        return Err(Exit::Fallback);
    }
    Ok(vm.integer(nearest_multiple(float as i128, unit)))
}

/// `round_whole(float, half)`.
fn float_round_whole(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = args.get(0).as_float().ok_or(Exit::Fallback)?;
    let half = Half::from_number(fixnum_of(args.get(1))?);
    whole_number(vm, round_to_whole(float, half))
}

/// More places than the system's `int` tells are refused.
const MOST_PLACES: i64 = i32::MAX as i64;

/// `round_places(float, places, way)`: nil where the exact value has to be rounded instead.
fn float_round_places(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = args.get(0).as_float().ok_or(Exit::Fallback)?;
    let places = fixnum_of(args.get(1))?;
    let direction = match fixnum_of(args.get(2))? {
        3 => Direction::Down,
        4 => Direction::Up,
        half => Direction::Nearest(Half::from_number(half)),
    };
    match round_to_places(float, places, direction) {
        Rounded::Float(rounded) => Ok(vm.float(rounded)),
        Rounded::Exactly => Ok(Value::NIL),
    }
}

/// `decompose(float)`: `[mantissa, exponent]`, the float being mantissa times two to the exponent.
fn float_decompose(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = args.get(0).as_float().ok_or(Exit::Fallback)?;
    if !float.is_finite() {
        return Err(vm.raise(vm.classes.float_domain_error, float_format::to_text(float)));
    }
    let (mantissa, exponent) = big_integer::decompose(float);
    Ok(pair(vm, Value::fixnum(mantissa), Value::fixnum(exponent)))
}

/// `simplest_between(numerator, denominator, numerator, denominator)`: `[numerator, denominator]` of
/// the fraction with the smallest denominator from the first up to (and not including) the second.
fn rational_simplest_between(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut low = (integer_of(vm, args.get(0))?, integer_of(vm, args.get(1))?);
    let mut high = (integer_of(vm, args.get(2))?, integer_of(vm, args.get(3))?);
    let (mut p0, mut p1) = (BigInt::from(0), BigInt::from(1));
    let (mut q0, mut q1) = (BigInt::from(1), BigInt::from(0));
    loop {
        let ceiling = num_integer::Integer::div_ceil(&low.0, &low.1);
        if low.1.is_zero() || &ceiling * &high.1 < high.0 {
            let numerator = vm.big_integer(&ceiling * p1 + p0);
            let denominator = vm.big_integer(ceiling * q1 + q0);
            return Ok(pair(vm, numerator, denominator));
        }
        let term = ceiling - 1;
        let p2 = &term * &p1 + p0;
        let q2 = &term * &q1 + q0;
        (p0, p1, q0, q1) = (p1, p2, q1, q2);
        // The reciprocals of what is left swap places.
        let next_low = (high.1.clone(), &high.0 - &term * &high.1);
        let next_high = (low.1.clone(), &low.0 - &term * &low.1);
        (low, high) = (next_low, next_high);
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("float_add", float_add),
    ("float_subtract", float_subtract),
    ("float_multiply", float_multiply),
    ("float_divide", float_divide),
    ("float_modulo", float_modulo_native),
    ("float_divmod", float_divmod),
    ("float_power", float_power),
    ("float_equal", float_equal),
    ("float_less", float_less),
    ("float_less_or_equal", float_less_or_equal),
    ("float_greater", float_greater),
    ("float_greater_or_equal", float_greater_or_equal),
    ("float_compare", float_compare),
    ("float_same", exactly!(1, float_same)),
    ("float_is_nan", exactly!(0, float_is_nan)),
    ("float_is_finite", exactly!(0, float_is_finite)),
    ("float_sign_bit", float_sign_bit),
    ("float_negate", exactly!(0, float_negate)),
    ("float_absolute", exactly!(0, float_absolute)),
    ("float_next", exactly!(0, float_next)),
    ("float_previous", exactly!(0, float_previous)),
    ("float_to_string", exactly!(0, float_to_string)),
    ("float_to_integer", exactly!(0, float_to_integer)),
    ("float_floor", float_floor),
    ("float_ceiling", float_ceiling),
    ("float_truncate", float_truncate),
    ("float_round", float_round),
    ("float_round_whole", float_round_whole),
    ("float_round_places", float_round_places),
    ("float_decompose", float_decompose),
    ("rational_simplest_between", rational_simplest_between),
];
