//! Parts of strings: by position, by length, by range, by what they contain.

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

use crate::regexp;
use crate::string::text::{self, Call, part};

/// `string[index]`, `string[start, length]`, `string[range]`, `string[other]`, `string[regexp]`.
fn slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let first = call.get(0);
    if call.count() == 2 {
        return match (first.as_fixnum(), call.get(1).as_fixnum()) {
            (Some(start), Some(length)) => Ok(slice_of(vm, string, start, length)),
            _ => matched_text(vm, call, string),
        };
    }
    if let Some(index) = first.as_fixnum() {
        return Ok(character_at(vm, string, index));
    }
    if let Some(other) = StringRef::from_value(first) {
        text::common_encoding(vm, string, other)?;
        return Ok(match text::find_string(string, other, 0) {
            Some(_) => vm.string_copy(other).value(),
            None => Value::NIL,
        });
    }
    if let Some(range) = text::integer_range(vm, first) {
        return Ok(match text::range_in(range, text::char_count(string)) {
            Some((start, length)) => slice_of(vm, string, start as i64, length as i64),
            None => Value::NIL,
        });
    }
    matched_text(vm, call, string)
}

fn character_at(vm: &mut Vm, string: StringRef, index: i64) -> Value {
    if text::is_bytewise(string) {
        let index = if index < 0 { index + string.len() as i64 } else { index };
        if index < 0 || index >= string.len() as i64 {
            return Value::NIL;
        }
        return part(vm, string, index as usize, 1);
    }
    match text::char_range(string, index, 1) {
        Some((_, 0)) | None => Value::NIL,
        Some((start, length)) => part(vm, string, start, length),
    }
}

fn slice_of(vm: &mut Vm, string: StringRef, start: i64, length: i64) -> Value {
    match text::char_range(string, start, length) {
        Some((start, length)) => part(vm, string, start, length),
        None => Value::NIL,
    }
}

/// Byte start and length of the part `start, length` in characters, as an Array; nil outside.
fn char_range(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    match text::char_range(call.string()?, call.integer(0)?, call.integer(1)?) {
        Some((start, length)) => Ok(vm.new_array(&[text::position(start), text::position(length)]).value()),
        None => Ok(Value::NIL),
    }
}

fn byte_slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let size = string.len();
    let found = match (call.get(0).as_fixnum(), call.get(1).as_fixnum()) {
        (Some(index), None) if call.count() == 1 => {
            let index = if index < 0 { index + size as i64 } else { index };
            if index < 0 || index >= size as i64 { None } else { Some((index as usize, 1)) }
        }
        (Some(start), Some(length)) => {
            if length < 0 { None } else { text::range_in((start, Some(start_end(start, length, size)), true), size) }
        }
        _ => match text::integer_range(vm, call.get(0)) {
            Some(range) if call.count() == 1 => text::range_in(range, size),
            _ => return Err(Exit::Fallback),
        },
    };
    Ok(found.map_or(Value::NIL, |(start, length)| part(vm, string, start, length)))
}

fn start_end(start: i64, length: i64, size: usize) -> i64 {
    let start = if start < 0 { start + size as i64 } else { start };
    start.saturating_add(length)
}

fn get_byte(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let string = call.string()?;
    let index = call.integer(0)?;
    let index = if index < 0 { index + string.len() as i64 } else { index };
    let byte = usize::try_from(index).ok().and_then(|index| string.bytes().get(index));
    Ok(byte.map_or(Value::NIL, |&byte| Value::fixnum(byte as i64)))
}

fn set_byte(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let (given, byte) = (call.integer(0)?, call.integer(1)?);
    let index = if given < 0 { given + string.len() as i64 } else { given };
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    match vm.change_bytes(string, |_, bytes| bytes.get_mut(index).map(|old| *old = byte as u8))? {
        Some(()) => Ok(call.get(1)),
        None => Err(vm.index_error(format!("index {given} out of string"))),
    }
}

/// Replaces `length` bytes at byte `start` with a string: what every form of `[]=` ends in.
fn splice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let (start, length, other) = (call.position(0)?, call.position(1)?, call.text(2)?);
    let start = start.min(string.len());
    let length = length.min(string.len() - start);
    splice_text(vm, string, start, length, other)
}

fn splice_text(vm: &mut Vm, string: StringRef, start: usize, length: usize, other: StringRef) -> NativeResult {
    vm.string_modify(string)?;
    let encoding = text::common_encoding(vm, string, other)?;
    vm.string_splice(string, start, length, other.bytes());
    if encoding != string.encoding() {
        string.set_encoding(encoding);
    }
    Ok(string.value())
}

/// The match of a Regexp that a part is asked by, and the number of the group, if any, that is asked for.
fn matched(vm: &mut Vm, call: Call, string: StringRef) -> Result<Option<(MatchRef, usize)>, Exit> {
    let pattern = RegexpRef::from_value(call.get(0)).ok_or(Exit::Fallback)?;
    let group = if call.count() == 2 { call.position(1)? } else { 0 };
    // The body refuses numbers of more than 32 bits.
    if group > i32::MAX as usize {
        return Err(Exit::Fallback);
    }
    Ok(regexp::search_and_set(vm, pattern, string, 0, false)?.map(|found| (found, group)))
}

/// Its text; nil where it, or the group, has none.
fn matched_text(vm: &mut Vm, call: Call, string: StringRef) -> NativeResult {
    Ok(matched(vm, call, string)?.map_or(Value::NIL, |(found, group)| regexp::group_text(vm, found, group)))
}

/// `bytesplice(start, length, other)`, where nothing is amiss.
fn bytesplice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 3)?;
    let (string, start, length, other) = (call.string()?, call.position(0)?, call.position(1)?, call.text(2)?);
    let end = start.saturating_add(length).min(string.len());
    if string.is_frozen() || start > end || !is_boundary_at(string, start) || !is_boundary_at(string, end) {
        return Err(Exit::Fallback);
    }
    splice_text(vm, string, start, end - start, other)
}

/// Byte start and length of what `string[...]` gives, by all but a Regexp.
fn place_of(vm: &mut Vm, call: Call, string: StringRef) -> Result<Option<(usize, usize)>, Exit> {
    if call.count() == 2 {
        return Ok(text::char_range(string, call.integer(0)?, call.integer(1)?));
    }
    let first = call.get(0);
    if let Some(index) = first.as_fixnum() {
        return Ok(text::char_range(string, index, 1).filter(|&(_, length)| length > 0));
    }
    if let Some(other) = StringRef::from_value(first) {
        text::common_encoding(vm, string, other)?;
        return Ok(text::find_string(string, other, 0).map(|at| (at, other.len())));
    }
    let range = text::integer_range(vm, first).ok_or(Exit::Fallback)?;
    let found = text::range_in(range, text::char_count(string));
    Ok(found.and_then(|(start, length)| text::char_range(string, start as i64, length as i64)))
}

/// `String#slice!`.
fn cut_out(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if !(1..=2).contains(&call.count()) || string.is_frozen() {
        return Err(Exit::Fallback);
    }
    let place = match call.get(0).is_kind(Kind::Regexp) {
        // A group that took no part is cut out as one that matched nothing.
        true => matched(vm, call, string)?.filter(|&(found, group)| group < found.group_count()).map(|(found, group)| {
            let (start, end) = found.group(group).unwrap_or_default();
            (start, end - start)
        }),
        false => place_of(vm, call, string)?,
    };
    let Some((start, length)) = place else { return Ok(Value::NIL) };
    let cut = match StringRef::from_value(call.get(0)) {
        Some(other) => vm.string_copy(other).value(),
        None => part(vm, string, start, length),
    };
    vm.string_modify(string)?;
    vm.string_splice(string, start, length, b"");
    Ok(cut)
}

/// `string[index] = other` and `string[start, length] = other` with small integers.
fn store(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let last = call.count().checked_sub(1).ok_or(Exit::Fallback)?;
    let other = call.text(last)?;
    let start = call.integer(0)?;
    let length = if last == 2 { call.integer(1)? } else { 1 };
    if !(1..=2).contains(&last) || length < 0 || string.is_frozen() {
        return Err(Exit::Fallback);
    }
    let Some((from, size)) = text::char_range(string, start, length) else { return Err(Exit::Fallback) };
    if last == 1 && size == 0 {
        return Err(Exit::Fallback);
    }
    vm.string_modify(string)?;
    let encoding = text::common_encoding(vm, string, other)?;
    vm.string_splice(string, from, size, other.bytes());
    if encoding != string.encoding() {
        string.set_encoding(encoding);
    }
    Ok(other.value())
}

fn prepend(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, other) = (call.string()?, call.text(0)?);
    vm.string_modify(string)?;
    let encoding = text::common_encoding(vm, string, other)?;
    vm.string_splice(string, 0, 0, other.bytes());
    if encoding != string.encoding() {
        string.set_encoding(encoding);
    }
    Ok(string.value())
}

fn includes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, other) = (call.string()?, call.text(0)?);
    text::common_encoding(vm, string, other)?;
    Ok(Value::boolean(text::find_string(string, other, 0).is_some()))
}

/// `index(other, start)`: the character, or nil.
fn index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let start = if call.count() > 1 { call.integer(1)? } else { 0 };
    let start = if start < 0 { start + text::char_count(string) as i64 } else { start };
    let from = usize::try_from(start).ok().and_then(|start| text::byte_offset(string, start));
    let found = forward(vm, call, string, from)?;
    Ok(found.map_or(Value::NIL, |offset| text::position(text::char_index(string, offset))))
}

fn byte_index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let given = if call.count() > 1 { call.integer(1)? } else { 0 };
    let start = if given < 0 { given + string.len() as i64 } else { given };
    let from = usize::try_from(start).ok().filter(|&start| start <= string.len());
    if let Some(from) = from {
        check_boundary(vm, string, from)?;
    }
    let found = forward(vm, call, string, from)?;
    Ok(found.map_or(Value::NIL, text::position))
}

fn check_boundary(vm: &mut Vm, string: StringRef, at: usize) -> Result<(), Exit> {
    if characters::start_of(string.bytes(), at, string.encoding()) == at {
        return Ok(());
    }
    Err(vm.index_error(format!("offset {at} does not land on character boundary")))
}

/// Searches for argument 0, a string or regexp; a failed search for a regexp clears `$~`.
fn forward(vm: &mut Vm, call: Call, string: StringRef, from: Option<usize>) -> Result<Option<usize>, Exit> {
    if let Some(other) = StringRef::from_value(call.get(0)) {
        text::common_encoding(vm, string, other)?;
        return Ok(from.and_then(|from| text::find_string(string, other, from)));
    }
    let Some(pattern) = RegexpRef::from_value(call.get(0)) else { return Err(Exit::Fallback) };
    let Some(from) = from else {
        vm.set_last_match(Value::NIL);
        return Ok(None);
    };
    let found = regexp::search_and_set(vm, pattern, string, from, false)?;
    Ok(found.and_then(|found| found.group(0)).map(|(start, _)| start))
}

fn backward(vm: &mut Vm, call: Call, string: StringRef, from: Option<usize>) -> Result<Option<usize>, Exit> {
    if let Some(other) = StringRef::from_value(call.get(0)) {
        text::common_encoding(vm, string, other)?;
        return Ok(from.and_then(|from| text::find_string_backward(string, other, from)));
    }
    let Some(pattern) = RegexpRef::from_value(call.get(0)) else { return Err(Exit::Fallback) };
    let Some(from) = from else {
        vm.set_last_match(Value::NIL);
        return Ok(None);
    };
    let found = regexp::search_and_set(vm, pattern, string, from, true)?;
    Ok(found.and_then(|found| found.group(0)).map(|(start, _)| start))
}

fn rindex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let size = text::char_count(string) as i64;
    let start = if call.count() > 1 { call.integer(1)? } else { size };
    let start = if start < 0 { start + size } else { start.min(size) };
    let from = usize::try_from(start).ok().and_then(|start| text::byte_offset(string, start));
    let found = backward(vm, call, string, from)?;
    Ok(found.map_or(Value::NIL, |offset| text::position(text::char_index(string, offset))))
}

fn byte_rindex(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let size = string.len() as i64;
    let start = if call.count() > 1 { call.integer(1)? } else { size };
    let start = if start < 0 { start + size } else { start.min(size) };
    let from = usize::try_from(start).ok();
    if let Some(from) = from {
        check_boundary(vm, string, from)?;
    }
    let found = backward(vm, call, string, from)?;
    Ok(found.map_or(Value::NIL, text::position))
}

fn starts_with(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    for &value in call.rest() {
        if let Some(prefix) = StringRef::from_value(value) {
            text::common_encoding(vm, string, prefix)?;
            if begins_with(string, prefix) {
                return Ok(Value::TRUE);
            }
            continue;
        }
        let Some(pattern) = RegexpRef::from_value(value) else { return Err(Exit::Fallback) };
        if regexp::match_at_and_set(vm, pattern, string, 0)?.is_some() {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

fn ends_with(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    for &value in call.rest() {
        let suffix = StringRef::from_value(value).ok_or(Exit::Fallback)?;
        text::common_encoding(vm, string, suffix)?;
        if finishes_with(string, suffix) {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

fn begins_with(string: StringRef, prefix: StringRef) -> bool {
    let bytes = string.bytes();
    bytes.starts_with(prefix.bytes())
        && (prefix.is_empty() || prefix.len() == bytes.len() || characters::start_of(bytes, prefix.len(), string.encoding()) == prefix.len())
}

fn finishes_with(string: StringRef, suffix: StringRef) -> bool {
    let bytes = string.bytes();
    if suffix.is_empty() {
        return true;
    }
    bytes.ends_with(suffix.bytes()) && {
        let start = bytes.len() - suffix.len();
        characters::start_of(bytes, start, string.encoding()) == start
    }
}

/// The string without a prefix, or nil where it doesn't begin with it.
fn without_prefix(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, prefix) = (call.string()?, call.text(0)?);
    let broken = prefix.code_range() == CodeRange::Broken;
    let both_ascii = string.encoding().is_ascii_compatible() && prefix.encoding().is_ascii_compatible();
    if !broken || !both_ascii {
        text::common_encoding(vm, string, prefix)?;
    }
    // Of a text that is whole no broken one is a part.
    if prefix.is_empty() || broken && string.code_range() != CodeRange::Broken || !begins_with(string, prefix) {
        return Ok(Value::NIL);
    }
    Ok(part(vm, string, prefix.len(), string.len() - prefix.len()))
}

fn without_suffix(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, suffix) = (call.string()?, call.text(0)?);
    if suffix.is_empty() || suffix.code_range() == CodeRange::Broken {
        return Ok(Value::NIL);
    }
    text::common_encoding(vm, string, suffix)?;
    if !finishes_with(string, suffix) {
        return Ok(Value::NIL);
    }
    Ok(part(vm, string, 0, string.len() - suffix.len()))
}

/// The character that begins at a byte, as a String; nil at the end.
fn character_from(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let at = call.position(0)?;
    if at >= string.len() {
        return Ok(Value::NIL);
    }
    let length = characters::step(string.bytes(), at, string.encoding());
    Ok(part(vm, string, at, length))
}

/// Byte offset of a character, character index of a byte, start of the character around a byte.
fn byte_offset(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    Ok(text::byte_offset(call.string()?, call.position(0)?).map_or(Value::NIL, text::position))
}

fn char_index(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    Ok(text::position(text::char_index(call.string()?, call.position(0)?)))
}

fn is_boundary(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let (string, at) = (call.string()?, call.position(0)?);
    Ok(Value::boolean(is_boundary_at(string, at)))
}

fn is_boundary_at(string: StringRef, at: usize) -> bool {
    at >= string.len() || characters::start_of(string.bytes(), at, string.encoding()) == at
}

/// `partition(text)` and `rpartition(text)` where it is there: what stands before it, itself, and what comes behind.
fn parted(vm: &mut Vm, args: Arguments, last: bool) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, separator) = (call.string()?, call.text(0)?);
    text::common_encoding(vm, string, separator)?;
    let found = if last { text::find_string_backward(string, separator, string.len()) } else { text::find_string(string, separator, 0) };
    let start = found.ok_or(Exit::Fallback)?;
    let end = start + separator.len();
    let before = text::part(vm, string, 0, start);
    let behind = text::part(vm, string, end, string.len() - end);
    Ok(vm.new_array(&[before, separator.value(), behind]).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_partition", |vm, args| parted(vm, args, false)),
    ("string_rpartition", |vm, args| parted(vm, args, true)),
    ("string_slice", slice),
    ("string_char_range", char_range),
    ("string_byteslice", byte_slice),
    ("string_getbyte", get_byte),
    ("string_setbyte", set_byte),
    ("string_splice", splice),
    ("string_cut_out", cut_out),
    ("string_store", store),
    ("string_prepend", prepend),
    ("string_include", includes),
    ("string_index", index),
    ("string_byteindex", byte_index),
    ("string_rindex", rindex),
    ("string_byterindex", byte_rindex),
    ("string_start_with", starts_with),
    ("string_end_with", ends_with),
    ("string_without_prefix", without_prefix),
    ("string_without_suffix", without_suffix),
    ("string_character_from", character_from),
    ("string_byte_offset", byte_offset),
    ("string_char_index", char_index),
    ("string_is_boundary", is_boundary),
    ("string_bytesplice", bytesplice),
];
