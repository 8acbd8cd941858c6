//! Values that stand in compiled code.

use std::borrow::Cow;

/// The Ruby name of an encoding (`"UTF-8"`, `"US-ASCII"`, `"BINARY"` ...), of which nearly all are common ones.
pub type EncodingName = Cow<'static, str>;

/// A literal. The machine makes a value of each when the function is first run.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    Integer(i64),
    /// An integer beyond 64 bits: little-endian 32-bit digits of the magnitude.
    BigInteger { negative: bool, digits: Vec<u32> },
    Float(f64),
    String { bytes: Vec<u8>, encoding: EncodingName },
    Symbol { bytes: Vec<u8>, encoding: EncodingName },
    /// Options: 1 ignore case, 2 extended, 4 multi-line, 16 fixed encoding, 32 no encoding, as `Regexp#options`.
    Regexp { source: Vec<u8>, encoding: EncodingName, options: u8 },
    Rational { numerator: Box<Literal>, denominator: Box<Literal> },
    Imaginary(Box<Literal>),
    /// A range of literals (`nil` where an end is missing), as in `1..10`.
    Range { first: Option<Box<Literal>>, last: Option<Box<Literal>>, exclusive: bool },
    /// What an Array of literals alone begins with: never handed to a program, but copied.
    Array(Vec<Literal>),
    /// What a Hash of literals alone begins with, its keys integers, symbols and strings: never handed to a program, but copied.
    Hash(Vec<(Literal, Literal)>),
    /// `nil`, `true` and `false` within others.
    Nil,
    True,
    False,
    /// The clauses of a `case`: integers, symbols and strings, each with the number of its Jump (see `JumpToClause`).
    Clauses(Vec<(Literal, u16)>),
}

impl Literal {
    /// How many Jumps follow the `JumpToClause` that uses these clauses.
    pub fn clause_jumps(&self) -> Option<usize> {
        match self {
            Literal::Clauses(clauses) => Some(clauses.iter().map(|(_, jump)| *jump as usize + 1).max().unwrap_or(0).max(2)),
            _ => None,
        }
    }
}
