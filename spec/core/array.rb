require_relative "../harness"

# Array: what is its own. What it shares with every collection is in enumerable.rb.

spec "new" do
  assert_equal [[], [nil, nil], [0, 0], [0, 1, 4], [1, 2]], [Array.new, Array.new(2), Array.new(2, 0), Array.new(3) { |i| i * i }, Array.new([1, 2])]
  assert_raises(ArgumentError, "negative array size") { Array.new(-1) }
  assert_raises(ArgumentError, "array size too big") { Array.new(2 ** 62) }
end

spec "Array()" do
  assert_equal [[1], [1], [], [[:a, 1]], [1, 2]], [Array(1), Array([1]), Array(nil), Array({ a: 1 }), Array(1..2)]
end

spec "push, pop, shift and unshift" do
  list = [2]
  list.push(3, 4)
  list.unshift(0, 1)
  list << 5
  assert_equal [0, 1, 2, 3, 4, 5], list
  assert_equal [5, 0, [3, 4], [1, 2]], [list.pop, list.shift, list.pop(2), list.shift(2)]
  assert_equal [nil, nil, []], [list.pop, list.shift, list.pop(1)]
end

spec "a queue of many shifts and pushes" do
  queue = (0...10).to_a
  sum = 0
  10_000.times { |i| sum += queue.shift; queue << i }
  assert_equal [10, (9990..9999).to_a], [queue.size, queue]
end

spec "insert and delete_at" do
  list = [1, 2, 3]
  list.insert(1, :a, :b)
  list.insert(-2, :c)
  assert_equal [1, :a, :b, 2, :c, 3], list
  assert_equal [:a, nil], [list.delete_at(1), list.delete_at(10)]
  assert_raises(IndexError, "index -9 too small for array; minimum: -6") { list.insert(-9, 0) }
end

spec "delete, delete_if, reject!, select!, keep_if" do
  list = [1, 2, 3, 2]
  assert_equal [2, nil, :none], [list.delete(2), list.delete(9), list.delete(9) { :none }]
  assert_equal [1, 3], list
  assert_equal [[1], nil, [3], nil], [[1, 2].delete_if(&:even?), [1].reject!(&:even?), [2, 3].select!(&:odd?), [1].select!(&:odd?)]
end

spec "fetch, dig, values_at, at, first, last" do
  list = [1, [2, { a: 3 }]]
  assert_equal [1, :default, 20, 3, [1, nil], 1], [list.fetch(0), list.fetch(9, :default), list.fetch(10) { |i| i * 2 }, list.dig(1, 1, :a), list.values_at(0, 5), list.at(0)]
  assert_equal [1, [1, 2], 3, [2, 3], nil], [[1, 2, 3].first, [1, 2, 3].first(2), [1, 2, 3].last, [1, 2, 3].last(2), [].first]
  assert_raises(IndexError, "index 9 outside of array bounds: -2...2") { list.fetch(9) }
  assert_raises(ArgumentError, "negative array size") { list.first(-1) }
  assert_equal [[1, 2], [2, 1, 2]], [[0, 1, 2].fetch_values(1, 2), [1, 2].values_at(1, 0, -1)]
end

spec "+, -, *, &, | and <=>" do
  assert_equal [[1, 2], [1], [1, 1], "1,2", [2], [1, 2, 3]], [[1] + [2], [1, 2, 2] - [2], [1] * 2, [1, 2] * ",", [1, 2, 2] & [2, 2], [1, 2] | [2, 3]]
  assert_raises(TypeError, "no implicit conversion of Integer into Array") { [1] + 1 }
  assert_equal [[1, 2, 3], [1], [2], true], [[1].union([2], [3]), [1, 2].difference([2]), [1, 2].intersection([2]), [1, 2].intersect?([2])]
end

spec "concat, replace, clear and fill" do
  list = [1]
  assert_equal [[1, 2, 3], [9], []], [list.concat([2], [3]).dup, list.replace([9]).dup, list.clear]
  assert_equal [[0, 0], [1, 0, 0], [1, 9, 9, 4], [0, 1, 4]], [[1, 2].fill(0), [1, 2, 3].fill(0, 1), [1, 2, 3, 4].fill(9, 1, 2), [0, 0, 0].fill { |i| i * i }]
end

spec "index, rindex, include?, count" do
  assert_equal [1, 2, nil, 1, true, 2, 1], [[1, 2, 2].index(2), [1, 2, 2].rindex(2), [1].index(5), [1, 2].index { |x| x > 1 }, [1].include?(1.0), [1, 2, 2].count(2), [1, 2].count(&:even?)]
end

spec "reverse, rotate, and their bangs" do
  assert_equal [[3, 2, 1], [2, 3, 1], [3, 1, 2], [3, 2, 1]], [[1, 2, 3].reverse, [1, 2, 3].rotate, [1, 2, 3].rotate(-1), [1, 2, 3].reverse!]
end

spec "sort and sort!" do
  assert_equal [[1, 2, 3], [3, 2, 1], ["a", "b"], [1, 1.5, 2]], [[3, 1, 2].sort, [1, 3, 2].sort { |a, b| b <=> a }, ["b", "a"].sort, [2, 1, 1.5].sort]
  assert_raises(ArgumentError, "comparison of Integer with 2 failed") { [1, 2].sort { nil } }
  random = (0...500).map { |i| (i * 7919) % 1009 }
  sorted = random.sort
  assert_equal true, (1...500).all? { |i| sorted[i - 1] <= sorted[i] }
  list = [3, 1]
  assert list.sort!.equal?(list)
end

spec "sort_by!, map!, uniq!, flatten!, compact!, shuffle!" do
  list = [3, 1, 2]
  list.sort_by! { |x| -x }
  list.map! { |x| x * 2 }
  assert_equal [6, 4, 2], list
  assert_equal [nil, nil, nil, [1]], [[1].uniq!, [1].flatten!, [1].compact!, [1, 1].uniq!]
end

spec "flatten" do
  assert_equal [[1, 2, 3, 4], [1, 2, [3, [4]]], [1, [2]]], [[1, [2, [3, [4]]]].flatten, [1, [2, [3, [4]]]].flatten(1), [1, [2]].flatten(0)]
  loop_list = [1]
  loop_list << loop_list
  assert_raises(ArgumentError, "tried to flatten recursive array") { loop_list.flatten }
end

spec "compact, uniq" do
  assert_equal [[1, false], [1, 2], [1, 2], [1, 1.0]], [[nil, 1, false].compact, [1, 2, 1].uniq, [1, 2, 3].uniq { |x| x % 2 }, [1, 1.0].uniq]
end

spec "take, drop and their while" do
  assert_equal [[1, 2], [3], [1], [2, 3]], [[1, 2, 3].take(2), [1, 2, 3].drop(2), [1, 2, 3].take_while { |x| x < 2 }, [1, 2, 3].drop_while { |x| x < 2 }]
  assert_raises(ArgumentError, "attempt to take negative size") { [1].take(-1) }
  assert_raises(ArgumentError, "attempt to drop negative size") { [1].drop(-1) }
end

spec "slice, slice! and negative ranges" do
  list = [0, 1, 2, 3, 4]
  assert_equal [[1, 2], [3, 4], [0, 2, 4], [1, 3]], [list.slice(1, 2), list[-2..], list[(0..) % 2], list[(1..3) % 2]]
  assert_equal [[1, 2], 0, [3, 4]], [list.slice!(1, 2), list.slice!(0), list]
end

spec "transpose, zip, product" do
  assert_equal [[[1, 3], [2, 4]], [[1, 3], [2, 4]], [[1, 3, 5], [2, nil, 6]]], [[[1, 2], [3, 4]].transpose, [1, 2].zip([3, 4]), [1, 2].zip([3], [5, 6])]
  assert_equal [[1, 3], [1, 4], [2, 3], [2, 4]], [1, 2].product([3, 4])
  assert_raises(IndexError, "element size differs (1 should be 2)") { [[1, 2], [3]].transpose }
end

spec "combination, permutation and their repetitions" do
  assert_equal [[[1, 2], [1, 3], [2, 3]], [[1, 2], [2, 1]], [[]], []], [[1, 2, 3].combination(2).to_a, [1, 2].permutation.to_a, [1].combination(0).to_a, [1].combination(2).to_a]
  assert_equal [3, 4, 6], [[1, 2].repeated_combination(2).count, [1, 2].repeated_permutation(2).count, [1, 2, 3].permutation(2).size]
end

spec "each, each_index, reverse_each, cycle" do
  seen = []
  [1, 2].each { |x| seen << x }
  [7, 8].each_index { |i| seen << i }
  [1, 2].reverse_each { |x| seen << x }
  [1, 2].cycle(2) { |x| seen << x }
  assert_equal [1, 2, 0, 1, 2, 1, 1, 2, 1, 2], seen
end

spec "each sees changes made on the way" do
  list = [1, 2, 3]
  seen = []
  list.each { |x| seen << x; list << 9 if x == 1; list.delete(2) if x == 1 }
  assert_equal [1, 3, 9], seen
end

spec "join" do
  assert_equal ["1,2", "12", "1-2-3", "", "a1"], [[1, 2].join(","), [1, 2].join, [1, [2, [3]]].join("-"), [].join, [:a, 1].join]
  loop_list = [1]
  loop_list << loop_list
  assert_raises(ArgumentError, "recursive array join") { loop_list.join }
end

spec "to_h, assoc, rassoc" do
  assert_equal [{ a: 1 }, { 1 => 2 }, [:a, 1], [:b, 2]], [[[:a, 1]].to_h, [1].to_h { |x| [x, x * 2] }, [[:a, 1]].assoc(:a), [[:b, 2]].rassoc(2)]
  assert_raises(TypeError, "wrong element type Integer at 0 (expected array)") { [1].to_h }
  assert_raises(ArgumentError, "wrong array length at 0 (expected 2, was 1)") { [[1]].to_h }
end

spec "bsearch" do
  list = [1, 3, 5, 7, 9]
  assert_equal [5, nil, 2, 7], [list.bsearch { |x| x >= 4 }, list.bsearch { |x| x > 9 }, list.bsearch_index { |x| x >= 5 }, list.bsearch { |x| 7 <=> x }]
end

spec "min, max, minmax, sum" do
  assert_equal [1, 3, [1, 3], [1, 2], "ccc", 6, 6.5, "ab"], [[3, 1].min, [3, 1].max, [3, 1].minmax, [3, 1, 2].min(2), ["a", "ccc"].max_by(&:size), [1, 2, 3].sum, [1, 2, 3.5].sum, ["a", "b"].sum("")]
  assert_equal [nil, 0, 0.3, 12], [[].min, [].sum, [0.1, 0.1, 0.1].sum.round(15), [1, 2, 3].sum { |x| x * 2 }]
  assert_equal 0.6, [0.1, 0.2, 0.3].sum
  assert_raises(TypeError, "String can't be coerced into Integer") { ["a"].sum }
end

spec "pack" do
  assert_equal ["abc", "\x01\x02", "\x00\x01", "YQ==\n", "ab  ", "\u00e9"], [[97, 98, 99].pack("C*"), [1, 2].pack("CC"), [1].pack("n"), ["a"].pack("m"), ["ab"].pack("A4"), [233].pack("U")]
  assert_raises(ArgumentError, "too few arguments") { [].pack("C") }
end

spec "inspect and to_s" do
  assert_equal ['[1, "a", :b, nil, 1.5, [2]]', "[]"], [[1, "a", :b, nil, 1.5, [2]].inspect, [].to_s]
end

spec "comparison and hash" do
  assert_equal [true, false, true, -1], [[1, 2] == [1, 2], [1] == [2], [[1]].hash == [[1]].hash, [1, 2] <=> [1, 3]]
  as_array = Object.new
  def as_array.to_ary = [1]
  def as_array.==(other) = other == [1]
  assert_equal true, [1] == as_array
end

spec "a frozen array refuses every change" do
  list = [3, 1].freeze
  [-> { list << 1 }, -> { list.sort! }, -> { list.clear }, -> { list.pop }, -> { list.map! { } }, -> { list.concat([1]) }].each do |change|
    assert_raises(FrozenError, "can't modify frozen Array: [3, 1]") { change.call }
  end
  assert_equal [1, 3], list.sort
end

spec "each_slice, each_cons, partition, group_by on arrays" do
  assert_equal [[[1, 2], [3]], [[1, 2], [2, 3]], [[2], [1, 3]], { 1 => [1, 3], 0 => [2] }], [[1, 2, 3].each_slice(2).to_a, [1, 2, 3].each_cons(2).to_a, [1, 2, 3].partition(&:even?), [1, 2, 3].group_by { |x| x % 2 }]
end

spec "none, one, any and all with patterns" do
  assert_equal [true, false, true, true], [[1, 2].all?(Integer), [1, nil].all?, [nil, 1].one?, [nil].none?]
end

spec "a large array" do
  list = Array.new(100_000) { |i| i }
  list.concat(list)
  list.delete_if { |x| x.odd? }
  assert_equal [100_000, 99_998], [list.size, list.last]
end

spec "transpose turns rows into columns, and refuses rows of different lengths" do
  assert_equal [[1, 3, 5], [2, 4, 6]], [[1, 2], [3, 4], [5, 6]].transpose
  assert_equal [], [].transpose
  assert_equal [], [[], []].transpose
  assert_raises(IndexError, "element size differs (2 should be 1)") { [[1], [1, 2]].transpose }
end

spec "a shuffle depends on its generator only" do
  assert_equal (1..20).to_a.shuffle(random: Random.new(3)), (1..20).to_a.shuffle(random: Random.new(3))
  assert_equal [5, 4, 12, 20, 13, 14, 19, 3, 11, 2, 16, 7, 8, 10, 17, 15, 18, 6, 1, 9].sort, (1..20).to_a.shuffle.sort
  lowest = Object.new
  def lowest.rand(_) = 0
  assert_equal [2, 3, 1], [1, 2, 3].shuffle(random: lowest)
end

spec "positions at the ends of what 64 bits hold, and dig's conversions" do
  most, least = 2**63 - 1, -(2**63)
  assert_equal [nil, nil, "abc", nil, nil], ["abc"[most, 1], "abc"[least, 1], "abc"[0, most], "abc"[most], "abc".byteslice(most, 1)]
  assert_equal [nil, [1], nil, nil], [[1].slice(most, 1), [1][0, most], [1][most], "abc".index("c", most)]
  assert_raises(RangeError, "bignum too big to convert into 'long'") { "abc"[most + 1] }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { [].dig("x", 0) }
  assert_equal 1, [1].dig(0.5)
end

spec "dig converts its index as at does" do
  assert_equal [2, 2, nil, 3], [[1, 2].dig(1.9), [1, 2].dig(-1), [1].dig(4, 5), [[1, [3]]].dig(0, 1, 0)]
  assert_raises(TypeError, "no implicit conversion of Symbol into Integer") { [1].dig(:first) }
end

spec "an Array that is frozen from within a block is left as it is" do
  %i[select! keep_if reject! delete_if].each do |name|
    array = [1, 2, 3]
    assert_raises(FrozenError, "can't modify frozen Array: [1, 2, 3]") do
      array.send(name) { array.freeze; name == :reject! || name == :delete_if }
    end
    assert_equal [1, 2, 3], array
  end
  pair = [2, 1]
  assert_raises(FrozenError, "array frozen during sort") { pair.sort! { |one, other| pair.freeze; one <=> other } }
  assert_raises(FrozenError, "can't modify frozen Array: [3, 4]") { (other = [3, 4]).map! { other.freeze; 0 } }
  assert_raises(FrozenError, "can't modify frozen Array: [3, 4]") { (other = [3, 4]).uniq! { other.freeze; 0 } }
  assert_equal [2, 1], pair
end

spec "a sample of more than ten is drawn by exchange" do
  half = Class.new { def rand(limit) = limit / 2 }.new
  assert_equal [50, 49, 51, 48, 52, 47, 53, 46, 54, 45], (0..99).to_a.sample(10, random: half)
  assert_equal [50, 0, 51, 2, 52, 4, 53, 6, 54, 8, 55], (0..99).to_a.sample(11, random: half)
end

spec "joining what converts to an Array of itself is recursive" do
  own = Object.new
  def own.to_ary = [self]
  assert_raises(ArgumentError, "recursive array join") { [own].join }
end

spec "join takes nil for no separator" do
  assert_equal ["12", "ab", ""], [[1, 2].join(nil), ["a", :b].join(nil), [].join(nil)]
  assert_equal Encoding::US_ASCII, ["1".encode("US-ASCII")].join(nil).encoding
end

spec "uniq! keeps the first of equal elements" do
  list = ["b", "a", "b", 1, 1.0, 1]
  assert_equal [true, ["b", "a", 1, 1.0]], [list.uniq!.equal?(list), list]
  assert_equal nil, list.uniq!
  asked = 0
  counted = Class.new { define_method(:hash) { asked += 1 } }
  assert_equal [nil, 0], [[counted.new].uniq!, asked]
  assert_equal nil, [5].uniq! { raise "one element is asked nothing" }
  assert_raises(FrozenError, "can't modify frozen Array: [1, 1]") { [1, 1].freeze.uniq! }
  assert_raises(FrozenError, "can't modify frozen Array: [1]") { [1].freeze.uniq! }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { [1].uniq!(2) }
end

spec "flattening in place" do
  flat = [1, "two", nil]
  nested = [1, [2, [3, []]], [[4]]]
  assert_equal [nil, [1, "two", nil]], [flat.flatten!, flat]
  assert_equal [true, [1, 2, 3, 4]], [nested.flatten!.equal?(nested), nested]
  assert_raises(FrozenError, "can't modify frozen Array: [1, [2]]") { [1, [2]].freeze.flatten! }
  assert_raises(ArgumentError, "tried to flatten recursive array") { [1].tap { |array| array << array }.flatten! }
  listed = Class.new { def to_ary = [8, 9] }.new
  assert_equal [1, 8, 9], [1, listed].flatten!
  assert_equal [[1, 2, [3]], nil, nil], [[1, [2, [3]]].flatten!(1), [1, [2]].flatten!(0), [].flatten!]
end

spec "rows of several Arrays" do
  assert_equal [[1, 3, nil], [2, nil, nil]], [1, 2].zip([3], [])
  assert_equal [[[1], [2]], [], [[1, 2]]], [[1, 2].zip, [].zip([1]), [1].zip(2..)]
  assert_equal Array, Class.new(Array).new([1]).zip([2]).class
  assert_raises(TypeError, "wrong argument type Integer (must respond to :each)") { [1].zip([2], 3) }
end

spec "sorting by a block what is in order, in the other order, or nearly" do
  (0..40).each do |size|
    rising = (0...size).to_a
    [rising, rising.reverse, rising.rotate(1), rising.reverse.rotate(1), rising.each_slice(2).flat_map(&:reverse)].each do |array|
      assert_equal rising, array.sort { |one, other| one <=> other }
      assert_equal rising.reverse, array.sort { |one, other| other <=> one }
    end
  end
  assert_raises(ArgumentError, "comparison of Integer with 1 failed") { (0..9).to_a.sort { nil } }
  assert_equal (0..9).to_a, (0..9).to_a.sort { |one, other| (one - other).to_r }
end

spec "Strings before and behind all others" do
  words = %w[pear fig apple fig]
  assert_equal ["apple", "pear"], [words.min, words.max]
  assert_equal [words[1].object_id] * 2, [[words[1], words[3]].max, [words[1], words[3]].min].map(&:object_id)
  mixed = ["a", 1]
  assert_raises(ArgumentError, "comparison of String with 1 failed") { mixed.max }
  assert_equal "b", ["a", Class.new(String).new("b"), "a"].max
end

spec "Arrays of what is not equal to itself" do
  strange = Class.new { def ==(other) = false }.new
  assert_equal [true, true, false], [[Float::NAN] == [Float::NAN], [strange] == [strange], [strange] == [strange.clone]]
  assert_equal [true, true, false], [[1, 2.0] == [1.0, 2], [1, [2]] == [1, [2]], [1, [2]] == [1, [3]]]
end

spec "join has the encoding of its first text, that of numbers being US-ASCII" do
  text = ""
  assert_equal [Encoding::US_ASCII, Encoding::US_ASCII, Encoding::UTF_8], [[[]].join, [1, [text]].join, [text, [1]].join].map(&:encoding)
end

spec "set operations of few elements ask each whether it is eql? to another, of many also for its hash" do
  kind = Class.new do
    attr_reader :name

    def initialize(name) = @name = name
    def eql?(other) = name == other.name
    def hash = raise(RangeError, "hash of #{name}")
  end
  few = %w[a b a].map { |name| kind.new(name) }
  others = %w[b c].map { |name| kind.new(name) }
  named = [few | others, few.union(others, others), few & others, few.intersection(others), few - others, few.difference(others, others)]
  assert_equal %w[abc abc b b aa aa], named.map { |list| list.map(&:name).join }
  assert_equal [true, false], [few.intersect?(others), few.intersect?([kind.new("d")])]
  assert_equal ["a" * 18, "c"], [few * 9 - others, others - few * 9].map { |list| list.map(&:name).join }
  many = (1..20).map { |name| kind.new(name) }
  [-> { many | many }, -> { many & many }, -> { many - many }, -> { many.intersect?(many) }, -> { few.uniq }].each { |work| assert_raises(RangeError) { work.call } }
end

spec "an intersection of nothing else, and the difference, keep what stands twice" do
  assert_equal [[1, 1], [1, 1], [1], [2, 2]], [[1, 1].intersection, [1, 1].difference, [1, 1].union, [1, 2, 2].difference([1], [3])]
end

spec "so many of the least and of the greatest come in their order" do
  numbers = [5, 3, 9, 1, 7, 3]
  assert_equal [[9, 7, 5], [1, 3, 3], [], numbers.sort.reverse, []], [numbers.max(3), numbers.min(3), numbers.max(0), numbers.max(20), [].min(2)]
  assert_equal [%w[pear fig], [0.5, 1]], [%w[apple pear fig].max(2), [2, 0.5, 1].min(2)]
  assert_equal [[9], 9, [[1, "a"]]], [numbers.max(1), numbers.max(nil), [[2, "b"], [1, "a"]].min(1)]
  assert_equal [5, 3, 9, 1, 7, 3], numbers
  assert_raises(ArgumentError, "negative size (-1)") { numbers.max(-1) }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { [1, "a"].max(2) }
end

spec "Arrays intersect where one has what is eql? to an element of the other" do
  many = (0...100).to_a
  assert_equal [true, false, false, true], [many.intersect?([99, 60]), many.intersect?([100]), many.intersect?([1.0]), [nil, "b"].intersect?(%w[a b])]
  assert_equal [true, false, true, false], [many.intersect?(many.map { |number| number + 99 }), many.intersect?((200..250).to_a), [[1]].intersect?([[1]]), [].intersect?(many)]
  assert_raises(TypeError, "no implicit conversion of Integer into Array") { many.intersect?(1) }
end

spec "rassoc finds the first pair by what stands second" do
  assert_equal [[2, :b], nil, [1, 2.0], nil], [[[1, :a], [2, :b], [3, :b]].rassoc(:b), [[1], 5, [2, 3]].rassoc(1), [[1, 2.0]].rassoc(2), [].rassoc(nil)]
end

spec "a sum of Floats keeps what rounding loses, also of what a block gives" do
  assert_equal [1.0, 1.0, 1.0], [([0.1] * 10).sum, ([1] * 10).sum { 0.1 }, ([0.1] * 10).each_entry.sum]
  assert_equal [2.0, 6.5, 0.6], [[1e100, 1.0, -1e100, 1.0].sum { |number| number }, [1, 2.5, 3].each_entry.sum, { a: 0.1, b: 0.2, c: 0.3 }.sum { |_, number| number }]
  assert_equal [Float::INFINITY, -Float::INFINITY], [[1.0, Float::INFINITY].sum { |number| number }, [-Float::INFINITY, 1e308].sum]
end

spec "a sum that goes beyond all Floats is no number" do
  assert_equal [true] * 4, [[1e308, 1e308].sum, [1e308, 1e308, -1e308].sum { |number| number }, [1e308, 1e308].each_entry.sum, [Float::INFINITY, -Float::INFINITY].sum].map(&:nan?)
end

spec "rotate gives a copy that begins elsewhere" do
  letters = %i[a b c]
  assert_equal [%i[b c a], %i[c a b], %i[b c a], %i[a b c], []], [letters.rotate, letters.rotate(-1), letters.rotate(7), letters.rotate(0), [].rotate(3)]
  assert_equal [%i[a b c], false, Array], [letters, letters.rotate(0).equal?(letters), Class.new(Array).new([1, 2]).rotate.class]
end

spec "elements are grouped, parted and compared by what a block says of each that is there then" do
  assert_equal [{ 1 => %w[a d], 2 => %w[bb cc] }, [[2, 4], [1, 3]], [3, 1]], [%w[a bb cc d].group_by(&:size), [1, 2, 3, 4].partition(&:even?), [2, 3, 1].minmax_by { |number| -number }]
  assert_equal [{ 2 => [[1, 2]] }, [[[1, 2]], []], [nil, nil]], [[[1, 2]].group_by { |_, two| two }, [[1, 2]].partition { |_, two| two == 2 }, [].minmax_by { raise }]
  shrinking = [1, 2, 3]
  assert_equal({ 1 => [1] }, shrinking.group_by { |number| shrinking.clear; number })
  own = Class.new(Array) { def each = yield(9) }.new([1])
  assert_equal [{ 9 => [9] }, [[9], []], [9, 9]], [own.group_by(&:itself), own.partition(&:odd?), own.minmax_by(&:itself)]
end
