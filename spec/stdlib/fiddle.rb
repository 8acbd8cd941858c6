require_relative "../harness"
require "fiddle"
require "fiddle/import"

LIBC = Fiddle.dlopen(nil)
QSORT = Fiddle::Function.new(LIBC["qsort"], [Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID)

def comparing(&block)
  Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP], &block)
end

def sorted(text, closure)
  copy = text.dup
  QSORT.call(copy, copy.bytesize, 1, closure)
  copy
end

def function(name, types, result, library = LIBC)
  Fiddle::Function.new(library[name], types, result)
end

spec "a function takes and gives each kind of value" do
  maths = Fiddle.dlopen("libm.so.6")
  assert_equal 5, function("strlen", [Fiddle::TYPE_VOIDP], Fiddle::TYPE_SIZE_T).call("hello")
  assert_equal 7, function("abs", [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(-7)
  assert_equal(-3, function("atoi", [Fiddle::TYPE_CONST_STRING], Fiddle::TYPE_INT).call("-3"))
  assert_equal 2**63 + 1, function("strtoul", [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP, Fiddle::TYPE_INT], -Fiddle::TYPE_LONG).call((2**63 + 1).to_s, nil, 10)
  assert_equal 1024.0, function("pow", [Fiddle::TYPE_DOUBLE, Fiddle::TYPE_DOUBLE], Fiddle::TYPE_DOUBLE, maths).call(2, 10)
  assert_equal 1.5, function("fabsf", [Fiddle::TYPE_FLOAT], Fiddle::TYPE_FLOAT, maths).call(-1.5)
  assert_equal "lo", function("strstr", [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP).call(text = "hello", "lo").to_s
  assert_equal "hello", text
  assert_equal nil, function("getenv", [Fiddle::TYPE_CONST_STRING], Fiddle::TYPE_CONST_STRING).call("NO_SUCH_VARIABLE")
end

spec "what a function writes into a string is seen" do
  text = +"ABC"
  function("strcpy", [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP).call(text, "xy")
  assert_equal "xy\0", text
end

spec "variadic functions are told the types of what follows" do
  format = function("snprintf", [Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_CONST_STRING, Fiddle::TYPE_VARIADIC], Fiddle::TYPE_INT)
  room = Fiddle::Pointer.malloc(100, Fiddle::RUBY_FREE)
  assert_equal 12, format.call(room, 100, "%d %s %.2f", :int, 42, :const_string, "text", :double, 1.5)
  assert_equal "42 text 1.50", room.to_s
end

spec "a function calls a block back" do
  assert_equal "1234789", sorted("9748321", comparing { |one, other| one[0] <=> other[0] })
  assert_equal "9874321", sorted("9748321", comparing { |one, other| other[0] <=> one[0] })
end

spec "fibers yield and threads switch in a block that is called back" do
  calls = []
  fiber = Fiber.new { sorted("321", comparing { |one, other| Fiber.yield(one[0]); one[0] <=> other[0] }) }
  value = fiber.resume
  while fiber.alive?
    calls << value
    value = fiber.resume
  end
  assert_equal "123", value
  assert_equal [true, 3], [calls.size >= 2, (calls | [49, 50, 51]).size]
  threads = Array.new(4) { |index| Thread.new { sorted("42#{index}31", comparing { |one, other| Thread.pass; one[0] <=> other[0] }) } }
  assert_equal ["01234", "11234", "12234", "12334"], threads.map(&:value)
end

spec "a call in a block in a call" do
  absolute = function("abs", [Fiddle::TYPE_INT], Fiddle::TYPE_INT)
  inner = comparing { |one, other| absolute.call(one[0]) <=> absolute.call(other[0]) }
  outer = comparing { |one, other| sorted("21", inner) == "12" ? one[0] <=> other[0] : 0 }
  assert_equal "123", sorted("312", outer)
end

spec "a block that raises, breaks or throws ends the call" do
  assert_raises(ArgumentError, "no order") { sorted("21", comparing { raise ArgumentError, "no order" }) }
  assert_equal :thrown, catch(:done) { sorted("21", comparing { throw :done, :thrown }) }
  assert_equal "12", sorted("21", comparing { |one, other| one[0] <=> other[0] })
end

spec "a closure gives each kind of value" do
  double = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_DOUBLE, [Fiddle::TYPE_DOUBLE, Fiddle::TYPE_FLOAT]) { |one, other| one + other }
  assert_equal 3.75, Fiddle::Function.new(double, [Fiddle::TYPE_DOUBLE, Fiddle::TYPE_FLOAT], Fiddle::TYPE_DOUBLE).call(1.5, 2.25)
  short = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_SHORT, [Fiddle::TYPE_CHAR, -Fiddle::TYPE_CHAR]) { |one, other| one - other }
  assert_equal(-256, Fiddle::Function.new(short, [Fiddle::TYPE_CHAR, -Fiddle::TYPE_CHAR], Fiddle::TYPE_SHORT).call(-1, 255))
  none = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_VOID, []) { :anything }
  assert_equal nil, Fiddle::Function.new(none, [], Fiddle::TYPE_VOID).call
  kind = Class.new(Fiddle::Closure) { def call(number) = number * 2 }
  closure = kind.new(Fiddle::TYPE_INT, [Fiddle::TYPE_INT])
  assert_equal 42, Fiddle::Function.new(closure, [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(21)
  assert_equal [Fiddle::TYPE_INT, [Fiddle::TYPE_INT], false], [closure.ctype, closure.args, closure.freed?]
  closure.free
  assert_equal true, closure.freed?
end

spec "errno after a call" do
  assert_equal(-1, function("open", [Fiddle::TYPE_VOIDP, Fiddle::TYPE_INT], Fiddle::TYPE_INT).call("/no/such/file", 0))
  assert_equal Errno::ENOENT::Errno, Fiddle.last_error
end

spec "pointers" do
  pointer = Fiddle::Pointer["abc"]
  assert_equal ["abc", "ab", 98, 3, false], [pointer.to_s, pointer[0, 2], pointer[1], pointer.size, pointer.null?]
  room = Fiddle::Pointer.malloc(16, Fiddle::RUBY_FREE)
  room[0, 4] = "wxyz"
  room[4] = 0
  room[1] = 65
  assert_equal ["wAyz", "yz", "Ayz"], [room.to_s, (room + 2).to_s, (room + 1).to_s]
  assert_equal [true, 0, room.to_i], [room == Fiddle::Pointer.new(room.to_i), room <=> Fiddle::Pointer.new(room.to_i), room.ref.ptr.to_i]
  assert_equal false, room.freed?
  room.call_free
  assert_equal [true, true], [room.freed?, Fiddle::NULL.null?]
  assert_raises(Fiddle::DLError, "NULL pointer dereference") { Fiddle::NULL[0] }
end

spec "declarations in C" do
  library = Module.new do
    extend Fiddle::Importer
    dlload "libc.so.6"
    extern "int atoi(const char *)"
    extern "long labs(long)"
  end
  assert_equal [77, 9], [library.atoi("77"), library.labs(-9)]
  record = Module.new { extend Fiddle::Importer; const_set(:POINT, struct(["int x", "char name[4]", "double y"])) }::POINT
  point = record.malloc(Fiddle::RUBY_FREE)
  point.x, point.y = 5, 2.5
  assert_equal [5, 2.5, 16], [point.x, point.y, record.size]
end

spec "what is wrong is told" do
  assert_raises(Fiddle::DLError) { Fiddle.dlopen("no-such-library.so") }
  assert_raises(Fiddle::DLError, 'unknown symbol "no_such_function"') { LIBC["no_such_function"] }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { function("abs", [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call }
  assert_raises(TypeError, "no implicit conversion to float from nil") { function("atof", [Fiddle::TYPE_DOUBLE], Fiddle::TYPE_DOUBLE).call(nil) }
  assert_equal [nil, true], [LIBC.sym_defined?("no_such_function"), !!LIBC.sym_defined?("abs")]
end

spec "a pointer's text ends with a zero byte, unless a length is given" do
  pointer = Fiddle::Pointer["ab\0cd"]
  assert_equal ["ab", "ab\0c", "a"], [pointer.to_s, pointer.to_s(4), pointer.to_s(1)]
end

spec "types are numbers or Symbols" do
  assert_raises(TypeError) { Fiddle::Function.new(Fiddle::Handle::DEFAULT["puts"], ["foo"], Fiddle::TYPE_INT) }
  assert_raises(TypeError) { Fiddle::Closure.new("foo", [Fiddle::TYPE_INT]) }
end

spec "what dlwrap gives leads back to the object" do
  assert_equal [Fiddle::Qtrue, Fiddle::Qfalse, Fiddle::Qnil, 3, -9], [true, false, nil, 1, -5].map { |object| Fiddle.dlwrap(object) }
  [true, false, nil, 1, -5, 1 << 70, 1.5, :name, [1, 2]].each { |object| assert_equal object, Fiddle.dlunwrap(Fiddle.dlwrap(object)) }
  list = [0, 1]
  assert Fiddle::Pointer.new(Fiddle.dlwrap(list)).to_value.equal?(list)
  assert_raises(TypeError, "no implicit conversion of String into Integer") { Fiddle.dlunwrap("a") }
end

spec "an object is pinned until it is let go" do
  object = Object.new
  pinned = Fiddle::Pinned.new(object)
  assert_equal [object, false], [pinned.ref, pinned.cleared?]
  pinned.clear
  assert pinned.cleared?
  assert_raises(Fiddle::ClearedReferenceError, "`ref` called on a cleared object") { pinned.ref }
  assert_equal [nil, false], [Fiddle::Pinned.new(nil).ref, Fiddle::Pinned.new(nil).cleared?]
end

if RUBY_ENGINE == "rutile"
  spec "a function of the C API that Fiddle calls is refused" do
    duplicate = Fiddle::Function.new(Fiddle.dlopen(nil)["rb_str_dup"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP, need_gvl: true)
    assert_raises(NotImplementedError) { duplicate.call(Fiddle.dlwrap("Hello")) }
  end
end

spec "a closure that Ractors share is frozen, answers and can be freed" do
  word = Class.new(Fiddle::Closure) { def call = "word" }
  shared = word.create(Fiddle::TYPE_CONST_STRING, []) do |closure|
    Ractor.make_shareable(closure)
    function = Fiddle::Function.new(closure, [], Fiddle::TYPE_CONST_STRING)
    assert_equal [true, false, "word"], [closure.frozen?, closure.freed?, function.call]
    closure
  end
  assert_equal [true, nil], [shared.freed?, shared.free]
  assert_raises(ArgumentError, /\Aalready freed: #<#<Class:.*@ctype=#{Fiddle::TYPE_CONST_STRING}, @args=\[\]>\z/) { shared.to_i }
end
