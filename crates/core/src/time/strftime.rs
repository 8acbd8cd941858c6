//! `strftime`: a moment as text.
//!
//! A directive is `%`, flags (`-` `_` `0` `^` `#`, colons), a width, a modifier (`E` or
//! `O`) and a letter. What isn't a directive stands for itself. Time and Date share
//! this file; [`Moment::of_date`] says which directives only a Date has.

use crate::time::calendar::{Civil, iso_week};
use crate::time::date::digits;
use crate::time::forms::{offset_form, short_offset_form};

pub const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];
pub const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Widest field that is made; a wider one is refused.
const WIDTH_MAX: usize = 1 << 30;

/// The moment to be written.
pub struct Moment<'a> {
    pub civil: Civil,
    /// Seconds since 1970.
    pub epoch: i128,
    /// Digits of the fraction of a second, at least nine; beyond them are zeros.
    pub fraction: &'a [u8],
    /// Seconds east of Greenwich.
    pub offset: i64,
    pub zone: &'a [u8],
    pub is_utc: bool,
    /// A Date's: `%Q` and `%+` are known.
    pub of_date: bool,
}

/// Why there is no text.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The format ends in a lone `%`.
    Unfinished,
    /// A field is wider than can be made.
    TooWide,
}

/// How a directive is to be written.
#[derive(Clone, Copy, Default)]
struct Style {
    padding: Option<u8>,
    unpadded: bool,
    upper: bool,
    change_case: bool,
    colons: usize,
    width: Option<usize>,
}

/// Writes `moment` as `format` says.
pub fn strftime(format: &[u8], moment: &Moment) -> Result<Vec<u8>, Refusal> {
    let mut text = Vec::with_capacity(format.len() * 4);
    append(format, moment, &mut text)?;
    Ok(text)
}

fn append(format: &[u8], moment: &Moment, text: &mut Vec<u8>) -> Result<(), Refusal> {
    let mut position = 0;
    while position < format.len() {
        let byte = format[position];
        if byte != b'%' {
            text.push(byte);
            position += 1;
            continue;
        }
        let end = match directive(format, position + 1, moment, text) {
            // A Date leaves what is unfinished as it is.
            Err(Refusal::Unfinished) if moment.of_date => None,
            other => other?,
        };
        position = match end {
            Some(end) => end,
            None => {
                text.push(b'%');
                position + 1
            }
        };
    }
    Ok(())
}

/// One directive, which begins after the `%`; where it ends, or none if it isn't one.
fn directive(format: &[u8], start: usize, moment: &Moment, text: &mut Vec<u8>) -> Result<Option<usize>, Refusal> {
    let Some((style, letter_at)) = read_style(format, start)? else { return Ok(None) };
    let Some((letter, end)) = read_letter(format, letter_at) else { return Ok(None) };
    if style.colons > 0 && letter != b'z' {
        return Ok(None);
    }
    if style.width.is_some_and(|width| width > WIDTH_MAX) {
        return Err(Refusal::TooWide);
    }
    Ok(write(letter, style, moment, text).map(|()| end))
}

/// Flags, width and colons, and where the letter stands.
fn read_style(format: &[u8], mut position: usize) -> Result<Option<(Style, usize)>, Refusal> {
    let mut style = Style::default();
    loop {
        match *format.get(position).ok_or(Refusal::Unfinished)? {
            // Flags stand before the width.
            b'-' | b'_' | b'^' | b'#' if style.width.is_some() => return Ok(None),
            b'-' => { style.unpadded = true; style.padding = None }
            b'_' => style.padding = Some(b' '),
            b'^' => style.upper = true,
            b'#' => style.change_case = true,
            b'0' => style.padding = Some(b'0'),
            b'1'..=b'9' => {
                let end = position + format[position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                // A width that does not fit an int makes the directive plain text.
                let Some(width) = parse_width(&format[position..end]) else { return Ok(None) };
                style.width = Some(width);
                position = end;
                continue;
            }
            b':' => {
                style.colons = format[position..].iter().take_while(|byte| **byte == b':').count();
                position += style.colons;
                let is_offset = format.get(position) == Some(&b'z') && style.colons <= 3;
                return Ok(is_offset.then_some((style, position)));
            }
            _ => return Ok(Some((style, position))),
        }
        position += 1;
    }
}

fn parse_width(digits: &[u8]) -> Option<usize> {
    let width: i32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    usize::try_from(width).ok()
}

/// The letter of a directive, behind its modifier.
fn read_letter(format: &[u8], position: usize) -> Option<(u8, usize)> {
    let letter = *format.get(position)?;
    let allowed: &[u8] = match letter {
        b'E' => b"cCxXyY",
        b'O' => b"deHkIlmMSuUVwWy",
        _ => return Some((letter, position + 1)),
    };
    let modified = *format.get(position + 1)?;
    allowed.contains(&modified).then_some((modified, position + 2))
}

/// Writes one field; none for a letter that means nothing.
fn write(letter: u8, style: Style, moment: &Moment, text: &mut Vec<u8>) -> Option<()> {
    let civil = &moment.civil;
    let hour_of_twelve = (civil.hour + 11) % 12 + 1;
    let mut number = |value: i128, padding: u8, width: usize| write_number(value, padding, width, style, text);
    match letter {
        b'Y' => number(civil.year, b'0', year_width(civil.year)),
        b'C' => number(civil.year.div_euclid(100), b'0', 2),
        b'y' => number(civil.year.rem_euclid(100), b'0', 2),
        b'G' => { let year = iso_week(civil).0; number(year, b'0', year_width(year)) }
        b'g' => number(iso_week(civil).0.rem_euclid(100), b'0', 2),
        b'V' => number(iso_week(civil).1 as i128, b'0', 2),
        b'm' => number(civil.month as i128, b'0', 2),
        b'd' => number(civil.day as i128, b'0', 2),
        b'e' => number(civil.day as i128, b' ', 2),
        b'j' => number(civil.year_day as i128, b'0', 3),
        b'H' => number(civil.hour as i128, b'0', 2),
        b'k' => number(civil.hour as i128, b' ', 2),
        b'I' => number(hour_of_twelve as i128, b'0', 2),
        b'l' => number(hour_of_twelve as i128, b' ', 2),
        b'M' => number(civil.minute as i128, b'0', 2),
        b'S' => number(civil.second as i128, b'0', 2),
        b's' => number(moment.epoch, b'0', 1),
        b'Q' if moment.of_date => number(moment.epoch * 1000 + milliseconds(moment.fraction), b'0', 1),
        b'u' => number((civil.weekday + 6) as i128 % 7 + 1, b'0', 1),
        b'w' => number(civil.weekday as i128, b'0', 1),
        b'U' => number(((civil.year_day + 6 - civil.weekday) / 7) as i128, b'0', 2),
        b'W' => number(((civil.year_day + 6 - (civil.weekday + 6) % 7) / 7) as i128, b'0', 2),
        b'L' => write_fraction(moment.fraction, style.width.unwrap_or(3), text),
        b'N' => write_fraction(moment.fraction, style.width.unwrap_or(9), text),
        b'z' => write_offset(moment, style, text),
        b'Z' => write_cased(moment.zone, style, <[u8]>::make_ascii_lowercase, text),
        b'a' => write_cased(&WEEKDAYS[civil.weekday as usize].as_bytes()[..3], style, <[u8]>::make_ascii_uppercase, text),
        b'A' => write_cased(WEEKDAYS[civil.weekday as usize].as_bytes(), style, <[u8]>::make_ascii_uppercase, text),
        b'b' | b'h' => write_cased(&month_name(civil)[..3], style, <[u8]>::make_ascii_uppercase, text),
        b'B' => write_cased(month_name(civil), style, <[u8]>::make_ascii_uppercase, text),
        b'p' => write_cased(half_of_day(civil), style, <[u8]>::make_ascii_lowercase, text),
        b'P' => write_cased(&half_of_day(civil).to_ascii_lowercase(), style, <[u8]>::make_ascii_uppercase, text),
        b'n' => write_text(b"\n", style, text),
        b't' => write_text(b"\t", style, text),
        b'%' => write_text(b"%", style, text),
        _ => return write_composed(letter, style, moment, text),
    }
    Some(())
}

/// Directives that stand for several others.
fn write_composed(letter: u8, style: Style, moment: &Moment, text: &mut Vec<u8>) -> Option<()> {
    let format: &[u8] = match letter {
        b'c' => b"%a %b %e %H:%M:%S %Y",
        b'D' | b'x' => b"%m/%d/%y",
        b'F' => b"%Y-%m-%d",
        b'v' => b"%e-%^b-%4Y",
        b'r' => b"%I:%M:%S %p",
        b'R' => b"%H:%M",
        b'T' | b'X' => b"%H:%M:%S",
        b'+' if moment.of_date => b"%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    };
    // The formats above are whole and have no widths to refuse.
    if style.width.is_none() && !style.upper {
        return append(format, moment, text).ok();
    }
    let mut inner = strftime(format, moment).ok()?;
    if style.upper {
        inner.make_ascii_uppercase();
    }
    write_text(&inner, Style { unpadded: style.unpadded && moment.of_date, ..style }, text);
    Some(())
}

fn year_width(year: i128) -> usize {
    if year < 0 { 5 } else { 4 }
}

fn month_name(civil: &Civil) -> &'static [u8] {
    MONTHS[(civil.month - 1) as usize].as_bytes()
}

fn half_of_day(civil: &Civil) -> &'static [u8] {
    if civil.hour < 12 { b"AM" } else { b"PM" }
}

fn milliseconds(fraction: &[u8]) -> i128 {
    fraction.iter().take(3).fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'))
}

/// A word; `^` makes capitals, `#` does what is the other case for this directive.
fn write_cased(bytes: &[u8], style: Style, change: fn(&mut [u8]), text: &mut Vec<u8>) {
    write_text(bytes, style, text);
    let start = text.len() - bytes.len();
    if style.change_case {
        change(&mut text[start..]);
    } else if style.upper {
        text[start..].make_ascii_uppercase();
    }
}

fn write_text(bytes: &[u8], style: Style, text: &mut Vec<u8>) {
    let width = if style.unpadded { 0 } else { style.width.unwrap_or(0) };
    if width > bytes.len() {
        pad(style.padding.unwrap_or(b' '), width - bytes.len(), text);
    }
    text.extend_from_slice(bytes);
}

fn pad(padding: u8, count: usize, text: &mut Vec<u8>) {
    text.extend(std::iter::repeat_n(padding, count));
}

/// A number of two or four digits that fills its width, as nearly all do. False where it doesn't, or is to be shown otherwise.
fn write_full(value: i128, padding: u8, width: usize, style: Style, text: &mut Vec<u8>) -> bool {
    let plain = style.width.is_none() && style.padding.is_none() && !style.unpadded;
    let least = if padding == b'0' { 0 } else { 10 };
    let end = match width {
        2 => 100,
        4 => 10_000,
        _ => return false,
    };
    if !plain || value < least || value >= end {
        return false;
    }
    let start = text.len();
    text.extend_from_slice(&b"0000"[..width]);
    digits(&mut text[start..], value as i64);
    true
}

fn write_number(value: i128, padding: u8, width: usize, style: Style, text: &mut Vec<u8>) {
    if write_full(value, padding, width, style, text) {
        return;
    }
    let digits = value.unsigned_abs().to_string();
    let sign: &[u8] = if value < 0 { b"-" } else { b"" };
    let width = if style.unpadded { 0 } else { style.width.unwrap_or(width) };
    let missing = width.saturating_sub(digits.len() + sign.len());
    let padding = style.padding.unwrap_or(padding);
    if padding == b'0' {
        text.extend_from_slice(sign);
        pad(padding, missing, text);
    } else {
        pad(padding, missing, text);
        text.extend_from_slice(sign);
    }
    text.extend_from_slice(digits.as_bytes());
}

fn write_fraction(fraction: &[u8], digits: usize, text: &mut Vec<u8>) {
    let known = digits.min(fraction.len());
    text.extend_from_slice(&fraction[..known]);
    pad(b'0', digits - known, text);
}

/// The offset: hours and minutes, between colons as many as were asked for.
fn write_offset(moment: &Moment, style: Style, text: &mut Vec<u8>) {
    let offset = moment.offset.unsigned_abs();
    let plain = style.width.is_none() && style.padding != Some(b' ') && !style.unpadded;
    if plain && style.colons < 2 && offset < 360_000 {
        let (long, short) = (offset_form(moment.offset), short_offset_form(moment.offset));
        return text.extend_from_slice(if style.colons > 0 { &long } else { &short });
    }
    let (hours, minutes, seconds) = (offset / 3600, offset / 60 % 60, offset % 60);
    let tail = match style.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{seconds:02}"),
        _ if seconds != 0 => format!(":{minutes:02}:{seconds:02}"),
        _ if minutes != 0 => format!(":{minutes:02}"),
        _ => String::new(),
    };
    // `%-z` writes UTC as unknown local time does.
    let sign = if moment.offset < 0 || (moment.is_utc && style.unpadded) { '-' } else { '+' };
    let room = style.width.unwrap_or(0).saturating_sub(tail.len()).max(3);
    // What is padded all the same: the offset of a Time, and one whose width is said.
    if style.unpadded && moment.of_date && style.width.is_none() {
        text.extend_from_slice(format!("{sign}{hours}").as_bytes());
    } else if style.padding == Some(b' ') {
        let digits = format!("{sign}{hours}");
        text.extend(std::iter::repeat_n(b' ', room.saturating_sub(digits.len())));
        text.extend_from_slice(digits.as_bytes());
    } else {
        text.push(sign as u8);
        let digits = hours.to_string();
        text.extend(std::iter::repeat_n(b'0', (room - 1).saturating_sub(digits.len())));
        text.extend_from_slice(digits.as_bytes());
    }
    text.extend_from_slice(tail.as_bytes());
}
