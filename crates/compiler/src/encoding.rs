//! Encodings of the source and of the literals in it.

use ruby_prism::Node;
use rutile_bytecode::{EncodingName, Literal};

use crate::compiler::Compiler;
use crate::parser_questions;

pub const UTF_8: &str = "UTF-8";
pub const US_ASCII: &str = "US-ASCII";
pub const BINARY: &str = "BINARY";

/// The encoding of a source: what its magic comment says, what the caller says, or UTF-8.
pub(crate) fn of_source(root: &Node<'_>) -> EncodingName {
    match parser_questions::encoding_of(root) {
        Some(name) if name == "ASCII-8BIT" => BINARY.into(),
        Some(name) => name.into(),
        None => UTF_8.into(),
    }
}

impl<'pr> Compiler<'pr> {
    /// The encoding of a literal with these flags.
    pub(crate) fn literal_encoding(&self, forced_utf8: bool, forced_binary: bool) -> EncodingName {
        if forced_utf8 {
            UTF_8.into()
        } else if forced_binary {
            BINARY.into()
        } else {
            self.encoding.clone()
        }
    }

    /// A symbol written in the source.
    pub fn symbol_literal(&self, bytes: &[u8]) -> Literal {
        let encoding = if bytes.is_ascii() { US_ASCII.into() } else { self.encoding.clone() };
        Literal::Symbol { bytes: bytes.to_vec(), encoding }
    }
}
