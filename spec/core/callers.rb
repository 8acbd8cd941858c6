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
