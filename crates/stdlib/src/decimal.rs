//! BigDecimals of few digits: to and from text, sums, products, quotients and order. The methods' bodies do the rest
//! (`lib/rutile/bigdecimal/`), also where a program has chosen how to round or how many digits to keep.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use rutile_core::array::compare::{combine, seed};
use rutile_vm::prelude::*;

/// Digits that a small Integer holds in any case.
const SMALL: usize = 18;

/// Sign, digits without zeros behind them, and the power of ten that they stand at.
fn parts(text: &[u8]) -> Option<[i64; 3]> {
    let (sign, text) = match text.split_first()? {
        (b'-', rest) => (-1, rest),
        (b'+', rest) => (1, rest),
        _ => (1, text),
    };
    let point = text.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match point {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &[][..]),
    };
    let are_missing = whole.is_empty() || point.is_some() && fraction.is_empty();
    if are_missing || whole.len() + fraction.len() > SMALL || !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
        return None;
    }
    let mut digits = whole.iter().chain(fraction).fold(0, |digits, byte| digits * 10 + i64::from(byte - b'0'));
    let mut place = -(fraction.len() as i64);
    while digits != 0 && digits % 10 == 0 {
        digits /= 10;
        place += 1;
    }
    Some([sign, digits, if digits == 0 { 0 } else { place }])
}

/// `decimal_parts(text)`: [sign, digits, place] of `123.45`; nil of what has more digits, or is written in another way.
fn decimal_parts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|text| text.encoding().is_ascii_compatible());
    let Some(parts) = text.and_then(|text| parts(text.bytes())) else { return Ok(Value::NIL) };
    Ok(vm.new_array(&parts.map(Value::fixnum)).value())
}

// --- Numbers ----------------------------------------------------------------------------

/// The variables that `BigDecimal#__take` sets, in this order.
const VARIABLES: [Symbol; 4] = [Symbol::DECIMAL_KIND, Symbol::SIGN, Symbol::DIGITS, Symbol::PLACE];
/// Places of ten further from zero are left to Ruby.
const FAR: i64 = 1 << 20;
/// Digits of a word of the reference's, and those that it computes of any quotient.
const WORD: i64 = 9;
const LEAST_DIGITS: i64 = 32;

/// sign * digits * 10**place; the digits don't end in a zero.
#[derive(Clone, Copy)]
struct Decimal {
    sign: i64,
    digits: i64,
    place: i64,
}

impl Decimal {
    /// That of a BigDecimal that is a number of few digits.
    fn of(vm: &Vm, value: Value) -> Option<Decimal> {
        let variables = vm.first_variables(value, &VARIABLES).filter(|variables| variables.get(0).is_nil())?;
        let [sign, digits, place] = [1, 2, 3].map(|index| variables.get(index).as_fixnum());
        let decimal = Decimal { sign: sign?, digits: digits?, place: place? };
        (-FAR..FAR).contains(&decimal.place).then_some(decimal)
    }

    /// The same of another of the receiver's class, or of a small Integer.
    fn other(vm: &mut Vm, args: Arguments) -> Option<Decimal> {
        let value = args.get(0);
        match value.as_fixnum() {
            Some(integer) => {
                let (digits, place) = without_zeros(integer.unsigned_abs().into(), 0);
                Some(Decimal { sign: if integer < 0 { -1 } else { 1 }, digits: digits as i64, place })
            }
            None if value.is_kind(Kind::Object) && vm.class_of(value) == vm.class_of(args.receiver()) => Decimal::of(vm, value),
            None => None,
        }
    }

    /// The integer that it is at a place not above its own, if 128 bits hold it.
    fn at_place(self, place: i64) -> Option<i128> {
        let ten = 10i128.checked_pow(u32::try_from(self.place - place).ok()?)?;
        ten.checked_mul(i128::from(self.sign * self.digits))
    }

    fn length(self) -> i64 {
        if self.digits == 0 { 0 } else { i64::from(self.digits.ilog10()) + 1 }
    }

    /// Digits before the point; less than zero for zeros after it.
    fn exponent(self) -> i64 {
        if self.digits == 0 { 0 } else { self.length() + self.place }
    }

    /// Digits from the first that counts to the last, with the zeros up to the point.
    fn precision(self) -> i64 {
        let scale = (-self.place).max(0);
        if self.exponent() > 0 { self.exponent() + scale } else { scale }
    }
}

fn without_zeros(digits: u128, place: i64) -> (u128, i64) {
    let (mut digits, mut place) = (digits, place);
    while digits != 0 && digits % 10 == 0 {
        digits /= 10;
        place += 1;
    }
    (digits, if digits == 0 { 0 } else { place })
}

/// The receiver and the other side of an operator, where no mode was ever changed.
fn sides(vm: &mut Vm, args: Arguments) -> Result<(Decimal, Decimal), Exit> {
    let class = vm.class_of(args.receiver());
    let is_usual = args.count() == 1 && vm.get_variable(class.value(), Symbol::MODES_CHANGED).is_nil();
    let one = Decimal::of(vm, args.receiver()).filter(|_| is_usual).ok_or(Exit::Fallback)?;
    Ok((one, Decimal::other(vm, args).ok_or(Exit::Fallback)?))
}

fn make(vm: &mut Vm, class: ClassRef, sign: i64, digits: Value, place: i64) -> Value {
    let values = [Value::NIL, Value::fixnum(sign), digits, Value::fixnum(place)];
    let variables: [(Symbol, Value); 4] = std::array::from_fn(|index| (VARIABLES[index], values[index]));
    let made = vm.new_object_with(class, &variables);
    vm.freeze(made);
    made
}

fn made_of(vm: &mut Vm, args: Arguments, sign: i64, digits: u128, place: i64) -> NativeResult {
    let (digits, place) = without_zeros(digits, place);
    let digits = vm.integer(i128::try_from(digits).map_err(|_| Exit::Fallback)?);
    let class = vm.class_of(args.receiver());
    Ok(make(vm, class, sign, digits, place))
}

fn sum(vm: &mut Vm, args: Arguments, sign: i64) -> NativeResult {
    let (one, two) = sides(vm, args)?;
    let two = Decimal { sign: two.sign * sign, ..two };
    if one.digits == 0 || two.digits == 0 {
        return Err(Exit::Fallback);
    }
    let place = one.place.min(two.place);
    let (Some(one), Some(two)) = (one.at_place(place), two.at_place(place)) else { return Err(Exit::Fallback) };
    match one.checked_add(two) {
        Some(0) | None => Err(Exit::Fallback),
        Some(sum) => made_of(vm, args, if sum < 0 { -1 } else { 1 }, sum.unsigned_abs(), place),
    }
}

fn decimal_times(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, two) = sides(vm, args)?;
    let digits = u128::from(one.digits.unsigned_abs()) * u128::from(two.digits.unsigned_abs());
    made_of(vm, args, one.sign * two.sign, digits, one.place + two.place)
}

/// The quotient, as far as the body of `/` computes it, rounded half up.
fn decimal_over(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, two) = sides(vm, args)?;
    if one.digits == 0 || two.digits == 0 {
        return Err(Exit::Fallback);
    }
    let digits = (2 * one.precision().max(two.precision())).max(LEAST_DIGITS);
    let words = (digits + 3 * WORD - 1) / WORD - 1;
    let top_word = |decimal: Decimal| -Integer::div_floor(&-decimal.exponent(), &WORD);
    let place = (top_word(one) - top_word(two) + 1 - words) * WORD;
    let shift = u32::try_from(one.place - two.place - place).ok().filter(|shift| *shift <= 100).ok_or(Exit::Fallback)?;
    let (mut quotient, rest) = (BigInt::from(one.digits) * BigInt::from(10).pow(shift)).div_rem(&BigInt::from(two.digits));
    if rest * 2 >= BigInt::from(two.digits) {
        quotient += 1;
    }
    let (sign, class) = (one.sign * two.sign, vm.class_of(args.receiver()));
    if let Ok(quotient) = u128::try_from(&quotient) {
        return made_of(vm, args, sign, quotient, place);
    }
    let mut place = place;
    loop {
        let (shorter, last) = quotient.div_rem(&BigInt::from(10));
        if last != BigInt::ZERO {
            break;
        }
        quotient = shorter;
        place += 1;
    }
    let digits = vm.big_integer(quotient);
    Ok(make(vm, class, sign, digits, place))
}

/// `one <=> two`, where both are numbers of few digits.
fn order(vm: &mut Vm, args: Arguments) -> Result<Ordering, Exit> {
    let (one, two) = sides(vm, args)?;
    let signed = |decimal: Decimal| decimal.sign * decimal.digits.signum();
    if signed(one) != signed(two) || signed(one) == 0 {
        return Ok(signed(one).cmp(&signed(two)));
    }
    let place = one.place.min(two.place);
    match (one.at_place(place), two.at_place(place)) {
        (Some(one), Some(two)) => Ok(one.cmp(&two)),
        _ => Err(Exit::Fallback),
    }
}

fn decimal_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(order(vm, args)? as i64))
}

fn decimal_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(order(vm, args)? == Ordering::Equal))
}

fn decimal_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let decimal = Decimal::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let parts = [decimal.sign, decimal.digits, decimal.place];
    let code = parts.iter().try_fold(seed(4), |code, part| Some(combine(code, vm.simple_hash(Value::fixnum(*part))?)));
    code.map(Value::fixnum).ok_or(Exit::Fallback)
}

fn decimal_to_f(vm: &mut Vm, args: Arguments) -> NativeResult {
    let decimal = Decimal::of(vm, args.receiver()).filter(|decimal| args.count() == 0 && (-300..=300).contains(&decimal.place));
    let decimal = decimal.ok_or(Exit::Fallback)?;
    let float = format!("{}e{}", decimal.digits, decimal.place).parse::<f64>().ok().filter(|float| float.is_finite());
    let float = float.ok_or(Exit::Fallback)?;
    Ok(vm.float(if decimal.sign < 0 { -float } else { float }))
}

/// Zeros that are written in a plain text.
const ZEROS_WRITTEN: i64 = 64;

/// `to_s`, `to_s("F")`.
fn decimal_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    let decimal = Decimal::of(vm, args.receiver()).filter(|decimal| decimal.digits > 0).ok_or(Exit::Fallback)?;
    let sign = if decimal.sign < 0 { "-" } else { "" };
    let digits = decimal.digits.to_string();
    let text = if args.count() == 0 {
        format!("{sign}0.{digits}e{}", decimal.exponent())
    } else {
        let is_plain = args.get(0).as_string().is_some_and(|format| matches!(format.bytes(), b"F" | b"f"));
        if !is_plain || !(-ZEROS_WRITTEN..=ZEROS_WRITTEN).contains(&decimal.place) {
            return Err(Exit::Fallback);
        }
        let zeros = "0".repeat(decimal.place.max(0) as usize);
        match usize::try_from(decimal.place) {
            Ok(_) => format!("{sign}{digits}{zeros}.0"),
            Err(_) => {
                let fraction = decimal.place.unsigned_abs() as usize;
                let digits = format!("{digits:0>width$}", width = fraction + 1);
                let (whole, fraction) = digits.split_at(digits.len() - fraction);
                format!("{sign}{whole}.{fraction}")
            }
        }
    };
    Ok(vm.new_string(text.as_bytes(), Encoding::US_ASCII).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("decimal_parts", decimal_parts),
    ("decimal_plus", |vm, args| sum(vm, args, 1)),
    ("decimal_minus", |vm, args| sum(vm, args, -1)),
    ("decimal_times", decimal_times),
    ("decimal_over", decimal_over),
    ("decimal_compare", decimal_compare),
    ("decimal_equal", decimal_equal),
    ("decimal_less", |vm, args| Ok(Value::boolean(order(vm, args)?.is_lt()))),
    ("decimal_at_most", |vm, args| Ok(Value::boolean(order(vm, args)?.is_le()))),
    ("decimal_greater", |vm, args| Ok(Value::boolean(order(vm, args)?.is_gt()))),
    ("decimal_at_least", |vm, args| Ok(Value::boolean(order(vm, args)?.is_ge()))),
    ("decimal_hash", decimal_hash),
    ("decimal_to_f", decimal_to_f),
    ("decimal_to_s", decimal_to_s),
];
