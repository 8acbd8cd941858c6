//! Where a line or a character of some input ends: for IO's buffers and for sources in memory alike.
//!
//! Each answers none when the input so far doesn't decide: then more is to be read, and asked again, with `at_end`
//! where there is no more.

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

/// How a piece of input is cut off.
pub struct Cut {
    /// Bytes that are taken.
    pub taken: usize,
    /// Bytes of them that are answered: fewer when the separator is dropped.
    pub kept: usize,
    /// Cut by a limit: not counted as a line.
    pub limited: bool,
}

/// The end of a line.
pub struct Ending<'a> {
    /// Empty: nothing does.
    pub separator: &'a [u8],
    /// At most so many bytes, and what it takes to complete a character.
    pub limit: Option<usize>,
    pub chomp: bool,
    /// Beyond the limit byte by byte, while a character is unfinished and the line has not ended, as the reference reads
    /// streams; otherwise to the end of the character that stands at the limit.
    pub by_bytes: bool,
}

/// Bytes beyond the limit that an unfinished character may take.
const MOST_BEYOND: usize = 16;

/// Where the first line of `input` ends; none where more input is needed to say.
pub fn line_end(input: &[u8], ending: &Ending, encoding: Encoding, at_end: bool) -> Option<Cut> {
    let found = find(input, ending.separator);
    let length = match found {
        Some(at) => at + ending.separator.len(),
        None => usize::MAX,
    };
    if let Some(limit) = ending.limit.filter(|limit| *limit < length) {
        if ending.by_bytes {
            if input.len() >= limit {
                return past_limit(input, limit, ending, encoding, at_end);
            }
            if !at_end {
                return None;
            }
        }
        let reach = limit + characters::max_len(encoding);
        if input.len() >= reach || (at_end && input.len() >= limit) {
            let taken = complete_character(input, limit, encoding);
            return Some(Cut { taken, kept: taken, limited: true });
        }
        if !at_end {
            return None;
        }
    }
    match found {
        Some(at) => Some(Cut { taken: length, kept: if ending.chomp { chomped(input, at, ending.separator) } else { length }, limited: false }),
        None if at_end => Some(Cut { taken: input.len(), kept: input.len(), limited: false }),
        None => None,
    }
}

/// The end of a line by its limit, and what an unfinished character there takes.
fn past_limit(input: &[u8], limit: usize, ending: &Ending, encoding: Encoding, at_end: bool) -> Option<Cut> {
    for taken in limit..=limit + MOST_BEYOND {
        let read = input.get(..taken)?;
        let ended = taken > limit && !ending.separator.is_empty() && read.ends_with(ending.separator);
        if ended {
            let at = taken - ending.separator.len();
            return Some(Cut { taken, kept: if ending.chomp { chomped(input, at, ending.separator) } else { taken }, limited: false });
        }
        let limited = taken == limit + MOST_BEYOND || !characters::ends_unfinished(read, encoding);
        if limited || at_end && taken == input.len() {
            return Some(Cut { taken, kept: taken, limited });
        }
    }
    None
}

/// Where a line without its separator ends: a `\r` goes with a `\n`.
fn chomped(input: &[u8], at: usize, separator: &[u8]) -> usize {
    if separator == b"\n" && at > 0 && input[at - 1] == b'\r' { at - 1 } else { at }
}

/// The end of the character that stands at the limit.
fn complete_character(input: &[u8], limit: usize, encoding: Encoding) -> usize {
    let limit = limit.min(input.len());
    if limit == 0 || characters::is_single_byte(encoding) {
        return limit;
    }
    let start = characters::start_of(input, limit - 1, encoding);
    (start + characters::step(input, start, encoding)).max(limit).min(input.len())
}

fn find(input: &[u8], separator: &[u8]) -> Option<usize> {
    match separator {
        [] => None,
        [byte] => memchr::memchr(*byte, input),
        _ => memchr::memmem::find(input, separator),
    }
}

/// The end of a line, as arguments 1 to 3 say: separator or nil, limit or nil, chomp.
pub fn ending_of<'a>(args: Arguments) -> Ending<'a> {
    Ending {
        separator: args.get(1).as_string().map_or(&[], |separator| separator.bytes()),
        limit: args.get(2).as_fixnum().map(|limit| limit.max(0) as usize),
        chomp: args.get(3).truthy(),
        by_bytes: false,
    }
}

/// How many bytes the character has that the input begins with; a broken one is a byte or more of its own.
pub fn character_length(input: &[u8], encoding: Encoding, at_end: bool) -> Option<usize> {
    if input.is_empty() {
        return None;
    }
    let decided = at_end || input.len() >= characters::max_len(encoding) || characters::char_len(input, 0, encoding).is_ok();
    decided.then(|| characters::step(input, 0, encoding).clamp(1, input.len()))
}
