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

    fn of_integer(integer: i64) -> Decimal {
        let (digits, place) = without_zeros(integer.unsigned_abs().into(), 0);
        Decimal { sign: if integer < 0 { -1 } else { 1 }, digits: digits as i64, place }
    }

    /// The same of another of the receiver's class, or of a small Integer.
    fn other(vm: &mut Vm, args: Arguments) -> Option<Decimal> {
        let value = args.get(0);
        match value.as_fixnum() {
            Some(integer) => Some(Decimal::of_integer(integer)),
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
        if self.exponent() > 0 { self.exponent() + self.scale() } else { self.scale() }
    }

    /// Digits behind the point.
    fn scale(self) -> i64 {
        (-self.place).max(0)
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

/// The receiver, where no mode was ever changed.
fn usual(vm: &mut Vm, args: Arguments) -> Result<Decimal, Exit> {
    let class = vm.class_of(args.receiver());
    let is_usual = vm.get_variable(class.value(), Symbol::MODES_CHANGED).is_nil();
    Decimal::of(vm, args.receiver()).filter(|_| is_usual).ok_or(Exit::Fallback)
}

/// The same, and the other side of an operator.
fn sides(vm: &mut Vm, args: Arguments) -> Result<(Decimal, Decimal), Exit> {
    let one = usual(vm, args)?;
    let two = Decimal::other(vm, args).filter(|_| args.count() == 1);
    Ok((one, two.ok_or(Exit::Fallback)?))
}

fn make(vm: &mut Vm, class: ClassRef, sign: i64, digits: Value, place: i64) -> Value {
    let values = [Value::NIL, Value::fixnum(sign), digits, Value::fixnum(place)];
    let variables: [(Symbol, Value); 4] = std::array::from_fn(|index| (VARIABLES[index], values[index]));
    let made = vm.new_object_with(class, &variables);
    vm.freeze(made);
    made
}

/// `BigDecimal(number or text)`
fn decimal_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (value, name) = (args.get(0), vm.intern(b"BigDecimal"));
    let [sign, digits, place] = match value.as_fixnum() {
        _ if args.count() != 1 => return Err(Exit::Fallback),
        Some(integer) => {
            let Decimal { sign, digits, place } = Decimal::of_integer(integer);
            [sign, digits, place]
        }
        None => {
            let text = value.as_string().filter(|text| text.encoding().is_ascii_compatible()).ok_or(Exit::Fallback)?;
            parts(text.bytes()).ok_or(Exit::Fallback)?
        }
    };
    let class = vm.own_constant(vm.classes.object, name).and_then(ClassRef::from_module).ok_or(Exit::Fallback)?;
    Ok(make(vm, class, sign, Value::fixnum(digits), place))
}

/// `BigDecimal.interpret_loosely(text)` of text that is a number and nothing else.
fn decimal_of_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.get(0).as_string().is_some() { decimal_new(vm, args) } else { Err(Exit::Fallback) }
}

/// What a number of few digits is asked without arguments.
fn asked(vm: &Vm, args: Arguments, answer: impl FnOnce(Decimal) -> i64) -> NativeResult {
    let decimal = Decimal::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    Ok(Value::fixnum(answer(decimal)))
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
    if let Some(same) = [(one, two), (two, one)].into_iter().find_map(|(one, two)| (one.digits == 0 && two.digits != 0).then_some(two)) {
        return made_of(vm, args, same.sign, same.digits.unsigned_abs().into(), same.place);
    }
    let place = one.place.min(two.place);
    let (Some(whole), Some(other)) = (one.at_place(place), two.at_place(place)) else { return Err(Exit::Fallback) };
    let sum = whole.checked_add(other).ok_or(Exit::Fallback)?;
    // A sum of nothing is positive, unless both sides are negative nothings.
    let is_negative = sum < 0 || one.digits == 0 && two.digits == 0 && one.sign < 0 && two.sign < 0;
    made_of(vm, args, if is_negative { -1 } else { 1 }, sum.unsigned_abs(), place)
}

/// `-@`
fn decimal_negate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let decimal = usual(vm, args)?;
    made_of(vm, args, -decimal.sign, decimal.digits.unsigned_abs().into(), decimal.place)
}

// --- Rounding ---------------------------------------------------------------------------

/// Which way a rest is rounded.
#[derive(Clone, Copy)]
enum Rounding {
    HalfUp,
    Down,
    Floor,
    Ceiling,
}

impl Rounding {
    /// Whether a number of this sign is rounded away from zero, where `rest` of `unit` would be cut off.
    fn is_away(self, sign: i64, rest: u128, unit: u128) -> bool {
        match self {
            Rounding::HalfUp => rest * 2 >= unit,
            Rounding::Down => false,
            Rounding::Floor => sign < 0 && rest > 0,
            Rounding::Ceiling => sign > 0 && rest > 0,
        }
    }
}

impl Decimal {
    /// The digits, and their place, of what is left when it ends at a place of ten.
    fn rounded_at(self, place: i64, rounding: Rounding) -> (u128, i64) {
        let digits = u128::from(self.digits.unsigned_abs());
        // Further down than its first digit, only whether there is anything counts.
        let Ok(cut @ 1..) = u32::try_from((place - self.place).min(self.length() + 1)) else { return (digits, self.place) };
        let unit = 10u128.pow(cut);
        let (kept, rest) = (digits / unit, digits % unit);
        (kept + rounding.is_away(self.sign, rest, unit) as u128, place)
    }
}

/// An integer of this sign, if it is not far larger than a machine's.
fn whole(vm: &mut Vm, sign: i64, digits: u128, place: i64) -> NativeResult {
    let unit = u32::try_from(place).ok().and_then(|place| 10u128.checked_pow(place));
    let integer = unit.and_then(|unit| i128::try_from(digits.checked_mul(unit)?).ok()).ok_or(Exit::Fallback)?;
    Ok(vm.integer(integer * i128::from(sign)))
}

/// `floor`, `ceil`, `truncate`: an Integer, or, to so many digits behind the point, a BigDecimal.
fn rounded_to(vm: &mut Vm, args: Arguments, rounding: Rounding) -> NativeResult {
    let decimal = usual(vm, args)?;
    if args.count() == 0 {
        let (digits, place) = decimal.rounded_at(0, rounding);
        return whole(vm, decimal.sign, digits, place);
    }
    let places = args.get(0).as_fixnum().filter(|places| args.count() == 1 && (-FAR..FAR).contains(places)).ok_or(Exit::Fallback)?;
    let (digits, place) = decimal.rounded_at(-places, rounding);
    made_of(vm, args, decimal.sign, digits, place)
}

/// `round`: to less than one digit behind the point the result is an Integer.
fn decimal_round(vm: &mut Vm, args: Arguments) -> NativeResult {
    let places = if args.count() == 0 { 0 } else { args.get(0).as_fixnum().ok_or(Exit::Fallback)? };
    if places > 0 || args.count() == 0 {
        return rounded_to(vm, args, Rounding::HalfUp);
    }
    let decimal = usual(vm, args)?;
    if args.count() > 1 || places <= -FAR {
        return Err(Exit::Fallback);
    }
    let (digits, place) = decimal.rounded_at(-places, Rounding::HalfUp);
    whole(vm, decimal.sign, digits, place)
}

fn decimal_to_i(vm: &mut Vm, args: Arguments) -> NativeResult {
    let decimal = Decimal::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let (digits, place) = decimal.rounded_at(0, Rounding::Down);
    whole(vm, decimal.sign, digits, place)
}

// --- Products ---------------------------------------------------------------------------

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
    ("decimal_new", decimal_new),
    ("decimal_of_text", decimal_of_text),
    ("decimal_precision", |vm, args| asked(vm, args, Decimal::precision)),
    ("decimal_scale", |vm, args| asked(vm, args, Decimal::scale)),
    ("decimal_exponent", |vm, args| asked(vm, args, Decimal::exponent)),
    // Twice the sign, but of zero.
    ("decimal_sign", |vm, args| asked(vm, args, |decimal| decimal.sign * if decimal.digits == 0 { 1 } else { 2 })),
    ("decimal_negate", decimal_negate),
    ("decimal_round", decimal_round),
    ("decimal_floor", |vm, args| rounded_to(vm, args, Rounding::Floor)),
    ("decimal_ceil", |vm, args| rounded_to(vm, args, Rounding::Ceiling)),
    ("decimal_truncate", |vm, args| rounded_to(vm, args, Rounding::Down)),
    ("decimal_to_i", decimal_to_i),
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
