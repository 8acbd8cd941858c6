//! The parts of a Date.

use rutile_vm::prelude::*;

use super::value::{BILLION, DAY, Parts, date_class};
use super::{YEARS, date_of, days_of_month, first_of_year, week_of, weekday};
use crate::number::rational::{make_rational, reduce_small};

fn is_leap(year: i64) -> bool {
    days_of_month(year, 2) == 29
}

/// `Date.gregorian_leap?(year)` of a small Integer.
fn date_leap_year(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let year = args.get(0).as_fixnum().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(is_leap(year)))
}

/// `date.leap?`.
fn date_leap(vm: &mut Vm, args: Arguments) -> NativeResult {
    let day = Parts::of_asked(vm, args).and_then(|parts| parts.gregorian_day()).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(is_leap(date_of(day).0)))
}

/// `date.yday`.
fn date_year_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    let day = Parts::of_asked(vm, args).and_then(|parts| parts.gregorian_day()).ok_or(Exit::Fallback)?;
    Ok(Value::fixnum(day - first_of_year(date_of(day).0) + 1))
}

/// `weekday` of a Date, of whichever calendar.
fn weekday_of(vm: &mut Vm, args: Arguments) -> Result<i64, Exit> {
    Parts::of_asked(vm, args).map(|parts| weekday(parts.local_day())).ok_or(Exit::Fallback)
}

/// `date.wday`.
fn date_weekday(vm: &mut Vm, args: Arguments) -> NativeResult {
    weekday_of(vm, args).map(Value::fixnum)
}

/// `date.cwday`: 7 is Sunday.
fn date_week_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    weekday_of(vm, args).map(|weekday| Value::fixnum((weekday + 6) % 7 + 1))
}

/// `date.sunday?` and its like.
fn falls_on(vm: &mut Vm, args: Arguments, asked: i64) -> NativeResult {
    weekday_of(vm, args).map(|weekday| Value::boolean(weekday == asked))
}

/// The week of a Date. The first days of 1583 are of a week of 1582, which Ruby knows.
fn week(vm: &mut Vm, args: Arguments) -> Result<(i64, i64), Exit> {
    let day = Parts::of_asked(vm, args).and_then(|parts| parts.gregorian_day());
    day.map(week_of).filter(|(year, _)| YEARS.contains(year)).ok_or(Exit::Fallback)
}

/// `date.cwyear`.
fn date_week_year(vm: &mut Vm, args: Arguments) -> NativeResult {
    week(vm, args).map(|(year, _)| Value::fixnum(year))
}

/// `date.cweek`.
fn date_week(vm: &mut Vm, args: Arguments) -> NativeResult {
    week(vm, args).map(|(_, week)| Value::fixnum(week))
}

/// `date.ajd`: days since noon of the first one, an Integer at noon. Large numbers are brought to lowest terms only where there is a fraction to tell.
fn date_astronomical_day(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = Parts::of_asked(vm, args).ok_or(Exit::Fallback)?;
    let half_days = 2 * i128::from(parts.day) - 1;
    if parts.seconds == 0 && parts.nanoseconds == 0 {
        let numerator = vm.integer(half_days);
        return Ok(make_rational(vm, numerator, Value::fixnum(2)));
    }
    if 2 * parts.seconds == DAY && parts.nanoseconds == 0 {
        return Ok(Value::fixnum(parts.day));
    }
    let half_seconds = half_days * i128::from(DAY) + 2 * i128::from(parts.seconds);
    let (seconds, second) = (2 * i128::from(DAY), i128::from(BILLION));
    Ok(match parts.nanoseconds {
        0 => reduce_small(vm, half_seconds, seconds),
        nanoseconds => reduce_small(vm, half_seconds * second + 2 * i128::from(nanoseconds), seconds * second),
    })
}

/// `date.day_fraction`. A Date that is nothing but a day says an Integer.
fn date_day_fraction(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = Parts::of_asked(vm, args).ok_or(Exit::Fallback)?;
    let seconds = i128::from(parts.local_seconds());
    match parts.nanoseconds {
        0 if seconds == 0 => match date_class(vm) {
            Some(date) if vm.class_of(args.receiver()) == date => Ok(Value::fixnum(0)),
            _ => Err(Exit::Fallback),
        },
        0 => Ok(reduce_small(vm, seconds, DAY.into())),
        nanoseconds => Ok(reduce_small(vm, seconds * i128::from(BILLION) + i128::from(nanoseconds), i128::from(DAY) * i128::from(BILLION))),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_leap_year", date_leap_year),
    ("date_leap", date_leap),
    ("date_year_day", date_year_day),
    ("date_weekday", date_weekday),
    ("date_week_day", date_week_day),
    ("date_sunday", |vm, args| falls_on(vm, args, 0)),
    ("date_monday", |vm, args| falls_on(vm, args, 1)),
    ("date_tuesday", |vm, args| falls_on(vm, args, 2)),
    ("date_wednesday", |vm, args| falls_on(vm, args, 3)),
    ("date_thursday", |vm, args| falls_on(vm, args, 4)),
    ("date_friday", |vm, args| falls_on(vm, args, 5)),
    ("date_saturday", |vm, args| falls_on(vm, args, 6)),
    ("date_week_year", date_week_year),
    ("date_week", date_week),
    ("date_astronomical_day", date_astronomical_day),
    ("date_day_fraction", date_day_fraction),
];
