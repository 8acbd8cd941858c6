//! Dates made of counts: of days, weeks and years, each of the class of which the method is called; and what `DateTime.new` makes.

use rutile_vm::prelude::*;

use super::arithmetic::{moved, split};
use super::conversion::offset_seconds;
use super::value::{BILLION, DAY, Parts};
use super::{YEARS, day_of, first_of_year, week_of, weekday};
use crate::number::rational::small_fraction;

/// A Date of nothing but a day, if there is one.
fn made(vm: &mut Vm, args: Arguments, day: Option<i64>) -> NativeResult {
    let class = ClassRef::from_module(args.receiver());
    match (class, day) {
        (Some(class), Some(day)) => Parts::of_day(day).make(vm, class).ok_or(Exit::Fallback),
        _ => Err(Exit::Fallback),
    }
}

/// `Date.jd(day)`.
fn date_of_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    let day = args.get(0).as_fixnum().filter(|_| args.count() == 1);
    made(vm, args, day)
}

/// The day of a year's so many.
fn ordinal(year: i64, day: i64) -> Option<i64> {
    let first = YEARS.contains(&year).then(|| first_of_year(year))?;
    (1..=first_of_year(year + 1) - first).contains(&day).then(|| first + day - 1)
}

/// `Date.ordinal(year, day)`.
fn date_of_year_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = (args.get(0).as_fixnum(), args.get(1).as_fixnum());
    let day = match parts {
        (Some(year), Some(day)) if args.count() == 2 => ordinal(year, day),
        _ => None,
    };
    made(vm, args, day)
}

/// The day of a year's so many weeks; 7 is Sunday.
fn commercial(year: i64, week: i64, day: i64) -> Option<i64> {
    if !YEARS.contains(&year) || !(1..=53).contains(&week) || !(1..=7).contains(&day) {
        return None;
    }
    // The fourth of January is always in the first week.
    let fourth = first_of_year(year) + 3;
    let found = fourth - (weekday(fourth) + 6) % 7 + 7 * (week - 1) + day - 1;
    (week_of(found) == (year, week)).then_some(found)
}

/// `Date.commercial(year, week, day)`.
fn date_of_week(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = (args.get(0).as_fixnum(), args.get(1).as_fixnum(), args.get(2).as_fixnum());
    let day = match parts {
        (Some(year), Some(week), Some(day)) if args.count() == 3 => commercial(year, week, day),
        _ => None,
    };
    made(vm, args, day)
}

/// Whole seconds, nanoseconds, and a Float's part of a second.
fn parted_second(vm: &Vm, second: Value) -> Option<(i64, i64, f64)> {
    if let Some(second) = second.as_float() {
        return second.is_finite().then(|| (second.floor() as i64, 0, second.rem_euclid(1.0)));
    }
    let (seconds, divisor) = small_fraction(vm, second)?;
    let nanoseconds = seconds.rem_euclid(divisor) * i128::from(BILLION);
    let whole = i64::try_from(seconds.div_euclid(divisor)).ok()?;
    (nanoseconds % divisor == 0).then_some((whole, (nanoseconds / divisor) as i64, 0.0))
}

/// What `year, month, day, hour, minute, second, offset` say, of which the last may be absent.
fn moment_of(vm: &Vm, given: &[Value]) -> Option<Parts> {
    let number = |place: usize, usual: i64| given.get(place).map_or(Some(usual), |number| number.as_fixnum());
    let day = day_of(number(0, -4712)?, number(1, 1)?, number(2, 1)?)?;
    let (second, nanoseconds, part) = given.get(5).map_or(Some((0, 0, 0.0)), |second| parted_second(vm, *second))?;
    let (Some(hour @ 0..24), Some(minute @ 0..60), 0..60) = (number(3, 0), number(4, 0), second) else { return None };
    let offset = given.get(6).map_or(Some(0), |offset| offset_seconds(vm, *offset))?;
    let offset = Some(offset).filter(|offset| (-DAY..=DAY).contains(offset))?;
    let seconds = hour * 3600 + minute * 60 + second - offset;
    let parts = Parts { seconds: seconds.rem_euclid(DAY), nanoseconds, offset, ..Parts::of_day(day + seconds.div_euclid(DAY)) };
    if part == 0.0 { Some(parts) } else { moved(parts, split(part / DAY as f64)?) }
}

/// `DateTime.civil`, for a class of which instances are made.
fn date_time_civil(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.receiver()).filter(|_| args.count() <= 7).ok_or(Exit::Fallback)?;
    moment_of(vm, args.as_slice()).and_then(|parts| parts.make(vm, class)).ok_or(Exit::Fallback)
}

/// `DateTime#initialize`
fn date_time_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() > 7 || vm.is_frozen(args.receiver()) {
        return Err(Exit::Fallback);
    }
    moment_of(vm, args.as_slice()).and_then(|parts| parts.store(vm, args.receiver())).ok_or(Exit::Fallback)?;
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_time_civil", date_time_civil),
    ("date_time_initialize", date_time_initialize),
    ("date_of_day", date_of_day),
    ("date_of_year_day", date_of_year_day),
    ("date_of_week", date_of_week),
];
