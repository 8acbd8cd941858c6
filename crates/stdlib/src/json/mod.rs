//! JSON: its text read and written.

pub mod generate;
pub mod parse;
pub mod text;
