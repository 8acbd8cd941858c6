# A Range of a subclass is used by the ends that it was made with, whatever the subclass's own `begin`, `end` and `exclude_end?` say; and
# other values that are taken as they are, not as their class's methods say.
require_relative "../harness"

module RangeEnds
  class Misleading < Range
    def begin = 9
    def end = 10
    def first(*) = 5
    def exclude_end? = true
  end

  class Otherwise < String
    def to_s = "other"
    def to_str = "str"
  end

  class NoProc
    def to_proc = 5
  end
end

spec "elements are picked by the ends that a Range was made with" do
  range = RangeEnds::Misleading.new(1, 3)
  assert_equal [2, 3, 4], [1, 2, 3, 4, 5][range]
  assert_equal [2, 3, 4], [1, 2, 3, 4].values_at(range)
  assert_equal [1, 0, 0, 0], [1, 2, 3, 4].fill(0, range)
  list = [1, 2, 3, 4]
  list[range] = 0
  assert_equal [1, 0], list
  assert_equal ["bcd", "bcd", "bcd"], ["abcdef"[range], "abcdef".slice(range), "abcdef".byteslice(range)]
  text = +"abcdef"
  text[range] = "x"
  assert_equal "axef", text
  assert_equal 0b11, 0b110[range]
end

spec "values are held between the ends that a Range was made with" do
  range = RangeEnds::Misleading.new(1, 3)
  assert_equal [3, 2], [7.clamp(range), 2.clamp(range)]
  assert_equal true, (1..3).cover?(rand(range))
  assert_equal true, (1..3).cover?(Random.new(1).rand(range))
end

spec "a Range compares, steps and is dumped by its own ends" do
  range = RangeEnds::Misleading.new(1, 3)
  assert_equal true, (1..3) == range
  assert_equal [1, 2, 3], range.step(1).to_a
  assert_equal [true, true], [(0..4).cover?(range), range.overlap?(3..5)]
  assert_equal "1..3", Marshal.load(Marshal.dump(range)).inspect
end

spec "`%s` of a String is the String" do
  other = RangeEnds::Otherwise.new("abC")
  assert_equal "abC \"abC\" abC  |", "%s %p %-5s|" % [other, other, other]
  assert_equal ":abC abC", format(":%{a} %<a>s", a: other)
end

spec "`%s` of what has no text and `%p` of what says none" do
  none = Object.new
  def none.to_s = 5
  def none.inspect = 5
  assert_equal "#<Object>", format("%s", none).sub(/:0x\h+/, "")
  assert_equal "5", format("%p", none)
end

spec "what `to_proc` of a block argument gives must be a Proc" do
  assert_raises(TypeError, "wrong argument type RangeEnds::NoProc (expected Proc)") { [1].map(&RangeEnds::NoProc.new) }
end
