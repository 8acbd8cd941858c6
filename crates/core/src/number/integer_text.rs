//! Integers between their digits and their limbs.
//!
//! Reading a long text digit by digit costs the square of its length, so long
//! texts go by way of [`crate::number::large`].

use num_bigint::BigInt;
use num_traits::Zero;

use crate::number::large;

/// Texts of more digits than this are read by an algorithm for long ones.
const LONG_DIGITS: usize = 200;

/// The integer of checked ASCII digits in `radix`; zero where there are none.
pub fn from_digits(digits: &[u8], radix: u32) -> BigInt {
    if digits.len() <= 12 {
        let value = digits.iter().fold(0i64, |sum, digit| sum * radix as i64 + digit_value(*digit) as i64);
        return BigInt::from(value);
    }
    if digits.len() <= LONG_DIGITS || radix.is_power_of_two() {
        return BigInt::parse_bytes(digits, radix).unwrap_or_else(BigInt::zero);
    }
    std::str::from_utf8(digits).ok().and_then(|digits| large::from_text(digits, radix)).unwrap_or_else(BigInt::zero)
}

fn digit_value(digit: u8) -> u32 {
    (digit as char).to_digit(36).unwrap_or(0)
}

/// A small integer in decimal or another radix, without going through limbs.
pub fn small_to_text(integer: i64, radix: u32) -> String {
    if radix == 10 {
        return integer.to_string();
    }
    let mut digits = [0u8; 65];
    let mut at = digits.len();
    let mut rest = integer.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = char::from_digit((rest % radix as u64) as u32, radix).map_or(b'0', |digit| digit as u8);
        rest /= radix as u64;
        if rest == 0 {
            break;
        }
    }
    let mut text = String::with_capacity(digits.len() - at + 1);
    if integer < 0 {
        text.push('-');
    }
    text.extend(digits[at..].iter().map(|digit| *digit as char));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_read_as_the_plain_algorithm_reads_them() {
        let text: Vec<u8> = (0..5000u32).map(|at| b'0' + ((at * 7 + 3) % 10) as u8).collect();
        assert_eq!(Some(from_digits(&text, 10)), BigInt::parse_bytes(&text, 10));
    }

    #[test]
    fn small_integers_in_any_radix() {
        assert_eq!(small_to_text(-255, 16), "-ff");
        assert_eq!(small_to_text(0, 2), "0");
        assert_eq!(small_to_text(i64::MIN, 36), BigInt::from(i64::MIN).to_str_radix(36));
    }
}
