//! Prism's tokens, with the state of its lexer at each.
//!
//! They come in a buffer of numbers (`prism/library.rs`), which is read here.

use crate::prism::library::{Content, Options, serialize};

/// A token as Prism has it: its type's number, where it stands, and the lexer's state behind it.
#[derive(Clone, Copy, Debug)]
pub struct PrismToken {
    pub kind: u32,
    pub start: usize,
    pub end: usize,
    pub state: u32,
}

/// Prism's number of the syntax of Ruby 3.4.
const SYNTAX: u8 = 2;

/// All tokens of a source, in the order in which Prism meets them: the body of a heredoc behind its beginning.
/// With them the name of the encoding, which a magic comment may have changed.
pub fn lex(source: &[u8], encoding: &str) -> (Vec<PrismToken>, String) {
    decode(&serialize(Content::Tokens, source, &Options::plain(encoding, SYNTAX)))
}

/// Four numbers a token, until a zero where a type would stand; then the name of the encoding.
fn decode(bytes: &[u8]) -> (Vec<PrismToken>, String) {
    let mut tokens = Vec::new();
    let mut rest = bytes;
    while let Some(kind) = number(&mut rest).filter(|kind| *kind != 0) {
        let (Some(start), Some(length), Some(state)) = (number(&mut rest), number(&mut rest), number(&mut rest)) else { break };
        tokens.push(PrismToken { kind, start: start as usize, end: (start + length) as usize, state });
    }
    let length = number(&mut rest).unwrap_or(0) as usize;
    let encoding = rest.get(..length).unwrap_or_default();
    (tokens, String::from_utf8_lossy(encoding).into_owned())
}

/// A number in groups of seven bits, lowest first.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        value |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
