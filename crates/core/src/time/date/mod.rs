//! Dates of the Gregorian calendar since 1583, where the two calendars agree on nothing else: what nearly
//! every Date is. Others are left to Ruby (`lib/rutile/date/calendar.rb`).
//!
//! Days are Julian day numbers. What is asked of a Date itself stands in the files below: its variables in `value.rs`, the rest as the
//! files of `lib/rutile/date` are called.

pub mod arithmetic;
pub mod construction;
pub mod conversion;
pub mod parts;
pub mod text;
mod value;

use rutile_vm::prelude::*;

use crate::string;
use crate::time::calendar;

/// Day number of 1970-01-01.
const EPOCH: i64 = 2_440_588;
/// The first day of 1583 and the last of 9999.
const FIRST: i64 = 2_299_239;
const LAST: i64 = 5_373_484;

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The years of which this file speaks.
const YEARS: std::ops::RangeInclusive<i64> = 1583..=9999;

/// Year, month and day of a day of these years: without the wide numbers that any year takes.
fn date_of(day: i64) -> (i64, i64, i64) {
    const CYCLE: i64 = calendar::CYCLE_DAYS as i64;
    let shifted = day - EPOCH + calendar::EPOCH_SHIFT as i64;
    let (year, month, day) = calendar::date_in_cycle(shifted.rem_euclid(CYCLE));
    (shifted.div_euclid(CYCLE) * 400 + year, month, day)
}

/// 0 is Sunday.
fn weekday(day: i64) -> i64 {
    (day + 1).rem_euclid(7)
}

/// The first day of one of these years.
fn first_of_year(year: i64) -> i64 {
    const FIRST_OF_ALL: i64 = 1_721_426;
    let past = year - 1;
    FIRST_OF_ALL + past * 365 + past / 4 - past / 100 + past / 400
}

/// The year and the number of the week in which a day is: the week is of the year in which its Thursday is.
fn week_of(day: i64) -> (i64, i64) {
    let thursday = day - (weekday(day) + 6) % 7 + 3;
    let year = date_of(thursday).0;
    (year, (thursday - first_of_year(year)) / 7 + 1)
}

/// The day number of a date, if it exists in these years; negative months and days count from the end.
fn day_of(year: i64, month: i64, day: i64) -> Option<i64> {
    let month = if month < 0 { month + 13 } else { month };
    if !YEARS.contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let last = days_of_month(year, month);
    let day = if day < 0 { day.saturating_add(last + 1) } else { day };
    if !(1..=last).contains(&day) {
        return None;
    }
    Some(calendar::day_number(year.into(), month, day) as i64 + EPOCH)
}

/// Year, month and day among the arguments, where all are small Integers.
fn parts(args: Arguments) -> Option<(i64, i64, i64)> {
    Some((args.get(0).as_fixnum()?, args.get(1).as_fixnum()?, args.get(2).as_fixnum()?))
}

/// `Primitive.date_day(year, month, day)`: nil where Ruby is to look.
fn date_day(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(parts(args).and_then(|(year, month, day)| day_of(year, month, day)).map_or(Value::NIL, Value::fixnum))
}

/// `Date.valid_civil?(year, month, day)`.
fn date_exists(_vm: &mut Vm, args: Arguments) -> NativeResult {
    match parts(args) {
        // What is no `int` of C's is refused by Ruby.
        Some((year, month, day)) if args.count() == 3 && YEARS.contains(&year) && [month, day].iter().all(|&number| i32::try_from(number).is_ok()) => Ok(Value::boolean(day_of(year, month, day).is_some())),
        _ => Err(Exit::Fallback),
    }
}

/// `Primitive.date_civil(day)`: `[year, month, day]`, nil where Ruby is to look.
fn date_civil(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(day) = args.get(0).as_fixnum().filter(|day| (FIRST..=LAST).contains(day)) else { return Ok(Value::NIL) };
    let (year, month, day) = date_of(day);
    Ok(vm.new_array(&[Value::fixnum(year), Value::fixnum(month), Value::fixnum(day)]).value())
}

/// `Primitive.date_text(day)`: as `2024-05-06`, nil where Ruby is to look.
fn date_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(day) = args.get(0).as_fixnum().filter(|day| (FIRST..=LAST).contains(day)) else { return Ok(Value::NIL) };
    let (year, month, day) = date_of(day);
    let mut out = [b'-'; 10];
    digits(&mut out[0..4], year);
    digits(&mut out[5..7], month);
    digits(&mut out[8..10], day);
    string::text::make(vm, &out, Encoding::US_ASCII)
}

/// A number in just so many digits.
pub fn digits(out: &mut [u8], number: i64) {
    let mut rest = number;
    for place in out.iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

/// `Primitive.date_of_text(text)`: the day of `2024-05-06` and nothing else, nil for other text.
fn date_of_text(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(text) = StringRef::from_value(args.get(0)).filter(|text| text.encoding().is_ascii_compatible()) else { return Ok(Value::NIL) };
    let number = |digits: &[u8]| digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0')));
    Ok(match *text.bytes() {
        [a, b, c, d, b'-', e, f, b'-', g, h] => {
            let parts = (number(&[a, b, c, d]), number(&[e, f]), number(&[g, h]));
            let (Some(year), Some(month), Some(day)) = parts else { return Ok(Value::NIL) };
            day_of(year, month, day).map_or(Value::NIL, Value::fixnum)
        }
        _ => Value::NIL,
    })
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_day", date_day),
    ("date_exists", date_exists),
    ("date_civil", date_civil),
    ("date_text", date_text),
    ("date_of_text", date_of_text),
];
