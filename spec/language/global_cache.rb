# What instructions found last, and who was found to inherit from what, must not outlive a change either.
require_relative "../harness"

module RecentAnswers
  class Plain; end
  class Below < Plain; end
  module Mixed; end
  module Deeper; end

  def self.mixed?(object) = object.is_a?(Mixed)
  def self.deeper?(object) = Deeper === object

  class Holder
    @@count = 1
    def self.count = @@count
    def self.count=(value)
      @@count = value
    end
  end

  class Reader
    attr_writer :other
    def initialize(value = nil) = @value = value
    def value = @value
    def set(value) = @value = value
  end
  class LongReader < Reader
    def initialize(value)
      @before = 1
      super
    end
  end
end

# Makes what stands now old, so that answers about it are kept.
def settle
  2.times { GC.start }
end

spec "a class inherits from a module that it includes later, and so do its subclasses, its instances and what stands alone" do
  settle
  objects = [RecentAnswers::Plain.new, RecentAnswers::Below.new, Object.new]
  assert_equal [false, false, false], 3.times.map { objects.map { |object| RecentAnswers.mixed?(object) } }.last
  RecentAnswers::Plain.include(RecentAnswers::Mixed)
  assert_equal [true, true, false], objects.map { |object| RecentAnswers.mixed?(object) }
  assert_equal [false, false, false], objects.map { |object| RecentAnswers.deeper?(object) }
  RecentAnswers::Mixed.include(RecentAnswers::Deeper)
  assert_equal [true, true, false], objects.map { |object| RecentAnswers.deeper?(object) }
  objects.last.extend(RecentAnswers::Mixed)
  assert_equal [true, true], [RecentAnswers.mixed?(objects.last), RecentAnswers.deeper?(objects.last)]
end

spec "classes that come and go are told apart" do
  200.times do |round|
    mixed = Module.new
    made = Class.new { include mixed if round.even? }
    other = Class.new(made)
    GC.start if round % 50 == 0
    answers = [made.new, other.new].map { |object| [object.is_a?(mixed), object.is_a?(made), made >= other, mixed === object] }
    assert_equal [[round.even?, true, true, round.even?]] * 2, answers
  end
end

spec "a module prepended, and one that a clone of a class has, are ancestors" do
  mixed = Module.new
  made = Class.new
  object = made.new
  settle
  assert_equal [false, false], 2.times.map { object.is_a?(mixed) }
  made.prepend(mixed)
  copy = made.clone
  assert_equal [true, true, false], [object.is_a?(mixed), copy.new.is_a?(mixed), copy.new.is_a?(made)]
end

spec "a class variable is read and set where it is, whoever has it by then" do
  assert_equal [1, 1], 2.times.map { RecentAnswers::Holder.count }
  RecentAnswers::Holder.count = 2
  assert_equal [2, 2], [RecentAnswers::Holder.count, RecentAnswers::Holder.class_variable_get(:@@count)]
  RecentAnswers::Holder.remove_class_variable(:@@count)
  mixed = Module.new
  mixed.class_variable_set(:@@count, 5)
  RecentAnswers::Holder.include(mixed)
  assert_equal 5, RecentAnswers::Holder.count
  RecentAnswers::Holder.count = 6
  assert_equal 6, mixed.class_variable_get(:@@count)
end

spec "an operator asks whether a program's own ! or nil? has come" do
  made, other = Class.new, Class.new
  negate, test = ->(object) { !object }, ->(object) { object.nil? }
  assert_equal [false, false, true], 2.times.map { [made.new, other.new, nil].map(&negate) }.last
  assert_equal [false, false, true], 2.times.map { [made.new, other.new, nil].map(&test) }.last
  made.class_eval { def !; :not; end; def nil? = :none }
  2.times { assert_equal [:not, false, true], [made.new, other.new, nil].map(&negate) }
  2.times { assert_equal [:none, false, true], [made.new, other.new, nil].map(&test) }
  made.class_eval { remove_method :!; undef_method :nil? }
  assert_equal false, negate.(made.new)
  assert_raises(NoMethodError) { test.(made.new) }
  assert_equal [false, true], [other.new, nil].map(&test)
end

spec "a class variable that a superclass gets later overtakes the class's own" do
  above = Class.new
  below = Class.new(above)
  eval("class << below; self; end.class_eval { define_method(:noop) { } }")
  below.class_variable_set(:@@own, 1)
  Object.const_set(:RecentAnswersBelow, below)
  eval("class RecentAnswersBelow; def self.own = @@own; end")
  assert_equal [1, 1], 2.times.map { below.own }
  above.class_variable_set(:@@own, 2)
  assert_raises(RuntimeError) { below.own }
  above.remove_class_variable(:@@own)
  assert_equal 1, below.own
end

spec "code that runs in several scopes sees the class variables of each" do
  first, second = Class.new, Class.new
  define = ->(made, value) do
    made.class_variable_set(:@@seen, value)
    made.const_set(:Here, made)
    eval("made::Here.class_eval 'def self.seen = @@seen'")
  end
  define.(first, 1)
  define.(second, 2)
  assert_equal [1, 2, 1, 2], [first.seen, second.seen, first.seen, second.seen]
end

spec "a class variable of a frozen class can be read and not set" do
  frozen = Class.new
  frozen.class_eval("@@kept = 1; def self.kept = @@kept; def self.keep(value) = @@kept = value")
  frozen.keep(2)
  frozen.freeze
  assert_equal 2, frozen.kept
  assert_raises(FrozenError) { frozen.keep(3) }
end

spec "a constant named in a module is that of the module at hand, as it is now" do
  first, second = Module.new, Module.new
  first.const_set(:PLACE, 1)
  second.const_set(:PLACE, 2)
  place_of = ->(mod) { mod::PLACE }
  assert_equal [1, 2, 1, 2], [first, second, first, second].map(&place_of)
  first.send(:remove_const, :PLACE)
  first.const_set(:PLACE, 3)
  assert_equal [3, 2], [first, second].map(&place_of)
  second.private_constant(:PLACE)
  assert_raises(NameError) { place_of.(second) }
  first.send(:remove_const, :PLACE)
  assert_raises(NameError) { place_of.(first) }
end

spec "one place reads and sets variables of objects of any shape" do
  objects = [RecentAnswers::Reader.new(1), RecentAnswers::LongReader.new(2), RecentAnswers::Reader.allocate, RecentAnswers::LongReader.allocate]
  objects << RecentAnswers::Reader.new(5).tap { |object| object.other = 1 }
  assert_equal [1, 2, nil, nil, 5] * 2, 2.times.flat_map { objects.map(&:value) }
  3.times { |round| objects.each { |object| object.set(round) } }
  assert_equal [2] * 5, objects.map(&:value)
  assert_equal [[:@value], [:@before, :@value], [:@value], [:@value], [:@value, :@other]], objects.map(&:instance_variables)
  objects.each { |object| object.remove_instance_variable(:@value) }
  assert_equal [nil] * 5, objects.map(&:value)
  objects.each { |object| object.set(4) }
  assert_equal [4] * 5, objects.map(&:value)
  objects.each(&:singleton_class)
  objects.each { |object| object.set(object.value + 1) }
  assert_equal [5] * 5, objects.map(&:value)
  objects.each(&:freeze)
  assert_equal 5, objects.count { |object| (object.set(1); false) rescue FrozenError === $! }
end

spec "one place sets more variables than an object has slots, in objects of several shapes" do
  made = Class.new do
    def initialize(names) = names.each { |name| instance_variable_set(name, 0) }
    def last = @last
    def last=(value)
      @last = value
    end
  end
  objects = [0, 1, 2, 3, 7, 30].map { |count| made.new(Array.new(count) { |index| :"@a#{index}" }) }
  3.times { |round| objects.each_with_index { |object, index| object.last = [round, index] } }
  assert_equal (0..5).map { |index| [2, index] }, objects.map(&:last)
  GC.start
  assert_equal [1, 2, 3, 4, 8, 31], objects.map { |object| object.instance_variables.size }
end

spec "an operator of a program's classes is the one defined last, in each class that comes to the place" do
  first = Class.new { def +(other) = :first }
  second = Class.new { def +(other) = :second }
  add = ->(a, b) { a + b }
  assert_equal [:first, :second, 3, "ab", :first], [[first.new, 1], [second.new, 1], [1, 2], ["a", "b"], [first.new, 1]].map { |a, b| add.(a, b) }
  first.class_eval { def +(other) = :changed }
  assert_equal [:changed, :second], [add.(first.new, 1), add.(second.new, 1)]
  first.class_eval { private :+ }
  assert_raises(NoMethodError) { add.(first.new, 1) }
  second.class_eval { undef_method :+ }
  assert_raises(NoMethodError) { add.(second.new, 1) }
end

spec "!= asks == of a class that has no own, and its own once it has" do
  made = Class.new { def ==(other) = true }
  differs = ->(a, b) { a != b }
  assert_equal [false, false], 2.times.map { differs.(made.new, 1) }
  made.class_eval { def !=(other) = :own }
  assert_equal :own, differs.(made.new, 1)
  made.class_eval { remove_method :!= }
  assert_equal false, differs.(made.new, 1)
end

spec "a Hash without an entry answers its default, by a plain value, a block or a method of its own" do
  at = ->(hash, key) { hash[key] }
  own = Class.new(Hash) { def default(key = nil) = [:own, key] }
  alone = {}
  def alone.default(key = nil) = :alone
  hashes = [{}, { b: 1 }, Hash.new(7), Hash.new(7).merge(b: 1), Hash.new { |hash, key| [key] }, own.new, alone]
  assert_equal [nil, nil, 7, 7, [:a], [:own, :a], :alone], hashes.map { |hash| at.(hash, :a) }
  asked = Class.new { def hash = raise("asked") }.new
  assert_equal [nil, 7], [at.({}, asked), at.(Hash.new(7), asked)]
  assert_raises(RuntimeError, "asked") { at.({ a: 1 }, asked) }
end

spec "=== of a class asks for an instance, and the class itself once it has a === of its own" do
  family = Class.new
  alone = Class.new(family) { def self.===(other) = :alone }
  mixed = Module.new
  asked = ->(of, value) { of === value }
  matched = ->(of, value) { case value when of then true else false end }
  son = Class.new(family) { include mixed }
  assert_equal [true, false, true, false, :alone], [asked.(family, son.new), asked.(family, 1), asked.(mixed, son.new), asked.(Integer, 1.0), asked.(alone, 1)]
  assert_equal [true, true, false], [matched.(family, son.new), matched.(alone, 1), matched.(mixed, family.new)]
  def family.===(other) = other == 1
  assert_equal [true, false, true, :alone], [asked.(family, 1), asked.(family, son.new), asked.(son, 1), asked.(alone, 1)]
  assert_equal [true, false], [matched.(family, 1), matched.(family, son.new)]
  family.singleton_class.class_eval { remove_method :=== }
  assert_equal [false, true, false], [asked.(family, 1), asked.(family, son.new), asked.(son, 1)]
  mixed.extend(Module.new { def ===(other) = :extended })
  assert_equal :extended, asked.(mixed, 1)
  SystemCallError.new(2).then { |error| assert_equal [true, true, false], [asked.(Errno::ENOENT, error), asked.(SystemCallError, error), asked.(Errno::EPERM, error)] }
end

spec "respond_to? tells what is there by now, and asks respond_to_missing? once there is one" do
  asked = ->(object, name) { object.respond_to?(name) }
  base = Class.new
  made = Class.new(base)
  object, other = made.new, Class.new.new
  assert_equal [false, false, false], [asked.(object, :told), asked.(object, :told), asked.(other, :told)]
  base.class_eval { def told = 1 }
  assert_equal [true, false, false], [asked.(object, :told), asked.(object, :else), asked.(other, :told)]
  made.class_eval { private :told }
  assert_equal [false, true], [asked.(object, :told), asked.(base.new, :told)]
  made.class_eval { public :told }
  assert_equal [true, false], [asked.(object, :told), asked.(object, :later)]
  made.class_eval { undef_method :told }
  assert_equal [false, false], [asked.(object, :told), asked.(object, :told)]
  base.class_eval { def respond_to_missing?(name, all) = name == :later || super }
  assert_equal [true, false, true], [asked.(object, :later), asked.(object, :told), asked.(object, :later)]
  base.class_eval { remove_method :respond_to_missing? }
  assert_equal [false, false], [asked.(object, :later), asked.(object, :later)]
  made.include(Module.new { def later = 1 })
  assert_equal [true, false], [asked.(object, :later), asked.(other, :later)]
  other.extend(Module.new { def later = 1 })
  assert_equal true, asked.(other, :later)
  assert_equal [false, false, true], [asked.(1, :later), asked.(:a, :later), asked.(nil, :to_a)]
end
