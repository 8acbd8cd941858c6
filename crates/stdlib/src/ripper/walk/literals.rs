//! Variables, numbers, keywords, ranges, arrays and hashes.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;
use crate::ripper::scanner_events::Scanner;

impl Walk<'_> {
    /// A node that is one token, or one with a sign. Whether it is one.
    pub(super) fn literal(&mut self, node: &Node<'_>) -> bool {
        let location = node.location();
        match node {
            Node::IntegerNode { .. } | Node::FloatNode { .. } | Node::RationalNode { .. } | Node::ImaginaryNode { .. } => self.number(&location),
            Node::BackReferenceReadNode { .. } | Node::NumberedReferenceReadNode { .. } => self.token(&location),
            Node::RedoNode { .. } => self.event(Event::Redo, 0, location.end() as usize),
            Node::RetryNode { .. } => self.event(Event::Retry, 0, location.end() as usize),
            Node::ForwardingArgumentsNode { .. } => self.event(Event::ArgsForward, 0, location.end() as usize),
            Node::ItLocalVariableReadNode { .. } => self.reference(&location, Event::Vcall),
            Node::LocalVariableReadNode { .. }
            | Node::InstanceVariableReadNode { .. }
            | Node::ClassVariableReadNode { .. }
            | Node::GlobalVariableReadNode { .. }
            | Node::ConstantReadNode { .. }
            | Node::NilNode { .. }
            | Node::TrueNode { .. }
            | Node::FalseNode { .. }
            | Node::SelfNode { .. }
            | Node::SourceFileNode { .. }
            | Node::SourceLineNode { .. }
            | Node::SourceEncodingNode { .. } => self.reference(&location, Event::VarRef),
            _ => return false,
        }
        true
    }

    /// A name that stands alone: whether it is a call is known at the next token.
    pub(super) fn reference(&mut self, location: &Location<'_>, event: Event) {
        self.token(location);
        self.open_event(event, 1, location.end() as usize);
    }

    fn number(&mut self, location: &Location<'_>) {
        let index = self.index(location.start() as usize);
        if self.tokens[index].event == Scanner::Op {
            self.program.name("-@");
            self.program.token(index + 1);
            self.open_event(Event::Unary, 2, location.end() as usize);
        } else {
            self.program.token(index);
        }
    }

    pub(super) fn range(&mut self, node: &RangeNode<'_>) {
        self.ends_of_range(node.left(), node.right(), &node.operator_loc());
    }

    pub(super) fn flip_flop(&mut self, node: &FlipFlopNode<'_>) {
        self.ends_of_range(node.left(), node.right(), &node.operator_loc());
    }

    fn ends_of_range(&mut self, left: Option<Node<'_>>, right: Option<Node<'_>>, operator: &Location<'_>) {
        let end = right.as_ref().map_or(operator.end(), |right| right.location().end());
        self.visit_or_nil(left);
        self.visit_or_nil(right);
        let event = if operator.as_slice() == b".." { Event::Dot2 } else { Event::Dot3 };
        self.open_event(event, 2, end as usize);
    }

    pub(super) fn visit_or_nil(&mut self, node: Option<Node<'_>>) {
        match node {
            Some(node) => self.visit(&node),
            None => self.program.nil(),
        }
    }

    /// `[...]`, `%w[...]` and the like, or values without brackets at the right of an assignment.
    pub(super) fn array(&mut self, node: &ArrayNode<'_>) {
        let elements: Vec<Node<'_>> = node.elements().iter().collect();
        let Some(opening) = node.opening_loc() else { return self.right_hand_list(&elements) };
        let words = opening.as_slice().starts_with(b"%");
        if words {
            self.words(self.index(opening.start() as usize), &elements);
        } else if elements.is_empty() {
            self.program.nil();
        } else {
            self.argument_list(&elements);
        }
        self.event(Event::Array, 1, node.location().end() as usize);
    }

    pub(super) fn hash(&mut self, node: &HashNode<'_>) {
        let elements: Vec<Node<'_>> = node.elements().iter().collect();
        if elements.is_empty() {
            self.program.nil();
        } else {
            self.associations(&elements);
            let last = elements.last().map_or(0, |last| last.location().end() as usize);
            let newline = self.separator_behind(last);
            self.event(Event::AssoclistFromArgs, 1, newline.unwrap_or(node.location().end() as usize));
        }
        self.event(Event::Hash, 1, node.location().end() as usize);
    }

    /// An Array of what each pair became.
    pub(super) fn associations(&mut self, elements: &[Node<'_>]) {
        for element in elements {
            if let Some(pair) = element.as_assoc_node() {
                self.pair(&pair);
            } else if let Some(splat) = element.as_assoc_splat_node() {
                self.program.advance(self.behind(splat.operator_loc().end() as usize));
                self.visit_or_nil(splat.value());
                self.open_event(Event::AssocSplat, 1, splat.location().end() as usize);
            }
        }
        self.program.list(elements.len());
    }

    fn pair(&mut self, node: &AssocNode<'_>) {
        self.visit(&node.key());
        match node.value().as_implicit_node() {
            Some(_) => self.program.nil(),
            None => self.visit(&node.value()),
        }
        self.open_event(Event::AssocNew, 2, node.location().end() as usize);
    }

    pub(super) fn implicit(&mut self, _: &ImplicitNode<'_>) {
        self.program.nil();
    }

    pub(super) fn constant_path(&mut self, node: &ConstantPathNode<'_>) {
        let end = node.location().end() as usize;
        match node.parent() {
            Some(parent) => {
                self.visit(&parent);
                self.token(&node.name_loc());
                self.open_event(Event::ConstPathRef, 2, end);
            }
            None => {
                self.token(&node.name_loc());
                self.open_event(Event::TopConstRef, 1, end);
            }
        }
    }
}
