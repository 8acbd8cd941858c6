//! IO's natives over the buffers of a stream: opening, modes, taking input, adding output.
//!
//! None of these blocks. What moves bytes between a buffer and a descriptor is in
//! `io_transfer.rs`; the Ruby of `core/io*.rb` alternates between the two.

pub mod attempt;
pub mod buffer;
#[expect(unsafe_code)]
pub mod buffer_piece;
pub mod buffer_data;
pub mod buffer_transfer;
pub mod descriptor;
pub(crate) mod line_cut;
pub mod lines;
pub mod print;
pub mod select;
pub mod stream;
pub mod transfer;

use rutile_vm::prelude::*;

use crate::arguments::{bytes, exactly, integer};
use crate::io::stream::{self as streams, OUTPUT_CAPACITY, Stream, mode};
use rutile_platform as system;

/// `io_attach(io, descriptor, mode)`: the object becomes the IO of a descriptor.
fn io_attach(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, bits) = (integer(vm, args, 1)? as i32, integer(vm, args, 2)? as u32);
    let Some(cell) = ResourceRef::from_value(args.get(0)) else {
        return Err(vm.type_error("not an IO".to_string()));
    };
    let bits = if bits & mode::WRITABLE != 0 && system::is_terminal(descriptor) { bits | mode::TERMINAL } else { bits };
    vm.give_resource(cell, Stream::new(descriptor, bits));
    Ok(args.get(0))
}

/// The mode of an IO, closed or not.
fn io_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::any(vm, args.get(0))?.mode as i64))
}

fn io_is_synced(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(streams::open(vm, args.receiver())?.is(mode::SYNC)))
}

/// `io_change_mode(io, set, clear)`.
fn io_change_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (set, clear) = (integer(vm, args, 1)? as u32, integer(vm, args, 2)? as u32);
    let stream = streams::any(vm, args.get(0))?;
    stream.mode = (stream.mode & !clear) | set;
    Ok(Value::fixnum(stream.mode as i64))
}

/// The descriptor of an IO; -1 when closed, nil before it is opened.
fn io_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match streams::find(&mut vm.resources, args.get(0)) {
        Some(stream) => Value::fixnum(stream.descriptor.max(stream.writer) as i64),
        None => Value::NIL,
    })
}

/// Where input comes from, as a number.
fn io_read_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::open(vm, args.get(0))?.descriptor as i64))
}

/// `io_wait_list(io, events)`: `[descriptor, events, ...]` of what to wait for.
fn io_wait_list(vm: &mut Vm, args: Arguments) -> NativeResult {
    let events = integer(vm, args, 1)?;
    let stream = streams::open(vm, args.get(0))?;
    let (reader, writer) = (stream.descriptor as i64, stream.output_descriptor() as i64);
    let output = events & libc::POLLOUT as i64;
    let numbers = match events & !output {
        0 => vec![writer, output],
        input if output == 0 => vec![reader, input],
        _ if reader == writer => vec![reader, events],
        input => vec![reader, input, writer, output],
    };
    let numbers: Vec<Value> = numbers.into_iter().map(Value::fixnum).collect();
    Ok(vm.new_array(&numbers).value())
}

/// Where output goes, as a number.
fn io_write_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::open(vm, args.get(0))?.output_descriptor() as i64))
}

fn io_check_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    streams::open(vm, args.get(0))?;
    Ok(Value::TRUE)
}

fn io_check_readable(vm: &mut Vm, args: Arguments) -> NativeResult {
    streams::readable(vm, args.get(0))?;
    Ok(Value::TRUE)
}

fn io_check_writable(vm: &mut Vm, args: Arguments) -> NativeResult {
    streams::writable(vm, args.get(0))?;
    Ok(Value::TRUE)
}

/// `io_buffer(io, string)`: adds to the output, however much; whether it is to be written out now.
fn io_buffer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    let stream = streams::writable(vm, args.get(0))?;
    stream.append(bytes);
    Ok(Value::boolean(stream.is(mode::SYNC | mode::TERMINAL) || stream.output.len() > OUTPUT_CAPACITY))
}

/// How many bytes a string has.
fn io_text_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(bytes(vm, args, 0)?.len() as i64))
}

/// Whether a string ends a line.
fn io_ends_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(print::ends_line(crate::arguments::string(vm, args, 0)?)))
}

/// How much output waits.
fn io_pending_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::find(&mut vm.resources, args.get(0)).map_or(0, |stream| stream.output.len()) as i64))
}

/// `io_receive(io, bytes)`: what was read elsewhere is as if it had been read ahead.
fn io_receive(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    streams::readable(vm, args.get(0))?.receive(bytes);
    Ok(Value::NIL)
}

/// `io_take_output(io)`: the output that waits, as a String; the stream has none then.
fn io_take_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    let output = std::mem::take(&mut streams::open(vm, args.get(0))?.output);
    Ok(vm.new_string(&output, Encoding::BINARY).value())
}

/// `io_return_output(io, bytes)`: output that comes before what waits.
fn io_return_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    streams::any(vm, args.get(0))?.output.splice(..0, bytes.iter().copied());
    Ok(Value::NIL)
}

/// Writes out what every stream holds.
fn io_flush_all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    streams::flush_all(vm);
    Ok(Value::NIL)
}

/// Forgets output that cannot be written.
fn io_forget_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    streams::any(vm, args.get(0))?.output.clear();
    Ok(Value::NIL)
}

// --- What an IO is called, and what else it remembers ---

/// The IO's cell, which keeps two values beside the stream.
fn cell_of(vm: &mut Vm, args: Arguments) -> Result<ResourceRef, Exit> {
    match ResourceRef::from_value(args.get(0)) {
        Some(cell) => Ok(cell),
        None => Err(vm.type_error("not an IO".to_string())),
    }
}

fn io_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(cell_of(vm, args)?.first())
}

fn io_set_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    cell_of(vm, args)?.set_first(vm, args.get(1));
    Ok(args.get(1))
}

/// A Hash of what few streams have (a timeout, options of conversion), or nil.
fn io_extras(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(cell_of(vm, args)?.second())
}

fn io_set_extras(vm: &mut Vm, args: Arguments) -> NativeResult {
    cell_of(vm, args)?.set_second(vm, args.get(1));
    Ok(args.get(1))
}

/// `become_class(object, class)`: what `reopen` does to an IO.
fn become_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let (Some(class), true) = (ClassRef::from_module(args.get(1)), args.get(0).is_kind(Kind::Resource)) {
        // What a singleton class had is gone then.
        if class.instance_kind() == Kind::Resource {
            vm.set_class(args.get(0), class);
        }
    }
    Ok(args.get(0))
}

// --- Encodings ---

fn encoding_numbered(value: Value) -> Option<Encoding> {
    value.as_fixnum().map(|number| Encoding(number as u8))
}

/// `io_set_encodings(io, external or nil, internal or nil)`: by number.
fn io_set_encodings(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::any(vm, args.get(0))?;
    stream.external = encoding_numbered(args.get(1));
    stream.internal = encoding_numbered(args.get(2));
    Ok(Value::NIL)
}

fn number_or_nil(encoding: Option<Encoding>) -> Value {
    encoding.map_or(Value::NIL, |encoding| Value::fixnum(encoding.0 as i64))
}

/// The number of an IO's own external encoding, or nil.
fn io_external(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(number_or_nil(streams::any(vm, args.get(0))?.external))
}

/// The number of the encoding that what is read is converted to, or nil.
fn io_internal(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(number_or_nil(streams::any(vm, args.get(0))?.internal))
}

/// Notes the default external encoding, by number.
fn io_set_default_external(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(encoding) = encoding_numbered(args.get(0)) {
        vm.settings.default_external = encoding;
    }
    Ok(args.get(0))
}

/// Notes the default internal encoding, by number, or that there is none.
fn io_set_default_internal(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.settings.default_internal = encoding_numbered(args.get(0));
    Ok(args.get(0))
}

// --- Taking input ---

/// How many bytes have been read ahead.
fn io_unread_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::any(vm, args.get(0))?.unread().len() as i64))
}

/// The next byte that was read ahead, or nil.
fn io_take_byte(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::readable(vm, args.get(0))?;
    match stream.unread().first().copied() {
        Some(byte) => {
            stream.consume(1);
            Ok(Value::fixnum(byte as i64))
        }
        None => Ok(Value::NIL),
    }
}

/// `io_take(io, count)`: at most so many of the bytes read ahead, as a binary string.
fn io_take(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = crate::arguments::position(vm, args, 1)?;
    let (input, start) = streams::readable(vm, args.get(0))?.lend_input();
    let count = count.min(input.len() - start);
    let taken = vm.new_string(&input[start..start + count], Encoding::BINARY).value();
    streams::any(vm, args.get(0))?.return_input(input, count);
    Ok(taken)
}

/// `io_take_onto(io, string, count)`: the same, added to a string; how many there were.
fn io_take_onto(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = crate::arguments::position(vm, args, 2)?;
    let Some(string) = args.get(1).as_string() else { return Err(vm.argument_error("not a String".to_string())) };
    let (input, start) = streams::readable(vm, args.get(0))?.lend_input();
    let count = count.min(input.len() - start);
    vm.string_append(string, &input[start..start + count]);
    streams::any(vm, args.get(0))?.return_input(input, count);
    Ok(Value::fixnum(count as i64))
}

/// `io_push_back(io, string)`: what is read next.
fn io_push_back(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    streams::readable(vm, args.get(0))?.push_back(bytes);
    Ok(Value::NIL)
}

fn io_forget_input(vm: &mut Vm, args: Arguments) -> NativeResult {
    streams::any(vm, args.get(0))?.forget_input();
    Ok(Value::NIL)
}

/// The descriptor came to stand for something else.
fn io_descriptor_replaced(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::any(vm, args.get(0))?;
    stream.forget_input();
    stream.forget_natures();
    let descriptor = stream.descriptor;
    vm.wake_waiters(descriptor);
    Ok(Value::NIL)
}

fn io_line_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::readable(vm, args.get(0))?.line_number))
}

fn io_set_line_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = integer(vm, args, 1)?;
    streams::any(vm, args.get(0))?.line_number = number;
    Ok(Value::NIL)
}

/// `io_set_line_base(io, count)`: how many lines `$.` counts before the stream's own.
fn io_set_line_base(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = integer(vm, args, 1)?;
    streams::any(vm, args.get(0))?.line_base = count;
    Ok(Value::NIL)
}

/// `io_set_process(io, number)`: the child at the other end.
fn io_set_process(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = integer(vm, args, 1)? as i32;
    streams::any(vm, args.get(0))?.process = process;
    Ok(Value::NIL)
}

/// The child at the other end, or nil.
fn io_process(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = streams::any(vm, args.get(0))?.process;
    Ok(if process == 0 { Value::NIL } else { Value::fixnum(process as i64) })
}

/// `io_set_writer(io, descriptor)`: writes go there from now on.
fn io_set_writer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 1)? as i32;
    let stream = streams::any(vm, args.get(0))?;
    stream.writer = descriptor;
    stream.forget_natures();
    stream.mode |= mode::DUPLEX;
    Ok(Value::NIL)
}

fn io_is_terminal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = streams::open(vm, args.get(0))?.descriptor;
    Ok(Value::boolean(system::is_terminal(descriptor)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_attach", io_attach),
    ("io_mode", io_mode),
    ("io_is_synced", exactly!(0, io_is_synced)),
    ("io_change_mode", io_change_mode),
    ("io_descriptor", io_descriptor),
    ("io_read_descriptor", io_read_descriptor),
    ("io_wait_list", io_wait_list),
    ("io_write_descriptor", io_write_descriptor),
    ("io_check_open", io_check_open),
    ("io_check_readable", io_check_readable),
    ("io_check_writable", io_check_writable),
    ("io_buffer", io_buffer),
    ("io_text_size", io_text_size),
    ("io_ends_line", io_ends_line),
    ("io_pending_output", io_pending_output),
    ("io_receive", io_receive),
    ("io_take_output", io_take_output),
    ("io_return_output", io_return_output),
    ("io_flush_all", io_flush_all),
    ("io_forget_output", io_forget_output),
    ("io_set_encodings", io_set_encodings),
    ("become_class", become_class),
    ("io_path", io_path),
    ("io_set_path", io_set_path),
    ("io_extras", io_extras),
    ("io_set_extras", io_set_extras),
    ("io_external", io_external),
    ("io_internal", io_internal),
    ("io_set_default_external", io_set_default_external),
    ("io_set_default_internal", io_set_default_internal),
    ("io_unread_size", io_unread_size),
    ("io_take_byte", io_take_byte),
    ("io_take", io_take),
    ("io_take_onto", io_take_onto),
    ("io_push_back", io_push_back),
    ("io_forget_input", io_forget_input),
    ("io_descriptor_replaced", io_descriptor_replaced),
    ("io_line_number", io_line_number),
    ("io_set_line_number", io_set_line_number),
    ("io_set_line_base", io_set_line_base),
    ("io_set_process", io_set_process),
    ("io_process", io_process),
    ("io_set_writer", io_set_writer),
    ("io_is_terminal", io_is_terminal),
];
