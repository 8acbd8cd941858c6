//! The targets at the left of an assignment.

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;

impl Walk<'_> {
    pub(super) fn variable_field(&mut self, name: &Location<'_>) {
        let refused = self.begin_refused(name.start() as usize) || self.begin_unwritable(name);
        self.token(name);
        self.open_event(Event::VarField, 1, name.end() as usize);
        self.end_refused(refused);
    }

    /// The reason that goes with a target which is not assigned to, as a constant in a method; whether there is one.
    fn begin_refused(&mut self, start: usize) -> bool {
        let refused = self.refused.contains(&start);
        if refused {
            self.program.words(super::DYNAMIC_CONSTANT);
        }
        refused
    }

    /// As `begin_refused`, of a keyword or a variable that matches set: nothing else tells of them in this way.
    fn begin_unwritable(&mut self, name: &Location<'_>) -> bool {
        match name.as_slice() {
            b"self" => self.program.words("Can't change the value of self"),
            b"nil" => self.program.words("Can't assign to nil"),
            b"true" => self.program.words("Can't assign to true"),
            b"false" => self.program.words("Can't assign to false"),
            b"__FILE__" => self.program.words("Can't assign to __FILE__"),
            b"__LINE__" => self.program.words("Can't assign to __LINE__"),
            b"__ENCODING__" => self.program.words("Can't assign to __ENCODING__"),
            text if is_of_match(text) => {
                self.program.unset_variable((name.start() as usize, name.end() as usize));
            }
            _ => return false,
        }
        true
    }

    fn end_refused(&mut self, refused: bool) {
        if refused {
            self.program.event(Event::AssignError, 2);
        }
    }

    /// One of several targets, or the only one of `for` and `rescue`; in parameters a name alone.
    pub(super) fn target(&mut self, node: &Node<'_>) {
        if node.as_required_parameter_node().is_some() {
            self.parameter_name(&node.location());
        } else if let Some(call) = node.as_call_target_node() {
            self.field(Some(call.receiver()), Some(call.call_operator_loc()), Some(call.message_loc()));
        } else if let Some(index) = node.as_index_target_node() {
            self.index_field(Some(index.receiver()), index.arguments(), index.block(), &index.closing_loc());
        } else if let Some(path) = node.as_constant_path_target_node() {
            self.constant_field(&path.location(), path.parent(), &path.name_loc());
        } else if let Some(several) = node.as_multi_target_node() {
            self.targets(&several.lefts(), several.rest(), &several.rights(), several.rparen_loc(), false);
        } else if node.as_splat_node().is_some() {
            self.splat_target(node, false);
        } else {
            self.variable_field(&node.location());
        }
    }

    /// The name of a parameter, or an event for one that can't be.
    pub(super) fn parameter_name(&mut self, name: &Location<'_>) {
        let words = match name.as_slice() {
            [b'A'..=b'Z', ..] => "formal argument cannot be a constant",
            [b'@', b'@', ..] => "formal argument cannot be a class variable",
            [b'@', ..] => "formal argument cannot be an instance variable",
            [b'$', ..] => "formal argument cannot be a global variable",
            [.., b'?' | b'!', b':'] => "formal argument must be local variable",
            _ => return self.token(name),
        };
        self.program.words(words);
        self.token(name);
        self.program.event(Event::ParamError, 2);
    }

    pub(super) fn constant_field(&mut self, path: &Location<'_>, parent: Option<Node<'_>>, name: &Location<'_>) {
        let end = name.end() as usize;
        let refused = self.begin_refused(path.start() as usize);
        match parent {
            Some(parent) => {
                self.visit(&parent);
                self.token(name);
                self.open_event(Event::ConstPathField, 2, end);
            }
            None => {
                self.token(name);
                self.open_event(Event::TopConstField, 1, end);
            }
        }
        self.end_refused(refused);
    }

    /// Several targets, in parentheses if `closing` is there. The `first` of a list might be all of it.
    pub(super) fn targets(
        &mut self,
        lefts: &NodeList<'_>,
        rest: Option<Node<'_>>,
        rights: &NodeList<'_>,
        closing: Option<Location<'_>>,
        first: bool,
    ) {
        let Some(closing) = closing else { return self.left_hand_list(lefts, rest, rights) };
        let parameters = lefts.iter().chain(rights).any(|target| is_parameter(&target));
        let only = if !parameters && rest.is_none() && lefts.iter().count() == 1 { lefts.iter().next() } else { None };
        match only.filter(|only| only.as_multi_target_node().is_some()) {
            Some(only) => self.target(&only),
            None => self.left_hand_list(lefts, rest, rights),
        }
        if first && !parameters {
            self.open_event(Event::MlhsParen, 1, closing.end() as usize);
        } else {
            self.event(Event::MlhsParen, 1, closing.end() as usize);
        }
    }

    /// A target behind `*`, added to the list that is there or a new one.
    fn splat_target(&mut self, node: &Node<'_>, any: bool) {
        self.starred(node);
        self.see_behind(node.location().end() as usize);
        self.add_star(any);
    }

    fn starred(&mut self, node: &Node<'_>) {
        let Some(splat) = node.as_splat_node() else { return self.program.nil() };
        self.program.advance(self.behind(splat.operator_loc().end() as usize));
        match splat.expression() {
            Some(target) => self.target(&target),
            None => self.program.nil(),
        }
    }

    fn add_star(&mut self, any: bool) {
        if any {
            self.program.event(Event::MlhsAddStar, 2);
        } else {
            self.begin_list(Event::MlhsNew, Event::MlhsAddStar);
        }
    }

    fn left_hand_list(&mut self, lefts: &NodeList<'_>, rest: Option<Node<'_>>, rights: &NodeList<'_>) {
        let any = self.target_list(lefts);
        let Some(rest) = rest.filter(|rest| rest.as_splat_node().is_some()) else { return };
        if rights.iter().next().is_none() {
            return self.splat_target(&rest, any);
        }
        // What is behind the star is put together before it is added.
        self.starred(&rest);
        let star = self.program.store();
        self.target_list(rights);
        let behind = self.program.store();
        self.program.load(star);
        self.add_star(any);
        self.program.load(behind);
        self.program.event(Event::MlhsAddPost, 2);
    }

    /// A list of targets, if there are any.
    fn target_list(&mut self, targets: &NodeList<'_>) -> bool {
        let mut any = false;
        for target in targets {
            match target.as_multi_target_node() {
                Some(several) => self.targets(&several.lefts(), several.rest(), &several.rights(), several.rparen_loc(), !any),
                None => self.target(&target),
            }
            // Parameters are nothing else, whatever comes next.
            if target.as_required_parameter_node().is_none() {
                self.see_behind(target.location().end() as usize);
            }
            if any {
                self.program.event(Event::MlhsAdd, 2);
            } else {
                self.begin_list(Event::MlhsNew, Event::MlhsAdd);
                any = true;
            }
        }
        any
    }
}

/// Whether it is the name of a variable that matches set.
pub(super) fn is_of_match(name: &[u8]) -> bool {
    matches!(name, [b'$', b'1'..=b'9' | b'&' | b'`' | b'\'' | b'+', ..])
}

/// Whether a target is a parameter, or has some in parentheses.
fn is_parameter(target: &Node<'_>) -> bool {
    if let Some(splat) = target.as_splat_node() {
        return splat.expression().is_some_and(|inner| is_parameter(&inner));
    }
    let within = target.as_multi_target_node();
    target.as_required_parameter_node().is_some()
        || within.is_some_and(|several| {
            let rest = several.rest();
            several.lefts().iter().chain(&several.rights()).chain(rest).any(|inner| is_parameter(&inner))
        })
}
