# Hooks that raise, and hooks that rescue: tracing comes to an end, and the program goes on as the reference does.
require_relative "../harness"

spec "a hook that raises is told of its own exception no more" do
  told = 0
  trace = TracePoint.new(:raise) { told += 1; raise TypeError, "from the hook" }
  assert_raises(TypeError, "from the hook") { trace.enable { raise "outside" } }
  assert_equal 1, told
end
