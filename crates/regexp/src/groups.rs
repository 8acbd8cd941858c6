//! Groups: what stands behind a parenthesis, and how groups are named and referred to.

use crate::encoding::Encoding;
use crate::error::{Error, Result};
use crate::parse::{Group, Parser};
use crate::token::{RAW, Token, closing};
use crate::tree::{GroupName, Look, Node, Options, Range};

impl Parser<'_> {
    /// A group whose parenthesis is read; the token is the one that closes it.
    pub fn group(&mut self, in_group: bool) -> Result<Group> {
        if self.peek().is_none() {
            return Err(Error::new("end pattern with unmatched parenthesis"));
        }
        if !self.eat(b'?') {
            let number = self.new_group()?;
            self.unnamed.push(number);
            return Ok(Group::Closed(Node::Capture { number, body: self.body()? }));
        }
        let Some(kind) = self.peek() else { return Err(Error::new("end pattern in group")) };
        self.at += 1;
        let node = match kind {
            b':' => return Ok(Group::Plain(*self.body()?)),
            b'=' => Node::Look(Look::Ahead, self.body()?),
            b'!' => Node::Look(Look::NotAhead, self.body()?),
            b'>' => Node::Atomic(self.body()?),
            b'~' => Node::Absent(self.body()?),
            b'\'' => self.named_group(b'\'')?,
            b'<' => match self.peek() {
                None => return Err(Error::new("end pattern with unmatched parenthesis")),
                Some(b'=') => {
                    self.at += 1;
                    Node::Look(Look::Behind, self.body_behind()?)
                }
                Some(b'!') => {
                    self.at += 1;
                    Node::Look(Look::NotBehind, self.body_behind()?)
                }
                Some(_) => self.named_group(b'<')?,
            },
            b'(' => self.condition()?,
            b'-' | b'i' | b'm' | b'x' | b'a' | b'd' | b'u' => return self.options_group(in_group),
            _ => return Err(Error::new("undefined group option")),
        };
        Ok(Group::Closed(node))
    }

    fn body(&mut self) -> Result<Box<Node>> {
        self.advance()?;
        // The options that a group changes end with it.
        Ok(Box::new(self.alternatives(true)?))
    }

    fn body_behind(&mut self) -> Result<Box<Node>> {
        let outer = std::mem::replace(&mut self.behind, true);
        let body = self.body();
        self.behind = outer;
        body
    }

    fn new_group(&mut self) -> Result<usize> {
        const MOST: usize = 32767;
        if self.group_count >= MOST {
            return Err(Error::new("too many capture groups are specified"));
        }
        self.group_count += 1;
        Ok(self.group_count)
    }

    fn options_group(&mut self, in_group: bool) -> Result<Group> {
        self.at -= 1;
        let mut options = self.options;
        let mut on = true;
        loop {
            let Some(letter) = self.peek() else { return Err(Error::new("end pattern in group")) };
            self.at += 1;
            match letter {
                b':' | b')' => return self.under_options(options, letter == b')', in_group),
                b'-' => on = false,
                b'x' => options.extended = on,
                b'i' => options.ignore_case = on,
                b'm' => options.multi_line = on,
                b'a' if on => options.range = Range::Ascii,
                b'd' if on => options.range = Range::Default,
                b'u' if on => options.range = Range::Unicode,
                _ => return Err(Error::new("undefined group option")),
            }
        }
    }

    fn under_options(&mut self, options: Options, to_end: bool, in_group: bool) -> Result<Group> {
        let outer = std::mem::replace(&mut self.options, options);
        self.advance()?;
        let body = self.alternatives(in_group || !to_end)?;
        self.options = outer;
        // What stands under options is a piece of its own: none that a repetition around it is made one with, or that is known as what it is.
        let body = if matches!(body, Node::Sequence(_) | Node::Empty) { body } else { Node::Sequence(vec![body]) };
        Ok(if to_end { Group::OptionsToEnd(body) } else { Group::Closed(body) })
    }

    fn named_group(&mut self, opening: u8) -> Result<Node> {
        let name = self.definition_name(closing(opening))?;
        let number = self.new_group()?;
        self.add_name(&name, number);
        Ok(Node::Capture { number, body: self.body()? })
    }

    /// The place of the bytes up to where a name ends, at `close` or wrongly, and what they are: characters in it may be written as escapes,
    /// of which those of ASCII stay escapes, all in one form.
    fn name_until(&mut self, close: u8, also: &[u8]) -> Result<(usize, usize, Vec<u8>)> {
        let (start, mut name) = (self.at, Vec::new());
        if self.peek().is_none() || self.peek() == Some(close) {
            return Err(Error::new("group name is empty"));
        }
        let mut first = true;
        while let Some(byte) = self.peek() {
            if !first && (byte == close || byte == b')' || also.contains(&byte)) {
                break;
            }
            first = false;
            let before = self.at;
            if byte == b'\\' && matches!(self.peek_at(1), Some(b'u' | b'x' | b'0'..=b'7' | b'c' | b'C' | b'M')) {
                self.at += 1;
                for code in self.character_escape(false)? {
                    let code = code & !RAW;
                    match char::from_u32(code) {
                        Some(character) if code >= 0x80 && self.encoding != Encoding::Bytes => name.extend(character.to_string().bytes()),
                        _ if code >= 0x80 => name.push(code as u8),
                        _ => name.extend(format!("\\x{code:02X}").bytes()),
                    }
                }
                continue;
            }
            if byte >= 0x80 { self.raw_character().map(|_| ())? } else { self.at += 1 }
            name.extend(&self.source[before..self.at]);
        }
        Ok((start, self.at, name))
    }

    fn invalid_name(&self, start: usize, end: usize) -> Error {
        Error::about("invalid group name <", &self.source[start..end], ">")
    }

    fn definition_name(&mut self, close: u8) -> Result<Vec<u8>> {
        let (start, end, name) = self.name_until(close, b"")?;
        let first = self.source[start];
        if first.is_ascii_digit() || first == b'-' || first == b')' {
            return Err(self.invalid_name(start, end));
        }
        if !self.eat(close) {
            return Err(self.invalid_name(start, self.source.len()));
        }
        Ok(name)
    }

    /// A number that a name is, if it looks like one: its value, and whether it counts back from here.
    fn number_in(&self, start: usize, end: usize) -> Result<Option<(usize, bool)>> {
        let text = &self.source[start..end];
        let (back, digits) = match text.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if !back && !text.first().is_some_and(u8::is_ascii_digit) {
            return Ok(None);
        }
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            let is_word = digits.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
            let kind = if is_word { "invalid group name <" } else { "invalid char in group name <" };
            return Err(Error::about(kind, text, ">"));
        }
        let number = std::str::from_utf8(digits).ok().and_then(|text| text.parse::<u32>().ok()).filter(|number| *number <= i32::MAX as u32);
        match number {
            None => Err(Error::new("too big number")),
            Some(0) => Err(self.invalid_name(start, end)),
            Some(number) => Ok(Some((number as usize, back))),
        }
    }

    /// The group that a number names; counted back from the last one.
    fn absolute(&self, number: usize, back: bool) -> Result<usize> {
        if !back {
            return Ok(number);
        }
        (self.group_count + 1).checked_sub(number).filter(|&group| group > 0).ok_or_else(|| Error::new("invalid backref number/name"))
    }

    /// `\k<name>`, `\k<name+level>`; the bracket is read.
    pub fn named_reference(&mut self, close: u8) -> Result<Token> {
        let (groups, level) = self.referred(close)?;
        Ok(Token::Reference { groups, level })
    }

    fn referred(&mut self, close: u8) -> Result<(Vec<usize>, Option<i32>)> {
        let (start, end, name) = self.name_until(close, b"+-")?;
        let level = self.level(start, close)?;
        match self.number_in(start, end)? {
            Some((number, back)) => {
                self.numbered_use = true;
                Ok((vec![self.absolute(number, back)?], level))
            }
            None => {
                let unknown = || Error::about("undefined name <", &name, "> reference");
                Ok((self.numbers_of(&name).ok_or_else(unknown)?.iter().rev().copied().collect(), level))
            }
        }
    }

    /// Reads the end of a name, or a level of recursion before it.
    fn level(&mut self, start: usize, close: u8) -> Result<Option<i32>> {
        if self.eat(close) {
            return Ok(None);
        }
        let sign = match self.peek() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Err(self.invalid_name(start, self.source.len())),
        };
        self.at += 1;
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.rest()[..digits]).unwrap_or("");
        if digits == 0 {
            return Err(self.invalid_name(start, self.source.len()));
        }
        let level = text.parse::<i32>().map_err(|_| Error::new("too big number"))?;
        self.at += digits;
        if !self.eat(close) {
            return Err(self.invalid_name(start, self.source.len()));
        }
        Ok(Some(level * sign))
    }

    /// `\g<name>`; the bracket is read. Names are looked up when all groups are known.
    pub fn call(&mut self, close: u8) -> Result<GroupName> {
        if self.peek() == Some(b'0') && self.peek_at(1) == Some(close) {
            self.at += 2;
            return Ok(self.group_name(0));
        }
        let ahead = self.eat(b'+');
        let (start, end, name) = self.name_until(close, b"")?;
        if !self.eat(close) {
            return Err(self.invalid_name(start, self.source.len()));
        }
        match self.number_in(start, end)? {
            Some((number, back)) => {
                self.numbered_use = true;
                let group = if ahead { self.group_count + number } else { self.absolute(number, back)? };
                Ok(self.group_name(group))
            }
            None if ahead => Err(Error::new("invalid backref number/name")),
            None => Ok(GroupName::Name(name)),
        }
    }

    /// `(?(1)yes|no)`; both parentheses are read. The group may open later: whether there is one is known at the end.
    fn condition(&mut self) -> Result<Node> {
        let group = match self.peek() {
            Some(b'0'..=b'9') => {
                let (start, end, _) = self.name_until(b')', b"")?;
                let number = self.number_in(start, end)?;
                self.numbered_use = true;
                if !self.eat(b')') {
                    return Err(self.invalid_name(start, self.source.len()));
                }
                number.map_or(0, |(number, _)| number)
            }
            Some(quote @ (b'<' | b'\'')) => {
                self.at += 1;
                let (groups, _) = self.referred(closing(quote))?;
                if !self.eat(b')') {
                    return Err(Error::new("undefined group option"));
                }
                groups.last().copied().unwrap_or(0)
            }
            _ => return Err(Error::new("invalid conditional pattern")),
        };
        let body = self.body()?;
        let (yes, no) = match *body {
            Node::Choice(mut choices) if choices.len() == 2 => {
                let no = choices.swap_remove(1);
                (choices.swap_remove(0), no)
            }
            Node::Choice(_) => return Err(Error::new("invalid conditional pattern")),
            body => (body, Node::Empty),
        };
        Ok(Node::Condition { group, yes: Box::new(yes), no: Box::new(no) })
    }
}
