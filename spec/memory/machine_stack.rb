# rutile-only
# What a collection has to search without knowing what is in it is the machine stack of the loop, and that is small
# wherever a program stands: Ruby's own frames, and those of every fiber and thread, are found exactly.

require_relative "../harness"

BOUND = 16 * 1024

def assert_small
  bytes = yield
  assert bytes > 0 && bytes < BOUND, "#{bytes} bytes of machine stack"
end

def deep(levels) = levels == 0 ? Rutile.machine_stack_bytes : [1].map { deep(levels - 1) }.first

class Named
  def initialize(seen) = @seen = seen

  def to_s
    @seen << Rutile.machine_stack_bytes
    "named"
  end

  def ==(other)
    @seen << Rutile.machine_stack_bytes
    true
  end
end

spec "the stack is small at the top and a thousand blocks deep" do
  assert_small { Rutile.machine_stack_bytes }
  assert_small { deep(1000) }
  assert_equal deep(1), deep(1000)
end

spec "it is small in methods that the runtime calls" do
  seen = []
  "#{Named.new(seen)}"
  [Named.new(seen)].include?(3)
  [3, 1, 2].sort { |one, other| seen << Rutile.machine_stack_bytes; one <=> other }
  "abc".gsub(/b/) { seen << Rutile.machine_stack_bytes; "x" }
  eval("seen << Rutile.machine_stack_bytes")
  assert seen.size >= 5
  assert_small { seen.max }
end

spec "it is small in fibers and threads, however many there are" do
  fibers = Array.new(stress_sized(1000)) { Fiber.new { Fiber.yield; Rutile.machine_stack_bytes }.tap(&:resume) }
  assert_small { fibers.map(&:resume).max }
  threads = Array.new(stress_sized(100)) { Thread.new { sleep 0.001; Rutile.machine_stack_bytes } }
  assert_small { threads.map(&:value).max }
end

spec "it is small while an event loop of threads waits for streams" do
  pipes = Array.new(stress_sized(100)) { IO.pipe }
  waiting = pipes.map { |reader, _| Thread.new { reader.getc; Rutile.machine_stack_bytes } }
  Thread.pass until waiting.all?(&:stop?)
  pipes.each { |_, writer| writer.write("x") }
  assert_small { waiting.map(&:value).max }
end
