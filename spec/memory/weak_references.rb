require_relative "../harness"

# What may be looked at without being kept alive: WeakMap, WeakKeyMap, WeakRef, identities, finalizers.

# Makes garbage of what the block makes, out of reach of this frame's registers.
def far_away(depth = 20, &block)
  depth == 0 ? (block.call; nil) : far_away(depth - 1, &block)
end

def collect_all
  far_away { nil }
  3.times { GC.start }
end

spec "an entry of a WeakMap goes with its key or with its value" do
  map = ObjectSpace::WeakMap.new
  keys = Array.new(50) { Object.new }
  values = Array.new(50) { Object.new }
  far_away { keys.each { |key| map[key] = Object.new } }
  far_away { values.each { |value| map[Object.new] = value } }
  kept = keys.zip(values).first(10)
  kept.each { |key, value| map[key] = value }
  collect_all
  assert map.size < 40, "#{map.size} entries"
  kept.each { |key, value| assert map[key].equal?(value) }
end

spec "a value of a WeakKeyMap lives as long as its key" do
  map = ObjectSpace::WeakKeyMap.new
  keys = Array.new(20) { |number| "key #{number}" }
  far_away { keys.each { |key| map[key] = "value of #{key}" } }
  collect_all
  assert_equal "value of key 7", map["key 7"]
  assert map.getkey("key 7").equal?(keys[7])
  assert_equal "value of key 7", map.delete("key 7")
  assert_equal nil, map["key 7"]
end

spec "a WeakMap compares by identity and holds immediates" do
  map = ObjectSpace::WeakMap.new
  first, second = "a".dup, "a".dup
  map[first] = 1
  assert_equal [1, nil, true, false], [map[first], map[second], map.key?(first), map.key?(second)]
  map[1] = :one
  map[:one] = nil
  assert_equal [:one, nil, true], [map[1], map[:one], map.key?(:one)]
  map[first] = 2
  assert_equal [2, 3], [map[first], map.size]
  assert_equal 2, map.delete(first)
  assert_equal :gone, map.delete(first) { :gone }
  assert_raises(LocalJumpError, "no block given") { map.each_pair }
end

spec "a WeakKeyMap refuses what is never collected" do
  assert_raises(ArgumentError, "WeakKeyMap keys must be garbage collectable") { ObjectSpace::WeakKeyMap.new[1] = 2 }
end

spec "an object may be changed to while a WeakMap is walked" do
  map = ObjectSpace::WeakMap.new
  keys = Array.new(10) { Object.new }
  keys.each { |key| map[key] = key }
  seen = 0
  map.each { |key, value| seen += 1; map.delete(key) if seen.odd? }
  assert seen >= 5
end

spec "a WeakRef tells when its object is gone" do
  require "weakref"
  refs = []
  far_away { 50.times { |number| refs << WeakRef.new("object #{number}") } }
  collect_all
  gone = refs.count { |ref| !ref.weakref_alive? }
  assert gone > 30, "#{gone} of 50 are gone"
  dead = refs.find { |ref| !ref.weakref_alive? }
  assert_raises(WeakRef::RefError, "Invalid Reference - probably recycled") { dead.size }
end

spec "a hash by identity finds its keys after they moved" do
  table = {}.compare_by_identity
  keys = Array.new(200) { |number| "key #{number}" }
  keys.each_with_index { |key, number| table[key] = number }
  3.times do
    GC.verify_compaction_references(toward: :empty) if GC.respond_to?(:verify_compaction_references)
    assert_equal (0...200).to_a, keys.map { |key| table[key] }
  end
  copy = table.dup
  other = {}.compare_by_identity.update(table)
  GC.compact if GC.respond_to?(:compact)
  assert_equal [5, 5], [copy[keys[5]], other[keys[5]]]
  assert_equal nil, table["key 5".dup]
  set = Set.new.compare_by_identity.merge(keys)
  GC.compact if GC.respond_to?(:compact)
  assert_equal [true, false], [set.include?(keys[9]), set.include?("key 9".dup)]
end

spec "object ids stay and lead back while the object lives" do
  object = Object.new
  id = object.object_id
  GC.compact if GC.respond_to?(:compact)
  assert_equal id, object.object_id
  assert ObjectSpace._id2ref(id).equal?(object)
  [nil, true, false, 5, -3, :symbol].each { |value| assert ObjectSpace._id2ref(value.object_id).equal?(value) }
end

spec "a frozen object takes no finalizer" do
  assert_raises(FrozenError) { ObjectSpace.define_finalizer("frozen".freeze, proc {}) }
end

spec "a large map that is old is left alone by minor collections, and what is put into it is not" do
  map = ObjectSpace::WeakMap.new
  ephemerons = ObjectSpace::WeakKeyMap.new
  keys = Array.new(stress_sized(20_000)) { Object.new }
  keys.each { |key| map[key] = ephemerons[key] = Object.new }
  3.times { GC.start }
  ids = keys.map { |key| ephemerons[key].object_id }
  GC.start(full_mark: false)
  looked_at = GC.latest_gc_info(:weak_references_count) # what a minor collection of the reference counts is its own affair
  assert looked_at < keys.size, "#{looked_at} entries" if RUBY_ENGINE == "rutile" && !ENV["RUTILE_GC_MOVE"]
  keys.each_with_index { |key, index| ephemerons[key] = "value #{index}" if index % 100 == 0 }
  far_away { 50.times { map[Object.new] = keys[0] } }
  far_away { map[keys[1]] = Object.new }
  far_away { nil }
  3.times { GC.start(full_mark: false) }
  (0...keys.size).step(100) { |index| assert_equal "value #{index}", ephemerons[keys[index]] }
  assert_equal ids[1], ephemerons[keys[1]].object_id
  assert map.size < keys.size + 40, "#{map.size} entries"
end

spec "a map keeps what is put into it while it grows" do
  map = ObjectSpace::WeakKeyMap.new
  keys = []
  stress_sized(5_000).times do |number|
    keys << (key = "key #{number}")
    map[key] = "value #{number}"
    map.delete(keys[number / 2]) if number % 7 == 0
    GC.start(full_mark: false) if number % 500 == 0
  end
  found = keys.each_with_index.count { |key, number| map[key] == "value #{number}" }
  gone = keys.each_index.select { |number| number % 7 == 0 }.map { |number| number / 2 }.uniq.size
  assert_equal keys.size - gone, found
end

spec "a singleton class lives as long as its object, however old either is" do
  objects = Array.new(50) { Object.new }
  2.times { GC.start }
  objects.each_with_index { |object, number| object.define_singleton_method(:number) { number } }
  4.times { GC.start(full_mark: false) }
  GC.start
  assert_equal (0...50).to_a, objects.map(&:number)
end

spec "an object goes though its own instance variable refers to it, whatever kind of object it is" do
  far_away { 200.times { |number| [number].tap { |own| own.instance_variable_set(:@self_of_spec, own) } } }
  far_away { 200.times { |number| "s#{number}".dup.tap { |own| own.instance_variable_set(:@self_of_spec, [own]) } } }
  collect_all
  left = [Array, String].sum { |kind| ObjectSpace.each_object(kind).count { |object| object.instance_variable_defined?(:@self_of_spec) } }
  assert left < 40, "#{left} of 400 are left"
end

class LinkedList < Array
  attr_accessor :following
end

spec "instance variables of arrays hold what they refer to, from one to the next" do
  first = last = LinkedList.new
  count = stress_sized(2_000)
  count.times do |number|
    last = last.following = LinkedList.new([number])
    GC.start(full_mark: false) if number % 500 == 0
  end
  4.times { GC.start(full_mark: false) }
  last.following = LinkedList.new(["late"])
  GC.start(full_mark: false)
  GC.start
  GC.compact
  numbers = []
  numbers.concat(first) while first = first.following
  assert_equal [*0...count, "late"], numbers
end

module SpecFinalizer
  def self.for(called, number) = proc { called << number }
end

spec "finalizers defined on old objects are kept and called" do
  called = []
  objects = Array.new(20) { Object.new }
  4.times { GC.start }
  objects.each_with_index { |object, number| ObjectSpace.define_finalizer(object, SpecFinalizer.for(called, number)) }
  4.times { GC.start(full_mark: false) }
  GC.compact
  objects.clear
  objects = nil
  collect_all
  far_away { nil }
  assert called.size > 10, "#{called.size} of 20 were called"
  assert_equal called.size, called.uniq.size
end
