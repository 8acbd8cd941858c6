# TracePoint: rescue clauses, switches of fibers, and code that is compiled.

require_relative "../harness"

def told(*events)
  list = []
  point = TracePoint.new(*events) { |trace| list << (yield trace) }
  [point, list]
end

RESCUED_AT = __LINE__ + 7

def rescuing
  raise "inner"
rescue TypeError
  1
rescue *[ArgumentError, RuntimeError]
  2
end

spec "a rescue clause that takes an exception is told, with the exception" do
  point, list = told(:rescue) { |trace| [trace.event, trace.lineno, trace.method_id, trace.raised_exception.message] }
  line = __LINE__ + 2
  point.enable do
    begin; raise "one"; rescue; end
    (raise "two" rescue 3)
    rescuing
    catch(:out) { throw :out }
  end
  assert_equal [[:rescue, line, nil, "one"], [:rescue, line + 1, nil, "two"], [:rescue, RESCUED_AT, :rescuing, "inner"]], list
end

spec "an exception that a clause lets pass is raised once" do
  point, list = told(:raise, :rescue) { |trace| trace.event }
  point.enable do
    begin
      begin
        raise "passing"
      rescue TypeError
        1
      end
    rescue => error
      begin
        raise error
      rescue
        2
      end
    end
  end
  assert_equal [:raise, :rescue, :raise, :rescue], list
end

spec "a switch is told where the fiber goes on" do
  fiber = Fiber.new { Fiber.yield 1; 2 }
  point, list = told(:fiber_switch) { |trace| [trace.lineno, trace.path, trace.method_id, trace.self, Fiber.current == fiber] }
  line = __LINE__ + 2
  point.enable do
    fiber.resume
    fiber.resume
  end
  assert_equal [[0, nil, nil, Thread.current, true], [line, __FILE__, :resume, Thread.current, false],
                [line - 4, __FILE__, :yield, Thread.current, true], [line + 1, __FILE__, :resume, Thread.current, false]], list
end

spec "switches are told as long as they are wanted" do
  point, list = told(:fiber_switch) { |trace| trace.lineno }
  2.times do
    Fiber.new { 1 }.resume
    point.enable { Fiber.new { 2 }.resume }
  end
  assert_equal 4, list.size
end

spec "what is compiled is told, with its text" do
  point, list = told(:script_compiled) { |trace| [trace.method_id, trace.eval_script, trace.self] }
  point.enable do
    eval("1 + 1")
    Object.class_eval("2")
    begin
      eval("1 +")
    rescue SyntaxError
    end
    load File.join(__dir__, "../outside.rb")
  end
  assert_equal [[:eval, "1 + 1", self], [:class_eval, "2", Object]], list.first(2)
  assert_equal [[:load, nil, self]], list.drop(2).first(1)
end

spec "only its own events have what an event tells of" do
  message = "not supported by this event"
  error = nil
  TracePoint.new(:line) { |trace| trace.eval_script rescue error = $!.message }.enable { 1 }
  assert_equal message, error
  TracePoint.new(:rescue) { |trace| trace.return_value rescue error = $!.class }.enable { raise "x" rescue 1 }
  assert_equal RuntimeError, error
end

spec "a comparison that decides whether to jump ends before the jump" do
  told = []
  number = 1
  text = "a"
  trace = TracePoint.new(:c_return) { |point| told << point.method_id if point.path == __FILE__ }
  trace.enable do
    text == "b" && number
    number if number > 0
    number == 1 || text
    text if !number
  end
  assert_equal %i[== > == !], told
end

class AliasedTrace
  def first = 1
  alias second first
  attr_reader :read
  alias read_again read
  define_method(:block) { 2 }
  alias block_again block
end

class InheritedTrace < AliasedTrace
  def first = super
  alias third first
end

spec "method_id is the name of the definition, callee_id that of the call" do
  told = []
  trace = TracePoint.new(:call, :c_call) { |point| told << [point.method_id, point.callee_id] if point.path == __FILE__ }
  object = AliasedTrace.new
  trace.enable { object.first; object.second; object.read_again; object.block_again }
  assert_equal [%i[first first], %i[first second], %i[read read_again], %i[block block_again]], told
end

spec "the body of def name = body is told of after its call" do
  told = []
  trace = TracePoint.new(:call, :return) { |point| told << [point.event, point.callee_id] if point.path == __FILE__ }
  object = InheritedTrace.new
  trace.enable { object.third }
  assert_equal [%i[call third], %i[call first], %i[return first], %i[return third]], told
end

class EndsOfCalls
  def at_the_end
    [3].reverse
  end

  def in_the_middle
    [3].
      rotate.
      reverse
    nil

  end
end

def ends_of_calls(name)
  start = EndsOfCalls.instance_method(name).source_location[1]
  told = []
  trace = TracePoint.new(:c_return, :return) do |point|
    next unless %i[rotate reverse at_the_end in_the_middle].include?(point.callee_id)
    told << [point.callee_id, point.lineno - start, caller_locations(1, 1)[0].lineno - start]
  end
  object = EndsOfCalls.new
  trace.enable { object.public_send(name) }
  told
end

spec "a call of the core library ends on its own line, also where nothing follows it" do
  assert_equal [[:reverse, 1, 1], [:at_the_end, 2, 2]], ends_of_calls(:at_the_end)
  assert_equal [[:rotate, 2, 2], [:reverse, 3, 3], [:in_the_middle, 6, 6]], ends_of_calls(:in_the_middle)
end

spec "each raise is told once, also of an exception that was raised before, and once more to who resumed a fiber that failed" do
  told = lambda do |*events, &block|
    raised = []
    TracePoint.new(*events) { |point| raised << point.raised_exception.message if point.event == :raise }.enable(&block)
    raised
  end
  [[:raise], %i[raise line]].each do |events|
    error = RuntimeError.new("same")
    assert_equal %w[same same same], told.(*events) { 3.times { raise error rescue nil } }
    assert_equal ["re", "re"], told.(*events) { begin; begin; raise "re"; rescue; raise; end; rescue; nil; end }
    assert_equal ["kept"], told.(*events) { begin; begin; raise "kept"; rescue ArgumentError; nil; ensure; 1 + 1; end; rescue; nil; end }
    assert_equal ["fiber", "fiber"], told.(*events) { Fiber.new { raise "fiber" }.resume rescue nil }
    assert_equal ["inside"], told.(*events) { Fiber.new { raise "inside" rescue nil }.resume }
    assert_equal [%(invalid value for Integer(): "x")], told.(*events) { Integer("x") rescue nil }
    assert_equal ["stop"], told.(*events) { loop { raise StopIteration, "stop" } }
  end
end
