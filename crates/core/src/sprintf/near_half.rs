//! Where a decimal is cut at what looks like a half: the reference writes few digits with plain float arithmetic, and
//! when the rest is a half within the error of that arithmetic, it rounds to the even digit. So `"%.2f" % 2.675` is 2.68,
//! although the float is a little less than that half.

/// With more digits than these the reference counts exactly.
const MOST_DIGITS: i32 = 14;
/// Where the digits after an integer of no more than this power of ten are still counted exactly.
const LARGEST_EXACT_POWER: i32 = 14;

/// How many digits are wanted: in all, or after the point.
#[derive(Clone, Copy)]
pub enum Wanted {
    Significant(usize),
    Fraction(usize),
}

/// The digits of a magnitude as an Integer and the power of ten of its first digit, where the rest looks like a half; the
/// exact digits are to be taken where it doesn't.
pub fn rounded(magnitude: f64, wanted: Wanted) -> Option<(u64, i32)> {
    if !magnitude.is_normal() {
        return None;
    }
    let (mut power, certain) = estimated_power(magnitude);
    let digits_for = |power: i32| match wanted {
        Wanted::Significant(count) => i32::try_from(count).unwrap_or(i32::MAX),
        Wanted::Fraction(count) => i32::try_from(count).unwrap_or(i32::MAX).saturating_add(power + 1),
    };
    if !(1..=MOST_DIGITS).contains(&digits_for(power)) {
        return None;
    }
    let (mut scaled, mut errors) = scaled_down(magnitude, power);
    if !certain && scaled < 1.0 {
        power -= 1;
        scaled *= 10.0;
        errors += 1.0;
    }
    let digits = digits_for(power);
    if digits < 1 {
        return None;
    }
    let error = (errors * scaled + 7.0) * f64::EPSILON * 10f64.powi(digits - 1);
    let mut number = 0;
    for place in 1.. {
        let digit = scaled as u64;
        scaled -= digit as f64;
        number = number * 10 + digit;
        if place == digits {
            break;
        }
        if scaled == 0.0 {
            return None;
        }
        scaled *= 10.0;
    }
    if (scaled - 0.5).abs() > error {
        return None;
    }
    if number % 2 == 1 {
        return Some((number + 1, power));
    }
    let counted_exactly = magnitude.fract() == 0.0 && power <= LARGEST_EXACT_POWER;
    (!counted_exactly).then_some((number, power))
}

/// The power of ten of the first digit, at times one too large unless the second is true.
fn estimated_power(magnitude: f64) -> (i32, bool) {
    let bits = magnitude.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let fraction = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let logarithm = (fraction - 1.5) * 0.289529654602168 + 0.1760912590558 + exponent as f64 * 0.301029995663981;
    let power = logarithm.floor() as i32;
    if (0..=22).contains(&power) {
        return (if magnitude < 10f64.powi(power) { power - 1 } else { power }, true);
    }
    (power, false)
}

/// A magnitude over a power of ten, and how many units of its last place that may be wrong by.
fn scaled_down(magnitude: f64, power: i32) -> (f64, f64) {
    let high_factors = [1e16, 1e32, 1e64, 1e128, 1e256];
    let (mut scaled, mut errors) = (magnitude, 2.0);
    let count = power.unsigned_abs();
    let mut high = count >> 4;
    let low = 10f64.powi((count & 15) as i32);
    if power > 0 {
        let mut divisor = low;
        if high & 16 != 0 {
            high &= 15;
            scaled /= 1e256;
            errors += 1.0;
        }
        for (place, factor) in high_factors.iter().enumerate() {
            if high >> place & 1 == 1 {
                errors += 1.0;
                divisor *= factor;
            }
        }
        return (scaled / divisor, errors);
    }
    if power < 0 {
        scaled *= low;
        for (place, factor) in high_factors.iter().enumerate() {
            if high >> place & 1 == 1 {
                errors += 1.0;
                scaled *= factor;
            }
        }
    }
    (scaled, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_half_rounds_to_even() {
        assert_eq!(rounded(2.675, Wanted::Fraction(2)), Some((268, 0)));
        assert_eq!(rounded(1.005, Wanted::Fraction(2)), Some((100, 0)));
        assert_eq!(rounded(8.345, Wanted::Significant(3)), Some((834, 0)));
        assert_eq!(rounded(2.5, Wanted::Fraction(0)), Some((2, 0)));
        assert_eq!(rounded(2.6, Wanted::Fraction(0)), None);
        assert_eq!(rounded(0.5, Wanted::Fraction(0)), None);
    }
}
