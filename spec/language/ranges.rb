require_relative "../harness"

spec "two points include the end, three exclude it" do
  assert_equal [1, 2, 3], (1..3).to_a
  assert_equal [1, 2], (1...3).to_a
  assert_equal false, (1..3).exclude_end?
  assert_equal true, (1...3).exclude_end?
end

spec "the ends may be any expressions" do
  a = 1
  b = 2
  assert_equal [2, 3, 4], (a + 1..b * 2).to_a
end

spec "begin and end are kept as given" do
  range = (1.5..2)
  assert_equal 1.5, range.begin
  assert_equal 2, range.end
end

spec "an endless range" do
  range = (1..)
  assert_equal 1, range.begin
  assert_equal nil, range.end
  assert_equal [1, 2, 3], range.first(3)
  assert_equal "1..", range.inspect
end

spec "a beginless range" do
  range = (..3)
  assert_equal nil, range.begin
  assert_equal true, range === -100
  assert_equal true, range === 3
  assert_equal false, (...3) === 3
  assert_equal "..3", range.inspect
end

spec "a range of nil to nil" do
  assert_equal "nil..nil", (nil..nil).inspect
  assert_equal true, (nil..nil) === 5
end

spec "a range that runs backwards is empty" do
  assert_equal [], (3..1).to_a
  assert_equal [], (1...1).to_a
end

spec "a range of strings steps by succ" do
  assert_equal ["a", "b", "c"], ("a".."c").to_a
  assert_equal ["az", "ba", "bb"], ("az".."bb").to_a
  assert_equal [], ("y".."ab").to_a
  assert_equal ["08", "09", "10"], ("08".."10").to_a
end

spec "=== covers, by comparison" do
  assert_equal true, (1..3) === 2.5
  assert_equal true, ("a".."z") === "c"
  assert_equal true, ("a".."z") === "cc"
  assert_equal false, (1..3) === "a"
end

spec "equality compares ends and exclusion" do
  assert_equal true, (1..3) == (1..3)
  assert_equal false, (1..3) == (1...3)
  assert_equal true, (1..3) == (1.0..3.0)
  assert_equal false, (1..3).eql?(1.0..3.0)
end

spec "ends that cannot be compared are refused" do
  assert_raises(ArgumentError, "bad value for range") { 1.."a" }
  a = Object.new
  b = Object.new
  assert_raises(ArgumentError, "bad value for range") { a..b }
end

spec "a range cannot be stepped through floats" do
  assert_raises(TypeError, "can't iterate from Float") { (1.5..2.5).each { } }
  assert_raises(TypeError, "can't iterate from NilClass") { (..3).each { } }
end

class SpecStep
  include Comparable
  attr_reader :n
  def initialize(n)
    @n = n
  end

  def succ
    SpecStep.new(n + 1)
  end

  def <=>(other)
    n <=> other.n
  end
end

spec "any class with succ and <=> can be ranged over" do
  seen = []
  (SpecStep.new(1)..SpecStep.new(3)).each { |step| seen << step.n }
  assert_equal [1, 2, 3], seen
end

spec "a range as an array index" do
  list = [0, 1, 2, 3, 4]
  assert_equal [1, 2, 3], list[1..3]
  assert_equal [1, 2], list[1...3]
  assert_equal [3, 4], list[3..]
  assert_equal [0, 1], list[..1]
  assert_equal [3, 4], list[-2..]
  assert_equal nil, list[6..]
  assert_equal [], list[5..]
end

spec "a range in a case" do
  size = case 15
  when 0..9 then "one digit"
  when 10.. then "more"
  end
  assert_equal "more", size
end

spec "a range with variable ends is frozen too" do
  a = 1
  assert (a..2).frozen?
  assert Range.new(1, 2).frozen?
end

spec "step walks by a distance" do
  assert_equal [1, 3, 5], (1..5).step(2).to_a
  assert_equal [1, 3, 5], ((1..5) % 2).to_a
  assert_equal [0.0, 0.5, 1.0], (0.0..1.0).step(0.5).to_a
end

spec "each over large integers" do
  first = 2 ** 64
  seen = []
  (first..first + 2).each { |n| seen << n - first }
  assert_equal [0, 1, 2], seen
end
