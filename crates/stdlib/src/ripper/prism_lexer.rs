//! Prism's tokens, with the state of its lexer at each.
//!
//! Prism tells its tokens only through C functions that the `ruby-prism` crate does not wrap. This is all there is of
//! them: one call that lexes a source into a buffer of numbers, which is read here and freed.

use std::ffi::{c_char, c_void};

// Linked by this crate; the functions below are in the library that it brings.
use ruby_prism as _;

unsafe extern "C" {
    fn pm_buffer_new() -> *mut c_void;
    fn pm_buffer_free(buffer: *mut c_void);
    fn pm_buffer_value(buffer: *const c_void) -> *const c_char;
    fn pm_buffer_length(buffer: *const c_void) -> usize;
    fn pm_serialize_lex(buffer: *mut c_void, source: *const u8, size: usize, options: *const c_char);
}

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

/// Options as Prism reads them: no file name, line 1, the encoding of the source's text, no choice about frozen
/// literals, no flags, the version, a magic comment may change the encoding, no scopes.
fn options(encoding: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(0u32.to_ne_bytes());
    bytes.extend(1i32.to_ne_bytes());
    bytes.extend((encoding.len() as u32).to_ne_bytes());
    bytes.extend(encoding.as_bytes());
    bytes.extend([0, 0, SYNTAX, 0, 0, 0, 0, 0]);
    bytes.extend(0u32.to_ne_bytes());
    bytes
}

/// All tokens of a source, in the order in which Prism meets them: the body of a heredoc behind its beginning.
/// With them the name of the encoding, which a magic comment may have changed.
pub fn lex(source: &[u8], encoding: &str) -> (Vec<PrismToken>, String) {
    let options = options(encoding);
    // SAFETY: the buffer is made, read within its length and freed here; the source and the options live through the
    // call, and the options are complete as `pm_options_read` takes them.
    let bytes = unsafe {
        let buffer = pm_buffer_new();
        assert!(!buffer.is_null(), "Prism found no memory for a buffer");
        pm_serialize_lex(buffer, source.as_ptr(), source.len(), options.as_ptr().cast());
        let bytes = std::slice::from_raw_parts(pm_buffer_value(buffer).cast::<u8>(), pm_buffer_length(buffer)).to_vec();
        pm_buffer_free(buffer);
        bytes
    };
    decode(&bytes)
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
