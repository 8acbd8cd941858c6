//! Time's natives: the clock, the calendar, and `strftime`.
//!
//! | primitive | gives |
//! |---|---|
//! | `time_now()` | nanoseconds since 1970 |
//! | `time_civil(seconds)` | [year, month, day, hour, minute, second, weekday, day of the year] |
//! | `time_seconds(year, month, day, hour, minute, second)` | seconds since 1970 |
//! | `time_format(format, seconds, offset, zone, utc, fraction)` | text; nil where the format is refused |
//! | `time_remember(time, variable, value)` | sets a hidden variable, of a frozen object too |

pub mod calendar;
pub(crate) mod date;
pub mod moment;
pub mod strftime;
pub mod strptime;
pub mod text;
pub mod zone;

use std::time::{SystemTime, UNIX_EPOCH};

use rutile_vm::prelude::*;

use crate::arguments::{array, integer, integer_of_any_size, symbol, wide_integer};
use crate::time::calendar::Civil;
use crate::time::date::digits;
use crate::time::strftime::{Moment, Refusal, strftime};

/// Nanoseconds since 1970.
pub fn clock() -> i128 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos() as i128,
        Err(error) => -(error.duration().as_nanos() as i128),
    }
}

fn time_now(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.integer(clock()))
}

fn time_civil(vm: &mut Vm, args: Arguments) -> NativeResult {
    let civil = calendar::civil_of(integer_of_any_size(vm, args, 0)?);
    let year = vm.integer(civil.year);
    let parts = [civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.weekday, civil.year_day];
    let mut values = [year; 8];
    for (value, part) in values[1..].iter_mut().zip(parts) {
        *value = Value::fixnum(part);
    }
    let array = vm.new_array(&values);
    Ok(array.value())
}

fn time_seconds(vm: &mut Vm, args: Arguments) -> NativeResult {
    let year = integer_of_any_size(vm, args, 0)?;
    let month = integer(vm, args, 1)?;
    if !(1..=12).contains(&month) {
        return Err(vm.argument_error("mon out of range".to_string()));
    }
    let (day, hour) = (integer(vm, args, 2)?, integer(vm, args, 3)?);
    let (minute, second) = (integer(vm, args, 4)?, integer(vm, args, 5)?);
    let seconds = calendar::seconds_of(year, month, day, hour, minute, second);
    Ok(vm.integer(seconds))
}

fn string(vm: &mut Vm, args: Arguments, index: usize) -> Result<StringRef, Exit> {
    args.get(index).as_string().ok_or_else(|| vm.type_error(format!("a primitive expects a String as argument {index}")))
}

fn time_format(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (format, zone, fraction) = (string(vm, args, 0)?, string(vm, args, 3)?, string(vm, args, 5)?);
    let epoch = integer_of_any_size(vm, args, 1)?;
    let offset = integer(vm, args, 2)?;
    let moment = Moment {
        civil: calendar::civil_of(epoch + i128::from(offset)),
        epoch,
        fraction: fraction.bytes(),
        offset,
        zone: zone.bytes(),
        is_utc: args.get(4).truthy(),
        of_date: false,
    };
    write(vm, format, &moment)
}

/// `Primitive.date_format(format, [year, month, day, hour, minute, second, weekday, day of the year], seconds since 1970, offset,
/// zone, fraction)`: as `time_format`, for a date of whichever calendar.
fn date_format(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (format, zone, fraction) = (string(vm, args, 0)?, string(vm, args, 4)?, string(vm, args, 5)?);
    let parts = array(vm, args, 1)?;
    let part = |index: usize| parts.get(index).as_fixnum().unwrap_or(0);
    let civil = Civil {
        year: wide_integer(vm, parts.get(0), 1)?,
        month: part(1).clamp(1, 12),
        day: part(2),
        hour: part(3),
        minute: part(4),
        second: part(5),
        weekday: part(6).rem_euclid(7),
        year_day: part(7),
    };
    let epoch = integer_of_any_size(vm, args, 2)?;
    let offset = integer(vm, args, 3)?;
    let moment = Moment { civil, epoch, fraction: fraction.bytes(), offset, zone: zone.bytes(), is_utc: false, of_date: true };
    write(vm, format, &moment)
}

fn write(vm: &mut Vm, format: StringRef, moment: &Moment) -> NativeResult {
    match strftime(format.bytes(), moment) {
        Ok(text) => Ok(vm.new_string(&text, format.encoding()).value()),
        Err(Refusal::Unfinished) => Ok(Value::NIL),
        Err(Refusal::TooWide) => Err(vm.argument_error(format!("result too long - {}", format.text()))),
    }
}

/// `Primitive.time_xmlschema(seconds since 1970, offset or nil in UTC, nanoseconds, digits)`: as
/// `2024-05-06T07:08:09.123Z`; nil where Ruby is to write it.
fn time_xmlschema(vm: &mut Vm, args: Arguments) -> NativeResult {
    let offset = if args.get(1).is_nil() { Some(0) } else { args.get(1).as_fixnum() };
    let parts = (args.get(0).as_fixnum(), offset, args.get(2).as_fixnum(), args.get(3).as_fixnum());
    let (Some(seconds), Some(offset), Some(nanoseconds), Some(shown @ 0..=9)) = parts else { return Ok(Value::NIL) };
    let offset = (!args.get(1).is_nil()).then_some(offset);
    Ok(xmlschema(vm, seconds, offset, nanoseconds, shown as usize)?.unwrap_or(Value::NIL))
}

/// Writes date and time where a pattern has zeros for them: the first 19 bytes. False: the year has not four digits, or the offset is of days.
fn write_civil(out: &mut [u8], seconds: i64, offset: i64) -> bool {
    let civil = calendar::civil_of(i128::from(seconds) + i128::from(offset));
    if !(0..=9999).contains(&civil.year) || offset.abs() >= 86_400 {
        return false;
    }
    digits(&mut out[0..4], civil.year as i64);
    for (place, number) in [(5, civil.month), (8, civil.day), (11, civil.hour), (14, civil.minute), (17, civil.second)] {
        digits(&mut out[place..place + 2], number);
    }
    true
}

/// The period after which the calendar repeats itself, 10,000 years, in seconds.
const CYCLE: i64 = 146_097 * 25 * 86_400;
/// The beginning of the year 0.
const YEAR_ZERO: i64 = -719_528 * 86_400;

/// As `2024-05-06T07:08:09.123+01:00` with so many digits of the second's fraction, in UTC without an offset. `None`: the
/// year is negative, or the offset is of days.
pub fn xmlschema(vm: &mut Vm, seconds: i64, zone: Option<i64>, nanoseconds: i64, shown: usize) -> Result<Option<Value>, Exit> {
    let (offset, mut out) = (zone.unwrap_or(0), *b"0000-00-00T00:00:00.000000000+00:00");
    let local = seconds.saturating_add(offset);
    // Digits of the year before the last four.
    let ages = (local - YEAR_ZERO).div_euclid(CYCLE);
    if ages < 0 || !write_civil(&mut out, seconds - ages * CYCLE, offset) {
        return Ok(None);
    }
    digits(&mut out[20..29], nanoseconds);
    let mut written = if shown == 0 { 19 } else { 20 + shown };
    if zone.is_none() {
        out[written] = b'Z';
        written += 1;
    } else {
        out[written..written + 6].copy_from_slice(if offset < 0 { b"-00:00" } else { b"+00:00" });
        digits(&mut out[written + 1..written + 3], offset.abs() / 3600);
        digits(&mut out[written + 4..written + 6], offset.abs() / 60 % 60);
        written += 6;
    }
    if ages > 0 {
        let text = [ages.to_string().as_bytes(), &out[..written]].concat();
        return crate::string::text::make(vm, &text, Encoding::US_ASCII).map(Some);
    }
    crate::string::text::make(vm, &out[..written], Encoding::US_ASCII).map(Some)
}

/// As `2024-05-06 07:08:09 +0100`, in UTC `2024-05-06 07:08:09 UTC`. `None` as for `xmlschema`.
pub fn plain_text(vm: &mut Vm, seconds: i64, zone: Option<i64>) -> Result<Option<Value>, Exit> {
    let (offset, mut out) = (zone.unwrap_or(0), *b"0000-00-00 00:00:00 +0000");
    if !write_civil(&mut out, seconds, offset) {
        return Ok(None);
    }
    let written = if zone.is_none() {
        out[20..23].copy_from_slice(b"UTC");
        23
    } else {
        out[20] = if offset < 0 { b'-' } else { b'+' };
        digits(&mut out[21..23], offset.abs() / 3600);
        digits(&mut out[23..25], offset.abs() / 60 % 60);
        out.len()
    };
    crate::string::text::make(vm, &out[..written], Encoding::US_ASCII).map(Some)
}

fn time_remember(vm: &mut Vm, args: Arguments) -> NativeResult {
    let variable = symbol(vm, args, 1)?;
    vm.set_variable(args.get(0), variable, args.get(2));
    Ok(args.get(2))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("time_now", time_now),
    ("time_civil", time_civil),
    ("time_seconds", time_seconds),
    ("time_format", time_format),
    ("date_format", date_format),
    ("time_xmlschema", time_xmlschema),
    ("time_remember", time_remember),
];
