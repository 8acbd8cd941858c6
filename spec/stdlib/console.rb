require_relative "../harness"
require "io/console"
require "pty"
require "stringio"

# What io/console writes to a terminal to move its cursor and to erase: a pipe shows it as well as a terminal.

def spec_control
  reader, writer = IO.pipe
  result = yield(writer)
  writer.close
  [reader.read, result.equal?(writer)]
ensure
  reader.close
end

spec "a step of the cursor is a control sequence, a negative one goes the other way, none is nothing" do
  steps = { cursor_up: "A", cursor_down: "B", cursor_right: "C", cursor_left: "D", scroll_forward: "S", scroll_backward: "T" }
  steps.each { |name, letter| assert_equal ["\e[2#{letter}", true], spec_control { |writer| writer.__send__(name, 2) } }
  assert_equal ["\e[3B", true], spec_control { |writer| writer.cursor_up(-3) }
  assert_equal ["\e[2S", true], spec_control { |writer| writer.scroll_backward(-2) }
  assert_equal ["", true], spec_control { |writer| writer.cursor_left(0) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { $stdout.cursor_up("x") }
end

spec "places count from zero" do
  assert_equal ["\e[2;3H", true], spec_control { |writer| writer.goto(1, 2) }
  assert_equal ["\e[5G", true], spec_control { |writer| writer.goto_column(4) }
  assert_equal "\e[4;5H", spec_control { |writer| writer.cursor = [3, 4] }[0]
  assert_raises(ArgumentError, "expected 2D coordinate") { $stdout.cursor = [3] }
  assert_raises(TypeError, "no implicit conversion of Integer into Array") { $stdout.cursor = 3 }
end

spec "what is erased is one of a few modes" do
  assert_equal ["\e[0K\e[3J\e[2J\e[1;1H", true], spec_control { |writer| writer.erase_line(nil).erase_screen(3).clear_screen }
  assert_raises(ArgumentError, "wrong line erase mode: 3") { $stdout.erase_line(3) }
  assert_raises(ArgumentError, "wrong screen erase mode: 4") { $stdout.erase_screen(4) }
end

spec "a pipe has no cursor to ask for, and no terminal's name" do
  reader, writer = IO.pipe
  assert_raises(Errno::ENOTTY, "Inappropriate ioctl for device") { writer.cursor }
  assert_equal nil, reader.ttyname
  assert_raises(NotImplementedError, "pressed?() function is unimplemented on this machine") { writer.pressed? }
end

spec "a password ends where its line does, whatever $/ says" do
  verbose, $VERBOSE = $VERBOSE, nil
  before, $/ = $/, "b"
  assert_equal "ab", StringIO.new("abc\n").getpass
ensure
  $/ = before
  $VERBOSE = verbose
end

spec "what the system refuses is said of the stream" do
  File.open(File::NULL) do |stream|
    [-> { stream.echo? }, -> { stream.winsize }, -> { stream.raw! }, -> { stream.console_mode }, -> { stream.iflush }].each do |asked|
      assert_raises(Errno::ENOTTY, "Inappropriate ioctl for device - #{File::NULL}") { asked.call }
    end
    assert_raises(Errno::ENOTTY, "Inappropriate ioctl for device") { stream.raw { } }
  end
end

spec "a terminal that is told to wait for no character says that none has come, beside other threads, too" do
  other = Thread.new { sleep }
  PTY.open do |_, terminal|
    assert_equal nil, terminal.getch(min: 0)
    assert_equal nil, terminal.getch(min: 0, time: 0.1)
    assert_equal nil, terminal.raw(min: 0) { terminal.getc }
  end
  PTY.open do |writer, terminal|
    writer.write("a")
    assert_equal "a", terminal.getch(min: 0, time: 1)
  end
ensure
  other.kill
end
