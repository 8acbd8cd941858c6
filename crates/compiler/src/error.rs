//! Why a tree could not be compiled.

/// The errors of the compiler; the caller sees them as syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// A table or an operand is too small for the program.
    Limit(&'static str),
    /// The program is wrong in a way that the parser does not look for.
    Syntax { start: u32, end: u32, message: String },
    /// The same, told without a picture of the source.
    Plain { line: i32, message: &'static str },
    /// A construct that cannot be compiled, by its name.
    Unsupported(&'static str),
}

pub type Result<T> = std::result::Result<T, CompileError>;
