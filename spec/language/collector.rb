require_relative "../harness"
require_relative "../outside"

# ObjectSpace, GC and weak references: what a program may ask of the collector.

class SpecTracked
  attr_accessor :next_one
end

spec "GC.start gives nil, and keeps what is reachable" do
  chain = SpecTracked.new
  chain.next_one = ["kept", { k: SpecTracked.new }]
  assert_equal nil, GC.start
  assert_equal "kept", chain.next_one[0]
  assert_equal SpecTracked, chain.next_one[1][:k].class
end

spec "GC.count grows" do
  before = GC.count
  GC.start
  assert GC.count > before
end

spec "GC.disable and GC.enable tell what was before" do
  assert_equal false, GC.disable
  assert_equal true, GC.disable
  assert_equal true, GC.enable
  assert_equal false, GC.enable
end

spec "GC.stat is a Hash of numbers, and gives one by name" do
  stat = GC.stat
  assert_equal Integer, stat[:count].class
  assert_equal Integer, GC.stat(:total_allocated_objects).class
  assert GC.stat(:heap_live_slots) > 0
  assert_raises(ArgumentError, "unknown key: spec_nothing") { GC.stat(:spec_nothing) }
end

spec "GC.stress is false" do
  assert_equal false, GC.stress
end

spec "a long chain is collected without deep recursion" do
  head = nil
  stress_sized(100_000).times { one = SpecTracked.new; one.next_one = head; head = one }
  GC.start
  count = 0
  while head
    count += 1
    head = head.next_one
  end
  assert_equal stress_sized(100_000), count
end

spec "much garbage may be made" do
  text = nil
  stress_sized(200_000).times { |i| text = "garbage #{i}" }
  assert_equal "garbage #{stress_sized(200_000) - 1}", text
end

spec "objects reachable only from a block's variables live" do
  holder = -> { x = "captured".dup; -> { x } }.call
  GC.start
  assert_equal "captured", holder.call
end

spec "objects reachable only from a suspended fiber live" do
  fiber = Fiber.new { x = "in fiber".dup; Fiber.yield; x }
  fiber.resume
  GC.start
  assert_equal "in fiber", fiber.resume
end

spec "ObjectSpace.each_object finds instances and classes" do
  kept = [SpecTracked.new, SpecTracked.new]
  seen = []
  count = ObjectSpace.each_object(SpecTracked) { |one| seen << one }
  assert_equal seen.size, count
  assert kept.all? { |one| seen.any? { |other| other.equal?(one) } }
  heir = Class.new(SpecTracked)
  assert ObjectSpace.each_object(SpecTracked.singleton_class).include?(heir)
end

spec "ObjectSpace.count_objects counts by kind" do
  counts = ObjectSpace.count_objects
  assert counts[:TOTAL] > 0
  assert_equal Integer, counts[:FREE].class
end

spec "a WeakMap finds by identity and does not keep" do
  map = ObjectSpace::WeakMap.new
  key = SpecTracked.new
  value = SpecTracked.new
  map[key] = value
  assert map[key].equal?(value)
  assert_equal [true, false, 1], [map.key?(key), map.key?(SpecTracked.new), map.size]
end

spec "a WeakKeyMap finds by equality" do
  map = ObjectSpace::WeakKeyMap.new
  key = "key".dup
  map[key] = 1
  assert_equal 1, map["key"]
  assert map.getkey("key").equal?(key)
end

spec "what nothing refers to leaves a WeakMap" do
  map = ObjectSpace::WeakMap.new
  fill = ->(n) { n.times { map[SpecTracked.new] = SpecTracked.new } }
  fill.call(1000)
  GC.start
  assert map.keys.size < 1000
end

spec "a WeakRef delegates while its object lives" do
  require "weakref"
  text = "strong".dup
  weak = WeakRef.new(text)
  assert_equal [6, true], [weak.size, weak.weakref_alive?]
end

spec "a finalizer runs after its object is gone, or at the end of the program" do
  code = 'ObjectSpace.define_finalizer(Object.new, proc { |id| puts "finalized #{id.class}" })'
  assert_equal ["finalized Integer\n", 0], run_code(code)
end

spec "define_finalizer wants something to call" do
  assert_raises(ArgumentError, "wrong type argument Integer (should be callable)") { ObjectSpace.define_finalizer(Object.new, 5) }
  assert_raises(ArgumentError, "cannot define finalizer for Integer") { ObjectSpace.define_finalizer(5, proc { }) }
end

spec "ObjectSpace.garbage_collect is GC.start" do
  assert_equal nil, ObjectSpace.garbage_collect
end

spec "objects keep their place in identity hashes over collections" do
  table = {}.compare_by_identity
  keys = (0...500).map { |i| key = "k#{i}"; table[key] = i; key }
  3.times { GC.start }
  assert_equal (0...500).to_a, keys.map { |key| table[key] }
end

spec "old objects that point to new ones keep them" do
  old = []
  3.times { GC.start }
  1000.times { |i| old << "young #{i}" }
  GC.start(full_mark: false)
  100.times { |i| "filler #{i}" * 10 }
  GC.start(full_mark: false)
  assert_equal "young 999", old[999]
  assert_equal "young 0", old[0]
end

spec "GC.compact, where there is, keeps every reference" do
  if GC.respond_to?(:compact)
    table = { "k" => ["v", SpecTracked.new] }
    begin
      GC.compact
    rescue NotImplementedError
    end
    assert_equal ["v", SpecTracked], [table["k"][0], table["k"][1].class]
  end
end
