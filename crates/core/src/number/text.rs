//! The natives that read numbers from strings.
//!
//! `parse_...(string, ..., strict)` answer nil where a strict reading fails, so
//! that Ruby words the error; `string_to_...` are the conversions of String itself.

use rutile_vm::prelude::*;

use crate::arguments::exactly;

use crate::number::integer::{fixnum_of, pair};
use crate::number::parse::{self, FractionError, Reading};
use crate::string::text::check_ascii_compatible;

fn text<'a>(vm: &mut Vm, value: Value) -> Result<&'a [u8], Exit> {
    let string = value.as_string().ok_or(Exit::Fallback)?;
    check_ascii_compatible(vm, string)?;
    Ok(string.bytes())
}

fn reading(strict: Value) -> Reading {
    if strict.truthy() { Reading::Strict } else { Reading::Lenient }
}

/// An Integer of plain decimal digits, as most are.
fn small_decimal(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = match bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.len() > 18 || !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) {
        return None;
    }
    let magnitude = digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0')))?;
    Some(if negative { -magnitude } else { magnitude })
}

/// `Integer(object)` of an Integer or a String that is one.
fn kernel_integer(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let Some(string) = object.as_string() else {
        return if object.is_fixnum() { Ok(object) } else { Err(Exit::Fallback) };
    };
    let is_ascii = string.encoding().is_ascii_compatible();
    small_decimal(string.bytes()).filter(|_| is_ascii).map(Value::fixnum).ok_or(Exit::Fallback)
}

/// `Float(object)` of a Float, a small Integer or a String that is one.
fn kernel_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if object.as_float().is_some() {
        return Ok(object);
    }
    if let Some(integer) = object.as_fixnum() {
        return Ok(vm.float(integer as f64));
    }
    let string = object.as_string().filter(|string| string.encoding().is_ascii_compatible()).ok_or(Exit::Fallback)?;
    let float = parse::float(string.bytes(), Reading::Strict).ok_or(Exit::Fallback)?;
    Ok(vm.float(float))
}

/// Texts of more bytes are for a helper to read as an Integer: some ten milliseconds.
const LONG_INTEGER: usize = 100_000;

/// `parse_integer(string, base, strict)`.
fn parse_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = text(vm, args.get(0))?;
    let (base, reading) = (fixnum_of(args.get(1))?, reading(args.get(2)));
    let integer = if bytes.len() > LONG_INTEGER {
        vm.work_aside((bytes.to_vec(), base, reading), |(text, base, reading)| parse::integer(text, *base, *reading))?
    } else {
        parse::integer(bytes, base, reading)
    };
    Ok(integer.map_or(Value::NIL, |integer| vm.big_integer(integer)))
}

/// `parse_float(string, strict)`.
fn parse_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    match parse::float(text(vm, args.get(0))?, reading(args.get(1))) {
        Some(float) => Ok(vm.float(float)),
        None => Ok(Value::NIL),
    }
}

/// `parse_rational(string, strict)`: `[numerator, denominator]`, not reduced.
fn parse_rational(vm: &mut Vm, args: Arguments) -> NativeResult {
    match parse::fraction(text(vm, args.get(0))?, reading(args.get(1))) {
        Ok(fraction) => {
            let numerator = vm.big_integer(fraction.numerator);
            let denominator = vm.big_integer(fraction.denominator);
            Ok(pair(vm, numerator, denominator))
        }
        Err(FractionError::Invalid) => Ok(Value::NIL),
        Err(FractionError::ZeroDenominator) => Err(vm.zero_division()),
        Err(FractionError::Endless) => Err(vm.raise(vm.classes.float_domain_error, "Infinity".to_string())),
        Err(FractionError::TooLarge) => Err(vm.argument_error("exponent is too large".to_string())),
    }
}

/// `parse_complex(string, strict)`: `[first, second, polar]`, the first two being strings.
fn parse_complex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(complex) = parse::complex(text(vm, args.get(0))?, reading(args.get(1))) else {
        return Ok(Value::NIL);
    };
    let first = vm.new_string(&complex.first, Encoding::US_ASCII).value();
    let second = vm.new_string(&complex.second, Encoding::US_ASCII).value();
    Ok(vm.new_array(&[first, second, Value::boolean(complex.polar)]).value())
}

/// `String#to_i(base = 10)`; bases out of range are Ruby's to refuse.
fn string_to_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let base = if args.count() == 0 { 10 } else { fixnum_of(args.get(0))? };
    if base == 1 || !(0..=36).contains(&base) {
        return Err(Exit::Fallback);
    }
    let text = text(vm, args.receiver())?;
    if text.len() > LONG_INTEGER {
        return Err(Exit::Fallback);
    }
    let integer = parse::integer(text, base, Reading::Lenient).ok_or(Exit::Fallback)?;
    Ok(vm.big_integer(integer))
}

/// `ends_before_digits(string)`: whether a text has white space or a sign, and ends there: then no radix is looked at.
fn ends_before_digits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = text(vm, args.get(0))?;
    let start = text.iter().position(|byte| !matches!(byte, b' ' | b'\t'..=b'\r')).unwrap_or(text.len());
    Ok(Value::boolean(!text.is_empty() && matches!(&text[start..], b"" | b"-" | b"+")))
}

fn string_to_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = parse::float(text(vm, args.receiver())?, Reading::Lenient).ok_or(Exit::Fallback)?;
    Ok(vm.float(float))
}

fn string_hex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let integer = parse::integer(text(vm, args.receiver())?, 16, Reading::Lenient).ok_or(Exit::Fallback)?;
    Ok(vm.big_integer(integer))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("kernel_integer", kernel_integer),
    ("kernel_float", kernel_float),
    ("parse_integer", parse_integer),
    ("parse_float", parse_float),
    ("parse_rational", parse_rational),
    ("parse_complex", parse_complex),
    ("string_to_integer", string_to_integer),
    ("ends_before_digits", ends_before_digits),
    ("string_hex", exactly!(0, string_hex)),
    ("string_to_float", exactly!(0, string_to_float)),
];
