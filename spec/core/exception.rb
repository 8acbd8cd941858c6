require_relative "../harness"

# Exception's methods and the errors the core raises; raising and rescuing is in language/exceptions.rb.

spec "new, message, to_s, inspect" do
  error = StandardError.new("told")
  assert_equal ["told", "told", "#<StandardError: told>", "StandardError"], [error.message, error.to_s, error.inspect, StandardError.new.message]
  assert_equal [nil, nil], [error.backtrace, error.cause]
end

spec "a message may be any object" do
  assert_equal ["5", "[1]", "StandardError"], [StandardError.new(5).message, StandardError.new([1]).message, StandardError.new(nil).message]
end

spec "exception makes a copy with another message" do
  error = ArgumentError.new("a")
  copy = error.exception("b")
  assert_equal ["b", ArgumentError, "a"], [copy.message, copy.class, error.message]
end

spec "detailed_message and full_message" do
  error = ArgumentError.new("a")
  error.set_backtrace(["x.rb:1:in 'y'"])
  assert_equal ["a (ArgumentError)", "x.rb:1:in 'y': a (ArgumentError)\n"], [error.detailed_message, error.full_message(highlight: false)]
end

spec "backtrace_locations are the backtrace as objects" do
  error = begin
    raise "x"
  rescue => caught
    caught
  end
  assert_equal Thread::Backtrace::Location, error.backtrace_locations[0].class
  assert_equal error.backtrace, error.backtrace_locations.map { |location| location.to_s }
end

spec "KeyError, NameError, NoMethodError, FrozenError, StopIteration carry what they are about" do
  assert_equal [:r, :k], KeyError.new("m", receiver: :r, key: :k).then { |e| [e.receiver, e.key] }
  assert_equal [:n, :r], NameError.new("m", :n, receiver: :r).then { |e| [e.name, e.receiver] }
  assert_equal [:n, [1]], NoMethodError.new("m", :n, [1]).then { |e| [e.name, e.args] }
  assert_equal :r, FrozenError.new("m", receiver: :r).receiver
end

spec "SystemExit and SignalException" do
  assert_equal [3, false, "SystemExit"], SystemExit.new(3).then { |e| [e.status, e.success?, e.message] }
  assert_equal ["SIGINT", 2, "SIGTERM"], [SignalException.new("INT").message, SignalException.new("INT").signo, SignalException.new(15).message]
  assert_equal "Interrupt", Interrupt.new.message
  assert_raises(ArgumentError, "unsupported signal 'SIGNOPE'") { SignalException.new("NOPE") }
end

spec "SystemCallError picks its class by number" do
  assert_equal [Errno::EACCES, "Permission denied - file", 13], SystemCallError.new("file", 13).then { |e| [e.class, e.message, e.errno] }
  assert_equal [true, false], [SystemCallError === Errno::ENOENT.new, Errno::EACCES === Errno::ENOENT.new]
  assert_equal "unknown error - x", SystemCallError.new("x").message
end

spec "UncaughtThrowError, FloatDomainError, RangeError come from the core" do
  assert_raises(FloatDomainError, "NaN") { (0.0 / 0).to_i }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { [1] * (2 ** 70) }
  assert_raises(RangeError, "float 1e+30 out of range of integer") { [1, 2].first(1e30) }
  assert_raises(RangeError, "float NaN out of range of integer") { [1, 2].first(0.0 / 0) }
end

spec "conversion errors name both sides" do
  assert_raises(TypeError, "no implicit conversion of String into Integer") { [1]["a"] }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { [1][nil] }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "a".include?(5) }
  assert_raises(TypeError, "no implicit conversion of nil into Array") { [] + nil }
  assert_raises(TypeError, "no implicit conversion of true into String") { "a" + true }
  assert_raises(TypeError, "can't convert nil into Integer") { Integer(nil) }
end

spec "a to_str or to_int that lies is refused" do
  liar = Class.new do
    def to_str = 5
    def to_int = "x"
  end
  SpecLiar = liar
  assert_raises(TypeError, "can't convert SpecLiar to String (SpecLiar#to_str gives Integer)") { "a" + liar.new }
  assert_raises(TypeError, "can't convert SpecLiar to Integer (SpecLiar#to_int gives String)") { [1][liar.new] }
end

spec "Exception.to_tty? and exception on the class" do
  assert [true, false].include?(Exception.to_tty?)
  assert_equal ["m", ArgumentError], ArgumentError.exception("m").then { |e| [e.message, e.class] }
end

spec "=== and ==" do
  assert_equal [true, false, true], [StandardError === ArgumentError.new, ArgumentError === StandardError.new, ArgumentError.new("a") == ArgumentError.new("a")]
end

spec "warnings have categories" do
  assert_equal [false, true], [Warning[:deprecated], Warning[:experimental]]
  assert_raises(ArgumentError, "unknown category: spec") { Warning[:spec] }
end

spec "NoMatchingPatternKeyError" do
  error = NoMatchingPatternKeyError.new("m", matchee: { a: 1 }, key: :b)
  assert_equal [{ a: 1 }, :b], [error.matchee, error.key]
end

spec "the locations of a backtrace are one Array, and stay when its lines are replaced" do
  error = begin
    raise "text"
  rescue RuntimeError => raised
    raised
  end
  assert error.backtrace_locations.equal?(error.backtrace_locations)
  error.backtrace_locations << error.backtrace_locations.first
  assert_equal error.backtrace.size + 1, error.backtrace_locations.size
  kept = error.backtrace_locations
  error.set_backtrace(["elsewhere:1"])
  assert_equal [["elsewhere:1"], true], [error.backtrace, error.backtrace_locations.equal?(kept)]
  error.set_backtrace([kept[0]])
  assert_equal [1, [kept[0].to_s]], [error.backtrace_locations.size, error.backtrace]
  assert_equal nil, RuntimeError.new("text").tap { |made| made.set_backtrace(["elsewhere:1"]) }.backtrace_locations
end

spec "an object with methods of its own is shown as it is by default" do
  object = Object.new
  def object.own = 1
  assert_raises(NoMethodError, /\Aundefined method 'nope' for #<Object:0x\h+>\z/) { object.nope }
  assert_raises(NoMethodError, "undefined method 'nope' for an instance of Object") { Object.new.nope }
end

spec "none of several patterns: the message is the value itself" do
  assert_raises(NoMatchingPatternError, "zz") { case "zz"; in 1; in 2; end }
  assert_raises(NoMatchingPatternError, "NoMatchingPatternError") { case nil; in 1; in 2; end }
end

spec "a NameError knows the local variables that could have been meant" do
  def names_unknown(first, second = nil, *rest, &block)
    [1].each { |each| last = unknown_name; last }
  end
  error = assert_raises(NameError) { names_unknown(1) }
  assert_equal %i[block each first last rest second], error.local_variables.sort
end

spec "raise tells a set_backtrace that a class has" do
  told = []
  klass = Class.new(StandardError) do
    define_method(:set_backtrace) { |lines| told << lines; super(lines) }
  end
  error = begin
    raise klass, "once"
  rescue klass => caught
    caught
  end
  assert_equal [1, Array, "#{__FILE__}:#{__LINE__ - 4}"], [told.size, told[0].class, told[0][0][/\A.*?:\d+/]]
  assert_equal [told[0], told[0].size], [error.backtrace, error.backtrace_locations.size]
  begin
    raise error
  rescue klass
    assert_equal 1, told.size
  end
end

spec "what a set_backtrace raises is passed over" do
  klass = Class.new(StandardError) { def set_backtrace(_lines) = raise("within") }
  error = begin
    raise klass, "outside"
  rescue StandardError => caught
    caught
  end
  assert_equal [klass, "outside", nil], [error.class, error.message, error.cause]
end

spec "a backtrace leaves out a class whose name no constant reaches" do
  holder = Class.new { class self::Inner; def self.fails = raise("seen"); end }
  error = assert_raises(RuntimeError) { holder::Inner.fails }
  assert_equal "fails", error.backtrace_locations[0].label
end

spec "raise asks an exception's own backtrace, and records one where that has none" do
  given = Class.new(StandardError) { def backtrace = ["made"] }
  failed = begin; raise given, "x"; rescue StandardError => error; error; end
  assert_equal [["made"], nil], [failed.backtrace, failed.backtrace_locations]
  without = Class.new(StandardError) { def backtrace = super }
  failed = begin; raise without, "x"; rescue StandardError => error; error; end
  assert_equal [__LINE__ - 1, __LINE__ - 1], [failed.backtrace[0][/:(\d+):/, 1].to_i, failed.backtrace_locations[0].lineno]
  failing = Class.new(StandardError) { def backtrace = raise("inner") }
  failed = begin; raise failing, "x"; rescue StandardError => error; error; end
  assert_equal ["x", nil], [failed.message, failed.backtrace_locations]
end

spec "the message of an object that shows itself by a change is made all the same" do
  kind = Class.new do
    def change = @changed = true
    def inspect = (change; super)
  end
  object = kind.new.freeze
  text = begin
    object.change
  rescue FrozenError => error
    begin
      error.message
    rescue FrozenError => inner
      inner.message
    end
  end
  assert_equal "can't modify frozen #{kind.inspect}:  ...", text
end

spec "what a thread raises in another is caused by what it rescues itself" do
  waiting = Thread.new do
    begin
      raise "own"
    rescue
      begin
        sleep
      rescue => error
        error.cause
      end
    end
  end
  Thread.pass until waiting.stop?
  begin
    raise "caller's"
  rescue
    waiting.raise("stop")
  end
  assert_equal "caller's", waiting.value.message
end

spec "a rescue modifier tries again" do
  count = 0
  value = (count += 1; raise "again" if count < 3; count) rescue (retry if count < 3)
  assert_equal [3, 3], [value, count]
end

spec "what stands for an exception is compared as that one" do
  error = StandardError.new("words")
  stand_in = Object.new
  stand_in.define_singleton_method(:exception) { error }
  assert_equal [true, false, false], [error == stand_in, StandardError.new("other") == stand_in, RuntimeError.new("words") == stand_in]
  stand_in.define_singleton_method(:exception) { raise "none" }
  assert_equal false, error == stand_in
end

spec "what another thread raises has the cause that it had there" do
  causes = [nil, "theirs"].map do |theirs|
    main = Thread.current
    begin
      raise "mine"
    rescue
      begin
        sender = Thread.new do
          theirs ? (begin; raise theirs; rescue; main.raise("sent"); end) : main.raise("sent")
        end
        sleep 5
      rescue => error
        [error.message, error.cause&.message]
      ensure
        sender.join
      end
    end
  end
  assert_equal [["sent", nil], ["sent", "theirs"]], causes
  thread = Thread.new { sleep }
  assert_raises(FrozenError) { thread.raise(RuntimeError.new("x").freeze) }
  thread.kill
end
