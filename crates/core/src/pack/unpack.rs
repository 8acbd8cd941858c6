//! `String#unpack`: bytes into values.

use num_bigint::BigInt;
use rutile_vm::prelude::*;

use crate::pack::format::{Count, Directive, parse_into};
use crate::pack::format_error;
use crate::string::text::Call;

/// So many digits are made at a time.
const PIECE: usize = 512;

struct Unpacker {
    string: StringRef,
    bytes: &'static [u8],
    at: usize,
    list: ArrayRef,
    /// Enough is had with one value.
    first_only: bool,
    attention: Attention,
}

/// `Primitive.string_unpack(string, format, offset, first only)`: the values as an Array.
fn unpack(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let format = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let offset = args.get(2).as_fixnum().ok_or(Exit::Fallback)?;
    Ok(unpacked(vm, string, format, offset, args.get(3).truthy())?.value())
}

/// `String#unpack1` by a format of ASCII, and `(string, format, offset)`.
fn unpack_first(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let (string, format) = (call.string()?, call.text(0)?);
    let offset = if call.count() == 2 { call.integer(1)? } else { 0 };
    if !(1..=2).contains(&call.count()) || !format.encoding().is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    let list = unpacked(vm, string, format, offset, true)?;
    Ok(if list.is_empty() { Value::NIL } else { list.get(0) })
}

fn unpacked(vm: &mut Vm, string: StringRef, format: StringRef, offset: i64, first_only: bool) -> Result<ArrayRef, Exit> {
    let mut directives = Vec::new();
    let parsed = parse_into(&mut directives, format.bytes(), "unpack").map_err(|message| format_error(vm, message));
    // What ends the format counts once, also where nothing stands for none.
    if let Some(last) = directives.last_mut().filter(|last| last.kind == b'@' && last.count == Count::Once && format.bytes().ends_with(b"@")) {
        last.count = Count::Number(1);
    }
    if offset < 0 {
        return Err(vm.argument_error("offset can't be negative".to_string()));
    }
    if offset as usize > string.len() {
        return Err(vm.argument_error("offset outside of string".to_string()));
    }
    let list = vm.array_with_capacity(if first_only { 1 } else { directives.len() });
    let mut unpacker = Unpacker { string, bytes: string.bytes(), at: offset as usize, list, first_only, attention: Attention::default() };
    for directive in &directives {
        unpacker.directive(vm, directive)?;
        if unpacker.is_done() {
            break;
        }
    }
    // What stands behind the one value that is wanted is not read.
    if first_only && !list.is_empty() && !list.get(0).is_nil() { Ok(list) } else { parsed.map(|()| list) }
}

impl Unpacker {
    fn is_done(&self) -> bool {
        self.first_only && !self.list.is_empty()
    }

    fn rest(&self) -> &'static [u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    fn push(&mut self, vm: &mut Vm, value: Value) {
        vm.array_push(self.list, value);
    }

    fn push_bytes(&mut self, vm: &mut Vm, bytes: &[u8], encoding: Encoding) {
        let value = vm.new_string(bytes, encoding).value();
        self.push(vm, value);
    }

    fn directive(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        match directive.kind {
            b'a' | b'A' | b'Z' => self.text(vm, directive),
            b'b' | b'B' => return self.bits(vm, directive),
            b'h' | b'H' => return self.hexadecimal(vm, directive),
            b'm' => return self.base64(vm, directive),
            b'M' => self.quoted_printable(vm),
            b'u' => self.uuencoded(vm),
            b'x' | b'X' | b'@' => return self.moved(vm, directive),
            b'U' => return self.codepoints(vm, directive),
            b'w' => return self.compressed(vm, directive),
            b'p' | b'P' => return self.pointers(vm, directive),
            _ => return self.numbers(vm, directive),
        }
        Ok(())
    }

    /// Texts that addresses point at: those alone which the String holds. `P` has the length of one as its count.
    fn pointers(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let count = if directive.kind == b'P' { 1 } else { directive.times(self.rest().len() / 8) };
        for _ in 0..count {
            let Some(&address) = self.rest().first_chunk() else { break };
            self.at += address.len();
            let value = match i64::from_ne_bytes(address) {
                0 => Value::NIL,
                address => self.text_at(vm, address, if directive.kind == b'P' { directive.times(usize::MAX) } else { usize::MAX })?,
            };
            self.push(vm, value);
        }
        Ok(())
    }

    fn text_at(&self, vm: &mut Vm, address: i64, most: usize) -> Result<Value, Exit> {
        let pointed = vm.intern(b"@ pointed");
        let Some(held) = vm.get_variable(self.string.value(), pointed).as_array() else {
            return Err(vm.argument_error("no associated pointer".to_string()));
        };
        let entry = held.values().iter().filter_map(|entry| entry.as_array()).find(|entry| entry.get(0).as_fixnum() == Some(address));
        let Some(text) = entry.and_then(|entry| entry.get(1).as_string()) else {
            return Err(vm.argument_error("non associated pointer".to_string()));
        };
        let bytes = text.bytes();
        Ok(if most < bytes.len() { vm.new_string(&bytes[..most], Encoding::BINARY).value() } else { vm.new_string(bytes, text.encoding()).value() })
    }

    fn numbers(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let size = directive.integer().map(|(size, _)| size).or(directive.float().map(|(size, _)| size)).unwrap_or(1);
        let present = self.rest().len() / size;
        let wanted = directive.times(present);
        let room = if self.first_only { 1 } else { wanted.min(present) };
        vm.array_reserve(self.list, self.list.len() + room);
        for index in 0..wanted {
            self.attention.element(vm)?;
            // Numbers that the string is too short for are nil.
            let value = if index >= present {
                Value::NIL
            } else {
                let bytes = &self.rest()[..size];
                self.at += size;
                match directive.integer() {
                    Some((_, signed)) => integer(vm, bytes, signed, directive.big_endian),
                    None => float(vm, bytes, directive),
                }
            };
            self.push(vm, value);
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn text(&mut self, vm: &mut Vm, directive: &Directive) {
        let rest = self.rest();
        let width = directive.times(rest.len()).min(rest.len());
        let field = &rest[..width];
        let mut used = width;
        let shown = match directive.kind {
            b'A' => {
                let end = field.iter().rposition(|&byte| byte != b' ' && byte != 0).map_or(0, |last| last + 1);
                &field[..end]
            }
            b'Z' => match memchr::memchr(0, field) {
                Some(end) => {
                    if directive.count == Count::All {
                        used = end + 1;
                    }
                    &field[..end]
                }
                None => field,
            },
            _ => field,
        };
        self.at += used;
        self.push_bytes(vm, shown, Encoding::BINARY);
    }

    fn bits(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let lowest_first = directive.kind == b'b';
        let digit = |byte: u8, place: usize| b'0' + (byte >> if lowest_first { place } else { 7 - place } & 1);
        self.digits(vm, directive, |byte| std::array::from_fn::<u8, 8, _>(|place| digit(byte, place)))
    }

    fn hexadecimal(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let lowest_first = directive.kind == b'h';
        let digit = |half: u8| b"0123456789abcdef"[half as usize & 15];
        self.digits(vm, directive, |byte| if lowest_first { [digit(byte), digit(byte >> 4)] } else { [digit(byte >> 4), digit(byte)] })
    }

    /// A String of the digits that bytes are spelled with. They are made piece by piece, and stand in memory once.
    fn digits<const EACH: usize>(&mut self, vm: &mut Vm, directive: &Directive, spell: impl Fn(u8) -> [u8; EACH]) -> Result<(), Exit> {
        let most = self.rest().len() * EACH;
        let count = directive.times(most).min(most);
        let bytes = &self.rest()[..count.div_ceil(EACH)];
        self.at += bytes.len();
        let (text, mut piece) = (vm.string_with_capacity(count, Encoding::US_ASCII), [0; PIECE]);
        for bytes in bytes.chunks(PIECE / EACH) {
            let length = (bytes.len() * EACH).min(count - text.len());
            self.attention.step(vm, length)?;
            piece.chunks_exact_mut(EACH).zip(bytes).for_each(|(digits, &byte)| digits.copy_from_slice(&spell(byte)));
            vm.string_append(text, &piece[..length]);
        }
        self.push(vm, text.value());
        Ok(())
    }

    fn base64(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let rest = self.rest();
        let strict = directive.count == Count::Number(0);
        let mut out = Vec::with_capacity(rest.len() / 4 * 3);
        let (mut bits, mut held, mut used, mut padding) = (0u32, 0, 0, 0);
        for &byte in rest {
            self.attention.step(vm, 1)?;
            match base64_value(byte) {
                Some(value) if padding == 0 => {
                    bits = bits << 6 | value as u32;
                    held += 6;
                    if held >= 8 {
                        held -= 8;
                        out.push((bits >> held) as u8);
                    }
                }
                // It ends the text where the third or the fourth of four characters is due, and is not read; elsewhere it says nothing.
                None if byte == b'=' && !strict => {
                    if matches!(held, 2 | 4) {
                        break;
                    }
                }
                None if byte == b'=' => padding += 1,
                _ if strict => return Err(vm.argument_error("invalid base64".to_string())),
                _ => {}
            }
            used += 1;
        }
        let leftover = bits & ((1 << held) - 1);
        if strict && (rest.len() % 4 != 0 || padding > 2 || leftover != 0 || held == 6 || held / 2 != padding) {
            return Err(vm.argument_error("invalid base64".to_string()));
        }
        self.at += used;
        self.push_bytes(vm, &out, Encoding::BINARY);
        Ok(())
    }

    fn quoted_printable(&mut self, vm: &mut Vm) {
        let rest = self.rest();
        let mut out = Vec::with_capacity(rest.len());
        let mut at = 0;
        while at < rest.len() {
            if rest[at] != b'=' {
                out.push(rest[at]);
                at += 1;
                continue;
            }
            match rest[at + 1..] {
                [b'\n', ..] => at += 2,
                [b'\r', b'\n', ..] => at += 3,
                [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                    out.push(hex_value(high) << 4 | hex_value(low));
                    at += 3;
                }
                _ => {
                    out.extend_from_slice(&rest[at..]);
                    break;
                }
            }
        }
        self.at = self.bytes.len();
        self.push_bytes(vm, &out, Encoding::BINARY);
    }

    fn uuencoded(&mut self, vm: &mut Vm) {
        let rest = self.rest();
        let mut out = Vec::new();
        let mut at = 0;
        while at < rest.len() && (b'!'..b'a').contains(&rest[at]) {
            // A line may promise more than the text can hold.
            let most = (rest.len() * 3 / 4).saturating_sub(out.len());
            let mut left = most.min((rest[at].wrapping_sub(b' ') & 63) as usize);
            at += 1;
            while left > 0 {
                // What is no sextet stands for zero and is left for what follows.
                let mut sextet = || match rest.get(at) {
                    Some(byte) if (b' '..b'a').contains(byte) => {
                        at += 1;
                        (byte - b' ') & 63
                    }
                    _ => 0,
                };
                let (a, b, c, d) = (sextet(), sextet(), sextet(), sextet());
                let three = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
                out.extend_from_slice(&three[..left.min(3)]);
                left = left.saturating_sub(3);
            }
            // There may be a checksum before the end of the line.
            if rest.get(at).is_some_and(|byte| !matches!(byte, b'\r' | b'\n')) {
                at += 1;
            }
            at += (rest.get(at) == Some(&b'\r')) as usize;
            at += (rest.get(at) == Some(&b'\n')) as usize;
        }
        self.at += at.min(rest.len());
        self.push_bytes(vm, &out, Encoding::BINARY);
    }

    fn moved(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let left = self.bytes.len() - self.at.min(self.bytes.len());
        match directive.kind {
            b'x' => {
                let count = directive.times(left);
                if count > left {
                    return Err(vm.argument_error("x outside of string".to_string()));
                }
                self.at += count;
            }
            b'X' => {
                let count = directive.times(self.rest().len());
                if count > self.at {
                    return Err(vm.argument_error("X outside of string".to_string()));
                }
                self.at -= count;
            }
            _ => {
                // Alone it leads to the beginning, which is not where `@1` does; `@*` counts what is left.
                let count = if directive.count == Count::Once { 0 } else { directive.times(left) };
                if count > self.bytes.len() {
                    return Err(vm.argument_error("@ outside of string".to_string()));
                }
                self.at = count;
            }
        }
        Ok(())
    }

    fn codepoints(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let wanted = directive.times(usize::MAX);
        let mut got = 0;
        while got < wanted && !self.rest().is_empty() && !self.is_done() {
            self.attention.element(vm)?;
            match codepoint(self.rest()) {
                Ok((number, length)) => {
                    self.at += length;
                    self.push(vm, Value::fixnum(number as i64));
                }
                Err(message) => return Err(vm.argument_error(message)),
            }
            got += 1;
        }
        Ok(())
    }

    fn compressed(&mut self, vm: &mut Vm, directive: &Directive) -> Result<(), Exit> {
        let wanted = directive.times(usize::MAX);
        let mut got = 0;
        let mut number = BigInt::from(0);
        while got < wanted && !self.rest().is_empty() && !self.is_done() {
            self.attention.element(vm)?;
            let byte = self.rest()[0];
            self.at += 1;
            number = (number << 7) + (byte & 0x7f);
            if byte & 0x80 == 0 {
                let value = vm.big_integer(std::mem::take(&mut number));
                self.push(vm, value);
                got += 1;
            }
        }
        Ok(())
    }
}

/// The number that bytes begin with as UTF-8 once was, of up to 31 bits, and its length; what is wrong with them otherwise.
fn codepoint(bytes: &[u8]) -> Result<(u32, usize), String> {
    const MALFORMED: &str = "malformed UTF-8 character";
    let length = bytes[0].leading_ones() as usize;
    match length {
        0 => return Ok((bytes[0] as u32, 1)),
        2..=6 => {}
        _ => return Err(MALFORMED.to_string()),
    }
    if bytes.len() < length {
        return Err(format!("{MALFORMED} (expected {length} bytes, given {} bytes)", bytes.len()));
    }
    let mut number = bytes[0] as u32 & (0x7f >> length);
    for byte in &bytes[1..length] {
        if byte & 0xc0 != 0x80 {
            return Err(MALFORMED.to_string());
        }
        number = number << 6 | (byte & 0x3f) as u32;
    }
    let bits_of_shorter = if length == 2 { 7 } else { 5 * length - 4 };
    if number >> bits_of_shorter == 0 {
        return Err("redundant UTF-8 sequence".to_string());
    }
    Ok((number, length))
}

fn integer(vm: &mut Vm, bytes: &[u8], signed: bool, big_endian: bool) -> Value {
    let mut wide = [0u8; 8];
    if big_endian {
        wide[8 - bytes.len()..].copy_from_slice(bytes);
    } else {
        for (place, &byte) in wide[8 - bytes.len()..].iter_mut().zip(bytes.iter().rev()) {
            *place = byte;
        }
    }
    let number = u64::from_be_bytes(wide);
    let unused = 64 - bytes.len() * 8;
    vm.integer(if signed { ((number << unused) as i64 >> unused) as i128 } else { number as i128 })
}

fn float(vm: &mut Vm, bytes: &[u8], directive: &Directive) -> Value {
    let big_endian = directive.float().is_some_and(|(_, big_endian)| big_endian);
    let number = match bytes {
        [a, b, c, d] => {
            let four = [*a, *b, *c, *d];
            (if big_endian { f32::from_be_bytes(four) } else { f32::from_le_bytes(four) }) as f64
        }
        _ => {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[..8]);
            if big_endian { f64::from_be_bytes(eight) } else { f64::from_le_bytes(eight) }
        }
    };
    vm.float(number)
}

fn base64_value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

fn hex_value(digit: u8) -> u8 {
    (digit as char).to_digit(16).unwrap_or(0) as u8
}

pub const NATIVES: &[(&str, Native)] = &[("string_unpack", unpack), ("string_unpack_first", unpack_first)];
