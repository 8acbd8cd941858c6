require_relative "../harness"
require_relative "../outside"
require "json"
require "stringio"

spec "reads every kind of value" do
  text = '{"a": [1, -2.5, 1E3, true, false, null, "x\n\u00e9\ud83d\ude00"], "b": {"c": {}}}'
  assert_equal({ "a" => [1, -2.5, 1000.0, true, false, nil, "x\n\u00e9\u{1F600}"], "b" => { "c" => {} } }, JSON.parse(text))
  assert_equal [12345678901234567890, 0, -0.0], JSON.parse("[12345678901234567890,-0,-0.0]")
  assert_equal [2, "s", nil], [JSON.parse(" 2 "), JSON.parse('"s"'), JSON.parse("null")]
  assert_equal [1, 2], JSON.parse("/*c*/[1,//x\n2]")
end

spec "refuses what is not JSON" do
  ["", "{", "[1,]", '{"a"}', "{a:1}", "nul", "[NaN]", "-", "01", "1.", '"abc', "[1 2]", "1 2", "[1}", "'a'", "\"a\nb\""].each do |text|
    assert_raises(JSON::ParserError) { JSON.parse(text) }
  end
  assert_raises(JSON::ParserError, "unexpected token at '2]'") { JSON.parse("[1 2]") }
  assert_raises(JSON::NestingError, "nesting of 101 is too deep") { JSON.parse("[" * 101 + "]" * 101) }
  assert_equal 1, JSON.parse("[" * 5000 + "]" * 5000, max_nesting: false).size
  assert_raises(TypeError) { JSON.parse(nil) }
end

spec "options of the reader" do
  assert_equal({ a: [1] }, JSON.parse('{"a":[1]}', symbolize_names: true))
  assert JSON.parse('["a"]', freeze: true)[0].frozen?
  assert JSON.parse("[NaN]", allow_nan: true)[0].nan?
  list = Class.new(Array)
  assert_equal list, JSON.parse("[1]", array_class: list).class
end

spec "writes every kind of value" do
  value = { "a" => [1, 2.5, nil, true, "q\"\\\n\u0001é"], b: {}, nil => [], 1 => :s }
  assert_equal '{"a":[1,2.5,null,true,"q\"\\\\\n\u0001é"],"b":{},"":[],"1":"s"}', JSON.generate(value)
  assert_equal ["[1]", '{"a":1}', '"x"', "null", "1.5", "true"], [[1].to_json, { a: 1 }.to_json, "x".to_json, nil.to_json, 1.5.to_json, true.to_json]
  assert_equal '"\u00e9\ud83d\ude00"', JSON.generate("é\u{1F600}", ascii_only: true)
  assert_equal '"\/<"', JSON.generate("/<", script_safe: true)
end

spec "pretty" do
  assert_equal "{\n  \"a\": [\n    1,\n    {\n      \"b\": {}\n    }\n  ],\n  \"c\": []\n}", JSON.pretty_generate({ a: [1, { b: {} }], c: [] })
end

spec "objects write themselves" do
  own = Class.new { def to_json(*) = '"own"' }
  shown = Class.new { def to_s = "shown" }
  assert_equal '["own","shown",{"shown":1}]', JSON.generate([own.new, shown.new, { shown.new => 1 }])
end

spec "what can't be written" do
  assert_raises(JSON::GeneratorError) { JSON.generate(Float::NAN) }
  assert_raises(JSON::GeneratorError) { JSON.generate("\xFF") }
  assert_raises(JSON::NestingError, "nesting of 1 is too deep") { JSON.generate([1, [2]], max_nesting: 1) }
  ring = []
  ring << ring
  assert_raises(JSON::NestingError) { JSON.generate(ring) }
end

spec "load and dump" do
  assert_equal ['{"a":1}', { "a" => 1 }, nil], [JSON.dump({ a: 1 }), JSON.load('{"a":1}'), JSON.load("")]
end

class ShownByText
  def to_s = "<shown>"
end

class String
  alias json_of_text to_json
  def to_json(*arguments) = arguments.empty? ? "replaced" : json_of_text(*arguments)
end

spec "an object without to_json is written as its text, whatever String#to_json does" do
  assert_equal ['"<shown>"', '["<shown>"]'], [JSON.generate(ShownByText.new), [ShownByText.new].to_json]
end

spec "containers of all sizes, one in another" do
  [0, 1, 3, 5, 6, 9, 40, 300].each do |size|
    list = Array.new(size) { |index| index.odd? ? index : [index, { "k#{index}" => "v" }] }
    hash = list.each_with_index.to_h { |value, index| ["key #{index}", value] }
    document = { "list" => list, "hash" => hash, "last" => [hash, list] }
    assert_equal document, JSON.parse(JSON.generate(document))
    symbols = JSON.parse(JSON.generate(document), symbolize_names: true)
    assert_equal [list.size, hash.keys.map(&:to_sym)], [symbols[:list].size, symbols[:hash].keys]
  end
end

spec "a key that comes twice keeps its place and has the last value" do
  assert_equal [["a", 3], ["b", 2]], JSON.parse('{"a":1,"b":2,"a":3}').to_a
end

spec "the same key is one frozen String in all of a text" do
  first, second = JSON.parse('[{"name":1},{"x":{"name":2},"name":3}]')
  assert_equal true, first.keys[0].equal?(second.keys[1])
  assert_equal [true, true], [first.keys[0].frozen?, first.keys[0].equal?(second["x"].keys[0])]
  assert_equal %w[k0 k1 k2], JSON.parse('[{"k0":0},{"k1":0},{"k2":0}]').flat_map(&:keys)
end

spec "strings with and without what is escaped" do
  texts = ["", "plain", "a\"b\\c\nd\u0001", "é\t漢/", "\u2028", "x" * 100 + "\"", "\x7f"]
  assert_equal texts, JSON.parse(JSON.generate(texts))
  assert_equal '["a\"b\\\\c\nd\u0001","é\t漢/"]', JSON.generate(texts[2, 2])
  assert_equal '["\u00e9\t\u6f22/","\u2028"]', JSON.generate(texts[3, 2], ascii_only: true)
end

spec "integers and floats as text" do
  assert_equal "[0,-1,4611686018427387904,1.5,-0.0,1.0e-05,100.0]", JSON.generate([0, -1, 2**62, 1.5, -0.0, 1e-5, 100.0])
end

class JsonMadeAgain
  def self.json_create(object) = "made of #{object["v"]}"
  def self.json_creatable? = true
end

spec "additions are made where create_additions is nil, as load has it, with a warning that this goes" do
  text = '{"json_class": "JsonMadeAgain", "v": 1}'
  errors, $stderr = $stderr, StringIO.new
  asked, Warning[:deprecated] = Warning[:deprecated], true
  made = [JSON.load(text), JSON.parse(text, create_additions: nil), JSON.parse(text, create_additions: true)]
  said, $stderr = $stderr.string, errors
  Warning[:deprecated] = asked
  assert_equal ["made of 1"] * 3, made
  assert_equal 2, said.scan("implicit support for `create_additions: true` is deprecated").size
  assert_raises(ArgumentError, "can't get const JsonMadeNever: uninitialized constant JsonMadeNever") { JSON.load('{"json_class": "JsonMadeNever"}') }
  assert_equal({ "json_class" => "JsonMadeNever" }, JSON.parse('{"json_class": "JsonMadeNever"}'))
end

spec "parse without options, and with names as Symbols alone, reads as a reader of its own does" do
  text = '{"a": [1, {"b": null}]}'
  assert_equal [{ "a" => [1, { "b" => nil }] }, { a: [1, { b: nil }] }], [JSON.parse(text), JSON.parse(text, symbolize_names: true)]
  assert_equal [JSON.parse(text), JSON.parse(text)], [JSON.parse(text, {}), JSON.parse(text, symbolize_names: false)]
  assert_equal [["é"], Encoding::UTF_8], JSON.parse('["é"]'.b).then { |list| [list, list[0].encoding] }
  assert_raises(JSON::ParserError) { JSON.parse("[", symbolize_names: true) }
end

spec "what a program's class, or the program for a class of Ruby's, has for to_json is asked" do
  text, status = run_ruby("-rjson", "-rjson/add/core", "-rjson/add/rational", "-e", "print JSON.generate([1r/3, Time.at(0), :a, 1..2]), JSON(2r/9)")
  assert_equal ['[{"json_class":"Rational","n":1,"d":3},{"json_class":"Time","s":0,"n":0},{"json_class":"Symbol","s":"a"},' \
    '{"json_class":"Range","a":[1,2,false]}]{"json_class":"Rational","n":2,"d":9}', 0], [text, status]
end

spec "a comment that does not end is none" do
  assert_equal 1, JSON.parse("1 // a\n")
  ["1 // a", "1 /* a", "/* a", "1 /", "[1 /* ]"].each { |text| assert_raises(JSON::ParserError) { JSON.parse(text) } }
end

spec "behind half of a character comes the other half, or a question mark" do
  assert_equal ["\u{1f600}", "?nfinity"], [JSON.parse('"\ud83d\ude00"'), JSON.parse('"\ud83dInfinity"')]
  assert_raises(JSON::ParserError) { JSON.parse('"\ud83dabc"') }
  assert_raises(JSON::ParserError) { JSON.parse('"\ud83d\uzzzz"') }
end

spec "options that say nothing new change nothing" do
  text = '{"a": [1, 2.5, null], "b": {"c": "x"}}'
  plain = { "a" => [1, 2.5, nil], "b" => { "c" => "x" } }
  [{}, { object_class: Hash }, { array_class: Array, object_class: nil }, { create_additions: false }, { max_nesting: false }, { decimal_class: nil }].each do |options|
    assert_equal plain, JSON.parse(text, options)
  end
  assert_raises(JSON::NestingError, "nesting of 2 is too deep") { JSON.parse(text, max_nesting: 1) }
  assert_equal [true, true], [JSON.parse("[NaN]", allow_nan: true)[0].nan?, JSON.load("[NaN]")[0].nan?]
  assert_equal [nil, nil], [JSON.load(nil), JSON.load("")]
end

spec "what is read frozen is frozen through and through, and the same text is one object" do
  frozen = JSON.parse('{"a": ["x", {"b": "x"}]}', freeze: true)
  assert_equal [true, true, true, true], [frozen.frozen?, frozen["a"].frozen?, frozen["a"][0].frozen?, frozen["a"][1].frozen?]
  assert_equal true, frozen["a"][0].equal?(frozen["a"][1]["b"])
  assert_equal({ a: "x" }, JSON.parse('{"a": "x"}', freeze: true, symbolize_names: true))
end

spec "additions are found where their name stands, and where it is written by escapes" do
  Object.const_set(:JsonAddition, Struct.new(:held) do
    def self.json_creatable? = true
    def self.json_create(object) = new(object["held"])
  end)
  assert_equal JsonAddition.new(1), JSON.parse('{"json_class": "JsonAddition", "held": 1}', create_additions: true)
  assert_equal [JsonAddition.new(1)], JSON.parse('[{"json\u005fclass": "JsonAddition", "held": 1}]', create_additions: true)
  assert_equal JsonAddition.new(2), JSON.parse('{"kind": "JsonAddition", "held": 2}', create_additions: true, create_id: "kind")
  assert_equal({ "json_class" => "JsonAddition" }, JSON.parse('{"json_class": "JsonAddition"}'))
  assert_equal({ "other" => "JsonAddition" }, JSON.unsafe_load('{"other": "JsonAddition"}'))
end

spec "Symbols are written as their text, unless a program says otherwise" do
  assert_equal ['{"status":"ok","list":["a","b c"]}', '"x"', '["ä"]'], [{ status: :ok, list: [:a, :"b c"] }.to_json, :x.to_json, JSON.generate([:ä])]
  assert_equal "[\n  \"a\"\n]", JSON.pretty_generate([:a])
  assert_equal '{"a":"b"}', JSON.dump({ a: :b })
  Symbol.class_eval { def to_json(*) = '"own"' }
  assert_equal ['["own"]', '"own"'], [JSON.generate([:x]), :x.to_json]
  Symbol.class_eval { remove_method :to_json }
  assert_equal '["x"]', JSON.generate([:x])
end

spec "options of generate that say nothing new change nothing" do
  value = { "a" => [1, 2.5, nil, "ü"] }
  [nil, {}, { max_nesting: 10 }, { allow_nan: false }, { max_nesting: false }].each { |options| assert_equal '{"a":[1,2.5,null,"ü"]}', JSON.generate(value, options) }
  assert_equal '{"a":[1,2.5,null,"\u00fc"]}', JSON.generate(value, ascii_only: true)
  assert_raises(JSON::NestingError, "nesting of 1 is too deep") { JSON.generate(value, max_nesting: 1) }
  assert_equal "[NaN]", JSON.generate([Float::NAN], allow_nan: true)
  assert_raises(JSON::GeneratorError) { JSON.generate([Float::NAN]) }
  assert_equal "[NaN]", JSON.dump([Float::NAN])
end
