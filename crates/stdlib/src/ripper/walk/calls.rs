//! Calls in all their forms: operators, `foo(1)`, `foo 1`, `a.b`, `a[1]`, `super`, `yield`, and their blocks.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    pub(super) fn call(&mut self, node: &CallNode<'_>) {
        let block = node.block().and_then(|block| block.as_block_node());
        match (block, node.message_loc()) {
            (Some(block), Some(message)) if node.receiver().is_none() && node.opening_loc().is_none() && node.arguments().is_none() => {
                self.function_with_block(&message, &block);
            }
            (Some(block), _) => {
                self.call_alone(node);
                self.add_block(&block);
            }
            (None, _) => self.call_alone(node),
        }
    }

    /// `foo { }`, which is only known to be a call when its block has been read.
    fn function_with_block(&mut self, message: &Location<'_>, block: &BlockNode<'_>) {
        self.block(block);
        let block = self.program.store();
        self.token(message);
        self.program.event(Event::Fcall, 1);
        self.program.event(Event::ArgsNew, 0);
        self.program.event(Event::MethodAddArg, 2);
        self.program.load(block);
        self.program.event(Event::MethodAddBlock, 2);
    }

    /// A call without its block.
    pub(super) fn call_alone(&mut self, node: &CallNode<'_>) {
        let end = node.location().end() as usize;
        if node.is_attribute_write() && node.equal_loc().is_some() {
            return self.attribute_write(node);
        }
        if node.is_variable_call()
            && let Some(message) = node.message_loc()
        {
            return self.reference(&message, Event::Vcall);
        }
        match node.receiver() {
            Some(receiver) if node.call_operator_loc().is_none() => {
                if node.name().as_slice() == b"[]" && node.opening_loc().is_some() {
                    self.index_call(node, &receiver);
                } else {
                    self.operator(node, &receiver, end);
                }
            }
            Some(receiver) => self.receiver_call(node, &receiver),
            None => self.function_call(node),
        }
    }

    pub(super) fn add_block(&mut self, block: &BlockNode<'_>) {
        self.block(block);
        self.program.event(Event::MethodAddBlock, 2);
    }

    /// Values of `a.b = 1` and `a[1] = 2`.
    fn attribute_write(&mut self, node: &CallNode<'_>) {
        let mut arguments: Vec<Node<'_>> = node.arguments().map_or_else(Vec::new, |list| list.arguments().iter().collect());
        let value = arguments.pop();
        if node.call_operator_loc().is_none() && node.name().as_slice() == b"[]=" {
            self.visit_or_nil(node.receiver());
            self.index_arguments(&arguments, node.block().and_then(|block| block.as_block_argument_node()));
            let end = node.closing_loc().map_or(0, |closing| closing.end() as usize);
            self.open_event(Event::ArefField, 2, end);
        } else {
            self.field(node.receiver(), node.call_operator_loc(), node.message_loc());
        }
        self.visit_or_nil(value);
        self.open_event(Event::Assign, 2, node.location().end() as usize);
    }

    pub(super) fn field(&mut self, receiver: Option<Node<'_>>, operator: Option<Location<'_>>, message: Option<Location<'_>>) {
        self.visit_or_nil(receiver);
        for token in [&operator, &message] {
            match token {
                Some(token) => self.token(token),
                None => self.program.nil(),
            }
        }
        self.open_event(Event::Field, 3, message.map_or(0, |message| message.end() as usize));
    }

    /// Visits the arguments between brackets, the value of an assignment aside.
    fn index_arguments(&mut self, arguments: &[Node<'_>], block: Option<BlockArgumentNode<'_>>) {
        if arguments.is_empty() && block.is_none() {
            return self.program.nil();
        }
        if arguments.is_empty() {
            self.program.event(Event::ArgsNew, 0);
        } else {
            self.argument_list(arguments);
        }
        match block {
            Some(block) => self.visit_or_nil(block.expression()),
            None => self.program.no(),
        }
        self.program.event(Event::ArgsAddBlock, 2);
    }

    pub(super) fn index_field(&mut self, receiver: Option<Node<'_>>, arguments: Option<ArgumentsNode<'_>>, block: Option<BlockArgumentNode<'_>>, closing: &Location<'_>) {
        self.visit_or_nil(receiver);
        self.call_arguments(arguments, block);
        self.open_event(Event::ArefField, 2, closing.end() as usize);
    }

    fn index_call(&mut self, node: &CallNode<'_>, receiver: &Node<'_>) {
        self.visit(receiver);
        self.call_arguments(node.arguments(), node.block().and_then(|block| block.as_block_argument_node()));
        let end = node.closing_loc().map_or(0, |closing| closing.end() as usize);
        self.open_event(Event::Aref, 2, end);
    }

    fn operator(&mut self, node: &CallNode<'_>, receiver: &Node<'_>, end: usize) {
        let Some(message) = node.message_loc() else { return self.visit(receiver) };
        let operand = node.arguments().and_then(|arguments| arguments.arguments().iter().next());
        match operand {
            Some(operand) => {
                self.visit(receiver);
                self.program.advance(self.behind(message.end() as usize));
                self.program.symbol(self.index(message.start() as usize));
                self.visit(&operand);
                self.open_event(Event::Binary, 3, end);
            }
            None => {
                self.program.advance(self.behind(message.end() as usize));
                self.program.name(match message.as_slice() {
                    b"-" | b"-@" => "-@",
                    b"+" | b"+@" => "+@",
                    b"~" | b"~@" => "~",
                    b"not" => "not",
                    _ => "!",
                });
                let nothing = receiver.as_parentheses_node().is_some_and(|list| list.body().is_none()) && message.as_slice() == b"not";
                if nothing {
                    self.program.nil();
                } else {
                    self.visit(receiver);
                }
                match node.closing_loc() {
                    Some(closing) => self.event(Event::Unary, 2, closing.end() as usize),
                    None => self.open_event(Event::Unary, 2, end),
                }
            }
        }
    }

    fn function_call(&mut self, node: &CallNode<'_>) {
        let Some(message) = node.message_loc() else { return self.program.nil() };
        let passed = node.block().and_then(|block| block.as_block_argument_node());
        self.program.advance(self.behind(message.end() as usize));
        if let Some(opening) = node.opening_loc() {
            self.argument_parentheses(&opening, node.arguments(), passed, node.closing_loc());
            let arguments = self.program.store();
            self.token(&message);
            self.program.event(Event::Fcall, 1);
            self.program.load(arguments);
            self.program.event(Event::MethodAddArg, 2);
        } else if node.arguments().is_some() || passed.is_some() {
            self.token(&message);
            self.call_arguments(node.arguments(), passed);
            self.program.event(Event::Command, 2);
        } else {
            self.token(&message);
            self.open_event(Event::Fcall, 1, message.end() as usize);
            self.program.event(Event::ArgsNew, 0);
            self.program.event(Event::MethodAddArg, 2);
        }
    }

    fn argument_parentheses(
        &mut self,
        opening: &Location<'_>,
        arguments: Option<ArgumentsNode<'_>>,
        block: Option<BlockArgumentNode<'_>>,
        closing: Option<Location<'_>>,
    ) {
        self.program.advance(self.behind(opening.end() as usize));
        self.call_arguments(arguments, block);
        let end = closing.map_or(opening.end(), |closing| closing.end());
        self.event(Event::ArgParen, 1, end as usize);
    }

    fn receiver_call(&mut self, node: &CallNode<'_>, receiver: &Node<'_>) {
        let passed = node.block().and_then(|block| block.as_block_argument_node());
        self.visit(receiver);
        if let Some(opening) = node.opening_loc() {
            self.argument_parentheses(&opening, node.arguments(), passed, node.closing_loc());
            let arguments = self.program.store();
            self.method_name(node);
            self.program.event(Event::Call, 3);
            self.program.load(arguments);
            self.program.event(Event::MethodAddArg, 2);
        } else if node.arguments().is_some() || passed.is_some() {
            self.method_name(node);
            self.call_arguments(node.arguments(), passed);
            self.program.event(Event::CommandCall, 4);
        } else if begins_as_constant(node) {
            self.method_name(node);
            self.program.nil();
            self.program.event(Event::CommandCall, 4);
        } else {
            self.method_name(node);
            let end = node.message_loc().map_or(0, |message| message.end() as usize);
            self.open_event(Event::Call, 3, end);
        }
    }

    /// The operator and the name of a call with a receiver; `a.()` has none.
    fn method_name(&mut self, node: &CallNode<'_>) {
        if let Some(operator) = node.call_operator_loc() {
            self.token(&operator);
        }
        match node.message_loc().filter(|message| message.start() != message.end()) {
            Some(message) => self.token(&message),
            None => self.program.name("call"),
        }
    }

    pub(super) fn super_(&mut self, node: &SuperNode<'_>) {
        self.super_alone(node);
        if let Some(block) = node.block().and_then(|block| block.as_block_node()) {
            self.add_block(&block);
        }
    }

    pub(super) fn super_alone(&mut self, node: &SuperNode<'_>) {
        let passed = node.block().and_then(|block| block.as_block_argument_node());
        self.program.advance(self.behind(node.keyword_loc().end() as usize));
        match node.lparen_loc() {
            Some(opening) => self.argument_parentheses(&opening, node.arguments(), passed, node.rparen_loc()),
            None => self.call_arguments(node.arguments(), passed),
        }
        self.program.event(Event::Super, 1);
    }

    pub(super) fn forwarding_super(&mut self, node: &ForwardingSuperNode<'_>) {
        self.open_event(Event::Zsuper, 0, node.keyword_loc().end() as usize);
        if let Some(block) = node.block() {
            self.add_block(&block);
        }
    }

    pub(super) fn yield_(&mut self, node: &YieldNode<'_>) {
        self.program.advance(self.behind(node.keyword_loc().end() as usize));
        let empty = node.arguments().is_none();
        match node.rparen_loc() {
            Some(closing) => {
                if empty {
                    self.program.event(Event::ArgsNew, 0);
                } else {
                    self.call_arguments(node.arguments(), None);
                }
                self.event(Event::Paren, 1, closing.end() as usize);
            }
            None if empty => return self.open_event(Event::Yield0, 0, node.keyword_loc().end() as usize),
            None => self.call_arguments(node.arguments(), None),
        }
        self.program.event(Event::Yield, 1);
    }

    /// `{ }` or `do end` behind a call.
    pub(super) fn block(&mut self, node: &BlockNode<'_>) {
        let mut from = node.opening_loc().end() as usize;
        self.program.advance(self.behind(from));
        match node.parameters().and_then(|parameters| parameters.as_block_parameters_node()) {
            Some(parameters) => {
                from = parameters.location().end() as usize;
                self.block_variables(&parameters);
            }
            None => self.program.nil(),
        }
        let end = node.closing_loc().end() as usize;
        if node.opening_loc().as_slice() == b"{" {
            self.sequence_behind(from, node.body().and_then(|body| body.as_statements_node()).as_ref());
            self.event(Event::BraceBlock, 2, end);
        } else {
            self.body_statement(from, node.body(), end);
            self.program.event(Event::DoBlock, 2);
        }
    }
}

/// Whether a call is read as one of a constant's name behind `::`, as `a::C {}` is: as a command without arguments.
fn begins_as_constant(node: &CallNode<'_>) -> bool {
    let has_braces = node.block().and_then(|block| block.as_block_node()).is_some_and(|block| block.opening_loc().as_slice() == b"{");
    has_braces
        && node.call_operator_loc().is_some_and(|operator| operator.as_slice() == b"::")
        && node.message_loc().is_some_and(|name| name.as_slice().first().is_some_and(u8::is_ascii_uppercase))
}
