//! The remarks of the reference's lexer while it reads: magic comments, and operators that might be meant otherwise.

use ruby_prism::ParseResult;

use super::faults::Fault;
use super::scanner_events::Scanner;
use super::tokens::{Token, state};

/// A remark right before a token is handed over.
pub struct Notice {
    pub token: usize,
    pub remark: Remark,
}

pub enum Remark {
    /// Where name and value of a comment stand, and where the reader does.
    Magic { name: (usize, usize), value: (usize, usize), place: usize },
    /// A sign or `/` begins what might as well be an operand of the name before it.
    Argument { start: usize },
    /// An operator stands as if it began an operand; what it would be then.
    Operator { start: usize, meaning: &'static str },
    /// What the lexer complains of, by its number.
    Fault { number: usize },
    /// A warning by its number.
    Warning { number: usize },
}

/// In the order of the tokens.
pub fn notices(source: &[u8], tokens: &[Token], faults: &[Fault], parsed: &ParseResult<'_>) -> Vec<Notice> {
    let mut notices = of_faults(faults);
    for (number, warning) in parsed.warnings().enumerate() {
        let position = warning.location().start() as usize;
        let token = tokens.iter().position(|token| token.end > position).unwrap_or(tokens.len().saturating_sub(1));
        notices.push(Notice { token, remark: Remark::Warning { number } });
    }
    notices.extend(magic_comments(source, tokens, parsed));
    for (index, pair) in tokens.windows(2).enumerate() {
        if let Some(remark) = ambiguity(source, &pair[0], &pair[1]) {
            notices.push(Notice { token: index + 1, remark });
        }
    }
    notices.sort_by_key(|notice| notice.token);
    notices
}

/// Of what the lexer complains.
pub fn of_faults(faults: &[Fault]) -> Vec<Notice> {
    faults.iter().enumerate().map(|(number, fault)| Notice { token: fault.token, remark: Remark::Fault { number } }).collect()
}

fn magic_comments(source: &[u8], tokens: &[Token], parsed: &ParseResult<'_>) -> Vec<Notice> {
    let place = |part: &[u8]| {
        let start = (part.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        (start, start.wrapping_add(part.len()))
    };
    let mut last = None;
    let found = parsed.magic_comments().filter_map(|comment| {
        let (name, value) = (place(comment.key()), place(comment.value()));
        let around = |token: &Token| token.event == Scanner::Comment && token.start <= name.0 && value.1 <= token.end;
        let token = tokens.iter().position(around)?;
        // A comment that means something is read up to its value.
        let place = match last {
            _ if means_something(comment.key()) => value.0,
            Some((before, place)) if before == token => place,
            _ => tokens[token].start,
        };
        last = Some((token, place));
        Some(Notice { token, remark: Remark::Magic { name, value, place } })
    });
    found.collect()
}

fn means_something(name: &[u8]) -> bool {
    let name: Vec<u8> = name.iter().map(|byte| if *byte == b'-' { b'_' } else { byte.to_ascii_lowercase() }).collect();
    matches!(&name[..], b"coding" | b"encoding" | b"frozen_string_literal" | b"shareable_constant_value" | b"warn_indent" | b"warn_past_scope")
}

/// Of a token with a space before it and none behind.
fn ambiguity(source: &[u8], before: &Token, token: &Token) -> Option<Remark> {
    let tight = source.get(token.end).is_none_or(|next| !next.is_ascii_whitespace());
    if before.event != Scanner::Sp || !tight {
        return None;
    }
    let (start, text) = (token.start, &source[token.start..token.end]);
    let argument = before.state & (state::ARG | state::CMDARG) != 0 && before.state & state::LABELED == 0;
    if argument {
        let regexp = token.event == Scanner::RegexpBeg && text == b"/";
        let sign = token.event == Scanner::Op && (text == b"-" || text == b"+");
        return (regexp || sign).then_some(Remark::Argument { start });
    }
    if token.event != Scanner::Op || before.state & (state::END | state::ENDARG) == 0 || before.state & state::ENDFN != 0 {
        return None;
    }
    let meaning = match text {
        b"**" | b"*" | b"&" => "argument prefix",
        b"<<" => "here document",
        b"+" | b"-" => "unary operator",
        b"/" => "regexp literal",
        b"%" => "string literal",
        _ => return None,
    };
    Some(Remark::Operator { start, meaning })
}
