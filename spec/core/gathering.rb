require_relative "../harness"

# What takes no block of the program's, of any `each`; and what Arrays and Ranges answer without Ruby where all is plain.

module Gathering
  # Yields what it was given, each as so many values.
  class Shelf
    include Enumerable

    def initialize(*rows) = @rows = rows

    def each
      @rows.each { |row| Array === row ? yield(*row) : yield(row) }
      :end_of_each
    end
  end

  # Hands arguments of `each` on.
  class Arguments
    include Enumerable

    def each(*arguments, **options, &block)
      [*arguments, options].each(&block)
    end
  end

  # Is compared by a rule of its own.
  class Weight
    attr_reader :grams

    def initialize(grams) = @grams = grams
    def <=>(other) = grams <=> other.grams
    def inspect = "#{grams} g"
  end

  def self.weights(*grams) = grams.map { |one| Weight.new(one) }
end

spec "elements of any each are gathered, also where it yields several values or none" do
  shelf = Gathering::Shelf.new(3, [1, 2], [], nil, "a")
  assert_equal [3, [1, 2], nil, nil, "a"], shelf.to_a
  assert_equal [3, [1, 2], nil, nil, "a"], shelf.entries
  assert_equal 5, shelf.count
  assert_equal({ 3 => 1, [1, 2] => 1, nil => 2, "a" => 1 }, shelf.tally)
  assert_equal [3, [1, 2], nil, "a"], shelf.uniq
  assert_equal [], Gathering::Shelf.new.to_a
  assert_equal 0, Gathering::Shelf.new.count
end

spec "arguments and keywords reach each" do
  assert_equal [1, 2, { a: 3 }], Gathering::Arguments.new.to_a(1, 2, a: 3)
  assert_equal [1, {}], Gathering::Arguments.new.entries(1)
end

spec "extremes of any each: numbers, texts and what compares itself" do
  shelf = Gathering::Shelf.new(3, 1.5, 2, 1, 3.0)
  assert_equal [1, 3, [1, 3]], [shelf.min, shelf.max, shelf.minmax]
  words = Gathering::Shelf.new("pear", "fig", "apple")
  assert_equal %w[apple pear], words.minmax
  assert_equal ["apple", "pear"], [words.min, words.max]
  assert_equal [nil, nil, [nil, nil]], [Gathering::Shelf.new.min, Gathering::Shelf.new.max, Gathering::Shelf.new.minmax]
  weights = Gathering::Shelf.new(*Gathering.weights(5, 2, 9, 2, 9))
  assert_equal "[2 g, 9 g, [2 g, 9 g]]", [weights.min, weights.max, weights.minmax].inspect
  one = Gathering::Shelf.new(7)
  assert_equal [7, 7, [7, 7]], [one.min, one.max, one.minmax]
end

spec "the first of equal extremes is kept" do
  equals = [2.0, 2, 1, 1.0, 2.0]
  shelf = Gathering::Shelf.new(*equals)
  assert_equal "1", shelf.min.inspect
  assert_equal "2.0", shelf.max.inspect
  assert_equal "[1, 2.0]", shelf.minmax.inspect
  assert_equal "[1, 2.0]", equals.minmax_by { |number| number }.inspect
  assert_equal "[1, 2.0]", shelf.minmax_by { |number| number }.inspect
end

spec "what can't be compared is refused" do
  shelf = Gathering::Shelf.new(1, "a")
  assert_raises(ArgumentError, "comparison of String with 1 failed") { shelf.min }
  assert_raises(ArgumentError, "comparison of String with 1 failed") { shelf.max }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { shelf.minmax }
  assert_raises(ArgumentError, "comparison of Float with NaN failed") { Gathering::Shelf.new(1.0, Float::NAN).minmax }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { [1, "a"].minmax_by { |value| value } }
end

spec "extremes by keys of any kind" do
  shelf = Gathering::Shelf.new("pear", "fig", "apple", "kiwi")
  assert_equal ["fig", "apple"], shelf.minmax_by(&:size)
  assert_equal ["fig", "apple"], shelf.to_a.minmax_by(&:size)
  assert_equal ["pear", "apple"], shelf.minmax_by { |word| Gathering::Weight.new(-word.ord) }
  assert_equal [nil, nil], [].minmax_by { raise }
end

spec "the largest and smallest so many, by order, block or key" do
  numbers = [5, 1, 4, 1, 3, 9, 2, 6]
  shelf = Gathering::Shelf.new(*numbers)
  [numbers, shelf].each do |list|
    assert_equal [9, 6, 5], list.max(3)
    assert_equal [1, 1, 2], list.min(3)
    assert_equal [9, 6, 5], list.max_by(3) { |number| number }
    assert_equal [1, 1, 2], list.min_by(3) { |number| number }
    assert_equal [1, 1, 2], list.max(3) { |one, other| other <=> one }
    assert_equal [9, 6, 5, 4, 3, 2, 1, 1], list.max(20)
    assert_equal [], list.max(0)
    assert_raises(ArgumentError, "negative size (-1)") { list.max(-1) }
  end
  words = %w[one three five seven eleven]
  assert_equal ["eleven"], words.max_by(1, &:size)
  assert_equal %w[a bb], %w[ccc a bb].min_by(2) { |word| Gathering::Weight.new(word.size) }
  assert_raises(ArgumentError) { [1, "a", 2].max_by(2) { |value| value } }
end

spec "sums of any each" do
  assert_equal 6, Gathering::Shelf.new(1, 2, 3).sum
  assert_equal 0.6, Gathering::Shelf.new(0.1, 0.2, 0.3).sum
  assert_equal 3.5r, Gathering::Shelf.new(1, 2.5r).sum
  assert_equal "abc", Gathering::Shelf.new("b", "c").sum("a")
  assert_equal 2**64 + 1, Gathering::Shelf.new(2**64, 1).sum
  assert_raises(TypeError, "String can't be coerced into Integer") { Gathering::Shelf.new("b").sum }
end

spec "a tally goes on in a Hash that is given" do
  shelf = Gathering::Shelf.new(:a, :b, :a)
  counts = { a: 1 }
  assert_equal true, counts.equal?(shelf.tally(counts))
  assert_equal({ a: 3, b: 1 }, counts)
  assert_equal 2**64 + 2, shelf.tally({ a: 2**64 })[:a]
  assert_raises(TypeError, "wrong argument type String (expected Integer)") { shelf.tally({ a: "1" }) }
  assert_raises(FrozenError, "can't modify frozen Hash: {}") { shelf.tally({}.freeze) }
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { shelf.tally(1) }
  assert_equal({ 1 => 1, 2 => 1 }, (1..2).tally)
  assert_equal({ 1 => 2, 2 => 1, 3 => 1 }, (1..3).tally({ 1 => 1 }))
  assert_equal({}, (3..1).tally)
end

spec "keys of a kind of their own are counted and kept once" do
  point = Struct.new(:x)
  shelf = Gathering::Shelf.new(point.new(1), point.new(2), point.new(1), 1, 1.0)
  assert_equal [2, 1, 1, 1], shelf.tally.values
  assert_equal 4, shelf.uniq.size
  assert_equal [[1, 2], [3]], [[1, 2], [2, 1], [3]].uniq { |pair| pair.sort }
  assert_equal [1, 2], [1, 2, 3, 4].uniq { |number| point.new(number % 2) }
end

spec "what leaves each early, or raises in it, does so while it is gathered" do
  stopping = Class.new do
    include Enumerable

    def each
      yield 1
      raise StopIteration, "no more"
    end
  end
  assert_raises(StopIteration, "no more") { stopping.new.to_a }
  assert_raises(StopIteration, "no more") { stopping.new.count }
  assert_raises(StopIteration, "no more") { stopping.new.minmax }
end

spec "a subclass of Array that goes through itself in its own way is gathered by that way" do
  twice = Class.new(Array) do
    def each
      super { |element| yield element; yield element }
    end
  end
  list = twice.new([2, 1])
  assert_equal [2, 2, 1, 1], list.each_entry.to_a
  assert_equal({ 2 => 2, 1 => 2 }, list.tally)
  assert_equal [[2, 2], [1, 1]], list.each_slice(2).to_a
  assert_equal [2, 1], list.to_a
end

spec "an Enumerator of an Array or a Hash is as large as that" do
  list = [1, 2, 3]
  table = { a: 1, b: 2 }
  %i[each each_index reverse_each map collect map! collect! select filter reject select! filter! keep_if reject! delete_if sort_by!].each do |name|
    assert_equal [name, 3], [name, list.__send__(name).size]
  end
  %i[each each_pair each_key each_value select filter reject select! filter! keep_if reject! delete_if transform_values transform_values!
    transform_keys transform_keys!].each { |name| assert_equal [name, 2], [name, table.__send__(name).size] }
  outer = list.each
  list << 4
  assert_equal 4, outer.size
  assert_equal [4, 4, 4], [outer.with_index.size, outer.with_object([]).size, outer.lazy.size]
  assert_equal 6, (outer + [1, 2]).size
  assert_equal "#<Enumerator: [1, 2, 3, 4]:each>", outer.inspect
  assert_equal 4, outer.dup.size
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { outer.size(1) }
  assert_equal [3, 3], [Enumerator.new(3) { }.size, [1, 2, 3].to_enum(:each) { 3 }.size]
  assert_equal nil, [1].to_enum(:each).size
end

spec "arrays are filled by places, ranges and blocks" do
  assert_equal [0, 0, 0], [1, 2, 3].fill(0)
  assert_equal [1, 0, 0], [1, 2, 3].fill(0, 1)
  assert_equal [1, 0, 3], [1, 2, 3].fill(0, 1, 1)
  assert_equal [1, 2, 3, nil, 0, 0], [1, 2, 3].fill(0, 4, 2)
  assert_equal [1, 0, 0], [1, 2, 3].fill(0, -2)
  assert_equal [0, 0, 3], [1, 2, 3].fill(0, 0..1)
  assert_equal [1, 2, 3], [1, 2, 3].fill(0, 1, 0)
  assert_equal [1, 2, 3], [1, 2, 3].fill(0, 1, -1)
  assert_equal [0, 0, 0], [1, 2, 3].fill(0, nil, nil)
  assert_equal [0, 1, 4], [1, 2, 3].fill { |index| index * index }
  assert_equal [1, 2, 2], [1, 2, 3].fill(2) { |index| index }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { [].fill }
  assert_equal [0, 0, 0], [1, 2, 3].fill(0, -4)
  assert_raises(ArgumentError, "argument too big") { [].fill(0, 1, 2**62) }
  assert_raises(FrozenError, "can't modify frozen Array: [1]") { [1].freeze.fill(0) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { [1].fill(0, "1") }
end

spec "fetch answers with a default, a block or an error" do
  numbers = [10, 20]
  assert_equal [20, 20, nil, 0], [numbers.fetch(1), numbers.fetch(-1, 0), numbers.fetch(2, nil), numbers.fetch(-3, 0)]
  assert_equal 4, numbers.fetch(2) { |index| index * 2 }
  assert_raises(IndexError, "index 2 outside of array bounds: -2...2") { numbers.fetch(2) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { numbers.fetch("1", 0) }
end

spec "pairs are found among other things" do
  odd = Object.new
  def odd.to_ary = [7, :odd]
  list = [1, "two", [3, :three], nil, [4, :four], odd]
  assert_equal [[3, :three], [4, :four], nil], [list.assoc(3), list.rassoc(:four), list.assoc(5)]
  assert_equal [7, :odd], list.assoc(7)
  assert_equal [7, :odd], list.rassoc(:odd)
end

spec "arrays of what has no order compare as nil" do
  assert_equal [nil, nil, nil, -1], [[1, 2] <=> [1, "2"], [1] <=> [nil], [1.5] <=> [:a], [1, "b"] <=> [2, 3]]
  money = Class.new(String) { def coerce(other) = [other, to_i] }
  assert_equal(-1, [1] <=> [money.new("2")])
end

spec "arrays are flattened down to a depth" do
  nested = [1, [2, [3, [4]]]]
  assert_equal [1, 2, [3, [4]]], nested.flatten(1)
  assert_equal [1, 2, 3, [4]], nested.flatten(2)
  assert_equal [1, 2, 3, 4], nested.flatten(-1)
  assert_equal [1, 2, 3, 4], nested.flatten(nil)
  assert_equal nested, nested.flatten(0)
  assert_equal nil, [1, 2].flatten!(1)
  assert_equal nil, [1, [2]].flatten!(0)
  assert_equal [1, 2, [3]], [1, [2, [3]]].flatten!(1)
  assert_raises(RangeError, "integer 4294967296 too big to convert to 'int'") { nested.flatten(2**32) }
  looped = [1]
  looped << looped
  assert_equal [1, 1, looped], looped.flatten(1)
  assert_raises(ArgumentError, "tried to flatten recursive array") { looped.flatten }
end

spec "pairs become a Hash" do
  assert_equal({ a: 1, "b" => 2 }, [[:a, 1], ["b", 2], [:a, 1]].to_h)
  assert_raises(TypeError, "wrong element type Integer at 1 (expected array)") { [[1, 2], 3].to_h }
  assert_raises(ArgumentError, "wrong array length at 0 (expected 2, was 3)") { [[1, 2, 3]].to_h }
  key = +"k"
  made = [[key, 1]].to_h
  assert_equal [true, false], [made.keys[0].frozen?, made.keys[0].equal?(key)]
  assert_equal({ 1 => 1, 2 => 4 }, [1, 2].to_h { |number| [number, number * number] })
end

spec "permutations come in order" do
  assert_equal [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]], [1, 2, 3].permutation.to_a
  assert_equal [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]], [1, 2, 3].permutation(2).to_a
  assert_equal [[]], [1, 2].permutation(0).to_a
  assert_equal [[], 0], [[1, 2].permutation(3).to_a, [1].permutation(-1).size]
  assert_equal 5040, (1..7).to_a.permutation.map { |one| one }.uniq.size
end

spec "ranges of Integers count, end and show themselves" do
  assert_equal [1, 0, 0, 50, 5], [(1..50).count(7), (1..50).count(51), (1...50).count(50), (1..50).count, (1..50).count { |n| n % 10 == 0 }]
  assert_equal 1, (1..50).count(7.0)
  assert_equal [0, 3, 2, 0], [(1..50).count("a"), (1..3).size, (1...3).size, (3..1).size]
  assert_equal [[49, 50], [], [1, 2], [2, 3]], [(1..50).last(2), (1..50).last(0), (1..2).last(9), (1...4).last(2)]
  assert_raises(ArgumentError, "negative array size") { (1..2).last(-1) }
  assert_equal ["1..2", "1...2", "-1..5", "1..", "..1", "nil..nil"], [1..2, 1...2, -1..5, 1.., ..1, nil..].map(&:inspect)
  assert_equal ["1..2", "1...2", "a..b"], [1..2, 1...2, "a".."b"].map(&:to_s)
  assert_equal [[1, 2], [3, 4], [5]], (1..5).each_slice(2).to_a
  assert_equal (1..5), (1..5).each_slice(2) { }
  assert_equal [], (5..1).each_slice(2).to_a
end

spec "times lie within ranges of times" do
  day = Time.at(0)..Time.at(100)
  assert_equal [true, false, true, false], [day.cover?(Time.at(50)), day.cover?(Time.at(101)), day === Time.at(100), (day.begin...day.end) === Time.at(100)]
  assert_equal [true, true, false], [(Time.at(0)..) === Time.at(9), (..Time.at(9)).cover?(Time.at(9)), day.cover?(5)]
  assert_equal true, (Time.at(0)..Time.at(1)).cover?(Time.at(1, 5, :nsec) - 1e-3)
end
