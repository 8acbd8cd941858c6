//! Regexps as the core library uses them: searching, and what a Regexp says of itself.
//!
//! The engine and the cells are the machine's (`rutile_vm::regexp`); here searches
//! become MatchData and set `$~`.

pub mod match_data;

use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;
use rutile_vm::regexp::{Matcher, Places, expression, expression_in, options, warning_words};

use crate::string::text::{self, Call};

/// Searches from byte `start` on (or back from it).
pub fn search(vm: &mut Vm, pattern: RegexpRef, string: StringRef, start: usize, backward: bool) -> Result<Option<MatchRef>, Exit> {
    let matcher = vm.matcher(pattern, string)?;
    let start = start.min(string.len());
    let places = if backward { Places::Backward { start } } else { Places::Forward { start, last: string.len() } };
    let found = matcher.look(vm, string.bytes(), places)?;
    Ok(found.then(|| new_match(vm, pattern, string, &matcher)))
}

/// The MatchData of a matcher's last search.
pub fn new_match(vm: &mut Vm, pattern: RegexpRef, string: StringRef, matcher: &Matcher) -> MatchRef {
    let subject = vm.frozen_copy(string);
    vm.new_match(pattern.value(), subject, matcher)
}

pub fn search_and_set(vm: &mut Vm, pattern: RegexpRef, string: StringRef, start: usize, backward: bool) -> Result<Option<MatchRef>, Exit> {
    let found = search(vm, pattern, string, start, backward)?;
    vm.set_last_match(found.map_or(Value::NIL, MatchRef::value));
    Ok(found)
}

/// Matches at exactly one byte.
pub fn match_at_and_set(vm: &mut Vm, pattern: RegexpRef, string: StringRef, at: usize) -> Result<Option<MatchRef>, Exit> {
    let matcher = vm.matcher(pattern, string)?;
    let found = matcher.match_at(vm, string.bytes(), at)?.then(|| new_match(vm, pattern, string, &matcher));
    vm.set_last_match(found.map_or(Value::NIL, MatchRef::value));
    Ok(found)
}

/// The text of a group, nil where it took no part.
pub fn group_text(vm: &mut Vm, found: MatchRef, number: usize) -> Value {
    match (StringRef::from_value(found.string()), found.group(number)) {
        (Some(string), Some((start, end))) => vm.string_slice(string, start, end - start).value(),
        _ => Value::NIL,
    }
}

/// The subject of a match: a string, or the name of a symbol.
fn subject(vm: &mut Vm, value: Value) -> Result<StringRef, Exit> {
    if let Some(string) = StringRef::from_value(value) {
        return Ok(string);
    }
    let symbol = value.as_symbol().ok_or(Exit::Fallback)?;
    Ok(vm.symbol_string(symbol))
}

fn pattern(value: Value) -> Result<RegexpRef, Exit> {
    RegexpRef::from_value(value).ok_or(Exit::Fallback)
}

/// `regexp =~ string`: the character where it matches.
fn match_operator(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let pattern = pattern(call.subject())?;
    if call.get(0).is_nil() {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    }
    let string = subject(vm, call.get(0))?;
    place_of_match(vm, pattern, string)
}

/// `string =~ regexp`
fn string_match_operator(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, pattern) = (call.string()?, pattern(call.get(0))?);
    place_of_match(vm, pattern, string)
}

/// The character where the first match begins, also where `\K` keeps what stands there out of it.
fn place_of_match(vm: &mut Vm, pattern: RegexpRef, string: StringRef) -> NativeResult {
    let matcher = vm.matcher(pattern, string)?;
    if !matcher.search(vm, string.bytes(), 0, string.len())? {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    }
    let found = new_match(vm, pattern, string, &matcher);
    vm.set_last_match(found.value());
    Ok(text::position(text::char_index(string, matcher.place())))
}

/// `regexp === value`
fn case_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let pattern = pattern(call.subject())?;
    let string = subject(vm, call.get(0))?;
    Ok(Value::boolean(search_and_set(vm, pattern, string, 0, false)?.is_some()))
}

/// The byte at which a search asked to begin at a character begins; `None` outside.
fn start_byte(string: StringRef, start: i64) -> Option<usize> {
    match start {
        0 => Some(0),
        1.. => text::byte_offset(string, start as usize),
        _ => text::byte_offset(string, usize::try_from(start + text::char_count(string) as i64).ok()?),
    }
}

/// `regexp.match?(string, start)`: sets nothing, makes nothing.
fn is_match(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let pattern = pattern(call.subject())?;
    if call.get(0).is_nil() {
        return Ok(Value::FALSE);
    }
    let string = subject(vm, call.get(0))?;
    matches_from(vm, pattern, string, call)
}

fn string_is_match(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let (string, pattern) = (call.string()?, pattern(call.get(0))?);
    matches_from(vm, pattern, string, call)
}

fn matches_from(vm: &mut Vm, pattern: RegexpRef, string: StringRef, call: Call) -> NativeResult {
    let start = if call.count() > 1 { call.integer(1)? } else { 0 };
    let Some(from) = start_byte(string, start) else { return Ok(Value::FALSE) };
    let matcher = vm.matcher(pattern, string)?;
    matcher.search(vm, string.bytes(), from, string.len()).map(Value::boolean)
}

/// `regexp.match(string, start)` without a block: sets `$~`.
fn match_data(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let pattern = pattern(call.subject())?;
    if call.has_block() {
        return Err(Exit::Fallback);
    }
    if call.get(0).is_nil() {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    }
    let string = subject(vm, call.get(0))?;
    let start = if call.count() > 1 { call.integer(1)? } else { 0 };
    let Some(from) = start_byte(string, start) else {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    };
    let found = search_and_set(vm, pattern, string, from, false)?;
    Ok(found.map_or(Value::NIL, MatchRef::value))
}

/// `Primitive.regexp_search(regexp, string, byte, backward)`: the MatchData or nil; `$~` is left alone.
fn search_from(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (pattern, string) = (pattern(args.get(0))?, StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?);
    let start = args.get(2).as_fixnum().ok_or(Exit::Fallback)?;
    let Ok(start) = usize::try_from(start) else { return Ok(Value::NIL) };
    if start > string.len() {
        return Ok(Value::NIL);
    }
    Ok(search(vm, pattern, string, start, args.get(3).truthy())?.map_or(Value::NIL, MatchRef::value))
}

/// `Primitive.regexp_match_last(regexp, string)`: the match that begins last; sets `$~`.
fn match_last(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (pattern, string) = (pattern(args.get(0))?, StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?);
    Ok(search_and_set(vm, pattern, string, string.len(), true)?.map_or(Value::NIL, MatchRef::value))
}

fn initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(args.get(0))?;
    let source = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let options = args.get(2).as_fixnum().ok_or(Exit::Fallback)?;
    vm.initialize_regexp(pattern, source.bytes(), source.encoding(), options as u8, args.get(3).as_float())?;
    Ok(pattern.value())
}

/// `(regexp, other)`: what `other` is, compiled once for both.
fn take_over(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (regexp, other) = (pattern(args.get(0))?, pattern(args.get(1))?);
    vm.share_regexp(regexp, other)?;
    Ok(regexp.value())
}

fn is_initialized(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(!pattern(args.get(0))?.source().is_nil()))
}

fn source(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    vm.compiled_regexp(pattern)?;
    Ok(pattern.source())
}

fn option_bits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    Ok(Value::fixnum(vm.compiled_regexp(pattern)?.options as i64))
}

fn encoding(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    Ok(Value::fixnum(vm.compiled_regexp(pattern)?.encoding.0 as i64))
}

fn is_linear(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(args.get(0))?;
    Ok(Value::boolean(vm.compiled_regexp(pattern)?.is_linear()))
}

/// The warnings for a pattern: `[[words, only with -w], ...]`, or nil.
fn warnings(vm: &mut Vm, args: Arguments) -> NativeResult {
    let compiled = vm.compiled_regexp(pattern(args.get(0))?)?;
    if compiled.warnings.is_empty() {
        return Ok(Value::NIL);
    }
    let list = vm.array_with_capacity(compiled.warnings.len());
    let source = StringRef::from_value(pattern(args.get(0))?.source());
    let (source, encoding) = source.map_or((Vec::new(), Encoding::UTF_8), |source| (source.bytes().to_vec(), source.encoding()));
    for warning in &compiled.warnings {
        let message = vm.string(&warning_words(&warning.message, &source, encoding));
        let pair = vm.new_array(&[message, Value::boolean(warning.only_verbose)]);
        vm.array_push(list, pair.value());
    }
    Ok(list.value())
}

fn timeout(vm: &mut Vm, args: Arguments) -> NativeResult {
    let seconds = match RegexpRef::from_value(args.get(0)) {
        Some(pattern) => vm.compiled_regexp(pattern)?.timeout,
        None => vm.regexps.timeout,
    };
    Ok(seconds.map_or(Value::NIL, |seconds| vm.float(seconds)))
}

fn set_timeout(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.regexps.timeout = args.get(0).as_float();
    Ok(args.get(0))
}

/// Group names and numbers: `[[name, [number, ...]], ...]`.
fn names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    let compiled = vm.compiled_regexp(pattern)?;
    let encoding = if compiled.encoding == Encoding::US_ASCII { Encoding::UTF_8 } else { compiled.encoding };
    let list = vm.array_with_capacity(compiled.names.len());
    for (name, numbers) in &compiled.names {
        let text = vm.new_string(name, if name.is_ascii() { Encoding::US_ASCII } else { encoding });
        let positions = vm.array_with_capacity(numbers.len());
        for &number in numbers {
            vm.array_push(positions, text::position(number));
        }
        let pair = vm.new_array(&[text.value(), positions.value()]);
        vm.array_push(list, pair.value());
    }
    Ok(list.value())
}

/// The source as it stands between slashes for `inspect`.
fn inspected(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    let source = StringRef::from_value(pattern.source()).ok_or(Exit::Fallback)?;
    let shown = expression_in(source.bytes(), source.encoding(), text::shown_encoding(vm));
    let encoding = if source.encoding() == Encoding::US_ASCII { Encoding::UTF_8 } else { source.encoding() };
    text::make(vm, &shown, encoding)
}

/// The source as it stands between slashes.
fn expression_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    let compiled = vm.compiled_regexp(pattern)?;
    let source = StringRef::from_value(pattern.source()).ok_or(Exit::Fallback)?;
    let shown = expression(source.bytes(), source.encoding());
    let encoding = if compiled.encoding == Encoding::US_ASCII { Encoding::UTF_8 } else { compiled.encoding };
    text::make(vm, &shown, encoding)
}

/// `to_s` of a pattern that does not begin with options of its own.
fn text_with_options(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pattern = pattern(Call::taking(args, 0)?.subject())?;
    let (bits, encoding) = vm.compiled_regexp(pattern).map(|compiled| (compiled.options, compiled.encoding))?;
    let source = StringRef::from_value(pattern.source()).ok_or(Exit::Fallback)?;
    if !encoding.is_ascii_compatible() || source.bytes().starts_with(b"(?") {
        return Err(Exit::Fallback);
    }
    let letters = |is_set: bool| {
        let named = [(options::MULTI_LINE, b'm'), (options::IGNORE_CASE, b'i'), (options::EXTENDED, b'x')];
        named.into_iter().filter(move |(bit, _)| (bits & bit != 0) == is_set).map(|(_, letter)| letter)
    };
    let mut out = Vec::with_capacity(source.len() + 10);
    out.extend(b"(?".iter().copied().chain(letters(true)));
    if letters(false).next().is_some() {
        out.push(b'-');
    }
    out.extend(letters(false));
    out.push(b':');
    out.extend_from_slice(&expression(source.bytes(), source.encoding()));
    out.push(b')');
    text::make(vm, &out, encoding)
}

/// `==` of two patterns: the same source, read in the same way.
fn equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (one, other) = (pattern(call.subject())?, pattern(call.get(0))?);
    let (facts, others) = (vm.compiled_regexp(one)?, vm.compiled_regexp(other)?);
    let is_read_alike = (facts.options ^ others.options) & !options::NO_ENCODING == 0 && facts.encoding == others.encoding;
    if !is_read_alike || one.source() == other.source() {
        return Ok(Value::boolean(is_read_alike));
    }
    let sources = StringRef::from_value(one.source()).zip(StringRef::from_value(other.source()));
    Ok(Value::boolean(sources.is_some_and(|(one, other)| strings_equal(one, other))))
}

/// The letter that stands behind a backslash for a character of ASCII that means something in a pattern.
fn escape_letter(byte: u8) -> Option<u8> {
    match byte {
        b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'|' | b'-' | b'*' | b'.' | b'\\' | b'?' | b'+' | b'^' | b'$' | b'#' | b' ' => Some(byte),
        b'\t' => Some(b't'),
        b'\x0c' => Some(b'f'),
        b'\x0b' => Some(b'v'),
        b'\n' => Some(b'n'),
        b'\r' => Some(b'r'),
        _ => None,
    }
}

/// Where the byte of ASCII stands in a character of this encoding, and how many bytes it takes.
fn ascii_place(encoding: Encoding) -> (usize, usize) {
    match encoding.scheme() {
        Scheme::Utf16(big_endian) => (big_endian as usize, 2),
        Scheme::Utf32(big_endian) => (3 * big_endian as usize, 4),
        _ => (0, 1),
    }
}

/// `Regexp.escape`
fn escape(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let encoding = if string.is_ascii_only() { Encoding::US_ASCII } else { string.encoding() };
    let (place, width) = ascii_place(string.encoding());
    let mut out = Vec::with_capacity(string.len() + 8);
    for piece in characters::characters(string.bytes(), string.encoding()) {
        let is_ascii = piece.len() == width && piece.iter().enumerate().all(|(at, &byte)| if at == place { byte < 0x80 } else { byte == 0 });
        match escape_letter(piece[place.min(piece.len() - 1)]).filter(|_| is_ascii) {
            None => out.extend_from_slice(piece),
            Some(letter) => {
                for byte in [b'\\', letter] {
                    let start = out.len();
                    out.resize(start + width, 0);
                    out[start + place] = byte;
                }
            }
        }
    }
    text::make(vm, &out, encoding)
}

fn set_last_match(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.set_last_match(args.get(0));
    Ok(args.get(0))
}

fn last_match(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.last_match())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("regexp_match_operator", match_operator),
    ("string_match_operator", string_match_operator),
    ("regexp_case_equal", case_equal),
    ("regexp_is_match", is_match),
    ("string_is_match", string_is_match),
    ("regexp_match", match_data),
    ("regexp_search", search_from),
    ("regexp_match_last", match_last),
    ("regexp_initialize", initialize),
    ("regexp_take_over", take_over),
    ("regexp_is_initialized", is_initialized),
    ("regexp_source", source),
    ("regexp_options", option_bits),
    ("regexp_encoding", encoding),
    ("regexp_is_linear", is_linear),
    ("regexp_warnings", warnings),
    ("regexp_timeout", timeout),
    ("regexp_set_timeout", set_timeout),
    ("regexp_names", names),
    ("regexp_expression", expression_text),
    ("regexp_text_with_options", text_with_options),
    ("regexp_equal", equal),
    ("regexp_inspected", inspected),
    ("regexp_escape", escape),
    ("set_last_match", set_last_match),
    ("last_match", last_match),
];
