//! A text that every match contains.
//!
//! Where it does not stand ahead there is no match, and nothing is tried: `(a|b)*c` would walk to the end from each place of a
//! text without a `c`. It is looked for where something without end comes before it in the pattern; elsewhere a search that
//! fails is as short.

use memchr::memmem::Finder;

use crate::encoding::Encoding;
use crate::fold;
use crate::tree::{Look, Node};

/// What every match contains.
#[derive(Debug)]
pub enum Required {
    Text(Box<Finder<'static>>),
    /// Characters, each in any of these spellings.
    Folded(Vec<Vec<Vec<u8>>>),
    /// One of these at least.
    AnyOf(Vec<Required>),
}

impl Required {
    /// The first place where it stands.
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        match self {
            Required::Text(finder) => finder.find(text),
            Required::Folded(characters) => find_folded(characters, text),
            Required::AnyOf(all) => find_any(all, text),
        }
    }

    /// No text that it stands for has more bytes.
    pub fn longest(&self) -> usize {
        match self {
            Required::Text(finder) => finder.needle().len(),
            Required::Folded(characters) => characters.iter().map(|spellings| spellings.iter().map(Vec::len).max().unwrap_or(0)).sum(),
            Required::AnyOf(all) => all.iter().map(Required::longest).max().unwrap_or(0),
        }
    }
}

/// One may stand far ahead, or nowhere: it is not looked for in much more than what comes before another.
fn find_any(all: &[Required], text: &[u8]) -> Option<usize> {
    const GROWTH: usize = 8;
    let mut length = 256;
    loop {
        let window = &text[..length.min(text.len())];
        let found = all.iter().filter_map(|required| required.find(window)).min();
        if found.is_some() || window.len() == text.len() {
            return found;
        }
        length *= GROWTH;
    }
}

fn find_folded(characters: &[Vec<Vec<u8>>], text: &[u8]) -> Option<usize> {
    let stands_at = |at: usize| {
        characters.iter().try_fold(at, |at, spellings| spellings.iter().find(|spelling| text[at..].starts_with(spelling)).map(|spelling| at + spelling.len())).is_some()
    };
    let mut from = 0;
    loop {
        let ahead = &text[from..];
        let found = match characters.first()?.as_slice() {
            [one] => memchr::memchr(one[0], ahead),
            [one, two] => memchr::memchr2(one[0], two[0], ahead),
            [one, two, three] => memchr::memchr3(one[0], two[0], three[0], ahead),
            _ => None,
        };
        let at = from + found?;
        if stands_at(at) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The longest text that is part of every match, behind what can go on without end.
pub fn of(root: &Node, encoding: Encoding) -> Option<Required> {
    if let Node::Choice(choices) = root {
        let all: Option<Vec<Required>> = choices.iter().map(|choice| of_one(choice, encoding)).collect();
        return all.map(Required::AnyOf).filter(|_| is_endless(root));
    }
    let mut search = Search { encoding, endless: false, run: Vec::new(), longest: Vec::new() };
    search.node(root);
    search.finish()
}

/// The text that is part of every match of one alternative.
fn of_one(choice: &Node, encoding: Encoding) -> Option<Required> {
    let mut search = Search { encoding, endless: true, run: Vec::new(), longest: Vec::new() };
    search.node(choice);
    search.finish()
}

struct Search {
    encoding: Encoding,
    /// Whether something without end came before.
    endless: bool,
    /// The characters that stand before here, each in all its spellings.
    run: Vec<Vec<Vec<u8>>>,
    longest: Vec<Vec<Vec<u8>>>,
}

impl Search {
    fn finish(mut self) -> Option<Required> {
        self.end_run();
        if self.longest.is_empty() {
            return None;
        }
        if self.longest.iter().all(|spellings| spellings.len() == 1) {
            let text: Vec<u8> = self.longest.into_iter().flatten().flatten().collect();
            return Some(Required::Text(Box::new(Finder::new(&text).into_owned())));
        }
        Some(Required::Folded(self.longest))
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.len() > self.longest.len() {
            self.longest = run;
        }
    }

    /// Looks at what is part of every match.
    fn node(&mut self, node: &Node) {
        match node {
            Node::Text { characters, fold } => self.text(characters, *fold),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Capture { body, .. } | Node::Atomic(body) => self.node(body),
            Node::Anchor(_) | Node::Empty => {}
            Node::Repeat { body, low, high, .. } => self.repeat(body, *low, *high),
            // It is not part of the match, but stands behind where that begins.
            Node::Look(Look::Ahead, body) => {
                self.end_run();
                self.node(body);
                self.end_run();
            }
            // Of several only one stands there.
            _ => {
                self.end_run();
                self.endless |= is_endless(node);
            }
        }
    }

    fn repeat(&mut self, body: &Node, low: u32, high: Option<u32>) {
        /// So many turns are looked at.
        const MOST_TURNS: u32 = 8;
        let turns = if matches!(body, Node::Text { .. } | Node::Repeat { .. }) { low.min(MOST_TURNS) } else { low.min(1) };
        if turns == 1 && low > 1 {
            self.end_run();
        }
        match body {
            // Characters of one turn and of the next may be one together.
            Node::Text { characters, fold: true } => self.text(&characters.repeat(turns as usize), true),
            body => (0..turns).for_each(|_| self.node(body)),
        }
        if high != Some(turns) {
            self.end_run();
        }
        self.endless |= high.is_none() || is_endless(body);
    }

    fn text(&mut self, characters: &[u32], fold: bool) {
        if !self.endless {
            return;
        }
        for (at, &code) in characters.iter().enumerate() {
            let mut spellings = vec![code];
            if fold {
                let set = fold::variants(code, self.encoding);
                // Several characters may be one.
                let covered = (0..=at).any(|from| fold::specials_at(&characters[from..]).iter().any(|(length, _)| from + length > at));
                if self.encoding == Encoding::Utf8 && covered || set.len() > MOST_SPELLINGS {
                    self.end_run();
                    continue;
                }
                spellings = set.members().collect();
            }
            self.run.push(spellings.into_iter().map(|code| self.encoded(code)).collect());
        }
    }

    fn encoded(&self, code: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encoding.append(code, &mut bytes);
        bytes
    }
}

/// A character of more spellings is not looked for.
const MOST_SPELLINGS: usize = 3;

fn is_endless(node: &Node) -> bool {
    node.any(&mut |node| matches!(node, Node::Repeat { high: None, .. } | Node::Call(_) | Node::Absent(_)))
}
