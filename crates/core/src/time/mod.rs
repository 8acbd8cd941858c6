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
pub mod forms;
pub mod moment;
pub mod strftime;
pub mod strptime;
pub mod text;
pub mod written;
pub mod zone;
pub mod zoned;

use std::time::{SystemTime, UNIX_EPOCH};

use rutile_vm::prelude::*;

use crate::arguments::{array, integer, integer_of_any_size, symbol, wide_integer};
use crate::time::calendar::Civil;
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
    ("time_remember", time_remember),
];
