require_relative "../harness"
require_relative "fixtures/scheduler"
require "timeout"
require "tmpdir"

# Fiber::Scheduler: which hook is called where, and what a fiber sees of it.

spec "a scheduler has to be one" do
  Thread.new do
    assert_raises(ArgumentError, "Scheduler must implement #block") { Fiber.set_scheduler(Object.new) }
    partial = Class.new { def block = 1; def unblock = 2; def kernel_sleep = 3 }.new
    assert_raises(ArgumentError, "Scheduler must implement #io_wait") { Fiber.set_scheduler(partial) }
    assert_equal nil, Fiber.scheduler
  end.join
end

spec "without a scheduler nothing can be scheduled" do
  assert_equal [nil, nil], [Fiber.scheduler, Fiber.current_scheduler]
  assert_raises(RuntimeError, "No scheduler is available!") { Fiber.schedule {} }
end

spec "only a fiber that does not block honours the scheduler" do
  seen = []
  scheduler = scheduled do |own|
    seen << Fiber.scheduler.equal?(own) << Fiber.current_scheduler
    Fiber.schedule { seen << Fiber.current_scheduler.equal?(own) << Fiber.blocking { Fiber.current_scheduler } }
    Fiber.new(blocking: true) { seen << Fiber.current_scheduler }.resume
  end
  assert_equal [true, nil, true, nil, nil], seen
  assert_equal [:fiber, :close], scheduler.calls
end

spec "sleeping fibers sleep side by side" do
  order = []
  scheduler = scheduled do
    unit = ENV["RUTILE_GC_STRESS"] ? 1 : 0.05
    [3, 1, 2].each { |step| Fiber.schedule { sleep(step * unit); order << step } }
    order << :scheduled
  end
  assert_equal [:scheduled, 1, 2, 3], order
  assert_equal 3, scheduler.calls.count(:kernel_sleep)
end

spec "reading and writing streams wait by io_wait" do
  seen = []
  scheduler = scheduled do
    reader, writer = IO.pipe
    Fiber.schedule { seen << reader.read(5); seen << reader.gets; seen << reader.read }
    Fiber.schedule { writer.write("hello"); sleep(0.01); writer.puts("line"); sleep(0.01); writer.write("x" * 200_000); writer.close }
  end
  assert_equal ["hello", "line\n", "x" * 200_000], seen
  assert scheduler.calls.count(:io_wait) >= 3
end

spec "wait_readable gives nil when the time is up" do
  seen = []
  scheduled do
    reader, writer = IO.pipe
    Fiber.schedule { seen << reader.wait_readable(0.01) << writer.closed? }
  end
  assert_equal [nil, false], seen
end

spec "queues block the fiber, not the thread" do
  seen = []
  scheduler = scheduled do
    queue = Queue.new
    Fiber.schedule { 3.times { seen << queue.pop } }
    Fiber.schedule { 3.times { |number| queue << number; sleep(0.001) } }
    Fiber.schedule { seen << Queue.new.pop(timeout: 0.02) }
  end
  assert_equal [[0, 1, 2], 1], [seen.compact, seen.count(nil)]
  assert scheduler.calls.include?(:block)
  assert scheduler.calls.include?(:unblock)
end

spec "a queue is filled from another thread" do
  seen = []
  scheduled do
    queue = Queue.new
    Fiber.schedule { seen << queue.pop << queue.pop }
    Fiber.schedule { seen << :other }
    Thread.new { queue << 1; Thread.pass; queue << 2 }
  end
  assert_equal [:other, 1, 2], seen
end

spec "a sized queue blocks whoever fills it" do
  seen = []
  scheduled do
    queue = SizedQueue.new(1)
    Fiber.schedule { 3.times { |number| queue << number; seen << [:in, number] } }
    Fiber.schedule { 3.times { seen << [:out, queue.pop] } }
  end
  assert_equal [0, 1, 2], seen.select { |what, _| what == :out }.map(&:last)
end

spec "a mutex is handed from fiber to fiber" do
  seen = []
  scheduled do
    mutex = Mutex.new
    3.times do |number|
      Fiber.schedule { mutex.synchronize { seen << [:in, number]; sleep(0.001); seen << [:out, number] } }
    end
  end
  assert_equal 3.times.flat_map { |number| [[:in, number], [:out, number]] }, seen
end

spec "a condition variable wakes fibers" do
  seen = []
  scheduled do
    mutex = Mutex.new
    condition = ConditionVariable.new
    ready = false
    Fiber.schedule { mutex.synchronize { condition.wait(mutex) until ready; seen << :woken } }
    Fiber.schedule { mutex.synchronize { ready = true; condition.signal }; seen << :signalled }
  end
  assert_equal [:signalled, :woken], seen
end

spec "join blocks the fiber until the thread has ended" do
  seen = []
  scheduled do
    gate = Queue.new
    thread = Thread.new { gate.pop; :value }
    Fiber.schedule { seen << thread.join(0.001); gate << :open; seen << thread.value << thread.alive? }
    Fiber.schedule { seen << :meanwhile }
  end
  assert_equal [:meanwhile, nil, :value, false], seen
end

spec "a child process is waited for by process_wait" do
  seen = []
  scheduler = scheduled do
    Fiber.schedule do
      process = fork { exit!(3) }
      Process.wait(process)
      seen << $?.exitstatus
    end
  end
  assert_equal [3], seen
  assert scheduler.calls.include?(:process_wait)
end

spec "a scheduler that is closed because its thread failed sees the exception" do
  seen = []
  closing = Class.new(SelectScheduler) { define_method(:scheduler_close) { seen << $! } }
  2.times do |number|
    thread = Thread.new do
      Thread.current.report_on_exception = false
      Fiber.set_scheduler(closing.new)
      raise "first" if number == 0
    end
    number == 0 ? assert_raises(RuntimeError, "first") { thread.join } : thread.join
  end
  assert_equal ["first", nil], [seen[0]&.message, seen[1]]
end

spec "process_wait hears of a copy that could not become its program" do
  seen = []
  scheduler = scheduled do
    Fiber.schedule do
      seen << system("no-such-program-anywhere") << $?.exitstatus
      seen << (spawn("no-such-program-anywhere") rescue $!.class)
    end
  end
  assert_equal [nil, 127, Errno::ENOENT], seen
  assert_equal 2, scheduler.calls.count(:process_wait)
end

spec "process_wait that knows of no child tells so by a status" do
  seen = []
  scheduled do
    Fiber.schedule do
      2.times { fork { exit!(0) } }
      seen << Process.waitall.size
      Process.wait
    rescue Errno::ECHILD
      seen << :none
    end
  end
  assert_equal [2, :none], seen
end

spec "Timeout goes by timeout_after" do
  seen = []
  scheduler = scheduled do
    Fiber.schedule do
      Timeout.timeout(0.01) { sleep(10) }
    rescue Timeout::Error => error
      seen << error.message
    end
    Fiber.schedule { seen << Timeout.timeout(10) { :in_time } }
  end
  assert_equal [:in_time, "execution expired"], seen
  assert_equal 2, scheduler.calls.count(:timeout_after)
end

spec "IO.select goes by io_select" do
  seen = []
  scheduler = scheduled do
    reader, writer = IO.pipe
    writer << "x"
    Fiber.schedule { seen << IO.select([reader], nil, nil, 1).flatten.size }
  end
  assert_equal [1], seen
  assert scheduler.calls.include?(:io_select)
end

spec "a scheduler that is taken away is closed first" do
  seen = []
  Thread.new do
    scheduler = SelectScheduler.new
    Fiber.set_scheduler(scheduler)
    Fiber.schedule { sleep(0.001); seen << :slept }
    Fiber.set_scheduler(nil)
    seen << Fiber.scheduler << scheduler.calls.last(3).include?(:close)
  end.join
  assert_equal :slept, seen[0]
  assert_equal nil, seen[1]
end

spec "a hook that raises raises where the fiber waits" do
  seen = []
  faulty = Class.new(SelectScheduler) do
    def kernel_sleep(duration = nil)
      raise ArgumentError, "no sleep today"
    end

    def io_wait(io, events, timeout)
      raise IOError, "no waiting today"
    end

    def block(blocker, timeout = nil)
      raise ThreadError, "no blocking today"
    end
  end
  Thread.new do
    Fiber.set_scheduler(faulty.new)
    queue = Queue.new
    reader, _open_end = IO.pipe
    [-> { sleep(1) }, -> { queue.pop }, -> { reader.read(1) }].each do |wait|
      Fiber.schedule do
        wait.call
      rescue => error
        seen << error.message
      end
    end
    seen << queue.num_waiting
    queue << 1
    seen << queue.pop
  end.join
  assert_equal ["no sleep today", "no blocking today", "no waiting today", 0, 1], seen
end

spec "an exception that a scheduler's close raises ends the thread" do
  faulty = Class.new(SelectScheduler) do
    def close
      super
      raise ArgumentError, "not closed"
    end
  end
  thread = Thread.new do
    Thread.current.report_on_exception = false
    Fiber.set_scheduler(faulty.new)
  end
  assert_raises(ArgumentError, "not closed") { thread.join }
end

spec "a fiber waits for the file that another fiber of its thread loads" do
  Dir.mktmpdir do |folder|
    File.write("#{folder}/slow_constant.rb", "sleep 0.02\nmodule SlowlyLoadedConstant; end")
    Object.autoload(:SlowlyLoadedConstant, "#{folder}/slow_constant.rb")
    seen = []
    Thread.new do
      Fiber.set_scheduler(SelectScheduler.new)
      3.times { Fiber.schedule { seen << Object.const_get(:SlowlyLoadedConstant).name } }
    end.join
    assert_equal ["SlowlyLoadedConstant"] * 3, seen
  end
end

spec "a scheduler's process_wait has to give a status" do
  scheduler = SelectScheduler.new
  scheduler.define_singleton_method(:process_wait) { |pid, flags| Fiber.blocking { Process.wait(pid, flags) } && false }
  Thread.new do
    Fiber.set_scheduler(scheduler)
    Fiber.schedule { assert_raises(TypeError, "wrong argument type false (expected Process::Status)") { system("true") } }
  end.join
end

spec "what unblock raises is what the thread ends with that woke the fiber" do
  scheduler = SelectScheduler.new
  scheduler.define_singleton_method(:unblock) do |blocker, fiber|
    super(blocker, fiber)
    raise "broken"
  end
  quiet = proc { Thread.current.report_on_exception = false }
  outer = Thread.new do
    quiet.call
    Fiber.set_scheduler(scheduler)
    # The other thread ends when the fiber waits for it, not before.
    gate = Queue.new
    Fiber.schedule { Thread.new { [quiet.call, gate.pop] }.join }
    gate << true
    scheduler.run
  end
  assert_raises(RuntimeError, "broken") { outer.join }
end
