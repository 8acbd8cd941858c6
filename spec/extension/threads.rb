require_relative "fixtures/building"

load_extension("threads")

def seconds
  from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  yield
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - from
end

spec "other threads run while a function blocks without Ruby" do
  assert_equal :over, Threads.wait_for(0.02)
  took = seconds { assert_equal [:over] * 20, 20.times.map { Thread.new { Threads.wait_for(0.3) } }.map(&:value) }
  assert took < 3, took # one after another: 6
end

spec "such a function calls Ruby by way of the machine" do
  seen = []
  assert_equal [3, [0, 1, 2]], [Threads.call_from_there(->(number) { seen << number }), seen]
  others = 3.times.map { |thread| Thread.new { list = []; [Threads.call_from_there(->(number) { Thread.pass; list << [thread, number] }), list] } }
  assert_equal 3.times.map { |thread| [3, [[thread, 0], [thread, 1], [thread, 2]]] }, others.map(&:value)
end

spec "an exception for a thread that blocks so tells the function to stop" do
  thread = Thread.new { Threads.wait_for(30) }
  Thread.new { sleep 0.2 }.join
  thread.report_on_exception = false
  took = seconds { thread.raise(KeyError, "enough"); assert_raises(KeyError, "enough") { thread.value } }
  assert took < 15, took
end

spec "an exception that is put off ends a wait all the same" do
  answers = []
  thread = Thread.new do
    Thread.current.report_on_exception = false
    Thread.handle_interrupt(KeyError => :never) do
      answers << Threads.sleep_until_interrupted << Threads.wait_for(0.02)
      Thread.handle_interrupt(KeyError => :never, &Threads.method(:sleep_until_interrupted)).then { |answer| answers << answer }
    end
  end
  Thread.new { sleep 0.2 }.join
  took = seconds { thread.raise(KeyError, "enough"); assert_raises(KeyError, "enough") { thread.join } }
  assert_equal [1, :over, -1], answers # the last did not begin
  assert took < 15, took
end

spec "a thread that waits in the system is killed" do
  thread = Thread.new { Threads.sleep_until_interrupted }
  Thread.new { sleep 0.2 }.join
  took = seconds { thread.kill.join }
  assert took < 15, took
end

spec "a thread that is killed in a function that nothing ends is there until that is over" do
  thread = Thread.new { Threads.wait_to_the_end(0.5) }
  Thread.new { sleep 0.1 }.join
  thread.kill
  sleep 0.05
  assert_equal [true, 0], [thread.alive?, Threads.waits_over]
  thread.join
  assert_equal 1, Threads.waits_over
end

spec "the error that a function leaves is there for who called it" do
  assert_equal 11, Threads.error_left(11)
  assert_equal [5, 7, 9], [5, 7, 9].map { |number| Thread.new { Threads.error_left(number) } }.map(&:value)
end

# A library may hold between two calls what others wait for in C, where no thread gives way: SQLite's lock of a database.
load_extension("calls")

spec "a thread that calls a library again and again is not switched away at once" do
  next if ENV["RUTILE_SWITCH_STRESS"]
  turns = []
  calling = 2.times.map do |number|
    Thread.new do
      finish = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 0.5
      while Process.clock_gettime(Process::CLOCK_MONOTONIC) < finish
        Calls.empty
        turns << number unless turns.last == number
      end
    end
  end
  calling.each(&:join)
  assert turns.size.between?(2, 40), turns.size # in turns of two milliseconds some 250
end

# 1: started, 2: ready, 4: resumed, 8: suspended, 16: exited
spec "what becomes of threads is told in order" do
  queue, threads = Thread::Queue.new, []
  Threads.watch
  threads << Thread.new { queue.pop }
  threads << Thread.new { sleep 0.01 }
  Thread.pass until threads[0].stop?
  queue << 1
  threads.each(&:join)
  events = Threads.unwatch
  threads.each do |thread|
    own = events.filter_map { |each, event| event if each.equal?(thread) }
    assert_equal [[1, 2, 4], [8, 16]], [own.first(3), own.last(2)]
    own[2...-1].each_slice(3) { |slice| assert_equal [4, 8, 2].first(slice.size), slice }
  end
  assert_equal true, events.any? { |thread, event| thread.equal?(Thread.current) && event == 8 }
  Thread.new {}.join
end

spec "a thread that writes is seen to let others go on" do
  IO.pipe do |reader, writer|
    Threads.watch
    thread = Thread.new { writer.write("x") }
    thread.join
    events = Threads.unwatch.filter_map { |each, event| event if each.equal?(thread) }
    # Started, ready, resumed; suspended, ready and resumed at least once; suspended, exited.
    assert_equal [[1, 2, 4, 8, 2, 4], [8, 16], true], [events.first(6), events.last(2), events.size >= 8]
  end
end

spec "a thread has words of an extension's" do
  others = 2.times.map { Thread.new { Thread.stop } }
  assert_equal [0, 0, 7, 8], others.map.with_index { |thread, index| Threads.keep_word(thread, 7 + index) } + others.map { |thread| Threads.keep_word(thread, 2**40) }
  others.each { |thread| thread.kill.join }
end

spec "wakeup ends what a thread waits for without Ruby" do
  thread = Thread.new { Threads.wait_for(30) }
  Thread.pass until thread.stop?
  sleep 0.02
  thread.wakeup
  assert_equal :stopped, thread.value
end

spec "a signal's handler runs while a lone thread is in a function that it can unblock" do
  child = fork do
    trap(:INT) { exit!(3) }
    Threads.wait_for(30)
    exit!(5)
  end
  sleep 0.05
  20.times { Process.kill(:INT, child); break if Process.wait(child, Process::WNOHANG); sleep 0.1 }
  assert_equal 3, $?.exitstatus
end
