//! Numbers.

use std::ffi::{c_int, c_long, c_longlong, c_short, c_ulong, c_ulonglong, c_ushort};

use num_bigint::{BigInt, Sign};
use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::{memory, ruby};

pub fn is_integer(value: Value) -> bool {
    value.is_fixnum() || value.is_kind(Kind::BigInteger)
}

/// An Integer: the value itself, or what `to_int` gives.
pub fn to_integer(vm: &mut Vm, value: Value) -> Value {
    if is_integer(value) { value } else { ruby::helper(vm, "to_int", &[value]) }
}

/// A number of C from a value, between bounds that have a name.
fn bounded(vm: &mut Vm, value: Value, least: i128, most: i128, name: &str) -> Result<i128, Exit> {
    if let Some(float) = value.as_float() {
        let whole = float.trunc();
        if whole >= least as f64 && whole < (most + 1) as f64 {
            return Ok(whole as i128);
        }
        return Err(vm.range_error(format!("float {} out of range of integer", shortest(float))));
    }
    if value.is_nil() {
        return Err(vm.type_error("no implicit conversion from nil to integer".to_string()));
    }
    if matches!(value, Value::TRUE | Value::FALSE) {
        return Err(vm.type_error(format!("no implicit conversion of {} into Integer", value == Value::TRUE)));
    }
    let integer = to_integer(vm, value);
    let number = match integer.as_fixnum() {
        Some(small) => Some(small as i128),
        None => vm.as_big_integer(integer).and_then(|big| i128::try_from(big).ok()),
    };
    match number.filter(|number| (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None if integer.is_fixnum() => {
            let small = integer.as_fixnum().unwrap_or(0);
            let size = if small < 0 { "small" } else { "big" };
            Err(vm.range_error(format!("integer {small} too {size} to convert to '{name}'")))
        }
        None => Err(vm.range_error(format!("bignum too big to convert into '{name}'"))),
    }
}

fn shortest(float: f64) -> String {
    if float.is_nan() { "NaN".to_string() } else if float.is_infinite() { (if float > 0.0 { "Inf" } else { "-Inf" }).to_string() } else { format!("{float:?}") }
}

/// Unsigned numbers take negative ones as C does.
const SIGNED_LEAST: i128 = i64::MIN as i128;
const UNSIGNED_MOST: i128 = u64::MAX as i128;

fn float_of(vm: &mut Vm, value: Value) -> Result<f64, Exit> {
    if let Some(float) = value.as_float() {
        return Ok(float);
    }
    if let Some(small) = value.as_fixnum() {
        return Ok(small as f64);
    }
    let float = ruby::helper(vm, "numeric_to_float", &[value]);
    Ok(float.as_float().unwrap_or(0.0))
}

pub fn big(vm: &mut Vm, value: Value) -> BigInt {
    match value.as_fixnum() {
        Some(small) => BigInt::from(small),
        None => vm.as_big_integer(value).unwrap_or_default(),
    }
}

/// Whether an Integer is not negative.
pub fn is_positive(vm: &mut Vm, value: Value) -> bool {
    big(vm, value).sign() != Sign::Minus
}

functions! {
    fn rb_num2long(vm, value: Value) -> c_long {
        Ok(bounded(vm, value, SIGNED_LEAST, i64::MAX.into(), "long")? as c_long)
    }

    fn rb_num2ulong(vm, value: Value) -> c_ulong {
        Ok(bounded(vm, value, SIGNED_LEAST, UNSIGNED_MOST, "unsigned long")? as c_ulong)
    }

    fn rb_num2int(vm, value: Value) -> c_long {
        Ok(bounded(vm, value, i32::MIN.into(), i32::MAX.into(), "int")? as c_long)
    }

    fn rb_fix2int(vm, value: Value) -> c_long {
        Ok(bounded(vm, value, i32::MIN.into(), i32::MAX.into(), "int")? as c_long)
    }

    fn rb_num2uint(vm, value: Value) -> c_ulong {
        Ok(bounded(vm, value, i32::MIN.into(), u32::MAX.into(), "unsigned int")? as c_ulong)
    }

    fn rb_fix2uint(vm, value: Value) -> c_ulong {
        Ok(bounded(vm, value, i32::MIN.into(), u32::MAX.into(), "unsigned int")? as c_ulong)
    }

    fn rb_num2short(vm, value: Value) -> c_short {
        Ok(bounded(vm, value, i16::MIN.into(), i16::MAX.into(), "short")? as c_short)
    }

    fn rb_fix2short(vm, value: Value) -> c_short {
        Ok(bounded(vm, value, i16::MIN.into(), i16::MAX.into(), "short")? as c_short)
    }

    fn rb_fix2ushort(vm, value: Value) -> c_ushort {
        Ok(bounded(vm, value, i16::MIN.into(), u16::MAX.into(), "unsigned short")? as c_ushort)
    }

    fn rb_num2ushort(vm, value: Value) -> c_ushort {
        Ok(bounded(vm, value, i16::MIN.into(), u16::MAX.into(), "unsigned short")? as c_ushort)
    }

    fn rb_num2ll(vm, value: Value) -> c_longlong {
        Ok(bounded(vm, value, SIGNED_LEAST, i64::MAX.into(), "long long")? as c_longlong)
    }

    fn rb_num2ull(vm, value: Value) -> c_ulonglong {
        Ok(bounded(vm, value, SIGNED_LEAST, UNSIGNED_MOST, "unsigned long long")? as c_ulonglong)
    }

    fn rb_num2dbl(vm, value: Value) -> f64 {
        if value.is_kind(Kind::String) {
            return Err(vm.type_error("no implicit conversion to float from string".to_string()));
        }
        if value.is_immediate() || value.as_float().is_some() || value.is_kind(Kind::BigInteger) {
            return float_of(vm, value);
        }
        let float = ruby::helper(vm, "converted_to_float", &[value]);
        Ok(float.as_float().unwrap_or(0.0))
    }

    fn rb_big2long(vm, value: Value) -> c_long {
        Ok(bounded(vm, value, SIGNED_LEAST, i64::MAX.into(), "long")? as c_long)
    }

    fn rb_big2ulong(vm, value: Value) -> c_ulong {
        Ok(bounded(vm, value, SIGNED_LEAST, UNSIGNED_MOST, "unsigned long")? as c_ulong)
    }

    fn rb_big2ll(vm, value: Value) -> c_longlong {
        Ok(bounded(vm, value, SIGNED_LEAST, i64::MAX.into(), "long long")? as c_longlong)
    }

    fn rb_big2ull(vm, value: Value) -> c_ulonglong {
        Ok(bounded(vm, value, SIGNED_LEAST, UNSIGNED_MOST, "unsigned long long")? as c_ulonglong)
    }

    fn rb_big2dbl(vm, value: Value) -> f64 {
        Ok(ruby::call(vm, value, "to_f", &[]).as_float().unwrap_or(0.0))
    }

    fn rb_int2big(vm, number: isize) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_int2inum(vm, number: isize) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_uint2big(vm, number: usize) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_uint2inum(vm, number: usize) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_ll2inum(vm, number: c_longlong) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_ull2inum(vm, number: c_ulonglong) -> Value {
        Ok(vm.integer(number as i128))
    }

    fn rb_float_new(vm, number: f64) -> Value {
        Ok(vm.float(number))
    }

    fn rb_float_new_in_heap(vm, number: f64) -> Value {
        Ok(vm.float(number))
    }

    fn rb_float_value(vm, value: Value) -> f64 {
        float_of(vm, value)
    }

    fn rb_dbl2big(vm, number: f64) -> Value {
        let float = vm.float(number);
        Ok(ruby::call(vm, float, "to_i", &[]))
    }

    fn rb_dbl_cmp(vm, one: f64, other: f64) -> Value {
        Ok(one.partial_cmp(&other).map_or(Value::NIL, |order| Value::fixnum(order as i64)))
    }

    fn rb_fix2str(vm, value: Value, base: c_int) -> Value {
        Ok(ruby::call(vm, value, "to_s", &[Value::fixnum(base.into())]))
    }

    fn rb_big2str(vm, value: Value, base: c_int) -> Value {
        Ok(ruby::call(vm, value, "to_s", &[Value::fixnum(base.into())]))
    }

    fn rb_big_cmp(vm, one: Value, other: Value) -> Value {
        Ok(ruby::call(vm, one, "<=>", &[other]))
    }

    fn rb_big_norm(vm, value: Value) -> Value {
        Ok(value)
    }

    fn rb_big_sign(vm, value: Value) -> c_int {
        Ok(is_positive(vm, value).into())
    }

    fn rb_num_coerce_bin(vm, one: Value, other: Value, operator: crate::id::Id) -> Value {
        let name = Value::symbol(operator.symbol());
        Ok(ruby::helper(vm, "coerce_binary", &[one, other, name]))
    }

    fn rb_num_coerce_cmp(vm, one: Value, other: Value, operator: crate::id::Id) -> Value {
        let name = Value::symbol(operator.symbol());
        Ok(ruby::helper(vm, "coerce_comparison", &[one, other, name]))
    }

    fn rb_num_coerce_relop(vm, one: Value, other: Value, operator: crate::id::Id) -> Value {
        let name = Value::symbol(operator.symbol());
        Ok(ruby::helper(vm, "coerce_relation", &[one, other, name]))
    }

    fn rb_num_coerce_bit(vm, one: Value, other: Value, operator: crate::id::Id) -> Value {
        let name = Value::symbol(operator.symbol());
        Ok(ruby::helper(vm, "coerce_binary", &[one, other, name]))
    }

    fn rb_int_positive_pow(vm, base: c_long, exponent: c_ulong) -> Value {
        Ok(ruby::call(vm, Value::fixnum(base), "**", &[Value::fixnum(exponent as i64)]))
    }

    fn rb_absint_size(vm, value: Value, unused_bits: *mut c_int) -> usize {
        let number = to_integer(vm, value);
        let bits = big(vm, number).bits() as usize;
        memory::store(unused_bits, ((8 - bits % 8) % 8) as c_int);
        Ok(bits.div_ceil(8))
    }

    fn rb_absint_numwords(vm, value: Value, word_bits: usize, unused_bits: *mut usize) -> usize {
        let number = to_integer(vm, value);
        let bits = big(vm, number).bits() as usize;
        memory::store(unused_bits, (word_bits - bits % word_bits) % word_bits);
        Ok(bits.div_ceil(word_bits))
    }

    fn rb_absint_singlebit_p(vm, value: Value) -> c_int {
        let number = to_integer(vm, value);
        let magnitude = big(vm, number).magnitude().clone();
        Ok((magnitude.count_ones() == 1).into())
    }

    fn rb_rational_raw(vm, numerator: Value, denominator: Value) -> Value {
        let numerator = to_integer(vm, numerator);
        let denominator = to_integer(vm, denominator);
        let minus = !is_positive(vm, denominator);
        let [numerator, denominator] = [numerator, denominator].map(|part| if minus { ruby::call(vm, part, "-@", &[]) } else { part });
        Ok(rutile_core::number::rational::make_rational(vm, numerator, denominator))
    }

    fn rb_rational_new(vm, numerator: Value, denominator: Value) -> Value {
        Ok(ruby::helper(vm, "rational", &[numerator, denominator]))
    }

    fn rb_Rational(vm, numerator: Value, denominator: Value) -> Value {
        Ok(ruby::helper(vm, "rational", &[numerator, denominator]))
    }

    fn rb_flt_rationalize(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "rationalize", &[]))
    }

    fn rb_flt_rationalize_with_prec(vm, value: Value, precision: Value) -> Value {
        Ok(ruby::call(vm, value, "rationalize", &[precision]))
    }

    fn rb_complex_raw(vm, real: Value, imaginary: Value) -> Value {
        Ok(ruby::helper(vm, "complex", &[real, imaginary]))
    }

    fn rb_complex_new(vm, real: Value, imaginary: Value) -> Value {
        Ok(ruby::helper(vm, "complex", &[real, imaginary]))
    }

    fn rb_Complex(vm, real: Value, imaginary: Value) -> Value {
        Ok(ruby::helper(vm, "complex", &[real, imaginary]))
    }

    fn rb_dbl_complex_new(vm, real: f64, imaginary: f64) -> Value {
        let parts = [vm.float(real), vm.float(imaginary)];
        Ok(ruby::helper(vm, "complex", &parts))
    }

    fn rb_complex_polar(vm, length: Value, angle: Value) -> Value {
        Ok(ruby::helper(vm, "complex_polar", &[length, angle]))
    }

    fn rb_complex_new_polar(vm, length: Value, angle: Value) -> Value {
        Ok(ruby::helper(vm, "complex_polar", &[length, angle]))
    }

    fn rb_random_real(vm, generator: Value) -> f64 {
        Ok(ruby::call(vm, generator, "rand", &[]).as_float().unwrap_or(0.0))
    }

    fn rb_genrand_real(vm) -> f64 {
        Ok(ruby::helper(vm, "random", &[]).as_float().unwrap_or(0.0))
    }

    fn rb_genrand_int32(vm) -> u32 {
        Ok(ruby::helper(vm, "random_integer", &[Value::fixnum(1 << 32)]).as_fixnum().unwrap_or(0) as u32)
    }

    fn rb_random_int32(vm, generator: Value) -> u32 {
        Ok(ruby::call(vm, generator, "rand", &[Value::fixnum(1 << 32)]).as_fixnum().unwrap_or(0) as u32)
    }

    fn rb_genrand_ulong_limited(vm, limit: c_ulong) -> c_ulong {
        let most = vm.integer(limit as i128 + 1);
        let number = ruby::helper(vm, "random_integer", &[most]);
        Ok(vm.low_bits(number).unwrap_or(0))
    }

    fn rb_num2fix(vm, value: Value) -> Value {
        let number = rb_num2long(value);
        match Value::try_fixnum(number) {
            Some(value) => Ok(value),
            None => Err(vm.range_error(format!("integer {number} out of range of fixnum"))),
        }
    }

    fn rb_random_bytes(vm, generator: Value, count: c_long) -> Value {
        Ok(ruby::call(vm, generator, "bytes", &[Value::fixnum(count)]))
    }

    fn rb_random_ulong_limited(vm, generator: Value, limit: u64) -> u64 {
        let most = vm.integer(limit as i128 + 1);
        let number = ruby::call(vm, generator, "rand", &[most]);
        Ok(vm.low_bits(number).unwrap_or(0))
    }
}

pub mod calls {
    use super::*;

    methods! {
        any:
        rb_big_plus(one, other) => "+";
        rb_big_minus(one, other) => "-";
        rb_big_mul(one, other) => "*";
        rb_big_div(one, other) => "/";
        rb_big_modulo(one, other) => "%";
        rb_big_pow(one, other) => "**";
        rb_big_and(one, other) => "&";
        rb_big_or(one, other) => "|";
        rb_big_idiv(one, other) => "div";
        rb_big_xor(one, other) => "^";
        rb_big_rshift(one, other) => ">>";
        rb_big_lshift(one, other) => "<<";
        rb_big_eq(one, other) => "==";
        rb_big_eql(one, other) => "eql?";
        rb_big_divmod(one, other) => "divmod";
        rb_rational_num(rational) => "numerator";
        rb_rational_den(rational) => "denominator";
        rb_complex_real(complex) => "real";
        rb_complex_imag(complex) => "imaginary";
        rb_complex_abs(complex) => "abs";
        rb_complex_arg(complex) => "arg";
        rb_complex_plus(one, other) => "+";
        rb_complex_minus(one, other) => "-";
        rb_complex_mul(one, other) => "*";
        rb_complex_div(one, other) => "/";
        rb_complex_pow(one, other) => "**";
        rb_complex_uminus(complex) => "-@";
        rb_complex_conjugate(complex) => "conjugate";
    }
}
