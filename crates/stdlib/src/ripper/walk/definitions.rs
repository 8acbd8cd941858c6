//! Methods, classes, modules, lambdas, aliases, and `defined?`.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    pub(super) fn definition(&mut self, node: &DefNode<'_>) {
        let end = node.location().end() as usize;
        let receiver = node.receiver();
        if let (Some(receiver), Some(operator)) = (&receiver, node.operator_loc()) {
            self.singleton(receiver);
            self.token(&operator);
        }
        self.token(&node.name_loc());
        let mut from = self.method_parameters(node);
        match node.equal_loc() {
            Some(_) => self.endless_body(node.body(), end),
            None => {
                if node.lparen_loc().is_none() {
                    from = self.separator_behind(from).unwrap_or(from);
                }
                self.body_statement(from, node.body(), end);
            }
        }
        match receiver {
            Some(_) => self.program.event(Event::Defs, 5),
            None => self.program.event(Event::Def, 3),
        }
    }

    /// Whose method is defined; an expression stands in parentheses.
    fn singleton(&mut self, receiver: &Node<'_>) {
        let inner = receiver.as_parentheses_node().and_then(|parentheses| parentheses.body());
        let Some(inner) = inner else { return self.visit(receiver) };
        match inner.as_statements_node() {
            Some(statements) => self.single_statement(&statements),
            None => self.visit(&inner),
        }
        self.event(Event::Paren, 1, receiver.location().end() as usize);
    }

    /// Pushes a method's parameters; where they end.
    fn method_parameters(&mut self, node: &DefNode<'_>) -> usize {
        let parameters = node.parameters();
        match node.rparen_loc() {
            Some(closing) => {
                let end = closing.end() as usize;
                self.parameters(parameters.as_ref(), false, end);
                self.event(Event::Paren, 1, end);
                end
            }
            None => {
                let last = parameters.as_ref().map_or(node.name_loc().end(), |list| list.location().end());
                self.see_behind(last as usize);
                self.parameters(parameters.as_ref(), false, last as usize);
                last as usize
            }
        }
    }

    fn endless_body(&mut self, body: Option<Node<'_>>, end: usize) {
        match body.as_ref().and_then(|body| body.as_statements_node()) {
            Some(statements) => self.single_statement(&statements),
            None => self.visit_or_nil(body),
        }
        for _ in 0..3 {
            self.program.nil();
        }
        self.open_event(Event::Bodystmt, 4, end);
    }

    /// The name of a class or module.
    fn constant_name(&mut self, path: &Node<'_>) {
        if path.as_constant_path_node().is_some() {
            return self.visit(path);
        }
        let is_name = path.as_constant_read_node().is_some();
        if !is_name {
            self.program.words(super::NO_CONSTANT);
        }
        self.token(&path.location());
        if !is_name {
            self.program.event(Event::ClassNameError, 2);
        }
        self.open_event(Event::ConstRef, 1, path.location().end() as usize);
    }

    pub(super) fn class(&mut self, node: &ClassNode<'_>) {
        self.constant_name(&node.constant_path());
        let mut from = node.constant_path().location().end() as usize;
        match node.superclass() {
            Some(superclass) => {
                self.visit(&superclass);
                let end = superclass.location().end() as usize;
                from = self.separator_behind(end).unwrap_or(end);
            }
            None => self.program.nil(),
        }
        self.body_statement(from, node.body(), node.location().end() as usize);
        self.program.event(Event::Class, 3);
    }

    pub(super) fn module(&mut self, node: &ModuleNode<'_>) {
        self.constant_name(&node.constant_path());
        let from = node.constant_path().location().end() as usize;
        self.body_statement(from, node.body(), node.location().end() as usize);
        self.program.event(Event::Module, 2);
    }

    pub(super) fn singleton_class(&mut self, node: &SingletonClassNode<'_>) {
        self.visit(&node.expression());
        let end = node.expression().location().end() as usize;
        let from = self.separator_behind(end).unwrap_or(end);
        self.body_statement(from, node.body(), node.location().end() as usize);
        self.program.event(Event::Sclass, 2);
    }

    pub(super) fn lambda(&mut self, node: &LambdaNode<'_>) {
        let list = node.parameters().and_then(|parameters| parameters.as_block_parameters_node());
        let end_of_list = list.as_ref().map_or(node.operator_loc().end(), |list| list.location().end()) as usize;
        let inner = list.as_ref().and_then(|list| list.parameters());
        let parenthesised = list.is_some_and(|list| list.opening_loc().is_some());
        let end_of_parameters = if parenthesised { end_of_list } else { node.opening_loc().end() as usize };
        self.parameters(inner.as_ref(), false, end_of_parameters);
        if parenthesised {
            self.program.event(Event::Paren, 1);
        }
        let from = node.opening_loc().end() as usize;
        let end = node.closing_loc().end() as usize;
        if node.opening_loc().as_slice() == b"{" {
            self.sequence_behind(from, node.body().and_then(|body| body.as_statements_node()).as_ref());
        } else {
            self.body_statement(from, node.body(), end);
        }
        self.event(Event::Lambda, 2, end);
    }

    pub(super) fn defined(&mut self, node: &DefinedNode<'_>) {
        self.visit(&node.value());
        let end = node.location().end() as usize;
        match node.rparen_loc() {
            Some(_) => self.event(Event::Defined, 1, end),
            None => self.open_event(Event::Defined, 1, end),
        }
    }

    pub(super) fn alias_method(&mut self, node: &AliasMethodNode<'_>) {
        self.visit(&node.new_name());
        self.visit(&node.old_name());
        self.event(Event::Alias, 2, node.location().end() as usize);
    }

    pub(super) fn alias_global_variable(&mut self, node: &AliasGlobalVariableNode<'_>) {
        if node.old_name().as_numbered_reference_read_node().is_some() {
            self.program.words(super::NUMBERED_ALIAS);
            self.token(&node.old_name().location());
            return self.program.event(Event::AliasError, 2);
        }
        self.token(&node.new_name().location());
        self.token(&node.old_name().location());
        self.event(Event::VarAlias, 2, node.location().end() as usize);
    }

    pub(super) fn undef(&mut self, node: &UndefNode<'_>) {
        let names: Vec<Node<'_>> = node.names().iter().collect();
        names.iter().for_each(|name| self.visit(name));
        self.program.list(names.len());
        self.open_event(Event::Undef, 1, node.location().end() as usize);
    }
}
