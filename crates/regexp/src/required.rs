//! A text that every match contains.
//!
//! Where it does not stand ahead there is no match, and nothing is tried: `(a|b)*c` would walk to the end from each place of a
//! text without a `c`. It is looked for where something without end comes before it in the pattern; elsewhere a search that
//! fails is as short.

use memchr::memmem::Finder;

use crate::encoding::Encoding;
use crate::tree::Node;

/// Finds the longest text that is part of every match, behind what can go on without end.
pub fn finder(root: &Node, encoding: Encoding) -> Option<Box<Finder<'static>>> {
    let mut search = Search { encoding, endless: false, longest: Vec::new() };
    search.node(root);
    (!search.longest.is_empty()).then(|| Box::new(Finder::new(&search.longest).into_owned()))
}

struct Search {
    encoding: Encoding,
    /// Whether something without end came before.
    endless: bool,
    longest: Vec<u8>,
}

impl Search {
    /// Looks at what is part of every match.
    fn node(&mut self, node: &Node) {
        match node {
            Node::Text { characters, fold: false } => self.text(characters),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Capture { body, .. } | Node::Atomic(body) => self.node(body),
            Node::Repeat { body, low, high, .. } => {
                if *low > 0 {
                    self.node(body);
                }
                self.endless |= high.is_none() || is_endless(body);
            }
            // What is looked at is not part of the match, and of several only one is.
            _ => self.endless |= is_endless(node),
        }
    }

    fn text(&mut self, characters: &[u32]) {
        if !self.endless {
            return;
        }
        let mut bytes = Vec::new();
        characters.iter().for_each(|&code| self.encoding.append(code, &mut bytes));
        if bytes.len() > self.longest.len() {
            self.longest = bytes;
        }
    }
}

fn is_endless(node: &Node) -> bool {
    node.any(&mut |node| matches!(node, Node::Repeat { high: None, .. } | Node::Call(_) | Node::Absent(_)))
}
