//! The bytes of an `IO::Buffer`: numbers in it, strings, masks, dumps.
//!
//! As in `io_buffer.rs`, ranges are checked by the Ruby above, and false says that the
//! memory can't be used.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer, position};
use crate::io::buffer::buffer;
use crate::io::buffer_piece::{Piece, size};

/// A number as it stands in memory.
#[derive(Clone, Copy)]
struct Format {
    width: usize,
    kind: Number,
    big_endian: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Number {
    Unsigned,
    Signed,
    Float,
}

/// The format that a Symbol names: small letters are little endian. `None`: no such format.
fn format(vm: &Vm, name: Value) -> Option<Format> {
    let text = vm.symbol_bytes(name.as_symbol()?);
    let (width, kind) = match text {
        b"U8" => (1, Number::Unsigned),
        b"S8" => (1, Number::Signed),
        b"U16" | b"u16" => (2, Number::Unsigned),
        b"S16" | b"s16" => (2, Number::Signed),
        b"U32" | b"u32" => (4, Number::Unsigned),
        b"S32" | b"s32" => (4, Number::Signed),
        b"F32" | b"f32" => (4, Number::Float),
        b"U64" | b"u64" => (8, Number::Unsigned),
        b"S64" | b"s64" => (8, Number::Signed),
        b"F64" | b"f64" => (8, Number::Float),
        _ => return None,
    };
    Some(Format { width, kind, big_endian: text[0].is_ascii_uppercase() })
}

impl Format {
    /// The bits of the number that bytes hold, as many as the format has.
    fn bits(self, bytes: &[u8]) -> u64 {
        match *bytes {
            [byte] => byte.into(),
            [b0, b1] => self.ordered(u16::from_le_bytes([b0, b1]), u16::swap_bytes).into(),
            [b0, b1, b2, b3] => self.ordered(u32::from_le_bytes([b0, b1, b2, b3]), u32::swap_bytes).into(),
            [b0, b1, b2, b3, b4, b5, b6, b7] => self.ordered(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]), u64::swap_bytes),
            _ => 0,
        }
    }

    fn number(self, vm: &mut Vm, bits: u64) -> Value {
        let unused = 64 - 8 * self.width as u32;
        match (self.kind, self.width) {
            (Number::Unsigned, _) => vm.integer(bits.into()),
            (Number::Signed, _) => vm.integer((((bits << unused) as i64) >> unused).into()),
            (Number::Float, 4) => vm.float(f32::from_bits(bits as u32).into()),
            (Number::Float, _) => vm.float(f64::from_bits(bits)),
        }
    }

    fn ordered<Word>(self, word: Word, swap: impl Fn(Word) -> Word) -> Word {
        if self.big_endian { swap(word) } else { word }
    }

    /// The bytes of a number: the last ones of an integer. `None`: not a number that is at hand.
    fn encode(self, vm: &Vm, value: Value) -> Option<[u8; 8]> {
        let word = match (self.kind, self.width) {
            (Number::Float, 4) => (as_float(value)? as f32).to_bits().into(),
            (Number::Float, _) => as_float(value)?.to_bits(),
            _ => match value.as_fixnum() {
                Some(small) => small as u64,
                None => {
                    let big = vm.as_big_integer(value)?;
                    u64::try_from(&big).ok().or_else(|| i64::try_from(&big).ok().map(|signed| signed as u64))?
                }
            },
        };
        let mut bytes = word.to_le_bytes();
        if self.big_endian {
            bytes[..self.width].reverse();
        }
        Some(bytes)
    }
}

fn as_float(value: Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_fixnum().map(|small| small as f64))
}

/// `buffer_type_size(type)`: bytes of a number, or false.
fn buffer_type_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(format(vm, args.get(0)).map_or(Value::FALSE, |format| Value::fixnum(format.width as i64)))
}

/// `get_value(type, offset)`, where nothing is amiss.
fn buffer_get_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(buffer) = BufferRef::from_value(args.receiver()) else { return Err(Exit::Fallback) };
    if args.count() != 2 {
        return Err(Exit::Fallback);
    }
    let (Some(format), Some(offset)) = (format(vm, args.get(0)), args.get(1).as_fixnum()) else { return Err(Exit::Fallback) };
    let offset = usize::try_from(offset).map_err(|_| Exit::Fallback)?;
    number_at(vm, buffer, format, offset).ok_or(Exit::Fallback)
}

/// `buffer_number(buffer, type, offset)`: the same; nil where something is amiss.
fn buffer_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(buffer), Some(offset)) = (BufferRef::from_value(args.get(0)), args.get(2).as_fixnum()) else { return Ok(Value::NIL) };
    let (Some(format), Ok(offset)) = (format(vm, args.get(1)), usize::try_from(offset)) else { return Ok(Value::NIL) };
    Ok(number_at(vm, buffer, format, offset).unwrap_or(Value::NIL))
}

/// `get_values(types, offset)`, where nothing is amiss.
fn buffer_get_values(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(buffer), Some(types)) = (BufferRef::from_value(args.receiver()), args.get(0).as_array()) else { return Err(Exit::Fallback) };
    let offset = args.get(1).as_fixnum().and_then(|offset| usize::try_from(offset).ok()).ok_or(Exit::Fallback)?;
    if args.count() != 2 {
        return Err(Exit::Fallback);
    }
    let formats: Option<Vec<Format>> = (0..types.len()).map(|index| format(vm, types.get(index))).collect();
    let formats = formats.ok_or(Exit::Fallback)?;
    let length = formats.iter().map(|format| format.width).sum();
    // A copy: numbers are allocated while it is read.
    let piece = Piece::of(vm, buffer, offset, length, false).ok_or(Exit::Fallback)?;
    let bytes = piece.read(vm, <[u8]>::to_vec).ok_or(Exit::Fallback)?;
    let (values, mut rest) = (vm.array_with_capacity(formats.len()), bytes.as_slice());
    for format in formats {
        let (number, behind) = rest.split_at(format.width);
        let value = format.number(vm, format.bits(number));
        vm.array_push(values, value);
        rest = behind;
    }
    Ok(values.value())
}

/// The number at an offset; `None` where there is no memory.
fn number_at(vm: &mut Vm, buffer: BufferRef, format: Format, offset: usize) -> Option<Value> {
    let piece = Piece::of(vm, buffer, offset, format.width, false)?;
    let bits = piece.read(vm, |bytes| format.bits(bytes))?;
    Some(format.number(vm, bits))
}

/// `set_value(type, offset, number)`, where nothing is amiss and the number is a small one.
fn buffer_set_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(buffer) = BufferRef::from_value(args.receiver()) else { return Err(Exit::Fallback) };
    let (Some(format), Some(offset)) = (format(vm, args.get(0)), args.get(1).as_fixnum()) else { return Err(Exit::Fallback) };
    let value = args.get(2);
    let plain = if format.kind == Number::Float { value.as_float().is_some() } else { value.as_fixnum().is_some_and(|small| small as i32 as i64 == small) };
    if args.count() != 3 || !plain || offset < 0 {
        return Err(Exit::Fallback);
    }
    match put(vm, buffer, format, offset as usize, value) {
        true => Ok(Value::fixnum(offset + format.width as i64)),
        false => Err(Exit::Fallback),
    }
}

fn put(vm: &mut Vm, buffer: BufferRef, format: Format, offset: usize, value: Value) -> bool {
    let Some(bytes) = format.encode(vm, value) else { return false };
    let Some(piece) = Piece::of(vm, buffer, offset, format.width, true) else { return false };
    piece.store(vm, &bytes[..format.width])
}

/// `buffer_put(buffer, type, offset, number)`: the same for an Integer or Float of any size.
fn buffer_put(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset) = (buffer(vm, args, 0)?, position(vm, args, 2)?);
    let Some(format) = format(vm, args.get(1)) else { return Ok(Value::FALSE) };
    Ok(Value::boolean(put(vm, buffer, format, offset, args.get(3))))
}

/// `buffer_string(buffer, offset, length)`: the bytes as a String, or false.
fn buffer_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset, length) = (buffer(vm, args, 0)?, position(vm, args, 1)?, position(vm, args, 2)?);
    if length > size(buffer) {
        return Ok(Value::FALSE);
    }
    vm.check_allocation(length)?;
    let string = vm.string_with_capacity(length, Encoding::BINARY);
    vm.string_resize(string, length);
    let Some(piece) = Piece::of(vm, buffer, offset, length, false) else { return Ok(Value::FALSE) };
    match piece.bytes(vm) {
        Some(bytes) => vm.change_bytes(string, |_, target| target.copy_from_slice(&bytes))?,
        None => return Ok(Value::FALSE),
    }
    Ok(string.value())
}

/// `buffer_store_string(buffer, offset, string, from, length)`.
fn buffer_store_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, offset) = (buffer(vm, args, 0)?, position(vm, args, 1)?);
    let (from, length) = (position(vm, args, 3)?, position(vm, args, 4)?);
    let Some(piece) = Piece::of(vm, buffer, offset, length, true) else { return Ok(Value::FALSE) };
    // Taken after the piece: making a string's bytes its own may have moved them.
    let bytes = bytes(vm, args, 2)?;
    let Some(bytes) = from.checked_add(length).and_then(|end| bytes.get(from..end)) else { return Ok(Value::FALSE) };
    Ok(Value::boolean(piece.store(vm, bytes)))
}

/// `buffer_copy(buffer, offset, other, from, length)`.
fn buffer_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, offset, other) = (buffer(vm, args, 0)?, position(vm, args, 1)?, buffer(vm, args, 2)?);
    let (from, length) = (position(vm, args, 3)?, position(vm, args, 4)?);
    let Some(target) = Piece::of(vm, target, offset, length, true) else { return Ok(Value::FALSE) };
    let Some(source) = Piece::of(vm, other, from, length, false) else { return Ok(Value::FALSE) };
    let Some(bytes) = source.bytes(vm) else { return Ok(Value::FALSE) };
    Ok(Value::boolean(target.store(vm, &bytes)))
}

/// `buffer_fill(buffer, byte, offset, length)`.
fn buffer_fill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (buffer, byte) = (buffer(vm, args, 0)?, integer(vm, args, 1)? as u8);
    let (offset, length) = (position(vm, args, 2)?, position(vm, args, 3)?);
    let chunk = [byte; 4096];
    let mut done = 0;
    while done < length || length == 0 {
        let count = chunk.len().min(length - done);
        let Some(piece) = Piece::of(vm, buffer, offset + done, count, true) else { return Ok(Value::FALSE) };
        if !piece.store(vm, &chunk[..count]) {
            return Ok(Value::FALSE);
        }
        if length == 0 {
            break;
        }
        done += count;
    }
    Ok(Value::TRUE)
}

/// `buffer_compare(buffer, other)` of equal sizes: the difference of the first bytes that differ; false: no memory.
fn buffer_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, other) = (buffer(vm, args, 0)?, buffer(vm, args, 1)?);
    let length = size(one).min(size(other));
    let Some(one) = Piece::of(vm, one, 0, length, false) else { return Ok(Value::FALSE) };
    let Some(other) = Piece::of(vm, other, 0, length, false) else { return Ok(Value::FALSE) };
    let (Some(left), Some(right)) = (one.bytes(vm), other.bytes(vm)) else { return Ok(Value::FALSE) };
    let differing = left.iter().zip(right.iter()).find(|(left, right)| left != right);
    Ok(Value::fixnum(differing.map_or(0, |(left, right)| *left as i64 - *right as i64)))
}

/// `buffer_mask(target, source, mask, operation)`: each byte with the mask's, which is repeated; `:not` takes no mask.
fn buffer_mask(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, source) = (buffer(vm, args, 0)?, buffer(vm, args, 1)?);
    let operation = match crate::arguments::symbol(vm, args, 3).map(|name| vm.symbol_bytes(name).to_vec())?.as_slice() {
        b"and" => |byte: u8, mask: u8| byte & mask,
        b"or" => |byte: u8, mask: u8| byte | mask,
        b"xor" => |byte: u8, mask: u8| byte ^ mask,
        _ => |byte: u8, _: u8| !byte,
    };
    let mask = match BufferRef::from_value(args.get(2)) {
        Some(mask) => {
            let Some(piece) = Piece::of(vm, mask, 0, size(mask), false) else { return Ok(Value::FALSE) };
            let Some(bytes) = piece.bytes(vm) else { return Ok(Value::FALSE) };
            bytes.into_owned()
        }
        None => vec![0],
    };
    let length = size(source);
    let Some(target) = Piece::of(vm, target, 0, length, true) else { return Ok(Value::FALSE) };
    let Some(source) = Piece::of(vm, source, 0, length, false) else { return Ok(Value::FALSE) };
    let Some(bytes) = source.bytes(vm) else { return Ok(Value::FALSE) };
    let changed: Vec<u8> = bytes.iter().zip(mask.iter().cycle()).map(|(&byte, &mask)| operation(byte, mask)).collect();
    Ok(Value::boolean(target.store(vm, &changed)))
}

/// `buffer_dump(bytes, offset, width)`: lines of bytes in base 16 and as text.
fn buffer_dump(vm: &mut Vm, args: Arguments) -> NativeResult {
    use std::fmt::Write;
    let (bytes, offset, width) = (bytes(vm, args, 0)?, position(vm, args, 1)?, position(vm, args, 2)?.max(1));
    let mut text = String::new();
    for (number, line) in bytes.chunks(width).enumerate() {
        let separator = if number == 0 { "" } else { "\n" };
        let _ = write!(text, "{separator}0x{:08x} ", offset + number * width);
        line.iter().for_each(|byte| { let _ = write!(text, " {byte:02x}"); });
        text.extend(std::iter::repeat_n("   ", width - line.len()));
        text.push(' ');
        text.extend(line.iter().map(|&byte| if (0x20..0x7f).contains(&byte) { byte as char } else { '.' }));
    }
    Ok(vm.new_string(text.as_bytes(), Encoding::BINARY).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("buffer_type_size", buffer_type_size),
    ("buffer_get_value", buffer_get_value),
    ("buffer_number", buffer_number),
    ("buffer_get_values", buffer_get_values),
    ("buffer_set_value", buffer_set_value),
    ("buffer_put", buffer_put),
    ("buffer_string", buffer_string),
    ("buffer_store_string", buffer_store_string),
    ("buffer_copy", buffer_copy),
    ("buffer_fill", buffer_fill),
    ("buffer_compare", buffer_compare),
    ("buffer_mask", buffer_mask),
    ("buffer_dump", buffer_dump),
];
