require_relative "../harness"
require "stringio"
# The gem prism over the parser that is built in. The standard library of Ruby 3.3 has a version from before 1.0.
begin
  require "prism"
rescue LoadError
  spec("a gem of another kind is refused") { assert_equal true, Prism::VERSION.start_with?("0.") }
  exit
end

def shape(node)
  [node.type, *node.compact_child_nodes.map { |child| shape(child) }]
end

def kinds_of_tokens(source)
  Prism.lex(source).value.map { |token, _| token.type }
end

spec "trees" do
  result = Prism.parse("foo = 1\nputs(foo, \"a\#{foo}\") if 2.5 > 1_000_000_000_000_000_000_000")
  assert_equal [true, [:foo]], [result.success?, result.value.locals]
  write, condition = result.value.statements.body
  assert_equal [:foo, 1, "=", true], [write.name, write.value.value, write.operator, write.newline?]
  assert_equal [:call_node, [:float_node], [:arguments_node, [:integer_node]]], shape(condition.predicate)
  assert_equal [2.5, 10**21], [condition.predicate.receiver.value, condition.predicate.arguments.arguments[0].value]
  string = condition.statements.body[0].arguments.arguments[1]
  assert_equal ["a", "\"", "\#{foo}"], [string.parts[0].unescaped, string.closing, string.parts[1].slice]
end

spec "fields and flags that the parser names otherwise" do
  symbol, loop, check = Prism.parse(":name; x += 1 while y; z in {a:}").value.statements.body
  assert_equal ["name", "name", true], [symbol.value, symbol.unescaped, symbol.forced_us_ascii_encoding?]
  assert_equal ["while", nil], [loop.keyword, loop.closing]
  assert_equal "in", check.operator
  branch = Prism.parse("case 1; in 2 then 3; end").value.statements.body[0].conditions[0]
  assert_equal ["in", "then"], [branch.in, branch.then]
  assert_equal [true, false], [Prism.parse("a&.b").value.statements.body[0].safe_navigation?, Prism.parse("a.b").value.statements.body[0].safe_navigation?]
  assert_equal [true, true], [Prism.parse("/a/mi").value.statements.body[0].then { |node| node.multi_line? && node.ignore_case? }, Prism.parse("0x1f").value.statements.body[0].hexadecimal?]
end

spec "definitions, encodings and constants" do
  result = Prism.parse("# encoding: ascii-8bit\ndef é(a, *b, c: 1, **d, &e) = a\n__END__\nrest")
  definition = result.value.statements.body[0]
  assert_equal [%i[a b c d e], "é".b], [definition.locals, definition.name.name.b]
  assert_equal Encoding::EUC_JP, Prism.parse("# encoding: euc-jp\n1").encoding
  assert_equal [["encoding", "ascii-8bit"], "__END__\nrest"], [[result.magic_comments[0].key, result.magic_comments[0].value], result.data_loc.slice]
end

spec "what is wrong, and what is left out" do
  result = Prism.parse("1 +")
  assert_equal [false, :expect_expression_after_operator, 3, :syntax], [result.success?, result.errors[0].type, result.errors[0].location.start_offset, result.errors[0].level]
  assert_equal [:missing_node], [result.value.statements.body[0].arguments.arguments[0].type]
  assert_equal :unused_local_variable, Prism.parse("def m; a = 1; end").warnings[0].type
  assert_equal [true, false, false, true], [Prism.parse_success?("1"), Prism.parse_success?("1 +"), Prism.parse_failure?("1"), Prism.parse_failure?("1 +")]
end

spec "tokens and comments" do
  assert_equal %i[IDENTIFIER INTEGER COMMENT CONSTANT NEWLINE EOF], kinds_of_tokens("foo 1 # x\nB\n")
  assert_equal %i[PERCENT_LOWER_W STRING_CONTENT WORDS_SEP STRING_CONTENT STRING_END EOF], kinds_of_tokens("%w[a b]")
  assert_equal %i[IDENTIFIER KEYWORD_DO BACKTICK STRING_CONTENT STRING_END KEYWORD_END EOF], kinds_of_tokens("a do `b` end")
  assert_equal ["# x\n", "# y"], Prism.lex("a # x\nb # y").value.map(&:first).select { |token| token.type == :COMMENT }.map(&:value)
  assert_equal ["# a", "=begin\n=end\n"], Prism.parse_comments("1 # a\n=begin\n=end\n").map(&:slice)
  tree, tokens = Prism.parse_lex("a.b").value
  assert_equal [:program_node, 4, :b], [tree.type, tokens.size, tree.statements.body[0].name]
end

spec "options" do
  scoped = Prism.parse("a", scopes: [[:a]]).value.statements.body[0]
  assert_equal [:local_variable_read_node, 7], [scoped.type, Prism.parse("a", line: 7).value.location.start_line]
  assert_equal [true, false], [Prism.parse("\"a\"", frozen_string_literal: true), Prism.parse("\"a\"", frozen_string_literal: false)].map { |result| result.value.statements.body[0].frozen? }
  assert_equal [true, true], [Prism.parse("it", version: "3.3.0").value.statements.body[0].is_a?(Prism::CallNode), Prism.parse("a = 1", freeze: true).value.frozen?]
  assert_equal "x.rb", Prism.parse("__FILE__", filepath: "x.rb").value.statements.body[0].filepath
  assert_raises(ArgumentError, "unknown keyword: foo") { Prism.parse("1", foo: 1) }
  assert_raises(ArgumentError, "invalid version: 2.7") { Prism.parse("1", version: "2.7") }
  assert_raises(ArgumentError, "invalid command line flag: 'z'") { Prism.parse("1", command_line: "z") }
  assert_raises(TypeError, "wrong argument type Integer (expected String)") { Prism.parse(1) }
  assert_raises(TypeError, "wrong argument type Integer (expected Array or Prism::Scope)") { Prism.parse("1", scopes: [1]) }
end

spec "files, streams and dumps" do
  assert_equal [Prism.parse(File.read(__FILE__)).value.statements.body.size, true], [Prism.parse_file(__FILE__).value.statements.body.size, Prism.parse_file_success?(__FILE__)]
  assert_raises(Errno::ENOENT, "No such file or directory - /nope") { Prism.parse_file("/nope") }
  assert_raises(Errno::EISDIR, "Is a directory - /") { Prism.parse_file("/") }
  stream = StringIO.new("a = <<A\n__END__\nA\nb\n__END__\nrest\n")
  assert_equal [2, "rest\n"], [Prism.parse_stream(stream).value.statements.body.size, stream.read]
  assert_equal shape(Prism.parse("a(1)").value), shape(Prism.load("a(1)", Prism.dump("a(1)")).value)
  assert_equal [nil, Prism::Scope], [Prism.profile("1"), Prism.scope(locals: [:a]).class]
end

spec "names and the trees of other parsers" do
  assert_equal [true, false, true], [Prism::StringQuery.local?("a"), Prism::StringQuery.constant?("a"), Prism::StringQuery.method_name?("a?")]
  assert_raises(ArgumentError, "Invalid or non ascii-compatible encoding") { Prism::StringQuery.local?("a".encode("UTF-16LE")) }
  assert_equal [:program, [[:call, [:vcall, [:@ident, "a", [1, 0]]], [:@period, ".", [1, 1]], [:@ident, "b", [1, 2]]]]], Prism::Translation::Ripper.sexp_raw("a.b").then { |kind, (_, _, call)| [kind, [call]] }
end

spec "comments that are parsed alone know their lines" do
  source = "# ä\nx = 1 # b\n=begin\nq\n=end\n"
  comments = Prism.parse_comments(source)
  assert_equal [[false, 1, ""], [true, 2, "x = 1 "], [false, 3, ""]], comments.map { |comment| [comment.trailing?, comment.location.start_line, comment.location.start_line_slice] }
  assert_equal Prism.parse(source).comments.map { |comment| comment.location.start_column }, comments.map { |comment| comment.location.start_column }
  assert Prism.parse_comments(source, freeze: true).all?(&:frozen?)
  assert_equal [], Prism.parse_comments("1")
end

spec "what only later parsers refuse is no error of the gem's" do
  ["case 1; in Integer | { x: }; end", "/\\p{no_such_property}/"].each do |source|
    assert_equal [], Prism.parse(source).errors
    assert_equal [], Prism.lex(source).errors
  end
  assert_equal [:pattern_term_brace], Prism.parse("x in A | {x:").errors.map(&:type)
end

spec "a source with options leaves the next one without them" do
  lines = [{}, { line: 5 }, {}, { line: 7 }].map { |options| Prism.parse("1", **options).value.location.start_line }
  assert_equal [1, 5, 1, 7], lines
  assert_raises(ArgumentError, "unknown keyword: lines") { Prism.parse("1", lines: 5) }
  assert !Prism.const_defined?(:RUBY_ENGINE, false)
end
