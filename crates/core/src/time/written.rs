//! Times written as text, where offset and zone are known: `strftime`, and the forms that every program writes. Other times are
//! written by the bodies of these methods in `core/time/time.rb`.

use rutile_vm::prelude::*;

use crate::time::calendar;
use crate::time::forms::{Fraction, PLACES, plain_text, xmlschema};
use crate::time::moment::{Moment, variables_of};
use crate::time::strftime::{self, strftime};

/// What is written of a Time.
struct Shown {
    seconds: i64,
    fraction: Fraction,
    offset: i64,
    is_utc: bool,
    zone: Value,
}

impl Shown {
    fn of(vm: &mut Vm, time: Value) -> Option<Shown> {
        let variables = variables_of(vm, time)?;
        Some(Shown {
            seconds: variables.get(0).as_fixnum()?,
            fraction: Fraction::of(vm, variables.get(1))?,
            offset: variables.get(3).as_fixnum()?,
            is_utc: variables.get(2) == Value::symbol(Symbol::UTC),
            zone: variables.get(4),
        })
    }
}

/// `time.strftime(format)`, of a format that says something.
fn time_strftime(vm: &mut Vm, args: Arguments) -> NativeResult {
    let format = args.get(0).as_string().filter(|format| args.count() == 1 && !format.is_empty() && format.encoding().is_ascii_compatible());
    let (Some(format), Some(shown)) = (format, Shown::of(vm, args.receiver())) else { return Err(Exit::Fallback) };
    let zone = match shown.zone.as_string() {
        _ if shown.is_utc => b"UTC",
        Some(zone) => zone.bytes(),
        None if shown.zone.is_nil() => b"",
        None => return Err(Exit::Fallback),
    };
    let mut fraction = [b'0'; PLACES];
    shown.fraction.write(&mut fraction);
    let moment = strftime::Moment {
        civil: calendar::civil_of(i128::from(shown.seconds) + i128::from(shown.offset)),
        epoch: shown.seconds.into(),
        fraction: &fraction,
        offset: shown.offset,
        zone,
        is_utc: shown.is_utc,
        of_date: false,
    };
    let text = strftime(format.bytes(), &moment).map_err(|_| Exit::Fallback)?;
    Ok(vm.new_string(&text, format.encoding()).value())
}

/// `time.xmlschema(digits)`, with an offset of whole minutes.
fn time_iso8601(vm: &mut Vm, args: Arguments) -> NativeResult {
    let places = match args.as_slice() {
        [] => 0,
        [digits] => digits.as_fixnum().and_then(|digits| usize::try_from(digits).ok()).filter(|digits| *digits <= PLACES).ok_or(Exit::Fallback)?,
        _ => return Err(Exit::Fallback),
    };
    let shown = Shown::of(vm, args.receiver()).filter(|shown| shown.offset % 60 == 0).ok_or(Exit::Fallback)?;
    xmlschema(vm, shown.seconds, (!shown.is_utc).then_some(shown.offset), shown.fraction, places)?.ok_or(Exit::Fallback)
}

/// `time.to_s` on the same terms.
fn time_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    let moment = Moment::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let offset = moment.offset.as_fixnum().filter(|offset| offset % 60 == 0).ok_or(Exit::Fallback)?;
    plain_text(vm, moment.seconds, (!moment.is_utc()).then_some(offset))?.ok_or(Exit::Fallback)
}

/// `time.inspect` on the same terms: with the nanoseconds, where there are any.
fn time_inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let moment = Moment::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let offset = moment.offset.as_fixnum().filter(|offset| offset % 60 == 0).ok_or(Exit::Fallback)?;
    let text = plain_text(vm, moment.seconds, (!moment.is_utc()).then_some(offset))?.ok_or(Exit::Fallback)?;
    if moment.nanoseconds > 0 {
        let text = text.as_string().ok_or(Exit::Fallback)?;
        let fraction = format!(".{:09}", moment.nanoseconds);
        let (date, zone) = text.bytes().split_at(SECONDS_END);
        let whole = [date, fraction.trim_end_matches('0').as_bytes(), zone].concat();
        return Ok(vm.new_string(&whole, Encoding::US_ASCII).value());
    }
    Ok(text)
}

/// Where the seconds end in the text of a time.
const SECONDS_END: usize = "0000-00-00 00:00:00".len();

pub const NATIVES: &[(&str, Native)] = &[
    ("time_strftime", time_strftime),
    ("time_iso8601", time_iso8601),
    ("time_to_s", time_to_s),
    ("time_inspect", time_inspect),
];
