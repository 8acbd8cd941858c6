require_relative "../harness"
require "yaml"
require "stringio"

# YAML: texts that Psych reads and writes, and what it says of those that are none.

spec "scalars are read as what they look like" do
  text = "[1, 2.5, ~, true, \"x\\ty\", 'it''s', 0x1f, 1_000, .inf, plain, 1e3, 017]"
  assert_equal [1, 2.5, nil, true, "x\ty", "it's", 31, 1000, Float::INFINITY, "plain", "1e3", 15], YAML.load(text)
  assert_equal ["foo", [1, [2, 3]]], [YAML.load("--- foo"), YAML.load("- 1\n- - 2\n  - 3\n")]
end

spec "block scalars, anchors, merges and complex keys" do
  text = <<~TEXT
    literal: |
      one
       two
    folded: >-
      one
      two

      three
    base: &base
      k: v
    same: *base
    merged:
      <<: *base
      l: 2
    ? a key
    : a value
    "é": ünï
  TEXT
  expected = {
    "literal" => "one\n two\n", "folded" => "one two\nthree", "base" => { "k" => "v" }, "same" => { "k" => "v" },
    "merged" => { "k" => "v", "l" => 2 }, "a key" => "a value", "é" => "ünï",
  }
  assert_equal expected, YAML.load(text, aliases: true)
end

spec "several documents" do
  assert_equal [{ "a" => 1 }, { "b" => 2 }], YAML.load_stream("a: 1\n---\nb: 2\n...\n")
  assert_equal "--- 1\n---\n- 2\n--- x\n", YAML.dump_stream(1, [2], "x")
end

spec "a syntax error tells what was found where" do
  {
    "a: b: c" => "(<unknown>): mapping values are not allowed in this context at line 1 column 5",
    "a: [1, 2" => "(<unknown>): did not find expected ',' or ']' while parsing a flow sequence at line 1 column 4",
    "a: 'x" => "(<unknown>): found unexpected end of stream while scanning a quoted scalar at line 1 column 4",
    "\tx: 1" => "(<unknown>): found character that cannot start any token while scanning for the next token at line 1 column 1",
  }.each { |text, message| assert_raises(Psych::SyntaxError, message) { YAML.load(text) } }
end

spec "what is written reads back" do
  strings = ["", "yes", "~", "1", "1.0", "a: b", "- x", "#c", "x\ny\n", "x\ny", " lead", "trail ", "é\u0001", "null", "12:30", "*z", "\t", "\r\n", ":b"]
  values = [1, 1.5, nil, true, :sym, :"a b", { 1 => { a: { b: [] } }, nil => {} }, 2**70, -0.0, [[]], strings]
  assert_equal values, YAML.load(YAML.dump(values), permitted_classes: [Symbol])
  bytes = "\xff\x00".b
  assert_equal bytes, YAML.load(YAML.dump(bytes))
end

spec "the style of what is written" do
  assert_equal "---\na: 1\n:b:\n- x\n- 'yes'\nc: |-\n  l\n  m\nd: {}\n", YAML.dump({ "a" => 1, b: ["x", "yes"], "c" => "l\nm", "d" => {} })
  assert_equal "---\na:\n    b:\n    - 1\n", YAML.dump({ "a" => { "b" => [1] } }, indentation: 4)
  assert_equal "%YAML 1.1\n---\na: 1\n", YAML.dump({ "a" => 1 }, header: true)
  shared = [1]
  assert_equal "---\n- &1\n  - 1\n- *1\n", YAML.dump([shared, shared])
  long = "#{"a" * 50} #{"b" * 60}"
  assert_equal "---\n- >-\n  #{"a" * 50}\n  #{"b" * 60}\n", [long].to_yaml(line_width: 40)
end

spec "objects, structs and exceptions" do
  SpecYamlPair = Struct.new(:left, :right)
  pair = SpecYamlPair.new(1, ["x"])
  assert_equal "--- !ruby/struct:SpecYamlPair\nleft: 1\nright:\n- x\n", YAML.dump(pair)
  assert_equal pair, YAML.unsafe_load(YAML.dump(pair))
  assert_equal "boom", YAML.unsafe_load(YAML.dump(RuntimeError.new("boom"))).message
  assert_raises(Psych::DisallowedClass, "Tried to load unspecified class: Object") { YAML.load("--- !ruby/object:Object {}") }
  assert_raises(Psych::AliasesNotEnabled) { YAML.load("a: &x 1\nb: *x") }
end

spec "a tree of nodes knows its places" do
  document = Psych.parse("a:\n  - 1\n  - 'x'\n")
  list = document.root.children[1]
  assert_equal [1, 2, 3, 0], [list.start_line, list.start_column, list.end_line, list.end_column]
  assert_equal [false, true], list.children.map(&:quoted)
  assert_equal({ "a" => [1, "x"] }, document.to_ruby)
end

spec "a stream writes each document when it is complete" do
  output = StringIO.new
  stream = Psych::Stream.new(output)
  stream.start
  stream.push({ "a" => 1 })
  assert_equal "---\na: 1\n...\n", output.string
  stream.push([2])
  stream.finish
  assert_equal "---\na: 1\n...\n---\n- 2\n...\n", output.string
end

spec "a tag that begins beyond ASCII ends no process" do
  emitter = Psych::Emitter.new(StringIO.new)
  emitter.start_stream(Psych::Parser::UTF8)
  emitter.start_document([], [], true)
  begin
    emitter.start_mapping(nil, "\u30d0\u30fc", false, 1)
    emitter.end_mapping
    emitter.end_document(false)
  rescue RuntimeError => error
    assert error.message.include?("tag value")
  end
end

require "stringio"

spec "texts of UTF-16 are read, by their encoding or their mark" do
  texts = ["a: \u00e9".encode("UTF-16LE"), "a: \u00e9".encode("UTF-16BE"), "\uFEFFa: \u00e9".encode("UTF-16BE"), StringIO.new("\uFEFFa: \u00e9".encode("UTF-16LE").b), "\uFEFFa: \u00e9"]
  assert_equal [{ "a" => "\u00e9" }], texts.map { |text| Psych.load(text) }.uniq
end

class NotedOutput
  def write(text) = nil
end

spec "an emitter refuses what are no texts and numbers" do
  emitter = Psych::Emitter.new(NotedOutput.new)
  emitter.start_stream(Psych::Nodes::Stream::UTF8)
  assert_raises(TypeError) { emitter.start_document(nil, [], false) }
  assert_raises(TypeError) { emitter.start_document([nil, nil], [], false) }
  assert_raises(TypeError) { emitter.start_document([], "foo", false) }
  assert_raises(TypeError) { emitter.start_document([], [nil], false) }
  assert_raises(RuntimeError, "tag tuple must be of length 2") { emitter.start_document([], [["a"]], false) }
  assert_raises(TypeError) { emitter.start_document([1, 1], [[nil, "tag"]], false) }
  emitter.start_document([], [], false)
  assert_raises(TypeError) { emitter.scalar("foo", nil, nil, false, true, :foo) }
  assert_raises(TypeError) { emitter.start_sequence(nil, nil, true, :foo) }
end

spec "what reads pieces alone is a stream too, and gives Strings" do
  pieces = ["- 1\n- ", "two\n"]
  stream = Object.new
  stream.define_singleton_method(:external_encoding) { nil }
  stream.define_singleton_method(:read) { |length| pieces.shift }
  assert_equal [1, "two"], Psych.load(stream)
  stream.define_singleton_method(:read) { |length| self }
  assert_raises(TypeError) { Psych.parse_stream(stream) }
end

spec "a text that ends within a block is read or refused" do
  assert_equal ["text"], YAML.load("- |\n  text")
  assert_raises(Psych::SyntaxError) { YAML.load("a: ''|\n 0") }
  assert_raises(Psych::SyntaxError) { YAML.load("- >\n  a\n b: |") }
end

spec "texts have the encoding that the program works in" do
  verbose, $VERBOSE = $VERBOSE, nil
  Encoding.default_internal = "EUC-JP"
  assert_equal [Encoding::EUC_JP, "\u3042"], YAML.load("- \u3042")[0].then { |text| [text.encoding, text.encode("UTF-8")] }
ensure
  Encoding.default_internal = nil
  $VERBOSE = verbose
end

spec "the bytes of a stream are read as they are" do
  assert_raises(Psych::SyntaxError) { YAML.load(StringIO.new("- \u3042".encode("Shift_JIS"))) }
  assert_equal ["\u3042"], YAML.load(StringIO.new("- \u3042".encode("UTF-16LE")))
end

spec "an emitter says at once what it can't write" do
  emitter = Psych::Emitter.new(StringIO.new)
  assert_raises(RuntimeError, "expected STREAM-START") { emitter.scalar("a", nil, nil, true, false, 1) }
end
