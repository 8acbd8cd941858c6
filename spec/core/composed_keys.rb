require_relative "../harness"

# Keys that are made of other values: Structs, Data, Arrays and Hashes, with anything in them.

module ComposedKeys
  Entry = Struct.new(:font, :size, :options, :text)
  Place = Data.define(:x, :y)

  # Is the same as another of its name, in any case.
  class Name
    attr_reader :text

    def initialize(text) = @text = text
    def hash = text.downcase.hash
    def eql?(other) = Name === other && text.casecmp?(other.text)
  end
end

spec "structs with objects, hashes and arrays in them are found by what they hold" do
  font = Object.new
  key = ->(text) { ComposedKeys::Entry.new(font, 12, { size: 12, list: [1, "two", { 3 => 4.0 }] }, text) }
  table = { key["a"] => 1 }
  table[key["b"]] = 2
  assert_equal [1, 2, nil], [table[key["a"]], table[key["b"]], table[key["c"]]]
  assert_equal [true, key["a"].hash], [key["a"].eql?(key["a"]), key["a"].hash]
  assert_equal false, key["a"].eql?(ComposedKeys::Entry.new(Object.new, 12, { size: 12, list: [1, "two", { 3 => 4.0 }] }, "a"))
  table[key["a"]] += 10
  assert_equal [2, 11], [table.size, table[key["a"]]]
  assert_equal 11, table.delete(key["a"])
  assert_equal 1, table.length
  assert_equal [1, 1], [[key["x"], key["x"]].uniq.size, [key["x"], key["x"]].tally.size]
end

spec "numbers in keys are told apart by their class" do
  table = { ComposedKeys::Place.new(1, 2) => :integers }
  assert_equal [:integers, nil, nil], [table[ComposedKeys::Place.new(1, 2)], table[ComposedKeys::Place.new(1.0, 2)], table[[1, 2]]]
  assert_equal [true, false], [ComposedKeys::Place.new(1, 2) == ComposedKeys::Place.new(1.0, 2), ComposedKeys::Place.new(1, 2).eql?(ComposedKeys::Place.new(1.0, 2))]
  zeros = { [0.0] => 1 }
  assert_equal [0.0.eql?(-0.0), zeros[[-0.0]].nil?], [false, true] if [0.0].hash != [-0.0].hash
end

spec "parts with a hash and eql? of their own are asked" do
  name = ->(text) { ComposedKeys::Name.new(text) }
  table = { ComposedKeys::Entry.new(name["Rue"], 1) => :rue, [name["Rue"], { name["A"] => 1 }] => :array }
  assert_equal :rue, table[ComposedKeys::Entry.new(name["RUE"], 1)]
  assert_equal :array, table[[name["rUe"], { name["a"] => 1 }]]
  assert_equal nil, table[ComposedKeys::Entry.new(name["Road"], 1)]
  assert_equal true, { name["A"] => [name["B"]] }.eql?({ name["a"] => [name["b"]] })
end

spec "a struct, an array or a hash with methods of its own is found by these" do
  loose = Class.new(ComposedKeys::Entry) do
    def hash = 1
    def eql?(other) = true
  end
  table = { loose.new(1) => :found }
  assert_equal :found, table[loose.new(2)]
  assert_equal [:found], [[loose.new(1)], [loose.new(2)]].uniq.map { :found }
  list = Class.new(Array) { def hash = 7 }
  assert_equal 7, list.new([1]).hash
  assert_equal [[1]].hash, [Array.new([1])].hash
  assert_equal false, [list.new([1])].hash == [[1]].hash
  shy = ComposedKeys::Entry.new(1)
  def shy.hash = 99
  assert_equal [99, nil], [shy.hash, { ComposedKeys::Entry.new(1) => 1 }[shy]]
end

spec "a struct of another class is another key" do
  other = Struct.new(:font, :size, :options, :text)
  below = Class.new(ComposedKeys::Entry)
  table = { ComposedKeys::Entry.new(1, 2) => 1 }
  assert_equal [1, nil, nil], [table[ComposedKeys::Entry.new(1, 2)], table[other.new(1, 2)], table[below.new(1, 2)]]
  assert_equal [false, false], [ComposedKeys::Entry.new(1).eql?(below.new(1)), ComposedKeys::Entry.new(1).eql?(nil)]
end

spec "hashes as keys are compared by their entries, in any order" do
  table = { { a: 1, "b" => [2] } => :found }
  assert_equal :found, table[{ "b" => [2], a: 1 }]
  assert_equal nil, table[{ "b" => [2], a: 1.0 }]
  assert_equal({ a: { b: 1 } }.hash, { a: { b: 1 } }.hash)
  assert_equal [true, false], [{ a: { b: 1 } }.eql?({ a: { b: 1 } }), { a: { b: 1 } }.eql?({ a: { b: 1.0 } })]
  identity = {}.compare_by_identity
  identity["a"] = 1
  assert_equal [true, false], [identity.eql?(identity), identity.eql?({ "a" => 1 })]
end

spec "what holds itself has a hash code" do
  list = [1]
  list << list
  assert_equal list.hash, list.hash
  entry = ComposedKeys::Entry.new(1)
  entry.size = entry
  assert_equal entry.hash, entry.hash
  table = { a: 1 }
  table[:self] = table
  assert_equal Integer, table.hash.class
  assert_equal true, entry.eql?(entry)
end

spec "a key that was changed is found again after rehash" do
  entry = ComposedKeys::Entry.new([1])
  table = { entry => :found }
  entry.font << 2
  assert_equal nil, table[entry]
  table.rehash
  assert_equal [:found, :found], [table[entry], table[ComposedKeys::Entry.new([1, 2])]]
end

spec "ranges hash by their ends" do
  assert_equal [(1..2).hash, true, false], [Range.new(1, 2).hash, (1..2).eql?(1..2), (1..2).eql?(1.0..2)]
  day = ->(number) { ComposedKeys::Place.new(number, 0) }
  ComposedKeys::Place.class_eval { include Comparable; def <=>(other) = x <=> other.x }
  assert_equal [true, (day[1]..day[2]).hash], [(day[1]..day[2]).eql?(day[1]..day[2]), (day[1]..day[2]).hash]
end

spec "hash and eql? that a program gives to Array, Hash or Struct are asked" do
  require_relative "../outside"
  printed, = run_ruby("-e", <<~'RUBY')
    point = Struct.new(:x)
    hash = { point.new([1, 2]) => 1, { a: 1 } => 2, [point.new(1)] => 3 }
    class Array; alias own hash; def hash = size; def eql?(other) = size == other.size; end
    p hash[point.new([1, 2])].nil?, [1, 2].hash, { [1, 2] => 1 }[[3, 4]]
    class Hash; def hash = 5; def eql?(other) = true; end
    p({ { a: 1 } => 1 }[{ b: 2 }])
    class Struct; def hash = 7; def eql?(other) = true; end
    p({ point.new(1) => 1 }[point.new(2)])
  RUBY
  assert_equal "true\n2\n1\n1\n1\n", printed
end
