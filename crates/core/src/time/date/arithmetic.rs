//! Dates moved and compared.

use rutile_vm::prelude::*;

use super::value::{BILLION, DAY, Parts};
use super::{date_of, day_of, days_of_month};
use crate::array::collection::finds_core_method;
use crate::array::compare::{combine, seed};

/// What is read of the Date of which a method is called, and of the one that it is given.
fn both<T>(vm: &Vm, args: Arguments, read: fn(&Vm, Value) -> Option<T>) -> Result<(T, T), Exit> {
    match (read(vm, args.receiver()), read(vm, args.get(0))) {
        (Some(left), Some(right)) if args.count() == 1 => Ok((left, right)),
        _ => Err(Exit::Fallback),
    }
}

/// `date.eql?(date)`.
fn date_eql(vm: &mut Vm, args: Arguments) -> NativeResult {
    both(vm, args, Parts::moment_of).map(|(left, right)| Value::boolean(left == right))
}

/// Whether nothing is equal to nil by its `coerce`, which only a program could give it.
fn is_unlike_nil(vm: &mut Vm) -> bool {
    let class = vm.class_of(Value::NIL);
    vm.find_method(class, Symbol::COERCE).is_none()
}

/// `date == date`, which asks a `<=>` of the program's, but not of what is the same object.
fn date_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 1 && args.get(0) == args.receiver() {
        return Ok(Value::TRUE);
    }
    let class = vm.class_of(args.receiver());
    if !finds_core_method(vm, class, Symbol::COMPARE) {
        return Err(Exit::Fallback);
    }
    if args.count() == 1 && args.get(0).is_nil() {
        return is_unlike_nil(vm).then_some(Value::FALSE).ok_or(Exit::Fallback);
    }
    date_eql(vm, args)
}

/// `date <=> date`.
fn date_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (left, right) = both(vm, args, Parts::moment_of)?;
    Ok(Value::fixnum(left.cmp(&right) as i64))
}

/// `date === date`.
fn date_same_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    both(vm, args, Parts::of).map(|(left, right)| Value::boolean(left.local_day() == right.local_day()))
}

/// `date.hash`, the same as the body's.
fn date_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let moment = Parts::moment_of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let code = moment.iter().try_fold(seed(3), |code, part| Some(combine(code, vm.simple_hash(Value::fixnum(*part))?)));
    code.map(Value::fixnum).ok_or(Exit::Fallback)
}

/// The days, seconds and nanoseconds in a Float of days, split as the reference splits them.
pub fn split(days: f64) -> Option<(i64, i64, i64)> {
    const FAR: f64 = (1u64 << 40) as f64;
    let length = days.abs();
    if length.is_nan() || length >= FAR {
        return None;
    }
    let seconds = length.fract() * DAY as f64;
    let sign = if days < 0.0 { -1 } else { 1 };
    Some((sign * length as i64, sign * seconds as i64, sign * (seconds.fract() * BILLION as f64).round() as i64))
}

/// So many days, seconds and nanoseconds later; `None` where that is out of reach.
pub fn moved(parts: Parts, (days, seconds, nanoseconds): (i64, i64, i64)) -> Option<Parts> {
    let nanoseconds = parts.nanoseconds + nanoseconds;
    let seconds = parts.seconds + seconds + nanoseconds.div_euclid(BILLION);
    let day = parts.day.checked_add(days)?.checked_add(seconds.div_euclid(DAY))?;
    Some(Parts { day, seconds: seconds.rem_euclid(DAY), nanoseconds: nanoseconds.rem_euclid(BILLION), ..parts })
}

/// `date + days` of an Integer or a Float.
fn date_plus(vm: &mut Vm, args: Arguments) -> NativeResult {
    let days = args.get(0);
    let span = match days.as_fixnum() {
        Some(days) => Some((days, 0, 0)),
        None => days.as_float().and_then(split),
    };
    let parts = Parts::of(vm, args.receiver()).filter(|_| args.count() == 1);
    let parts = parts.zip(span).and_then(|(parts, span)| moved(parts, span)).ok_or(Exit::Fallback)?;
    parts.make_like(vm, args.receiver()).ok_or(Exit::Fallback)
}

/// The day so many months later, or the last of its month where that is shorter.
fn months_on(day: i64, months: i64) -> Option<i64> {
    let (year, month, day) = date_of(day);
    let total = (year * 12 + month - 1).checked_add(months)?;
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12) + 1);
    day_of(year, month, day.min(days_of_month(year, month)))
}

/// `date.next_month(count)` and its like; a step is so many months.
fn stepped(vm: &mut Vm, args: Arguments, step: i64) -> NativeResult {
    let count = match args.as_slice() {
        [] => Some(1),
        [count] => count.as_fixnum(),
        _ => None,
    };
    let parts = Parts::of(vm, args.receiver()).ok_or(Exit::Fallback)?;
    let from = parts.gregorian_day().ok_or(Exit::Fallback)?;
    let to = count.and_then(|count| months_on(from, count.checked_mul(step)?)).ok_or(Exit::Fallback)?;
    Parts { day: parts.day + to - from, ..parts }.make_like(vm, args.receiver()).ok_or(Exit::Fallback)
}

/// `date >> months`.
fn date_months_on(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 1 { stepped(vm, args, 1) } else { Err(Exit::Fallback) }
}

/// `date << months`.
fn date_months_back(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 1 { stepped(vm, args, -1) } else { Err(Exit::Fallback) }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_eql", date_eql),
    ("date_equal", date_equal),
    ("date_compare", date_compare),
    ("date_same_day", date_same_day),
    ("date_hash", date_hash),
    ("date_plus", date_plus),
    ("date_months_on", date_months_on),
    ("date_months_back", date_months_back),
    ("date_next_month", |vm, args| stepped(vm, args, 1)),
    ("date_previous_month", |vm, args| stepped(vm, args, -1)),
    ("date_next_year", |vm, args| stepped(vm, args, 12)),
    ("date_previous_year", |vm, args| stepped(vm, args, -12)),
];
