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

/// The number of a named group.
pub fn group_number(vm: &mut Vm, found: MatchRef, name: &[u8]) -> Result<Option<usize>, Exit> {
    let Some(pattern) = RegexpRef::from_value(found.regexp()) else { return Ok(None) };
    Ok(number_among(vm.compiled_regexp(pattern)?.numbers_of(name), found))
}

/// Of several groups with one name, the last that took part.
fn number_among(numbers: Option<&[usize]>, found: MatchRef) -> Option<usize> {
    let numbers = numbers?;
    numbers.iter().rev().copied().find(|&number| found.group(number).is_some()).or(numbers.last().copied())
}

/// The number of the group that a name, a String or Symbol, says. What can't be text of the pattern names no group of it.
fn named(vm: &mut Vm, found: MatchRef, name: Value) -> Result<Option<usize>, Exit> {
    let given = StringRef::from_value(name);
    if given.is_none() && name.as_symbol().is_none() {
        return Err(Exit::Fallback);
    }
    let Some(pattern) = RegexpRef::from_value(found.regexp()) else { return Ok(None) };
    let source = StringRef::from_value(pattern.source());
    if given.zip(source).is_some_and(|(given, source)| text::compatible(source, given).is_none()) {
        return Err(undefined_group(vm, name));
    }
    let compiled = vm.compiled_regexp(pattern)?;
    Ok(number_among(compiled.numbers_of(name_bytes(vm, name)), found))
}

fn name_bytes(vm: &Vm, name: Value) -> &[u8] {
    match StringRef::from_value(name) {
        Some(string) => string.bytes(),
        None => name.as_symbol().map_or(b"", |symbol| vm.symbol_bytes(symbol)),
    }
}

/// The number that `begin`, `end` and their kin mean: of a group that is there.
fn checked(vm: &mut Vm, found: MatchRef, group: Value) -> Result<usize, Exit> {
    if let Some(number) = group.as_fixnum() {
        // The body refuses numbers of more than 32 bits.
        i32::try_from(number).map_err(|_| Exit::Fallback)?;
        return usize::try_from(number).ok().filter(|&number| number < found.group_count()).ok_or_else(|| vm.index_error(format!("index {number} out of matches")));
    }
    match named(vm, found, group)? {
        Some(number) => Ok(number),
        None => Err(undefined_group(vm, group)),
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
    let number = checked(vm, found, call.get(0))?;
    Ok(group_text(vm, found, number))
}

fn undefined_group(vm: &mut Vm, name: Value) -> Exit {
    let name = String::from_utf8_lossy(name_bytes(vm, name)).into_owned();
    vm.index_error(format!("undefined group name reference: {name}"))
}

/// `Primitive.match_group_number(match, number_or_name)`, with the errors of `begin`, `end` and `offset`.
fn checked_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    checked(vm, found, args.get(1)).map(text::position)
}

/// `Primitive.match_named(match, name)`: the number of a named group, nil if there is none.
fn named_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = found(args.get(0))?;
    Ok(named(vm, found, args.get(1))?.map_or(Value::NIL, text::position))
}

/// `deconstruct_keys` of Symbols: the groups up to the first that is not there.
fn deconstruct_keys(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let found = found(call.subject())?;
    let keys = call.get(0).as_array().ok_or(Exit::Fallback)?;
    let pattern = RegexpRef::from_value(found.regexp()).ok_or(Exit::Fallback)?;
    let names = vm.compiled_regexp(pattern)?.names.len();
    let groups = vm.new_hash(keys.len().min(names));
    if keys.len() > names {
        return Ok(groups.value());
    }
    for index in 0..keys.len() {
        let key = keys.get(index).as_symbol().ok_or(Exit::Fallback)?;
        let Some(number) = named(vm, found, Value::symbol(key))? else { break };
        let text = group_text(vm, found, number);
        vm.hash_set_symbol(groups, key, text);
    }
    Ok(groups.value())
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

/// The characters before a group, or up to its end; nil where it took no part.
fn characters_to(vm: &mut Vm, args: Arguments, end: bool) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let found = found(call.subject())?;
    let number = checked(vm, found, call.get(0))?;
    let Some((start, stop)) = found.group(number) else { return Ok(Value::NIL) };
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
    ("match_begin", |vm, args| characters_to(vm, args, false)),
    ("match_end", |vm, args| characters_to(vm, args, true)),
    ("match_index", index),
    ("match_deconstruct_keys", deconstruct_keys),
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
