# Positions may be named by whatever has two ends, as by a Range.

require_relative "../harness"

class Span
  attr_reader :begin, :end

  def initialize(first, last, exclusive = false)
    @begin, @end, @exclusive = first, last, exclusive
  end

  def exclude_end?
    @exclusive
  end
end

spec "Strings and Arrays take what has ends for a Range" do
  assert_equal "bc", "abcd"[Span.new(1, 2)]
  assert_equal "b", "abcd"[Span.new(1, 2, true)]
  assert_equal [2, 3], [1, 2, 3][Span.new(1, -1)]
  assert_equal nil, [1][Span.new(5, 6)]
  list = [1, 2, 3]
  list[Span.new(0, 1)] = [:new]
  assert_equal [:new, 3], list
end

spec "what has only one end is no index" do
  assert_raises(TypeError) { [1][Struct.new(:begin).new(0)] }
end

spec "a Range of what stands for Strings is gone through as Strings" do
  require "delegate"
  assert_equal ["9", "10"], (SimpleDelegator.new("9").."10").to_a
  assert_equal ["9", "10"], ("9"..SimpleDelegator.new("10")).to_a
end
