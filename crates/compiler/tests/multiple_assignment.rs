//! Multiple assignment: order of evaluation, no Array where none is wanted, nesting.

mod support;

use support::{count, function, instructions, instructions_of};

/// Where in the listing the first instruction with this text stands.
fn position(listing: &[String], what: &str) -> usize {
    listing.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what} in {listing:#?}"))
}

#[test]
fn swapping_takes_three_moves() {
    assert_eq!(
        instructions("a, b = b, a; nil")[1..],
        ["Move r2, r0", "Move r0, r1", "Move r1, r2", "LoadNil r2", "Return r2"]
    );
}

#[test]
fn a_rotation_reads_before_it_writes() {
    let listing = instructions("a, b, c = c, a, b; nil");
    assert_eq!(listing[1..6], ["Move r3, r0", "Move r4, r1", "Move r0, r2", "Move r1, r3", "Move r2, r4"]);
}

#[test]
fn an_element_that_changes_a_variable_comes_after_its_reading() {
    let listing = instructions("a, b = b, (b = 3); nil");
    assert_eq!(listing[1], "Move r2, r1");
}

#[test]
fn the_value_is_the_right_side() {
    assert_eq!(count("x = (a, b = 1, 2)", "NewArray"), 1);
    assert_eq!(count("a, b = 1, 2; nil", "NewArray"), 0);
    let listing = instructions("x = (a, b = foo)");
    assert!(position(&listing, "foo") < position(&listing, "AssignableArray"));
}

#[test]
fn variables_side_by_side_are_written_at_once() {
    assert_eq!(
        instructions("a, *b, c = foo; nil")[1..4],
        ["Send r3, r3, foo() self variable", "AssignableArray r4, r3", "ExpandArray r0, r4, 1 + 1 + 1"]
    );
}

#[test]
fn receivers_and_indexes_come_first_then_the_right_side_then_assignments() {
    let listing = instructions("one.x, two[three], Four::Five = six, seven, eight; nil");
    let order = ["one()", "two()", "three()", "Four", "six()", "seven()", "eight()", "x=(1)", "IndexSet", "SetConstant"];
    let positions: Vec<usize> = order.iter().map(|what| position(&listing, what)).collect();
    assert!(positions.is_sorted(), "{listing:#?}");
}

#[test]
fn nested_targets_are_prepared_with_the_others() {
    let listing = instructions("(one.x, *two.y), three.z = four; nil");
    let order = ["one()", "two()", "three()", "four()", "x=(1)", "y=(1)", "z=(1)"];
    let positions: Vec<usize> = order.iter().map(|what| position(&listing, what)).collect();
    assert!(positions.is_sorted(), "{listing:#?}");
    assert_eq!(count("(one.x, *two.y), three.z = four; nil", "AssignableArray"), 2);
}

#[test]
fn missing_and_spare_elements() {
    assert_eq!(count("a, b, c = 1; nil", "AssignableArray"), 1);
    assert_eq!(instructions("a, b, c = 1, 2; nil").iter().filter(|line| line.starts_with("LoadNil ")).count(), 2);
    let listing = instructions("a, b = foo, bar, baz; nil");
    position(&listing, "baz()");
}

#[test]
fn splats_anywhere() {
    assert_eq!(count("*a = 1, 2; nil", "NewArray"), 1);
    assert_eq!(count("a, * = foo; nil", "1 + 0 + 0"), 1);
    assert_eq!(count("a, *, b = foo; nil", "1 + 1 + 1"), 1);
    assert_eq!(count("a, = foo; nil", "1 + 0 + 0"), 1);
    assert_eq!(count("a, b = *foo, 1; nil", "AssignableArray"), 0);
}

#[test]
fn private_writers_of_self_may_be_called() {
    assert_eq!(count("self.a, self[1] = 1, 2; nil", "self assignment"), 2);
}

#[test]
fn parameters_are_taken_apart() {
    let program = function("foo { |(a, (b, *c)), d| b }");
    let listing = instructions_of(&program.functions[0]);
    assert_eq!(listing.iter().filter(|line| line.starts_with("AssignableArray")).count(), 2);
}

#[test]
fn a_loop_assigns_several_variables() {
    let program = function("for a, (b, c), d.e in x; a; end");
    assert_eq!(program.functions.len(), 1);
}

#[test]
fn many_targets_are_served_in_parts() {
    let names: Vec<String> = (0..600).map(|number| format!("v{number}")).collect();
    let source = format!("{}, *rest = foo; nil", names.join(", "));
    assert_eq!(count(&source, "ExpandArray"), 3);
    let source = format!("*rest, {} = foo; nil", names[..300].join(", "));
    assert!(support::refusal(&source).contains("255"));
}
