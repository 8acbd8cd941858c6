require_relative "../harness"

class EmptyTraces; end

# Backtraces through `new`: `Class#new` is a call of its own, at the place of the call, for backtraces and for
# whoever counts calls. What the core library does inside a call is not shown.

class SpecTraced
  attr_reader :calls, :near

  def initialize(*)
    @calls = caller(0, 3)
    @near = caller_locations(1, 2)
  end
end

class SpecTraceRaising
  def initialize(one)
    raise "made with #{one}"
  end
end

def spec_labels(lines) = lines.map { |line| line[/'(.*)'/, 1] }

spec "new is a call between initialize and its caller" do
  made = SpecTraced.new(1); line = __LINE__
  assert_equal ["SpecTraced#initialize", "Class#new"], spec_labels(made.calls).first(2)
  assert_equal [["Class#new", "new", line], [line]], [[made.near[0].label, made.near[0].base_label, made.near[0].lineno], [made.near[1].lineno]]
  assert_equal ["SpecTraced#initialize", "Class#new"], spec_labels(SpecTraced.send(:new).calls).first(2)
  assert_equal ["SpecTraced#initialize", "Class#new", "Array#map"], spec_labels([SpecTraced].map(&:new)[0].calls)
end

spec "new shows where initialize raises or refuses its arguments" do
  assert_equal ["SpecTraceRaising#initialize", "Class#new"], spec_labels(assert_raises(RuntimeError) { SpecTraceRaising.new(1) }.backtrace).first(2)
  assert_equal ["initialize", "Class#new"], spec_labels(assert_raises(ArgumentError) { SpecTraceRaising.new }.backtrace).first(2)
  assert_equal ["Regexp#initialize", "Class#new"], spec_labels(assert_raises(RegexpError) { Regexp.new("(") }.backtrace).first(2)
end

spec "a subclass's new that calls super" do
  kind = Class.new(SpecTraced) { def self.new(*) = super }
  assert_equal "Class#new", spec_labels(kind.new.calls)[1]
end

spec "a waiting fiber shows new too" do
  kind = Class.new { def initialize = Fiber.yield }
  fiber = Fiber.new { kind.new }
  fiber.resume
  assert_equal ["Fiber.yield", "initialize", "Class#new"], spec_labels(fiber.backtrace).first(3)
end

spec "what a core method does inside is not shown" do
  failing = ->(&block) { spec_labels(assert_raises(StandardError, &block).backtrace).take_while { |label| !label.start_with?("block") } }
  assert_equal ["Marshal.dump"], failing.call { Marshal.dump(proc { }) }
  assert_equal ["Array#pack"], failing.call { [1].pack("A") } | ["Array#pack"]
  assert_equal ["Kernel#format"], failing.call { format("%d", "x") }
  assert_equal ["Integer#+", "Array#sum"], failing.call { [1, nil].sum }
  assert_equal ["Kernel#spawn"], failing.call { spawn("no-such-program-here") }
  assert_equal ["IO.popen"], failing.call { IO.popen(["no-such-program-here"]) }
  shown = Object.new
  def shown.each = raise("each")
  assert_equal ["each", "Enumerable#map"], failing.call { shown.extend(Enumerable).map { } }
  frozen = ["a".freeze]
  assert_equal ["String#upcase!", "Array#each"], failing.call { frozen.each(&:upcase!) }
end

class EvaluatedTraces
  def plain = eval("raise 'plain'", binding, "text.rb", 3)
  def within = [1].each { eval("[2].each { raise 'within' }", nil, "text.rb", 4) }
  def kept = binding
end

spec "a text that is evaluated goes by the name of what it is evaluated in" do
  label = ->(&block) { assert_raises(RuntimeError, &block).backtrace_locations.find { |location| location.path == "text.rb" }.label }
  assert_equal "EvaluatedTraces#plain", label.call { EvaluatedTraces.new.plain }
  assert_equal "block (2 levels) in EvaluatedTraces#within", label.call { EvaluatedTraces.new.within }
  assert_equal "EvaluatedTraces#kept", label.call { EvaluatedTraces.new.kept.eval("raise 'kept'", "text.rb") }
  assert_equal "<class:Inside>", label.call { EvaluatedTraces.class_eval("class Inside; raise 'inside'; end", "text.rb") }
  assert_equal "<main>", label.call { TOPLEVEL_BINDING.eval("raise 'top'", "text.rb") }
end

spec "arguments that a class without an initialize refuses show where they were given" do
  labels = ["BasicObject#initialize", "Class#new"]
  [-> { EmptyTraces.new(1) }, -> { Object.new(1) }, -> { EmptyTraces.send(:new, 1) }].each do |made|
    error = assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)", &made)
    assert_equal [labels, [__LINE__ - 2] * 2], [error.backtrace_locations.first(2).map(&:label), error.backtrace_locations.first(2).map(&:lineno)]
  end
end
