//! The binary form of functions, and images of many compiled files.
//!
//! The form is compact (most numbers take one byte) and made for laziness: a
//! nested function stands behind its length, so a machine that maps an image
//! can open a class without decoding the bodies of its methods, and decode
//! each body at its first call. So that it need not even touch them, the bodies of
//! the methods of an image stand behind everything else, those that a start of
//! the program calls first: of a mapped image only the pages that are used take
//! memory. Nothing here trusts its input: any bytes give
//! a function or a [`FormatError`], never a panic and never an allocation
//! larger than the input justifies. What is decoded is well formed but not
//! yet safe to run; [`crate::verify`] decides that.
//!
//! ```text
//!   function                            image
//!   +------------------------------+    +------------------------------+
//!   | length of the own part       |    | magic "RutileBC"             |
//!   | own part: all but nested     |    | format version               |
//!   | count of nested functions    |    | fingerprint of instructions  |
//!   | of each: name, kind, what is |    | count of files               |
//!   |   told of a method, place    |    | name, length of each         |
//!   |   and length                 |    | their functions, named       |
//!   | the bytes of those that      |    | the back: bodies of methods  |
//!   |   stand here                 |    +------------------------------+
//!   +------------------------------+
//! ```
//!
//! Numbers are little-endian base-128 (the low seven bits first, the top bit
//! set on all but the last byte), but for places in the back, which have four bytes;
//! strings stand behind their length. A nested
//! function that comes from the same file as the one around it doesn't repeat the path.

use std::collections::HashMap;
use std::ops::Range;

use crate::function::{
    CallFlags, CallSite, Function, FunctionFlags, FunctionKind, Handler, HandlerKind, Keyword,
    KeywordRest, LineEntry, Parameters, VariableLocation,
};
use crate::instruction::{Instruction, Op};
use crate::literal::{EncodingName, Literal};

mod packed;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use packed::PackedMethod;
pub use reader::{FunctionRecord, FunctionSource, Head};
pub use writer::write_function;

/// The first bytes of an image.
pub const MAGIC: &[u8; 8] = b"RutileBC";
/// Raised when this file changes what bytes mean. A change of the instruction
/// table needs no new version: the fingerprint tells it.
pub const FORMAT_VERSION: u32 = 5;
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
    FunctionRecord::parse(bytes, &[])?.decode()
}

/// A number that differs where the instruction tables of writer and reader do.
pub const INSTRUCTION_FINGERPRINT: u32 = {
    let mut hash: u32 = 0x811c_9dc5;
    let mut number = 0;
    while number < Op::ALL.len() {
        hash = mix_all(hash, Op::ALL[number].name().as_bytes());
        let [a, b, c] = Op::ALL[number].operands();
        hash = mix_all(hash, &[a as u8, b as u8, c as u8]);
        number += 1;
    }
    hash
};

const fn mix_all(mut hash: u32, bytes: &[u8]) -> u32 {
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    hash
}

/// Compiled files, by name, in the order in which they were given. Borrows the
/// bytes it was read from: for the core library those of the binary itself.
#[derive(Clone, Debug)]
pub struct Image<'a> {
    files: Vec<(&'a str, ImageFile<'a>)>,
}

/// One file of an image.
#[derive(Clone, Copy, Debug)]
pub struct ImageFile<'a> {
    bytes: &'a [u8],
    back: &'a [u8],
}

impl<'a> ImageFile<'a> {
    /// The function of the file.
    pub fn record(&self) -> Result<FunctionRecord<'a>, FormatError> {
        FunctionRecord::parse(self.bytes, self.back)
    }
}

impl<'a> Image<'a> {
    /// Writes an image of named files. `early` holds the paths of methods whose bodies come first in the back, in this order: the
    /// path of the file, the name of the function that the method is nested in, and its own, between slashes.
    pub fn write(files: &[(&str, &Function)], early: &[&str]) -> Vec<u8> {
        let (parts, back) = writer::write_files(files.iter().map(|(_, function)| *function), early);
        let mut out = MAGIC.to_vec();
        writer::put_number(&mut out, FORMAT_VERSION as u64);
        out.extend_from_slice(&INSTRUCTION_FINGERPRINT.to_le_bytes());
        writer::put_number(&mut out, files.len() as u64);
        for ((name, _), bytes) in files.iter().zip(&parts) {
            writer::put_string(&mut out, name);
            writer::put_number(&mut out, bytes.len() as u64);
        }
        parts.iter().chain([&back]).for_each(|bytes| out.extend_from_slice(bytes));
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
        if reader.bytes(4)? != INSTRUCTION_FINGERPRINT.to_le_bytes() {
            return Err(FormatError::OtherInstructions);
        }
        let count = reader.count()?;
        let mut directory = Vec::with_capacity(count);
        for _ in 0..count {
            directory.push((reader.string()?, reader.length()?));
        }
        let mut parts = Vec::with_capacity(count);
        for (name, length) in directory {
            parts.push((name, reader.bytes(length)?));
        }
        let back = reader.rest();
        Ok(Image { files: parts.into_iter().map(|(name, bytes)| (name, ImageFile { bytes, back })).collect() })
    }

    /// The files in the order in which they were written.
    pub fn files(&self) -> impl Iterator<Item = (&'a str, ImageFile<'a>)> + '_ {
        self.files.iter().copied()
    }

    /// The file of this name.
    pub fn find(&self, name: &str) -> Option<ImageFile<'a>> {
        self.files.iter().find(|(each, _)| *each == name).map(|(_, file)| *file)
    }
}
