require_relative "../harness"

# Who waits with a lock given up has it again before a kill or an exception from another thread is delivered, also where
# these come just as it is woken: `ensure` clauses around the wait may rely on it.

def spec_stopped_waiters(count)
  count.times do |round|
    waiter = yield round
    waiter.report_on_exception = false
    Thread.pass until waiter.stop?
    @spec_wake.call(round, waiter)
    round.even? ? waiter.kill : waiter.raise("stopped")
    begin
      waiter.join
    rescue RuntimeError => error
      assert_equal "stopped", error.message
    end
  end
end

spec "a waiter of a condition variable that is woken and stopped at once" do
  mutex, condition, owned = Mutex.new, ConditionVariable.new, []
  @spec_wake = ->(round, _waiter) { mutex.synchronize { condition.broadcast; Thread.pass if round % 3 == 0 } }
  spec_stopped_waiters(40) do |_round|
    Thread.new { mutex.synchronize { begin condition.wait(mutex) ensure owned << mutex.owned? end } }
  end
  assert_equal [[true] * 40, false], [owned, mutex.locked?]
end

spec "a sleeper in a mutex" do
  mutex, owned = Mutex.new, []
  @spec_wake = ->(round, waiter) { mutex.synchronize { waiter.wakeup; Thread.pass if round % 3 == 0 } }
  spec_stopped_waiters(40) do |_round|
    Thread.new { mutex.synchronize { begin mutex.sleep ensure owned << mutex.owned? end } }
  end
  assert_equal [[true] * 40, false], [owned, mutex.locked?]
end

spec "a waiter in a monitor that it has entered twice" do
  require "monitor"
  monitor = Monitor.new
  condition, owned = monitor.new_cond, []
  @spec_wake = ->(round, _waiter) { monitor.synchronize { condition.broadcast; Thread.pass if round % 3 == 0 } }
  spec_stopped_waiters(40) do |_round|
    Thread.new { monitor.synchronize { monitor.synchronize { begin condition.wait ensure owned << monitor.mon_owned? end } } }
  end
  assert_equal [[true] * 40, false], [owned, monitor.mon_locked?]
end

spec "synchronize takes a monitor once more and gives it up, whatever enter and exit are" do
  require "monitor"
  own = Class.new(Monitor) { def enter = raise; def exit = raise }.new
  assert_equal [[true, 1], false], [own.synchronize { own.synchronize { [own.mon_owned?, 1] } }, own.mon_locked?]
  monitor, count = Monitor.new, 0
  4.times.map { Thread.new { 25.times { monitor.synchronize { monitor.synchronize { seen = count; Thread.pass; count = seen + 1 } } } } }.each(&:join)
  assert_equal 100, count
  assert_raises(ThreadError, "current fiber not owner") { monitor.synchronize { monitor.exit } }
  assert_raises(RuntimeError, "out") { monitor.synchronize { raise "out" } }
  assert_equal [false, 3], [monitor.mon_locked?, Thread.new { monitor.enter }.join && monitor.synchronize { 3 }]
end
