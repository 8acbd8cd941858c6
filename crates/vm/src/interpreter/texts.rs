//! Interpolated texts: each part made a String, or left what its text is written from, and all joined.

use rutile_bytecode::Instruction;

use super::{Step, calls};
use crate::calls::basic_operations::of;
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::string::{CodeRange, StringRef};
use crate::value::encoding::Encoding;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::value::{Value, decimal};
use crate::vm::Vm;

/// `InterpolatedString` of what is no String: common kinds natively; else `to_s`. With `i.n`, what `ConcatStrings` knows the text of stays as it is.
pub fn interpolated_string(vm: &mut Vm, i: Instruction) -> Step {
    let value = vm.registers.frame.register(i.b as usize);
    let kind = match value.kind() {
        Kind::Fixnum => of::INTEGER,
        Kind::Symbol => of::SYMBOL,
        Kind::Nil => of::NIL,
        _ => 0,
    };
    if kind == 0 || !vm.is_basic(Symbol::TO_S, kind) {
        return calls::call_from_scratch(vm, value, Symbol::TO_S, &[], frame_flags::TO_STRING);
    }
    let part = if i.n != 0 { value } else { text_of(vm, value) };
    vm.deliver(part);
    Ok(())
}

/// The text of a small Integer, a Symbol or nil, as a String; a String itself.
fn text_of(vm: &mut Vm, value: Value) -> Value {
    if let Some(integer) = value.as_fixnum() {
        return vm.integer_text(integer);
    }
    match value.as_symbol() {
        Some(symbol) => vm.symbol_string(symbol).value(),
        None if value.is_nil() => vm.ascii_string(""),
        None => value,
    }
}

/// Hands the bytes of a part that is plain ASCII and their encoding to `take`. None: it isn't.
#[inline(always)]
fn with_plain<R>(vm: &Vm, part: Value, take: impl FnOnce(&[u8], Encoding) -> R) -> Option<R> {
    if let Some(string) = StringRef::from_value(part) {
        let is_plain = string.is_ascii_only() && string.encoding().is_ascii_compatible();
        return is_plain.then(|| take(string.bytes(), string.encoding()));
    }
    if let Some(integer) = part.as_fixnum() {
        return Some(take(decimal::write(integer, &mut [0; decimal::LONGEST]), Encoding::US_ASCII));
    }
    match part.as_symbol() {
        Some(symbol) if vm.symbols.encoding(symbol) == Encoding::US_ASCII => Some(take(vm.symbols.bytes(symbol), Encoding::US_ASCII)),
        Some(_) => None,
        None => part.is_nil().then(|| take(b"", Encoding::US_ASCII)),
    }
}

/// The encoding of parts that are plain ASCII, so far, with one more: US-ASCII gives way to any other.
#[inline(always)]
fn with_part(encoding: Option<Encoding>, part: Encoding) -> Option<Encoding> {
    encoding.filter(|encoding| *encoding != Encoding::US_ASCII).or(Some(part))
}

/// `ConcatStrings`: the encoding is that of the first part that is not plain ASCII.
pub fn concat_strings(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    if let Some((length, encoding)) = plain_parts(vm, frame, i) {
        vm.check_allocation(length)?;
        let result = vm.string_with_capacity(length, encoding);
        let mut filling = result.fill_with(length);
        for index in 0..i.c as usize {
            with_plain(vm, frame.register(i.b as usize + index), |bytes, _| filling.add(bytes));
        }
        result.set_code_range(CodeRange::Ascii);
        vm.deliver(result.value());
        return Ok(());
    }
    for index in i.b as usize..i.b as usize + i.c as usize {
        let text = text_of(vm, frame.register(index));
        frame.set_register(index, text);
    }
    let parts = (0..i.c as usize).filter_map(|index| StringRef::from_value(frame.register(i.b as usize + index)));
    let mut length = 0;
    let mut encoding: Option<Encoding> = None;
    let mut ascii = true;
    let mut plain = None;
    // The encoding of the first text that is plain ASCII, and whether that comes before any other.
    let mut ascii_text: Option<(Encoding, bool)> = None;
    for part in parts.clone() {
        length += part.len();
        plain = with_part(plain, part.encoding());
        if !part.is_empty() && part.encoding().is_ascii_compatible() && ascii_text.is_none() {
            ascii_text = Some((part.encoding(), encoding.is_none()));
        }
        if part.is_ascii_only() && part.encoding().is_ascii_compatible() || part.is_empty() {
            continue;
        }
        ascii = false;
        match encoding {
            None => encoding = Some(part.encoding()),
            Some(known) if known != part.encoding() => {
                return Err(match ascii_text {
                    Some((first, true)) if !known.is_ascii_compatible() => incompatible_parts(vm, first, known),
                    _ => incompatible_parts(vm, known, part.encoding()),
                });
            }
            Some(_) => {}
        }
    }
    if let (Some(encoding), Some((other, other_first))) = (encoding, ascii_text)
        && !encoding.is_ascii_compatible()
    {
        return Err(if other_first { incompatible_parts(vm, other, encoding) } else { incompatible_parts(vm, encoding, other) });
    }
    vm.check_allocation(length)?;
    let result = vm.string_with_capacity(length, encoding.or(plain).unwrap_or(Encoding::UTF_8));
    result.fill(length, parts.map(|part| part.bytes()));
    if ascii {
        result.set_code_range(CodeRange::Ascii);
    }
    vm.deliver(result.value());
    Ok(())
}

fn incompatible_parts(vm: &mut Vm, one: Encoding, other: Encoding) -> Exit {
    let class = vm.compatibility_error_class();
    vm.raise(class, format!("incompatible character encodings: {} and {}", one.label(), other.label()))
}

/// The length in all and the encoding of parts which are plain ASCII, in encodings that it stands for itself in.
#[inline(always)]
fn plain_parts(vm: &Vm, frame: FrameRef, i: Instruction) -> Option<(usize, Encoding)> {
    let (mut length, mut encoding) = (0, None);
    for index in 0..i.c as usize {
        with_plain(vm, frame.register(i.b as usize + index), |bytes, of_part| {
            length += bytes.len();
            encoding = with_part(encoding, of_part);
        })?;
    }
    Some((length, encoding?))
}
