require_relative "../harness"

# Numeric: how numbers of different classes meet, classes of one's own, and steps.

class Metres < Numeric
  attr_reader :length

  def initialize(length) = @length = length
  def coerce(other) = [Metres.new(other), self]
  def +(other) = Metres.new(length + (Metres === other ? other.length : other))
  def -(other) = Metres.new(length - (Metres === other ? other.length : other))
  def <=>(other) = length <=> (Metres === other ? other.length : other)
  def ==(other) = Metres === other && length == other.length
  def to_f = length.to_f
end

spec "an operator asks a stranger to coerce" do
  assert_equal Metres.new(5), 2 + Metres.new(3)
  assert_equal Metres.new(5.5), 2.5 + Metres.new(3)
  assert(2 < Metres.new(3))
  assert_equal(-1, 2 <=> Metres.new(3))
end

spec "who doesn't coerce is refused by name" do
  assert_raises(TypeError, "String can't be coerced into Integer") { 1 + "a" }
  assert_raises(TypeError, "nil can't be coerced into Integer") { 1 + nil }
  assert_raises(TypeError, ":a can't be coerced into Integer") { 1 + :a }
  assert_raises(TypeError, "nil can't be coerced into Float") { 1.0 * nil }
  assert_raises(TypeError, "1.5 can't be coerced into Integer") { 1 & 1.5 }
end

spec "who has no order is refused by name" do
  assert_raises(ArgumentError, "comparison of Integer with String failed") { 1 < "a" }
  assert_raises(ArgumentError, "comparison of Float with nil failed") { 1.0 >= nil }
  assert_equal nil, 1 <=> "a"
  assert_equal nil, 1.0 <=> nil
end

spec "coerce has to give a pair" do
  liar = Class.new { def coerce(other) = :nothing }.new
  assert_raises(TypeError, "coerce must return [x, y]") { 1 + liar }
end

spec "coerce between the core's numbers" do
  assert_equal [2.5, 1.0], 1.coerce(2.5)
  assert_equal [2, 1], 1.coerce(2)
  assert_equal [2.0, 1.0], 1.coerce("2")
  assert_equal [2.0, 1.5], 1.5.coerce(2)
  assert_raises(ArgumentError, 'invalid value for Float(): "x"') { 1.coerce("x") }
end

spec "a class of one's own inherits what follows from its operators" do
  length = Metres.new(3)
  assert_equal false, length.integer?
  assert_equal true, length.real?
  assert_equal true, length.positive?
  assert_equal 3, length.floor
  assert_equal length, +length
  assert_equal Metres.new(-3), -length
  assert length.dup.equal?(length)
end

spec "step counts up and down" do
  assert_equal [1, 4, 7, 10], 1.step(10, 3).to_a
  assert_equal [10, 7, 4, 1], 10.step(1, -3).to_a
  assert_equal [1, 3, 5, 7], 1.step(by: 2, to: 7).to_a
  assert_equal [1, 0], 1.step(by: -1).first(2)
  assert_equal [], 10.step(1).to_a
end

spec "float steps are multiplied, not added up" do
  assert_equal [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7000000000000002, 1.8, 1.9, 2.0], 1.0.step(2.0, 0.1).to_a
  assert_equal [1.0, 1.3, 1.6, 1.9], 1.step(2, 0.3).to_a
  assert_equal 11, 1.0.step(2.0, 0.1).size
end

spec "steps with a block give the receiver back" do
  seen = []
  assert_equal(1, 1.step(3) { |number| seen << number })
  assert_equal [1, 2, 3], seen
end

spec "steps that make no sense" do
  assert_raises(ArgumentError, "step can't be 0") { 1.step(3, 0) }
  assert_raises(TypeError, "step must be numeric") { 1.step(3, nil) {} }
  assert_raises(ArgumentError, "to is given twice") { 1.step(3, to: 2) }
  assert_raises(ArgumentError, "step is given twice") { 1.step(3, 1, by: 2) }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { 1.step("a") {} }
end

spec "steps without a block are a sequence that knows its parts" do
  sequence = 1.step(10, 3)
  assert_equal Enumerator::ArithmeticSequence, sequence.class
  assert_equal [1, 10, 3, false], [sequence.begin, sequence.end, sequence.step, sequence.exclude_end?]
  assert_equal 4, sequence.size
  assert_equal [1, 10], [sequence.first, sequence.last]
  assert_equal [7, 10], sequence.last(2)
  assert_equal [1, 4], sequence.first(2)
  assert_equal "(1.step(10, 3))", sequence.inspect
  assert_equal "(1.step(by: 2, to: 3))", 1.step(by: 2, to: 3).inspect
  assert_equal [10, 7, 4, 1], sequence.reverse_each.to_a
end

spec "equal sequences are equal whatever made them" do
  assert_equal 1.step(10, 3), (1..10).step(3)
  assert_equal 1.step(10, 3).hash, 1.step(10, 3).hash
  assert 1.step(10, 3) != 1.step(10, 4)
end

spec "ranges step too" do
  assert_equal [1, 4, 7, 10], (1..10).step(3).to_a
  assert_equal [1, 4, 7], (1...10).step(3).to_a
  assert_equal [1.0, 1.5, 2.0], (1.0..2.0).step(0.5).to_a
  assert_equal "((1..10).step(3))", (1..10).step(3).inspect
  assert_equal "((1..10).%(3))", ((1..10) % 3).inspect
end

spec "endless sequences have no last" do
  assert_equal Float::INFINITY, 1.step.size
  assert_raises(RangeError, "cannot get the last element of endless arithmetic sequence") { 1.step.last }
end

spec "numbers have no methods of their own" do
  number = Class.new(Numeric) { def self.name = "Mine" }.new
  error = assert_raises(TypeError) { def number.test; end }
  assert error.message.start_with?("can't define singleton method \"test\" for ")
  assert_raises(TypeError, "allocator undefined for Float") { Float.allocate }
end

spec "the sign of a part that is not a number is not shown" do
  assert_equal "1+NaN*i", Complex(1, -Float::NAN).to_s
end

spec "coerce is called as any conversion: where it is private, by method_missing, not where respond_to? denies it" do
  hidden = Class.new { private def coerce(other) = [other + 1, 1] }.new
  missing = Class.new do
    def respond_to_missing?(name, all) = name == :coerce
    def method_missing(name, other) = name == :coerce ? [10, 2] : super
  end.new
  denied = Class.new do
    def coerce(other) = [1, 2]
    def respond_to?(*) = false
  end.new
  assert_equal [3, 1, false, 2 ** 70 + 2], [1 + hidden, 1 <=> hidden, 1 < hidden, 2 ** 70 + hidden]
  assert_equal [12, 1, 100, 1], [1.5 + missing, 1i <=> missing, 1r ** missing, 1 <=> missing]
  assert_equal [nil, nil], [1 <=> denied, 1.5 <=> denied]
  assert_raises(TypeError, "BasicObject can't be coerced into Integer") { 1 + BasicObject.new }
  assert_raises(ArgumentError, "comparison of Float with BasicObject failed") { 1.5 < BasicObject.new }
  assert_equal nil, 1r <=> BasicObject.new
end
