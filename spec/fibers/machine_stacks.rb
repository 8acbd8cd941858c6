# rutile-only
require_relative "../harness"
require "fiddle"
require "rutile/machine_stacks"

LIBC = Fiddle.dlopen(nil)
QSORT = Fiddle::Function.new(LIBC["qsort"], [Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID)
POOL = Rutile::MachineStacks

# Fibers that wait in a block that a foreign function has called.
def waiting(count)
  closure = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP]) { |one, other| Fiber.yield; one[0] <=> other[0] }
  Array.new(count) { Fiber.new { text = +"21"; QSORT.call(text, 2, 1, closure); text }.tap(&:resume) }
end

# A compaction in between would give back what is to be counted.
def without_collections
  GC.disable
  yield
ensure
  GC.enable
end

spec "a fiber holds a machine stack only while it is suspended in a call back" do
  POOL.policy = "keep"
  without_collections do
    fibers = waiting(20)
    assert_equal [20, 32], POOL.statistics.values_at(:used, :stacks)
    assert_equal ["12"], fibers.map(&:resume).uniq
    assert_equal [0, 32, 20], POOL.statistics.values_at(:used, :vacant, :peak)
  end
end

spec "what nobody uses is given back by compaction, by a warm-up and when asked" do
  POOL.policy = "keep"
  [-> { GC.compact }, -> { POOL.trim }, -> { Process.warmup }].each do |give_back|
    without_collections do
      waiting(20).each(&:resume)
      assert_equal true, POOL.statistics[:bytes] > 0
    end
    give_back.call
    assert_equal [0, 0], POOL.statistics.values_at(:stacks, :bytes)
  end
end

spec "each policy" do
  { "unmap" => [0, 0], "free" => [32, 0], "keep" => [32, 20] }.each do |policy, (stacks, warm)|
    POOL.policy = policy
    without_collections do
      waiting(20).each(&:resume)
      assert_equal [policy, stacks, warm], [POOL.policy[/\w+/], *POOL.statistics.values_at(:stacks, :warm)]
    end
  end
  POOL.policy = "idle:1ms"
  waiting(20).each(&:resume)
  sleep 0.05
  GC.start
  assert_equal 0, POOL.statistics[:stacks]
  assert_raises(ArgumentError, /`sometimes`: no such release/) { POOL.policy = "sometimes" }
end

spec "there are no more stacks than the policy allows" do
  POOL.policy = "stacks=3"
  fibers = waiting(3)
  assert_raises(FiberError, "can't set up another machine stack: all 3 are in use") { waiting(1) }
  fibers.each(&:resume)
  assert_equal 1, waiting(1).each(&:resume).size
end

# The system's own parser of patterns recurses for each bracket.
def overflow
  parse = Fiddle::Function.new(LIBC["regcomp"], [Fiddle::TYPE_VOIDP, Fiddle::TYPE_CONST_STRING, Fiddle::TYPE_INT], Fiddle::TYPE_INT)
  parse.call(Fiddle::Pointer.malloc(1000, Fiddle::RUBY_FREE), "(" * 100_000 + ")" * 100_000, 1)
end

spec "foreign code that overflows its stack is an error, by each guard; without a guard it doesn't run" do
  %w[auto marker protected].each do |guard|
    POOL.policy = "guard=#{guard}"
    2.times { assert_raises(SystemStackError, "stack level too deep") { overflow } }
  rescue FiberError => error
    # Markers came with Linux 6.13.
    assert_equal ["marker", "can't set up another machine stack: no guard for foreign code"], [guard, error.message]
  end
  POOL.policy = "guard=software"
  assert_raises(FiberError, "can't set up another machine stack: no guard for foreign code") { overflow }
end

spec "calls that are dropped while they wait give their stacks back" do
  POOL.policy = "keep"
  5.times do
    waiting(20)
    GC.start
  end
  GC.start # what a stale word held before
  assert_equal true, POOL.statistics[:used] <= 40
end

spec "a forked child goes on in calls under way" do
  POOL.policy = "keep"
  fibers = waiting(2)
  _, status = Process.wait2(fork { exit!(fibers.map(&:resume) == %w[12 12] ? 0 : 1) })
  assert_equal [0, %w[12 12]], [status.exitstatus, fibers.map(&:resume)]
end

spec "the environment sets the policy" do
  program = "require 'rutile/machine_stacks'; puts Rutile::MachineStacks.policy"
  told = IO.popen([{ "RUTILE_MACHINE_STACKS" => "unmap,stacks=7,stack=64k" }, RbConfig.ruby, "-e", program], &:read)
  assert_equal "unmap,stacks=7,stack=65536", told[/\A[^,]*,[^,]*,[^,]*/]
  bad = IO.popen([{ "RUTILE_MACHINE_STACKS" => "depth=3" }, RbConfig.ruby, "-w", "-e", "p 1", err: %i[child out]], &:read)
  assert_equal true, bad.include?("RUTILE_MACHINE_STACKS is ignored: stack pool policy `depth=3`: no such setting")
end
