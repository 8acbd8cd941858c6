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
