//! The natives behind `format`.
//!
//! `format_plain` and `string_format` (see `plain`) do a whole format string at once where
//! the text of every argument is known without Ruby. Ruby does the rest: it
//! asks for the pieces of the format string, converts each argument and has
//! single numbers written by `format_integer`, `format_float`, `format_fraction`.

pub mod directive;
pub mod near_half;
pub mod number;
pub mod plain;

use num_traits::ToPrimitive;
use rutile_vm::prelude::*;
use rutile_vm::value::symbol::Standing;

use crate::number::integer::{fixnum_of, integer_of};
use crate::sprintf::directive::{Amount, Directive, Piece, Source, parse};
use crate::sprintf::number::Layout;

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
    ("format_pieces", format_pieces),
    ("format_integer", format_integer),
    ("format_float", format_float),
    ("format_fraction", format_fraction),
];
