require_relative "fixtures/building"

load_extension("objects")

spec "objects have data, are copied by their class, and keep what they mark" do
  point = Objects::Point.new(1, 2.5, +"x")
  assert_equal ["x", 3.5, Objects::Point], [point.name, point.sum, point.class]
  copy = point.dup
  assert_equal ["x", 3.5, Objects::Point], [copy.name, copy.sum, copy.class]
  below = Class.new(Objects::Point) { def initialize(name) = super(0, 0, name) }
  assert_equal "y", below.new(+"y").name
  point.instance_variable_set(:@other, 5)
  def point.own = name
  assert_equal [5, "x", "x"], [point.dup.instance_variable_get(:@other), point.own, point.clone.own]
  points = 100.times.map { |number| Objects::Point.new(0, 0, "name #{number}") }
  GC.start
  GC.compact if GC.respond_to?(:compact)
  assert_equal "name 7", points[7].name
  assert_raises(TypeError) { copy.send(:initialize_copy, Objects.old_data) }
end

spec "the class of a class is its own" do
  above = Class.new { def self.own = 1 }
  below, beside = Class.new(above), Class.new(above)
  assert_equal below.singleton_class, Objects.forget_new(below)
  assert_raises(NoMethodError) { below.new }
  assert_equal [above, beside, Class.new(beside)].map(&:class), [above.new, beside.new, Class.new(beside).new].map { |made| made.class.class }
end

spec "what a dead object has is freed" do
  before = Objects.freed
  def drop_points = 1000.times { Objects::Point.new(1, 2, nil) }
  drop_points
  GC.start
  assert Objects.freed - before > 900, Objects.freed - before
end

spec "objects with data are among all objects" do
  points = [Objects::Point.new(1, 2, nil), Class.new(Objects::Point).new(1, 2, nil)]
  assert_equal points.map(&:__id__).sort, points.map(&:__id__).sort & ObjectSpace.each_object(Objects::Point).map(&:__id__)
end

spec "an object with data that C code hides is not among all objects until it is shown again" do
  point = Objects::Point.new(1, 2, nil)
  count = -> { ObjectSpace.each_object(Objects::Point).count }
  all = count.call
  assert_equal all - 1, Objects.while_hidden(point) { count.call }
  assert_equal [all, Objects::Point, 3.0], [count.call, point.class, point.sum]
end

# What is left after a collection that a program asks for, of objects that calls made which are over.
def left_of
  GC.start
  before = ObjectSpace.each_object(Objects::Point).count
  yield
  GC.start
  ObjectSpace.each_object(Objects::Point).count - before
end

spec "a collection that is asked for finds little that calls left behind" do
  left = [
    left_of { 10.times { Objects::Point.new(1, 2, +"x").name } },
    left_of { Objects::Point.new(1, 2, +"x").flag(true) },
    left_of { Objects::Point.new(1, 2, nil).inspect },
    left_of { 5.times { |number| Objects::Point.new(number, 2, nil).clone.sum } },
    left_of { [1, 2, 3].sort_by { |number| Objects::Point.new(number, 2, nil).sum } }
  ]
  assert left.sum <= 2, left if RUBY_ENGINE == "rutile"
end

spec "strings are read, made and changed by pointer" do
  assert_equal ["fedcba", "", "yx" * 300], ["abcdef", "", "xy" * 300].map { |text| Objects.reverse(text) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Objects.reverse(1) }
  text = "é" * 3
  assert_equal [6, true, "AAAAAA"], [Objects.shout(text).size, text.ascii_only?, text]
  assert_raises(FrozenError) { Objects.shout("a".freeze) }
  original = "shared " * 40
  copy = original.dup
  Objects.shout(copy)
  assert_equal "shared " * 40, original
  assert_equal "abcdéf[ 1.50|7   |str|sym]", Objects.build
  (0..80).each { |length| assert Objects.ends_with_zero("x" * length), length }
  assert Objects.ends_with_zero(("abc" * 100)[0, 200])
  assert_equal 3, Objects.as_c("abc")
  assert_raises(ArgumentError, "string contains null byte") { Objects.as_c("a\0b") }
  assert_raises(ArgumentError) { Objects.as_c("a\0b".encode("UTF-16LE")) }
  assert_equal 1, Objects.as_c("ab".encode("UTF-16LE"))
  assert_equal "filled", Objects.fill
  parts = (1..60).map { |length| "part#{length}" * length }
  assert_equal parts.join, Objects.fill_in_parts(parts)
end

spec "collections" do
  assert_equal [6, 0, 3 * 2**40], [[1, 2, 3], [], [2**40] * 3].map { |list| Objects.sum(list) }
  assert_equal [1, nil, nil, nil, nil], Objects.lists
  assert_equal [[:a, 1], [:b, 2]], Objects.pairs({ a: 1, b: 2, c: 3 })
  assert_equal [{ "key" => 1, name: 2 }, 1, false, nil], Objects.hashes
  assert_equal [8, 99, 333_270], Objects.tables
end

spec "numbers and names" do
  assert_equal [5, 5, 5.0], Objects.numbers(5)
  assert_equal [-2**63, 2**63, -(2.0**63)], Objects.numbers(-2**63)
  assert_raises(RangeError, "integer 4294967296 too big to convert to 'int'") { Objects.to_int(2**32) }
  assert_raises(RangeError) { Objects.numbers(2**65) }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { Objects.to_int(nil) }
  assert_equal 3, Objects.to_int(3.9)
  assert_equal [true, :<, "some_name"], Objects.names
end

spec "types are CRuby's" do
  values = [Object.new, Class, Kernel, 1e300, "", //, [], {}, Struct.new(:a).new(1), 2**70, $stdout, Objects.old_data, "a".match(/a/), 1i, 1r, nil, true, false, :a, 1, 1..2]
  assert_equal [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 9], values.map { |value| Objects.type(value) }
end

spec "a constant that C code defined stays where it is" do
  Objects::TABLE[:a] = 1
  GC.compact if GC.respond_to?(:compact)
  assert_equal 1, Objects.look_up(:a)
end

spec "a registered address keeps what stands there" do
  Objects.keep("kept #{1 + 1}")
  1000.times { "garbage" * 10 }
  GC.start
  assert_equal "kept 2", Objects.keep(nil)
end

spec "a registered address may hold what is no value" do
  # The last two lie where heaps have their own tables.
  [0x7fff00000000, 8, 1 << 40, 0xffff_ffff_ffff_fff8, 0x1001_0576_92c5, 0x1000_0000_1000].each { |word| assert Objects.collect_beside(word) }
end

spec "an object with data keeps the flags that are its extension's own" do
  point = Objects::Point.new(1, 2, nil)
  assert_equal [[false, false], [true, true]], [point.flags, point.flag(true).flags]
  GC.start
  assert_equal [[true, true], [false, true], [false, false]], [point.flags, point.flag(false).flags, point.dup.flags]
  assert !point.frozen? && Objects::Point === point.freeze
  assert_equal [true, [false, true]], [point.frozen?, point.flags]
end

spec "the size of an object counts its data" do
  require "objspace"
  assert ObjectSpace.memsize_of(Objects::Point.new(1, 2, nil)) >= ObjectSpace.memsize_of(Object.new) + 24
end

spec "a visit of a table is told that it is lost" do
  assert_equal [1, 1, 99], Objects.visit_table
end

spec "a Range has the parts of a struct; Dates and BigDecimals wrap data" do
  require "date"
  require "bigdecimal"
  day = Date.new(2026, 7, 6)
  assert_equal [[1, 9, true], [day, day, false], [1, 2]], [Objects.parts(1...9), Objects.parts(day..day), Objects.parts(Struct.new(:one, :two).new(1, 2))]
  assert_equal [12, 12, 12, 9, 1], [day, BigDecimal("1"), Time.now, 1..2, Object.new].map { |value| Objects.type(value) }
  assert_equal [12] * 6, [[1].each, (1..2).step(1), Mutex.new, Queue.new, Random.new, Monitor.new].map { |value| Objects.type(value) }
end

class Objects::Varied
  @@shared = 1
  @own = 2
end

spec "variables of a class are visited with those that it shares" do
  object = Object.new
  object.instance_variable_set(:@a, 3)
  assert_equal [[[:@@shared, 1], [:@own, 2]], [[:@a, 3]]], [Objects.variables(Objects::Varied).sort, Objects.variables(object)]
end

spec "a class whose allocator is undefined has none" do
  child = Class.new(Objects::Point)
  assert_equal false, Objects.undefine_allocator(child)
  assert_raises(TypeError) { child.allocate }
  assert_equal 3, Objects::Point.new(1, 2, nil).sum
end

spec "a virtual variable without functions is false, and cannot be written" do
  assert_equal false, $objects_virtual
  error = assert_raises(NameError) { $objects_virtual = 1 }
  assert_equal "$objects_virtual is a read-only variable", error.message
end

spec "flags of an object with data are set and taken away" do
  point = Objects::Point.new(1, 2, nil)
  assert_equal [80, 16, 0], [80, 16, 0].map { |flags| Objects.replace_flags(point, flags) }
end

spec "an Integer of an extension's own has nothing to count with" do
  whole = Objects.whole
  assert_raises(NotImplementedError, "Unknown subclass for to_f: Objects::Whole") { whole.to_f }
  assert_raises(NotImplementedError, "need to define '<=>' in Objects::Whole") { whole <=> 0 }
end

spec "a String that shares its bytes says so" do
  assert_equal [true, false], ["a" * 20_000, "a"].map { |text| Objects.copy_shares?(text) }
end

spec "what is frozen has room for no more" do
  text = String.new("I am frozen", capacity: 30_000)
  assert Objects.room(text) >= 30_000
  text << "a" * 20_000
  assert_equal text.length, Objects.room(text.freeze)
end

spec "message and backtrace of an exception are variables to those who write it down" do
  error = RuntimeError.new("before")
  assert_equal [["before", nil], "after", ["a.rb:1"]], [Objects.parts_of_exception(error, "after", ["a.rb:1"]), error.message, error.backtrace]
  error.instance_variable_set(:@own, 1)
  assert_equal [[:mesg, "after"], [:bt, ["a.rb:1"]], [:@own, 1]], Objects.variables(error)
  assert_equal [nil, nil], Objects.parts_of_exception(RuntimeError.new, "x", nil)
end

spec "a Struct is made without its initialize" do
  kind = Struct.new(:a) { def initialize(*) = raise("called") }
  assert_equal [kind, nil], [Objects.allocate_struct(kind).class, Objects.allocate_struct(kind).a]
end

spec "an object with data is written down as its class says" do
  point = Objects::Point.new(1, 2.5, +"x")
  point.instance_variable_set(:@other, :own)
  assert_raises(TypeError, "no _dump_data is defined for class Objects::Point") { Marshal.dump(point) }
  Objects::Point.class_eval { def _dump_data = [sum, name] }
  written = Marshal.dump(point)
  assert_equal "\x04\bId:\x13Objects::Point[\af\b3.5\"\x06x\x06:\v@other:\bown".b, written.sub("I\"\x06x\x06:\x06ET".b, "\"\x06x".b)
  assert_raises(TypeError, /class Objects::Point needs to have instance method .*_load_data'/) { Marshal.load(written) }
  Objects::Point.class_eval { private def _load_data(parts) = initialize(parts[0], 0, parts[1]) }
  read = Marshal.load(written)
  assert_equal [Objects::Point, "x", 3.5, :own], [read.class, read.name, read.sum, read.instance_variable_get(:@other)]
  assert_raises(ArgumentError, "dump format error") { Marshal.load("\x04\bd:\vObject0".b) }
end

spec "a singleton class says that it is one" do
  assert_equal [true, false], [Objects.singleton?(Objects::Point.singleton_class), Objects.singleton?(Objects::Point)]
end

spec "what a buffer of ALLOCV refers to lives as long as the buffer" do
  [5, 500].each do |count|
    expected = Array.new(count) { |index| "text #{index} of a buffer, too long to stand in a word" }
    assert_equal expected, Objects.texts_in_buffer(count)
  end
end

spec "an object that C code makes is allocated and initialized, whatever new is" do
  own = Class.new do
    attr_reader :parts
    def self.new(*) = raise("not asked")
    def initialize(*parts) = @parts = parts
  end
  assert_equal [[1, 2], "text", [nil, nil]], [Objects.new_of(own, 1, 2).parts, Objects.new_of(String, "text"), Objects.new_of(Array, 2)]
  assert_raises(TypeError, "allocator undefined for Integer") { Objects.new_of(Integer) }
  assert_equal Class, Objects.new_of(Class, own).class
end

spec "an exception's words are in its variable mesg" do
  error = KeyError.new("before")
  assert_equal ["before", "after"], [Objects.set_message(error, "after"), error.message]
end

spec "a module has a name that no program could write" do
  outer = Module.new
  assert_equal [true, []], [Objects.define_under(outer, "lower").equal?(Objects.define_under(outer, "lower")), outer.constants]
end
