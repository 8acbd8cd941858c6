//! Strings as source text: `inspect`, `dump` and back (`undump`).

use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;

use crate::string::text::{self, Call};

/// Whether a character shows on paper.
pub fn is_printable(number: u32, encoding: Encoding) -> bool {
    match encoding.scheme() {
        Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_) => char::from_u32(number).is_some_and(is_printable_unicode),
        Scheme::SingleByte if matches!(encoding, Encoding::BINARY | Encoding::US_ASCII) => (0x20..0x7f).contains(&number),
        Scheme::SingleByte => (0x20..0x7f).contains(&number) || number >= 0xa0,
        Scheme::Dummy => (0x20..0x7f).contains(&number),
        _ => (0x20..0x7f).contains(&number) || number > 0xff || number >= 0xa1,
    }
}

/// Controls, surrogates, unassigned and private characters do not.
fn is_printable_unicode(character: char) -> bool {
    let number = character as u32;
    match number {
        0..=0x1f | 0x7f..=0x9f => false,
        0x20..=0x7e => true,
        0x2028 | 0x2029 => false,
        0xe000..=0xf8ff | 0xf0000..=0xffffd | 0x100000..=0x10fffd => true,
        0xa0 | 0xad | 0x1680 | 0x2000..=0x200f | 0x202a..=0x202f | 0x205f..=0x2064 | 0x2066..=0x206f | 0x3000 | 0xfeff => true,
        0xfff9..=0xfffb | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x8e2 | 0xe0001 | 0xe0020..=0xe007f => true,
        _ => is_assigned(character),
    }
}

/// The standard library shows what is not assigned as an escape, as it does what
/// extends a grapheme; only the former does not print here.
fn is_assigned(character: char) -> bool {
    let escaped = character.escape_debug().len() > 1;
    !escaped || unicode_normalization::char::is_combining_mark(character) || character.is_alphanumeric()
}

fn escape_letter(byte: u8) -> Option<u8> {
    Some(match byte {
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x0c => b'f',
        0x0b => b'v',
        0x08 => b'b',
        0x07 => b'a',
        0x1b => b'e',
        _ => return None,
    })
}

/// The inspected form of bytes, to be shown in a result of encoding `shown`. `step` is told of each step; its error is the answer.
pub fn inspect_bytes<E>(bytes: &[u8], encoding: Encoding, shown: Encoding, mut step: impl FnMut(usize) -> Result<(), E>) -> Result<Vec<u8>, E> {
    let mut out = Vec::with_capacity(bytes.len() + 2);
    if encoding.is_ascii_compatible() && bytes.iter().all(|byte| stands_for_itself(*byte)) {
        out.push(b'"');
        out.extend_from_slice(bytes);
        out.push(b'"');
        return Ok(out);
    }
    let unicode = matches!(encoding.scheme(), Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_));
    out.push(b'"');
    let mut at = 0;
    while at < bytes.len() {
        step(2)?;
        let Some((number, length)) = characters::codepoint(bytes, at, encoding) else {
            let length = characters::step(bytes, at, encoding);
            for byte in &bytes[at..at + length] {
                out.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
            }
            at += length;
            continue;
        };
        let piece = &bytes[at..at + length];
        at += length;
        if number < 0x80 && (unicode || length == 1) {
            let byte = number as u8;
            let next = if at < bytes.len() { characters::codepoint(bytes, at, encoding).map(|(number, _)| number) } else { None };
            let interpolates = byte == b'#' && matches!(next, Some(0x24 | 0x40 | 0x7b));
            let plain = unicode || encoding.is_ascii_compatible();
            if plain && (byte == b'"' || byte == b'\\' || interpolates) {
                out.extend_from_slice(&[b'\\', byte]);
                continue;
            }
            if let Some(letter) = escape_letter(byte) {
                out.extend_from_slice(&[b'\\', letter]);
                continue;
            }
            if plain && (0x20..0x7f).contains(&byte) {
                out.push(byte);
                continue;
            }
            let escape = if unicode { unicode_escape(number) } else { format!("\\x{byte:02X}") };
            out.extend_from_slice(escape.as_bytes());
            continue;
        }
        let same = encoding == shown || unicode && shown.scheme() == Scheme::Utf8 && encoding.scheme() == Scheme::Utf8;
        if same && is_printable(number, encoding) {
            out.extend_from_slice(piece);
        } else if unicode {
            out.extend_from_slice(unicode_escape(number).as_bytes());
        } else if length == 1 {
            out.extend_from_slice(format!("\\x{:02X}", piece[0]).as_bytes());
        } else {
            out.extend_from_slice(format!("\\x{{{number:X}}}").as_bytes());
        }
    }
    out.push(b'"');
    Ok(out)
}

/// Whether a byte is an ASCII character that is shown as it is, whatever stands beside it.
fn stands_for_itself(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'#')
}

fn unicode_escape(number: u32) -> String {
    if number > 0xffff { format!("\\u{{{number:X}}}") } else { format!("\\u{number:04X}") }
}

/// `inspect`, in the encoding that programs are shown text in.
fn inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, shown) = (Call::taking(args, 0)?.string()?, text::shown_encoding(vm));
    let mut attention = Attention::default();
    let bytes = inspect_bytes(string.bytes(), string.encoding(), shown, |steps| attention.step(vm, steps))?;
    text::make(vm, &bytes, shown)
}

/// `dump`: only ASCII, every byte recoverable.
fn dump(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let encoding = string.encoding();
    let utf8 = encoding.scheme() == Scheme::Utf8;
    let bytes = string.bytes();
    let mut out = Vec::with_capacity(bytes.len() + 2);
    out.push(b'"');
    let (mut at, mut attention) = (0, Attention::default());
    while at < bytes.len() {
        attention.step(vm, 2)?;
        let byte = bytes[at];
        let next = bytes.get(at + 1);
        at += 1;
        if byte == b'"' || byte == b'\\' || byte == b'#' && matches!(next, Some(b'$' | b'@' | b'{')) {
            out.extend_from_slice(&[b'\\', byte]);
        } else if let Some(letter) = escape_letter(byte) {
            out.extend_from_slice(&[b'\\', letter]);
        } else if (0x20..0x7f).contains(&byte) {
            out.push(byte);
        } else if let Some((number, length)) = characters::codepoint(bytes, at - 1, encoding).filter(|_| utf8 && byte >= 0x80) {
            out.extend_from_slice(unicode_escape(number).as_bytes());
            at += length - 1;
        } else {
            out.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
        }
    }
    out.push(b'"');
    if encoding.is_ascii_compatible() {
        return text::make(vm, &out, encoding);
    }
    out.extend_from_slice(format!(".dup.force_encoding(\"{}\")", encoding.name()).as_bytes());
    text::make(vm, &out, Encoding::BINARY)
}

/// `undump`: the string that `dump` showed.
fn undump(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    text::check_ascii_compatible(vm, string)?;
    if !string.is_ascii_only() {
        return Err(vm.runtime_error("non-ASCII character detected".to_string()));
    }
    let bytes = string.bytes();
    if memchr::memchr(0, bytes).is_some() {
        return Err(vm.runtime_error("string contains null byte".to_string()));
    }
    if bytes.len() < 2 || bytes[0] != b'"' {
        return Err(vm.runtime_error("invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form".to_string()));
    }
    let mut undumper = Undumper { bytes, at: 1, out: Vec::new(), utf8: false, raw: false };
    undumper.body().map_err(|reason| vm.runtime_error(reason))?;
    let mut encoding = string.encoding();
    if undumper.at < bytes.len() {
        encoding = named_encoding(vm, &bytes[undumper.at..])?;
        if undumper.utf8 {
            return Err(vm.runtime_error("dumped string contained Unicode escape but used force_encoding".to_string()));
        }
    } else if undumper.utf8 {
        encoding = Encoding::UTF_8;
    }
    text::make(vm, &undumper.out, encoding)
}

/// The encoding in `.dup.force_encoding("...")` after a dumped string.
fn named_encoding(vm: &mut Vm, rest: &[u8]) -> Result<Encoding, Exit> {
    let text = String::from_utf8_lossy(rest);
    let name = text.strip_prefix(".dup").unwrap_or(&text).strip_prefix(".force_encoding(\"").and_then(|rest| rest.strip_suffix("\")"));
    let Some(name) = name else {
        return Err(vm.runtime_error("invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form".to_string()));
    };
    match Encoding::find(name) {
        Some(encoding) => Ok(encoding),
        None => Err(vm.runtime_error("dumped string has unknown encoding name".to_string())),
    }
}

struct Undumper<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<u8>,
    utf8: bool,
    raw: bool,
}

impl Undumper<'_> {
    fn body(&mut self) -> Result<(), String> {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Err("unterminated dumped string".to_string()) };
            self.at += 1;
            match byte {
                b'"' => return Ok(()),
                b'\\' => self.escape()?,
                _ => self.out.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<(), String> {
        let Some(&letter) = self.bytes.get(self.at) else { return Err("invalid escape".to_string()) };
        self.at += 1;
        match letter {
            b'x' => self.hexadecimal()?,
            b'u' => self.unicode()?,
            b'n' => self.out.push(b'\n'),
            b'r' => self.out.push(b'\r'),
            b't' => self.out.push(b'\t'),
            b'f' => self.out.push(0x0c),
            b'v' => self.out.push(0x0b),
            b'b' => self.out.push(8),
            b'a' => self.out.push(7),
            b'e' => self.out.push(0x1b),
            b'\\' | b'"' | b'#' => self.out.push(letter),
            _ => self.out.extend_from_slice(&[b'\\', letter]),
        }
        Ok(())
    }

    fn digits(&mut self, most: usize) -> Option<u32> {
        let count = self.bytes[self.at..].iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + count]).ok()?;
        self.at += count;
        u32::from_str_radix(text, 16).ok()
    }

    fn hexadecimal(&mut self) -> Result<(), String> {
        if self.utf8 {
            return Err("hex escape and Unicode escape are mixed".to_string());
        }
        self.raw = true;
        let start = self.at;
        match self.digits(2) {
            Some(byte) if self.at == start + 2 => self.out.push(byte as u8),
            _ => return Err("invalid hex escape".to_string()),
        }
        Ok(())
    }

    fn unicode(&mut self) -> Result<(), String> {
        if self.raw {
            return Err("hex escape and Unicode escape are mixed".to_string());
        }
        self.utf8 = true;
        if self.bytes.get(self.at) != Some(&b'{') {
            let start = self.at;
            let number = self.digits(4).filter(|_| self.at == start + 4).ok_or("invalid Unicode escape")?;
            return self.character(number);
        }
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None => return Err("unterminated Unicode escape".to_string()),
                Some(b'}') => break,
                Some(b' ') => self.at += 1,
                Some(_) => {
                    let number = self.digits(6).ok_or("invalid Unicode escape")?;
                    if self.bytes.get(self.at).is_some_and(u8::is_ascii_hexdigit) {
                        return Err("invalid Unicode escape".to_string());
                    }
                    self.character(number)?;
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    fn character(&mut self, number: u32) -> Result<(), String> {
        let Some(character) = char::from_u32(number) else {
            return Err(if number > 0x10ffff { "invalid Unicode codepoint (too large)" } else { "invalid Unicode codepoint" }.to_string());
        };
        self.out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }
}

pub const NATIVES: &[(&str, Native)] = &[("string_inspect", inspect), ("string_dump", dump), ("string_undump", undump)];
