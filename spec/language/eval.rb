require_relative "../harness"

# Code from text, and bindings: the scopes they see and leave behind.

spec "eval runs text and gives its value" do
  assert_equal 3, eval("1 + 2")
  assert_equal nil, eval("")
end

spec "eval sees and changes local variables" do
  x = 1
  eval("x += 1")
  assert_equal 2, x
end

spec "a variable born in eval is not seen by the code around" do
  eval("born_in_eval = 1")
  assert_raises(NameError) { eval("born_in_eval") }
end

spec "eval sees self and instance variables" do
  @seen = 4
  assert_equal 4, eval("@seen")
  assert_equal self, eval("self")
end

def spec_binding
  hidden = 42
  binding
end

spec "a binding keeps a scope" do
  assert_equal 42, eval("hidden", spec_binding)
  assert_equal 42, spec_binding.local_variable_get(:hidden)
end

spec "variables born in a binding stay in that binding" do
  scope = spec_binding
  scope.eval("fresh = 5")
  assert_equal 5, scope.eval("fresh")
  assert_equal true, scope.local_variable_defined?(:fresh)
  assert_equal false, spec_binding.local_variable_defined?(:fresh)
end

spec "binding reads and writes local variables" do
  x = 1
  scope = binding
  scope.local_variable_set(:x, 5)
  assert_equal 5, x
  scope.local_variable_set(:y_new, 6)
  assert_equal 6, scope.local_variable_get(:y_new)
  assert scope.local_variables.include?(:x)
end

spec "binding refuses unknown and wrong names" do
  scope = spec_binding
  def scope.inspect = "a scope"
  assert_raises(NameError, "local variable 'nope' is not defined for a scope") { scope.local_variable_get(:nope) }
  assert_raises(NameError) { spec_binding.local_variable_set(:"1a", 1) }
end

spec "receiver gives the self of a binding" do
  assert_equal self, binding.receiver
  assert_equal 5, 5.instance_eval { binding }.receiver
end

spec "a proc has a binding" do
  x = 7
  block = proc { }
  assert_equal 7, block.binding.local_variable_get(:x)
  block.binding.local_variable_set(:x, 8)
  assert_equal 8, x
end

spec "eval takes a file and a line" do
  assert_equal ["some.rb", 10], eval("[__FILE__, __LINE__]", nil, "some.rb", 10)
  error = assert_raises(RuntimeError) { eval("\nraise 'x'", nil, "some.rb", 10) }
  assert error.backtrace[0].start_with?("some.rb:11:in ")
end

spec "without a file eval names the place it was called from" do
  line = __LINE__ + 1
  assert_equal "(eval at #{__FILE__}:#{line})", eval("__FILE__")
end

spec "a syntax error in eval raises SyntaxError" do
  error = assert_raises(SyntaxError) { eval("1 +") }
  assert error.message.include?("unexpected end-of-input")
  assert_raises(SyntaxError) { eval("end") }
end

spec "eval wants a String" do
  assert_raises(TypeError, "no implicit conversion of Integer into String") { eval(1) }
  assert_raises(TypeError, "wrong argument type Integer (expected binding)") { eval("1", 2) }
end

spec "methods defined in eval belong to the class around" do
  made = Class.new
  made.class_eval("def spoken; :yes; end")
  assert_equal :yes, made.new.spoken
end

spec "instance_eval sets self and defines singleton methods" do
  thing = Object.new
  thing.instance_variable_set(:@v, 3)
  assert_equal 3, thing.instance_eval { @v }
  assert_equal 3, thing.instance_eval("@v")
  thing.instance_eval do
    def only_here
      :here
    end
  end
  assert_equal :here, thing.only_here
  assert_raises(NoMethodError) { Object.new.only_here }
end

spec "instance_eval gives the object to the block" do
  assert_equal 5, 5.instance_eval { |n| n }
end

spec "instance_exec passes arguments" do
  assert_equal [5, 1, 2], 5.instance_exec(1, 2) { |a, b| [self, a, b] }
end

spec "class_eval sets self and defines instance methods" do
  made = Class.new
  made.class_eval do
    def shown
      :shown
    end
  end
  assert_equal made, made.class_eval { self }
  assert_equal :shown, made.new.shown
end

spec "class_exec passes arguments" do
  made = Class.new
  made.class_exec(:told) { |name| define_method(name) { name } }
  assert_equal :told, made.new.told
end

spec "class_eval keeps the local variables around its block" do
  word = :around
  made = Class.new
  made.class_eval { define_method(:word) { word } }
  assert_equal :around, made.new.word
end

spec "instance_eval without text or block raises" do
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { 5.instance_eval }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { 5.instance_eval("1") { } }
  assert_raises(LocalJumpError, "no block given") { 5.instance_exec }
end

spec "return in eval returns from the method" do
  def spec_eval_return
    eval("return 5")
    6
  end
  assert_equal 5, spec_eval_return
end

spec "eval inside a block sees the block's variables" do
  assert_equal [2, 4], [1, 2].map { |n| eval("n * 2") }
end

spec "blocks made in eval close over its variables" do
  counter = eval("count = 0; -> { count += 1 }")
  counter.call
  assert_equal 2, counter.call
end

spec "TOPLEVEL_BINDING is the scope of the program" do
  assert_equal "main", TOPLEVEL_BINDING.receiver.to_s
end

spec "nested eval" do
  x = 1
  assert_equal 2, eval('eval("x + 1")')
end

spec "eval of many small texts" do
  total = 0
  200.times { |i| total += eval("#{i} + i") }
  assert_equal 39800, total
end

spec "a def in a block of instance_eval inside a method goes to the singleton" do
  maker = Class.new do
    def make(target)
      target.instance_eval { def made_so; :so; end }
    end
  end
  target = Object.new
  maker.new.make(target)
  assert_equal [:made_so], target.singleton_methods
end

spec "constants in an instance_eval block come from where it was written" do
  assert_equal String, 5.instance_eval { String }
end

spec "source_location tells where a binding was made" do
  assert_equal [__FILE__, __LINE__], binding.source_location
end

spec "what the parser warns of is told when text is evaluated" do
  told = []
  before = $stderr
  $stderr = Class.new { define_method(:write) { |*texts| told.concat(texts) } }.new
  begin
    eval("{ a: 1, a: 2 }", binding, "given.rb", 7)
  ensure
    $stderr = before
  end
  assert_equal "given.rb:7: warning: key :a is duplicated and overwritten on line 7\n", told.join
end

def eval_spec_binding = binding

def eval_spec_yield = eval("[1, 2].map { |number| yield number }")

spec "text yields to the block of the method whose binding it has, also when that has returned" do
  assert_equal [2, 4], eval_spec_yield { |number| number * 2 }
  assert_equal "ok", eval_spec_binding { |value| value }.eval("yield('ok')")
  error = assert_raises(SyntaxError) { TOPLEVEL_BINDING.eval("yield") }
  assert_equal true, error.message.include?("Invalid yield")
end

spec "instance_eval and class_eval count what they were given" do
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0)") { 1.instance_eval("1", "file") { nil } }
  assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 1..3)") { 1.instance_eval("1", "file", 1, 2) }
  assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 1..3)") { Object.class_eval("1", "file", 1, 2) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { Object.class_eval }
end

spec "text evaluated for a number or Symbol sees the constants of its class, and defines none" do
  Integer.const_set(:MAX_SEEN, 5)
  assert_equal 5, 1.instance_eval("MAX_SEEN")
  [1, 2**70, 1.5, :a].each do |object|
    assert_raises(TypeError, "can't define singleton") { object.instance_eval("Defined = 1") }
    assert_raises(TypeError, "can't define singleton") { object.instance_eval("class Defined; end") }
  end
  assert_equal nil, defined?(Integer::Defined)
  nil.instance_eval("DefinedOfNil = 1")
  assert_equal 1, NilClass::DefinedOfNil
ensure
  Integer.send(:remove_const, :MAX_SEEN)
end

spec "return in an evaluated text leaves the lambda around it" do
  seen = []
  answer = -> { [1].each { eval("return :left"); seen << :inner }; seen << :outer }.call
  assert_equal [:left, []], [answer, seen]
end

class NamedByEval
  def of_module = Module.new.class_eval("[__method__, ::Kernel.__method__, [1].map { __method__ }]")
  def of_binding = String.class_eval("binding").eval("__method__")
  def of_class = NamedByEval.class_eval("def made_by_text = __method__; private; def hidden_by_text = 1; __method__")
end

spec "text given to class_eval is in the method that gives it, and defines in the module" do
  named = NamedByEval.new
  assert_equal [:of_module, :of_module, [:of_module]], named.of_module
  assert_equal :of_binding, named.of_binding
  assert_equal :of_class, named.of_class
  assert_equal :made_by_text, named.made_by_text
  assert_equal [:hidden_by_text], NamedByEval.private_instance_methods(false)
end

spec "a Binding knows where it was made, whatever is evaluated in it" do
  line = __LINE__ + 1
  made = proc { binding }.call
  place = [__FILE__, line]
  assert_equal place, made.source_location
  made.local_variable_set(:first_of_place, 1)
  assert_equal place, made.source_location
  made.eval("second_of_place = 2; [1].each { |x| x + second_of_place }", "elsewhere.rb", 7)
  assert_equal place, made.source_location
  assert_equal 3, made.eval("first_of_place + second_of_place")
  assert_equal ["elsewhere.rb", 8], made.eval("\nbinding", "elsewhere.rb", 7).source_location
end

class EvaluatedFor
  class Inner; end
end

module EvaluatedFrom
  Inner = :caller
  def self.text = EvaluatedFor.new.instance_eval("[Module.nesting, Inner]")
  def self.block = EvaluatedFor.new.instance_eval { [Module.nesting, Inner] }
  def self.below = Class.new(EvaluatedFor).new.instance_eval("Inner")
  def self.with_singleton = EvaluatedFor.new.tap(&:singleton_class).instance_eval("Inner")

  def self.defining
    object = EvaluatedFor.new
    seen = object.instance_eval("One = 1; module Two; end; def three = 3; [One, Two.class, Inner]")
    return seen unless seen == [1, Module, :caller]
    singleton = object.singleton_class
    [constants, EvaluatedFor.constants, singleton.constants(false).sort, singleton.instance_methods(false)]
  end
end

spec "text for instance_eval sees the constants of the object's class, unless that has a singleton class" do
  assert_equal [[EvaluatedFor, EvaluatedFrom], EvaluatedFor::Inner], EvaluatedFrom.text
  assert_equal [[EvaluatedFrom], :caller], EvaluatedFrom.block
  assert_equal [:caller, :caller], [EvaluatedFrom.below, EvaluatedFrom.with_singleton]
  assert_equal [[:Inner], [:Inner], [:One, :Two], [:three]], EvaluatedFrom.defining
end
