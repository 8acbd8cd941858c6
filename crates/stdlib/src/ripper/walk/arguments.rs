//! Lists that grow from the left: arguments of calls, elements of arrays, values of several assignments.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;
use crate::ripper::program::Place;
use crate::ripper::scanner_events::Scanner;

impl Walk<'_> {
    /// `args_new`, and an addition for each element.
    pub(super) fn argument_list(&mut self, elements: &[Node<'_>]) {
        self.arguments_and_block(elements, None);
    }

    /// Arguments, and what is passed as the block if something is: pairs are only put together behind it.
    fn arguments_and_block(&mut self, elements: &[Node<'_>], block: Option<&BlockArgumentNode<'_>>) -> Option<Place> {
        let (pairs, before) = match elements.split_last() {
            Some((last, before)) if last.as_keyword_hash_node().is_some() => (last.as_keyword_hash_node(), before),
            _ => (None, elements),
        };
        for (number, element) in before.iter().enumerate() {
            let add = self.argument(element);
            self.see_behind(element.location().end() as usize);
            if number == 0 {
                self.begin_list(Event::ArgsNew, add);
            } else {
                self.program.event(add, 2);
            }
        }
        let Some(pairs) = pairs else { return block.map(|block| self.block_argument(block)) };
        let list: Vec<Node<'_>> = pairs.elements().iter().collect();
        self.associations(&list);
        self.see_behind(pairs.location().end() as usize);
        let list = self.program.store();
        let block = block.map(|block| self.block_argument(block));
        if before.is_empty() {
            self.program.event(Event::ArgsNew, 0);
        }
        self.program.load(list);
        self.program.event(Event::BareAssocHash, 1);
        self.program.event(Event::ArgsAdd, 2);
        block
    }

    fn block_argument(&mut self, block: &BlockArgumentNode<'_>) -> Place {
        self.program.advance(self.behind(block.operator_loc().end() as usize));
        self.visit_or_nil(block.expression());
        self.see_behind(block.location().end() as usize);
        self.program.store()
    }

    /// Pushes an argument; the event that adds it to a list.
    fn argument(&mut self, element: &Node<'_>) -> Event {
        if let Some(splat) = element.as_splat_node() {
            self.program.advance(self.behind(splat.operator_loc().end() as usize));
            self.visit_or_nil(splat.expression());
            return Event::ArgsAddStar;
        }
        if let Some(pairs) = element.as_keyword_hash_node() {
            let pairs: Vec<Node<'_>> = pairs.elements().iter().collect();
            self.associations(&pairs);
            self.program.event(Event::BareAssocHash, 1);
        } else {
            self.visit(element);
        }
        Event::ArgsAdd
    }

    /// Arguments of a call with what is passed as its block; nil where there are none at all.
    pub(super) fn call_arguments(&mut self, arguments: Option<ArgumentsNode<'_>>, block: Option<BlockArgumentNode<'_>>) {
        let elements: Vec<Node<'_>> = arguments.map_or_else(Vec::new, |arguments| arguments.arguments().iter().collect());
        if elements.is_empty() && block.is_none() {
            return self.program.nil();
        }
        if elements.last().is_some_and(|last| last.as_forwarding_arguments_node().is_some()) {
            return self.forwarding(&elements);
        }
        let passed = self.arguments_and_block(&elements, block.as_ref());
        match (passed, elements.as_slice()) {
            (None, [only]) if is_command(only) => {}
            (None, [.., last]) if self.comma_behind(last) => {}
            (Some(block), list) => {
                if list.is_empty() {
                    self.program.event(Event::ArgsNew, 0);
                }
                self.program.load(block);
                self.program.event(Event::ArgsAddBlock, 2);
            }
            (None, _) => {
                self.program.no();
                self.program.event(Event::ArgsAddBlock, 2);
            }
        }
    }

    /// The only argument of `return` and the like, if it is a call with bare arguments and a block: the block belongs to
    /// the whole. Pushes the argument without it.
    pub(super) fn command_with_block<'pr>(&mut self, arguments: Option<&ArgumentsNode<'pr>>) -> Option<BlockNode<'pr>> {
        let mut elements = arguments?.arguments().iter();
        let only = elements.next()?;
        if elements.next().is_some() || !has_bare_arguments(&only) {
            return None;
        }
        let block = do_block(&only)?;
        match (only.as_call_node(), only.as_super_node()) {
            (Some(call), _) => self.call_alone(&call),
            (None, Some(call)) => self.super_alone(&call),
            (None, None) => return None,
        }
        self.begin_list(Event::ArgsNew, Event::ArgsAdd);
        Some(block)
    }

    /// Arguments that end with `...`.
    fn forwarding(&mut self, elements: &[Node<'_>]) {
        let Some((rest, before)) = elements.split_last() else { return };
        self.argument_list(before);
        self.visit(rest);
        if !before.is_empty() {
            self.program.event(Event::ArgsAdd, 2);
        }
    }

    fn comma_behind(&self, last: &Node<'_>) -> bool {
        let from = self.behind(last.location().end() as usize);
        let ahead = self.tokens[from..].iter().find(|token| {
            !matches!(token.event, Scanner::Sp | Scanner::IgnoredNl | Scanner::Comment | Scanner::Nl | Scanner::EmbdocBeg | Scanner::Embdoc | Scanner::EmbdocEnd)
        });
        ahead.is_some_and(|token| token.event == Scanner::Comma)
    }

    /// Several values at the right of an assignment or behind `rescue`: all but the last are arguments.
    pub(super) fn right_hand_list(&mut self, elements: &[Node<'_>]) {
        let Some((last, before)) = elements.split_last() else { return self.program.nil() };
        if !before.is_empty() {
            self.argument_list(before);
        }
        let add = if self.argument(last) == Event::ArgsAddStar { Event::MrhsAddStar } else { Event::MrhsAdd };
        self.see_behind(last.location().end() as usize);
        if before.is_empty() {
            return self.begin_list(Event::MrhsNew, add);
        }
        let value = self.program.store();
        self.program.event(Event::MrhsNewFromArgs, 1);
        self.program.load(value);
        self.program.event(add, 2);
    }
}

/// Whether a node is a call that has arguments without parentheses: as the only argument of another it takes no block.
fn is_command(node: &Node<'_>) -> bool {
    if let Some(call) = node.as_yield_node() {
        return call.lparen_loc().is_none() && call.arguments().is_some();
    }
    has_bare_arguments(node) && do_block(node).is_none()
        || node.as_return_node().is_some_and(|node| node.arguments().is_some())
        || node.as_break_node().is_some_and(|node| node.arguments().is_some())
        || node.as_next_node().is_some_and(|node| node.arguments().is_some())
}

/// Whether a call has arguments without parentheses, whatever its block.
fn has_bare_arguments(node: &Node<'_>) -> bool {
    if let Some(call) = node.as_call_node() {
        let argument = call.arguments().is_some() || call.block().is_some_and(|block| block.as_block_argument_node().is_some());
        let named = call.receiver().is_none() || call.call_operator_loc().is_some();
        return argument && named && call.opening_loc().is_none() && !call.is_attribute_write();
    }
    node.as_super_node().is_some_and(|call| call.lparen_loc().is_none())
}

fn do_block<'pr>(node: &Node<'pr>) -> Option<BlockNode<'pr>> {
    let block = match (node.as_call_node(), node.as_super_node()) {
        (Some(call), _) => call.block(),
        (None, Some(call)) => call.block(),
        (None, None) => None,
    };
    block.and_then(|block| block.as_block_node())
}
