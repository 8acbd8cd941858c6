//! Names in patterns, as the engine spells them.
//!
//! Ruby's groups may be called anything that doesn't look like a number; the engine knows
//! words only. A name that is none is spelt in hexadecimal where the engine reads it, and
//! nobody else sees that spelling. Names of properties are read without regard to case,
//! which the engine does only for encodings of Unicode.

use crate::value::encoding::{Encoding, Scheme};

/// The beginning of a spelling in hexadecimal; a name that begins so is spelt in hexadecimal itself.
const HEXADECIMAL: &[u8] = b"__hexadecimal_";

/// The properties that every encoding has.
const PROPERTIES: &[&str] = &[
    "Alnum", "Alpha", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space", "Upper", "XDigit", "Word", "ASCII",
];
/// The scripts that Japanese encodings have beside them.
const SCRIPTS: &[&str] = &["Hiragana", "Katakana"];

/// The name of a group for the engine.
pub fn group(name: &[u8]) -> Vec<u8> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if name.iter().all(is_word) && !name.starts_with(HEXADECIMAL) {
        return name.to_vec();
    }
    let mut spelt = HEXADECIMAL.to_vec();
    for byte in name {
        spelt.extend_from_slice(format!("{byte:02x}").as_bytes());
    }
    spelt
}

/// A reference splits into a name and a level (`name+1`); a number names no group.
pub fn reference(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_sign = |byte: &u8| matches!(byte, b'+' | b'-');
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = text.len().checked_sub(digits + 1).filter(|&at| at > 0 && digits > 0 && is_sign(&text[at]));
    let (name, level) = text.split_at(sign.unwrap_or(text.len()));
    let is_number = name.first().is_none_or(|first| first.is_ascii_digit() || is_sign(first));
    if is_number { None } else { Some((name, level)) }
}

/// The name of a property, which may begin with `^`, for the engine.
pub fn property(name: &[u8], encoding: Encoding) -> Vec<u8> {
    let (sign, plain) = name.split_at(name.starts_with(b"^") as usize);
    let scripts: &[&str] = if matches!(encoding.scheme(), Scheme::EucJp | Scheme::ShiftJis) { SCRIPTS } else { &[] };
    let known = PROPERTIES.iter().chain(scripts).find(|known| known.as_bytes().eq_ignore_ascii_case(plain));
    [sign, known.map_or(plain, |known| known.as_bytes())].concat()
}
