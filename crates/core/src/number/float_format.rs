//! Floats as text: the shortest decimal that reads back as the same float.
//!
//! The digits come from the `ryu` crate; where the point stands and when an
//! exponent is written is Ruby's rule: plain notation while the first digit
//! stands between the fourth place after the point and the fifteenth before it,
//! and wherever there are digits on both sides of the point.

/// The decimal digits of a finite float and where its point stands.
pub struct ShortestDecimal {
    /// Significant digits, without zeros at either end (a lone `0` for zero).
    pub digits: String,
    /// The value is `0.digits * 10 ** point`.
    pub point: i32,
}

/// The shortest digits that identify `float`, its sign left aside; it must be finite.
pub fn shortest(float: f64) -> ShortestDecimal {
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(float.abs());
    let place_of = |wanted: u8| text.bytes().position(|byte| byte == wanted);
    let (mantissa, exponent) = match place_of(b'e') {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().unwrap_or(0)),
        None => (text, 0),
    };
    // It stands before the exponent.
    let (whole, fraction) = place_of(b'.').map_or((mantissa, ""), |at| (&mantissa[..at], &mantissa[at + 1..]));
    let mut digits = String::with_capacity(20);
    digits.push_str(whole);
    digits.push_str(fraction);
    let mut point = whole.len() as i32 + exponent;
    let leading = digits.len() - digits.trim_start_matches('0').len();
    digits.drain(..leading);
    point -= leading as i32;
    digits.truncate(digits.trim_end_matches('0').len());
    if digits.is_empty() {
        return ShortestDecimal { digits: "0".to_string(), point: 1 };
    }
    ShortestDecimal { digits, point }
}

/// The text of `Float#to_s`.
pub fn to_text(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_string();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity".to_string() } else { "-Infinity".to_string() };
    }
    let ShortestDecimal { digits, point } = shortest(float);
    let mut text = String::with_capacity(26);
    if float.is_sign_negative() {
        text.push('-');
    }
    match point {
        -3..=0 => {
            text.push_str("0.");
            push_zeros(&mut text, -point as usize);
            text.push_str(&digits);
        }
        1.. if digits.len() > point as usize => {
            let (whole, fraction) = digits.split_at(point as usize);
            text.push_str(whole);
            text.push('.');
            text.push_str(fraction);
        }
        1..=15 => {
            text.push_str(&digits);
            push_zeros(&mut text, point as usize - digits.len());
            text.push_str(".0");
        }
        _ => {
            text.push_str(&digits[..1]);
            text.push('.');
            text.push_str(if digits.len() > 1 { &digits[1..] } else { "0" });
            let exponent = point - 1;
            text.push_str(if exponent < 0 { "e-" } else { "e+" });
            if exponent.abs() < 10 {
                text.push('0');
            }
            text.push_str(&exponent.abs().to_string());
        }
    }
    text
}

fn push_zeros(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n('0', count));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_notation_has_its_borders() {
        for (float, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (100.0, "100.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1000000000000000.1, "1000000000000000.1"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (1.5e-9, "1.5e-09"),
            (1e100, "1.0e+100"),
            (5e-324, "5.0e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (0.1 + 0.2, "0.30000000000000004"),
            (-12.5, "-12.5"),
        ] {
            assert_eq!(to_text(float), text);
        }
        assert_eq!(to_text(f64::NAN), "NaN");
        assert_eq!(to_text(f64::NEG_INFINITY), "-Infinity");
    }

    #[test]
    fn text_reads_back_as_the_same_float() {
        let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..20000 {
            bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let float = f64::from_bits(bits);
            if float.is_finite() {
                assert_eq!(to_text(float).parse::<f64>().map(f64::to_bits), Ok(float.to_bits()));
            }
        }
    }
}
