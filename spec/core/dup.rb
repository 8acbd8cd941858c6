# Copies of core objects whose state are variables: what is copied, and whose hooks are called.
require_relative "../harness"
require "date"

ORIGINALS = { time: -> { Time.at(1_700_000_000, 5, in: "+02:00") }, range: -> { Range.new(1, 5, true) }, exception: -> { ArgumentError.new("bad") },
              date: -> { Date.new(2024, 5, 6) } }

spec "a copy is equal, of the same class, and has the variables that a program gave its original" do
  ORIGINALS.each do |name, make|
    original = make.call
    original.instance_variable_set(:@note, name) unless original.frozen?
    [original.dup, original.clone].each do |copy|
      assert_equal [original.class, original.inspect, false], [copy.class, copy.inspect, copy.equal?(original)]
      assert_equal original.instance_variables, copy.instance_variables
    end
    assert_equal [false, true], [original.dup.frozen?, original.freeze.clone.frozen?]
  end
end

spec "hooks of a program's class are called, and none of a module that was only extended to the original" do
  ORIGINALS.each_value do |make|
    kind = Class.new(make.call.class) do
      def initialize_copy(other)
        super
        @seen = other.class
      end
    end
    original = kind < Range ? kind.new(1, 2) : kind < Time ? kind.at(0) : kind.new
    assert_equal kind, original.dup.instance_variable_get(:@seen)
    other = make.call
    next if other.frozen?
    other.extend(Module.new { def initialize_copy(_) = raise("called") })
    assert_equal make.call.inspect, other.dup.inspect
  end
end

spec "an exception's copy has its backtrace and cause, and goes its own way" do
  error = begin
    begin
      raise "inner"
    rescue StandardError
      raise ArgumentError, "outer"
    end
  rescue ArgumentError => raised
    raised
  end
  copy = error.dup
  assert_equal [error.backtrace, "inner", "outer"], [copy.backtrace, copy.cause.message, copy.message]
  copy.set_backtrace(["elsewhere"])
  assert_equal true, error.backtrace != ["elsewhere"]
end

spec "what was not initialized has no copy" do
  assert_raises(TypeError, "uninitialized Time") { Time.allocate.dup }
end
