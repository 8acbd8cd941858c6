require_relative "../harness"

# What a Hash does with many entries at once: copies, merges, comparisons, and entries found by value.

def table_of(count) = (1..count).to_h { |number| [number, "#{number}"] }

spec "a copy of a large Hash is independent of it" do
  table = table_of(3000)
  copy = table.dup
  copy[0] = "new"
  copy.delete(1)
  table[2] = "changed"
  assert_equal [3000, 3000, nil, "1", "2", "changed"], [table.size, copy.size, table[0], table[1], copy[2], table[2]]
  assert_equal [2, "2"], copy.first
  assert_equal (2..3000).to_a + [0], copy.keys
end

spec "a copy of a Hash with deleted entries has the others" do
  table = table_of(500)
  (1..100).each { |number| table.delete(number * 2) }
  copy = table.dup
  assert_equal table, copy
  assert_equal [400, nil, "201"], [copy.size, copy[2], copy[201]]
  200.times { |number| copy[number * 2] = number }
  assert_equal [table.keys, 99], [copy.keys.first(400), copy[198]]
end

spec "a copy made while the Hash is iterated may grow" do
  table = table_of(50)
  copies = table.each_key.first(2).map { table.dup.merge!(0 => 0).size }
  table.each { copies << table.dup.tap { |copy| copy[:added] = 1 }.size; break }
  assert_equal [51, 51, 51], copies
end

spec "merge takes several Hashes, and its block decides for keys on both sides alone" do
  asked = []
  merged = { a: 1, b: 2 }.merge({ b: 3, c: 4 }, { a: 5, d: 6 }) { |key, one, two| asked << key; one + two }
  assert_equal [{ a: 6, b: 5, c: 4, d: 6 }, [:b, :a]], [merged, asked]
  assert_equal({ a: 3, b: 2 }, { a: 1 }.merge({ b: 2 }, { a: 3 }))
  assert_equal({ a: 2, b: 4 }, { a: 1, b: 2 }.then { |table| table.merge(table) { |_, one, two| one + two } })
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { { a: 1 }.merge({ b: 2 }, 3) }
end

spec "the block of merge asks objects whether they are the same key" do
  key = Class.new do
    def hash = 1
    def eql?(_) = true
  end
  assert_equal [[:both]], [{ key.new => 1 }.merge({ key.new => 2 }) { :both }.values]
end

spec "the block of update may not add keys to what it updates, nor to what it takes over" do
  table = { a: 1 }
  assert_raises(RuntimeError, "can't add a new key into hash during iteration") { table.update({ a: 2 }) { table[:b] = 3 } }
  other = { a: 2, b: 3 }
  assert_raises(RuntimeError, "can't add a new key into hash during iteration") { table.merge(other) { other[:c] = 3 } }
  other[:c] = 4
  assert_equal 3, other.size
end

spec "compact! tells whether there was a nil" do
  table = { a: nil, b: 2, c: nil }
  assert_equal [{ b: 2 }, nil, {}], [table.compact!, table.compact!, { a: nil }.compact!]
  assert_raises(FrozenError, "can't modify frozen Hash: {a: nil}") { { a: nil }.freeze.compact! }
end

spec "entries are found by what equals their values" do
  table = { a: 1, b: 2.0, c: [1], d: "x" }
  assert_equal [:b, true, [:b, 2.0], :c, nil], [table.key(2), table.value?(1.0), table.rassoc(2), table.key([1.0]), table.key("y")]
  equals_all = Class.new { def ==(_) = true }.new
  assert_equal [true, [0, equals_all]], [{ 0 => equals_all }.value?(5), { 0 => equals_all }.rassoc(5)]
  assert_equal [:a, 1], table.assoc(:a)
end

spec "inclusion of Hashes, and eql?" do
  small, large = { a: 1 }, { a: 1.0, b: 2 }
  assert_equal [true, false, true, false], [small <= large, large <= small, small < large, small < small]
  assert_equal [true, false, true, false], [large >= small, small >= large, large > small, large > large]
  assert_equal [true, false, false, true], [{ a: [1] }.eql?({ a: [1] }), { a: 1 }.eql?({ a: 1.0 }), { a: [1] }.eql?({ a: [1.0] }), { a: Float::NAN }.then { |table| table.eql?(table.dup) }]
end

spec "keys and values leave out what was deleted" do
  table = table_of(20)
  [1, 2, 7, 20].each { |key| table.delete(key) }
  assert_equal [(3..19).to_a - [7], ((3..19).to_a - [7]).map(&:to_s)], [table.keys, table.values]
  table.each_key { |key| table.delete(key) }
  assert_equal [[], []], [table.keys, table.values]
  table = table_of(3)
  table.each { table.clear; assert_equal [[], []], [table.keys, table.values]; break }
end

spec "pairs become a Hash, whatever stands between them" do
  converting = Class.new { def to_ary = [:c, 3] }.new
  key = Class.new { def hash = 7; def eql?(_) = true }
  assert_equal({ a: 1, c: 3, d: 4 }, [[:a, 1], converting, [:d, 4]].to_h)
  assert_equal [{ a: 1, c: 3, d: nil }, 1], [Hash[[[:a, 1], converting, [:d]]], [[key.new, 1], [key.new, 2]].to_h.size]
  text = +"a"
  made = [[text, 1]].to_h
  text << "b"
  assert_equal [{ "a" => 1 }, true], [made, made.keys[0].frozen?]
  assert_raises(TypeError, "wrong element type Integer at 1 (expected array)") { [[:a, 1], 2].to_h }
  assert_raises(ArgumentError, "wrong array length at 1 (expected 2, was 1)") { [[:a, 1], [2]].to_h }
  assert_raises(ArgumentError, "wrong element type Integer at 1 (expected array)") { Hash[[[:a, 1], 2]] }
  assert_raises(ArgumentError, "invalid number of elements (3 for 1..2)") { Hash[[[1, 2, 3]]] }
  assert_equal [Hash, {}, 2000], [[[1, 2]].to_h.class, [].to_h, (1..2000).map { |number| [number, 1] }.to_h.size]
end
