//! `while`, `until`, `for`, and what leaves a block, a loop or a method.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

/// A loop with a condition, whatever its keyword.
struct Loop<'pr> {
    keyword: Location<'pr>,
    do_keyword: Option<Location<'pr>>,
    predicate: Node<'pr>,
    statements: Option<StatementsNode<'pr>>,
    closed: bool,
    end: usize,
}

impl Walk<'_> {
    pub(super) fn while_(&mut self, node: &WhileNode<'_>) {
        let parts = Loop {
            keyword: node.while_keyword_loc(),
            do_keyword: node.do_keyword_loc(),
            predicate: node.predicate(),
            statements: node.statements(),
            closed: node.end_keyword_loc().is_some(),
            end: node.location().end() as usize,
        };
        self.conditional_loop(parts, Event::While, Event::WhileMod);
    }

    pub(super) fn until(&mut self, node: &UntilNode<'_>) {
        let parts = Loop {
            keyword: node.until_keyword_loc(),
            do_keyword: node.do_keyword_loc(),
            predicate: node.predicate(),
            statements: node.statements(),
            closed: node.end_keyword_loc().is_some(),
            end: node.location().end() as usize,
        };
        self.conditional_loop(parts, Event::Until, Event::UntilMod);
    }

    fn conditional_loop(&mut self, parts: Loop<'_>, event: Event, modifier: Event) {
        if let Some(statement) = parts.statements.as_ref().filter(|list| !parts.closed && list.location().start() < parts.keyword.start()) {
            return self.modifier(&parts.predicate, statement, modifier, parts.end);
        }
        self.visit(&parts.predicate);
        let from = self.behind_then(parts.do_keyword, parts.predicate.location().end() as usize);
        self.sequence_behind(from, parts.statements.as_ref());
        self.event(event, 2, parts.end);
    }

    pub(super) fn for_(&mut self, node: &ForNode<'_>) {
        self.target(&node.index());
        self.visit(&node.collection());
        let from = self.behind_then(node.do_keyword_loc(), node.collection().location().end() as usize);
        self.sequence_behind(from, node.statements().as_ref());
        self.event(Event::For, 3, node.location().end() as usize);
    }

    pub(super) fn return_(&mut self, node: &ReturnNode<'_>) {
        match node.arguments() {
            Some(arguments) => self.leave(Event::Return, Some(arguments), &node.keyword_loc()),
            None => self.open_event(Event::Return0, 0, node.keyword_loc().end() as usize),
        }
    }

    pub(super) fn break_(&mut self, node: &BreakNode<'_>) {
        self.leave(Event::Break, node.arguments(), &node.keyword_loc());
    }

    pub(super) fn next(&mut self, node: &NextNode<'_>) {
        self.leave(Event::Next, node.arguments(), &node.keyword_loc());
    }

    fn leave(&mut self, event: Event, arguments: Option<ArgumentsNode<'_>>, keyword: &Location<'_>) {
        let end = arguments.as_ref().map_or(keyword.end(), |arguments| arguments.location().end());
        self.program.advance(self.behind(keyword.end() as usize));
        if let Some(block) = self.command_with_block(arguments.as_ref()) {
            self.program.event(event, 1);
            return self.add_block(&block);
        }
        if arguments.is_some() {
            self.call_arguments(arguments, None);
        } else {
            self.see_behind(end as usize);
            self.program.event(Event::ArgsNew, 0);
        }
        self.open_event(event, 1, end as usize);
    }
}
