require_relative "../harness"

# What every object can: identity, copies, freezing, and looking into itself.

class SpecThing
  attr_accessor :a, :b
  def initialize(a = nil, b = nil)
    @a = a
    @b = b
  end
end

spec "equal? is identity, == is so by default" do
  one = SpecThing.new
  two = SpecThing.new
  assert_equal [true, false, true, false], [one.equal?(one), one.equal?(two), one == one, one == two]
end

spec "object_id is stable and unique" do
  one = SpecThing.new
  assert_equal one.object_id, one.object_id
  assert one.object_id != SpecThing.new.object_id
  assert_equal Integer, one.object_id.class
  assert_equal [4, 20, 0], [nil.object_id, true.object_id, false.object_id]
  assert_equal [1, 3, 11], [0.object_id, 1.object_id, 5.object_id]
end

spec "many objects have different object_ids, also after a collection" do
  things = (0...1000).map { SpecThing.new }
  ids = things.map { |thing| thing.object_id }
  GC.start
  assert_equal ids, things.map { |thing| thing.object_id }
  assert_equal 1000, ids.uniq.size
end

spec "hash of equal values is equal" do
  assert_equal "a".hash, "a".dup.hash
  assert_equal [1, [2]].hash, [1, [2]].hash
  assert_equal({ a: 1, b: 2 }.hash, { b: 2, a: 1 }.hash)
  assert_equal 1.5.hash, 1.5.hash
end

spec "inspect shows the class and the instance variables" do
  text = SpecThing.new(1, "x").inspect
  assert text.match?(/\A#<SpecThing:0x[0-9a-f]{16} @a=1, @b="x">\z/), text
  assert Object.new.inspect.match?(/\A#<Object:0x[0-9a-f]{16}>\z/)
end

spec "to_s shows the class and an address" do
  assert SpecThing.new(1).to_s.match?(/\A#<SpecThing:0x[0-9a-f]{16}>\z/)
end

spec "inspect of a cycle ends" do
  thing = SpecThing.new
  thing.a = thing
  assert thing.inspect.match?(/@a=#<SpecThing:0x[0-9a-f]{16} \.\.\.>/), thing.inspect
end

spec "dup copies the instance variables, not deeply" do
  inner = [1]
  one = SpecThing.new(inner, 2)
  two = one.dup
  two.b = 3
  assert_equal [2, 3], [one.b, two.b]
  assert one.a.equal?(two.a)
end

spec "dup neither keeps frozenness nor singleton methods, clone keeps both" do
  one = SpecThing.new.freeze
  assert_equal [false, true, false], [one.dup.frozen?, one.clone.frozen?, one.clone(freeze: false).frozen?]
  two = SpecThing.new
  def two.single = :single
  assert_equal :single, two.clone.single
  assert_raises(NoMethodError) { two.dup.single }
end

spec "clone(freeze: true) freezes" do
  assert_equal true, SpecThing.new.clone(freeze: true).frozen?
  assert_raises(ArgumentError, "unexpected value for freeze: Integer") { SpecThing.new.clone(freeze: 5) }
end

spec "immediate values copy to themselves" do
  [1, 1.5, nil, true, :a, 2 ** 70].each { |value| assert value.dup.equal?(value) && value.clone.equal?(value) }
  assert_raises(ArgumentError, "can't unfreeze Integer") { 1.clone(freeze: false) }
end

spec "initialize_copy may deepen a copy" do
  made = Class.new do
    attr_reader :list
    def initialize
      @list = [1]
    end

    def initialize_copy(original)
      @list = original.list.dup
    end
  end
  one = made.new
  two = one.dup
  two.list << 2
  assert_equal [[1], [1, 2]], [one.list, two.list]
end

spec "freeze forbids change and gives the object" do
  thing = SpecThing.new(1)
  assert thing.freeze.equal?(thing)
  assert_equal true, thing.frozen?
  error = assert_raises(FrozenError) { thing.a = 2 }
  assert error.message.match?(/\Acan't modify frozen SpecThing: #<SpecThing:0x\h+ @a=1, @b=nil>\z/), error.message
  assert_raises(FrozenError) { def thing.x; end }
  assert_raises(FrozenError) { thing.extend(Comparable) }
end

spec "freeze is not deep" do
  list = ["a".dup].freeze
  list[0] << "b"
  assert_equal ["ab"], list
end

spec "a frozen class takes no methods or constants" do
  made = Class.new.freeze
  SpecFrozenClass = made
  assert_raises(FrozenError, "can't modify frozen class: SpecFrozenClass") { made.class_eval { def x; end } }
  assert_raises(FrozenError, "can't modify frozen #<Class:SpecFrozenClass>: SpecFrozenClass") { made.const_set(:X, 1) }
end

spec "instance_variable_get, set, defined? and remove" do
  thing = SpecThing.new(1)
  assert_equal 1, thing.instance_variable_get(:@a)
  assert_equal 1, thing.instance_variable_get("@a")
  assert_equal nil, thing.instance_variable_get(:@none)
  assert_equal 5, thing.instance_variable_set(:@c, 5)
  assert_equal [true, false], [thing.instance_variable_defined?(:@c), thing.instance_variable_defined?(:@d)]
  assert_equal [:@a, :@b, :@c], thing.instance_variables
  assert_equal 5, thing.remove_instance_variable(:@c)
  assert_equal [:@a, :@b], thing.instance_variables
  assert_raises(NameError, "instance variable @c not defined") { thing.remove_instance_variable(:@c) }
end

spec "a variable removed from the middle leaves the others" do
  thing = SpecThing.new(1, 2)
  thing.instance_variable_set(:@c, 3)
  thing.remove_instance_variable(:@a)
  assert_equal [[:@b, :@c], 2, 3, nil], [thing.instance_variables, thing.b, thing.instance_variable_get(:@c), thing.a]
  thing.a = 9
  assert_equal [:@b, :@c, :@a], thing.instance_variables
end

spec "a wrong variable name raises NameError" do
  assert_raises(NameError, "'a' is not allowed as an instance variable name") { SpecThing.new.instance_variable_get(:a) }
  assert_raises(NameError, "'@' is not allowed as an instance variable name") { SpecThing.new.instance_variable_set("@", 1) }
end

spec "core objects may have instance variables" do
  text = "text".dup
  list = []
  maker = -> { }
  text.instance_variable_set(:@x, 1)
  list.instance_variable_set(:@x, 2)
  maker.instance_variable_set(:@x, 3)
  assert_equal [1, 2, 3], [text, list, maker].map { |thing| thing.instance_variable_get(:@x) }
  assert_raises(FrozenError, "can't modify frozen Integer: 1") { 1.instance_variable_set(:@x, 1) }
  assert_raises(FrozenError, "can't modify frozen Symbol: :a") { :a.instance_variable_set(:@x, 1) }
end

spec "class variables through methods" do
  made = Class.new
  made.class_variable_set(:@@x, 1)
  assert_equal [1, true, [:@@x]], [made.class_variable_get(:@@x), made.class_variable_defined?(:@@x), made.class_variables]
  assert_equal 1, made.remove_class_variable(:@@x)
  assert_raises(NameError, "'x' is not allowed as a class variable name") { made.class_variable_get(:x) }
end

spec "methods, singleton_methods and their kin" do
  thing = SpecThing.new
  def thing.single = 1
  assert thing.methods.include?(:a)
  assert thing.methods.include?(:single)
  assert_equal [:single], thing.singleton_methods
  assert_equal [:single], thing.methods(false)
  assert thing.private_methods.include?(:initialize)
  assert !thing.public_methods.include?(:initialize)
end

spec "is_a?, kind_of? and instance_of? want a class" do
  assert_equal true, SpecThing.new.kind_of?(Object)
  assert_raises(TypeError, "class or module required") { 1.is_a?(5) }
  assert_raises(TypeError, "class or module required") { 1.instance_of?(5) }
end

spec "tap gives the object, then the block's value" do
  seen = []
  assert_equal 5, 5.tap { |x| seen << x + 1 }
  assert_equal 6, 5.then { |x| x + 1 }
  assert_equal 6, 5.yield_self { |x| x + 1 }
  assert_equal [6], seen
  assert 5.itself.equal?(5)
end

spec "send and public_send by name" do
  assert_equal 3, 1.send(:+, 2)
  assert_equal 3, 1.public_send("+", 2)
  assert_raises(TypeError, "5 is not a symbol nor a string") { 1.send(5) }
  assert_raises(ArgumentError, "no method name given") { 1.send }
end

spec "respond_to? of core methods" do
  assert_equal [true, false], [1.respond_to?(:+), 1.respond_to?(:nope)]
  assert_equal true, "".respond_to?("upcase")
end

spec "instance_variables keep the order of first assignment" do
  made = Class.new do
    def initialize(flip)
      flip ? (@b = 1; @a = 2) : (@a = 1; @b = 2)
    end
  end
  assert_equal [[:@b, :@a], [:@a, :@b]], [made.new(true).instance_variables, made.new(false).instance_variables]
end

spec "=~, !~ and ===" do
  thing = SpecThing.new
  assert_raises(NoMethodError) { thing =~ 1 }
  assert_equal [true, false], [thing === thing, thing === 5]
  assert_equal [true, nil], [nil !~ 5, nil =~ 5]
end

spec "<=> of any two objects is 0 or nil" do
  thing = SpecThing.new
  assert_equal [0, nil], [thing <=> thing, thing <=> 5]
end

spec "display writes to an output" do
  sink = Class.new { attr_reader :got; def write(x) = @got = x }.new
  5.display(sink)
  assert_equal 5, sink.got.to_i
end

spec "enum_for makes an enumerator of any method" do
  thing = Class.new { def walk(n) = n.times { |i| yield i } }.new
  assert_equal [0, 1, 2], thing.enum_for(:walk, 3).to_a
  assert_equal [0, 1], thing.to_enum(:walk, 2).to_a
end

spec "! and != of any object" do
  made = Class.new { def ==(other) = other == 5 }
  assert_equal [false, true], [made.new != 5, made.new != 6]
  assert_equal false, !made.new
end

spec "BasicObject's ==, equal?, !, __id__ and __send__ are everywhere" do
  assert_equal [true, 3], [1.__id__ == 1.object_id, 1.__send__(:+, 2)]
end

spec "instance variables of very different objects of one class" do
  made = Class.new
  things = (0...50).map do |i|
    thing = made.new
    (0..i).each { |j| thing.instance_variable_set("@v#{(i * 7 + j * 13) % 61}", j) }
    thing
  end
  assert_equal (1..50).to_a, things.map { |thing| thing.instance_variables.size }
  assert_equal 7, things[10].instance_variable_get("@v#{(10 * 7 + 7 * 13) % 61}")
end

spec "a singleton class answers what the singleton class of the object's class answers" do
  class SpecAnswering
    def self.asked = :answered
  end
  object = SpecAnswering.new
  assert_equal :answered, object.singleton_class.asked
  def SpecAnswering.later = :later
  assert_equal :later, object.singleton_class.later
  assert_equal true, SpecAnswering.singleton_class.kind_of?(Class.singleton_class)
  SpecAnswering.singleton_class.define_singleton_method(:deep) { :deep }
  assert_equal :deep, Class.new(SpecAnswering).singleton_class.deep
end

spec "a clone has the constants of its singleton class" do
  object = Object.new
  class << object
    KEPT = 7
  end
  assert_equal 7, object.clone.singleton_class::KEPT
end

class SpecFrozenMethods
  def a; end
end

spec "what changes the methods of a frozen object or class names the object, and what it is" do
  object = [1].freeze
  assert_raises(FrozenError, "can't modify frozen object: [1]") { object.define_singleton_method(:x) {} }
  assert_raises(FrozenError, "can't modify frozen object: [1]") { object.extend(Comparable) }
  SpecFrozenMethods.freeze
  assert_raises(FrozenError, "can't modify frozen class: SpecFrozenMethods") { SpecFrozenMethods.define_method(:x) {} }
  assert_raises(FrozenError, "can't modify frozen class: SpecFrozenMethods") { SpecFrozenMethods.remove_method(:a) }
  assert_raises(FrozenError, "can't modify frozen class: SpecFrozenMethods") { SpecFrozenMethods.include(Comparable) }
  assert_raises(FrozenError, "can't modify frozen class: SpecFrozenMethods") { SpecFrozenMethods.prepend(Comparable) }
  assert_raises(FrozenError, "can't modify frozen Class: SpecFrozenMethods") { SpecFrozenMethods.define_singleton_method(:x) {} }
end

spec "lists of a class's own methods pass over what it was prepended with" do
  prepended = Module.new { def before = 1 }
  owner = Class.new do
    prepend prepended
    def shown = 1
    protected def sheltered = 1
    private def hidden = 1
  end
  object = owner.new
  assert_equal [[:shown], [:hidden], [:sheltered]], [object.public_methods(false), object.private_methods(false), object.protected_methods(false)]
  def object.own = 1
  assert_equal [:own, :shown], object.public_methods(false)
end

spec "singleton_methods begins with the object's own, and without modules has no others" do
  object = Object.new
  def object.own = 1
  object.singleton_class.prepend(Module.new { def before = 1 })
  object.extend(Module.new { def behind = 1 })
  assert_equal [:own], object.singleton_methods(false)
  assert_equal [:own], object.methods(false)
  assert_equal [:own, :before, :behind], object.singleton_methods
end
