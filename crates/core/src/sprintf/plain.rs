//! A whole format string at once, where all that it asks for can be written without Ruby: numbers, Strings of ASCII, Symbols, nil, true and
//! false, what `inspect` says of them and of Arrays and Hashes of them, named values of a plain Hash.

use num_bigint::BigInt;
use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::arguments::exactly;
use crate::array::inspect::plain_inspection;
use crate::number::float_format;
use crate::number::big_integer;
use crate::number::integer::{Operand, integer_of, operand};
use crate::sprintf::directive::{Amount, Directive, Piece, Source, flag, parse};
use crate::sprintf::number::{self, Layout};

/// Widths and precisions above this are left to Ruby, which checks the memory they take.
const PLAIN_WIDTH: i64 = 1 << 16;

/// `format(format_string, *arguments)`.
fn format_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let format = args.get(0).as_string().ok_or(Exit::Fallback)?;
    format_all(vm, format, &args.as_slice()[1..])
}

/// `format_string % arguments`.
fn string_format(vm: &mut Vm, args: Arguments) -> NativeResult {
    let format = args.receiver().as_string().ok_or(Exit::Fallback)?;
    match args.get(0).as_array() {
        Some(array) => format_all(vm, format, &array.values()),
        None => format_all(vm, format, args.as_slice()),
    }
}

fn format_all(vm: &mut Vm, format: StringRef, values: &[Value]) -> NativeResult {
    if !format.encoding().is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    let bytes = format.bytes();
    let mut output = Vec::with_capacity(bytes.len() + 32);
    let mut given = Given { format: bytes, values, next: 0, others_used: false };
    for piece in parse(bytes) {
        match piece {
            Piece::Literal(range) => output.extend_from_slice(&bytes[range]),
            Piece::Mistake(_) => return Err(Exit::Fallback),
            Piece::Directive(directive) => {
                let layout = given.layout(&directive)?;
                let value = given.value(vm, &directive.value)?;
                write(vm, &mut output, format, layout, value)?;
            }
        }
    }
    if given.next < values.len() && !given.others_used {
        // Whether arguments left over are a mistake depends on $DEBUG, what is said of them on $VERBOSE.
        return Err(Exit::Fallback);
    }
    Ok(vm.new_string(&output, format.encoding()).value())
}

/// The arguments of one call, handed out in order, by position or by name.
struct Given<'a> {
    format: &'a [u8],
    values: &'a [Value],
    next: usize,
    others_used: bool,
}

impl Given<'_> {
    fn value(&mut self, vm: &mut Vm, source: &Source) -> NativeResult {
        match source {
            Source::Absent => Err(Exit::Fallback),
            Source::Next => {
                self.next += 1;
                self.values.get(self.next - 1).copied().ok_or(Exit::Fallback)
            }
            Source::Position(position) => {
                self.others_used = true;
                self.values.get(position - 1).copied().ok_or(Exit::Fallback)
            }
            Source::Name(name) | Source::Braces(name) => {
                self.others_used = true;
                let [hash] = self.values else { return Err(Exit::Fallback) };
                let hash = hash.as_hash().ok_or(Exit::Fallback)?;
                let name = self.format.get(name.clone()).filter(|name| name.is_ascii()).ok_or(Exit::Fallback)?;
                let name = vm.intern(name);
                vm.hash_get_symbol(hash, name).ok_or(Exit::Fallback)
            }
        }
    }

    fn layout(&mut self, directive: &Directive) -> Result<Layout, Exit> {
        let width = self.amount(&directive.width)?.unwrap_or(0);
        let precision = self.amount(&directive.precision)?;
        Ok(Layout {
            conversion: directive.conversion,
            flags: if width < 0 { directive.flags | flag::MINUS } else { directive.flags },
            width: width.unsigned_abs() as usize,
            // A negative one from the arguments is none.
            precision: precision.and_then(|precision| usize::try_from(precision).ok()),
        })
    }

    fn amount(&mut self, amount: &Amount) -> Result<Option<i64>, Exit> {
        let number = match amount {
            Amount::Absent => return Ok(None),
            Amount::Fixed(number) => *number,
            Amount::Argument(Source::Next) => {
                self.next += 1;
                self.values.get(self.next - 1).and_then(|value| value.as_fixnum()).ok_or(Exit::Fallback)?
            }
            Amount::Argument(_) => return Err(Exit::Fallback),
        };
        if number.abs() < PLAIN_WIDTH { Ok(Some(number)) } else { Err(Exit::Fallback) }
    }
}

fn write(vm: &mut Vm, output: &mut Vec<u8>, format: StringRef, layout: Layout, value: Value) -> Result<(), Exit> {
    match layout.conversion {
        b's' => return write_as_string(vm, output, format, layout, value),
        b'p' => {
            let (text, encoding) = plain_inspection(vm, value).ok_or(Exit::Fallback)?;
            return write_text(output, format, layout, &text, encoding);
        }
        b'c' => return write_character(output, layout, value),
        b'd' | b'i' | b'u' if value.as_float().is_some() => {
            let float = value.as_float().filter(|float| float.is_finite()).ok_or(Exit::Fallback)?;
            output.extend(number::integer(&big_integer::from_float(float), layout).into_bytes());
        }
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => match value.as_fixnum() {
            Some(integer) if layout.is_bare() && matches!(layout.conversion, b'd' | b'i' | b'u') => output.extend(integer.to_string().into_bytes()),
            _ => output.extend(number::integer(&integer_of(vm, value)?, layout).into_bytes()),
        },
        b'f' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let text = match operand(vm, value).ok_or(Exit::Fallback)? {
                Operand::Float(float) => number::float(float, layout),
                Operand::Small(integer) if layout.conversion == b'f' => number::fraction(&BigInt::from(integer), &BigInt::from(1), layout),
                Operand::Big(integer) if layout.conversion == b'f' => number::fraction(&integer, &BigInt::from(1), layout),
                Operand::Small(integer) => number::float(integer as f64, layout),
                Operand::Big(integer) => number::float(big_integer::to_float(&integer), layout),
            };
            output.extend(text.into_bytes());
        }
        _ => return Err(Exit::Fallback),
    }
    Ok(())
}

fn write_as_string(vm: &Vm, output: &mut Vec<u8>, format: StringRef, layout: Layout, value: Value) -> Result<(), Exit> {
    let kind = match value.kind() {
        Kind::String => {
            let string = value.as_string().ok_or(Exit::Fallback)?;
            return write_text(output, format, layout, string.bytes(), string.encoding());
        }
        Kind::Fixnum => of::INTEGER,
        Kind::Float => of::FLOAT,
        Kind::Symbol => of::SYMBOL,
        Kind::Nil => of::NIL,
        Kind::True => of::TRUE,
        Kind::False => of::FALSE,
        _ => return Err(Exit::Fallback),
    };
    if !vm.is_basic(Symbol::TO_S, kind) {
        return Err(Exit::Fallback);
    }
    let ascii = Encoding::US_ASCII;
    match (value.as_fixnum(), value.as_float(), value.as_symbol()) {
        (Some(integer), ..) => write_text(output, format, layout, integer.to_string().as_bytes(), ascii),
        (_, Some(float), _) => write_text(output, format, layout, float_format::to_text(float).as_bytes(), ascii),
        (.., Some(symbol)) => write_text(output, format, layout, vm.symbol_bytes(symbol), vm.symbols.encoding(symbol)),
        _ => write_text(output, format, layout, if value.is_nil() { b"" } else if value == Value::TRUE { b"true" } else { b"false" }, ascii),
    }
}

/// A character by its number, of ASCII, or the first of a String.
fn write_character(output: &mut Vec<u8>, layout: Layout, value: Value) -> Result<(), Exit> {
    let number = value.as_fixnum().and_then(|number| u8::try_from(number).ok());
    let first = value.as_string().and_then(|string| string.bytes().first().copied());
    let byte = number.or(first).filter(u8::is_ascii).ok_or(Exit::Fallback)?;
    if value.as_string().is_some_and(|string| !string.encoding().is_ascii_compatible()) {
        return Err(Exit::Fallback);
    }
    write_padded(output, Layout { precision: None, ..layout }, &[byte]);
    Ok(())
}

/// A text of ASCII or UTF-8, or one that stands as it is.
fn write_text(output: &mut Vec<u8>, format: StringRef, layout: Layout, text: &[u8], encoding: Encoding) -> Result<(), Exit> {
    let is_ascii = text.is_ascii() && encoding.is_ascii_compatible();
    let stands_as_it_is = layout.width == 0 && layout.precision.is_none() && encoding == format.encoding();
    if is_ascii || stands_as_it_is {
        write_padded(output, layout, text);
        return Ok(());
    }
    let characters = if encoding == Encoding::UTF_8 && format.encoding() == encoding { std::str::from_utf8(text).ok() } else { None };
    let characters = characters.ok_or(Exit::Fallback)?;
    let end = layout.precision.and_then(|precision| characters.char_indices().nth(precision)).map_or(text.len(), |(at, _)| at);
    let kept = &characters[..end];
    put(output, layout, kept.as_bytes(), kept.chars().count());
    Ok(())
}

/// Writes a text whose characters are bytes.
fn write_padded(output: &mut Vec<u8>, layout: Layout, text: &[u8]) {
    let kept = &text[..layout.precision.unwrap_or(text.len()).min(text.len())];
    put(output, layout, kept, kept.len());
}

/// Writes all of a text of so many characters, and blanks beside it up to the width.
fn put(output: &mut Vec<u8>, layout: Layout, kept: &[u8], length: usize) {
    let padding = layout.width.saturating_sub(length);
    let left = layout.flags & flag::MINUS != 0;
    if !left {
        output.extend(std::iter::repeat_n(b' ', padding));
    }
    output.extend_from_slice(kept);
    if left {
        output.extend(std::iter::repeat_n(b' ', padding));
    }
}

pub const NATIVES: &[(&str, Native)] = &[("format_plain", format_plain), ("string_format", exactly!(1, string_format))];
