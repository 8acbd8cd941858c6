//! Natives of `Rutile::TextSource`: a String that is read from a position on, as StringIO and GzipReader do.
//!
//! A source is a plain object. Its first variables are these, in the order in which its `initialize` sets them:
//!
//! ```text
//!   string or nil | position in bytes | lines read | encoding's number; nil: the string's own
//! ```
//!
//! | primitive | gives |
//! |---|---|
//! | `source_byte(source)` | the next byte |
//! | `source_character(source, at_end)` | the next character |
//! | `source_line(source, separator, limit, chomp, at_end)` | the next line, counted |
//! | `source_take(source, length or nil)` | so many bytes, or the rest as text |
//! | `source_append(source, text, at_end, ends_line)` | the length of a text that it wrote at the position, or `at_end`, and a newline if need be; nil where it is not to be written as it is |
//!
//! Each gives nil where there is none, or where what is there doesn't decide and more may follow (`at_end` is false).
//! They decline what is no source: reading from nil is how a stream that isn't open for reading is told.

use rutile_vm::prelude::*;

use crate::array::collection::finds_core_method;
use crate::io::line_cut::{Ending, character_length, ending_of, line_end};
use crate::io::lines::{default_separator, ready_line};

const VARIABLES: [Symbol; 4] = [Symbol::SOURCE_STRING, Symbol::SOURCE_POSITION, Symbol::SOURCE_LINES, Symbol::SOURCE_ENCODING];
const STRING: usize = 0;
const POSITION: usize = 1;
const LINES: usize = 2;
const ENCODING: usize = 3;

/// A source, and what stands in it.
struct Source {
    variables: FirstVariables,
    string: StringRef,
    position: usize,
    encoding: Encoding,
}

impl Source {
    /// Declines what has no string.
    fn of(vm: &Vm, object: Value) -> Result<Source, Exit> {
        let variables = vm.first_variables(object, &VARIABLES).ok_or(Exit::Fallback)?;
        let string = variables.get(STRING).as_string().ok_or(Exit::Fallback)?;
        let position = variables.get(POSITION).as_fixnum().ok_or(Exit::Fallback)?;
        let encoding = match variables.get(ENCODING).as_fixnum() {
            Some(number) => Encoding(number as u8),
            None => string.encoding(),
        };
        Ok(Source { variables, string, position: (position as usize).min(string.len()), encoding })
    }

    fn rest(&self) -> &[u8] {
        &self.string.bytes()[self.position..]
    }

    fn advance(&self, vm: &mut Vm, taken: usize) {
        // From behind the end nothing is taken.
        if taken > 0 {
            self.variables.set(vm, POSITION, Value::fixnum((self.position + taken) as i64));
        }
    }

    /// Takes bytes as a string of which the first are kept.
    fn take(&self, vm: &mut Vm, taken: usize, kept: usize, encoding: Encoding) -> Value {
        let piece = vm.string_slice(self.string, self.position, kept);
        if piece.encoding() != encoding {
            piece.set_encoding(encoding);
            piece.forget_code_range();
        }
        self.advance(vm, taken);
        piece.value()
    }

    /// The next line; nil where more has to be there first.
    fn line(&self, vm: &mut Vm, ending: &Ending, at_end: bool) -> NativeResult {
        let count = self.variables.get(LINES).as_fixnum().ok_or(Exit::Fallback)?;
        match line_end(self.rest(), ending, self.encoding, at_end) {
            Some(cut) if cut.taken > 0 => {
                let line = self.take(vm, cut.taken, cut.kept, self.encoding);
                self.variables.set(vm, LINES, Value::fixnum(count + 1));
                Ok(line)
            }
            _ => Ok(Value::NIL),
        }
    }
}

fn source_byte(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = Source::of(vm, args.get(0))?;
    let Some(byte) = source.rest().first().copied() else { return Ok(Value::NIL) };
    source.advance(vm, 1);
    Ok(Value::fixnum(byte.into()))
}

fn source_character(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = Source::of(vm, args.get(0))?;
    match character_length(source.rest(), source.encoding, args.get(1).truthy()) {
        Some(length) => Ok(source.take(vm, length, length, source.encoding)),
        None => Ok(Value::NIL),
    }
}

/// Declines paragraphs, empty lines and encodings that have other newlines.
fn source_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ending = ending_of(args);
    let paragraphs = ending.separator.is_empty() && !args.get(1).is_nil();
    if paragraphs || ending.limit == Some(0) {
        return Err(Exit::Fallback);
    }
    plain(vm, args.get(0))?.line(vm, &ending, args.get(4).truthy())
}

/// The same of any encoding, by a separator in that encoding.
fn source_encoded_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    Source::of(vm, args.get(0))?.line(vm, &ending_of(args), args.get(4).truthy())
}

/// A source of which lines end as ASCII's do.
fn plain(vm: &Vm, object: Value) -> Result<Source, Exit> {
    let source = Source::of(vm, object)?;
    if source.encoding.is_ascii_compatible() { Ok(source) } else { Err(Exit::Fallback) }
}

fn source_take(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = Source::of(vm, args.get(0))?;
    let left = source.rest().len();
    match args.get(1).as_fixnum() {
        Some(length) if length > 0 && left == 0 => Ok(Value::NIL),
        Some(length) if length >= 0 => {
            let length = left.min(length as usize);
            Ok(source.take(vm, length, length, Encoding::BINARY))
        }
        None if args.get(1).is_nil() => Ok(source.take(vm, left, left, source.encoding)),
        _ => Err(Exit::Fallback),
    }
}

fn source_append(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(append(vm, args.get(0), args.get(1), args.get(2).truthy(), args.get(3).truthy()))
}

fn append(vm: &mut Vm, source: Value, text: Value, at_end: bool, ends_line: bool) -> Value {
    let (Ok(source), Some(text)) = (Source::of(vm, source), text.as_string()) else { return Value::NIL };
    let string = source.string;
    let position = if at_end { string.len() as i64 } else { source.variables.get(POSITION).as_fixnum().unwrap_or(-1) };
    let is_within = (0..=string.len() as i64).contains(&position);
    let as_it_is = source.variables.get(ENCODING).is_nil() && text.encoding() == string.encoding() && (!ends_line || text.encoding().is_ascii_compatible());
    if !is_within || !as_it_is || string.cell().has_flag(flags::FROZEN) || string.cell().has_flag(flags::CHILLED) || string.value() == text.value() {
        return Value::NIL;
    }
    let mut position = put(vm, string, position as usize, text.bytes());
    if ends_line && !text.bytes().ends_with(b"\n") {
        position = put(vm, string, position, b"\n");
    }
    string.forget_code_range();
    source.variables.set(vm, POSITION, Value::fixnum(position as i64));
    Value::fixnum(text.len() as i64)
}

/// Writes over what is there, and behind it; where the bytes end.
fn put(vm: &mut Vm, string: StringRef, position: usize, bytes: &[u8]) -> usize {
    match string.len() - position {
        0 => vm.string_append(string, bytes),
        left => vm.string_splice(string, position, left.min(bytes.len()), bytes),
    }
    position + bytes.len()
}

/// `StringIO#eof?`
fn stream_is_at_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = args.receiver();
    if args.count() != 0 || !vm.get_variable(stream, Symbol::SOURCE).truthy() {
        return Err(Exit::Fallback);
    }
    let source = Source::of(vm, vm.get_variable(stream, Symbol::STATE))?;
    Ok(Value::boolean(source.position == source.string.len()))
}

/// What a StringIO writes of one String, where that goes in as it is; gives its length.
fn write_to_stream(vm: &mut Vm, args: Arguments, ends_line: bool) -> NativeResult {
    let stream = args.receiver();
    if args.count() != 1 || vm.is_frozen(stream) || !vm.get_variable(stream, Symbol::STREAM_WRITABLE).truthy() {
        return Err(Exit::Fallback);
    }
    let (state, appends) = (vm.get_variable(stream, Symbol::STATE), vm.get_variable(stream, Symbol::STREAM_APPENDS).truthy());
    match append(vm, state, args.get(0), appends, ends_line) {
        Value::NIL => Err(Exit::Fallback),
        length => Ok(length),
    }
}

/// `StringIO#write`.
fn stream_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    write_to_stream(vm, args, false)
}

/// `StringIO#<<`, by its own `write`.
fn stream_append(vm: &mut Vm, args: Arguments) -> NativeResult {
    own_write(vm, args)?;
    write_to_stream(vm, args, false)?;
    Ok(args.receiver())
}

/// `StringIO#puts`, the same.
fn stream_put_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    own_write(vm, args)?;
    write_to_stream(vm, args, true)?;
    Ok(Value::NIL)
}

fn own_write(vm: &mut Vm, args: Arguments) -> Result<(), Exit> {
    let class = vm.class_of(args.receiver());
    if finds_core_method(vm, class, Symbol::WRITE) { Ok(()) } else { Err(Exit::Fallback) }
}

/// Passes newlines; true once something else stands there.
fn source_skip_newlines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = Source::of(vm, args.get(0))?;
    let count = source.rest().iter().take_while(|byte| **byte == b'\n').count();
    source.advance(vm, count);
    Ok(Value::boolean(count < source.rest().len()))
}

/// `readline` as `gets` below: it has more to say of an end.
fn readline_ready(vm: &mut Vm, args: Arguments) -> NativeResult {
    let line = gets_ready(vm, args)?;
    if line.is_nil() { Err(Exit::Fallback) } else { Ok(line) }
}

/// `gets` without arguments, or with a plain limit or separator, of an IO or of what has a source: a line that is there.
fn gets_ready(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut ending = Ending { separator: b"\n", limit: None, chomp: false, by_bytes: false };
    match (args.count(), args.get(0).as_fixnum(), args.get(0).as_string()) {
        (0, ..) => {}
        (1, Some(limit @ 1..), _) => ending.limit = Some(limit as usize),
        (1, _, Some(separator)) if !separator.is_empty() => ending.separator = separator.bytes(),
        _ => return Err(Exit::Fallback),
    }
    if args.get(0).as_string().is_none() && !default_separator(vm) {
        return Err(Exit::Fallback);
    }
    let receiver = args.receiver();
    if receiver.is_kind(Kind::Resource) {
        ending.by_bytes = true;
        return ready_line(vm, receiver, &ending);
    }
    let source = plain(vm, vm.get_variable(receiver, Symbol::SOURCE))?;
    let line = source.line(vm, &ending, false)?;
    if line.is_nil() {
        // The last line, or there has to be more.
        return Err(Exit::Fallback);
    }
    vm.set_last_line(line);
    Ok(line)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("source_byte", source_byte),
    ("source_character", source_character),
    ("source_line", source_line),
    ("source_encoded_line", source_encoded_line),
    ("source_take", source_take),
    ("source_append", source_append),
    ("stream_write", stream_write),
    ("stream_append", stream_append),
    ("stream_is_at_end", stream_is_at_end),
    ("stream_put_line", stream_put_line),
    ("source_skip_newlines", source_skip_newlines),
    ("gets_ready", gets_ready),
    ("readline_ready", readline_ready),
];
