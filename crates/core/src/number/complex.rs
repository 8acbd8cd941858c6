//! Complex: sums, differences and products where all parts are Floats and small Integers whose operators are the core's own, quotients and powers of Floats. Other
//! partners are `core/number/complex.rb`'s.

use std::f64::consts::PI;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::array::collection::finds_core_method;
use crate::number::rational::small_fraction;

/// A part of a number.
#[derive(Clone, Copy)]
enum Part {
    Integer(i64),
    Float(f64),
}

impl Part {
    fn of(value: Value) -> Option<Part> {
        value.as_fixnum().map(Part::Integer).or_else(|| value.as_float().map(Part::Float))
    }

    fn float(self) -> f64 {
        match self {
            Part::Integer(integer) => integer as f64,
            Part::Float(float) => float,
        }
    }

    fn is_zero(self) -> bool {
        self.float() == 0.0
    }

    /// One with its sign, of a Float that is a number: zero times infinity is zero here.
    fn unit(self) -> Part {
        match self {
            Part::Float(float) if !float.is_nan() => Part::Float(if float.is_sign_negative() { -1.0 } else { 1.0 }),
            _ => self,
        }
    }

    /// An exact zero changes nothing.
    fn plus(self, other: Part) -> Option<Part> {
        match (self, other) {
            (Part::Integer(0), _) => Some(other),
            (_, Part::Integer(0)) => Some(self),
            (Part::Integer(a), Part::Integer(b)) => small(a.checked_add(b)),
            _ => Some(Part::Float(self.float() + other.float())),
        }
    }

    fn minus(self, other: Part) -> Option<Part> {
        match (self, other) {
            (Part::Integer(a), Part::Integer(b)) => small(a.checked_sub(b)),
            _ => Some(Part::Float(self.float() - other.float())),
        }
    }

    fn times(self, other: Part) -> Option<Part> {
        match (self, other) {
            (Part::Integer(a), Part::Integer(b)) => small(a.checked_mul(b)),
            _ => Some(Part::Float(self.float() * other.float())),
        }
    }

    /// As `Rutile.factor`.
    fn factor(self, other: Part) -> Option<Part> {
        if self.is_zero() {
            return self.times(if other.is_zero() { other } else { other.unit() });
        }
        if other.is_zero() { self.unit().times(other) } else { self.times(other) }
    }

    fn value(self, vm: &mut Vm) -> Value {
        match self {
            Part::Integer(integer) => Value::fixnum(integer),
            Part::Float(float) => vm.float(float),
        }
    }
}

fn small(integer: Option<i64>) -> Option<Part> {
    integer.filter(|&integer| Value::try_fixnum(integer).is_some()).map(Part::Integer)
}

/// Real and imaginary part of a Complex.
fn parts(vm: &Vm, value: Value) -> Option<(Part, Part)> {
    if !value.is_kind(Kind::Object) || vm.class_of(value) != vm.classes.complex {
        return None;
    }
    Some((Part::of(vm.get_variable(value, Symbol::REAL))?, Part::of(vm.get_variable(value, Symbol::IMAGINARY))?))
}

/// The result of an operator on the parts of a Complex and those of the other number, of which a real one has no second.
type Rule = fn((Part, Part), (Part, Option<Part>)) -> Option<(Part, Part)>;

fn operate(vm: &mut Vm, args: Arguments, rule: Rule) -> NativeResult {
    let basic = [Symbol::ADD, Symbol::SUBTRACT, Symbol::MULTIPLY, Symbol::EQUAL].iter().all(|&name| vm.is_basic(name, of::NUMBERS));
    let left = parts(vm, args.receiver()).filter(|_| basic && args.count() == 1).ok_or(Exit::Fallback)?;
    let other = args.get(0);
    let right = match Part::of(other) {
        Some(real) => (real, None),
        None => parts(vm, other).map(|(real, imaginary)| (real, Some(imaginary))).ok_or(Exit::Fallback)?,
    };
    let (real, imaginary) = rule(left, right).ok_or(Exit::Fallback)?;
    let (real, imaginary) = (real.value(vm), imaginary.value(vm));
    Ok(crate::number::rational::make_complex(vm, real, imaginary))
}

/// `Complex(real, imaginary)` of such parts.
fn kernel_complex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (real, imaginary) = (args.get(0), if args.count() == 1 { Value::fixnum(0) } else { args.get(1) });
    if Part::of(real).is_none() || Part::of(imaginary).is_none() || args.count() > 2 {
        return Err(Exit::Fallback);
    }
    Ok(crate::number::rational::make_complex(vm, real, imaginary))
}

fn complex_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    operate(vm, args, |(a, b), (c, d)| Some((a.plus(c)?, d.map_or(Some(b), |d| b.plus(d))?)))
}

fn complex_subtract(vm: &mut Vm, args: Arguments) -> NativeResult {
    operate(vm, args, |(a, b), (c, d)| Some((a.minus(c)?, d.map_or(Some(b), |d| b.minus(d))?)))
}

fn complex_multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    operate(vm, args, |(a, b), (c, d)| match d {
        None => Some((a.times(c)?, b.times(c)?)),
        Some(d) => Some((a.factor(c)?.minus(b.factor(d)?)?, a.factor(d)?.plus(b.factor(c)?)?)),
    })
}

/// A quotient of Floats. The larger part of the divisor is divided by, so that squares don't overflow.
fn complex_divide(vm: &mut Vm, args: Arguments) -> NativeResult {
    operate(vm, args, |left, right| {
        let ((Part::Float(a), Part::Float(b)), (Part::Float(c), Some(Part::Float(d)))) = (left, right) else { return None };
        let (real, imaginary) = if c.abs() > d.abs() {
            let ratio = d / c;
            let unit = c * (1.0 + ratio * ratio);
            ((a + b * ratio) / unit, (b - a * ratio) / unit)
        } else {
            let ratio = c / d;
            let unit = d * (1.0 + ratio * ratio);
            ((a * ratio + b) / unit, (b * ratio - a) / unit)
        };
        Some((Part::Float(real), Part::Float(imaginary)))
    })
}

/// A power of Floats, by logarithm and angle; of what lies on an axis itself Ruby tells it.
fn complex_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    operate(vm, args, |left, right| {
        let ((Part::Float(a), Part::Float(b)), (Part::Float(c), Some(Part::Float(d)))) = (left, right) else { return None };
        let (angle, logarithm) = (b.atan2(a), a.hypot(b).ln());
        let (magnitude, turned) = ((c * logarithm - d * angle).exp(), angle * c + d * logarithm);
        let (real, imaginary) = from_polar(magnitude, turned);
        (![a, b, d].contains(&0.0)).then_some((Part::Float(real), Part::Float(imaginary)))
    })
}

/// The parts of the number of this magnitude and angle, exact where it lies on an axis: `Complex.__polar`.
fn from_polar(magnitude: f64, angle: f64) -> (f64, f64) {
    if magnitude == 0.0 || angle == 0.0 {
        (magnitude, 0.0)
    } else if angle == PI {
        (-magnitude, 0.0)
    } else if angle == PI / 2.0 {
        (0.0, magnitude)
    } else {
        (magnitude * angle.cos(), magnitude * angle.sin())
    }
}

/// `zero?` of a Complex or a Rational that compares as the core does.
fn numeric_zero(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = args.receiver();
    let class = vm.class_of(number);
    if args.count() != 0 || !finds_core_method(vm, class, Symbol::EQUAL) || !vm.is_basic(Symbol::EQUAL, of::NUMBERS) {
        return Err(Exit::Fallback);
    }
    let is_zero = match parts(vm, number) {
        Some((real, imaginary)) => Some(real.is_zero() && imaginary.is_zero()),
        None => small_fraction(vm, number).map(|(numerator, _)| numerator == 0),
    };
    is_zero.map(Value::boolean).ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("complex_power", complex_power),
    ("numeric_zero", numeric_zero),
    ("complex_divide", complex_divide),
    ("kernel_complex", kernel_complex),
    ("complex_add", complex_add),
    ("complex_subtract", complex_subtract),
    ("complex_multiply", complex_multiply),
];
