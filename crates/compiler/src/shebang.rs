//! The `#!` line that a program begins with.
//!
//! Ruby takes the line if it names a Ruby; where the first line names another program, or the Ruby text is to be
//! extracted from something else, the line is looked for further down. Prism does the same but knows one name only: a
//! line that names Rutile is shown to it as one that names Ruby. Both have as many bytes, and the line is a comment, so
//! every place in the source stays what it was.

use std::borrow::Cow;
use std::ops::Range;

const RUBY: &[u8] = b"ruby";
const RUTILE: &[u8] = b"rutile";
const SHOWN: &[u8] = b"ruby  ";

/// The text behind the name of the Ruby in the line that starts the program, if one does.
pub fn shebang(source: &[u8], extract: bool) -> Option<&[u8]> {
    let (line, name) = starting_line(source, extract)?;
    Some(&source[name.end..line.end])
}

/// The source as the parser is to see it.
pub(crate) fn for_parser(source: &[u8], extract: bool) -> Cow<'_, [u8]> {
    match starting_line(source, extract) {
        Some((_, name)) if name.len() == RUTILE.len() => {
            let mut shown = source.to_vec();
            shown[name].copy_from_slice(SHOWN);
            Cow::Owned(shown)
        }
        _ => Cow::Borrowed(source),
    }
}

/// The line that starts the program, and the name of a Ruby in it.
fn starting_line(source: &[u8], extract: bool) -> Option<(Range<usize>, Range<usize>)> {
    if !extract && !source.starts_with(b"#!") {
        return None;
    }
    let mut start = 0;
    for text in source.split(|&byte| byte == b'\n') {
        let line = start..start + text.len();
        if let Some(name) = named_ruby(text).filter(|_| text.starts_with(b"#!")) {
            return Some((line, start + name.start..start + name.end));
        }
        start += text.len() + 1;
    }
    None
}

fn named_ruby(line: &[u8]) -> Option<Range<usize>> {
    [RUBY, RUTILE].into_iter().find_map(|name| {
        let at = line.windows(name.len()).position(|window| window == name)?;
        Some(at..at + name.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_either_ruby() {
        assert_eq!(shebang(b"#!/usr/bin/env ruby -w\n1", false), Some(&b" -w"[..]));
        assert_eq!(shebang(b"#!/opt/bin/rutile -w", false), Some(&b" -w"[..]));
        assert_eq!(shebang(b"#!/opt/rutile/bin/ruby", false), Some(&b""[..]));
        assert_eq!(shebang(b"#!/usr/bin/perl\n1", false), None);
        assert_eq!(shebang(b"p 1\n#!rutile -w", false), None);
    }

    #[test]
    fn the_line_may_stand_further_down() {
        assert_eq!(shebang(b"#!/bin/sh\nexec x\n#!rutile -n\n", false), Some(&b" -n"[..]));
        assert_eq!(shebang(b"letter\n#!rutile -n\n", true), Some(&b" -n"[..]));
    }

    #[test]
    fn the_parser_sees_the_name_it_knows() {
        assert_eq!(&*for_parser(b"#!rutile -n\np 1", false), b"#!ruby   -n\np 1");
        assert_eq!(&*for_parser(b"p 1 # rutile", false), b"p 1 # rutile");
    }
}
