# The empty line behind a message of several lines that ends the last one.
require_relative "../harness"

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
