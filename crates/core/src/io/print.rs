//! Printing: `write`, `puts`, `print` and `<<` of plain values into a stream's buffer.
//!
//! The answer to most calls is a copy of a few bytes. Whatever needs more (a full
//! buffer, a terminal, conversion, an object's own `to_s`) is left to the Ruby
//! bodies: the buffer is cut back to where it was and the native declines.

use rutile_vm::prelude::*;
use rutile_vm::value::characters;

use crate::array::collection::finds_core_method;
use crate::io::stream::{self, OUTPUT_CAPACITY, Stream, mode};
use crate::number::float_format;

/// The standard output.
fn standard_output(vm: &mut Vm) -> Result<Value, Exit> {
    match vm.globals.get(Symbol::STANDARD_OUTPUT) {
        Some(Global::Checked { value, .. }) => Ok(value),
        _ => Err(Exit::Fallback),
    }
}

/// Whether an object has the core's own way to do something.
fn has_core_method(vm: &mut Vm, value: Value, name: Symbol) -> bool {
    let class = vm.class_of(value);
    finds_core_method(vm, class, name)
}

/// The object's stream, if plain text may be appended to it, and need not be written out at once.
fn buffered(vm: &mut Vm, io: Value) -> Result<&mut Stream, Exit> {
    match open(vm, io)? {
        stream if stream.is(mode::SYNC) => Err(Exit::Fallback),
        stream => Ok(stream),
    }
}

/// The same of any stream.
fn open(vm: &mut Vm, io: Value) -> Result<&mut Stream, Exit> {
    if !io.is_kind(Kind::Resource) || vm.is_frozen(io) || !has_core_method(vm, io, Symbol::WRITE) {
        return Err(Exit::Fallback);
    }
    match stream::find(&mut vm.resources, io) {
        Some(stream)
            if stream.is(mode::WRITABLE)
                && !stream.is_closed()
                && !stream.is(mode::TERMINAL | mode::WRITE_CRLF | mode::WRITE_CR)
                && stream.unread().is_empty() => Ok(stream),
        _ => Err(Exit::Fallback),
    }
}

/// Appends the text of a plain value; `false` where that takes more than copying.
fn append_text(vm: &mut Vm, io: Value, value: Value) -> bool {
    let kind = value.kind();
    if kind != Kind::String && !has_core_method(vm, value, Symbol::TO_S) {
        return false;
    }
    match kind {
        Kind::String => append_string(vm, io, value),
        Kind::Fixnum => {
            let text = value.as_fixnum().unwrap_or(0).to_string();
            append_bytes(vm, io, text.as_bytes())
        }
        Kind::Float => {
            let text = float_format::to_text(value.as_float().unwrap_or(0.0));
            append_bytes(vm, io, text.as_bytes())
        }
        Kind::Nil => true,
        Kind::True => append_bytes(vm, io, b"true"),
        Kind::False => append_bytes(vm, io, b"false"),
        Kind::Symbol => match value.as_symbol() {
            Some(symbol) if vm.symbol_bytes(symbol).is_ascii() => {
                let bytes = vm.symbol_bytes(symbol).to_vec();
                append_bytes(vm, io, &bytes)
            }
            _ => false,
        },
        _ => false,
    }
}

fn append_string(vm: &mut Vm, io: Value, value: Value) -> bool {
    let Some(string) = value.as_string() else { return false };
    let Some(stream) = stream::find(&mut vm.resources, io) else { return false };
    let converts = stream.external.is_some_and(|external| external != string.encoding() && external != Encoding::BINARY);
    let converts = converts && (!string.is_ascii_only() || !stream.external.is_none_or(Encoding::is_ascii_compatible));
    if converts || !string.encoding().is_ascii_compatible() {
        return false;
    }
    stream.output.extend_from_slice(string.bytes());
    true
}

fn append_bytes(vm: &mut Vm, io: Value, bytes: &[u8]) -> bool {
    match stream::find(&mut vm.resources, io) {
        Some(stream) => {
            stream.output.extend_from_slice(bytes);
            true
        }
        None => false,
    }
}

/// Appends by `fill` and keeps it if it fits and need not be written out now; the count of bytes.
fn append_all(vm: &mut Vm, io: Value, fill: impl FnOnce(&mut Vm) -> bool) -> Result<usize, Exit> {
    let start = buffered(vm, io)?.output.len();
    let done = fill(vm);
    let Some(stream) = stream::find(&mut vm.resources, io) else { return Err(Exit::Fallback) };
    if !done || stream.output.len() > OUTPUT_CAPACITY {
        stream.output.truncate(start);
        return Err(Exit::Fallback);
    }
    Ok(stream.output.len() - start)
}

/// `io_take_texts(io, objects, as lines)`: appends what `write` or `puts` of a stream that writes at once is given, for it to be written out; how
/// many bytes that is, or nil where it takes more.
fn io_take_texts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (io, objects, are_lines) = (args.get(0), crate::arguments::array(vm, args, 1)?, args.get(2).truthy());
    let Ok(start) = open(vm, io).map(|stream| stream.output.len()) else { return Ok(Value::NIL) };
    let mut done = true;
    for index in 0..objects.len() {
        let value = objects.get(index);
        done = done && append_text(vm, io, value) && (!are_lines || end_line(vm, io, value));
    }
    done = done && (!are_lines || !objects.is_empty() || append_bytes(vm, io, b"\n"));
    let Some(stream) = stream::find(&mut vm.resources, io) else { return Ok(Value::NIL) };
    if !done {
        stream.output.truncate(start);
        return Ok(Value::NIL);
    }
    Ok(Value::fixnum((stream.output.len() - start) as i64))
}

fn write_values(vm: &mut Vm, io: Value, args: Arguments) -> Result<usize, Exit> {
    append_all(vm, io, |vm| args.as_slice().iter().all(|value| append_text(vm, io, *value)))
}

fn puts_values(vm: &mut Vm, io: Value, args: Arguments) -> NativeResult {
    append_all(vm, io, |vm| {
        if args.count() == 0 {
            return append_bytes(vm, io, b"\n");
        }
        args.as_slice().iter().all(|value| append_text(vm, io, *value) && end_line(vm, io, *value))
    })?;
    Ok(Value::NIL)
}

/// A newline, unless the text had one.
fn end_line(vm: &mut Vm, io: Value, value: Value) -> bool {
    match value.as_string() {
        Some(string) if ends_line(string) => true,
        _ => append_bytes(vm, io, b"\n"),
    }
}

/// Whether the last character of a text is a newline.
pub fn ends_line(text: StringRef) -> bool {
    let (bytes, encoding) = (text.bytes(), text.encoding());
    if encoding.is_ascii_compatible() || bytes.is_empty() {
        return bytes.ends_with(b"\n");
    }
    let last = characters::previous(bytes, bytes.len(), encoding);
    characters::codepoint(bytes, last, encoding).is_some_and(|(number, _)| number == u32::from(b'\n'))
}

/// Whether `print` adds nothing between and after what it prints.
fn separators_unset(vm: &Vm) -> bool {
    [Symbol::FIELD_SEPARATOR, Symbol::RECORD_SEPARATOR].into_iter().all(|name| vm.globals.is_nil(name))
}

fn print_values(vm: &mut Vm, io: Value, args: Arguments) -> NativeResult {
    if args.count() == 0 || !separators_unset(vm) {
        return Err(Exit::Fallback);
    }
    write_values(vm, io, args)?;
    Ok(Value::NIL)
}

fn io_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = write_values(vm, args.receiver(), args)?;
    Ok(Value::fixnum(count as i64))
}

fn io_append(vm: &mut Vm, args: Arguments) -> NativeResult {
    write_values(vm, args.receiver(), args)?;
    Ok(args.receiver())
}

fn io_puts(vm: &mut Vm, args: Arguments) -> NativeResult {
    puts_values(vm, args.receiver(), args)
}

fn io_print(vm: &mut Vm, args: Arguments) -> NativeResult {
    print_values(vm, args.receiver(), args)
}

fn kernel_puts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let io = standard_output(vm)?;
    if !has_core_method(vm, io, Symbol::PUTS) {
        return Err(Exit::Fallback);
    }
    puts_values(vm, io, args)
}

fn kernel_print(vm: &mut Vm, args: Arguments) -> NativeResult {
    let io = standard_output(vm)?;
    print_values(vm, io, args)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_write", io_write),
    ("io_append", io_append),
    ("io_puts", io_puts),
    ("io_take_texts", io_take_texts),
    ("io_print", io_print),
    ("kernel_puts", kernel_puts),
    ("kernel_print", kernel_print),
];
