# In what order elements come that compare as equal, and which pairs a comparison sees: a program's output hangs on it,
# so it is that of CRuby on Linux.
require_relative "../harness"

TIED = (1..60).map { |number| [(number * 7919 + 13) % 101 % 6, number] }
BY_KEY = [
  52, 51, 42, 41, 32, 31, 22, 21, 12, 11, 1, 60, 50, 40, 39, 30, 29, 20, 10, 9, 19, 59, 58, 18, 49, 48, 38, 8, 7, 28,
  17, 57, 56, 26, 47, 46, 27, 16, 6, 36, 37, 15, 5, 55, 24, 25, 34, 35, 14, 45, 44, 4, 13, 2, 53, 54, 33, 43, 23, 3
].freeze

spec "sort_by of numbers" do
  assert_equal BY_KEY, TIED.sort_by { |key, _| key }.map(&:last)
  assert_equal BY_KEY, TIED.sort_by { |key, _| key.to_f }.map(&:last)
  assert_equal BY_KEY, TIED.to_h { |key, number| [number, key] }.sort_by(&:last).map(&:first)
  list = TIED.dup
  list.sort_by!(&:first)
  assert_equal BY_KEY, list.map(&:last)
end

spec "sort_by of few numbers, and of what is no number, leaves equal elements as they stood" do
  stable = ->(list) { list.each_with_index.sort_by { |(key, _), index| key * 100 + index }.map { |(_, number), _| number } }
  assert_equal stable.(TIED.first(16)), TIED.first(16).sort_by { |key, _| key }.map(&:last)
  assert_equal stable.(TIED), TIED.sort_by { |key, _| key.to_s }.map(&:last)
  assert_equal stable.(TIED), TIED.sort_by { |key, _| :"k#{key}" }.map(&:last)
  assert_equal stable.(TIED), TIED.sort_by { |key, _| [key, nil, "a"] }.map(&:last)
  assert_equal stable.(TIED), TIED.sort { |one, other| one[0] <=> other[0] }.map(&:last)
end

spec "the smallest and largest few" do
  largest, smallest = [54, 23, 33, 2, 53], [22, 1, 51, 42, 41]
  assert_equal [largest, smallest], [TIED.max_by(5) { |key, _| key }, TIED.min_by(5) { |key, _| key }].map { |few| few.map(&:last) }
  assert_equal largest, TIED.max(5) { |one, other| one[0] <=> other[0] }.map(&:last)
  assert_equal smallest, TIED.each_entry.min(5) { |one, other| one[0] <=> other[0] }.map(&:last)
  assert_equal [[2.0, 2], [1, 1.0]], [[1, 1.0, 2, 2.0, 1, 1.0].max(2), [1, 2, 1.0].min(2)]
  assert_equal [[], []], [[1, 2].min_by(0) { raise }, [1, 2].max(0) { raise }]
  assert_equal [[3, 2, 1], [1, 2, 3]], [[2, 3, 1].max(9), [2, 3, 1].min_by(9) { |number| number }]
  assert_raises(ArgumentError, "negative size (-1)") { [1].max_by(-1) { 1 } }
end

spec "sort by a comparison that never says equal" do
  turned = TIED.map { |key, number| [key, -number] }.sort.map { |_, number| -number }
  assert_equal turned, TIED.sort { |one, other| one[0] < other[0] ? -1 : 1 }.map(&:last)
end

spec "the pairs that a comparison sees" do
  seen = lambda do |list, method, *arguments|
    pairs = []
    list.public_send(method, *arguments) { |one, other| pairs << [one, other]; one <=> other }
    pairs
  end
  assert_equal [[2, 1], [3, 1], [3, 2]], seen.([3, 2, 1], :sort)
  assert_equal [[6, 5], [7, 5], [7, 6], [4, 3], [2, 1], [3, 1], [3, 2], [5, 1], [5, 2], [5, 3], [5, 4]], seen.([7, 6, 5, 4, 3, 2, 1], :sort)
  assert_equal [[1, 2], [3, 4], [1, 3], [2, 3]], seen.([1, 2, 3, 4], :sort!)
  assert_equal [[4, 3], [2, 1], [1, 3], [2, 4]], seen.([4, 3, 2, 1], :minmax)
  assert_equal [[1, 2], [3, 1], [3, 2]], seen.([1, 2, 3].each_entry, :minmax)
  assert_equal [[2, 3], [1, 2]], seen.([3, 2, 1], :min)
end

spec "what asks whom" do
  spy = Class.new do
    attr_reader :number
    def self.asked = @asked ||= []
    def initialize(number) = @number = number
    def <=>(other) = (self.class.asked << [number, other.number]; number <=> other.number)
  end
  list = [2, 3, 1].map { |number| spy.new(number) }
  [-> { list.min }, -> { list.max }, -> { list.each_entry.min }, -> { list.minmax }].each do |ask|
    spy.asked.clear
    ask.call
    spy.asked << :end
    (@orders ||= []) << spy.asked.dup
  end
  assert_equal [[[2, 3], [2, 1], :end], [[2, 3], [3, 1], :end], [[3, 2], [1, 2], :end], [[2, 3], [3, 1], [2, 3], [2, 1], :end]], @orders
end

spec "elements that can't be compared are named as they are found" do
  assert_raises(ArgumentError, "comparison of Array with 0 failed") { [[2, [2]], 0].minmax }
  assert_raises(ArgumentError, "comparison of String with Array failed") { [1, "", [1, [2]]].sort }
  assert_raises(ArgumentError, "comparison of Integer with nil failed") { [0, 0, 0.1, nil].min }
  assert_raises(ArgumentError, "comparison of Array with Array failed") { [[nil, 1], [2, 2]].sort }
end

spec "Arrays and Symbols in order" do
  assert_equal [[1, :a], [1, :b], [2, :a]], [[2, :a], [1, :b], [1, :a]].sort
  assert_equal [[1], [1, nil], [1, nil, 2.5], [1, nil, 3]], [[1, nil, 3], [1], [1, nil, 2.5], [1, nil]].sort
  assert_equal [:a, :b, :é], %i[é b a].sort
  assert_equal [[[1, "a"]], [[1, "b"], 0], [[2]]], [[[2]], [[1, "b"], 0], [[1, "a"]]].sort
end

spec "a sort by a block that raises, breaks or comes back leaves the Array as it was" do
  list = [3, 1, 2, 5, 4]
  assert_raises(RuntimeError, "enough") { list.sort! { |one, other| one == 5 ? raise("enough") : one <=> other } }
  assert_equal [[3, 1, 2, 5, 4], :away], [list, list.sort! { break :away }]
  fiber = Fiber.new { list.sort { |one, other| Fiber.yield([one, other]) } }
  asked = [fiber.resume]
  asked << fiber.resume(asked.last[0] <=> asked.last[1]) while asked.last.size == 2
  assert_equal [1, 2, 3, 4, 5], asked.last
end
