//! Transfers between a stream and its descriptor.
//!
//! Each makes one attempt (see `io_attempt.rs`) and answers how much moved, or the
//! error's number negated. The Ruby above loops and waits, in `core/io/waiting.rb`.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer, position};
use crate::concurrency::blocking;
use crate::io::attempt;
use crate::io::stream::{self as streams, INPUT_CAPACITY, mode};
use rutile_platform::{self as system, SystemResult};

/// The most that is read at once, however much has been read ahead already.
const LARGEST_FILL: usize = 4 << 20;

/// A count, or an error's number negated.
fn outcome(result: SystemResult<usize>) -> NativeResult {
    Ok(Value::fixnum(match result {
        Ok(count) => count as i64,
        Err(number) => -(number as i64),
    }))
}

/// `io_drain(io)`: writes of the output what the descriptor takes; how much is left.
fn io_drain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some((stream, target)) = streams::to_drain(vm, args.get(0))? else { return Ok(Value::fixnum(0)) };
    match attempt::write(target, &stream.output) {
        Ok(count) => {
            stream.output.drain(..count);
            Ok(Value::fixnum(stream.output.len() as i64))
        }
        Err(number) => outcome(Err(number)),
    }
}

/// `io_fill(io)`: reads ahead; how much came, 0 at the end. The more is waiting to make
/// a line, the more is read, so that a long line is looked through but a few times.
fn io_fill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = streams::source(vm, args.get(0))?;
    outcome(fill(vm, args.get(0), target)?)
}

fn fill(vm: &mut Vm, io: Value, target: attempt::Target) -> Result<SystemResult<usize>, Exit> {
    let size = streams::readable(vm, io)?.unread().len().clamp(INPUT_CAPACITY, LARGEST_FILL);
    let mut buffer = std::mem::take(&mut vm.resources.read_buffer);
    buffer.resize(size, 0);
    let result = read_from(vm, target, &mut buffer);
    if let Ok(count) = result {
        streams::readable(vm, io)?.receive(&buffer[..count]);
    }
    buffer.truncate(INPUT_CAPACITY);
    buffer.shrink_to(INPUT_CAPACITY);
    vm.resources.read_buffer = buffer;
    Ok(result)
}

/// Reads ahead from a file of which nothing has been read ahead, for a thread that may wait: how much came, 0 at its end. `None` where
/// that isn't all there is to do, and where it fails: who asks then does so in Ruby.
pub(super) fn fill_from_file(vm: &mut Vm, io: Value) -> Option<usize> {
    if !vm.may_wait_in_call() {
        return None;
    }
    let stream = streams::find(&mut vm.resources, io)?;
    if stream.is_closed() || !stream.is(mode::READABLE) || !stream.output.is_empty() || !stream.unread().is_empty() {
        return None;
    }
    let target = stream.source(true);
    if target.nature != attempt::Nature::File {
        return None;
    }
    fill(vm, io, target).ok()?.ok()
}

/// One attempt to read; what a file has to fetch from its device is fetched by others.
fn read_from(vm: &mut Vm, target: attempt::Target, buffer: &mut [u8]) -> SystemResult<usize> {
    if target.nature == attempt::Nature::File && !target.may_wait {
        return blocking::read_file(vm, target.descriptor, buffer);
    }
    attempt::read(target, buffer)
}

/// `io_read_onto(io, string, count)`: appends to the string what one read gives, at most `count`
/// bytes, past the stream's own input.
fn io_read_onto(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = streams::source(vm, args.get(0))?;
    read_onto(vm, args, |vm, buffer| read_from(vm, target, buffer))
}

/// The same, without waiting.
fn io_read_now(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = streams::readable(vm, args.get(0))?.descriptor;
    if let Err(number) = system::set_blocking(descriptor, false) {
        return outcome(Err(number));
    }
    read_onto(vm, args, |_, buffer| system::read(descriptor, buffer))
}

/// `io_read_at(io, string, count, offset)`.
fn io_read_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let offset = integer(vm, args, 3)?;
    let descriptor = streams::readable(vm, args.get(0))?.descriptor;
    read_onto(vm, args, |vm, buffer| blocking::read_file_at(vm, descriptor, buffer, offset))
}

fn read_onto(vm: &mut Vm, args: Arguments, read: impl FnOnce(&mut Vm, &mut [u8]) -> SystemResult<usize>) -> NativeResult {
    let count = position(vm, args, 2)?;
    let Some(string) = args.get(1).as_string() else { return Err(vm.argument_error("not a String".to_string())) };
    vm.check_allocation(count)?;
    let start = string.len();
    vm.string_stretch(string, start + count);
    let result = vm.change_bytes(string, |vm, bytes| read(vm, &mut bytes[start..]))?;
    vm.string_resize(string, start + result.unwrap_or(0));
    string.forget_code_range();
    outcome(result)
}

/// `io_write_now(io, string)`: one write, without waiting.
fn io_write_now(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    let descriptor = streams::writable(vm, args.get(0))?.output_descriptor();
    if let Err(number) = system::set_blocking(descriptor, false) {
        return outcome(Err(number));
    }
    outcome(system::write(descriptor, bytes))
}

/// `io_write_through(io, string)`: one write.
fn io_write_through(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    outcome(attempt::write(streams::sink(vm, args.get(0))?, bytes))
}

/// `io_write_at(io, string, offset)`.
fn io_write_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (bytes, offset) = (bytes(vm, args, 1)?, integer(vm, args, 2)?);
    let descriptor = streams::writable(vm, args.get(0))?.output_descriptor();
    outcome(system::write_at(descriptor, bytes, offset))
}

/// `io_poll(list)`: what each descriptor of `[descriptor, events, ...]` is ready for now, as an Array,
/// or an error's number negated.
fn io_poll(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(list) = args.get(0).as_array() else { return Err(vm.argument_error("not an Array".to_string())) };
    let number = |value: Value| value.as_fixnum().unwrap_or(-1);
    let mut entries: Vec<libc::pollfd> =
        list.values().chunks_exact(2).map(|pair| system::poll_entry(number(pair[0]) as i32, number(pair[1]) as i16)).collect();
    if let Err(number) = system::poll(&mut entries, 0) {
        return outcome(Err(number));
    }
    let ready = vm.array_with_capacity(entries.len());
    for entry in entries {
        vm.array_push(ready, Value::fixnum(entry.revents as i64));
    }
    Ok(ready.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_drain", io_drain),
    ("io_fill", io_fill),
    ("io_read_onto", io_read_onto),
    ("io_read_now", io_read_now),
    ("io_read_at", io_read_at),
    ("io_write_now", io_write_now),
    ("io_write_through", io_write_through),
    ("io_write_at", io_write_at),
    ("io_poll", io_poll),
];
