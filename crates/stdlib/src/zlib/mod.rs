//! Zlib's natives. A stream is owned by a Resource cell.
//!
//! | primitive | does |
//! |---|---|
//! | `zlib_deflate(level, window, memory, strategy)`, `zlib_inflate(window)` | a stream; zlib's code where it refuses |
//! | `zlib_run(stream, input, from, flush, output, most)` | adds output; `[code, taken]` |
//! | `zlib_sync(stream, input)` | passes over damaged input; `[code, taken]` |
//! | `zlib_change(stream, level, strategy, output)`, `zlib_set_dictionary(stream, bytes)`, `zlib_reset(stream)` | a code |
//! | `zlib_end(stream)` | gives up what the stream took |
//! | `zlib_about(stream)` | bytes taken, bytes given, checksum, kind of data |
//! | `zlib_message(stream, code)` | what is wrong, in words |

#[expect(unsafe_code)]
pub mod system;

use rutile_core::arguments::{bytes, integer, position};
use rutile_vm::prelude::*;

use crate::resource::owned;
use crate::zlib::system::Stream;

/// A cell that owns the stream, or the code of zlib's refusal.
fn kept(vm: &mut Vm, stream: Result<Stream, i32>) -> NativeResult {
    match stream {
        Ok(stream) => Ok(vm.keep_resource(stream)),
        Err(code) => Ok(Value::fixnum(code.into())),
    }
}

fn stream(vm: &mut Vm, args: Arguments) -> Result<&mut Stream, Exit> {
    owned(vm, args, 0, "a zlib stream")
}

fn zlib_deflate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (level, window) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as i32);
    let (memory, strategy) = (integer(vm, args, 2)? as i32, integer(vm, args, 3)? as i32);
    kept(vm, Stream::deflating(level, window, memory, strategy))
}

fn zlib_inflate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let window = integer(vm, args, 0)? as i32;
    kept(vm, Stream::inflating(window))
}

/// The stream is gone, with all that it took.
fn zlib_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.take_resource::<Stream>(args.get(0));
    Ok(Value::NIL)
}

fn zlib_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let copy = stream(vm, args)?.copy();
    kept(vm, copy)
}

fn pair(vm: &mut Vm, (code, taken): (i32, usize)) -> NativeResult {
    Ok(vm.new_array(&[Value::fixnum(code.into()), Value::fixnum(taken as i64)]).value())
}

/// Adds to the String given at `index`.
fn put_out(vm: &mut Vm, args: Arguments, index: usize, output: &[u8]) -> Result<(), Exit> {
    let Some(string) = args.get(index).as_string() else { return Err(vm.argument_error("not a String".to_string())) };
    vm.check_allocation(output.len())?;
    vm.string_modify(string)?;
    vm.string_append(string, output);
    Ok(())
}

fn zlib_run(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (input, from, flush) = (bytes(vm, args, 1)?, position(vm, args, 2)?, integer(vm, args, 3)? as i32);
    let most = position(vm, args, 5)?;
    let mut output = Vec::new();
    let result = stream(vm, args)?.run(&input[from.min(input.len())..], flush, &mut output, most);
    put_out(vm, args, 4, &output)?;
    pair(vm, result)
}

fn zlib_sync(vm: &mut Vm, args: Arguments) -> NativeResult {
    let input = bytes(vm, args, 1)?;
    let result = stream(vm, args)?.synchronize(input);
    pair(vm, result)
}

fn zlib_change(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (level, strategy) = (integer(vm, args, 1)? as i32, integer(vm, args, 2)? as i32);
    let mut output = Vec::new();
    let code = stream(vm, args)?.change(level, strategy, &mut output);
    put_out(vm, args, 3, &output)?;
    Ok(Value::fixnum(code.into()))
}

fn zlib_set_dictionary(vm: &mut Vm, args: Arguments) -> NativeResult {
    let dictionary = bytes(vm, args, 1)?;
    Ok(Value::fixnum(stream(vm, args)?.set_dictionary(dictionary).into()))
}

fn zlib_reset(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(stream(vm, args)?.reset().into()))
}

fn zlib_about(vm: &mut Vm, args: Arguments) -> NativeResult {
    let about = stream(vm, args)?.about();
    let numbers = [about.taken as i64, about.given as i64, about.checksum as i64, about.kind.into()].map(Value::fixnum);
    Ok(vm.new_array(&numbers).value())
}

fn zlib_message(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = integer(vm, args, 1)? as i32;
    let message = match args.get(0) == Value::NIL {
        true => system::words(code).to_string(),
        false => stream(vm, args)?.message(code),
    };
    Ok(vm.string(&message))
}

/// `zlib_crc32(start, string)`.
fn zlib_crc32(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (start, text) = (integer(vm, args, 0)? as u32, bytes(vm, args, 1)?);
    Ok(Value::fixnum(system::crc32(start, text).into()))
}

/// `zlib_adler32(start, string)`.
fn zlib_adler32(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (start, text) = (integer(vm, args, 0)? as u32, bytes(vm, args, 1)?);
    Ok(Value::fixnum(system::adler32(start, text).into()))
}

/// `zlib_crc32_combine(first, second, length)`: of two texts in a row, the second of the length.
fn zlib_crc32_combine(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, second, length) = (integer(vm, args, 0)? as u32, integer(vm, args, 1)? as u32, integer(vm, args, 2)?);
    Ok(Value::fixnum(system::crc32_combine(first, second, length).into()))
}

/// The same for the other checksum.
fn zlib_adler32_combine(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, second, length) = (integer(vm, args, 0)? as u32, integer(vm, args, 1)? as u32, integer(vm, args, 2)?);
    Ok(Value::fixnum(system::adler32_combine(first, second, length).into()))
}

fn zlib_version(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.string(&system::version()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("zlib_deflate", zlib_deflate),
    ("zlib_inflate", zlib_inflate),
    ("zlib_copy", zlib_copy),
    ("zlib_run", zlib_run),
    ("zlib_sync", zlib_sync),
    ("zlib_change", zlib_change),
    ("zlib_set_dictionary", zlib_set_dictionary),
    ("zlib_end", zlib_end),
    ("zlib_reset", zlib_reset),
    ("zlib_about", zlib_about),
    ("zlib_message", zlib_message),
    ("zlib_crc32", zlib_crc32),
    ("zlib_adler32", zlib_adler32),
    ("zlib_crc32_combine", zlib_crc32_combine),
    ("zlib_adler32_combine", zlib_adler32_combine),
    ("zlib_version", zlib_version),
];
