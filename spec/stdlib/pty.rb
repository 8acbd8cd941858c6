require_relative "../harness"
require "pty"
require "io/console"

# Pairs of a terminal's two ends, and programs that run in one.

# What a program has written by its end.
def spec_written(reader)
  text = +""
  loop { text << reader.readpartial(1000) }
rescue EOFError, Errno::EIO
  text
end

spec "the ends of a pair" do
  PTY.open do |master, slave|
    assert_equal [IO, File, true, true, true], [master.class, slave.class, slave.tty?, master.sync, slave.sync]
    assert_equal ["#<IO:masterpty:#{slave.path}>", slave.path], [master.inspect, slave.ttyname]
    master.puts "typed"
    assert_equal ["typed\n", "typed\r\n"], [slave.gets, master.gets]
    slave.winsize = [30, 90]
    assert_equal [30, 90], master.winsize
  end
end

spec "a terminal says where its cursor is" do
  PTY.open do |master, slave|
    terminal = Thread.new { master.readpartial(4).tap { master.write("\e[5;7R") } }
    assert_equal [[4, 6], "\e[6n"], [slave.cursor, terminal.value]
  end
end

spec "a program has the terminal for its own" do
  reader, writer, process = PTY.spawn("tty; read line; echo got $line; exit 3")
  assert_equal ["#{reader.path}\r\n", File, true], [reader.gets, writer.class, writer.sync]
  writer.puts "this"
  text = spec_written(reader)
  assert text.end_with?("got this\r\n"), text
  assert_equal 3, Process.wait2(process)[1].exitstatus
  assert_equal nil, PTY.spawn({ "A" => "b" }, "echo $A") { |output, *| assert_equal "b\r\n", output.gets }
  assert_raises(Errno::ENOENT, "No such file or directory - fork failed") { PTY.spawn("no_such_command_here") }
end

spec "a program is looked after" do
  reader, _, process = PTY.spawn("exit 7;")
  spec_written(reader)
  sleep 0.01 until (status = PTY.check(process))
  assert_equal [7, nil], [status.exitstatus, PTY.check(process)]
  reader, writer, process = PTY.spawn("read line;")
  assert_equal [nil, nil], [PTY.check(process), PTY.check(process, true)]
  writer.puts
  spec_written(reader)
  error = assert_raises(PTY::ChildExited, "pty - exited: #{process}") { loop { PTY.check(process, true) || sleep(0.01) } }
  assert_equal [0, process], [error.status.exitstatus, error.status.pid]
end

spec "what is typed is a program where its answers go elsewhere" do
  reader, writer = IO.pipe
  PTY.open do |master, terminal|
    terminal.echo = false
    master.print("print 40 + 2\n\C-d")
    child = spawn(RbConfig.ruby, in: terminal, out: writer)
    writer.close
    assert_equal "42", reader.read
    Process.wait(child)
  end
end
