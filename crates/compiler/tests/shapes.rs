//! The code that ordinary constructs become, one construct a test.

mod support;

use rutile_bytecode::{CallFlags, Function, FunctionFlags, HandlerKind, KeywordRest, Nested, Op, VariableLocation};
use support::{function, instructions, instructions_of};

/// The first nested function.
fn inner(source: &str) -> Function {
    function(source).functions.swap_remove(0).into_function()
}

fn lines(expected: &str) -> Vec<String> {
    expected.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect()
}

#[test]
fn operators_use_variables_where_they_are() {
    let code = instructions("a = 1; b = 2; p(a + b - 3)");
    assert!(code.contains(&"Add r8, r0, r1".to_string()), "{code:?}");
    assert!(code.contains(&"SubtractInteger r8, r8, 3".to_string()), "{code:?}");
}

#[test]
fn an_operand_keeps_its_value_when_the_other_assigns() {
    let expected = lines("LoadNil r0\nLoadInteger r0, 1\nMove r1, r0\nLoadInteger r0, 5\nAdd r1, r1, r0\nReturn r1");
    assert_eq!(instructions("a = 1; a + (a = 5)"), expected);
}

#[test]
fn calls_are_evaluated_into_their_window() {
    let expected = lines(
        "Send r2, r0, x() self variable
         LoadInteger r6, 1
         LoadInteger r7, 2
         Send r8, r8, z() self variable
         Send r0, r0, y(1, k:, &)
         Return r0",
    );
    assert_eq!(instructions("x.y(1, k: 2, &z)"), expected);
}

#[test]
fn conditions_become_jumps() {
    let expected = lines(
        "Send r0, r0, a() self variable
         JumpUnless r0, -> L1
         Send r0, r0, b() self variable
         IsNil r0, r0, n 64
         JumpIf r0, -> L1
         LoadInteger r0, 1
         Return r0
         L1:
         LoadInteger r0, 2
         Return r0",
    );
    assert_eq!(instructions("if a && !b.nil? then 1 else 2 end"), expected);
}

#[test]
fn every_way_back_passes_a_safepoint() {
    for source in ["while a; next if b; end", "while a; redo; end", "begin; a; rescue; retry; end", "f { redo }"] {
        let function = function(source);
        for code in std::iter::once(&function).chain(function.functions.iter().map(|nested| &**nested)) {
            for (pc, instruction) in code.instructions.iter().enumerate() {
                let backwards = matches!(instruction.op, Op::Jump | Op::JumpIf | Op::JumpUnless) && instruction.bc() < 0;
                assert!(!backwards, "{source}: {pc}");
            }
        }
    }
}

#[test]
fn captured_variables_live_in_the_environment() {
    let program = function("x = 1; y = 2; f { x }");
    assert_eq!(program.environment, ["x"]);
    assert_eq!(program.locals, [("y".to_string(), 0)]);
    assert!(program.functions[0].environment.is_empty());
    assert_eq!(instructions_of(&program.functions[0]), lines("GetEnvironment r0, 0, 0\nReturn r0"));
}

#[test]
fn binding_captures_everything_up_to_the_method() {
    let method = inner("def m(a); b = 1; f { |c| binding }; g { |d| }; end");
    assert_eq!(method.environment, ["a", "b", "$~", "$_"]);
    assert_eq!(method.functions[0].environment, ["c"]);
    assert!(method.functions[1].environment.is_empty());
    assert!(inner("def m(a); instance_eval { 1 }; end").environment.is_empty());
    assert_eq!(inner("def m(a); instance_eval(a); end").environment[0], "a");
}

#[test]
fn the_last_match_is_kept_only_where_it_is_read() {
    assert_eq!(inner("def m; a =~ b; end").last_match, VariableLocation::None);
    assert!(matches!(inner("def m; $1; end").last_match, VariableLocation::Register(_)));
    let method = inner("def m; f { a =~ b }; $~; end");
    assert_eq!(method.last_match, VariableLocation::Environment { slot: 0, depth: 0 });
    assert_eq!(method.functions[0].last_match, VariableLocation::Environment { slot: 0, depth: 0 });
}

#[test]
fn parameters_of_every_kind() {
    let method = inner("def m(a, (b, c), d = 1, e = d, *f, g, h:, i: 2, **j, &k); k; end");
    let parameters = &method.parameters;
    assert_eq!((parameters.required, parameters.optional, parameters.post), (2, 2, 1));
    assert!(parameters.rest && parameters.block);
    assert_eq!(parameters.names, ["a", "", "d", "e", "f", "g", "j", "k"]);
    let keywords: Vec<(&str, bool)> =
        parameters.keywords.iter().map(|keyword| (keyword.name.as_str(), keyword.required)).collect();
    assert_eq!(keywords, [("h", true), ("i", false)]);
    assert_eq!(parameters.keyword_rest, KeywordRest::Collected);
    assert_eq!(parameters.optional_entries.len(), 3);
    assert_eq!(inner("def m(**nil); end").parameters.keyword_rest, KeywordRest::Forbidden);
    assert_eq!(inner("def m(*, **, &); end").parameters.names, ["*", "**", "&"]);
    assert!(inner("def m(...); end").flags.has(FunctionFlags::FORWARDS_ALL));
}

#[test]
fn a_block_that_is_only_passed_on_is_not_made_a_proc() {
    for (source, kept) in [
        ("def m(&b) = f(&b)", false),
        ("def m(&) = f(&)", false),
        ("def m(&b) = b", true),
        ("def m(&b); f { g(&b) }; end", false),
        ("def m(&b); f { -> { b ? g(&b) : 1 } if b }; end", false),
        ("def m(&b); f { g(&b); b }; end", true),
        ("def m(&b); f { b = 1; g(&b) }; end", true),
        ("def m(&b); f { binding; g(&b) }; end", true),
        ("def m(&b); for i in a do g(&b) end; end", true),
        ("def m(&b); f(&b); b = 1; end", true),
        ("def m(&b); binding; end", true),
    ] {
        assert_eq!(inner(source).parameters.block, kept, "{source}");
    }
    let forwarding = inner("def m(&b) = f(&b)");
    assert!(forwarding.call_sites[0].flags.has(CallFlags::FORWARD_BLOCK));
    assert!(forwarding.flags.has(FunctionFlags::USES_BLOCK));
    assert_eq!(forwarding.parameters.names, ["b"]);
}

#[test]
fn blocks_take_a_lone_array_apart_as_procs_do() {
    for (parameters, apart) in [
        ("a", false), ("a,", true), ("a, b", true), ("a, *", true), ("*a", false), ("a = 1", false),
        ("a = 1, b = 2", true), ("a = 1, *b", false), ("(a, b)", false), ("a, k: 1", false), ("*a, b", true),
    ] {
        let block = inner(&format!("f {{ |{parameters}| }}"));
        assert_eq!(block.parameters.auto_splat, apart, "|{parameters}|");
    }
    assert!(!inner("->(a, b) { }").parameters.auto_splat);
    assert!(inner("f { _2 }").parameters.auto_splat && !inner("f { _1 }").parameters.auto_splat);
    assert!(inner("f { it }").parameters.implicit_it);
}

#[test]
fn leaving_a_block_or_a_lambda() {
    let block = inner("def m; f { break 1; next 2; return 3 }; end");
    let block = &block.functions[0];
    let ops: Vec<Op> = block.instructions.iter().map(|instruction| instruction.op).collect();
    let exits: Vec<Op> = ops.into_iter().filter(|op| *op != Op::LoadInteger).collect();
    assert_eq!(exits, [Op::Break, Op::Return, Op::ReturnFromMethod]);
    assert!(block.flags.has(FunctionFlags::HAS_NONLOCAL_EXIT));
    let lambda = inner("-> { break 1; next 2; return 3 }");
    assert!(lambda.instructions.iter().all(|i| matches!(i.op, Op::LoadInteger | Op::Return)));
}

#[test]
fn ensure_runs_on_every_way_out_and_once() {
    let method = inner("def m; begin; return a; ensure; b; end; end");
    let expected = lines(
        "GetErrorInfo r1
         Send r2, r2, a() self variable
         Send r3, r3, b() self variable
         Return r2
         Send r2, r2, b() self variable
         Jump -> L3
         L1:
         Send r3, r3, b() self variable
         L2:
         Rethrow r2
         L3:
         Return r0",
    );
    assert_eq!(instructions_of(&method), expected);
    // The copy before the return is outside of the handler's range.
    let ranges: Vec<(u32, u32, HandlerKind)> = method.handlers.iter().map(|h| (h.start, h.end, h.kind)).collect();
    assert_eq!(ranges[0], (1, 2, HandlerKind::Ensure));
    assert!(ranges[1..].iter().all(|range| range.2 == HandlerKind::Clause), "{ranges:?}");
}

#[test]
fn handlers_are_ordered_inner_first() {
    let method = inner("def m; begin; begin; a; rescue; b; end; rescue A; c; ensure; d; end; end");
    let catching = method.handlers.iter().filter(|handler| handler.kind != HandlerKind::Clause);
    let kinds: Vec<(HandlerKind, u32)> = catching.map(|h| (h.kind, h.end - h.start)).collect();
    assert_eq!(kinds[0], (HandlerKind::Rescue, 1));
    assert!(kinds.windows(2).all(|pair| pair[0].1 < pair[1].1), "{kinds:?}");
    assert_eq!(kinds[2].0, HandlerKind::Ensure);
}

#[test]
fn a_rescue_restores_the_error_of_before() {
    let code = instructions("begin; a; rescue; b; end; c");
    let saved = code.iter().position(|line| line.starts_with("GetErrorInfo r")).unwrap();
    let register = code[saved].split(' ').next_back().unwrap();
    assert!(code.contains(&format!("SetErrorInfo {register}")), "{code:?}");
}

#[test]
fn keywords_are_static_where_all_are_names() {
    let site = |source: &str| function(source).call_sites.pop().unwrap();
    assert_eq!(site("f(a: 1, b: 2)").keywords.len(), 2);
    assert!(site("f(a: 1, **b)").flags.has(CallFlags::KEYWORD_HASH));
    assert!(site("f('a' => 1)").flags.has(CallFlags::KEYWORD_HASH));
    assert!(site("f(a: 1, a: 2)").flags.has(CallFlags::KEYWORD_HASH));
    assert_eq!(site("f(**nil)").flags.0, CallFlags::SELF_CALL);
    assert!(site("f(*a)").flags.has(CallFlags::SPLAT));
}

#[test]
fn super_alone_passes_the_parameters_as_they_are_now() {
    let method = inner("def m(a, b = 1, k:, l: 2); super; end");
    let site = method.call_sites.last().unwrap();
    assert_eq!((site.arguments, site.keywords.len()), (2, 2));
    assert!(site.flags.has(CallFlags::IMPLICIT_SUPER) && method.flags.has(FunctionFlags::USES_SUPER));
    let block = inner("def m(a, *b, **c); f { super }; end");
    assert_eq!(block.environment, ["a", "b", "c"]);
    let site = block.functions[0].call_sites.last().unwrap();
    assert!(site.flags.has(CallFlags::SPLAT) && site.flags.has(CallFlags::KEYWORD_HASH));
}

#[test]
fn the_value_of_an_attribute_assignment_is_what_was_assigned() {
    let expected = lines(
        "LoadNil r0
         Send r4, r2, a() self variable
         LoadInteger r8, 5
         Move r1, r8
         Send r2, r2, b=(1) assignment
         Move r0, r1
         Return r0",
    );
    assert_eq!(instructions("x = (a.b = 5); x"), expected);
}

#[test]
fn safe_navigation_skips_the_arguments() {
    let code = instructions("a&.b(c)");
    let jump = code.iter().position(|line| line.starts_with("JumpIfNil")).unwrap();
    let argument = code.iter().position(|line| line.contains("c() self variable")).unwrap();
    assert!(jump < argument);
}

#[test]
fn for_shares_the_variables_around_it() {
    let program = function("for a, b in c; d = a; end");
    assert_eq!(program.environment, ["a", "b", "d"]);
    let block = &program.functions[0];
    assert_eq!((block.parameters.required, block.parameters.auto_splat), (2, true));
    assert!(block.environment.is_empty());
}

#[test]
fn each_name_is_told_the_function_it_stands_in() {
    let program = function("class A; def b; c { d { } }; end; end; module M; end; class << self; end");
    let names = |functions: &[Nested]| functions.iter().map(|f| f.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&program.functions), ["<class:A>", "<module:M>", "singleton class"]);
    let method = &program.functions[0].functions[0];
    assert_eq!((method.name.as_str(), names(&method.functions)), ("b", vec!["b".to_string()]));
}
