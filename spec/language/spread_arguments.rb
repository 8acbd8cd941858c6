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

module SplatsBehind
  ONE_TWO = [1, 2]
  NONE = []
  KEYS = { k: 3 }

  class Given
    attr_reader :given
    def initialize(*given) = @given = given
    def told(*positional, **keywords) = [positional, keywords]
    def method_missing(name, *positional, **keywords) = [name, positional, keywords]
    def respond_to_missing?(*) = true
    def to_a = [:as_array]
  end

  class Deeper < Given
    def initialize(first, *rest) = super(first, *rest)
    def told(first, *rest, **keywords) = super(first, :between, *rest, **keywords)
  end

  def self.given(*positional, **keywords) = [positional, keywords, block_given?]
  def self.two(first, second) = [first, second]
  def self.all(a, b = :default, *rest, z, k: 1, **others) = [a, b, rest, z, k, others]
  def self.passed(...) = given(:first, ...)
  def self.passed_to_two(...) = two(1, ...)
  def self.yielded = yield(1, *ONE_TWO)
  def self.deep(count, *rest) = count == 0 ? rest : deep(count - 1, count, *rest)
end

spec "arguments before a splat, and keywords and blocks behind it, arrive in their places" do
  one_two, none = SplatsBehind::ONE_TWO, SplatsBehind::NONE
  given = ->(*positional, **keywords, &block) { SplatsBehind.given(*positional, **keywords, &block) }
  assert_equal [[0, 1, 2], {}, false], SplatsBehind.given(0, *one_two)
  assert_equal [[0, 1, 2, 3], {}, false], SplatsBehind.given(0, *one_two, 3)
  assert_equal [[0, 1, 2], { k: 2 }, true], SplatsBehind.given(0, *one_two, k: 2) { }
  assert_equal [[0, 1, 2], { k: 3 }, false], SplatsBehind.given(0, *one_two, **SplatsBehind::KEYS)
  assert_equal [[0, 1, 2], { "s" => 1 }, true], given.call(0, *one_two, "s" => 1) { }
  assert_equal [0, 1, [], 2, 3, {}], SplatsBehind.all(0, *one_two, **SplatsBehind::KEYS)
  assert_equal [[:first, 1, 2], { a: 1 }, true], SplatsBehind.passed(1, 2, a: 1) { }
  assert_equal [1, 2], SplatsBehind.passed_to_two(2)
  assert_equal [1, 2], SplatsBehind.two(1, 2, *none)
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 2)") { SplatsBehind.two(0, *one_two) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 2)") { SplatsBehind.passed_to_two(2, 3) }
  assert_equal [1, 1, 2], SplatsBehind.yielded { |*all| all }
  assert_equal (1..200).to_a, SplatsBehind.deep(200)
end

spec "so they do for super, new, method_missing, send and natives" do
  one_two = SplatsBehind::ONE_TWO
  assert_equal [[1, :between, 1, 2], { k: 3 }], SplatsBehind::Deeper.new(0).told(1, *one_two, k: 3)
  assert_equal [0, 1, 2], SplatsBehind::Deeper.new(0, *one_two).given
  object = SplatsBehind::Given.new
  assert_equal [:missing, [0, 1, 2], { a: 1 }], object.missing(0, *one_two, a: 1)
  assert_equal [:missing, [0, 1, 2], {}], object.public_send(:missing, 0, *one_two)
  assert_equal [[0, :as_array], {}, false], SplatsBehind.given(0, *object)
  assert_equal [0, 1, 2], [].push(0, *one_two)
  assert_equal "bbc", "abc".tr("a", *["b"])
end

spec "what runs behind a splat changes nothing that it gave" do
  list = [1]
  assert_equal [[0, 1], {}, false], SplatsBehind.given(0, *list, **(list << 2; {}))
  assert_equal [[0, 1, 2, 4], {}, false], SplatsBehind.given(0, *list, (list << 3; 4))
  assert_equal [[0, 1, 2, 3], {}, false], SplatsBehind.given(0, *list, &(list << 5; nil))
end

spec "many arguments before a splat, and many in it" do
  many = "SplatsBehind.given(#{(1..300).to_a.join(", ")}, *SplatsBehind::ONE_TWO)"
  assert_equal 302, eval(many)[0].size
  assert_equal 3001, SplatsBehind.given(0, *Array.new(3000) { _1 })[0].size
end
