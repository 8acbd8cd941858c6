//! The binary form of functions, and images of many compiled files.
//!
//! The form is compact (most numbers take one byte) and made for laziness: a
//! nested function stands behind its length, so a machine that maps an image
//! can open a class without decoding the bodies of its methods, and decode
//! each body at its first call. Nothing here trusts its input: any bytes give
//! a function or a [`FormatError`], never a panic and never an allocation
//! larger than the input justifies. What is decoded is well formed but not
//! yet safe to run; [`crate::verify`] decides that.
//!
//! ```text
//!   function                         image
//!   +---------------------------+    +------------------------------+
//!   | name                      |    | magic "RutileBC"             |
//!   | length of the own part    |    | format version               |
//!   | own part: all but nested  |    | fingerprint of instructions  |
//!   | count of nested functions |    | count of files               |
//!   | their lengths             |    | name, length of each         |
//!   | their bytes               |    | their functions              |
//!   +---------------------------+    +------------------------------+
//! ```
//!
//! Numbers are little-endian base-128 (the low seven bits first, the top bit
//! set on all but the last byte); strings stand behind their length. A nested
//! function that comes from the same file as the one around it doesn't repeat the path.

use std::ops::Range;

use crate::function::{
    CallFlags, CallSite, Function, FunctionFlags, FunctionKind, Handler, HandlerKind, Keyword,
    KeywordRest, LineEntry, Parameters, VariableLocation,
};
use crate::instruction::{Instruction, Op};
use crate::literal::Literal;

mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::{FunctionRecord, Head};
pub use writer::write_function;

/// The first bytes of an image.
pub const MAGIC: &[u8; 8] = b"RutileBC";
/// Raised when this file changes what bytes mean. A change of the instruction
/// table needs no new version: the fingerprint tells it.
pub const FORMAT_VERSION: u32 = 1;
/// Functions nested deeper than this are refused by the reader, which follows them recursively.
pub const DEEPEST_NESTING: usize = 500;
/// Literals within literals (a range of rationals of integers is three deep).
const DEEPEST_LITERAL: usize = 8;
/// Encodings that take one byte.
const COMMON_ENCODINGS: &[&str] = &["UTF-8", "US-ASCII", "BINARY", "ASCII-8BIT", "EUC-JP", "Windows-31J"];

/// Why bytes could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatError {
    /// The bytes end within something.
    Truncated,
    /// Bytes are left over behind the end.
    Excess,
    /// The bytes don't begin as an image does.
    NotAnImage,
    /// An image of another version of the format.
    Version { found: u32 },
    /// An image written with another instruction table.
    OtherInstructions,
    /// Nested beyond [`DEEPEST_NESTING`].
    TooDeep,
    /// Something has a value it can't have.
    Invalid(&'static str),
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FormatError::Truncated => write!(formatter, "bytecode ends too early"),
            FormatError::Excess => write!(formatter, "bytes are left over behind the bytecode"),
            FormatError::NotAnImage => write!(formatter, "not a bytecode image"),
            FormatError::Version { found } => {
                write!(formatter, "bytecode image of version {found}, expected {FORMAT_VERSION}")
            }
            FormatError::OtherInstructions => {
                write!(formatter, "bytecode image of another instruction table")
            }
            FormatError::TooDeep => write!(formatter, "functions nested too deep"),
            FormatError::Invalid(what) => write!(formatter, "invalid {what} in bytecode"),
        }
    }
}

impl std::error::Error for FormatError {}

/// Decodes a whole function with everything nested in it.
pub fn read_function(bytes: &[u8]) -> Result<Function, FormatError> {
    FunctionRecord::parse(bytes)?.decode()
}

/// A number that differs where the instruction tables of writer and reader do.
pub fn instruction_fingerprint() -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut mix = |byte: u8| hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
    for op in Op::ALL {
        op.name().bytes().for_each(&mut mix);
        op.operands().into_iter().for_each(|kind| mix(kind as u8));
    }
    hash
}

/// Compiled files, by name, in the order in which they were given. Borrows the
/// bytes it was read from: for the core library those of the binary itself.
#[derive(Clone, Debug)]
pub struct Image<'a> {
    files: Vec<(&'a str, &'a [u8])>,
}

impl<'a> Image<'a> {
    /// Writes an image of named files; each has the bytes of [`write_function`].
    pub fn write(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        writer::put_number(&mut out, FORMAT_VERSION as u64);
        out.extend_from_slice(&instruction_fingerprint().to_le_bytes());
        writer::put_number(&mut out, files.len() as u64);
        for (name, bytes) in files {
            writer::put_string(&mut out, name);
            writer::put_number(&mut out, bytes.len() as u64);
        }
        files.iter().for_each(|(_, bytes)| out.extend_from_slice(bytes));
        out
    }

    /// Opens an image: reads its directory, none of its functions.
    pub fn read(bytes: &'a [u8]) -> Result<Image<'a>, FormatError> {
        let mut reader = reader::Reader::new(bytes);
        if reader.bytes(MAGIC.len()) != Ok(MAGIC) {
            return Err(FormatError::NotAnImage);
        }
        let found = reader.number_u32()?;
        if found != FORMAT_VERSION {
            return Err(FormatError::Version { found });
        }
        if reader.bytes(4)? != instruction_fingerprint().to_le_bytes() {
            return Err(FormatError::OtherInstructions);
        }
        let count = reader.count()?;
        let mut directory = Vec::with_capacity(count);
        for _ in 0..count {
            directory.push((reader.string()?, reader.length()?));
        }
        let mut files = Vec::with_capacity(count);
        for (name, length) in directory {
            files.push((name, reader.bytes(length)?));
        }
        reader.finish()?;
        Ok(Image { files })
    }

    /// The files in the order in which they were written.
    pub fn files(&self) -> impl Iterator<Item = (&'a str, &'a [u8])> + '_ {
        self.files.iter().copied()
    }

    /// The function of the file of this name.
    pub fn find(&self, name: &str) -> Option<Result<FunctionRecord<'a>, FormatError>> {
        let (_, bytes) = self.files.iter().find(|(each, _)| *each == name)?;
        Some(FunctionRecord::parse(bytes))
    }
}
