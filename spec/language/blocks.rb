require_relative "../harness"

# Blocks: yield, how values reach the parameters, and what a block leaves behind.

def spec_yield(*values)
  yield(*values)
end

def spec_yield_one(value)
  yield value
end

def spec_twice
  [yield, yield]
end

spec "yield runs the block and gives its value" do
  assert_equal [1, 1], spec_twice { 1 }
  count = 0
  assert_equal [1, 2], spec_twice { count += 1 }
end

spec "braces and do are the same but for how tightly they bind" do
  def spec_bind(value = nil)
    block_given? ? [:block, value] : [:none, value]
  end
  tight = spec_bind spec_bind { }
  loose = spec_bind spec_bind do end
  assert_equal [:none, [:block, nil]], tight
  assert_equal [:block, [:none, nil]], loose
end

spec "yield without a block raises LocalJumpError" do
  error = assert_raises(LocalJumpError, "no block given (yield)") { spec_twice }
  assert_equal :noreason, error.reason
end

spec "block_given? tells" do
  def spec_given?
    block_given?
  end
  assert_equal true, spec_given? { }
  assert_equal false, spec_given?
  assert_equal true, spec_given?(&:a)
  assert_equal false, spec_given?(&nil)
end

spec "block_given? inside a block asks about the method around it" do
  def spec_given_inside?
    [1].map { block_given? }[0]
  end
  assert_equal true, spec_given_inside? { }
  assert_equal false, spec_given_inside?
end

spec "missing arguments are nil, extra ones are dropped" do
  assert_equal [1, nil], spec_yield(1) { |a, b| [a, b] }
  assert_equal [1], spec_yield(1, 2) { |a| [a] }
  assert_equal :ok, spec_yield(1, 2) { :ok }
end

spec "one array spreads over several parameters" do
  assert_equal [1, 2], spec_yield_one([1, 2]) { |a, b| [a, b] }
  assert_equal [1, [2, 3]], spec_yield_one([1, 2, 3]) { |a, *b| [a, b] }
  assert_equal [1, 2, 3], spec_yield_one([1, 2, 3]) { |a, *b, c| [a, *b, c] }
end

spec "one array stays whole for one parameter" do
  assert_equal [1, 2], spec_yield_one([1, 2]) { |a| a }
  assert_equal [[1, 2]], spec_yield_one([1, 2]) { |*a| a }
end

spec "a comma after one parameter takes the first of an array" do
  assert_equal 1, spec_yield_one([1, 2]) { |a, | a }
end

spec "one array spreads when there is an optional or a rest beside" do
  assert_equal [1, 2], spec_yield_one([1, 2]) { |a, b = 5| [a, b] }
  assert_equal [1, 5], spec_yield_one([1]) { |a, b = 5| [a, b] }
  assert_equal [[1, 2]], spec_yield_one([1, 2]) { |a = 5| [a] }
  assert_equal [1, 2], spec_yield_one([1, 2]) { |a = 5, b = 6| [a, b] }
end

spec "two arrays do not spread" do
  assert_equal [[1, 2], [3, 4]], spec_yield([1, 2], [3, 4]) { |a, b| [a, b] }
end

spec "a keyword parameter does not make an array spread by itself" do
  assert_equal [[1, 2], 5], spec_yield_one([1, 2]) { |a, k: 5| [a, k] }
end

spec "parentheses destructure" do
  assert_equal [1, 2, 3], spec_yield([1, 2], 3) { |(a, b), c| [a, b, c] }
  assert_equal [1, 2, 3], spec_yield_one([1, [2, 3]]) { |a, (b, c)| [a, b, c] }
  assert_equal [1, [2, 3], 4], spec_yield_one([[1, 2, 3], 4]) { |(a, *b), c| [a, b, c] }
  assert_equal [1, nil], spec_yield(1) { |(a, b)| [a, b] }
  assert_equal [1, [2, 3], 4], spec_yield([1, 2, 3, 4]) { |(a, *b, c)| [a, b, c] }
end

spec "a hash yields pairs that spread" do
  seen = []
  { a: 1, b: 2 }.each { |key, value| seen << [value, key] }
  { c: 3 }.each { |pair| seen << pair }
  assert_equal [[1, :a], [2, :b], [:c, 3]], seen
end

spec "each_with_index over pairs" do
  seen = []
  { a: 1 }.each_with_index { |(key, value), index| seen << [key, value, index] }
  assert_equal [[:a, 1, 0]], seen
end

class SpecPair
  def to_ary
    [7, 8]
  end
end

class SpecBadPair
  def to_ary
    1
  end
end

spec "an object with to_ary spreads too" do
  assert_equal [7, 8], spec_yield_one(SpecPair.new) { |a, b| [a, b] }
  assert_raises(TypeError, "can't convert SpecBadPair to Array (SpecBadPair#to_ary gives Integer)") do
    spec_yield_one(SpecBadPair.new) { |a, b| }
  end
end

spec "defaults in block parameters" do
  assert_equal [1, 3], spec_yield(1) { |a, b = (a + 2)| [a, b] }
end

spec "a block may take a block" do
  maker = proc { |a, &block| block.call(a) }
  assert_equal 10, maker.call(5) { |x| x * 2 }
end

spec "next gives a value to yield" do
  assert_equal [5, 5], spec_twice { next 5; 6 }
  assert_equal [nil, nil], spec_twice { next }
  assert_equal [[1, 2], [1, 2]], spec_twice { next 1, 2 }
end

spec "break ends the method that yielded and gives its value" do
  after = []
  def spec_break_from(after)
    yield
    after << :not_reached
  end
  assert_equal 5, spec_break_from(after) { break 5 }
  assert_equal nil, spec_break_from(after) { break }
  assert_equal [1, 2], spec_break_from(after) { break 1, 2 }
  assert_equal [], after
end

spec "break runs the ensure of the method that yielded" do
  seen = []
  def spec_break_ensure(seen)
    yield
  ensure
    seen << :cleaned
  end
  spec_break_ensure(seen) { break }
  assert_equal [:cleaned], seen
end

spec "return in a block returns from the method around it" do
  def spec_find(list)
    list.each { |x| return x if x > 1 }
    :none
  end
  assert_equal 2, spec_find([1, 2, 3])
  assert_equal :none, spec_find([0])
end

spec "break through nested blocks leaves only the inner call" do
  seen = []
  [1, 2].each do |a|
    [10, 20].each do |b|
      break if b == 20
      seen << a + b
    end
    seen << :after
  end
  assert_equal [11, :after, 12, :after], seen
end

spec "redo runs the block again with the same arguments" do
  tries = 0
  seen = []
  [1, 2].each do |n|
    tries += 1
    seen << n
    redo if tries == 1
  end
  assert_equal [1, 1, 2], seen
end

spec "a block captures the variables around it, and they live on" do
  def spec_counter
    count = 0
    -> { count += 1 }
  end
  first = spec_counter
  second = spec_counter
  first.call
  assert_equal [2, 1], [first.call, second.call]
end

def spec_wrap(x)
  [x]
end

spec "& turns a method's name, a method, or a proc into a block" do
  assert_equal [1, 2], ["1", "2"].map(&:to_i)
  doubler = proc { |x| x * 2 }
  assert_equal [2, 4], [1, 2].map(&doubler)
  assert_equal [[1], [2]], [1, 2].map(&method(:spec_wrap))
end

class SpecProcLike
  def to_proc
    proc { |x| x + 100 }
  end
end

spec "& calls to_proc" do
  assert_equal [101], [1].map(&SpecProcLike.new)
end

spec "& refuses what has no to_proc" do
  assert_raises(TypeError, "wrong argument type Integer (expected Proc)") { [1].map(&5) }
end

spec "a block passed by & stays the same object" do
  def spec_hand_over(&block)
    block
  end
  block = proc { }
  assert spec_hand_over(&block).equal?(block)
end

spec "self in a block is the self around it" do
  assert_equal self, spec_yield { self }
end

spec "the value of a loop over a block-taking method is the method's" do
  assert_equal [1, 2], [1, 2].each { }
  assert_equal 3, 3.times { }
end

spec "a block without parameters ignores all" do
  assert_equal :fine, spec_yield(1, 2, 3) { :fine }
end

spec "rescue and ensure work directly in a do block" do
  seen = []
  result = spec_yield do
    raise "x"
  rescue
    seen << :rescued
    :value
  else
    seen << :else
  ensure
    seen << :ensured
  end
  assert_equal :value, result
  assert_equal [:rescued, :ensured], seen
end

spec "yield passes keywords and splats" do
  def spec_yield_all
    yield 1, *[2, 3], k: 4
  end
  assert_equal [1, [2, 3], 4], spec_yield_all { |a, *b, k:| [a, b, k] }
  assert_equal [1, 2, 3, { k: 4 }], spec_yield_all { |*a| a }
end

spec "a block parameter may be an underscore many times" do
  assert_equal 3, spec_yield(1, 2, 3) { |_, _, c| c }
end

spec "blocks nest deeply" do
  total = 0
  [1, 2].each { |a| [1, 2].each { |b| [1, 2].each { |c| [1, 2].each { |d| [1, 2].each { |e| total += a * b * c * d * e } } } } }
  assert_equal 243, total
end
