//! IO's natives that take lines and characters from what has been read ahead.
//!
//! Each answers nil when the input read so far doesn't decide: the Ruby above reads
//! more and asks again, saying in `at_end` whether there is any more.

use rutile_vm::prelude::*;

use crate::arguments::integer;
use crate::io::line_cut::{Cut, Ending, character_length, ending_of, line_end};
use crate::io::stream::{self as streams, Stream};
use crate::io::transfer::fill_from_file;

fn encoding_of(stream: &Stream, default: Encoding) -> Encoding {
    stream.external.unwrap_or(default)
}

/// Takes a piece off the input as a string of the stream's encoding.
fn take_piece(vm: &mut Vm, io: Value, cut: Cut) -> NativeResult {
    let default = vm.settings.default_external;
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

/// `io_take_line(io, separator or nil, limit or nil, chomp, at_end)`.
fn io_take_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    take_line(vm, args, args.get(4).truthy())
}

/// `io_next_line(io, separator or nil, limit or nil, chomp)`: the same where all that is needed has
/// been read ahead, and nothing about the line is special.
fn io_next_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::readable(vm, args.get(0))?;
    let plain = stream.internal.is_none() && stream.external.is_none_or(Encoding::is_ascii_compatible);
    // Whether another separator fits the stream is asked in Ruby.
    let other = args.get(1).as_string().is_some_and(|separator| separator.is_empty() || !separator.is_ascii_only());
    if !plain || other || args.get(2) == Value::fixnum(0) {
        return Ok(Value::NIL);
    }
    take_line(vm, args, false)
}

fn take_line(vm: &mut Vm, args: Arguments, at_end: bool) -> NativeResult {
    let ending = Ending { by_bytes: true, ..ending_of(args) };
    let default = vm.settings.default_external;
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

/// The next line of what has been read ahead, as `gets` takes it; nil at the end of a file.
pub fn ready_line(vm: &mut Vm, io: Value, ending: &Ending) -> NativeResult {
    let default = vm.settings.default_external;
    let Some(stream) = streams::find(&mut vm.resources, io) else { return Err(Exit::Fallback) };
    let encoding = encoding_of(stream, default);
    if stream.is_closed() || stream.internal.is_some() || !encoding.is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    if stream.unread().is_empty() && fill_from_file(vm, io) == Some(0) {
        vm.set_last_line(Value::NIL);
        return Ok(Value::NIL);
    }
    let stream = streams::any(vm, io)?;
    let Some(cut) = line_end(stream.unread(), ending, encoding, false) else { return Err(Exit::Fallback) };
    let limited = cut.limited;
    let line = take_piece(vm, io, cut)?;
    if !limited {
        count_line(vm, io)?;
    }
    vm.set_last_line(line);
    Ok(line)
}

/// `Kernel#gets`, where ARGF stands in a plain stream.
fn kernel_gets(vm: &mut Vm, args: Arguments) -> NativeResult {
    match vm.globals.get(Symbol::ARGUMENT_STREAM) {
        Some(Global::Value(stream)) if args.count() == 0 && stream.is_kind(Kind::Resource) && default_separator(vm) => {
            let line = ready_line(vm, stream, &Ending { separator: b"\n", limit: None, chomp: false, by_bytes: true })?;
            // Behind the end of this file others may come.
            if line.is_nil() { Err(Exit::Fallback) } else { Ok(line) }
        }
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
    let default = vm.settings.default_external;
    let stream = streams::readable(vm, args.get(0))?;
    let encoding = encoding_of(stream, default);
    match character_length(stream.unread(), encoding, args.get(1).truthy()) {
        Some(length) => take_piece(vm, args.get(0), Cut { taken: length, kept: length, limited: false }),
        None => Ok(Value::NIL),
    }
}

/// `io_mark_text(io, string, 0 or 1)`: gives a string just read its encoding; 1: binary.
fn io_mark_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let default = vm.settings.default_external;
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
    ("kernel_gets", kernel_gets),
    ("io_skip_newlines", io_skip_newlines),
    ("io_take_character", io_take_character),
    ("io_mark_text", io_mark_text),
];
