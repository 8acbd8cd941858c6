require_relative "../harness"
require_relative "../outside"
require "objspace"
require "json"

# objspace: sizes, references, where objects were made, dumps in CRuby's JSON form.

class SpecHolder
  def initialize
    @text = "held".dup
    @number = 5
  end
end

spec "memsize_of is 0 for what is no object, and grows with what is held" do
  assert_equal [0, 0, 0, 0], [1, nil, true, :symbol].map { |value| ObjectSpace.memsize_of(value) }
  assert ObjectSpace.memsize_of("a") > 0
  assert ObjectSpace.memsize_of("a" * 10_000) >= 10_000
  assert ObjectSpace.memsize_of(Array.new(1000) { 1 }) >= 8000
  assert ObjectSpace.memsize_of((1..500).to_h { |n| [n, n] }) > 8000
end

spec "memsize_of_all sums over a class" do
  kept = Array.new(10) { "x" * 5000 }
  assert ObjectSpace.memsize_of_all(String) > kept.size * 5000
  assert ObjectSpace.memsize_of_all > ObjectSpace.memsize_of_all(String)
  assert_raises(TypeError) { ObjectSpace.memsize_of_all("String") }
end

spec "counts are Hashes of Integers, filled in where one is given" do
  sizes = ObjectSpace.count_objects_size
  assert sizes[:TOTAL] >= sizes[:T_STRING]
  mine = { other: 3 }
  assert ObjectSpace.count_imemo_objects(mine).equal?(mine)
  assert mine.values.all?(Integer)
  [:count_nodes, :count_tdata_objects, :count_symbols].each do |name|
    assert ObjectSpace.public_send(name).values.all?(Integer), name.to_s
    assert_raises(TypeError, "non-hash given") { ObjectSpace.public_send(name, 5) }
  end
end

spec "reachable_objects_from lists what an object refers to" do
  holder = SpecHolder.new
  assert_equal [SpecHolder, "held"], ObjectSpace.reachable_objects_from(holder)
  assert_equal [Array, "x"], ObjectSpace.reachable_objects_from([1, "x", :y])
  assert_equal nil, ObjectSpace.reachable_objects_from(1)
  assert ObjectSpace.reachable_objects_from(SpecHolder).any?(ObjectSpace::InternalObjectWrapper)
  assert ObjectSpace.reachable_objects_from_root.keys.include?("vm")
end

spec "allocations are traced while it is asked for" do
  before = Object.new
  made = literal = called = nil
  ObjectSpace.trace_object_allocations do
    made = SpecHolder.new
    literal = [1, 2]
    called = [1].map { |number| number.to_s }
  end
  after = Object.new
  assert_equal [nil, nil], [before, after].map { |object| ObjectSpace.allocation_sourcefile(object) }
  assert_equal [__FILE__, __LINE__ - 6], [ObjectSpace.allocation_sourcefile(made), ObjectSpace.allocation_sourceline(made)]
  assert_equal [:new, "Class"], [ObjectSpace.allocation_method_id(made), ObjectSpace.allocation_class_path(made)]
  assert_equal __LINE__ - 7, ObjectSpace.allocation_sourceline(literal)
  assert_equal [:map, "Array"], [ObjectSpace.allocation_method_id(called), ObjectSpace.allocation_class_path(called)]
  assert_equal [:to_s, "Integer"], [ObjectSpace.allocation_method_id(called[0]), ObjectSpace.allocation_class_path(called[0])]
  assert_equal Integer, ObjectSpace.allocation_generation(made).class
  GC.start
  assert_equal __FILE__, ObjectSpace.allocation_sourcefile(made)
  ObjectSpace.trace_object_allocations_clear
  assert_equal nil, ObjectSpace.allocation_sourcefile(made)
end

spec "what is traced is of a generation that tools take for one" do
  program = "require 'objspace'; ObjectSpace.trace_object_allocations { $made = Object.new }; p ObjectSpace.allocation_generation($made) > 0"
  assert_equal ["true\n", 0], run_code(program)
end

spec "dump writes an object as a line of JSON" do
  holder = SpecHolder.new
  text = "dumped \"text\"\n".dup
  facts = JSON.parse(ObjectSpace.dump(text))
  assert_equal ["STRING", "dumped \"text\"\n", "UTF-8", 14, true], facts.values_at("type", "value", "encoding", "bytesize", "embedded")
  facts = JSON.parse(ObjectSpace.dump(holder))
  assert_equal ["OBJECT", 2, 1], [facts["type"], facts["ivars"], facts["references"].size]
  own = JSON.parse(ObjectSpace.dump(SpecHolder))
  assert_equal ["CLASS", "SpecHolder", facts["class"]], own.values_at("type", "name", "address")
  assert_equal 3, JSON.parse(ObjectSpace.dump([1, 2, 3]))["length"]
  assert_equal 1, JSON.parse(ObjectSpace.dump({ a: 1 }))["size"]
  assert_equal %w[FILE DATA STRUCT], [$stdout, Dir.new("."), 1..2].map { |object| JSON.parse(ObjectSpace.dump(object))["type"] }
  assert_equal ["null", "true", "1", '{"type":"SYMBOL", "value":"a"}'], [nil, true, 1, :a].map { |value| ObjectSpace.dump(value) }
end

spec "dump_all writes roots, shapes and every object" do
  kept = "kept for the dump #{Process.pid}"
  types = Hash.new(0)
  found = false
  dump = ObjectSpace.dump_all(output: :string)
  without_stress_collections do
    dump.each_line do |line|
      facts = JSON.parse(line)
      types[facts["type"]] += 1
      found ||= facts["value"] == kept
    end
  end
  assert found
  assert_equal [], %w[ROOT SHAPE STRING ARRAY HASH CLASS MODULE OBJECT IMEMO] - types.keys
end

spec "a dump shows shared strings, code ranges as far as they are known, and Floats as C writes them" do
  assert_equal true, JSON.parse(ObjectSpace.dump("shared in a dump".dup.then { |text| -text }))["fstring"]
  unknown = "TEST".dup.force_encoding(Encoding::UTF_16BE)
  2.times { assert_equal "unknown", JSON.parse(ObjectSpace.dump(unknown))["coderange"] }
  assert_equal ["1.50000", "1.00000e+20", "0.000100000", "1.00000e-05", "100000.", "1.23457e+06", "-2.50000"],
    [1.5, 1e20, 1e-4, 1e-5, 1e5, 1234567.0, -2.5].map { |number| ObjectSpace.dump(number) }
  shown = [Float::NAN, Float::INFINITY, -Float::INFINITY].map { |number| JSON.parse(ObjectSpace.dump(number))["value"] }
  assert_equal %w[NaN Inf -Inf], shown
end

spec "a full dump has lines for free slots, one of a generation only what was made since" do
  types = ObjectSpace.dump_all(output: :string, full: true).each_line.map { |line| JSON.parse(line)["type"] }
  assert types.include?("NONE")
  ObjectSpace.trace_object_allocations do
    since = GC.count
    kept = Object.new
    lines = ObjectSpace.dump_all(output: :string, since: since, shapes: false).each_line.map { |line| JSON.parse(line) }
    assert lines.size > 0
    assert_equal [], lines.reject { |line| line["generation"] && line["generation"] >= since }
    kept.itself
  end
end

spec "internal_super_of and internal_class_of go through included modules" do
  outer = Module.new
  plain = Module.new
  plain.include(outer)
  assert_equal ObjectSpace::InternalObjectWrapper, ObjectSpace.internal_super_of(plain).class
  assert_equal outer, ObjectSpace.internal_class_of(ObjectSpace.internal_super_of(plain))
  assert_equal nil, ObjectSpace.internal_super_of(outer)
  parent = Class.new
  child = Class.new(parent) { include outer }
  assert_equal parent, ObjectSpace.internal_super_of(ObjectSpace.internal_super_of(child))
  assert_raises(ArgumentError, "class or module is expected") { ObjectSpace.internal_super_of(1) }
end

spec "a match is as large as its groups, and an Array is made where its literal begins" do
  assert ObjectSpace.memsize_of(Regexp.new("(a)" * 100).match("a" * 100)) > ObjectSpace.memsize_of(//.match(""))
  ObjectSpace.trace_object_allocations do
    line = __LINE__
    made = [
      @nothing,
    ]
    assert_equal line + 1, ObjectSpace.allocation_sourceline(made)
  end
end
