require_relative "../harness"
require_relative "../outside"

# Questions that the machine answers where they are plain, and Ruby where they are not.

spec "modules are compared by > and >=" do
  assert_equal [true, false, nil, nil], [Object > String, String > Object, String > Integer, Comparable > Kernel]
  assert_equal [true, true, false], [Comparable > String, Object >= Object, Object > Object]
  assert_raises(TypeError, "compared with non class/module") { Object > 1 }
  assert_raises(TypeError, "compared with non class/module") { Object >= nil }
end

spec "instance_variable_defined? takes names of variables alone" do
  object = Object.new.tap { |made| made.instance_variable_set(:@a, nil) }
  assert_equal [true, false, true], [object.instance_variable_defined?(:@a), object.instance_variable_defined?(:@b), object.instance_variable_defined?("@a")]
  assert_raises(NameError, "'a' is not allowed as an instance variable name") { object.instance_variable_defined?(:a) }
end

spec "class_eval of a block hands it the class" do
  made = Class.new
  result = made.class_eval { |given| def answer = 42; [self, given] }
  assert_equal [[made, made], 42], [result, made.new.answer]
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { made.class_eval("1") { } }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { made.module_eval }
end

spec "a fiber is alive until it has ended" do
  fiber = Fiber.new { Fiber.yield }
  states = [fiber.alive?, fiber.resume && nil, fiber.alive?, fiber.resume && nil, fiber.alive?]
  assert_equal [true, nil, true, nil, false], states
  assert_raises(FiberError, "uninitialized fiber") { Fiber.allocate.alive? }
end

spec "the values and keys of a Struct by positions and names" do
  made = Struct.new(:a, :b, :ä).new(1, 2, 3)
  assert_equal [[1, 3], [2, 3], []], [made.values_at(0, -1), made.values_at(1..2), made.values_at]
  assert_raises(IndexError, "offset 3 too large for struct(size:3)") { made.values_at(0, 3) }
  made["a"] = 10
  made["ä"] = 30
  assert_equal [10, 30, 30], [made["a"], made["ä"], made[:ä]]
  assert_raises(NameError, "no member 'z' in struct") { made["z"] = 1 }
  assert_equal [{ a: 10, b: 2 }, { a: 10 }, {}], [made.deconstruct_keys([:a, :b]), made.deconstruct_keys([:a, :z, :b]), made.deconstruct_keys([:a, :b, :ä, :z])]
  assert_equal({ a: 10, b: 2, ä: 30 }, made.deconstruct_keys(nil))
  assert_equal({ 0 => 10, "b" => 2 }, made.deconstruct_keys([0, "b"]))
  assert_raises(TypeError, "wrong argument type Integer (expected Array or nil)") { made.deconstruct_keys(1) }
  assert_equal({ x: 1 }, Data.define(:x, :y).new(1, 2).deconstruct_keys([:x]))
end

spec "the lines of a file count in $., and may be cut by any separator" do
  scratch_folder do |folder|
    path = File.join(folder, "lines")
    File.write(path, "one\r\ntwo\n\n\nthree")
    assert_equal [["one\r\n", "two\n", "\n", "\n", "three"], 5], [File.readlines(path), $.]
    assert_equal ["one", "two", "", "", "three"], File.readlines(path, chomp: true)
    assert_equal [["one\r\ntwo\n\n", "three"], ["one\r\ntwo", "three"], ["one\r\ntwo\n\n\nthree"]], [File.readlines(path, ""), File.readlines(path, "", chomp: true), File.readlines(path, nil)]
    assert_equal [["one\r\nt", "wo\n\n\nt", "hree"], ["on", "e\r", "\n"]], [File.readlines(path, "t"), File.readlines(path, 2).first(3)]
    seen = []
    File.foreach(path, chomp: true) { |line| seen << [$., line] }
    assert_equal [[1, "one"], [2, "two"], [3, ""], [4, ""], [5, "three"]], seen
    assert_equal [["one\r\n", 1], 5], [File.foreach(path) { |line| break [line, $.] }, File.foreach(path).count]
    assert_equal "one\r\n".encoding, File.readlines(path).first.encoding
    assert_equal Encoding::BINARY, File.readlines(path, mode: "rb").first.encoding
    assert_raises(Errno::ENOENT, "No such file or directory @ rb_sysopen - #{path}x") { File.readlines("#{path}x") }
    assert_raises(Errno::EISDIR) { File.readlines(File.dirname(path)) }
    File.write(path, "")
    assert_equal [[], nil], [File.readlines(path), File.foreach(path) { }]
  end
end
