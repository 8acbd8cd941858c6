//! From Ruby's regexp syntax to Oniguruma's.
//!
//! Ruby's own engine is a relative of Oniguruma; what differs is put right here,
//! before a pattern is compiled:
//!
//! - `\w`, `\d`, `\s` mean ASCII in Ruby (unless under `(?u)`), while `\b` and
//!   `[[:alpha:]]` know all letters: the short forms become bracket sets;
//! - `\u` escapes and escaped bytes of characters become the characters;
//! - `\y`, `\Y`, `\N`, `\O` are plain letters;
//! - the options `a`, `d`, `u` are dealt with here and left out;
//! - comments go.
//!
//! On the way it learns what else is asked of a pattern: its names, whether an
//! encoding is fixed by what it contains.

use crate::value::characters;
use crate::value::encoding::Encoding;

use super::names;

/// A pattern in the engine's dialect, and what is known of it.
#[derive(Debug)]
pub struct Translation {
    pub pattern: Vec<u8>,
    /// The encoding that the pattern's characters demand.
    pub fixed: Option<Encoding>,
    /// Names of groups in order; a repeated name stands once for each group.
    pub names: Vec<Vec<u8>>,
}

struct Translator<'a> {
    source: &'a [u8],
    at: usize,
    out: Vec<u8>,
    encoding: Encoding,
    fixed: Option<Encoding>,
    /// It asks for a property, which only the pattern's encoding can tell; that fixes it where nothing else does.
    has_property: bool,
    names: Vec<Vec<u8>>,
    /// Names that groups are referred to by and that the engine knows by another spelling.
    references: Vec<Vec<u8>>,
    modes: Modes,
    outer_modes: Vec<Modes>,
    class_depth: usize,
}

/// Options that change how the pattern reads, from here to the end of the group.
#[derive(Clone, Copy)]
struct Modes {
    extended: bool,
    unicode: bool,
}

type Step = Result<(), String>;

const EXTENDED: u32 = 2;
const WORD: &[u8] = b"a-zA-Z0-9_";
const DIGIT: &[u8] = b"0-9";
const SPACE: &[u8] = b"\\t\\n\\v\\f\\r\\x20";
const POSIX_BRACKETS: &[&str] = &[
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "word",
];

/// Translates a pattern; the error is the reason as `RegexpError` words it.
pub fn translate(source: &[u8], encoding: Encoding, options: u32) -> Result<Translation, String> {
    let modes = Modes { extended: options & EXTENDED != 0, unicode: false };
    let mut translator = Translator {
        source,
        at: 0,
        out: Vec::with_capacity(source.len() + 16),
        encoding,
        fixed: None,
        has_property: false,
        names: Vec::new(),
        references: Vec::new(),
        modes,
        outer_modes: Vec::new(),
        class_depth: 0,
    };
    if encoding.is_ascii_compatible() {
        while translator.at < source.len() {
            translator.next()?;
        }
    } else {
        translator.out.extend_from_slice(source);
        translator.fixed = Some(encoding);
    }
    if let Some(unknown) = translator.references.iter().find(|name| !translator.names.contains(name)) {
        return Err(format!("undefined name <{}> reference", String::from_utf8_lossy(unknown)));
    }
    let fixed = translator.fixed.or(translator.has_property.then_some(encoding));
    Ok(Translation { pattern: translator.out, fixed, names: translator.names })
}

impl Translator<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.source.get(self.at + ahead).copied()
    }

    fn copy(&mut self, length: usize) {
        let end = (self.at + length).min(self.source.len());
        self.out.extend_from_slice(&self.source[self.at..end]);
        self.at = end;
    }

    fn next(&mut self) -> Step {
        match self.source[self.at] {
            0x80.. => self.raw_character(),
            b'\\' => self.escape(),
            b'[' if self.class_depth > 0 && self.peek(1) == Some(b':') => self.posix_bracket(),
            b'[' => {
                self.class_depth += 1;
                self.copy(1);
                if self.peek(0) == Some(b'^') {
                    self.copy(1);
                }
                if self.peek(0) == Some(b']') {
                    return Err("empty char-class".to_string());
                }
                Ok(())
            }
            b']' if self.class_depth > 0 => {
                self.class_depth -= 1;
                self.copy(1);
                Ok(())
            }
            b'(' if self.class_depth == 0 => self.group(),
            b')' if self.class_depth == 0 => {
                if let Some(modes) = self.outer_modes.pop() {
                    self.modes = modes;
                }
                self.copy(1);
                Ok(())
            }
            b'#' if self.class_depth == 0 && self.modes.extended => self.line_comment(),
            b'{' if self.class_depth == 0 => self.interval(),
            _ => {
                self.copy(1);
                Ok(())
            }
        }
    }

    /// `{low,high}`; the engine would take one that is the wrong way round for something else.
    fn interval(&mut self) -> Step {
        let rest = &self.source[self.at + 1..];
        let inside = &rest[..rest.iter().position(|&byte| byte == b'}').unwrap_or(0)];
        let number = |digits: &str| digits.parse::<u64>().ok();
        let ends = std::str::from_utf8(inside).ok().and_then(|inside| inside.split_once(','));
        if let Some((Some(low), Some(high))) = ends.map(|(low, high)| (number(low), number(high))) {
            if low > high {
                return Err("upper is smaller than lower in repeat range".to_string());
            }
        }
        self.copy(1);
        Ok(())
    }

    fn line_comment(&mut self) -> Step {
        while let Some(byte) = self.peek(0).filter(|&byte| byte != b'\n') {
            if byte >= 0x80 {
                let length = self.character_length()?;
                self.note_raw()?;
                self.at += length;
            } else {
                self.at += 1;
            }
        }
        Ok(())
    }

    // --- characters ---

    fn character_length(&self) -> Result<usize, String> {
        characters::char_len(self.source, self.at, self.encoding).map_err(|_| "invalid multibyte character".to_string())
    }

    fn note_raw(&mut self) -> Step {
        match self.fixed {
            Some(fixed) if fixed != self.encoding => Err("non ASCII character in UTF-8 regexp".to_string()),
            _ => {
                self.fixed = Some(self.encoding);
                Ok(())
            }
        }
    }

    fn raw_character(&mut self) -> Step {
        let length = self.character_length()?;
        self.note_raw()?;
        self.copy(length);
        Ok(())
    }

    /// A byte above ASCII written as an escape: with those after it, one character.
    fn escaped_character(&mut self, first: u8) -> Step {
        let mut bytes = vec![first];
        loop {
            match characters::piece(&bytes, self.encoding) {
                characters::Piece::Character(_) => break,
                characters::Piece::Truncated if self.peek(0) == Some(b'\\') => match self.byte_escape()? {
                    Some(byte) => bytes.push(byte),
                    None => return Err("invalid multibyte escape".to_string()),
                },
                characters::Piece::Truncated => return Err("too short escaped multibyte character".to_string()),
                characters::Piece::Invalid => return Err("invalid multibyte escape".to_string()),
            }
        }
        match self.fixed {
            Some(fixed) if fixed != self.encoding => return Err("escaped non ASCII character in UTF-8 regexp".to_string()),
            _ => self.fixed = Some(self.encoding),
        }
        if bytes.len() == 1 {
            self.out.extend_from_slice(format!("\\x{:02X}", bytes[0]).as_bytes());
        } else {
            self.out.extend_from_slice(&bytes);
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8) -> Step {
        if byte >= 0x80 {
            return self.escaped_character(byte);
        }
        self.out.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
        Ok(())
    }

    // --- escapes ---

    fn escape(&mut self) -> Step {
        let Some(kind) = self.peek(1) else { return Err("too short escape sequence".to_string()) };
        match kind {
            b'u' => self.unicode_escape(),
            b'0'..=b'7' => self.octal_or_reference(),
            b'8' | b'9' => {
                self.copy(2);
                Ok(())
            }
            b'x' | b'M' | b'C' | b'c' => match self.byte_escape()? {
                Some(byte) => self.byte(byte),
                None => Err("invalid hex escape".to_string()),
            },
            b'k' | b'g' if self.class_depth == 0 => {
                self.delimited_escape()
            }
            b'p' | b'P' if self.peek(2) == Some(b'{') => {
                self.property();
                Ok(())
            }
            b'w' | b'W' | b'd' | b'D' | b's' | b'S' if !self.modes.unicode => {
                self.at += 2;
                let set = match kind.to_ascii_lowercase() {
                    b'w' => WORD,
                    b'd' => DIGIT,
                    _ => SPACE,
                };
                self.out.extend_from_slice(if kind.is_ascii_uppercase() { b"[^" } else { b"[" });
                self.out.extend_from_slice(set);
                self.out.push(b']');
                Ok(())
            }
            b'y' | b'Y' | b'N' | b'O' => {
                self.out.push(kind);
                self.at += 2;
                Ok(())
            }
            0x80.. => {
                self.copy(1);
                self.raw_character()
            }
            _ => {
                self.copy(2);
                Ok(())
            }
        }
    }

    fn delimited_escape(&mut self) -> Step {
        let close = match self.peek(2) {
            Some(b'<') => b'>',
            Some(b'\'') => b'\'',
            _ => {
                self.copy(2);
                return Ok(());
            }
        };
        let rest = &self.source[self.at + 3..];
        let Some(length) = rest.iter().position(|&byte| byte == close) else {
            self.copy(3 + rest.len());
            return Ok(());
        };
        self.copy(3);
        self.reference(length);
        self.copy(1);
        Ok(())
    }

    /// The reference to a group: a name is spelt as the engine knows it, a number stays.
    fn reference(&mut self, length: usize) {
        let text = &self.source[self.at..self.at + length];
        match names::reference(text) {
            Some((name, level)) => {
                let spelt = names::group(name);
                if spelt != name {
                    self.references.push(name.to_vec());
                }
                self.out.extend_from_slice(&spelt);
                self.out.extend_from_slice(level);
                self.at += length;
            }
            None => self.copy(length),
        }
    }

    /// `\p{name}`.
    fn property(&mut self) {
        self.has_property = true;
        let rest = &self.source[self.at + 3..];
        let Some(length) = rest.iter().position(|&byte| byte == b'}') else { return self.copy(2) };
        let spelt = names::property(&rest[..length], self.encoding);
        self.copy(3);
        self.out.extend_from_slice(&spelt);
        self.at += length;
        self.copy(1);
    }

    fn octal_or_reference(&mut self) -> Step {
        let digits = self.source[self.at + 1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        let value = self.source[self.at + 1..self.at + 1 + digits].iter().fold(0u32, |value, digit| value * 8 + (digit - b'0') as u32);
        if value > 0x7f {
            self.at += 1 + digits;
            return self.byte((value & 0xff) as u8);
        }
        self.copy(1 + digits);
        Ok(())
    }

    /// One byte written as `\x..`, an octal number, `\C-.`, `\c.` or `\M-.`; moves past it.
    fn byte_escape(&mut self) -> Result<Option<u8>, String> {
        match self.peek(1) {
            Some(b'x') => {
                let digits = self.source[self.at + 2..].iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
                let text = &self.source[self.at + 2..self.at + 2 + digits];
                self.at += 2 + digits;
                let value = text.iter().fold(0u32, |value, &digit| value * 16 + (digit as char).to_digit(16).unwrap_or(0));
                Ok(if digits == 0 { None } else { Some(value as u8) })
            }
            Some(b'0'..=b'7') => {
                let digits = self.source[self.at + 1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                let text = &self.source[self.at + 1..self.at + 1 + digits];
                self.at += 1 + digits;
                Ok(Some(text.iter().fold(0u32, |value, digit| value * 8 + (digit - b'0') as u32) as u8))
            }
            Some(b'M') if self.peek(2) == Some(b'-') => {
                self.at += 3;
                Ok(Some(self.operand_byte("meta")? | 0x80))
            }
            Some(b'C') if self.peek(2) == Some(b'-') => {
                self.at += 3;
                Ok(Some(control(self.operand_byte("control")?)))
            }
            Some(b'c') => {
                self.at += 2;
                Ok(Some(control(self.operand_byte("control")?)))
            }
            Some(b'M') => Err("too short meta escape".to_string()),
            Some(b'C') => Err("too short control escape".to_string()),
            _ => Ok(None),
        }
    }

    /// The byte that `\C-` or `\M-` is applied to.
    fn operand_byte(&mut self, kind: &str) -> Result<u8, String> {
        match self.peek(0) {
            Some(b'\\') if matches!(self.peek(1), Some(b'C' | b'M' | b'c' | b'x' | b'0'..=b'7')) => {
                self.byte_escape()?.ok_or_else(|| format!("too short {kind} escape"))
            }
            Some(b'\\') => {
                let byte = match self.peek(1) {
                    Some(b'n') => b'\n',
                    Some(b't') => b'\t',
                    Some(b'r') => b'\r',
                    Some(b'e') => 0x1b,
                    Some(byte) => byte,
                    None => return Err(format!("too short {kind} escape")),
                };
                self.at += 2;
                Ok(byte)
            }
            Some(byte @ 0..=0x7f) => {
                self.at += 1;
                Ok(byte)
            }
            _ => Err(format!("too short {kind} escape")),
        }
    }

    fn unicode_escape(&mut self) -> Step {
        self.at += 2;
        if self.peek(0) != Some(b'{') {
            let digits = self.source[self.at..].iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
            if digits < 4 {
                return Err(if self.peek(0).is_none() { "too short escape sequence" } else { "invalid Unicode escape" }.to_string());
            }
            let number = hexadecimal(&self.source[self.at..self.at + 4]);
            self.at += 4;
            return self.unicode_character(number);
        }
        self.at += 1;
        let mut written = 0;
        loop {
            while self.peek(0).is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.at += 1;
            }
            let digits = self.source[self.at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if digits == 0 {
                break;
            }
            if digits > 6 {
                return Err("invalid Unicode range".to_string());
            }
            let number = hexadecimal(&self.source[self.at..self.at + digits]);
            self.at += digits;
            self.unicode_character(number)?;
            written += 1;
        }
        if written == 0 {
            return Err("invalid Unicode list".to_string());
        }
        if self.peek(0) != Some(b'}') {
            return Err("unterminated Unicode list".to_string());
        }
        self.at += 1;
        Ok(())
    }

    fn unicode_character(&mut self, number: u32) -> Step {
        if number > 0x10ffff {
            return Err("invalid Unicode range".to_string());
        }
        let Some(character) = char::from_u32(number) else { return Err("invalid Unicode code point".to_string()) };
        if number < 0x80 {
            self.out.extend_from_slice(format!("\\x{number:02X}").as_bytes());
            return Ok(());
        }
        let mut buffer = [0; 4];
        self.out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        match self.fixed {
            Some(fixed) if fixed != Encoding::UTF_8 => Err("UTF-8 character in non UTF-8 regexp".to_string()),
            _ => {
                self.fixed = Some(Encoding::UTF_8);
                Ok(())
            }
        }
    }

    // --- brackets and groups ---

    fn posix_bracket(&mut self) -> Step {
        let rest = &self.source[self.at + 2..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'^').count();
        if !rest[letters..].starts_with(b":]") {
            self.class_depth += 1;
            self.copy(1);
            return Ok(());
        }
        let name = String::from_utf8_lossy(&rest[..letters]);
        if !POSIX_BRACKETS.contains(&name.trim_start_matches('^')) {
            return Err("invalid POSIX bracket type".to_string());
        }
        self.copy(letters + 4);
        Ok(())
    }

    fn group(&mut self) -> Step {
        if self.peek(1) != Some(b'?') {
            self.open(1);
            return Ok(());
        }
        match self.peek(2) {
            Some(b'#') => self.group_comment(),
            Some(b'<') if !matches!(self.peek(3), Some(b'=' | b'!')) => self.named_group(b'>'),
            Some(b'\'') => self.named_group(b'\''),
            Some(b'<') => {
                self.open(4);
                Ok(())
            }
            Some(b'(') => self.conditional(),
            Some(b'~') => {
                self.open(3);
                Ok(())
            }
            Some(b'i' | b'm' | b'x' | b'a' | b'd' | b'u' | b'-') => self.options(),
            Some(b':' | b'=' | b'!' | b'>') => {
                self.open(3);
                Ok(())
            }
            Some(_) => Err("undefined group option".to_string()),
            None => Err("end pattern in group".to_string()),
        }
    }

    fn open(&mut self, length: usize) {
        self.outer_modes.push(self.modes);
        self.copy(length);
    }

    fn group_comment(&mut self) -> Step {
        self.at += 3;
        loop {
            match self.peek(0) {
                None => return Err("end pattern in group".to_string()),
                Some(b')') => break,
                Some(b'\\') => self.at += 2,
                Some(0x80..) => self.at += self.character_length()?,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn named_group(&mut self, close: u8) -> Step {
        let rest = &self.source[self.at + 3..];
        let Some(length) = rest.iter().position(|&byte| byte == close) else {
            let name = String::from_utf8_lossy(rest).into_owned();
            return Err(if rest.is_empty() { "group name is empty".to_string() } else { format!("invalid group name <{name}>") });
        };
        let name = rest[..length].to_vec();
        if name.is_empty() {
            return Err("group name is empty".to_string());
        }
        if name[0].is_ascii_digit() || name[0] == b'-' || name.contains(&b')') {
            return Err(format!("invalid group name <{}>", String::from_utf8_lossy(&name)));
        }
        if !name.is_ascii() {
            self.note_raw()?;
        }
        self.open(3);
        self.out.extend_from_slice(&names::group(&name));
        self.at += length;
        self.copy(1);
        self.names.push(name);
        Ok(())
    }

    fn conditional(&mut self) -> Step {
        self.open(3);
        if matches!(self.peek(0), Some(b'<' | b'\'')) {
            let close = if self.peek(0) == Some(b'<') { b'>' } else { b'\'' };
            self.copy(1);
            let length = self.source[self.at..].iter().position(|&byte| byte == close);
            self.reference(length.unwrap_or(0));
        }
        let rest = &self.source[self.at..];
        let length = rest.iter().position(|&byte| byte == b')').map_or(rest.len(), |end| end + 1);
        self.copy(length);
        Ok(())
    }

    /// `(?imx-imx)` or `(?imx-imx:`.
    fn options(&mut self) -> Step {
        let mut modes = self.modes;
        let (mut on, mut kept, mut length) = (true, Vec::new(), 2);
        loop {
            let Some(letter) = self.peek(length) else { return Err("end pattern in group".to_string()) };
            length += 1;
            match letter {
                b':' | b')' => break,
                b'-' => on = false,
                b'x' => modes.extended = on,
                b'a' | b'd' if on => modes.unicode = false,
                b'u' if on => modes.unicode = true,
                b'i' | b'm' => {}
                _ => return Err("undefined group option".to_string()),
            }
            if matches!(letter, b'i' | b'm' | b'x' | b'-') {
                kept.push(letter);
            }
        }
        let whole_rest = self.peek(length - 1) == Some(b')');
        self.at += length;
        if !whole_rest {
            self.outer_modes.push(self.modes);
        }
        self.modes = modes;
        self.out.extend_from_slice(b"(?");
        if kept.is_empty() || kept == b"-" {
            self.out.extend_from_slice(if whole_rest { b":)" } else { b":" });
        } else {
            self.out.extend_from_slice(&kept);
            self.out.push(if whole_rest { b')' } else { b':' });
        }
        Ok(())
    }
}

fn control(byte: u8) -> u8 {
    if byte == b'?' { 0x7f } else { byte & 0x9f }
}

fn hexadecimal(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |value, &digit| value * 16 + (digit as char).to_digit(16).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(source: &str) -> Result<String, String> {
        let translation = translate(source.as_bytes(), Encoding::UTF_8, 0)?;
        Ok(String::from_utf8_lossy(&translation.pattern).into_owned())
    }

    #[test]
    fn short_forms_are_ascii_unless_unicode_is_asked_for() {
        assert_eq!(pattern(r"\w[\d]"), Ok("[a-zA-Z0-9_][[0-9]]".to_string()));
        assert_eq!(pattern(r"(?u:\w)\W"), Ok(r"(?:\w)[^a-zA-Z0-9_]".to_string()));
    }

    #[test]
    fn escapes_become_characters() {
        assert_eq!(pattern(r"\u00e9\xC3\xA9\u{41 1F600}"), Ok("éé\\x41😀".to_string()));
        assert_eq!(pattern(r"\xff"), Err("invalid multibyte escape".to_string()));
    }

    #[test]
    fn comments_do_not_count() {
        assert_eq!(pattern("(?x)a # [(\nb(?#(c)d"), Ok("(?x)a \nbd".to_string()));
    }
}
