require_relative "../harness"

spec "several names take several values" do
  a, b, c = 1, 2, 3
  assert_equal [1, 2, 3], [a, b, c]
end

spec "missing values are nil, extra ones are dropped" do
  a, b = 1
  assert_equal [1, nil], [a, b]
  c, d = 1, 2, 3
  assert_equal [1, 2], [c, d]
end

spec "one array on the right is spread" do
  list = [1, 2]
  a, b = list
  assert_equal [1, 2], [a, b]
end

spec "several values on the right of one name make an array" do
  a = 1, 2
  b = *[1]
  c = *nil
  d = 1, *[2, 3]
  assert_equal [[1, 2], [1], [], [1, 2, 3]], [a, b, c, d]
end

spec "values can be swapped" do
  a, b = 1, 2
  a, b = b, a
  assert_equal [2, 1], [a, b]
end

spec "a splat takes what is left" do
  a, *b = 1, 2, 3
  assert_equal [1, [2, 3]], [a, b]
  *c, d = 1, 2, 3
  assert_equal [[1, 2], 3], [c, d]
  e, *f, g = 1, 2, 3, 4
  assert_equal [1, [2, 3], 4], [e, f, g]
  h, *i, j = 1
  assert_equal [1, [], nil], [h, i, j]
  k, *l, m = 1, 2
  assert_equal [1, [], 2], [k, l, m]
end

spec "a splat may go without a name" do
  a, * = 1, 2, 3
  *, b = 1, 2, 3
  assert_equal [1, 3], [a, b]
end

spec "a trailing comma takes the first" do
  a, = [1, 2]
  assert_equal 1, a
end

spec "parentheses destructure" do
  a, (b, c), d = 1, [2, 3], 4
  assert_equal [1, 2, 3, 4], [a, b, c, d]
  (e, f), g = [1, 2], 3
  assert_equal [1, 2, 3], [e, f, g]
  h, (i, (j, *k), l) = 1, [2, [3, 4, 5], 6]
  assert_equal [1, 2, 3, [4, 5], 6], [h, i, j, k, l]
  (m, n) = 5
  assert_equal [5, nil], [m, n]
end

spec "a splat on the right spreads" do
  a, b, c = 1, *[2, 3]
  assert_equal [1, 2, 3], [a, b, c]
  d, e, f = *[1, 2], 3
  assert_equal [1, 2, 3], [d, e, f]
  g, *h = *1..3
  assert_equal [1, [2, 3]], [g, h]
end

spec "the value of the whole is the right side" do
  list = [1, 2, 3]
  value = (a, b = list)
  assert value.equal?(list)
  other = (c, d = 1, 2)
  assert_equal [1, 2], other
  assert_equal 5, (e, f = 5)
end

class SpecTarget
  attr_accessor :left, :right
  def initialize
    @table = {}
  end

  def [](key)
    @table[key]
  end

  def []=(key, value)
    @table[key] = value
  end
end

$spec_global = nil

spec "any assignable thing may be a target" do
  target = SpecTarget.new
  list = []
  target.left, target[:k], list[1], @variable, $spec_global, local = 1, 2, 3, 4, 5, 6
  assert_equal [1, 2, [nil, 3], 4, 5, 6], [target.left, target[:k], list, @variable, $spec_global, local]
end

spec "constants may be targets" do
  module SpecConstants
    FIRST, SECOND = 1, 2
  end
  SpecConstants::THIRD, x = 3, 4
  assert_equal [1, 2, 3], [SpecConstants::FIRST, SpecConstants::SECOND, SpecConstants::THIRD]
end

spec "splats and nested targets may be attributes" do
  target = SpecTarget.new
  a, *target.left = 1, 2, 3
  (target.right, b), c = [4, 5], 6
  assert_equal [[2, 3], 4, 5, 6], [target.left, target.right, b, c]
end

class SpecOrder
  def initialize(log, name)
    @log = log
    @name = name
  end

  def part=(value)
    @log << [@name, :set, value]
  end

  def []=(*keys, value)
    @log << [@name, keys, value]
  end
end

spec "receivers and indices are evaluated left to right, then the values, then the assignments are made" do
  log = []
  make = ->(name) { log << [:receiver, name]; SpecOrder.new(log, name) }
  key = ->(k) { log << [:key, k]; k }
  value = ->(v) { log << [:value, v]; v }
  make.(:a).part, make.(:b)[key.(1)], make.(:c).part = value.(10), value.(20), value.(30)
  assert_equal [[:receiver, :a], [:receiver, :b], [:key, 1], [:receiver, :c],
                [:value, 10], [:value, 20], [:value, 30],
                [:a, :set, 10], [:b, [1], 20], [:c, :set, 30]], log
end

spec "a nested target keeps that order" do
  log = []
  make = ->(name) { log << name; SpecOrder.new(log, name) }
  make.(:a).part, (make.(:b).part, *make.(:c).part) = 1, [2, 3]
  assert_equal [:a, :b, :c, [:a, :set, 1], [:b, :set, 2], [:c, :set, [3]]], log
end

class SpecSpread
  def to_ary
    [7, 8]
  end
end

class SpecNoSpread
  def to_ary
    nil
  end
end

class SpecBadSpread
  def to_ary
    5
  end
end

spec "the right side is spread by to_ary" do
  a, b = SpecSpread.new
  assert_equal [7, 8], [a, b]
  object = SpecNoSpread.new
  c, d = object
  assert_equal [object, nil], [c, d]
  assert_raises(TypeError, "can't convert SpecBadSpread to Array (SpecBadSpread#to_ary gives Integer)") { e, f = SpecBadSpread.new }
end

spec "a hash is one value" do
  a, b = { x: 1 }
  assert_equal [{ x: 1 }, nil], [a, b]
end

spec "assigning one's own element" do
  list = [1, 2]
  list[0], list[1] = list[1], list[0]
  assert_equal [2, 1], list
  i = 0
  i, list[i] = 1, 9
  assert_equal [9, 1], list
end

spec "a multiple assignment in a condition" do
  pair = [1, 2]
  verdict = if (a, b = pair) then :yes else :no end
  assert_equal :yes, verdict
  assert_equal [1, 2], [a, b]
end

spec "many targets" do
  a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p = *1..16
  assert_equal (1..16).to_a, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
end

spec "chained assignments" do
  a = b = c = 4
  assert_equal [4, 4, 4], [a, b, c]
  d = (e, f = 1, 2)
  assert_equal [[1, 2], 1, 2], [d, e, f]
end

spec "a method's several returns go to several names" do
  def spec_both
    return 1, 2
  end
  a, b = spec_both
  assert_equal [1, 2], [a, b]
end

spec "the rescue modifier guards the right side of a multiple assignment" do
  a, b = raise("x") rescue [3, 4]
  assert_equal [3, 4], [a, b]
end
