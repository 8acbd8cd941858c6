//! States of the lexer that the parser sets, behind tokens after which the lexer alone left another one.

use std::collections::{HashMap, HashSet};

use ruby_prism::*;

use super::tokens::state;

#[derive(Default)]
pub struct States {
    /// By the ends of the tokens behind which they hold.
    pub behind: HashMap<usize, u32>,
    /// The beginnings of tokens behind which a label may come beside what else may: the first parameter of a definition
    /// without parentheses.
    pub labels: HashSet<usize>,
}

const KEYWORDS: &[&[u8]] = &[
    b"BEGIN", b"END", b"__ENCODING__", b"__FILE__", b"__LINE__", b"alias", b"and", b"begin", b"break", b"case", b"class",
    b"def", b"defined?", b"do", b"else", b"elsif", b"end", b"ensure", b"false", b"for", b"if", b"in", b"module", b"next",
    b"nil", b"not", b"or", b"redo", b"rescue", b"retry", b"return", b"self", b"super", b"then", b"true", b"undef",
    b"unless", b"until", b"when", b"while", b"yield",
];

pub fn states(source: &[u8], root: &Node<'_>) -> States {
    let mut collector = Collector { source, states: States::default() };
    collector.visit(root);
    collector.states
}

struct Collector<'a> {
    source: &'a [u8],
    states: States,
}

impl Collector<'_> {
    fn behind(&mut self, location: &Location<'_>, state: u32) {
        self.states.behind.insert(location.end() as usize, state);
    }

    /// The name of a method that stands alone: behind an operator or a keyword it is as behind any other.
    fn name(&mut self, name: &Node<'_>) {
        let location = name.location();
        let plain = location.as_slice().first().is_some_and(|first| first.is_ascii_alphabetic() || *first >= 128 || *first == b'_');
        if !plain || KEYWORDS.contains(&location.as_slice()) {
            let symbol = location.as_slice().starts_with(b":");
            self.behind(&location, if symbol { state::END } else { state::ENDFN });
        }
    }
}

impl<'pr> Visit<'pr> for Collector<'_> {
    fn visit_def_node(&mut self, node: &DefNode<'pr>) {
        if let Some(parenthesis) = node.rparen_loc() {
            self.behind(&parenthesis, state::BEG);
        }
        let label = if node.receiver().is_some() { state::LABEL } else { 0 };
        self.behind(&node.name_loc(), state::ENDFN | label);
        if let Some(parameters) = node.parameters().filter(|_| node.lparen_loc().is_none()) {
            self.states.labels.insert(parameters.location().start() as usize);
        }
        visit_def_node(self, node);
    }

    fn visit_alias_method_node(&mut self, node: &AliasMethodNode<'pr>) {
        visit_alias_method_node(self, node);
        self.name(&node.old_name());
        self.behind(&node.new_name().location(), state::FNAME | state::FITEM);
    }

    fn visit_undef_node(&mut self, node: &UndefNode<'pr>) {
        visit_undef_node(self, node);
        let names: Vec<Node<'pr>> = node.names().iter().collect();
        names.iter().for_each(|name| self.name(name));
        for pair in names.windows(2) {
            let (from, to) = (pair[0].location().end() as usize, pair[1].location().start() as usize);
            if let Some(comma) = memchr::memchr(b',', &self.source[from..to]) {
                self.states.behind.insert(from + comma + 1, state::FNAME | state::FITEM);
            }
        }
    }

    fn visit_symbol_node(&mut self, node: &SymbolNode<'pr>) {
        if node.opening_loc().is_some_and(|opening| opening.as_slice() == b":") {
            self.behind(&node.content_loc(), state::END);
        }
    }

    fn visit_in_node(&mut self, node: &InNode<'pr>) {
        self.behind(&node.in_keyword_loc(), state::BEG | state::LABEL);
        visit_in_node(self, node);
    }

    fn visit_match_predicate_node(&mut self, node: &MatchPredicateNode<'pr>) {
        self.behind(&node.keyword_loc(), state::BEG | state::LABEL);
        visit_match_predicate_node(self, node);
    }

    fn visit_match_required_node(&mut self, node: &MatchRequiredNode<'pr>) {
        self.behind(&node.operator_loc(), state::BEG | state::LABEL);
        visit_match_required_node(self, node);
    }
}
