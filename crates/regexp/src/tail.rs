//! How far before the end of the text a match can begin at all.
//!
//! A pattern that ends with `\z` and is not longer than so many bytes is not looked for in all that stands before them.

use crate::encoding::Encoding;
use crate::tree::{Anchor, Node};

/// The most bytes between the beginning of a match and the end of the text, where both the pattern's end and its length say so.
pub fn longest(root: &Node, encoding: Encoding) -> Option<usize> {
    if !ends_the_text(root) {
        return None;
    }
    // `\Z` leaves a newline.
    Some(most_bytes(root, encoding)?.saturating_add(1))
}

/// Whether every match ends at the end of the text, or before a newline there.
pub fn ends_the_text(node: &Node) -> bool {
    match node {
        Node::Anchor(Anchor::TextEnd | Anchor::LastLineEnd) => true,
        Node::Sequence(nodes) => nodes.last().is_some_and(ends_the_text),
        Node::Choice(choices) => choices.iter().all(ends_the_text),
        Node::Capture { body, .. } | Node::Atomic(body) => ends_the_text(body),
        _ => false,
    }
}

fn most_bytes(node: &Node, encoding: Encoding) -> Option<usize> {
    let of = |node: &Node| most_bytes(node, encoding);
    let character = match encoding {
        Encoding::Utf8 => 4,
        Encoding::Bytes => 1,
    };
    match node {
        Node::Empty | Node::Anchor(_) | Node::Look(..) => Some(0),
        Node::Set(..) | Node::Any { .. } => Some(character),
        // In another case a character can be up to three.
        Node::Text { characters, fold } => Some(characters.len() * character * if *fold { 3 } else { 1 }),
        Node::Sequence(nodes) => nodes.iter().try_fold(0usize, |sum, node| sum.checked_add(of(node)?)),
        Node::Choice(choices) => choices.iter().try_fold(0, |most: usize, choice| Some(most.max(of(choice)?))),
        Node::Repeat { body, high, .. } => of(body)?.checked_mul((*high)? as usize),
        Node::Capture { body, .. } | Node::Atomic(body) => of(body),
        Node::Reference { .. } | Node::Call(_) | Node::Condition { .. } | Node::Absent(_) => None,
    }
}

/// The first place from `start` on that is at most `longest` bytes before the end, or the beginning of the character there.
pub fn first_place(text: &[u8], start: usize, longest: usize, encoding: Encoding) -> usize {
    let mut place = text.len().saturating_sub(longest);
    if place <= start {
        return start;
    }
    if encoding == Encoding::Utf8 {
        while place > start && text[place] & 0xc0 == 0x80 {
            place -= 1;
        }
    }
    place
}
