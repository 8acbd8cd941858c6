# rutile-only
require_relative "../harness"
require "json"
# The reader that newer versions of the gem json ask for; that of the standard library has none of the name.

def read_as(text, **options)
  JSON::Ext::ParserConfig.new(options).parse(text)
end

spec "commas behind the last" do
  assert_equal [[1], { "a" => 1 }], [read_as("[1,]", allow_trailing_comma: true), read_as("{\"a\":1,}", allow_trailing_comma: true)]
  assert_raises(JSON::ParserError) { read_as("[1,]") }
  assert_raises(JSON::ParserError) { read_as("[,]", allow_trailing_comma: true) }
  assert_raises(JSON::ParserError) { read_as("[1,,]", allow_trailing_comma: true) }
end

spec "comments" do
  assert_equal [1], read_as("/* a */[1] // b\n", allow_comments: true)
  assert_raises(JSON::ParserError) { read_as("[1] // b", allow_comments: false) }
end

spec "keys that come twice" do
  assert_equal({ "a" => 2 }, read_as("{\"a\":1,\"a\":2}", allow_duplicate_key: true))
  assert_raises(JSON::ParserError) { read_as("[{\"a\":1,\"a\":2}]", allow_duplicate_key: false) }
  assert_equal({ "a" => 1, "b" => { "a" => 2 } }, read_as("{\"a\":1,\"b\":{\"a\":2}}", allow_duplicate_key: false))
end

spec "each value passes a block, inner ones first" do
  seen = []
  assert_equal 3, read_as("{\"a\":[1]}", on_load: ->(value) { seen << value; seen.size }).then { seen.size }
  assert_equal 1, seen[0]
  assert_raises(NotImplementedError, "JSON's option allow_invalid_escape") { read_as("1", allow_invalid_escape: true) }
end
