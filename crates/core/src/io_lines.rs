//! IO's natives that take lines and characters from what has been read ahead.
//!
//! Each answers nil when the input read so far doesn't decide: the Ruby above reads
//! more and asks again, saying in `at_end` whether there is any more.

use rutile_vm::characters;
use rutile_vm::prelude::*;

use crate::arguments::integer;
use crate::io_stream::{self as streams, Stream};

/// How a piece of input is cut off.
struct Cut {
    /// Bytes that are taken.
    taken: usize,
    /// Bytes of them that are answered: fewer when the separator is dropped.
    kept: usize,
    /// Cut by a limit: not counted as a line.
    limited: bool,
}

/// What ends a line.
struct Ending<'a> {
    /// Empty: nothing does.
    separator: &'a [u8],
    /// At most so many bytes, and what it takes to complete a character.
    limit: Option<usize>,
    chomp: bool,
}

/// Where the first line of `input` ends; none where more input is needed to say.
fn line_end(input: &[u8], ending: &Ending, encoding: Encoding, at_end: bool) -> Option<Cut> {
    let found = find(input, ending.separator);
    let length = match found {
        Some(at) => at + ending.separator.len(),
        None => usize::MAX,
    };
    if let Some(limit) = ending.limit.filter(|limit| *limit < length) {
        let reach = limit + characters::max_len(encoding);
        if input.len() >= reach || (at_end && input.len() >= limit) {
            let taken = complete_character(input, limit, encoding);
            return Some(Cut { taken, kept: taken, limited: true });
        }
        if !at_end {
            return None;
        }
    }
    match found {
        Some(at) => Some(Cut { taken: length, kept: if ending.chomp { chomped(input, at, ending.separator) } else { length }, limited: false }),
        None if at_end => Some(Cut { taken: input.len(), kept: input.len(), limited: false }),
        None => None,
    }
}

/// Where a line without its separator ends: a `\r` goes with a `\n`.
fn chomped(input: &[u8], at: usize, separator: &[u8]) -> usize {
    if separator == b"\n" && at > 0 && input[at - 1] == b'\r' { at - 1 } else { at }
}

/// The end of the character that stands at the limit.
fn complete_character(input: &[u8], limit: usize, encoding: Encoding) -> usize {
    let limit = limit.min(input.len());
    if limit == 0 || characters::is_single_byte(encoding) {
        return limit;
    }
    let start = characters::start_of(input, limit - 1, encoding);
    (start + characters::step(input, start, encoding)).max(limit).min(input.len())
}

fn find(input: &[u8], separator: &[u8]) -> Option<usize> {
    match separator {
        [] => None,
        [byte] => memchr::memchr(*byte, input),
        _ => memchr::memmem::find(input, separator),
    }
}

fn encoding_of(stream: &Stream, default: Encoding) -> Encoding {
    stream.external.unwrap_or(default)
}

/// Takes a piece off the input as a string of the stream's encoding.
fn take_piece(vm: &mut Vm, io: Value, cut: Cut) -> NativeResult {
    let default = vm.default_external;
    let stream = streams::readable(vm, io)?;
    let encoding = encoding_of(stream, default);
    let (input, start) = stream.lend_input();
    let piece = vm.new_string(&input[start..start + cut.kept], encoding).value();
    streams::any(vm, io)?.return_input(input, cut.taken);
    Ok(piece)
}

/// Counts a line, as `lineno` and `$.`.
fn count_line(vm: &mut Vm, io: Value) -> Result<(), Exit> {
    let stream = streams::any(vm, io)?;
    stream.line_number += 1;
    let number = Value::fixnum(stream.line_base + stream.line_number);
    vm.globals.store_checked(Symbol::LINE_NUMBER, number);
    Ok(())
}

/// What ends a line, as arguments 1 to 3 say: separator or nil, limit or nil, chomp.
fn ending_of<'a>(args: Arguments) -> Ending<'a> {
    Ending {
        separator: args.get(1).as_string().map_or(&[], |separator| separator.bytes()),
        limit: args.get(2).as_fixnum().map(|limit| limit.max(0) as usize),
        chomp: args.get(3).truthy(),
    }
}

/// `io_take_line(io, separator or nil, limit or nil, chomp, at_end)`.
fn io_take_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    take_line(vm, args, args.get(4).truthy())
}

/// `io_next_line(io, separator or nil, limit or nil, chomp)`: the same where all that is needed has
/// been read ahead, and nothing about the line is special.
fn io_next_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::readable(vm, args.get(0))?;
    let plain = stream.internal.is_none() && stream.external.is_none_or(Encoding::is_ascii_compatible);
    let paragraphs = args.get(1).as_string().is_some_and(|separator| separator.is_empty());
    if !plain || paragraphs || args.get(2) == Value::fixnum(0) {
        return Ok(Value::NIL);
    }
    take_line(vm, args, false)
}

fn take_line(vm: &mut Vm, args: Arguments, at_end: bool) -> NativeResult {
    let ending = ending_of(args);
    let default = vm.default_external;
    let stream = streams::readable(vm, args.get(0))?;
    let cut = match line_end(stream.unread(), &ending, encoding_of(stream, default), at_end) {
        Some(cut) if cut.taken > 0 => cut,
        _ => return Ok(Value::NIL),
    };
    let limited = cut.limited;
    let line = take_piece(vm, args.get(0), cut)?;
    if !limited {
        count_line(vm, args.get(0))?;
    }
    Ok(line)
}

/// The next line of what has been read ahead, as `gets` without arguments takes it.
fn ready_line(vm: &mut Vm, io: Value) -> NativeResult {
    let Some(stream) = streams::find(&mut vm.resources, io) else { return Err(Exit::Fallback) };
    if stream.is_closed() || stream.internal.is_some() {
        return Err(Exit::Fallback);
    }
    let Some(at) = memchr::memchr(b'\n', stream.unread()) else { return Err(Exit::Fallback) };
    if !default_separator(vm) {
        return Err(Exit::Fallback);
    }
    let line = take_piece(vm, io, Cut { taken: at + 1, kept: at + 1, limited: false })?;
    count_line(vm, io)?;
    vm.set_last_line(line);
    Ok(line)
}

/// `IO#gets` of a line that has been read ahead.
fn io_gets(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    ready_line(vm, args.receiver())
}

/// `Kernel#gets`, where ARGF stands in a plain stream.
fn kernel_gets(vm: &mut Vm, args: Arguments) -> NativeResult {
    match vm.globals.get(Symbol::ARGUMENT_STREAM) {
        Some(Global::Value(stream)) if args.count() == 0 && stream.is_kind(Kind::Resource) => ready_line(vm, stream),
        _ => Err(Exit::Fallback),
    }
}

/// Whether `$/` is a newline.
pub fn default_separator(vm: &Vm) -> bool {
    match vm.globals.get(Symbol::INPUT_SEPARATOR) {
        Some(Global::Checked { value, .. }) => value.as_string().is_some_and(|separator| separator.bytes() == b"\n"),
        _ => false,
    }
}

/// Takes newlines off the front of the input; true once something else stands there.
fn io_skip_newlines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::readable(vm, args.get(0))?;
    let count = stream.unread().iter().take_while(|byte| **byte == b'\n').count();
    stream.consume(count);
    Ok(Value::boolean(!stream.unread().is_empty()))
}

/// `io_take_character(io, at_end)`.
fn io_take_character(vm: &mut Vm, args: Arguments) -> NativeResult {
    let default = vm.default_external;
    let stream = streams::readable(vm, args.get(0))?;
    let encoding = encoding_of(stream, default);
    let input = stream.unread();
    if input.is_empty() || (input.len() < characters::max_len(encoding) && !args.get(1).truthy() && !is_complete(input, encoding)) {
        return Ok(Value::NIL);
    }
    let length = characters::step(input, 0, encoding).clamp(1, input.len());
    take_piece(vm, args.get(0), Cut { taken: length, kept: length, limited: false })
}

fn is_complete(input: &[u8], encoding: Encoding) -> bool {
    characters::char_len(input, 0, encoding).is_ok()
}

/// `io_mark_text(io, string, 0 or 1)`: gives a string just read its encoding; 1: binary.
fn io_mark_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let default = vm.default_external;
    let encoding = encoding_of(streams::any(vm, args.get(0))?, default);
    if let Some(string) = args.get(1).as_string() {
        let string_encoding = integer(vm, args, 2)?;
        string.set_encoding(if string_encoding != 0 { Encoding::BINARY } else { encoding });
        string.forget_code_range();
    }
    Ok(args.get(1))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_take_line", io_take_line),
    ("io_next_line", io_next_line),
    ("io_gets", io_gets),
    ("kernel_gets", kernel_gets),
    ("io_skip_newlines", io_skip_newlines),
    ("io_take_character", io_take_character),
    ("io_mark_text", io_mark_text),
];
