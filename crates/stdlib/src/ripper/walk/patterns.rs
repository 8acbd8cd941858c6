//! Patterns of `case`/`in`, `=>` and `in`.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    pub(super) fn match_predicate(&mut self, node: &MatchPredicateNode<'_>) {
        self.match_alone(&node.value(), &node.pattern());
    }

    pub(super) fn match_required(&mut self, node: &MatchRequiredNode<'_>) {
        self.match_alone(&node.value(), &node.pattern());
    }

    fn match_alone(&mut self, value: &Node<'_>, pattern: &Node<'_>) {
        self.visit(value);
        self.pattern(pattern);
        self.see_behind(pattern.location().end() as usize);
        self.program.nil();
        self.program.nil();
        self.program.event(Event::In, 3);
        self.program.event(Event::Case, 2);
    }

    /// A pattern that a condition may follow.
    pub(super) fn guarded_pattern(&mut self, node: &Node<'_>) {
        let (predicate, statements, event) = if let Some(guard) = node.as_if_node() {
            (guard.predicate(), guard.statements(), Event::IfMod)
        } else if let Some(guard) = node.as_unless_node() {
            (guard.predicate(), guard.statements(), Event::UnlessMod)
        } else {
            return self.pattern(node);
        };
        match statements.and_then(|statements| statements.body().iter().next()) {
            Some(pattern) => self.pattern(&pattern),
            None => self.program.nil(),
        }
        let pattern = self.program.store();
        self.visit(&predicate);
        self.program.load(pattern);
        self.open_event(event, 2, node.location().end() as usize);
    }

    fn pattern(&mut self, node: &Node<'_>) {
        let end = node.location().end() as usize;
        if let Some(node) = node.as_array_pattern_node() {
            self.array_pattern(&node, end);
        } else if let Some(node) = node.as_find_pattern_node() {
            self.find_pattern(&node, end);
        } else if let Some(node) = node.as_hash_pattern_node() {
            self.hash_pattern(&node, end);
        } else if let Some(node) = node.as_alternation_pattern_node() {
            self.pattern(&node.left());
            self.program.advance(self.behind(node.operator_loc().end() as usize));
            self.program.name("|");
            self.pattern(&node.right());
            self.open_event(Event::Binary, 3, end);
        } else if let Some(node) = node.as_capture_pattern_node() {
            self.pattern(&node.value());
            self.program.advance(self.behind(node.operator_loc().end() as usize));
            self.program.name("=>");
            self.variable_field(&node.target().location());
            self.program.event(Event::Binary, 3);
        } else if let Some(node) = node.as_pinned_variable_node() {
            self.visit(&node.variable());
        } else if let Some(node) = node.as_pinned_expression_node() {
            self.visit(&node.expression());
            self.event(Event::Begin, 1, end);
        } else if node.as_local_variable_target_node().is_some() {
            self.variable_field(&node.location());
        } else if let Some(inner) = node.as_parentheses_node().and_then(|parentheses| parentheses.body()) {
            self.pattern(&inner);
        } else {
            self.visit(node);
        }
    }

    fn pattern_list(&mut self, list: &NodeList<'_>) {
        let count = list.iter().map(|pattern| self.pattern(&pattern)).count();
        if count == 0 { self.program.nil() } else { self.program.list(count) }
    }

    fn array_pattern(&mut self, node: &ArrayPatternNode<'_>, end: usize) {
        self.visit_or_nil(node.constant());
        self.pattern_list(&node.requireds());
        match node.rest().and_then(|rest| rest.as_splat_node()) {
            Some(rest) => self.splat_pattern(&rest),
            None => self.program.nil(),
        }
        self.pattern_list(&node.posts());
        self.end_pattern(Event::Aryptn, node.closing_loc().is_some(), end);
    }

    fn end_pattern(&mut self, event: Event, closed: bool, end: usize) {
        let operands = if event == Event::Hshptn { 3 } else { 4 };
        if closed { self.event(event, operands, end) } else { self.open_event(event, operands, end) }
    }

    fn splat_pattern(&mut self, node: &SplatNode<'_>) {
        self.program.advance(self.behind(node.operator_loc().end() as usize));
        match node.expression() {
            Some(target) => self.token(&target.location()),
            None => self.program.nil(),
        }
        self.program.event(Event::VarField, 1);
    }

    fn find_pattern(&mut self, node: &FindPatternNode<'_>, end: usize) {
        self.visit_or_nil(node.constant());
        self.splat_pattern(&node.left());
        self.pattern_list(&node.requireds());
        self.splat_pattern(&node.right());
        self.end_pattern(Event::Fndptn, node.closing_loc().is_some(), end);
    }

    fn hash_pattern(&mut self, node: &HashPatternNode<'_>, end: usize) {
        self.visit_or_nil(node.constant());
        let mut count = 0;
        for element in node.elements().iter().filter_map(|element| element.as_assoc_node()) {
            self.pattern_key(&element.key());
            match element.value() {
                Node::ImplicitNode { .. } => self.program.nil(),
                value => self.pattern(&value),
            }
            self.program.list(2);
            count += 1;
        }
        if count == 0 && node.rest().is_none() { self.program.nil() } else { self.program.list(count) }
        self.hash_rest(node.rest());
        self.end_pattern(Event::Hshptn, node.closing_loc().is_some(), end);
    }

    /// A label; one in quotes is told of as the text alone.
    fn pattern_key(&mut self, key: &Node<'_>) {
        match key.as_symbol_node().and_then(|symbol| symbol.opening_loc()) {
            Some(opening) => {
                self.contents(&opening, &[], Event::StringContent, Event::StringAdd);
            }
            None => self.visit(key),
        }
    }

    fn hash_rest(&mut self, rest: Option<Node<'_>>) {
        let Some(rest) = rest else { return self.program.nil() };
        self.program.advance(self.behind(rest.location().end() as usize));
        match rest.as_assoc_splat_node() {
            Some(splat) => match splat.value() {
                Some(target) => self.token(&target.location()),
                None => return self.program.nil(),
            },
            None => self.program.name("nil"),
        }
        self.program.event(Event::VarField, 1);
    }
}
