//! Dates as text: in the forms that every program writes, and by `strftime`.

use rutile_vm::prelude::*;

use super::value::{DAY, Parts};
use super::{EPOCH, date_of, digits, weekday};
use crate::string::text;
use crate::time::calendar;
use crate::time::forms::{Fraction, offset_form, short_offset_form, xmlschema};
use crate::time::strftime::{self, MONTHS, WEEKDAYS, strftime};

/// Digits of a fraction that are written of nanoseconds.
const PLACES: i64 = 9;

/// `date.strftime(format)`, where the text is so short that the reference has room for it whatever the format is.
fn date_strftime(vm: &mut Vm, args: Arguments) -> NativeResult {
    const ROOM: usize = 1024;
    let format = args.get(0).as_string().filter(|format| args.count() == 1 && format.encoding().is_ascii_compatible()).ok_or(Exit::Fallback)?;
    let parts = Parts::of(vm, args.receiver()).filter(|parts| parts.gregorian_day().is_some()).ok_or(Exit::Fallback)?;
    let epoch = (parts.day - EPOCH) * DAY + parts.seconds;
    let mut fraction = [b'0'; PLACES as usize];
    digits(&mut fraction, parts.nanoseconds);
    let moment = strftime::Moment {
        civil: calendar::civil_of((epoch + parts.offset).into()),
        epoch: epoch.into(),
        fraction: &fraction,
        offset: parts.offset,
        zone: &offset_form(parts.offset),
        is_utc: false,
        of_date: true,
    };
    let written = strftime(format.bytes(), &moment).ok().filter(|written| written.len() < ROOM).ok_or(Exit::Fallback)?;
    text::make(vm, &written, format.encoding())
}

/// As `2024-05-06T07:08:09.123+01:00` with so many digits of the second's fraction.
fn written(vm: &mut Vm, date: Value, places: usize) -> NativeResult {
    let parts = Parts::of(vm, date).filter(|parts| parts.gregorian_day().is_some()).ok_or(Exit::Fallback)?;
    let seconds = (parts.day - EPOCH) * DAY + parts.seconds;
    xmlschema(vm, seconds, Some(parts.offset), Fraction::of_nanoseconds(parts.nanoseconds), places)?.ok_or(Exit::Fallback)
}

/// `date.rfc3339` and `date_time.to_s`.
fn date_time_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { written(vm, args.receiver(), 0) } else { Err(Exit::Fallback) }
}

/// `date_time.iso8601(digits)`.
fn date_time_iso8601(vm: &mut Vm, args: Arguments) -> NativeResult {
    let places = match args.as_slice() {
        [] => Some(0),
        [places] => places.as_fixnum().filter(|places| (0..=PLACES).contains(places)),
        _ => None,
    };
    written(vm, args.receiver(), places.ok_or(Exit::Fallback)? as usize)
}

/// A day and its seconds as `Mon, 06 May 2024 07:08:09 +0000`.
fn mail_form(day: i64, seconds: i64) -> [u8; 31] {
    let mut out = *b"Mon, 00 Jan 0000 00:00:00 +0000";
    let (year, month, date) = date_of(day);
    out[..3].copy_from_slice(&WEEKDAYS[weekday(day) as usize].as_bytes()[..3]);
    out[8..11].copy_from_slice(&MONTHS[month as usize - 1].as_bytes()[..3]);
    digits(&mut out[12..16], year);
    for (place, number) in [(5, date), (17, seconds / 3600), (20, seconds / 60 % 60), (23, seconds % 60)] {
        digits(&mut out[place..place + 2], number);
    }
    out
}

/// Where the day and the zone stand in that.
const DATE: usize = 5;
const ZONE: usize = 26;

/// `date.rfc2822`: the day has no zero before it.
fn date_rfc2822(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = Parts::of_asked(vm, args).ok_or(Exit::Fallback)?;
    let day = parts.gregorian_day().ok_or(Exit::Fallback)?;
    let mut out = mail_form(day, parts.local_seconds());
    out[ZONE..].copy_from_slice(&short_offset_form(parts.offset));
    if out[DATE] != b'0' {
        return text::make(vm, &out, Encoding::US_ASCII);
    }
    out.copy_within(DATE + 1.., DATE);
    text::make(vm, &out[..out.len() - 1], Encoding::US_ASCII)
}

/// `date.httpdate`.
fn date_httpdate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = Parts::of_asked(vm, args).map(|parts| Parts { offset: 0, ..parts }).ok_or(Exit::Fallback)?;
    let day = parts.gregorian_day().ok_or(Exit::Fallback)?;
    let mut out = mail_form(day, parts.seconds);
    out[ZONE..ZONE + 3].copy_from_slice(b"GMT");
    text::make(vm, &out[..ZONE + 3], Encoding::US_ASCII)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_strftime", date_strftime),
    ("date_time_to_s", date_time_to_s),
    ("date_time_iso8601", date_time_iso8601),
    ("date_rfc2822", date_rfc2822),
    ("date_httpdate", date_httpdate),
];
