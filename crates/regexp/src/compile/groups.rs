//! The facts about groups that decide how what they matched is put back.

use crate::tree::{GroupName, Look, Node};

/// By the number of a group.
pub struct Groups {
    /// Matching may go back over its beginning and go on otherwise: what it matched before must be known then.
    pub reopened: Vec<bool>,
    /// A reference asks for it at a level of recursion.
    pub leveled: Vec<bool>,
    /// Ruby's own engine puts back what it matched, too: it sees by that whether turns of loops differ.
    pub put_back: Vec<bool>,
    /// A reference or condition within it asks for it.
    pub asked_within: Vec<bool>,
}

/// What stands around a node: it is one of several ways, and what groups in it match is put back.
#[derive(Clone, Copy, Default)]
struct Around {
    optional: bool,
    put_back: bool,
}

impl Groups {
    pub fn of(root: &Node, count: usize) -> Groups {
        let mut groups = Groups { reopened: vec![false; count + 1], leveled: vec![false; count + 1], put_back: vec![false; count + 1], asked_within: vec![false; count + 1] };
        let mut called = vec![false; count + 1];
        root.any(&mut |node| {
            if let Node::Call(GroupName::Number(number)) = node {
                called[*number] = true;
            }
            false
        });
        groups.read(root, Around::default(), &called, &mut Vec::new());
        for (group, called) in called.into_iter().enumerate() {
            groups.reopened[group] |= called;
            groups.put_back[group] |= called;
        }
        groups
    }

    /// Reads a node.
    fn read(&mut self, node: &Node, around: Around, called: &[bool], open: &mut Vec<usize>) {
        let outer = open.len();
        let ways = Around { optional: true, put_back: true };
        let around = match node {
            Node::Capture { number, .. } => {
                open.push(*number);
                self.reopened[*number] |= around.optional;
                self.put_back[*number] |= around.put_back;
                if called[*number] { ways } else { around }
            }
            Node::Reference { groups, level, .. } => {
                for &group in groups {
                    self.reopened[group] = true;
                    self.put_back[group] = true;
                    self.leveled[group] |= level.is_some();
                    self.asked_within[group] |= open.contains(&group);
                }
                around
            }
            Node::Condition { group, .. } => {
                self.asked_within[*group] |= open.contains(group);
                ways
            }
            Node::Choice(_) | Node::Look(Look::NotAhead | Look::NotBehind, _) => ways,
            // Ruby's own engine puts nothing back in a loop of a fixed number of turns, after which a group may end before it begins.
            Node::Repeat { low, high, .. } => Around { optional: true, put_back: around.put_back || *high != Some(*low) },
            _ => around,
        };
        node.children().into_iter().for_each(|child| self.read(child, around, called, open));
        open.truncate(outer);
    }
}
