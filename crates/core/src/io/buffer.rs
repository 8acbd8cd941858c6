//! `IO::Buffer`: views of memory, and what is done to them in place.
//!
//! A buffer is a cell of kind `Buffer`. What it looks at is a piece of its *store*:
//!
//! ```text
//!   store                made by                               who else sees it
//!   ------------------   -----------------------------------   ------------------------
//!   Bytes cell           `new` of less than a page, `INTERNAL`  slices
//!   String               `for`, `string`                        the program, slices
//!   Resource: Mapping    `new` from a page on, `map`            slices, files, children
//!   nil                  nothing yet, or freed
//! ```
//!
//! Memory of the heap moves, so that no address is kept: each native finds its bytes
//! anew, and natives are leaves. A slice remembers the store and its *source*, the
//! buffer (or String) that it is a piece of; it is valid while that still has the
//! same store and reaches as far.
//!
//! Natives here are told ranges that the Ruby above has checked; where the memory
//! can't be used they answer false, and `__refuse` there says why.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer, position};
use crate::io::buffer_piece::{Piece, bits, is_valid, mapping, size, start};
use rutile_platform::mapped_memory::{Mapping, Request};

pub fn buffer(vm: &mut Vm, args: Arguments, index: usize) -> Result<BufferRef, Exit> {
    match BufferRef::from_value(args.get(index)) {
        Some(buffer) => Ok(buffer),
        None => Err(vm.type_error("not an IO::Buffer".to_string())),
    }
}

// --- Life ---

/// `buffer_instances(class)`: instances of the class are buffers.
fn buffer_instances(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(class) = ClassRef::from_module(args.get(0)) {
        let rest = class.state() & ((1 << state::KIND_SHIFT) - 1);
        class.set_state(rest | (Kind::Buffer as i64) << state::KIND_SHIFT);
    }
    Ok(args.get(0))
}

fn attach(vm: &mut Vm, buffer: BufferRef, store: Value, size: usize, flags: i64, source: Value) {
    buffer.set_store(vm, store);
    buffer.set_start(vm, Value::fixnum(0));
    buffer.set_size(vm, Value::fixnum(size as i64));
    buffer.set_flags(vm, Value::fixnum(flags));
    buffer.set_source(vm, source);
}

/// An error's number negated.
fn failure(number: i32) -> NativeResult {
    Ok(Value::fixnum(-(number as i64)))
}

/// `buffer_allocate(buffer, size, flags)`: memory of zeros; true, false where there is none, an error's number negated.
fn buffer_allocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, size, flags) = (buffer(vm, args, 0)?, position(vm, args, 1)?, integer(vm, args, 2)?);
    let store = if flags & bits::INTERNAL != 0 {
        if vm.check_allocation(size).is_err() {
            return Ok(Value::FALSE);
        }
        Value::cell(vm.allocate(8 + size, rutile_vm::value::kind::header(Kind::Bytes, 0, 0, 0)))
    } else if flags & bits::MAPPED != 0 {
        match Mapping::new(&Request { length: size, file: None, writable: true, shared: flags & bits::SHARED != 0 }) {
            Ok(mapping) => vm.keep_resource(mapping),
            Err(number) => return failure(number),
        }
    } else {
        return Ok(Value::FALSE);
    };
    attach(vm, buffer, store, size, flags, Value::NIL);
    Ok(Value::TRUE)
}

/// `buffer_borrow(buffer, string, flags)`: looks at a String's bytes.
fn buffer_borrow(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, size, flags) = (buffer(vm, args, 0)?, bytes(vm, args, 1)?.len(), integer(vm, args, 2)?);
    attach(vm, buffer, args.get(1), size, flags | bits::EXTERNAL, args.get(1));
    Ok(args.get(0))
}

/// A buffer without memory gets what is in a mapping.
pub fn lend(vm: &mut Vm, buffer: BufferRef, mapping: Mapping, flags: i64) {
    let size = mapping.len();
    let store = vm.keep_resource(mapping);
    attach(vm, buffer, store, size, flags, Value::NIL);
}

/// `buffer_map(buffer, descriptor, size, offset, flags)`: 0, or an error's number negated.
fn buffer_map(vm: &mut Vm, args: Arguments) -> NativeResult {
    let buffer = buffer(vm, args, 0)?;
    let (descriptor, length, offset, asked) = (integer(vm, args, 1)? as i32, position(vm, args, 2)?, integer(vm, args, 3)?, integer(vm, args, 4)?);
    let private = asked & bits::PRIVATE != 0;
    let flags = bits::MAPPED | bits::FILE | asked & bits::READONLY | if private { bits::PRIVATE } else { bits::EXTERNAL | bits::SHARED };
    let request = Request { length, file: Some((descriptor, offset)), writable: asked & bits::READONLY == 0, shared: !private };
    match Mapping::new(&request) {
        Ok(mapping) => {
            let store = vm.keep_resource(mapping);
            attach(vm, buffer, store, length, flags, Value::NIL);
            Ok(Value::fixnum(0))
        }
        Err(number) => failure(number),
    }
}

/// `buffer_slice(buffer, slice, offset, length)`.
fn buffer_slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (whole, slice) = (buffer(vm, args, 0)?, buffer(vm, args, 1)?);
    let (offset, length) = (position(vm, args, 2)?, position(vm, args, 3)?);
    let flags = whole.flags().as_fixnum().unwrap_or(0) & bits::READONLY;
    let source = if whole.source().is_nil() { whole.value() } else { whole.source() };
    attach(vm, slice, whole.store(), length, flags, source);
    slice.set_start(vm, Value::fixnum((start(whole) + offset) as i64));
    Ok(slice.value())
}

/// `buffer_transfer(buffer, other)`: the memory becomes another buffer's.
fn buffer_transfer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (from, to) = (buffer(vm, args, 0)?, buffer(vm, args, 1)?);
    let flags = from.flags().as_fixnum().unwrap_or(0);
    attach(vm, to, from.store(), size(from), flags, from.source());
    to.set_start(vm, from.start());
    attach(vm, from, Value::NIL, 0, flags, Value::NIL);
    Ok(to.value())
}

fn buffer_free(vm: &mut Vm, args: Arguments) -> NativeResult {
    let buffer = buffer(vm, args, 0)?;
    if let (true, Some(cell)) = (buffer.source().is_nil(), ResourceRef::from_value(buffer.store())) {
        // Now rather than at the next collection.
        vm.discard_resource(cell);
    }
    attach(vm, buffer, Value::NIL, 0, 0, Value::NIL);
    Ok(buffer.value())
}

/// `buffer_resize(buffer, size)` of one that has memory of its own: true, false where there is none, an error's number negated.
fn buffer_resize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, wanted) = (buffer(vm, args, 0)?, position(vm, args, 1)?);
    if buffer.store().is_kind(Kind::Resource) {
        if let Some(Err(number)) = mapping(vm, buffer.store()).map(|mapping| mapping.resize(wanted)) {
            return failure(number);
        }
    } else {
        if vm.check_allocation(wanted).is_err() {
            return Ok(Value::FALSE);
        }
        // Always new memory: what is added is zero, and slices are told that theirs is gone.
        let store = vm.allocate(8 + wanted, rutile_vm::value::kind::header(Kind::Bytes, 0, 0, 0));
        let kept = size(buffer).min(wanted);
        let Some(old) = Piece::of(vm, buffer, 0, kept, false) else { return Ok(Value::FALSE) };
        old.copy_to(vm, Value::cell(store));
        buffer.set_store(vm, Value::cell(store));
    }
    buffer.set_size(vm, Value::fixnum(wanted as i64));
    Ok(Value::TRUE)
}

// --- What it is ---

fn buffer_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(buffer(vm, args, 0)?.size())
}

fn buffer_flags(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(buffer(vm, args, 0)?.flags())
}

fn buffer_set_flags(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, flags) = (buffer(vm, args, 0)?, integer(vm, args, 1)?);
    buffer.set_flags(vm, Value::fixnum(flags));
    Ok(args.get(1))
}

fn buffer_is_null(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(buffer(vm, args, 0)?.store().is_nil()))
}

fn buffer_is_slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(!buffer(vm, args, 0)?.source().is_nil()))
}

fn buffer_is_valid(vm: &mut Vm, args: Arguments) -> NativeResult {
    let buffer = buffer(vm, args, 0)?;
    Ok(Value::boolean(is_valid(vm, buffer)))
}

/// Where the memory is at this moment; 0: nowhere.
fn buffer_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let buffer = buffer(vm, args, 0)?;
    let address = match buffer.store().kind() {
        Kind::Nil => 0,
        Kind::String => buffer.store().as_string().map_or(0, |string| string.bytes().as_ptr() as usize + start(buffer)),
        Kind::Bytes => buffer.store().as_cell().map_or(0, |cell| cell.byte_pointer(8) as usize + start(buffer)),
        _ => mapping(vm, buffer.store()).map_or(0, |mapping| mapping.address() as usize + start(buffer)),
    };
    Ok(Value::fixnum(address as i64))
}

/// Whether two buffers look at common memory.
fn buffer_overlaps(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, other) = (buffer(vm, args, 0)?, buffer(vm, args, 1)?);
    let common = start(one) < start(other) + size(other) && start(other) < start(one) + size(one);
    Ok(Value::boolean(common && one.store() == other.store()))
}

// --- Locks of strings ---

/// `string_lock(string)`: from now on only buffers change it; false if it is locked.
fn string_lock(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = crate::arguments::string(vm, args, 0)?;
    let locked = string.is_locked();
    string.set_locked(true);
    Ok(Value::boolean(!locked))
}

fn string_unlock(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = crate::arguments::string(vm, args, 0)?;
    let locked = string.is_locked();
    string.set_locked(false);
    Ok(Value::boolean(locked))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("buffer_instances", buffer_instances),
    ("buffer_allocate", buffer_allocate),
    ("buffer_borrow", buffer_borrow),
    ("buffer_map", buffer_map),
    ("buffer_slice", buffer_slice),
    ("buffer_transfer", buffer_transfer),
    ("buffer_free", buffer_free),
    ("buffer_resize", buffer_resize),
    ("buffer_size", buffer_size),
    ("buffer_flags", buffer_flags),
    ("buffer_set_flags", buffer_set_flags),
    ("buffer_is_null", buffer_is_null),
    ("buffer_is_slice", buffer_is_slice),
    ("buffer_is_valid", buffer_is_valid),
    ("buffer_address", buffer_address),
    ("buffer_overlaps", buffer_overlaps),
    ("string_lock", string_lock),
    ("string_unlock", string_unlock),
];
