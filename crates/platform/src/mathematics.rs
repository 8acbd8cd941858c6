//! The system's mathematical library: what Rust's lacks or computes otherwise.

// SAFETY: the signatures are those of the C standard; the functions touch no memory of ours.
unsafe extern "C" {
    pub safe fn pow(base: f64, exponent: f64) -> f64;
    pub safe fn asinh(x: f64) -> f64;
    pub safe fn acosh(x: f64) -> f64;
    pub safe fn atanh(x: f64) -> f64;
    pub safe fn erf(x: f64) -> f64;
    pub safe fn erfc(x: f64) -> f64;
    pub safe fn tgamma(x: f64) -> f64;
    pub safe fn lgamma(x: f64) -> f64;
    pub safe fn ldexp(x: f64, exponent: i32) -> f64;
}
