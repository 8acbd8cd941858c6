//! Pattern matching: every kind of pattern, guards, reasons of failure.

mod support;

use support::{count, function, instructions, operations};

#[test]
fn a_value_is_compared_by_case_equality() {
    let expected = ["LoadInteger", "LoadInteger", "CaseEqual", "JumpUnless", "LoadTrue", "Jump", "LoadFalse", "Return"];
    assert_eq!(operations("1 in 2"), expected);
}

#[test]
fn naming_a_value_cannot_fail() {
    assert_eq!(count("foo => a; nil", "no_matching"), 0);
    assert_eq!(count("foo => Integer => a; nil", "no_matching_single_pattern"), 1);
}

#[test]
fn a_single_pattern_says_why_it_fails() {
    for (pattern, reason) in [
        ("1", ":case_equal"),
        ("[]", ":length"),
        ("[a, *]", ":minimum_length"),
        ("[a]", ":deconstruct"),
        ("{a:}", ":deconstruct_keys"),
        ("{a:}", ":key"),
        ("{}", ":not_empty"),
        ("{a:, **nil}", ":rest_not_empty"),
        ("[*, 1, *]", ":find"),
    ] {
        // A value is asked whether it responds to these.
        let asked = reason.starts_with(":deconstruct") as usize;
        assert!(count(&format!("foo => {pattern}; nil"), reason) > asked, "{pattern}");
        assert_eq!(count(&format!("foo in {pattern}; nil"), reason), asked, "{pattern}");
        assert!(count(&format!("case foo; in {pattern}; end"), reason) > asked, "{pattern}");
        assert_eq!(count(&format!("case foo; in {pattern}; else; end"), reason), asked, "{pattern}");
        assert_eq!(count(&format!("case foo; in {pattern}; in 9; end"), reason), asked, "{pattern}");
    }
    assert_eq!(count("case foo; in a if a; end", ":guard"), 1);
    assert_eq!(count("case foo; in a unless a; end", ":guard"), 1);
}

#[test]
fn a_case_without_else_raises() {
    assert_eq!(count("case foo; in 1; in 2; end", "no_matching_pattern"), 1);
    assert_eq!(count("case foo; in 1; in 2; else; end", "no_matching_pattern"), 0);
}

#[test]
fn a_case_takes_its_value_apart_once() {
    let source = "case foo; in [1]; in [2, *] | [*, 3, *]; in {a: [4]}; else; end";
    assert_eq!(count(source, "LoadUndefined"), 1);
    assert_eq!(count(source, "JumpIfDefined"), 3);
    assert_eq!(count("case foo; in [1]; in 2; else; end", "LoadUndefined"), 0);
    assert_eq!(count("foo => [1] | [2]; nil", "JumpIfDefined"), 2);
    assert_eq!(count("foo in [1] | [2]; nil", "JumpIfDefined"), 2);
}

#[test]
fn elements_go_straight_to_variables() {
    let listing = instructions("foo => [a, *, b]; nil").join("; ");
    assert!(listing.contains("ArrayAt r0, r6, 0; LoadInteger r8, -1; Index r1, r6, r8"), "{listing}");
}

#[test]
fn keys_are_asked_for_unless_the_rest_is_kept() {
    assert_eq!(count("foo => {a:, b:}; nil", "NewArray"), 1);
    assert_eq!(count("foo => {a:, **}; nil", "NewArray"), 1);
    assert_eq!(count("foo => {**}; nil", "NewArray"), 1);
    assert_eq!(count("foo => {a:, **rest}; nil", "NewArray"), 0);
    assert_eq!(count("foo => {a:, **nil}; nil", "NewArray"), 0);
    assert_eq!(count("foo => {}; nil", "NewArray"), 0);
    assert_eq!(count("foo => {a:, **rest}; nil", "delete(1)"), 1);
    assert_eq!(count("foo => {a:, b:}; nil", "Index"), 2);
}

#[test]
fn all_keys_are_looked_for_before_values_are_matched() {
    let listing = instructions("foo => {a: 1, b: 2}; nil");
    let last_key = listing.iter().rposition(|line| line.contains("key?(1)")).unwrap();
    let first_value = listing.iter().position(|line| line.starts_with("CaseEqual")).unwrap();
    assert!(last_key < first_value);
}

#[test]
fn every_pattern_compiles_soundly() {
    for pattern in [
        "nil", "self", "__FILE__", "(1..)", "..2", "1...3", "'a'", "\"#{b}\"", ":a", ":\"#{b}\"", "/a/", "/#{b}/", "%w[a b]",
        "-> { _1 }", "A", "A::B", "::A", "^a", "^(a + 1)", "^@a", "^$a", "^@@a", "1 | 2 | nil", "(1 | 2) => c", "[1, [2, *], c]",
        "A()", "A[]", "A(1)", "A::B[c, *d]", "A(c:)", "A(*, 1, *c)", "[*c]", "[*]", "[*, c]", "[c, *, d]", "[*c, 1, 2, *d]",
        "{a: 1}", "{a: [b, {c:}]}", "{\"a b\": 1}", "{a: 1 => c, **d}", "c, d", "c, *d", "*c, d", "a:, b: 2", "a: Integer | nil",
        "{a: nil, **nil}", "[Integer => c, {d: String => e}]", "[[[[c]]]]", "[c, ^c]", "{c:, d: ^c}", "[Integer, Integer] | Float",
    ] {
        function(&format!("a = b = 1; case foo; in {pattern} then p(a) end"));
        function(&format!("a = b = 1; case foo; in {pattern} if a then 1; in {pattern} unless b then 2; else 3 end"));
        function(&format!("a = b = 1; begin; foo => {pattern}; end; b"));
        function(&format!("a = b = 1; foo in {pattern}; nil"));
        function(&format!("a = b = 1; 1 if (foo in {pattern}); bar {{ foo in {pattern}; a }}"));
    }
}

#[test]
fn the_value_of_a_case_is_that_of_the_branch() {
    let listing = instructions("x = case foo; in 1 then 2; in 3; else 4; end; nil").join("; ");
    assert!(listing.contains("LoadInteger"), "{listing}");
    function("foo(case a; in 1 then return; in 2 then 3; end) while b");
    function("while a; case b; in [c] then break; in {d:} then next; in 1 then redo; end; end");
}

#[test]
fn long_alternations_do_not_nest() {
    let choices: Vec<String> = (0..20_000).map(|number| number.to_string()).collect();
    function(&format!("foo in {}; nil", choices.join(" | ")));
}
