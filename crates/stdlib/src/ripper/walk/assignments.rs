//! Assignments of all kinds of targets, plain and with an operator.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;
use crate::ripper::program::Place;

/// Assignments to a name.
macro_rules! plain_writes {
    ($self:ident, $node:ident, $end:ident, $($cast:ident)*) => {
        $(if let Some(node) = $node.$cast() {
            $self.variable_field(&node.name_loc());
            $self.assign(&node.value(), $end);
            return true;
        })*
    };
}

/// Assignments with an operator to a name.
macro_rules! operator_writes {
    ($self:ident, $node:ident, $end:ident, $($cast:ident $operator:ident)*) => {
        $(if let Some(node) = $node.$cast() {
            $self.variable_with_operator(&node.name_loc(), &node.$operator(), &node.value(), $end);
            return true;
        })*
    };
}

/// Assignments with an operator to `A::B`, to an attribute and to an element. That these are assigned to is told of when
/// the value is known.
macro_rules! operator_writes_to_parts {
    ($self:ident, $node:ident, $end:ident, $($path:ident $call:ident $index:ident $operator:ident)*) => {
        $(if let Some(node) = $node.$path() {
            let target = node.target();
            let inner = target.parent();
            let event = if inner.is_some() { Event::ConstPathField } else { Event::TopConstField };
            if let Some(inner) = &inner {
                $self.visit(inner);
            }
            let value = $self.late_value(&node.$operator(), &node.value(), $end);
            $self.token(&target.name_loc());
            $self.program.event(event, 1 + usize::from(inner.is_some()));
            $self.opassign(&node.$operator(), value);
            return true;
        }
        if let Some(node) = $node.$call() {
            $self.visit_or_nil(node.receiver());
            let value = $self.late_value(&node.$operator(), &node.value(), $end);
            for token in [node.call_operator_loc(), node.message_loc()].iter().flatten() {
                $self.token(token);
            }
            $self.program.event(Event::Field, 3);
            $self.opassign(&node.$operator(), value);
            return true;
        }
        if let Some(node) = $node.$index() {
            $self.visit_or_nil(node.receiver());
            $self.call_arguments(node.arguments(), node.block());
            let value = $self.late_value(&node.$operator(), &node.value(), $end);
            $self.program.event(Event::ArefField, 2);
            $self.opassign(&node.$operator(), value);
            return true;
        })*
    };
}

impl Walk<'_> {
    /// Whether the node was an assignment.
    pub(super) fn assignment(&mut self, node: &Node<'_>) -> bool {
        let end = node.location().end() as usize;
        plain_writes!(self, node, end,
            as_local_variable_write_node as_instance_variable_write_node as_class_variable_write_node
            as_global_variable_write_node as_constant_write_node);
        if let Some(node) = node.as_constant_path_write_node() {
            self.constant_field(&node.location(), node.target().parent(), &node.target().name_loc());
            self.assign(&node.value(), end);
            return true;
        }
        operator_writes!(self, node, end,
            as_local_variable_operator_write_node binary_operator_loc
            as_local_variable_or_write_node operator_loc
            as_local_variable_and_write_node operator_loc
            as_instance_variable_operator_write_node binary_operator_loc
            as_instance_variable_or_write_node operator_loc
            as_instance_variable_and_write_node operator_loc
            as_class_variable_operator_write_node binary_operator_loc
            as_class_variable_or_write_node operator_loc
            as_class_variable_and_write_node operator_loc
            as_global_variable_operator_write_node binary_operator_loc
            as_global_variable_or_write_node operator_loc
            as_global_variable_and_write_node operator_loc
            as_constant_operator_write_node binary_operator_loc
            as_constant_or_write_node operator_loc
            as_constant_and_write_node operator_loc);
        operator_writes_to_parts!(self, node, end,
            as_constant_path_operator_write_node as_call_operator_write_node as_index_operator_write_node binary_operator_loc
            as_constant_path_or_write_node as_call_or_write_node as_index_or_write_node operator_loc
            as_constant_path_and_write_node as_call_and_write_node as_index_and_write_node operator_loc);
        self.regexp_literal(node)
    }

    fn regexp_literal(&mut self, node: &Node<'_>) -> bool {
        if let Some(regexp) = node.as_regular_expression_node() {
            self.regexp(&regexp.opening_loc());
        } else if let Some(regexp) = node.as_match_last_line_node() {
            self.regexp(&regexp.opening_loc());
        } else {
            return false;
        }
        true
    }

    fn assign(&mut self, value: &Node<'_>, end: usize) {
        self.visit(value);
        self.open_event(Event::Assign, 2, end);
    }

    /// Of what a match set the whole assignment is refused, not the target alone.
    fn variable_with_operator(&mut self, name: &Location<'_>, operator: &Location<'_>, value: &Node<'_>, end: usize) {
        if !super::targets::is_of_match(name.as_slice()) {
            self.variable_field(name);
            return self.assign_with_operator(operator, value, end);
        }
        self.program.unset_variable((name.start() as usize, name.end() as usize));
        self.token(name);
        self.open_event(Event::VarField, 1, name.end() as usize);
        self.assign_with_operator(operator, value, end);
        self.program.event(Event::AssignError, 2);
    }

    fn assign_with_operator(&mut self, operator: &Location<'_>, value: &Node<'_>, end: usize) {
        self.token(operator);
        self.visit(value);
        self.open_event(Event::Opassign, 3, end);
    }

    /// Where the value waits of an assignment whose target is told of behind it.
    fn late_value(&mut self, operator: &Location<'_>, value: &Node<'_>, end: usize) -> Place {
        self.program.advance(self.behind(operator.end() as usize));
        self.visit(value);
        self.see_behind(end);
        self.program.store()
    }

    fn opassign(&mut self, operator: &Location<'_>, value: Place) {
        self.token(operator);
        self.program.load(value);
        self.program.event(Event::Opassign, 3);
    }

    pub(super) fn multiple_assignment(&mut self, node: &MultiWriteNode<'_>) {
        self.targets(&node.lefts(), node.rest(), &node.rights(), node.rparen_loc(), true);
        self.visit(&node.value());
        self.open_event(Event::Massign, 2, node.location().end() as usize);
    }
}
