require_relative "fixtures/building"

# Hashes as tables of C's, and visits of tables.

load_extension("tables")

spec "what C code changes in a table is changed in its Hash" do
  hash = { a: 1, "b" => 2 }
  assert_equal [3, { a: 1, "b" => 2, c: 3 }], [Tables.store(hash, :c, 3), hash]
  assert_equal [2, false, 2], [Tables.look_up(hash, "b"), Tables.look_up(hash, "none"), Tables.take(hash, "b")]
  assert_equal [{ a: 1, c: 3 }, 2], [hash, hash.size]
end

spec "an entry is updated by a function that asks Ruby" do
  hash = { a: 1, b: 2 }
  seen = []
  assert_equal [true, { a: 11, b: 2 }], [Tables.update(hash, :a, ->(key, value) { seen << [key, value]; value + 10 }), hash]
  assert_equal [false, { a: 11, b: 2, c: 5 }], [Tables.update(hash, :c, ->(key, value) { seen << [key, value]; 5 }), hash]
  assert_equal [true, { a: 11, c: 5 }], [Tables.update(hash, :b, ->(*) { nil }), hash]
  assert_equal [true, { a: 11, c: 5 }], [Tables.update(hash, :a, ->(*) { false }), hash]
  assert_equal [[:a, 1], [:c, nil]], seen
end

spec "the table has the Hash's own objects" do
  key, value = "abc".freeze, +"def"
  hash = { key => value }
  Tables.update(hash, "abc", ->(one, other) { [one.equal?(key), other.equal?(value)] })
  assert_equal [true, true], hash["abc"]
end

spec "one table is visited while another is filled" do
  from = 20.times.to_h { |number| [number.to_s, number] }
  assert_equal from, Tables.copy(from, {})
end

spec "what is visited may be taken out, to the last" do
  assert_equal [0, 0, 0], [1, 5, 40].map { |count| Tables.drain(count) }
end

spec "a flag makes a Hash's default a block" do
  block = ->(hash, key) { hash[key] = key * 2 }
  assert_equal [block, 6, { 3 => 6 }], Tables.give_default({}, block, true).then { |hash| [hash.default_proc, hash[3], hash] }
  assert_equal [nil, block, {}], Tables.give_default({}, block, false).then { |hash| [hash.default_proc, hash[3], hash] }
end
