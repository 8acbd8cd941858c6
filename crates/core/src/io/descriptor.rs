//! IO's natives on descriptors: opening, closing, copying, controlling.
//!
//! A native that fails answers the error's number, negated.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer};
use crate::concurrency::blocking;
use crate::io::stream::{self as streams, CLOSED, mode};
use rutile_platform::{self as system, SystemResult};
use rutile_platform::files as system_files;

fn answer(result: SystemResult<i64>) -> NativeResult {
    let number = match result {
        Ok(number) => number,
        Err(number) => -(number as i64),
    };
    // Positions beyond 62 bits are no file's.
    Ok(Value::try_fixnum(number).unwrap_or(Value::fixnum(-(libc::EOVERFLOW as i64))))
}

/// `io_open(path, flags, permissions)`: a descriptor. May wait (a named pipe).
fn io_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (path, flags, permissions) = (bytes(vm, args, 0)?, integer(vm, args, 1)? as i32, integer(vm, args, 2)? as u32);
    answer(blocking::open(vm, path, flags, permissions))
}

fn io_close_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    answer(system::close(descriptor).map(|()| 0))
}

/// `io_close(io)`: closes both ends; what waits to be written is the caller's affair. A descriptor that belongs
/// to someone else stays open, and so do the standard three, which programs started later expect to find.
fn io_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    let result = close_ends(vm, args.get(0))?;
    answer(result)
}

fn close_ends(vm: &mut Vm, io: Value) -> Result<SystemResult<i64>, Exit> {
    let stream = streams::any(vm, io)?;
    let mut result = Ok(0);
    let ends = [std::mem::replace(&mut stream.writer, CLOSED), std::mem::replace(&mut stream.descriptor, CLOSED)];
    stream.output.clear();
    stream.forget_input();
    let keep_open = stream.is(mode::KEEP_OPEN);
    for descriptor in ends {
        if descriptor != CLOSED {
            vm.wake_waiters(descriptor);
        }
        if descriptor > 2 && !keep_open {
            result = result.and(system::close(descriptor).map(|()| 0));
        }
    }
    Ok(result)
}

/// `IO#close` of a stream that was only read, without a program behind it: there is nothing to be written or waited for.
/// What the system refuses is told by the body, which finds the stream as it was.
fn io_close_reader(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::find(&mut vm.resources, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    if stream.is(mode::WRITABLE | mode::DUPLEX) || stream.process != 0 || stream.is_closed() {
        return Err(Exit::Fallback);
    }
    let (descriptor, writer) = (stream.descriptor, stream.writer);
    if close_ends(vm, args.receiver())?.is_err() {
        let stream = streams::any(vm, args.receiver())?;
        (stream.descriptor, stream.writer) = (descriptor, writer);
        return Err(Exit::Fallback);
    }
    Ok(Value::NIL)
}

/// `IO#closed?`
fn io_is_closed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::find(&mut vm.resources, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    Ok(Value::boolean(stream.is_closed()))
}

/// `io_close_end(io, write)`: closes one end of a duplex stream.
fn io_close_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let write = args.get(1).truthy();
    let stream = streams::any(vm, args.get(0))?;
    stream.forget_natures();
    let descriptor = if write {
        stream.output.clear();
        stream.mode &= !(mode::WRITABLE | mode::DUPLEX);
        std::mem::replace(&mut stream.writer, CLOSED)
    } else {
        stream.forget_input();
        // What is left is a plain stream over the end that writes.
        let writer = std::mem::replace(&mut stream.writer, CLOSED);
        stream.mode &= !(mode::READABLE | mode::DUPLEX);
        std::mem::replace(&mut stream.descriptor, writer)
    };
    vm.wake_waiters(descriptor);
    answer(if descriptor == CLOSED { Ok(0) } else { system::close(descriptor).map(|()| 0) })
}

/// The flags that a descriptor is open with.
fn io_flags(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    answer(system::control(descriptor, libc::F_GETFL, 0).map(i64::from))
}

/// `io_seek(io, offset, whence)`: where the descriptor stands then. The buffers are the caller's affair.
fn io_seek(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (offset, whence) = (integer(vm, args, 1)?, integer(vm, args, 2)? as i32);
    let descriptor = streams::open(vm, args.get(0))?.descriptor;
    answer(system::seek(descriptor, offset, whence))
}

/// How many bytes of a regular file follow the descriptor's position; 0 where nobody knows.
fn io_remaining(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = streams::open(vm, args.get(0))?.descriptor;
    let size = match system_files::status_of(descriptor) {
        Ok(status) if status.st_mode & libc::S_IFMT == libc::S_IFREG => status.st_size,
        _ => return Ok(Value::fixnum(0)),
    };
    let position = system::seek(descriptor, 0, libc::SEEK_CUR).unwrap_or(size);
    Ok(Value::fixnum((size - position).max(0)))
}

/// The two ends of a new pipe.
fn io_pipe(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match system::pipe() {
        Ok((reader, writer)) => Ok(vm.new_array(&[Value::fixnum(reader as i64), Value::fixnum(writer as i64)]).value()),
        Err(number) => answer(Err(number)),
    }
}

fn io_duplicate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    answer(system::duplicate(descriptor).map(i64::from))
}

/// `io_duplicate_to(descriptor, target)`.
fn io_duplicate_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, target) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as i32);
    answer(system::duplicate_to(descriptor, target).map(i64::from))
}

/// `io_sync_file(descriptor, data_only)`: waits until the device has it.
fn io_sync_file(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    answer(blocking::sync_file(vm, descriptor, args.get(1).truthy()))
}

/// `io_advise(descriptor, offset, length, advice)`.
fn io_advise(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, offset) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)?);
    let (length, advice) = (integer(vm, args, 2)?, integer(vm, args, 3)? as i32);
    answer(system::advise(descriptor, offset, length, advice).map(|()| 0))
}

/// `io_control(descriptor, command, argument, device)`: the argument is a number, or a String that is
/// read and changed in place. `device` tells `ioctl` from `fcntl`.
fn io_control(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, command) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)?);
    let device = args.get(3).truthy();
    let Some(string) = args.get(2).as_string() else {
        let argument = integer(vm, args, 2)?;
        let result = match device {
            true => system::device_control(descriptor, command as u64, argument),
            false => system::control(descriptor, command as i32, argument),
        };
        return answer(result.map(i64::from));
    };
    let mut memory = string.bytes().to_vec();
    let length = memory.len();
    memory.resize(length.max(system::LARGEST_CONTROL), 0);
    let result = match device {
        true => system::device_control_bytes(descriptor, command as u64, &mut memory),
        false => system::control_bytes(descriptor, command as i32, &mut memory),
    };
    if result.is_ok() && memory[..length] != *string.bytes() {
        vm.string_modify(string)?;
        vm.string_replace(string, &memory[..length]);
    }
    answer(result.map(i64::from))
}

/// `io_set_blocking(descriptor, blocking)`.
fn io_set_blocking(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    answer(system::set_blocking(descriptor, args.get(1).truthy()).map(|()| 0))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("io_open", io_open),
    ("io_close_descriptor", io_close_descriptor),
    ("io_close", io_close),
    ("io_close_reader", io_close_reader),
    ("io_is_closed", io_is_closed),
    ("io_close_end", io_close_end),
    ("io_flags", io_flags),
    ("io_seek", io_seek),
    ("io_remaining", io_remaining),
    ("io_pipe", io_pipe),
    ("io_duplicate", io_duplicate),
    ("io_duplicate_to", io_duplicate_to),
    ("io_sync_file", io_sync_file),
    ("io_advise", io_advise),
    ("io_control", io_control),
    ("io_set_blocking", io_set_blocking),
];
