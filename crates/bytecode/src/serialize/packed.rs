//! A method by itself, as a machine keeps it until it is called.
//!
//! ```text
//!   name | flags | count, names of the instance variables that it sets | the function
//! ```
//!
//! The path of its file is left out: a file may have a thousand methods.

use super::reader::Reader;
use super::writer::{put_function, put_number, put_string};
use super::*;

/// A method that has been found but not decoded.
#[derive(Clone, Debug)]
pub struct PackedMethod<'a> {
    /// As [`Function::name`].
    pub name: &'a str,
    /// As [`Function::flags`].
    pub flags: FunctionFlags,
    /// As [`Function::each_variable_set`], each once.
    pub variables_set: Vec<&'a str>,
    function: &'a [u8],
}

impl<'a> PackedMethod<'a> {
    pub fn write(function: &Function) -> Vec<u8> {
        let mut variables: Vec<&str> = Vec::new();
        function.each_variable_set(&mut |name| {
            if !variables.contains(&name) {
                variables.push(name);
            }
        });
        let mut out = Vec::new();
        put_string(&mut out, &function.name);
        put_number(&mut out, function.flags.0 as u64);
        put_number(&mut out, variables.len() as u64);
        variables.iter().for_each(|name| put_string(&mut out, name));
        put_function(&mut out, function, Some(&function.file), None);
        out
    }

    /// Finds the parts of what `write` made.
    pub fn parse(bytes: &'a [u8]) -> Result<PackedMethod<'a>, FormatError> {
        let mut reader = Reader::new(bytes);
        let name = reader.string()?;
        let flags = FunctionFlags(reader.number_u16()?);
        let count = reader.count()?;
        let variables_set = (0..count).map(|_| reader.string()).collect::<Result<_, _>>()?;
        Ok(PackedMethod { name, flags, variables_set, function: reader.rest() })
    }

    /// The function with everything nested in it, which stands in `file`.
    pub fn read(&self, file: &str) -> Result<Function, FormatError> {
        FunctionSource::new(self.function, self.name, file).parse()?.decode()
    }
}
