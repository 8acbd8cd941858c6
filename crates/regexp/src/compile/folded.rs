//! Texts in any case.

use crate::encoding::Encoding;
use crate::fold;
use crate::tree::Node;

/// How often a text under `i` forks where two of its characters may be one.
const MOST_FORKS: usize = 3;

/// A text in any case, as sets and alternatives.
pub fn folded(characters: &[u32], encoding: Encoding) -> Node {
    folded_rest(characters, encoding, 0)
}

fn folded_rest(characters: &[u32], encoding: Encoding, forks: usize) -> Node {
    let mut nodes = Vec::new();
    for (at, &code) in characters.iter().enumerate() {
        let forks_here = encoding == Encoding::Utf8 && forks < MOST_FORKS;
        let several = if forks_here { fold::specials_at(&characters[at..]) } else { Vec::new() };
        let alone = single_folded(code, encoding);
        if several.is_empty() {
            nodes.push(alone);
            continue;
        }
        // What follows is part of each alternative: they take different numbers of characters.
        let with_rest = |first: Node, rest: &[u32]| match rest {
            [] => first,
            rest => joined(vec![first, folded_rest(rest, encoding, forks + 1)]),
        };
        let mut choices = vec![with_rest(alone, &characters[at + 1..])];
        choices.extend(several.into_iter().map(|(length, set)| with_rest(Node::Set(set), &characters[at + length..])));
        nodes.push(Node::Choice(choices));
        break;
    }
    joined(nodes)
}

/// One character in any case: itself, those that differ from it, and what it folds to if that is several.
fn single_folded(code: u32, encoding: Encoding) -> Node {
    let set = fold::variants(code, encoding);
    let one = match set.single() {
        Some(code) => Node::Text { characters: vec![code], fold: false },
        None => Node::Set(set),
    };
    match fold::special(code).filter(|_| encoding == Encoding::Utf8) {
        None => one,
        Some(several) => {
            let each = several.iter().map(|&code| Node::Set(fold::variants(code, encoding))).collect();
            Node::Choice(vec![one, Node::Sequence(each)])
        }
    }
}

/// Characters in any case where each is what it folds to: the form that has one length.
pub fn folded_whole(characters: &[u32], encoding: Encoding) -> Node {
    let several = |code| fold::special(code).filter(|_| encoding == Encoding::Utf8);
    let whole = characters.iter().flat_map(|&code| several(code).map_or(vec![code], |several| several.to_vec()));
    Node::Sequence(whole.map(|code| Node::Set(fold::variants(code, encoding))).collect())
}

/// Nodes after each other, with texts that touch made one.
fn joined(nodes: Vec<Node>) -> Node {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match (out.last_mut(), node) {
            (Some(Node::Text { characters, .. }), Node::Text { characters: more, .. }) => characters.extend(more),
            (_, node) => out.push(node),
        }
    }
    if out.len() == 1 { out.swap_remove(0) } else { Node::Sequence(out) }
}
