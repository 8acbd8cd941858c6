# Keys of a class of the program's under String: its own `eql?` decides, the code is that of the text.
require_relative "../harness"

class TaggedText < String
  attr_reader :tag

  def initialize(text, tag)
    super(text)
    @tag = tag
  end

  def eql?(other)
    super && TaggedText === other && tag == other.tag
  end
end

# Of these only `hash` is another, which a Hash does not ask of a String.
class OddlyCoded < String
  def hash = 5
end

spec "a String key of a class with its own `eql?` is found by that" do
  one, two, same = TaggedText.new("x", 1), TaggedText.new("x", 2), TaggedText.new("x", 1)
  table = {}
  table[one] = 1
  table[two] = 2
  table[same] = 3
  assert_equal [2, 3, 2], [table.size, table[one], table[two]]
  assert_equal [nil, false, :none], [table[TaggedText.new("x", 9)], table.key?(TaggedText.new("x", 9)), table.fetch(TaggedText.new("x", 9), :none)]
  assert_equal [nil, 2, 1], [table.delete(TaggedText.new("x", 9)), table.delete(TaggedText.new("x", 2)), table.size]
  # What is asked with is asked: a plain String takes any of the same text.
  assert_equal 3, table["x"]
  many = {}
  20.times { |tag| many[TaggedText.new("k", tag)] = tag }
  assert_equal [20, 7], [many.size, many[TaggedText.new("k", 7)]]
  many.rehash
  assert_equal [20, 7], [many.size, many[TaggedText.new("k", 7)]]
  copy = { TaggedText.new("k", 3) => :here }.merge(many)
  assert_equal [20, 3], [copy.size, copy[TaggedText.new("k", 3)]]
  assert_equal 2, { one => 1, two => 2, same => 3, **{} }.size
  assert_equal 2, { **{ one => 1 }, **{ two => 2 } }.size
  assert_equal false, { one => 1 } == { two => 1 }
  assert_equal 2, { 1 => one, 2 => two, 3 => same }.invert.size
end

spec "so are the elements of Arrays and Sets" do
  one, two, same = TaggedText.new("x", 1), TaggedText.new("x", 2), TaggedText.new("x", 1)
  all = [one, two, same]
  assert_equal [2, 2, 2, 2, 2], [all.uniq.size, all.tally.size, all.group_by(&:itself).size, all.to_h { |text| [text, 1] }.size, Set.new(all).size]
  assert_equal [0, 1, 2, 2], [([one] & [two]).size, ([one] - [two]).size, ([one] | [two]).size, [one].union([two]).size]
  assert_equal [false, true, true], [[one].intersect?([two]), [one].intersect?([same]), [one].eql?([same])]
  assert_equal [false, false], [[one].eql?([two]), [[one]].eql?([[two]])]
  assert_equal 2, { [one] => 1, [two] => 2, [same] => 3 }.size
  # `==` is String's.
  assert_equal [true, 0], [all.include?("x"), all.index(two)]
end

spec "an `eql?` of one String alone counts, and `hash` of a String's class does not" do
  lone = +"alone"
  def lone.eql?(_other) = false
  table = { "alone" => 1 }
  assert_equal [nil, 1], [table[lone], table["alone"]]
  odd = {}
  odd[OddlyCoded.new("a")] = 1
  odd[OddlyCoded.new("b")] = 2
  odd["a"] = 3
  assert_equal [2, 3, 5], [odd.size, odd[OddlyCoded.new("a")], OddlyCoded.new("a").hash]
end
