require_relative "../harness"

# Methods of the core serve objects that have no `raise`, or one that means something else.

spec "a core method raises on an object that has no raise" do
  bare = Class.new(BasicObject) do
    %i[is_a? instance_of? clone extend throw Float Hash].each { |name| define_method(name, ::Kernel.instance_method(name)) }
  end.new
  assert_raises(TypeError, "class or module required") { bare.is_a?("x") }
  assert_raises(TypeError, "class or module required") { bare.instance_of?("x") }
  assert_raises(ArgumentError, "unexpected value for freeze: Integer") { bare.clone(freeze: 3) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { bare.extend }
  assert_raises(UncaughtThrowError, "uncaught throw :nowhere") { bare.throw(:nowhere) }
  assert_raises(ArgumentError, 'invalid value for Float(): "x"') { bare.Float("x") }
  assert_raises(TypeError, "can't convert Integer into Hash") { bare.Hash(3) }
end

spec "a core method asks no raise of a program" do
  player = Class.new { def raise(amount) = "raises by #{amount}" }.new
  assert_equal "raises by 3", player.raise(3)
  assert_raises(TypeError, "class or module required") { player.is_a?("x") }
  row = Class.new(Array) { def raise(*) = :lifted }[1, 2]
  assert_raises(ArgumentError, "negative array size") { row.first(-1) }
  assert_raises(ArgumentError, "invalid slice size") { row.each_slice(0) }
end

spec "raise makes an exception of a class by initialize, and asks no new of its own" do
  kind = Class.new(StandardError) do
    def self.new(...) = super("new")
    def initialize(text = "none") = super("made of #{text}")
  end
  messages = [-> { raise kind }, -> { raise kind, "text" }, -> { raise kind.new }, -> { raise kind.exception("text") }].map do |raises|
    raises.call
  rescue kind => error
    error.message
  end
  assert_equal ["made of none", "made of text", "made of new", "made of text"], messages
end

spec "a SystemCallError is of the class of its number, however it is made" do
  made = [-> { SystemCallError.exception("x", 2) }, -> { raise SystemCallError, 2 }, -> { Errno::ENOENT.exception("x") }, -> { raise Errno::ENOENT, "x" }].map do |makes|
    makes.call
  rescue SystemCallError => error
    error
  end
  assert_equal [Errno::ENOENT] * 4, made.map(&:class)
  assert_equal ["No such file or directory - x", "No such file or directory", "unknown error - x"], [*made[0, 2], SystemCallError.exception("x")].map(&:message)
end

spec "raise asks a class or an object for the exception, where it has an exception of its own" do
  kind = Class.new(StandardError) { def self.exception(*) = ArgumentError.new("another") }
  assert_raises(ArgumentError, "another") { raise kind, "text" }
  swapped = Class.new(StandardError) { def exception(*) = KeyError.new("swapped") }.new
  assert_raises(KeyError, "swapped") { raise swapped }
  assert_raises(TypeError, "exception class/object expected") { raise Object }
  assert_raises(TypeError, "exception class/object expected") { raise "text", "more" }
end

spec "keywords beside cause: are given to an exception as a Hash" do
  kind = Class.new(StandardError) { def initialize(text = nil, code: 1) = super("#{text} #{code}") }
  raised = [
    -> { raise kind, code: 3 }, -> { fail kind, code: 3, cause: nil }, -> { Fiber.new { Fiber.yield }.tap(&:resume).raise(kind, code: 3) },
    -> { Thread.new { sleep }.tap { |thread| thread.report_on_exception = false; Thread.pass until thread.stop?; thread.raise(kind, code: 3) }.join }
  ]
  raised.each { |raises| assert_raises(kind, "{code: 3} 1") { raises.call } }
end

spec "an exception that is raised has the one that is handled for its cause, but for its own causes" do
  first = RuntimeError.new("first")
  second = nil
  begin
    begin
      raise first
    rescue => handled
      raise ArgumentError, "second"
    end
  rescue => second
    assert_equal [first, nil], [second.cause, first.cause]
  end
  begin
    raise second
  rescue
    begin
      raise first
    rescue => again
      assert_equal [true, nil], [again.equal?(first), again.cause]
    end
  end
  begin
    begin
      raise "one"
    rescue
      raise "two", cause: nil
    end
  rescue => error
    assert_equal nil, error.cause
  end
end

spec "message is what to_s says, that of the class where it has one" do
  told = Class.new(StandardError) { def to_s = "told" }
  longer = Class.new(StandardError) { def to_s = "#{super}!" }
  texts = [told, longer, Class.new(longer), RuntimeError].map do |kind|
    raise kind, "text"
  rescue => error
    [error.message, error.to_s]
  end
  assert_equal [%w[told told], %w[text! text!], %w[text! text!], %w[text text]], texts
  assert_equal %w[RuntimeError 5 sym], [RuntimeError.new, RuntimeError.new(5), RuntimeError.new(:sym)].map(&:message)
end

spec "a backtrace begins where raise was called" do
  lines = [-> { raise "text" }, -> { raise ArgumentError }, -> { fail ArgumentError, "text" }, -> { Kernel.raise ArgumentError.new("text") }].map do |raises|
    raises.call
  rescue => error
    error.backtrace_locations.first.lineno
  end
  assert_equal [__LINE__ - 5] * 4, lines
end
