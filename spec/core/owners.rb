require_relative "../harness"
require_relative "../outside"

# Whose the methods of collections are: what a program changes of Enumerable holds for them.

spec "collections answer with Enumerable's methods where they have none of their own" do
  assert_equal [Enumerable] * 10, %i[detect each_with_index entries filter_map find inject member? partition reduce sort_by].map { |name| Array.instance_method(name).owner }
  assert_equal [Enumerable] * 6, %i[collect count filter_map map partition sum].map { |name| Hash.instance_method(name).owner }
  assert_equal [Enumerable] * 4, %i[inject map reduce sum].map { |name| Range.instance_method(name).owner }
  assert_equal [Comparable, Kernel, String, Array, Hash], [String.instance_method(:between?), String.instance_method(:itself), String.instance_method(:freeze), Array.instance_method(:freeze), Hash.instance_method(:freeze)].map(&:owner)
end

spec "what a program defines in Enumerable, puts before it or refines of it is found by collections" do
  text, status = run_ruby("-e", <<~'RUBY')
    module Enumerable
      def find = :found
      def partition = :parted
      def sum(start = nil) = map { |pair| yield(*pair) }.reduce { |a, b| a + b }
    end
    module Own
      def each_with_index = :indexed
      def map = :mapped
    end
    Array.include(Own)
    Enumerable.prepend(Module.new { def sort_by = :sorted })
    module Refined
      refine(Enumerable) { def inject(*) = :refined }
    end
    using Refined
    p [1].find, { a: 1 }.partition, { a: "x", b: "y" }.sum { |_, text| text }, [1].each_with_index, [3].map { _1 }, [1].sort_by, [1].inject(:+), [1].reduce(:+)
  RUBY
  assert_equal [":found\n:parted\n\"xy\"\n:indexed\n[3]\n:sorted\n:refined\n1\n", 0], [text, status]
end

spec "a collection whose each is its own is gone through by that" do
  list = Class.new(Array) { def each = (yield 7; yield 8) }.new([1, 2, 3])
  assert_equal [[[7, 0], [8, 1]], 15, 8, [[7], [8]], [7, 8], [8, 7], true, [7, 8]], [list.each_with_index.to_a, list.inject(:+), list.find { |x| x > 7 }, list.partition { |x| x < 8 }, list.filter_map { |x| x }, list.sort_by { |x| -x }, list.member?(8), list.entries]
  table = Class.new(Hash) { def each = (yield [:k, 1]; yield [:l, 2]) }.new
  assert_equal [[:k, :l], 3, 2, [[[:l, 2]], [[:k, 1]]], [2]], [table.map { |k, v| k }, table.sum { |k, v| v }, table.count { |k, v| v }, table.partition { |k, v| v > 1 }, table.filter_map { |k, v| v if v > 1 }]
  range = Class.new(Range) { def each = yield(5) }.new(1, 3)
  assert_equal [[5], 5, 6], [range.map { |x| x }, range.inject { |a, b| a + b }, range.sum]
end
