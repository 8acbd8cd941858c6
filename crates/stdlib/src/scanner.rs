//! StringScanner's matching.
//!
//! `scanner_match` is called by what Ruby does; the others stand before the bodies of methods and do all that these would
//! where the scanner and the pattern are plain.

use rutile_core::arguments::position;
use rutile_vm::prelude::*;
use rutile_vm::regexp::Matcher;
use rutile_vm::value::characters;

/// `Primitive.scanner_match(regexp, string, at, ahead, fixed)`: the offsets of a match that begins at `at` (`ahead`: or
/// anywhere behind it) as [start, end, start of group 1 ...], -1 for a group that took no part; nil where there is none.
/// Unless `fixed`, the string begins at `at` for the regexp.
fn scanner_match(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(pattern), Some(string)) = (RegexpRef::from_value(args.get(0)), args.get(1).as_string()) else {
        return Err(vm.type_error("scanner_match expects a Regexp and a String".to_string()));
    };
    let at = position(vm, args, 2)?.min(string.len());
    find_regexp(vm, pattern, string, at, args.get(3).truthy(), args.get(4).truthy())
}

fn find_regexp(vm: &mut Vm, pattern: RegexpRef, string: StringRef, at: usize, ahead: bool, fixed: bool) -> NativeResult {
    let matcher = vm.matcher(pattern, string)?;
    let (bytes, start, shift) = if fixed { (string.bytes(), at, 0) } else { (&string.bytes()[at..], 0, at) };
    let found = if ahead {
        matcher.search(vm, bytes, start, bytes.len())?
    } else {
        matcher.match_at(vm, bytes, start)?
    };
    Ok(if found { offsets(vm, &matcher, shift) } else { Value::NIL })
}

fn offsets(vm: &mut Vm, matcher: &Matcher, shift: usize) -> Value {
    let count = matcher.groups().group_count();
    let list = vm.array_with_capacity(count * 2);
    for number in 0..count {
        let group = matcher.groups().group(number);
        let (start, end) = group.map_or((-1, -1), |(start, end)| ((start + shift) as i64, (end + shift) as i64));
        vm.array_push(list, Value::fixnum(start));
        vm.array_push(list, Value::fixnum(end));
    }
    list.value()
}

/// The variables that `StringScanner#initialize` sets, in this order.
const VARIABLES: [Symbol; 6] = [Symbol::SCANNED, Symbol::FIXED, Symbol::POSITION, Symbol::PREVIOUS, Symbol::OFFSETS, Symbol::PATTERN];
const STRING: usize = 0;
const FIXED: usize = 1;
const POSITION: usize = 2;
const PREVIOUS: usize = 3;
const OFFSETS: usize = 4;
const PATTERN: usize = 5;

/// The variables of a scanner.
enum Variables {
    First(FirstVariables),
    /// A class below StringScanner may set variables of its own before.
    Named(Value),
}

impl Variables {
    fn get(&self, vm: &Vm, place: usize) -> Value {
        match self {
            Variables::First(variables) => variables.get(place),
            Variables::Named(scanner) => vm.get_variable(*scanner, VARIABLES[place]),
        }
    }

    fn set(&self, vm: &mut Vm, place: usize, value: Value) {
        match self {
            Variables::First(variables) => variables.set(vm, place, value),
            Variables::Named(scanner) => vm.set_variable(*scanner, VARIABLES[place], value),
        }
    }
}

/// A scanner that stands within its string.
struct Scanner {
    variables: Variables,
    string: StringRef,
    position: usize,
}

impl Scanner {
    fn of(vm: &Vm, object: Value) -> Result<Scanner, Exit> {
        if !object.is_kind(Kind::Object) {
            return Err(Exit::Fallback);
        }
        let variables = vm.first_variables(object, &VARIABLES).map_or(Variables::Named(object), Variables::First);
        let string = variables.get(vm, STRING).as_string().ok_or(Exit::Fallback)?;
        let position = variables.get(vm, POSITION).as_fixnum().and_then(|position| usize::try_from(position).ok());
        let position = position.filter(|position| *position <= string.len()).ok_or(Exit::Fallback)?;
        Ok(Scanner { variables, string, position })
    }

    /// Where the pattern matches, as offsets; nil where it doesn't.
    fn find(&self, vm: &mut Vm, pattern: Value, ahead: bool) -> NativeResult {
        if let Some(regexp) = RegexpRef::from_value(pattern) {
            return find_regexp(vm, regexp, self.string, self.position, ahead, self.variables.get(vm, FIXED).truthy());
        }
        let text = pattern.as_string().filter(|_| !ahead).ok_or(Exit::Fallback)?;
        if text.encoding() != self.string.encoding() && !(text.is_ascii_only() && self.string.encoding().is_ascii_compatible()) {
            return Err(Exit::Fallback);
        }
        if !self.string.bytes()[self.position..].starts_with(text.bytes()) {
            return Ok(Value::NIL);
        }
        let ends = [self.position, self.position + text.len()].map(|place| Value::fixnum(place as i64));
        Ok(vm.new_array(&ends).value())
    }
}

/// The results that a method gives of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Text,
    Length,
}

/// Matches a pattern from where the receiver stands, and records that. Anything but plain Regexps and Strings is left to
/// the method's body.
fn scan(vm: &mut Vm, args: Arguments, ahead: bool, advances: bool, gives: Gives) -> NativeResult {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let (scanner, pattern) = (Scanner::of(vm, args.receiver())?, args.get(0));
    let offsets = scanner.find(vm, pattern, ahead)?;
    let variables = &scanner.variables;
    variables.set(vm, PATTERN, if pattern.as_string().is_some() { Value::NIL } else { pattern });
    variables.set(vm, OFFSETS, offsets);
    let Some(end) = offsets.as_array().and_then(|offsets| offsets.get(1).as_fixnum()) else { return Ok(Value::NIL) };
    variables.set(vm, PREVIOUS, Value::fixnum(scanner.position as i64));
    if advances {
        variables.set(vm, POSITION, Value::fixnum(end));
    }
    let length = end as usize - scanner.position;
    Ok(match gives {
        Gives::Text => vm.string_slice(scanner.string, scanner.position, length).value(),
        Gives::Length => Value::fixnum(length as i64),
    })
}

/// `scanner[number]`.
fn scanner_group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = Scanner::of(vm, args.receiver())?;
    let number = args.get(0).as_fixnum().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    group(vm, &scanner, number)
}

/// The text of a group of the last match; of the whole match where the number is 0.
fn group(vm: &mut Vm, scanner: &Scanner, number: i64) -> NativeResult {
    let Some(offsets) = scanner.variables.get(vm, OFFSETS).as_array() else { return Ok(Value::NIL) };
    let number = if number < 0 { number + (offsets.len() / 2) as i64 } else { number };
    let Ok(number) = usize::try_from(number) else { return Ok(Value::NIL) };
    match (offsets.get(number * 2).as_fixnum(), offsets.get(number * 2 + 1).as_fixnum()) {
        (Some(start @ 0..), Some(end)) if end as usize <= scanner.string.len() => {
            Ok(vm.string_slice(scanner.string, start as usize, (end - start) as usize).value())
        }
        (None, _) | (Some(..0), _) => Ok(Value::NIL),
        _ => Err(Exit::Fallback),
    }
}

/// The scanner of which a question is asked, without arguments.
fn asked(vm: &Vm, args: Arguments) -> Result<Scanner, Exit> {
    if args.count() == 0 { Scanner::of(vm, args.receiver()) } else { Err(Exit::Fallback) }
}

/// `eos?`
fn scanner_is_at_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = asked(vm, args)?;
    Ok(Value::boolean(scanner.position == scanner.string.len()))
}

/// `beginning_of_line?`
fn scanner_begins_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = asked(vm, args)?;
    Ok(Value::boolean(scanner.position == 0 || scanner.string.bytes()[scanner.position - 1] == b'\n'))
}

/// `pos = position`, from the beginning.
fn scanner_move_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = Scanner::of(vm, args.receiver())?;
    let position = args.get(0).as_fixnum().filter(|position| (0..=scanner.string.len() as i64).contains(position) && args.count() == 1);
    let position = Value::fixnum(position.ok_or(Exit::Fallback)?);
    scanner.variables.set(vm, POSITION, position);
    Ok(position)
}

/// `getch` of a whole character.
fn scanner_next_character(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = asked(vm, args)?;
    let rest = &scanner.string.bytes()[scanner.position..];
    if rest.is_empty() {
        scanner.variables.set(vm, OFFSETS, Value::NIL);
        return Ok(Value::NIL);
    }
    let characters::Piece::Character(length) = characters::piece(rest, scanner.string.encoding()) else { return Err(Exit::Fallback) };
    let ends = [scanner.position, scanner.position + length].map(|place| Value::fixnum(place as i64));
    let offsets = vm.new_array(&ends).value();
    for (place, value) in [(OFFSETS, offsets), (PATTERN, Value::NIL), (PREVIOUS, ends[0]), (POSITION, ends[1])] {
        scanner.variables.set(vm, place, value);
    }
    Ok(vm.string_slice(scanner.string, scanner.position, length).value())
}

/// `matched`
fn scanner_matched(vm: &mut Vm, args: Arguments) -> NativeResult {
    let scanner = asked(vm, args)?;
    group(vm, &scanner, 0)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("scanner_match", scanner_match),
    ("scanner_is_at_end", scanner_is_at_end),
    ("scanner_begins_line", scanner_begins_line),
    ("scanner_move_to", scanner_move_to),
    ("scanner_next_character", scanner_next_character),
    ("scanner_matched", scanner_matched),
    ("scanner_group", scanner_group),
    ("scanner_scan", |vm, args| scan(vm, args, false, true, Gives::Text)),
    ("scanner_skip", |vm, args| scan(vm, args, false, true, Gives::Length)),
    ("scanner_check", |vm, args| scan(vm, args, false, false, Gives::Text)),
    ("scanner_matches", |vm, args| scan(vm, args, false, false, Gives::Length)),
    ("scanner_scan_until", |vm, args| scan(vm, args, true, true, Gives::Text)),
    ("scanner_skip_until", |vm, args| scan(vm, args, true, true, Gives::Length)),
];
