//! Texts in any case.

use crate::encoding::Encoding;
use crate::fold;
use crate::tree::{Form, Node};

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
        choices.extend(several.into_iter().map(|(length, set)| with_rest(Node::Set(set, Form::Class), &characters[at + length..])));
        nodes.push(Node::Choice(choices));
        break;
    }
    joined(nodes)
}

/// One folded character in any case.
fn single_folded(code: u32, encoding: Encoding) -> Node {
    let set = fold::variants(code, encoding);
    match set.single() {
        Some(code) => Node::Text { characters: vec![code], fold: false },
        None => Node::Set(set, Form::Class),
    }
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
