//! Arithmetic on integers of any size, as pure functions over `BigInt`.
//!
//! Ruby's integers divide towards minus infinity, act as two's complement of
//! unlimited width under the bit operators, and convert to floats rounding to
//! the nearest. The library underneath supplies the limbs and the plain
//! operations; this module supplies what Ruby adds to them. Nothing here knows
//! of the virtual machine, so that every rule can be tested alone.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use crate::number::large;

/// The widest result of a power or a left shift, in bits: half a gibibyte. The reference refuses wide powers too.
pub const WIDTH_LIMIT_BITS: u64 = (1 << 32) - 64;

/// Integers of more bits than this are written, and powers that are as wide computed, by way of [`large`].
const LARGE_BITS: u64 = 4096;

/// Quotient and remainder of the division that rounds down; `divisor` isn't zero.
pub fn divide_floor(dividend: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    if dividend.bits() < LARGE_BITS {
        return dividend.div_mod_floor(divisor);
    }
    let (quotient, rest) = large::quotient_and_rest(dividend, divisor);
    if !rest.is_zero() && rest.is_negative() != divisor.is_negative() {
        return (quotient - 1, rest + divisor);
    }
    (quotient, rest)
}

/// How many bits the two's complement form needs, the sign not counted.
pub fn bit_length(integer: &BigInt) -> u64 {
    if integer.is_negative() { (!integer).bits() } else { integer.bits() }
}

pub fn is_power_too_wide(base: &BigInt, exponent: u64) -> bool {
    base.bits().checked_mul(exponent).is_none_or(|width| width > WIDTH_LIMIT_BITS)
}

/// `base ** exponent`, or `None` where the result would be wider than the limit.
pub fn power(base: &BigInt, exponent: u64) -> Option<BigInt> {
    if exponent == 0 || base.is_one() {
        return Some(BigInt::one());
    }
    if base.is_zero() {
        return Some(BigInt::zero());
    }
    if base == &-BigInt::one() {
        return Some(if exponent % 2 == 0 { BigInt::one() } else { -BigInt::one() });
    }
    if is_power_too_wide(base, exponent) {
        return None;
    }
    let width = base.bits() * exponent;
    let zeros = base.trailing_zeros().unwrap_or(0);
    let odd_part = base >> zeros;
    let odd_power = match odd_part.is_one() {
        true => odd_part,
        false if width < LARGE_BITS => Pow::pow(odd_part, exponent),
        false => large::power(&odd_part, exponent as usize),
    };
    Some(odd_power << (zeros * exponent))
}

/// `base ** exponent % modulus`, with the sign of `modulus`; `exponent` is not
/// negative and `modulus` is not zero.
pub fn power_modulo(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> BigInt {
    match u64::try_from(exponent) {
        Ok(exponent) if exponent < FEW_SQUARES => few_squares_modulo(base, exponent, modulus),
        _ => base.modpow(exponent, modulus),
    }
}

/// Exponents below need fewer products than there are in the table that a larger one is looked up in.
const FEW_SQUARES: u64 = 1 << 17;

fn few_squares_modulo(base: &BigInt, exponent: u64, modulus: &BigInt) -> BigInt {
    let square = base.mod_floor(modulus);
    let mut result = BigInt::one().mod_floor(modulus);
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        result = (&result * &result).mod_floor(modulus);
        if exponent >> bit & 1 == 1 {
            result = (result * &square).mod_floor(modulus);
        }
    }
    result
}

/// The largest integer whose square is not above `integer`, which isn't negative.
pub fn square_root(integer: &BigInt) -> BigInt {
    large::square_root(integer)
}

/// `integer` shifted left (right where `count` is negative); `None` where the result is too wide.
pub fn shift(integer: &BigInt, count: i64) -> Option<BigInt> {
    if count <= 0 {
        return Some(integer >> count.unsigned_abs());
    }
    if integer.is_zero() {
        return Some(BigInt::zero());
    }
    if integer.bits().checked_add(count as u64)? > WIDTH_LIMIT_BITS {
        return None;
    }
    Some(integer << count as u64)
}

/// The bit at `position` of the two's complement form.
pub fn bit(integer: &BigInt, position: u64) -> bool {
    integer.bit(position)
}

/// Digits, least significant first.
#[derive(PartialEq, Debug)]
pub enum Digits {
    Bytes(Vec<u8>),
    Integers(Vec<BigInt>),
}

/// Whether the digits in `base` are bytes.
pub fn has_byte_digits(base: &BigInt) -> bool {
    base.bits() <= 8 || base.to_u32() == Some(256)
}

/// The digits in `base` (at least two); `integer` isn't negative.
pub fn digits(integer: &BigInt, base: &BigInt) -> Digits {
    let radix = base.to_u32().filter(|_| has_byte_digits(base));
    if let Some(radix) = radix.filter(|radix| *radix <= 36 && integer.bits() > LARGE_BITS) {
        let text = to_text(integer, radix);
        return Digits::Bytes(text.bytes().rev().map(|digit| if digit <= b'9' { digit - b'0' } else { digit - b'a' + 10 }).collect());
    }
    if let Some(radix) = radix {
        return Digits::Bytes(integer.magnitude().to_radix_le(radix));
    }
    if integer.is_zero() {
        return Digits::Integers(vec![BigInt::zero()]);
    }
    let (mut rest, mut result) = (integer.clone(), Vec::new());
    while !rest.is_zero() {
        let (quotient, digit) = rest.div_rem(base);
        result.push(digit);
        rest = quotient;
    }
    Digits::Integers(result)
}

/// The integer written in `radix` (2 to 36), lower case.
pub fn to_text(integer: &BigInt, radix: u32) -> String {
    let magnitude = integer.magnitude();
    if magnitude.bits() <= LARGE_BITS || radix.is_power_of_two() {
        return integer.to_str_radix(radix);
    }
    let mut text = large::to_text(magnitude, radix);
    if integer.is_negative() {
        text.insert(0, '-');
    }
    text
}

/// The nearest float, infinite where the integer is out of range.
pub fn to_float(integer: &BigInt) -> f64 {
    integer.to_f64().unwrap_or(f64::NAN)
}

/// The integer part of a finite float.
pub fn from_float(float: f64) -> BigInt {
    let truncated = float.trunc();
    if truncated.abs() < 9.0e18 {
        return BigInt::from(truncated as i64);
    }
    let (mantissa, exponent) = decompose(truncated);
    BigInt::from(mantissa) << exponent.max(0) as u64
}

/// A finite float as an integer times a power of two.
pub fn decompose(float: f64) -> (i64, i64) {
    let bits = float.to_bits();
    let raw_exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match raw_exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, raw_exponent - 1075),
    };
    (if float.is_sign_negative() { -mantissa } else { mantissa }, exponent)
}

/// Compares exactly; `None` where the float is not a number.
pub fn compare_with_float(integer: &BigInt, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = float.trunc();
    let order = integer.cmp(&from_float(whole));
    Some(match order {
        Ordering::Equal if float > whole => Ordering::Less,
        Ordering::Equal if float < whole => Ordering::Greater,
        order => order,
    })
}

/// `dividend / divisor` as a float, however large they are; `divisor` isn't zero. The divisor's
/// first 64 bits are taken and as many of the dividend's as give the quotient 64.
pub fn float_quotient(dividend: &BigInt, divisor: &BigInt) -> f64 {
    let negative = dividend.is_negative() != divisor.is_negative();
    let (top, bottom) = (dividend.magnitude(), divisor.magnitude());
    let bottom_shift = bottom.bits() as i64 - 64;
    let top_shift = match top.bits() as i64 - 128 {
        excess if excess > 64 => excess - 64,
        excess if excess > 0 => 0,
        missing => missing,
    };
    let quotient = shifted_right(top, top_shift) / shifted_right(bottom, bottom_shift);
    let float = quotient.to_f64().unwrap_or(f64::INFINITY);
    let magnitude = crate::number::c_math::scale(float, top_shift - bottom_shift);
    if negative { -magnitude } else { magnitude }
}

fn shifted_right(magnitude: &BigUint, count: i64) -> BigUint {
    if count >= 0 { magnitude >> count as u64 } else { magnitude << count.unsigned_abs() }
}

/// `integer * 2 ** exponent` rounded once to the nearest float.
pub fn scaled_to_float(integer: &BigInt, exponent: i64) -> f64 {
    if integer.is_zero() {
        return 0.0;
    }
    let magnitude = scale_to_float(integer.magnitude(), exponent);
    if integer.is_negative() { -magnitude } else { magnitude }
}

/// `magnitude * 2 ** exponent` rounded once to the nearest float, ties to even.
fn scale_to_float(magnitude: &BigUint, exponent: i64) -> f64 {
    let bits = magnitude.bits() as i64;
    let top = bits + exponent;
    if top > 1024 {
        return f64::INFINITY;
    }
    // Below the smallest normal exponent fewer bits of mantissa are left.
    let precision = if top >= -1021 { 53 } else { 53 - (-1021 - top) };
    if precision < 0 {
        return 0.0;
    }
    let drop = bits - precision;
    let mut kept = if drop > 0 { (magnitude >> drop as u64).to_u64().unwrap_or(0) } else { magnitude.to_u64().unwrap_or(0) };
    if drop > 0 {
        let half = magnitude.bit(drop as u64 - 1);
        let below = magnitude.trailing_zeros().is_some_and(|zeros| (zeros as i64) < drop - 1);
        if half && (below || kept & 1 == 1) {
            kept += 1;
        }
    }
    multiply_by_power_of_two(kept as f64, exponent + drop.max(0))
}

/// `float * 2 ** exponent` where the result is representable: two exact steps, since the factor alone may not be.
fn multiply_by_power_of_two(float: f64, exponent: i64) -> f64 {
    let first = (exponent / 2) as i32;
    float * 2f64.powi(first) * 2f64.powi(exponent as i32 - first)
}

/// The magnitude as little-endian 32-bit words, at least one.
pub fn words(integer: &BigInt) -> Vec<u32> {
    let words = integer.magnitude().to_u32_digits();
    if words.is_empty() { vec![0] } else { words }
}

/// The non-negative integer of little-endian 32-bit words.
pub fn from_words(words: &[u32]) -> BigInt {
    BigInt::from_slice(Sign::Plus, words)
}

/// The bits of `integer` written in two's complement, in a radix that is a power of two,
/// without the repeated sign digit in front: `-255` in hexadecimal is `01`, to be led by `..f`.
pub fn complement_digits(integer: &BigInt, bits_per_digit: u32) -> String {
    debug_assert!(integer.is_negative());
    let digits = (bit_length(integer) / bits_per_digit as u64 + 1) * bits_per_digit as u64;
    let wrapped = integer + (BigInt::one() << digits);
    let mut text = wrapped.to_str_radix(1 << bits_per_digit);
    let sign_digit = char::from_digit((1 << bits_per_digit) - 1, 1 << bits_per_digit).unwrap_or('1');
    let width = (digits / bits_per_digit as u64) as usize;
    while text.len() < width {
        text.insert(0, '0');
    }
    let kept = text.trim_start_matches(sign_digit);
    kept.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(text: &str) -> BigInt {
        text.parse().expect("a decimal integer")
    }

    #[test]
    fn powers_keep_their_sign_and_their_limit() {
        assert_eq!(power(&BigInt::from(-3), 3), Some(BigInt::from(-27)));
        assert_eq!(power(&BigInt::from(12), 20), Some(big("3833759992447475122176")));
        assert_eq!(power(&BigInt::from(2), WIDTH_LIMIT_BITS * 2), None);
        assert_eq!(power(&BigInt::from(-1), u64::MAX), Some(BigInt::from(-1)));
    }

    #[test]
    fn long_integers_are_written_as_the_plain_algorithm_writes_them() {
        for exponent in [1300u32, 2000, 5000, 20000] {
            for radix in [3, 7, 10, 36] {
                let integer = Pow::pow(BigInt::from(10), exponent) * 7 + 11;
                assert_eq!(to_text(&integer, radix), integer.to_str_radix(radix));
                assert_eq!(to_text(&-&integer, radix), (-integer).to_str_radix(radix));
            }
        }
    }

    #[test]
    fn quotients_round_once() {
        assert_eq!(float_quotient(&BigInt::from(1), &BigInt::from(3)), 1.0 / 3.0);
        assert_eq!(float_quotient(&BigInt::from(-7), &BigInt::from(2)), -3.5);
        let huge = Pow::pow(BigInt::from(10), 400u32);
        assert_eq!(float_quotient(&huge, &(&huge * 3)), 1.0 / 3.0);
        assert_eq!(float_quotient(&huge, &BigInt::from(1)), f64::INFINITY);
        assert_eq!(float_quotient(&BigInt::from(1), &(BigInt::one() << 1074u32)), 5e-324);
        assert_eq!(float_quotient(&BigInt::from(1), &(BigInt::one() << 1075u32)), 0.0);
        assert_eq!(float_quotient(&BigInt::from(3), &(BigInt::one() << 1075u32)), 1e-323);
    }

    #[test]
    fn comparison_with_floats_is_exact() {
        let integer = (BigInt::one() << 53u32) + 1;
        assert_eq!(compare_with_float(&integer, 9007199254740992.0), Some(Ordering::Greater));
        assert_eq!(compare_with_float(&BigInt::from(-3), -3.5), Some(Ordering::Greater));
        assert_eq!(compare_with_float(&BigInt::from(3), f64::NAN), None);
        assert_eq!(compare_with_float(&BigInt::from(3), f64::INFINITY), Some(Ordering::Less));
    }

    #[test]
    fn floats_survive_the_way_to_integers_and_back() {
        let mut bits: u64 = 0x4340_0000_0000_0001;
        for _ in 0..200 {
            bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let float = f64::from_bits(bits & 0xbfff_ffff_ffff_ffff | 0x4340_0000_0000_0000);
            if float.is_finite() {
                assert_eq!(to_float(&from_float(float)), float.trunc());
            }
        }
    }

    #[test]
    fn two_complement_digits_drop_the_sign() {
        assert_eq!(complement_digits(&BigInt::from(-255), 4), "01");
        assert_eq!(complement_digits(&BigInt::from(-1), 4), "");
        assert_eq!(complement_digits(&BigInt::from(-256), 4), "00");
        assert_eq!(complement_digits(&BigInt::from(-8), 3), "0");
        assert_eq!(complement_digits(&BigInt::from(-5), 1), "011");
    }

    #[test]
    fn digits_come_least_significant_first() {
        assert_eq!(digits(&BigInt::from(12345), &BigInt::from(10)), Digits::Bytes(vec![5, 4, 3, 2, 1]));
        assert_eq!(digits(&BigInt::from(1000), &BigInt::from(999)), Digits::Integers([1, 1].map(BigInt::from).to_vec()));
        assert_eq!(digits(&BigInt::from(0), &BigInt::from(2)), Digits::Bytes(vec![0]));
        let large = Pow::pow(BigInt::from(36), 2000u32) * 35 + 10;
        assert_eq!(digits(&large, &BigInt::from(36)), Digits::Bytes(large.magnitude().to_radix_le(36)));
    }
}
