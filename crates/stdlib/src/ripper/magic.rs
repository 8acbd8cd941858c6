//! Magic comments, as Prism found them.

use ruby_prism::ParseResult;

use super::program::MagicComment;
use super::scanner_events::Scanner;
use super::tokens::Token;

/// Those that stand in tokens, in the order of the source.
pub fn comments(source: &[u8], tokens: &[Token], parsed: &ParseResult<'_>) -> Vec<MagicComment> {
    let place = |part: &[u8]| {
        let start = (part.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        (start, start.wrapping_add(part.len()))
    };
    let found = parsed.magic_comments().filter_map(|comment| {
        let (name, value) = (place(comment.key()), place(comment.value()));
        let around = |token: &Token| token.event == Scanner::Comment && token.start <= name.0 && value.1 <= token.end;
        let token = tokens.iter().position(around)?;
        Some(MagicComment { token, name, value })
    });
    found.collect()
}
