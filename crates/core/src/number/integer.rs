//! The operators of Integer.
//!
//! Every operator has the same order of cases: two immediate integers, integers
//! of any size, an integer with a float. What is none of these falls back to
//! the Ruby body, which asks the other operand to `coerce`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use rutile_vm::object::number::order_of_large;
use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::arguments::exactly;

use crate::number::aside;
use crate::number::big_integer;
use crate::number::large;
use crate::number::float::{float_divmod_values, float_modulo};

/// The right-hand side of an operator.
pub(crate) enum Operand {
    Small(i64),
    Big(BigInt),
    Float(f64),
}

pub(crate) fn operand(vm: &Vm, value: Value) -> Option<Operand> {
    if let Some(small) = value.as_fixnum() {
        return Some(Operand::Small(small));
    }
    if let Some(float) = value.as_float() {
        return Some(Operand::Float(float));
    }
    vm.as_big_integer(value).map(Operand::Big)
}

/// The integer a native was promised; falls back otherwise.
pub(crate) fn integer_of(vm: &Vm, value: Value) -> Result<BigInt, Exit> {
    vm.as_big_integer(value).ok_or(Exit::Fallback)
}

pub(crate) fn fixnum_of(value: Value) -> Result<i64, Exit> {
    value.as_fixnum().ok_or(Exit::Fallback)
}

/// An integer as a float: infinite where it is too large.
fn float_of(vm: &Vm, value: Value) -> Result<f64, Exit> {
    match value.as_fixnum() {
        Some(small) => Ok(small as f64),
        None => Ok(big_integer::to_float(&integer_of(vm, value)?)),
    }
}

/// An operator's function for each kind of operand, and whether one of large integers is for a helper to work out.
struct Arithmetic {
    small: fn(i64, i64) -> i128,
    big: fn(&BigInt, &BigInt) -> BigInt,
    float: fn(f64, f64) -> f64,
    takes_long: fn(&BigInt, &BigInt) -> bool,
}

impl Arithmetic {
    fn of_big(&self, vm: &mut Vm, left: Value, right: &BigInt) -> NativeResult {
        let left = integer_of(vm, left)?;
        if (self.takes_long)(&left, right) {
            return Err(Exit::Fallback);
        }
        Ok(vm.big_integer((self.big)(&left, right)))
    }
}

fn arithmetic(vm: &mut Vm, args: Arguments, rules: Arithmetic) -> NativeResult {
    let left = args.receiver();
    match operand(vm, args.get(0)).ok_or(Exit::Fallback)? {
        Operand::Float(right) => {
            let left = float_of(vm, left)?;
            Ok(vm.float((rules.float)(left, right)))
        }
        Operand::Small(right) => match left.as_fixnum() {
            Some(left) => Ok(vm.integer((rules.small)(left, right))),
            None => rules.of_big(vm, left, &BigInt::from(right)),
        },
        Operand::Big(right) => rules.of_big(vm, left, &right),
    }
}

fn integer_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rules = Arithmetic { small: |a, b| a as i128 + b as i128, big: |a, b| a + b, float: |a, b| a + b, takes_long: |_, _| false };
    arithmetic(vm, args, rules)
}

fn integer_subtract(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rules = Arithmetic { small: |a, b| a as i128 - b as i128, big: |a, b| a - b, float: |a, b| a - b, takes_long: |_, _| false };
    arithmetic(vm, args, rules)
}

fn integer_multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rules = Arithmetic { small: |a, b| a as i128 * b as i128, big: large::product, float: |a, b| a * b, takes_long: aside::product_takes_long };
    arithmetic(vm, args, rules)
}

/// Raises where the divisor is an integer zero.
fn check_divisor(vm: &mut Vm, divisor: Value) -> Result<(), Exit> {
    if divisor.as_fixnum() == Some(0) {
        return Err(vm.zero_division());
    }
    Ok(())
}

/// Raises where the divisor is a zero of either kind.
fn check_any_divisor(vm: &mut Vm, divisor: Value) -> Result<(), Exit> {
    check_divisor(vm, divisor)?;
    if divisor.as_float() == Some(0.0) {
        return Err(vm.zero_division());
    }
    Ok(())
}

fn floor_divide_small(a: i64, b: i64) -> i128 {
    Integer::div_floor(&(a as i128), &(b as i128))
}

fn integer_divide(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_divisor(vm, args.get(0))?;
    let big = |a: &BigInt, b: &BigInt| big_integer::divide_floor(a, b).0;
    let rules = Arithmetic { small: floor_divide_small, big, float: |a, b| a / b, takes_long: aside::quotient_takes_long };
    arithmetic(vm, args, rules)
}

/// `div`: whole even where the divisor is a float.
fn integer_whole_quotient(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_any_divisor(vm, args.get(0))?;
    match args.get(0).as_float() {
        Some(divisor) => {
            let quotient = float_of(vm, args.receiver())? / divisor;
            // Of large integers the reference cuts the quotient off instead of rounding it down.
            let whole = if args.receiver().is_fixnum() { quotient.floor() } else { quotient.trunc() };
            crate::number::float::whole_number(vm, whole)
        }
        None => integer_divide(vm, args),
    }
}

fn integer_modulo(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_any_divisor(vm, args.get(0))?;
    let big = |a: &BigInt, b: &BigInt| big_integer::divide_floor(a, b).1;
    let rules = Arithmetic { small: |a, b| (a as i128).mod_floor(&(b as i128)), big, float: float_modulo, takes_long: aside::quotient_takes_long };
    arithmetic(vm, args, rules)
}

fn integer_remainder(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_any_divisor(vm, args.get(0))?;
    if args.receiver().is_fixnum() && args.get(0).as_float().is_some_and(f64::is_infinite) {
        return Err(Exit::Fallback);
    }
    let big = |a: &BigInt, b: &BigInt| large::quotient_and_rest(a, b).1;
    let rules = Arithmetic { small: |a, b| a as i128 % b as i128, big, float: float_remainder, takes_long: aside::quotient_takes_long };
    arithmetic(vm, args, rules)
}

/// By way of the modulo, as the reference computes it.
fn float_remainder(dividend: f64, divisor: f64) -> f64 {
    if divisor.is_infinite() {
        return dividend % divisor;
    }
    let modulo = float_modulo(dividend, divisor);
    if modulo != 0.0 && (dividend < 0.0) != (divisor < 0.0) { modulo - divisor } else { modulo }
}

fn integer_divmod(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_any_divisor(vm, args.get(0))?;
    let left = args.receiver();
    if let (Some(a), Some(b)) = (left.as_fixnum(), args.get(0).as_fixnum()) {
        let (quotient, modulo) = (a as i128).div_mod_floor(&(b as i128));
        let (quotient, modulo) = (vm.integer(quotient), vm.integer(modulo));
        return Ok(pair(vm, quotient, modulo));
    }
    match operand(vm, args.get(0)).ok_or(Exit::Fallback)? {
        Operand::Float(divisor) => {
            let dividend = float_of(vm, left)?;
            float_divmod_values(vm, dividend, divisor)
        }
        Operand::Small(divisor) => {
            let dividend = integer_of(vm, left)?;
            divmod_big(vm, &dividend, &BigInt::from(divisor))
        }
        Operand::Big(divisor) => {
            let dividend = integer_of(vm, left)?;
            divmod_big(vm, &dividend, &divisor)
        }
    }
}

fn divmod_big(vm: &mut Vm, dividend: &BigInt, divisor: &BigInt) -> NativeResult {
    if aside::quotient_takes_long(dividend, divisor) {
        return Err(Exit::Fallback);
    }
    let (quotient, modulo) = big_integer::divide_floor(dividend, divisor);
    let quotient = vm.big_integer(quotient);
    let modulo = vm.big_integer(modulo);
    Ok(pair(vm, quotient, modulo))
}

pub(crate) fn pair(vm: &mut Vm, first: Value, second: Value) -> Value {
    vm.new_array(&[first, second]).value()
}

/// `fdiv`: common factors are taken out first, so that large operands lose nothing.
fn integer_float_quotient(vm: &mut Vm, args: Arguments) -> NativeResult {
    let left = args.receiver();
    match operand(vm, args.get(0)).ok_or(Exit::Fallback)? {
        Operand::Float(divisor) => {
            let dividend = float_of(vm, left)?;
            Ok(vm.float(dividend / divisor))
        }
        Operand::Small(divisor) => match left.as_fixnum() {
            Some(dividend) => {
                let common = dividend.gcd(&divisor).max(1);
                let (dividend, divisor) = (dividend / common, divisor / common);
                // What a Float doesn't hold exactly is divided as a whole number.
                if divisor.unsigned_abs() >= 1 << f64::MANTISSA_DIGITS {
                    return Ok(vm.float(big_integer::float_quotient(&BigInt::from(dividend), &BigInt::from(divisor))));
                }
                Ok(vm.float(dividend as f64 / divisor as f64))
            }
            None => {
                let dividend = integer_of(vm, left)?;
                let common = large::common_divisor(&dividend, &BigInt::from(divisor));
                let dividend = if common.is_zero() { dividend } else { dividend / &common };
                let divisor = if common.is_zero() { 0.0 } else { big_integer::to_float(&(BigInt::from(divisor) / common)) };
                Ok(vm.float(big_integer::to_float(&dividend) / divisor))
            }
        },
        Operand::Big(divisor) => {
            let dividend = integer_of(vm, left)?;
            let common = large::common_divisor(&dividend, &divisor);
            Ok(vm.float(big_integer::float_quotient(&(dividend / &common), &(divisor / common))))
        }
    }
}

/// `**` where the result is an integer or a real float; the rest is Ruby's.
fn integer_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    let base = args.receiver();
    match operand(vm, args.get(0)).ok_or(Exit::Fallback)? {
        Operand::Float(exponent) => {
            let base = float_of(vm, base)?;
            if base < 0.0 && exponent != exponent.round() {
                return Err(Exit::Fallback);
            }
            Ok(vm.float(crate::number::c_math::power(base, exponent)))
        }
        Operand::Small(exponent) if base.as_fixnum().is_some_and(|base| base.abs() == 1) => {
            let odd_minus = base.as_fixnum() == Some(-1) && exponent % 2 != 0;
            Ok(Value::fixnum(if odd_minus { -1 } else { 1 }))
        }
        Operand::Small(exponent) if exponent >= 0 => {
            if let Some(result) = base.as_fixnum().and_then(|base| small_power(base, exponent as u64)) {
                return Ok(vm.integer(result as i128));
            }
            let base = integer_of(vm, base)?;
            if aside::power_takes_long(&base, exponent as u64) && !big_integer::is_power_too_wide(&base, exponent as u64) {
                return Err(Exit::Fallback);
            }
            match big_integer::power(&base, exponent as u64) {
                Some(result) => Ok(vm.big_integer(result)),
                None => Err(vm.argument_error("exponent is too large".to_string())),
            }
        }
        Operand::Big(exponent) => match base.as_fixnum() {
            Some(1) => Ok(Value::fixnum(1)),
            Some(-1) => Ok(Value::fixnum(if exponent.is_even() { 1 } else { -1 })),
            _ if exponent.is_negative() => Err(Exit::Fallback),
            Some(0) => Ok(Value::fixnum(0)),
            _ => Err(vm.argument_error("exponent is too large".to_string())),
        },
        _ => Err(Exit::Fallback),
    }
}

fn small_power(base: i64, exponent: u64) -> Option<i64> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}

/// `base ** exponent % modulus` by repeated squaring; the answer has the sign of the modulus.
fn small_power_modulo(base: i64, exponent: i64, modulus: i64) -> i64 {
    let wide = modulus.unsigned_abs();
    let product = |one: u64, two: u64| match one.checked_mul(two) {
        Some(product) => product % wide,
        None => (u128::from(one) * u128::from(two) % u128::from(wide)) as u64,
    };
    let (mut square, mut rest, mut result) = (base.rem_euclid(wide as i64) as u64, exponent as u64, 1 % wide);
    while rest > 0 {
        if rest & 1 == 1 {
            result = product(result, square);
        }
        rest >>= 1;
        if rest > 0 {
            square = product(square, square);
        }
    }
    let result = result as i64;
    if modulus < 0 && result != 0 { result + modulus } else { result }
}

/// `pow(exponent, modulus)` on integers; a negative exponent is Ruby's to refuse.
fn integer_power_modulo(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(exponent @ 0..), Some(modulus)) = (args.get(0).as_fixnum(), args.get(1).as_fixnum())
        && modulus != 0
    {
        let base = match args.receiver().as_fixnum() {
            Some(base) => base,
            // Less than the modulus, it is small.
            None => i64::try_from(integer_of(vm, args.receiver())? % modulus).map_err(|_| Exit::Fallback)?,
        };
        return Ok(Value::fixnum(small_power_modulo(base, exponent, modulus)));
    }
    let exponent = integer_of(vm, args.get(0))?;
    let modulus = integer_of(vm, args.get(1))?;
    if exponent.is_negative() {
        return Err(Exit::Fallback);
    }
    if args.receiver().as_fixnum() == Some(0) && !exponent.is_zero() {
        return Ok(Value::fixnum(0));
    }
    if modulus.is_zero() {
        return Err(vm.zero_division());
    }
    let base = integer_of(vm, args.receiver())?;
    if aside::power_modulo_takes_long(&exponent, &modulus) {
        return Err(Exit::Fallback);
    }
    Ok(vm.big_integer(big_integer::power_modulo(&base, &exponent, &modulus)))
}

// --- Comparison ---

/// `None` where a float is not a number.
fn order(vm: &Vm, left: Value, right: Value) -> Result<Option<Ordering>, Exit> {
    if let (Some(left), Some(right)) = (left.as_fixnum(), right.as_fixnum()) {
        return Ok(Some(left.cmp(&right)));
    }
    if let Some(order) = order_of_large(left, right) {
        return Ok(Some(order));
    }
    let left = integer_of(vm, left)?;
    Ok(match operand(vm, right).ok_or(Exit::Fallback)? {
        Operand::Small(right) => Some(left.cmp(&BigInt::from(right))),
        Operand::Big(right) => Some(left.cmp(&right)),
        Operand::Float(right) => big_integer::compare_with_float(&left, right),
    })
}

fn compares(vm: &mut Vm, args: Arguments, holds: fn(Ordering) -> bool) -> NativeResult {
    Ok(Value::boolean(order(vm, args.receiver(), args.get(0))?.is_some_and(holds)))
}

fn integer_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_eq)
}

fn integer_less(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_lt)
}

fn integer_less_or_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_le)
}

fn integer_greater(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_gt)
}

fn integer_greater_or_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    compares(vm, args, Ordering::is_ge)
}

/// `integer_has_value(integer)`: whether it is a number, and no object of an extension's that only inherits from Integer.
fn integer_has_value(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = args.get(0);
    Ok(Value::boolean(value.is_fixnum() || value.is_kind(Kind::BigInteger)))
}

fn integer_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(order(vm, args.receiver(), args.get(0))?.map_or(Value::NIL, |order| Value::fixnum(order as i64)))
}

/// `eql?`: equal and of the same class.
fn integer_same(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.get(0).as_fixnum().is_some() && args.receiver().as_fixnum().is_some() {
        let answer = Value::boolean(args.get(0) == args.receiver());
        return if vm.is_basic(Symbol::EQUAL, of::INTEGER) { Ok(answer) } else { Err(Exit::Fallback) };
    }
    let left = integer_of(vm, args.receiver())?;
    Ok(Value::boolean(vm.as_big_integer(args.get(0)).is_some_and(|right| right == left)))
}

// --- Signs, neighbours, conversions ---

fn integer_negate(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => Ok(vm.integer(-(integer as i128))),
        None => {
            let integer = integer_of(vm, args.receiver())?;
            Ok(vm.big_integer(-integer))
        }
    }
}

fn integer_absolute(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => Ok(vm.integer((integer as i128).abs())),
        None => {
            let integer = integer_of(vm, args.receiver())?;
            Ok(vm.big_integer(integer.abs()))
        }
    }
}

fn integer_successor(vm: &mut Vm, args: Arguments) -> NativeResult {
    neighbour(vm, args, 1)
}

fn integer_predecessor(vm: &mut Vm, args: Arguments) -> NativeResult {
    neighbour(vm, args, -1)
}

fn neighbour(vm: &mut Vm, args: Arguments, distance: i64) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => Ok(vm.integer(integer as i128 + distance as i128)),
        None => {
            let integer = integer_of(vm, args.receiver())?;
            Ok(vm.big_integer(integer + distance))
        }
    }
}

fn integer_is_even(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.receiver().as_fixnum() {
        Some(integer) => Ok(Value::boolean(integer & 1 == 0)),
        None => Ok(Value::boolean(integer_of(vm, args.receiver())?.is_even())),
    }
}

fn integer_is_odd(vm: &mut Vm, args: Arguments) -> NativeResult {
    integer_is_even(vm, args).map(|even| Value::boolean(!even.truthy()))
}

/// `fixnum_to_float(integer)`
fn fixnum_to_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let integer = args.get(0).as_fixnum().ok_or(Exit::Fallback)?;
    Ok(vm.float(integer as f64))
}

fn integer_to_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = float_of(vm, args.receiver())?;
    Ok(vm.float(float))
}

/// Bytes of the machine representation.
fn integer_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.receiver().as_fixnum().is_some() {
        return Ok(Value::fixnum(8));
    }
    let integer = integer_of(vm, args.receiver())?;
    Ok(Value::fixnum(integer.bits().div_ceil(8) as i64))
}

// --- Number theory ---

fn integer_common_divisor(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(a), Some(b)) = (args.receiver().as_fixnum(), args.get(0).as_fixnum()) {
        return Ok(vm.integer(a.gcd(&b) as i128));
    }
    let left = integer_of(vm, args.receiver())?;
    let right = integer_of(vm, args.get(0))?;
    if aside::divisor_takes_long(&left, &right) {
        return Err(Exit::Fallback);
    }
    Ok(vm.big_integer(large::common_divisor(&left, &right)))
}

fn integer_common_multiple(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(a), Some(b)) = (args.receiver().as_fixnum(), args.get(0).as_fixnum()) {
        return Ok(vm.integer((a as i128).lcm(&(b as i128))));
    }
    let left = integer_of(vm, args.receiver())?;
    let right = integer_of(vm, args.get(0))?;
    if left.is_zero() || right.is_zero() {
        return Ok(Value::fixnum(0));
    }
    if aside::divisor_takes_long(&left, &right) || aside::product_takes_long(&left, &right) {
        return Err(Exit::Fallback);
    }
    Ok(vm.big_integer(aside::common_multiple(&left, &right)))
}

/// `Integer.sqrt` of a small integer.
fn integer_root(_vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.get(0).as_fixnum() {
        Some(number) if args.count() == 1 && number >= 0 => Ok(Value::fixnum(number.isqrt())),
        _ => Err(Exit::Fallback),
    }
}

/// `integer_square_root(integer)`; not negative. Nil where it takes long.
fn integer_square_root(vm: &mut Vm, args: Arguments) -> NativeResult {
    let integer = integer_of(vm, args.get(0))?;
    if aside::root_takes_long(&integer) {
        return Ok(Value::NIL);
    }
    Ok(vm.big_integer(big_integer::square_root(&integer)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("integer_add", integer_add),
    ("integer_subtract", integer_subtract),
    ("integer_multiply", integer_multiply),
    ("integer_divide", integer_divide),
    ("integer_whole_quotient", integer_whole_quotient),
    ("integer_modulo", integer_modulo),
    ("integer_remainder", integer_remainder),
    ("integer_divmod", integer_divmod),
    ("integer_float_quotient", exactly!(1, integer_float_quotient)),
    ("integer_power", integer_power),
    ("integer_power_modulo", integer_power_modulo),
    ("integer_equal", integer_equal),
    ("integer_less", integer_less),
    ("integer_less_or_equal", integer_less_or_equal),
    ("integer_greater", integer_greater),
    ("integer_greater_or_equal", integer_greater_or_equal),
    ("integer_compare", integer_compare),
    ("integer_has_value", integer_has_value),
    ("integer_same", exactly!(1, integer_same)),
    ("integer_negate", exactly!(0, integer_negate)),
    ("integer_absolute", exactly!(0, integer_absolute)),
    ("integer_successor", exactly!(0, integer_successor)),
    ("integer_predecessor", exactly!(0, integer_predecessor)),
    ("fixnum_to_float", fixnum_to_float),
    ("integer_is_even", exactly!(0, integer_is_even)),
    ("integer_is_odd", exactly!(0, integer_is_odd)),
    ("integer_to_float", exactly!(0, integer_to_float)),
    ("integer_size", exactly!(0, integer_size)),
    ("integer_common_divisor", exactly!(1, integer_common_divisor)),
    ("integer_common_multiple", exactly!(1, integer_common_multiple)),
    ("integer_root", integer_root),
    ("integer_square_root", integer_square_root),
];
