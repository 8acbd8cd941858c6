require_relative "../harness"

# Modules of functions, included: what they answer is at hand without their name.

class SpecIncludesFunctions
  include Process
  include Marshal
  include Signal

  def time = clock_gettime(CLOCK_MONOTONIC)
  def group = getpgrp
  def copied(object) = Marshal.load(dump(object))
  def number = list["INT"]
  def child = wait2(fork { exit!(3) }).last.exitstatus
end

spec "functions of Process, Marshal and Signal can be included" do
  included = SpecIncludesFunctions.new
  assert_equal [Float, Process.getpgrp, [1, 2], 2, 3], [included.time.class, included.group, included.copied([1, 2]), included.number, included.child]
  assert_raises(NoMethodError) { included.clock_gettime(0) }
  assert_equal [false, false], [Process.private_method_defined?(:fork), Marshal.private_method_defined?(:load)]
end

spec "signals that nobody can handle" do
  assert_raises(Errno::EINVAL, "Invalid argument - SIGKILL") { trap("KILL") { } }
  assert_raises(ArgumentError, "can't trap reserved signal: SIGSEGV") { trap("SEGV") { } }
end
