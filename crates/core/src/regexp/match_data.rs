//! The knowledge of a MatchData: its groups, by number and by name.

use rutile_vm::prelude::*;

use crate::regexp::group_text;
use crate::string::text::{self, Call};

fn found(value: Value) -> Result<MatchRef, Exit> {
    MatchRef::from_value(value).ok_or(Exit::Fallback)
}

fn subject(found: MatchRef) -> Result<StringRef, Exit> {
    StringRef::from_value(found.string()).ok_or(Exit::Fallback)
}

/// The number of a named group; of several with one name, the last that took part.
pub fn group_number(vm: &mut Vm, found: MatchRef, name: &[u8]) -> Result<Option<usize>, Exit> {
    let Some(pattern) = RegexpRef::from_value(found.regexp()) else { return Ok(None) };
    let compiled = vm.compiled_regexp(pattern)?;
    let Some(numbers) = compiled.numbers_of(name) else { return Ok(None) };
    Ok(numbers.iter().rev().copied().find(|&number| found.group(number).is_some()).or(numbers.last().copied()))
}

/// A group's name as it was given. What can't be text of the pattern names no group of it.
fn group_name(vm: &mut Vm, found: MatchRef, value: Value) -> Result<Vec<u8>, Exit> {
    let name = name_bytes(vm, value).ok_or(Exit::Fallback)?;
    let source = RegexpRef::from_value(found.regexp()).and_then(|pattern| StringRef::from_value(pattern.source()));
    let given = StringRef::from_value(value);
    if given.zip(source).is_some_and(|(given, source)| text::compatible(source, given).is_none()) {
        return Err(undefined_group(vm, &name));
    }
    Ok(name)
}

fn name_bytes(vm: &Vm, value: Value) -> Option<Vec<u8>> {
    match StringRef::from_value(value) {
        Some(string) => Some(string.bytes().to_vec()),
        None => value.as_symbol().map(|symbol| vm.symbol_bytes(symbol).to_vec()),
    }
}

/// The text of a group. Counted from the end, the first is a group: the whole match has no negative number.
fn numbered(vm: &mut Vm, found: MatchRef, number: i64) -> Value {
    let counted = if number < 0 { number + found.group_count() as i64 } else { number };
    match usize::try_from(counted) {
        Ok(counted) if counted > 0 || number == 0 => group_text(vm, found, counted),
        _ => Value::NIL,
    }
}

/// `match[number]`, `match[name]`.
fn index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let found = found(call.subject())?;
    if call.count() != 1 {
        return Err(Exit::Fallback);
    }
    if let Some(number) = call.get(0).as_fixnum() {
        // The body refuses numbers of more than 32 bits.
        return if i32::try_from(number).is_ok() { Ok(numbered(vm, found, number)) } else { Err(Exit::Fallback) };
    }
    let name = group_name(vm, found, call.get(0))?;
    match group_number(vm, found, &name)? {
        Some(number) => Ok(group_text(vm, found, number)),
        None => Err(undefined_group(vm, &name)),
    }
}

fn undefined_group(vm: &mut Vm, name: &[u8]) -> Exit {
    vm.index_error(format!("undefined group name reference: {}", String::from_utf8_lossy(name)))
}

/// `Primitive.match_group_number(match, number_or_name)`, with the errors of `begin`, `end` and `offset`.
fn checked_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    if let Some(number) = args.get(1).as_fixnum() {
        return match usize::try_from(number).ok().filter(|&number| number < found.group_count()) {
            Some(_) => Ok(args.get(1)),
            None => Err(vm.index_error(format!("index {number} out of matches"))),
        };
    }
    let name = group_name(vm, found, args.get(1))?;
    match group_number(vm, found, &name)? {
        Some(number) => Ok(text::position(number)),
        None => Err(undefined_group(vm, &name)),
    }
}

/// `Primitive.match_named(match, name)`: the number of a named group, nil if there is none.
fn named_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    let name = group_name(vm, found, args.get(1))?;
    Ok(group_number(vm, found, &name)?.map_or(Value::NIL, text::position))
}

fn group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    let number = args.get(1).as_fixnum().and_then(|number| usize::try_from(number).ok()).ok_or(Exit::Fallback)?;
    Ok(group_text(vm, found, number))
}

fn size(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(text::position(found(Call::taking(args, 0)?.subject())?.group_count()))
}

/// Groups from `first` on, as strings.
fn texts(vm: &mut Vm, found: MatchRef, first: usize) -> NativeResult {
    let list = vm.array_with_capacity(found.group_count());
    for number in first..found.group_count() {
        let text = group_text(vm, found, number);
        vm.array_push(list, text);
    }
    Ok(list.value())
}

fn to_array(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(Call::taking(args, 0)?.subject())?;
    texts(vm, found, 0)
}

fn captures(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(Call::taking(args, 0)?.subject())?;
    texts(vm, found, 1)
}

/// `values_at` of numbers alone.
fn values_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let found = found(call.subject())?;
    if !call.rest().iter().all(|number| number.is_fixnum()) {
        return Err(Exit::Fallback);
    }
    let list = vm.array_with_capacity(call.count());
    for number in call.rest().iter().filter_map(|number| number.as_fixnum()) {
        let text = numbered(vm, found, number);
        vm.array_push(list, text);
    }
    Ok(list.value())
}

/// Byte offsets of a group: `Primitive.match_byte(match, number, end)`; nil where it took no part.
fn byte(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    let number = args.get(1).as_fixnum().and_then(|number| usize::try_from(number).ok()).ok_or(Exit::Fallback)?;
    Ok(match found.group(number) {
        Some((start, end)) => text::position(if args.get(2).truthy() { end } else { start }),
        None => Value::NIL,
    })
}

/// The characters before a group that is there and took part, or up to its end, by its number.
fn characters_to(args: Arguments, end: bool) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let found = found(call.subject())?;
    let number = call.get(0).as_fixnum().and_then(|number| usize::try_from(number).ok()).ok_or(Exit::Fallback)?;
    let (start, stop) = found.group(number).ok_or(Exit::Fallback)?;
    Ok(text::position(text::char_index(subject(found)?, if end { stop } else { start })))
}

/// Character offsets, in the same way.
fn character(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    let string = subject(found)?;
    let number = args.get(1).as_fixnum().and_then(|number| usize::try_from(number).ok()).ok_or(Exit::Fallback)?;
    Ok(match found.group(number) {
        Some((start, end)) => text::position(text::char_index(string, if args.get(2).truthy() { end } else { start })),
        None => Value::NIL,
    })
}

fn before(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(Call::taking(args, 0)?.subject())?;
    let (string, (start, _)) = (subject(found)?, found.group(0).ok_or(Exit::Fallback)?);
    Ok(vm.string_slice(string, 0, start).value())
}

fn after(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(Call::taking(args, 0)?.subject())?;
    let (string, (_, end)) = (subject(found)?, found.group(0).ok_or(Exit::Fallback)?);
    Ok(vm.string_slice(string, end, string.len() - end).value())
}

fn string(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(found(Call::taking(args, 0)?.subject())?.string())
}

fn regexp(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(found(Call::taking(args, 0)?.subject())?.regexp())
}

fn offsets(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(found(Call::taking(args, 0)?.subject())?.offsets())
}

/// `Primitive.match_of(regexp_or_nil, string, start, end)`: the MatchData of a plain string found.
fn of_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let subject = vm.frozen_copy(string);
    let offsets = vm.new_array(&[args.get(2), args.get(3)]);
    Ok(vm.match_of(args.get(0), subject, offsets.value()).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("match_values_at", values_at),
    ("match_begin", |_vm, args| characters_to(args, false)),
    ("match_end", |_vm, args| characters_to(args, true)),
    ("match_index", index),
    ("match_group_number", checked_number),
    ("match_named", named_number),
    ("match_group", group),
    ("match_size", size),
    ("match_to_a", to_array),
    ("match_captures", captures),
    ("match_byte", byte),
    ("match_character", character),
    ("match_pre", before),
    ("match_post", after),
    ("match_string", string),
    ("match_regexp", regexp),
    ("match_offsets", offsets),
    ("match_of", of_string),
];
