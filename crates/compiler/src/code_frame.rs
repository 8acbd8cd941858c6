//! The picture of a source with its mistakes marked.
//!
//! ```text
//!     1 | foo(
//!   > 2 | bar baz, }
//!       |        ^ unexpected '}'; expected an argument
//!     3 | 1 +
//! ```
//! Two lines are shown before and after each line with findings, a row of `~`
//! where more than that is left out. Of a long line only the neighbourhood is shown.

use ruby_prism::ParseResult;

use crate::syntax_error::Diagnostic;

/// Columns shown beside a finding before a line is cut.
const NEIGHBOURHOOD: usize = 30;

/// A picture that has grown to this many bytes is not continued: thousands of findings in one long line would make
/// it grow with their product.
const SIZE_LIMIT: usize = 1 << 20;

/// Draws findings over the lines of a source.
pub(crate) struct CodeFrame<'a> {
    source: &'a [u8],
    /// Where each line begins.
    offsets: &'a [u32],
    first_line: i32,
    /// Width of the line numbers.
    digits: usize,
    /// Whether the findings stand beside their marks.
    messages: bool,
    out: Vec<u8>,
}

impl<'a> CodeFrame<'a> {
    pub(crate) fn new(parsed: &'a ParseResult<'a>, first_line: i32, findings: &[Diagnostic], messages: bool) -> CodeFrame<'a> {
        let ends = findings.first().into_iter().chain(findings.last());
        let digits = ends.map(|finding| finding.line.unsigned_abs().to_string().len()).max().unwrap_or(1);
        let offsets = parsed.line_offsets();
        CodeFrame { source: parsed.source(), offsets, first_line, digits, messages, out: Vec::new() }
    }

    /// Draws the findings, which are sorted by place.
    pub(crate) fn draw(mut self, findings: &[Diagnostic]) -> String {
        let mut last_line = self.first_line - 1;
        let mut last_column = 0;
        for (index, finding) in findings.iter().enumerate() {
            if self.out.len() > SIZE_LIMIT {
                break;
            }
            let distance = finding.line - last_line;
            if distance > 3 && index != 0 {
                self.text(&format!("  {}\n", "~".repeat(self.digits + 4)));
            }
            if distance > 2 {
                self.context_line(finding.line - 2);
            }
            if distance > 1 {
                self.context_line(finding.line - 1);
            }
            if index == 0 || finding.line != last_line {
                last_column = finding.column;
                let same_line = findings[index..].iter().take_while(|other| other.line == finding.line);
                let end = same_line.map(|other| self.end_column(other)).max().unwrap_or(0);
                self.text("> ");
                self.source_line(finding.line, finding.column, end);
            }
            self.marker(finding, last_column);
            last_line = finding.line;
            let next_line = findings.get(index + 1).map_or_else(|| self.line_behind(), |next| next.line);
            for _ in 0..2 {
                if next_line - last_line > 1 {
                    last_line += 1;
                    self.context_line(last_line);
                }
            }
        }
        String::from_utf8_lossy(&self.out).into_owned()
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// The number of the line behind the last one.
    fn line_behind(&self) -> i32 {
        let lines = self.offsets.len() as i32 + self.first_line;
        if self.source.last() == Some(&b'\n') { lines - 1 } else { lines }
    }

    /// The bytes of a line with its line end; `None` behind the last.
    fn bytes_of(&self, line: i32) -> Option<&'a [u8]> {
        let index = usize::try_from(line - self.first_line).ok()?;
        let start = *self.offsets.get(index)? as usize;
        let end = self.offsets.get(index + 1).map_or(self.source.len(), |&next| next as usize);
        self.source.get(start..end)
    }

    /// Where a finding ends on its first line: at least one column behind its start.
    fn end_column(&self, finding: &Diagnostic) -> usize {
        let end = finding.column + (finding.end - finding.start);
        let length = self.bytes_of(finding.line).map_or(0, |bytes| match bytes.last() {
            Some(b'\n') => bytes.len() - 1,
            _ => bytes.len(),
        });
        let end = if end > length + 1 { length } else { end };
        end.max(finding.column + 1)
    }

    fn context_line(&mut self, line: i32) {
        self.text("  ");
        self.source_line(line, 0, 0);
    }

    /// A line with its number, cut around the columns of interest.
    fn source_line(&mut self, line: i32, start: usize, end: usize) {
        let Some(bytes) = self.bytes_of(line) else { return };
        self.text(&format!("{line:>width$} | ", width = self.digits));
        let mut shown = bytes;
        let cut = end != 0 && bytes.len().saturating_sub(end) >= NEIGHBOURHOOD && bytes.len() >= end;
        if cut {
            shown = &bytes[..character_boundary(bytes, end + NEIGHBOURHOOD)];
        }
        if start >= NEIGHBOURHOOD {
            self.text("... ");
            shown = shown.get(start..).unwrap_or_default();
        }
        self.out.extend_from_slice(shown);
        if cut {
            self.text(" ...\n");
        } else if !bytes.ends_with(b"\n") {
            self.text("\n");
        }
    }

    /// `^~~ message` below the line.
    fn marker(&mut self, finding: &Diagnostic, shown_from: usize) {
        let bytes = self.bytes_of(finding.line).unwrap_or_default();
        let blank = " ".repeat(self.digits + 3);
        self.text(&format!("{blank}| "));
        let mut column = 0;
        if shown_from >= NEIGHBOURHOOD {
            self.text("    ");
            column = shown_from;
        }
        while column < finding.column {
            self.text(" ");
            column += character_width(bytes, column);
        }
        self.text("^");
        column += character_width(bytes, column);
        let end = self.end_column(finding);
        while column < end {
            self.text("~");
            column += character_width(bytes, column);
        }
        if self.messages {
            self.text(" ");
            self.text(&finding.message);
        }
        self.text("\n");
    }
}

/// Bytes of the UTF-8 character at an offset; 1 where there is none.
fn character_width(bytes: &[u8], offset: usize) -> usize {
    let width = match bytes.get(offset) {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let continued = bytes.get(offset + 1..offset + width).is_some_and(|rest| rest.iter().all(|&b| b & 0xc0 == 0x80));
    if continued { width } else { 1 }
}

/// The last offset up to `limit` where a character begins.
fn character_boundary(bytes: &[u8], limit: usize) -> usize {
    let mut offset = 0;
    while offset < limit {
        let next = offset + character_width(bytes, offset);
        if next > limit {
            break;
        }
        offset = next;
    }
    offset.min(bytes.len())
}
