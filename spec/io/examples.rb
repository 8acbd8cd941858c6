# The examples of the four ways to wait print what they promise.

require_relative "../harness"
require_relative "../outside"

EXAMPLES = File.expand_path("../../examples", __dir__)

def run_example(name)
  text, status = run_ruby(File.join(EXAMPLES, name))
  assert_equal [0, text], [status, text]
  text
end

spec "blocking" do
  assert_equal "message 0 from a child\nmessage 1 from a child\nmessage 2 from a child\n", run_example("blocking.rb")
end

spec "non-blocking" do
  assert_equal "done after 1000 turns\nIO::EAGAINWaitReadable\n", run_example("non_blocking.rb")
end

spec "readiness" do
  assert_equal <<~TEXT, run_example("readiness.rb")
    the fourth is ready
    you said number 99
    you said number 49
    you said number 0
  TEXT
end

spec "completion" do
  assert_equal "read 7600000 bytes while another thread ran: true\n", run_example("completion.rb")
end
