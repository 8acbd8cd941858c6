require_relative "../harness"

# Who called: `caller`, `caller_locations`, and the locations of threads and fibers.
module Callers
  def self.first = caller_locations(1, 1)
  def self.lines(*arguments) = caller(*arguments)
  def self.places(*arguments) = caller_locations(*arguments)
  def self.through_core = [1].map { places(0, 3) }.first
end

spec "the call that is asked for, and no more" do
  place = Callers.first[0]
  assert_equal [__LINE__ - 1, __FILE__, true], [place.lineno, place.path, place.label.start_with?("block in ")]
  assert_equal [1, 2, []], [Callers.places(0, 1).size, Callers.lines(0, 2).size, Callers.places(1, 0)]
  assert_equal "#{__FILE__}:6:in 'Callers.lines'", Callers.lines(0, 1)[0]
  assert_equal Callers.places(1).map(&:to_s), Callers.lines(1)
  assert_equal Callers.places(0)[1..2].map(&:lineno), Callers.places(1..2).map(&:lineno)
end

spec "a method of the core library stands at the place of its call" do
  assert_equal ["Callers.places", "block in Callers.through_core", "Array#map"], Callers.through_core.map(&:label)
end

spec "beyond the first call there is nothing" do
  assert_equal [nil, nil], [Callers.places(10_000), Callers.lines(10_000)]
  assert_equal [ArgumentError, ArgumentError, RangeError, TypeError], [[-1], [0, -1], [2**70], ["1"]].map { |arguments|
    begin
      Callers.places(*arguments)
    rescue StandardError => error
      error.class
    end
  }
end

spec "an exception takes the locations of another" do
  first = begin
    raise "first"
  rescue StandardError => error
    error
  end
  second = RuntimeError.new("second")
  second.set_backtrace(first.backtrace_locations)
  assert_equal [first.backtrace, first.backtrace], [second.backtrace, second.backtrace_locations.map(&:to_s)]
  assert_equal true, first.backtrace_locations.equal?(first.backtrace_locations)
end

spec "the running thread's begin with the question" do
  assert_equal ["Thread#backtrace_locations", 2], Thread.current.backtrace_locations(0, 2).then { |places| [places[0].label, places.size] }
end

spec "extend takes hooks of the program's, and refuses what can't be extended" do
  told = []
  hooked = Module.new { define_singleton_method(:extended) { |object| told << object } }
  object = Object.new
  assert_equal [true, [object]], [object.extend(hooked).equal?(object), told]
  assert_equal true, object.extend(Comparable).is_a?(Comparable)
  assert_raises(FrozenError) { Object.new.freeze.extend(Comparable) }
  assert_raises(TypeError) { 1.extend(Comparable) }
  assert_raises(TypeError) { Object.new.extend(String) }
end

def first_place
  yield
  nil
rescue StandardError => error
  error.backtrace.first[/'(.*)'/, 1]
end

spec "an operator that is an instruction shows no method of its own" do
  index, key, two = 0, :a, 2
  [
    -> { "abc".freeze << "d" }, -> { "abc".dup << nil }, -> { [1].freeze << 2 }, -> { {}.freeze[key] = 1 }, -> { {}.freeze["a"] = 1 },
    -> { [].freeze[index] = 1 }, -> { [1][-5] = 2 }, -> { [1][nil] }, -> { [two, nil].max }, -> { [nil, two].min }
  ].each { |work| assert_equal "block (2 levels) in <main>", first_place(&work) }
end

spec "other calls of operators show as methods" do
  {
    "Integer#+" => -> { 1 + nil }, "Integer#/" => -> { 1 / 0 }, "String#+" => -> { "a" + nil }, "Array#[]" => -> { [1]["a"] },
    "Array#[]=" => -> { [1]["a"] = 1 }, "String#<<" => -> { "a".freeze.send(:<<, "b") }, "Array#max" => -> { [1, nil].max },
    "Array#min" => -> { [2, nil].min { |a, b| a <=> b } }, "String#*" => -> { "a" * -1 }
  }.each { |label, work| assert_equal label, first_place(&work) }
end

spec "what an operator calls stands right above the program" do
  places = []
  hash = Hash.new { places << caller(1, 1)[0][/'(.*)'/, 1] }
  hash[:absent]
  key = Class.new { define_method(:hash) { places << caller(1, 1)[0][/'(.*)'/, 1]; 1 } }.new
  table = { key => 1 }
  table[key] = 2
  assert_equal ["block in <main>"] * 3, places.map { |place| place.delete_suffix(" (2 levels)") }
end

spec "a conversion that raises raises once" do
  told = []
  trace = TracePoint.new(:raise) { |event| told << event.raised_exception.class }
  trace.enable { [-> { Float("x") }, -> { Rational("x") }, -> { Complex("x") }].each { |work| first_place(&work) } }
  assert_equal [ArgumentError] * 3, told
end

spec "a method of the core library that has two names is two methods, but for a few that are aliases" do
  assert_equal "Array#size", first_place { [].size(1) }
  assert_equal "Enumerable#reduce", first_place { (1..2).reduce(1, 2, 3) }
  assert_equal "Hash#merge!", first_place { {}.freeze.merge!({}) }
  assert_equal "Array#push", first_place { [].freeze.append(1) }
  names = [[].method(:size), [].method(:append), {}.method(:store), "".method(:next), :a.method(:id2name), 1.method(:inspect), (1..2).method(:entries)]
  assert_equal %i[size push store next to_s to_s entries], names.map(&:original_name)
  assert_equal "#<Method: Array#append(push)(*)>", names[1].inspect
  assert_equal "#<Method: Hash#store(_, _)>", names[2].inspect
end

spec "an alias of the program's shows by the name that the core library gave" do
  Array.alias_method(:how_many, :length)
  assert_equal "Array#length", first_place { [].how_many(1) }
  told = []
  trace = TracePoint.new(:c_call) { |event| told << [event.method_id, event.callee_id] }
  trace.enable { [].append(1) }
  assert_equal [[:push, :append]], told
ensure
  Array.remove_method(:how_many)
end

spec "what the core library does by another method shows as one" do
  { "Symbol#downcase" => -> { :a.downcase(1) }, "String#upcase" => -> { "a".upcase(1) }, "Integer#gcdlcm" => -> { 1.gcdlcm(nil) },
    "Symbol#start_with?" => -> { :a.start_with?(1) }, "Enumerable#zip" => -> { {}.zip(1) }, "String#encode!" => -> { "a".encode!("zork") } }.each do |label, work|
    assert_equal label, first_place(&work)
  end
end
