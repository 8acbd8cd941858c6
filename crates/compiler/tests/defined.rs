//! `defined?`: what it says without running, what it asks, what it evaluates.

mod support;

use support::{count, function, instructions};

/// The description of what needs no look-up.
fn fixed(source: &str) -> Option<String> {
    let listing = instructions(&format!("local = 1; foo(defined?({source}))"));
    let loads: Vec<&String> = listing.iter().filter(|line| line.contains('"')).collect();
    let asks = listing.iter().any(|line| line.starts_with("Defined"));
    match loads.as_slice() {
        [only] if !asks => only.split('"').nth(1).map(str::to_string),
        _ => None,
    }
}

#[test]
fn forms_are_described_at_once() {
    for (source, description) in [
        ("nil", "nil"),
        ("self", "self"),
        ("true", "true"),
        ("false", "false"),
        ("()", "nil"),
        ("(1; 2)", "expression"),
        ("((local))", "local-variable"),
        ("1", "expression"),
        ("'a'", "expression"),
        ("[1, local]", "expression"),
        ("-> { }", "expression"),
        ("local && zork", "expression"),
        ("zork..1", "expression"),
        ("zork { }", "expression"),
        ("super { }", "expression"),
        ("local = zork", "assignment"),
        ("@a ||= zork", "assignment"),
        ("zork.a += 1", "assignment"),
        ("(a, b = zork)", "assignment"),
        ("defined?(zork)", "expression"),
        ("begin; zork; rescue; end", "expression"),
        ("$~", "global-variable"),
    ] {
        assert_eq!(fixed(source).as_deref(), Some(description), "{source}");
    }
}

#[test]
fn names_are_asked_for() {
    for (source, kind) in [
        ("@a", "@a, instance variable"),
        ("@@a", "@@a, class variable"),
        ("$a", "$a, global"),
        ("A", "A, constant"),
        ("::A", "A, top constant"),
        ("zork", "zork, self method"),
        ("zork()", "zork, self method"),
        ("yield", "Defined r0, yield"),
        ("super", "Defined r0, super"),
        ("super(zork)", "Defined r0, super"),
        ("(zork)", "zork, self method"),
        ("begin; zork; end", "zork, self method"),
        ("[zork]", "zork, self method"),
        ("{ a: zork }", "zork, self method"),
        ("puts(zork)", "zork, self method"),
        ("puts(*zork)", "zork, self method"),
        ("puts(a: zork)", "zork, self method"),
        ("self.zork", "zork, method"),
        ("1.zork", "zork, method"),
        ("1 + 1", "+, method"),
        ("zork.a = 1", "a=, method"),
    ] {
        let program = function(&format!("def m = defined?({source})"));
        let listing = support::instructions_of(&program.functions[0]);
        assert!(listing.iter().any(|line| line.contains(kind)), "{source}: {listing:#?}");
    }
}

#[test]
fn receivers_are_evaluated_once_and_guarded() {
    let source = "foo(defined?(a.b(1).c.d))";
    for what in ["a()", "b(1)", "c()"] {
        assert_eq!(count(source, what), 1, "{what}");
    }
    assert_eq!(count(source, "d()"), 0);
    assert_eq!(function(source).handlers.len(), 1);
    assert_eq!(function("foo(defined?(a))").handlers.len(), 0);
    assert_eq!(function("foo(defined?(A::B))").handlers.len(), 1);
}

#[test]
fn groups_of_the_last_match() {
    assert_eq!(count("foo(defined?($1), defined?($&))", "GetBackReference"), 2);
}
