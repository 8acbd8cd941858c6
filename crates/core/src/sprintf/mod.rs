//! The natives behind `format`.
//!
//! `format_plain` and `string_format` do a whole format string at once where
//! every argument is already a plain number or string. Ruby does the rest: it
//! asks for the pieces of the format string, converts each argument and has
//! single numbers written by `format_integer`, `format_float`, `format_fraction`.

pub mod directive;
pub mod near_half;
pub mod number;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rutile_vm::prelude::*;
use rutile_vm::value::symbol::Standing;

use crate::arguments::exactly;

use crate::number::big_integer;
use crate::number::integer::{Operand, fixnum_of, integer_of, operand};
use crate::sprintf::directive::{Amount, Directive, Piece, Source, parse};
use crate::sprintf::number::Layout;

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
    let mut next = 0;
    let mut has_positions = false;
    for piece in parse(bytes) {
        match piece {
            Piece::Literal(range) => output.extend_from_slice(&bytes[range]),
            Piece::Mistake(_) => return Err(Exit::Fallback),
            Piece::Directive(directive) => {
                let index = match directive.value {
                    Source::Next => {
                        next += 1;
                        next - 1
                    }
                    Source::Position(position) => {
                        has_positions = true;
                        position - 1
                    }
                    Source::Absent | Source::Name(_) | Source::Braces(_) => return Err(Exit::Fallback),
                };
                let value = *values.get(index).ok_or(Exit::Fallback)?;
                write_plain(vm, &mut output, format, &directive, value)?;
            }
        }
    }
    if next < values.len() && !has_positions {
        // Whether arguments left over are a mistake depends on $DEBUG, what is said of them on $VERBOSE.
        return Err(Exit::Fallback);
    }
    Ok(vm.new_string(&output, format.encoding()).value())
}

fn write_plain(vm: &mut Vm, output: &mut Vec<u8>, format: StringRef, directive: &Directive, value: Value) -> Result<(), Exit> {
    let layout = plain_layout(directive)?;
    match directive.conversion {
        b'd' | b'i' | b'u' if value.as_float().is_some() => {
            let float = value.as_float().filter(|float| float.is_finite()).ok_or(Exit::Fallback)?;
            output.extend(number::integer(&big_integer::from_float(float), layout).into_bytes());
        }
        b'd' | b'i' | b'u' if layout.flags == 0 && layout.width == 0 && layout.precision.is_none() && value.as_fixnum().is_some() => {
            output.extend(fixnum_of(value)?.to_string().into_bytes());
        }
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => {
            output.extend(number::integer(&integer_of(vm, value)?, layout).into_bytes());
        }
        b'f' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let text = match operand(vm, value).ok_or(Exit::Fallback)? {
                Operand::Float(float) => number::float(float, layout),
                Operand::Small(integer) if directive.conversion == b'f' => {
                    number::fraction(&BigInt::from(integer), &BigInt::from(1), layout)
                }
                Operand::Big(integer) if directive.conversion == b'f' => number::fraction(&integer, &BigInt::from(1), layout),
                Operand::Small(integer) => number::float(integer as f64, layout),
                Operand::Big(integer) => number::float(big_integer::to_float(&integer), layout),
            };
            output.extend(text.into_bytes());
        }
        b's' => write_plain_string(output, format, layout, value)?,
        _ => return Err(Exit::Fallback),
    }
    Ok(())
}

fn write_plain_string(output: &mut Vec<u8>, format: StringRef, layout: Layout, value: Value) -> Result<(), Exit> {
    let string = value.as_string().ok_or(Exit::Fallback)?;
    let bytes = string.bytes();
    let unpadded = layout.width == 0 && layout.precision.is_none();
    let ascii = bytes.is_ascii() && string.encoding().is_ascii_compatible();
    if !ascii && !(unpadded && string.encoding() == format.encoding()) {
        return Err(Exit::Fallback);
    }
    let kept = &bytes[..layout.precision.unwrap_or(bytes.len()).min(bytes.len())];
    let padding = layout.width.saturating_sub(kept.len());
    let left = layout.flags & crate::sprintf::directive::flag::MINUS != 0;
    if !left {
        output.extend(std::iter::repeat_n(b' ', padding));
    }
    output.extend_from_slice(kept);
    if left {
        output.extend(std::iter::repeat_n(b' ', padding));
    }
    Ok(())
}

fn plain_layout(directive: &Directive) -> Result<Layout, Exit> {
    let fixed = |amount: &Amount| match amount {
        Amount::Absent => Ok(None),
        Amount::Fixed(number) if *number < PLAIN_WIDTH => Ok(Some(*number as usize)),
        _ => Err(Exit::Fallback),
    };
    Ok(Layout {
        conversion: directive.conversion,
        flags: directive.flags,
        width: fixed(&directive.width)?.unwrap_or(0),
        precision: fixed(&directive.precision)?,
    })
}

// --- One piece at a time ---

/// `pieces(format_string)`: an array of what the format string is made of:
///
/// ```text
///   "literal text"
///   [conversion, flags, width, width source, precision, precision source, value source, name]
///   :"message of a mistake"
/// ```
///
/// The conversion is a character code. A source is nil (none), 0 (the next argument),
/// a position from 1, -1 for `<name>` and -2 for `{name}`.
fn format_pieces(vm: &mut Vm, args: Arguments) -> NativeResult {
    let format = args.get(0).as_string().ok_or(Exit::Fallback)?;
    let encoding = format.encoding();
    let bytes = format.bytes();
    let pieces = parse(bytes);
    let array = vm.array_with_capacity(pieces.len());
    for piece in pieces {
        let value = match piece {
            Piece::Literal(range) => vm.new_string(&bytes[range], encoding).value(),
            Piece::Mistake(message) => Value::symbol(vm.symbols.intern_encoded(&message, encoding, Standing::Used)),
            Piece::Directive(directive) => directive_value(vm, format, &directive),
        };
        vm.array_push(array, value);
    }
    Ok(array.value())
}

fn directive_value(vm: &mut Vm, format: StringRef, directive: &Directive) -> Value {
    let (width, width_source) = amount_values(&directive.width);
    let (precision, precision_source) = amount_values(&directive.precision);
    let name = match &directive.value {
        Source::Name(range) | Source::Braces(range) => vm.new_string(&format.bytes()[range.clone()], format.encoding()).value(),
        _ => Value::NIL,
    };
    let conversion = Value::fixnum(directive.conversion as i64);
    let flags = Value::fixnum(directive.flags as i64);
    let value = source_value(&directive.value);
    vm.new_array(&[conversion, flags, width, width_source, precision, precision_source, value, name]).value()
}

fn amount_values(amount: &Amount) -> (Value, Value) {
    match amount {
        Amount::Absent => (Value::NIL, Value::NIL),
        Amount::Fixed(number) => (Value::fixnum(*number), Value::NIL),
        Amount::Argument(source) => (Value::NIL, source_value(source)),
    }
}

fn source_value(source: &Source) -> Value {
    Value::fixnum(match source {
        Source::Absent => return Value::NIL,
        Source::Next => 0,
        Source::Position(position) => *position as i64,
        Source::Name(_) => -1,
        Source::Braces(_) => -2,
    })
}

/// Conversion, flags, width and precision (or nil) from the argument at `first` on.
fn layout_of(vm: &mut Vm, args: Arguments, first: usize) -> Result<Layout, Exit> {
    let conversion = fixnum_of(args.get(first))? as u8;
    let flags = fixnum_of(args.get(first + 1))? as u8;
    let width = args.get(first + 2).as_fixnum().unwrap_or(0).max(0) as usize;
    let precision = args.get(first + 3).as_fixnum().map(|precision| precision.max(0) as usize);
    vm.check_allocation(width.saturating_add(precision.unwrap_or(0)))?;
    Ok(Layout { conversion, flags, width, precision })
}

/// `format_integer(integer, conversion, flags, width, precision)`.
fn format_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let layout = layout_of(vm, args, 1)?;
    let text = number::integer(&integer_of(vm, args.get(0))?, layout);
    Ok(vm.ascii_string(&text))
}

/// `format_float(float, conversion, flags, width, precision)`.
fn format_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let layout = layout_of(vm, args, 1)?;
    let text = number::float(args.get(0).as_float().ok_or(Exit::Fallback)?, layout);
    Ok(vm.ascii_string(&text))
}

/// `format_fraction(numerator, denominator, conversion, flags, width, precision)`.
fn format_fraction(vm: &mut Vm, args: Arguments) -> NativeResult {
    let layout = layout_of(vm, args, 2)?;
    if layout.precision.unwrap_or(0).to_u32().is_none() {
        return Err(vm.argument_error("precision too big".to_string()));
    }
    let text = number::fraction(&integer_of(vm, args.get(0))?, &integer_of(vm, args.get(1))?, layout);
    Ok(vm.ascii_string(&text))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("format_plain", format_plain),
    ("string_format", exactly!(1, string_format)),
    ("format_pieces", format_pieces),
    ("format_integer", format_integer),
    ("format_float", format_float),
    ("format_fraction", format_fraction),
];
