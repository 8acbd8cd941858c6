//! Prism's tokens made into the scanner's events of Ripper.
//!
//! Ripper leaves out no byte: what Prism skips (spaces, continued lines) are events of their own, the newline belongs
//! to a comment, and the text of strings is cut where the reference's lexer stops. The order is that of lexing: the body
//! of a heredoc stands right behind its beginning, though the rest of the line comes before it in the source.
//!
//! ```text
//!   foo(<<A, 1)          foo ( <<A  [body of A, end of A]  , sp 1 ) nl
//!   body
//!   A
//! ```

use super::dedent;
use super::faults::{self, Fault, WrongEscape};
use super::prism_lexer::PrismToken;
use super::states::States;
use super::scanner_events::{Scanner, event_of, prism};

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub event: Scanner,
    pub start: usize,
    pub end: usize,
    pub state: u32,
}

/// A literal, or code inside one, that is not closed yet.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// A literal with `#{}` (`expands`).
    Text { expands: bool, regexp: bool },
    Heredoc { expands: bool, cut: Cut, beginning: (usize, usize), least: usize },
    /// Code in `#{}`: the state behind it, and the braces that were open before it.
    Code { state: u32, braces: usize },
}

/// Where the text of a heredoc is cut: at each line (`<<~`), behind a continued line (`<<-`), or nowhere.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    Lines,
    Continuations,
    Nowhere,
}

pub const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bits of the lexer's state.
pub mod state {
    pub const BEG: u32 = 1;
    pub const END: u32 = 1 << 1;
    pub const ENDARG: u32 = 1 << 2;
    pub const ENDFN: u32 = 1 << 3;
    pub const ARG: u32 = 1 << 4;
    pub const CMDARG: u32 = 1 << 5;
    pub const FNAME: u32 = 1 << 7;
    pub const DOT: u32 = 1 << 8;
    pub const CLASS: u32 = 1 << 9;
    pub const LABEL: u32 = 1 << 10;
    pub const LABELED: u32 = 1 << 11;
    pub const FITEM: u32 = 1 << 12;
}

struct Scan<'a> {
    source: &'a [u8],
    pub tokens: Vec<Token>,
    open: Vec<Open>,
    /// Up to here the source is told of.
    at: usize,
    /// The state behind the last token.
    state: u32,
    /// Beginnings of lines that are bodies of heredocs, and where these end.
    bodies: Vec<(usize, usize)>,
    /// For each open parenthesis whether it is around the first of a call's arguments.
    parentheses: Vec<bool>,
    /// States that the parser sets.
    states: &'a States,
    /// A newline that ends a statement, if comments follow it: the reference tells of these first.
    delayed: Option<PrismToken>,
    /// Braces that are open in this piece of code.
    braces: usize,
    faults: Vec<Fault>,
    /// Where the last piece at fault ended: text behind it is not joined to it.
    cut_at: usize,
}

/// The events of a source, and what the lexer complains of.
pub fn scan(source: &[u8], prism_tokens: &[PrismToken], states: &States) -> (Vec<Token>, Vec<Fault>) {
    let at = if source.starts_with(UTF_8_MARK) { UTF_8_MARK.len() } else { 0 };
    let mut scan = Scan { source, tokens: Vec::with_capacity(prism_tokens.len() * 3 / 2), open: Vec::new(), at, state: state::BEG, bodies: Vec::new(), parentheses: Vec::new(), states, delayed: None, braces: 0, faults: Vec::new(), cut_at: usize::MAX };
    for token in prism_tokens {
        scan.take(token);
    }
    (scan.tokens, scan.faults)
}

impl Scan<'_> {
    fn take(&mut self, token: &PrismToken) {
        if token.kind == prism::EOF {
            let before = &self.source[..token.start];
            let continued = before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\\") && self.source[token.start..].starts_with(b"\n");
            self.skip_to(token.start + usize::from(continued));
            return self.end_statement();
        }
        if token.start == token.end && !matches!(token.kind, prism::STRING_END | prism::HEREDOC_END) {
            return;
        }
        self.skip_to(token.start);
        let start = token.start.max(self.at.min(token.end));
        if start == token.end && token.start < token.end {
            return;
        }
        let token = PrismToken { start, ..*token };
        match token.kind {
            prism::STRING_CONTENT => self.text(&token),
            prism::WORDS_SEP | prism::WORDS_SEP_IMPLICIT => self.separator(&token),
            prism::COMMENT => self.comment(&token),
            prism::END_MARKER => self.end_marker(&token),
            prism::EMBDOC_LINE => self.lines(Scanner::Embdoc, &token),
            _ => self.plain(&token),
        }
    }

    fn push(&mut self, event: Scanner, start: usize, end: usize, state: u32) {
        self.tokens.push(Token { event, start, end, state });
        self.at = end;
        let label = if self.states.labels.contains(&start) { state::LABEL } else { 0 };
        self.state = self.states.behind.get(&end).copied().filter(|_| event != Scanner::Sp).unwrap_or(state) | label;
        self.leap();
    }

    /// Past the bodies of heredocs, where a line ends that begins some.
    fn leap(&mut self) {
        while let Some((_, behind)) = self.bodies.iter().find(|(start, _)| *start == self.at) {
            self.at = *behind;
        }
    }

    /// Passes over spaces and continued lines, each of which ends an event.
    fn skip_to(&mut self, start: usize) {
        while self.at < start {
            let from = self.at;
            let limit = self.bodies.iter().map(|body| body.0).filter(|body| *body > from).min().unwrap_or(start).min(start);
            let gap = &self.source[from..limit];
            if is_no_character(gap[0]) {
                self.faults.push(Fault::invalid_character(self.tokens.len(), from, gap[0]));
                self.at += 1;
                continue;
            }
            let gap = &gap[..gap.iter().position(|byte| is_no_character(*byte)).unwrap_or(gap.len())];
            let length = match gap.iter().position(|byte| *byte == b'\\') {
                Some(0) => gap.iter().position(|byte| *byte == b'\n').map_or(gap.len(), |end| end + 1),
                Some(spaces) => spaces,
                None => gap.len(),
            };
            self.push(Scanner::Sp, from, from + length, self.state);
        }
    }

    fn plain(&mut self, token: &PrismToken) {
        let event = event_of(token.kind);
        match token.kind {
            prism::NEWLINE if self.comment_follows(token.end) => {
                self.delayed = Some(*token);
                self.at = token.end;
                self.leap();
                return;
            }
            prism::NEWLINE if self.ends_with_spaces(token.end) => {
                self.push(Scanner::Sp, token.end, self.source.len(), self.state);
                self.push(event, token.start, token.end, token.state);
                self.at = self.source.len();
                return;
            }
            prism::BRACE_RIGHT if self.braces == 0 => return self.push(Scanner::EmbexprEnd, token.start, token.end, self.state),
            prism::CHARACTER_LITERAL if self.character_at_fault(token) => return,
            prism::HEREDOC_START | prism::LESS_LESS if self.endless_name(token) => return,
            prism::HEREDOC_START => return self.heredoc_beginning(token),
            prism::HEREDOC_END => return self.heredoc_end(token),
            prism::EMBEXPR_BEGIN => {
                self.indented(token.start, token.end);
                self.open.push(Open::Code { state: self.state, braces: std::mem::take(&mut self.braces) });
                self.push(event, token.start, token.end, token.state);
                self.state = state::BEG;
                return;
            }
            prism::STRING_END | prism::LABEL_END => {
                self.open.pop();
            }
            prism::REGEXP_END => {
                self.open.pop();
                self.push(event, token.start, token.end, self.state);
                self.state = state::END;
                return;
            }
            prism::EMBEXPR_END => {
                let outside = match self.open.pop() {
                    Some(Open::Code { state, braces }) => {
                        self.braces = braces;
                        state
                    }
                    _ => state::END,
                };
                self.push(event, token.start, token.end, self.state);
                self.state = outside;
                return;
            }
            _ => self.begin(token),
        }
        match event {
            Scanner::Lbrace | Scanner::Tlambeg => self.braces += 1,
            Scanner::Rbrace => self.braces = self.braces.saturating_sub(1),
            Scanner::Lparen => self.parentheses.push(self.in_argument()),
            Scanner::Rparen if self.parentheses.pop() == Some(true) => {
                self.push(event, token.start, token.end, token.state);
                self.state = state::ENDARG;
                return;
            }
            _ => {}
        }
        if token.start < token.end {
            self.push(event, token.start, token.end, token.state);
        }
    }

    /// Whether a parenthesis that begins here is around the first of a call's arguments, not around all.
    fn in_argument(&self) -> bool {
        let local = state::END | state::LABEL;
        let space = self.tokens.last().is_some_and(|last| last.event == Scanner::Sp);
        space && (self.state & (state::ARG | state::CMDARG) != 0 || self.state & local == local)
    }

    /// Notes a literal that begins.
    fn begin(&mut self, token: &PrismToken) {
        let text = &self.source[token.start..token.end];
        let expands = match token.kind {
            prism::STRING_BEGIN => !text.starts_with(b"'") && !text.starts_with(b"%q"),
            prism::SYMBOL_BEGIN if text.len() > 1 => text.ends_with(b"\""),
            prism::XSTRING_BEGIN | prism::PERCENT_LOWER_X | prism::REGEXP_BEGIN | prism::PERCENT_UPPER_I | prism::PERCENT_UPPER_W => true,
            prism::PERCENT_LOWER_I | prism::PERCENT_LOWER_W => false,
            _ => return,
        };
        self.open.push(Open::Text { expands, regexp: token.kind == prism::REGEXP_BEGIN });
    }

    fn heredoc_beginning(&mut self, token: &PrismToken) {
        let text = &self.source[token.start..token.end];
        let expands = !text.ends_with(b"'");
        let cut = match text.get(2) {
            Some(b'~') => Cut::Lines,
            Some(b'-') if expands => Cut::Continuations,
            _ => Cut::Nowhere,
        };
        self.push(Scanner::HeredocBeg, token.start, token.end, token.state);
        self.open.push(Open::Heredoc { expands, cut, beginning: (token.start, token.end), least: usize::MAX });
        self.at = self.body_start(token.end);
    }

    /// Where the body of a heredoc begins whose beginning ends at `from`: on the next line, or behind another body.
    fn body_start(&self, from: usize) -> usize {
        let mut start = line_behind(self.source, from);
        while let Some((_, behind)) = self.bodies.iter().find(|body| body.0 == start) {
            start = *behind;
        }
        start
    }

    fn heredoc_end(&mut self, token: &PrismToken) {
        let opened = self.open.pop();
        if token.start < token.end {
            self.push(Scanner::HeredocEnd, token.start, token.end, self.state);
        }
        self.state = state::END;
        if let Some(Open::Heredoc { beginning: (beginning, behind_beginning), .. }) = opened {
            if token.start == token.end {
                let text = &self.source[beginning..behind_beginning];
                self.faults.push(Fault::endless_heredoc(self.tokens.len(), beginning, text));
            }
            let start = self.body_start(behind_beginning);
            if start < token.end {
                self.bodies.push((start, token.end));
            }
            self.at = behind_beginning;
        }
    }

    /// Notes how far a line of a heredoc that begins here is indented. Where one isn't, the rest is read at once.
    fn indented(&mut self, start: usize, end: usize) {
        if start > 0 && self.source[start - 1] != b'\n' {
            return;
        }
        if let Some(Open::Heredoc { least, cut, .. }) = self.open.last_mut() {
            *least = (*least).min(dedent::indentation(&self.source[start..end]).unwrap_or(usize::MAX));
            if *cut == Cut::Lines && *least == 0 {
                *cut = Cut::Nowhere;
            }
        }
    }

    /// Text of a literal, joined to what comes right before it unless the reference cuts there.
    fn text(&mut self, token: &PrismToken) {
        let (expands, regexp, cut) = match self.open.last() {
            Some(Open::Text { expands, regexp }) => (*expands, *regexp, Cut::Nowhere),
            Some(Open::Heredoc { expands, cut, .. }) => (*expands, false, *cut),
            _ => (false, false, Cut::Nowhere),
        };
        self.indented(token.start, token.end);
        let mut from = token.start;
        let joins = cut == Cut::Nowhere && self.tokens.last().is_some_and(|last| last.event == Scanner::TstringContent && last.end == from && from != self.cut_at);
        if joins && let Some(last) = self.tokens.pop() {
            from = last.start;
        }
        let mut start = from;
        let mut at = from;
        while at < token.end {
            let byte = self.source[at];
            let next = self.source.get(at + 1).copied().filter(|_| at + 1 < token.end);
            if byte == b'\\' && expands && next.is_some_and(|next| matches!(next, b'x' | b'u' | b'M' | b'C' | b'c')) {
                at = match faults::escape(self.source, at, token.end, regexp) {
                    Ok(end) => end,
                    Err(wrong) => {
                        start = self.piece_at_fault(start, &wrong, token.state);
                        start
                    }
                };
                continue;
            }
            let (step, cut_before, cut_behind) = match (byte, next) {
                (b'\\', Some(b'\n')) => (2, false, expands && cut == Cut::Continuations || cut == Cut::Lines),
                (b'\\', Some(_)) if expands => (2, false, false),
                (b'#', Some(b'$' | b'@')) if expands => (1, at > start, false),
                (b'\n', _) => (1, false, cut == Cut::Lines),
                _ => (1, false, false),
            };
            if cut_before {
                self.push(Scanner::TstringContent, start, at, token.state);
                start = at;
            }
            at += step;
            if cut_behind && at < token.end {
                self.push(Scanner::TstringContent, start, at, token.state);
                start = at;
            }
        }
        if start < token.end {
            self.push(Scanner::TstringContent, start, token.end, token.state);
        }
    }

    /// Tells of the text from `start` up to a piece at fault, and of that; where the text goes on.
    fn piece_at_fault(&mut self, start: usize, wrong: &WrongEscape, state: u32) -> usize {
        if start < wrong.start {
            self.push(Scanner::TstringContent, start, wrong.start, state);
        }
        for words in wrong.words {
            self.faults.push(Fault { token: self.tokens.len(), start: wrong.start, end: wrong.end, words: (*words).to_owned(), compile: false });
        }
        if wrong.start < wrong.end {
            self.push(Scanner::TstringContent, wrong.start, wrong.end, state);
        }
        self.cut_at = wrong.end;
        wrong.end
    }

    /// Tells of a character literal whose escape means nothing; false for any other.
    fn character_at_fault(&mut self, token: &PrismToken) -> bool {
        let escape = token.start + 1;
        if self.source.get(escape) != Some(&b'\\') {
            return false;
        }
        let wrong = match faults::escape(self.source, escape, self.source.len(), false) {
            Err(wrong) => wrong,
            Ok(_) if token.end > escape + 1 => return false,
            Ok(_) => WrongEscape { start: escape, end: token.end, words: &[faults::SYNTAX] },
        };
        // All of the literal is one piece, unless only a part of the escape is wrong.
        let start = if wrong.start == escape && wrong.words == [faults::SYNTAX] { token.start } else { wrong.start };
        let end = self.piece_at_fault(token.start, &WrongEscape { start, ..wrong }, self.state);
        self.at = self.at.max(end);
        true
    }

    /// Gives up where the name of a heredoc has no end; false for any other heredoc, and for an operator.
    fn endless_name(&mut self, token: &PrismToken) -> bool {
        if token.kind == prism::LESS_LESS && self.state & state::BEG == 0 {
            return false;
        }
        let Some(fault) = Fault::endless_name(self.tokens.len(), self.source, token.start) else { return false };
        self.faults.push(fault);
        self.at = self.source.len();
        true
    }

    /// Whether only spaces follow, and then the end.
    fn ends_with_spaces(&self, at: usize) -> bool {
        let rest = &self.source[at..];
        !rest.is_empty() && rest.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c))
    }

    /// Gives the separator between words, an event for each line.
    fn separator(&mut self, token: &PrismToken) {
        self.lines(Scanner::WordsSep, token);
    }

    fn lines(&mut self, event: Scanner, token: &PrismToken) {
        let mut start = token.start;
        while start < token.end {
            let end = line_behind(self.source, start).min(token.end);
            self.push(event, start, end, token.state);
            start = end;
        }
    }

    /// A comment and the newline behind it. Where it ends a statement, comments on the next lines still belong to it.
    fn comment(&mut self, token: &PrismToken) {
        let mut end = token.end;
        if self.source[end..].starts_with(b"\r\n") {
            end += 1;
        }
        if self.source.get(end) == Some(&b'\n') {
            end += 1;
        }
        self.push(Scanner::Comment, token.start, end, self.state);
        if self.ends_with_spaces(end) {
            self.push(Scanner::Sp, end, self.source.len(), self.state);
        }
        if self.comment_follows(end) || newline_means_nothing(self.state) || self.call_follows(end) {
            return;
        }
        self.end_statement();
    }

    fn end_statement(&mut self) {
        let at = self.at;
        if let Some(newline) = self.delayed.take() {
            self.push(Scanner::Nl, newline.start, newline.end, newline.state);
            self.at = at;
        }
        self.state = state::BEG;
    }

    /// The text behind `at` and bodies of heredocs, without spaces.
    fn text_behind(&self, at: usize) -> &[u8] {
        let body = self.bodies.iter().find(|(start, _)| *start == at);
        let rest = &self.source[body.map_or(at, |(_, behind)| *behind)..];
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r')).count();
        &rest[spaces..]
    }

    fn comment_follows(&self, at: usize) -> bool {
        self.text_behind(at).starts_with(b"#")
    }

    fn call_follows(&self, at: usize) -> bool {
        let text = self.text_behind(at);
        text.starts_with(b"&.") || text.starts_with(b".") && !text.starts_with(b"..")
    }

    /// `__END__` with its newline; what follows is data.
    fn end_marker(&mut self, token: &PrismToken) {
        let end = line_behind(self.source, token.start);
        self.push(Scanner::End, token.start, end, token.state);
        self.at = self.source.len();
    }
}

/// Whether the lexer passes over a newline in this state.
pub fn newline_means_nothing(state: u32) -> bool {
    let begins = state & (state::BEG | state::CLASS | state::FNAME | state::DOT) != 0 && state & state::LABELED == 0;
    let labeled = state::ARG | state::LABELED;
    begins || state & labeled == labeled
}

/// Whether a byte is neither a space nor anything else that code may have.
fn is_no_character(byte: u8) -> bool {
    byte.is_ascii_control() && !byte.is_ascii_whitespace() && byte != 0x0b
}

/// The beginning of the line behind the one of `from`.
pub fn line_behind(source: &[u8], from: usize) -> usize {
    source[from..].iter().position(|byte| *byte == b'\n').map_or(source.len(), |newline| from + newline + 1)
}
