//! From Ruby source to bytecode.
//!
//! Prism parses; a first pass over its tree finds which variables must outlive
//! their frame (`captures`); a second writes one [`Function`] for each scope
//! (`compiler` and the modules named after what they compile). A source that is
//! not valid Ruby is answered with the message that Ruby itself would print.
//!
//! The compiler holds nothing between calls and knows nothing of a running
//! machine: what it needs to know of the surroundings is in [`Options`].

#![deny(unsafe_code)]

mod arguments;
mod assignable;
mod blocks;
mod builder;
mod calls;
mod code_frame;
mod captures;
mod compiler;
mod conditions;
mod constants;
mod control;
mod coverage;
mod defined;
mod definitions;
mod encoding;
mod error;
mod escapes;
mod exceptions;
mod extents;
mod literals;
mod loops;
mod multiple_assignment;
mod operator_assignment;
mod operators;
mod options;
mod parameters;
mod parse;
#[expect(unsafe_code)]
mod parser_questions;
mod patterns;
mod purity;
mod scope;
mod shareable;
mod shebang;
mod spot;
mod strings;
mod syntax_error;
mod targets;
mod variables;

pub use coverage::{Added, Base, CoverageRequest, CoverageTable, Span};
pub use extents::{Extent, extents};
pub use options::{CommandLine, EvalScope, Options};
pub use parse::compile;
pub use shebang::shebang;
pub use spot::{Point, Spot, Standing, node, spot, spot_of_node};
pub use syntax_error::{Diagnostic, ErrorKind, SyntaxError};

use rutile_bytecode::Function;

/// The result of compiling a source.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub function: Function,
    /// The warnings of Ruby, in the order of the source.
    pub warnings: Vec<Diagnostic>,
    /// Where the text after `__END__` begins, in bytes.
    pub data_offset: Option<usize>,
    /// The counters, where counting was asked for.
    pub coverage: Option<CoverageTable>,
}

/// A name of the tree as text.
pub(crate) fn text(name: &ruby_prism::ConstantId<'_>) -> String {
    String::from_utf8_lossy(name.as_slice()).into_owned()
}
