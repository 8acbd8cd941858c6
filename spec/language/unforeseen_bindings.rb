require_relative "../harness"

# Bindings that the text does not announce: of Procs, and by `binding` and `eval` under other names. The
# variables they show stood in registers until then.

class Object
  alias spec_here binding
  alias spec_run eval
end

def spec_binding_of(&block) = block.binding

def spec_forwards(&block) = spec_yields(&block)
def spec_yields = yield

spec "a Proc's binding shows variables that the block doesn't use" do
  used = 1
  unused = "two"
  scope = spec_binding_of { |parameter; own| used }
  assert_equal [true, true], [:used, :unused].map { |name| scope.local_variables.include?(name) }
  assert_equal false, scope.local_variable_defined?(:own)
  assert_equal "two", scope.local_variable_get(:unused)
  assert_equal [1, "two"], scope.eval("[used, unused]")
end

spec "what is written through a Proc's binding is seen by the running method" do
  one = 1
  two = 2
  spec_binding_of { }.local_variable_set(:one, 10)
  spec_binding_of { }.eval("two += one; three = 3")
  assert_equal [10, 12], [one, two]
end

def spec_returned(parameter, optional = 2)
  local = "kept"
  [parameter].each { |inner| return [-> { inner }, proc { }] }
end

spec "a Proc's binding shows the variables of methods that have returned" do
  one, other = spec_returned(1).map(&:binding)
  assert_equal ["kept", 1, 2, 1], one.eval("[local, parameter, optional, inner]")
  other.local_variable_set(:local, "changed")
  assert_equal ["changed", "changed"], [one.local_variable_get(:local), other.eval("local")]
end

spec "each call of a method has variables of its own" do
  depth = ->(level, &block) { level == 0 ? [block] : [block] + depth.call(level - 1) { level } }
  bindings = (1..3).map { |number| spec_returned(number).last.binding }
  assert_equal [1, 2, 3], bindings.map { |scope| scope.local_variable_get(:parameter) }
  assert_equal [2, 1], depth.call(2).compact.map { |block| block.binding.local_variable_get(:level) }
end

spec "binding and eval by another name reach the caller's variables" do
  count = 1
  spec_here.local_variable_set(:count, 2)
  spec_run("count += 1")
  method("eval".to_sym).call("count += 1")
  __send__("ev" + "al", "count += 1")
  Kernel.public_send("ev" + "al", "count += 1")
  assert_equal 6, count
  assert_equal [:count], spec_here.local_variables - [:main]
end

spec "eval's self is what it was called on, binding's that of the caller" do
  assert_equal Kernel, Kernel.public_send("ev" + "al", "self")
  assert_equal 5, 5.__send__("ev" + "al", "self")
  assert_equal self, spec_run("self")
  assert_equal self, spec_here.receiver
end

spec "a block within an eval shares the variables of the frame" do
  count = 0
  step = spec_run("-> { count += 1 }")
  step.call
  count += 10
  assert_equal [12, 12], [step.call, count]
end

def spec_counter
  count = 0
  spec_run("-> { count += 1 }")
end

spec "and keeps them when the frame is gone" do
  step = spec_counter
  step.call
  GC.start
  assert_equal 2, step.call
  assert_equal 1, spec_counter.call
end

spec "blocks show their variables and those around them, the nearest of each name" do
  outer = 1
  shadowed = :outer
  seen = [2].map { |element; shadowed|
    shadowed = :inner
    spec_run("outer += 1; [element, shadowed, outer]")
  }
  assert_equal [[2, :inner, 2]], seen
  assert_equal [:outer, 2], [shadowed, outer]
  captured = [3].map { |shadowed| [1].each { shadowed }; spec_run("shadowed") }
  assert_equal [3], captured
end

spec "a binding taken in a fiber is good outside of it" do
  fiber = Fiber.new { inside = 1; Fiber.yield spec_here; inside }
  scope = fiber.resume
  scope.local_variable_set(:inside, 5)
  assert_equal 5, scope.eval("inside")
  assert_equal 5, fiber.resume
  assert_equal 5, scope.local_variable_get(:inside)
end

def spec_raises(kept)
  spec_yields { |scope = spec_here| raise IndexError, "no" }
ensure
  kept << spec_here
end

spec "frames left by an exception keep their variables, too" do
  kept = []
  assert_raises(IndexError) { spec_raises(kept) }
  assert_equal kept, kept[0].local_variable_get(:kept)
end

def spec_passes_block_on(&block)
  spec_forwards(&block)
  spec_here
end

spec "a block parameter that is only passed on is shown" do
  assert_equal 7, spec_passes_block_on { 7 }.local_variable_get(:block).call
  assert_equal nil, spec_here.local_variable_defined?(:block) ? 1 : nil
end

spec "variables that an eval adds to a binding stay beside the frame's" do
  first = 1
  scope = spec_here
  scope.eval("second = first + 1")
  first = 5
  assert_equal [5, 2], scope.eval("[first, second]")
  assert_equal [:first, :scope, :second], (scope.local_variables - [:main]).sort
end

main = "variable of the main program"

spec "the top level's binding shows the program's variables" do
  assert_equal "variable of the main program", TOPLEVEL_BINDING.local_variable_get(:main)
  TOPLEVEL_BINDING.eval("main = 'changed'")
  assert_equal "<main>", TOPLEVEL_BINDING.source_location[0]
end

TOPLEVEL_BINDING.eval("main += ' twice'")
spec "and the program sees what is written there" do
  assert_equal "changed twice", TOPLEVEL_BINDING.local_variable_get(:main)
end

spec "instance_eval and class_eval of text by another name see the caller's variables" do
  value = 3
  assert_equal [3, 5], 5.public_send("instance_" + "eval", "[value, self]")
  String.public_send("class_" + "eval", "value += 1")
  assert_equal 4, value
end

def spec_kept(&block) = block

# The Proc of its own is made before that of the frame below, which it was given.
def spec_above(&)
  above = 10
  own = proc { above }
  [own, spec_kept(&)]
end

def spec_below
  below = 1
  own, given = spec_above { below }
  ended = own.binding.local_variable_get(:above)
  given.binding.local_variable_set(:below, 2)
  seen = below
  below = 3
  [own, given, ended, seen]
end

spec "frames may get Procs in another order than they were called" do
  own, given, ended, seen = spec_below
  assert_equal [10, 2], [ended, seen]
  assert_equal [10, 3], [own.binding.local_variable_get(:above), given.binding.local_variable_get(:below)]
  assert_equal [10, 3], [own.call, given.call]
end

def spec_found(list)
  list.each do |element|
    held = proc { return element }
    spec_above { held.call if element == 2 }[1].call
  end
  nil
end

spec "a return out of a Proc leaves through frames that have Procs of their own" do
  assert_equal 2, spec_found([1, 2, 3])
  assert_equal nil, spec_found([1])
end
