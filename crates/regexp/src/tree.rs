//! The tree of a pattern, as it was written.

use crate::charset::CharSet;

/// Options that change what a piece of a pattern means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    pub ignore_case: bool,
    pub extended: bool,
    /// `.` matches a newline.
    pub multi_line: bool,
    pub range: Range,
}

/// Which characters `\w` and its like stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Range {
    /// The short forms stand for ASCII, POSIX brackets and `\b` for all (`(?d)`).
    #[default]
    Default,
    /// All stand for ASCII (`(?a)`).
    Ascii,
    /// All stand for Unicode (`(?u)`).
    Unicode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    /// The end, or before a newline at the end.
    LastLineEnd,
    /// Where the search started.
    SearchStart,
    WordBoundary { ascii: bool },
    NotWordBoundary { ascii: bool },
    /// `\K`
    Keep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greed {
    Greedy,
    Lazy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Ahead,
    NotAhead,
    Behind,
    NotBehind,
}

/// How a set of characters was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Class,
    /// A class under `i`, which got characters of Latin-1 that differ in case only.
    FoldedClass,
    /// `\w` or `\W` by itself.
    Word,
}

/// How a group is referred to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupName {
    Number(usize),
    Name(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Empty,
    /// A run of characters. With `fold` they are in their folded form, and stand for all that folds to them.
    Text { characters: Vec<u32>, fold: bool },
    Set(CharSet, Form),
    /// `.`, which matches a newline if `newline`.
    Any { newline: bool },
    Anchor(Anchor),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat { body: Box<Node>, low: u32, high: Option<u32>, greed: Greed },
    Capture { number: usize, body: Box<Node> },
    Atomic(Box<Node>),
    Look(Look, Box<Node>),
    /// The text that one of these groups matched, the last first.
    Reference { groups: Vec<usize>, fold: bool, level: Option<i32> },
    /// The pattern of a group once more.
    Call(GroupName),
    /// One of two, by whether a group matched.
    Condition { group: usize, yes: Box<Node>, no: Box<Node> },
    /// The longest text without a match of the body.
    Absent(Box<Node>),
}

impl Node {
    pub fn children(&self) -> Vec<&Node> {
        match self {
            Node::Sequence(nodes) | Node::Choice(nodes) => nodes.iter().collect(),
            Node::Repeat { body, .. } | Node::Capture { body, .. } | Node::Atomic(body) | Node::Look(_, body) | Node::Absent(body) => vec![body],
            Node::Condition { yes, no, .. } => vec![yes, no],
            _ => Vec::new(),
        }
    }

    pub fn children_mut(&mut self) -> Vec<&mut Node> {
        match self {
            Node::Sequence(nodes) | Node::Choice(nodes) => nodes.iter_mut().collect(),
            Node::Repeat { body, .. } | Node::Capture { body, .. } | Node::Atomic(body) | Node::Look(_, body) | Node::Absent(body) => vec![body],
            Node::Condition { yes, no, .. } => vec![yes, no],
            _ => Vec::new(),
        }
    }

    /// Whether the node or one below it is as asked.
    pub fn any(&self, is: &mut dyn FnMut(&Node) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|child| child.any(is))
    }

    /// Changes every node, those below it first.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut Node)) {
        for child in self.children_mut() {
            child.change(change);
        }
        change(self);
    }
}
