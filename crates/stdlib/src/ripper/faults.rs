//! What the reference's lexer complains of while it reads: escapes that mean nothing, characters that no code has, heredocs
//! without an end. It does so right before it hands over the piece at fault, which is a token of its own.

use super::tokens::line_behind;

/// A complaint. Where it stands is the token that the reader is told of; nothing, where only a place is wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The number of the token before which it is told.
    pub token: usize,
    pub start: usize,
    pub end: usize,
    pub words: String,
    /// Whether it goes to `compile_error`, not to `on_parse_error`.
    pub compile: bool,
}

impl Fault {
    pub fn invalid_character(token: usize, start: usize, byte: u8) -> Fault {
        Fault { token, start, end: start + 1, words: format!("Invalid char '\\x{byte:02X}' in expression"), compile: true }
    }

    /// Of `<<` at `start` with a quote that is not closed on its line. Nothing behind it is read.
    pub fn endless_name(token: usize, source: &[u8], start: usize) -> Option<Fault> {
        let end = line_behind(source, start);
        let text = &source[start + 2..end];
        let (quote, name) = text.strip_prefix(b"-").or(text.strip_prefix(b"~")).unwrap_or(text).split_first()?;
        let endless = matches!(quote, b'"' | b'\'' | b'`') && !name.contains(quote);
        endless.then(|| Fault { token, start, end, words: ENDLESS_NAME.to_owned(), compile: false })
    }

    /// Of a heredoc that begins with `beginning`, at `start`.
    pub fn endless_heredoc(token: usize, start: usize, beginning: &[u8]) -> Fault {
        let sign = 2 + usize::from(matches!(beginning.get(2), Some(b'-' | b'~')));
        let name = beginning.get(sign..).unwrap_or_default();
        let bare = match name {
            [b'"' | b'\'' | b'`', inner @ .., _] => inner,
            _ => name,
        };
        let words = format!("can't find string \"{}\" anywhere before EOF", String::from_utf8_lossy(bare));
        Fault { token, start: start + sign, end: start + beginning.len(), words, compile: true }
    }
}

pub const SYNTAX: &str = "Invalid escape character syntax";
const ENDLESS_NAME: &str = "unterminated here document identifier";
const UNICODE: &str = "invalid Unicode escape";
const UNTERMINATED: &str = "unterminated Unicode escape";

/// What is wrong with an escape: the piece at fault and all that is said of it.
pub struct WrongEscape {
    pub start: usize,
    pub end: usize,
    pub words: &'static [&'static str],
}

/// Where the escape ends that begins with the backslash at `at`, or what is wrong with it. Nothing is read from `limit` on.
pub fn escape(source: &[u8], at: usize, limit: usize, regexp: bool) -> Result<usize, WrongEscape> {
    match source[..limit].get(at + 1) {
        Some(b'u') if regexp => Ok(at + 2),
        Some(b'u') => unicode(source, at, limit),
        Some(b'x' | b'M' | b'C' | b'c') => Escape { source: &source[..limit], begin: at }.read(at, false, false),
        _ => Ok((at + 2).min(limit)),
    }
}

struct Escape<'a> {
    source: &'a [u8],
    /// Where the outermost backslash stands.
    begin: usize,
}

impl Escape<'_> {
    fn read(&self, at: usize, meta: bool, control: bool) -> Result<usize, WrongEscape> {
        match self.source.get(at + 1) {
            Some(b'x') => match digits(self.source, at + 2, 2) {
                0 => Err(WrongEscape { start: at, end: at + 2, words: &["invalid hex escape"] }),
                count => Ok(at + 2 + count),
            },
            Some(b'M') if meta => self.wrong(at + 2),
            Some(b'M') if self.source.get(at + 2) != Some(&b'-') => self.wrong(self.behind(at + 2)),
            Some(b'M') => self.operand(at + 3, true, control),
            Some(b'C') if self.source.get(at + 2) != Some(&b'-') => self.wrong(self.behind(at + 2)),
            Some(sign @ (b'C' | b'c')) => {
                let at = if *sign == b'C' { at + 3 } else { at + 2 };
                if control { self.wrong(at) } else { self.operand(at, meta, true) }
            }
            _ => Ok((at + 2).min(self.source.len())),
        }
    }

    /// The character that `\M-`, `\C-` or `\c` is for.
    fn operand(&self, at: usize, meta: bool, control: bool) -> Result<usize, WrongEscape> {
        match self.source.get(at) {
            Some(b'\\') if self.source.get(at + 1) == Some(&b'u') => self.wrong(at + 2),
            Some(b'\\') => self.read(at, meta, control),
            Some(byte) if byte.is_ascii() => Ok(at + 1),
            _ => self.wrong(self.behind(at)),
        }
    }

    /// Behind the character at `at`, of however many bytes.
    fn behind(&self, at: usize) -> usize {
        let rest = self.source.get(at + 1..).unwrap_or_default();
        let more = match self.source.get(at) {
            Some(byte) if !byte.is_ascii() => rest.iter().take_while(|byte| **byte & 0xc0 == 0x80).count(),
            _ => 0,
        };
        (at + 1 + more).min(self.source.len())
    }

    fn wrong(&self, end: usize) -> Result<usize, WrongEscape> {
        Err(WrongEscape { start: self.begin, end: end.min(self.source.len()), words: &[SYNTAX] })
    }
}

/// `\u` with four digits, or with a list in braces.
fn unicode(source: &[u8], at: usize, limit: usize) -> Result<usize, WrongEscape> {
    let source = &source[..limit];
    if source.get(at + 2) != Some(&b'{') {
        return match digits(source, at + 2, 4) {
            4 => Ok(at + 6),
            count => Err(WrongEscape { start: at, end: at + 2 + count, words: &[UNICODE] }),
        };
    }
    let point = |place: usize, words| Err(WrongEscape { start: place, end: place, words });
    let mut at = at + 3;
    loop {
        at += source[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match source.get(at) {
            Some(b'}') => return Ok(at + 1),
            None => return point(at, &[UNTERMINATED]),
            Some(_) => {}
        }
        let count = digits(source, at, usize::MAX);
        if count == 0 {
            return point(at, &[UNICODE, UNTERMINATED]);
        }
        let number = source[at..at + count].iter().fold(0u32, |sum, digit| sum.saturating_mul(16).saturating_add((*digit as char).to_digit(16).unwrap_or(0)));
        at += count;
        if number > 0x10_ffff {
            return point(at, &["invalid Unicode codepoint (too large)"]);
        }
    }
}

fn digits(source: &[u8], at: usize, most: usize) -> usize {
    source.get(at..).unwrap_or_default().iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count()
}

/// Whether code with this error is read to its end by the parser: only a literal's text or a character is wrong.
pub fn is_read_on(message: &str) -> bool {
    const BEGINNINGS: &[&str] = &["invalid hex escape", "Invalid escape character syntax", "too short escape sequence", "invalid Unicode escape sequence",
        "invalid control escape sequence", "invalid meta escape sequence", "unterminated Unicode escape", "Invalid char '"];
    BEGINNINGS.iter().any(|beginning| message.starts_with(beginning))
}

/// Takes away the parser's errors of which the faults tell, and those behind a place where reading ends.
pub fn remove_told(faults: &[Fault], errors: &mut Vec<(usize, String)>) {
    if faults.is_empty() {
        return;
    }
    let end = faults.iter().find(|fault| fault.words == ENDLESS_NAME).map_or(usize::MAX, |fault| fault.start);
    errors.retain(|(position, message)| !is_read_on(message) && !message.starts_with("unterminated heredoc; can't find string") && *position < end);
}
