//! Characters written as escapes.

use crate::charset::CharSet;
use crate::encoding::{self, Encoding};
use crate::error::{Error, Result};
use crate::parse::{Demand, Parser};
use crate::properties;
use crate::token::RAW;

impl Parser<'_> {
    /// The characters of an escape that stands for some; the backslash is read. Those whose number is written are marked.
    pub fn character_escape(&mut self, in_class: bool) -> Result<Vec<u32>> {
        let Some(byte) = self.peek() else { return Err(Error::new("too short escape sequence")) };
        if byte >= 0x80 {
            return Ok(vec![self.raw_character()?]);
        }
        let plain = match byte {
            b'n' => 0x0a,
            b't' => 0x09,
            b'r' => 0x0d,
            b'f' => 0x0c,
            b'v' => 0x0b,
            b'a' => 0x07,
            b'e' => 0x1b,
            b'b' if in_class => 0x08,
            b'u' => return self.unicode_escape(),
            b'x' | b'0'..=b'7' | b'c' | b'C' | b'M' => {
                self.at -= 1;
                let byte = self.byte_escape()?.ok_or_else(|| Error::new("invalid hex escape"))?;
                return Ok(vec![self.escaped_character(byte)?]);
            }
            other => {
                if other.is_ascii_alphabetic() && other != b'o' && (in_class || other != b'Q') {
                    self.warn(&format!("Unknown escape \\{} is ignored", other as char), true);
                }
                other
            }
        };
        self.at += 1;
        Ok(vec![plain as u32])
    }

    /// A byte above ASCII, with those after it, is one character.
    fn escaped_character(&mut self, first: u8) -> Result<u32> {
        if first < 0x80 {
            return Ok(first as u32 | RAW);
        }
        self.demand(Demand::Source, "escaped non ASCII character in UTF-8 regexp")?;
        if self.encoding == Encoding::Bytes {
            return Ok(first as u32 | RAW);
        }
        let mut bytes = vec![first];
        loop {
            let wanted = match first {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => return Err(Error::new("invalid multibyte escape")),
            };
            if bytes.len() == wanted {
                let (code, _) = encoding::decode(&bytes);
                return if code == encoding::INVALID { Err(Error::new("invalid multibyte escape")) } else { Ok(code) };
            }
            if self.peek() != Some(b'\\') {
                return Err(Error::new("too short escaped multibyte character"));
            }
            match self.byte_escape()? {
                Some(byte @ 0x80..=0xbf) => bytes.push(byte),
                _ => return Err(Error::new("invalid multibyte escape")),
            }
        }
    }

    /// One byte written as `\x..`, an octal number, `\C-.`, `\c.` or `\M-.`; stands at the backslash.
    fn byte_escape(&mut self) -> Result<Option<u8>> {
        match self.peek_at(1) {
            Some(b'x') => {
                self.at += 2;
                Ok(self.digits(2, 16).map(|value| value as u8))
            }
            Some(b'0'..=b'7') => {
                self.at += 1;
                let value = self.digits(3, 8).unwrap_or(0);
                if value > 0xff {
                    return Err(Error::new("too big number"));
                }
                Ok(Some(value as u8))
            }
            Some(b'M') => {
                if self.peek_at(2) != Some(b'-') {
                    return Err(Error::new("too short meta escape"));
                }
                self.at += 3;
                Ok(Some(self.operand_byte("meta")? | 0x80))
            }
            Some(b'C') => {
                if self.peek_at(2) != Some(b'-') {
                    return Err(Error::new("too short control escape"));
                }
                self.at += 3;
                Ok(Some(control(self.operand_byte("control")?)))
            }
            Some(b'c') => {
                self.at += 2;
                Ok(Some(control(self.operand_byte("control")?)))
            }
            _ => Ok(None),
        }
    }

    /// The byte that `\C-` or `\M-` is applied to.
    fn operand_byte(&mut self, kind: &str) -> Result<u8> {
        let too_short = || Error::new(format!("too short {kind} escape"));
        match self.peek() {
            Some(b'\\') if matches!(self.peek_at(1), Some(b'C' | b'M' | b'c' | b'x' | b'0'..=b'7')) => self.byte_escape()?.ok_or_else(too_short),
            Some(b'\\') => {
                let byte = match self.peek_at(1).ok_or_else(too_short)? {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'f' => 0x0c,
                    b'v' => 0x0b,
                    b'a' => 0x07,
                    b'e' => 0x1b,
                    byte => byte,
                };
                self.at += 2;
                Ok(byte)
            }
            Some(byte @ 0..=0x7f) => {
                self.at += 1;
                Ok(byte)
            }
            _ => Err(too_short()),
        }
    }

    /// A number of at most so many digits.
    fn digits(&mut self, most: usize, base: u32) -> Option<u32> {
        let digits: Vec<u32> = self.rest().iter().take(most).map_while(|&byte| (byte as char).to_digit(base)).collect();
        self.at += digits.len();
        (!digits.is_empty()).then(|| digits.iter().fold(0, |value, digit| value * base + digit))
    }

    fn unicode_escape(&mut self) -> Result<Vec<u32>> {
        self.at += 1;
        if !self.eat(b'{') {
            let start = self.at;
            let number = self.digits(4, 16);
            if self.at < start + 4 {
                return Err(Error::new(if self.peek().is_none() { "too short escape sequence" } else { "invalid Unicode escape" }));
            }
            return Ok(vec![self.unicode_character(number.unwrap_or(0))?]);
        }
        let mut codes = Vec::new();
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0b) {
                self.at += 1;
            }
            let start = self.at;
            let Some(number) = self.digits(7, 16) else { break };
            if self.at - start > 6 {
                return Err(Error::new("invalid Unicode range"));
            }
            codes.push(self.unicode_character(number)?);
        }
        if codes.is_empty() {
            return Err(Error::new("invalid Unicode list"));
        }
        if !self.eat(b'}') {
            return Err(Error::new("unterminated Unicode list"));
        }
        Ok(codes)
    }

    fn unicode_character(&mut self, number: u32) -> Result<u32> {
        if number > 0x10ffff {
            return Err(Error::new("invalid Unicode range"));
        }
        if (0xd800..=0xdfff).contains(&number) {
            return Err(Error::new("invalid Unicode code point"));
        }
        if number < 0x80 {
            return Ok(number | RAW);
        }
        self.demand(Demand::Unicode, "UTF-8 character in non UTF-8 regexp")?;
        Ok(number)
    }

    /// `\p{name}`, `\P{name}`, `\p{^name}`; stands at the `p`.
    pub fn property_escape(&mut self) -> Result<(CharSet, bool)> {
        let mut negated = self.peek() == Some(b'P');
        self.at += 2;
        if self.eat(b'^') {
            negated = !negated;
        }
        let start = self.at;
        let length = self.rest().iter().position(|byte| matches!(byte, b'}' | b'(' | b')' | b'{' | b'|'));
        let end = length.map_or(self.source.len(), |length| start + length);
        let name = &self.source[start..end];
        let unknown = || Error::about("invalid character property name {", name, "}");
        if self.source.get(end) != Some(&b'}') {
            return Err(unknown());
        }
        self.at = end + 1;
        self.has_property = true;
        let set = match self.encoding {
            Encoding::Utf8 => properties::property(name),
            Encoding::Bytes => {
                let name = String::from_utf8_lossy(name).to_ascii_lowercase();
                properties::POSIX_NAMES.iter().find(|(known, _)| *known == name).map(|(_, class)| properties::ascii(*class))
            }
        };
        Ok((set.ok_or_else(unknown)?, negated))
    }
}

fn control(byte: u8) -> u8 {
    if byte == b'?' { 0x7f } else { byte & 0x9f }
}
