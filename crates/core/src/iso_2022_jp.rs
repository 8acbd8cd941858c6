//! The 7-bit encodings of Japanese that switch character sets: ISO-2022-JP, CP50220 and CP50221.
//!
//! Their text is that of EUC-JP with the eighth bit off and an escape sequence where the set changes,
//! so it is converted by way of EUC-JP (of CP51932, as Windows has it).
//!
//! ```text
//!   ESC ( B   ASCII           ESC $ @   JIS X 0208 (1978)     ESC ( I   katakana of half width
//!   ESC ( J   Latin           ESC $ B   JIS X 0208 (1983)
//! ```

use rutile_vm::prelude::*;

use crate::text;

const ESCAPE: u8 = 0x1b;
/// What EUC-JP puts before a katakana of half width.
const SINGLE_SHIFT: u8 = 0x8e;

#[derive(Clone, Copy, PartialEq)]
enum Set {
    Latin,
    Wide,
    Katakana,
}

impl Set {
    fn sequence(self) -> &'static [u8] {
        match self {
            Set::Latin => b"\x1b(B",
            Set::Wide => b"\x1b$B",
            Set::Katakana => b"\x1b(I",
        }
    }
}

/// `Primitive.iso_2022_jp_decode(string)`: the bytes in EUC-JP, or the place of the byte that is wrong.
fn decode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let bytes = source.bytes();
    let katakana = source.encoding() != Encoding::ISO_2022_JP;
    let mut out = Vec::with_capacity(bytes.len());
    let (mut set, mut at) = (Set::Latin, 0);
    while at < bytes.len() {
        match (&bytes[at..], set) {
            ([ESCAPE, b'(', b'B' | b'J', ..], _) => (set, at) = (Set::Latin, at + 3),
            ([ESCAPE, b'$', b'@' | b'B', ..], _) => (set, at) = (Set::Wide, at + 3),
            ([ESCAPE, b'(', b'I', ..], _) if katakana => (set, at) = (Set::Katakana, at + 3),
            ([ESCAPE, ..], _) => return Ok(text::position(at)),
            // A line ends in any set.
            (&[byte @ (b'\n' | b'\r'), ..], _) | (&[byte @ 0..=0x7f, ..], Set::Latin) => {
                out.push(byte);
                at += 1;
            }
            (&[byte @ 0x21..=0x5f, ..], Set::Katakana) => {
                out.extend([SINGLE_SHIFT, byte | 0x80]);
                at += 1;
            }
            (&[byte @ 0xa1..=0xdf, ..], _) if katakana => {
                out.extend([SINGLE_SHIFT, byte]);
                at += 1;
            }
            (&[lead @ 0x21..=0x7e, trail @ 0x21..=0x7e, ..], Set::Wide) => {
                out.extend([lead | 0x80, trail | 0x80]);
                at += 2;
            }
            _ => return Ok(text::position(at)),
        }
    }
    text::make(vm, &out, Encoding::BINARY)
}

/// `Primitive.iso_2022_jp_encode(string, number)`: from EUC-JP to the encoding of the number, or the
/// place of a character that it hasn't got.
fn encode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let target = args.get(1).as_fixnum().map(|number| Encoding(number as u8)).ok_or(Exit::Fallback)?;
    let bytes = source.bytes();
    let mut out = Vec::with_capacity(bytes.len() + 8);
    let (mut current, mut at) = (Set::Latin, 0);
    while at < bytes.len() {
        let (set, length) = match &bytes[at..] {
            [0..=0x7f, ..] => (Set::Latin, 1),
            [SINGLE_SHIFT, _, ..] if target != Encoding::ISO_2022_JP => (Set::Katakana, 2),
            [0xa1..=0xfe, _, ..] => (Set::Wide, 2),
            _ => return Ok(text::position(at)),
        };
        if set != current {
            out.extend_from_slice(set.sequence());
            current = set;
        }
        let shown = if set == Set::Katakana { at + 1..at + 2 } else { at..at + length };
        out.extend(bytes[shown].iter().map(|byte| byte & 0x7f));
        at += length;
    }
    if current != Set::Latin {
        out.extend_from_slice(Set::Latin.sequence());
    }
    text::make(vm, &out, target)
}

pub const NATIVES: &[(&str, Native)] = &[("iso_2022_jp_decode", decode), ("iso_2022_jp_encode", encode)];
