//! Lists of statements, and the bodies that `rescue`, `else` and `ensure` may follow.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    /// The statements of a body whose opening ends at `from`. A separator before the first makes an empty statement.
    pub(super) fn sequence_behind(&mut self, from: usize, statements: Option<&StatementsNode<'_>>) {
        let mut begun = false;
        let mut end = from;
        let empty = statements.is_none_or(|statements| statements.body().iter().next().is_none());
        if empty || self.separator_behind(from).is_some() {
            self.void_statement(from);
            begun = true;
        }
        for statement in statements.iter().flat_map(|statements| statements.body().iter()) {
            self.visit(&statement);
            end = statement.location().end() as usize;
            self.see_behind(end);
            if begun {
                self.program.event(Event::StmtsAdd, 2);
            } else {
                self.begin_list(Event::StmtsNew, Event::StmtsAdd);
                begun = true;
            }
        }
        self.see_behind_separators(end);
    }

    fn void_statement(&mut self, from: usize) {
        if from > 0 {
            self.see_behind(from);
        }
        self.program.event(Event::StmtsNew, 0);
        self.program.event(Event::VoidStmt, 0);
        self.program.event(Event::StmtsAdd, 2);
    }

    /// Makes a list and adds the uppermost value, which was there first.
    pub(super) fn begin_list(&mut self, new: Event, add: Event) {
        let first = self.program.store();
        self.program.event(new, 0);
        self.program.load(first);
        self.program.event(add, 2);
    }

    /// Statements with what may follow them. `from` is where their opening ends, `end` where the closing token does.
    pub(super) fn body_statement(&mut self, from: usize, body: Option<Node<'_>>, end: usize) {
        let clauses = body.as_ref().and_then(|body| body.as_begin_node());
        match &clauses {
            Some(begin) => self.clauses(from, begin),
            None => {
                self.sequence_behind(from, body.and_then(|body| body.as_statements_node()).as_ref());
                self.no_clauses();
            }
        }
        self.event(Event::Bodystmt, 4, end);
    }

    fn no_clauses(&mut self) {
        for _ in 0..3 {
            self.program.nil();
        }
    }

    fn clauses(&mut self, from: usize, begin: &BeginNode<'_>) {
        self.sequence_behind(from, begin.statements().as_ref());
        match begin.rescue_clause() {
            Some(rescue) => self.rescue(&rescue),
            None => self.program.nil(),
        }
        match begin.else_clause() {
            Some(otherwise) => {
                self.sequence_behind(otherwise.else_keyword_loc().end() as usize, otherwise.statements().as_ref());
            }
            None => self.program.nil(),
        }
        match begin.ensure_clause() {
            Some(ensure) => {
                self.sequence_behind(ensure.ensure_keyword_loc().end() as usize, ensure.statements().as_ref());
                self.program.event(Event::Ensure, 1);
            }
            None => self.program.nil(),
        }
    }

    pub(super) fn begin(&mut self, node: &BeginNode<'_>) {
        let from = node.begin_keyword_loc().map_or(0, |keyword| keyword.end() as usize);
        let end = node.location().end() as usize;
        self.clauses(from, node);
        self.event(Event::Bodystmt, 4, end);
        self.event(Event::Begin, 1, end);
    }

    /// A `rescue` with those behind it, the last of which is complete first.
    fn rescue(&mut self, node: &RescueNode<'_>) {
        let mut from = node.keyword_loc().end() as usize;
        let exceptions: Vec<Node<'_>> = node.exceptions().iter().collect();
        match exceptions.as_slice() {
            [] => self.program.nil(),
            [one] if one.as_splat_node().is_none() => {
                self.visit(one);
                self.program.list(1);
            }
            several => self.right_hand_list(several),
        }
        if let Some(last) = exceptions.last() {
            from = last.location().end() as usize;
        }
        match node.reference() {
            Some(reference) => {
                self.target(&reference);
                from = reference.location().end() as usize;
            }
            None => self.program.nil(),
        }
        let from = self.behind_then(node.then_keyword_loc(), from);
        self.sequence_behind(from, node.statements().as_ref());
        match node.subsequent() {
            Some(next) => self.rescue(&next),
            None => self.program.nil(),
        }
        self.program.event(Event::Rescue, 4);
    }

    pub(super) fn rescue_modifier(&mut self, node: &RescueModifierNode<'_>) {
        self.visit(&node.expression());
        self.visit(&node.rescue_expression());
        self.open_event(Event::RescueMod, 2, node.location().end() as usize);
    }

    pub(super) fn parentheses(&mut self, node: &ParenthesesNode<'_>) {
        let from = node.opening_loc().end() as usize;
        match node.body() {
            Some(body) if body.as_statements_node().is_none() => {
                self.visit(&body);
                self.begin_list(Event::StmtsNew, Event::StmtsAdd);
            }
            body => self.sequence_behind(from, body.and_then(|body| body.as_statements_node()).as_ref()),
        }
        self.event(Event::Paren, 1, node.location().end() as usize);
    }

    pub(super) fn pre_execution(&mut self, node: &PreExecutionNode<'_>) {
        self.sequence_behind(node.opening_loc().end() as usize, node.statements().as_ref());
        self.event(Event::BeginBlock, 1, node.location().end() as usize);
    }

    pub(super) fn post_execution(&mut self, node: &PostExecutionNode<'_>) {
        self.sequence_behind(node.opening_loc().end() as usize, node.statements().as_ref());
        self.event(Event::EndBlock, 1, node.location().end() as usize);
    }
}
