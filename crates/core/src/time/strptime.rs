//! Reading a date or an hour by a format: the directives that most formats are made of, in ASCII text. Others are left to
//! `lib/rutile/date/strptime.rb`, whose results these are.

use rutile_vm::prelude::*;

use crate::number::rational::reduce_small;
use crate::string::text;

const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];
const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/// Digits that a small Integer holds in any case.
const SMALL: usize = 18;
/// Directives that read digits.
const NUMERIC: &[u8] = b"CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0123456789";

/// Why nothing comes of it.
enum Stop {
    /// The text is not as the format says.
    Mismatch,
    /// Ruby is to read it.
    Declined,
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a [u8],
    position: usize,
    found: Vec<(&'static str, i64)>,
    century: Option<i64>,
    /// Hours that are added after noon or before it.
    half: Option<i64>,
    /// The zone's place in the text.
    zone: Option<(usize, usize)>,
    fraction: Option<(i64, i64)>,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.position..]
    }

    fn set(&mut self, name: &'static str, value: i64) {
        match self.found.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.found.push((name, value)),
        }
    }

    fn read(&mut self, format: &[u8]) -> Result<(), Stop> {
        let mut at = 0;
        while at < format.len() {
            match format[at] {
                b'%' => {
                    let letter = *format.get(at + 1).ok_or(Stop::Declined)?;
                    at += 2;
                    self.directive(letter, &format[at..])?;
                }
                byte if is_space(byte) => {
                    at += 1;
                    self.position += self.rest().iter().take_while(|byte| is_space(**byte)).count();
                }
                byte => {
                    at += 1;
                    self.literal(byte)?;
                }
            }
        }
        Ok(())
    }

    fn literal(&mut self, byte: u8) -> Result<(), Stop> {
        if self.rest().first() != Some(&byte) {
            return Err(Stop::Mismatch);
        }
        self.position += 1;
        Ok(())
    }

    fn directive(&mut self, letter: u8, behind: &[u8]) -> Result<(), Stop> {
        match letter {
            b'Y' => self.year(behind),
            b'm' => self.part("mon", 1, 12),
            b'd' | b'e' => self.part("mday", 1, 31),
            b'H' | b'k' => self.part("hour", 0, 24),
            b'I' | b'l' => self.part("hour", 1, 12),
            b'M' => self.part("min", 0, 59),
            b'S' => self.part("sec", 0, 60),
            b'y' => self.short_year(),
            b'j' => self.year_day(),
            b's' => self.seconds(),
            b'B' | b'b' | b'h' => self.name("mon", &MONTHS, 1),
            b'A' | b'a' => self.name("wday", &DAYS, 0),
            b'P' | b'p' => self.half_of_day(),
            b'L' => self.fraction_of_second(3, behind),
            b'N' => self.fraction_of_second(9, behind),
            b'z' | b'Z' => self.zone(),
            b'F' => self.read(b"%Y-%m-%d"),
            b'T' | b'X' => self.read(b"%H:%M:%S"),
            b'R' => self.read(b"%H:%M"),
            b'D' | b'x' => self.read(b"%m/%d/%y"),
            b'%' => self.literal(b'%'),
            _ => Err(Stop::Declined),
        }
    }

    /// A number of at most so many digits, and how many it has.
    fn digits(&mut self, most: usize) -> Result<(i64, usize), Stop> {
        let count = self.rest().iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        match count {
            0 => Err(Stop::Mismatch),
            1..=SMALL => {
                let value = self.rest()[..count].iter().fold(0, |value, byte| value * 10 + i64::from(byte - b'0'));
                self.position += count;
                Ok((value, count))
            }
            _ => Err(Stop::Declined),
        }
    }

    fn part(&mut self, name: &'static str, least: i64, most: i64) -> Result<(), Stop> {
        // A blank stands for the first digit of a day or an hour.
        let padded = matches!(name, "mday" | "hour") && self.rest().first() == Some(&b' ');
        self.position += usize::from(padded);
        let (value, _) = self.digits(if padded { 1 } else { 2 })?;
        if !(least..=most).contains(&value) {
            return Err(Stop::Mismatch);
        }
        self.set(name, value);
        Ok(())
    }

    fn year_day(&mut self) -> Result<(), Stop> {
        let (value, _) = self.digits(3)?;
        if !(1..=366).contains(&value) {
            return Err(Stop::Mismatch);
        }
        self.set("yday", value);
        Ok(())
    }

    /// Seconds since 1970.
    fn seconds(&mut self) -> Result<(), Stop> {
        let before = self.rest().first() == Some(&b'-');
        self.position += usize::from(before);
        let (value, _) = self.digits(usize::MAX)?;
        self.set("seconds", if before { -value } else { value });
        Ok(())
    }

    fn sign(&mut self) -> i64 {
        let sign = self.rest().first().filter(|byte| matches!(byte, b'+' | b'-'));
        self.position += usize::from(sign.is_some());
        if sign == Some(&b'-') { -1 } else { 1 }
    }

    fn year(&mut self, behind: &[u8]) -> Result<(), Stop> {
        let sign = self.sign();
        let (value, _) = self.digits(if number_follows(behind)? { 4 } else { usize::MAX })?;
        self.set("year", sign * value);
        Ok(())
    }

    fn short_year(&mut self) -> Result<(), Stop> {
        let (value, _) = self.digits(2)?;
        self.set("year", value);
        self.century.get_or_insert(if value >= 69 { 19 } else { 20 });
        Ok(())
    }

    fn name(&mut self, part: &'static str, names: &[&str], first: i64) -> Result<(), Stop> {
        let starts = |text: &str| self.rest().get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text.as_bytes()));
        let long = names.iter().position(|name| starts(name)).map(|index| (index, names[index].len()));
        let found = long.or_else(|| names.iter().position(|name| starts(&name[..3])).map(|index| (index, 3)));
        let (index, length) = found.ok_or(Stop::Mismatch)?;
        self.position += length;
        self.set(part, first + index as i64);
        Ok(())
    }

    fn half_of_day(&mut self) -> Result<(), Stop> {
        let [letter, b'm' | b'M', ..] = self.rest() else { return Err(Stop::Declined) };
        self.half = Some(match letter {
            b'a' | b'A' => 0,
            b'p' | b'P' => 12,
            _ => return Err(Stop::Mismatch),
        });
        self.position += 2;
        Ok(())
    }

    fn fraction_of_second(&mut self, most: usize, behind: &[u8]) -> Result<(), Stop> {
        let sign = self.sign();
        let (value, count) = self.digits(if number_follows(behind)? { most } else { usize::MAX })?;
        self.fraction = Some((sign * value, 10i64.pow(count as u32)));
        self.found.retain(|(name, _)| *name != "sec_fraction");
        self.found.push(("sec_fraction", 0));
        Ok(())
    }

    /// `+hhmm`, `+hh:mm`, or `Z`, `UTC` or `GMT` at the end.
    fn zone(&mut self) -> Result<(), Stop> {
        let start = self.position;
        let rest = self.rest();
        let number = |at: usize| match rest.get(at..at + 2) {
            Some([ten @ b'0'..=b'9', one @ b'0'..=b'9']) => Ok(i64::from((ten - b'0') * 10 + one - b'0')),
            _ => Err(Stop::Declined),
        };
        let (length, offset) = match rest {
            b"Z" => (1, 0),
            b"UTC" | b"GMT" => (3, 0),
            [sign @ (b'+' | b'-'), ..] => {
                let minutes_at = if rest.get(3) == Some(&b':') { 4 } else { 3 };
                let (hours, minutes) = (number(1)?, number(minutes_at)?);
                let ends = !rest.get(minutes_at + 2).is_some_and(|byte| byte.is_ascii_digit() || b",.:".contains(byte));
                if hours > 23 || minutes > 59 || !ends {
                    return Err(Stop::Declined);
                }
                (minutes_at + 2, (hours * 3600 + minutes * 60) * if *sign == b'-' { -1 } else { 1 })
            }
            _ => return Err(Stop::Declined),
        };
        self.position += length;
        self.zone = Some((start, length));
        self.set("zone", 0);
        self.set("offset", offset);
        Ok(())
    }

    /// Completes the fields once all is read.
    fn complete(&mut self) {
        let (century, half) = (self.century.unwrap_or(0), self.half);
        for (name, value) in &mut self.found {
            match (*name, half) {
                ("year", _) => *value += century * 100,
                ("hour", Some(half)) => *value = *value % 12 + half,
                _ => {}
            }
        }
    }
}

/// Whether digits follow at once, so that a number can't take as many as it likes.
fn number_follows(format: &[u8]) -> Result<bool, Stop> {
    match format {
        [b'%', b'E' | b'O', ..] => Err(Stop::Declined),
        [b'%', letter, ..] => Ok(NUMERIC.contains(letter)),
        _ => Ok(format.first().is_some_and(u8::is_ascii_digit)),
    }
}

/// `date_read(text, format)`: a Hash of the parts, false where the text is not as the format says, nil where Ruby is to read it.
fn date_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(text), Some(format)) = (args.get(0).as_string(), args.get(1).as_string()) else { return Ok(Value::NIL) };
    let is_plain = |string: StringRef| string.code_range() == CodeRange::Ascii && string.encoding().is_ascii_compatible();
    if !is_plain(text) || !is_plain(format) {
        return Ok(Value::NIL);
    }
    let mut reader = Reader { text: text.bytes(), ..Reader::default() };
    match reader.read(format.bytes()) {
        Ok(()) => reader.complete(),
        Err(Stop::Mismatch) => return Ok(Value::FALSE),
        Err(Stop::Declined) => return Ok(Value::NIL),
    }
    let Reader { found, position, zone, fraction, .. } = reader;
    let parts = vm.new_hash(found.len());
    for (name, number) in found {
        let value = match (name, zone, fraction) {
            ("zone", Some((start, length)), _) => text::part(vm, text, start, length),
            ("sec_fraction", _, Some((value, unit))) => reduce_small(vm, value.into(), unit.into()),
            _ => Value::fixnum(number),
        };
        let name = vm.intern(name.as_bytes());
        vm.hash_set_symbol(parts, name, value);
    }
    if position < text.len() {
        let rest = text::part(vm, text, position, text.len() - position);
        let name = vm.intern(b"leftover");
        vm.hash_set_symbol(parts, name, rest);
    }
    Ok(parts.value())
}

pub const NATIVES: &[(&str, Native)] = &[("date_read", date_read)];
