//! Times and zones written in the usual way, read without patterns. What isn't that, or isn't in range, is left to
//! `core/time/arguments.rb`, which knows all that is allowed and what is wrong. What `Date._parse` finds in the same texts is here too; of others,
//! `lib/rutile/date/parse.rb` finds it.

use rutile_vm::prelude::*;

use crate::number::rational::reduce_small;
use crate::string::text;

/// Most digits of a fraction of a second.
const FRACTION_DIGITS: usize = 9;

/// The number that so many digits at the start are, and what follows them.
fn number(text: &[u8], digits: usize) -> Option<(i64, &[u8])> {
    let (digits, rest) = text.split_at_checked(digits)?;
    let value = digits.iter().try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0')));
    let ends = !rest.first().is_some_and(u8::is_ascii_digit);
    value.filter(|_| ends).map(|value| (value, rest))
}

/// Two digits behind a mark, of a value up to `most`.
fn part<'a>(text: &'a [u8], mark: &[u8], most: i64) -> Option<(i64, &'a [u8])> {
    let (first, rest) = text.split_first()?;
    number(rest, 2).filter(|(value, _)| mark.contains(first) && *value <= most)
}

/// Nanoseconds behind a point, if there is one.
fn fraction(text: &[u8], precision: i64) -> Option<(i64, &[u8])> {
    let Some(rest) = text.strip_prefix(b".") else { return Some((0, text)) };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > FRACTION_DIGITS || precision >= 0 && digits as i64 > precision {
        return None;
    }
    let (value, rest) = number(rest, digits)?;
    Some((value * 10i64.pow((FRACTION_DIGITS - digits) as u32), rest))
}

/// Year, month, day, hour, minute, second, nanoseconds of `YYYY-MM-DD hh:mm:ss` or with a `T`, and what follows.
fn parts(text: &[u8], precision: i64) -> Option<([i64; 7], &[u8])> {
    let (year, rest) = number(text, 4)?;
    let (month, rest) = part(rest, b"-", 12)?;
    let (day, rest) = part(rest, b"-", 31)?;
    let (hour, rest) = part(rest, b" T", 23)?;
    let (minute, rest) = part(rest, b":", 59)?;
    let (second, rest) = part(rest, b":", 60)?;
    let (nanoseconds, rest) = fraction(rest, precision)?;
    (month > 0 && day > 0).then_some(([year, month, day, hour, minute, second, nanoseconds], rest))
}

/// The parts of a text, and its zone as `offset` has it.
pub fn moment(text: StringRef) -> Option<([i64; 7], Option<Value>)> {
    if !text.encoding().is_ascii_compatible() {
        return None;
    }
    let (parts, rest) = parts(text.bytes(), FRACTION_DIGITS as i64)?;
    match rest {
        [] => Some((parts, None)),
        _ => Some((parts, Some(offset(rest.trim_ascii_start())?))),
    }
}

/// `time_text(text, precision)`: [year, month, day, hour, minute, second, nanoseconds, zone or nil], or nil.
fn time_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|text| text.encoding().is_ascii_compatible());
    let precision = args.get(1).as_fixnum().unwrap_or(0);
    let Some((numbers, rest)) = text.and_then(|text| parts(text.bytes(), precision)) else { return Ok(Value::NIL) };
    let zone = rest.trim_ascii_start();
    if zone.is_empty() != rest.is_empty() || !zone.iter().all(u8::is_ascii_graphic) {
        return Ok(Value::NIL);
    }
    let encoding = text.map_or(Encoding::UTF_8, StringRef::encoding);
    let zone = if zone.is_empty() { Value::NIL } else { vm.new_string(&zone.to_vec(), encoding).value() };
    let values = vm.array_with_capacity(numbers.len() + 1);
    numbers.iter().for_each(|number| vm.array_push(values, Value::fixnum(*number)));
    vm.array_push(values, zone);
    Ok(values.value())
}

/// `:utc`, or the seconds from it of `+hh`, `+hhmm` or `+hh:mm`. Nothing less than UTC is a name of it.
fn offset(text: &[u8]) -> Option<Value> {
    if matches!(text, b"UTC" | b"Z" | b"-00" | b"-0000" | b"-00:00") {
        return Some(Value::symbol(Symbol::UTC));
    }
    let (sign, rest) = match text.split_first()? {
        (b'+', rest) => (1, rest),
        (b'-', rest) => (-1, rest),
        _ => return None,
    };
    let hours = number(rest.get(..2)?, 2)?.0;
    let minutes = match &rest[2..] {
        [] => 0,
        [b':', minutes @ ..] | minutes if minutes.len() == 2 => number(minutes, 2)?.0,
        _ => return None,
    };
    (hours < 24 && minutes < 60).then(|| Value::fixnum(sign * (hours * 3600 + minutes * 60)))
}

/// `time_offset(text)`: seconds from UTC, `:utc`, or nil where it is written otherwise.
fn time_offset(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(offset_of(args.get(0)).unwrap_or(Value::NIL))
}

/// The same, of any object.
pub fn offset_of(zone: Value) -> Option<Value> {
    let text = zone.as_string().filter(|text| text.encoding().is_ascii_compatible())?;
    offset(text.bytes())
}

// --- Date._parse ---

/// Digits of a fraction that a small Integer can count.
const SMALL: usize = 18;

/// What is found in `YYYY-MM-DD hh:mm:ss.fraction zone`, of which the hour, the seconds, their fraction and the zone may be missing.
#[derive(Default)]
struct Found {
    date: [i64; 3],
    clock: Option<(i64, i64)>,
    second: Option<i64>,
    fraction: Option<(i64, i64)>,
    /// Where the zone begins, and its seconds from UTC.
    zone: Option<(usize, i64)>,
}

/// Two digits behind a mark, of whatever value.
fn pair<'a>(text: &'a [u8], mark: &[u8]) -> Option<(i64, &'a [u8])> {
    part(text, mark, 99)
}

/// The fraction behind a point as digits and their unit.
fn digits_behind(text: &[u8]) -> Option<((i64, i64), &[u8])> {
    let rest = text.strip_prefix(b".")?;
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (value, rest) = number(rest, count).filter(|_| (1..=SMALL).contains(&count))?;
    Some(((value, 10i64.pow(count as u32)), rest))
}

/// Seconds from UTC of a zone that is all that is left.
fn zone_of(text: &[u8]) -> Option<i64> {
    match text {
        b"Z" | b"UTC" | b"GMT" => Some(0),
        [b'+' | b'-', ..] => Some(offset(text)?.as_fixnum().unwrap_or(0)),
        _ => None,
    }
}

fn find(text: &[u8]) -> Option<Found> {
    let (year, rest) = number(text, 4)?;
    let (month, rest) = pair(rest, b"-")?;
    let (day, rest) = pair(rest, b"-")?;
    let mut found = Found { date: [year, month, day], ..Found::default() };
    if rest.is_empty() {
        return Some(found);
    }
    let (hour, rest) = pair(rest, b" T")?;
    let (minute, mut rest) = pair(rest, b":")?;
    found.clock = Some((hour, minute));
    if let Some((second, behind)) = pair(rest, b":") {
        (found.second, rest) = (Some(second), behind);
        if let Some((fraction, behind)) = digits_behind(rest) {
            (found.fraction, rest) = (Some(fraction), behind);
        }
    }
    if !rest.is_empty() {
        let zone = rest.trim_ascii_start();
        found.zone = Some((text.len() - zone.len(), zone_of(zone)?));
    }
    Some(found)
}

/// `date_found(text)`: the Hash that `Date._parse` answers with, nil where Ruby is to search.
fn date_found(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|text| text.code_range() == CodeRange::Ascii && text.encoding().is_ascii_compatible());
    let Some((text, found)) = text.and_then(|text| Some((text, find(text.bytes())?))) else { return Ok(Value::NIL) };
    let parts = vm.new_hash(9);
    let set = |vm: &mut Vm, name: &str, value: Value| {
        let name = vm.intern(name.as_bytes());
        vm.hash_set_symbol(parts, name, value);
    };
    if let Some((start, _)) = found.zone {
        let zone = text::part(vm, text, start, text.len() - start);
        set(vm, "zone", zone);
    }
    let (hour, minute) = found.clock.unzip();
    for (name, value) in [("hour", hour), ("min", minute), ("sec", found.second)] {
        if let Some(value) = value {
            set(vm, name, Value::fixnum(value));
        }
    }
    if let Some((value, unit)) = found.fraction {
        let fraction = reduce_small(vm, value.into(), unit.into());
        set(vm, "sec_fraction", fraction);
    }
    for (name, value) in ["year", "mon", "mday"].into_iter().zip(found.date) {
        set(vm, name, Value::fixnum(value));
    }
    if let Some((_, offset)) = found.zone {
        set(vm, "offset", Value::fixnum(offset));
    }
    Ok(parts.value())
}

pub const NATIVES: &[(&str, Native)] = &[("time_text", time_text), ("time_offset", time_offset), ("date_found", date_found)];
