require_relative "../harness"

# Modules: including, prepending, extending, and the order in which methods are found.

module SpecGreeting
  def greet
    "hello from #{who}"
  end

  def who
    "module"
  end
end

class SpecGreeter
  include SpecGreeting

  def who
    "class"
  end
end

spec "an included module's methods are the class's" do
  assert_equal "hello from class", SpecGreeter.new.greet
end

spec "the class comes before the module" do
  assert_equal [SpecGreeter, SpecGreeting, Object], SpecGreeter.ancestors.first(3)
end

spec "include? and is_a?" do
  assert_equal true, SpecGreeter.include?(SpecGreeting)
  assert_equal true, SpecGreeter.new.is_a?(SpecGreeting)
  assert_equal true, SpecGreeting === SpecGreeter.new
  assert_equal true, SpecGreeter < SpecGreeting
  assert SpecGreeter.included_modules.include?(SpecGreeting)
end

spec "later includes come first, several in one call in the order written" do
  a = Module.new { def name = :a }
  b = Module.new { def name = :b }
  one = Class.new { include a; include b }
  two = Class.new { include a, b }
  assert_equal :b, one.new.name
  assert_equal :a, two.new.name
  assert_equal [a, b], two.ancestors[1, 2]
end

spec "including twice changes nothing" do
  a = Module.new
  b = Module.new
  made = Class.new { include a; include b; include a }
  assert_equal [b, a], made.ancestors[1, 2]
end

spec "a module the superclass includes is not included again" do
  a = Module.new
  base = Class.new { include a }
  made = Class.new(base) { include a }
  assert_equal 1, made.ancestors.count(a)
end

spec "super goes along the ancestors" do
  a = Module.new { def path = [:a] + super }
  b = Module.new { def path = [:b] + super }
  base = Class.new { def path = [:base] }
  made = Class.new(base) do
    include a
    include b
    def path
      [:made] + super
    end
  end
  assert_equal [:made, :b, :a, :base], made.new.path
end

spec "a prepended module comes before the class" do
  a = Module.new { def value = [:module, super] }
  made = Class.new do
    prepend a
    def value
      :class
    end
  end
  assert_equal [:module, :class], made.new.value
  assert_equal [a, made], made.ancestors.first(2)
end

spec "prepending after objects and calls exist takes effect" do
  made = Class.new { def value = 1 }
  thing = made.new
  read = -> { thing.value }
  read.call
  made.prepend(Module.new { def value = super + 10 })
  assert_equal 11, read.call
  made.class_eval { def value = 2 }
  assert_equal 12, read.call
end

spec "include after objects and calls exist takes effect" do
  base = Class.new { def value = :base }
  made = Class.new(base)
  thing = made.new
  read = -> { thing.value }
  read.call
  made.include(Module.new { def value = [:mixed, super] })
  assert_equal [:mixed, :base], read.call
end

spec "several prepends stack" do
  a = Module.new { def value = [:a] + super }
  b = Module.new { def value = [:b] + super }
  made = Class.new { prepend a; prepend b; def value = [:class] }
  assert_equal [:b, :a, :class], made.new.value
end

spec "extend adds a module to one object" do
  thing = Object.new
  thing.extend(SpecGreeting)
  assert_equal "hello from module", thing.greet
  assert_equal true, thing.is_a?(SpecGreeting)
  assert_equal true, thing.singleton_class.include?(SpecGreeting)
  assert_equal false, Object.new.is_a?(SpecGreeting)
end

spec "extend on a class makes class methods" do
  made = Class.new { extend SpecGreeting }
  assert_equal "hello from module", made.greet
end

spec "a module may include a module" do
  inner = Module.new { def depth = :inner }
  outer = Module.new { include inner }
  made = Class.new { include outer }
  assert_equal :inner, made.new.depth
  assert_equal [made, outer, inner], made.ancestors.first(3)
end

spec "a module included into a module after that was included reaches the class" do
  outer = Module.new
  made = Class.new { include outer }
  outer.include(Module.new { def late = :late })
  assert_equal :late, made.new.late
end

spec "cyclic includes are refused" do
  a = Module.new
  b = Module.new { include a }
  assert_raises(ArgumentError, "cyclic include detected") { a.include(b) }
  assert_raises(ArgumentError, "cyclic include detected") { a.include(a) }
end

spec "only modules are included" do
  assert_raises(TypeError, "wrong argument type Class (expected Module)") { Class.new { include String } }
  assert_raises(TypeError, "wrong argument type Integer (expected Module)") { Class.new { include 5 } }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { Class.new { include } }
end

spec "a module cannot be instantiated" do
  assert_raises(NoMethodError, "undefined method 'new' for module SpecGreeting") { SpecGreeting.new }
end

spec "module_function makes a public copy on the module and a private one inside" do
  module SpecTools
    module_function

    def twice(x)
      x * 2
    end
  end
  assert_equal 4, SpecTools.twice(2)
  assert_raises(NoMethodError) { Class.new { include SpecTools }.new.twice(2) }
  assert SpecTools.private_instance_methods.include?(:twice)
end

spec "module_function of named methods" do
  module SpecMoreTools
    def one = 1
    def two = 2
    module_function :one
  end
  assert_equal 1, SpecMoreTools.one
  assert_raises(NoMethodError) { SpecMoreTools.two }
end

spec "extend self makes a module's methods its own" do
  module SpecSelfish
    extend self
    def value = 7
  end
  assert_equal 7, SpecSelfish.value
end

spec "Module.new makes an anonymous module" do
  made = Module.new { def x = 1 }
  assert_equal nil, made.name
  assert made.inspect.start_with?("#<Module:0x")
  assert_equal 1, Class.new { include made }.new.x
end

spec "set_temporary_name labels an anonymous module" do
  made = Module.new
  made.set_temporary_name("fake_name")
  assert_equal "fake_name", made.name
  assert_raises(ArgumentError, "the temporary name must not be a constant path to avoid confusion") { made.set_temporary_name("Fake") }
end

spec "a method found in Kernel, Object and the module itself is chosen by ancestry" do
  shadow = Module.new { def puts(*) = :mine }
  made = Class.new { include shadow; def go = puts("x") }
  assert_equal :mine, made.new.go
end

spec "instance_method.owner tells where a method lives" do
  assert_equal SpecGreeting, SpecGreeter.instance_method(:greet).owner
  assert_equal SpecGreeter, SpecGreeter.instance_method(:who).owner
  assert_equal SpecGreeting, SpecGreeter.new.method(:who).super_method.owner
end

spec "constants come with an include" do
  holder = Module.new
  holder.const_set(:HELD, 5)
  made = Class.new { include holder }
  assert_equal 5, made::HELD
end

spec "class methods do not come with an include" do
  holder = Module.new { def self.only_module = 1 }
  assert_raises(NoMethodError) { Class.new { include holder }.only_module }
end

spec "dup of a class keeps its modules and methods" do
  copy = SpecGreeter.dup
  assert_equal "hello from class", copy.new.greet
  assert_equal nil, copy.name
  copy.class_eval { def who = "copy" }
  assert_equal ["hello from copy", "hello from class"], [copy.new.greet, SpecGreeter.new.greet]
end

spec "extending an object with several modules" do
  a = Module.new { def name = :a }
  b = Module.new { def name = :b }
  assert_equal :a, Object.new.extend(a, b).name
end

spec "super from an extended module goes to the class" do
  made = Class.new { def value = [:class] }
  thing = made.new.extend(Module.new { def value = [:extended] + super })
  assert_equal [:extended, :class], thing.value
end

spec "Comparable, Enumerable and Kernel are modules" do
  assert_equal [Module, Module, Module], [Comparable.class, Enumerable.class, Kernel.class]
  assert_equal true, String.include?(Comparable)
  assert_equal true, Array.include?(Enumerable)
  assert_equal true, Object.include?(Kernel)
end

spec "what is prepended to a module later stands before it wherever it was included" do
  base = Module.new { def say = ["base"] }
  first = Module.new { def say = ["first", *super] }
  second = Module.new { def say = ["second", *super] }
  includer = Class.new { include base }
  extended = Class.new { extend base }
  includer.prepend(Module.new { def say = ["own", *super] })
  base.prepend(first)
  base.prepend(second)
  assert_equal %w[own second first base], includer.new.say
  assert_equal %w[second first base], extended.say
  extended.extend(first)
  assert_equal [second, first, base], extended.singleton_class.ancestors.first(4) - [extended.singleton_class]
end

module SpecUndefiningModule
  def own; end
end

spec "undef_method in a module asks for no method of Object's" do
  assert_raises(NameError, "undefined method 'to_s' for module 'SpecUndefiningModule'") { SpecUndefiningModule.undef_method(:to_s) }
  assert_equal SpecUndefiningModule, SpecUndefiningModule.undef_method(:own)
end

spec "a splat asks nil, numbers and Strings for to_a where a program defined it" do
  program = "class NilClass; def to_a = [9]; end; class Integer; def to_a = [self, 0]; end; p [*nil], [*1], [*:a]"
  assert_equal "[9]\n[1, 0]\n[:a]\n", IO.popen([RbConfig.ruby, "-e", program], &:read)
end

spec "an include leaves out what was prepended, a prepend does not leave out what is included" do
  inner = Module.new
  outer = Module.new { prepend inner }
  shown = ->(first, second) { Module.new { send(first, outer); send(second, outer) }.ancestors.map { |one| { inner => :inner, outer => :outer }.fetch(one, :own) } }
  assert_equal %i[inner outer own], shown.(:prepend, :include)
  assert_equal %i[inner outer own inner outer], shown.(:include, :prepend)
  first, second = Module.new, Module.new
  target = Class.new { prepend first; prepend second; include Module.new { include first } }
  assert_equal 1, target.ancestors.count(first)
  second.prepend(first)
  assert_equal [first, second, first, target], target.ancestors.first(4)
end
