//! Replacing what matches: `sub` and `gsub` with a replacement string, `scan`
//! without a block. With a hash or a block the loop is Ruby (`core/string/substitute.rb`).

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

use crate::regexp::match_data::group_number;
use crate::regexp;
use crate::string::text::{self, Call};

/// A replacement's pieces: text, and references to groups.
enum Piece<'a> {
    Text(&'a [u8]),
    Group(usize),
    Name(&'a [u8]),
    /// `\k<` that no `>` ends.
    Unended,
    Before,
    After,
    LastGroup,
}

fn parse_replacement(template: &[u8], encoding: Encoding) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut at, mut start) = (0, 0);
    while at < template.len() {
        if template[at] != b'\\' || at + 1 >= template.len() {
            at += if template[at] < 0x80 { 1 } else { characters::step(template, at, encoding) };
            continue;
        }
        let (piece, length) = match template[at + 1] {
            digit @ b'0'..=b'9' => (Piece::Group((digit - b'0') as usize), 2),
            b'&' => (Piece::Group(0), 2),
            b'`' => (Piece::Before, 2),
            b'\'' => (Piece::After, 2),
            b'+' => (Piece::LastGroup, 2),
            b'\\' => (Piece::Text(&template[at + 1..at + 2]), 2),
            b'k' if template.get(at + 2) == Some(&b'<') => match template[at + 3..].iter().position(|&byte| byte == b'>') {
                Some(length) => (Piece::Name(&template[at + 3..at + 3 + length]), length + 4),
                None => (Piece::Unended, template.len() - at),
            },
            _ => {
                at += 2;
                continue;
            }
        };
        if start < at {
            pieces.push(Piece::Text(&template[start..at]));
        }
        pieces.push(piece);
        at += length;
        start = at;
    }
    if start < template.len() {
        pieces.push(Piece::Text(&template[start..]));
    }
    pieces
}

/// Writes the text that a piece stands for, given the groups of a match.
fn write_piece(out: &mut Vec<u8>, piece: &Piece, subject: &[u8], groups: &Groups) {
    let range = match *piece {
        Piece::Text(text) => return out.extend_from_slice(text),
        Piece::Group(number) => groups.get(number),
        Piece::Before => Some((0, groups.whole().0)),
        Piece::After => Some((groups.whole().1, subject.len())),
        Piece::LastGroup => (1..groups.0.len()).rev().find_map(|number| groups.get(number)),
        // Names have become numbers before, or were refused.
        Piece::Name(_) | Piece::Unended => None,
    };
    if let Some((start, end)) = range {
        out.extend_from_slice(&subject[start..end]);
    }
}

struct Groups(Vec<Option<(usize, usize)>>);

impl Groups {
    fn get(&self, number: usize) -> Option<(usize, usize)> {
        self.0.get(number).copied().flatten()
    }

    fn whole(&self) -> (usize, usize) {
        self.get(0).unwrap_or((0, 0))
    }
}

/// `Primitive.string_substitute(string, pattern, replacement, global)`: the new
/// string, or nil where nothing matched. Sets `$~` to the last match.
fn substitute(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let replacement = StringRef::from_value(args.get(2)).ok_or(Exit::Fallback)?;
    replace(vm, string, args.get(1), replacement, args.get(3).truthy())
}

fn replace(vm: &mut Vm, string: StringRef, pattern: Value, replacement: StringRef, global: bool) -> NativeResult {
    match (StringRef::from_value(pattern), RegexpRef::from_value(pattern)) {
        (Some(needle), _) => substitute_string(vm, string, needle, replacement, global),
        (_, Some(pattern)) => substitute_regexp(vm, string, pattern, replacement, global),
        _ => Err(Exit::Fallback),
    }
}

/// `sub` and `gsub` as methods with two plain arguments.
fn method(vm: &mut Vm, args: Arguments, global: bool) -> NativeResult {
    let call = Call::of(args);
    if call.count() != 2 {
        return Err(Exit::Fallback);
    }
    let (string, replacement) = (call.string()?, call.text(1)?);
    match replace(vm, string, call.get(0), replacement, global)? {
        Value::NIL => Ok(vm.string_copy(string).value()),
        result => Ok(result),
    }
}

/// `sub!` and `gsub!` with two plain arguments.
fn method_in_place(vm: &mut Vm, args: Arguments, global: bool) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.count() != 2 || string.is_frozen() {
        return Err(Exit::Fallback);
    }
    let replacement = call.text(1)?;
    vm.string_modify(string)?;
    let Some(result) = StringRef::from_value(replace(vm, string, call.get(0), replacement, global)?) else { return Ok(Value::NIL) };
    vm.string_replace(string, result.bytes());
    string.set_encoding(result.encoding());
    string.set_code_range(result.known_code_range());
    Ok(string.value())
}

fn sub_in_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    method_in_place(vm, args, false)
}

fn gsub_in_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    method_in_place(vm, args, true)
}

fn sub(vm: &mut Vm, args: Arguments) -> NativeResult {
    method(vm, args, false)
}

fn gsub(vm: &mut Vm, args: Arguments) -> NativeResult {
    method(vm, args, true)
}

/// What is known of the text around what is replaced.
struct Around {
    /// Whether it is ASCII in front of the first match, and everywhere; asked only where the two encodings don't fit.
    start_is_ascii: bool,
    is_ascii: bool,
}

impl Around {
    fn of(string: StringRef, replacement: StringRef, start: &[u8]) -> Around {
        let is_ascii = text::compatible(string, replacement).is_none() && start.is_ascii();
        Around { start_is_ascii: is_ascii, is_ascii }
    }

    fn note(&mut self, piece: &[u8]) {
        self.is_ascii = self.is_ascii && piece.is_ascii();
    }

    /// The encoding of a string with parts replaced by another: where the two don't fit, the other's if nothing is left but ASCII.
    fn encoding(&self, vm: &mut Vm, string: StringRef, replacement: StringRef, global: bool) -> Result<Encoding, Exit> {
        let both = string.encoding().is_ascii_compatible() && replacement.encoding().is_ascii_compatible();
        if !both || text::compatible(string, replacement).is_some() {
            return text::common_encoding(vm, string, replacement);
        }
        match self {
            Around { is_ascii: true, .. } => Ok(replacement.encoding()),
            // What has been put together so far is in the replacement's encoding by then.
            Around { start_is_ascii: true, .. } if global => Err(text::incompatible(vm, replacement.encoding(), string.encoding())),
            _ => Err(text::incompatible(vm, string.encoding(), replacement.encoding())),
        }
    }
}

/// A string stands for the pattern that it quotes, so it has to be one.
fn check_quotable(vm: &mut Vm, needle: StringRef) -> Result<(), Exit> {
    if needle.code_range() != CodeRange::Broken {
        return Ok(());
    }
    Err(vm.regexp_error("invalid multibyte character", needle.bytes(), needle.encoding()))
}

fn substitute_string(vm: &mut Vm, string: StringRef, needle: StringRef, replacement: StringRef, global: bool) -> NativeResult {
    check_quotable(vm, needle)?;
    text::common_encoding(vm, string, needle)?;
    let bytes = string.bytes();
    let pieces = parse_replacement(replacement.bytes(), replacement.encoding());
    let mut out: Vec<u8> = Vec::new();
    let (mut copied, mut from, mut last) = (0, 0, None);
    let mut around = Around { start_is_ascii: false, is_ascii: false };
    let mut attention = Attention::default();
    while let Some(start) = text::find_string(string, needle, from) {
        attention.element(vm)?;
        if last.is_none() {
            check_nameless(vm, &pieces)?;
            around = Around::of(string, replacement, &bytes[..start]);
        }
        let end = start + needle.len();
        let groups = Groups(vec![Some((start, end))]);
        out.extend_from_slice(&bytes[copied..start]);
        around.note(&bytes[copied..start]);
        for piece in &pieces {
            write_piece(&mut out, piece, bytes, &groups);
        }
        last = Some((start, end));
        copied = end;
        from = end;
        if !global {
            break;
        }
        if needle.is_empty() {
            if start >= bytes.len() {
                break;
            }
            from += characters::step(bytes, start, string.encoding());
        }
    }
    let Some((start, end)) = last else {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    };
    out.extend_from_slice(&bytes[copied..]);
    around.note(&bytes[copied..]);
    let subject = vm.frozen_copy(string);
    let offsets = vm.new_array(&[text::position(start), text::position(end)]);
    let found = vm.match_of(needle.value(), subject, offsets.value());
    vm.set_last_match(found.value());
    let encoding = around.encoding(vm, string, replacement, global)?;
    text::make(vm, &out, encoding)
}

fn substitute_regexp(vm: &mut Vm, string: StringRef, pattern: RegexpRef, replacement: StringRef, global: bool) -> NativeResult {
    let matcher = vm.matcher(pattern, string)?;
    let bytes = string.bytes();
    if !matcher.search(vm, bytes, 0, bytes.len())? {
        vm.set_last_match(Value::NIL);
        return Ok(Value::NIL);
    }
    let pieces = numbered(vm, pattern, parse_replacement(replacement.bytes(), replacement.encoding()))?;
    let plain = pieces.iter().all(|piece| matches!(piece, Piece::Text(_)));
    let mut out: Vec<u8> = Vec::new();
    let (mut copied, mut from) = (0, 0);
    let mut around = Around::of(string, replacement, &bytes[..matcher.whole().0]);
    let mut attention = Attention::default();
    let last = loop {
        attention.element(vm)?;
        let searched_from = from;
        let (start, end) = matcher.whole();
        out.extend_from_slice(&bytes[copied..start]);
        around.note(&bytes[copied..start]);
        if plain {
            for piece in &pieces {
                if let Piece::Text(text) = piece {
                    out.extend_from_slice(text);
                }
            }
        } else {
            let scratch = matcher.groups();
            let groups = Groups((0..scratch.group_count()).map(|number| scratch.group(number)).collect());
            for piece in &pieces {
                write_piece(&mut out, piece, bytes, &groups);
            }
        }
        copied = end;
        from = end;
        if start == end && end < bytes.len() {
            from += characters::step(bytes, end, string.encoding());
        }
        if !global || start == end && end == bytes.len() || !matcher.search(vm, bytes, from, bytes.len())? {
            break searched_from;
        }
    };
    out.extend_from_slice(&bytes[copied..]);
    around.note(&bytes[copied..]);
    // The last match is found again: a failed search has written over its groups.
    regexp::search_and_set(vm, pattern, string, last, false)?;
    let encoding = around.encoding(vm, string, replacement, global)?;
    text::make(vm, &out, encoding)
}

/// Named references as numbers.
fn numbered<'a>(vm: &mut Vm, pattern: RegexpRef, pieces: Vec<Piece<'a>>) -> Result<Vec<Piece<'a>>, Exit> {
    let mut result = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let Piece::Text(_) = piece {
            result.push(piece);
            continue;
        }
        if let Piece::Unended = piece {
            return Err(unended_reference(vm));
        }
        let compiled = vm.compiled_regexp(pattern)?;
        let Piece::Name(name) = piece else {
            // Where groups have names, numbers stand for none but the whole.
            if !matches!(piece, Piece::Group(1..)) || compiled.names.is_empty() {
                result.push(piece);
            }
            continue;
        };
        match compiled.numbers_of(name).and_then(|numbers| numbers.last().copied()) {
            Some(number) => result.push(Piece::Group(number)),
            None => return Err(undefined_reference(vm, name)),
        }
    }
    Ok(result)
}

fn undefined_reference(vm: &mut Vm, name: &[u8]) -> Exit {
    vm.index_error(format!("undefined group name reference: {}", String::from_utf8_lossy(name)))
}

fn unended_reference(vm: &mut Vm) -> Exit {
    vm.runtime_error("invalid group name reference format".to_string())
}

/// What found a string has no groups with names.
fn check_nameless(vm: &mut Vm, pieces: &[Piece]) -> Result<(), Exit> {
    let refused = pieces.iter().find_map(|piece| match piece {
        Piece::Name(name) => Some(Some(*name)),
        Piece::Unended => Some(None),
        _ => None,
    });
    match refused {
        Some(Some(name)) => Err(undefined_reference(vm, name)),
        Some(None) => Err(unended_reference(vm)),
        None => Ok(()),
    }
}

/// The replacement for one match, written out: `Primitive.match_expand(match, replacement)`.
fn expand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = MatchRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let replacement = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let string = StringRef::from_value(found.string()).ok_or(Exit::Fallback)?;
    let groups = Groups((0..found.group_count()).map(|number| found.group(number)).collect());
    let mut out = Vec::new();
    for piece in parse_replacement(replacement.bytes(), replacement.encoding()) {
        match piece {
            Piece::Name(name) => match group_number(vm, found, name)? {
                Some(number) => write_piece(&mut out, &Piece::Group(number), string.bytes(), &groups),
                None => return Err(undefined_reference(vm, name)),
            },
            Piece::Unended => return Err(unended_reference(vm)),
            piece => write_piece(&mut out, &piece, string.bytes(), &groups),
        }
    }
    text::make(vm, &out, replacement.encoding())
}

/// Appends bytes `from .. to` of another string, whose encoding is the same.
fn append_part(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let source = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let from = args.get(2).as_fixnum().and_then(|from| usize::try_from(from).ok()).ok_or(Exit::Fallback)?.min(source.len());
    let to = args.get(3).as_fixnum().and_then(|to| usize::try_from(to).ok()).ok_or(Exit::Fallback)?.clamp(from, source.len());
    vm.string_modify(target)?;
    vm.string_append(target, &source.bytes()[from..to]);
    Ok(target.value())
}

/// `scan(pattern)` without a block.
fn scan(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.has_block() {
        return Err(Exit::Fallback);
    }
    if let Some(needle) = StringRef::from_value(call.get(0)) {
        return scan_string(vm, string, needle);
    }
    let pattern = RegexpRef::from_value(call.get(0)).ok_or(Exit::Fallback)?;
    let matcher = vm.matcher(pattern, string)?;
    let list = vm.array_with_capacity(8);
    let bytes = string.bytes();
    let (mut from, mut last) = (0, None);
    let mut attention = Attention::default();
    while from <= bytes.len() {
        attention.element(vm)?;
        if !matcher.search(vm, bytes, from, bytes.len())? {
            break;
        }
        let (start, end) = matcher.whole();
        let count = matcher.groups().group_count();
        let item = if count == 1 {
            text::part(vm, string, start, end - start)
        } else {
            let groups = vm.array_with_capacity(count - 1);
            for number in 1..count {
                let group = matcher.groups().group(number);
                let text = group.map_or(Value::NIL, |(start, end)| text::part(vm, string, start, end - start));
                vm.array_push(groups, text);
            }
            groups.value()
        };
        vm.array_push(list, item);
        last = Some(from);
        from = end;
        if start == end {
            if end >= bytes.len() {
                break;
            }
            from += characters::step(bytes, end, string.encoding());
        }
    }
    match last {
        Some(last) => {
            regexp::search_and_set(vm, pattern, string, last, false)?;
        }
        None => vm.set_last_match(Value::NIL),
    }
    Ok(list.value())
}

fn scan_string(vm: &mut Vm, string: StringRef, needle: StringRef) -> NativeResult {
    check_quotable(vm, needle)?;
    crate::string::translate::check_whole(vm, string)?;
    text::common_encoding(vm, string, needle)?;
    let list = vm.array_with_capacity(8);
    let (mut from, mut last) = (0, None);
    let mut attention = Attention::default();
    while let Some(start) = text::find_string(string, needle, from) {
        attention.element(vm)?;
        let item = vm.string_copy(needle).value();
        vm.array_push(list, item);
        last = Some(start);
        from = start + needle.len();
        if needle.is_empty() {
            if start >= string.len() {
                break;
            }
            from += characters::step(string.bytes(), start, string.encoding());
        }
    }
    let found = match last {
        Some(start) => {
            let subject = vm.frozen_copy(string);
            let offsets = vm.new_array(&[text::position(start), text::position(start + needle.len())]);
            vm.match_of(needle.value(), subject, offsets.value()).value()
        }
        None => Value::NIL,
    };
    vm.set_last_match(found);
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_sub", sub),
    ("string_sub_in_place", sub_in_place),
    ("string_gsub_in_place", gsub_in_place),
    ("string_gsub", gsub),
    ("string_substitute", substitute),
    ("match_expand", expand),
    ("string_append_part", append_part),
    ("string_scan", scan),
];
