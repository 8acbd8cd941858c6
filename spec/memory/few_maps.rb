# rutile-only
require_relative "../harness"
require_relative "../outside"
require "rbconfig"

# A process that the system gives few more maps to (`vm.max_map_count`): here a child that has used up nearly all of its own. What needs none goes
# on, what needs more raises, nothing ends the process.

PROGRAM = <<~'RUBY'
  require "fiddle"
  def function(name, *types) = Fiddle::Function.new(Fiddle.dlopen(nil)[name], types, Fiddle::TYPE_VOIDP)
  word, number = Fiddle::TYPE_SIZE_T, Fiddle::TYPE_INT
  map = function("mmap", word, word, number, number, number, word)
  protect = function("mprotect", word, word, number)
  limit = File.read("/proc/sys/vm/max_map_count").to_i
  limit > 200_000 and abort "the limit is too high to be reached"
  page = 1 << 16
  # Each second page of one area is made unreadable: two maps a turn.
  area = map.call(0, page * (limit + 100), 3, 0x4022, -1, 0).to_i
  turns = 0
  turns += 1 while turns <= limit / 2 && protect.call(area + turns * 2 * page, page, 0).to_i == 0
  # A few are left.
  16.times { |turn| protect.call(area + turn * 2 * page, page, 3) }
  def told
    yield
  rescue NoMemoryError, SystemCallError, FiberError, ThreadError, LoadError, IO::Buffer::AllocationError => error
    error.class
  end
  print "maps are gone," if turns > 1000
  print " ", told { Array.new(1000) { |index| Fiber.new { Fiber.yield(1) } }.sum(&:resume) }
  print " ", told { Array.new(20) { |index| Thread.new { sleep 0.001; 1 } }.sum(&:value) }
  GC.start
  print " ", told { Array.new(50_000) { |index| "text #{index}" }.size }
  told { eval("2 + 3") }
  told { require "optparse" }
  told { IO::Buffer.new(1 << 20).size }
  told { `echo hi` }
  told { Process.wait(fork { exit!(3) }) }
  told { Fiddle::Closure::BlockCaller.new(number, [number]) { |value| value } }
  puts " and on it goes"
  $stdout.flush
  exit! 0
RUBY

spec "a process with few maps left goes on, and raises where it cannot" do
  text, status = run_ruby("-W0", "-e", PROGRAM)
  assert_equal [0, "maps are gone, 1000 20 50000 and on it goes\n"], [status, text]
end
