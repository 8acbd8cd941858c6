//! Where a match can begin at all.

use memchr::memmem::Finder;

use crate::encoding::Encoding;
use crate::program::{Beyond, ByteSet, Peek, Program, Step};

/// How places to try are found.
#[derive(Debug)]
pub enum Strategy {
    /// Every character.
    Everywhere,
    /// The beginning of the text.
    TextStart,
    /// Where the search starts.
    SearchStart,
    /// Where the search starts, even backward: what begins with as much of the text as there is matches there or nowhere.
    Once,
    /// Where the search starts, and forward at the byte behind it too.
    Twice,
    /// Where a search forward starts; backward every character.
    FirstPlace,
    /// The beginning of any line.
    LineStart,
    /// Where the search starts, and behind newlines: `.*` at the start would have got there from before.
    AfterLine,
    /// Where these bytes stand.
    Prefix(Box<Finder<'static>>),
    /// Where a byte of a set stands.
    First(ByteSet),
    /// Where one of up to three bytes stands.
    Few(Vec<u8>),
}

impl Strategy {
    pub fn of(program: &Program) -> Strategy {
        let mut at = 0;
        while let Some(Step::Save(_) | Step::Open { .. } | Step::OpenForGood { .. } | Step::OpenUnseen { .. } | Step::AtomicStart { .. } | Step::AnchorInEcho { .. }) = program.steps.get(at) {
            at += 1;
        }
        match program.steps.get(at) {
            Some(Step::TextStart) => return Strategy::TextStart,
            Some(Step::SearchStart) => return Strategy::SearchStart,
            Some(Step::LineStart) => return Strategy::LineStart,
            _ => {}
        }
        let prefix = prefix(program, at);
        if prefix.len() > 1 {
            return Strategy::Prefix(Box::new(Finder::new(&prefix).into_owned()));
        }
        let Peek { bytes, end } = crate::first::of(program, 0);
        match bytes.len() {
            _ if end => Strategy::Everywhere,
            256 => Strategy::Everywhere,
            1..=3 => Strategy::Few(bytes.members().collect()),
            _ => Strategy::First(bytes),
        }
    }

    /// The length of a match at whatever place is found, where the whole pattern is a text or one byte of a set.
    pub fn exact(&self, program: &Program) -> Option<usize> {
        let (Step::Match, steps) = program.steps.split_last()? else { return None };
        match (self, steps) {
            (Strategy::Prefix(finder), _) => {
                let is_text = steps.iter().all(|step| matches!(step, Step::Byte(_) | Step::Text { .. }));
                is_text.then(|| finder.needle().len())
            }
            (Strategy::Few(_), [Step::Byte(_)]) => Some(1),
            (Strategy::Few(_) | Strategy::First(_), &[Step::Set(set)]) => (program.sets[set as usize].beyond == Beyond::None).then_some(1),
            _ => None,
        }
    }

    /// The first place from `at` on, up to `last`, where a match can begin.
    #[inline]
    pub fn next(&self, text: &[u8], at: usize, last: usize, search_start: usize, encoding: Encoding) -> Option<usize> {
        let found = match self {
            Strategy::Everywhere => Some(at),
            Strategy::TextStart => (at == 0).then_some(0),
            Strategy::SearchStart | Strategy::Once | Strategy::FirstPlace => (at == search_start).then_some(at),
            Strategy::Twice => (at <= search_start + 1).then_some(at),
            Strategy::LineStart => line_start(text, at),
            Strategy::AfterLine => if at == search_start { Some(at) } else { line_start(text, at) },
            Strategy::Prefix(finder) => finder.find(&text[at..]).map(|offset| at + offset),
            Strategy::First(bytes) => text[at..].iter().position(|&byte| bytes.contains(byte)).map(|offset| at + offset),
            Strategy::Few(bytes) => few(bytes, &text[at..]).map(|offset| at + offset),
        };
        let found = found.filter(|&found| found <= last)?;
        // A byte of those sought may stand within a character.
        if encoding == Encoding::Utf8 && found > at && text.get(found).is_some_and(|byte| byte & 0xc0 == 0x80) && found > 0 {
            return self.next(text, found + 1, last, search_start, encoding);
        }
        Some(found)
    }
}

#[inline]
fn few(bytes: &[u8], text: &[u8]) -> Option<usize> {
    match *bytes {
        [one] => memchr::memchr(one, text),
        [one, two] => memchr::memchr2(one, two, text),
        [one, two, three] => memchr::memchr3(one, two, three, text),
        _ => None,
    }
}

fn line_start(text: &[u8], at: usize) -> Option<usize> {
    if at == 0 || text.get(at - 1) == Some(&b'\n') {
        return Some(at);
    }
    memchr::memchr(b'\n', text.get(at..)?).map(|offset| at + offset + 1)
}

/// The bytes that every match begins with.
fn prefix(program: &Program, mut at: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        match program.steps[at] {
            Step::Byte(byte) => bytes.push(byte),
            Step::Text { start, length } => bytes.extend_from_slice(&program.text[start as usize..(start + length) as usize]),
            Step::Save(_) | Step::Open { .. } | Step::OpenForGood { .. } | Step::OpenUnseen { .. } | Step::Close { .. } => {}
            _ => return bytes,
        }
        at += 1;
    }
}
