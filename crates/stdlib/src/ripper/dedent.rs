//! How much space `<<~` takes off the lines of a heredoc.

use super::scanner_events::Scanner;
use super::tokens::Token;

const TAB: usize = 8;
/// The width to take off where no line has text.
const NO_TEXT: usize = i32::MAX as usize;

/// Something that encloses tokens: a heredoc with the least indentation of its lines so far, or code.
struct Level {
    squiggly: bool,
    heredoc: bool,
    least: Option<usize>,
}

/// For each token that ends a heredoc of `<<~`, its index and what is taken off its lines.
pub fn widths(source: &[u8], tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut levels: Vec<Level> = Vec::new();
    let mut widths = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let begins_line = token.start == 0 || source[token.start - 1] == b'\n';
        if let Some(level) = levels.last_mut().filter(|level| level.squiggly && begins_line) {
            let indentation = match token.event {
                Scanner::TstringContent => indentation(&source[token.start..token.end]),
                Scanner::EmbexprBeg | Scanner::Embvar => Some(0),
                _ => None,
            };
            level.least = [level.least, indentation].into_iter().flatten().min();
        }
        match token.event {
            Scanner::HeredocBeg => {
                levels.push(Level { squiggly: source[token.start..token.end].starts_with(b"<<~"), heredoc: true, least: None });
            }
            Scanner::EmbexprBeg => levels.push(Level { squiggly: false, heredoc: false, least: None }),
            Scanner::EmbexprEnd => {
                levels.pop_if(|level| !level.heredoc);
            }
            Scanner::HeredocEnd => {
                if let Some(level) = levels.pop().filter(|level| level.squiggly) {
                    widths.push((index, level.least.unwrap_or(NO_TEXT)));
                }
            }
            _ => {}
        }
    }
    widths
}

/// The column where a line's text begins; none for a line of spaces.
pub fn indentation(line: &[u8]) -> Option<usize> {
    let mut column = 0;
    for byte in line {
        match byte {
            b' ' => column += 1,
            b'\t' => column = (column / TAB + 1) * TAB,
            b'\n' => return None,
            b'\r' if line.ends_with(b"\r\n") => {}
            _ => return Some(column),
        }
    }
    Some(column)
}
