require_relative "../harness"
require_relative "../outside"

def stopped(&body)
  thread = Thread.new(&body)
  Thread.pass until thread.stop?
  thread
end

spec "Thread.stop waits for a wakeup and answers nil, however it is called" do
  thread = stopped { [Thread.stop, Thread.send(:stop), Thread.method(:stop).call, [1].map { Thread.stop }] }
  assert_equal ["sleep", true], [thread.status, thread.stop?]
  4.times do
    Thread.pass until thread.stop?
    assert_equal true, thread.run.equal?(thread)
  end
  assert_equal [nil, nil, nil, [nil]], thread.value
  assert_equal [false, true], [thread.status, thread.stop?]
end

spec "what is raised into a stopped thread comes from Thread.stop" do
  thread = stopped do
    Thread.stop
  rescue => error
    [error.message, error.backtrace.first[/in .*/]]
  end
  assert_equal "in 'Thread.stop'", thread.backtrace.first[/in .*/]
  thread.raise("disturbed")
  assert_equal ["disturbed", "in 'Thread.stop'"], thread.value
end

spec "a stopped thread can be killed; its ensure clauses run" do
  ran = false
  thread = stopped do
    Thread.stop
  ensure
    ran = true
  end
  thread.kill
  assert_equal [true, nil, true], [thread.join.equal?(thread), thread.value, ran]
  assert_raises(ThreadError, "killed thread") { thread.run }
end

spec "a signal does not end Thread.stop" do
  main = Thread.current
  seen = []
  before = trap(:USR1) { seen << :signal }
  thread = Thread.new do
    Thread.pass until main.stop?
    Process.kill(:USR1, Process.pid)
    sleep 0.001 while seen.empty?
    Thread.pass until main.stop?
    seen << :woken
    main.wakeup
  end
  Thread.stop
  thread.join
  trap(:USR1, before || "DEFAULT")
  assert_equal [:signal, :woken], seen
end

spec "stop, pass, run and stop? take no arguments, and the only thread does not stop" do
  assert_raises(ThreadError, /stopping only thread/) { Thread.stop }
  calls = [-> { Thread.stop(1) }, -> { Thread.pass(1) }, -> { Thread.current.run(1) }, -> { Thread.current.stop?(1) }]
  calls.each { |call| assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)", &call) }
  assert_equal [nil, true, true], [Thread.pass, Thread.current.run.equal?(Thread.current), !Thread.pass]
end

spec "Thread.stop in a subclass, and in a fiber of a thread" do
  thread = Class.new(Thread).new { [Fiber.new { [Thread.stop, Fiber.yield(1)] }.resume, Thread.current.class.stop] }
  2.times do
    Thread.pass until thread.stop?
    thread.wakeup
  end
  assert_equal [1, nil], thread.value
end

spec "for the ensure clauses that run as a program ends, its main thread has ended" do
  code = <<~'RUBY'
    main = Thread.current
    begun = Thread::Queue.new
    Thread.new do
      begun << true
      sleep
    ensure
      p [main.alive?, main.status, main.stop?, main.raise("late"), main.kill.equal?(main), Thread.current.status]
    end
    begun.pop
  RUBY
  assert_equal ["[false, false, true, nil, true, \"aborting\"]\n", 0], run_code(code)
end
