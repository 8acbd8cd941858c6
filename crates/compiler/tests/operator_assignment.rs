//! `||=`, `&&=` and `op=` on everything that can be assigned.

mod support;

use support::{count, function, instructions};

#[test]
fn locals_are_combined_in_place() {
    assert_eq!(instructions("x = 1; x += 2; x **= x; nil")[2..4], ["AddInteger r0, r0, 2", "Power r0, r0, r0"]);
    assert_eq!(instructions("x = 1; x -= 40_000; nil")[3], "Subtract r0, r0, r1");
    assert_eq!(instructions("x ||= 5; nil")[1..], ["JumpIf r0, -> L1", "LoadInteger r0, 5", "L1:", "LoadNil r1", "Return r1"]);
    assert_eq!(instructions("x &&= 5; nil")[1], "JumpUnless r0, -> L1");
}

#[test]
fn the_old_value_is_the_one_from_before_the_right_side() {
    assert_eq!(instructions("x = 1; x += (x = 5); nil")[2], "Move r1, r0");
}

#[test]
fn captured_variables_are_read_and_written() {
    assert_eq!(count("x = 1; foo { x }; x += 1; nil", "SetEnvironment"), 2);
}

#[test]
fn what_may_be_undefined_is_asked_for() {
    for (source, kind) in [
        ("$x ||= 1; nil", "Defined r0, $x, global"),
        ("@@x ||= 1; nil", "Defined r0, @@x, class variable"),
        ("X ||= 1; nil", "Defined r0, X, constant"),
        ("::X ||= 1; nil", "Defined r0, X, top constant"),
        ("Y::X ||= 1; nil", "Defined r0, r1, X, constant from"),
    ] {
        assert_eq!(count(source, kind), 1, "{source}");
        assert_eq!(count(&source.replace("||", "&&"), "Defined"), 0, "{source}");
        assert_eq!(count(&source.replace("||", "+"), "Defined"), 0, "{source}");
    }
    assert_eq!(count("@x ||= 1; nil", "Defined"), 0);
}

#[test]
fn receivers_and_arguments_are_evaluated_once() {
    for source in ["foo.bar += baz", "foo.bar ||= baz", "foo&.bar &&= baz", "foo[1, 2] += baz", "foo[*bar] ||= baz"] {
        assert_eq!(count(source, "foo()"), 1, "{source}");
        assert_eq!(count(source, "baz()"), 1, "{source}");
    }
    assert_eq!(count("Foo::Bar::Baz += 1", "GetConstant r"), 1);
}

#[test]
fn an_index_of_one_argument_has_its_own_instructions() {
    let listing = instructions("a = b = 0; a[b] += 1; nil").join("; ");
    assert!(listing.contains("Index r5, r3, r4; AddInteger r2, r5, 1; IndexSet r3, r4, r2"), "{listing}");
}

#[test]
fn splatted_indexes_are_kept_and_copied_for_each_call() {
    assert_eq!(count("a[*b] += 1", "[](*)"), 1);
    assert_eq!(count("a[*b] += 1", "[]=(*) assignment"), 1);
    assert_eq!(count("a[1, *b] += 1", "SplatArray"), 2);
    let listing = instructions("a = b = 0; a[*b] += 1; nil").join("; ");
    assert!(listing.contains("SplatArray r4, r1, copy") && listing.contains("SplatArray r12, r4, copy"), "{listing}");
}

#[test]
fn a_safe_navigation_skips_the_whole() {
    let listing = instructions("a&.b += c");
    assert!(listing[1].starts_with("JumpIfNil"), "{listing:#?}");
}

#[test]
fn self_is_called_as_self() {
    assert_eq!(count("self.a ||= 1", " self"), 2);
    assert_eq!(count("self[1] += 1", " self"), 2);
}

#[test]
fn the_value_of_the_expression_is_what_was_assigned() {
    let listing = instructions("foo(a.b += 1)");
    assert!(listing.iter().any(|line| line.starts_with("AddInteger")));
    function("x = @y ||= @z &&= $a += B ||= c[d] ||= 1");
    function("def m = (X::Y ||= 1)");
    function("a = (b += 1) + (b += 2) if b = 1");
}
