# Recursion through fibers ends as any other does, and only what really waits for one another counts.
require_relative "../harness"

# How deep fibers went that each resume a new one, where something ended it.
def spec_fibers_within_fibers
  deepest = 0
  deeper = -> { Fiber.new { deepest += 1; deeper.call }.resume }
  begin
    deeper.call
  rescue SystemStackError, FiberError
    deepest
  end
end

spec "fibers that start one another without end are stopped by an exception" do
  assert spec_fibers_within_fibers > 1_000 unless ENV["RUTILE_GC_STRESS"]
end

spec "a chain of fibers that were made by one another is not deep" do
  make = ->(number) { Fiber.new { Fiber.yield(make.call(number + 1)) } }
  fiber = make.call(0)
  stress_sized(10_000).times { fiber = fiber.resume }
  assert fiber.alive?
end
