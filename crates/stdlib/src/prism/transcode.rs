//! Prism's binary form as another version of the gem `prism` reads it.
//!
//! ```text
//!   tokens 0 | header  encoding  line  checksum  line offsets  comments  attached comments  magic comments  __END__
//!            | errors  warnings  continuable  place and size of the constants  nodes  constants  their texts  0
//! ```
//!
//! Version 2 of the form differs from 1 in this: it has a checksum, attached comments, and whether a source could go on;
//! nodes come behind their children (`tree.rs`) and not before; every text stands in the buffer, where 1 may point into the
//! source; and the places of constants have no mark that says so.

use super::library::Content;
use super::nodes::{Fate, Form, Plan, Plans};
use super::reader::{Outcome, Reader, Trouble};
use super::tree::Tree;

/// Set at the place of a constant whose text is in the buffer and not in the source.
const IN_BUFFER: u32 = 1 << 31;
/// Flags that nodes of all kinds have, in the lowest bits.
const COMMON_FLAGS: u32 = 2;
/// Before a text that follows; another says where in the source it stands.
const TEXT_FOLLOWS: u8 = 2;

const COMMENT: &str = "COMMENT";
const NEWLINES: [&str; 2] = ["NEWLINE", "IGNORED_NEWLINE"];
const NO_SPACE: &str = "WORDS_SEP_IMPLICIT";

struct Token {
    name: &'static str,
    /// Its number in the other version, less one.
    other: Option<u32>,
    start: u32,
    length: u32,
    state: u32,
}

/// The bytes of the built-in version, written for the version of the plans.
pub fn transcode(content: Content, bytes: &[u8], plans: &Plans) -> Outcome<Vec<u8>> {
    let mut work = Transcoder { reader: Reader { input: bytes, at: 0 }, output: Vec::with_capacity(bytes.len() + bytes.len() / 8), plans };
    if matches!(content, Content::Tokens | Content::TokensAndTree) {
        work.tokens()?;
    }
    if content != Content::Tokens {
        work.header()?;
    }
    if content == Content::Comments {
        work.text()?;
        work.number()?;
        work.checksum()?;
        work.reader.numbers()?;
        work.comments()?;
        return Ok(work.output);
    }
    work.metadata()?;
    if matches!(content, Content::Tree | Content::TokensAndTree) {
        work.tree()?;
    }
    Ok(work.output)
}

struct Transcoder<'a> {
    reader: Reader<'a>,
    output: Vec<u8>,
    plans: &'a Plans,
}

impl<'a> Transcoder<'a> {
    // --- Writing ---

    fn put_number(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.output.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.output.push(value as u8);
    }

    fn put_word_at(&mut self, place: usize, word: u32) {
        self.output[place..place + 4].copy_from_slice(&word.to_ne_bytes());
    }

    fn put_empty_word(&mut self) -> usize {
        self.output.extend([0; 4]);
        self.output.len() - 4
    }

    // --- What is the same in both ---

    fn bytes(&mut self, length: usize) -> Outcome<()> {
        let bytes = self.reader.take(length)?;
        self.output.extend_from_slice(bytes);
        Ok(())
    }

    fn byte(&mut self) -> Outcome<u8> {
        let byte = self.reader.byte()?;
        self.output.push(byte);
        Ok(byte)
    }

    fn number(&mut self) -> Outcome<u32> {
        let value = self.reader.number()?;
        self.put_number(value);
        Ok(value)
    }

    fn numbers(&mut self) -> Outcome<()> {
        (0..self.number()?).try_for_each(|_| self.number().map(|_| ()))
    }

    fn text(&mut self) -> Outcome<()> {
        let length = self.number()?;
        self.bytes(length as usize)
    }

    fn location(&mut self) -> Outcome<()> {
        self.number()?;
        self.number().map(|_| ())
    }

    fn optional_location(&mut self) -> Outcome<()> {
        if self.byte()? == 0 { Ok(()) } else { self.location() }
    }

    fn comments(&mut self) -> Outcome<()> {
        (0..self.number()?).try_for_each(|_| {
            self.byte()?;
            self.location()
        })
    }

    // --- What has other numbers ---

    /// In the older form a comment takes the newline behind it, and words have nothing between them but space.
    fn tokens(&mut self) -> Outcome<()> {
        let mut comment: Option<Token> = None;
        loop {
            let token = self.token()?;
            if let Some(mut last) = comment.take() {
                let joined = token.as_ref().filter(|next| next.start == last.start + last.length && NEWLINES.contains(&next.name));
                last.length += joined.map_or(0, |newline| newline.length);
                let is_joined = joined.is_some();
                self.put_token(&last)?;
                if is_joined {
                    continue;
                }
            }
            match token {
                None => break,
                Some(token) if token.name == COMMENT => comment = Some(token),
                Some(token) if token.name == NO_SPACE => {}
                Some(token) => self.put_token(&token)?,
            }
        }
        self.put_number(0);
        Ok(())
    }

    fn token(&mut self) -> Outcome<Option<Token>> {
        let kind = self.reader.number()?;
        if kind == 0 {
            return Ok(None);
        }
        let (name, other) = *self.plans.tokens.get(kind as usize - 1).ok_or(Trouble::Malformed)?;
        let (start, length, state) = (self.reader.number()?, self.reader.number()?, self.reader.number()?);
        Ok(Some(Token { name, other, start, length, state }))
    }

    fn put_token(&mut self, token: &Token) -> Outcome<()> {
        let other = token.other.ok_or_else(|| Trouble::Unknown(token.name.to_string()))?;
        [other + 1, token.start, token.length, token.state].into_iter().for_each(|number| self.put_number(number));
        Ok(())
    }

    fn header(&mut self) -> Outcome<()> {
        self.bytes(5)?;
        self.reader.take(3)?;
        self.output.extend(self.plans.version);
        self.byte().map(|_| ())
    }

    fn metadata(&mut self) -> Outcome<()> {
        self.text()?;
        self.number()?;
        self.checksum()?;
        self.numbers()?;
        self.comments()?;
        self.attached_comments()?;
        (0..self.number()?).try_for_each(|_| {
            self.location()?;
            self.location()
        })?;
        self.optional_location()?;
        self.diagnostics()?;
        self.diagnostics()?;
        self.reader.byte().map(|_| ())
    }

    fn checksum(&mut self) -> Outcome<()> {
        self.reader.take(8).map(|_| ())
    }

    /// A node's number and those of its comments, for each that has some.
    fn attached_comments(&mut self) -> Outcome<()> {
        (0..self.reader.number()?).try_for_each(|_| {
            self.reader.number()?;
            (0..self.reader.number()?).try_for_each(|_| self.reader.number().map(|_| ()))
        })
    }

    /// One that the other version doesn't know is left out: that doesn't look for it.
    fn diagnostics(&mut self) -> Outcome<()> {
        let count = self.reader.number()?;
        let start = self.output.len();
        let mut written = 0;
        for _ in 0..count {
            let kind = self.reader.number()?;
            let begin = self.output.len();
            let other = self.plans.diagnostics.get(kind as usize).copied().flatten();
            self.put_number(other.unwrap_or(0));
            self.text()?;
            self.location()?;
            self.byte()?;
            match other {
                Some(_) => written += 1,
                None => self.output.truncate(begin),
            }
        }
        let all = self.output.split_off(start);
        self.put_number(written);
        self.output.extend(all);
        Ok(())
    }

    fn tree(&mut self) -> Outcome<()> {
        let end = self.reader.word()? as usize;
        let place = self.put_empty_word();
        let size = self.number()? as usize;
        let nodes = self.reader.input.get(..end).ok_or(Trouble::Malformed)?;
        let tree = Tree::read(nodes, self.reader.at, self.plans)?;
        self.node(&tree, tree.root)?;
        self.reader.at = end;
        self.put_word_at(place, self.output.len() as u32);
        let texts = self.reader.at + size * 8;
        let shift = (self.output.len() + size * 8) as u32;
        for _ in 0..size {
            let (start, length) = (self.reader.word()?, self.reader.word()?);
            let start = start.checked_sub(texts as u32).ok_or(Trouble::Malformed)? + shift;
            self.output.extend((start | IN_BUFFER).to_ne_bytes());
            self.output.extend(length.to_ne_bytes());
        }
        self.bytes(self.reader.input.len() - self.reader.at)
    }

    /// A child, or a zero where there is none.
    fn node(&mut self, tree: &Tree, index: Option<usize>) -> Outcome<()> {
        let Some(index) = index else {
            self.output.push(0);
            return Ok(());
        };
        let (plans, record) = (self.plans, &tree.records[index]);
        let plan = &plans.nodes[record.kind];
        let mut children = tree.children_of(record);
        if let (true, Some(Some(found))) = (plan.is_only_mark(), children.first()) {
            // In the older form what was found in place of something else stands there itself.
            return self.node(tree, Some(*found));
        }
        self.output.push(plan.kind.ok_or_else(|| Trouble::Unknown(plan.name.to_string()))?);
        self.reader.at = record.at;
        self.number()?;
        self.location()?;
        let length = plan.has_length.then(|| self.put_empty_word());
        let flags = self.reader.number()?;
        self.put_number(flags_for(plan, flags));
        for (form, fate) in &plan.fields {
            self.field(tree, *form, *fate, &mut children)?;
        }
        if let Some(place) = length {
            self.put_word_at(place, (self.output.len() - place) as u32);
        }
        Ok(())
    }

    fn field(&mut self, tree: &Tree, form: Form, fate: Fate, children: &mut &[Option<usize>]) -> Outcome<()> {
        let before = self.output.len();
        if fate == Fate::MadeOptional {
            self.output.push(1);
        }
        match form {
            Form::Node | Form::OptionalNode => self.children(tree, 1, children)?,
            Form::Nodes => {
                let count = self.number()?;
                self.children(tree, count as usize, children)?;
            }
            Form::Number => self.number().map(|_| ())?,
            Form::Numbers => self.numbers()?,
            Form::Location => self.location()?,
            Form::OptionalLocation => self.optional_location()?,
            Form::Text => {
                self.output.push(TEXT_FOLLOWS);
                self.text()?;
            }
            Form::Integer => {
                self.byte()?;
                self.numbers()?;
            }
            Form::Double => self.bytes(8)?,
            Form::Byte => self.byte().map(|_| ())?,
        }
        if fate == Fate::Dropped {
            self.output.truncate(before);
        }
        Ok(())
    }

    /// The next children; the record goes on behind them where it was left.
    fn children(&mut self, tree: &Tree, count: usize, children: &mut &[Option<usize>]) -> Outcome<()> {
        let at = self.reader.at;
        let (these, others) = children.split_at_checked(count).ok_or(Trouble::Malformed)?;
        *children = others;
        these.iter().try_for_each(|child| self.node(tree, *child))?;
        self.reader.at = at;
        Ok(())
    }
}

fn flags_for(plan: &Plan, flags: u32) -> u32 {
    let common = flags & ((1 << COMMON_FLAGS) - 1);
    let own = plan.flags.iter().enumerate().filter(|(bit, _)| flags >> (*bit as u32 + COMMON_FLAGS) & 1 == 1);
    own.filter_map(|(_, other)| *other).fold(common, |result, bit| result | 1 << (bit + COMMON_FLAGS))
}
