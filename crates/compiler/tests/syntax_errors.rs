//! The messages for a source that isn't valid: the wording and the picture are Ruby's.

use rutile_compiler::{Options, SyntaxError, compile};

fn error(source: &str) -> SyntaxError {
    let options = Options { file: "a.rb".to_string(), ..Options::default() };
    compile(source.as_bytes(), &options).expect_err(source)
}

#[test]
fn one_finding_is_marked_below_its_line() {
    let expected = "a.rb:2: syntax error found\n  1 | x = \n> 2 | 1 + ; 3\n    |     ^ unexpected ';'; \
                    expected an expression after the operator\n";
    assert_eq!(error("x = \n1 + ; 3").message, expected);
}

#[test]
fn lines_between_distant_findings_are_left_out() {
    let message = error("\n\n\n\nputs 1\nputs 2\n\n\n\nfoo(]\n1\n2\n3\n4\n5\n6\n7\n8\nbar(]\n\n\n").message;
    let expected = "\
a.rb:10: syntax errors found
   8 | 
   9 | 
> 10 | foo(]
     |     ^ unexpected ']', ignoring it
     |     ^ unexpected ']', expecting end-of-input
     |     ^ unexpected ']'; expected a `)` to close the arguments
     |     ^ unexpected ']'; expected an argument
  11 | 1
  12 | 2
  ~~~~~~
  17 | 7
  18 | 8
> 19 | bar(]
     |     ^ unexpected ']', ignoring it
     |     ^ unexpected ']', expecting end-of-input
     |     ^ unexpected ']'; expected a `)` to close the arguments
     |     ^ unexpected ']'; expected an argument
  20 | 
  21 | 
";
    assert_eq!(message, expected);
}

#[test]
fn long_lines_are_cut_around_the_findings() {
    let source = format!("{} = 1 + ]; {}", "x".repeat(50), "y".repeat(60));
    let shown = error(&source).message;
    let line = shown.lines().nth(1).unwrap();
    assert_eq!(line, format!("> 1 | ... ]; {} ...", "y".repeat(28)));
    assert!(shown.lines().nth(2).unwrap().starts_with("    |     ^ "));
}

#[test]
fn wide_characters_take_one_column() {
    let message = error("a = \"é\"; é = 1 + ; b").message;
    assert!(message.contains("\n    |                  ^ unexpected"), "{message}");
}

#[test]
fn findings_are_also_data() {
    let error = error("a\n1 + ;\n");
    assert_eq!((error.line, error.diagnostics.len()), (2, 1));
    let finding = &error.diagnostics[0];
    assert_eq!((finding.line, finding.column, finding.start), (2, 4, 6));
}

#[test]
fn thousands_of_findings_do_not_make_an_endless_picture() {
    assert!(error(&"(]".repeat(20_000)).message.len() < 4 << 20);
}

#[test]
fn invalid_bytes_are_an_error() {
    let options = Options { file: "a.rb".to_string(), ..Options::default() };
    let error = compile(b"x = \xff\xfe + ", &options).expect_err("invalid");
    assert!(error.message.starts_with("a.rb:1: "), "{}", error.message);
}
