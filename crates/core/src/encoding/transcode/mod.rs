//! From one encoding to another, through Unicode.
//!
//! One primitive does all of it: it converts until something cannot be converted,
//! says what and where, and is asked again from behind it once Ruby
//! (`core/string/encode.rb`) has decided what to put there. The large character
//! sets of East Asia come from `encoding_rs`, the small ones from tables of our own.

pub(crate) mod code_pages;
pub(crate) mod large;
mod memo;
pub(crate) mod rows;
mod single_bytes;
pub(crate) mod tables;

use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;

use crate::encoding::transcode::code_pages::IBM037;
use crate::encoding::transcode::single_bytes::SingleBytes;
use crate::string::text;

/// The text of valid Unicode bytes.
pub fn decode_unicode(bytes: &[u8], encoding: Encoding) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match characters::codepoint(bytes, at, encoding) {
            Some((number, length)) => {
                text.extend(char::from_u32(number));
                at += length;
            }
            None => break,
        }
    }
    text
}

/// Text as bytes of a Unicode encoding.
pub fn encode_unicode(text: &str, encoding: Encoding) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    write_text(&mut out, text, encoding);
    out
}

/// Whether a byte begins no text of an encoding that is on the way to one that switches sets of characters: what
/// switches them can't, nor what no set has.
fn is_barred(byte: u8, encoding: Encoding) -> bool {
    encoding == Encoding::STATELESS_ISO_2022_JP && matches!(byte, 0x0e | 0x0f | 0x1b | 0x80..=0x8f | 0x91 | 0x93..)
}

/// One piece of the source, decoded.
enum Decoded {
    Character(char, usize),
    /// Bytes that are no character, and how many behind them showed it.
    Invalid(usize, usize),
    Incomplete(usize),
    /// A character that Unicode doesn't have, or that has not been mapped.
    Undefined(usize),
}

fn decode(bytes: &[u8], at: usize, encoding: Encoding) -> Decoded {
    let rest = &bytes[at..];
    let byte = rest[0];
    match encoding.scheme() {
        _ if is_barred(byte, encoding) => return Decoded::Invalid(1, 0),
        Scheme::SingleByte => return decode_single(byte, encoding),
        Scheme::Dummy if encoding == Encoding::IBM037 => {
            return IBM037.chars().nth(byte as usize).map_or(Decoded::Undefined(1), |character| Decoded::Character(character, 1));
        }
        _ if byte < 0x80 && encoding.is_ascii_compatible() => return Decoded::Character(byte as char, 1),
        _ => {}
    }
    let piece = match rows::converted_length(rest, encoding) {
        Some(length) => characters::Piece::Character(length),
        None => characters::piece(rest, encoding),
    };
    let length = match piece {
        characters::Piece::Character(length) => length,
        characters::Piece::Truncated => return Decoded::Incomplete(rest.len()),
        characters::Piece::Invalid => {
            let broken = characters::broken_len(bytes, at, encoding);
            let beginning = characters::piece(&rest[..broken], encoding) == characters::Piece::Truncated;
            // Where the high byte comes first it alone shows that no surrogate follows.
            let unit = if encoding == Encoding::UTF_16BE { 1 } else { characters::min_len(encoding) };
            return Decoded::Invalid(broken, if beginning { unit.min(rest.len() - broken) } else { 0 });
        }
    };
    match encoding.scheme() {
        Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_) => match characters::codepoint(bytes, at, encoding) {
            Some((number, length)) => char::from_u32(number).map_or(Decoded::Invalid(length, 0), |character| Decoded::Character(character, length)),
            None => Decoded::Invalid(length, 0),
        },
        _ => decode_large(&rest[..length], encoding),
    }
}

fn decode_single(byte: u8, encoding: Encoding) -> Decoded {
    if byte < 0x80 {
        return Decoded::Character(byte as char, 1);
    }
    match encoding {
        Encoding::ISO_8859_1 => Decoded::Character(byte as char, 1),
        Encoding::US_ASCII => Decoded::Invalid(1, 0),
        _ => match SingleBytes::of(encoding).and_then(|table| table.character(byte)) {
            Some(character) => Decoded::Character(character, 1),
            None => Decoded::Undefined(1),
        },
    }
}

/// The character of a byte in a single-byte encoding.
pub fn character_of_byte(byte: u8, encoding: Encoding) -> Option<char> {
    match decode_single(byte, encoding) {
        Decoded::Character(character, _) => Some(character),
        _ => None,
    }
}

/// The byte of a character in a single-byte encoding.
pub fn byte_of_character(character: char, encoding: Encoding) -> Option<u8> {
    if character.is_ascii() { Some(character as u8) } else { encode_single(character, encoding) }
}

fn decode_large(piece: &[u8], encoding: Encoding) -> Decoded {
    match large::decode(piece, encoding) {
        Some(character) => Decoded::Character(character, piece.len()),
        None => Decoded::Undefined(piece.len()),
    }
}

/// Writes a character; false where the encoding hasn't got it.
fn encode(out: &mut Vec<u8>, character: char, encoding: Encoding) -> bool {
    match encoding.scheme() {
        Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_) => match characters::encode(character as u32, encoding) {
            Some(encoded) => out.extend_from_slice(encoded.bytes()),
            None => return false,
        },
        _ if character.is_ascii() && is_barred(character as u8, encoding) => return false,
        _ if character.is_ascii() && encoding.is_ascii_compatible() => out.push(character as u8),
        Scheme::Dummy if encoding == Encoding::IBM037 => match IBM037.chars().position(|known| known == character) {
            Some(place) => out.push(place as u8),
            None => return false,
        },
        Scheme::SingleByte => match encode_single(character, encoding) {
            Some(byte) => out.push(byte),
            None => return false,
        },
        _ => return large::encode(out, character, encoding),
    }
    true
}

fn encode_single(character: char, encoding: Encoding) -> Option<u8> {
    match encoding {
        Encoding::US_ASCII | Encoding::BINARY => None,
        Encoding::ISO_8859_1 => u8::try_from(character as u32).ok(),
        _ => SingleBytes::of(encoding)?.byte(character),
    }
}

/// Whether the two can be converted into each other's neighbour, Unicode.
fn is_convertible(encoding: Encoding) -> bool {
    match encoding.scheme() {
        Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_) => true,
        Scheme::SingleByte => {
            matches!(encoding, Encoding::ISO_8859_1 | Encoding::US_ASCII | Encoding::BINARY) || SingleBytes::of(encoding).is_some()
        }
        Scheme::Dummy => matches!(encoding, Encoding::UTF_16 | Encoding::UTF_32 | Encoding::ISO_2022_JP | Encoding::CP50220 | Encoding::CP50221 | Encoding::IBM037),
        _ => large::is_known(encoding),
    }
}

fn encoding_argument(value: Value) -> Result<Encoding, Exit> {
    value.as_fixnum().map(|index| Encoding(index as u8)).ok_or(Exit::Fallback)
}

fn has_converter(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(is_convertible(encoding_argument(args.get(0))?)))
}

/// What stands in the way of a conversion.
#[derive(Clone, Copy)]
enum Problem {
    Invalid { length: usize, following: usize },
    Incomplete(usize),
    /// The character is there, but not in the other encoding.
    Undefined(usize),
    /// There is no Unicode character of these bytes.
    Unmapped(usize),
    /// As much is converted as was asked for.
    Full,
}

/// How far bytes were converted, and why no further.
struct Conversion {
    at: usize,
    problem: Option<Problem>,
}

/// What a run of text or a character that stands alone costs, in steps of `Attention`.
const PIECE: usize = 32;

/// Converts bytes from a place on, behind what is there, until that is more than `limit`.
fn convert(
    out: &mut Vec<u8>, bytes: &[u8], start: usize, from: Encoding, to: Encoding, limit: usize, mut step: impl FnMut(usize) -> Result<(), LeftOff>,
) -> Result<Conversion, LeftOff> {
    let keeps_ascii = [from, to].iter().all(|each| each.is_ascii_compatible() && !is_barred(0x1b, *each));
    out.reserve(bytes.len().saturating_sub(start) + 16);
    let mut at = start.min(bytes.len());
    let from_table = SingleBytes::of(from).filter(|_| limit == usize::MAX);
    let problem = loop {
        if out.len() > limit {
            break Some(Problem::Full);
        }
        if at == bytes.len() {
            break None;
        }
        step(PIECE)?;
        if keeps_ascii && bytes[at].is_ascii() {
            let most = (limit - out.len()).saturating_add(1).min(RUN);
            let run = bytes[at..].iter().take(most).take_while(|byte| byte.is_ascii()).count();
            out.extend_from_slice(&bytes[at..at + run]);
            at += run;
            continue;
        }
        if from == Encoding::UTF_8 && limit == usize::MAX {
            let run = write_text(out, valid_text(&bytes[at..bytes.len().min(at + RUN)]), to);
            at += run;
            if run > 0 {
                continue;
            }
        }
        if let Some(table) = from_table {
            let run = write_bytes(out, &bytes[at..bytes.len().min(at + RUN)], table, to);
            at += run;
            if run > 0 {
                continue;
            }
        }
        match decode(bytes, at, from) {
            Decoded::Character(character, length) if encode(out, character, to) => at += length,
            Decoded::Character(_, length) => break Some(Problem::Undefined(length)),
            Decoded::Invalid(length, following) => break Some(Problem::Invalid { length, following }),
            Decoded::Incomplete(length) => break Some(Problem::Incomplete(length)),
            Decoded::Undefined(length) => break Some(Problem::Unmapped(length)),
        }
    };
    Ok(Conversion { at, problem })
}

/// What is put where a character can't be converted, as bytes of the other encoding.
#[derive(Default)]
pub(super) struct Replacements {
    pub invalid: Option<Vec<u8>>,
    pub undefined: Option<Vec<u8>>,
}

/// A String's text in another encoding, where nothing is left to say of the way: one of Unicode's or of single bytes, or one of East Asia's
/// beside UTF-8. `None` where something can't be said there and is not to be replaced.
pub(super) fn converted(bytes: &[u8], from: Encoding, to: Encoding, replacements: &Replacements) -> Option<Vec<u8>> {
    if !is_direct(from, to) {
        return None;
    }
    let (mut out, mut at) = (Vec::new(), 0);
    loop {
        let conversion = convert(&mut out, bytes, at, from, to, usize::MAX, |_| Ok(())).ok()?;
        let (replacement, length) = match conversion.problem {
            None => return Some(out),
            Some(Problem::Invalid { length, .. } | Problem::Incomplete(length)) => (&replacements.invalid, length),
            Some(Problem::Undefined(length) | Problem::Unmapped(length)) => (&replacements.undefined, length),
            Some(Problem::Full) => return None,
        };
        out.extend_from_slice(replacement.as_ref()?);
        at = conversion.at + length;
    }
}

fn is_direct(from: Encoding, to: Encoding) -> bool {
    let is_unicode = |encoding: Encoding| {
        matches!(encoding.scheme(), Scheme::Utf8 | Scheme::Utf16(_) | Scheme::Utf32(_)) && encoding.name().starts_with("UTF-")
    };
    let is_plain = |encoding: Encoding| match encoding {
        _ if encoding.is_dummy() => false,
        Encoding::ISO_8859_1 | Encoding::US_ASCII | Encoding::BINARY => true,
        _ => is_unicode(encoding) || SingleBytes::of(encoding).is_some(),
    };
    let is_large = |encoding: Encoding| !encoding.is_dummy() && large::is_known(encoding) && encoding != Encoding::STATELESS_ISO_2022_JP;
    is_plain(from) && is_plain(to) || from == Encoding::UTF_8 && is_large(to) || to == Encoding::UTF_8 && is_large(from)
}

/// `Primitive.transcode(output, source, start, from, to, limit)`: appends what converts to
/// `output` (whose bytes are in encoding `to`), until more than `limit` bytes were, if there is a
/// limit. Nil when all did; else `[kind, start, length, following]`, where kind is :invalid, :incomplete or
/// :undefined (the character is there, but not in `to`) or :unmapped (no Unicode character) or :full.
fn transcode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let output = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let source = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let start = args.get(2).as_fixnum().and_then(|start| usize::try_from(start).ok()).ok_or(Exit::Fallback)?;
    let (from, to) = (encoding_argument(args.get(3))?, encoding_argument(args.get(4))?);
    let limit = args.get(5).as_fixnum().map_or(usize::MAX, |limit| limit.max(0) as usize);
    vm.string_modify(output)?;
    let mut attention = Attention::default();
    let mut out = Vec::new();
    let Conversion { at, problem } = convert(&mut out, source.bytes(), start, from, to, limit, |steps| attention.step(vm, steps))?;
    vm.check_allocation(out.len() + output.len())?;
    vm.string_append(output, &out);
    let (kind, length, following) = match problem {
        None => return Ok(Value::NIL),
        Some(Problem::Invalid { length, following }) => ("invalid", length, following),
        Some(Problem::Incomplete(length)) => ("incomplete", length, 0),
        Some(Problem::Undefined(length)) => ("undefined", length, 0),
        Some(Problem::Unmapped(length)) => ("unmapped", length, 0),
        Some(Problem::Full) => ("full", 0, 0),
    };
    let kind = vm.intern(kind.as_bytes());
    let answer = [Value::symbol(kind), text::position(at), text::position(length), text::position(following)];
    Ok(vm.new_array(&answer).value())
}

/// Text is looked at in pieces of so many bytes. After each character that can't be converted the native is called anew, and it
/// must not look at all the rest each time.
const RUN: usize = 256;

/// As much of the bytes as is text of UTF-8.
fn valid_text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(broken) => std::str::from_utf8(&bytes[..broken.valid_up_to()]).unwrap_or_default(),
    }
}

/// Writes text as far as the encoding has its characters: how many of its bytes these were.
fn write_text(out: &mut Vec<u8>, text: &str, encoding: Encoding) -> usize {
    match encoding.scheme() {
        Scheme::Utf8 => out.extend_from_slice(text.as_bytes()),
        Scheme::Utf16(true) => out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        Scheme::Utf16(false) => out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        Scheme::Utf32(true) => out.extend(text.chars().flat_map(|character| (character as u32).to_be_bytes())),
        Scheme::Utf32(false) => out.extend(text.chars().flat_map(|character| (character as u32).to_le_bytes())),
        _ => {
            let table = SingleBytes::of(encoding);
            let mut write = |character: char| match table {
                Some(table) => write_byte(out, character, table),
                None => encode(out, character, encoding),
            };
            return text.char_indices().find(|(_, character)| !write(*character)).map_or(text.len(), |(at, _)| at);
        }
    }
    text.len()
}

fn write_byte(out: &mut Vec<u8>, character: char, table: &SingleBytes) -> bool {
    let byte = if character.is_ascii() { Some(character as u8) } else { table.byte(character) };
    out.extend(byte);
    byte.is_some()
}

/// The same of bytes that are a character each.
fn write_bytes(out: &mut Vec<u8>, bytes: &[u8], table: &SingleBytes, encoding: Encoding) -> usize {
    let is_utf8 = encoding == Encoding::UTF_8;
    let wrong = bytes.iter().position(|&byte| match if byte.is_ascii() { Some(byte as char) } else { table.character(byte) } {
        Some(character) if is_utf8 => {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            false
        }
        Some(character) => !encode(out, character, encoding),
        None => true,
    });
    wrong.unwrap_or(bytes.len())
}

/// The number of the character of a string's bytes, for messages.
fn unicode_number(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let start = args.get(1).as_fixnum().unwrap_or(0).max(0) as usize;
    if start >= source.len() {
        return Ok(Value::NIL);
    }
    Ok(match decode(source.bytes(), start, encoding_argument(args.get(2))?) {
        Decoded::Character(character, _) => Value::fixnum(character as i64),
        _ => Value::NIL,
    })
}

pub const NATIVES: &[(&str, Native)] = &[
    ("transcode", transcode),
    ("transcode_has_converter", has_converter),
    ("transcode_number", unicode_number),
];
