# The empty line behind a message of several lines that ends the last one.
require_relative "../harness"
require_relative "../outside"

spec "a message that ends its last line is set off by an empty line" do
  shown = ->(text) { RuntimeError.new(text).full_message(highlight: false).sub(/\A.*?: /, "") }
  assert_equal "a (RuntimeError)\nb\n\n", shown.call("a\nb\n")
  assert_equal "a (RuntimeError)\nb\n", shown.call("a\nb")
  assert_equal "a (RuntimeError)\n", shown.call("a\n")
end

spec "a method that refused its arguments shows by its bare name" do
  holder = Class.new { def refusing(one) = one }
  error = assert_raises(ArgumentError) { holder.new.refusing }
  assert error.backtrace[0].end_with?("in 'refusing'"), error.backtrace[0]
end

spec "a constant that is missing is missed where it is named" do
  error = assert_raises(NameError) { SpecNeverDefined }
  assert error.backtrace[0].match?(/in .block .* in <main>/), error.backtrace[0]
end

spec "an error that says nothing of itself shows as its class" do
  silent = Class.new(StandardError) { def detailed_message(**) = nil }
  SpecSilent = silent
  error = silent.new("x")
  assert_equal ["SpecSilent\n", "\e[1;4mSpecSilent\e[m\n"], [false, true].map { |highlight| error.full_message(highlight: highlight)[/: (.*)/m, 1] }
  mute = RuntimeError.new("x")
  mute.singleton_class.undef_method(:detailed_message)
  assert_equal "RuntimeError\n", mute.full_message(highlight: false)[/: (.*)/m, 1]
end

spec "the list of locations is the same one each time" do
  error = (raise "x" rescue $!)
  error.backtrace_locations.unshift(:more)
  assert_equal :more, error.backtrace_locations.first
  error.set_backtrace(["a"])
  assert_equal :more, error.backtrace_locations.first
end

spec "the class of a SystemCallError is that of its number as an Integer" do
  assert_equal [Errno::ENOENT, 2.9, "No such file or directory - x"], SystemCallError.new("x", 2.9).then { |error| [error.class, error.errno, error.message] }
end

spec "a message of broken text is shown as it is" do
  text = "A\xF3B\nbc\xF3\n\n\xF3q\xF3"
  error = StandardError.new(text)
  assert_equal "A\xF3B (StandardError)\nbc\xF3\n\n\xF3q\xF3", error.detailed_message
  bold = "\e[1mA\xF3B (\e[1;4mStandardError\e[m\e[1m)\e[m\n\e[1mbc\xF3\e[m\n\n\e[1m\xF3q\xF3\e[m"
  assert_equal bold, error.detailed_message(highlight: true)
  assert_equal Encoding::BINARY, StandardError.new(text.b).detailed_message.encoding
  error = StandardError.new("\xF3")
  error.set_backtrace(["here"])
  assert_equal "here: \xF3 (StandardError)\n", error.full_message(highlight: false).lines.first
end

spec "lines of a message end with a line feed only, and one of an encoding that ASCII is no part of isn't shown" do
  shown = StandardError.new("a\r\nb\r\n").detailed_message(highlight: true)
  assert_equal "\e[1ma\r (\e[1;4mStandardError\e[m\e[1m)\e[m\n\e[1mb\r\e[m\n", shown
  assert_equal "StandardError", StandardError.new("a".encode("UTF-16LE")).detailed_message
  assert_equal "unhandled exception", RuntimeError.new("a".encode("UTF-16LE")).detailed_message
end

spec "a backtrace that a class makes up is lines, or refused" do
  backtraces = { Symbol => :none, Integer => [1], String => "here", Array => ["a:1", "b:2"], NilClass => nil }
  said = backtraces.map do |_, trace|
    error = Class.new(StandardError) { define_method(:backtrace) { trace } }.new("m")
    raise error
  rescue StandardError
    [(begin; $@; rescue TypeError; $!.message[0, 9]; end), (begin; error.full_message(highlight: false).lines.size; rescue TypeError; :refused; end)]
  end
  assert_equal [["backtrace", :refused], ["backtrace", :refused], [["here"], 1], [["a:1", "b:2"], 2], [nil, 1]], said
end

spec "an error whose backtrace cannot be had ends a program with its message" do
  code = 'class Odd < StandardError; def backtrace = :none; end; raise Odd, "words"'
  assert_equal ["-e: words (Odd)\n", 1], run_code(code)
end
