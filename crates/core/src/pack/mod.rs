//! `Array#pack`: values into bytes.
//!
//! The native packs plain values: integers, floats, strings, nil. Where an element
//! is something else it declines, having done nothing; Ruby (`core/pack.rb`) asks
//! for the directives, converts each element as its directive wants, and calls again.

pub mod format;
pub mod unpack;

use rutile_vm::prelude::*;

use crate::pack::format::{Count, Directive, parse, parse_into};
use crate::string::text;

struct Packer {
    out: Vec<u8>,
    values: ArrayRef,
    next: usize,
    /// The values of `p` and `P` are addresses by now.
    holds_addresses: bool,
    attention: Attention,
}

pub fn format_error(vm: &mut Vm, message: String) -> Exit {
    match message.strip_prefix('!') {
        Some(message) => vm.range_error(message.to_string()),
        None => vm.argument_error(message),
    }
}

/// `Primitive.array_pack(values, format, buffer or nil)`, also `pack(format)` as a method.
fn pack(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (values, shift) = match ArrayRef::from_value(args.receiver()) {
        Some(array) => (array, 0),
        None => (ArrayRef::from_value(args.get(0)).ok_or(Exit::Fallback)?, 1),
    };
    let format = StringRef::from_value(args.get(shift)).filter(|format| format.encoding().is_ascii_compatible()).ok_or(Exit::Fallback)?;
    let parsed = parse(format.bytes(), "pack");
    // What stands before an error in the format is looked at first, there.
    let directives = if shift == 0 { parsed.map_err(|_| Exit::Fallback) } else { parsed.map_err(|message| format_error(vm, message)) }?;
    let buffer = StringRef::from_value(args.get(shift + 1));
    let out = buffer.map_or_else(Vec::new, |buffer| buffer.bytes().to_vec());
    let mut packer = Packer { out, values, next: 0, holds_addresses: shift == 1, attention: Attention::default() };
    for directive in &directives {
        packer.directive(vm, directive)?;
    }
    if let Some(buffer) = buffer {
        vm.string_modify(buffer)?;
        vm.string_replace(buffer, &packer.out);
        return Ok(buffer.value());
    }
    text::make(vm, &packer.out, result_encoding(&directives))
}

/// Text directives alone give ASCII; `U` in front gives UTF-8; all else is binary.
fn result_encoding(directives: &[Directive]) -> Encoding {
    let mut encoding = Encoding::US_ASCII;
    for directive in directives {
        match directive.kind {
            b'U' if encoding == Encoding::US_ASCII => encoding = Encoding::UTF_8,
            b'U' | b'm' | b'M' | b'u' => {}
            _ => encoding = Encoding::BINARY,
        }
    }
    encoding
}

impl Packer {
    fn take(&mut self, vm: &mut Vm) -> Result<Value, Exit> {
        if self.next >= self.values.len() {
            return Err(vm.argument_error("too few arguments".to_string()));
        }
        self.next += 1;
        Ok(self.values.get(self.next - 1))
    }

    fn left(&self) -> usize {
        self.values.len().saturating_sub(self.next)
    }

    fn directive(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        match directive.kind {
            b'a' | b'A' | b'Z' => self.text(vm, directive),
            b'b' | b'B' => self.bits(vm, directive),
            b'h' | b'H' => self.hexadecimal(vm, directive),
            b'u' | b'm' | b'M' => self.encoded(vm, directive),
            b'x' | b'X' | b'@' => self.moved(vm, directive),
            // Ruby makes addresses of texts first.
            b'p' | b'P' if !self.holds_addresses => Err(Exit::Fallback),
            b'p' | b'P' => {
                for _ in 0..if directive.kind == b'P' { 1 } else { directive.times(self.left()) } {
                    let address = self.take(vm)?.as_fixnum().ok_or(Exit::Fallback)?;
                    self.out.extend_from_slice(&address.to_ne_bytes());
                }
                Ok(())
            }
            _ => {
                for _ in 0..directive.times(self.left()) {
                    self.attention.element(vm)?;
                    let value = self.take(vm)?;
                    self.number(vm, directive, value)?;
                }
                Ok(())
            }
        }
    }

    fn number(&mut self, vm: &mut Vm, directive: &Directive, value: Value) -> Result<(), Exit> {
        if let Some((size, _)) = directive.integer() {
            let bits = vm.low_bits(value).ok_or(Exit::Fallback)?;
            if directive.big_endian {
                self.out.extend_from_slice(&bits.to_be_bytes()[8 - size..]);
            } else {
                self.out.extend_from_slice(&bits.to_le_bytes()[..size]);
            }
            return Ok(());
        }
        if let Some((size, big_endian)) = directive.float() {
            let float = value.as_float().or(value.as_fixnum().map(|integer| integer as f64)).ok_or(Exit::Fallback)?;
            match (size, big_endian) {
                (8, true) => self.out.extend_from_slice(&float.to_be_bytes()),
                (8, false) => self.out.extend_from_slice(&float.to_le_bytes()),
                (_, true) => self.out.extend_from_slice(&(float as f32).to_be_bytes()),
                (_, false) => self.out.extend_from_slice(&(float as f32).to_le_bytes()),
            }
            return Ok(());
        }
        if directive.kind == b'U' { self.codepoint(vm, value) } else { self.compressed(vm, value) }
    }

    /// `U`: UTF-8, up to 31 bits as it once was.
    fn codepoint(&mut self, vm: &mut Vm, value: Value) -> Result<(), Exit> {
        let number = value.as_fixnum().ok_or(Exit::Fallback)?;
        if !(0..=0x7fff_ffff).contains(&number) {
            return Err(vm.range_error("pack(U): value out of range".to_string()));
        }
        let number = number as u32;
        let followers = match number {
            0..=0x7f => return Ok(self.out.push(number as u8)),
            0x80..=0x7ff => 1,
            0x800..=0xffff => 2,
            0x1_0000..=0x1f_ffff => 3,
            0x20_0000..=0x3ff_ffff => 4,
            _ => 5,
        };
        let lead = !(0xffu32 >> (followers + 1)) as u8;
        self.out.push(lead | (number >> (6 * followers)) as u8);
        for index in (0..followers).rev() {
            self.out.push(0x80 | (number >> (6 * index)) as u8 & 0x3f);
        }
        Ok(())
    }

    /// `w`: seven bits a byte, the highest first, all but the last marked.
    fn compressed(&mut self, vm: &mut Vm, value: Value) -> Result<(), Exit> {
        let number = vm.as_big_integer(value).ok_or(Exit::Fallback)?;
        if number.sign() == num_bigint::Sign::Minus {
            return Err(vm.argument_error("can't compress negative numbers".to_string()));
        }
        let digits = number.to_radix_be(128).1;
        let last = digits.len() - 1;
        self.out.extend(digits.iter().enumerate().map(|(index, &digit)| if index < last { digit | 0x80 } else { digit }));
        Ok(())
    }

    /// The string of a text directive; nil is empty.
    fn bytes<'a>(&mut self, vm: &mut Vm) -> Result<&'a [u8], Exit> {
        match self.take(vm)? {
            Value::NIL => Ok(b""),
            value => Ok(StringRef::from_value(value).ok_or(Exit::Fallback)?.bytes()),
        }
    }

    fn text(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let bytes = self.bytes(vm)?;
        let width = directive.times(bytes.len() + (directive.kind == b'Z') as usize);
        vm.check_allocation(self.out.len().saturating_add(width))?;
        let kept = bytes.len().min(width);
        self.out.extend_from_slice(&bytes[..kept]);
        let pad = if directive.kind == b'A' { b' ' } else { 0 };
        self.out.resize(self.out.len() + width - kept, pad);
        Ok(())
    }

    fn bits(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let bytes = self.bytes(vm)?;
        let count = directive.times(bytes.len());
        let used = &bytes[..count.min(bytes.len())];
        for chunk in used.chunks(8) {
            let mut byte = 0;
            for (index, digit) in chunk.iter().enumerate() {
                let place = if directive.kind == b'b' { index } else { 7 - index };
                byte |= (digit & 1) << place;
            }
            self.out.push(byte);
        }
        // The reference counts what is missing as if two digits, not eight, made a byte.
        let missing = (count - used.len()).div_ceil(2);
        self.out.resize(self.out.len() + missing, 0);
        Ok(())
    }

    fn hexadecimal(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let bytes = self.bytes(vm)?;
        let count = directive.times(bytes.len());
        let used = &bytes[..count.min(bytes.len())];
        for chunk in used.chunks(2) {
            self.attention.step(vm, 1)?;
            let nibble = |digit: u8| if digit.is_ascii_alphabetic() { (digit & 15) + 9 & 15 } else { digit & 15 };
            let (first, second) = (nibble(chunk[0]), chunk.get(1).map_or(0, |&digit| nibble(digit)));
            self.out.push(if directive.kind == b'h' { first | second << 4 } else { first << 4 | second });
        }
        let missing = count.div_ceil(2) - used.len().div_ceil(2);
        self.out.resize(self.out.len() + missing, 0);
        Ok(())
    }

    fn encoded(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let value = self.take(vm)?;
        let bytes = StringRef::from_value(value).ok_or(Exit::Fallback)?.bytes();
        match directive.kind {
            b'm' if directive.count == Count::Number(0) => {
                for piece in bytes.chunks(BASE64_PIECE) {
                    self.attention.step(vm, piece.len())?;
                    write_base64(&mut self.out, piece);
                }
            }
            b'M' => {
                let width = directive.times(0);
                write_quoted_printable(&mut self.out, bytes, if width <= 1 { 72 } else { width });
            }
            kind => {
                let width = directive.times(0) / 3 * 3;
                let width = if width == 0 { 45 } else if kind == b'u' { width.min(63) } else { width };
                for line in bytes.chunks(width) {
                    self.attention.step(vm, line.len())?;
                    if kind == b'm' { write_base64(&mut self.out, line) } else { write_uuencoded(&mut self.out, line) }
                    self.out.push(b'\n');
                }
            }
        }
        Ok(())
    }

    fn moved(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let count = directive.times(0);
        match directive.kind {
            b'x' => {
                vm.check_allocation(self.out.len().saturating_add(count))?;
                self.out.resize(self.out.len() + count, 0);
            }
            b'X' if count > self.out.len() => return Err(vm.argument_error("X outside of string".to_string())),
            b'X' => self.out.truncate(self.out.len() - count),
            _ => {
                vm.check_allocation(count)?;
                self.out.resize(count, 0);
            }
        }
        Ok(())
    }
}

/// Bytes of a long text that are written without a look at who waits: whole groups of three.
const BASE64_PIECE: usize = 3 << 12;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn sextets(chunk: &[u8]) -> [u8; 4] {
    let (a, b, c) = (chunk[0], chunk.get(1).copied().unwrap_or(0), chunk.get(2).copied().unwrap_or(0));
    [a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63]
}

fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len().div_ceil(3) * 4);
    let chunks = bytes.chunks_exact(3);
    let last = chunks.remainder();
    for chunk in chunks {
        out.extend_from_slice(&sextets(chunk).map(|sextet| BASE64[sextet as usize]));
    }
    if !last.is_empty() {
        let mut letters = sextets(last).map(|sextet| BASE64[sextet as usize]);
        letters[last.len() + 1..].fill(b'=');
        out.extend_from_slice(&letters);
    }
}

fn write_uuencoded(out: &mut Vec<u8>, line: &[u8]) {
    let shown = |sextet: u8| if sextet == 0 { b'`' } else { sextet + b' ' };
    out.push(shown(line.len() as u8));
    for chunk in line.chunks(3) {
        out.extend(sextets(chunk).into_iter().map(shown));
    }
}

fn write_quoted_printable(out: &mut Vec<u8>, bytes: &[u8], width: usize) {
    let (mut column, mut previous) = (0, None);
    for &byte in bytes {
        if byte > 126 || byte < 32 && byte != b'\n' && byte != b'\t' || byte == b'=' {
            out.extend_from_slice(format!("={byte:02X}").as_bytes());
            column += 3;
        } else if byte == b'\n' {
            if matches!(previous, Some(b' ' | b'\t')) {
                out.extend_from_slice(b"=\n");
            }
            out.push(b'\n');
            column = 0;
        } else {
            out.push(byte);
            column += 1;
        }
        previous = Some(byte);
        if column > width {
            out.extend_from_slice(b"=\n");
            column = 0;
            previous = Some(b'\n');
        }
    }
    if column > 0 {
        out.extend_from_slice(b"=\n");
    }
}

/// `Primitive.pack_plan(format)`: `[[letter, count or nil for "*"], ...]`; behind those that stand before an error `["", message]`, in which a `!` says that
/// the error is a RangeError.
fn plan(vm: &mut Vm, args: Arguments) -> NativeResult {
    let format = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let mut directives = Vec::new();
    let parsed = parse_into(&mut directives, format.bytes(), "pack");
    let list = vm.array_with_capacity(directives.len());
    for directive in &directives {
        let letter = vm.new_string(&[directive.kind], Encoding::US_ASCII).value();
        let count = if directive.count == Count::All { Value::NIL } else { text::position(directive.times(0)) };
        let pair = vm.new_array(&[letter, count]);
        vm.array_push(list, pair.value());
    }
    if let Err(message) = parsed {
        let (letter, message) = (vm.string(""), vm.string(&message));
        let pair = vm.new_array(&[letter, message]);
        vm.array_push(list, pair.value());
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[("array_pack", pack), ("pack_plan", plan)];
