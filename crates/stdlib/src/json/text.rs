//! JSON's strings: reading escapes and writing them.

/// How strings are written.
#[derive(Clone, Copy, Default)]
pub struct Escapes {
    /// Everything beyond ASCII as `\uXXXX`.
    pub ascii_only: bool,
    /// `/`, U+2028 and U+2029 as well, so that the text can stand in a script.
    pub script_safe: bool,
}

/// Why a string can't be read.
pub enum Broken {
    /// Something other than a string stands there.
    Unexpected,
    /// The escape at this place is half of a character.
    Surrogate(usize),
}

/// The end of the string that begins behind a quote at `start`, and whether it has escapes.
pub fn end_of_string(text: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut position = start;
    let mut escaped = false;
    loop {
        match *text.get(position)? {
            b'"' => return Some((position, escaped)),
            b'\\' => {
                escaped = true;
                position += 2;
            }
            0..=0x1f => return None,
            _ => position += 1,
        }
    }
}

/// The text between quotes with its escapes replaced. `at` is where it stands.
pub fn unescape(text: &[u8], at: usize) -> Result<Vec<u8>, Broken> {
    let mut out = Vec::with_capacity(text.len());
    let mut position = 0;
    while let Some(&byte) = text.get(position) {
        if byte != b'\\' {
            out.push(byte);
            position += 1;
            continue;
        }
        let Some(&letter) = text.get(position + 1) else { return Err(Broken::Unexpected) };
        if letter == b'u' {
            position = unescape_unicode(text, position, at, &mut out)?;
            continue;
        }
        match letter {
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(10),
            b'r' => out.push(13),
            b't' => out.push(9),
            // Any other character stands for itself.
            other if other >= 0x20 => out.push(other),
            _ => return Err(Broken::Unexpected),
        }
        position += 2;
    }
    Ok(out)
}

/// One `\uXXXX`, or two that make a character; where what follows begins. Whatever stands behind a first half is taken for the second, as the
/// reference does; where that is no `\u`, the character is a question mark.
fn unescape_unicode(text: &[u8], position: usize, at: usize, out: &mut Vec<u8>) -> Result<usize, Broken> {
    let first = unit(text, position).ok_or(Broken::Unexpected)?;
    let rest = text.get(position + 6..).unwrap_or_default();
    let (code, end) = match first {
        0xd800..0xdc00 if rest.starts_with(b"\\u") => {
            let second = unit(text, position + 6).ok_or(Broken::Unexpected)?;
            (0x10000 + ((first - 0xd800) << 10) + (second & 0x3ff), position + 12)
        }
        0xd800..0xdc00 if rest.len() < 6 => return Err(Broken::Surrogate(at + position)),
        0xd800..0xdc00 => (u32::from(b'?'), position + 7),
        _ => (first, position + 6),
    };
    match char::from_u32(code) {
        Some(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        // A lone second half is kept as the three bytes it would have.
        None => out.extend_from_slice(&[0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]),
    }
    Ok(end)
}

fn unit(text: &[u8], position: usize) -> Option<u32> {
    let digits = text.get(position..position + 6)?.strip_prefix(b"\\u")?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Writes a string with its quotes.
pub fn write_string(text: &str, escapes: Escapes, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    if !escapes.ascii_only && !escapes.script_safe {
        return write_bytes(bytes, out);
    }
    out.push(b'"');
    let mut plain = 0;
    for (index, character) in text.char_indices() {
        if is_plain(character, escapes) {
            continue;
        }
        out.extend_from_slice(&bytes[plain..index]);
        escape(character, out);
        plain = index + character.len_utf8();
    }
    out.extend_from_slice(&bytes[plain..]);
    out.push(b'"');
}

/// The same of the bytes of a string in which nothing beyond ASCII is escaped.
pub fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    let mut plain = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if !ESCAPED[byte as usize] {
            continue;
        }
        out.extend_from_slice(&bytes[plain..index]);
        escape(char::from(byte), out);
        plain = index + 1;
    }
    out.extend_from_slice(&bytes[plain..]);
    out.push(b'"');
}

/// The bytes that are always escaped.
static ESCAPED: [bool; 256] = {
    let mut escaped = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        escaped[byte] = true;
        byte += 1;
    }
    escaped[b'"' as usize] = true;
    escaped[b'\\' as usize] = true;
    escaped
};

fn is_plain(character: char, escapes: Escapes) -> bool {
    match character {
        '"' | '\\' | '\0'..='\x1f' => false,
        '/' | '\u{2028}' | '\u{2029}' if escapes.script_safe => false,
        _ => character.is_ascii() || !escapes.ascii_only,
    }
}

fn escape(character: char, out: &mut Vec<u8>) {
    let short = match character {
        '"' => b'"',
        '\\' => b'\\',
        '/' => b'/',
        '\x08' => b'b',
        '\x0c' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            }
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
