require "monitor"
mutex = Mutex.new
monitor = Monitor.new
queue = Queue.new
forever = Fiber.new { loop { Fiber.yield 1 } }
__END__
Fiber.new { 1 }.resume
Fiber.new { Fiber.yield 1 }.resume
forever.resume
forever.alive?
Fiber[:name] = 1; Fiber[:name]
Fiber.current
Thread.new { 1 }.value
Thread.new { Thread.current[:a] = 1 }.join
Thread.current
Thread.current[:name] = 1; Thread.current[:name]
Thread.current.thread_variable_get(:name)
Thread.pass
Thread.main
Thread.list.size
mutex.synchronize { 1 }
mutex.lock; mutex.unlock
mutex.try_lock && mutex.unlock
mutex.locked?
monitor.synchronize { monitor.synchronize { 1 } }
queue << 1; queue.pop
queue.push(1); queue.shift(true)
queue.empty?
queue.size
SizedQueue.new(1).push(1)
ConditionVariable.new.signal
Thread.handle_interrupt(RuntimeError => :never) { 1 }
Thread.current[:name] = 1
Fiber[:name] = 1
Ractor.shareable?(:name)
Ractor.make_shareable([1, "x"])
