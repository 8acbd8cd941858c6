//! Numbers written as a format directive asks: the `d`, `x`, `o`, `b`, `f`, `e`, `g` and `a` families.
//!
//! Everything here is about characters and their places. Digits of floats are those
//! of the float's true value, as many as asked for, rounded half to even; what looks
//! like a half is treated as one (`near_half.rs`).

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::number::big_integer;
use crate::sprintf::directive::flag;
use crate::sprintf::near_half::{self, Wanted};

/// A directive whose width and precision are known.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub conversion: u8,
    pub flags: u8,
    pub width: usize,
    pub precision: Option<usize>,
}

impl Layout {
    /// Whether it asks for nothing but the conversion.
    pub fn is_bare(&self) -> bool {
        self.flags == 0 && self.width == 0 && self.precision.is_none()
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn sign(&self, negative: bool) -> &'static str {
        if negative {
            "-"
        } else if self.has(flag::PLUS) {
            "+"
        } else if self.has(flag::SPACE) {
            " "
        } else {
            ""
        }
    }

    /// Sign, prefix and digits brought to the width; `zeros` allows filling with zeros after the prefix.
    fn place(&self, lead: &str, digits: &str, zeros: bool) -> String {
        let length = lead.len() + digits.len();
        let missing = self.width.saturating_sub(length);
        let mut text = String::with_capacity(length + missing);
        let fill = |text: &mut String, character: char| text.extend(std::iter::repeat_n(character, missing));
        if self.has(flag::MINUS) {
            text.push_str(lead);
            text.push_str(digits);
            fill(&mut text, ' ');
        } else if zeros && self.has(flag::ZERO) {
            text.push_str(lead);
            fill(&mut text, '0');
            text.push_str(digits);
        } else {
            fill(&mut text, ' ');
            text.push_str(lead);
            text.push_str(digits);
        }
        text
    }
}

/// An integer under `d`, `i`, `u`, `x`, `X`, `o`, `b`, `B`.
pub fn integer(value: &BigInt, layout: Layout) -> String {
    let bits_per_digit = match layout.conversion {
        b'x' | b'X' => 4,
        b'o' => 3,
        b'b' | b'B' => 1,
        _ => return signed_integer(value, 10, layout),
    };
    if value.is_negative() && !layout.has(flag::PLUS | flag::SPACE) {
        return complement(value, bits_per_digit, layout);
    }
    signed_integer(value, 1 << bits_per_digit, layout)
}

/// The mark in front of digits under the `#` flag.
fn prefix(layout: Layout) -> &'static str {
    if !layout.has(flag::ALTERNATE) {
        return "";
    }
    match layout.conversion {
        b'x' => "0x",
        b'X' => "0X",
        b'b' => "0b",
        b'B' => "0B",
        b'o' => "0",
        _ => "",
    }
}

fn signed_integer(value: &BigInt, radix: u32, layout: Layout) -> String {
    let mut digits = big_integer::to_text(&value.abs(), radix);
    if layout.conversion == b'X' {
        digits.make_ascii_uppercase();
    }
    let zero = value.is_zero();
    let mut lead = layout.sign(value.is_negative()).to_string();
    let octal = layout.conversion == b'o' && layout.has(flag::ALTERNATE);
    if let Some(precision) = layout.precision {
        let prefixed = octal && (zero || precision <= digits.len());
        if zero && precision == 0 {
            digits.clear();
        }
        if prefixed && zero {
            digits = "0".repeat(precision.max(1));
        } else if prefixed {
            lead.push('0');
        }
        pad_left(&mut digits, precision, '0');
    } else if octal && !zero {
        lead.push('0');
    }
    if !octal && !zero {
        lead.push_str(prefix(layout));
    }
    layout.place(&lead, &digits, layout.precision.is_none())
}

/// A negative integer as the endless two's complement it stands for: `..f01`.
fn complement(value: &BigInt, bits_per_digit: u32, layout: Layout) -> String {
    let radix = 1 << bits_per_digit;
    let sign_digit = char::from_digit(radix - 1, radix).unwrap_or('1');
    let mut digits = big_integer::complement_digits(value, bits_per_digit);
    digits.insert(0, sign_digit);
    let mut lead = if layout.conversion == b'o' { String::new() } else { prefix(layout).to_string() };
    let zero_filled = layout.has(flag::ZERO) && !layout.has(flag::MINUS) && layout.precision.is_none();
    let wanted = if zero_filled { layout.width.saturating_sub(lead.len()) } else { layout.precision.unwrap_or(0) };
    pad_left(&mut digits, wanted.saturating_sub(2), sign_digit);
    if layout.conversion == b'X' {
        digits.make_ascii_uppercase();
    }
    lead.push_str("..");
    layout.place(&lead, &digits, false)
}

fn pad_left(digits: &mut String, width: usize, filler: char) {
    if digits.len() < width {
        let missing = width - digits.len();
        digits.insert_str(0, &filler.to_string().repeat(missing));
    }
}

/// The default count of digits after the point.
const DEFAULT_PRECISION: usize = 6;
/// No float has more decimal digits after the point than this; what lies beyond is zeros.
const MOST_FRACTION_DIGITS: usize = 1100;

/// A float under `f`, `e`, `E`, `g`, `G`, `a`, `A`.
pub fn float(value: f64, layout: Layout) -> String {
    let lead = layout.sign(value.is_sign_negative() && !value.is_nan());
    if !value.is_finite() {
        return layout.place(lead, if value.is_nan() { "NaN" } else { "Inf" }, false);
    }
    let magnitude = value.abs();
    let upper = layout.conversion.is_ascii_uppercase();
    if layout.conversion.eq_ignore_ascii_case(&b'a') {
        let lead = format!("{lead}{}", if upper { "0X" } else { "0x" });
        let mut digits = hexadecimal(magnitude, layout);
        if upper {
            digits.make_ascii_uppercase();
        }
        return layout.place(&lead, &digits, true);
    }
    let precision = layout.precision.unwrap_or(DEFAULT_PRECISION);
    let alternate = layout.has(flag::ALTERNATE);
    let mut digits = match layout.conversion {
        b'f' => fixed(magnitude, precision, alternate),
        b'e' | b'E' => scientific(magnitude, precision, alternate),
        _ => general(magnitude, precision.max(1), alternate),
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    layout.place(lead, &digits, true)
}

fn fixed(magnitude: f64, precision: usize, alternate: bool) -> String {
    let exact = precision.min(MOST_FRACTION_DIGITS);
    let mut text = match near_half::rounded(magnitude, Wanted::Fraction(precision)) {
        Some((number, _)) => {
            let mut digits = number.to_string();
            if precision > 0 {
                pad_left(&mut digits, precision + 1, '0');
                digits.insert(digits.len() - precision, '.');
            }
            digits
        }
        None => format!("{magnitude:.exact$}"),
    };
    if precision == 0 && alternate {
        text.push('.');
    }
    text.extend(std::iter::repeat_n('0', precision - exact));
    text
}

/// Digits as `d.ddd` and the power of ten they are to be multiplied by.
fn mantissa_and_exponent(magnitude: f64, precision: usize) -> (String, i32) {
    if let Some((number, exponent)) = near_half::rounded(magnitude, Wanted::Significant(precision + 1)) {
        let mut digits = number.to_string();
        let carried = digits.len() > precision + 1;
        digits.truncate(precision + 1);
        if precision > 0 {
            digits.insert(1, '.');
        }
        return (digits, exponent + carried as i32);
    }
    let exact = precision.min(MOST_FRACTION_DIGITS);
    let text = format!("{magnitude:.exact$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut mantissa = mantissa.to_string();
    mantissa.extend(std::iter::repeat_n('0', precision - exact));
    (mantissa, exponent.parse().unwrap_or(0))
}

fn scientific(magnitude: f64, precision: usize, alternate: bool) -> String {
    let (mut text, exponent) = mantissa_and_exponent(magnitude, precision);
    if precision == 0 && alternate {
        text.push('.');
    }
    push_exponent(&mut text, exponent);
    text
}

fn push_exponent(text: &mut String, exponent: i32) {
    text.push_str(if exponent < 0 { "e-" } else { "e+" });
    if exponent.abs() < 10 {
        text.push('0');
    }
    text.push_str(&exponent.abs().to_string());
}

/// The shorter of fixed and scientific, without zeros at the end unless `alternate`.
fn general(magnitude: f64, precision: usize, alternate: bool) -> String {
    let (mantissa, exponent) = mantissa_and_exponent(magnitude, precision - 1);
    let trim = |text: String| -> String {
        if alternate || !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    if exponent < -4 || exponent as i64 >= precision as i64 {
        let mut text = trim(mantissa);
        if alternate && !text.contains('.') {
            text.push('.');
        }
        push_exponent(&mut text, exponent);
        return text;
    }
    let places = (precision as i64 - 1 - exponent as i64).max(0) as usize;
    trim(fixed(magnitude, places, alternate))
}

/// Hexadecimal digits and a power of two, without the `0x`.
fn hexadecimal(magnitude: f64, layout: Layout) -> String {
    let (mut fraction, mut exponent, mut whole) = normalised(magnitude);
    let mut digits = 13;
    if let Some(precision) = layout.precision
        && precision < digits
    {
        let dropped = 4 * (digits - precision) as u32;
        let unit = 1u64 << dropped;
        let value = whole << 52 | fraction;
        let rest = value & (unit - 1);
        let mut kept = value >> dropped;
        if rest > unit / 2 || rest == unit / 2 && kept & 1 == 1 {
            kept += 1;
        }
        digits = precision;
        whole = kept >> (4 * digits);
        fraction = kept & ((1u64 << (4 * digits)) - 1);
        if whole > 1 {
            whole = 1;
            fraction = 0;
            exponent += 1;
        }
    }
    let mut text = format!("{whole}");
    let mut places = if digits == 0 { String::new() } else { format!("{fraction:0digits$x}") };
    match layout.precision {
        Some(precision) => places.extend(std::iter::repeat_n('0', precision.saturating_sub(places.len()))),
        None => places.truncate(places.trim_end_matches('0').len()),
    }
    if !places.is_empty() || layout.has(flag::ALTERNATE) {
        text.push('.');
    }
    text.push_str(&places);
    text.push_str(&format!("p{exponent:+}"));
    text
}

/// Fraction bits, power of two and the digit before the point (zero only for zero).
fn normalised(magnitude: f64) -> (u64, i64, u64) {
    let (mantissa, exponent) = big_integer::decompose(magnitude);
    if mantissa == 0 {
        return (0, 0, 0);
    }
    let shift = (mantissa as u64).leading_zeros() - 11;
    let mantissa = (mantissa as u64) << shift;
    (mantissa & ((1 << 52) - 1), exponent + 52 - shift as i64, 1)
}

/// A fraction under `f`, exact and rounded half up; the denominator is above zero.
pub fn fraction(numerator: &BigInt, denominator: &BigInt, layout: Layout) -> String {
    let precision = layout.precision.unwrap_or(DEFAULT_PRECISION);
    let scaled: BigInt = numerator.abs() * BigInt::from(10).pow(precision as u32);
    let doubled: BigInt = scaled * 2 + denominator;
    let rounded: BigInt = doubled.div_floor(&(denominator * 2));
    let mut digits = big_integer::to_text(&rounded, 10);
    if precision > 0 {
        pad_left(&mut digits, precision + 1, '0');
        digits.insert(digits.len() - precision, '.');
    }
    layout.place(layout.sign(numerator.is_negative()), &digits, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprintf::directive::{Amount, Piece, parse};

    fn layout(format: &str) -> Layout {
        let pieces = parse(format.as_bytes());
        let Some(Piece::Directive(directive)) = pieces.first() else { panic!("{format:?} gives {pieces:?}") };
        let fixed = |amount: &Amount| if let Amount::Fixed(number) = amount { Some(*number as usize) } else { None };
        Layout {
            conversion: directive.conversion,
            flags: directive.flags,
            width: fixed(&directive.width).unwrap_or(0),
            precision: fixed(&directive.precision),
        }
    }

    #[test]
    fn integers_in_every_dress() {
        for (format, value, text) in [
            ("%d", -3, "-3"),
            ("%05d", -3, "-0003"),
            ("%+05d", 3, "+0003"),
            ("%-5d", 3, "3    "),
            ("%8.3d", -3, "    -003"),
            ("%08.3d", -3, "    -003"),
            ("%.0d", 0, ""),
            ("%+.0d", 0, "+"),
            ("%#x", 255, "0xff"),
            ("%#X", 255, "0XFF"),
            ("%#08x", 15, "0x00000f"),
            ("%#x", 0, "0"),
            ("%#o", 0, "0"),
            ("%#o", 8, "010"),
            ("%#.5o", 8, "00010"),
            ("%#.0o", 0, "0"),
            ("%+x", -255, "-ff"),
            ("%#+o", -8, "-010"),
            ("%+.3x", -1, "-001"),
            ("%b", 5, "101"),
        ] {
            assert_eq!(integer(&BigInt::from(value), layout(format)), text, "{format} of {value}");
        }
    }

    #[test]
    fn negative_integers_as_two_complement() {
        for (format, value, text) in [
            ("%x", -255, "..f01"),
            ("%08x", -1, "..ffffff"),
            ("%8x", -255, "   ..f01"),
            ("%-8x", -255, "..f01   "),
            ("%.8x", -255, "..ffff01"),
            ("%#x", -255, "0x..f01"),
            ("%#o", -8, "..70"),
            ("%b", -5, "..1011"),
            ("%08b", -5, "..111011"),
            ("%X", -255, "..F01"),
            ("%#.8x", -255, "0x..ffff01"),
            ("%#010x", -255, "0x..ffff01"),
            ("%.3b", -1, "..1"),
            ("%x", -16, "..f0"),
            ("%x", -17, "..fef"),
            ("%o", -9, "..767"),
            ("%010o", -1, "..77777777"),
        ] {
            assert_eq!(integer(&BigInt::from(value), layout(format)), text, "{format} of {value}");
        }
    }

    #[test]
    fn floats_in_every_dress() {
        for (format, value, text) in [
            ("%f", 1.0, "1.000000"),
            ("%.0f", 0.5, "0"),
            ("%.0f", 1.5, "2"),
            ("%#.0f", 1.0, "1."),
            ("%+f", f64::INFINITY, "+Inf"),
            ("%010f", f64::NEG_INFINITY, "      -Inf"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%E", 0.0, "0.000000E+00"),
            ("%g", 1e10, "1e+10"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%#g", 1.0, "1.00000"),
            ("%.3g", 1234.5, "1.23e+03"),
            ("%.100g", 0.1, "0.1000000000000000055511151231257827021181583404541015625"),
            ("%a", 1.5, "0x1.8p+0"),
            ("%A", -0.1, "-0X1.999999999999AP-4"),
            ("%a", 0.0, "0x0p+0"),
            ("%.2a", 1.999, "0x1.00p+1"),
            ("%.0a", 1.5, "0x1p+1"),
            ("%#.0a", 1.0, "0x1.p+0"),
            ("%020a", 1.5, "0x0000000000001.8p+0"),
            ("%a", 5e-324, "0x1p-1074"),
            ("% 08.2f", 3.14159, " 0003.14"),
            ("%#.0e", 12345.0, "1.e+04"),
        ] {
            assert_eq!(float(value, layout(format)), text, "{format} of {value}");
        }
    }

    #[test]
    fn fractions_round_half_up() {
        let write = |format: &str, top: i64, bottom: i64| fraction(&BigInt::from(top), &BigInt::from(bottom), layout(format));
        assert_eq!(write("%.3f", 1, 3), "0.333");
        assert_eq!(write("%.0f", 5, 2), "3");
        assert_eq!(write("%08.2f", -1, 3), "-0000.33");
        assert_eq!(write("%#.0f", 1, 1), "1");
    }
}
