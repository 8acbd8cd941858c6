# The trees that Ripper makes of its parser's events. What is expected is what the reference gives, without positions.

require_relative "../harness"
require "ripper"

def plain(node)
  return node unless node.is_a?(Array)
  node[0].is_a?(Symbol) && node[0].start_with?("@") ? node[0, 2] : node.map { plain(_1) }
end

def assert_tree(source, *statements) = assert_equal(statements, plain(Ripper.sexp(source))[1])

spec "variables, literals and their signs" do
  assert_tree "a; b = a; @a; $a; @@a; A; A::B; ::A; $1; nil; self; __FILE__", [:vcall, [:@ident, "a"]],
    [:assign, [:var_field, [:@ident, "b"]], [:vcall, [:@ident, "a"]]], [:var_ref, [:@ivar, "@a"]], [:var_ref, [:@gvar, "$a"]], [:var_ref, [:@cvar, "@@a"]],
    [:var_ref, [:@const, "A"]], [:const_path_ref, [:var_ref, [:@const, "A"]], [:@const, "B"]], [:top_const_ref, [:@const, "A"]], [:@backref, "$1"],
    [:var_ref, [:@kw, "nil"]], [:var_ref, [:@kw, "self"]], [:var_ref, [:@kw, "__FILE__"]]
  assert_tree "-1; 1.5; 2r; 3i; ?a; -a; 1..; (..1)", [:unary, :-@, [:@int, "1"]], [:@float, "1.5"], [:@rational, "2r"], [:@imaginary, "3i"], [:@CHAR, "?a"],
    [:unary, :-@, [:vcall, [:@ident, "a"]]], [:dot2, [:@int, "1"], nil], [:paren, [[:dot2, nil, [:@int, "1"]]]]
  assert_tree ":a; :\"a\#{b}\"; %s(a); %i[a b]; %I[a\#{b} c]", [:symbol_literal, [:symbol, [:@ident, "a"]]],
    [:dyna_symbol, [:string_content, [:@tstring_content, "a"], [:string_embexpr, [[:vcall, [:@ident, "b"]]]]]],
    [:dyna_symbol, [:string_content, [:@tstring_content, "a"]]], [:array, [[:@tstring_content, "a"], [:@tstring_content, "b"]]],
    [:array, [[[:@tstring_content, "a"], [:string_embexpr, [[:vcall, [:@ident, "b"]]]]], [[:@tstring_content, "c"]]]]
  assert_tree "[]; [1, *a, b => c]; %w[a b]; %W[a\#{b}c d]", [:array, nil],
    [:array, [:args_add_star, [[:@int, "1"]], [:vcall, [:@ident, "a"]], [:bare_assoc_hash, [[:assoc_new, [:vcall, [:@ident, "b"]], [:vcall, [:@ident, "c"]]]]]]],
    [:array, [[:@tstring_content, "a"], [:@tstring_content, "b"]]],
    [:array, [[[:@tstring_content, "a"], [:string_embexpr, [[:vcall, [:@ident, "b"]]]], [:@tstring_content, "c"]], [[:@tstring_content, "d"]]]]
  assert_tree "{}; {a: 1, \"b\": 2, c => 3, **d, e:}", [:hash, nil],
    [:hash, [:assoclist_from_args, [[:assoc_new, [:@label, "a:"], [:@int, "1"]], [:assoc_new, [:dyna_symbol, [:string_content, [:@tstring_content, "b"]]], [:@int, "2"]], [:assoc_new, [:vcall, [:@ident, "c"]], [:@int, "3"]], [:assoc_splat, [:vcall, [:@ident, "d"]]], [:assoc_new, [:@label, "e:"], nil]]]]
end

spec "strings" do
  assert_tree "\"a\#{b}\#@c\"; \"a\" 'b'; `a`; /a\#{b}/x",
    [:string_literal, [:string_content, [:@tstring_content, "a"], [:string_embexpr, [[:vcall, [:@ident, "b"]]]], [:string_dvar, [:var_ref, [:@ivar, "@c"]]]]],
    [:string_concat, [:string_literal, [:string_content, [:@tstring_content, "a"]]], [:string_literal, [:string_content, [:@tstring_content, "b"]]]],
    [:xstring_literal, [[:@tstring_content, "a"]]],
    [:regexp_literal, [[:@tstring_content, "a"], [:string_embexpr, [[:vcall, [:@ident, "b"]]]]], [:@regexp_end, "/x"]]
  assert_tree "<<A + <<~B\na\nA\n  b\n   c\#{d}\n  B\n",
    [:binary, [:string_literal, [:string_content, [:@tstring_content, "a\n"]]], :+, [:string_literal, [:string_content, [:@tstring_content, "b\n"], [:@tstring_content, " c"], [:string_embexpr, [[:vcall, [:@ident, "d"]]]], [:@tstring_content, "\n"]]]]
end

spec "calls" do
  assert_tree "a(); a(1, *b, c: 2, &d); a 1, b; a b c; a?; a.b; a.b(1); a.b c; a&.b; a::b; a::B(); a.(); a[1]; a[]",
    [:method_add_arg, [:fcall, [:@ident, "a"]], [:arg_paren, nil]],
    [:method_add_arg, [:fcall, [:@ident, "a"]], [:arg_paren, [:args_add_block, [:args_add_star, [[:@int, "1"]], [:vcall, [:@ident, "b"]], [:bare_assoc_hash, [[:assoc_new, [:@label, "c:"], [:@int, "2"]]]]], [:vcall, [:@ident, "d"]]]]],
    [:command, [:@ident, "a"], [:args_add_block, [[:@int, "1"], [:vcall, [:@ident, "b"]]], false]],
    [:command, [:@ident, "a"], [[:command, [:@ident, "b"], [:args_add_block, [[:vcall, [:@ident, "c"]]], false]]]],
    [:method_add_arg, [:fcall, [:@ident, "a?"]], []], [:call, [:vcall, [:@ident, "a"]], [:@period, "."], [:@ident, "b"]],
    [:method_add_arg, [:call, [:vcall, [:@ident, "a"]], [:@period, "."], [:@ident, "b"]], [:arg_paren, [:args_add_block, [[:@int, "1"]], false]]],
    [:command_call, [:vcall, [:@ident, "a"]], [:@period, "."], [:@ident, "b"], [:args_add_block, [[:vcall, [:@ident, "c"]]], false]],
    [:call, [:vcall, [:@ident, "a"]], [:@op, "&."], [:@ident, "b"]], [:call, [:vcall, [:@ident, "a"]], [:@op, "::"], [:@ident, "b"]],
    [:method_add_arg, [:call, [:vcall, [:@ident, "a"]], [:@op, "::"], [:@const, "B"]], [:arg_paren, nil]],
    [:method_add_arg, [:call, [:vcall, [:@ident, "a"]], [:@period, "."], :call], [:arg_paren, nil]],
    [:aref, [:vcall, [:@ident, "a"]], [:args_add_block, [[:@int, "1"]], false]], [:aref, [:vcall, [:@ident, "a"]], nil]
  assert_tree "a { |b, (c, *d), e = 1, *f, g, h:, i: 2, **j, &k; l| m }; a do end; a b do |c,| end; a.b c do end",
    [:method_add_block, [:method_add_arg, [:fcall, [:@ident, "a"]], []], [:brace_block, [:block_var, [:params, [[:@ident, "b"], [:mlhs, [:@ident, "c"], [:rest_param, [:@ident, "d"]]]], [[[:@ident, "e"], [:@int, "1"]]], [:rest_param, [:@ident, "f"]], [[:@ident, "g"]], [[[:@label, "h:"], false], [[:@label, "i:"], [:@int, "2"]]], [:kwrest_param, [:@ident, "j"]], [:blockarg, [:@ident, "k"]]], [[:@ident, "l"]]], [[:vcall, [:@ident, "m"]]]]],
    [:method_add_block, [:method_add_arg, [:fcall, [:@ident, "a"]], []], [:do_block, nil, [:bodystmt, [[:void_stmt]], nil, nil, nil]]],
    [:method_add_block, [:command, [:@ident, "a"], [:args_add_block, [[:vcall, [:@ident, "b"]]], false]], [:do_block, [:block_var, [:params, [[:@ident, "c"]], nil, [:excessed_comma], nil, nil, nil, nil], false], [:bodystmt, [[:void_stmt]], nil, nil, nil]]],
    [:method_add_block, [:command_call, [:vcall, [:@ident, "a"]], [:@period, "."], [:@ident, "b"], [:args_add_block, [[:vcall, [:@ident, "c"]]], false]], [:do_block, nil, [:bodystmt, [[:void_stmt]], nil, nil, nil]]]
  assert_tree "!a; not a; a != b; a and b; a || b; a ? b : c; defined?(a)", [:unary, :!, [:vcall, [:@ident, "a"]]], [:unary, :not, [:vcall, [:@ident, "a"]]],
    [:binary, [:vcall, [:@ident, "a"]], :!=, [:vcall, [:@ident, "b"]]], [:binary, [:vcall, [:@ident, "a"]], :and, [:vcall, [:@ident, "b"]]],
    [:binary, [:vcall, [:@ident, "a"]], :"||", [:vcall, [:@ident, "b"]]],
    [:ifop, [:vcall, [:@ident, "a"]], [:vcall, [:@ident, "b"]], [:vcall, [:@ident, "c"]]], [:defined, [:vcall, [:@ident, "a"]]]
  assert_tree "def a(*, **, &) = b(*, **, &)\ndef a(...) = b(1, ...)",
    [:def, [:@ident, "a"], [:paren, [:params, nil, nil, [:rest_param, nil], nil, nil, [:kwrest_param, nil], [:blockarg, nil]]], [:bodystmt, [:method_add_arg, [:fcall, [:@ident, "b"]], [:arg_paren, [:args_add_block, [:args_add_star, [], nil, [:bare_assoc_hash, [[:assoc_splat, nil]]]], nil]]], nil, nil, nil]],
    [:def, [:@ident, "a"], [:paren, [:params, nil, nil, nil, nil, nil, [:args_forward], nil]], [:bodystmt, [:method_add_arg, [:fcall, [:@ident, "b"]], [:arg_paren, [[:@int, "1"], [:args_forward]]]], nil, nil, nil]]
  assert_tree "super; super(); super 1; -> { a }; ->(a) do b end", [:zsuper], [:super, [:arg_paren, nil]], [:super, [:args_add_block, [[:@int, "1"]], false]],
    [:lambda, [:params, nil, nil, nil, nil, nil, nil, nil], [[:vcall, [:@ident, "a"]]]],
    [:lambda, [:paren, [:params, [[:@ident, "a"]], nil, nil, nil, nil, nil, nil]], [:bodystmt, [[:vcall, [:@ident, "b"]]], nil, nil, nil]]
end

spec "assignments" do
  assert_tree "a = b = 1; a, (b, *c), d.e, f[1] = *g; a = 1, 2; a = *b; a += 1; a.b ||= 1; a[1] &&= 2; A::B = 1; a = b rescue c",
    [:assign, [:var_field, [:@ident, "a"]], [:assign, [:var_field, [:@ident, "b"]], [:@int, "1"]]],
    [:massign, [[:var_field, [:@ident, "a"]], [:mlhs, [:var_field, [:@ident, "b"]], [:rest_param, [:var_field, [:@ident, "c"]]]], [:field, [:vcall, [:@ident, "d"]], [:@period, "."], [:@ident, "e"]], [:aref_field, [:vcall, [:@ident, "f"]], [:args_add_block, [[:@int, "1"]], false]]], [:mrhs_add_star, [], [:vcall, [:@ident, "g"]]]],
    [:assign, [:var_field, [:@ident, "a"]], [:mrhs_new_from_args, [[:@int, "1"]], [:@int, "2"]]],
    [:assign, [:var_field, [:@ident, "a"]], [:mrhs_add_star, [], [:var_ref, [:@ident, "b"]]]],
    [:opassign, [:var_field, [:@ident, "a"]], [:@op, "+="], [:@int, "1"]],
    [:opassign, [:field, [:var_ref, [:@ident, "a"]], [:@period, "."], [:@ident, "b"]], [:@op, "||="], [:@int, "1"]],
    [:opassign, [:aref_field, [:var_ref, [:@ident, "a"]], [:args_add_block, [[:@int, "1"]], false]], [:@op, "&&="], [:@int, "2"]],
    [:assign, [:const_path_field, [:var_ref, [:@const, "A"]], [:@const, "B"]], [:@int, "1"]],
    [:assign, [:var_field, [:@ident, "a"]], [:rescue_mod, [:var_ref, [:@ident, "b"]], [:var_ref, [:@ident, "c"]]]]
end

spec "conditions, loops and jumps" do
  assert_tree "if a then b elsif c then d else e end; unless a; b; end; a if b; a unless b; while a do b end; a until b; begin; a; end while b",
    [:if, [:vcall, [:@ident, "a"]], [[:vcall, [:@ident, "b"]]], [:elsif, [:vcall, [:@ident, "c"]], [[:vcall, [:@ident, "d"]]], [:else, [[:vcall, [:@ident, "e"]]]]]],
    [:unless, [:vcall, [:@ident, "a"]], [[:vcall, [:@ident, "b"]]], nil], [:if_mod, [:vcall, [:@ident, "b"]], [:vcall, [:@ident, "a"]]],
    [:unless_mod, [:vcall, [:@ident, "b"]], [:vcall, [:@ident, "a"]]], [:while, [:vcall, [:@ident, "a"]], [[:vcall, [:@ident, "b"]]]],
    [:until_mod, [:vcall, [:@ident, "b"]], [:vcall, [:@ident, "a"]]],
    [:while_mod, [:vcall, [:@ident, "b"]], [:begin, [:bodystmt, [[:void_stmt], [:vcall, [:@ident, "a"]]], nil, nil, nil]]]
  assert_tree "case a; when 1, *b then c; else d; end; for a, b in c do d end",
    [:case, [:vcall, [:@ident, "a"]], [:when, [:args_add_star, [[:@int, "1"]], [:vcall, [:@ident, "b"]]], [[:vcall, [:@ident, "c"]]], [:else, [[:vcall, [:@ident, "d"]]]]]],
    [:for, [[:var_field, [:@ident, "a"]], [:var_field, [:@ident, "b"]]], [:vcall, [:@ident, "c"]], [[:vcall, [:@ident, "d"]]]]
  assert_tree "a { next; redo; break 1 }; def a; return; return 1, 2; yield; yield(1); end; begin; rescue; retry; end",
    [:method_add_block, [:method_add_arg, [:fcall, [:@ident, "a"]], []], [:brace_block, nil, [[:next, []], [:redo], [:break, [:args_add_block, [[:@int, "1"]], false]]]]],
    [:def, [:@ident, "a"], [:params, nil, nil, nil, nil, nil, nil, nil], [:bodystmt, [[:return0], [:return, [:args_add_block, [[:@int, "1"], [:@int, "2"]], false]], [:yield0], [:yield, [:paren, [:args_add_block, [[:@int, "1"]], false]]]], nil, nil, nil]],
    [:begin, [:bodystmt, [[:void_stmt]], [:rescue, nil, nil, [[:retry]], nil], nil, nil]]
end

spec "definitions" do
  assert_tree "def a; end; def a(b, c = 1, *d, e, f:, g: 2, **h, &i) b end; def self.a(**nil) = 1; def (a).b; end",
    [:def, [:@ident, "a"], [:params, nil, nil, nil, nil, nil, nil, nil], [:bodystmt, [[:void_stmt]], nil, nil, nil]],
    [:def, [:@ident, "a"], [:paren, [:params, [[:@ident, "b"]], [[[:@ident, "c"], [:@int, "1"]]], [:rest_param, [:@ident, "d"]], [[:@ident, "e"]], [[[:@label, "f:"], false], [[:@label, "g:"], [:@int, "2"]]], [:kwrest_param, [:@ident, "h"]], [:blockarg, [:@ident, "i"]]]], [:bodystmt, [[:var_ref, [:@ident, "b"]]], nil, nil, nil]],
    [:defs, [:var_ref, [:@kw, "self"]], [:@period, "."], [:@ident, "a"], [:paren, [:params, nil, nil, nil, nil, nil, :nil, nil]], [:bodystmt, [:@int, "1"], nil, nil, nil]],
    [:defs, [:paren, [:vcall, [:@ident, "a"]]], [:@period, "."], [:@ident, "b"], [:params, nil, nil, nil, nil, nil, nil, nil], [:bodystmt, [[:void_stmt]], nil, nil, nil]]
  assert_tree "class A < B; c; end; class A::B\n# c\nend; class << self; end; module A; end",
    [:class, [:const_ref, [:@const, "A"]], [:var_ref, [:@const, "B"]], [:bodystmt, [[:vcall, [:@ident, "c"]]], nil, nil, nil]],
    [:class, [:const_path_ref, [:var_ref, [:@const, "A"]], [:@const, "B"]], nil, [:bodystmt, [[:void_stmt]], nil, nil, nil]],
    [:sclass, [:var_ref, [:@kw, "self"]], [:bodystmt, [[:void_stmt]], nil, nil, nil]],
    [:module, [:const_ref, [:@const, "A"]], [:bodystmt, [[:void_stmt]], nil, nil, nil]]
  assert_tree "begin; a; rescue B, C => d; e; rescue; else; f; ensure; g; end; def a; b; rescue; end",
    [:begin, [:bodystmt, [[:void_stmt], [:vcall, [:@ident, "a"]]], [:rescue, [:mrhs_new_from_args, [[:var_ref, [:@const, "B"]]], [:var_ref, [:@const, "C"]]], [:var_field, [:@ident, "d"]], [[:vcall, [:@ident, "e"]]], [:rescue, nil, nil, [[:void_stmt]], nil]], [[:void_stmt], [:vcall, [:@ident, "f"]]], [:ensure, [[:void_stmt], [:vcall, [:@ident, "g"]]]]]],
    [:def, [:@ident, "a"], [:params, nil, nil, nil, nil, nil, nil, nil], [:bodystmt, [[:vcall, [:@ident, "b"]]], [:rescue, nil, nil, [[:void_stmt]], nil], nil, nil]]
  assert_tree "alias a b; alias $a $b; undef a, :b; BEGIN { a }; END { b }", [:alias, [:symbol_literal, [:@ident, "a"]], [:symbol_literal, [:@ident, "b"]]],
    [:var_alias, [:@gvar, "$a"], [:@gvar, "$b"]], [:undef, [[:symbol_literal, [:@ident, "a"]], [:symbol_literal, [:symbol, [:@ident, "b"]]]]],
    [:BEGIN, [[:vcall, [:@ident, "a"]]]], [:END, [[:vcall, [:@ident, "b"]]]]
end

spec "patterns" do
  assert_tree "a = 1; case a; in [b, *c, d]; in {e: 1, f:, **g}; in A(1 | 2 => h); in B[i:]; in [*, 1, *]; in ^a; in ^(1); in nil if j; in {**nil}; in []; end",
    [:assign, [:var_field, [:@ident, "a"]], [:@int, "1"]],
    [:case, [:var_ref, [:@ident, "a"]], [:in, [:aryptn, nil, [[:var_field, [:@ident, "b"]]], [:var_field, [:@ident, "c"]], [[:var_field, [:@ident, "d"]]]], [[:void_stmt]], [:in, [:hshptn, nil, [[[:@label, "e:"], [:@int, "1"]], [[:@label, "f:"], nil]], [:var_field, [:@ident, "g"]]], [[:void_stmt]], [:in, [:aryptn, [:var_ref, [:@const, "A"]], [[:binary, [:binary, [:@int, "1"], :|, [:@int, "2"]], :"=>", [:var_field, [:@ident, "h"]]]], nil, nil], [[:void_stmt]], [:in, [:hshptn, [:var_ref, [:@const, "B"]], [[[:@label, "i:"], nil]], nil], [[:void_stmt]], [:in, [:fndptn, nil, [:var_field, nil], [[:@int, "1"]], [:var_field, nil]], [[:void_stmt]], [:in, [:var_ref, [:@ident, "a"]], [[:void_stmt]], [:in, [:begin, [:@int, "1"]], [[:void_stmt]], [:in, [:if_mod, [:vcall, [:@ident, "j"]], [:var_ref, [:@kw, "nil"]]], [[:void_stmt]], [:in, [:hshptn, nil, [], [:var_field, :nil]], [[:void_stmt]], [:in, [:aryptn, nil, nil, nil, nil], [[:void_stmt]], nil]]]]]]]]]]]
  assert_tree "a => {b:}; a in [1, *]; a in b | c", [:case, [:vcall, [:@ident, "a"]], [:in, [:hshptn, nil, [[[:@label, "b:"], nil]], nil], nil, nil]],
    [:case, [:vcall, [:@ident, "a"]], [:in, [:aryptn, nil, [[:@int, "1"]], [:var_field, nil], nil], nil, nil]],
    [:case, [:vcall, [:@ident, "a"]], [:in, [:binary, [:var_field, [:@ident, "b"]], :|, [:var_field, [:@ident, "c"]]], nil, nil]]
end

spec "raw trees, positions and what does not parse" do
  assert_equal [:program, [:stmts_add, [:stmts_add, [:stmts_new], [:vcall, [:@ident, "a", [1, 0]]]], [:unary, :-@, [:@int, "1", [2, 1]]]]], Ripper.sexp_raw("a\n-1")
  assert_equal [:program, [[:vcall, [:@ident, "a", [5, 0]]]]], Ripper.sexp("a", "file", 5)
  assert_equal nil, Ripper.sexp("a(")
  assert_raises(SyntaxError) { Ripper.sexp("a(", raise_errors: true) }
end

spec "a parser of one's own" do
  methods = Class.new(Ripper) do
    attr_reader :found
    def on_ident(text) = [text, lineno, column]
    def on_def(name, _, _) = (@found ||= []) << name
    def on_call(receiver, _, name) = (@found ||= []) << name
  end
  parser = methods.new("def a\n b.c\nend\n def d = 1", "file", 3)
  parser.parse
  assert_equal [[["c", 4, 3], ["a", 3, 4], ["d", 6, 5]], false, "file", nil, Encoding::UTF_8], [parser.found, parser.error?, parser.filename, parser.lineno, parser.encoding]
end

spec "what an operand is not handled is what its first part was" do
  seen = []
  Class.new(Ripper) { define_method(:on_program) { |value| seen << value } }.parse("a + b")
  assert_equal [nil], seen
end

spec "errors are told to the parser" do
  told = []
  parser = Class.new(Ripper) { define_method(:on_parse_error) { |message| told << message[0, 13] } }.new("a(")
  parser.parse
  assert_equal [true, ["syntax error,"]], [parser.error?, told]
end

spec "sources that are not Strings" do
  require "stringio"
  assert_equal [:program, [[:vcall, [:@ident, "a", [1, 0]]], [:vcall, [:@ident, "b", [2, 0]]]]], Ripper.sexp(StringIO.new("a\nb\n"))
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Ripper.new(1) }
  assert_raises(ArgumentError, "method called for uninitialized object") { Ripper.allocate.parse }
end

spec "handlers may leave by throw and raise" do
  leaving = Class.new(Ripper) { def on_int(text) = throw(:found, text) }
  assert_equal "12", catch(:found) { leaving.parse("a 12") }
  raising = Class.new(Ripper) { def on_int(text) = raise(KeyError, text) }
  parser = raising.new("3")
  assert_raises(KeyError, "3") { parser.parse }
  assert_equal nil, parser.lineno
end

spec "events come as a parser from left to right finds them, and say where it stands" do
  log = []
  logger = Class.new(Ripper) do
    Ripper::EVENTS.each { |name| define_method(:"on_#{name}") { |*| log << "#{name} #{lineno}:#{column}" } }
  end
  logger.parse("a.b(1) { |c| c }\nd = <<E\nf\nE\n# frozen_string_literal: true\nend_of -1\n")
  assert_equal ["ident 1:0", "period 1:1", "vcall 1:2", "ident 1:2", "lparen 1:3", "int 1:4", "rparen 1:5", "args_new 1:6", "args_add 1:6",
    "args_add_block 1:6", "arg_paren 1:6", "call 1:6", "method_add_arg 1:6", "sp 1:6", "lbrace 1:7", "sp 1:8", "op 1:9", "ident 1:10", "op 1:11",
    "params 1:12", "block_var 1:12", "sp 1:12", "ident 1:13", "sp 1:14", "rbrace 1:15", "var_ref 1:16", "stmts_new 1:16", "stmts_add 1:16",
    "brace_block 1:16", "method_add_block 1:16", "nl 1:16", "stmts_new 1:17", "stmts_add 1:17"], log[0, 33]
  assert_equal ["heredoc_beg 2:4", "string_content 2:8", "tstring_content 3:0", "heredoc_end 4:0", "string_add 2:7", "string_literal 2:7"], log[38, 6]
  assert_equal ["magic_comment 5:25", "comment 5:0", "nl 2:7"], log[44, 3]
  assert_equal ["arg_ambiguous 6:7"], log.grep(/ambiguous/).first(1)
end

class RefusedTargets < Ripper::SexpBuilder
  attr_reader :refused
  def on_assign_error(message, target) = (@refused ||= []) << [message, target]
end

spec "an assignment to a constant in a method is read, and an event of its own tells that it is refused" do
  {
    "def m; A = 1; end" => [:var_field, [:@const, "A", [1, 7]]],
    "def m; A::B = 1; end" => [:const_path_field, [:var_ref, [:@const, "A", [1, 7]]], [:@const, "B", [1, 10]]],
    "def m; ::A = 1; end" => [:top_const_field, [:@const, "A", [1, 9]]],
    "def m; a, A = 1; end" => [:var_field, [:@const, "A", [1, 10]]],
    "def m; begin; rescue => A; end; end" => [:var_field, [:@const, "A", [1, 24]]]
  }.each do |source, target|
    reader = RefusedTargets.new(source)
    assert_equal :program, reader.parse.first
    assert_equal true, reader.error?
    assert_equal [["dynamic constant assignment", target]], reader.refused
    assert_equal nil, Ripper.sexp(source)
  end
end
