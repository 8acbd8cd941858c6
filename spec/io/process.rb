# Who a process is, and what it may use.

require_relative "../harness"

spec "identities are numbers, and can be set to what they are by number or name" do
  assert_equal Process.uid, (Process.euid = Process.uid)
  assert_equal Process.gid, (Process.egid = Process.gid)
  assert_equal [Process.uid, Process.gid], [Process::UID.rid, Process::GID.rid]
  assert_raises(ArgumentError, "can't find user for nobody-of-this-name") { Process.uid = "nobody-of-this-name" }
  assert_raises(ArgumentError, "can't find group for nobody-of-this-name") { Process.gid = "nobody-of-this-name" }
  assert_raises(TypeError, "no implicit conversion of Object into Integer") { Process.euid = Object.new }
end

spec "groups are listed" do
  assert Process.groups.all?(Integer)
  assert Process.maxgroups > 0
  assert_raises(ArgumentError, "maxgroups 0 should be positive") { Process.maxgroups = 0 }
end

spec "sessions, groups and priorities are told" do
  assert_equal Process.getsid, Process.getsid(Process.pid)
  assert_equal Process.getpgrp, Process.getpgid(0)
  assert_equal Process.getpriority(Process::PRIO_PROCESS, 0), Process.getpriority(Process::PRIO_PROCESS, Process.pid)
  assert_raises(Errno::ESRCH, "No such process") { Process.getpriority(Process::PRIO_PROCESS, 2**30) }
end

spec "limits are named by symbol, string or number" do
  expected = Process.getrlimit(Process::RLIMIT_NOFILE)
  assert_equal expected, Process.getrlimit(:NOFILE)
  assert_equal expected, Process.getrlimit("NOFILE")
  assert_equal nil, Process.setrlimit(:NOFILE, *expected)
  assert_raises(ArgumentError, "invalid resource name: PATIENCE") { Process.getrlimit(:PATIENCE) }
end

spec "a detached child's thread knows its number" do
  child = fork { exit!(0) }
  thread = Process.detach(child)
  assert_equal [Process::Waiter, child, child], [thread.class, thread.pid, thread[:pid]]
  assert thread.value.success?
end

spec "limits are those of the program that is started" do
  assert_equal "64\n128\n", IO.popen(["sh", "-c", "ulimit -n; ulimit -Hn", { rlimit_nofile: [64, 128] }], &:read)
  assert_equal 0, IO.popen(["true", { rlimit_as: 100_000_000 }], &:read).size
  assert_raises(ArgumentError, "wrong exec option symbol: rlimit_foo") { spawn("true", rlimit_foo: 3) }
  assert_raises(TypeError) { spawn("true", rlimit_nofile: nil) }
end
