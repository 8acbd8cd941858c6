require_relative "../harness"

# Who may hand over to whom: `transfer` beside `resume` and `yield`, and how each refuses.

def refusal
  yield
rescue FiberError => error
  error.message
end

spec "transfer hands over control, and back" do
  root = Fiber.current
  fiber = Fiber.new { |value| root.transfer(value + 1); :done }
  assert_equal 2, fiber.transfer(1)
  assert_equal :done, fiber.transfer
  assert !fiber.alive?
end

spec "several fibers can hand over in a ring" do
  seen = []
  root = Fiber.current
  fibers = []
  3.times do |index|
    fibers << Fiber.new { 2.times { |round| seen << [index, round]; (index == 2 && round == 1 ? root : fibers[(index + 1) % 3]).transfer } }
  end
  fibers[0].transfer
  assert_equal [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]], seen
end

spec "a transferred fiber's end goes to the innermost fiber that is resumed" do
  inner = nil
  outer = Fiber.new { [:outer, inner.transfer(1)] }
  inner = Fiber.new { |value| [:inner, value] }
  assert_equal [:outer, [:inner, 1]], outer.resume
  assert_equal 9, Fiber.new { 9 }.transfer
end

spec "so does an exception that leaves it" do
  inner = nil
  outer = Fiber.new do
    inner.transfer
  rescue => error
    "outer got #{error.message}"
  end
  inner = Fiber.new { raise "trouble" }
  assert_equal "outer got trouble", outer.resume
end

spec "a fiber that was resumed and transferred back still yields to its resumer" do
  helper = Fiber.new { |fiber| fiber.transfer(:from_helper) }
  fiber = Fiber.new { Fiber.yield(helper.transfer(Fiber.current)); :end }
  assert_equal :from_helper, fiber.resume
  assert_equal :end, fiber.resume
end

spec "transfer to oneself gives its arguments" do
  assert_equal [5, 6], Fiber.current.transfer(5, 6)
  assert_equal 5, Fiber.new { Fiber.current.transfer(5) }.resume
end

spec "transfer passes arguments and keywords as resume does" do
  fiber = Fiber.new { |a, *rest, key: 0| [a, rest, key] }
  assert_equal [1, [2], 3], fiber.transfer(1, 2, key: 3)
  fiber = Fiber.new { Fiber.yield }
  fiber.resume
  assert_equal({ key: 1 }, fiber.resume(key: 1))
end

spec "what can't be resumed says why" do
  root = Fiber.current
  ended = Fiber.new {}
  ended.resume
  assert_equal "attempt to resume a terminated fiber", refusal { ended.resume }
  assert_equal "attempt to resume the current fiber", refusal { Fiber.new { Fiber.current.resume }.resume }
  assert_equal "attempt to resume a resuming fiber", refusal { Fiber.new { root.resume }.resume }
  transferred = Fiber.new { root.transfer }
  transferred.transfer
  assert_equal "attempt to resume a transferring fiber", refusal { transferred.resume }
  first = second = nil
  first = Fiber.new { second.resume }
  second = Fiber.new { first.resume }
  assert_equal "attempt to resume a resumed fiber (double resume)", refusal { first.resume }
end

spec "what can't be transferred to says why" do
  root = Fiber.current
  ended = Fiber.new {}
  ended.resume
  assert_equal "dead fiber called", refusal { ended.transfer }
  assert_equal "attempt to transfer to a resuming fiber", refusal { Fiber.new { root.transfer }.resume }
  yielding = Fiber.new { Fiber.yield }
  yielding.resume
  assert_equal "attempt to transfer to a yielding fiber", refusal { yielding.transfer }
end

spec "only a resumed fiber yields" do
  assert_equal "attempt to yield on a not resumed fiber", refusal { Fiber.yield }
  assert_equal "attempt to yield on a not resumed fiber", refusal { Fiber.new { Fiber.yield }.transfer }
end

spec "a fiber runs in no other thread than its own" do
  fiber = Fiber.new { Fiber.yield }
  fresh = Fiber.new {}
  fiber.resume
  root = Fiber.current
  across = ->(&attempt) { Thread.new { refusal(&attempt) }.value }
  assert_equal "fiber called across threads", across.call { fiber.resume }
  assert_equal "fiber called across threads", across.call { fresh.transfer }
  assert_equal "fiber called across threads", across.call { fiber.raise("x") }
  assert_equal "attempt to resume a transferring fiber", across.call { root.resume }
  assert_equal "fiber called across threads", across.call { root.transfer }
end

spec "an uninitialized fiber does nothing" do
  assert_equal "uninitialized fiber", refusal { Fiber.allocate.alive? }
  assert_equal "uninitialized fiber", refusal { Fiber.allocate.resume }
  assert_raises(RuntimeError, "cannot initialize twice") { Fiber.new {}.send(:initialize) {} }
end

spec "raise goes to what runs when the fiber does" do
  root = Fiber.current
  transferred = Fiber.new do
    root.transfer
  rescue => error
    error.message
  end
  transferred.transfer
  assert_equal "to transferred", transferred.raise("to transferred")
  resumed = []
  outer = Fiber.new do
    Fiber.new do
      outer.raise("to the innermost")
    rescue => error
      resumed << error.message
    end.resume
    :outer
  end
  assert_equal :outer, outer.resume
  assert_equal ["to the innermost"], resumed
end

spec "raise refuses a fiber that does not run yet, or no more" do
  assert_equal "cannot raise exception on unborn fiber", refusal { Fiber.new {}.raise("x") }
  ended = Fiber.new {}
  ended.resume
  assert_equal "attempt to resume a terminated fiber", refusal { ended.raise("x") }
end

spec "what raise makes has its cause where it arrives, not where it was made" do
  seen = []
  fiber = Fiber.new do
    Fiber.yield
  rescue => error
    seen << error.cause << error.message
  end
  fiber.resume
  begin
    raise "outside"
  rescue
    fiber.raise
  end
  assert_equal [nil, ""], seen
end

spec "the backtrace of a raise into a fiber begins where that paused" do
  fiber = Fiber.new do
    Fiber.yield
  rescue => error
    error.backtrace.map { |line| line[/in '.*'/] }
  end
  fiber.resume
  assert_equal "in 'Fiber.yield'", fiber.raise("x")[0]
end

spec "kill leaves a fiber through its ensure clauses, once" do
  seen = []
  fiber = Fiber.new do
    Fiber.yield
  ensure
    seen << :ensured
  end
  fiber.resume
  assert_equal fiber, fiber.kill
  assert_equal [:ensured], seen
  assert !fiber.alive?
  assert_equal false, fiber.kill
end

spec "kill ends a fiber that never began, one that ended, one that transferred, and the running one" do
  fresh = Fiber.new { raise "never" }
  assert_equal fresh, fresh.kill
  assert !fresh.alive?
  assert_equal fresh.class, Fiber.new {}.tap(&:resume).kill.class
  root = Fiber.current
  seen = []
  transferred = Fiber.new do
    root.transfer
  ensure
    seen << :transferred
  end
  transferred.transfer
  transferred.kill
  running = Fiber.new do
    Fiber.current.kill
  ensure
    seen << :running
  end
  assert_equal nil, running.resume
  assert_equal [:transferred, :running], seen
end

spec "a killed fiber that pauses in an ensure clause ends when it is resumed" do
  seen = []
  fiber = Fiber.new do
    Fiber.yield
  ensure
    Fiber.yield(:paused)
    seen << :never
  end
  fiber.resume
  fiber.kill
  assert fiber.alive?
  fiber.resume
  assert !fiber.alive?
  assert_equal [], seen
end

spec "kill reaches a fiber that waits for others when they have ended" do
  seen = []
  outer = Fiber.new do
    Fiber.new { Fiber.new { outer.kill }.resume }.resume
    seen << :never
  ensure
    seen << :ensured
  end
  outer.resume
  assert_equal [:ensured], seen
  assert !outer.alive?
end

spec "storage is copied to new fibers and threads, unless they are given their own" do
  Fiber[:level] = 1
  changed = Fiber.new { Fiber[:level] += 1; Fiber[:level] }.resume
  assert_equal [2, 1], [changed, Fiber[:level]]
  assert_equal [nil, 9, 1], [
    Fiber.new(storage: nil) { Fiber[:level] }.resume,
    Fiber.new(storage: { level: 9 }) { Fiber[:level] }.resume,
    Thread.new { Fiber[:level] }.value
  ]
  assert_equal 1, Fiber["level"]
  assert_raises(TypeError, "5 is not a symbol nor a string") { Fiber[5] }
  Fiber[:level] = nil
end

spec "storage that is no storage is refused" do
  assert_raises(TypeError, "storage must be a hash") { Fiber.new(storage: 5) {} }
  assert_raises(TypeError, "storage must be a hash") { Fiber.new(storage: false) {} }
  assert_raises(TypeError, "wrong argument type String (expected Symbol)") { Fiber.new(storage: { "a" => 1 }) {} }
  assert_raises(FrozenError, "storage must not be frozen") { Fiber.new(storage: { a: 1 }.freeze) {} }
  assert_raises(ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to") { Fiber.new {}.storage }
end

spec "a fiber says whether what blocks in it blocks the thread" do
  assert_equal 1, Fiber.blocking?
  assert Fiber.current.blocking?
  assert_equal [false, [true, 1], false], Fiber.new { [Fiber.blocking?, Fiber.blocking { |fiber| [fiber.blocking?, Fiber.blocking?] }, Fiber.blocking?] }.resume
  assert_equal [1, true], Fiber.new(blocking: true) { [Fiber.blocking?, Fiber.current.blocking?] }.resume
end

spec "inspect and backtrace say where a fiber stands" do
  words = ->(fiber) { fiber.inspect[/\((.*)\)/, 1] }
  seen = []
  fiber = Fiber.new { Fiber.new { seen << words[fiber] }.resume; seen << words[fiber]; Fiber.yield }
  seen << words[fiber]
  assert_equal [], fiber.backtrace
  fiber.resume
  seen << words[fiber]
  assert_equal ["in 'Fiber.yield'"], fiber.backtrace(0, 1).map { |line| line[/in '.*'/] }
  assert_equal "yield", fiber.backtrace_locations(0..0)[0].base_label
  fiber.resume
  seen << words[fiber]
  assert_equal ["created", "suspended by resuming", "resumed", "suspended", "terminated"], seen
end
