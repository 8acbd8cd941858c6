//! Regular expressions as Ruby 3.4 has them: patterns read, compiled, and matched against bytes.
//!
//! It knows nothing of the machine it is used in. A pattern is read to a tree (`parse`, `token`, `class`, `groups`), which
//! is checked (`references`) and compiled (`compile`) to a [`Program`]; a [`Machine`] runs it, so many steps at a time.
//!
//! Characters are those of UTF-8, or one a byte.

mod blocks;
pub mod charset;
mod class;
mod compile;
pub mod encoding;
mod error;
mod escapes;
mod expand;
mod first;
mod fold;
mod groups;
mod linear;
mod machine;
mod memo;
mod parse;
mod program;
pub mod properties;
mod ranges;
mod references;
mod required;
mod search;
mod special_folds;
mod tail;
mod token;
pub mod tree;
mod versions;

pub use encoding::Encoding;
pub use error::{Error, Result, Warning};
pub use machine::{Machine, Outcome};
pub use parse::Demand;
pub use program::Program;
pub use tree::Options;

/// A pattern that was read and compiled.
#[derive(Debug)]
pub struct Compiled {
    pub program: Program,
    /// The names of groups, each with its numbers.
    pub names: Vec<(Vec<u8>, Vec<usize>)>,
    /// The part of the pattern that says which encoding it is for.
    pub demand: Option<Demand>,
    pub has_property: bool,
    pub warnings: Vec<Warning>,
}

/// Compiles a pattern for texts of an encoding. `unicode_source` says that the source itself is UTF-8.
pub fn compile(source: &[u8], encoding: Encoding, unicode_source: bool, options: Options) -> Result<Compiled> {
    let parsed = parse::parse(source, encoding, unicode_source, options)?;
    if parsed.demand == Some(Demand::Unicode) && encoding == Encoding::Bytes {
        return compile(source, Encoding::Utf8, unicode_source, options);
    }
    let program = compile::compile(&parsed.root, parsed.group_count, encoding);
    Ok(Compiled { program, names: parsed.names, demand: parsed.demand, has_property: parsed.has_property, warnings: parsed.warnings })
}

/// Whether Ruby's own engine would match a pattern in time proportional to the text. `ascii` says that the source is read as
/// ASCII unless something in it is not.
pub fn is_linear(source: &[u8], encoding: Encoding, ascii: bool, options: Options) -> Result<bool> {
    let plain = parse::parse(source, Encoding::Bytes, false, options).ok().filter(|parsed| ascii && parsed.demand.is_none() && !parsed.has_property);
    if let Some(parsed) = plain {
        return Ok(linear::is_linear(&parsed.root, Encoding::Bytes));
    }
    Ok(linear::is_linear(&parse::parse(source, encoding, true, options)?.root, encoding))
}
