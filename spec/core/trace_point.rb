# TracePoint: hooks that are told what the program does.
require_relative "../harness"

module Watching
  # What hooks on these events saw while the block ran, as [event, line from the block's first, method].
  def self.events(*names, first)
    seen = []
    trace = TracePoint.new(*names) { |point| seen << [point.event, point.lineno - first, point.method_id] }
    trace.enable { yield }
    trace.disable
    seen.reject { |event| event[1] < 0 }
  end
end

class Watched
  define_method(:from_block) { |x|
    x + 1
  }
  attr_accessor :value

  def loops(count = 3)
    while count > 2
      count -= 1
    end
    count
  end

  def fails
    raise "failure"
  end

  def returns_from_block
    [1].each { |x|
      return 5 }
  end

  def adds(a, b)
    a.fdiv(b)
  end
end

spec "calls and returns of methods and blocks are told with their lines" do
  first = __LINE__
  watched = Watched.new
  seen = Watching.events(:call, :return, :b_call, :b_return, first) { watched.from_block(1) }
  assert_equal [[:b_call, 2, nil], [:b_return, 2, nil]], seen
  methods = []
  TracePoint.new(:call, :return, :b_call, :b_return) { |point| methods << [point.event, point.method_id] if point.method_id == :from_block }.enable { watched.from_block(1) }
  assert_equal [[:call, :from_block], [:b_call, :from_block], [:b_return, :from_block], [:return, :from_block]], methods
end

spec "lines are told once for each statement that begins, not when a loop goes round" do
  lines = []
  start = Watched.instance_method(:loops).source_location[1]
  TracePoint.new(:line, :call, :return) { |point| lines << [point.event, point.lineno - start] if point.method_id == :loops }.enable { Watched.new.loops }
  assert_equal [[:call, 0], [:line, 1], [:line, 2], [:line, 4], [:return, 5]], lines
end

spec "an exception is told once where it is raised, and the frames that it leaves return nil" do
  seen = []
  trace = TracePoint.new(:call, :return, :raise) do |point|
    seen << (point.event == :raise ? point.raised_exception.message : point.event == :return ? point.return_value : point.method_id)
  end
  trace.enable do
    begin
      Watched.new.fails
    rescue RuntimeError
      nil
    end
  end
  assert_equal [:fails, "failure", nil], seen
end

spec "a return out of a block is told with its value" do
  seen = []
  TracePoint.new(:return) { |point| seen << [point.method_id, point.return_value] if point.method_id }.enable { Watched.new.returns_from_block }
  assert_equal [[:returns_from_block, 5]], seen
end

spec "methods of the core library are c_calls, with what they return" do
  seen = []
  watched = Watched.new
  trace = TracePoint.new(:c_call, :c_return) { |point| seen << (point.event == :c_call ? point.method_id : point.return_value) }
  trace.enable { watched.value = 3; watched.value; watched.adds(1, 2); [2, 1].sort }
  assert_equal [:value=, 3, :value, 3, :fdiv, 0.5, :sort, [1, 2]], seen
end

spec "class bodies are told from class to end" do
  seen = []
  TracePoint.new(:class, :end) { |point| seen << [point.event, point.self] }.enable { eval "class WatchedInside; end" }
  assert_equal [[:class, WatchedInside], [:end, WatchedInside]], seen
end

spec "a hook knows path, self, owner, parameters and binding" do
  seen = nil
  watched = Watched.new
  TracePoint.new(:call) { |point|
    seen = [point.path, point.self, point.defined_class, point.parameters, point.callee_id, point.binding.receiver] if point.method_id == :adds
  }.enable { watched.adds(1, 2) }
  assert_equal [__FILE__, watched, Watched, [[:req, :a], [:req, :b]], :adds, watched], seen
end

spec "hooks are not told of what hooks do" do
  count = 0
  trace = TracePoint.new(:call) { |point| count += 1; Watched.new.adds(1, 2) }
  trace.enable { Watched.new.adds(1, 2) }
  assert_equal 1, count
end

spec "enable and disable answer how it was, with a block its value" do
  trace = TracePoint.new(:line) {}
  assert_equal [false, true, true, false], [trace.enable, trace.enabled?, trace.disable, trace.enabled?]
  assert_equal 3, trace.enable { 3 }
  assert_equal "#<TracePoint:disabled>", trace.inspect
end

spec "a target narrows what is told" do
  lines = []
  trace = TracePoint.new(:line) { |point| lines << point.method_id }
  trace.enable(target: Watched.instance_method(:adds)) { Watched.new.adds(1, 2); Watched.new.loops }
  assert_equal [:adds], lines
end

spec "with a block only the enabling thread is watched" do
  seen = []
  trace = TracePoint.new(:call) { |point| seen << Thread.current if point.method_id == :adds }
  trace.enable { Thread.new { Watched.new.adds(1, 2) }.join; Watched.new.adds(1, 2) }
  assert_equal [Thread.current], seen
end

spec "threads tell when they begin and end" do
  seen = []
  trace = TracePoint.new(:thread_begin, :thread_end) { |point| seen << point.event }
  trace.enable
  Thread.new {}.join
  trace.disable
  assert_equal [:thread_begin, :thread_end], seen
end

spec "an exception in a hook leaves the watched program" do
  trace = TracePoint.new(:call) { |point| raise "from the hook" if point.method_id == :adds }
  assert_raises(RuntimeError, "from the hook") { trace.enable { Watched.new.adds(1, 2) } }
  assert_equal 0.5, Watched.new.adds(1, 2)
end

spec "what is wrong is said" do
  trace = TracePoint.new(:line) {}
  assert_raises(RuntimeError, "access from outside") { trace.lineno }
  assert_raises(ArgumentError, "unknown event: nothing") { TracePoint.new(:nothing) {} }
  assert_raises(ArgumentError, "must be called with a block") { TracePoint.new(:line) }
  assert_raises(RuntimeError, "not supported by this event") { TracePoint.new(:line) { |point| point.return_value }.enable { 1 } }
  assert_raises(TypeError, "trace_func needs to be Proc") { set_trace_func(1) }
end

spec "what a hook lets be told is told once" do
  told = []
  inside = false
  point = TracePoint.new(:line) do
    told << (inside ? :inside : :outside)
    next if inside
    inside = true
    TracePoint.allow_reentry do
      one = 1
      two = 2
    end
    inside = false
  end
  point.enable do
    three = 3
    four = 4
  end
  assert_equal [:outside, :inside, :inside, :outside, :inside, :inside], told
end

spec "a thread has trace functions of its own" do
  events = []
  Thread.current.set_trace_func(proc { |event, *| events << event })
  Thread.new { "other".itself }.join
  Thread.current.add_trace_func(proc { |event, *| events << :added if event == "call" })
  def traced_in_thread = 1
  traced_in_thread
  Thread.current.set_trace_func(nil)
  traced_in_thread
  assert_equal [1, 1], [events.count("call"), events.count(:added)]
  assert_raises(TypeError, "trace_func needs to be Proc") { Thread.current.add_trace_func(1) }
end

spec "a frame that is told to begin has its variables: parameters with their defaults, the others nil" do
  watched = Class.new do
    def plain(one, two = one + 1) = [one, two]
    def captured(one, two = one.succ, key: two * 2, &block)
      four = 1
      -> { [one, two, four] }
    end
    def empty; end
  end.new
  told = []
  trace = TracePoint.new(:call) { |point| told << point.binding.local_variables.to_h { |name| [name, point.binding.local_variable_get(name)] } }
  trace.enable { watched.plain(1); watched.plain(1, 5); watched.captured(2); watched.captured(2, 3, key: 4); watched.empty }
  assert_equal [{ one: 1, two: 2 }, { one: 1, two: 5 }], told[0, 2]
  assert_equal [{ one: 2, two: 3, key: 6, block: nil, four: nil }, { one: 2, two: 3, key: 4, block: nil, four: nil }, {}], told[2..]
end

spec "the program itself is told of as compiled" do
  path = "/tmp/compiled_#{Process.pid}.rb"
  File.write("#{path}.first.rb", "TracePoint.new(:script_compiled) { |point| p [point.lineno, point.instruction_sequence.label, point.self] }.enable")
  File.write(path, "p 1")
  assert_equal "[0, \"<main>\", main]\n1\n", IO.popen([RbConfig.ruby, "-r", "#{path}.first.rb", path], &:read)
ensure
  [path, "#{path}.first.rb"].each { |file| File.delete(file) if File.exist?(file) }
end

def spec_traced_target
  [1].each { |value| value }
  2
end

spec "those that aim at some code are told after the others, the last enabled first" do
  told = []
  make = ->(name) { TracePoint.new(:call) { |point| told << name if point.method_id == :spec_traced_target } }
  first, second, third, everywhere = make.(:first), make.(:second), make.(:third), make.(:everywhere)
  [first, second, third].each { |point| point.enable(target: method(:spec_traced_target)) }
  everywhere.enable
  spec_traced_target
  [second, everywhere, first, third].each(&:disable)
  assert_equal [:everywhere, :third, :second, :first], told
end

spec "code without a place for any of the events can't be aimed at" do
  refused = ->(events, **target) { assert_raises(ArgumentError, "can not enable any hooks") { TracePoint.new(*events) {}.enable(**target) {} } }
  %i[c_call c_return raise class end].each { |event| refused.(event, target: method(:spec_traced_target)) }
  refused.(:call, target: proc { 1 })
  refused.(:line, target: method(:spec_traced_target), target_line: __LINE__)
  assert_equal :done, TracePoint.new(:b_call) {}.enable(target: method(:spec_traced_target)) { :done }
  assert_equal :done, TracePoint.new(:c_call, :call) {}.enable(target: RubyVM::InstructionSequence.of(method(:spec_traced_target))) { :done }
end

spec "the thread that one is for is not chosen again while it is enabled" do
  point = TracePoint.new(:line) {}
  message = "can not override target_thread filter"
  point.enable { assert_raises(ArgumentError, message) { point.enable {} } }
  point.enable(target_thread: Thread.current)
  assert_raises(ArgumentError, message) { point.enable(target_thread: Thread.current) }
  assert_equal true, point.enable
  assert_equal :done, point.enable { :done }
ensure
  point.disable
end

def spec_traced_in_depth(depth) = depth > 20 ? depth : spec_traced_in_depth(depth + 1)

spec "threads that begin and end are told without a frame" do
  told = []
  # A hook before has been told of a frame that is gone by then.
  TracePoint.new(:call) { |point| point.binding }.enable { [1].each { |item| spec_traced_in_depth(item) } }
  created = nil
  TracePoint.new(:thread_begin, :thread_end) { |point| told << [point.event, point.lineno, point.path, point.binding, point.self.equal?(Thread.current)] }.enable(target_thread: nil) do
    created = Thread.new { spec_traced_in_depth(2) }
    created.join
  end
  assert_equal [[:thread_begin, 0, nil, nil, true], [:thread_end, 0, nil, nil, true]], told
end
