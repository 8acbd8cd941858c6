# Process::UID, GID and Sys: becoming another user or group. What needs a privileged process is tried in children, where there is one.

require_relative "../harness"

def spec_in_child
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(Marshal.dump(yield))
    exit!(true)
  rescue Exception => error
    writer.write(Marshal.dump([error.class.name, error.message]))
    exit!(false)
  end
  writer.close
  told = Marshal.load(reader.read)
  Process.wait(child)
  told
end

def spec_users = File.read("/proc/self/status")[/^Uid:\s+(.*)/, 1].split.map(&:to_i).take(3)
def spec_groups = File.read("/proc/self/status")[/^Gid:\s+(.*)/, 1].split.map(&:to_i).take(3)
REFUSED = ["Errno::EPERM", "Operation not permitted"]

def spec_as_root(expected, &block)
  Process.euid == 0 && File.readable?("/proc/self/status") ? assert_equal(expected, spec_in_child(&block)) : assert(spec_in_child(&block))
end

spec "who this process is, by each of the modules" do
  assert_equal [Process.uid, Process.euid, Process.uid], [Process::UID.rid, Process::UID.eid, Process::Sys.getuid]
  assert_equal [Process.gid, Process.egid, Process.egid], [Process::GID.rid, Process::GID.eid, Process::Sys.getegid]
  assert_equal 0, Process::UID.from_name("root")
  assert_equal "can't find user for no_such_user_here", assert_raises(ArgumentError) { Process::UID.from_name("no_such_user_here") }.message
end

spec "change_privilege leaves no way back" do
  spec_as_root([7, [7, 7, 7], REFUSED[0], [7, 7, 7]]) do
    [Process::UID.change_privilege(7), spec_users, (Process::UID.change_privilege(0) rescue $!.class.name), spec_users]
  end
  spec_as_root([8, [8, 8, 8]]) { [Process::GID.change_privilege(8), spec_groups] }
end

spec "grant_privilege and eid= change the effective and the saved one, re_exchange the real and the effective one" do
  spec_as_root([7, [0, 7, 7], 0, [7, 0, 0]]) { [Process::UID.grant_privilege(7), spec_users, Process::UID.re_exchange, spec_users] }
  spec_as_root([0, 8, 8]) { Process::GID.eid = 8; spec_groups }
end

spec "switch goes to the real one, while its block runs or for good" do
  spec_as_root([[0, 0, 7], nil, [0, 7, 7]]) do
    Process::UID.eid = 7
    inside = given = nil
    Process::UID.switch { |value| given, inside = value, spec_users }
    [inside, given, spec_users]
  end
  spec_as_root([8, [0, 0, 8]]) { Process::GID.eid = 8; [Process::GID.switch, spec_groups] }
  assert_equal REFUSED, spec_in_child { Process::UID.switch }
end

spec "a block of switch can't change who the process is" do
  spec_as_root(["RuntimeError", "can't handle UID while evaluating block given to Process::UID.switch method"]) do
    Process::UID.eid = 7
    Process::UID.switch { Process.uid = 9 }
  end
end

spec "Sys has the system's calls" do
  spec_as_root([nil, [7, 7, 7]]) { [Process::Sys.setuid(7), spec_users] }
  spec_as_root([nil, [0, 7, 0]]) { [Process::Sys.seteuid(7), spec_users] }
  spec_as_root([nil, [7, 8, 8]]) { [Process::Sys.setreuid(7, 8), spec_users] }
  spec_as_root([nil, [7, 8, 9]]) { [Process::Sys.setresgid(7, 8, 9), spec_groups] }
  spec_as_root([nil, [0, 8, 0]]) { [Process::Sys.setresuid(-1, 8, -1), spec_users] }
  assert_equal "setruid() function is unimplemented on this machine", assert_raises(NotImplementedError) { Process::Sys.setruid(1) }.message
end

spec "a number that no user has is refused" do
  refused = lambda { |value| assert_raises(StandardError) { Process.euid = value }.message }
  assert_equal "no implicit conversion of nil into Integer", refused.(nil)
  assert_equal "integer 1099511627776 too big to convert to 'unsigned int'", refused.(2**40)
  assert_equal "integer -8589934592 too small to convert to 'unsigned int'", refused.(-2**33)
end
