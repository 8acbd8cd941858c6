//! What moves bytes between a stream's buffers and its descriptor: the calls that may block.
//!
//! Each makes one system call and answers how much moved, or the error's number
//! negated. The Ruby above loops, so that one place can park a thread instead.

use rutile_vm::prelude::*;

use crate::io_stream as streams;
use crate::system;

/// A count, or an error's number negated.
fn outcome(result: system::SystemResult<usize>) -> NativeResult {
    Ok(Value::fixnum(match result {
        Ok(count) => count as i64,
        Err(number) => -(number as i64),
    }))
}

/// `io_drain(io)`: writes of the output what the descriptor takes; how much is left.
fn io_drain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = streams::open(vm, args.get(0))?;
    if stream.output.is_empty() {
        return Ok(Value::fixnum(0));
    }
    let descriptor = stream.output_descriptor();
    match system::write(descriptor, &stream.output) {
        Ok(count) => {
            stream.output.drain(..count);
            Ok(Value::fixnum(stream.output.len() as i64))
        }
        Err(libc::EAGAIN) => {
            let waited = system::poll(&mut [system::poll_entry(descriptor, libc::POLLOUT)], -1);
            outcome(waited.map(|_| stream.output.len()))
        }
        Err(number) => outcome(Err(number)),
    }
}

pub const NATIVES: &[(&str, Native)] = &[("io_drain", io_drain)];
