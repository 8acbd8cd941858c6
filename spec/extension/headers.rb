require_relative "fixtures/building"

load_extension("headers")

spec "the type of an object stands in the lowest bits of its header" do
  object = Object.new
  types = { object => 1, Class.new => 2, Module.new => 3, 1e300 * 1.5 => 4, +"text" => 5, /pattern/ => 6, [1] => 7, { a: 1 } => 8, 2**70 => 10 }
  assert_equal types.values, types.keys.map { |value| Headers.raw_type(value) }
  assert_equal [4, 12, 12, 13], [Headers.raw_type(Float::MAX), Headers.raw_type(proc {}), Headers.raw_type(binding), Headers.raw_type("a".match(/a/))]
  assert_equal [12, 12, 11], [Headers.raw_type(Fiber.new {}), Headers.raw_type(method(:p)), Headers.raw_type($stdout)]
end

spec "the header says that an object is frozen" do
  assert_equal [false, true, false, true], [+"a", "a".dup.freeze, [], [].freeze].map { |value| Headers.raw_frozen?(value) }
  object = Object.new
  assert_equal [false, true], [Headers.raw_frozen?(object), Headers.raw_frozen?(object.freeze)]
end

spec "the number in a Symbol is its ID, that of one character the character" do
  assert_equal [true] * 5, %i[initialize some_name_of_this_spec + [] a].map { |symbol| Headers.number_is_id?(symbol) }
  assert_equal [43, 33, 60], %i[+ ! <].map { |symbol| Headers.character_is_id(symbol) }
end

spec "what a function has protected or cleaned up was called as the function was" do
  assert_equal [1, { a: 2 }, true, [1, { a: 2 }, true]], Headers.parse_protected(1, a: 2)
  assert_equal [1, nil, false, [1, nil, false]], Headers.parse_protected(1)
  assert_equal [{ "b" => 1 }, nil, false, [{ "b" => 1 }, nil, false]], Headers.parse_protected({ "b" => 1 })
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { Headers.parse_protected(1, { a: 2 }) }
end

spec "the mark of what is not there comes through what protects and cleans up" do
  assert_equal [true, true], Headers.passes_undefined
end

spec "an encoding has functions for who reads its structure" do
  assert_equal [[true, false], [false, true], [false, false]], ["\n", "A", "a"].map { |text| Headers.encoding_says(text) }
  assert_equal [true, true], Headers.sizes
end

spec "the note of whom it was built for stays where a linker leaves out what nothing names" do
  next unless RUBY_ENGINE == "rutile"
  Dir.mktmpdir do |folder|
    File.write("#{folder}/kept.c", "#include <ruby.h>\nvoid Init_kept(void) { rb_define_module(\"Kept\"); }\n")
    headers = RbConfig::CONFIG["rubyhdrdir"]
    assert system("cc", "-shared", "-fPIC", "-ffunction-sections", "-Wl,--gc-sections", "-I", headers, "-o", "#{folder}/kept.so", "#{folder}/kept.c")
    require "#{folder}/kept.so"
    assert Kept
  end
end

spec "FIX2INT is told what is no Integer" do
  assert_equal [5, -7], [Headers.small(5), Headers.small(-7)]
  assert_raises(TypeError) { Headers.small(nil) }
  assert_raises(RangeError) { Headers.small(2**40) }
end
