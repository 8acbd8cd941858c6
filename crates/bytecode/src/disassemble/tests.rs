use super::*;
use crate::function::{FunctionKind, Handler, LineEntry, Parameters};
use crate::instruction::sending;
use crate::samples::{Chance, simple};

#[test]
fn a_function_reads_from_top_to_bottom() {
    let block = Function { kind: FunctionKind::Block, ..simple(1, vec![Instruction::new(Op::Return, 0, 0, 0, 0)]) };
    let function = Function {
        names: vec!["puts".into(), "sep".into()],
        literals: vec![Literal::String { bytes: b"a\n".to_vec(), encoding: "UTF-8".into() }],
        call_sites: vec![CallSite {
            arguments: 1,
            keywords: vec![1],
            flags: CallFlags(CallFlags::SELF_CALL),
            block: Some(0),
            ..CallSite::default()
        }],
        functions: vec![block.into()],
        handlers: vec![Handler { start: 0, end: 2, target: 3, register: 1, kind: HandlerKind::Ensure }],
        lines: vec![LineEntry { pc: 0, line: 1 }, LineEntry { pc: 2, line: 4 }],
        parameters: Parameters { required: 1, rest: true, names: vec!["a".into(), "*".into()], ..Parameters::default() },
        locals: vec![("a".into(), 0)],
        ..simple(10, vec![
            Instruction::wide(Op::JumpIf, 0, 0, 2),
            Instruction::wide(Op::NewString, 1, 8, 0),
            Instruction::new(Op::Send, sending::SELF_CALL | sending::BLOCK, 1, 2, 0),
            Instruction::new(Op::NewArray, 0, 1, 2, 3),
            Instruction::new(Op::Return, 0, 1, 0, 0),
        ])
    };
    let expected = "\
== sample (method) at sample.rb:1
   parameters: a, *
   registers: 10
   locals: a r0
   0000 [1]      JumpIf               r0, -> L1
   0001          NewString            r8, \"a\\n\", chilled
   0002 [4]      Send                 r1, r2, puts(1, sep:) {function 0} self
L1:
   0003          NewArray             r1, r2..r4
   0004          Return               r1
   ensure 0000..0002 -> L1, r1

== sample (block) at sample.rb:1
   registers: 1
   0000 [1]      Return               r0
";
    assert_eq!(disassemble(&function), expected);
    assert!(!disassemble_own(&function).contains("(block)"));
}

#[test]
fn literals_read_as_ruby_writes_them() {
    let integer = |value| Box::new(Literal::Integer(value));
    let range = Literal::Range { first: Some(integer(1)), last: None, exclusive: true };
    assert_eq!(literal(&range), "1...");
    assert_eq!(literal(&Literal::Rational { numerator: integer(3), denominator: integer(2) }), "3/2r");
    assert_eq!(literal(&Literal::BigInteger { negative: true, digits: vec![0, 0, 1] }), "-0x10000000000000000");
    assert_eq!(literal(&Literal::Symbol { bytes: vec![0xff], encoding: "BINARY".into() }), ":\\xff (BINARY)");
}

#[test]
fn unsound_functions_can_be_read() {
    for seed in 1..25 {
        assert!(disassemble(&Chance(seed * 17).function(0)).starts_with("== "));
    }
    let text = disassemble(&simple(0, vec![Instruction::new(Op::GetGlobal, 0, 1, 9, 0), Instruction::wide(Op::Jump, 0, 0, 90)]));
    assert!(text.contains("name 9?") && text.contains("-> 92?"), "{text}");
}
