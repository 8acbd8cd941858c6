require_relative "../harness"

# Threads that were frozen, and the variables that a Thread or a Fiber has.

spec "a frozen Thread ends, fails and is killed as any other, but takes no variables" do
  failing = Thread.new do
    Thread.current.report_on_exception = false
    Thread.current.freeze
    Thread.current[:a] = 1
  end
  assert_raises(FrozenError, "can't modify frozen thread locals") { failing.join }
  assert_equal 3, Thread.new { Thread.current.freeze; 3 }.value
  waiting = Thread.new { sleep }.freeze
  assert_raises(FrozenError, "can't modify frozen thread locals") { waiting[:a] = 1 }
  waiting.kill
  assert_equal [waiting, false], [waiting.join(10), waiting.alive?]
  raised = Thread.new { begin; sleep; rescue => error; error.message; end }.freeze
  Thread.pass until raised.stop?
  raised.raise("woken")
  assert_equal "woken", raised.value
end

spec "variables of the running thread and of its fiber are set and taken away" do
  current = Thread.current
  assert_equal [1, 1, [true, false]], [current[:spec_own] = 1, current[:spec_own], [current.key?(:spec_own), current.key?(:spec_other)]]
  current[:spec_own] = nil
  assert_equal [nil, false], [current[:spec_own], current.key?(:spec_own)]
  current["spec_text"] = 2
  assert_equal 2, current[:spec_text]
  other = Thread.new { sleep }
  other[:spec_own] = 3
  assert_equal [3, nil], [other[:spec_own], current[:spec_own]]
  other.kill
  Fiber[:spec_stored] = 1
  assert_equal [1, 2, 1], [Fiber[:spec_stored], Fiber.new(storage: { spec_stored: 1 }) { Fiber[:spec_stored] += 1; Fiber[:spec_stored] }.resume, Fiber[:spec_stored]]
  Fiber[:spec_stored] = nil
  assert_equal nil, Fiber[:spec_stored]
end
