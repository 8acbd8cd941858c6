//! Whether Ruby's own engine matches a pattern in time proportional to the text: what `Regexp.linear_time?` says.
//!
//! That is a property of the byte code which that engine would make: it remembers hopeless places unless its code has
//! references, calls, conditions, absent operators, loops that count within other loops, groups or further atomic pieces
//! within look-arounds and atomic ones. Which loops count depends on how long their code would be; so its lengths are worked
//! out here, and where it makes a piece atomic of its own accord.

use std::borrow::Cow;

use crate::charset::CharSet;
use crate::encoding::Encoding;
use crate::tree::{Form, Greed, GroupName, Look, Node};

/// Loops whose code is at most so long are written out.
const LONGEST_WRITTEN_OUT: usize = 50;
/// A repeated text is written out up to so many bytes.
const LONGEST_TEXT: usize = 100;
/// So often at least where it is written out at all.
const LEAST_WRITTEN_OUT: usize = 2;
const PUSH: usize = 5;
const JUMP: usize = 5;
const CALL: usize = 5;
const EMPTY_CHECKS: usize = 6;

/// What decides how Ruby's own engine would write a pattern.
pub struct Judge {
    encoding: Encoding,
    /// The groups that are called.
    called: Vec<usize>,
}

/// Where a piece stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Nothing,
    Look,
    Atomic,
}

pub fn is_linear(root: &Node, encoding: Encoding) -> bool {
    let calls = root.any(&mut |node| matches!(node, Node::Call(_)));
    !calls && !remembers_nothing(root) && Judge::of(root, encoding).allows(root, None, false, Around::Nothing)
}

impl Judge {
    pub fn of(root: &Node, encoding: Encoding) -> Judge {
        let mut called = Vec::new();
        root.any(&mut |node| {
            if let Node::Call(GroupName::Number(number)) = node {
                called.push(*number);
            }
            false
        });
        Judge { encoding, called }
    }

    /// Whether a piece may be remembered; `next` comes after it.
    fn allows(&self, node: &Node, next: Option<&Node>, repeated: bool, around: Around) -> bool {
        match node {
            Node::Sequence(nodes) => (0..nodes.len()).all(|index| self.allows(&nodes[index], nodes.get(index + 1), repeated, around)),
            Node::Choice(choices) => choices.iter().all(|choice| self.allows(choice, None, repeated, around)),
            Node::Capture { body, .. } => {
                let inner = if matches!(**body, Node::Repeat { .. } | Node::Capture { .. }) { next } else { None };
                around == Around::Nothing && self.allows(body, inner, repeated, around)
            }
            Node::Atomic(body) => around == Around::Nothing && self.allows(body, None, repeated, Around::Atomic),
            Node::Look(Look::Behind, body) => self.allows(body, None, repeated, around),
            Node::Look(_, body) => around != Around::Atomic && self.allows(body, None, repeated, Around::Look),
            Node::Repeat { body, low, high, greed } => {
                if self.becomes_atomic(node, next) {
                    return around == Around::Nothing && self.repeat(body, *low, *high, *greed, repeated, Around::Atomic);
                }
                self.repeat(body, *low, *high, *greed, repeated, around)
            }
            _ => true,
        }
    }

    fn repeat(&self, body: &Node, low: u32, high: Option<u32>, greed: Greed, repeated: bool, around: Around) -> bool {
        let (low, high) = self.after_text(body, low, high);
        if high == Some(0) {
            return true;
        }
        !(repeated && self.counts(body, low, high, greed)) && self.allows(body, None, true, around)
    }

    /// The rest of a repetition when as much as may be is written out as a text.
    fn after_text(&self, body: &Node, low: u32, high: Option<u32>) -> (u32, Option<u32>) {
        let Node::Text { characters, .. } = body else { return (low, high) };
        let length = self.bytes(characters);
        if low <= 1 || length == 0 {
            return (low, high);
        }
        let written = (low as usize).min((LONGEST_TEXT / length).max(1)) as u32;
        (low - written, high.map(|high| high - written))
    }

    /// Whether a loop counts its turns.
    pub fn counts(&self, body: &Node, low: u32, high: Option<u32>, greed: Greed) -> bool {
        counts(self.length(body, None), body, low, high, greed)
    }

    /// Whether the first turn of a loop that has at least one is written out.
    pub fn writes_first(&self, body: &Node) -> bool {
        self.length(body, None) <= LONGEST_WRITTEN_OUT
    }

    /// A repetition of one character that what follows can't begin with is made atomic.
    fn becomes_atomic(&self, node: &Node, next: Option<&Node>) -> bool {
        let Node::Repeat { body, low: 0 | 1, high: None, greed: Greed::Greedy } = node else { return false };
        // A text that is repeated a fixed number of times is a text by then.
        let single = match &**body {
            Node::Repeat { body, low, high: Some(high), .. } => low == high && matches!(**body, Node::Text { .. }),
            body => matches!(body, Node::Text { .. } | Node::Set(..)),
        };
        if !single {
            return false;
        }
        match (head(body), next.and_then(head)) {
            (Some(one), Some(two)) => self.excludes(&one, &two),
            _ => false,
        }
    }

    fn excludes(&self, one: &Node, two: &Node) -> bool {
        let beyond = CharSet::of([(0x80, u32::MAX - 1)]);
        let is_ascii = |set: &CharSet| set.is_disjoint(&beyond);
        match (one, two) {
            (Node::Text { characters: one, fold: false }, Node::Text { characters: two, fold: false }) => one.iter().zip(two).any(|(one, two)| one != two),
            (Node::Text { .. }, Node::Text { .. }) => false,
            (Node::Set(set, _), Node::Text { characters, .. }) | (Node::Text { characters, .. }, Node::Set(set, _)) => !set.contains(characters[0]),
            (Node::Set(one, Form::Word), Node::Set(two, Form::Word)) => one.complement(self.encoding.last()) == *two,
            (Node::Set(word, Form::Word), Node::Set(class, _)) | (Node::Set(class, _), Node::Set(word, Form::Word)) => is_ascii(class) && class.is_disjoint(word),
            (Node::Set(one, _), Node::Set(two, _)) => one.is_disjoint(two) && (is_ascii(one) || is_ascii(two)),
            _ => false,
        }
    }

    fn bytes(&self, characters: &[u32]) -> usize {
        characters.iter().map(|&code| self.width(code)).sum()
    }

    fn width(&self, code: u32) -> usize {
        match self.encoding {
            Encoding::Bytes => 1,
            Encoding::Utf8 => crate::encoding::encode(code).1,
        }
    }

    // --- lengths of code ---

    fn length(&self, node: &Node, next: Option<&Node>) -> usize {
        match node {
            Node::Empty => 0,
            Node::Text { characters, fold } => self.text_length(characters, *fold),
            Node::Any { .. } | Node::Set(_, Form::Word) | Node::Anchor(_) => 1,
            Node::Set(set, form) => self.set_length(set, *form),
            Node::Sequence(nodes) => (0..nodes.len()).map(|index| self.length(&nodes[index], nodes.get(index + 1))).sum(),
            Node::Choice(choices) => choices.iter().map(|choice| self.length(choice, None)).sum::<usize>() + (PUSH + JUMP) * (choices.len() - 1),
            Node::Capture { number, body } => self.length(body, next) + 6 + if self.called.contains(number) { CALL + JUMP + 1 } else { 0 },
            Node::Call(_) => CALL,
            Node::Reference { groups, level: Some(_), .. } => 13 + 2 * groups.len(),
            Node::Reference { groups, fold, .. } => match groups[..] {
                [1 | 2] if !fold => 1,
                [_] => 3,
                _ => 5 + 2 * groups.len(),
            },
            Node::Condition { yes, no, .. } => 7 + self.length(yes, None) + JUMP + self.length(no, None),
            Node::Absent(body) => 7 + self.length(body, None),
            Node::Atomic(body) | Node::Look(Look::Ahead, body) => self.length(body, None) + 2,
            Node::Look(Look::NotAhead, body) => self.length(body, None) + 6,
            Node::Look(Look::Behind, body) => self.length(body, None) + 5,
            Node::Look(Look::NotBehind, body) => self.length(body, None) + 10,
            Node::Repeat { body, low, high, greed } => {
                let atomic = if self.becomes_atomic(node, next) { 2 } else { 0 };
                self.repeat_length(body, *low, *high, *greed, next) + atomic
            }
        }
    }

    fn repeat_length(&self, body: &Node, low: u32, high: Option<u32>, greed: Greed, next: Option<&Node>) -> usize {
        let (left, left_high) = self.after_text(body, low, high);
        let written = match body {
            Node::Text { characters, fold } if left < low => {
                let all: Vec<u32> = characters.iter().copied().cycle().take(characters.len() * (low - left) as usize).collect();
                self.text_length(&all, *fold)
            }
            _ => 0,
        };
        if left < low && left_high == Some(0) {
            return written;
        }
        let (low, high) = (left, left_high);
        let length = self.length(body, None);
        let peeks = next.and_then(head).is_some_and(|node| matches!(*node, Node::Text { fold: false, .. }));
        let turn = if can_be_empty(body) { length + EMPTY_CHECKS } else { length };
        let copies = length.saturating_mul(low as usize);
        written
            + match high {
                None if matches!(body, Node::Any { .. }) && greed == Greed::Greedy => 1 + peeks as usize + copies,
                None if low <= 1 || copies <= LONGEST_WRITTEN_OUT => {
                    let first = if low == 1 && length > LONGEST_WRITTEN_OUT { JUMP } else { copies };
                    first + PUSH + turn + JUMP + (peeks && greed == Greed::Greedy) as usize
                }
                _ if counts(length, body, low, high, greed) => 3 + turn + 7,
                Some(high) if greed == Greed::Greedy => copies + (PUSH + length) * (high - low) as usize,
                _ => PUSH + JUMP + length,
            }
    }

    fn text_length(&self, characters: &[u32], fold: bool) -> usize {
        if fold {
            let bytes = self.bytes(characters);
            return if characters.len() == 1 { 1 + bytes } else { 5 + bytes };
        }
        let mut length = 0;
        let mut rest = characters;
        while let Some(&first) = rest.first() {
            let width = self.width(first);
            let count = rest.iter().take_while(|&&code| self.width(code) == width).count();
            length += width * count
                + match (width, count) {
                    (1, 1..=5) | (2, 1..=3) => 1,
                    (1..=3, _) => 5,
                    _ => 9,
                };
            rest = &rest[count..];
        }
        length
    }

    fn set_length(&self, set: &CharSet, form: Form) -> usize {
        const BITS: usize = 33;
        let last = self.encoding.last();
        let beyond = CharSet::of([(0x80, u32::MAX - 1)]);
        let members = if set.contains(last) { set.complement(last) } else { set.clone() };
        if self.encoding == Encoding::Bytes || members.is_disjoint(&beyond) {
            return BITS;
        }
        let ranges = members.intersection(&beyond).ranges().len();
        let bits = if form == Form::FoldedClass || members.ranges().first().is_some_and(|range| range.0 < 0x80) { BITS } else { 1 };
        bits + 4 + 4 + 8 * ranges
    }
}

/// Whether a loop counts its turns, by how long its body's code is.
fn counts(length: usize, body: &Node, low: u32, high: Option<u32>, greed: Greed) -> bool {
    match (high, greed) {
        (None, Greed::Greedy) if matches!(body, Node::Any { .. }) => false,
        (None, _) => low > 1 && length.saturating_mul(low as usize) > LONGEST_WRITTEN_OUT,
        (Some(1), Greed::Greedy) => false,
        (Some(high), Greed::Greedy) => (length + PUSH).saturating_mul(high as usize) > LONGEST_WRITTEN_OUT,
        (Some(high), Greed::Lazy) => (low, high) != (0, 1),
    }
}

/// Whether some part that is matched at all depends on more than where it stands.
fn remembers_nothing(node: &Node) -> bool {
    match node {
        Node::Reference { .. } | Node::Condition { .. } | Node::Absent(_) => true,
        Node::Repeat { high: Some(0), .. } => false,
        node => node.children().into_iter().any(remembers_nothing),
    }
}

/// The text or set that a node begins with.
fn head(node: &Node) -> Option<Cow<'_, Node>> {
    match node {
        Node::Text { .. } | Node::Set(..) => Some(Cow::Borrowed(node)),
        Node::Sequence(nodes) => nodes.first().and_then(head),
        Node::Repeat { body, low, .. } if *low > 0 => match &**body {
            Node::Text { characters, fold } if *low > 1 => Some(Cow::Owned(Node::Text { characters: characters.repeat(LEAST_WRITTEN_OUT), fold: *fold })),
            body => head(body),
        },
        Node::Capture { body, .. } | Node::Atomic(body) | Node::Look(Look::Ahead, body) => head(body),
        _ => None,
    }
}

fn can_be_empty(node: &Node) -> bool {
    match node {
        Node::Text { .. } | Node::Set(..) | Node::Any { .. } => false,
        Node::Sequence(nodes) => nodes.iter().all(can_be_empty),
        Node::Choice(choices) => choices.iter().any(can_be_empty),
        Node::Repeat { body, low, .. } => *low == 0 || can_be_empty(body),
        Node::Capture { body, .. } | Node::Atomic(body) => can_be_empty(body),
        _ => true,
    }
}
