//! Rounding floats to decimal places.
//!
//! A float is scaled by a power of ten, rounded to a whole number and scaled
//! back; since the scaled product may itself have been rounded, the rules (but that
//! of rounding up) look again at the unscaled candidate before they settle. Beyond 14 places that is
//! not enough to find the nearest, and the caller must round the float's exact
//! rational value instead ([`Rounded::Exactly`]).

/// The rule for a value that lies halfway between two candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    Up,
    Even,
    Down,
}

impl Half {
    /// The mode by its number in the natives' calls.
    pub fn from_number(number: i64) -> Half {
        match number {
            1 => Half::Even,
            2 => Half::Down,
            _ => Half::Up,
        }
    }
}

/// Which way to round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Nearest(Half),
    Down,
    Up,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rounded {
    Float(f64),
    /// The scaled arithmetic isn't accurate enough: round the exact value.
    Exactly,
}

/// Decimal digits that may be needed to write a float.
const FLOAT_DIGITS: i64 = 17;
/// To the nearest of so many places by scaling; of more, by the exact value.
const SCALED_PLACES: i64 = 14;

/// A finite or infinite float rounded to `places` (above zero) after the point.
pub fn round_to_places(float: f64, places: i64, direction: Direction) -> Rounded {
    if float == 0.0 || !float.is_finite() {
        return Rounded::Float(float);
    }
    let exponent = binary_exponent(float);
    if keeps_all_digits(places, exponent) {
        return Rounded::Float(float);
    }
    let vanishes = rounds_to_zero(places, exponent);
    match direction {
        Direction::Nearest(_) if vanishes => return Rounded::Float(0.0),
        Direction::Down if vanishes && float > 0.0 => return Rounded::Float(0.0),
        Direction::Up if vanishes && float < 0.0 => return Rounded::Float(0.0),
        _ => {}
    }
    let scale = crate::number::c_math::power(10.0, places as f64);
    Rounded::Float(match direction {
        Direction::Nearest(_) if places > SCALED_PLACES => return Rounded::Exactly,
        Direction::Nearest(half) => nearest(float, scale, half) / scale,
        Direction::Down => floor_scaled(float, scale),
        Direction::Up => ceil_scaled(float, scale),
    })
}

/// The whole number nearest to a float; the result is a float without fraction.
pub fn round_to_whole(float: f64, half: Half) -> f64 {
    if !float.is_finite() {
        return float;
    }
    nearest(float, 1.0, half)
}

fn floor_scaled(float: f64, scale: f64) -> f64 {
    let whole = (float * scale).floor();
    let above = (whole + 1.0) / scale;
    if above > float { whole / scale } else { above }
}

fn ceil_scaled(float: f64, scale: f64) -> f64 {
    (float * scale).ceil() / scale
}

fn nearest(float: f64, scale: f64, half: Half) -> f64 {
    match half {
        Half::Up => nearest_half_up(float, scale),
        Half::Down => nearest_half_down(float, scale),
        Half::Even => nearest_half_even(float, scale),
    }
}

fn nearest_half_up(float: f64, scale: f64) -> f64 {
    let whole = (float * scale).round();
    if scale == 1.0 {
        return whole;
    }
    if float > 0.0 {
        if (whole + 0.5) / scale <= float { whole + 1.0 } else { whole }
    } else if (whole - 0.5) / scale >= float {
        whole - 1.0
    } else {
        whole
    }
}

fn nearest_half_down(float: f64, scale: f64) -> f64 {
    let whole = (float * scale).round();
    if float > 0.0 {
        if (whole - 0.5) / scale >= float { whole - 1.0 } else { whole }
    } else if (whole + 0.5) / scale <= float {
        whole + 1.0
    } else {
        whole
    }
}

/// The whole part is scaled apart from the fraction, so that the half is seen exactly.
fn nearest_half_even(float: f64, scale: f64) -> f64 {
    let sign = if float < 0.0 { -1.0 } else { 1.0 };
    let magnitude = float.abs();
    let scaled_whole = magnitude.trunc() * scale;
    let scaled_fraction = magnitude.fract() * scale;
    let floor = scaled_fraction.floor();
    let candidate = scaled_whole + floor;
    let rest = scaled_fraction - floor;
    let step = if rest > 0.5 {
        1.0
    } else if rest == 0.5 || (candidate + 0.5) / scale <= magnitude {
        candidate % 2.0
    } else {
        0.0
    };
    sign * (scaled_whole + (floor + step))
}

/// The exponent of the smallest power of two above the magnitude.
fn binary_exponent(float: f64) -> i64 {
    let (mantissa, exponent) = crate::number::big_integer::decompose(float);
    exponent + 64 - mantissa.unsigned_abs().leading_zeros() as i64
}

/// Whether so many places hold every digit the float has.
fn keeps_all_digits(places: i64, exponent: i64) -> bool {
    places >= FLOAT_DIGITS - if exponent > 0 { exponent / 4 } else { exponent / 3 - 1 }
}

/// Whether the float is below half of the last place.
fn rounds_to_zero(places: i64, exponent: i64) -> bool {
    places < -(if exponent > 0 { exponent / 3 + 1 } else { exponent / 4 })
}

/// The multiple of a unit that is nearest to an Integer; of two as near the one further from zero.
pub fn nearest_multiple(integer: i128, unit: i128) -> i128 {
    let below = integer.div_euclid(unit) * unit;
    let is_up = below != integer && (integer - below) * 2 > unit - i128::from(integer > 0);
    if is_up { below + unit } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(float: f64, places: i64, half: Half) -> f64 {
        match round_to_places(float, places, Direction::Nearest(half)) {
            Rounded::Float(float) => float,
            Rounded::Exactly => f64::NAN,
        }
    }

    #[test]
    fn halves_go_where_they_are_told() {
        assert_eq!(round_to_whole(2.5, Half::Up), 3.0);
        assert_eq!(round_to_whole(2.5, Half::Even), 2.0);
        assert_eq!(round_to_whole(3.5, Half::Even), 4.0);
        assert_eq!(round_to_whole(-2.5, Half::Down), -2.0);
        assert_eq!(round_to_whole(-2.5, Half::Up), -3.0);
        assert_eq!(round(0.125, 2, Half::Even), 0.12);
    }

    #[test]
    fn scaled_candidates_are_checked_unscaled() {
        assert_eq!(round(5.015, 2, Half::Up), 5.02);
        assert_eq!(round(1.005, 2, Half::Up), 1.01);
        assert_eq!(round(0.285, 2, Half::Up), 0.29);
        assert_eq!(round(12345.6789, 3, Half::Up), 12345.679);
    }

    #[test]
    fn floor_and_ceil_leave_exact_decimals_alone() {
        let down = |float, places| round_to_places(float, places, Direction::Down);
        let up = |float, places| round_to_places(float, places, Direction::Up);
        assert_eq!(down(291.4, 1), Rounded::Float(291.4));
        assert_eq!(down(0.3, 1), Rounded::Float(0.3));
        assert_eq!(up(291.4, 1), Rounded::Float(291.4));
        assert_eq!(up(-12.34, 1), Rounded::Float(-12.3));
        assert_eq!(down(3.0e-15, 15), Rounded::Float(3.0e-15));
        assert_eq!(round_to_places(1.23456789e-3, 16, Direction::Nearest(Half::Up)), Rounded::Exactly);
    }
}
