require_relative "../harness"

# Classes, their singleton classes, and super.

class SpecAnimal
  attr_reader :name
  attr_writer :mood
  attr_accessor :age

  def initialize(name)
    @name = name
  end

  def speak(volume = 1)
    "#{name} speaks at #{volume}"
  end

  def self.kind
    :animal
  end
end

class SpecDog < SpecAnimal
  def speak(volume = 2)
    super + "!"
  end

  def self.kind
    [:dog, super]
  end
end

class SpecPuppy < SpecDog
  def initialize(name, age)
    super(name)
    @age = age
  end

  def speak
    super(0)
  end
end

spec "new makes an object and calls initialize" do
  assert_equal "a", SpecAnimal.new("a").name
end

spec "an instance knows its class" do
  dog = SpecDog.new("d")
  assert_equal SpecDog, dog.class
  assert_equal SpecAnimal, SpecDog.superclass
  assert_equal true, dog.is_a?(SpecAnimal)
  assert_equal false, dog.instance_of?(SpecAnimal)
  assert_equal true, SpecAnimal === dog
  assert_equal true, SpecDog < SpecAnimal
end

spec "methods are inherited and may be overridden" do
  assert_equal "d speaks at 2!", SpecDog.new("d").speak
end

spec "attributes" do
  animal = SpecAnimal.new("a")
  animal.age = 5
  animal.mood = :good
  assert_equal 5, animal.age
  assert_equal :good, animal.instance_variable_get(:@mood)
  assert_equal [:read], Class.new { $spec_attr = attr_reader :read }.instance_methods(false)
  assert_equal [:read], $spec_attr
  assert_equal [:both, :both=], Class.new.class_eval { attr_accessor :both }
end

spec "an attribute reader takes no arguments" do
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { SpecAnimal.new("a").age(1) }
end

spec "super without parentheses passes the current values of the parameters" do
  base = Class.new { def take(*all, **keys) = [all, keys] }
  made = Class.new(base) do
    def take(a, b = 2, *c, d: 4, **e)
      a = 10
      super
    end
  end
  assert_equal [[10, 2], { d: 4 }], made.new.take(1)
  assert_equal [[10, 5, 6], { d: 7, z: 8 }], made.new.take(1, 5, 6, d: 7, z: 8)
end

spec "super with empty parentheses passes nothing" do
  base = Class.new { def take(*all) = all }
  made = Class.new(base) do
    def take(a)
      super()
    end
  end
  assert_equal [], made.new.take(1)
end

spec "super with arguments passes those" do
  assert_equal "p speaks at 0!", SpecPuppy.new("p", 1).speak
end

spec "super passes the block on, or another, or none" do
  base = Class.new { def take = block_given? ? yield : :none }
  made = Class.new(base) do
    def take(mode = :same)
      case mode
      when :other then super() { :other }
      when :none then super(&nil)
      else super()
      end
    end
  end
  thing = made.new
  assert_equal :given, thing.take { :given }
  assert_equal :other, thing.take(:other) { :given }
  assert_equal :none, thing.take(:none) { :given }
end

spec "super in a block calls the method around it" do
  base = Class.new { def take(x) = [:base, x] }
  made = Class.new(base) do
    def take(x)
      [1].map { super }[0]
    end
  end
  assert_equal [:base, 5], made.new.take(5)
end

spec "super in define_method must name its arguments" do
  base = Class.new { def take(x) = [:base, x] }
  made = Class.new(base) do
    define_method(:take) { |x| super(x + 1) }
  end
  assert_equal [:base, 6], made.new.take(5)
  implicit = Class.new(base) do
    define_method(:take) { |x| super }
  end
  assert_raises(RuntimeError, "implicit argument passing of super from method defined by define_method() is not supported. Specify all arguments explicitly.") { implicit.new.take(1) }
end

spec "super without a superclass method raises" do
  made = Class.new do
    def lonely
      super
    end
  end
  SpecLonely = made
  assert_raises(NoMethodError, "super: no superclass method 'lonely' for an instance of SpecLonely") { made.new.lonely }
end

spec "super may reach method_missing" do
  base = Class.new { def method_missing(name, *list) = [name, list] }
  made = Class.new(base) { def ghost(x) = super }
  assert_equal [:ghost, [1]], made.new.ghost(1)
end

spec "super in a class method" do
  assert_equal [:dog, :animal], SpecDog.kind
end

spec "super in a singleton method goes to the class" do
  dog = SpecAnimal.new("s")
  def dog.speak(*)
    "single " + super
  end
  assert_equal "single s speaks at 1", dog.speak
end

spec "initialize is private and its value ignored" do
  made = Class.new do
    def initialize
      :ignored
    end
  end
  assert_equal made, made.new.class
  assert_raises(NoMethodError) { made.new.initialize }
end

spec "new passes arguments and a block to initialize" do
  made = Class.new do
    attr_reader :got
    def initialize(a, *b, c: 3, &d)
      @got = [a, b, c, d.call]
    end
  end
  assert_equal [1, [2], 4, :block], made.new(1, 2, c: 4) { :block }.got
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { made.new }
end

spec "a class without initialize takes no arguments" do
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { Class.new.new(1) }
end

spec "allocate makes an object without initialize" do
  assert_equal nil, SpecAnimal.allocate.name
end

spec "a class may be opened again" do
  class SpecAnimal
    def added
      :added
    end
  end
  assert_equal :added, SpecDog.new("d").added
end

spec "a core class may be opened" do
  class Integer
    def spec_double
      self * 2
    end
  end
  assert_equal 10, 5.spec_double
end

spec "opening with another superclass raises" do
  assert_raises(TypeError, "superclass mismatch for class SpecDog") { class SpecDog < String; end }
end

spec "a superclass must be a class" do
  assert_raises(TypeError, "superclass must be an instance of Class (given an instance of Integer)") { class SpecBadParent < 5; end }
  assert_raises(TypeError, "superclass must be an instance of Class (given an instance of Module)") { Class.new(Kernel) }
  assert_raises(TypeError, "can't make subclass of singleton class") { Class.new(Object.new.singleton_class) }
  assert_raises(TypeError, "can't make subclass of Class") { Class.new(Class) }
end

spec "a constant that is no class cannot be opened" do
  SPEC_NOT_A_CLASS = 5
  error = assert_raises(TypeError) { class SPEC_NOT_A_CLASS; end }
  assert error.message.start_with?("SPEC_NOT_A_CLASS is not a class")
  error = assert_raises(TypeError) { module SpecDog; end }
  assert error.message.start_with?("SpecDog is not a module")
end

spec "a class body has self, gives its last value, and may hold any code" do
  value = class SpecBodyOf
    [self, 1 + 1]
  end
  assert_equal [SpecBodyOf, 2], value
  assert_equal nil, (class SpecEmptyBody; end)
end

spec "a superclass may be any expression" do
  class SpecDynamic < (true ? SpecAnimal : Object)
  end
  assert_equal SpecAnimal, SpecDynamic.superclass
end

spec "Class.new makes a class, with a body and a superclass" do
  made = Class.new(SpecAnimal) do
    def shout
      name.upcase
    end
  end
  assert_equal "A", made.new("a").shout
  assert_equal nil, made.name
  assert made.to_s.start_with?("#<Class:0x")
  assert made.new("x").inspect.start_with?("#<#<Class:0x")
end

spec "class << self opens the singleton class" do
  class SpecSelfOpened
    class << self
      attr_accessor :setting

      def build
        new
      end

      private

      def hidden
        1
      end
    end
  end
  SpecSelfOpened.setting = 4
  assert_equal 4, SpecSelfOpened.setting
  assert_equal SpecSelfOpened, SpecSelfOpened.build.class
  assert_raises(NoMethodError, "private method 'hidden' called for class SpecSelfOpened") { SpecSelfOpened.hidden }
end

spec "class << object opens any object's singleton class" do
  thing = Object.new
  result = class << thing
    def single
      :single
    end
    self
  end
  assert_equal :single, thing.single
  assert_equal thing.singleton_class, result
  assert_equal true, result.singleton_class?
  assert_equal [:single], thing.singleton_methods
end

spec "the class of an object with a singleton class is still its class" do
  thing = Object.new
  def thing.x; end
  assert_equal Object, thing.class
end

spec "singleton classes inherit along the classes" do
  assert_equal SpecAnimal.singleton_class, SpecDog.singleton_class.superclass
  assert_equal Class, BasicObject.singleton_class.superclass
  assert_equal SpecDog, SpecDog.singleton_class.attached_object
  assert_raises(TypeError, "'SpecDog' is not a singleton class") { SpecDog.attached_object }
end

spec "singleton classes print what they belong to" do
  assert_equal "#<Class:SpecDog>", SpecDog.singleton_class.inspect
  assert_equal "#<Class:#<Class:SpecDog>>", SpecDog.singleton_class.singleton_class.inspect
  assert "x".dup.singleton_class.inspect.start_with?("#<Class:#<String:0x")
end

spec "nil, true and false use their classes as singleton classes" do
  assert_equal [NilClass, TrueClass, FalseClass], [nil.singleton_class, true.singleton_class, false.singleton_class]
end

spec "numbers and symbols have no singleton class" do
  assert_raises(TypeError, "can't define singleton") { 5.singleton_class }
  assert_raises(TypeError, "can't define singleton") { 1.5.singleton_class }
end

spec "subclasses and instance_methods" do
  assert_equal true, SpecAnimal.subclasses.include?(SpecDog)
  assert_equal false, SpecAnimal.subclasses.include?(SpecPuppy)
  assert_equal [:speak], SpecDog.instance_methods(false)
  assert SpecDog.instance_methods.include?(:name)
  assert_equal true, SpecDog.method_defined?(:name)
  assert_equal false, SpecDog.method_defined?(:name, false)
  assert_equal SpecAnimal, SpecDog.instance_method(:name).owner
end

spec "ancestors run to BasicObject" do
  assert_equal [SpecPuppy, SpecDog, SpecAnimal, Object], SpecPuppy.ancestors.first(4)
  assert_equal BasicObject, SpecPuppy.ancestors.last
  assert_equal nil, BasicObject.superclass
end

spec "a subclass of BasicObject has almost nothing" do
  bare = Class.new(BasicObject) do
    def answer
      42
    end
  end
  assert_equal 42, bare.new.answer
  assert_equal [:!, :!=, :==, :__id__, :__send__, :equal?, :instance_eval, :instance_exec], BasicObject.instance_methods.sort
  SpecBare = bare
  assert_raises(NoMethodError, "undefined method 'inspect' for an instance of SpecBare") { bare.new.inspect }
end

spec "inside BasicObject constants need their full path" do
  class SpecBlank < BasicObject
    def short
      String
    end

    def full
      ::String
    end
  end
  assert_raises(NameError, "uninitialized constant SpecBlank::String") { SpecBlank.new.short }
  assert_equal String, SpecBlank.new.full
end

spec "subclasses of core classes keep their kind" do
  made = Class.new(Array) { def second = self[1] }
  list = made.new([1, 2])
  assert_equal 2, list.second
  assert_equal Array, (list + [3]).class
  assert_equal Array, list.map { |x| x }.class
  text = Class.new(String) { def shout = upcase + "!" }
  assert_equal "A!", text.new("a").shout
  assert_equal String, text.new("a").upcase.class
  table = Class.new(Hash)
  assert_equal table, table.new.merge({ a: 1 }).class
end

spec "an overridden method is seen at once" do
  made = Class.new { def value = 1 }
  thing = made.new
  read = -> { thing.value }
  assert_equal 1, read.call
  made.class_eval { def value = 2 }
  assert_equal 2, read.call
  def thing.value = 3
  assert_equal 3, read.call
end

spec "a method added to a superclass is seen at once, under an existing cache too" do
  base = Class.new { def value = :base }
  middle = Class.new(base)
  leaf = Class.new(middle).new
  seen = []
  2.times do
    seen << leaf.value
    middle.class_eval { def value = :middle }
  end
  assert_equal [:base, :middle], seen
end

spec "a call site sees objects of many classes" do
  classes = (0...20).map { |i| Class.new { define_method(:number) { i } } }
  assert_equal (0...20).to_a, classes.map { |made| made.new.number }
end

spec "comparison of classes" do
  assert_equal [true, false, nil, true], [SpecDog < SpecAnimal, SpecAnimal < SpecDog, SpecDog < String, SpecDog <= SpecDog]
  assert_equal [-1, 1, 0, nil], [SpecDog <=> SpecAnimal, SpecAnimal <=> SpecDog, SpecDog <=> SpecDog, SpecDog <=> 5]
  assert_raises(TypeError, "compared with non class/module") { SpecDog < 5 }
end
