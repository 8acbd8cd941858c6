//! The facts about groups that decide how what they matched is put back.

use crate::tree::{GroupName, Look, Node};

/// By the number of a group.
pub struct Groups {
    /// Matching may go back over its beginning and go on otherwise: what it matched before must be known then.
    pub reopened: Vec<bool>,
    /// A reference asks for it at a level of recursion.
    pub leveled: Vec<bool>,
    /// A reference or condition within it asks for it.
    pub asked_within: Vec<bool>,
}

impl Groups {
    pub fn of(root: &Node, count: usize) -> Groups {
        let mut groups = Groups { reopened: vec![false; count + 1], leveled: vec![false; count + 1], asked_within: vec![false; count + 1] };
        let mut called = vec![false; count + 1];
        root.any(&mut |node| {
            if let Node::Call(GroupName::Number(number)) = node {
                called[*number] = true;
            }
            false
        });
        groups.read(root, false, &called, &mut Vec::new());
        for (reopened, called) in groups.reopened.iter_mut().zip(called) {
            *reopened |= called;
        }
        groups
    }

    /// Reads a node; `optional` says that it is one of several ways.
    fn read(&mut self, node: &Node, optional: bool, called: &[bool], open: &mut Vec<usize>) {
        let outer = open.len();
        let optional = match node {
            Node::Capture { number, .. } => {
                open.push(*number);
                self.reopened[*number] |= optional;
                optional || called[*number]
            }
            Node::Reference { groups, level, .. } => {
                for &group in groups {
                    self.reopened[group] = true;
                    self.leveled[group] |= level.is_some();
                    self.asked_within[group] |= open.contains(&group);
                }
                optional
            }
            Node::Condition { group, .. } => {
                self.asked_within[*group] |= open.contains(group);
                true
            }
            Node::Choice(_) | Node::Look(Look::NotAhead | Look::NotBehind, _) => true,
            // Ruby's own engine puts nothing back in a loop of a fixed number of turns, after which a group may end before it begins.
            Node::Repeat { .. } => true,
            _ => optional,
        };
        node.children().into_iter().for_each(|child| self.read(child, optional, called, open));
        open.truncate(outer);
    }
}
