//! `if`, `unless`, `case`, their modifiers, and the logical operators.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    pub(super) fn and(&mut self, node: &AndNode<'_>) {
        self.logical(&node.left(), &node.operator_loc(), &node.right());
    }

    pub(super) fn or(&mut self, node: &OrNode<'_>) {
        self.logical(&node.left(), &node.operator_loc(), &node.right());
    }

    fn logical(&mut self, left: &Node<'_>, operator: &Location<'_>, right: &Node<'_>) {
        self.visit(left);
        self.program.advance(self.behind(operator.end() as usize));
        self.program.symbol(self.index(operator.start() as usize));
        self.visit(right);
        self.open_event(Event::Binary, 3, right.location().end() as usize);
    }

    pub(super) fn if_(&mut self, node: &IfNode<'_>) {
        let end = node.location().end() as usize;
        let Some(keyword) = node.if_keyword_loc() else { return self.ternary(node, end) };
        let statements = node.statements();
        if let Some(statement) = statements.as_ref().filter(|list| list.location().start() < keyword.start()) {
            return self.modifier(&node.predicate(), statement, Event::IfMod, end);
        }
        self.condition(node);
        self.event(Event::If, 3, end);
    }

    /// Predicate, statements and what comes if it isn't so.
    fn condition(&mut self, node: &IfNode<'_>) {
        self.visit(&node.predicate());
        let from = self.behind_then(node.then_keyword_loc(), node.predicate().location().end() as usize);
        self.sequence_behind(from, node.statements().as_ref());
        match node.subsequent() {
            Some(next) => match next.as_if_node() {
                Some(next) => {
                    self.condition(&next);
                    self.program.event(Event::Elsif, 3);
                }
                None => self.otherwise(next.as_else_node()),
            },
            None => self.program.nil(),
        }
    }

    fn otherwise(&mut self, node: Option<ElseNode<'_>>) {
        let Some(node) = node else { return self.program.nil() };
        self.sequence_behind(node.else_keyword_loc().end() as usize, node.statements().as_ref());
        match node.end_keyword_loc() {
            Some(end) => self.event(Event::Else, 1, end.end() as usize),
            None => self.program.event(Event::Else, 1),
        }
    }

    fn ternary(&mut self, node: &IfNode<'_>, end: usize) {
        self.visit(&node.predicate());
        match node.statements() {
            Some(statements) => self.single_statement(&statements),
            None => self.program.nil(),
        }
        match node.subsequent().and_then(|next| next.as_else_node()).and_then(|next| next.statements()) {
            Some(statements) => self.single_statement(&statements),
            None => self.program.nil(),
        }
        self.open_event(Event::Ifop, 3, end);
    }

    /// `statement if predicate` and the like: read the other way round than they are told of.
    pub(super) fn modifier(&mut self, predicate: &Node<'_>, statement: &StatementsNode<'_>, event: Event, end: usize) {
        self.single_statement(statement);
        let statement = self.program.store();
        self.visit(predicate);
        self.program.load(statement);
        self.open_event(event, 2, end);
    }

    pub(super) fn unless(&mut self, node: &UnlessNode<'_>) {
        let end = node.location().end() as usize;
        let statements = node.statements();
        let keyword = node.unless_keyword_loc();
        if let Some(statement) = statements.as_ref().filter(|list| list.location().start() < keyword.start()) {
            return self.modifier(&node.predicate(), statement, Event::UnlessMod, end);
        }
        self.visit(&node.predicate());
        let from = self.behind_then(node.then_keyword_loc(), node.predicate().location().end() as usize);
        self.sequence_behind(from, statements.as_ref());
        self.otherwise(node.else_clause());
        self.event(Event::Unless, 3, end);
    }

    pub(super) fn case(&mut self, node: &CaseNode<'_>) {
        self.program.advance(self.behind(node.case_keyword_loc().end() as usize));
        self.visit_or_nil(node.predicate());
        let mut count = 0;
        for condition in &node.conditions() {
            let Some(when) = condition.as_when_node() else { continue };
            let values: Vec<Node<'_>> = when.conditions().iter().collect();
            self.argument_list(&values);
            let last = values.last().map_or(0, |last| last.location().end() as usize);
            let from = self.behind_then(when.then_keyword_loc(), last);
            self.sequence_behind(from, when.statements().as_ref());
            count += 1;
        }
        self.otherwise(node.else_clause());
        self.alternatives(Event::When, count, node.location().end() as usize);
    }

    pub(super) fn case_match(&mut self, node: &CaseMatchNode<'_>) {
        self.program.advance(self.behind(node.case_keyword_loc().end() as usize));
        self.visit_or_nil(node.predicate());
        let mut count = 0;
        for condition in &node.conditions() {
            let Some(alternative) = condition.as_in_node() else { continue };
            self.guarded_pattern(&alternative.pattern());
            let from = self.behind_then(alternative.then_keyword_loc(), alternative.pattern().location().end() as usize);
            self.sequence_behind(from, alternative.statements().as_ref());
            count += 1;
        }
        self.otherwise(node.else_clause());
        self.alternatives(Event::In, count, node.location().end() as usize);
    }

    /// The alternatives of a `case`, each of which has the next one in it.
    fn alternatives(&mut self, event: Event, count: usize, end: usize) {
        self.program.advance(self.behind(end));
        for _ in 0..count {
            self.program.event(event, 3);
        }
        self.program.event(Event::Case, 2);
    }
}
