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

/// The text of a small integer, with no memory of its own but this.
pub struct SmallText {
    /// Ends at the end: a sign and 64 digits at most.
    bytes: [u8; 65],
    start: usize,
}

impl SmallText {
    /// A small integer in decimal or another radix, without going through limbs.
    pub fn of(integer: i64, radix: u32) -> SmallText {
        let mut text = SmallText { bytes: [0; 65], start: 65 };
        match radix {
            // Dividing by what is known at compile time is multiplying.
            10 => text.push_digits(integer.unsigned_abs(), 10),
            _ => text.push_digits(integer.unsigned_abs(), radix as u64),
        }
        if integer < 0 {
            text.push(b'-');
        }
        text
    }

    #[inline(always)]
    fn push_digits(&mut self, number: u64, radix: u64) {
        let mut rest = number;
        loop {
            self.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % radix) as usize]);
            rest /= radix;
            if rest == 0 {
                return;
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
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
        for (integer, radix) in [(-255, 16), (0, 2), (0, 10), (-10, 10), (i64::MIN, 36), (i64::MIN, 2), (i64::MAX, 10)] {
            assert_eq!(SmallText::of(integer, radix).bytes(), BigInt::from(integer).to_str_radix(radix).as_bytes());
        }
    }
}
