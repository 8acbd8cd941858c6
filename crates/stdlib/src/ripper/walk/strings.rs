//! Strings, symbols, regular expressions, commands and lists of words.
//!
//! Prism joins and cuts the text of literals as a compiler wants it; Ripper tells of the tokens. So the tokens lead here,
//! and the tree is asked only for the code between them.

use std::collections::HashMap;

use ruby_prism::*;

use super::Walk;
use crate::ripper::parser_events::Event;
use crate::ripper::scanner_events::Scanner;

/// The code inside of a literal by where it begins.
type Parts<'a, 'pr> = HashMap<usize, &'a Node<'pr>>;

fn by_start<'a, 'pr>(parts: &'a [Node<'pr>]) -> Parts<'a, 'pr> {
    parts.iter().map(|part| (part.location().start() as usize, part)).collect()
}

impl Walk<'_> {
    pub(super) fn string(&mut self, node: &StringNode<'_>) {
        match node.opening_loc() {
            Some(opening) if opening.as_slice() != b"?" => {
                self.contents(&opening, &[], Event::StringContent, Event::StringAdd);
                self.program.event(Event::StringLiteral, 1);
            }
            _ => self.token(&node.location()),
        }
    }

    pub(super) fn interpolated_string(&mut self, node: &InterpolatedStringNode<'_>) {
        let parts: Vec<Node<'_>> = node.parts().iter().collect();
        if let Some(opening) = node.opening_loc() {
            self.contents(&opening, &parts, Event::StringContent, Event::StringAdd);
            return self.program.event(Event::StringLiteral, 1);
        }
        for (number, part) in parts.iter().enumerate() {
            self.visit(part);
            if number > 0 {
                self.program.event(Event::StringConcat, 2);
            }
        }
    }

    pub(super) fn command(&mut self, node: &XStringNode<'_>) {
        self.contents(&node.opening_loc(), &[], Event::XstringNew, Event::XstringAdd);
        self.program.event(Event::XstringLiteral, 1);
    }

    pub(super) fn interpolated_command(&mut self, node: &InterpolatedXStringNode<'_>) {
        let parts: Vec<Node<'_>> = node.parts().iter().collect();
        self.contents(&node.opening_loc(), &parts, Event::XstringNew, Event::XstringAdd);
        self.program.event(Event::XstringLiteral, 1);
    }

    pub(super) fn symbol(&mut self, node: &SymbolNode<'_>) {
        match node.opening_loc() {
            Some(opening) if opening.as_slice() == b":" => {
                self.token(&node.content_loc());
                self.program.event(Event::Symbol, 1);
                self.program.event(Event::SymbolLiteral, 1);
            }
            Some(opening) => {
                self.contents(&opening, &[], Event::StringContent, Event::StringAdd);
                self.program.event(Event::DynaSymbol, 1);
            }
            None => {
                self.token(&node.location());
                if node.closing_loc().is_none() {
                    self.program.event(Event::SymbolLiteral, 1);
                }
            }
        }
    }

    pub(super) fn interpolated_symbol(&mut self, node: &InterpolatedSymbolNode<'_>) {
        let parts: Vec<Node<'_>> = node.parts().iter().collect();
        let opening = node.opening_loc().unwrap_or_else(|| node.location());
        self.contents(&opening, &parts, Event::StringContent, Event::StringAdd);
        self.program.event(Event::DynaSymbol, 1);
    }

    /// A regular expression without code, of any kind.
    pub(super) fn regexp(&mut self, opening: &Location<'_>) {
        let end = self.contents(opening, &[], Event::RegexpNew, Event::RegexpAdd);
        self.program.token(end);
        self.program.event(Event::RegexpLiteral, 2);
    }

    pub(super) fn interpolated_regexp(&mut self, node: &InterpolatedRegularExpressionNode<'_>) {
        self.regexp_with_code(&node.opening_loc(), &node.parts());
    }

    pub(super) fn interpolated_match_last_line(&mut self, node: &InterpolatedMatchLastLineNode<'_>) {
        self.regexp_with_code(&node.opening_loc(), &node.parts());
    }

    fn regexp_with_code(&mut self, opening: &Location<'_>, parts: &NodeList<'_>) {
        let parts: Vec<Node<'_>> = parts.iter().collect();
        let end = self.contents(opening, &parts, Event::RegexpNew, Event::RegexpAdd);
        self.program.token(end);
        self.program.event(Event::RegexpLiteral, 2);
    }

    /// A list of what is between `opening` and the token that closes it, whose number is answered.
    pub(super) fn contents(&mut self, opening: &Location<'_>, parts: &[Node<'_>], new: Event, add: Event) -> usize {
        let parts = by_start(parts);
        let mut at = self.index(opening.start() as usize) + 1;
        // Behind `:` a name might come as well.
        let ahead = usize::from(self.tokens[at - 1].event == Scanner::Symbeg);
        self.program.advance((at + ahead).min(self.tokens.len()));
        self.program.event(new, 0);
        while let Some(behind) = self.piece(at, &parts) {
            self.program.event(add, 2);
            at = behind;
        }
        self.program.advance(at + 1);
        if let Some(width) = self.dedents.get(&at).copied() {
            self.program.integer(width as i64);
            self.program.event(Event::HeredocDedent, 2);
        }
        at
    }

    /// Text or code at token number `at`, if the literal goes on there; the number of the token behind it.
    fn piece(&mut self, at: usize, parts: &Parts<'_, '_>) -> Option<usize> {
        let token = self.tokens.get(at)?;
        match token.event {
            Scanner::TstringContent => {
                self.program.token(at);
                Some(at + 1)
            }
            Scanner::EmbexprBeg => {
                let code = parts.get(&token.start)?.as_embedded_statements_node()?;
                self.sequence_behind(token.end, code.statements().as_ref());
                let end = code.closing_loc().end() as usize;
                self.event(Event::StringEmbexpr, 1, end);
                Some(self.behind(end))
            }
            Scanner::Embvar => {
                let code = parts.get(&token.start)?.as_embedded_variable_node()?;
                let variable = code.variable();
                let backreference = variable.as_back_reference_read_node().is_some() || variable.as_numbered_reference_read_node().is_some();
                self.token(&variable.location());
                if !backreference {
                    self.program.event(Event::VarRef, 1);
                }
                self.program.event(Event::StringDvar, 1);
                Some(at + 2)
            }
            _ => None,
        }
    }

    /// `%w[]`, `%W[]`, `%i[]` and `%I[]`, which begin with token number `beginning`.
    pub(super) fn words(&mut self, beginning: usize, elements: &[Node<'_>]) {
        use Scanner::{QsymbolsBeg, QwordsBeg, SymbolsBeg};
        let (new, add, plain) = match self.tokens[beginning].event {
            QwordsBeg => (Event::QwordsNew, Event::QwordsAdd, true),
            QsymbolsBeg => (Event::QsymbolsNew, Event::QsymbolsAdd, true),
            SymbolsBeg => (Event::SymbolsNew, Event::SymbolsAdd, false),
            _ => (Event::WordsNew, Event::WordsAdd, false),
        };
        let code: Vec<Node<'_>> = elements.iter().flat_map(code_of_word).collect();
        let parts = by_start(&code);
        let mut at = self.skip_words_separators(beginning + 1);
        self.program.event(new, 0);
        loop {
            let word = if plain { self.piece(at, &parts) } else { self.word(at, &parts) };
            match word {
                Some(behind) => at = self.skip_words_separators(behind),
                None => return,
            }
            self.program.event(add, 2);
        }
    }

    /// Reads what is between words, and what comes next; the number of the latter.
    fn skip_words_separators(&mut self, from: usize) -> usize {
        let separators = self.tokens[from..].iter().take_while(|token| token.event == Scanner::WordsSep).count();
        self.program.advance((from + separators + 1).min(self.tokens.len()));
        from + separators
    }

    /// A word of pieces, if there is one more.
    fn word(&mut self, beginning: usize, parts: &Parts<'_, '_>) -> Option<usize> {
        use Scanner::{EmbexprBeg, Embvar, TstringContent};
        let mut at = beginning;
        if !matches!(self.tokens.get(at)?.event, TstringContent | EmbexprBeg | Embvar) {
            return None;
        }
        self.program.event(Event::WordNew, 0);
        while let Some(behind) = self.piece(at, parts) {
            self.program.event(Event::WordAdd, 2);
            at = behind;
        }
        Some(at)
    }
}

fn code_of_word<'pr>(word: &Node<'pr>) -> Vec<Node<'pr>> {
    if let Some(string) = word.as_interpolated_string_node() {
        return string.parts().iter().collect();
    }
    word.as_interpolated_symbol_node().map_or_else(Vec::new, |symbol| symbol.parts().iter().collect())
}
