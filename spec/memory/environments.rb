require_relative "../harness"
require "continuation"

# Variables that blocks share with the frame around them are free again when it returns, unless something else refers to them.
module Environments
  def self.total(numbers)
    sum = 0
    numbers.each { |number| sum += number }
    sum
  end

  def self.counter(from)
    count = from
    -> { count += 1 }
  end

  # Another call in the place of one that has returned.
  def self.disturb
    values = (0..9).map { |value| other = value; [value].each { other += 1 }; other }
    total(values)
  end
end

spec "a call whose block shares its variables allocates nothing for them" do
  numbers = [1, 2, 3]
  100.times { Environments.total(numbers) }
  before = GC.stat(:total_allocated_objects)
  100.times { Environments.total(numbers) }
  assert GC.stat(:total_allocated_objects) - before < 50
end

spec "what a Proc shares lasts" do
  counters = Array.new(20) { |from| counter = Environments.counter(from); Environments.disturb; counter }
  2.times { counters.each(&:call) }
  assert_equal (3..22).to_a, counters.map(&:call)
end

spec "a Proc keeps the variables of all blocks around it" do
  made = Array.new(5) do |outer|
    here = outer * 10
    [1, 2].map { |inner| mine = inner; -> { here += 1; mine += 1; [here, mine] } }
  end
  Environments.disturb
  assert_equal [[[1, 2], [2, 3]], [[11, 2], [12, 3]], [[21, 2], [22, 3]], [[31, 2], [32, 3]], [[41, 2], [42, 3]]], made.map { |two| two.map(&:call) }
end

spec "a Proc made of a block far below keeps them too" do
  def kept(&block) = block
  def handed = kept { |x| yield x }
  def around(value)
    own = value
    handed { |x| own += x }
  end
  procs = [1, 2, 3].map { |value| around(value) }
  Environments.disturb
  assert_equal [11, 12, 13], procs.map { |closure| closure.call(10) }
end

spec "bindings, and variables that a text adds, last" do
  def bound(value)
    here = value
    [1].each { here += 1 }
    binding
  end
  all = [1, 2, 3].map { |value| bound(value) }
  all.each { |one| one.eval("added = here * 2; [1].each { added += 1 }") }
  Environments.disturb
  assert_equal [[2, 5], [3, 7], [4, 9]], all.map { |one| [one.local_variable_get(:here), one.eval("added")] }
end

spec "methods and fibers made of blocks last" do
  def fiber(from)
    at = from
    Fiber.new { loop { Fiber.yield(at += 1) } }
  end
  def defining(name, from)
    at = from
    Class.new { define_method(name) { at += 1 } }
  end
  fibers = [1, 5, 9].map { |from| fiber(from) }
  classes = [1, 5, 9].map { |from| defining(:next, from) }
  Environments.disturb
  assert_equal [[2, 3], [6, 7], [10, 11]], fibers.map { |one| [one.resume, one.resume] }
  assert_equal [2, 6, 10], classes.map { |one| one.new.next }
end

spec "a frame that a continuation goes back to finds its variables" do
  def counted
    seen = 0
    again = nil
    [1].each { callcc { |here| again = here }; seen += 1 }
    [seen, again]
  end
  seen, again = counted
  Environments.disturb
  again.call if seen < 3
  assert_equal 3, seen
end

spec "a tracer's binding at a return shows what was there" do
  def traced
    found = 1
    [1].each { found += 1 }
    found
  end
  seen = []
  TracePoint.new(:return) { |event| seen << event.binding if event.method_id == :traced }.enable { 2.times { traced } }
  Environments.disturb
  assert_equal [2, 2], seen.map { |one| one.local_variable_get(:found) }
end

spec "what was open while collections ran is whole" do
  def collected(value)
    here = [value]
    [1].each { GC.start; here << value + 1 }
    [1].each { here << 3 }
    here
  end
  assert_equal [[1, 2, 3], [2, 3, 3]], [collected(1), collected(2)]
end
