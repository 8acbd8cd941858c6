//! Extensions of chunks: nobody here reads them, and each has to be one, since a byte that one server takes for a part of
//! an extension and another for the end of its line is how requests are smuggled.

/// Where the bytes behind a chunk's size stand, after the first semicolon (RFC 9112, section 7.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChunkExtension {
    /// Before a name.
    Start,
    Name,
    /// In spaces behind a name.
    NameEnd,
    /// Behind an equals sign.
    ValueStart,
    Value,
    Quoted,
    /// Behind a backslash in quotes.
    Escaped,
    QuotedEnd,
    /// In spaces behind a value.
    ValueEnd,
}

impl ChunkExtension {
    /// The state behind a byte; none where it cannot stand there.
    pub(crate) fn step(self, byte: u8) -> Option<ChunkExtension> {
        use ChunkExtension::*;
        Some(match (self, byte) {
            (Start | ValueStart, b' ' | b'\t') => self,
            (Start | Name, byte) if is_token_byte(byte) => Name,
            (Name | NameEnd, b' ' | b'\t') => NameEnd,
            (Name | NameEnd, b'=') => ValueStart,
            (Name | NameEnd | Value | QuotedEnd | ValueEnd, b';') => Start,
            (ValueStart | Value, byte) if is_token_byte(byte) => Value,
            (ValueStart, b'"') => Quoted,
            (Quoted, b'"') => QuotedEnd,
            (Quoted, b'\\') => Escaped,
            (Quoted | Escaped, byte) if byte == b'\t' || byte >= b' ' && byte != 0x7f => Quoted,
            (Value | QuotedEnd | ValueEnd, b' ' | b'\t') => ValueEnd,
            _ => return None,
        })
    }

    /// Whether the line may end here.
    pub(crate) fn may_end(self) -> bool {
        matches!(self, ChunkExtension::Name | ChunkExtension::Value | ChunkExtension::QuotedEnd)
    }
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_extension(text: &str) -> bool {
        let end = text.bytes().try_fold(ChunkExtension::Start, ChunkExtension::step);
        end.is_some_and(ChunkExtension::may_end)
    }

    #[test]
    fn names_with_and_without_values() {
        for text in ["a", " a", "a=b", "a = b", "a=\"b; \\\" c\"", "a;b=c;d", "a=b ; c"] {
            assert!(is_extension(text), "{text:?}");
        }
        for text in ["", " ", ";", "a;", "a=", "a=\"b", "a b", "a=b c", "=b", "a\u{1}", "a=\"\u{1}\"", "[a]", "a ", "a=b=c"] {
            assert!(!is_extension(text), "{text:?}");
        }
    }
}
