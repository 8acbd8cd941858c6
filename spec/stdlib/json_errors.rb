# What JSON refuses to write or to read, and the corners of what it writes.

require_relative "../harness"
require "json"
require "stringio"

class JsonNamed < String
  def to_s = self
  def to_json(*) = '"named"'
end

class JsonShown < String
  def to_s = "shown"
end

class JsonEndless
  def to_s = self
end

def refused(error = JSON::GeneratorError)
  yield
  nil
rescue error => refusal
  refusal
end

spec "keys are written as their text, which writes itself where it is no mere String" do
  assert_equal '{"named":1,"shown":2,"":3,"a":4,"1.5":5}', JSON.generate(JsonNamed.new("x") => 1, JsonShown.new("y") => 2, nil => 3, a: 4, 1.5 => 5)
  assert_raises(TypeError, /\Acan't convert JsonEndless to String \(JsonEndless#to_s gives JsonEndless\)\z/) { JSON.generate(JsonEndless.new => 1) }
end

spec "what can't be written is told with the error" do
  assert_equal ["NaN not allowed in JSON", true], refused { JSON.generate([Float::NAN]) }.then { |error| [error.message, error.invalid_object.nan?] }
  broken = "\x82\xAC"
  assert_equal ["source sequence is illegal/malformed utf-8", broken], refused { JSON.generate(broken) }.then { |error| [error.message, error.invalid_object] }
  bytes = refused { { a: broken.b }.to_json }
  assert_equal ["\"\\x82\" from ASCII-8BIT to UTF-8", broken.b, Encoding::UndefinedConversionError], [bytes.message, bytes.invalid_object, bytes.cause.class]
  assert_equal ["Symbol not allowed in JSON", "#<Class:Object> not allowed in JSON"],
               [:a, Object].map { |object| refused { JSON.generate([object], strict: true) }.message }
end

spec "UTF-8 that is called binary is written with a warning" do
  errors, $stderr = $stderr, StringIO.new
  written = [JSON.generate("€".b), JSON.generate("plain".b)]
  said, $stderr = $stderr.string, errors
  assert_equal ['"€"', '"plain"'], written
  assert_equal 1, said.scan("warning: JSON.generate: UTF-8 string passed as BINARY, this will raise an encoding error in json 3.0").size
end

spec "empty containers count as a level, and a state keeps the depth at which an error left it" do
  assert_equal ["nesting of 1 is too deep"] * 3,
               [[[]], { a: {} }, [{}]].map { |nested| refused(JSON::NestingError) { JSON.generate(nested, max_nesting: 1) }.message }
  assert_equal "[[],{}]", JSON.generate([[], {}], max_nesting: 2)
  state, endless = JSON::State.new, []
  endless << endless
  assert_equal ["nesting of 100 is too deep", 100], [refused(JSON::NestingError) { endless.to_json(state) }.message, state.depth]
  state = JSON::State.new
  refused { [1, [Float::NAN]].to_json(state) }
  assert_equal [2, "[\n  []\n]"], [state.depth, JSON.pretty_generate([[]])]
end

spec "settings that are false are nothing, and others must be what they are for" do
  nothing = { indent: nil, space: false, space_before: nil, object_nl: nil, array_nl: nil }
  assert_equal '{"a":[1,2]}', JSON.generate({ a: [1, 2] }, nothing)
  state = JSON::State.new(max_nesting: nil)
  state.buffer_initial_length = 0
  assert_equal [0, 1024], [state.max_nesting, state.buffer_initial_length]
  assert_raises(TypeError, /\Awrong argument type Integer \(expected String\)\z/) { state.indent = 3 }
  assert_raises(TypeError, /\Awrong argument type String \(expected Integer\)\z/) { state.buffer_initial_length = "x" }
end

spec "a reader is made once" do
  parser = JSON::Ext::Parser.new("{}")
  assert_raises(TypeError, /\Aalready initialized instance\z/) { parser.__send__(:initialize, "{}") }
  assert_raises(TypeError, /\Auninitialized instance\z/) { JSON::Ext::Parser.allocate.source }
end

spec "an error of the reader shows a little of what it found, none behind a zero" do
  assert_equal "unexpected token at '#{"é" * 16}'", refused(JSON::ParserError) { JSON.parse("[#{"é" * 40}]") }.message
  assert_equal "unexpected token at 'x'", refused(JSON::ParserError) { JSON.parse("[x\0y]") }.message
end

spec "frozen texts that are the same are one" do
  read = JSON.parse('{"foo": ["foo", {"a": "foo"}]}', freeze: true)
  assert_equal [true, true, true], [read["foo"][0], read.keys[0], read["foo"][1]["a"]].map { |text| text.equal?(-"foo") }
  assert_equal [true, true], [read.frozen?, read["foo"].frozen?]
end
