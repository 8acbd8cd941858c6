require_relative "../harness"

# Raising, rescuing, causes, messages and backtraces.

class SpecError < StandardError
end

class SpecOtherError < StandardError
end

spec "raise with a String makes a RuntimeError" do
  error = assert_raises(RuntimeError, "text") { raise "text" }
  assert_equal RuntimeError, error.class
end

spec "raise with a class makes one; its message is the class's name" do
  assert_raises(SpecError, "SpecError") { raise SpecError }
end

spec "raise with a class and a message" do
  assert_raises(SpecError, "told") { raise SpecError, "told" }
end

spec "raise with an exception raises that object" do
  error = SpecError.new("mine")
  assert assert_raises(SpecError, "mine") { raise error }.equal?(error)
end

spec "raise with an exception and a message raises a copy with that message" do
  error = SpecError.new("mine")
  raised = assert_raises(SpecError, "yours") { raise error, "yours" }
  assert !raised.equal?(error)
  assert_equal "mine", error.message
end

spec "raise with a third argument sets the backtrace" do
  error = assert_raises(SpecError) { raise SpecError, "x", ["here:1", "there:2"] }
  assert_equal ["here:1", "there:2"], error.backtrace
end

spec "raise alone raises RuntimeError, or again what is being handled" do
  assert_raises(RuntimeError, "") { raise }
  assert_raises(SpecError, "first") do
    begin
      raise SpecError, "first"
    rescue
      raise
    end
  end
end

spec "raise refuses what is no exception" do
  assert_raises(TypeError, "exception class/object expected") { raise 5 }
  assert_raises(TypeError, "exception class/object expected") { raise Object }
  assert_raises(TypeError, "exception class/object expected") { raise nil }
end

class SpecMaker
  def exception(message = "default")
    SpecError.new("made " + message)
  end
end

spec "raise calls exception on what it is given" do
  assert_raises(SpecError, "made default") { raise SpecMaker.new }
  assert_raises(SpecError, "made it") { raise SpecMaker.new, "it" }
end

spec "raise gives keywords other than cause to the class as one hash" do
  error = assert_raises(SpecError, "{code: 7}") { raise SpecError, code: 7 }
  assert_equal nil, error.cause
end

spec "fail is raise" do
  assert_raises(SpecError, "x") { fail SpecError, "x" }
end

spec "rescue without a class takes StandardError only" do
  value = begin
    raise SpecError
  rescue
    :rescued
  end
  assert_equal :rescued, value
  assert_raises(Exception, "deep") do
    begin
      raise Exception, "deep"
    rescue
      :never
    end
  end
end

spec "rescue gives its value" do
  value = begin
    raise "x"
  rescue => error
    error.message + "!"
  end
  assert_equal "x!", value
end

spec "clauses are tried in order, subclasses match" do
  pick = ->(klass) {
    begin
      raise klass
    rescue SpecOtherError
      :other
    rescue SpecError, ArgumentError
      :listed
    rescue StandardError
      :standard
    end
  }
  assert_equal [:other, :listed, :listed, :standard, :standard], [SpecOtherError, SpecError, ArgumentError, IOError, EOFError].map { |x| pick.(x) }
end

spec "rescue takes a splat of classes" do
  kinds = [SpecError, SpecOtherError]
  value = begin
    raise SpecOtherError
  rescue *kinds
    :caught
  end
  assert_equal :caught, value
end

spec "rescue matches with ===" do
  matcher = Module.new
  def matcher.===(error)
    error.message == "match me"
  end
  value = begin
    raise "match me"
  rescue matcher
    :matched
  end
  assert_equal :matched, value
end

spec "rescue refuses what is no class or module" do
  assert_raises(TypeError, "class or module required for rescue clause") do
    begin
      raise "x"
    rescue "x"
    end
  end
end

spec "the classes of a rescue are evaluated only when something was raised" do
  seen = []
  begin
    1
  rescue (seen << :evaluated; StandardError)
  end
  assert_equal [], seen
end

spec "rescue may assign to any target" do
  list = []
  begin
    raise "a"
  rescue => list[0]
  end
  begin
    raise "b"
  rescue => @rescued
  end
  assert_equal "a", list[0].message
  assert_equal "b", @rescued.message
end

spec "the rescue modifier takes StandardError and gives a value" do
  value = raise("x") rescue :rescued
  assert_equal :rescued, value
  other = Integer("z") rescue 0
  assert_equal 0, other
end

spec "a method and a block may have rescue without begin" do
  def spec_rescuing
    raise "x"
  rescue => error
    error.message
  end
  assert_equal "x", spec_rescuing
  assert_equal ["y"], [1].map { raise "y" rescue $!.message }
end

spec "else runs when nothing was raised, and gives the value" do
  value = begin
    1
  rescue
    2
  else
    3
  end
  assert_equal 3, value
end

spec "retry runs the body again" do
  tries = 0
  value = begin
    tries += 1
    raise "again" if tries < 3
    :done
  rescue
    retry
  end
  assert_equal [:done, 3], [value, tries]
end

spec "cause is what was being handled" do
  error = assert_raises(SpecOtherError) do
    begin
      raise SpecError, "inner"
    rescue
      raise SpecOtherError, "outer"
    end
  end
  assert_equal "inner", error.cause.message
  assert_equal nil, error.cause.cause
end

spec "cause may be given, or denied" do
  cause = SpecError.new("given")
  assert_equal cause, assert_raises(RuntimeError) { raise "x", cause: cause }.cause
  error = assert_raises(RuntimeError) do
    begin
      raise "inner"
    rescue
      raise RuntimeError, "outer", cause: nil
    end
  end
  assert_equal nil, error.cause
end

spec "cause alone is refused" do
  assert_raises(ArgumentError, "only cause is given with no arguments") { raise cause: SpecError.new }
  assert_raises(TypeError, "exception object expected") { raise "x", cause: 5 }
end

spec "an exception is not its own cause" do
  error = SpecError.new("self")
  raised = assert_raises(SpecError) do
    begin
      raise error
    rescue
      raise error
    end
  end
  assert_equal nil, raised.cause
end

spec "circular causes are refused" do
  a = SpecError.new("a")
  b = SpecError.new("b")
  assert_raises(ArgumentError, "circular causes") do
    begin
      raise a, cause: b
    rescue
    end
    raise b, cause: a
  end
end

spec "new, exception and message" do
  assert_equal "SpecError", SpecError.new.message
  assert_equal "a", SpecError.new("a").message
  assert_equal "a", SpecError.exception("a").message
  assert_equal "5", SpecError.new(5).message
  error = SpecError.new("a")
  assert error.exception.equal?(error)
  assert error.exception(error).equal?(error)
end

spec "inspect" do
  assert_equal "#<SpecError: a>", SpecError.new("a").inspect
  assert_equal "SpecError", SpecError.new("").inspect
  assert_equal "#<SpecError: SpecError>", SpecError.new.inspect
  assert_equal '#<SpecError:"a\nb">', SpecError.new("a\nb").inspect
end

spec "equality compares class, message and backtrace" do
  assert_equal true, SpecError.new("a") == SpecError.new("a")
  assert_equal false, SpecError.new("a") == SpecError.new("b")
  assert_equal false, SpecError.new("a") == SpecOtherError.new("a")
end

spec "message calls to_s" do
  made = Class.new(StandardError) { def to_s; "from to_s"; end }
  assert_equal "from to_s", made.new("x").message
end

spec "full_message has place, message, class and trace" do
  error = SpecError.new("told")
  error.set_backtrace(["a.rb:1:in 'x'", "b.rb:2:in 'y'"])
  assert_equal "a.rb:1:in 'x': told (SpecError)\n\tfrom b.rb:2:in 'y'\n", error.full_message(highlight: false)
  assert_equal "Traceback (most recent call last):\n\t1: from b.rb:2:in 'y'\na.rb:1:in 'x': told (SpecError)\n", error.full_message(highlight: false, order: :bottom)
end

spec "full_message without a backtrace tells where it was asked for" do
  text = SpecError.new("told").full_message(highlight: false)
  assert text.start_with?("#{__FILE__}:#{__LINE__ - 1}:in ")
  assert text.end_with?(": told (SpecError)\n")
end

spec "full_message may highlight" do
  error = SpecError.new("told")
  error.set_backtrace(["a.rb:1:in 'x'"])
  assert_equal "a.rb:1:in 'x': \e[1mtold (\e[1;4mSpecError\e[m\e[1m)\e[m\n", error.full_message(highlight: true)
end

spec "full_message tells causes" do
  cause = SpecError.new("inner")
  cause.set_backtrace(["c.rb:3:in 'z'"])
  error = assert_raises(SpecOtherError) { raise SpecOtherError, "outer", ["a.rb:1:in 'x'"], cause: cause }
  assert_equal "a.rb:1:in 'x': outer (SpecOtherError)\nc.rb:3:in 'z': inner (SpecError)\n", error.full_message(highlight: false)
end

spec "full_message of several lines puts the class after the first" do
  error = SpecError.new("one\ntwo")
  error.set_backtrace(["a.rb:1"])
  assert_equal "a.rb:1: one (SpecError)\ntwo\n", error.full_message(highlight: false)
end

spec "an empty message shows the class only" do
  error = SpecError.new("")
  error.set_backtrace(["a.rb:1"])
  assert_equal "a.rb:1: unhandled exception\n", RuntimeError.new("").tap { |e| e.set_backtrace(["a.rb:1"]) }.full_message(highlight: false)
  assert_equal "a.rb:1: SpecError\n", error.full_message(highlight: false)
end

spec "detailed_message adds the class, and may be overridden" do
  assert_equal "a (SpecError)", SpecError.new("a").detailed_message
  assert_equal "a (SpecError)\nb", SpecError.new("a\nb").detailed_message
  assert_equal "SpecError", SpecError.new("").detailed_message
  assert_equal "\e[1ma (\e[1;4mSpecError\e[m\e[1m)\e[m", SpecError.new("a").detailed_message(highlight: true)
  made = Class.new(StandardError) do
    def detailed_message(highlight: false, **)
      super + " with help"
    end
  end
  SpecDetailed = made
  error = made.new("a")
  error.set_backtrace(["a.rb:1"])
  assert_equal "a.rb:1: a (SpecDetailed) with help\n", error.full_message(highlight: false)
end

spec "backtrace is nil until raised" do
  assert_equal nil, SpecError.new.backtrace
  assert_equal nil, SpecError.new.backtrace_locations
end

class SpecTraced
  def instance_level
    raise SpecError
  end

  def self.class_level
    raise SpecError
  end

  def in_block
    [1].each { raise SpecError }
  end

  def in_nested_block
    [1].each { [2].each { raise SpecError } }
  end

  def in_lambda
    -> { raise SpecError }.call
  end

  define_method(:defined) { raise SpecError }

  def in_ensure
    1
  ensure
    raise SpecError
  end

  def in_rescue
    raise "x"
  rescue
    raise SpecError
  end

  def built_in
    "a" * -1
  end
end

module SpecSpace
  class Inner
    def reach
      raise SpecError
    end
  end

  def self.own
    raise SpecError
  end
end

def spec_label
  yield
rescue SpecError, ArgumentError => error
  error.backtrace[0][/in '(.*)'\z/, 1]
end

spec "a backtrace line has file, line and label" do
  line = __LINE__ + 1
  error = assert_raises(SpecError) { SpecTraced.new.instance_level }
  assert_equal "#{__FILE__}:#{SpecTraced.instance_method(:instance_level).source_location[1] + 1}:in 'SpecTraced#instance_level'", error.backtrace[0]
  assert error.backtrace[1].start_with?("#{__FILE__}:#{line}:in 'block ")
end

spec "labels name the class and the method" do
  assert_equal "SpecTraced#instance_level", spec_label { SpecTraced.new.instance_level }
  assert_equal "SpecTraced.class_level", spec_label { SpecTraced.class_level }
  assert_equal "SpecSpace::Inner#reach", spec_label { SpecSpace::Inner.new.reach }
  assert_equal "SpecSpace.own", spec_label { SpecSpace.own }
end

spec "labels of blocks say so" do
  assert_equal "block in SpecTraced#in_block", spec_label { SpecTraced.new.in_block }
  assert_equal "block (2 levels) in SpecTraced#in_nested_block", spec_label { SpecTraced.new.in_nested_block }
  assert_equal "block in SpecTraced#in_lambda", spec_label { SpecTraced.new.in_lambda }
  assert_equal "block in <class:SpecTraced>", spec_label { SpecTraced.new.defined }
end

spec "labels in rescue and ensure are those of the method" do
  assert_equal "SpecTraced#in_ensure", spec_label { SpecTraced.new.in_ensure }
  assert_equal "SpecTraced#in_rescue", spec_label { SpecTraced.new.in_rescue }
end

spec "labels of class bodies and of the main program" do
  assert_equal "<class:SpecBody>", spec_label { class SpecBody; raise SpecError; end }
  assert_equal "<module:SpecModuleBody>", spec_label { module SpecModuleBody; raise SpecError; end }
  assert_equal "singleton class", spec_label { class << Object.new; raise SpecError; end }
  error = assert_raises(SpecError) { raise SpecError }
  assert error.backtrace.last.end_with?(":in '<main>'")
end

spec "a built-in method appears with the place that called it" do
  error = assert_raises(ArgumentError) { SpecTraced.new.built_in }
  line = SpecTraced.instance_method(:built_in).source_location[1] + 1
  assert_equal ["#{__FILE__}:#{line}:in 'String#*'", "#{__FILE__}:#{line}:in 'SpecTraced#built_in'"], error.backtrace.first(2)
end

spec "iterators of the core appear in a trace" do
  error = assert_raises(SpecError) { SpecTraced.new.in_block }
  assert error.backtrace[1].end_with?(":in 'Array#each'")
  assert error.backtrace[2].end_with?(":in 'SpecTraced#in_block'")
end

spec "methods of anonymous classes and singletons have bare labels" do
  anonymous = Class.new { def nameless; raise SpecError; end }
  assert_equal "nameless", spec_label { anonymous.new.nameless }
  thing = Object.new
  def thing.single
    raise SpecError
  end
  assert_equal "single", spec_label { thing.single }
end

spec "backtrace_locations have parts" do
  error = assert_raises(SpecError) { SpecTraced.new.instance_level }
  location = error.backtrace_locations[0]
  assert_equal "instance_level", location.base_label
  assert_equal "SpecTraced#instance_level", location.label
  assert_equal File.basename(__FILE__), File.basename(location.path)
  assert_equal File.realpath(__FILE__), location.absolute_path
  assert_equal SpecTraced.instance_method(:instance_level).source_location[1] + 1, location.lineno
  assert_equal error.backtrace[0], location.to_s
end

spec "caller lists the frames outside" do
  def spec_who_calls
    caller(1, 1)[0]
  end
  assert_equal "#{__FILE__}:#{__LINE__}:in 'block in <main>'", spec_who_calls
  assert_equal [__LINE__], [caller_locations(0, 1)[0].lineno]
end

spec "a raised exception keeps its first backtrace when raised again" do
  first = nil
  again = assert_raises(SpecError) do
    begin
      raise SpecError
    rescue => error
      first = error.backtrace
      raise error
    end
  end
  assert_equal first, again.backtrace
end

spec "set_backtrace wants strings" do
  assert_raises(TypeError, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location") { SpecError.new.set_backtrace(5) }
  error = SpecError.new
  error.set_backtrace("one")
  assert_equal ["one"], error.backtrace
end

spec "the hierarchy of the standard exceptions" do
  assert_equal [StandardError, Exception, Object], RuntimeError.ancestors.grep(Class).first(4)[1..3]
  pairs = { NoMethodError => NameError, NameError => StandardError, ZeroDivisionError => StandardError, FrozenError => RuntimeError,
            KeyError => IndexError, StopIteration => IndexError, FloatDomainError => RangeError, NotImplementedError => ScriptError,
            LoadError => ScriptError, SyntaxError => ScriptError, Interrupt => SignalException, SystemExit => Exception,
            SystemStackError => Exception, NoMemoryError => Exception, UncaughtThrowError => ArgumentError, EOFError => IOError,
            LocalJumpError => StandardError, FiberError => StandardError, ThreadError => StandardError, RegexpError => StandardError,
            ClosedQueueError => StopIteration, NoMatchingPatternError => StandardError, NoMatchingPatternKeyError => NoMatchingPatternError,
            SecurityError => Exception, EncodingError => StandardError }
  pairs.each { |child, parent| assert_equal [child, parent], [child, child.superclass] }
end

spec "errors carry what they are about" do
  error = assert_raises(KeyError) { { a: 1 }.fetch(:b) }
  assert_equal [:b, { a: 1 }], [error.key, error.receiver]
  error = assert_raises(NameError) { Object.const_get(:SpecAbsent) }
  assert_equal [:SpecAbsent, Object], [error.name, error.receiver]
  error = assert_raises(FrozenError) { "a".freeze << "b" }
  assert_equal "a", error.receiver
  error = assert_raises(StopIteration) { [].each.next }
  assert_equal [], error.result
end

spec "errors made by hand have no receiver" do
  assert_raises(ArgumentError, "no receiver is available") { NameError.new("x").receiver }
  assert_raises(ArgumentError, "no key is available") { KeyError.new("x").key }
  assert_equal :n, NameError.new("x", :n).name
  assert_equal 5, KeyError.new("x", receiver: 5, key: 1).receiver
end

spec "exit raises SystemExit" do
  assert_equal [0, true], assert_raises(SystemExit, "exit") { exit }.then { |e| [e.status, e.success?] }
  assert_equal 1, assert_raises(SystemExit) { exit(false) }.status
  assert_equal 4, assert_raises(SystemExit) { exit(4) }.status
end

spec "a system call's failure is an Errno with its number" do
  error = assert_raises(Errno::ENOENT) { File.open("/no/such/file") }
  assert_equal "No such file or directory @ rb_sysopen - /no/such/file", error.message
  assert_equal 2, error.errno
  assert_equal 2, Errno::ENOENT::Errno
  assert_equal SystemCallError, Errno::ENOENT.superclass
  assert_equal Errno::ENOENT, SystemCallError.new(2).class
  assert_equal "No such file or directory - x", Errno::ENOENT.new("x").message
end

spec "nested handlers each take their own" do
  seen = []
  begin
    begin
      raise SpecError
    rescue SpecOtherError
      seen << :wrong
    end
    seen << :not_reached
  rescue SpecError
    seen << :right
  end
  assert_equal [:right], seen
end

spec "an exception raised in a block passes through the method that yields" do
  def spec_pass
    yield
    :not_reached
  end
  assert_raises(SpecError) { spec_pass { raise SpecError } }
end

spec "an exception from a comparison leaves the sort" do
  list = [3, 1, 2]
  assert_raises(SpecError) { list.sort! { raise SpecError } }
  assert_equal 3, list.size
end

spec "a super that finds nothing names what it was called with" do
  caller = Class.new do
    def plain(*values) = super
    def all(a, b = 2, *c, d: 1) = super
    def explicit(value, key: 5) = super(value, 9, key: key)
    def in_block(value) = [1].each { super }
  end.new
  calls = { plain: [[1, 2], [1, 2]], all: [[1], [1, 2, { d: 1 }]], explicit: [[4], [4, 9, { key: 5 }]], in_block: [[3], [3]] }
  calls.each do |name, (given, passed)|
    error = assert_raises(NoMethodError) { caller.public_send(name, *given) }
    assert_equal [name, passed, caller.class, true], [error.name, error.args, error.receiver.class, error.private_call?]
  end
end

spec "keywords of a call that finds nothing are a last Hash among its arguments" do
  assert_equal [1, { key: 2 }], assert_raises(NoMethodError) { Object.new.nowhere(1, key: 2) }.args
  assert_equal [1, { key: 2 }], assert_raises(NoMethodError) { Object.new.nowhere(*[1], **{ key: 2 }) }.args
end

spec "fail has no line of its own in a backtrace" do
  def spec_failing = fail("of itself")
  error = assert_raises(RuntimeError) { spec_failing }
  assert_equal ["Object#spec_failing"], error.backtrace_locations.first(1).map(&:label)
end

spec "an exception without a cause gets one when it is raised again, one that is a cause keeps that it has none" do
  raised = ->(&block) { block.call rescue $! }
  first = raised.() { raise "first" }
  again = raised.() { raised.() { raise "reason" }; begin; raise "reason"; rescue; raise first; end }
  assert_equal [first, "reason"], [again, again.cause.message]
  assert_equal "reason", raised.() { raise first, cause: nil }.cause.message

  reason = raised.() { raise "reason" }
  raised.() { raise "effect", cause: reason }
  assert_equal nil, raised.() { begin; raise "later"; rescue; raise reason; end }.cause
end

spec "a copy of the rescued exception has it as its cause, unless that had one itself" do
  raised = ->(&block) { block.call rescue $! }
  [->(e) { raise e, "copy", e.backtrace }, ->(e) { raise e.exception("copy") }, ->(e) { raise e.dup }].each do |raise_again|
    error = raised.() { begin; raise "plain"; rescue => e; raise_again.(e); end }
    assert_equal ["plain", nil], [error.cause.message, error.cause.cause]
    error = raised.() { begin; Integer("x"); rescue => e; raise_again.(e); end }
    assert_equal ArgumentError, error.cause.class
    error = raised.() { begin; begin; raise "reason"; rescue; raise "plain"; end; rescue => e; raise_again.(e); end }
    assert_equal ["reason", nil], [error.cause.message, error.cause.cause]
  end
end

spec "a method that a block defines is told of by the text that the block stands in, and by its own owner" do
  owner = Class.new do
    def self.make(name) = define_method(name) { [1].map { caller_locations(0, 1)[0].label }[0] }
    def self.outer = Class.new { define_method(:inner) { [caller_locations(0, 1)[0].label, caller_locations(0, 1)[0].base_label, __method__] } }
    define_method(:plain) { caller_locations(0, 1)[0].label }
  end
  LabelOwner = owner
  owner.make(:made)
  assert_equal "block (2 levels) in LabelOwner#make", owner.new.made
  assert_equal ["block (2 levels) in outer", "outer", :inner], owner.outer.new.inner
  assert_equal true, owner.new.plain.start_with?("block (3 levels) in <") || owner.new.plain.start_with?("block (2 levels) in <")
  LabelOwner::Below = owner.outer
  assert_equal "block (2 levels) in LabelOwner::Below#outer", LabelOwner::Below.new.inner[0]
end
