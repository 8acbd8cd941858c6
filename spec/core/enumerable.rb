require_relative "../harness"

# Every method of Enumerable over a class that has only each; then Enumerator and Lazy.

class SpecNumbers
  include Enumerable

  def initialize(*numbers)
    @numbers = numbers
  end

  def each
    @numbers.each { |n| yield n }
    self
  end
end

class SpecPairs
  include Enumerable

  def each
    yield 1, 2
    yield 3, 4
    self
  end
end

def numbers(*list)
  SpecNumbers.new(*list)
end

spec "to_a, entries, first, include?, count" do
  n = numbers(3, 1, 2)
  assert_equal [[3, 1, 2], [3, 1, 2], 3, [3, 1], true, 3, 1, 1], [n.to_a, n.entries, n.first, n.first(2), n.include?(1), n.count, n.count(1), n.count { |x| x > 2 }]
end

spec "map, flat_map, select, reject, filter_map" do
  n = numbers(1, 2, 3)
  assert_equal [[2, 4, 6], [1, 1, 2, 2, 3, 3], [2], [1, 3], [20]], [n.map { |x| x * 2 }, n.flat_map { |x| [x, x] }, n.select(&:even?), n.reject(&:even?), n.filter_map { |x| x * 10 if x.even? }]
end

spec "find, find_index, find_all, grep, grep_v" do
  n = numbers(1, 2, 3)
  assert_equal [2, 1, 1, [2, 3], [2, 3], [1], [20, 30]], [n.find { |x| x > 1 }, n.find_index(2), n.find_index { |x| x > 1 }, n.find_all { |x| x > 1 }, n.grep(2..3), n.grep_v(2..3), n.grep(2..3) { |x| x * 10 }]
  assert_equal :none, n.find(-> { :none }) { false }
end

spec "inject and reduce" do
  n = numbers(1, 2, 3)
  assert_equal [6, 6, 16, 16, 6, nil, 5], [n.inject(:+), n.inject { |a, b| a + b }, n.inject(10, :+), n.inject(10) { |a, b| a + b }, n.reduce(1) { |a, b| a * b }, numbers.inject(:+), numbers.inject(5, :+)]
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..2)") { n.inject }
end

spec "sum, min, max, minmax and their by" do
  n = numbers(3, 1, 2)
  assert_equal [6, 12, 1, 3, [1, 3], [1, 2], [3, 2]], [n.sum, n.sum { |x| x * 2 }, n.min, n.max, n.minmax, n.min(2), n.max(2)]
  assert_equal [3, 1, [3, 1], 3, 1], [n.min_by { |x| -x }, n.max_by { |x| -x }, n.minmax_by { |x| -x }, n.min { |a, b| b <=> a }, n.max { |a, b| b <=> a }]
end

spec "sort and sort_by" do
  assert_equal [[1, 2, 3], [3, 2, 1], [3, 2, 1]], [numbers(3, 1, 2).sort, numbers(3, 1, 2).sort { |a, b| b <=> a }, numbers(3, 1, 2).sort_by { |x| -x }]
end

spec "group_by, partition, chunk_while, slice_when, tally" do
  n = numbers(1, 2, 4, 5, 7)
  assert_equal [{ 1 => [1, 5, 7], 0 => [2, 4] }, [[2, 4], [1, 5, 7]], [[1, 2], [4, 5], [7]], [[1, 2], [4, 5], [7]]], [n.group_by { |x| x % 2 }, n.partition(&:even?), n.chunk_while { |a, b| b == a + 1 }.to_a, n.slice_when { |a, b| b != a + 1 }.to_a]
  assert_equal [{ 1 => 2, 2 => 1 }, { 1 => 3, 2 => 1 }], [numbers(1, 2, 1).tally, numbers(1, 2, 1).tally({ 1 => 1 })]
end

spec "chunk, slice_before, slice_after" do
  n = numbers(1, 3, 2, 4, 5)
  assert_equal [[[true, [1, 3]], [false, [2, 4]], [true, [5]]], [[1, 3], [2], [4, 5]], [[1, 3, 2], [4], [5]]], [n.chunk(&:odd?).to_a, n.slice_before(&:even?).to_a, n.slice_after(&:even?).to_a]
end

spec "each_with_index, each_with_object, each_entry, reverse_each" do
  seen = []
  numbers(:a, :b).each_with_index { |x, i| seen << [x, i] }
  numbers(1, 2).reverse_each { |x| seen << x }
  assert_equal [[:a, 0], [:b, 1], 2, 1], seen
  assert_equal [2, 4], numbers(1, 2).each_with_object([]) { |x, list| list << x * 2 }
  assert_equal [[1, 2], [3, 4]], SpecPairs.new.each_entry.to_a
end

spec "each_slice, each_cons, zip, cycle" do
  n = numbers(1, 2, 3)
  assert_equal [[[1, 2], [3]], [[1, 2], [2, 3]], [[1, 4], [2, 5], [3, nil]], [1, 2, 3, 1]], [n.each_slice(2).to_a, n.each_cons(2).to_a, n.zip([4, 5]), n.cycle.first(4)]
  assert_raises(ArgumentError, "invalid slice size") { n.each_slice(0) }
  assert_raises(ArgumentError, "invalid size") { n.each_cons(0) }
end

spec "take, take_while, drop, drop_while" do
  n = numbers(1, 2, 3)
  assert_equal [[1, 2], [1], [3], [2, 3]], [n.take(2), n.take_while { |x| x < 2 }, n.drop(2), n.drop_while { |x| x < 2 }]
end

spec "all?, any?, none?, one?, with blocks and patterns" do
  n = numbers(1, nil, 3)
  assert_equal [false, true, false, false, true, false], [n.all?, n.any?, n.none?, n.one?, n.any?(Integer), n.all?(Integer)]
  assert_equal [true, false, true, false], [numbers.all?, numbers.any?, numbers.none?, numbers.one?]
end

spec "uniq, to_set, to_h, compact, sum of floats" do
  assert_equal [[1, 2], [1, 2], { 1 => 1 }, [1]], [numbers(1, 2, 1).uniq, numbers(1, 2, 1).to_set.to_a, numbers(1).to_h { |x| [x, x] }, numbers(nil, 1).compact]
  assert_equal 0.3, numbers(0.1, 0.1, 0.1).sum.round(10)
end

spec "a yield of several values arrives packed" do
  pairs = SpecPairs.new
  assert_equal [[[1, 2], [3, 4]], [3, 7], [1, 3], [[1, 2], 0], { 1 => 2, 3 => 4 }], [pairs.to_a, pairs.map { |a, b| a + b }, pairs.map { |a| a }, pairs.each_with_index.first, pairs.to_h]
  assert_equal [[1, 2], [[1, 2], [3, 4]], [[3, 4]]], [pairs.first, pairs.sort, pairs.select { |a, b| a > 1 }]
end

spec "break stops each" do
  seen = []
  source = Class.new { include Enumerable; define_method(:each) { |&block| 3.times { |i| seen << i; block.call(i) } } }.new
  assert_equal [1, [0, 1]], [source.find { |x| x == 1 }, seen]
  assert_equal [0, 0], [source.first, seen.last]
end

spec "without a block an Enumerator comes back" do
  n = numbers(1, 2)
  assert_equal [Enumerator, [1, 2], [[1, 0], [2, 1]], [1, 3]], [n.map.class, n.select.to_a, n.each_with_index.to_a, n.map.with_index { |x, i| x + i }]
end

spec "with_index takes an offset, with_object carries one" do
  assert_equal [[[:a, 1], [:b, 2]], [:a, 10]], [[:a, :b].each.with_index(1).to_a, [:a].each_with_index.map { |x, i| [x, i + 10] }[0]]
  assert_equal "ab", ["a", "b"].each.with_object(+"") { |x, text| text << x }
end

spec "next, peek, size, rewind and the end" do
  e = [1, 2].each
  assert_equal [1, 2, 2, 2], [e.next, e.peek, e.next, e.size]
  error = assert_raises(StopIteration, "iteration reached an end") { e.next }
  assert_equal [1, 2], error.result
  e.rewind
  assert_equal 1, e.next
end

spec "Enumerator.new, +, produce and chains" do
  made = Enumerator.new { |y| y << 1 << 2; y.yield(3, 4); :result }
  assert_equal [[1, 2, [3, 4]], [1, 2, 9], [1, 2, 4, 8], nil], [made.to_a, ([1, 2].each + [9]).to_a, Enumerator.produce(1) { |x| x * 2 }.take(4), made.size]
  assert_equal [3, [[1, :a], [1, :b]]], [Enumerator.new(3) { }.size, Enumerator.product([1], [:a, :b]).to_a]
end

spec "lazy does no more than asked" do
  seen = []
  lazy = (1..Float::INFINITY).lazy.map { |x| seen << x; x * 2 }.reject { |x| x % 3 == 0 }
  assert_equal [[2, 4, 8], [1, 2, 3, 4]], [lazy.first(3), seen]
  assert_equal [[1, 2], [[1, 2]], [1, 1, 2, 2], [3, 4]], [(1..4).lazy.take_while { |x| x < 3 }.to_a, (1..2).lazy.each_slice(2).to_a, (1..2).lazy.flat_map { |x| [x, x] }.to_a, (1..4).lazy.drop(2).force]
  assert_equal [[2], [[1, 0]], [1, 3], [[1, 4]], [1, 2]], [(1..2).lazy.filter_map { |x| x if x > 1 }.to_a, (1..1).lazy.with_index.to_a, (1..3).lazy.select(&:odd?).eager.map(&:itself), (1..1).lazy.zip(4..4).to_a, [1, 2, 1].lazy.uniq.to_a]
end

spec "inspect of enumerators" do
  assert_equal ["#<Enumerator: [1]:each>", "#<Enumerator: [1]:each_slice(2)>", "#<Enumerator::Lazy: #<Enumerator::Lazy: 1..2>:map>"], [[1].each.inspect, [1].each_slice(2).inspect, (1..2).lazy.map { }.inspect]
end

spec "Set" do
  set = Set.new([1, 2])
  set << 2 << 3
  assert_equal [3, true, Set[1, 2, 3], Set[2], Set[1, 3]], [set.size, set.include?(2), set | [1], set & [2], set - [2]]
  assert_equal [true, true, "#<Set: {1, 2, 3}>", nil], [Set[1] <= set, Set[1, 2] == Set[2, 1], set.inspect, set.add?(1)]
end

class YieldsAnyNumber
  include Enumerable

  def each
    yield
    yield 1
    yield 1, 2
    yield [3, 4]
    yield five: 5
  end
end

spec "what is yielded counts as one value, however much it is" do
  all = YieldsAnyNumber.new
  values = [nil, 1, [1, 2], [3, 4], { five: 5 }]
  assert_equal values, all.to_a
  assert_equal values, all.entries
  assert_equal values.each_with_index.to_a, all.each_with_index.to_a
  assert_equal values.each_slice(2).to_a, all.each_slice(2).to_a
  assert_equal values.each_cons(2).to_a, all.each_cons(2).to_a
  assert_equal values.tally, all.tally
  assert_equal values.group_by { |value| value.class }, all.group_by { |value| value.class }
  assert_equal values.partition { |value| value.nil? }, all.partition { |value| value.nil? }
  assert_equal values.inject { |one, other| [one, other] }, all.inject { |one, other| [one, other] }
  assert_equal [nil, 1, [1, 2]], all.first(3)
  assert all.include?([1, 2])
  assert_equal values, all.lazy.map { |value| value }.to_a.each_with_index.map { |_, index| values[index] }
end

spec "inject by the name of an operation calls it as a program would" do
  assert_equal 10, [1, 2, 3, 4].inject(:+)
  assert_equal "abc", %w[a b c].inject("+")
  assert_equal 24, [1, 2, 3, 4].inject(1, :*)
  assert_equal(-4, [1, 2, 3].inject(:-))
  assert_equal nil, [].inject(:+)
  assert_equal 7, [].inject(7, :+)
  assert_equal 9, [9].inject(:+)
  assert_raises(NoMethodError) { [1, nil].inject(nil, :+) }
end

spec "grep sets $~ for its block, and without one leaves it alone" do
  "z" =~ /z/
  assert_equal [["abc", :b], "z"], [["abc", "xyz", nil, 3, :b].grep(/b/), $~[0]]
  assert_equal [["b", nil], "z"], [["a", "b", nil].grep_v(/a/), $~[0]]
  assert_equal ["b"], ["ab"].grep(/b/) { $~[0] }
end

spec "what Enumerable gives to each answers nil, whatever it remembers" do
  listening = Object.new.extend(Enumerable)
  def listening.each = @answers = [yield(1), yield(2)]
  def listening.answers = @answers
  calls = { to_a: [], map: [], select: [], sum: [], inject: [], count: [], min: [], sort_by: [], group_by: [], to_set: [], uniq: [], tally: [] }
  calls.each do |name, arguments|
    listening.send(name, *arguments) { |*values| values[0] }
    assert_equal [name, [nil, nil]], [name, listening.answers]
  end
  listening.each_with_index { 7 }
  assert_equal [7, 7], listening.answers
  assert_equal [[0, 1, 2], [2, 1, 0]], [[5, 6, 7].index.to_a.map { |n| n - 5 }, [0, 1, 2].rindex.to_a]
end

spec "sizes that no Array has, and no repetition" do
  assert_raises(ArgumentError, "array size too big") { [].to_enum.first(2**63 - 1) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { [].to_enum { 0 }.cycle("").size }
end

spec "the first of the least and the greatest by a key" do
  words = %w[bb a cc d]
  assert_equal ["a", "bb", nil, nil], [words.min_by(&:size), words.max_by(&:size), [].min_by(&:size), [].max_by(&:size)]
  assert_equal [["a", "bb"], ["a", "bb"]], [words.minmax_by(&:size), words.each.minmax_by(&:size)]
  assert_equal [2.5, "d"], [[3, 2.5, 4].min_by { |number| number.to_r }, words.max_by { |word| word }]
  assert_raises(ArgumentError, "comparison of NilClass with 1 failed") { [1, nil].min_by { |value| value } }
  grown = [1, 2, 3]
  assert_equal [1, [1, 2, 3, 0]], [grown.first(3).min_by { |value| grown << 0 if grown.size == 3; value }, grown]
end

spec "slices and windows of an Array that changes" do
  array = [1, 2, 3, 4, 5]
  assert_equal [[1, 2], [3, 4], [5]], array.each_slice(2).to_a
  seen = []
  array.each_cons(2) { |pair| array[1] = 9; seen << pair }
  assert_equal [[1, 2], [2, 3], [3, 4], [4, 5]], seen
  assert_equal [[1, 9], [3]], [1, 9, 3, 4].then { |list| [].tap { |slices| list.each_slice(2) { |slice| slices << slice; list.pop } } }
  assert_equal [Array, Array], Class.new(Array).new([1]).then { |list| [list.each_slice(1).first.class, list.each_cons(1).first.class] }
end

spec "blocks are given what each yields: one thing, several, none" do
  source = Class.new { include Enumerable; def each = (yield 1; yield [2, 3]; yield 4, 5; yield) }.new
  assert_equal [[1], [[2, 3]], [4, 5], []], source.map { |*given| given }
  assert_equal [[1, nil], [2, 3], [4, 5], [nil, nil]], source.map { |one, two| [one, two] }
  assert_equal [1, 2, 3, 4], source.flat_map { |one| one }.compact
  assert_equal [[1, [2, 3], [4, 5], nil], [1, 2, 4]], [source.uniq, source.filter_map { |one| one.is_a?(Array) ? one[0] : one }]
  assert_equal [[1, [2, 3], [4, 5]], 2, 3], [source.take_while { |one| one }, source.find_index { |one, two| two == 5 }, source.find_index(nil)]
  assert_equal [true, false, true, 1, false], [source.any? { |one, two| two == 3 }, source.all? { |one| one }, source.none? { |one| one == 7 }, source.count { |one, two| two == 5 }, source.one? { |one| one }]
  assert_equal({ 1 => 1, 4 => 2 }, source.first(3).each_slice(1).to_h { |(one, _)| one.is_a?(Array) ? [4, 2] : [one, one] })
end

spec "a lambda that is given as the block takes several yielded values apart" do
  pairs = [1, 2, 3].each_with_index
  assert_equal [[[2, 1], [3, 2]], [[1, 0]], [1, 3, 5]], [pairs.reject(&->(item, place) { item < 2 }), pairs.select(&->(item, place) { item < 2 }), pairs.map(&->(item, place) { item + place })]
  assert_equal [[[3, 2], [2, 1], [1, 0]], [1, 0], [[2, 1], [3, 2]]], [pairs.sort_by(&->(item, place) { -item }), pairs.find(&->(item, place) { place == 0 }), pairs.drop_while(&->(item, place) { item < 2 })]
  assert_equal [[2, 1], [3, 2]], pairs.reject(&->(pair) { pair[0] < 2 })
  assert_equal [], pairs.reject(&->(item, place, more) { more.nil? })
  # One value that is an Array is not taken apart.
  assert_raises(ArgumentError) { [[1, 2]].each.reject(&->(item, place) { item }) }
  assert_raises(ArgumentError) { pairs.each_slice(2, &->(first, second) { first }) }
  assert_raises(ArgumentError) { pairs.to_a.reject(&->(item, place) { item }) }
end

spec "lambdas that take several are given the parts of what cycle and zip yield" do
  pairs = Object.new
  def pairs.each = [yield(1, :a), yield(2, :b)]
  pairs.extend(Enumerable)
  seen = []
  pairs.cycle(2, &->(number, name) { seen << [number, name] })
  assert_equal [[1, :a], [2, :b], [1, :a], [2, :b]], seen
  seen.clear
  pairs.zip([:x], &->((number, name), other) { seen << [number, name, other] })
  [1, 2].zip([3], &->(one, other) { seen << [one, other] })
  assert_equal [[1, :a, :x], [2, :b, nil], [1, 3], [2, nil]], seen
  assert_raises(ArgumentError) { [[1, 2]].cycle(1, &->(one, other) {}) }
end

spec "each is given a block that takes anything" do
  klass = Class.new do
    include Enumerable
    attr_reader :arity
    def each(&block)
      @arity = block.arity
      yield 1, 2
    end
  end
  object = klass.new
  arities = %i[select flat_map each_with_index].map do |name|
    object.public_send(name) { |one| [one] }
    object.arity
  end
  assert_equal [-1, -1, -1], arities
end

spec "minmax_by compares the keys in pairs" do
  seen = []
  key = Struct.new(:number) do
    include Comparable
    define_method(:<=>) { |other| seen << [number, other.number]; number <=> other.number }
  end
  assert_equal [1, 4], [2, 3, 1, 4].minmax_by { |number| key.new(number) }
  assert_equal [[2, 3], [1, 4], [1, 2], [4, 3]], seen
  seen.clear
  assert_equal [1, 5], [2, 3, 1, 4, 5].each_entry.minmax_by { |number| key.new(number) }
  assert_equal [[2, 3], [1, 4], [1, 2], [4, 3], [5, 1], [5, 4]], seen
  assert_equal [[nil, nil], [7, 7], [:a, :a], [[1, :a], [2, :c]]],
               [[].minmax_by { 1 }, [7].minmax_by { 1 }, %i[a b].minmax_by { 1 }, [[1, :a], [1, :b], [2, :c], [2, :d]].minmax_by(&:first)]
  assert_raises(ArgumentError, "comparison of Integer with nil failed") { [1, nil].minmax_by { |value| value } }
end
