require_relative "../harness"
require_relative "../outside"

spec "first, last, min, max, minmax, size, count" do
  range = (1..5)
  assert_equal [1, [1, 2], 5, [4, 5], 1, 5, [1, 5], 5, 5], [range.first, range.first(2), range.last, range.last(2), range.min, range.max, range.minmax, range.size, range.count]
  assert_equal [4, 4, nil, nil, 0], [(1...5).max, (1...5).size, (5..1).min, (5..1).max, (5..1).size]
  assert_equal [Float::INFINITY, 2.5, 3], [(1..).size, (1..2.5).max, (1..3.5).size]
end

spec "endless and beginless ranges refuse what has no answer" do
  assert_raises(RangeError, "cannot get the last element of endless range") { (1..).last }
  assert_raises(RangeError, "cannot get the maximum of endless range") { (1..).max }
  assert_raises(RangeError, "cannot get the minimum of beginless range") { (..1).min }
  assert_raises(RangeError, "cannot get the first element of beginless range") { (..1).first }
  assert_raises(TypeError, "can't iterate from Float") { (1.5..3).to_a }
  assert_raises(RangeError, "cannot convert endless range to an array") { (1..).to_a }
  assert_raises(TypeError, "can't iterate from NilClass") { (..1).each { } }
  assert_raises(TypeError, "can't iterate from Float") { (1.0..2.0).size }
end

spec "include?, member?, cover? and ===" do
  assert_equal [true, false, true, true, true, false], [(1..3).include?(2), (1...3).include?(3), (1..3).cover?(2.5), (1..3).cover?(1..2), (1..).include?(100), (..3).cover?(4)]
  assert_equal [true, false, true, false], [("a".."z").include?("c"), ("a".."z").include?("cc"), ("a".."z").cover?("cc"), ("a".."z").include?(1)]
end

spec "each, reverse_each, step and %" do
  seen = []
  (1..3).each { |x| seen << x }
  (1..3).reverse_each { |x| seen << x }
  (1..5).step(2) { |x| seen << x }
  assert_equal [1, 2, 3, 3, 2, 1, 1, 3, 5], seen
  assert_equal [[1, 3], [0.0, 0.5, 1.0], [1, 4], ["a", "aa", "aaa"]], [((1..4) % 2).to_a, (0.0..1.0).step(0.5).to_a, (1..).step(3).first(2), ("a".."aaa").step("a").to_a]
  assert_raises(ArgumentError, "step can't be 0") { (1..2).step(0) { } }
end

spec "sum of integers needs no walk" do
  assert_equal [5050, 500000000000000000500000000000000000, 0, 20], [(1..100).sum, (1..10 ** 18).sum, (5..1).sum, (1..4).sum { |x| x * 2 }]
end

spec "to_a, to_s, inspect" do
  assert_equal [[1, 2], "1..2", "1...2", '"a".."b"', "1..", "nil..nil", "a..b"], [(1..2).to_a, (1..2).to_s, (1...2).inspect, ("a".."b").inspect, (1..).inspect, (nil..nil).inspect, ("a".."b").to_s]
end

spec "equality and hash" do
  assert_equal [true, false, true, false], [(1..2) == Range.new(1, 2), (1..2) == (1...2), (1..2).hash == (1..2).hash, (1..2).eql?(1..2.0)]
end

spec "Range.new" do
  assert_equal [1..2, 1...2], [Range.new(1, 2), Range.new(1, 2, true)]
  assert_raises(ArgumentError, "bad value for range") { Range.new(1, "a") }
  assert_raises(FrozenError) { (1..2).instance_variable_set(:@a, 1) }
end

spec "bsearch over integers and floats" do
  assert_equal [45, nil, 7], [(0..100).bsearch { |x| x * x >= 2000 }, (0..5).bsearch { false }, (0..).bsearch { |x| x >= 7 }]
  assert_equal 1.4142, (0.0..2.0).bsearch { |x| x * x >= 2 }.round(4)
end

spec "overlap?" do
  assert_equal [true, false, true, false], [(1..3).overlap?(3..4), (1...3).overlap?(3..4), (1..).overlap?(..1), (1..0).overlap?(0..5)]
end

spec "a lazy endless range" do
  assert_equal [4, 16, 36], (1..).lazy.map { |x| x * x }.select(&:even?).first(3)
end

spec "ranges of strings" do
  assert_equal [["a", "b"], 26, ["x", "y", "z"], ["9", "10"]], [("a".."b").to_a, ("a".."z").count, ("x".."z").to_a, ("9".."10").to_a]
end

spec "each_slice, inject, zip and other borrowed methods" do
  assert_equal [[[1, 2], [3]], 6, [[1, 4], [2, 5]], [2, 3], { 1 => 1 }], [(1..3).each_slice(2).to_a, (1..3).inject(:+), (1..2).zip(4..5), (1..3).select { |x| x > 1 }, (1..1).to_h { |x| [x, x] }]
end

spec "clamp and rand with ranges" do
  assert_equal [3, 1], [5.clamp(1..3), 0.clamp(1..)]
  assert (1..3).include?(rand(1..3))
end

spec "pattern and count of an arithmetic sequence" do
  sequence = (1..10).step(3)
  assert_equal [1, 10, 3, [1, 4, 7, 10], 4, "((1..10).step(3))", [7, 10], false], [sequence.begin, sequence.end, sequence.step, sequence.to_a, sequence.size, sequence.inspect, sequence.last(2), sequence.exclude_end?]
  assert_equal true, (1..10).step(3) == (1..10).step(3)
end

spec "what <=> of the ends raises goes through" do
  failing = Class.new { def <=>(other) = raise("no order") }
  assert_raises(RuntimeError, "no order") { Range.new(failing.new, failing.new) }
end

spec "to_a lists Integers, as each goes through them" do
  assert_equal [1, 2, 3], (1..3).to_a
  assert_equal [1, 2], (1...3).to_a
  assert_equal [[], [], [-2, -1]], [(3..1).to_a, (1...1).to_a, (-2..-1).to_a]
  assert_equal [2**62, 2**62 + 1], (2**62..2**62 + 1).to_a
  assert_equal [2**62 - 2, 2**62 - 1], (2**62 - 2..2**62 - 1).to_a
  assert_equal [1, 2], (1..2.5).to_a
  doubling = Class.new(Range) { def each = super { |value| yield value * 2 } }
  assert_equal [2, 4], doubling.new(1, 2).to_a
end

spec "what can't be searched is refused before there is an Enumerator" do
  assert_raises(TypeError, "can't do binary search for Rational") { (1r..2r).bsearch }
  assert_raises(TypeError, "can't do binary search for NilClass") { (nil..nil).bsearch }
  assert_equal [Enumerator] * 3, [(1..).bsearch, (..1).bsearch, (1.0..2).bsearch].map(&:class)
end

spec "ranges without an end overlap what they reach" do
  assert_equal [false, true, true, false], [(2..3).overlap?(...1), (2..3).overlap?(..2), (2..3).overlap?(3..), (2...3).overlap?(3..)]
  assert_equal [false, true, false, true], [(2...3).overlap?(...2), (2..).overlap?(5..), (..5).overlap?(6..), (..5).overlap?(..1)]
  assert_equal [false, true, false], [(3..2).overlap?(1..), (1..2).overlap?(nil..nil), (2..3).overlap?("a".."d")]
end

spec "searching by halves with true, false and nil" do
  assert_equal [5, nil, 0], [(0..9).bsearch { |x| x >= 5 }, (0..9).bsearch { |x| false }, (0..9).bsearch { |x| true }]
  assert_equal [7, nil, 1000], [(0..9).bsearch { |x| x >= 7 ? true : nil }, (0..9).bsearch { nil }, (0..).bsearch { |x| x >= 1000 }]
  assert_equal [4, -300, nil], [(0..9).bsearch { |x| 4 <=> x }, (..0).bsearch { |x| x >= -300 }, (0...0).bsearch { true }]
  [0..9, 0.., ..0, 0.0..9].each do |range|
    assert_raises(TypeError, "wrong argument type String (must be numeric, true, false or nil)") { range.bsearch { "x" } }
  end
end

spec "ends that do not compare make no range, a Float that is no number among them" do
  [-> { 1..Float::NAN }, -> { Float::NAN..1 }, -> { Float::NAN...Float::NAN }, -> { 1.."a" }].each do |make|
    assert_raises(ArgumentError, "bad value for range") { make.call }
  end
  assert (nil..Float::NAN).end.nan?
end

spec "a range without ends includes what lies on a line, and cannot tell of anything else" do
  assert_equal [true, true, true], [(nil..nil).include?(1), (nil..nil).include?(2.5), (nil..nil).include?(Time.at(0))]
  assert_raises(TypeError, "cannot determine inclusion in beginless/endless ranges") { (nil..nil).include?("a") }
  assert_raises(TypeError, "cannot determine inclusion in beginless/endless ranges") { (nil...nil).member?(nil) }
end

spec "numbers of either kind and Strings lie in a range by their order" do
  assert_equal [true, true, false, false], [(1..5) === 2.5, (1.0..2.0).cover?(2), (1...2.0).include?(2), (1..2).cover?("1")]
  assert_equal [true, false, true, false], [("a".."zz").cover?("bb"), ("a".."c") === "d", ("b"..) === "c", (..1).cover?(1.5)]
  assert_equal [false, false], [(0.0..1.0).cover?(Float::NAN), (1..2) === nil]
end

spec "a range covers another that has nothing beyond its ends" do
  assert_equal [true, true, false, false], [(1..50).cover?(10..20), (1..5).cover?(1...6), (1...5).cover?(1..5), (1..5).cover?(5..1)]
  assert_equal [true, true, true, true], [("a".."d").cover?("b".."c"), (1..3.0).cover?(1...4), (1..).cover?(2..), (1.0..5).cover?(2..3.5)]
  assert_equal [false, false], [(1..5).cover?(2..), (1..5).cover?(..2)]
end

spec "ranges are the same where their ends are, in == by value and in eql? by kind" do
  assert_equal [true, false, true, false], [(1..2) == (1..2), (1..2) == (1...2), (1..2) == (1.0..2.0), (1..2).eql?(1.0..2.0)]
  assert_equal [true, true, false], [("a".."b").eql?("a".."b"), (1..nil).hash == (1..nil).hash, (1..2).hash == (1...2).hash]
  kind = Class.new(Range) { def begin = 7 }
  assert_equal [kind.new(1, 2).hash, :found], [(1..2).hash, { (1..2) => :found }[Range.new(1, 2)]]
end

spec "ranges of Strings overlap by the order of their ends" do
  assert_equal [true, false, true], [("2".."5").overlap?("4".."9"), ("a".."b").overlap?("c".."d"), ("a"..).overlap?("z".."zz")]
  assert_equal [false, false, false], [(1..).overlap?("a"..), (..1).overlap?(.."a"), ("a"..."b").overlap?("b".."c")]
end

spec "letters from one to another have the encoding of the first" do
  mixed = ["a".b.."c".b, "a".b.."c", "a".."c".encode("EUC-JP"), "a".encode("EUC-JP").."c"]
  assert_equal %w[BINARY BINARY UTF-8 EUC-JP], mixed.map { |range| range.to_a.map { _1.encoding.name }.uniq.join.sub("ASCII-8BIT", "BINARY") }
  assert_equal %w[BINARY BINARY UTF-8 EUC-JP], mixed.map { |range| range.each { |letter| break letter.encoding.name.sub("ASCII-8BIT", "BINARY") } }
  assert_equal [%w[a b c], %w[a b], [], %w[Y Z [ \\ ] ^ _ ` a]], [("a".."c").to_a, ("a"..."c").to_a, ("c".."a").to_a, ("Y".."a").to_a]
  kind = Class.new(Range) { def each = yield(7) }
  assert_equal [7], kind.new("a", "c").to_a
end

spec "Ranges of numbers and of Strings have nothing in common" do
  assert_equal [false, false], [(2..3).overlap?("a".."d"), ("a".."d").overlap?(2.0..3.0)]
  assert_equal "true\n", run_code(<<~'RUBY')[0]
    class String; def coerce(other) = [other, 2]; end
    p((2..3).overlap?("a".."d"))
  RUBY
end
