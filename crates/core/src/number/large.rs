//! Arithmetic on integers of many words, where the algorithm decides.
//!
//! `num-bigint`, in whose integers the rest of this folder computes, takes common divisors bit by bit and divides
//! by the school's method. `dashu` has Lehmer's method, Newton's and those that divide and conquer. Its integers
//! take whole words, so that going over to it costs one copy: each function here says from which size on it pays.

use dashu_base::{DivRem, Gcd, SquareRoot};
use dashu_int::UBig;
use num_bigint::{BigInt, BigUint, Sign};

/// Bits from which on a product of two such factors, or a quotient, is worth the copies.
const LARGE_BITS: u64 = 64 * 64;

fn taken(magnitude: &BigUint) -> UBig {
    UBig::from_words(&magnitude.to_u64_digits())
}

fn given(magnitude: UBig) -> BigUint {
    BigUint::new(magnitude.as_words().iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect())
}

fn signed(negative: bool, magnitude: UBig) -> BigInt {
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, given(magnitude))
}

/// Whether two integers are so large that [`product`] and [`quotient_and_rest`] gain by another algorithm.
fn are_large(one: &BigInt, other: &BigInt) -> bool {
    one.bits().min(other.bits()) >= LARGE_BITS
}

pub fn product(one: &BigInt, other: &BigInt) -> BigInt {
    if !are_large(one, other) {
        return one * other;
    }
    signed((one.sign() == Sign::Minus) != (other.sign() == Sign::Minus), taken(one.magnitude()) * taken(other.magnitude()))
}

/// The quotient rounded towards zero, and a rest with the sign of the dividend; `divisor` isn't zero.
pub fn quotient_and_rest(dividend: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    if !are_large(dividend, divisor) || dividend.bits() - divisor.bits().min(dividend.bits()) < LARGE_BITS {
        return num_integer::Integer::div_rem(dividend, divisor);
    }
    let (quotient, rest) = taken(dividend.magnitude()).div_rem(taken(divisor.magnitude()));
    let negative = dividend.sign() == Sign::Minus;
    (signed(negative != (divisor.sign() == Sign::Minus), quotient), signed(negative, rest))
}

/// The greatest common divisor, zero of two zeros.
pub fn common_divisor(one: &BigInt, other: &BigInt) -> BigInt {
    let (one, other) = (taken(one.magnitude()), taken(other.magnitude()));
    match (one.is_zero(), other.is_zero()) {
        (true, _) => signed(false, other),
        (_, true) => signed(false, one),
        _ => signed(false, one.gcd(other)),
    }
}

/// The largest integer whose square is not above `integer`, which isn't negative.
pub fn square_root(integer: &BigInt) -> BigInt {
    signed(false, taken(integer.magnitude()).sqrt())
}

pub fn power(base: &BigInt, exponent: usize) -> BigInt {
    signed(base.sign() == Sign::Minus && exponent % 2 == 1, taken(base.magnitude()).pow(exponent))
}

/// The digits of a magnitude in `radix` (2 to 36), lower case.
pub fn to_text(magnitude: &BigUint, radix: u32) -> String {
    taken(magnitude).in_radix(radix as u8).to_string()
}

/// The integer of checked digits in `radix` (2 to 36).
pub fn from_text(digits: &str, radix: u32) -> Option<BigInt> {
    Some(signed(false, UBig::from_str_radix(digits, radix).ok()?))
}

#[cfg(test)]
mod tests {
    use num_integer::Integer;

    use super::*;

    /// An integer of about so many bits, whose words look like nothing.
    fn sample(bits: u64, seed: u64) -> BigInt {
        let mut state = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let words = (0..bits.div_ceil(32)).map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        });
        BigInt::from_biguint(if seed % 2 == 0 { Sign::Plus } else { Sign::Minus }, BigUint::new(words.collect()))
    }

    #[test]
    fn what_is_large_is_computed_as_what_is_small() {
        for (one_bits, other_bits) in [(64, 64), (100, 5000), (5000, 5000), (9000, 4200), (30_000, 12_000)] {
            for seed in 0..4 {
                let (one, other) = (sample(one_bits, seed), sample(other_bits, seed / 2 + 7));
                assert_eq!(product(&one, &other), &one * &other);
                assert_eq!(quotient_and_rest(&one, &other), one.div_rem(&other));
                assert_eq!(common_divisor(&one, &other), one.gcd(&other));
                let common = sample(300, seed + 1);
                assert_eq!(common_divisor(&(&one * &common), &(&other * &common)), (&one * &common).gcd(&(&other * &common)));
                assert_eq!(power(&one, 3), num_traits::Pow::pow(&one, 3u32));
                assert_eq!(square_root(&(&one * &one)).magnitude(), one.magnitude());
                for radix in [3, 10, 16, 36] {
                    let text = to_text(one.magnitude(), radix);
                    assert_eq!(text, one.magnitude().to_str_radix(radix));
                    assert_eq!(from_text(&text, radix).map(|read| read.magnitude().clone()), Some(one.magnitude().clone()));
                }
            }
        }
    }

    #[test]
    fn zeros_have_divisors_and_roots() {
        let (zero, nine) = (BigInt::from(0), BigInt::from(-9));
        assert_eq!(common_divisor(&zero, &zero), zero);
        assert_eq!(common_divisor(&zero, &nine), BigInt::from(9));
        assert_eq!(common_divisor(&nine, &zero), BigInt::from(9));
        assert_eq!(square_root(&zero), zero);
    }
}
