require_relative "../harness"
# What `super` in an `initialize` gives: a subclass may go on with it (`super.binmode`).

def answer_of_initialize(kind, *arguments, **options, &block)
  answer = nil
  subclass = Class.new(kind) do
    define_method(:initialize) { |*given, **named, &passed| answer = super(*given, **named, &passed) }
  end
  made = subclass.new(*arguments, **options, &block)
  answer.equal?(made) ? :self : answer
end

spec "initializers of errors give the error" do
  plain = [Exception, RuntimeError, NoMatchingPatternKeyError, KeyError, NameError, NoMethodError, FrozenError, SystemExit,
    Interrupt, SyntaxError, Errno::ENOENT, StopIteration]
  assert_equal [:self], plain.map { |kind| answer_of_initialize(kind) }.uniq
  assert_equal :self, answer_of_initialize(UncaughtThrowError, 1, 2, "text")
  assert_equal :self, answer_of_initialize(NameError, "text", :name, receiver: 1)
  assert_equal :self, answer_of_initialize(KeyError, "text", key: 1, receiver: 1)
  assert_equal [:self, :self], [answer_of_initialize(SignalException, "INT"), answer_of_initialize(SignalException, 2)]
  assert_equal :self, answer_of_initialize(SystemExit, 3, "text")
end

spec "a class of SystemCallError has to have a number" do
  assert_raises(TypeError, "no implicit conversion of Module into Integer") { Class.new(SystemCallError).new }
end

spec "initializers of threads, locks and fibers give the object" do
  assert_equal [:self], [Mutex, Queue, ConditionVariable].map { |kind| answer_of_initialize(kind) }.uniq
  assert_equal [:self, :self], [answer_of_initialize(Queue, [1]), answer_of_initialize(SizedQueue, 1)]
  assert_equal [:self, :self], [answer_of_initialize(Thread) { 1 }, answer_of_initialize(Fiber) { 1 }]
  assert_equal :self, answer_of_initialize(Fiber, blocking: true) { 1 }
end

spec "initializers of collections and texts give the object" do
  assert_equal [:self, :self], [answer_of_initialize(String, "a"), answer_of_initialize(Regexp, "a")]
  assert_equal [:self, :self], [answer_of_initialize(Array, 3), answer_of_initialize(Hash, 1)]
  assert_equal :self, answer_of_initialize(Encoding::Converter, "UTF-8", "UTF-16LE")
  assert_equal [:self, :self], [answer_of_initialize(Random), answer_of_initialize(Random, 3)]
end

spec "initializers of times, folders and streams give the object" do
  assert_equal [:self, :self], [answer_of_initialize(Time), answer_of_initialize(Time, "2000-01-01 00:00:00")]
  assert_equal :self, answer_of_initialize(Time, 2000, 1, 1, in: "+09:00")
  assert_equal [:self, :self], [answer_of_initialize(Dir, "/"), answer_of_initialize(File, "/dev/null")]
end

spec "some initializers give nil" do
  kinds = [Object, ObjectSpace::WeakMap, ObjectSpace::WeakKeyMap, ThreadGroup, Module]
  assert_equal [nil], kinds.map { |kind| answer_of_initialize(kind) }.uniq
  assert_equal [nil, nil], [answer_of_initialize(Module) { 1 }, answer_of_initialize(File::Stat, "/")]
  assert_equal [nil, nil], [answer_of_initialize(Struct.new(:a), 1), answer_of_initialize(Data.define(:a), a: 1)]
  assert_equal nil, answer_of_initialize(Range, 1, 2)
end

class SpecText < String
  attr_reader :mark
  def initialize(text = "none", mark: nil)
    super(text)
    @mark = mark
  end
end

class SpecList < Array
  def initialize(*) = super
end

class SpecTable < Hash
  def initialize(given = nil, *more)
    super()
    update(given) if given
  end
end

class SpecPoint
  attr_reader :at
  def initialize(x, y = x * 2, z: y + 1) = @at = [x, y, z]
end

def spec_made(kind, *arguments)
  case arguments.size
  when 0 then kind.new
  when 1 then kind.new(arguments[0])
  else kind.new(arguments[0], arguments[1])
  end
end

spec "new at one place makes objects of several kinds, whose initialize takes arguments in different ways" do
  3.times do
    assert_equal ["none", "a", nil], [spec_made(SpecText), spec_made(SpecText, "a"), spec_made(SpecText, "b").mark]
    assert_equal [SpecText, "kept", 1], SpecText.new("kept", mark: 1).then { |text| [text.class, text.to_s, text.mark] }
    assert_equal [[], [nil], [:x, :x]], [spec_made(SpecList), spec_made(SpecList, 1), spec_made(SpecList, 2, :x)]
    assert_equal [{}, { a: 1 }], [spec_made(SpecTable), spec_made(SpecTable, { a: 1 })]
    assert_equal [[1, 2, 3], [1, 5, 6]], [spec_made(SpecPoint, 1).at, spec_made(SpecPoint, 1, 5).at]
    assert_equal [Object, BasicObject], [spec_made(Object).class, (class << spec_made(BasicObject); superclass; end)]
    assert_raises(ArgumentError) { spec_made(SpecPoint) }
    assert_raises(ArgumentError) { spec_made(Class.new, 1) }
    assert_raises(ArgumentError) { SpecPoint.new(1, other: 2) }
  end
end

spec "new follows an initialize that is defined again" do
  kind = Class.new { def initialize(a, b = 1) = @pair = [a, b] }
  make = -> { kind.new(0).instance_variable_get(:@pair) }
  assert_equal [0, 1], make.call
  kind.class_eval { def initialize(a, b = 2, *rest, c: 3) = @pair = [a, b, rest, c] }
  assert_equal [0, 2, [], 3], make.call
  kind.class_eval { def initialize(a, &block) = @pair = [a, block] }
  assert_equal [0, nil], make.call
end
