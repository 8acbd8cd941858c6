//! Texts in any case, as Ruby's own engine writes them out.
//!
//! Where several characters may be one, or one several, it makes alternatives of the spellings, as long as these are few; all else it
//! compares in the folded form. The difference shows in what is repeated and in what look-behinds step back over.

use crate::encoding::Encoding;
use crate::fold;
use crate::tree::Node;

/// No more spellings than these are written out.
const MOST_SPELLINGS: usize = 8;

/// A text in any case. `behind` says that it stands in a look-behind, where nothing is written out.
pub fn expanded(characters: &[u32], encoding: Encoding, behind: bool) -> Node {
    if behind || encoding == Encoding::Bytes {
        return folded_text(characters, encoding);
    }
    let mut nodes = pieces(characters, 1);
    if nodes.len() == 1 { nodes.swap_remove(0) } else { Node::Sequence(nodes) }
}

/// A text that is compared in its folded form.
fn folded_text(characters: &[u32], encoding: Encoding) -> Node {
    let mut folded = Vec::with_capacity(characters.len());
    for &code in characters {
        match fold::special(code).filter(|_| encoding == Encoding::Utf8) {
            Some(several) => folded.extend(several),
            None => folded.push(fold::simple(code)),
        }
    }
    Node::Text { characters: folded, fold: true }
}

/// Another spelling of what a text begins with, and how many of its characters that stands for.
struct Spelling {
    length: usize,
    characters: Vec<u32>,
}

impl Spelling {
    fn node(self) -> Node {
        Node::Text { characters: self.characters, fold: false }
    }
}

/// The pieces of a text, where so many spellings are written out before it.
fn pieces(characters: &[u32], before: usize) -> Vec<Node> {
    let folded = |characters: &[u32]| folded_text(characters, Encoding::Utf8);
    let mut nodes = Vec::new();
    let mut plain = 0;
    let mut count = before;
    for (at, &code) in characters.iter().enumerate() {
        let spellings = spellings(&characters[at..]);
        if spellings.iter().all(|spelling| spelling.length == 1 && spelling.characters.len() == 1) {
            continue;
        }
        if at > plain {
            nodes.push(folded(&characters[plain..at]));
        }
        count *= spellings.len() + 1;
        if count > MOST_SPELLINGS {
            nodes.push(folded(&characters[at..]));
            return nodes;
        }
        plain = at + 1;
        let (same, longer): (Vec<Spelling>, Vec<Spelling>) = spellings.into_iter().partition(|spelling| spelling.length == 1);
        let mut choices = vec![Node::Text { characters: vec![code], fold: false }];
        choices.extend(same.into_iter().map(Spelling::node));
        nodes.push(Node::Choice(choices));
        if longer.is_empty() {
            continue;
        }
        // What follows is part of each alternative: they stand for different numbers of characters.
        let Some(first) = nodes.pop() else { return nodes };
        let mut whole = vec![first];
        whole.extend(pieces(&characters[plain..], count));
        let mut choices = vec![Node::Sequence(whole)];
        for spelling in longer {
            let rest = &characters[at + spelling.length..];
            choices.push(if rest.is_empty() { spelling.node() } else { Node::Sequence(vec![spelling.node(), folded(rest)]) });
        }
        nodes.push(Node::Choice(choices));
        return nodes;
    }
    if plain < characters.len() {
        nodes.push(folded(&characters[plain..]));
    }
    nodes
}

/// All other spellings of what a text begins with.
fn spellings(characters: &[u32]) -> Vec<Spelling> {
    let code = characters[0];
    let members = |code| fold::variants(code, Encoding::Utf8).members().collect::<Vec<u32>>();
    let Some(several) = fold::special(code) else {
        let single = members(code).into_iter().filter(|&other| other != code).map(|other| Spelling { length: 1, characters: vec![other] });
        let longer = fold::specials_at(characters).into_iter();
        let longer = longer.flat_map(|(length, set)| set.members().map(|other| Spelling { length, characters: vec![other] }).collect::<Vec<_>>());
        return single.chain(longer).collect();
    };
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &folded in several {
        let each = members(folded);
        all = all.iter().flat_map(|before| each.iter().map(|&next| [&before[..], &[next]].concat())).collect();
    }
    let same = fold::same_special_as(code).map(|other| vec![other]);
    all.into_iter().chain(same).map(|characters| Spelling { length: 1, characters }).collect()
}
