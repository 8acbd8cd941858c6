//! Encodings of the source and of the literals in it.

use std::ffi::{CStr, c_char, c_void};

use ruby_prism::Node;
use rutile_bytecode::Literal;

use crate::compiler::Compiler;

pub const UTF_8: &str = "UTF-8";
pub const US_ASCII: &str = "US-ASCII";
pub const BINARY: &str = "BINARY";

unsafe extern "C" {
    /// Of Prism: the name of the encoding that a parser read its source in.
    fn pm_parser_encoding_name(parser: *const c_void) -> *const c_char;
}

/// The encoding of a source: what its magic comment says, what the caller says, or UTF-8.
pub(crate) fn of_source(root: &Node<'_>) -> String {
    let Node::ProgramNode { parser, .. } = root else { return UTF_8.to_string() };
    // SAFETY: a node's parser lives as long as the node, and the name it answers is a constant of the library
    // that ends in NUL.
    let name = unsafe { CStr::from_ptr(pm_parser_encoding_name(parser.cast())) };
    match name.to_string_lossy().as_ref() {
        "ASCII-8BIT" => BINARY.to_string(),
        name => name.to_string(),
    }
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
