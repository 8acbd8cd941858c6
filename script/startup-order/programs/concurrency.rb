# Threads, fibers, queues and locks, as a program that does several things at once uses them.
lock, ready, turn = Mutex.new, ConditionVariable.new, 0
threads = 4.times.map do |number|
  Thread.new(number) do |mine|
    Thread.current[:name] = "worker #{mine}"
    Thread.current.report_on_exception = false
    lock.synchronize do
      ready.wait(lock) until turn == mine
      turn += 1
      ready.broadcast
    end
    Thread.pass
    sleep 0.001
    mine * 2
  end
end
puts threads.map(&:value).inspect, threads.map(&:alive?).inspect, Thread.list.size, Thread.main == Thread.current, threads.first.status.inspect
work, done = Queue.new, SizedQueue.new(2)
consumer = Thread.new { while (item = work.pop) do done << item.to_s end; done.close }
producer = Thread.new { 10.times { |n| work << n }; work.close }
results = []
while (item = done.pop) do results << item end
[consumer, producer].each(&:join)
puts results.inspect, work.empty?, work.closed?, done.num_waiting, (work.pop(true) rescue "empty"), (Queue.new.pop(timeout: 0.001)).inspect
failing = Thread.new { Thread.current.report_on_exception = false; raise "in a thread" }
begin
  failing.join
rescue RuntimeError => error
  puts error.message
end
slow = Thread.new { sleep }
Thread.pass until slow.stop?
slow.wakeup
slow.join(1)
killed = Thread.new { sleep }
killed.kill
killed.join
interrupted = Thread.new { begin; sleep; rescue ArgumentError; :rescued; end }
Thread.pass until interrupted.stop?
interrupted.raise(ArgumentError, "wake")
puts interrupted.value, killed.status.inspect, Thread.new { Thread.current.thread_variable_set(:a, 1); Thread.current.priority }.value, Thread.new { Thread.handle_interrupt(RuntimeError => :never) { 1 } }.value, lock.locked?, lock.try_lock, lock.owned?, lock.unlock.class
monitor = Thread::Mutex.new
monitor.lock
monitor.unlock
fiber = Fiber.new { |first| second = Fiber.yield(first + 1); Fiber.yield(second * 2); :end }
puts fiber.resume(1), fiber.resume(5), fiber.resume, fiber.alive?, (fiber.resume && fiber.resume rescue "dead")
generator = Enumerator.new { |yielder| 3.times { |n| yielder.yield n, n * n } }
puts generator.next.inspect, generator.peek.inspect, generator.size.inspect, generator.with_index.to_a.inspect
100.times.map { |n| Fiber.new { Fiber.yield n } }.each(&:resume).each(&:resume)
Fiber[:request] = 1
puts Fiber[:request], Fiber.new(storage: { a: 1 }) { Fiber[:a] }.resume
group = ThreadGroup.new
group.add(Thread.new { })
group.list.each(&:join)
reader, writer = IO.pipe
answer = Thread.new { reader.gets }
Thread.pass until answer.stop?
writer.puts "line"
puts answer.value, (writer.close && reader.read).inspect
child = fork { exit!(0) } if Process.respond_to?(:fork) && false
5.times.map { |n| Thread.new { Array.new(1000) { |i| i.to_s * n }.sum(&:size) } }.sum(&:value)
ObjectSpace.garbage_collect
at_exit { threads.clear }
