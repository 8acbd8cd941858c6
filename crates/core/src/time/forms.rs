//! The forms in which times are written everywhere, by their numbers alone: no format is read.

use rutile_vm::prelude::*;

use crate::number::rational::small_fraction;
use crate::string::text;
use crate::time::calendar;
use crate::time::date::digits;

/// Places of a fraction of a second that are written here.
pub const PLACES: usize = 100;

/// Nanoseconds, which may be a fraction too.
#[derive(Clone, Copy)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    pub fn of_nanoseconds(nanoseconds: i64) -> Fraction {
        Fraction { numerator: nanoseconds as u64, denominator: 1 }
    }

    pub fn of(vm: &Vm, nanoseconds: Value) -> Option<Fraction> {
        /// A rest of such a denominator can be multiplied by ten.
        const END: i128 = 1 << 60;
        if let Some(nanoseconds) = nanoseconds.as_fixnum() {
            return Some(Fraction::of_nanoseconds(nanoseconds));
        }
        let (numerator, denominator) = small_fraction(vm, nanoseconds).filter(|(numerator, denominator)| *numerator >= 0 && *denominator < END)?;
        Some(Fraction { numerator: numerator as u64, denominator: denominator as u64 })
    }

    /// Writes nine digits, and what comes behind them where zeros stand for it.
    pub fn write(self, out: &mut [u8]) {
        let (first, more) = out.split_at_mut(9);
        digits(first, (self.numerator / self.denominator) as i64);
        let mut rest = self.numerator % self.denominator;
        for place in more {
            if rest == 0 {
                return;
            }
            *place = b'0' + (rest * 10 / self.denominator) as u8;
            rest = rest * 10 % self.denominator;
        }
    }
}

/// `Primitive.time_xmlschema(seconds since 1970, offset or nil in UTC, nanoseconds, digits)`: as
/// `2024-05-06T07:08:09.123Z`; nil where Ruby is to write it.
fn time_xmlschema(vm: &mut Vm, args: Arguments) -> NativeResult {
    let offset = if args.get(1).is_nil() { Some(0) } else { args.get(1).as_fixnum() };
    let parts = (args.get(0).as_fixnum(), offset, args.get(2).as_fixnum(), args.get(3).as_fixnum());
    let (Some(seconds), Some(offset), Some(nanoseconds), Some(shown @ 0..=9)) = parts else { return Ok(Value::NIL) };
    let offset = (!args.get(1).is_nil()).then_some(offset);
    Ok(xmlschema(vm, seconds, offset, Fraction::of_nanoseconds(nanoseconds), shown as usize)?.unwrap_or(Value::NIL))
}

/// Writes date and time where a pattern has zeros for them: the first 19 bytes. False: the year has not four digits, or the offset is of days.
fn write_civil(out: &mut [u8], seconds: i64, offset: i64) -> bool {
    let wall = seconds.saturating_add(offset);
    let (year, month, day) = calendar::date_of(wall.div_euclid(DAY).into());
    if !(0..=9999).contains(&year) || offset.abs() >= DAY {
        return false;
    }
    let second = wall.rem_euclid(DAY);
    digits(&mut out[0..4], year as i64);
    for (place, number) in [(5, month), (8, day), (11, second / 3600), (14, second / 60 % 60), (17, second % 60)] {
        digits(&mut out[place..place + 2], number);
    }
    true
}

const DAY: i64 = 86_400;
/// The period after which the calendar repeats itself, 10,000 years, in seconds.
const CYCLE: i64 = 146_097 * 25 * DAY;
/// The beginning of the year 0.
const YEAR_ZERO: i64 = -719_528 * DAY;

/// Seconds east of Greenwich as `+01:00`.
pub fn offset_form(offset: i64) -> [u8; 6] {
    let mut out = if offset < 0 { *b"-00:00" } else { *b"+00:00" };
    digits(&mut out[1..3], offset.abs() / 3600);
    digits(&mut out[4..6], offset.abs() / 60 % 60);
    out
}

/// The same as `+0100`.
pub fn short_offset_form(offset: i64) -> [u8; 5] {
    let [sign, hours @ .., _, tens, ones] = offset_form(offset);
    [sign, hours[0], hours[1], tens, ones]
}

/// As `2024-05-06T07:08:09.123+01:00` with so many digits of the second's fraction, in UTC without an offset. `None`: the
/// year is negative, or the offset is of days.
pub fn xmlschema(vm: &mut Vm, seconds: i64, zone: Option<i64>, fraction: Fraction, shown: usize) -> Result<Option<Value>, Exit> {
    let (offset, mut out) = (zone.unwrap_or(0), [b'0'; 26 + PLACES]);
    out[..20].copy_from_slice(b"0000-00-00T00:00:00.");
    let local = seconds.saturating_add(offset);
    // Digits of the year before the last four.
    let ages = (local - YEAR_ZERO).div_euclid(CYCLE);
    if ages < 0 || !write_civil(&mut out, seconds - ages * CYCLE, offset) {
        return Ok(None);
    }
    let mut written = 19;
    if shown > 0 {
        written = 20 + shown;
        fraction.write(&mut out[20..20 + shown.max(9)]);
    }
    if zone.is_none() {
        out[written] = b'Z';
        written += 1;
    } else {
        out[written..written + 6].copy_from_slice(&offset_form(offset));
        written += 6;
    }
    if ages > 0 {
        let text = [ages.to_string().as_bytes(), &out[..written]].concat();
        return text::make(vm, &text, Encoding::US_ASCII).map(Some);
    }
    text::make(vm, &out[..written], Encoding::US_ASCII).map(Some)
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
        out[20..].copy_from_slice(&short_offset_form(offset));
        out.len()
    };
    text::make(vm, &out[..written], Encoding::US_ASCII).map(Some)
}

pub const NATIVES: &[(&str, Native)] = &[("time_xmlschema", time_xmlschema)];
