# The empty line behind a message of several lines that ends the last one.
require_relative "../harness"

spec "a message that ends its last line is set off by an empty line" do
  shown = ->(text) { RuntimeError.new(text).full_message(highlight: false).sub(/\A.*?: /, "") }
  assert_equal "a (RuntimeError)\nb\n\n", shown.call("a\nb\n")
  assert_equal "a (RuntimeError)\nb\n", shown.call("a\nb")
  assert_equal "a (RuntimeError)\n", shown.call("a\n")
end
