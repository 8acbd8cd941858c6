require_relative "../harness"

spec "a hash literal keeps insertion order" do
  table = { "b" => 1, "a" => 2 }
  assert_equal ["b", "a"], table.keys
  assert_equal [1, 2], table.values
  assert_equal Hash, table.class
end

spec "an empty hash literal" do
  assert_equal 0, {}.size
end

spec "a name and a colon make a symbol key" do
  assert_equal({ :a => 1 }, { a: 1 })
  assert_equal({ :a? => 1, :A => 2, :if => 3 }, { a?: 1, A: 2, if: 3 })
end

spec "a quoted text and a colon make a symbol key" do
  x = 1
  assert_equal({ :"a b" => 1 }, { "a b": 1 })
  assert_equal({ :a1 => 1 }, { "a#{x}": 1 })
end

spec "a name without a value takes the variable or method of that name" do
  a = 1
  b = 2
  assert_equal({ a: 1, b: 2 }, { a:, b: })
end

spec "keys may be any objects" do
  list = [1]
  table = { 1 => :int, 1.0 => :float, nil => :nil, list => :list }
  assert_equal :int, table[1]
  assert_equal :float, table[1.0]
  assert_equal :nil, table[nil]
  assert_equal :list, table[[1]]
end

spec "keys and values are evaluated in order" do
  seen = []
  { (seen << 1; 1) => (seen << 2; 2), (seen << 3; 3) => (seen << 4; 4) }
  assert_equal [1, 2, 3, 4], seen
end

spec "a later equal key overwrites the value and keeps the place" do
  key = "a"
  table = { key => 1, "b" => 2, "#{key}" => 3 }
  assert_equal ["a", "b"], table.keys
  assert_equal [3, 2], table.values
end

spec "a String key is copied and frozen" do
  key = "a".dup
  table = { key => 1 }
  assert !key.frozen?
  assert table.keys[0].frozen?
  key << "b"
  assert_equal 1, table["a"]
end

spec "a frozen String key is kept itself" do
  key = "a".freeze
  assert({ key => 1 }.keys[0].equal?(key))
end

spec "a double splat merges a hash in place" do
  inner = { b: 2, c: 3 }
  assert_equal({ a: 1, b: 2, c: 3 }, { a: 1, **inner })
  assert_equal [[:b, 2], [:c, 4]], { **inner, c: 4 }.to_a
  assert_equal [[:c, 3], [:b, 2]], { c: 0, **inner }.to_a
end

spec "a double splat copies" do
  inner = { a: 1 }
  assert !({ **inner }).equal?(inner)
end

spec "a double splat of nil is nothing" do
  assert_equal({ a: 1 }, { a: 1, **nil })
end

class SpecHashed
  def to_hash
    { x: 1 }
  end
end

spec "a double splat calls to_hash" do
  assert_equal({ x: 1 }, { **SpecHashed.new })
end

spec "a double splat of anything else raises" do
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { { **1 } }
  assert_raises(TypeError, "no implicit conversion of Array into Hash") { { **[] } }
end

spec "reading a missing key gives nil or the default" do
  assert_equal nil, {}[:a]
  assert_equal 5, Hash.new(5)[:a]
  assert_equal "a!", Hash.new { |hash, key| key + "!" }["a"]
end

spec "writing, deleting and writing again moves a key to the end" do
  table = { a: 1, b: 2 }
  table.delete(:a)
  table[:a] = 3
  assert_equal [:b, :a], table.keys
end

spec "inspect shows symbol keys as names" do
  assert_equal "{a: 1}", { a: 1 }.inspect
  assert_equal '{"a" => 1}', { "a" => 1 }.inspect
  assert_equal '{1 => nil, "a b": 2, a?: 3, "a=": 4, "+": 5}', { 1 => nil, "a b": 2, a?: 3, "a=": 4, "+": 5 }.inspect
  assert_equal "{}", {}.inspect
end

spec "a hash may hold itself" do
  table = {}
  table[:self] = table
  assert_equal "{self: {...}}", table.inspect
end

spec "equality ignores order" do
  assert_equal true, { a: 1, b: 2 } == { b: 2, a: 1 }
  assert_equal false, { a: 1 } == { a: 2 }
end

spec "1 and 1.0 are different keys" do
  assert_equal nil, { 1 => :a }[1.0]
end

spec "adding a key while iterating raises" do
  table = { a: 1 }
  assert_raises(RuntimeError, "can't add a new key into hash during iteration") do
    table.each { table[:b] = 2 }
  end
end

spec "a frozen hash refuses change" do
  table = { a: 1 }.freeze
  assert_raises(FrozenError, "can't modify frozen Hash: {a: 1}") { table[:b] = 1 }
end

class SpecKey
  attr_reader :n
  def initialize(n)
    @n = n
  end

  def hash
    n % 2
  end

  def eql?(other)
    n == other.n
  end
end

spec "hash and eql? decide where an object belongs" do
  table = { SpecKey.new(1) => :one, SpecKey.new(3) => :three }
  assert_equal 2, table.size
  assert_equal :one, table[SpecKey.new(1)]
  assert_equal :three, table[SpecKey.new(3)]
  assert_equal nil, table[SpecKey.new(5)]
end

spec "a key changed after insertion is found again after rehash" do
  key = [1]
  table = { key => :x }
  key << 2
  assert_equal nil, table[[1, 2]]
  table.rehash
  assert_equal :x, table[[1, 2]]
end

spec "identity may replace equality" do
  a = "k".dup
  b = "k".dup
  table = {}.compare_by_identity
  table[a] = 1
  table[b] = 2
  assert_equal 2, table.size
  assert_equal 1, table[a]
end

spec "a large hash keeps order and finds all" do
  table = {}
  1000.times { |i| table["k#{i}"] = i }
  assert_equal 1000, table.size
  assert_equal 999, table["k999"]
  assert_equal "k0", table.keys.first
  500.times { |i| table.delete("k#{i}") }
  assert_equal ["k500", 500], table.first
  assert_equal nil, table["k1"]
end

spec "a text written as a key finds, is stored, and is handed to the default, as any String" do
  seen = []
  hash = Hash.new { |_, key| seen << key; nil }
  3.times { hash["key"] = hash["key"].to_i + 1 }
  assert_equal [{ "key" => 3 }, ["key"], true], [hash, seen, hash.keys[0].frozen?]
  by_identity = {}.compare_by_identity
  2.times { by_identity["key"] = 1 }
  assert_equal [2, nil], [by_identity.size, by_identity["key"]]
  key = +"mine"
  hash[key] = 1
  key << "!"
  assert_equal [1, nil], [hash["mine"], hash["mine!"]]
  subclass = Class.new(Hash) { def [](key) = key.frozen? || super(key) }
  assert_equal 2, subclass.new.merge!("a" => 2)["a"]
  reader = Object.new
  def reader.[](key) = key << "!"
  2.times { assert_equal "text!", reader[+"text"] }
  assert_raises(RuntimeError) { hash.each { hash["another"] = 1 } }
end

spec "a literal of literals is a new Hash each time" do
  def options = { deep: true, "width" => nil, 3 => :odd, deep: false, last: 2.5 }
  assert_equal({ deep: false, "width" => nil, 3 => :odd, last: 2.5 }, options)
  assert_equal [:deep, "width", 3, :last], options.keys
  changed = options
  changed[:more] = 1
  changed.delete(3)
  changed.default = 7
  assert_equal [4, nil, :odd, false], [options.size, options[:more], options[3], options.frozen?]
  assert options.keys[1].frozen?
  options.compare_by_identity
  assert !options.compare_by_identity?
end

spec "a large literal has all its pairs" do
  pairs = (0...300).map { |number| "key#{number}: #{number}" }.join(", ")
  made = eval("[1, 2].map { { #{pairs} } }")
  assert_equal [300, 299, [0, 1]], [made[0].size, made[0][:key299], made[1].values.first(2)]
  made[0].delete(:key5)
  assert_equal [299, 300], made.map(&:size)
end
