//! Transfers between an `IO::Buffer` and a descriptor, past the stream's own buffers.
//!
//! Each makes one call and answers how much moved, or the error's number negated. The
//! system is given the memory itself: it reports what it can't reach.

use rutile_vm::prelude::*;

use crate::arguments::{integer, position};
use crate::concurrency::blocking;
use crate::io::attempt::{self as attempt, Nature, Target};
use crate::io::buffer::buffer;
use crate::io::buffer_piece::{Piece, size};
use crate::io::stream as streams;
use rutile_platform::SystemResult;
use rutile_platform as system;

fn outcome(result: SystemResult<usize>) -> NativeResult {
    Ok(Value::fixnum(match result {
        Ok(count) => count as i64,
        Err(number) => -(number as i64),
    }))
}

/// A descriptor as a call is to be made on it; may it wait, where the thread is alone.
fn target(vm: &mut Vm, descriptor: i32, waits: bool) -> Target {
    Target { descriptor, nature: Nature::of(descriptor), may_wait: waits && vm.may_wait_in_call() }
}

/// `buffer_read(buffer, offset, descriptor, waits)`: one read into what is behind the offset. `waits`: a call
/// may wait where the thread is alone.
fn buffer_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset, descriptor) = (buffer(vm, args, 0)?, position(vm, args, 1)?, integer(vm, args, 2)? as i32);
    let length = size(buffer).saturating_sub(offset);
    let Some(piece) = Piece::of(vm, buffer, offset, length, true) else { return Ok(Value::FALSE) };
    let target = target(vm, descriptor, args.get(3).truthy());
    let bytes = piece.memory(vm);
    outcome(match target {
        Target { nature: Nature::File, may_wait: false, .. } => blocking::read_file(vm, descriptor, bytes),
        target => attempt::read(target, bytes),
    })
}

/// `buffer_write(buffer, offset, descriptor, waits)`: one write of what is behind the offset.
fn buffer_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset, descriptor) = (buffer(vm, args, 0)?, position(vm, args, 1)?, integer(vm, args, 2)? as i32);
    let length = size(buffer).saturating_sub(offset);
    let Some(piece) = Piece::of(vm, buffer, offset, length, false) else { return Ok(Value::FALSE) };
    let target = target(vm, descriptor, args.get(3).truthy());
    let bytes = piece.memory(vm);
    outcome(attempt::write(target, bytes))
}

/// `buffer_read_at(buffer, offset, descriptor, from)`.
fn buffer_read_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset, descriptor, from) = (buffer(vm, args, 0)?, position(vm, args, 1)?, integer(vm, args, 2)? as i32, integer(vm, args, 3)?);
    let length = size(buffer).saturating_sub(offset);
    let Some(piece) = Piece::of(vm, buffer, offset, length, true) else { return Ok(Value::FALSE) };
    let bytes = piece.memory(vm);
    outcome(system::read_at(descriptor, bytes, from))
}

/// `buffer_write_at(buffer, offset, descriptor, to)`.
fn buffer_write_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset, descriptor, to) = (buffer(vm, args, 0)?, position(vm, args, 1)?, integer(vm, args, 2)? as i32, integer(vm, args, 3)?);
    let length = size(buffer).saturating_sub(offset);
    let Some(piece) = Piece::of(vm, buffer, offset, length, false) else { return Ok(Value::FALSE) };
    let bytes = piece.memory(vm);
    outcome(system::write_at(descriptor, bytes, to))
}

/// `buffer_descriptor(io, writes)`: the descriptor of an open IO.
fn buffer_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::open(vm, args.get(0))?;
    let descriptor = if args.get(1).truthy() { stream.output_descriptor() } else { stream.descriptor };
    Ok(Value::fixnum(descriptor as i64))
}

/// `descriptor_size(descriptor)`: bytes of the file that it stands for; 0 where it is none.
fn descriptor_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    Ok(Value::fixnum(rutile_platform::files::status_of(descriptor).map_or(0, |status| status.st_size)))
}

/// `descriptor_waits(descriptor, named)`: whether a call on it is to wait. Sockets, and pipes that have no name, are
/// asked without: those who write event loops expect `EAGAIN` of them.
fn descriptor_waits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 0)? as i32;
    let mode = rutile_platform::files::status_of(descriptor).map_or(0, |status| status.st_mode & libc::S_IFMT);
    let never = mode == libc::S_IFSOCK || (mode == libc::S_IFIFO && !args.get(1).truthy());
    let flags = system::control(descriptor, libc::F_GETFL, 0).unwrap_or(0);
    Ok(Value::boolean(!never && flags & libc::O_NONBLOCK == 0))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("buffer_read", buffer_read),
    ("buffer_write", buffer_write),
    ("buffer_read_at", buffer_read_at),
    ("buffer_write_at", buffer_write_at),
    ("buffer_descriptor", buffer_descriptor),
    ("descriptor_size", descriptor_size),
    ("descriptor_waits", descriptor_waits),
];
