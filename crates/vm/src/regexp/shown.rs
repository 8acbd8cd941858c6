//! Patterns as people are shown them: between slashes, in messages and warnings.

use crate::value::characters;
use crate::value::encoding::{Encoding, Scheme};

/// A regexp's source as it stands between slashes, its characters above ASCII as they are.
pub fn expression(source: &[u8], encoding: Encoding) -> Vec<u8> {
    written(source, encoding, false)
}

/// A regexp's source as it stands between slashes in a text of another encoding. Where all of it can stand there as it is, it does; else
/// every character above ASCII is shown by its number.
pub fn expression_in(source: &[u8], encoding: Encoding, outer: Encoding) -> Vec<u8> {
    let plain = |&byte: &u8| byte == b' ' || byte.is_ascii_graphic() && byte != b'/' || byte >= 0x80 && encoding == outer;
    let as_it_is = encoding.is_ascii_compatible() && source.iter().all(plain) && characters::is_valid(source, encoding);
    if as_it_is { source.to_vec() } else { written(source, encoding, true) }
}

fn written(source: &[u8], encoding: Encoding, by_number: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.len() + 8);
    let mut at = 0;
    while at < source.len() {
        let length = characters::step(source, at, encoding);
        let piece = &source[at..at + length];
        match piece[0] {
            b'\\' if at + length < source.len() => {
                let next = characters::step(source, at + length, encoding);
                out.extend_from_slice(&source[at..at + length + next]);
                at += next;
            }
            b'/' => out.extend_from_slice(b"\\/"),
            byte if length == 1 && (byte >= 0x80 || byte < 0x20 && !byte.is_ascii_whitespace() && byte != 0x0b || byte == 0x7f) => {
                out.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
            }
            0x80.. if by_number => out.extend(number(piece, encoding)),
            _ => out.extend_from_slice(piece),
        }
        at += length;
    }
    out
}

/// A character of several bytes by its number.
fn number(piece: &[u8], encoding: Encoding) -> Vec<u8> {
    let unicode = matches!(encoding.scheme(), Scheme::Utf8 | Scheme::Utf16(_) | Scheme::Utf32(_));
    match characters::codepoint(piece, 0, encoding) {
        Some((code @ ..0x1_0000, _)) if unicode => format!("\\u{code:04X}").into_bytes(),
        Some((code, _)) if unicode => format!("\\u{{{code:X}}}").into_bytes(),
        Some((code, _)) => format!("\\x{{{code:X}}}").into_bytes(),
        None => piece.iter().flat_map(|byte| format!("\\x{byte:02X}").into_bytes()).collect(),
    }
}

/// What in a pattern is hardly meant, and the pattern, whose control characters are shown by their numbers.
pub fn warning_words(message: &str, source: &[u8], encoding: Encoding) -> String {
    let mut shown = Vec::with_capacity(source.len());
    for byte in expression(source, encoding) {
        match byte {
            0..0x20 | 0x7f => shown.extend_from_slice(format!("\\x{byte:02x}").as_bytes()),
            _ => shown.push(byte),
        }
    }
    format!("{message}: /{}/", String::from_utf8_lossy(&shown))
}
