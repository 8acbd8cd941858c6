//! Regexps that stand in a source. One that is not valid is a SyntaxError of the source, and what is hardly meant in one
//! is warned of, though a literal is compiled for matching only when it is first used.

use rutile_bytecode::{Function, Literal, Op};

use super::compile;
use crate::value::encoding::Encoding;

/// The message of the SyntaxError for the first bad regexp of a function and of those in it. Warnings of a level up to
/// `level` are added to `warnings`.
pub fn complaint(function: &Function, level: u8, warnings: &mut Vec<String>) -> Option<String> {
    let own = function.literals.iter().enumerate().find_map(|(index, literal)| {
        let Literal::Regexp { source, encoding, options } = literal else { return None };
        if is_plain(source) {
            return None;
        }
        let encoding = Encoding::find(encoding).unwrap_or(Encoding::UTF_8);
        match compile(source, encoding, *options) {
            Err(reason) => Some(format!("{}:{}: {}", function.file, line_of(function, index), super::described(&reason, source, encoding, *options, Encoding::UTF_8))),
            Ok(compiled) => {
                for warning in compiled.warnings.iter().filter(|warning| level > warning.only_verbose as u8) {
                    let line = line_of(function, index);
                    let words = super::warning_words(&warning.message, source, encoding);
                    warnings.push(format!("{}:{line}: warning: {words}\n", function.file));
                }
                None
            }
        }
    });
    own.or_else(|| function.functions.iter().filter(|nested| nested.has_regexps()).find_map(|nested| complaint(nested, level, warnings)))
}

/// Whether a source holds nothing that means more than itself.
fn is_plain(source: &[u8]) -> bool {
    source.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-' | b',' | b':' | b';' | b'=' | b'@' | b'%' | b'"' | b'\'' | b'<' | b'>'))
}

/// The line on which a literal is first used.
fn line_of(function: &Function, literal: usize) -> u32 {
    let pc = function.instructions.iter().position(|instruction| instruction.op == Op::LoadLiteral && instruction.bc() as u32 as usize == literal);
    let entries = pc.map_or(0, |pc| function.lines.partition_point(|entry| entry.pc as usize <= pc));
    entries.checked_sub(1).map_or(function.line, |index| function.lines[index].line)
}
