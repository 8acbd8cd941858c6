require_relative "../harness"

spec "new takes a default or a block" do
  assert_equal [nil, 5, "k!"], [Hash.new[:a], Hash.new(5)[:a], Hash.new { |table, key| "#{key}!" }[:k]]
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { Hash.new(1) { } }
  assert_equal 0, Hash.new(capacity: 100).size
  assert_raises(TypeError, "default_proc takes two arguments (2 for 1)") { Hash.new(&->(a) { }) }
end

spec "a default block may store" do
  table = Hash.new { |hash, key| hash[key] = [] }
  table[:a] << 1
  table[:a] << 2
  assert_equal({ a: [1, 2] }, table)
end

spec "default and default_proc" do
  table = Hash.new(1)
  assert_equal [1, nil], [table.default, table.default_proc]
  table.default = 2
  assert_equal 2, table[:x]
  table.default_proc = ->(hash, key) { key }
  assert_equal [:x, nil], [table[:x], table.default]
end

spec "Hash[] and to_h" do
  assert_equal [{ a: 1 }, { 1 => 2 }, { a: 1 }, { "a" => 2 }], [Hash[[[:a, 1]]], Hash[1, 2], { a: 1 }.to_h, { a: 1 }.to_h { |k, v| [k.to_s, v * 2] }]
  assert_raises(ArgumentError, "odd number of arguments for Hash") { Hash[1, 2, 3] }
end

spec "fetch, dig, values_at, fetch_values" do
  table = { a: 1, b: { c: [5] } }
  assert_equal [1, :d, "z", 5, [1, nil], [1]], [table.fetch(:a), table.fetch(:z, :d), table.fetch(:z) { |k| k.to_s }, table.dig(:b, :c, 0), table.values_at(:a, :z), table.fetch_values(:a)]
  assert_raises(KeyError, "key not found: :z") { table.fetch(:z) }
  assert_raises(KeyError, 'key not found: "z"') { table.fetch("z") }
end

spec "store, delete, clear, replace" do
  table = {}
  table.store(:a, 1)
  assert_equal [1, nil, :none], [table.delete(:a), table.delete(:a), table.delete(:a) { :none }]
  table[:b] = 2
  assert_equal [{ x: 1 }, {}], [table.replace({ x: 1 }).dup, table.clear]
end

spec "key?, value?, key" do
  table = { a: 1 }
  assert_equal [true, true, true, true, true, true, :a, nil], [table.key?(:a), table.has_key?(:a), table.include?(:a), table.member?(:a), table.value?(1), table.has_value?(1), table.key(1), table.key(2)]
end

spec "keys, values, size, empty?, first, to_a" do
  table = { a: 1, b: 2 }
  assert_equal [[:a, :b], [1, 2], 2, 2, false, [:a, 1], [[:a, 1]], [[:a, 1], [:b, 2]]], [table.keys, table.values, table.size, table.length, table.empty?, table.first, table.first(1), table.to_a]
end

spec "each and its kin" do
  seen = []
  table = { a: 1 }
  table.each { |k, v| seen << k << v }
  table.each_pair { |pair| seen << pair }
  table.each_key { |k| seen << k }
  table.each_value { |v| seen << v }
  assert_equal [:a, 1, [:a, 1], :a, 1], seen
  assert_equal table, table.each { }
end

spec "select, reject, filter_map, partition, find, min_by" do
  table = { a: 1, b: 2, c: 3 }
  assert_equal [{ b: 2 }, { a: 1, c: 3 }, [2], [[[:b, 2]], [[:a, 1], [:c, 3]]], [:b, 2], [:a, 1]],
    [table.select { |k, v| v == 2 }, table.reject { |k, v| v == 2 }, table.filter_map { |k, v| v if v == 2 }, table.partition { |k, v| v == 2 }, table.find { |k, v| v == 2 }, table.min_by { |k, v| v }]
end

spec "select!, reject!, keep_if, delete_if" do
  table = { a: 1, b: 2 }
  assert_equal [nil, { b: 2 }, nil], [table.select! { true }, table.reject! { |k, v| v == 1 }, table.reject! { false }]
  assert_equal({}, table.delete_if { true })
end

spec "map, transform_values, transform_keys" do
  table = { a: 1, b: 2 }
  assert_equal [[:a, :b], { a: 10, b: 20 }, { "a" => 1, "b" => 2 }, { x: 1, b: 2 }], [table.map { |k, v| k }, table.transform_values { |v| v * 10 }, table.transform_keys(&:to_s), table.transform_keys({ a: :x })]
  table.transform_values! { |v| -v }
  table.transform_keys!(&:to_s)
  assert_equal({ "a" => -1, "b" => -2 }, table)
end

spec "merge and update" do
  a = { x: 1, y: 2 }
  b = { y: 3, z: 4 }
  assert_equal [{ x: 1, y: 3, z: 4 }, { x: 1, y: 5, z: 4 }, { x: 1, y: 2 }], [a.merge(b), a.merge(b) { |key, old, new| old + new }, a.merge]
  a.update(b)
  assert_equal({ x: 1, y: 3, z: 4 }, a)
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { a.merge(1) }
end

spec "invert, sort_by, group_by, sum, count, to_a" do
  table = { a: 2, b: 1 }
  assert_equal [{ 2 => :a, 1 => :b }, [[:b, 1], [:a, 2]], { 2 => [[:a, 2]], 1 => [[:b, 1]] }, 3, 1], [table.invert, table.sort_by { |k, v| v }, table.group_by { |k, v| v }, table.sum { |k, v| v }, table.count { |k, v| v > 1 }]
end

spec "slice, except, compact, filter" do
  table = { a: 1, b: nil, c: 3 }
  assert_equal [{ a: 1, c: 3 }, { a: 1, b: nil }, { a: 1, c: 3 }], [table.slice(:a, :c, :z), table.except(:c), table.compact]
end

spec "any?, all?, none?, sum of pairs" do
  table = { a: 1 }
  assert_equal [true, true, false, true], [table.any? { |k, v| v == 1 }, table.all? { |k, v| v == 1 }, table.none?, table.any?]
end

spec "shift takes the oldest" do
  table = { a: 1, b: 2 }
  assert_equal [[:a, 1], { b: 2 }, nil], [table.shift, table, {}.shift]
end

spec "<=, < and >= compare as sets of pairs" do
  assert_equal [true, false, true, true], [{ a: 1 } <= { a: 1, b: 2 }, { a: 1 } < { a: 1 }, { a: 1, b: 2 } >= { b: 2 }, { a: 1 } <= { a: 1 }]
end

spec "compare_by_identity" do
  table = {}.compare_by_identity
  table["a".dup] = 1
  table["a".dup] = 2
  assert_equal [2, true, nil], [table.size, table.compare_by_identity?, table["a".dup]]
  assert_raises(RuntimeError, "compare_by_identity during iteration") { { a: 1 }.tap { |t| t.each { t.compare_by_identity } } }
end

spec "deleting while iterating is allowed" do
  table = { a: 1, b: 2, c: 3 }
  seen = []
  table.each { |k, v| seen << k; table.delete(k) }
  assert_equal [[:a, :b, :c], {}], [seen, table]
end

spec "changing a value while iterating is allowed" do
  table = { a: 1, b: 2 }
  table.each { |k, v| table[k] = v * 10 }
  assert_equal({ a: 10, b: 20 }, table)
end

spec "inspect" do
  assert_equal ['{1 => "a", b: :c, "d" => nil, nil => 1.5}', "{}", '{"a b": 1}'], [{ 1 => "a", b: :c, "d" => nil, nil => 1.5 }.inspect, {}.to_s, { "a b": 1 }.inspect]
end

spec "hash and eql? of hashes" do
  assert_equal [true, true, :nested], [{ a: 1 }.eql?({ a: 1 }), { a: 1 }.hash == { a: 1 }.hash, { { k: 1 } => :nested }[{ k: 1 }]]
end

spec "to_proc reads" do
  assert_equal [1, nil], [:a, :z].map(&{ a: 1 })
  assert_equal true, {}.to_proc.lambda?
end

spec "deconstruct_keys and flat_map, each_with_object, reduce" do
  table = { a: 1, b: 2 }
  assert_equal [[:a, 1, :b, 2], { 1 => :a, 2 => :b }, 3], [table.flat_map { |k, v| [k, v] }, table.each_with_object({}) { |(k, v), made| made[v] = k }, table.reduce(0) { |sum, (k, v)| sum + v }]
end

spec "sort and min of pairs, sum of values" do
  assert_equal [[[:a, 2], [:b, 1]], [:a, 2], 3], [{ b: 1, a: 2 }.sort, { b: 1, a: 2 }.min, { b: 1, a: 2 }.values.sum]
end

spec "find_all gives pairs, select a Hash" do
  assert_equal [[[:a, 1]], { a: 1 }], [{ a: 1 }.find_all { true }, { a: 1 }.filter { true }]
end

spec "a hash of ten thousand keeps its order through deletions and insertions" do
  table = {}
  10_000.times { |i| table[i] = i }
  (0...10_000).step(2) { |i| table.delete(i) }
  table[0] = :again
  assert_equal [5001, 1, [0, :again]], [table.size, table.keys.first, table.to_a.last]
end

spec "assoc, rassoc, sum, zip" do
  assert_equal [[:a, 1], [:a, 1], nil, [[[:a, 1], 5]]], [{ a: 1 }.assoc(:a), { a: 1 }.rassoc(1), { a: 1 }.assoc(:b), { a: 1 }.zip([5])]
end

spec "floats, integers and strings of every length as keys" do
  keys = [1, 1.0, 2 ** 70, -1, "a", "a" * 100, :a, nil, true, [1], { a: 1 }, 1..2, Rational(1, 2)]
  table = keys.each_with_index.to_h
  assert_equal (0...keys.size).to_a, keys.map { |key| table[key.is_a?(String) ? key.dup : key] }
end

spec "a String key is copied without what only it had, one of another class is kept as it is" do
  text = +"foo"
  def text.reverse = "own"
  named = Class.new(String).new("named")
  hash = { text => 1, named => 2 }
  assert_equal ["oof", true, false], [hash.keys[0].reverse, hash.keys[0].frozen?, text.frozen?]
  assert hash.keys[1].equal?(named)
end

spec "a copy that is taken as keywords is of the class and has the default of the Hash" do
  special = Class.new(Hash)[a: 1]
  special.default = 3
  copy = Hash.ruby2_keywords_hash(special)
  assert_equal [special.class, 3, true, false],
    [copy.class, copy.default, Hash.ruby2_keywords_hash?(copy), Hash.ruby2_keywords_hash?(special)]
end

class HashWithMore < Hash
  def each(&block) = merge(more: 9).to_a.each(&block)
end

spec "a Hash whose each was replaced is sorted and collected by it, but is the Array of what it holds" do
  hash = HashWithMore.new
  hash[:own] = 1
  assert_equal [[:own, 1], [:more, 9]], hash.entries
  assert_equal [[:more, 9], [:own, 1]], hash.sort
  assert_equal [[:own, 1]], hash.to_a
end

spec "a hash of any size grows out of its cell and keeps its entries, their order, its default and who goes through it" do
  10.times do |count|
    hash = Hash.new { |_, key| "no #{key}" }.merge!(Array.new(count) { |number| [number, number.to_s] }.to_h)
    copy = hash.dup
    (count...20).each { |number| hash[number] = number.to_s }
    hash.delete(3)
    assert_equal (0...20).to_a - [3], hash.keys
    assert_equal ["no 3", "19", "no 20"], [hash[3], hash[19], hash[20]]
    assert_equal count, copy.size
    assert_equal [0, 1, 2].first(count), copy.keys.first(3)
    hash.each { assert_raises(RuntimeError) { hash[:new] = 1 } }
  end
end

spec "the message about a missing key shows so much of it" do
  assert_raises(KeyError, "key not found: \"#{"x" * 63}\"") { {}.fetch("x" * 63) }
  assert_raises(KeyError, "key not found: \"#{"x" * 61}...") { {}.fetch("x" * 64) }
  assert_raises(KeyError, "key not found: \"#{"é" * 61}...") { {}.fetch_values("é" * 80) }
end

spec "a hash method that comes back to its object over an Array ends" do
  looping = Struct.new(:other) { def hash = [other, ""].hash }
  one, two = looping.new, looping.new
  one.other = two
  two.other = one
  assert_equal one.hash, two.hash
  itself = []
  itself << itself
  assert_equal itself.hash, [itself].hash
  holder = {}
  holder[:a] = holder
  assert_equal holder.hash, { a: holder }.hash
end

spec "transform_keys by names, by a block for others, and while the table is changed" do
  table = { a: 1, b: 2, c: 3 }
  assert_equal({ x: 1, "b" => 2, "c" => 3 }, table.transform_keys({ a: :x }, &:to_s))
  assert_equal({ z: 3 }, table.transform_keys { :z })
  assert_equal({ a: 1, b: 2, c: 3 }, table.transform_keys({}))
  assert_equal({ "a" => 1, "b" => 2, "c" => 3 }, table.transform_keys { |key| table[key] = 0; key.to_s })
  assert_raises(RuntimeError) { table.transform_keys { |key| table[[key]] = 1 } }
  assert_equal({}, {}.transform_keys { raise })
  table.transform_keys { |key| break key }
  table[:d] = 4
  assert_equal [:a, :b, :c, :d], table.keys
end

spec "initialize may be called again, and sets the default" do
  table = { a: 1 }
  table.default = 5
  assert_equal [true, { a: 1 }, nil], [table.send(:initialize).equal?(table), table, table[:b]]
  table.send(:initialize, 7)
  assert_equal 7, table[:b]
  table.send(:initialize) { |_, key| key }
  assert_equal :b, table[:b]
  assert_raises(FrozenError, "can't modify frozen Hash: {}") { {}.freeze.send(:initialize) }
  assert_raises(ArgumentError) { Hash.new(1) { 2 } }
  kind = Class.new(Hash) { def initialize(*) = super }
  assert_equal [nil, 3], [kind.new[:a], kind.new(3)[:a]]
end

spec "merge and compact keep the class and the instance variables, as dup does" do
  own = Class.new(Hash) { attr_accessor :note }
  hash = own.new
  hash.note = "kept"
  assert_equal ["kept"] * 6, [hash.merge, hash.merge({ a: 1 }), hash.merge({ a: 1 }, { b: 2 }), hash.merge({ a: 1 }) { 2 }, hash.compact, hash.dup].map(&:note)
  plain = { a: 1 }
  plain.instance_variable_set(:@note, "kept")
  assert_equal ["kept"] * 3, [plain.dup, plain.clone, plain.merge({ b: 2 })].map { |copy| copy.instance_variable_get(:@note) }
end

spec "rehash finds changed keys again; of those that became the same the first stays with the last value" do
  key, other = [1], [2]
  table = { key => :one, other => :two, "text" => :three }
  key[0], other[0] = 5, 5
  assert_equal nil, table[[5]]
  assert_equal [true, { [5] => :two, "text" => :three }, :two], [table.rehash.equal?(table), table, table[[5]]]
  assert_equal [7, true], [Hash.new(7).merge!(1 => 2).rehash[9], {}.compare_by_identity.rehash.compare_by_identity?]
  assert_raises(FrozenError, "can't modify frozen Hash: {1 => 2}") { { 1 => 2 }.freeze.rehash }
  assert_raises(RuntimeError, "rehash during iteration") { table.each { table.rehash } }
end

spec "a missing key is told by the block, or by a default of the program's own" do
  hash = Hash.new { |found, key| found[key] = key.to_s * 2 }
  assert_equal ["11", "aa", "[1][1]"], [hash[1], hash["a"], hash[[1]]]
  assert_equal 3, hash.size
  own = Class.new(Hash) { def default(key = nil) = "own #{key}" }.new { 1 }
  assert_equal "own 3", own[3]
end
