//! Lines and columns of tokens, and where the reader stands behind each.
//!
//! Behind a token that is its end, but for what is not read in the order of the source: behind the beginning of a heredoc
//! the reader stands at the end of the line, behind its end again where it began, and a newline that comments were read
//! before leaves it behind these.

use super::scanner_events::Scanner;
use super::tokens::{Token, UTF_8_MARK, line_behind};

/// Where lines begin.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(source: &[u8]) -> Lines {
        let mark = if source.starts_with(UTF_8_MARK) { UTF_8_MARK.len() } else { 0 };
        let mut starts = vec![mark];
        starts.extend(memchr::memchr_iter(b'\n', source).map(|newline| newline + 1));
        Lines { starts }
    }

    /// Line, counted from 0, and column in bytes.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        (line, at.saturating_sub(self.starts[line]))
    }
}

/// A line, counted from 0, and a column in bytes.
type Place = (usize, usize);

/// For each token where it begins and where the reader stands behind it.
pub fn places(source: &[u8], tokens: &[Token]) -> Vec<(Place, Place)> {
    let lines = Lines::of(source);
    let last = |end: usize| {
        let (line, column) = lines.place(end.saturating_sub(1));
        (line, column + 1)
    };
    let mut places: Vec<(Place, Place)> = Vec::with_capacity(tokens.len());
    let mut beginnings: Vec<usize> = Vec::new();
    // The line at which the last heredoc ended, for the rest of the line on which it began.
    let mut ended: Option<(usize, usize)> = None;
    let mut furthest = 0;
    for token in tokens {
        let begin = lines.place(token.start);
        let mut behind = last(token.end);
        match token.event {
            Scanner::HeredocBeg => {
                beginnings.push(token.end);
                behind = last(line_behind(source, token.end));
            }
            Scanner::HeredocEnd => {
                if let Some(beginning) = beginnings.pop() {
                    behind = last(beginning);
                    ended = Some((behind.0, last(token.end).0));
                }
            }
            Scanner::Nl if token.start < furthest && ended.is_none() => {
                behind = places.last().map_or(behind, |(_, behind)| *behind);
            }
            Scanner::Nl | Scanner::IgnoredNl | Scanner::Comment => {
                if let Some((_, line)) = ended.take_if(|(line, _)| *line == begin.0) {
                    behind.0 = line;
                }
            }
            _ => {}
        }
        furthest = furthest.max(token.end);
        places.push((begin, behind));
    }
    places
}
