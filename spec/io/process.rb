# Who a process is, and what it may use.

require_relative "../harness"
require_relative "../outside"

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

spec "what is wrong with a program's options is said before it is started" do
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { spawn({}, {}) }
  assert_raises(ArgumentError, "environment name contains a equal : A=B") { spawn({ "A=B" => "1" }, "true") }
  assert_raises(ArgumentError, "negative process group ID : -1") { spawn("true", pgroup: -1) }
  assert_raises(ArgumentError, "wrong exec redirect action") { spawn("true", out: nil) }
  assert_raises(ArgumentError, "wrong exec redirect action") { spawn("true", out: 3.5) }
  assert_raises(ArgumentError, "wrong exec redirect symbol: foo") { spawn("true", out: :foo) }
  assert_raises(ArgumentError, "wrong exec redirect") { spawn("true", [:out, :foo] => :close) }
  assert_raises(ArgumentError, "wrong exec redirect") { spawn("true", out: [:child, :foo]) }
  assert_raises(ArgumentError, "child fd 99 is not redirected") { spawn("true", out: [:child, 99]) }
  assert_raises(ArgumentError, "cyclic child fd redirection from 9") { spawn("true", 9 => [:child, 9]) }
  assert_raises(ArgumentError, "negative file descriptor") { spawn("true", -1 => 1) }
  assert_raises(ArgumentError, "fd 0 specified twice") { spawn("true", :in => :close, 0 => "/dev/null") }
  assert_raises(ArgumentError, "fd 1 specified twice") { IO.popen("cat", "r", out: "/dev/null") }
  assert_raises(ArgumentError, "expected true or false as close_others: 1") { spawn("true", close_others: 1) }
  assert_raises(ArgumentError, "exception option is not allowed") { spawn("true", exception: true) }
  assert_raises(ArgumentError, "wrong exec option symbol: new_pgroup") { spawn("true", new_pgroup: true) }
  assert_raises(ArgumentError, "wrong exec rlimit option") { spawn("true", rlimit_core: [1, 2, 3]) }
  assert_raises(ArgumentError, "invalid access mode q") { spawn("true", out: ["/dev/null", "q"]) }
  assert_raises(TypeError, "no implicit conversion of nil into Integer") { spawn("true", umask: nil) }
end

spec "what the system refuses is named" do
  assert_raises(Errno::ENOENT, "No such file or directory - /nowhere/at/all") { spawn("true", out: "/nowhere/at/all") }
  assert_raises(Errno::ENOENT, "No such file or directory - /nowhere/at/all") { spawn("true", chdir: "/nowhere/at/all") }
  assert_raises(Errno::ENOENT, "No such file or directory - /nowhere/at/all") { system("true", in: "/nowhere/at/all") }
  assert_raises(Errno::EBADF, "Bad file descriptor - dup2") { spawn("true", out: 99) }
  assert_raises(Errno::EINVAL, "Invalid argument - setrlimit") { spawn("true", rlimit_nofile: [64, 5]) }
  assert_raises(Errno::ENOENT, "No such file or directory - no-such-program") { spawn("no-such-program", "x", 9 => :out) }
  assert_raises(RuntimeError, "Command failed with exit 3: exit 3") { system("exit 3", exception: true) }
  assert_equal nil, system("")
end

spec "a program is looked for in the path that it gets" do
  assert_raises(Errno::ENOENT, "No such file or directory - env") { spawn({ "PATH" => "/nowhere" }, "env", "x") }
end

spec "descriptors are put in their places all at once" do
  reader, writer = IO.pipe
  other_reader, other_writer = IO.pipe
  program = "echo first >&#{writer.fileno}; echo second >&#{other_writer.fileno}"
  process = spawn(program, writer => other_writer, other_writer => writer)
  [writer, other_writer].each(&:close)
  Process.wait(process)
  assert_equal ["second\n", "first\n"], [reader.read, other_reader.read]
end

spec "a descriptor of the program's own may stand in for the pipe that tells how it went" do
  (3..12).each do |number|
    next if File.exist?("/proc/self/fd/#{number}")
    assert_equal nil, system("no-such-program", number => :out)
  end
end

spec "close_others keeps what may be inherited from the program" do
  reader, writer = IO.pipe
  writer.close_on_exec = false
  hold, held = IO.pipe
  process = spawn("cat", in: hold, out: "/dev/null", close_others: true)
  writer.close
  # The program still runs, and holds no end of the pipe.
  assert_equal "", reader.read
  held.close
  Process.wait(process)
end

spec "files are opened for reading, but for standard output" do
  assert_equal Process::Status, Process.wait2(spawn("cat <&9 >/dev/null", 9 => "/proc/self/stat"))[1].class
  assert $?.success?
  assert_equal "a\nb\n", IO.popen(["sh", "-c", "echo a; echo b >&2"], err: [:child, :out], &:read)
end

spec "what a stream has gathered is written once, whatever is started meanwhile" do
  path = "/tmp/rutile-gathered-#{Process.pid}"
  File.open(path, "w") do |file|
    file.write("once")
    system("true")
    Process.wait(spawn("true"))
  end
  assert_equal "once", File.read(path)
  File.delete(path)
end

spec "Process::Status.wait leaves the last status alone" do
  Process.wait(fork { exit!(2) })
  fork { exit!(3) }
  assert_equal [3, 2], [Process::Status.wait.exitstatus, $?.exitstatus]
  assert_equal -1, Process::Status.wait.pid
end

spec "signals are names or numbers" do
  assert_raises(ArgumentError, "bad signal type Float") { Process.kill(1.5, Process.pid) }
  assert_raises(ArgumentError, "bad signal type NilClass") { Process.kill(nil, Process.pid) }
  assert_raises(ArgumentError, "signal name with null byte") { Process.kill("TERM\0", Process.pid) }
  assert_raises(Errno::EINVAL, "Invalid argument - SIGKILL") { trap("KILL") {} }
end

spec "the end of the program can be trapped" do
  program = 'at_exit { puts "last #{$!.inspect}" }; trap("EXIT") { |number| puts "trapped #{number}"; exit 3 }'
  assert_equal "trapped 0\nlast nil\n", IO.popen([ruby_command, "-e", program], &:read)
  assert_equal 3, $?.exitstatus
  assert_equal "7\n", IO.popen([ruby_command, "-e", 'trap("EXIT", "puts 3 + 4")'], &:read)
end

spec "clocks by the names of their constants" do
  %i[CLOCK_REALTIME CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID].each do |name|
    number = Process.const_get(name)
    assert_equal Process.clock_getres(number), Process.clock_getres(name)
    assert Process.clock_gettime(name, :nanosecond) >= Process.clock_gettime(number, :nanosecond) - 10**9
  end
  assert_raises(Errno::EINVAL, "Invalid argument - clock_gettime(:CLOCK_BOOTTIME)") { Process.clock_gettime(:CLOCK_BOOTTIME) }
end

spec "clocks that stand for other calls tell those calls' resolution" do
  assert_equal 1000, Process.clock_getres(:GETTIMEOFDAY_BASED_CLOCK_REALTIME, :nanosecond)
  assert_equal 100.0, Process.clock_getres(:TIMES_BASED_CLOCK_MONOTONIC, :hertz)
  assert_raises(Errno::EINVAL, "Invalid argument - clock_gettime(9999)") { Process.clock_gettime(9999) }
  assert_raises(Errno::EINVAL, "Invalid argument - clock_getres(:foo)") { Process.clock_getres(:foo) }
end

spec "a thread that starts a program does not wait meanwhile, and one that is killed does not wait for its program" do
  started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  number = nil
  thread = Thread.new do
    IO.popen(["sleep", "20"]) do |pipe|
      number = pipe.pid
      sleep
    end
  end
  Thread.pass until thread.stop?
  assert_equal true, number.is_a?(Integer)
  thread.kill
  thread.join
  assert_equal true, Process.clock_gettime(Process::CLOCK_MONOTONIC) - started < 10
ensure
  Process.kill(:KILL, number) if number
end

spec "trap answers what stood before" do
  answers = run_code(<<~RUBY)
    print ["SYSTEM_DEFAULT", "DEFAULT", nil, "IGNORE", "", "DEFAULT"].map { |command| trap(:PIPE, command) }.inspect
    print ["SYSTEM_DEFAULT", "DEFAULT", nil, "IGNORE", "EXIT"].map { |command| trap(:INT, command) }.inspect
    print [trap(:EXIT, "IGNORE"), trap(:EXIT, nil), trap(:WINCH, "DEFAULT"), trap(:WINCH, "DEFAULT")].inspect
  RUBY
  assert_equal '[nil, "SYSTEM_DEFAULT", nil, nil, "IGNORE", "IGNORE"]' \
    '["DEFAULT", "SYSTEM_DEFAULT", "DEFAULT", nil, "IGNORE"][nil, nil, "SYSTEM_DEFAULT", "SYSTEM_DEFAULT"]', answers[0]
end

spec "whether a handler can be called is asked when the signal comes" do
  assert_equal ["no method call", 0], run_code(<<~RUBY)
    trap(:USR2, Object.new)
    begin
      Process.kill(:USR2, $$)
      sleep 1
    rescue NoMethodError => error
      print "no method \#{error.name}"
    end
  RUBY
end

spec "a command may have any bytes" do
  assert_raises(Errno::ENOENT) { `nothing-of-this-name-\xff` }
end

spec "what is left to the system is not run as a program at the end" do
  assert_equal ["end", 0], run_code('trap(:EXIT, "SYSTEM_DEFAULT"); print "end"')
  assert_equal ["end", 0], run_code('trap(:EXIT, nil); print "end"')
  assert_equal ["endtrapped", 0], run_code('trap(:EXIT) { print "trapped" }; print "end"')
end
