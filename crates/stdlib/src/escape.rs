//! Escaping texts for pages and addresses, as `ERB::Escape` and `CGI::Escape` do.
//!
//! | primitive | gives a text of its own |
//! |---|---|
//! | `html_escape(text)` | with `&`, `<`, `>` and quotes as entities; the text itself where there are none |
//! | `html_escape_copy(text)` | the same, a copy where there are none; of plain Strings |
//! | `html_unescape(text, highest)` | with those, and numbers below `highest`, as characters |
//! | `address_escape(text, space)` | with what no address may have as `%xx`, and spaces as `space` (an Integer, or nil for `%20`) |
//! | `address_unescape(text, plus)` | the reverse; `+` is a space where `plus` is true |
//!
//! The texts are in encodings that extend ASCII; the first two decline others, since they are methods of their own as well.

use rutile_core::arguments::{integer, string};
use rutile_vm::prelude::*;

/// The String that is all that was passed: to the primitive, or to the method whose primitive it is.
fn only_text(args: Arguments) -> Result<StringRef, Exit> {
    if args.count() == 1 { StringRef::from_value(args.get(0)).ok_or(Exit::Fallback) } else { Err(Exit::Fallback) }
}

fn html_escape_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = only_text(args)?;
    let escaped = html_escape(vm, args)?;
    if escaped != text.value() {
        return Ok(escaped);
    }
    if vm.class_of(escaped) != vm.classes.string {
        return Err(Exit::Fallback);
    }
    Ok(vm.string_copy(text).value())
}

fn html_escape(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = only_text(args)?;
    if !text.encoding().is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    let bytes = text.bytes();
    let added: usize = bytes.iter().map(|&byte| ENTITY_LENGTHS[byte as usize] as usize).sum();
    if added == 0 {
        return Ok(text.value());
    }
    let escaped = vm.string_written(bytes.len() + added, text.encoding(), |out| write_escaped(bytes, out));
    Ok(escaped.value())
}

fn write_escaped(bytes: &[u8], out: &mut [u8]) {
    let (mut rest, mut place) = (bytes, 0);
    while let Some((&first, after)) = rest.split_first() {
        let (entity, length) = entity(first);
        if length > 0 {
            // All eight bytes are one store; what follows overwrites those behind the entity.
            match out[place..].first_chunk_mut() {
                Some(chunk) => *chunk = entity,
                None => out[place..place + length].copy_from_slice(&entity[..length]),
            }
            (rest, place) = (after, place + length);
        } else {
            let plain = rest.iter().position(|&byte| ENTITY_LENGTHS[byte as usize] > 0).unwrap_or(rest.len());
            out[place..place + plain].copy_from_slice(&rest[..plain]);
            (rest, place) = (&rest[plain..], place + plain);
        }
    }
}

/// What stands for a byte that a page reads as its own, and how long it is; nothing for all others.
const fn entity(byte: u8) -> ([u8; 8], usize) {
    match byte {
        b'&' => (*b"&amp;\0\0\0", 5),
        b'<' => (*b"&lt;\0\0\0\0", 4),
        b'>' => (*b"&gt;\0\0\0\0", 4),
        b'"' => (*b"&quot;\0\0", 6),
        b'\'' => (*b"&#39;\0\0\0", 5),
        _ => ([0; 8], 0),
    }
}

/// By how much the entity of each byte is longer than the byte.
const ENTITY_LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut byte = 0;
    while byte < lengths.len() {
        lengths[byte] = (entity(byte as u8).1 as u8).saturating_sub(1);
        byte += 1;
    }
    lengths
};

/// The character that an entity's name (between `&` and `;`) stands for.
fn named(name: &[u8], highest: u32) -> Option<u32> {
    let number = match name {
        b"amp" => return Some('&'.into()),
        b"lt" => return Some('<'.into()),
        b"gt" => return Some('>'.into()),
        b"quot" => return Some('"'.into()),
        b"apos" => return Some('\''.into()),
        [b'#', b'x' | b'X', digits @ ..] => numbered(digits, 16),
        [b'#', digits @ ..] => numbered(digits, 10),
        _ => None,
    };
    number.filter(|&number| number < highest)
}

/// Digits alone, as a number: `from_str_radix` would take a sign too.
fn numbered(digits: &[u8], base: u32) -> Option<u32> {
    let all = digits.iter().all(|&digit| char::from(digit).is_digit(base));
    let digits = std::str::from_utf8(digits).ok().filter(|digits| all && !digits.is_empty())?;
    u32::from_str_radix(digits, base).ok()
}

fn html_unescape(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (text, highest) = (string(vm, args, 0)?, integer(vm, args, 1)? as u32);
    let (bytes, encoding) = (text.bytes(), text.encoding());
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(start) = memchr::memchr(b'&', rest) {
        out.extend_from_slice(&rest[..start]);
        let after = &rest[start + 1..];
        // An entity ends before the next one begins.
        let end = after.iter().position(|&byte| byte == b';' || byte == b'&').filter(|&end| after[end] == b';');
        let found = end.and_then(|end| Some((end, named(&after[..end], highest)?)));
        match found {
            Some((end, code)) if code < 0x80 || encoding != Encoding::UTF_8 => {
                out.push(code as u8);
                rest = &after[end + 1..];
            }
            Some((end, code)) if char::from_u32(code).is_some() => {
                let character = char::from_u32(code).unwrap_or_default();
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &after[end + 1..];
            }
            _ => {
                out.push(b'&');
                rest = after;
            }
        }
    }
    out.extend_from_slice(rest);
    Ok(vm.new_string(&out, encoding).value())
}

fn stays(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn address_escape(vm: &mut Vm, args: Arguments) -> NativeResult {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let text = string(vm, args, 0)?;
    let space = args.get(1).as_fixnum().map(|space| space as u8);
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    for &byte in text.bytes() {
        match (byte, space) {
            (b' ', Some(space)) => out.push(space),
            _ if stays(byte) => out.push(byte),
            _ => out.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]),
        }
    }
    Ok(vm.new_string(&out, text.encoding()).value())
}

fn address_unescape(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (text, plus) = (string(vm, args, 0)?, args.get(1).truthy());
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let escaped = match (*first, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                out.push(high << 4 | low);
                rest = &after[2..];
            }
            None if *first == b'+' && plus => out.push(b' '),
            None => out.push(*first),
        }
    }
    Ok(vm.new_string(&out, text.encoding()).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("html_escape", html_escape),
    ("html_escape_copy", html_escape_copy),
    ("html_unescape", html_unescape),
    ("address_escape", address_escape),
    ("address_unescape", address_unescape),
];
