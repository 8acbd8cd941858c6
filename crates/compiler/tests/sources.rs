//! The settings that a source makes for itself: encodings, frozen strings, data, command line flags.

mod support;

use rutile_bytecode::{FunctionFlags, Literal, Op};
use rutile_compiler::{CommandLine, Compiled, ErrorKind, Options, compile};

fn with(options: Options, source: &[u8]) -> Compiled {
    let compiled = compile(source, &options).unwrap_or_else(|error| panic!("{error}"));
    support::sound(&String::from_utf8_lossy(source), &compiled.function);
    compiled
}

fn encodings(source: &[u8]) -> Vec<String> {
    let compiled = with(Options::default(), source);
    let strings = compiled.function.literals.into_iter().filter_map(|literal| match literal {
        Literal::String { encoding, .. } | Literal::Symbol { encoding, .. } | Literal::Regexp { encoding, .. } => {
            Some(encoding.into_owned())
        }
        _ => None,
    });
    strings.collect()
}

#[test]
fn strings_have_the_encoding_of_the_source() {
    assert_eq!(encodings(b"p 'a'"), ["UTF-8"]);
    assert_eq!(encodings(b"# encoding: ascii-8bit\np 'a'"), ["BINARY"]);
    assert_eq!(encodings(b"# -*- coding: euc-jp -*-\np '\xa4\xa2'"), ["EUC-JP"]);
    assert_eq!(encodings(b"#!ruby\n# vim: encoding: us-ascii\np 'a'"), ["US-ASCII"]);
    assert_eq!(encodings(b"1\n# encoding: us-ascii\np 'a'"), ["UTF-8"]);
}

#[test]
fn escapes_may_force_another_encoding() {
    assert_eq!(encodings(b"# encoding: us-ascii\np \"\\u00e9\""), ["UTF-8"]);
    assert_eq!(encodings(b"# encoding: us-ascii\np \"\\xe9\""), ["BINARY"]);
    assert_eq!(encodings(b"# encoding: us-ascii\np :a, :\"\\u00e9\""), ["US-ASCII", "UTF-8"]);
    assert_eq!(encodings("p /a/, /é/, /a/u, /a/n".as_bytes()), ["US-ASCII", "UTF-8", "UTF-8", "US-ASCII"]);
}

#[test]
fn an_unknown_encoding_is_an_argument_error() {
    let error = compile(b"# encoding: foo\n1", &Options { file: "a.rb".into(), ..Options::default() }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::ArgumentError);
    assert!(error.message.starts_with("a.rb:1: unknown or invalid encoding in the magic comment"));
}

fn string_load(options: Options, source: &str) -> (Op, u8) {
    let compiled = with(options, source.as_bytes());
    let load = compiled.function.instructions[0];
    (load.op, load.n)
}

#[test]
fn the_magic_comment_freezes_strings() {
    let plain = Options::default;
    assert_eq!(string_load(plain(), "'a'"), (Op::NewString, 1));
    assert_eq!(string_load(plain(), "# frozen_string_literal: true\n'a'").0, Op::LoadLiteral);
    assert_eq!(string_load(plain(), "# frozen_string_literal: false\n'a'"), (Op::NewString, 0));
    assert_eq!(string_load(plain(), "'a'\n# frozen_string_literal: true\n'a'"), (Op::NewString, 1));
    let frozen = Options { frozen_string_literal: Some(true), ..Options::default() };
    assert_eq!(string_load(frozen, "'a'").0, Op::LoadLiteral);
    let core = Options { core: true, ..Options::default() };
    assert_eq!(string_load(core, "'a'"), (Op::NewString, 0));
}

#[test]
fn data_begins_behind_its_marker() {
    assert_eq!(with(Options::default(), b"1\n__END__\nabc").data_offset, Some(10));
    assert_eq!(with(Options::default(), b"1\n__END__").data_offset, Some(9));
    assert_eq!(with(Options::default(), b"1\n").data_offset, None);
}

#[test]
fn command_line_flags_wrap_the_program() {
    let flags = CommandLine { print: true, split: true, chomp: true, ..CommandLine::default() };
    let options = Options { command_line: flags, main: true, ..Options::default() };
    let compiled = with(options, b"BEGIN { x = 1 }; $F");
    for name in ["gets", "split", "print"] {
        let names = &compiled.function.names;
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
    assert_eq!(compiled.function.instructions[0].op, Op::LoadNils);
    assert_eq!(compiled.function.instructions[1].op, Op::LoadInteger, "BEGIN goes first");
    assert_ne!(compiled.function.last_line, rutile_bytecode::VariableLocation::None);
}

#[test]
fn core_methods_may_name_their_native() {
    let options = Options { core: true, ..Options::default() };
    let source = b"def a(b)\n primitive :x_y\n Primitive.foo(b, 1)\nend\n[1].each { 2 }";
    let compiled = with(options, source);
    let method = &compiled.function.functions[0];
    assert_eq!(method.primitive.as_deref(), Some("x_y"));
    assert!(method.flags.has(FunctionFlags::HAS_PRIMITIVE) && method.flags.has(FunctionFlags::CORE));
    assert!(compiled.function.functions[1].flags.has(FunctionFlags::CORE));
    let call = method.instructions.iter().find(|instruction| instruction.op == Op::CallPrimitive).unwrap();
    assert_eq!((call.n, method.names[call.c as usize].as_str()), (2, "foo"));
}

#[test]
fn lines_count_from_the_one_that_is_given() {
    let options = Options { line: Some(40), file: "t.erb".into(), ..Options::default() };
    let compiled = with(options, b"a\n\nb\n");
    let lines: Vec<u32> = compiled.function.lines.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [40, 42]);
    let options = Options { line: Some(40), file: "t.erb".into(), ..Options::default() };
    let error = compile(b"a\n)", &options).unwrap_err();
    assert!(error.message.starts_with("t.erb:41: syntax error found\n  40 | a\n> 41 | )\n"), "{}", error.message);
}

#[test]
fn warnings_say_whether_they_are_always_given() {
    let compiled = with(Options::default(), b"h = {a: 1, a: 2}");
    let told: Vec<(bool, i32)> = compiled.warnings.iter().map(|warning| (warning.verbose, warning.line)).collect();
    assert_eq!(told, [(false, 1), (true, 1)]);
}
