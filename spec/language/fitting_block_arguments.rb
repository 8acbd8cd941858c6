require_relative "../harness"

# What is yielded is fitted to a block's required parameters: cut, filled up with nil, or taken apart.

class FittingArray < Array
end

class FittingPair
  def to_ary = [:left, :right]
end

class FittingNothing
  def to_ary = nil
end

def give_none = yield
def give_one(value) = yield(value)
def give_two(first, second) = yield(first, second)

spec "what is too much for a block is dropped" do
  assert_equal :none, give_one(1) { :none }
  assert_equal :none, give_two(1, 2) { :none }
  assert_equal 1, give_two(1, 2) { |first| first }
  assert_equal [1, 2], give_two([1, 2], 3) { |first| first }
  assert_equal 1, give_two(1, 2) { _1 }
  assert_equal 1, give_two(1, 2) { it }
  assert_equal [7, 7, 7], 3.times.map { 7 }
end

spec "what is missing is nil" do
  assert_equal nil, give_none { |first| first }
  assert_equal [nil, nil], give_none { |first, second| [first, second] }
  assert_equal [1, nil], give_one(1) { |first, second| [first, second] }
  assert_equal [nil, nil], give_one(nil) { |first, second| [first, second] }
  assert_equal [1, 2, nil], give_two(1, 2) { |first, second, third| [first, second, third] }
  assert_equal [5, nil, nil], give_one(5) { |(first, second), third| [first, second, third] }
end

spec "a lone Array is taken apart for several parameters" do
  assert_equal [1, 2], give_one([1, 2]) { |first, second| [first, second] }
  assert_equal [1, nil, nil], give_one([1]) { |first, second, third| [first, second, third] }
  assert_equal [1, 2], give_one([1, 2, 3]) { |first, second| [first, second] }
  assert_equal [nil, nil], give_one([]) { |first, second| [first, second] }
  assert_equal [1, 2, 3], give_one([[1, 2], 3]) { |(first, second), third| [first, second, third] }
  assert_equal [1, 2], give_one(FittingArray[1, 2]) { |first, second| [first, second] }
  assert_equal [:left, :right], give_one(FittingPair.new) { |first, second| [first, second] }
  assert_equal [FittingNothing, nil], give_one(FittingNothing.new) { |first, second| [first.class, second] }
  assert_equal [1, 2], give_one([1, 2]) { [_1, _2] }
  assert_equal [[1, 2], 3], give_two([1, 2], 3) { |first, second| [first, second] }
  assert_equal [[:a, 1]], { a: 1 }.map { |key, value| [key, value] }
end

spec "an Array stays whole for one parameter" do
  assert_equal [1, 2], give_one([1, 2]) { |first| first }
  assert_equal [1, 2], give_one([1, 2]) { _1 }
  assert_equal [1, 2], give_one([1, 2]) { it }
  assert_equal 1, give_one([1, 2]) { |first,| first }
end

spec "an Array that is taken apart is not changed" do
  pairs = [[1, 2].freeze]
  pairs.each { |first, second| first = second = 5 }
  assert_equal [[1, 2]], pairs
end

spec "a proc is fitted as a block is, a lambda not at all" do
  pair = proc { |first, second| [first, second] }
  assert_equal [[nil, nil], [1, nil], [1, 2], [1, 2]], [pair.call, pair.call(1), pair.call([1, 2]), pair.call(1, 2, 3)]
  assert_equal [:left, :right], pair.(FittingPair.new)
  strict = lambda { |first, second| [first, second] }
  message = "wrong number of arguments (given 1, expected 2)"
  assert_raises(ArgumentError, message) { strict.call(1) }
  assert_raises(ArgumentError, message) { strict.call([1, 2]) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { give_one(1, &lambda { 1 }) }
end

def yield_two_and_a_keyword = yield(1, 2, x: 3)

spec "keywords find their parameters whatever the number of the others is" do
  assert_equal 1, proc { |x:| x }.call(2, x: 1)
  assert_equal [1, nil, 2], proc { |a, b, x:| [a, b, x] }.call(1, x: 2)
  assert_equal [1, 2], proc { |a, x: 5| [a, x] }.call(1, 3, x: 2)
  assert_equal [1, 3, 2], proc { |a, b = 7, x: 5| [a, b, x] }.call(1, 3, 4, x: 2)
  assert_equal [1, 2, { y: 3 }], proc { |a, x: 5, **rest| [a, x, rest] }.call(1, 3, x: 2, y: 3)
  assert_equal [1, nil, nil, { x: 2, y: 3 }], proc { |a, b, c, **rest| [a, b, c, rest] }.call(1, x: 2, y: 3)
  assert_equal [1, nil, nil, 2], proc { |a, (b, c), x:| [a, b, c, x] }.call(1, x: 2)
  assert_equal [[1, 3], 3, [1, 2, nil, 3]], [
    yield_two_and_a_keyword { |a, x:| [a, x] }, yield_two_and_a_keyword { |x:| x },
    yield_two_and_a_keyword { |a, b, c, x:| [a, b, c, x] },
  ]
  named = { x: 2 }
  assert_equal [2, [1, nil, 2]], [proc { |x:| x }.call(9, **named), proc { |a, b, x:| [a, b, x] }.call(1, **named)]
end
