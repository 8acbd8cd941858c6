require_relative "../harness"

# Threads that meet trouble: what is refused, what is said of it, and that nothing is lost by it.

def refusal
  yield
rescue Exception => error
  [error.class, error.message]
end

# What a program of its own prints to both streams, and whether it ended well.
def program(text)
  out, into = IO.pipe
  process = spawn(ENV["RUTILE_SPEC_RUBY"] || (RUBY_ENGINE == "rutile" ? "/proc/#{$$}/exe" : Gem.ruby), "-e", text, out: into, err: into)
  into.close
  said = out.read
  Process.wait(process)
  [said, $?.success?]
end

spec "a thread can't wait for itself, nor for the main one" do
  assert_equal [ThreadError, "Target thread must not be current thread"], refusal { Thread.current.join }
  main = Thread.current
  assert_equal [ThreadError, "Target thread must not be main thread"], Thread.new { refusal { main.join } }.value
end

spec "a mutex is locked once and unlocked by its owner" do
  mutex = Mutex.new
  assert_equal [ThreadError, "Attempt to unlock a mutex which is not locked"], refusal { mutex.unlock }
  mutex.lock
  assert_equal [ThreadError, "deadlock; recursive locking"], refusal { mutex.lock }
  assert_equal [ThreadError, "Attempt to unlock a mutex which is locked by another thread/fiber"], Thread.new { refusal { mutex.unlock } }.value
  assert_equal [ThreadError, "deadlock; lock already owned by another fiber belonging to the same thread"], Fiber.new { refusal { mutex.lock } }.resume
end

spec "a thread that ends frees the mutexes it holds" do
  mutex = Mutex.new
  Thread.new { mutex.lock }.join
  assert !mutex.locked?
  assert mutex.try_lock
  held = Mutex.new
  holder = Thread.new { held.lock; Thread.stop }
  Thread.pass until holder.stop?
  waiter = Thread.new { held.lock; :locked }
  Thread.pass until waiter.stop?
  holder.kill
  assert_equal :locked, waiter.value
end

spec "a kill that meets an ensure clause lets it end" do
  seen = []
  gate = Queue.new
  thread = Thread.new do
    Thread.stop
  ensure
    seen << :begun
    gate.pop
    seen << :ended
  end
  Thread.pass until thread.stop?
  thread.kill
  Thread.pass until seen.include?(:begun) && thread.stop?
  thread.kill
  assert_equal "sleep", thread.status
  gate << 1
  thread.join
  assert_equal [:begun, :ended], seen
  assert_equal false, thread.status
end

spec "an exception that comes while a mutex sleeps finds it locked again" do
  mutex = Mutex.new
  thread = Thread.new do
    mutex.lock
    begin
      mutex.sleep
    rescue => error
      [error.message, mutex.owned?]
    end
  end
  Thread.pass until thread.stop?
  thread.raise("woken")
  assert_equal ["woken", true], thread.value
end

spec "so it is after a wait for a condition that a kill ends" do
  mutex = Mutex.new
  condition = ConditionVariable.new
  owned = nil
  thread = Thread.new do
    mutex.synchronize do
      condition.wait(mutex)
    ensure
      owned = mutex.owned?
    end
  end
  Thread.pass until thread.stop?
  thread.kill
  thread.join
  assert_equal true, owned
  assert !mutex.locked?
end

spec "an exception that comes in a loop at the beginning of a clause is rescued there" do
  ready = false
  thread = Thread.new do
    begin
      while true
        ready = true
      end
    rescue => error
      error.message
    end
  end
  Thread.pass until ready
  thread.raise("out of the loop")
  assert_equal "out of the loop", thread.value
end

spec "a queue that is closed lets all go on" do
  queue = Queue.new
  waiters = Array.new(3) { Thread.new { queue.pop } }
  Thread.pass until waiters.all?(&:stop?)
  queue.close
  assert_equal [nil, nil, nil], waiters.map(&:value)
  assert_equal [ClosedQueueError, "queue closed"], refusal { queue << 1 }
  full = SizedQueue.new(1)
  full << 1
  pushing = Thread.new { refusal { full << 2 } }
  Thread.pass until pushing.stop?
  full.close
  assert_equal [ClosedQueueError, "queue closed"], pushing.value
end

spec "a timeout of a queue has to be a number" do
  assert_equal [TypeError, "no implicit conversion to float from string"], refusal { Queue.new([1]).pop(timeout: "1") }
  assert_equal [TypeError, "no implicit conversion to float from true"], refusal { SizedQueue.new(1).push(1, timeout: true) }
  assert_equal [ArgumentError, "can't set a timeout if non_block is enabled"], refusal { Queue.new.pop(true, timeout: 1) }
end

spec "when every thread waits for another, the main one learns it" do
  said, well = program("Thread.new { Thread.stop }; Queue.new.pop")
  assert_equal false, well
  lines = said.lines
  assert lines[0].include?("No live threads left. Deadlock? (fatal)"), lines[0]
  assert lines[1].start_with?("2 threads, 2 sleeps current:"), lines[1]
  assert lines.any? { |line| line.match?(/\A\* #<Thread:.* sleep_forever>/) }, said
end

spec "a thread that an exception ends says so, unless it is told not to" do
  said, = program("Thread.new { raise 'trouble' }.join rescue puts 'joined'")
  assert_equal true, said.match?(/\A#<Thread:0x\h+ -e:1 run> terminated with exception \(report_on_exception is true\):\n-e:1:in 'block in <main>': trouble \(RuntimeError\)\njoined\n\z/)
  said, = program("Thread.report_on_exception = false; Thread.new { raise 'trouble' }.join rescue puts 'joined'")
  assert_equal "joined\n", said
end

spec "what another thread raises waits as long as a mask says" do
  seen = []
  gate = Queue.new
  thread = Thread.new do
    Thread.handle_interrupt(RuntimeError => :never) do
      gate << :masked
      Thread.pass until Thread.pending_interrupt?
      seen << Thread.pending_interrupt?(RuntimeError) << Thread.pending_interrupt?(ArgumentError)
      Thread.handle_interrupt(RuntimeError => :immediate) { Thread.pass }
      seen << :never
    rescue => error
      seen << error.message
    end
  end
  gate.pop
  thread.raise("late")
  thread.join
  assert_equal [true, false, "late"], seen
end

spec "a mask may let through what comes while the thread waits" do
  gate = Queue.new
  seen = []
  thread = Thread.new do
    Thread.handle_interrupt(RuntimeError => :on_blocking) do
      gate << 1
      Thread.pass until Thread.pending_interrupt?
      seen << :not_yet
      begin
        sleep
      rescue => error
        seen << error.message
      end
    end
  end
  gate.pop
  thread.raise("now")
  thread.join
  assert_equal [:not_yet, "now"], seen
end

spec "a forked process has one thread, and it works" do
  others = Array.new(3) { Thread.new { sleep } }
  mutex = Mutex.new
  holder = Thread.new { mutex.lock; sleep }
  Thread.pass until [*others, holder].all?(&:stop?)
  reader, writer = IO.pipe
  process = fork do
    found = [Thread.list.size, others.map(&:alive?).uniq, mutex.locked?, Thread.new { :new }.value, Thread.main == Thread.current]
    writer.write(Marshal.dump(found))
    writer.close
    exit!(0)
  end
  writer.close
  assert_equal [1, [false], false, :new, true], Marshal.load(reader.read)
  Process.wait(process)
  [*others, holder].each(&:kill)
end

# What the block comes to in the handler of a signal: its value or its exception's message.
def in_handler
  outcome = nil
  before = trap("USR1") { outcome = [begin yield; rescue ThreadError => error; error.message; end] }
  Process.kill("USR1", Process.pid)
  Thread.pass until outcome
  outcome[0]
ensure
  trap("USR1", before)
end

spec "a signal's handler locks nothing that it might have to wait for" do
  mutex = Mutex.new
  refusal = "can't be called from trap context"
  assert_equal refusal, in_handler { mutex.lock }
  assert_equal refusal, in_handler { mutex.synchronize { 1 } }
  assert_equal refusal, in_handler { Monitor.new.synchronize { 1 } }
  assert_equal true, in_handler { mutex.try_lock && mutex.unlock && Monitor.new.try_enter }
  assert_equal 2, in_handler { Thread.new { mutex.synchronize { 2 } }.value }
  assert_equal 3, in_handler { Queue.new.push(3).pop }
  assert_equal 4, mutex.synchronize { 4 }
end

spec "of two exceptions that wait behind a mask both are raised, one behind the other" do
  ready = Thread::Queue.new
  go = Thread::Queue.new
  first = nil
  thread = Thread.new do
    Thread.current.report_on_exception = false
    Thread.handle_interrupt(RuntimeError => :never) do
      ready << true
      go.pop
    end
  rescue RuntimeError => first
    sleep 5
  end
  ready.pop
  thread.raise("one")
  thread.raise("two")
  go << true
  last = assert_raises(RuntimeError) { thread.join }
  assert_equal ["one", "two"], [first&.message, last.message]
end
