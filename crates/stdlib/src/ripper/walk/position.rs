//! Where events stand among the tokens.
//!
//! A parser that reads from left to right reduces a construct that a token of its own closes (`end`, `)`) as soon as it
//! has read that token. Others it reduces only when it has seen the next token, since more might have come.

use std::collections::{HashMap, HashSet};

use ruby_prism::Location;

use super::Walk;
use crate::ripper::dedent;
use crate::ripper::parser_events::Event;
use crate::ripper::program::Program;
use crate::ripper::scanner_events::Scanner;
use crate::ripper::tokens::{Token, newline_means_nothing};

impl<'a> Walk<'a> {
    pub(super) fn new(source: &'a [u8], tokens: &'a [Token]) -> Walk<'a> {
        let starts = tokens.iter().enumerate().map(|(index, token)| (token.start, index)).collect();
        let ends = tokens.iter().enumerate().map(|(index, token)| (token.end, index)).collect();
        let dedents = dedent::widths(source, tokens).into_iter().filter(|(_, width)| *width > 0).collect::<HashMap<_, _>>();
        Walk { tokens, program: Program::default(), starts, ends, dedents, refused: HashSet::new() }
    }

    /// The number of the token that begins at `start`.
    pub(super) fn index(&self, start: usize) -> usize {
        self.starts.get(&start).copied().unwrap_or_else(|| {
            let before = |token: &&Token| token.start <= start;
            self.tokens.iter().rposition(|token| before(&token)).unwrap_or(0)
        })
    }

    /// The number of the token behind the one that ends at `end`; a heredoc ends with its body.
    pub(super) fn behind(&self, end: usize) -> usize {
        let index = match self.ends.get(&end) {
            Some(index) => *index,
            None => match self.tokens.iter().rposition(|token| token.end <= end) {
                Some(index) => index,
                None => return 0,
            },
        };
        if self.tokens[index].event == Scanner::HeredocBeg { self.end_of_heredoc(index) + 1 } else { index + 1 }
    }

    /// The number of the token that ends the heredoc which begins with token number `beginning`.
    pub(super) fn end_of_heredoc(&self, beginning: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(beginning) {
            match token.event {
                Scanner::HeredocBeg => depth += 1,
                Scanner::HeredocEnd => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                return index;
            }
        }
        beginning
    }

    /// The token that is read next behind token number `from`, spaces and comments aside.
    fn look_ahead(&self, from: usize) -> usize {
        if let Some(separator) = self.separator(from) {
            return separator + 1;
        }
        let skipped = self.tokens[from..].iter().take_while(|token| is_space(token)).count();
        (from + skipped + 1).min(self.tokens.len())
    }

    /// An event of what ends at `end` with a token of its own.
    pub(super) fn event(&mut self, event: Event, operands: usize, end: usize) {
        let behind = self.behind(end);
        self.program.advance(behind);
        self.program.event(event, operands);
    }

    /// An event of what might have gone on behind `end`.
    pub(super) fn open_event(&mut self, event: Event, operands: usize, end: usize) {
        self.see_behind(end);
        self.program.event(event, operands);
    }

    /// Reads the token behind `end`.
    pub(super) fn see_behind(&mut self, end: usize) {
        let ahead = self.look_ahead(if end == 0 { 0 } else { self.behind(end) });
        self.program.advance(ahead);
    }

    /// Reads up to the token that ends a list of statements, of which the last ends at `end`.
    fn skip_separators(&self, end: usize) -> usize {
        let first = if end == 0 { 0 } else { self.behind(end) };
        let separator = |token: &&Token| is_space(token) || matches!(token.event, Scanner::Nl | Scanner::Semicolon);
        (first + self.tokens[first..].iter().take_while(separator).count() + 1).min(self.tokens.len())
    }

    pub(super) fn see_behind_separators(&mut self, end: usize) {
        let ahead = self.skip_separators(end);
        self.program.advance(ahead);
    }

    /// Pushes what became of the token at a location.
    pub(super) fn token(&mut self, location: &Location<'_>) {
        let index = self.index(location.start() as usize);
        self.program.token(index);
    }

    /// Where the separator (a newline or `;`) ends that comes next behind `from`, if one does.
    pub(super) fn separator_behind(&self, from: usize) -> Option<usize> {
        let first = if from == 0 { 0 } else { self.behind(from) };
        self.separator(first).map(|index| self.tokens[index].end)
    }

    /// The token that ends a separator which comes next from token number `first` on. Comments with their newlines are one,
    /// up to the last that belongs to the same end of a statement.
    fn separator(&self, first: usize) -> Option<usize> {
        let mut comments: Option<(usize, usize)> = None;
        for (index, token) in self.tokens.iter().enumerate().skip(first) {
            match (token.event, comments) {
                (Scanner::Nl, Some((start, last))) => return Some(if token.start < start { index } else { last }),
                (Scanner::Semicolon | Scanner::Nl, None) => return Some(index),
                (Scanner::Comment, _) if !newline_means_nothing(token.state) => {
                    comments = Some((comments.map_or(token.start, |(start, _)| start), index));
                }
                (Scanner::Sp, _) => {}
                (_, None) if is_space(token) => {}
                _ => break,
            }
        }
        comments.map(|(_, last)| last)
    }

    /// Where `then` or what stands for it ends: the keyword, or else one separator.
    pub(super) fn behind_then(&self, keyword: Option<Location<'_>>, from: usize) -> usize {
        match keyword {
            Some(keyword) => keyword.end() as usize,
            None => self.separator_behind(from).unwrap_or(from),
        }
    }
}

fn is_space(token: &Token) -> bool {
    use Scanner::{Comment, Embdoc, EmbdocBeg, EmbdocEnd, IgnoredNl, Sp};
    matches!(token.event, Sp | Comment | Embdoc | EmbdocBeg | EmbdocEnd | IgnoredNl)
}
