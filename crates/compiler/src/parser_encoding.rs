//! The one question to Prism's library that its crate does not ask: which encoding a source was read in.

use std::ffi::{CStr, c_char, c_void};

use ruby_prism::Node;

unsafe extern "C" {
    fn pm_parser_encoding_name(parser: *const c_void) -> *const c_char;
}

/// The encoding's name, by the root of the tree; none for another node.
pub fn of(root: &Node<'_>) -> Option<String> {
    let Node::ProgramNode { parser, .. } = root else { return None };
    // SAFETY: a node's parser lives as long as the node, and the name it answers is a constant of the library
    // that ends in NUL.
    let name = unsafe { CStr::from_ptr(pm_parser_encoding_name(parser.cast())) };
    Some(name.to_string_lossy().into_owned())
}
