# A thread whose class has an `initialize` of its own: what may be asked of it before that calls `super`, which starts it.
require_relative "../harness"

class UnstartedThread < Thread
  attr_reader :seen

  def initialize(...)
    self[:early] ||= 1
    thread_variable_set(:variable, 2)
    @seen = [self[:early], key?(:early), keys, fetch(:early), alive?, status, stop?, inspect[/\w+>\z/]]
    super
  end
end

spec "variables of a thread are there before it starts, and after" do
  thread = UnstartedThread.new { [Thread.current[:early], Thread.current.thread_variable_get(:variable), Thread.current.keys] }
  assert_equal [1, true, [:early], 1, true, "run", false, "run>"], thread.seen
  assert_equal [1, 2, [:early]], thread.value
  assert_equal 1, thread[:early]
end

spec "a module before `Thread#initialize` finds the thread's variables" do
  before = Module.new do
    def initialize(...)
      self[:given] = Thread.current[:giver]
      super
    end
  end
  kind = Class.new(Thread) { prepend before }
  Thread.current[:giver] = :main
  begin
    assert_equal [:main, :main], kind.new { [Thread.current[:given], Thread.new { kind.new { Thread.current[:given] }.value }.value || :main] }.value
  ensure
    Thread.current[:giver] = nil
  end
end

spec "variables of threads that start side by side are their own" do
  kind = Class.new(Thread) do
    def initialize(number)
      self[:number] = number
      super() { Thread.pass; Thread.current[:number] }
    end
  end
  assert_equal (1..50).to_a, (1..50).map { |number| kind.new(number) }.map(&:value)
end

spec "what is raised in a thread that has not begun gets its place where the thread is joined" do
  begun = false
  thread = Thread.new do
    begun = true
    sleep
  end
  thread.report_on_exception = false
  thread.raise("early")
  error = assert_raises(RuntimeError, "early") { thread.join }
  # Where threads are switched at each chance it has begun.
  assert begun || error.backtrace[0].end_with?("in 'Thread#join'"), error.backtrace[0]
end
