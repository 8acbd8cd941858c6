//! The pieces that a pattern is read as.

use crate::charset::CharSet;
use crate::error::{Error, Result};
use crate::parse::Parser;
use crate::properties::Posix;
use crate::tree::{Anchor, Greed, GroupName, Range};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    End,
    /// A character of a text.
    Character(u32),
    /// A character written by its number, which is a text of its own.
    Raw(u32),
    Any,
    Repeat { low: u32, high: Option<u32>, greed: Greed, possessive: bool },
    Alternative,
    Open,
    Close,
    ClassOpen,
    Anchor(Anchor),
    Type { class: Posix, negated: bool },
    Property { set: CharSet, negated: bool },
    Reference { groups: Vec<usize>, level: Option<i32> },
    Call(GroupName),
    LineBreak,
    Cluster,
    Keep,
}

/// The largest number of repetitions that may be written.
const MOST_REPETITIONS: u32 = 100_000;
/// The largest number by which a group may be referred to.
const MOST_GROUPS: usize = 1000;

impl Parser<'_> {
    /// Reads the next token outside of character classes.
    pub fn next_token(&mut self) -> Result<Token> {
        if let Some(code) = self.pending.pop() {
            return Ok(code_token(code));
        }
        loop {
            self.token_start = self.at;
            let Some(byte) = self.peek() else { return Ok(Token::End) };
            if byte >= 0x80 {
                return Ok(Token::Character(self.raw_character()?));
            }
            self.at += 1;
            return match byte {
                b'\\' => self.escape_token(),
                b'.' => Ok(Token::Any),
                b'*' => Ok(self.repeat(0, None)),
                b'+' => Ok(self.repeat(1, None)),
                b'?' => Ok(self.repeat(0, Some(1))),
                b'{' => self.interval(),
                b'|' => Ok(Token::Alternative),
                b'(' if self.rest().starts_with(b"?#") => {
                    self.group_comment()?;
                    continue;
                }
                b'(' => Ok(Token::Open),
                b')' => Ok(Token::Close),
                b'^' => Ok(Token::Anchor(Anchor::LineStart)),
                b'$' => Ok(Token::Anchor(Anchor::LineEnd)),
                b'[' => Ok(Token::ClassOpen),
                b']' => {
                    if self.at > 1 {
                        self.warn("regular expression has ']' without escape", false);
                    }
                    Ok(Token::Character(b']' as u32))
                }
                b'#' if self.options.extended => {
                    self.line_comment()?;
                    continue;
                }
                b' ' | b'\t' | b'\n' | b'\r' | 0x0c if self.options.extended => continue,
                _ => Ok(Token::Character(byte as u32)),
            };
        }
    }

    fn repeat(&mut self, low: u32, high: Option<u32>) -> Token {
        if self.eat(b'?') {
            return Token::Repeat { low, high, greed: Greed::Lazy, possessive: false };
        }
        let possessive = self.eat(b'+');
        Token::Repeat { low, high, greed: Greed::Greedy, possessive }
    }

    /// `{low,high}`, of which the brace is read; what looks otherwise is text.
    fn interval(&mut self) -> Result<Token> {
        let start = self.at;
        let low = self.repetitions()?;
        let (bounds, fixed) = if self.eat(b',') {
            let high = self.repetitions()?;
            match (low, high) {
                (None, None) => (None, false),
                _ => (Some((low.unwrap_or(0), high)), false),
            }
        } else {
            (low.map(|low| (low, Some(low))), true)
        };
        let Some((low, high)) = bounds.filter(|_| self.eat(b'}')) else {
            self.at = start;
            return Ok(Token::Character(b'{' as u32));
        };
        if high.is_some_and(|high| low > high) {
            return Err(Error::new("upper is smaller than lower in repeat range"));
        }
        let lazy = !fixed && self.eat(b'?');
        let greed = if lazy { Greed::Lazy } else { Greed::Greedy };
        Ok(Token::Repeat { low, high, greed, possessive: false })
    }

    fn repetitions(&mut self) -> Result<Option<u32>> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut number: u32 = 0;
        for &digit in &self.rest()[..digits] {
            number = number.saturating_mul(10).saturating_add((digit - b'0') as u32);
            if number > MOST_REPETITIONS {
                return Err(Error::new("too big number for repeat range"));
            }
        }
        self.at += digits;
        Ok((digits > 0).then_some(number))
    }

    fn escape_token(&mut self) -> Result<Token> {
        let Some(byte) = self.peek() else { return Err(Error::new("too short escape sequence")) };
        if byte >= 0x80 {
            return Ok(Token::Character(self.raw_character()?));
        }
        if let Some((class, negated)) = short_form(byte) {
            self.at += 1;
            return Ok(Token::Type { class, negated });
        }
        let ascii = self.options.range == Range::Ascii;
        let anchor = match byte {
            b'b' => Anchor::WordBoundary { ascii },
            b'B' => Anchor::NotWordBoundary { ascii },
            b'A' => Anchor::TextStart,
            b'Z' => Anchor::LastLineEnd,
            b'z' => Anchor::TextEnd,
            b'G' => Anchor::SearchStart,
            _ => return self.other_escape(byte),
        };
        self.at += 1;
        Ok(Token::Anchor(anchor))
    }

    fn other_escape(&mut self, byte: u8) -> Result<Token> {
        match byte {
            b'R' => self.plain_escape(Token::LineBreak),
            b'X' => self.plain_escape(Token::Cluster),
            b'K' => self.plain_escape(Token::Keep),
            b'1'..=b'9' => self.numbered(),
            b'k' => match self.peek_at(1) {
                Some(quote @ (b'<' | b'\'')) => {
                    self.at += 2;
                    self.named_reference(closing(quote))
                }
                _ => {
                    self.warn("invalid back reference", false);
                    self.plain_escape(Token::Character(b'k' as u32))
                }
            },
            b'g' => match self.peek_at(1) {
                Some(quote @ (b'<' | b'\'')) => {
                    self.at += 2;
                    Ok(Token::Call(self.call(closing(quote))?))
                }
                _ => {
                    self.warn("invalid subexp call", false);
                    self.plain_escape(Token::Character(b'g' as u32))
                }
            },
            b'p' | b'P' => {
                if self.peek_at(1) == Some(b'{') {
                    let (set, negated) = self.property_escape()?;
                    return Ok(Token::Property { set, negated });
                }
                self.warn(&format!("invalid Unicode Property \\{}", byte as char), false);
                self.plain_escape(Token::Character(byte as u32))
            }
            _ => {
                let codes = self.character_escape(false)?;
                self.pending.extend(codes.into_iter().rev());
                self.next_token()
            }
        }
    }

    fn plain_escape(&mut self, token: Token) -> Result<Token> {
        self.at += 1;
        Ok(token)
    }

    /// `\1`: a group, unless there is none of that number, which makes it an octal number or a digit.
    fn numbered(&mut self) -> Result<Token> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.rest()[..digits]).ok().and_then(|text| text.parse::<usize>().ok());
        if let Some(number) = number.filter(|&number| number <= MOST_GROUPS && (number <= self.group_count || number <= 9)) {
            self.at += digits;
            self.numbered_use = true;
            return Ok(Token::Reference { groups: vec![number], level: None });
        }
        if let Some(digit @ (b'8' | b'9')) = self.peek() {
            return self.plain_escape(Token::Character(digit as u32));
        }
        let codes = self.character_escape(false)?;
        self.pending.extend(codes.into_iter().rev());
        self.next_token()
    }

    fn group_comment(&mut self) -> Result<()> {
        self.at += 2;
        loop {
            match self.peek() {
                None => return Err(Error::new("end pattern in group")),
                Some(b')') => break,
                Some(b'\\') => self.at = (self.at + 2).min(self.source.len()),
                Some(0x80..) => self.at += self.character_at(self.at)?.1,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn line_comment(&mut self) -> Result<()> {
        while let Some(byte) = self.peek() {
            if byte >= 0x80 {
                self.raw_character()?;
                continue;
            }
            self.at += 1;
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }
}

/// A number that stands for a character; texts of their own are those whose number says so.
fn code_token(code: u32) -> Token {
    if code & RAW != 0 { Token::Raw(code & !RAW) } else { Token::Character(code) }
}

/// The bit that marks characters that were written by their number.
pub const RAW: u32 = 1 << 31;

/// The byte that closes a name that `opening` opens.
pub fn closing(opening: u8) -> u8 {
    match opening {
        b'<' => b'>',
        b'(' => b')',
        _ => opening,
    }
}

/// The class of `\w` and its like, and whether it is the negated one.
pub fn short_form(byte: u8) -> Option<(Posix, bool)> {
    let class = match byte.to_ascii_lowercase() {
        b'w' => Posix::Word,
        b'd' => Posix::Digit,
        b's' => Posix::Space,
        b'h' => Posix::XDigit,
        _ => return None,
    };
    Some((class, byte.is_ascii_uppercase()))
}
