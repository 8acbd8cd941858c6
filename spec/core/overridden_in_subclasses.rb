# What a class of the program's under String, Array or Hash has for a method is not asked where the reference reads the object itself.
require_relative "../harness"
require "stringio"

class LoudText < String
  def to_s = "loud"
end

class OddList < Array
  def each = yield(:each)
  def size = 9
  def length = 9
  def empty? = true
  def [](_index) = :at
  def first = :first
end

class OddTable < Hash
  def [](_key) = :at
  def each = yield([:x, :y])
  def key?(_key) = true
  def size = 9
  def empty? = true
  def store(key, _value) = super(key, "stored")
  def default(*) = "default"
end

spec "format takes a String as it is, and its arguments out of the Array or Hash itself" do
  text = LoudText.new("ab")
  assert_equal ["ab|ab  |a", "ab ab"], [format("%s|%-4s|%.1s", text, text, text), "%<a>s %{a}" % { a: text }]
  assert_equal "1 2", "%s %s" % OddList.new([1, 2])
  table = OddTable.new
  table[:a] = 1
  assert_equal "1 1", "%{a} %<a>s" % table
end

spec "puts goes through an Array itself" do
  out = StringIO.new
  out.puts OddList.new([1, 2]), [OddList.new([3])]
  assert_equal "1\n2\n3\n", out.string
  plain = Object.new
  def plain.write(*texts) = (@texts ||= []).concat(texts)
  before, $stdout = $stdout, plain
  puts OddList.new([1, 2])
  $stdout = before
  assert_equal ["1", "\n", "2", "\n"], plain.instance_variable_get(:@texts)
end

spec "Hash[] reads its pairs and stores them by itself" do
  assert_equal({ 1 => 2 }, Hash[[OddList.new([1, 2])]])
  assert_equal [[1, 2], [3, 4]], OddTable[1, 2].to_a + OddTable[[[3, 4]]].to_a
  assert_equal [[5, 6]], OddTable[{ 5 => 6 }].to_a
end

spec "gsub, sub and to_proc look into a Hash itself, but ask for its default" do
  table = OddTable["a", "A"]
  assert_equal ["Adefault", "A-b"], ["ab".gsub(/./, table), "a-b".sub(/a/, table)]
  assert_equal ["A", "default"], %w[a q].map(&table)
end

spec "JSON writes what an Array and a Hash hold" do
  require "json"
  table = OddTable[:a, OddList.new([1, OddTable.new])]
  assert_equal ['{"a":[1,{}]}', '[1,2]'], [JSON.generate(table), JSON.generate(OddList.new([1, 2]))]
  assert_equal "{\n  \"a\": [\n    1,\n    {}\n  ]\n}", JSON.pretty_generate(table)
  adding = {}
  adder = Object.new
  adder.define_singleton_method(:to_json) { |*| adding[:new] = 1; "1" }
  adding[:a] = adder
  assert_raises(RuntimeError, "can't add a new key into hash during iteration") { JSON.generate(adding) }
end
