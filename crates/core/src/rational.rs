//! Rational and Complex objects made by natives.
//!
//! Both are plain frozen objects with two internal variables; `allocate` is
//! undefined for them, so the core library makes them here.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use rutile_vm::prelude::*;

use crate::integer::integer_of;

/// A new frozen object with two variables.
fn two_parts(vm: &mut Vm, class: ClassRef, names: [&[u8]; 2], values: [Value; 2]) -> Value {
    let object = vm.new_object(class);
    for (name, value) in names.into_iter().zip(values) {
        let name = vm.intern(name);
        vm.set_variable(object, name, value);
    }
    vm.freeze(object);
    object
}

fn make_rational(vm: &mut Vm, numerator: Value, denominator: Value) -> Value {
    let class = vm.classes.rational;
    two_parts(vm, class, [b"@__numerator", b"@__denominator"], [numerator, denominator])
}

/// `rational_of(numerator, denominator)`: already without common factors.
fn rational_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(make_rational(vm, args.get(0), args.get(1)))
}

/// `rational_reduced(numerator, denominator)`: integers, brought to lowest terms.
fn rational_reduced(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(numerator), Some(denominator)) = (args.get(0).as_fixnum(), args.get(1).as_fixnum())
        && denominator != 0
    {
        let (numerator, denominator) = (numerator as i128, denominator as i128);
        let divisor = numerator.gcd(&denominator) * denominator.signum();
        let numerator = vm.integer(numerator / divisor);
        let denominator = vm.integer(denominator / divisor);
        return Ok(make_rational(vm, numerator, denominator));
    }
    let mut numerator = integer_of(vm, args.get(0))?;
    let mut denominator = integer_of(vm, args.get(1))?;
    if denominator.is_zero() {
        return Err(vm.zero_division());
    }
    let mut divisor: BigInt = numerator.gcd(&denominator);
    if denominator.is_negative() {
        divisor = -divisor;
    }
    numerator /= &divisor;
    denominator /= &divisor;
    let numerator = vm.big_integer(numerator);
    let denominator = vm.big_integer(denominator);
    Ok(make_rational(vm, numerator, denominator))
}

/// `complex_of(real, imaginary)`.
fn complex_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.classes.complex;
    Ok(two_parts(vm, class, [b"@__real", b"@__imaginary"], [args.get(0), args.get(1)]))
}

pub const NATIVES: &[(&str, Native)] =
    &[("rational_of", rational_of), ("rational_reduced", rational_reduced), ("complex_of", complex_of)];
