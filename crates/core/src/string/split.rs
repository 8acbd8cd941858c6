//! Taking strings apart: characters, lines, codepoints, grapheme clusters, `split`.

use rutile_vm::value::characters::{self, Piece};
use rutile_vm::value::encoding::{Encoding, Scheme};
use rutile_vm::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use crate::string::invalid_bytes;
use crate::string::text::{self, Call, part};

fn chars(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.has_block() {
        return Err(Exit::Fallback);
    }
    let list = vm.array_with_capacity(text::char_count(string));
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let (mut at, mut attention) = (0, Attention::default());
    while at < bytes.len() {
        attention.element(vm)?;
        let length = characters::step(bytes, at, encoding);
        let item = part(vm, string, at, length);
        vm.array_push(list, item);
        at += length;
    }
    Ok(list.value())
}

fn bytes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.has_block() {
        return Err(Exit::Fallback);
    }
    let bytes = string.bytes().iter().map(|&byte| Value::fixnum(byte.into()));
    Ok(vm.array_collected(string.len(), bytes).value())
}

fn codepoints(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.has_block() {
        return Err(Exit::Fallback);
    }
    let list = vm.array_with_capacity(text::char_count(string));
    let (mut at, mut attention) = (0, Attention::default());
    while at < string.len() {
        attention.step(vm, 2)?;
        match characters::codepoint(string.bytes(), at, string.encoding()) {
            Some((number, length)) => {
                vm.array_push(list, Value::fixnum(number as i64));
                at += length;
            }
            None => return Err(invalid_bytes(vm, string)),
        }
    }
    Ok(list.value())
}

/// In a Unicode text clusters of characters, and each byte or unit that is no character. Like the reference, it leaves out a character that the
/// text's end cuts off.
fn grapheme_clusters(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    if !matches!(string.encoding().scheme(), Scheme::Utf8 | Scheme::Utf16(_) | Scheme::Utf32(_) | Scheme::Cesu8) {
        return chars(vm, args);
    }
    let list = vm.array_with_capacity(8);
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let (mut at, mut attention) = (0, Attention::default());
    while at < bytes.len() {
        for cluster in characters_from(bytes, at, encoding).graphemes(true) {
            attention.element(vm)?;
            let length = length_in(cluster, encoding);
            let item = part(vm, string, at, length);
            vm.array_push(list, item);
            at += length;
        }
        if at == bytes.len() || characters::piece(&bytes[at..], encoding) == Piece::Truncated {
            break;
        }
        let length = characters::step(bytes, at, encoding);
        let item = part(vm, string, at, length);
        vm.array_push(list, item);
        at += length;
    }
    Ok(list.value())
}

/// The bytes that a text takes in an encoding which has all of it.
fn length_in(text: &str, encoding: Encoding) -> usize {
    if encoding.scheme() == Scheme::Utf8 {
        return text.len();
    }
    text.chars().filter_map(|character| characters::encode(character as u32, encoding)).map(|character| character.bytes().len()).sum()
}

/// The characters from `at` on, up to what is none.
fn characters_from(bytes: &[u8], mut at: usize, encoding: Encoding) -> String {
    let mut text = String::new();
    while at < bytes.len()
        && let Some((number, length)) = characters::codepoint(bytes, at, encoding)
        && let Some(character) = char::from_u32(number)
    {
        text.push(character);
        at += length;
    }
    text
}

/// `Primitive.string_lines(string, separator, chomp)`; an empty separator means paragraphs.
fn lines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let separator = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let chomp = args.get(2).truthy();
    text::common_encoding(vm, string, separator)?;
    let list = vm.array_with_capacity(8);
    let paragraphs = separator.is_empty();
    let bytes = string.bytes();
    let (mut start, mut attention) = (0, Attention::default());
    while start < bytes.len() {
        attention.element(vm)?;
        let (text, end, next) = if paragraphs {
            paragraph_end(bytes, start)
        } else {
            let end = line_end(string, separator, start).map_or(bytes.len(), |found| found + separator.len());
            (if chomp { chomped(bytes, start, end, separator.bytes()) } else { end }, end, end)
        };
        let shown = if chomp { text } else { end };
        let item = part(vm, string, start, shown - start);
        vm.array_push(list, item);
        start = next;
    }
    Ok(list.value())
}

fn line_end(string: StringRef, separator: StringRef, from: usize) -> Option<usize> {
    if separator.bytes() == b"\n" && string.encoding().is_ascii_compatible() {
        return memchr::memchr(b'\n', &string.bytes()[from..]).map(|found| found + from);
    }
    text::find_bytes(string, separator, from)
}

/// A line without its separator; `"\n"` takes a carriage return before it along.
fn chomped(bytes: &[u8], start: usize, end: usize, separator: &[u8]) -> usize {
    if !bytes[start..end].ends_with(separator) {
        return end;
    }
    let shown = end - separator.len();
    if separator == b"\n" && bytes[start..shown].last() == Some(&b'\r') { shown - 1 } else { shown }
}

/// End of the paragraph's text, that with its blank line, and where the next begins. A carriage return may stand before each newline.
fn paragraph_end(bytes: &[u8], start: usize) -> (usize, usize, usize) {
    let newline = |at: usize| match &bytes[at..] {
        [b'\n', ..] => Some(at + 1),
        [b'\r', b'\n', ..] => Some(at + 2),
        _ => None,
    };
    for found in memchr::memchr_iter(b'\n', &bytes[start..]).map(|found| found + start) {
        if let Some(end) = newline(found + 1) {
            let text = if found > start && bytes[found - 1] == b'\r' { found - 1 } else { found };
            let next = std::iter::successors(Some(end), |&at| newline(at)).last().unwrap_or(end);
            return (text, end, next);
        }
    }
    (bytes.len(), bytes.len(), bytes.len())
}

/// `split` without a block. The limit is an integer where one was given.
fn split(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    if call.has_block() || call.count() > 2 {
        return Err(Exit::Fallback);
    }
    let limit = match call.get(1) {
        Value::UNDEFINED => 0,
        value => value.as_fixnum().filter(|&limit| i32::try_from(limit).is_ok()).ok_or(Exit::Fallback)?,
    };
    match call.get(0).given() {
        Some(pattern) => pieces(vm, string, pattern, limit),
        None => {
            let separator = vm.intern(b"$;");
            match vm.globals.get(separator) {
                None | Some(Global::Value(Value::NIL)) => pieces(vm, string, Value::NIL, limit),
                Some(_) => Err(Exit::Fallback),
            }
        }
    }
}

/// `Primitive.string_pieces(string, pattern, limit)`; a nil pattern splits at white space.
fn pieces_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    pieces(vm, string, args.get(1), args.get(2).as_fixnum().ok_or(Exit::Fallback)?)
}

fn pieces(vm: &mut Vm, string: StringRef, pattern: Value, limit: i64) -> NativeResult {
    if limit == 1 && !string.is_empty() {
        let whole = part(vm, string, 0, string.len());
        return Ok(vm.new_array(&[whole]).value());
    }
    if let Some(separator) = StringRef::from_value(pattern).filter(|separator| separator.code_range() == CodeRange::Broken) {
        return Err(crate::string::invalid_bytes(vm, separator));
    }
    let list = vm.array_with_capacity(8);
    if string.is_empty() {
        return Ok(list.value());
    }
    if string.code_range() == CodeRange::Broken {
        return Err(invalid_bytes(vm, string));
    }
    let mut splitter = Splitter { string, list, limit, start: 0, attention: Attention::default() };
    if pattern.is_nil() {
        splitter.at_space(vm)?;
    } else if let Some(separator) = StringRef::from_value(pattern) {
        if separator.bytes() == b" " {
            splitter.at_space(vm)?;
        } else {
            text::common_encoding(vm, string, separator)?;
            splitter.at_string(vm, separator)?;
        }
    } else {
        let pattern = RegexpRef::from_value(pattern).ok_or(Exit::Fallback)?;
        splitter.at_regexp(vm, pattern)?;
    }
    splitter.finish(vm)?;
    Ok(list.value())
}

struct Splitter {
    string: StringRef,
    list: ArrayRef,
    limit: i64,
    /// Where the piece under way begins.
    start: usize,
    attention: Attention,
}

impl Splitter {
    fn push(&mut self, vm: &mut Vm, start: usize, end: usize) -> Result<(), Exit> {
        self.attention.element(vm)?;
        let item = part(vm, self.string, start, end - start);
        vm.array_push(self.list, item);
        Ok(())
    }

    /// Pieces that regexps capture don't count.
    fn is_full(&self, pieces: i64) -> bool {
        self.limit > 0 && pieces + 1 >= self.limit
    }

    fn at_space(&mut self, vm: &mut Vm) -> Result<(), Exit> {
        let (bytes, encoding) = (self.string.bytes(), self.string.encoding());
        let wide = !text::is_bytewise(self.string);
        let mut pieces = 0;
        let mut at = 0;
        let mut piece: Option<usize> = None;
        while at < bytes.len() {
            let (space, length) = space_at(bytes, at, encoding, wide);
            match (space, piece) {
                (true, Some(start)) => {
                    self.push(vm, start, at)?;
                    pieces += 1;
                    piece = None;
                }
                (false, None) => {
                    if self.is_full(pieces) {
                        self.start = at;
                        return Ok(());
                    }
                    piece = Some(at);
                }
                _ => {}
            }
            at += length;
        }
        self.start = piece.unwrap_or(bytes.len());
        Ok(())
    }

    fn at_string(&mut self, vm: &mut Vm, separator: StringRef) -> Result<(), Exit> {
        if separator.is_empty() {
            return self.at_characters(vm);
        }
        let mut pieces = 0;
        while !self.is_full(pieces) {
            let Some(found) = text::find_bytes(self.string, separator, self.start) else { break };
            self.push(vm, self.start, found)?;
            pieces += 1;
            self.start = found + separator.len();
        }
        Ok(())
    }

    fn at_characters(&mut self, vm: &mut Vm) -> Result<(), Exit> {
        let (bytes, encoding) = (self.string.bytes(), self.string.encoding());
        if self.limit <= 0 {
            vm.array_reserve(self.list, text::char_count(self.string));
        }
        let mut pieces = 0;
        while self.start < bytes.len() && !self.is_full(pieces) {
            let length = characters::step(bytes, self.start, encoding);
            self.push(vm, self.start, self.start + length)?;
            pieces += 1;
            self.start += length;
        }
        Ok(())
    }

    fn at_regexp(&mut self, vm: &mut Vm, pattern: RegexpRef) -> Result<(), Exit> {
        let matcher = vm.matcher(pattern, self.string)?;
        if pattern.source().as_string().is_some_and(StringRef::is_empty) {
            return self.at_characters(vm);
        }
        let (bytes, encoding) = (self.string.bytes(), self.string.encoding());
        let (mut pieces, mut from, mut after_empty) = (0, 0, false);
        while !self.is_full(pieces) && from <= bytes.len() {
            if !matcher.search(vm, bytes, from, bytes.len())? {
                break;
            }
            let (found, end) = matcher.whole();
            if found == end && found == from {
                // An empty match splits only once a character lies before it.
                if !after_empty {
                    from += if from == bytes.len() { 1 } else { characters::step(bytes, from, encoding) };
                    after_empty = true;
                    continue;
                }
                let length = characters::step(bytes, self.start, encoding);
                self.push(vm, self.start, self.start + length)?;
                self.start = from;
            } else {
                self.push(vm, self.start, found)?;
                self.start = end;
                from = end;
            }
            after_empty = false;
            pieces += 1;
            let count = matcher.groups().group_count();
            for number in 1..count {
                let group = matcher.groups().group(number);
                if let Some((start, end)) = group {
                    self.push(vm, start, end)?;
                }
            }
        }
        Ok(())
    }

    /// The rest; trailing empty pieces go unless a limit was given.
    fn finish(&mut self, vm: &mut Vm) -> Result<(), Exit> {
        let size = self.string.len();
        if self.start < size || self.limit != 0 {
            self.push(vm, self.start.min(size), size)?;
        }
        if self.limit == 0 {
            while let Some(last) = self.list.values().last().and_then(|&last| StringRef::from_value(last)) {
                if !last.is_empty() {
                    break;
                }
                vm.array_pop(self.list);
            }
        }
        Ok(())
    }
}

/// Whether white space is at a byte, and how long the character is.
fn space_at(bytes: &[u8], at: usize, encoding: Encoding, wide: bool) -> (bool, usize) {
    let byte = bytes[at];
    if !wide || encoding.is_ascii_compatible() && byte < 0x80 {
        return (matches!(byte, b' ' | b'\t'..=b'\r'), 1);
    }
    match characters::codepoint(bytes, at, encoding) {
        Some((number, length)) => (matches!(number, 0x20 | 9..=13), length),
        None => (false, characters::step(bytes, at, encoding)),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_chars", chars),
    ("string_bytes", bytes),
    ("string_codepoints", codepoints),
    ("string_grapheme_clusters", grapheme_clusters),
    ("string_lines", lines),
    ("string_split", split),
    ("string_pieces", pieces_of),
];
