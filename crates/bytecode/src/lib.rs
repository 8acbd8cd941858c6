//! The bytecode of Rutile: what the compiler writes and the interpreter runs.
//!
//! One register machine, fixed-width instructions of eight bytes, described once
//! in [`instruction`]: the names, the operands, what each does. The interpreter's
//! cases, the disassembler and the verifier are all written against that table.
//! A compiled scope (a method, a block, a class body, a file) is a [`Function`];
//! functions nest as their scopes do. Functions are immutable: inline caches
//! live elsewhere, in feedback that the machine allocates beside them, so that
//! running code dirties no page that holds it.

#![forbid(unsafe_code)]

pub mod disassemble;
pub mod frame;
pub mod function;
pub mod instruction;
pub mod literal;
mod nested;
#[cfg(test)]
mod samples;
pub mod serialize;
pub mod verify;

pub use function::{
    CallFlags, CallSite, Function, FunctionFlags, FunctionKind, Handler, HandlerKind, Keyword,
    KeywordRest, LineEntry, Parameters, VariableLocation,
};
pub use instruction::{Instruction, Op, OperandKind, fused, operating, sending};
pub use literal::{EncodingName, Literal};
pub use nested::{Nested, Packed};
