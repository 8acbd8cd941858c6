//! Numbers read from text: what `Integer()`, `Float()`, `Rational()`, `Complex()`
//! accept, and what `to_i`, `to_f`, `to_r`, `to_c` make of any beginning.
//!
//! A strict reading takes the whole text or nothing; a lenient one takes the
//! longest beginning that is a number, and zero where there is none. Both allow
//! white space around and single underscores between digits.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::number::integer_text;

/// How much of the text must be the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Strict,
    Lenient,
}

/// A place in the text that only moves forward.
#[derive(Clone)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(bytes: &'a [u8]) -> Cursor<'a> {
        let mut cursor = Cursor { bytes, at: 0 };
        cursor.skip_space();
        cursor
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += found as usize;
        found
    }

    /// An optional sign; true for minus.
    fn sign(&mut self) -> bool {
        match self.peek() {
            Some(b'-') => {
                self.at += 1;
                true
            }
            Some(b'+') => {
                self.at += 1;
                false
            }
            _ => false,
        }
    }

    /// Digits of `radix` with single underscores between them, underscores left out.
    fn digits(&mut self, radix: u32) -> Vec<u8> {
        let mut digits = Vec::new();
        loop {
            match self.peek() {
                Some(byte) if (byte as char).is_digit(radix) => digits.push(byte),
                Some(b'_') if !digits.is_empty() && self.peek_at(1).is_some_and(|next| (next as char).is_digit(radix)) => {}
                _ => return digits,
            }
            self.at += 1;
        }
    }

    /// Whether nothing but white space is left.
    fn at_end(&self) -> bool {
        self.bytes[self.at..].iter().copied().all(is_space)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// An integer in `base`: 2 to 36, or 0 (or below -1) where a prefix decides and
/// the base is otherwise 10 (or its negative). `None`: a strict reading failed.
pub fn integer(bytes: &[u8], base: i64, reading: Reading) -> Option<BigInt> {
    let mut cursor = Cursor::new(bytes);
    let negative = cursor.sign();
    let radix = radix_of(&mut cursor, base);
    let digits = cursor.digits(radix);
    if reading == Reading::Strict && (digits.is_empty() || !cursor.at_end()) {
        return None;
    }
    let magnitude = integer_text::from_digits(&digits, radix);
    Some(if negative { -magnitude } else { magnitude })
}

/// Settles the radix and steps over the prefix that names it.
fn radix_of(cursor: &mut Cursor, base: i64) -> u32 {
    let prefix = match (cursor.peek(), cursor.peek_at(1)) {
        (Some(b'0'), Some(b'x' | b'X')) => Some(16),
        (Some(b'0'), Some(b'b' | b'B')) => Some(2),
        (Some(b'0'), Some(b'o' | b'O')) => Some(8),
        (Some(b'0'), Some(b'd' | b'D')) => Some(10),
        _ => None,
    };
    let wanted = match (base, prefix) {
        (1.., _) => base as u32,
        (_, Some(prefix)) => prefix,
        (_, None) if cursor.peek() == Some(b'0') && cursor.peek_at(1).is_some() => 8,
        (..-1, None) => base.unsigned_abs() as u32,
        _ => 10,
    };
    if prefix == Some(wanted) {
        cursor.at += 2;
    }
    wanted
}

/// A float, decimal or (strictly read) hexadecimal. `None`: a strict reading failed.
pub fn float(bytes: &[u8], reading: Reading) -> Option<f64> {
    let mut cursor = Cursor::new(bytes);
    let is_signed = matches!(cursor.peek(), Some(b'-' | b'+'));
    let negative = cursor.sign();
    let hexadecimal = cursor.peek() == Some(b'0') && matches!(cursor.peek_at(1), Some(b'x' | b'X'));
    if hexadecimal && reading == Reading::Lenient {
        // As the reference reads them: those with a sign alone.
        let magnitude = if is_signed { hexadecimal_float(&mut cursor).unwrap_or(0.0) } else { 0.0 };
        return Some(if negative && magnitude > 0.0 { -magnitude } else { magnitude });
    }
    let start = cursor.at;
    let magnitude = if hexadecimal { hexadecimal_float(&mut cursor)? } else { decimal_float(&mut cursor, reading)? };
    if cursor.at == start {
        return Some(magnitude); // the sign of nothing
    }
    if reading == Reading::Strict && !cursor.at_end() {
        return None;
    }
    Some(if negative { -magnitude } else { magnitude })
}

fn decimal_float(cursor: &mut Cursor, reading: Reading) -> Option<f64> {
    let Some(text) = decimal_text(cursor, reading == Reading::Strict) else {
        return if reading == Reading::Strict { None } else { Some(0.0) };
    };
    text.parse().ok()
}

/// Digits, point, exponent, underscores left out; `None` where no number begins.
fn decimal_text(cursor: &mut Cursor, strict: bool) -> Option<String> {
    let whole = cursor.digits(10);
    let mut fraction = Vec::new();
    if cursor.peek() == Some(b'.') {
        let next = cursor.peek_at(1);
        if next.is_some_and(|byte| byte.is_ascii_digit()) {
            cursor.at += 1;
            fraction = cursor.digits(10);
        } else if !whole.is_empty() && (strict || matches!(next, Some(b'e' | b'E'))) {
            // A point without digits after it stands for nothing.
            cursor.at += 1;
        }
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(whole.len() + fraction.len() + 8);
    text.extend(whole.iter().map(|byte| *byte as char));
    text.push('.');
    text.extend(fraction.iter().map(|byte| *byte as char));
    if text.starts_with('.') {
        text.insert(0, '0');
    }
    if let Some(exponent) = exponent(cursor) {
        text.push_str(&format!("e{exponent}"));
    }
    Some(text)
}

/// `e` with its signed digits; the cursor stays where they are incomplete. Absurd exponents are cut short.
fn exponent(cursor: &mut Cursor) -> Option<i64> {
    let start = cursor.at;
    if !matches!(cursor.peek(), Some(b'e' | b'E')) {
        return None;
    }
    cursor.at += 1;
    let negative = cursor.sign();
    let digits = cursor.digits(10);
    if digits.is_empty() {
        cursor.at = start;
        return None;
    }
    let magnitude = power_of_ten(&digits).min(1 << 40);
    Some(if negative { -magnitude } else { magnitude })
}

/// `0x` digits, optional point and digits, optional `p` with a power of two.
fn hexadecimal_float(cursor: &mut Cursor) -> Option<f64> {
    cursor.at += 2;
    let mut digits = cursor.digits(16);
    let mut exponent = 0i64;
    if cursor.accept(b'.') {
        let fraction = cursor.digits(16);
        exponent -= 4 * fraction.len() as i64;
        digits.extend(fraction);
    }
    if digits.is_empty() {
        return None;
    }
    if matches!(cursor.peek(), Some(b'p' | b'P')) {
        cursor.at += 1;
        let negative = cursor.sign();
        let power = cursor.digits(10);
        if power.is_empty() {
            return None;
        }
        let power = power_of_ten(&power).min(1 << 40);
        exponent += if negative { -power } else { power };
    }
    let mantissa = integer_text::from_digits(&digits, 16);
    Some(crate::number::big_integer::scaled_to_float(&mantissa, exponent))
}

/// A fraction of integers; the denominator is above zero and they may have common factors.
#[derive(PartialEq, Eq, Debug)]
pub struct Fraction {
    pub numerator: BigInt,
    pub denominator: BigInt,
}

/// Exponents of ten beyond this aren't expanded into digits.
const EXPANDED_EXPONENT: i64 = 1 << 24;
/// From here on an exponent is none of a machine's.
const ENDLESS: i64 = 1 << 62;

/// The errors of reading a fraction.
#[derive(PartialEq, Eq, Debug)]
pub enum FractionError {
    Invalid,
    ZeroDenominator,
    /// The exponent would make an integer too long to hold.
    TooLarge,
    /// No integer of a machine holds the exponent.
    Endless,
}

/// `3`, `-1.5e3`, `2/3`, `1.5/2.5`: a rational number.
pub fn fraction(bytes: &[u8], reading: Reading) -> Result<Fraction, FractionError> {
    let mut cursor = Cursor::new(bytes);
    let negative = cursor.sign();
    let Some((mut numerator, mut power)) = decimal_parts(&mut cursor) else {
        return match reading {
            Reading::Strict => Err(FractionError::Invalid),
            Reading::Lenient => Ok(Fraction { numerator: BigInt::zero(), denominator: BigInt::from(1) }),
        };
    };
    let mut denominator = BigInt::from(1);
    let before_slash = cursor.at;
    if cursor.accept(b'/') {
        match decimal_parts(&mut cursor) {
            Some((divisor, divisor_power)) => {
                denominator = divisor;
                power = power.saturating_sub(divisor_power);
            }
            None => cursor.at = before_slash,
        }
    }
    if reading == Reading::Strict && !cursor.at_end() {
        return Err(FractionError::Invalid);
    }
    if denominator.is_zero() {
        return Err(FractionError::ZeroDenominator);
    }
    if numerator.is_zero() {
        return Ok(Fraction { numerator, denominator: BigInt::from(1) });
    }
    // Beyond what a machine's integer holds a number is nothing or has no end; where there were only too many digits, the reference says so.
    if power <= -ENDLESS {
        return Ok(Fraction { numerator: BigInt::from(0), denominator: BigInt::from(1) });
    }
    if power.abs() > EXPANDED_EXPONENT {
        return Err(if power >= ENDLESS { FractionError::Endless } else { FractionError::TooLarge });
    }
    let factor = BigInt::from(10).pow(power.unsigned_abs() as u32);
    if power >= 0 {
        numerator *= factor;
    } else {
        denominator *= factor;
    }
    Ok(Fraction { numerator: if negative { -numerator } else { numerator }, denominator })
}

/// An unsigned decimal as an integer and the power of ten it is to be multiplied by. As the reference reads it, a point without digits behind it ends the
/// number, and stands for zero where none were before it; so does an `e`.
fn decimal_parts(cursor: &mut Cursor) -> Option<(BigInt, i64)> {
    let mut digits = cursor.digits(10);
    if digits.is_empty() && cursor.peek() != Some(b'.') {
        return None;
    }
    let mut power = 0;
    if cursor.accept(b'.') {
        let fraction = cursor.digits(10);
        if fraction.is_empty() {
            return Some((integer_text::from_digits(&digits, 10), 0));
        }
        power = -(fraction.len() as i64);
        digits.extend(fraction);
    }
    if matches!(cursor.peek(), Some(b'e' | b'E')) && cursor.peek_at(1).is_some() {
        cursor.at += 1;
        let negative = cursor.sign();
        let exponent = power_of_ten(&cursor.digits(10));
        power += if negative { -exponent } else { exponent };
    }
    Some((integer_text::from_digits(&digits, 10), power))
}

/// Absurd ones are cut short.
fn power_of_ten(digits: &[u8]) -> i64 {
    digits.iter().fold(0i64, |sum, digit| sum.saturating_mul(10).saturating_add((digit - b'0').into())).min(ENDLESS)
}

/// The texts of a complex number's two components, each a real number by itself.
#[derive(PartialEq, Eq, Debug)]
pub struct ComplexText {
    pub first: Vec<u8>,
    pub second: Vec<u8>,
    /// Absolute value and angle instead of real and imaginary part.
    pub polar: bool,
}

/// `1+2i`, `-i`, `3@1.5`, `1/2-3/4i`. `None`: a strict reading failed.
pub fn complex(bytes: &[u8], reading: Reading) -> Option<ComplexText> {
    let mut cursor = Cursor::new(bytes);
    let (text, complete) = complex_components(&mut cursor);
    if reading == Reading::Strict && !(complete && cursor.at_end()) {
        return None;
    }
    Some(text)
}

fn complex_components(cursor: &mut Cursor) -> (ComplexText, bool) {
    let rectangular = |first: Vec<u8>, second: Vec<u8>| ComplexText { first, second, polar: false };
    let zero = || b"0".to_vec();
    let start = cursor.at;
    let negative = cursor.sign();
    if imaginary_unit(cursor) {
        return (rectangular(zero(), if negative { b"-1".to_vec() } else { b"1".to_vec() }), true);
    }
    if !step_over_real(cursor) {
        return (rectangular(zero(), zero()), false);
    }
    let first = cursor.bytes[start..cursor.at].to_vec();
    if imaginary_unit(cursor) {
        return (rectangular(zero(), first), true);
    }
    let second_start = cursor.at;
    if cursor.accept(b'@') {
        cursor.sign();
        if !step_over_real(cursor) {
            return (rectangular(first, zero()), false);
        }
        let second = cursor.bytes[second_start + 1..cursor.at].to_vec();
        return (ComplexText { first, second, polar: true }, true);
    }
    if matches!(cursor.peek(), Some(b'+' | b'-')) {
        let negative = cursor.sign();
        if imaginary_unit(cursor) {
            return (rectangular(first, if negative { b"-1".to_vec() } else { b"1".to_vec() }), true);
        }
        let complete = step_over_real(cursor);
        let second = cursor.bytes[second_start..cursor.at].to_vec();
        if !complete || !imaginary_unit(cursor) {
            return (rectangular(first, zero()), false);
        }
        return (rectangular(first, second), true);
    }
    (rectangular(first, zero()), true)
}

fn imaginary_unit(cursor: &mut Cursor) -> bool {
    let found = matches!(cursor.peek(), Some(b'i' | b'I' | b'j' | b'J'));
    cursor.at += found as usize;
    found
}

/// Steps over an unsigned integer, decimal or fraction; false where none stands.
fn step_over_real(cursor: &mut Cursor) -> bool {
    let mut has_digits = !cursor.digits(10).is_empty();
    if cursor.peek() == Some(b'.') && cursor.peek_at(1).is_some_and(|byte| byte.is_ascii_digit()) {
        cursor.at += 1;
        has_digits |= !cursor.digits(10).is_empty();
    }
    if !has_digits {
        return false;
    }
    exponent(cursor);
    let before_slash = cursor.at;
    if cursor.accept(b'/') && cursor.digits(10).is_empty() {
        cursor.at = before_slash;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict(text: &str, base: i64) -> Option<i64> {
        integer(text.as_bytes(), base, Reading::Strict).map(|integer| i64::try_from(integer).unwrap_or(i64::MIN))
    }

    fn lenient(text: &str, base: i64) -> i64 {
        integer(text.as_bytes(), base, Reading::Lenient).and_then(|integer| i64::try_from(integer).ok()).unwrap_or(i64::MIN)
    }

    #[test]
    fn strict_integers_take_the_whole_text() {
        for (text, base, expected) in [
            ("42", 0, Some(42)),
            (" -0x1A\n", 0, Some(-26)),
            ("0b101", 0, Some(5)),
            ("017", 0, Some(15)),
            ("0o17", 0, Some(15)),
            ("0d19", 0, Some(19)),
            ("1_000", 0, Some(1000)),
            ("0_8", 0, None),
            ("0", 0, Some(0)),
            ("1__0", 0, None),
            ("_1", 0, None),
            ("1_", 0, None),
            ("0x", 0, None),
            ("0x_1", 0, None),
            ("- 1", 0, None),
            ("", 0, None),
            ("z", 36, Some(35)),
            ("0x1A", 16, Some(26)),
            ("1A", 16, Some(26)),
            ("0b1", 16, Some(0xb1)),
            ("12", 2, None),
            ("08", 10, Some(8)),
        ] {
            assert_eq!(strict(text, base), expected, "{text:?} in base {base}");
        }
    }

    #[test]
    fn lenient_integers_take_the_beginning() {
        for (text, base, expected) in [
            ("12abc", 10, 12),
            ("abc", 10, 0),
            ("1__2", 10, 1),
            ("0x1A", 10, 0),
            ("0x1A", 16, 26),
            ("0b11", 2, 3),
            ("  -7 8", 10, -7),
            ("0xz", 16, 0),
            ("08", 0, 0),
        ] {
            assert_eq!(lenient(text, base), expected, "{text:?} in base {base}");
        }
    }

    #[test]
    fn floats_strict_and_lenient() {
        for (text, expected) in [
            ("1.5", Some(1.5)),
            (" 1e3 ", Some(1000.0)),
            ("1_0.5", Some(10.5)),
            (".5", Some(0.5)),
            ("1.", Some(1.0)),
            ("1.e1", Some(10.0)),
            ("1e", None),
            ("1._5", None),
            ("1_.5", None),
            ("0x1A", Some(26.0)),
            ("0x1.8p1", Some(3.0)),
            ("-0x.8", Some(-0.5)),
            ("0x1.p1", Some(2.0)),
            ("", None),
            ("1e400", Some(f64::INFINITY)),
            ("Infinity", None),
            ("1 2", None),
        ] {
            assert_eq!(float(text.as_bytes(), Reading::Strict), expected, "{text:?}");
        }
        for (text, expected) in [("1.5x", 1.5), ("x", 0.0), ("1e", 1.0), ("1.e3", 1000.0), ("0x1A", 0.0), (".5.5", 0.5), ("1__5", 1.0)] {
            assert_eq!(float(text.as_bytes(), Reading::Lenient), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn fractions_multiply_out_their_exponents() {
        let read = |text: &str| fraction(text.as_bytes(), Reading::Strict).map(|read| (read.numerator.to_string(), read.denominator.to_string()));
        assert_eq!(read("1/3"), Ok(("1".into(), "3".into())));
        assert_eq!(read("-1.25e1"), Ok(("-125".into(), "10".into())));
        assert_eq!(read("1/0"), Err(FractionError::ZeroDenominator));
        assert_eq!(read("1/"), Err(FractionError::Invalid));
        assert_eq!(read("x"), Err(FractionError::Invalid));
    }

    #[test]
    fn complex_texts_split_in_two() {
        let read = |text: &str| {
            complex(text.as_bytes(), Reading::Strict)
                .map(|read| (String::from_utf8_lossy(&read.first).into_owned(), String::from_utf8_lossy(&read.second).into_owned(), read.polar))
        };
        let pair = |first: &str, second: &str, polar| Some((first.to_string(), second.to_string(), polar));
        assert_eq!(read("1+2i"), pair("1", "+2", false));
        assert_eq!(read("-i"), pair("0", "-1", false));
        assert_eq!(read("3@-1.5"), pair("3", "-1.5", true));
        assert_eq!(read("1/2-3/4j"), pair("1/2", "-3/4", false));
        assert_eq!(read("2.5e3i"), pair("0", "2.5e3", false));
        assert_eq!(read("1+2"), None);
    }
}
