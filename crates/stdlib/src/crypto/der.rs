//! DER: where the elements of an encoding stand.
//!
//! The crate `der` reads less than OpenSSL does: no indefinite lengths and no lengths longer than they need be, which are
//! BER's, and no tags above 30.
//!
//! | primitive | does |
//! |---|---|
//! | `der_header(bytes, at, end)` | `[class, constructed, tag, length of the header, length of the content]`, whose last is nil where it is indefinite; a Symbol where the bytes are none |
//! | `der_elements(bytes, at, end)` | of all in a row, `[first byte, at, content at, end]` in one list; nil where they aren't in DER |

use rutile_core::arguments::{bytes, position};
use rutile_vm::prelude::*;

pub struct Header {
    pub class: u8,
    constructed: bool,
    pub tag: u64,
    pub header: usize,
    /// `None`: until the end of contents.
    pub content: Option<usize>,
}

#[derive(Clone, Copy)]
pub enum Malformed {
    TooSmall,
    TooLong,
    Header,
}

pub fn header(bytes: &[u8]) -> Result<Header, Malformed> {
    let mut rest = bytes.iter().copied();
    let first = rest.next().ok_or(Malformed::TooSmall)?;
    let mut tag = u64::from(first & 0x1f);
    if tag == 0x1f {
        tag = 0;
        loop {
            let byte = rest.next().ok_or(Malformed::Header)?;
            if tag >> 24 != 0 {
                return Err(Malformed::Header);
            }
            tag = tag << 7 | u64::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                break;
            }
        }
    }
    let constructed = first & 0x20 != 0;
    let byte = rest.next().ok_or(Malformed::Header)?;
    let content = match byte {
        0x80 if constructed => None,
        0x80 => return Err(Malformed::Header),
        0..0x80 => Some(usize::from(byte)),
        _ => {
            let mut length = 0usize;
            for _ in 0..byte & 0x7f {
                let byte = rest.next().ok_or(Malformed::Header)?;
                if length >> 40 != 0 {
                    return Err(Malformed::Header);
                }
                length = length << 8 | usize::from(byte);
            }
            Some(length)
        }
    };
    let header = bytes.len() - rest.len();
    if content.is_some_and(|length| length > rest.len()) {
        return Err(Malformed::TooLong);
    }
    Ok(Header { class: first >> 6, constructed, tag, header, content })
}

fn stretch<'a>(vm: &mut Vm, args: Arguments) -> Result<(&'a [u8], usize), Exit> {
    let (bytes, at, end) = (bytes(vm, args, 0)?, position(vm, args, 1)?, position(vm, args, 2)?);
    Ok((bytes.get(at..end.min(bytes.len())).unwrap_or(&[]), at))
}

fn der_header(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (bytes, _) = stretch(vm, args)?;
    let word: &[u8] = match header(bytes) {
        Ok(found) => {
            let content = found.content.map_or(Value::NIL, |length| Value::fixnum(length as i64));
            let parts = [
                Value::fixnum(found.class.into()),
                Value::boolean(found.constructed),
                Value::fixnum(found.tag as i64),
                Value::fixnum(found.header as i64),
                content,
            ];
            return Ok(vm.new_array(&parts).value());
        }
        Err(Malformed::TooSmall) => b"too_small",
        Err(Malformed::TooLong) => b"too_long",
        Err(Malformed::Header) => b"header",
    };
    Ok(Value::symbol(vm.intern(word)))
}

fn der_elements(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (bytes, start) = stretch(vm, args)?;
    let mut places = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let Ok(Header { header, content: Some(content), .. }) = header(&bytes[at..]) else { return Ok(Value::NIL) };
        let places_here = [usize::from(bytes[at]), start + at, start + at + header, start + at + header + content];
        places.extend(places_here.map(|place| Value::fixnum(place as i64)));
        at += header + content;
    }
    Ok(vm.new_array(&places).value())
}

pub const NATIVES: &[(&str, Native)] = &[("der_header", der_header), ("der_elements", der_elements)];
