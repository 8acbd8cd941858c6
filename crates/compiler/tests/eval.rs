//! Code that is compiled to run within somebody else's scope.

use rutile_bytecode::{FunctionKind, Op, VariableLocation, verify};
use rutile_compiler::{Compiled, EvalScope, Options, SyntaxError, compile};

fn eval(source: &str, scopes: &[&[&str]]) -> Result<Compiled, SyntaxError> {
    let scope = |names: &&[&str]| EvalScope { names: names.iter().map(|name| name.to_string()).collect(), of_frame: false };
    let eval_scopes = scopes.iter().map(scope).collect();
    let options = Options {
        file: "(eval at x.rb:1)".to_string(),
        kind: FunctionKind::Eval,
        eval_scopes,
        ..Options::default()
    };
    let compiled = compile(source.as_bytes(), &options)?;
    verify::verify(&compiled.function).expect("verified");
    Ok(compiled)
}

#[test]
fn variables_of_the_binding_are_reached_through_its_environments() {
    let compiled = eval("a + b", &[&["x", "a"], &["b"]]).unwrap();
    let code = &compiled.function.instructions;
    assert_eq!((code[0].op, code[0].b, code[0].c), (Op::GetEnvironment, 1, 0));
    assert_eq!((code[1].op, code[1].b, code[1].c), (Op::GetEnvironment, 0, 1));
}

#[test]
fn new_variables_go_into_an_environment_of_its_own() {
    let compiled = eval("c = a", &[&["a"]]).unwrap();
    assert_eq!(compiled.function.environment, ["c"]);
    let code = &compiled.function.instructions;
    assert_eq!(code[0].op, Op::NewEnvironment);
    assert_eq!((code[1].op, code[1].b, code[1].c), (Op::GetEnvironment, 0, 1));
    assert_eq!((code[2].op, code[2].b, code[2].c), (Op::SetEnvironment, 0, 0));
}

#[test]
fn blocks_within_reach_further_out() {
    let compiled = eval("c = 1; f { a + c }", &[&["a"]]).unwrap();
    let code = &compiled.function.functions[0].instructions;
    assert_eq!((code[0].op, code[0].b, code[0].c), (Op::GetEnvironment, 0, 1));
    assert_eq!((code[1].op, code[1].b, code[1].c), (Op::GetEnvironment, 0, 0));
}

#[test]
fn the_last_match_is_that_of_the_binding() {
    let compiled = eval("$1", &[&["a"], &["$~"]]).unwrap();
    assert_eq!(compiled.function.last_match, VariableLocation::Environment { slot: 0, depth: 1 });
    let own = eval("$1", &[&["a"]]).unwrap();
    assert_eq!(own.function.environment, ["$~"]);
}

#[test]
fn anonymous_parameters_of_the_binding_may_be_passed_on() {
    assert!(eval("f(*, **, &)", &[&["*", "**", "&"]]).is_ok());
    assert!(eval("f(...)", &[&["*", "**", "&"]]).is_ok());
    assert!(eval("f(*)", &[&["a"]]).is_err());
}

#[test]
fn jumps_cannot_leave_an_eval() {
    for what in ["break", "next", "redo"] {
        let error = eval(what, &[&["a"]]).unwrap_err();
        assert!(error.message.contains(&format!("Invalid {what}")), "{}", error.message);
    }
    assert!(eval("return 1", &[]).is_ok());
}

#[test]
fn yield_needs_a_method_around_it() {
    assert_eq!(eval("yield", &[&[]]).unwrap_err().message, "(eval at x.rb:1):1: Invalid yield");
    let options = Options { kind: FunctionKind::Eval, inside_method: true, ..Options::default() };
    assert!(compile(b"yield", &options).is_ok());
}
