//! Where instructions lead: every path must end in an instruction that leaves the frame.

use std::ops::Range;

use super::*;
use crate::Literal;

/// The instruction that a jump goes to, if the instruction is a jump.
pub fn jump_target(pc: usize, instruction: Instruction) -> Option<i64> {
    let is_jump = instruction.op.operands().contains(&OperandKind::Jump);
    is_jump.then(|| pc as i64 + 1 + instruction.bc() as i64)
}

/// Whether the instruction never goes on to the following one.
pub fn is_end(op: Op) -> bool {
    matches!(
        op,
        Op::Jump | Op::LoopBack | Op::Return | Op::ReturnFromMethod | Op::Break | Op::Rethrow
    )
}

/// The Jumps that a `JumpToClause` at `pc` goes to.
pub fn clause_jumps(function: &Function, pc: usize) -> Range<usize> {
    let instruction = function.instructions[pc];
    let literal = || function.literals.get(instruction.bc() as usize);
    let count = if instruction.op == Op::JumpToClause { literal().and_then(Literal::clause_jumps) } else { None };
    pc + 1..pc + 1 + count.unwrap_or(0)
}

/// Follows every path from the entries. Jumps must have been checked.
pub fn check(function: &Function) -> Result<(), (u32, String)> {
    let length = function.instructions.len();
    let mut reached = vec![false; length];
    let mut waiting: Vec<usize> = vec![0];
    waiting.extend(function.parameters.optional_entries.iter().map(|entry| *entry as usize));
    waiting.extend(function.handlers.iter().map(|handler| handler.target as usize));
    while let Some(mut pc) = waiting.pop() {
        while !std::mem::replace(&mut reached[pc], true) {
            let instruction = function.instructions[pc];
            if let Some(target) = jump_target(pc, instruction) {
                waiting.push(target as usize);
            }
            waiting.extend(clause_jumps(function, pc));
            if is_end(instruction.op) {
                break;
            }
            pc += 1;
            if pc == length {
                return Err((pc as u32 - 1, "runs off the end".to_string()));
            }
        }
    }
    Ok(())
}
