//! Dates made of other counts than that of years, months and days. Each is of the class of which the method is called.

use rutile_vm::prelude::*;

use super::value::Parts;
use super::{YEARS, first_of_year, week_of, weekday};

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

pub const NATIVES: &[(&str, Native)] = &[
    ("date_of_day", date_of_day),
    ("date_of_year_day", date_of_year_day),
    ("date_of_week", date_of_week),
];
