//! The language of format strings: text in between and directives that begin with `%`.
//!
//! ```text
//!   % [flags] [position$] [<name>] [width] [.precision] conversion      or  %{name}
//! ```
//!
//! A format string is cut into pieces in one pass. What is wrong with it is a
//! piece too: the pieces before it take their arguments first, so that of two
//! mistakes the earlier one is reported, as the reference does.

use std::ops::Range;

/// Flags, as bits.
pub mod flag {
    pub const SPACE: u8 = 1;
    pub const ALTERNATE: u8 = 2;
    pub const PLUS: u8 = 4;
    pub const MINUS: u8 = 8;
    pub const ZERO: u8 = 16;
}

/// Where a directive takes a value from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// None is taken.
    Absent,
    /// The next argument not yet taken.
    Next,
    /// The argument at this position, the first being 1.
    Position(usize),
    /// `<name>`: the name's place in the format string.
    Name(Range<usize>),
    /// `{name}`: as above; the directive ends with it.
    Braces(Range<usize>),
}

/// A width or precision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amount {
    Absent,
    Fixed(i64),
    /// `*`: an argument says it.
    Argument(Source),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The letter, or `s` for `{name}`; `%` where a percent sign stands behind what takes arguments.
    pub conversion: u8,
    pub flags: u8,
    pub width: Amount,
    pub precision: Amount,
    pub value: Source,
}

/// A part of a format string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// To be copied: its place in the format string.
    Literal(Range<usize>),
    Directive(Directive),
    /// The message of the ArgumentError to raise when it's reached.
    Mistake(Vec<u8>),
}

/// Cuts a format string in pieces; a mistake ends it.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut parser = Parser { format, at: 0, style: Style::Undecided };
    let mut pieces = Vec::new();
    while parser.at < format.len() {
        let start = parser.at;
        let literal_end = format[start..].iter().position(|byte| *byte == b'%').map_or(format.len(), |at| start + at);
        if literal_end > start {
            pieces.push(Piece::Literal(start..literal_end));
        }
        parser.at = literal_end;
        if literal_end == format.len() {
            break;
        }
        match parser.directive() {
            Ok(piece) => pieces.push(piece),
            Err(message) => {
                pieces.push(Piece::Mistake(message));
                break;
            }
        }
    }
    pieces
}

/// How arguments have been named so far; the styles don't mix.
#[derive(Clone, PartialEq, Eq)]
enum Style {
    Undecided,
    /// How many arguments were taken in order.
    Unnumbered(usize),
    Numbered,
    Named,
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    style: Style,
}

type Parsed<T> = Result<T, Vec<u8>>;

/// A percent sign at the end of a directive: only itself, unless flags, a width or a precision stand before it. Arguments that
/// were named before it are taken first.
fn percent_sign(draft: Draft, place: usize) -> Parsed<Piece> {
    let starred = [&draft.width, &draft.precision].into_iter().any(|amount| matches!(amount, Amount::Argument(_)));
    if starred || draft.value.is_some() {
        let Draft { flags, width, precision, value } = draft;
        return Ok(Piece::Directive(Directive { conversion: b'%', flags, width, precision, value: value.unwrap_or(Source::Absent) }));
    }
    if draft.flags != 0 || draft.width != Amount::Absent || draft.precision != Amount::Absent {
        return fail("invalid format character - %");
    }
    Ok(Piece::Literal(place..place + 1))
}

/// The state of a directive while it's read.
struct Draft {
    flags: u8,
    width: Amount,
    precision: Amount,
    value: Option<Source>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    /// Reads a directive from its `%` on.
    fn directive(&mut self) -> Parsed<Piece> {
        let percent = self.at;
        self.at += 1;
        if self.peek().is_none() {
            return fail("incomplete format specifier; use %% (double %) instead");
        }
        let mut draft = Draft { flags: 0, width: Amount::Absent, precision: Amount::Absent, value: None };
        loop {
            let Some(byte) = self.peek() else { return fail("malformed format string") };
            match byte {
                b' ' => self.flag(&mut draft, flag::SPACE)?,
                b'#' => self.flag(&mut draft, flag::ALTERNATE)?,
                b'+' => self.flag(&mut draft, flag::PLUS)?,
                b'-' => self.flag(&mut draft, flag::MINUS)?,
                b'0' => self.flag(&mut draft, flag::ZERO)?,
                b'1'..=b'9' => self.width_or_position(&mut draft)?,
                b'<' | b'{' => {
                    self.name(byte, &mut draft)?;
                    if byte == b'{' {
                        return self.finish(b's', draft);
                    }
                }
                b'*' => {
                    check_width(&draft)?;
                    self.at += 1;
                    draft.width = Amount::Argument(self.starred("width")?);
                }
                b'.' => self.precision(&mut draft)?,
                b'%' => {
                    self.at += 1;
                    return percent_sign(draft, percent + 1);
                }
                b'c' | b's' | b'p' | b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' | b'f' | b'g' | b'G' | b'e' | b'E' | b'a' | b'A' => {
                    self.at += 1;
                    return self.finish(byte, draft);
                }
                b'!'..=b'~' => return Err(format!("malformed format string - %{}", byte as char).into_bytes()),
                _ => return fail("malformed format string"),
            }
        }
    }

    fn finish(&mut self, conversion: u8, draft: Draft) -> Parsed<Piece> {
        let value = match draft.value {
            Some(source) => source,
            None => self.next_argument()?,
        };
        Ok(Piece::Directive(Directive { conversion, flags: draft.flags, width: draft.width, precision: draft.precision, value }))
    }

    fn flag(&mut self, draft: &mut Draft, flag: u8) -> Parsed<()> {
        if draft.width != Amount::Absent {
            return fail("flag after width");
        }
        if draft.precision != Amount::Absent {
            return fail("flag after precision");
        }
        draft.flags |= flag;
        self.at += 1;
        Ok(())
    }

    /// Digits that are a position when a dollar sign follows, else a width.
    fn width_or_position(&mut self, draft: &mut Draft) -> Parsed<()> {
        let number = self.number("width")?;
        if self.peek() != Some(b'$') {
            check_width(draft)?;
            draft.width = Amount::Fixed(number);
            return Ok(());
        }
        if draft.value.is_some() {
            return Err(format!("value given twice - {number}$").into_bytes());
        }
        self.at += 1;
        draft.value = Some(self.numbered_argument(number)?);
        Ok(())
    }

    fn precision(&mut self, draft: &mut Draft) -> Parsed<()> {
        if draft.precision != Amount::Absent {
            return fail("precision given twice");
        }
        self.at += 1;
        if self.peek() == Some(b'*') {
            self.at += 1;
            draft.precision = Amount::Argument(self.starred("prec")?);
            return Ok(());
        }
        draft.precision = Amount::Fixed(self.number("precision")?);
        Ok(())
    }

    /// The text that follows a `*`: a position with its dollar sign, or nothing.
    fn starred(&mut self, what: &str) -> Parsed<Source> {
        let start = self.at;
        let number = self.number(what)?;
        if self.peek() == Some(b'$') && self.at > start {
            self.at += 1;
            return self.numbered_argument(number);
        }
        self.at = start;
        self.next_argument()
    }

    /// Decimal digits; the format string may not end in them.
    fn number(&mut self, what: &str) -> Parsed<i64> {
        let mut number = 0i64;
        while let Some(byte @ b'0'..=b'9') = self.peek() {
            number = number * 10 + (byte - b'0') as i64;
            if number > i32::MAX as i64 {
                return Err(format!("{what} too big").into_bytes());
            }
            self.at += 1;
        }
        if self.peek().is_none() {
            return fail("malformed format string - %*[0-9]");
        }
        Ok(number)
    }

    fn name(&mut self, opening: u8, draft: &mut Draft) -> Parsed<()> {
        let closing = if opening == b'<' { b'>' } else { b'}' };
        let start = self.at + 1;
        let Some(length) = self.format[start..].iter().position(|byte| *byte == closing) else {
            return fail("malformed name - unmatched parenthesis");
        };
        let name = start..start + length;
        let shown = &self.format[self.at..name.end + 1];
        if let Some(earlier) = &draft.value {
            let mut message = [b"named", shown, b" after "].concat();
            match earlier {
                Source::Name(earlier) | Source::Braces(earlier) => message.extend([b"<", &self.format[earlier.clone()], b">"].concat()),
                _ => message = [b"named", shown, b" after numbered"].concat(),
            }
            return Err(message);
        }
        match self.style {
            Style::Unnumbered(count) => return Err([b"named", shown, format!(" after unnumbered({count})").as_bytes()].concat()),
            Style::Numbered => return Err([b"named", shown, b" after numbered"].concat()),
            _ => self.style = Style::Named,
        }
        self.at = name.end + 1;
        draft.value = Some(if opening == b'<' { Source::Name(name) } else { Source::Braces(name) });
        Ok(())
    }

    fn next_argument(&mut self) -> Parsed<Source> {
        let count = match self.style {
            Style::Undecided => 1,
            Style::Unnumbered(count) => count + 1,
            Style::Numbered => return fail("unnumbered(1) mixed with numbered"),
            Style::Named => return fail("unnumbered(1) mixed with named"),
        };
        self.style = Style::Unnumbered(count);
        Ok(Source::Next)
    }

    fn numbered_argument(&mut self, position: i64) -> Parsed<Source> {
        match self.style {
            Style::Unnumbered(count) => Err(format!("numbered({position}) after unnumbered({count})").into_bytes()),
            Style::Named => Err(format!("numbered({position}) after named").into_bytes()),
            _ if position < 1 => Err(format!("invalid index - {position}$").into_bytes()),
            _ => {
                self.style = Style::Numbered;
                Ok(Source::Position(position as usize))
            }
        }
    }
}

fn check_width(draft: &Draft) -> Parsed<()> {
    if draft.width != Amount::Absent {
        return fail("width given twice");
    }
    if draft.precision != Amount::Absent {
        return fail("width after precision");
    }
    Ok(())
}

fn fail<T>(message: &str) -> Parsed<T> {
    Err(message.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(format: &str) -> Directive {
        match parse(format.as_bytes()).pop() {
            Some(Piece::Directive(directive)) => directive,
            other => panic!("{format:?} gives {other:?}"),
        }
    }

    fn mistake(format: &str) -> String {
        match parse(format.as_bytes()).pop() {
            Some(Piece::Mistake(message)) => String::from_utf8_lossy(&message).into_owned(),
            other => panic!("{format:?} gives {other:?}"),
        }
    }

    #[test]
    fn a_directive_has_its_parts() {
        let read = directive("%+08.3f");
        assert_eq!((read.conversion, read.flags), (b'f', flag::PLUS | flag::ZERO));
        assert_eq!((read.width, read.precision, read.value), (Amount::Fixed(8), Amount::Fixed(3), Source::Next));
        assert_eq!(directive("%1$*2$d").width, Amount::Argument(Source::Position(2)));
        assert_eq!(directive("%-10{a}").value, Source::Braces(5..6));
        assert_eq!(directive("%<ab>5.2f").value, Source::Name(2..4));
    }

    #[test]
    fn text_stands_between() {
        assert_eq!(parse(b"a%%b"), [Piece::Literal(0..1), Piece::Literal(2..3), Piece::Literal(3..4)]);
    }

    #[test]
    fn mistakes_have_the_words_of_the_reference() {
        for (format, message) in [
            ("%", "incomplete format specifier; use %% (double %) instead"),
            ("%5", "malformed format string - %*[0-9]"),
            ("%.", "malformed format string - %*[0-9]"),
            ("%-", "malformed format string"),
            ("%z", "malformed format string - %z"),
            ("%1$d %d", "unnumbered(1) mixed with numbered"),
            ("%d %1$d", "numbered(1) after unnumbered(1)"),
            ("%<a>d %d", "unnumbered(1) mixed with named"),
            ("%s%{a}", "named{a} after unnumbered(1)"),
            ("%<a><b>d", "named<b> after <a>"),
            ("%5 d", "flag after width"),
            ("%.2 d", "flag after precision"),
            ("%**d", "width given twice"),
            ("%1$1$d", "value given twice - 1$"),
            ("%0$d", "malformed format string - %$"),
            ("%-%", "invalid format character - %"),
            ("%99999999999d", "width too big"),
        ] {
            assert_eq!(mistake(format), message, "{format:?}");
        }
    }
}
