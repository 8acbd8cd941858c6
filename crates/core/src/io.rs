//! IO's natives over the buffers of a stream: opening, modes, taking input, adding output.
//!
//! None of these blocks. What moves bytes between a buffer and a descriptor is in
//! `io_transfer.rs`; the Ruby of `core/io*.rb` alternates between the two.

use rutile_vm::prelude::*;

use crate::arguments::integer;
use crate::io_stream::{self as streams, OUTPUT_CAPACITY, Stream, mode};
use crate::system;

fn bytes_of<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<&'a [u8], Exit> {
    match args.get(index).as_string() {
        Some(string) => Ok(string.bytes()),
        None => Err(vm.argument_error(format!("a primitive expects a String as argument {index}"))),
    }
}

/// `io_attach(io, descriptor, mode)`: the object becomes the IO of a descriptor.
fn io_attach(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, bits) = (integer(vm, args, 1)? as i32, integer(vm, args, 2)? as u32);
    let Some(cell) = ResourceRef::from_value(args.get(0)) else {
        return Err(vm.type_error("not an IO".to_string()));
    };
    let bits = if bits & mode::WRITABLE != 0 && system::is_terminal(descriptor) { bits | mode::TERMINAL } else { bits };
    detach(vm, cell);
    let index = vm.add_resource(Box::new(Stream::new(descriptor, bits)));
    cell.set_index(vm, Value::fixnum(index as i64));
    Ok(args.get(0))
}

/// Gives up the stream that a cell has owned.
fn detach(vm: &mut Vm, cell: ResourceRef) {
    if let Some(index) = cell.index().as_fixnum() {
        cell.set_index(vm, Value::NIL);
        drop(vm.remove_resource(index as usize));
    }
}

/// The mode of an IO, closed or not.
fn io_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::any(vm, args.get(0))?.mode as i64))
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
    let bytes = bytes_of(vm, args, 1)?;
    let stream = streams::writable(vm, args.get(0))?;
    stream.append(bytes);
    let line_ended = stream.is(mode::TERMINAL) && bytes.contains(&b'\n');
    Ok(Value::boolean(stream.is(mode::SYNC) || line_ended || stream.output.len() > OUTPUT_CAPACITY))
}

/// How many bytes a string has.
fn io_text_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(bytes_of(vm, args, 0)?.len() as i64))
}

/// Whether a string ends a line.
fn io_ends_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(bytes_of(vm, args, 0)?.last() == Some(&b'\n')))
}

/// How much output waits.
fn io_pending_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(streams::find(&mut vm.resources, args.get(0)).map_or(0, |stream| stream.output.len()) as i64))
}

/// Writes out what every stream holds.
fn io_flush_all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    streams::flush_all(vm);
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_flush_all", io_flush_all),
    ("io_attach", io_attach),
    ("io_mode", io_mode),
    ("io_change_mode", io_change_mode),
    ("io_descriptor", io_descriptor),
    ("io_check_open", io_check_open),
    ("io_check_readable", io_check_readable),
    ("io_check_writable", io_check_writable),
    ("io_buffer", io_buffer),
    ("io_text_size", io_text_size),
    ("io_ends_line", io_ends_line),
    ("io_pending_output", io_pending_output),
];
