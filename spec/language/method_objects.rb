require_relative "../harness"

class SpecOwner
  def plain(a, b = 2, *c, d:, **e, &f)
    [a, b, c, d, e]
  end

  def name = :owner

  def self.build(x) = [:built, x]

  protected def guarded = 1
end

class SpecHeir < SpecOwner
  def name = [:heir, super]
end

spec "method gives a Method, which call runs" do
  method = [1, 2, 3].method(:include?)
  assert_equal Method, method.class
  assert_equal [true, true, true, true], [method.call(2), method.(2), method[2], method === 2]
end

spec "it keeps its receiver, name and owner" do
  heir = SpecHeir.new
  method = heir.method(:name)
  assert method.receiver.equal?(heir)
  assert_equal [:name, SpecHeir], [method.name, method.owner]
end

spec "it keeps the method it was taken from when that is replaced" do
  made = Class.new { def value = 1 }
  thing = made.new
  method = thing.method(:value)
  made.class_eval { def value = 2 }
  assert_equal [1, 2], [method.call, thing.value]
end

spec "an unknown name raises NameError" do
  assert_raises(NameError, "undefined method 'nope' for class 'SpecOwner'") { SpecOwner.new.method(:nope) }
  assert_raises(NameError, "undefined method 'nope' for class 'SpecOwner'") { SpecOwner.instance_method(:nope) }
end

spec "arity" do
  assert_equal [-3, 0, 1], [SpecOwner.instance_method(:plain).arity, SpecOwner.instance_method(:name).arity, SpecOwner.method(:build).arity]
  assert_equal [1, -1, 0], ["".method(:+).arity, [].method(:push).arity, [].method(:size).arity]
end

spec "parameters" do
  assert_equal [[:req, :a], [:opt, :b], [:rest, :c], [:keyreq, :d], [:keyrest, :e], [:block, :f]], SpecOwner.instance_method(:plain).parameters
  assert_equal [[:req]], "".method(:+).parameters
  assert_equal [[:rest]], [].method(:push).parameters
end

spec "source_location" do
  assert_equal [__FILE__, 8], SpecOwner.instance_method(:name).source_location
end

spec "to_proc makes a lambda, usable as a block" do
  assert_equal [[:built, 1], [:built, 2]], [1, 2].map(&SpecOwner.method(:build))
  assert_equal true, SpecOwner.method(:build).to_proc.lambda?
end

spec "unbind and bind" do
  method = SpecOwner.instance_method(:name)
  assert_equal UnboundMethod, method.class
  assert_equal :owner, method.bind(SpecHeir.new).call
  assert_equal :owner, method.bind_call(SpecHeir.new)
  assert_equal :owner, SpecOwner.new.method(:name).unbind.bind_call(SpecOwner.new)
  assert_raises(TypeError, "bind argument must be an instance of SpecOwner") { method.bind(5) }
end

spec "a module's method binds to any object" do
  tools = Module.new { def mine = self }
  assert_equal 5, tools.instance_method(:mine).bind_call(5)
end

spec "super_method" do
  method = SpecHeir.new.method(:name)
  assert_equal :owner, method.super_method.call
  assert_equal nil, method.super_method.super_method
end

spec "equality" do
  thing = SpecOwner.new
  assert_equal true, thing.method(:name) == thing.method(:name)
  assert_equal false, thing.method(:name) == SpecOwner.new.method(:name)
  assert_equal true, thing.method(:name).eql?(thing.method(:name))
  assert_equal thing.method(:name).hash, thing.method(:name).hash
  assert_equal true, SpecOwner.instance_method(:name) == SpecOwner.instance_method(:name)
end

spec "curry, >> and <<" do
  add = 1.method(:+)
  assert_equal 10, (add >> ->(x) { x * 2 }).call(4)
  assert_equal 9, (add << ->(x) { x * 2 }).call(4)
  assert_equal 3, add.curry[2]
end

spec "inspect tells receiver, signature and place" do
  assert_equal "#<Method: SpecHeir#name() #{__FILE__}:#{SpecHeir.instance_method(:name).source_location[1]}>", SpecHeir.new.method(:name).inspect
  assert_equal "#<Method: SpecHeir(SpecOwner)#plain(a, b=..., *c, d:, **e, &f) #{__FILE__}:4>", SpecHeir.new.method(:plain).inspect
  assert_equal "#<UnboundMethod: SpecOwner#name() #{__FILE__}:8>", SpecHeir.superclass.instance_method(:name).inspect
  assert_equal "#<Method: SpecOwner.build(x) #{__FILE__}:10>", SpecOwner.method(:build).inspect
  assert_equal "#<Method: String#+(_)>", "".method(:+).inspect
end

spec "singleton_method gives only those" do
  thing = SpecOwner.new
  def thing.single = :single
  assert_equal :single, thing.singleton_method(:single).call
  error = assert_raises(NameError) { thing.singleton_method(:name) }
  assert error.message.start_with?("undefined singleton method 'name' for '#<SpecOwner:0x")
end

spec "public_instance_method refuses what is not public" do
  assert_equal :name, SpecOwner.public_instance_method(:name).name
  error = assert_raises(NameError) { SpecOwner.public_instance_method(:guarded) }
  assert_equal "method 'guarded' for class 'SpecOwner' is protected", error.message
end

spec "a method passes keywords and blocks" do
  method = SpecOwner.new.method(:plain)
  assert_equal [1, 2, [], 4, { z: 5 }], method.call(1, d: 4, z: 5)
  assert_raises(ArgumentError, "missing keyword: :d") { method.call(1) }
  assert_equal [2, 4], [1, 2].method(:map).call { |x| x * 2 }
end

spec "each method keeps its own receiver" do
  adders = [1, 2].map { |n| n.method(:+) }
  assert_equal [11, 12], adders.map { |add| add.call(10) }
end

spec "method_missing with respond_to_missing? gives a method" do
  made = Class.new do
    def respond_to_missing?(name, all) = name == :ghost
    def method_missing(name, *list) = [name, list]
  end
  assert_equal [:ghost, [1]], made.new.method(:ghost).call(1)
end

spec "instance_method of a private method" do
  made = Class.new { private def hidden = 7 }
  assert_equal 7, made.instance_method(:hidden).bind_call(made.new)
end

class NamesEverything
  def respond_to_missing?(*) = true
  def method_missing(name, *) = name
end

spec "methods that method_missing answers are equal where their names are" do
  all = NamesEverything.new
  assert_equal [true, false], [all.method(:one) == all.method(:one), all.method(:one) == all.method(:other)]
end

spec "a class's method is shown with the class's own class" do
  assert_equal "#<Method: #<Class:String>(Module)#include(*)>", String.method(:include).inspect
  assert_equal "#<Method: Integer#+(_)>", 1.method(:+).inspect
end

class InheritedSource
  def shown = [:source]

  private

  def hidden(argument = nil) = argument
end

class InheritedHeir < InheritedSource
  public :hidden
  alias renamed hidden
  def shown = [:heir] + super
  alias shown_again shown
  prepend Module.new { def shown = [:prepended] + super }
end

spec "inspect shows where a method was written beside where it was found" do
  names = [InheritedHeir.instance_method(:hidden), InheritedHeir.new.method(:hidden), InheritedHeir.new.method(:renamed)]
  shown = ["InheritedSource#hidden(argument=...)", "InheritedHeir(InheritedSource)#hidden(argument=...)",
    "InheritedHeir(InheritedSource)#renamed(hidden)(argument=...)"]
  assert_equal shown, names.map { |method| method.inspect[/Method: (.*) /, 1] }
  assert_equal [InheritedHeir] * 3, names.map(&:owner)
end

spec "super_method goes on behind what was prepended, under the method's own name" do
  assert_equal InheritedSource, InheritedHeir.instance_method(:shown).super_method.super_method.owner
  method = InheritedHeir.new.method(:shown).super_method
  assert_equal [InheritedHeir, [:heir, :source]], [method.owner, method.call]
  assert_equal :shown, InheritedHeir.new.method(:shown_again).super_method.name
end

spec "singleton_method asks for methods of the class itself" do
  kind = Class.new { def self.written = 1 }
  heir = Class.new(kind)
  assert_equal 1, kind.singleton_method(:written).call
  assert_raises(NameError) { heir.singleton_method(:written) }
  assert_equal [[:written], []], [heir.singleton_methods, heir.singleton_methods(false)]
end

class SpecBoundCalls
  def all(first, second = 2, *rest, key: 1, **others, &block) = [self.class, first, second, rest, key, others, block&.call]
  attr_accessor :value
  define_method(:defined) { |first, *rest| [self.class, first, rest] }
end

spec "bind_call calls a method of any kind with all that it is given" do
  child = Class.new(SpecBoundCalls) { def all(*) = super }
  all = SpecBoundCalls.instance_method(:all)
  assert_equal [SpecBoundCalls, 1, 2, [], 1, {}, nil], all.bind_call(SpecBoundCalls.new, 1)
  assert_equal [child, 1, 2, [3], 4, { other: 5 }, 6], all.bind_call(child.new, *[1, 2, 3], key: 4, **{ other: 5 }) { 6 }
  object = SpecBoundCalls.new
  SpecBoundCalls.instance_method(:value=).bind_call(object, 7)
  assert_equal [7, [SpecBoundCalls, 1, [2]]], [SpecBoundCalls.instance_method(:value).bind_call(object), SpecBoundCalls.instance_method(:defined).bind_call(object, 1, 2)]
  assert_equal [5, "String"], [Kernel.instance_method(:then).bind_call(4) { _1 + 1 }, Module.instance_method(:name).bind_call(String)]
  assert_equal 3, Comparable.instance_method(:clamp).bind_call(5, 1, 3)
end

spec "bind_call refuses what the method is not for" do
  error = assert_raises(TypeError, "bind argument must be an instance of SpecBoundCalls") { SpecBoundCalls.instance_method(:all).bind_call(Object.new, 1) }
  assert_equal "UnboundMethod#bind_call", error.backtrace_locations.first.label
  one = SpecBoundCalls.new
  def one.own = 1
  own = one.singleton_class.instance_method(:own)
  assert_raises(TypeError, "singleton method called for a different object") { own.bind_call(SpecBoundCalls.new) }
  assert_equal 1, own.bind_call(one)
  assert_raises(ArgumentError) { own.bind_call }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { SpecBoundCalls.instance_method(:all).bind_call(one) }
end

spec "super in a module's method that is bound to any object goes on at the object's class" do
  mod = Module.new { def greeting = [:mod, super] }
  parent = Class.new { def greeting = :parent }
  child = Class.new(parent)
  assert_equal [:mod, :parent], mod.instance_method(:greeting).bind(child.new).call
  assert_equal [:mod, :parent], mod.instance_method(:greeting).bind_call(parent.new)
end

spec "the binding of a Method's Proc knows its receiver" do
  list = [1, 2]
  binding = list.method(:map).to_proc.binding
  assert_equal [true, [], 2], [binding.receiver.equal?(list), binding.local_variables, binding.eval("size")]
end

spec "a module that has methods of its own shows its singleton class" do
  plain = Module.new
  own = Module.new
  def own.x = 1
  added = Module.new { def added = 1 }
  extended = Module.new.extend(added)
  assert_equal ["Module#name()", "#<Class:#{own.inspect}>(Module)#name()"], [plain, own].map { |holder| holder.method(:name).inspect[/Method: (.*)>/, 1] }
  assert_equal ["#<Class:Math>(Module)#name()", "#<Class:#{extended.inspect}>(#{added.inspect})#added()"],
               [Math.method(:name), extended.method(:added)].map { |method| method.inspect[/Method: (.*?)(?:>| \S+:\d+>)\z/, 1] }
end
