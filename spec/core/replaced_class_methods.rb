require "bigdecimal"
require "socket"
require "yaml"
require_relative "../harness"

# A test that lets `File`, `Time` or `Thread` receive a message replaces a method of theirs: what the library does for other methods is not to call it.

def replaced(object, *names)
  singleton = object.singleton_class
  names.each do |name|
    singleton.alias_method(:"kept_#{name}", name)
    singleton.define_method(name) { |*, **| raise "#{object}.#{name} was called" }
  end
  yield
ensure
  names.each do |name|
    singleton.alias_method(name, :"kept_#{name}")
    singleton.remove_method(:"kept_#{name}")
  end
end

spec "no other method calls those of File that a program has replaced" do
  folder = __dir__
  replaced(File, :directory?, :exist?, :file?, :stat, :lstat, :dirname, :basename, :expand_path, :mtime) do
    assert_equal [true, false, false], [Dir.exist?(__dir__), Dir.exist?(__FILE__), Dir.exist?("/no such folder")]
    assert_equal [true, false], [Dir.exist?(File.open(__dir__)), FileTest.directory?(__FILE__)]
    assert_equal folder, __dir__
    assert_equal true, File.open(__FILE__) { |file| file.lstat.file? && file.stat.file? }
    assert_equal false, require("#{__dir__}/../core/../harness.rb")
  end
end

spec "times of files are made without Time.at, and what belongs to a thread without Thread.current" do
  replaced(Time, :at, :now, :new) do
    status = File.stat(__FILE__)
    assert_equal [Time] * 4, [status.atime, status.mtime, status.ctime, File.mtime(__FILE__)].map(&:class)
  end
  replaced(Thread, :current) do
    assert_equal Dir.pwd, Dir.chdir(".") { Dir.pwd }
    assert_equal 3, eval("1 + 2")
  end
end

spec "programs are started without IO.pipe, and signals are handled and named without Signal's methods" do
  replaced(IO, :pipe) do
    assert_equal [true, "a\n"], [system("true"), `echo a`]
    assert_equal "b\n", IO.popen(%w[echo b], &:read)
    assert_equal 0, Process.wait2(spawn("true")).last.exitstatus
  end
  replaced(Signal, :trap, :signame) do
    assert_equal "DEFAULT", trap("USR2") {}
    assert_equal Proc, trap("USR2", "DEFAULT").class
    assert_equal "SIGUSR2", SignalException.new("USR2").message
    status = Process.wait2(spawn("kill -USR2 $$")).last
    assert status.inspect.include?("SIGUSR2")
  end
end

spec "a path is split without File.dirname, and `raise` of a text asks no `new`" do
  replaced(File, :dirname, :basename) { assert_equal ["/a", "b.rb"], File.split("/a/b.rb") }
  replaced(RuntimeError, :new) do
    assert_equal "a", (raise "a" rescue $!.message)
    assert_equal "", (raise rescue $!.message)
  end
end

spec "a collection by ObjectSpace is made without GC.start" do
  replaced(GC, :start) { assert_equal nil, ObjectSpace.garbage_collect }
end

spec "classes of what was dumped are found without `const_get`" do
  dumped, written = Marshal.dump([Struct.new(:a).class, Rational(1, 2), 1..2]), YAML.dump(1..2)
  replaced(Object, :const_get) do
    assert_equal [Class, Rational(1, 2), 1..2], Marshal.load(dumped)
    assert_equal 1..2, YAML.unsafe_load(written)
  end
end

spec "connecting asks no `Process.clock_gettime`, and BigDecimal no Thread.current" do
  server = TCPServer.new("127.0.0.1", 0)
  replaced(Process, :clock_gettime) do
    socket = TCPSocket.new("127.0.0.1", server.addr[1])
    accepted = server.accept
    accepted.write("x")
    assert_equal "x", socket.readpartial(1)
    [socket, accepted].each(&:close)
  end
  server.close
  replaced(Thread, :current) { assert_equal "0.15e1", BigDecimal("1.46").round(1).to_s }
end
