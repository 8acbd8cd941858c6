//! The messages for a source that is not valid Ruby.

use std::fmt;

use ruby_prism::ParseResult;

use crate::code_frame::CodeFrame;

/// One finding about the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub message: String,
    /// Bytes of the source it is about.
    pub start: usize,
    pub end: usize,
    /// Line on which it begins.
    pub line: i32,
    /// Column in bytes, from 0.
    pub column: usize,
    /// A warning that Ruby gives only with `-w`.
    pub verbose: bool,
}

/// The line of what is about a whole file: no `eval` begins there.
const NO_LINE: i32 = i32::MIN;

impl Diagnostic {
    /// A warning as it is printed, if the level of warnings asks for it: 1 for the usual ones, 2 for all.
    pub fn told(&self, file: &str, level: u8) -> Option<String> {
        let place = if self.line == NO_LINE { String::new() } else { format!(":{}", self.line) };
        (level > self.verbose as u8).then(|| format!("{file}{place}: warning: {}\n", self.message))
    }

    /// A warning about a file, of no line.
    pub(crate) fn of_file(message: &str) -> Diagnostic {
        Diagnostic { message: message.to_string(), start: 0, end: 0, line: NO_LINE, column: 0, verbose: false }
    }

    pub(crate) fn of_parser(diagnostic: &ruby_prism::Diagnostic<'_>, parsed: &ParseResult<'_>) -> Diagnostic {
        let location = diagnostic.location();
        let message = String::from_utf8_lossy(diagnostic.message()).into_owned();
        let (start, end) = crate::parse::range(&location);
        let first_line = location.start_line() - line_index(parsed.line_offsets(), start) as i32;
        Diagnostic::at(start, end, message, parsed, first_line)
    }

    /// Whether a variable is taken in an alternative of a pattern: what the parser finds here the reference's compiler finds, after all that
    /// its parser does, and says otherwise.
    pub(crate) fn is_capture_in_alternative(&self) -> bool {
        self.message == "variable capture in alternative pattern"
    }

    /// A finding about bytes `start..end`.
    pub(crate) fn at(start: u32, end: u32, message: String, parsed: &ParseResult<'_>, first_line: i32) -> Diagnostic {
        let offsets = parsed.line_offsets();
        let index = line_index(offsets, start);
        let column = start.saturating_sub(offsets.get(index).copied().unwrap_or(0)) as usize;
        let line = first_line + index as i32;
        let verbose = !is_always_given(&message);
        Diagnostic { message, start: start as usize, end: end as usize, line, column, verbose }
    }
}

/// Whether a warning is given without `-w`. The parser does not tell, so its wording must.
fn is_always_given(message: &str) -> bool {
    let ends = ["should be parenthesized?", "integer literal in flip-flop", "always nil"];
    let starts = [
        "END in method",
        "invalid character syntax",
        "found '= literal' in conditional",
        "string literal in ",
        "regex literal in ",
        "shebang line ending with",
        "encountered \\r in middle of line",
    ];
    ends.iter().any(|end| message.ends_with(end))
        || starts.iter().any(|start| message.starts_with(start))
        || message.contains("is duplicated and overwritten on line")
}

/// Index of the line that holds byte `offset`.
fn line_index(offsets: &[u32], offset: u32) -> usize {
    offsets.partition_point(|&start| start <= offset).saturating_sub(1)
}

/// The exceptions that Ruby raises for a source it can't take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    SyntaxError,
    /// The source names an encoding that does not exist.
    ArgumentError,
    /// There is no program in the source (`-x`).
    LoadError,
}

/// A source that is not valid Ruby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message of the exception, as Ruby has it.
    pub message: String,
    pub kind: ErrorKind,
    pub file: String,
    /// Line of the finding that the parser made first.
    pub line: i32,
    /// The findings by their place in the source.
    pub diagnostics: Vec<Diagnostic>,
    /// What the parser warned of all the same.
    pub warnings: Vec<Diagnostic>,
}

impl SyntaxError {
    pub(crate) fn new(
        file: &str, parsed: &ParseResult<'_>, first_line: i32, mut diagnostics: Vec<Diagnostic>,
    ) -> SyntaxError {
        let line = diagnostics.first().map_or(first_line, |diagnostic| diagnostic.line);
        let special = diagnostics.iter().find_map(|diagnostic| {
            let kind = kind_of(&diagnostic.message);
            (kind != ErrorKind::SyntaxError).then(|| (kind, diagnostic.clone()))
        });
        if let Some((kind, diagnostic)) = special {
            let message = match kind {
                ErrorKind::LoadError => diagnostic.message.clone(),
                _ => {
                    let findings = [diagnostic.clone()];
                    let frame = CodeFrame::new(parsed, first_line, &findings, false).draw(&findings);
                    format!("{file}:{}: {}\n{frame}", diagnostic.line, diagnostic.message)
                }
            };
            return SyntaxError { message, kind, file: file.to_string(), line: diagnostic.line, diagnostics, warnings: Vec::new() };
        }
        let plural = if diagnostics.len() == 1 { "" } else { "s" };
        let list: String =
            diagnostics.iter().map(|found| format!("\n{file}:{}: {}", found.line, found.message)).collect();
        // Of several findings in one place the last comes first, as Ruby has it.
        diagnostics.reverse();
        diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        let message = if std::str::from_utf8(parsed.source()).is_ok() {
            let frame = CodeFrame::new(parsed, first_line, &diagnostics, true).draw(&diagnostics);
            format!("{file}:{line}: syntax error{plural} found\n{frame}")
        } else {
            format!("{file}:{line}: syntax error{plural} found{list}")
        };
        SyntaxError { message, kind: ErrorKind::SyntaxError, file: file.to_string(), line, diagnostics, warnings: Vec::new() }
    }

    /// The error about variables that are taken in alternatives of patterns.
    pub(crate) fn of_captures(file: &str, source: &[u8], captures: Vec<Diagnostic>) -> SyntaxError {
        let told = captures.iter().map(|found| {
            let name = String::from_utf8_lossy(&source[found.start..found.end]);
            format!("{file}:{}: illegal variable in alternative pattern ({name})", found.line)
        });
        let message = told.collect::<Vec<_>>().join("\n");
        let line = captures[0].line;
        SyntaxError { message, kind: ErrorKind::SyntaxError, file: file.to_string(), line, diagnostics: captures, warnings: Vec::new() }
    }

    /// An error about the source as a whole.
    pub(crate) fn plain(file: &str, line: i32, what: &str) -> SyntaxError {
        let message = format!("{file}:{line}: {what}");
        SyntaxError { message, kind: ErrorKind::SyntaxError, file: file.to_string(), line, diagnostics: Vec::new(), warnings: Vec::new() }
    }
}

fn kind_of(message: &str) -> ErrorKind {
    if message.starts_with("unknown or invalid encoding in the magic comment") {
        ErrorKind::ArgumentError
    } else if message.starts_with("no Ruby script found in input") {
        ErrorKind::LoadError
    } else {
        ErrorKind::SyntaxError
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}
