//! Patterns of file names: `*`, `?`, `[...]`, `**/` and `{a,b}`.

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

/// How names are compared; the bits of `File::FNM_*`.
pub mod flags {
    pub const NO_ESCAPE: i64 = 1;
    pub const PATH_NAME: i64 = 2;
    pub const DOT_MATCH: i64 = 4;
    pub const CASE_FOLD: i64 = 8;
    pub const BRACES: i64 = 16;
}

fn has(flags: i64, bit: i64) -> bool {
    flags & bit != 0
}

/// The length of the character that begins at `at`.
fn step(text: &[u8], at: usize) -> usize {
    characters::step(text, at, Encoding::UTF_8).clamp(1, text.len() - at)
}

fn same(left: &[u8], right: &[u8], flags: i64) -> bool {
    if has(flags, flags::CASE_FOLD) { left.eq_ignore_ascii_case(right) } else { left == right }
}

/// Where the character at `at` of a pattern begins, an escape before it passed over.
fn unescaped(pattern: &[u8], at: usize, flags: i64) -> usize {
    let escapes = !has(flags, flags::NO_ESCAPE) && pattern[at] == b'\\' && at + 1 < pattern.len();
    if escapes { at + 1 } else { at }
}

/// Matches one character against the set that begins after `[`; where the pattern goes on.
fn match_set(pattern: &[u8], start: usize, character: &[u8], flags: i64) -> Option<usize> {
    let mut at = start;
    let inverted = matches!(pattern.get(at), Some(b'!' | b'^'));
    at += inverted as usize;
    let mut found = false;
    while *pattern.get(at)? != b']' {
        let first = unescaped(pattern, at, flags);
        let first_end = first + step(pattern, first);
        at = first_end;
        let range = pattern.get(at) == Some(&b'-') && pattern.get(at + 1).is_some_and(|byte| *byte != b']');
        if range {
            let last = unescaped(pattern, at + 1, flags);
            let last_end = last + step(pattern, last);
            at = last_end;
            found |= in_range(&pattern[first..first_end], &pattern[last..last_end], character, flags);
        } else {
            found |= same(&pattern[first..first_end], character, flags);
        }
    }
    (found != inverted).then_some(at + 1)
}

fn in_range(first: &[u8], last: &[u8], character: &[u8], flags: i64) -> bool {
    let within = |character: &[u8]| order(first) <= order(character) && order(character) <= order(last);
    within(character)
        || has(flags, flags::CASE_FOLD) && (within(&character.to_ascii_lowercase()) || within(&character.to_ascii_uppercase()))
}

/// A character's place among all: by its code, wherever its bytes make one.
fn order(character: &[u8]) -> u32 {
    std::str::from_utf8(character).ok().and_then(|text| text.chars().next()).map_or(character.first().copied().unwrap_or(0) as u32, u32::from)
}

/// Whether a name without slashes (or any text, without `PATH_NAME`) is what the pattern means.
pub fn matches_name(pattern: &[u8], text: &[u8], flags: i64) -> bool {
    if text.first() == Some(&b'.') && !has(flags, flags::DOT_MATCH) {
        let shown = !pattern.is_empty() && pattern[unescaped(pattern, 0, flags)] == b'.';
        if !shown {
            return false;
        }
    }
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        if let Some(next) = advance(pattern, p, text, t, flags) {
            match next {
                Advance::Star(after) => {
                    star = Some((after, t));
                    p = after;
                    continue;
                }
                Advance::Both(after_p, after_t) => {
                    (p, t) = (after_p, after_t);
                    continue;
                }
                Advance::Done => return true,
            }
        }
        // A mismatch: the last star takes one character more.
        match star {
            Some((after, taken)) if taken < text.len() => {
                let taken = taken + step(text, taken);
                star = Some((after, taken));
                (p, t) = (after, taken);
            }
            _ => return false,
        }
    }
}

enum Advance {
    Star(usize),
    Both(usize, usize),
    Done,
}

fn advance(pattern: &[u8], p: usize, text: &[u8], t: usize, flags: i64) -> Option<Advance> {
    if p == pattern.len() {
        return (t == text.len()).then_some(Advance::Done);
    }
    if pattern[p] == b'*' {
        return Some(Advance::Star(p + 1));
    }
    if t == text.len() {
        return None;
    }
    let next = t + step(text, t);
    match pattern[p] {
        b'?' => Some(Advance::Both(p + 1, next)),
        b'[' => match_set(pattern, p + 1, &text[t..next], flags).map(|after| Advance::Both(after, next)),
        _ => {
            let start = unescaped(pattern, p, flags);
            let end = start + step(pattern, start);
            same(&pattern[start..end], &text[t..next], flags).then_some(Advance::Both(end, next))
        }
    }
}

/// Whether a path is what the pattern means, name by name.
fn matches_path(pattern: &[&[u8]], path: &[&[u8]], flags: i64) -> bool {
    match (pattern, path) {
        ([], []) => true,
        ([], _) | (_, []) => false,
        ([b"**", rest @ ..], _) if !rest.is_empty() => {
            let hidden = path[0].starts_with(b".") && !has(flags, flags::DOT_MATCH);
            matches_path(rest, path, flags) || (!hidden && path.len() > 1 && matches_path(pattern, &path[1..], flags))
        }
        ([first, rest @ ..], [name, names @ ..]) => matches_name(first, name, flags) && matches_path(rest, names, flags),
    }
}

/// Whether the path matches: what `File.fnmatch` answers.
pub fn matches(pattern: &[u8], path: &[u8], flags: i64) -> bool {
    if !has(flags, flags::PATH_NAME) {
        return matches_name(pattern, path, flags);
    }
    let pattern: Vec<&[u8]> = split_pattern(pattern);
    let path: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    matches_path(&pattern, &path, flags)
}

/// A pattern's names: runs of `**/` count as one.
fn split_pattern(pattern: &[u8]) -> Vec<&[u8]> {
    let mut names: Vec<&[u8]> = pattern.split(|byte| *byte == b'/').collect();
    names.dedup_by(|second, first| *second == b"**" && *first == b"**");
    names
}

/// The patterns that braces stand for.
pub fn expand_braces(pattern: &[u8], flags: i64) -> Vec<Vec<u8>> {
    let mut expanded = Vec::new();
    expand_into(pattern.to_vec(), flags, &mut expanded);
    expanded
}

fn expand_into(pattern: Vec<u8>, flags: i64, expanded: &mut Vec<Vec<u8>>) {
    let Some((open, close)) = outer_braces(&pattern, flags) else { return expanded.push(pattern) };
    for choice in choices(&pattern[open + 1..close], flags) {
        expand_into([&pattern[..open], choice, &pattern[close + 1..]].concat(), flags, expanded);
    }
}

/// Calls `visit` with each brace and comma that is not escaped, its place and the depth of braces before it.
fn scan_braces(pattern: &[u8], flags: i64, mut visit: impl FnMut(usize, u8, usize) -> bool) {
    let (mut at, mut depth) = (0, 0usize);
    while let Some(offset) = pattern.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'{' | b'}' | b',' | b'\\'))) {
        at += offset;
        let byte = pattern[at];
        if byte == b'\\' && !has(flags, flags::NO_ESCAPE) {
            at += 2;
            continue;
        }
        if !visit(at, byte, depth) {
            return;
        }
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
}

/// Where the first braces open and close.
fn outer_braces(pattern: &[u8], flags: i64) -> Option<(usize, usize)> {
    if !pattern.contains(&b'{') {
        return None;
    }
    let (mut open, mut close) = (None, None);
    scan_braces(pattern, flags, |at, byte, depth| {
        if byte == b'{' && depth == 0 {
            open = Some(at);
        }
        if byte == b'}' && depth == 1 {
            close = Some(at);
        }
        close.is_none()
    });
    Some((open?, close?))
}

/// The choices between the commas of braces.
fn choices(inside: &[u8], flags: i64) -> Vec<&[u8]> {
    let (mut parts, mut start) = (Vec::new(), 0);
    scan_braces(inside, flags, |at, byte, depth| {
        if byte == b',' && depth == 0 {
            parts.push(&inside[start..at]);
            start = at + 1;
        }
        true
    });
    parts.push(&inside[start..]);
    parts
}

/// `file_matches(pattern, path, flags)`.
fn file_matches(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(pattern), Some(path)) = (args.get(0).as_string(), args.get(1).as_string()) else {
        return Err(vm.argument_error("not a String".to_string()));
    };
    let flags = crate::arguments::integer(vm, args, 2)?;
    let patterns = if has(flags, flags::BRACES) { expand_braces(pattern.bytes(), flags) } else { vec![pattern.bytes().to_vec()] };
    Ok(Value::boolean(patterns.iter().any(|pattern| matches(pattern, path.bytes(), flags))))
}

pub const NATIVES: &[(&str, Native)] = &[("file_matches", file_matches)];
