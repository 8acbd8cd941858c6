require_relative "../harness"

# Small arrays of small integers have a form of their own; whatever is done to one, it does what any Array does.

# The same values in an Array that held something else once.
def widened(values)
  values.reduce([nil]) { |list, value| list << value }.tap(&:shift)
end

LENGTHS = [3, 4, 5, 11, 12, 13].freeze
ENDS = [-32_769, -32_768, -1, 0, 32_767, 32_768].freeze

def examples
  LENGTHS.flat_map { |length| [Array.new(length) { |i| i * 7 - 9 }, *ENDS.map { |odd| (1...length).to_a << odd }] }
end

def assert_alike(&change)
  examples.each do |values|
    small, any = values.dup, widened(values)
    answers = [small, any].map { |list| change.call(list) }
    assert_equal answers[1], answers[0]
    assert_equal any, small
    assert_equal any.inspect, small.inspect
    assert_equal any.hash, small.hash
  end
end

spec "reading" do
  assert_alike { |list| [list[0], list[-1], list[3], list[list.size], list[-list.size - 1], list.first, list.last(2), list[1, 3], list[1..], list.dig(2)] }
  assert_alike { |list| [list.sum, list.max, list.minmax, list.sort, list.reverse, list.index(-1), list.include?(0), list.tally, list.join("-")] }
  assert_alike { |list| [list.map(&:to_s), list.each_slice(3).to_a, list.each_with_index.to_a, list.zip(list), list.pack("s*"), list.values_at(1, 9, -1)] }
  assert_alike { |list| [list + list, list * 2, list - [0], list & [1, 2], list | [1, :x], list <=> [1, 2, 3], list.rotate(2), list.transpose] rescue $!.class }
  assert_alike { |list| first, *middle, last = list; [first, middle, last, [*list, *list], "%d %d %d" % list.first(3), list.to_h { [_1, _1] }] }
end

spec "storing what fits and what does not" do
  [0, -32_768, 32_767, 32_768, -32_769, 2 ** 62, 2 ** 70, 1.5, nil, "x", :x, [1]].each do |value|
    assert_alike { |list| list[1] = value; list[-1] = value; list }
    assert_alike { |list| list << value; list.push(value, 1) }
    assert_alike { |list| list.unshift(value); list.insert(2, value) }
    assert_alike { |list| list[list.size + 2] = value; list }
    assert_alike { |list| list.fill(value, 1, 2) }
    assert_alike { |list| list[1, 2] = [value, 3, value]; list }
  end
end

spec "taking away" do
  assert_alike { |list| [list.pop, list.shift, list.delete_at(1), list.pop(2), list.shift(2)] }
  assert_alike { |list| taken = []; taken << list.shift until list.empty?; list << :end; taken }
  assert_alike { |list| taken = []; taken << list.pop while list.size > 1; list.push("end", 70_000); taken }
  assert_alike { |list| [list.delete(1), list.reject!(&:odd?), list.slice!(0, 2), list.compact!, list.clear] }
end

spec "changing in place" do
  assert_alike { |list| list.sort!.reverse! }
  assert_alike { |list| list.map! { |value| value * 2 } }
  assert_alike { |list| list.map!(&:to_s) }
  assert_alike { |list| list.rotate!(3); list.shuffle!(random: Random.new(3)); list.uniq!; list.sort_by! { -_1 } }
  assert_alike { |list| list.replace([1, 2, 3, "x"]) }
  assert_alike { |list| list.concat(list) }
  assert_alike { |list| list.concat(list, [:x], list) }
  assert_alike { |list| list.each_with_index { |value, index| list[index] = value + 40_000 } }
end

spec "copies are apart" do
  [[1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]].each do |list|
    copies = [list.dup, list.clone, list[0..], [*list], list + [], list.to_a.dup]
    copies.each { |copy| copy[0] = "x" }
    assert_equal ["x"] * 6, copies.map(&:first)
    assert_equal Integer, list[0].class
    list.freeze
    assert_equal [true, false], [list.clone.frozen?, list.dup.frozen?]
    assert_raises(FrozenError) { list[0] = 1 }
    assert_raises(FrozenError) { list.sort! }
  end
end

spec "a literal is a new Array each time" do
  3.times { list = [1, 2, 3, 4, 5]; list[2] += 1; list << nil; assert_equal [1, 2, 4, 4, 5, nil], list }
end

spec "instance variables, subclasses and keys" do
  list = [1, 2, 3, 4]
  list.instance_variable_set(:@note, "kept")
  list[0] = Object
  assert_equal ["kept", [Object, 2, 3, 4]], [list.instance_variable_get(:@note), list]
  kind = Class.new(Array)
  special = kind.new([1, 2, 3, 4])
  special[3] = :d
  assert_equal [kind, [1, 2, 3, :d]], [special.class, special.to_a]
  assert_equal :found, { [1, 2, 3, 4] => :found }[widened([1, 2, 3, 4])]
  assert_equal [1, 2, 3, 4], Marshal.load(Marshal.dump([1, 2, 3, 4]))
end

spec "a change while walking is seen" do
  seen = []
  list = [1, 2, 3, 4]
  list.each { |value| seen << value; list[list.index(value)] = "x"; list << 99 if value == 2 }
  assert_equal [1, 2, 3, 4, 99], seen
end

spec "many of them live through collections" do
  rows = Array.new(2_000) { |i| [i, i + 1, i + 2, -i] }
  rows.each_with_index { |row, i| row[1] = i.to_s if i % 3 == 0 }
  GC.start
  GC.compact if GC.respond_to?(:compact)
  rows.each_with_index { |row, i| assert_equal [i, i % 3 == 0 ? i.to_s : i + 1, i + 2, -i], row }
end
