//! Operations on large Integers that take long: a helper works them out while others run.
//!
//! The native of an operation declines where it would take long, and its body asks for `integer_aside`. What it costs is
//! told by the sizes alone, in steps of some ten nanoseconds each.

use num_bigint::BigInt;
use num_traits::Signed;
use rutile_vm::prelude::*;

use crate::number::big_integer;
use crate::number::large;

/// Work of fewer steps is done at once.
const LONG: u64 = 1 << 20;

fn words(integer: &BigInt) -> u64 {
    integer.bits() / 64
}

/// Whether the product of factors of so many words takes long.
fn is_long_product(one: u64, other: u64) -> bool {
    one.max(other).saturating_mul(one.min(other).isqrt()) > LONG
}

pub fn product_takes_long(one: &BigInt, other: &BigInt) -> bool {
    is_long_product(words(one), words(other))
}

pub fn quotient_takes_long(dividend: &BigInt, divisor: &BigInt) -> bool {
    let (dividend, divisor) = (words(dividend), words(divisor));
    is_long_product(dividend, divisor.min(dividend.saturating_sub(divisor)))
}

pub fn power_takes_long(base: &BigInt, exponent: u64) -> bool {
    let width = base.bits().saturating_mul(exponent) / 64;
    is_long_product(width, width)
}

pub fn power_modulo_takes_long(exponent: &BigInt, modulus: &BigInt) -> bool {
    let words = words(modulus);
    exponent.bits().saturating_mul(words.saturating_mul(words)) / 4 > LONG
}

pub fn root_takes_long(integer: &BigInt) -> bool {
    product_takes_long(integer, integer)
}

/// The greatest divisor of both is looked for by the square of what they have.
pub fn divisor_takes_long(one: &BigInt, other: &BigInt) -> bool {
    words(one).saturating_mul(words(other)) / 4 > LONG
}

pub fn digits_take_long(integer: &BigInt, base: &BigInt) -> bool {
    let words = words(integer);
    if big_integer::has_byte_digits(base) { words > LONG >> 8 } else { words.saturating_mul(words) * 2 > LONG }
}

/// What the operation with a method's name comes to.
fn operate((name, left, right, third): &(Vec<u8>, BigInt, BigInt, BigInt)) -> Option<Vec<BigInt>> {
    Some(match name.as_slice() {
        b"*" => vec![large::product(left, right)],
        b"/" => vec![big_integer::divide_floor(left, right).0],
        b"%" => vec![big_integer::divide_floor(left, right).1],
        b"divmod" => <[BigInt; 2]>::from(big_integer::divide_floor(left, right)).to_vec(),
        b"remainder" => vec![large::quotient_and_rest(left, right).1],
        b"**" => vec![big_integer::power(left, u64::try_from(right).ok()?)?],
        b"pow" => vec![big_integer::power_modulo(left, right, third)],
        b"gcd" => vec![large::common_divisor(left, right)],
        b"lcm" => vec![common_multiple(left, right)],
        b"sqrt" => vec![big_integer::square_root(left)],
        _ => return None,
    })
}

/// The least common multiple of two that are not both zero.
pub fn common_multiple(one: &BigInt, other: &BigInt) -> BigInt {
    large::product(one, &large::quotient_and_rest(other, &large::common_divisor(one, other)).0).abs()
}

fn integer(vm: &Vm, args: Arguments, index: usize) -> Result<BigInt, Exit> {
    vm.as_big_integer(args.get(index)).ok_or(Exit::Fallback)
}

/// `integer_aside(name, left, right, third)`: an Array of what an operation comes to.
fn integer_aside(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = vm.symbol_bytes(args.get(0).as_symbol().ok_or(Exit::Fallback)?).to_vec();
    let (left, right, third) = (integer(vm, args, 1)?, integer(vm, args, 2)?, integer(vm, args, 3)?);
    let integers = vm.work_aside((name, left, right, third), operate)?;
    Ok(array_of(vm, integers.ok_or(Exit::Fallback)?))
}

fn array_of(vm: &mut Vm, integers: Vec<BigInt>) -> Value {
    let array = vm.array_with_capacity(integers.len());
    for integer in integers {
        let integer = vm.big_integer(integer);
        vm.array_push(array, integer);
    }
    array.value()
}

/// `integer_digits(integer, base)`: neither negative, the base at least two.
fn integer_digits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (integer, base) = (integer(vm, args, 0)?, integer(vm, args, 1)?);
    let digits = if digits_take_long(&integer, &base) {
        vm.work_aside((integer, base), |(integer, base)| big_integer::digits(integer, base))?
    } else {
        big_integer::digits(&integer, &base)
    };
    Ok(match digits {
        big_integer::Digits::Bytes(digits) => {
            let digits = digits.iter().map(|&digit| Value::fixnum(digit.into()));
            vm.array_collected(digits.len(), digits).value()
        }
        big_integer::Digits::Integers(digits) => array_of(vm, digits),
    })
}

pub const NATIVES: &[(&str, Native)] = &[
    ("integer_aside", integer_aside),
    ("integer_digits", integer_digits),
];
