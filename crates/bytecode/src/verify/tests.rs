use super::*;
use crate::function::{FunctionFlags, Handler, HandlerKind, LineEntry};
use crate::samples::{Chance, simple};

fn op(op: Op, n: u8, a: u16, b: u16, c: u16) -> Instruction {
    Instruction::new(op, n, a, b, c)
}

fn nil_and_return() -> Vec<Instruction> {
    vec![op(Op::LoadNil, 0, 0, 0, 0), op(Op::Return, 0, 0, 0, 0)]
}

/// The verifier's answer for a function of two registers with these instructions before `nil; return`.
fn message(instructions: &[Instruction]) -> String {
    message_of(simple(2, [instructions, &nil_and_return()].concat()))
}

fn message_of(function: Function) -> String {
    verify(&function).map_or_else(|error| error.message, |()| "sound".to_string())
}

#[test]
fn a_sound_function_passes() {
    assert_eq!(verify(&simple(1, nil_and_return())), Ok(()));
}

#[test]
fn registers_lie_below_the_count() {
    assert_eq!(message(&[op(Op::Move, 0, 1, 0, 0)]), "sound");
    assert_eq!(message(&[op(Op::Move, 0, 2, 0, 0)]), "Move uses register 2 of 2");
    assert_eq!(message(&[op(Op::Move, 0, 0, 9, 0)]), "Move uses register 9 of 2");
    assert_eq!(message(&[op(Op::NewArray, 0, 0, 1, 2)]), "NewArray uses registers 1..3 of 2");
    assert_eq!(message(&[op(Op::NewArray, 0, 0, 9, 0)]), "sound");
    assert_eq!(message(&[op(Op::LoadNils, 0, 0, 3, 0)]), "LoadNils uses registers 0..3 of 2");
    assert_eq!(message(&[op(Op::ExpandArray, 1, 0, 0, 1 | 1 << 8)]), "ExpandArray uses registers 0..3 of 2");
    assert_eq!(message(&[op(Op::Move, 0, 0, 0, 7)]), "Move has 7 where nothing is meant");
}

#[test]
fn a_decided_jump_follows() {
    let decided = |n, jump| message(&[op(Op::Less, n, 0, 0, 1), Instruction::wide(jump, 0, 0, 0)]);
    assert_eq!(decided(fused::JUMP_IF, Op::JumpIf), "sound");
    assert_eq!(decided(fused::JUMP_UNLESS, Op::JumpUnless), "sound");
    assert_eq!(decided(fused::JUMP_IF, Op::JumpUnless), "Less decides a jump that does not follow");
    assert_eq!(message(&[op(Op::Not, fused::JUMP_IF, 1, 0, 0), Instruction::wide(Op::JumpIf, 0, 0, 0)]), "Not decides a jump that does not follow");
}

#[test]
fn clauses_are_followed_by_their_jumps() {
    let with = |literal: crate::Literal, jumps: usize| {
        let jump = Instruction::wide(Op::Jump, 0, 0, 0);
        let instructions = [vec![Instruction::wide(Op::JumpToClause, 0, 0, 0)], vec![jump; jumps], nil_and_return().to_vec()].concat();
        message_of(Function { literals: vec![literal], ..simple(2, instructions) })
    };
    let clauses = || crate::Literal::Clauses(vec![(crate::Literal::Integer(1), 2), (crate::Literal::Integer(2), 3)]);
    assert_eq!(with(clauses(), 4), "sound");
    assert_eq!(with(clauses(), 3), "JumpToClause lacks some of its Jumps");
    assert_eq!(with(crate::Literal::Clauses(Vec::new()), 2), "sound");
    assert_eq!(with(crate::Literal::Clauses(Vec::new()), 1), "JumpToClause lacks some of its Jumps");
    assert_eq!(with(crate::Literal::Integer(1), 2), "JumpToClause has no clauses");
}

#[test]
fn windows_lie_below_the_count() {
    let call = |registers| {
        let site = CallSite { arguments: 2, keywords: vec![0], flags: CallFlags(CallFlags::BLOCK_ARGUMENT), ..CallSite::default() };
        let instructions = [vec![op(Op::Send, 0, 0, 1, 0)], nil_and_return()].concat();
        Function { call_sites: vec![site], names: vec!["m".into()], ..simple(registers, instructions) }
    };
    assert_eq!(message_of(call(11)), "sound");
    assert_eq!(message_of(call(10)), "Send uses registers 1..11 of 10");
}

#[test]
fn indexes_have_something_behind_them() {
    assert_eq!(message(&[op(Op::GetGlobal, 0, 0, 3, 0)]), "GetGlobal names 3 of 0");
    assert_eq!(message(&[op(Op::LoadLiteral, 0, 0, 1, 0)]), "LoadLiteral uses literal 1 of 0");
    assert_eq!(message(&[op(Op::Send, 0, 0, 0, 0)]), "Send calls by site 0 of 0");
    assert_eq!(message(&[op(Op::NewLambda, 0, 0, 0, 4)]), "NewLambda uses function 4 of 0");
    assert_eq!(message(&[op(Op::GetOnce, 0, 0, 1, 0)]), "GetOnce uses feedback 1 of 0");
    assert_eq!(message(&[op(Op::GetEnvironment, 0, 0, 0, 0)]), "no captured variable 0 at depth 0");
}

#[test]
fn jumps_and_handlers_stay_inside() {
    assert_eq!(message(&[Instruction::wide(Op::Jump, 0, 0, 1)]), "sound");
    assert_eq!(message(&[Instruction::wide(Op::Jump, 0, 0, 2)]), "jump to 3, outside 0..3");
    assert_eq!(message(&[Instruction::wide(Op::JumpIf, 0, 0, -2)]), "jump to -1, outside 0..3");
    let handled = |start, end, target| {
        let handler = Handler { start, end, target, register: 0, kind: HandlerKind::Rescue };
        message_of(Function { handlers: vec![handler], ..simple(1, nil_and_return()) })
    };
    assert_eq!(handled(0, 1, 1), "sound");
    assert_eq!(handled(0, 3, 1), "handler 0..3 -> 1 is outside 0..2");
    assert_eq!(handled(0, 1, 2), "handler 0..1 -> 2 is outside 0..2");
    assert_eq!(handled(0, 2, 1), "handler 0..2 -> 1 covers itself");
}

#[test]
fn no_path_runs_off_the_end() {
    assert_eq!(message_of(simple(1, vec![op(Op::LoadNil, 0, 0, 0, 0)])), "runs off the end");
    assert_eq!(message_of(simple(1, vec![])), "no instructions");
    assert_eq!(message_of(simple(1, vec![Instruction::wide(Op::LoopBack, 0, 0, -1)])), "sound");
    let skipped = vec![Instruction::wide(Op::JumpIf, 0, 0, 1), op(Op::Return, 0, 0, 0, 0), op(Op::LoadNil, 0, 0, 0, 0)];
    assert_eq!(message_of(simple(1, skipped)), "runs off the end");
}

#[test]
fn optional_parameters_have_entries() {
    let mut function = simple(1, nil_and_return());
    function.parameters.optional = 1;
    assert_eq!(message_of(function.clone()), "0 entries for 1 optional parameters");
    function.parameters.optional_entries = vec![0, 7];
    assert_eq!(message_of(function.clone()), "entry 7 is outside");
    function.parameters.optional_entries = vec![0, 1];
    assert_eq!(message_of(function.clone()), "sound");
    function.parameters.block = true;
    assert_eq!(message_of(function), "parameters take 2 registers of 1");
}

#[test]
fn blocks_reach_the_environments_around_them() {
    let block = |slot, depth| Function {
        kind: FunctionKind::Block,
        ..simple(1, [vec![op(Op::GetEnvironment, 0, 0, slot, depth)], nil_and_return()].concat())
    };
    let around = |kind, inner: Function| {
        let instructions = [op(Op::NewEnvironment, 0, 1, 0, 0), op(Op::LoadNil, 0, 0, 0, 0), op(Op::Return, 0, 0, 1, 0)];
        Function { kind, environment: vec!["x".into()], functions: vec![inner.into()], ..simple(1, instructions.to_vec()) }
    };
    assert_eq!(message_of(around(FunctionKind::Method, block(0, 0))), "sound");
    assert_eq!(message_of(around(FunctionKind::Method, block(1, 0))), "no captured variable 1 at depth 0");
    assert_eq!(message_of(around(FunctionKind::Method, block(0, 1))), "no captured variable 0 at depth 1");
    assert_eq!(message_of(around(FunctionKind::Eval, block(0, 1))), "sound");
    let method = Function { kind: FunctionKind::Method, ..block(0, 0) };
    assert_eq!(message_of(around(FunctionKind::Method, method)), "no captured variable 0 at depth 0");
}

#[test]
fn an_error_says_where() {
    let inner = Function { name: "inner".into(), ..simple(0, nil_and_return()) };
    let outer = Function { name: "outer".into(), functions: vec![inner.into()], ..simple(1, nil_and_return()) };
    let error = verify(&outer).unwrap_err();
    assert_eq!(error.to_string(), "outer/inner at 0: LoadNil uses register 0 of 0");
}

#[test]
fn operations_are_used_where_they_mean_something() {
    assert_eq!(message(&[op(Op::Break, 0, 0, 0, 0)]), "breaks outside a block");
    assert_eq!(message(&[op(Op::ReturnFromMethod, 0, 0, 0, 0)]), "returns from the method around what is no block");
    let mut function = simple(1, [vec![op(Op::CallPrimitive, 0, 0, 0, 0)], nil_and_return()].concat());
    function.names = vec!["array_length".into()];
    assert_eq!(message_of(function.clone()), "calls a primitive outside the core library");
    function.flags = FunctionFlags(FunctionFlags::CORE);
    assert_eq!(message_of(function), "sound");
    let unordered = vec![LineEntry { pc: 1, line: 1 }, LineEntry { pc: 0, line: 2 }];
    assert_eq!(message_of(Function { lines: unordered, ..simple(1, nil_and_return()) }), "lines are not in order");
}

#[test]
fn chance_functions_are_judged_without_panic() {
    for seed in 1..500 {
        let _ = verify(&Chance(seed * 31).function(0));
    }
}
