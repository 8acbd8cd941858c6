//! Encodings of the source and of the literals in it.

use ruby_prism::ParseResult;
use rutile_bytecode::Literal;

use crate::compiler::Compiler;
use crate::options::Options;

pub const UTF_8: &str = "UTF-8";
pub const US_ASCII: &str = "US-ASCII";
pub const BINARY: &str = "BINARY";

/// The encoding of a source: what its magic comment says, what the caller says, or UTF-8.
pub(crate) fn of_source(parsed: &ParseResult<'_>, options: &Options) -> String {
    let source = parsed.source();
    let first = source.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let lines = if first.starts_with(b"#!") { 2 } else { 1 };
    let end: usize = source.split_inclusive(|&byte| byte == b'\n').take(lines).map(<[u8]>::len).sum();
    let base = source.as_ptr() as usize;
    for comment in parsed.magic_comments() {
        let offset = (comment.key().as_ptr() as usize).wrapping_sub(base);
        let key = comment.key().to_ascii_lowercase();
        if offset < end && (key.ends_with(b"coding")) {
            return canonical(&String::from_utf8_lossy(comment.value()));
        }
    }
    options.encoding.as_deref().map_or_else(|| UTF_8.to_string(), canonical)
}

/// The name Ruby gives to an encoding.
fn canonical(name: &str) -> String {
    let upper = name.to_ascii_uppercase();
    let plain = ["-UNIX", "-DOS", "-MAC"].iter().find_map(|end| upper.strip_suffix(end)).unwrap_or(&upper);
    match plain {
        "UTF-8" | "UTF8-MAC" | "UTF-8-HFS" => UTF_8,
        "ASCII" | "US-ASCII" | "ANSI_X3.4-1968" | "646" => US_ASCII,
        "BINARY" | "ASCII-8BIT" => BINARY,
        "EUCJP" | "EUC-JP" => "EUC-JP",
        "SJIS" | "WINDOWS-31J" | "CP932" | "CSWINDOWS31J" => "Windows-31J",
        "SHIFT_JIS" => "Shift_JIS",
        "LATIN-1" | "ISO8859-1" => "ISO-8859-1",
        "BIG5" | "CP950" => "Big5",
        "EUCKR" | "EUC-KR" => "EUC-KR",
        other if other.starts_with("WINDOWS-") => return other.replace("WINDOWS", "Windows"),
        other if other.starts_with("CP125") => return other.replace("CP", "Windows-"),
        other => return other.to_string(),
    }
    .to_string()
}

impl<'pr> Compiler<'pr> {
    /// The encoding of a literal with these flags.
    pub(crate) fn literal_encoding(&self, forced_utf8: bool, forced_binary: bool) -> String {
        if forced_utf8 {
            UTF_8.to_string()
        } else if forced_binary {
            BINARY.to_string()
        } else {
            self.encoding.clone()
        }
    }

    /// A symbol written in the source.
    pub fn symbol_literal(&self, bytes: &[u8]) -> Literal {
        let encoding = if bytes.is_ascii() { US_ASCII.to_string() } else { self.encoding.clone() };
        Literal::Symbol { bytes: bytes.to_vec(), encoding }
    }
}
