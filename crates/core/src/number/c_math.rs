//! The system's mathematical functions that Rust's library lacks or computes otherwise.
//!
//! Results must agree with the reference to the last bit, and the reference
//! calls the system's library; so these do too.

use rutile_platform::mathematics;
pub use rutile_platform::mathematics::{acosh, asinh, atanh, erf, erfc, pow as power};

/// Factorials that a float holds exactly: 0! to 22!.
const EXACT_FACTORIALS: f64 = 23.0;

/// The gamma function; exact at the small whole numbers.
pub fn gamma(x: f64) -> f64 {
    if x == x.floor() && (1.0..=EXACT_FACTORIALS).contains(&x) {
        return (1..x as u64).fold(1.0, |product, factor| product * factor as f64);
    }
    mathematics::tgamma(x)
}

/// The logarithm of gamma's absolute value, and gamma's sign. Gamma alternates between
/// the negative whole numbers; at them, and at minus zero, minus is the convention.
pub fn log_gamma(x: f64) -> (f64, i64) {
    let value = if x == 0.0 { f64::INFINITY } else { mathematics::lgamma(x) };
    let at_pole = x <= 0.0 && x == x.floor() && !(x == 0.0 && x.is_sign_positive());
    let negative = at_pole || x < 0.0 && x.floor() % 2.0 != 0.0;
    (value, if negative { -1 } else { 1 })
}

/// The cube root, bettered by one step of Newton's method as the reference does.
pub fn cube_root(x: f64) -> f64 {
    let root = x.cbrt();
    if !root.is_finite() || root == 0.0 {
        return root;
    }
    (2.0 * root + (x / root / root)) / 3.0
}

/// `fraction * 2 ** exponent`, rounded once.
pub fn scale(fraction: f64, exponent: i64) -> f64 {
    mathematics::ldexp(fraction, exponent.clamp(i32::MIN as i64, i32::MAX as i64) as i32)
}

/// A fraction from one half up to one, and the power of two it was divided by.
pub fn split(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (mantissa, exponent) = crate::number::big_integer::decompose(x);
    let bits = 64 - mantissa.unsigned_abs().leading_zeros() as i64;
    (scale(mantissa as f64, -bits), exponent + bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials_are_exact() {
        assert_eq!(gamma(1.0), 1.0);
        assert_eq!(gamma(5.0), 24.0);
        assert_eq!(gamma(23.0), 1124000727777607680000.0);
        assert!((gamma(0.5) - std::f64::consts::PI.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn the_sign_of_gamma_alternates() {
        assert_eq!(log_gamma(-0.5).1, -1);
        assert_eq!(log_gamma(-1.5).1, 1);
        assert_eq!(log_gamma(0.5).1, 1);
    }

    #[test]
    fn splitting_and_scaling_undo_each_other() {
        for x in [1.0, 0.75, -12.5, 5e-324, f64::MAX] {
            let (fraction, exponent) = split(x);
            assert!((0.5..1.0).contains(&fraction.abs()));
            assert_eq!(scale(fraction, exponent), x);
        }
    }
}
