# What the system shows of a process, and its name.

require_relative "../harness"

def command_line
  File.binread("/proc/self/cmdline")
end

spec "a title takes the place of the command line" do
  assert_equal "a title", Process.setproctitle("a title")
  assert command_line.include?("a title\0")
  Process.setproctitle("short")
  assert !command_line.include?("a title")
  assert_raises(ArgumentError, "string contains null byte") { Process.setproctitle("a\0b") }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Process.setproctitle(3) }
end

spec "the program's name is its title too" do
  first = $0
  $0 = "a name"
  assert command_line.delete("\0").end_with?("a name")
  assert_equal ["a name", true, first], [$PROGRAM_NAME, $0.frozen?, Process.argv0]
  assert_raises(TypeError, "no implicit conversion of Integer into String") { $0 = 1 }
  $0 = first
end

spec "the environment outlives a title that needs its place" do
  before = ENV.to_h
  Process.setproctitle("long " * 2000)
  assert_equal before, ENV.to_h
  assert_equal "#{ENV["HOME"]}\n", `echo $HOME`
end
