//! Bytes of Strings, whatever their encoding: what StringIO and StringScanner move through.

use memchr::memmem;
use rutile_core::arguments::position;
use rutile_vm::prelude::*;

fn string(vm: &mut Vm, args: Arguments, index: usize) -> Result<StringRef, Exit> {
    args.get(index).as_string().ok_or_else(|| vm.type_error(format!("a primitive expects a String as argument {index}")))
}

/// `Primitive.bytes_replace(string, at, length, other)`: puts the bytes of `other` in place of some of `string`'s.
fn bytes_replace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, other) = (string(vm, args, 0)?, string(vm, args, 3)?);
    let start = position(vm, args, 1)?.min(target.len());
    let removed = position(vm, args, 2)?.min(target.len() - start);
    vm.string_modify(target)?;
    let bytes = other.bytes().to_vec();
    vm.string_splice(target, start, removed, &bytes);
    target.forget_code_range();
    Ok(target.value())
}

/// `Primitive.bytes_index(string, pattern, from)`: where `pattern`'s bytes begin at or after `from`; nil if nowhere.
fn bytes_index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (text, pattern) = (string(vm, args, 0)?, string(vm, args, 1)?);
    let from = position(vm, args, 2)?;
    let Some(rest) = text.bytes().get(from..) else { return Ok(Value::NIL) };
    let found = match pattern.bytes() {
        [byte] => memchr::memchr(*byte, rest),
        bytes => memmem::find(rest, bytes),
    };
    Ok(found.map_or(Value::NIL, |index| Value::fixnum((from + index) as i64)))
}

/// `Primitive.path_order(path, other)`: -1, 0 or 1; slashes sort before everything else.
fn path_order(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(path), Some(other)) = (args.get(0).as_string(), args.get(1).as_string()) else { return Ok(Value::NIL) };
    let rank = |byte: &u8| if *byte == b'/' { 0 } else { *byte };
    Ok(Value::fixnum(path.bytes().iter().map(rank).cmp(other.bytes().iter().map(rank)) as i64))
}

pub const NATIVES: &[(&str, Native)] = &[("bytes_replace", bytes_replace), ("bytes_index", bytes_index), ("path_order", path_order)];
