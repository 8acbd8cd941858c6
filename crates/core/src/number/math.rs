//! The functions of Math on numbers inside their domains.
//!
//! Each native takes its numbers as arguments, whatever the receiver. What is
//! not a real number of the core, or lies outside the domain, falls back to
//! Ruby, which converts or raises.

use num_traits::Signed;
use rutile_vm::prelude::*;

use crate::number::big_integer;
use crate::number::c_math;
use crate::number::float::real;
use crate::number::integer::pair;

/// Declares the natives of functions of one number with their domains, and the table of all natives.
macro_rules! functions {
    ($($native:ident: $function:expr, $domain:expr;)* ; others: $($other:ident)*) => {
        $(fn $native(vm: &mut Vm, args: Arguments) -> NativeResult {
            let x = single(vm, args)?;
            let domain: fn(f64) -> bool = $domain;
            if !domain(x) && !x.is_nan() {
                return Err(Exit::Fallback);
            }
            let function: fn(f64) -> f64 = $function;
            Ok(vm.float(function(x)))
        })*

        pub const NATIVES: &[(&str, Native)] = &[
            $((stringify!($native), $native),)*
            $((stringify!($other), $other),)*
        ];
    };
}

fn single(vm: &Vm, args: Arguments) -> Result<f64, Exit> {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    real(vm, args.get(0))
}

fn anywhere(_: f64) -> bool {
    true
}

functions! {
    math_sin: f64::sin, anywhere;
    math_cos: f64::cos, anywhere;
    math_tan: f64::tan, anywhere;
    math_asin: f64::asin, |x| x.abs() <= 1.0;
    math_acos: f64::acos, |x| x.abs() <= 1.0;
    math_atan: f64::atan, anywhere;
    math_sinh: f64::sinh, anywhere;
    math_cosh: f64::cosh, anywhere;
    math_tanh: f64::tanh, anywhere;
    math_asinh: |x| c_math::asinh(x), anywhere;
    math_acosh: |x| c_math::acosh(x), |x| x >= 1.0;
    math_atanh: |x| c_math::atanh(x), |x| x.abs() <= 1.0;
    math_exp: f64::exp, anywhere;
    math_sqrt: |x| if x == 0.0 { 0.0 } else { x.sqrt() }, |x| x >= 0.0;
    math_cbrt: c_math::cube_root, anywhere;
    math_erf: |x| c_math::erf(x), anywhere;
    math_erfc: |x| c_math::erfc(x), anywhere;
    math_gamma: gamma, |x| x >= 0.0 || x != x.floor();
    ; others: math_log math_log2 math_log10 math_atan2 math_hypot math_frexp math_ldexp math_lgamma
}

fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    c_math::gamma(x)
}

/// Bits of a float's mantissa: what is kept of a large integer before its logarithm is taken.
const MANTISSA_BITS: u64 = 53;

/// A number as a float times a power of two, so that no integer is too large.
fn scaled(vm: &Vm, value: Value) -> Result<(f64, f64), Exit> {
    if let Some(float) = value.as_float() {
        return Ok((float, 0.0));
    }
    if let Some(integer) = value.as_fixnum() {
        return Ok((integer as f64, 0.0));
    }
    let integer = vm.as_big_integer(value).ok_or(Exit::Fallback)?;
    if integer.is_negative() || integer.bits() < f64::MAX_EXP as u64 {
        return Ok((big_integer::to_float(&integer), 0.0));
    }
    let shift = integer.bits() - MANTISSA_BITS;
    Ok((big_integer::to_float(&(integer >> shift)), shift as f64))
}

/// As [`scaled`], falling back below zero.
fn scaled_not_negative(vm: &Vm, value: Value) -> Result<(f64, f64), Exit> {
    let (float, shift) = scaled(vm, value)?;
    if float < 0.0 { Err(Exit::Fallback) } else { Ok((float, shift)) }
}

/// `log(x)` or `log(x, base)`; with a base it's a quotient of logarithms to two.
fn math_log(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (x, shift) = scaled_not_negative(vm, args.get(0))?;
    if args.count() == 1 {
        let result = if x == 0.0 { f64::NEG_INFINITY } else { x.ln() + shift * std::f64::consts::LN_2 };
        return Ok(vm.float(result));
    }
    let (base, base_shift) = scaled_not_negative(vm, args.get(1))?;
    let result = if x == 0.0 {
        if base == 0.0 { f64::NAN } else { f64::NEG_INFINITY }
    } else if base == 0.0 {
        -0.0
    } else if base == 1.0 {
        f64::NAN
    } else if base_shift == 0.0 {
        x.log2() / base.log2() + shift / base.log2()
    } else {
        (x.log2() + shift) / (base.log2() + base_shift)
    };
    Ok(vm.float(result))
}

fn math_log2(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (x, shift) = scaled_not_negative(vm, args.get(0))?;
    let result = if x == 0.0 { f64::NEG_INFINITY } else { x.log2() + shift };
    Ok(vm.float(result))
}

fn math_log10(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (x, shift) = scaled_not_negative(vm, args.get(0))?;
    let result = if x == 0.0 { f64::NEG_INFINITY } else { x.log10() + shift * std::f64::consts::LOG10_2 };
    Ok(vm.float(result))
}

fn math_atan2(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (y, x) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
    Ok(vm.float(y.atan2(x)))
}

fn math_hypot(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (x, y) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
    Ok(vm.float(x.hypot(y)))
}

fn math_frexp(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (fraction, exponent) = c_math::split(single(vm, args)?);
    let fraction = vm.float(fraction);
    Ok(pair(vm, fraction, Value::fixnum(exponent)))
}

fn math_ldexp(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fraction = real(vm, args.get(0))?;
    let exponent = args.get(1).as_fixnum().ok_or(Exit::Fallback)?;
    Ok(vm.float(c_math::scale(fraction, exponent)))
}

fn math_lgamma(vm: &mut Vm, args: Arguments) -> NativeResult {
    let x = single(vm, args)?;
    if x == f64::NEG_INFINITY {
        return Err(Exit::Fallback);
    }
    let (value, sign) = c_math::log_gamma(x);
    let value = vm.float(value);
    Ok(pair(vm, value, Value::fixnum(sign)))
}
