//! Changed copies of strings: trimmed, reversed, justified, their successors.

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

use crate::string::text::{self, Call, part};

/// Nulls are white space at the end of a string; at its beginning too since 2.6.
fn is_space(number: u32) -> bool {
    matches!(number, 0 | 0x20 | 9..=13)
}

/// First byte after leading white space.
fn lead(vm: &mut Vm, string: StringRef) -> Result<usize, Exit> {
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let mut at = 0;
    while at < bytes.len() {
        match characters::codepoint(bytes, at, encoding) {
            Some((number, length)) if is_space(number) => at += length,
            None if !characters::is_single_byte(encoding) => return Err(crate::string::invalid_bytes(vm, string)),
            _ => break,
        }
    }
    Ok(at)
}

/// The byte where trailing white space begins, not before `from`.
fn trail(vm: &mut Vm, string: StringRef, from: usize) -> Result<usize, Exit> {
    let (bytes, encoding) = (string.bytes(), string.encoding());
    if encoding.is_dummy() {
        let class = vm.compatibility_error_class();
        return Err(vm.raise(class, format!("incompatible encoding with this operation: {}", encoding.name())));
    }
    if string.code_range() == CodeRange::Broken && !text::is_bytewise(string) {
        let class = vm.compatibility_error_class();
        return Err(vm.raise(class, format!("invalid byte sequence in {}", encoding.name())));
    }
    let mut end = bytes.len();
    while end > from {
        let start = characters::previous(bytes, end, encoding);
        match characters::codepoint(bytes, start, encoding) {
            Some((number, _)) if is_space(number) => end = start,
            _ => break,
        }
    }
    Ok(end)
}

fn strip(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let start = lead(vm, string)?;
    let end = trail(vm, string, start)?;
    Ok(part(vm, string, start, end - start))
}

fn strip_left(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let start = lead(vm, string)?;
    Ok(part(vm, string, start, string.len() - start))
}

fn strip_right(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let end = trail(vm, string, 0)?;
    Ok(part(vm, string, 0, end))
}

/// `strip!` and its like; nil where nothing changed.
fn strip_in_place(vm: &mut Vm, args: Arguments, left: bool, right: bool) -> NativeResult {
    let string = Call::taking(args, 0)?.writable(vm)?;
    let start = if left { lead(vm, string)? } else { 0 };
    let end = if right { trail(vm, string, start)? } else { string.len() };
    if end - start == string.len() {
        return Ok(Value::NIL);
    }
    vm.string_replace(string, &string.bytes()[start..end]);
    Ok(string.value())
}

/// Bytes left by `chomp` with its default separator.
fn chomped_length(string: StringRef) -> usize {
    let bytes = string.bytes();
    if !string.encoding().is_ascii_compatible() {
        let end = bytes.len();
        if end == 0 {
            return 0;
        }
        let last = characters::previous(bytes, end, string.encoding());
        return match characters::codepoint(bytes, last, string.encoding()) {
            Some((10, _)) if last > 0 => {
                let before = characters::previous(bytes, last, string.encoding());
                let carriage = characters::codepoint(bytes, before, string.encoding()).is_some_and(|(number, _)| number == 13);
                if carriage { before } else { last }
            }
            Some((10 | 13, _)) => last,
            _ => end,
        };
    }
    match bytes {
        [.., b'\r', b'\n'] => bytes.len() - 2,
        [.., b'\n'] | [.., b'\r'] => bytes.len() - 1,
        _ => bytes.len(),
    }
}

/// Whether a separator is a newline of its own encoding: it means that of any other then.
fn is_newline(separator: StringRef) -> bool {
    let (bytes, encoding) = (separator.bytes(), separator.encoding());
    characters::codepoint(bytes, 0, encoding).is_some_and(|(number, length)| number == 10 && length == bytes.len())
}

/// How many bytes stand before the newlines at the end, each of which may follow a carriage return.
fn length_before_newlines(bytes: &[u8], encoding: Encoding) -> usize {
    let mut end = bytes.len();
    while let Some(start) = last_character(bytes, end, encoding, 10) {
        end = last_character(bytes, start, encoding, 13).unwrap_or(start);
    }
    end
}

/// Where the last character before `end` begins, if it is that one.
fn last_character(bytes: &[u8], end: usize, encoding: Encoding, wanted: u32) -> Option<usize> {
    let start = if end == 0 { return None } else { characters::previous(bytes, end, encoding) };
    characters::codepoint(bytes, start, encoding).filter(|(number, _)| *number == wanted).map(|_| start)
}

/// `Primitive.string_chomp_length(string, separator)`: the separator is nil for the default.
fn chomp_length(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let Some(separator) = StringRef::from_value(args.get(1)) else {
        return Ok(text::position(chomped_length(string)));
    };
    let bytes = string.bytes();
    if separator.is_empty() {
        return Ok(text::position(length_before_newlines(bytes, string.encoding())));
    }
    if separator.len() > bytes.len() {
        return Ok(text::position(bytes.len()));
    }
    if is_newline(separator) {
        return Ok(text::position(chomped_length(string)));
    }
    text::common_encoding(vm, string, separator)?;
    let start = bytes.len() - separator.len();
    let ends = bytes.ends_with(separator.bytes()) && characters::start_of(bytes, start, string.encoding()) == start;
    Ok(text::position(if ends { start } else { bytes.len() }))
}

fn chomp(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.count() != 0 || !crate::io::lines::default_separator(vm) {
        return Err(Exit::Fallback);
    }
    Ok(part(vm, string, 0, chomped_length(string)))
}

/// `chomp!` with its default separator.
fn chomp_in_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    if call.count() != 0 || !crate::io::lines::default_separator(vm) {
        return Err(Exit::Fallback);
    }
    let string = call.writable(vm)?;
    let length = chomped_length(string);
    if length == string.len() {
        return Ok(Value::NIL);
    }
    vm.string_modify(string)?;
    vm.string_resize(string, length);
    Ok(string.value())
}

/// Bytes left by `chop`.
fn chop_length(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let bytes = string.bytes();
    if bytes.is_empty() {
        return Ok(Value::fixnum(0));
    }
    let last = characters::previous(bytes, bytes.len(), string.encoding());
    let character = |at: usize| characters::codepoint(bytes, at, string.encoding()).map(|(number, _)| number);
    if last > 0 && character(last) == Some(10) {
        let before = characters::previous(bytes, last, string.encoding());
        if character(before) == Some(13) {
            return Ok(text::position(before));
        }
    }
    Ok(text::position(last))
}

/// Keeps bytes `start, length` only.
fn keep(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let start = args.get(1).as_fixnum().ok_or(Exit::Fallback)? as usize;
    let length = args.get(2).as_fixnum().ok_or(Exit::Fallback)? as usize;
    let start = start.min(string.len());
    let length = length.min(string.len() - start);
    vm.change_bytes(string, |_, bytes| bytes.copy_within(start..start + length, 0))?;
    vm.string_resize(string, length);
    Ok(string.value())
}

fn reverse(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let mut bytes = string.bytes().to_vec();
    if text::is_bytewise(string) {
        bytes.reverse();
    } else {
        let (mut end, mut attention) = (bytes.len(), Attention::default());
        for piece in characters::characters(string.bytes(), string.encoding()) {
            attention.step(vm, 1)?;
            bytes[end - piece.len()..end].copy_from_slice(piece);
            end -= piece.len();
        }
    }
    let result = vm.new_string(&bytes, string.encoding());
    result.set_code_range(if string.known_code_range() == CodeRange::Broken { CodeRange::Unknown } else { string.known_code_range() });
    Ok(result.value())
}

/// `Primitive.string_justify(string, left, right, pad)`: so many characters of padding on each side.
fn justify(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let left = args.get(1).as_fixnum().ok_or(Exit::Fallback)?.max(0) as usize;
    let right = args.get(2).as_fixnum().ok_or(Exit::Fallback)?.max(0) as usize;
    let pad = StringRef::from_value(args.get(3)).ok_or(Exit::Fallback)?;
    let encoding = text::common_encoding(vm, string, pad)?;
    let size = left.saturating_add(right).saturating_mul(characters::max_len(encoding)).saturating_add(string.len());
    vm.check_allocation(size)?;
    let mut out = Vec::with_capacity(string.len() + left + right);
    write_padding(&mut out, pad, left);
    out.extend_from_slice(string.bytes());
    write_padding(&mut out, pad, right);
    text::make(vm, &out, encoding)
}

/// `ljust`, `rjust`, `center` to a width that is a small Integer with a padding that is a String or left out. `shares` tells the characters
/// on the left and on the right.
fn justify_to(vm: &mut Vm, args: Arguments, shares: fn(usize) -> (usize, usize)) -> NativeResult {
    let string = args.receiver().as_string().filter(|_| (1..=2).contains(&args.count())).ok_or(Exit::Fallback)?;
    let width = args.get(0).as_fixnum().filter(|width| *width <= JUSTIFIED_MAX).ok_or(Exit::Fallback)?.max(0) as usize;
    let pad = if args.count() == 2 { Some(args.get(1).as_string().ok_or(Exit::Fallback)?) } else { None };
    let is_plain = match pad {
        Some(pad) => !pad.is_empty() && pad.encoding() == string.encoding() && pad.code_range() != CodeRange::Broken,
        None => string.encoding().is_ascii_compatible(),
    };
    if !is_plain {
        return Err(Exit::Fallback);
    }
    let missing = width.saturating_sub(text::char_count(string));
    let (left, right) = shares(missing);
    let mut out = Vec::with_capacity(string.len() + missing);
    let write = |out: &mut Vec<u8>, count: usize| match pad {
        Some(pad) => write_padding(out, pad, count),
        None => out.resize(out.len() + count, b' '),
    };
    write(&mut out, left);
    out.extend_from_slice(string.bytes());
    write(&mut out, right);
    text::make(vm, &out, string.encoding())
}

/// Widths from here on are left to checks of what can be allocated.
const JUSTIFIED_MAX: i64 = 1 << 20;

fn ljust(vm: &mut Vm, args: Arguments) -> NativeResult {
    justify_to(vm, args, |missing| (0, missing))
}

fn rjust(vm: &mut Vm, args: Arguments) -> NativeResult {
    justify_to(vm, args, |missing| (missing, 0))
}

fn center(vm: &mut Vm, args: Arguments) -> NativeResult {
    justify_to(vm, args, |missing| (missing / 2, missing - missing / 2))
}

fn write_padding(out: &mut Vec<u8>, pad: StringRef, count: usize) {
    if let &[byte] = pad.bytes() {
        return out.resize(out.len() + count, byte);
    }
    let width = text::char_count(pad);
    for _ in 0..count / width {
        out.extend_from_slice(pad.bytes());
    }
    let rest = text::byte_offset(pad, count % width).unwrap_or(0);
    out.extend_from_slice(&pad.bytes()[..rest]);
}

fn insert(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let (index, other) = (call.integer(0)?, call.text(1)?);
    vm.string_modify(string)?;
    let offset = match index {
        // Behind the last.
        -1 => Some(string.len()),
        _ => text::char_range(string, if index < 0 { index + 1 } else { index }, 0).map(|(offset, _)| offset),
    };
    let encoding = text::common_encoding(vm, string, other)?;
    let Some(offset) = offset else {
        return Err(vm.index_error(format!("index {} out of string", index + i64::from(index < 0))));
    };
    // Whole characters among whole characters.
    let range = match (string.known_code_range(), other.code_range()) {
        (CodeRange::Ascii, range @ (CodeRange::Ascii | CodeRange::Valid)) => Some(range),
        (CodeRange::Valid, CodeRange::Ascii | CodeRange::Valid) => Some(CodeRange::Valid),
        _ => None,
    };
    vm.string_splice(string, offset, 0, other.bytes());
    if let Some(range) = range.filter(|_| encoding == string.encoding() && encoding == other.encoding()) {
        string.set_code_range(range);
    }
    if encoding != string.encoding() {
        string.set_encoding(encoding);
    }
    Ok(string.value())
}

/// `Primitive.string_scrub_pieces(string)`: the string cut into `[valid, broken, valid, broken ...]`.
fn scrub_pieces(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let list = vm.array_with_capacity(8);
    let (mut at, mut start) = (0, 0);
    while at < bytes.len() {
        match characters::char_len(bytes, at, encoding) {
            Ok(length) => at += length,
            Err(_) => {
                let length = characters::broken_len(bytes, at, encoding);
                for (from, size) in [(start, at - start), (at, length)] {
                    let item = part(vm, string, from, size);
                    vm.array_push(list, item);
                }
                at += length;
                start = at;
            }
        }
    }
    let rest = part(vm, string, start, bytes.len() - start);
    vm.array_push(list, rest);
    Ok(list.value())
}

/// `Primitive.string_scrubbed(string, replacement)`: the string with each broken piece replaced.
fn scrubbed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let replacement = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let (bytes, encoding, replacement) = (string.bytes(), string.encoding(), replacement.bytes());
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8);
    let mut at = 0;
    while at < bytes.len() {
        let valid = valid_length(bytes, at, encoding);
        out.extend_from_slice(&bytes[at..at + valid]);
        at += valid;
        if at < bytes.len() {
            out.extend_from_slice(replacement);
            at += characters::broken_len(bytes, at, encoding);
        }
    }
    vm.check_allocation(out.len())?;
    Ok(vm.new_string(&out, encoding).value())
}

/// How many bytes from `start` on are whole characters.
fn valid_length(bytes: &[u8], start: usize, encoding: Encoding) -> usize {
    if encoding == Encoding::UTF_8 {
        return std::str::from_utf8(&bytes[start..]).map_or_else(|broken| broken.valid_up_to(), str::len);
    }
    let mut at = start;
    while at < bytes.len() {
        let Ok(length) = characters::char_len(bytes, at, encoding) else { break };
        at += length;
    }
    at - start
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_strip_in_place", |vm, args| strip_in_place(vm, args, true, true)),
    ("string_lstrip_in_place", |vm, args| strip_in_place(vm, args, true, false)),
    ("string_rstrip_in_place", |vm, args| strip_in_place(vm, args, false, true)),
    ("string_scrubbed", scrubbed),
    ("string_strip", strip),
    ("string_lstrip", strip_left),
    ("string_rstrip", strip_right),
    ("string_chomp_length", chomp_length),
    ("string_chomp", chomp),
    ("string_chomp_in_place", chomp_in_place),
    ("string_chop_length", chop_length),
    ("string_keep", keep),
    ("string_reverse", reverse),
    ("string_justify", justify),
    ("string_ljust", ljust),
    ("string_rjust", rjust),
    ("string_center", center),
    ("string_insert", insert),
    ("string_scrub_pieces", scrub_pieces),
];
