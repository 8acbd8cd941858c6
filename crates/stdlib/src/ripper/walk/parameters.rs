//! Parameters of methods, blocks and lambdas.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    /// The seven kinds of parameters, each nil where there is none of it. `end` is where the list ends.
    pub(super) fn parameters(&mut self, node: Option<&ParametersNode<'_>>, excess: bool, end: usize) {
        let Some(node) = node else {
            for _ in 0..7 {
                self.program.nil();
            }
            return self.event(Event::Params, 7, end);
        };
        self.required(&node.requireds());
        self.optional(&node.optionals());
        self.rest(node.rest(), excess);
        self.required(&node.posts());
        self.keywords(&node.keywords());
        self.keyword_rest(node.keyword_rest());
        self.block_parameter(node.block());
        // Behind a block and `...` nothing can come.
        let complete = node.block().is_some() || node.keyword_rest().is_some_and(|rest| rest.as_forwarding_parameter_node().is_some());
        if !complete {
            self.see_behind(node.location().end() as usize);
        }
        self.program.event(Event::Params, 7);
    }

    fn required(&mut self, list: &NodeList<'_>) {
        let count = list.iter().map(|parameter| self.target(&parameter)).count();
        self.list_or_nil(count);
    }

    fn list_or_nil(&mut self, count: usize) {
        if count == 0 { self.program.nil() } else { self.program.list(count) }
    }

    fn optional(&mut self, list: &NodeList<'_>) {
        let mut count = 0;
        for parameter in list.iter().filter_map(|parameter| parameter.as_optional_parameter_node()) {
            self.token(&parameter.name_loc());
            self.visit(&parameter.value());
            self.program.list(2);
            count += 1;
        }
        self.list_or_nil(count);
    }

    fn rest(&mut self, node: Option<Node<'_>>, excess: bool) {
        let Some(node) = node else { return self.program.nil() };
        if let Some(rest) = node.as_rest_parameter_node() {
            self.named(rest.name_loc(), &rest.operator_loc(), Event::RestParam);
        } else if excess {
            self.open_event(Event::ExcessedComma, 0, node.location().end() as usize);
        } else {
            self.program.nil();
        }
    }

    fn named(&mut self, name: Option<Location<'_>>, operator: &Location<'_>, event: Event) {
        match name {
            Some(name) => {
                self.parameter_name(&name);
                self.program.event(event, 1);
            }
            None => {
                self.program.nil();
                self.open_event(event, 1, operator.end() as usize);
            }
        }
    }

    fn keywords(&mut self, list: &NodeList<'_>) {
        let mut count = 0;
        for parameter in list {
            if let Some(required) = parameter.as_required_keyword_parameter_node() {
                self.parameter_name(&required.name_loc());
                self.program.no();
            } else if let Some(optional) = parameter.as_optional_keyword_parameter_node() {
                self.parameter_name(&optional.name_loc());
                self.visit(&optional.value());
            } else {
                continue;
            }
            self.program.list(2);
            count += 1;
        }
        self.list_or_nil(count);
    }

    fn keyword_rest(&mut self, node: Option<Node<'_>>) {
        let Some(node) = node else { return self.program.nil() };
        let end = node.location().end() as usize;
        if let Some(rest) = node.as_keyword_rest_parameter_node() {
            self.named(rest.name_loc(), &rest.operator_loc(), Event::KwrestParam);
        } else if node.as_no_keywords_parameter_node().is_some() {
            self.program.nil();
            self.event(Event::NokwParam, 1, end);
            self.program.pop();
            self.program.name("nil");
        } else {
            self.event(Event::ArgsForward, 0, end);
        }
    }

    fn block_parameter(&mut self, node: Option<Node<'_>>) {
        match node.and_then(|node| node.as_block_parameter_node()) {
            Some(block) => self.named(block.name_loc(), &block.operator_loc(), Event::Blockarg),
            None => self.program.nil(),
        }
    }

    /// Visits the names between the bars of a block: parameters, and variables of its own.
    pub(super) fn block_variables(&mut self, node: &BlockParametersNode<'_>) {
        let end = node.location().end() as usize;
        self.parameters(node.parameters().as_ref(), true, end);
        let locals: Vec<Node<'_>> = node.locals().iter().collect();
        if locals.is_empty() {
            self.program.no();
        } else {
            locals.iter().for_each(|local| self.token(&local.location()));
            self.program.list(locals.len());
        }
        self.event(Event::BlockVar, 2, end);
    }
}
