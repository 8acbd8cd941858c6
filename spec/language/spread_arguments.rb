# `f(*list)`: the elements of an Array become the arguments of a method that takes just so many.

require_relative "../harness"

module Spreading
  class << self
    def none = []
    def one(a) = [a]
    def two(a, b)
      local = [a, b]
      a = :changed
      local
    end
    def optional(a, b = :default) = [a, b]
    def keywords(a, key: :none) = [a, key]
    def rest(*all) = all
    def yielding(a, b) = yield(a, b)
    def given(a) = [a, block_given?]
    def captures(a, b) = -> { [a, b] }
    ruby2_keywords def flagged(*all) = all
    def grows(list, other) = list << other
    def many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t) = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t]

    def call_none(list) = none(*list)
    def call_one(list) = one(*list)
    def call_two(list) = two(*list)
    def call_optional(list) = optional(*list)
    def call_keywords(list) = keywords(*list)
    def call_many(list) = many(*list)
    def depth(left, right)
      return 1 if left.nil?
      1 + depth(*left) + depth(*right)
    end
    private def hidden(a) = [:hidden, a]
    def call_hidden(list) = hidden(*list)
  end

  class Pair
    attr_reader :values
    def initialize(a, b) = @values = [a, b]
    def self.from(list) = new(*list)
    def to_a = @values
  end

  class Below < Pair
    def initialize(*list) = super(*list)
  end
end

spec "as many as there are parameters" do
  5.times do
    assert_equal [[], [1], [1, 2]], [Spreading.call_none([]), Spreading.call_one([1]), Spreading.call_two([1, 2])]
    assert_equal [[1, :default], [1, 2]], [Spreading.call_optional([1]), Spreading.call_optional([1, 2])]
    assert_equal (1..20).to_a, Spreading.call_many((1..20).to_a)
    assert_equal [nil], Spreading.call_one([nil])
    assert_equal [[1]], Spreading.call_one([[1]])
    assert_equal [:hidden, 1], Spreading.call_hidden([1])
    assert_equal [[1, 2], [3, 4]], [Spreading::Pair.from([1, 2]).values, Spreading::Below.new(3, 4).values]
  end
end

spec "too many and too few raise, as often as they come" do
  5.times do
    assert_equal [1, 2], Spreading.call_two([1, 2])
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { Spreading.call_two([1]) }
    assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 2)") { Spreading.call_two([1, 2, 3]) }
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { Spreading.call_none([1]) }
    assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { Spreading.call_one([]) }
  end
end

spec "what is no Array is converted" do
  5.times do
    assert_equal [[1], [], [1, 2]], [Spreading.call_one(1), Spreading.call_none(nil), Spreading.call_two(Spreading::Pair.new(1, 2))]
    assert_raises(ArgumentError) { Spreading.call_two(1..4) }
    assert_equal [[:a, 1]], Spreading.call_one({ a: 1 })
    assert_equal [1, 2], Spreading.call_two(1..2)
    assert_equal [1, 2], Spreading.call_two(Class.new(Array)[1, 2])
  end
end

spec "a Hash at the end is a Hash, unless it was flagged" do
  flagged = Spreading.flagged(1, key: 2)
  5.times do
    assert_equal [1, { key: 2 }], Spreading.call_two([1, { key: 2 }])
    assert_equal [1, { key: 2 }], Spreading.call_two(flagged)
    assert_equal [1, 2], Spreading.call_keywords(flagged)
    assert_equal [{ key: 2 }], Spreading.call_one([{ key: 2 }])
    assert_raises(ArgumentError) { Spreading.call_keywords([1, { key: 2 }]) }
    assert_equal [1], Spreading.call_one(Spreading.flagged(1, **{}))
  end
end

spec "blocks and keywords go along" do
  list = [1, 2]
  5.times do
    assert_equal 3, Spreading.yielding(*list) { |a, b| a + b }
    assert_equal 3, Spreading.yielding(*list, &:+)
    assert_equal [[1, true], [1, false]], [Spreading.given(*[1]) {}, Spreading.given(*[1])]
    assert_equal [1, 5], Spreading.keywords(*[1], key: 5)
    assert_equal [1, 2, 3], Spreading.rest(*list, 3)
    assert_equal [0, 1, 2], Spreading.rest(0, *list)
    assert_equal [1, 2], Spreading.captures(*list).call
  end
end

spec "the Array stays as it is, and changes to it don't reach the callee" do
  list = [1, 2]
  5.times { Spreading.call_two(list) }
  assert_equal [1, 2], list
  nested = [[1], 2]
  assert_equal [1, 2], Spreading.grows(*nested)
  assert_equal [[1, 2], 2], nested
  changing = [1, 2]
  assert_equal [[1, 2], []], [Spreading.captures(*changing).tap { changing.clear }.call, changing]
end

spec "a method that changes is called as it is then" do
  object = Class.new { def f(a, b) = [:first, a, b] }.new
  call = ->(list) { object.f(*list) }
  3.times { assert_equal [:first, 1, 2], call.([1, 2]) }
  object.class.class_eval { def f(*all) = [:second, all] }
  3.times { assert_equal [:second, [1, 2]], call.([1, 2]) }
  object.class.class_eval { def f(a) = [:third, a] }
  3.times { assert_equal [:third, 1], call.([1]) }
  object.class.class_eval { define_method(:f) { |a, b| [:fourth, a, b] } }
  3.times { assert_equal [:fourth, 1, 2], call.([1, 2]) }
  object.class.class_eval { attr_reader :f }
  3.times { assert_raises(ArgumentError) { call.([1, 2]) } }
end

spec "deep recursion grows the stack, or ends in an error" do
  tree = [nil, nil]
  6.times { tree = [tree, tree] }
  assert_equal 2**7 - 1, Spreading.depth(*tree)
  endless = Class.new { def f(a, b) = f(*[b, a]) }.new
  without_stress_collections { assert_raises(SystemStackError) { endless.f(1, 2) } }
end
