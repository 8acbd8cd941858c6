# Calls at one site that come again: what the site remembers of its callee must bind as the first call did.

require_relative "../harness"

module Arranged
  def self.keywords(one, left:, right: one, last: [left, right]) = [one, left, right, last]
  def self.optional(one, two = one + 1, three = two + 1, key: three, other: key) = [one, two, three, key, other]
  def self.only_optional(two = [], three = two.size) = [two, three]
  def self.given(one = (was_left_out = true; 1), key: (no_key = true; 2)) = [one, key, was_left_out, no_key]
  def self.yielding(one = 1, key: 2) = yield(one, key)

  class Point
    attr_reader :x, :y, :z
    def initialize(x, y = x, z: 0)
      @x, @y, @z = x, y, z
    end

    def to_a = [x, y, z]
  end

  class Bare; end

  class Positional
    attr_reader :values
    def initialize(*values, **named) = @values = [values, named]
  end
end

spec "named keywords are bound wherever they stand" do
  results = Array.new(3) do |turn|
    [
      Arranged.keywords(turn, left: 1, right: 2, last: 3),
      Arranged.keywords(turn, right: 2, left: 1),
      Arranged.keywords(turn, last: 3, left: 1),
      Arranged.keywords(turn, left: 1),
      Arranged.keywords(turn, last: 5, right: 6, left: 7)
    ]
  end
  3.times do |turn|
    assert_equal [[turn, 1, 2, 3], [turn, 1, 2, [1, 2]], [turn, 1, turn, 3], [turn, 1, turn, [1, turn]], [turn, 7, 6, 5]], results[turn]
  end
end

spec "arguments are evaluated in the order in which they are written" do
  seen = []
  note = ->(value) { seen << value; value }
  2.times { Arranged.keywords(note[0], last: note[1], right: note[2], left: note[3]) }
  assert_equal [0, 1, 2, 3] * 2, seen
end

spec "optional parameters and keywords are left out together" do
  results = Array.new(2) do
    [
      Arranged.optional(1), Arranged.optional(1, 5), Arranged.optional(1, 5, 7), Arranged.optional(1, other: 9),
      Arranged.optional(1, 5, other: 9), Arranged.optional(1, 5, 7, other: 9, key: 8), Arranged.optional(1, key: 4),
      Arranged.only_optional, Arranged.only_optional([1]), Arranged.given, Arranged.given(3), Arranged.given(key: 4)
    ]
  end
  expected = [
    [1, 2, 3, 3, 3], [1, 5, 6, 6, 6], [1, 5, 7, 7, 7], [1, 2, 3, 3, 9], [1, 5, 6, 6, 9], [1, 5, 7, 8, 9], [1, 2, 3, 4, 4],
    [[], 0], [[1], 1], [1, 2, true, true], [3, 2, nil, true], [1, 4, true, nil]
  ]
  assert_equal [expected, expected], results
  assert !Arranged.only_optional[0].equal?(Arranged.only_optional[0])
end

spec "wrong calls stay wrong" do
  2.times do
    assert_raises(ArgumentError, "missing keyword: :left") { Arranged.keywords(1, right: 2) }
    assert_raises(ArgumentError, "unknown keyword: :middle") { Arranged.keywords(1, left: 2, middle: 3) }
    assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 1..3)") { Arranged.optional(1, 2, 3, 4) }
    assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { Arranged.optional(key: 1) }
    assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..2)") { Arranged::Point.new }
    assert_raises(ArgumentError, "unknown keyword: :w") { Arranged::Point.new(1, w: 2) }
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { Arranged::Bare.new(1) }
  end
end

spec "a block is passed on beside what is left out" do
  2.times do |turn|
    assert_equal [turn, 1, 2], Arranged.yielding { |one, key| [turn, one, key] }
    assert_equal [turn, 1, 7], Arranged.yielding(key: 7) { |one, key| [turn, one, key] }
  end
end

spec "new arranges for initialize" do
  2.times do
    assert_equal [1, 1, 0], Arranged::Point.new(1).to_a
    assert_equal [1, 2, 0], Arranged::Point.new(1, 2).to_a
    assert_equal [1, 1, 3], Arranged::Point.new(1, z: 3).to_a
    assert_equal [[1, 2], { named: 3 }], Arranged::Positional.new(1, 2, named: 3).values
    assert_equal Arranged::Bare, Arranged::Bare.new.class
  end
end

spec "one site makes instances of several classes" do
  pair = Struct.new(:left, :right)
  named = Struct.new(:left, :right, keyword_init: true)
  point = Data.define(:x, :y)
  made = [pair, Arranged::Point, point, pair, String, named].map { |made_of| made_of == named ? nil : made_of == String ? made_of.new("a", capacity: 9) : made_of.new(1, 2) }
  assert_equal [[1, 2], [1, 2, 0], { x: 1, y: 2 }, [1, 2], "a", nil], made.map { |one| one.respond_to?(:x) && one.is_a?(Data) ? one.to_h : one.is_a?(String) || one.nil? ? one : one.to_a }
  2.times { assert_equal [3, 4], named.new(left: 3, right: 4).to_a }
  2.times { assert_equal [3, nil], pair.new(3).to_a }
  assert_raises(ArgumentError, "struct size differs") { pair.new(1, 2, 3) }
end

spec "a redefined method is called in the new way" do
  holder = Class.new { def self.call_it(object) = object.rebound(1, key: 2) }
  object = Object.new
  def object.rebound(one, key:, other: 3) = [one, key, other]
  assert_equal [1, 2, 3], holder.call_it(object)
  def object.rebound(one, other: 4, key: 5) = [one, key, other, :again]
  assert_equal [1, 2, 4, :again], holder.call_it(object)
  def object.rebound(*arguments, **named) = [arguments, named]
  assert_equal [[1], { key: 2 }], holder.call_it(object)
end

spec "methods that are blocks check what they are given and return from themselves" do
  made = Class.new do
    outer = 40
    define_method(:none) { outer += 1 }
    define_method(:one) { |one| return [self.class, one] if one; :unreached }
    define_method(:raising) { |one| raise ArgumentError, "from a block" }
  end
  object = made.new
  2.times { |turn| assert_equal 41 + turn, object.none }
  2.times { assert_equal [made, 1], object.one(1) }
  2.times do
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { object.none(1) }
    assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { object.one }
    assert_raises(ArgumentError, "from a block") { object.raising(1) }
  end
end

spec "a native that declines because of a block leaves the call to Ruby each time" do
  list = [3, 4, 5]
  results = Array.new(3) { |turn| [list.index { |value| value == 4 + turn }, list.index(5), list.sum { |value| value * turn }] }
  assert_equal [[1, 2, 0], [2, 2, 12], [nil, 2, 24]], results
end
