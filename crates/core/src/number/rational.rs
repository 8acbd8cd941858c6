//! Rational and Complex objects, and arithmetic on Rationals.
//!
//! Both are plain frozen objects with two internal variables; `allocate` is
//! undefined for them, so the core library makes them here. The operators answer
//! for two Rationals or a Rational and an Integer; other partners are Ruby's.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use rutile_vm::prelude::*;

use crate::number::integer::integer_of;
use crate::number::large;

/// A new frozen object with two variables.
fn two_parts(vm: &mut Vm, class: ClassRef, first: (Symbol, Value), second: (Symbol, Value)) -> Value {
    let object = vm.new_object_with(class, &[first, second]);
    vm.freeze(object);
    object
}

/// A Rational of parts as they are: without common factors, but for what C code makes.
pub fn make_rational(vm: &mut Vm, numerator: Value, denominator: Value) -> Value {
    let class = vm.classes.rational;
    two_parts(vm, class, (Symbol::NUMERATOR, numerator), (Symbol::DENOMINATOR, denominator))
}

/// A Rational of small parts, brought to lowest terms; the denominator isn't zero.
pub(crate) fn reduce_small(vm: &mut Vm, numerator: i128, denominator: i128) -> Value {
    // Division in 128 bits is many times dearer.
    if let (Ok(numerator), Ok(denominator @ 1..)) = (i64::try_from(numerator), i64::try_from(denominator)) {
        let divisor = numerator.gcd(&denominator);
        let (numerator, denominator) = (vm.integer((numerator / divisor).into()), vm.integer((denominator / divisor).into()));
        return make_rational(vm, numerator, denominator);
    }
    let divisor = numerator.gcd(&denominator) * denominator.signum();
    let numerator = vm.integer(numerator / divisor);
    let denominator = vm.integer(denominator / divisor);
    make_rational(vm, numerator, denominator)
}

/// The same for parts of any size.
fn reduce_big(vm: &mut Vm, numerator: BigInt, denominator: BigInt) -> Value {
    let mut divisor = large::common_divisor(&numerator, &denominator);
    if denominator.is_negative() {
        divisor = -divisor;
    }
    let numerator = vm.big_integer(numerator / &divisor);
    let denominator = vm.big_integer(denominator / divisor);
    make_rational(vm, numerator, denominator)
}

/// `rational_of(numerator, denominator)`: already without common factors.
fn rational_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(make_rational(vm, args.get(0), args.get(1)))
}

/// `rational_reduced(numerator, denominator)`: integers, brought to lowest terms.
fn rational_reduced(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(numerator), Some(denominator)) = (args.get(0).as_fixnum(), args.get(1).as_fixnum())
        && denominator != 0
    {
        return Ok(reduce_small(vm, numerator as i128, denominator as i128));
    }
    let numerator = integer_of(vm, args.get(0))?;
    let denominator = integer_of(vm, args.get(1))?;
    if denominator.is_zero() {
        return Err(vm.zero_division());
    }
    Ok(reduce_big(vm, numerator, denominator))
}

/// `Rational(numerator, denominator)` of small Integers, the second left out or not, or of a text.
fn kernel_rational(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(text) = args.get(0).as_string().filter(|_| args.count() == 1) {
        let (numerator, denominator) = written(text.bytes()).filter(|_| text.encoding().is_ascii_compatible()).ok_or(Exit::Fallback)?;
        return Ok(reduce_small(vm, numerator.into(), denominator.into()));
    }
    let denominator = if args.count() == 1 { Some(1) } else { args.get(1).as_fixnum() };
    match (args.get(0).as_fixnum(), denominator) {
        (Some(numerator), Some(denominator)) if args.count() <= 2 && denominator != 0 => Ok(reduce_small(vm, numerator.into(), denominator.into())),
        _ => Err(Exit::Fallback),
    }
}

/// Digits that a small Integer holds in any case.
const MOST_DIGITS: usize = 18;

/// Numerator and denominator of `-12/34`.
fn written(text: &[u8]) -> Option<(i64, i64)> {
    let (sign, text) = match text.strip_prefix(b"-") {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (numerator, denominator) = match text.iter().position(|byte| *byte == b'/') {
        Some(slash) => (digits(&text[..slash])?, digits(&text[slash + 1..])?),
        None => (digits(text)?, 1),
    };
    (denominator != 0).then_some((sign * numerator, denominator))
}

fn digits(text: &[u8]) -> Option<i64> {
    let are_digits = (1..=MOST_DIGITS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    are_digits.then(|| text.iter().fold(0, |number, byte| number * 10 + i64::from(byte - b'0')))
}

/// `complex_of(real, imaginary)`.
fn complex_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(make_complex(vm, args.get(0), args.get(1)))
}

pub(crate) fn make_complex(vm: &mut Vm, real: Value, imaginary: Value) -> Value {
    let class = vm.classes.complex;
    two_parts(vm, class, (Symbol::REAL, real), (Symbol::IMAGINARY, imaginary))
}

// --- Operators ---

/// Numerator and denominator of a Rational or an Integer, as values.
fn parts(vm: &Vm, value: Value) -> Result<(Value, Value), Exit> {
    if value.is_fixnum() || value.is_kind(Kind::BigInteger) {
        return Ok((value, Value::fixnum(1)));
    }
    if value.kind() != Kind::Object || vm.class_of(value) != vm.classes.rational {
        return Err(Exit::Fallback);
    }
    Ok((vm.get_variable(value, Symbol::NUMERATOR), vm.get_variable(value, Symbol::DENOMINATOR)))
}

/// Parts that are so small that products and sums of them fit in 128 bits.
fn small_parts(parts: (Value, Value)) -> Option<(i128, i128)> {
    const SMALL: i64 = 1 << 61;
    let (numerator, denominator) = (parts.0.as_fixnum()?, parts.1.as_fixnum()?);
    let fits = numerator.abs() < SMALL && denominator < SMALL;
    fits.then_some((numerator as i128, denominator as i128))
}

/// Numerator and denominator of a Rational or an Integer whose parts are small.
pub(crate) fn small_fraction(vm: &Vm, value: Value) -> Option<(i128, i128)> {
    parts(vm, value).ok().and_then(small_parts)
}

/// An operator as a rule for numerator and denominator of the result.
struct Rule {
    small: fn((i128, i128), (i128, i128)) -> (i128, i128),
    big: fn((BigInt, BigInt), (BigInt, BigInt)) -> (BigInt, BigInt),
}

fn operate(vm: &mut Vm, args: Arguments, rule: Rule) -> NativeResult {
    let left = parts(vm, args.receiver())?;
    let right = parts(vm, args.get(0))?;
    if let (Some(left), Some(right)) = (small_parts(left), small_parts(right)) {
        let (numerator, denominator) = (rule.small)(left, right);
        return if denominator == 0 { Err(vm.zero_division()) } else { Ok(reduce_small(vm, numerator, denominator)) };
    }
    let left = (integer_of(vm, left.0)?, integer_of(vm, left.1)?);
    let right = (integer_of(vm, right.0)?, integer_of(vm, right.1)?);
    let (numerator, denominator) = (rule.big)(left, right);
    if denominator.is_zero() {
        return Err(vm.zero_division());
    }
    Ok(reduce_big(vm, numerator, denominator))
}

fn rational_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rule = Rule {
        small: |(a, b), (c, d)| (a * d + c * b, b * d),
        big: |(a, b), (c, d)| (a * &d + c * &b, b * d),
    };
    operate(vm, args, rule)
}

fn rational_subtract(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rule = Rule {
        small: |(a, b), (c, d)| (a * d - c * b, b * d),
        big: |(a, b), (c, d)| (a * &d - c * &b, b * d),
    };
    operate(vm, args, rule)
}

fn rational_multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rule = Rule { small: |(a, b), (c, d)| (a * c, b * d), big: |(a, b), (c, d)| (a * c, b * d) };
    operate(vm, args, rule)
}

fn rational_divide(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rule = Rule { small: |(a, b), (c, d)| (a * d, b * c), big: |(a, b), (c, d)| (a * d, b * c) };
    operate(vm, args, rule)
}

fn rational_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let left = parts(vm, args.receiver())?;
    let right = parts(vm, args.get(0))?;
    let order: Ordering = match (small_parts(left), small_parts(right)) {
        (Some((a, b)), Some((c, d))) => (a * d).cmp(&(c * b)),
        _ => {
            let (a, b) = (integer_of(vm, left.0)?, integer_of(vm, left.1)?);
            let (c, d) = (integer_of(vm, right.0)?, integer_of(vm, right.1)?);
            (a * d).cmp(&(c * b))
        }
    };
    Ok(Value::fixnum(order as i64))
}

/// `**` of a small Integer, while the parts stay small.
fn rational_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (numerator, denominator) = small_fraction(vm, args.receiver()).ok_or(Exit::Fallback)?;
    let exponent = args.get(0).as_fixnum().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let raised = |base: i128| base.checked_pow(u32::try_from(exponent.unsigned_abs()).ok()?);
    let (numerator, denominator) = raised(numerator).zip(raised(denominator)).ok_or(Exit::Fallback)?;
    let (numerator, denominator) = match exponent {
        0.. => (numerator, denominator),
        _ if numerator == 0 => return Err(Exit::Fallback),
        _ => (denominator * numerator.signum(), numerator.abs()),
    };
    let (numerator, denominator) = (vm.integer(numerator), vm.integer(denominator));
    Ok(make_rational(vm, numerator, denominator))
}

// --- Rounding ---

/// How a fraction becomes an integer; the denominator is above zero.
type Rounding = fn(i128, i128) -> i128;

/// Places behind the point that 128 bits have room for in any case.
const MOST_PLACES: i64 = 18;

/// An Integer, or, to so many digits behind the point, a Rational.
fn rounded(vm: &mut Vm, args: Arguments, rounding: Rounding) -> NativeResult {
    let (numerator, denominator) = small_fraction(vm, args.receiver()).ok_or(Exit::Fallback)?;
    if args.count() == 0 {
        return Ok(vm.integer(rounding(numerator, denominator)));
    }
    let places = args.get(0).as_fixnum().filter(|places| args.count() == 1 && (1..=MOST_PLACES).contains(places)).ok_or(Exit::Fallback)?;
    let scale = 10i128.pow(places as u32);
    Ok(reduce_small(vm, rounding(numerator * scale, denominator), scale))
}

fn floor(numerator: i128, denominator: i128) -> i128 {
    numerator.div_euclid(denominator)
}

/// Halves go away from zero.
fn nearest(numerator: i128, denominator: i128) -> i128 {
    numerator.signum() * ((numerator.abs() * 2 + denominator) / (denominator * 2))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("kernel_rational", kernel_rational),
    ("rational_of", rational_of),
    ("rational_reduced", rational_reduced),
    ("complex_of", complex_of),
    ("rational_add", rational_add),
    ("rational_subtract", rational_subtract),
    ("rational_multiply", rational_multiply),
    ("rational_divide", rational_divide),
    ("rational_compare", rational_compare),
    ("rational_power", rational_power),
    ("rational_floor", |vm, args| rounded(vm, args, floor)),
    ("rational_ceil", |vm, args| rounded(vm, args, |numerator, denominator| -floor(-numerator, denominator))),
    ("rational_truncate", |vm, args| rounded(vm, args, |numerator, denominator| numerator / denominator)),
    ("rational_round", |vm, args| rounded(vm, args, nearest)),
];
