require_relative "../harness"

# Where text evaluated within a block with another self defines constants: where the block is written.

class SpecEvaluatedBlocks
  DEFINES = proc do
    eval(<<~RUBY)
      class Parent; end
      class Child < Parent; end
      Given = Parent
      [Parent, Child, Module.nesting]
    RUBY
  end

  def self.forget = %i[Parent Child Given].each { |name| remove_const(name) }
end

def spec_run_for(object, way)
  found = object.public_send(way, &SpecEvaluatedBlocks::DEFINES).map(&:to_s)
  constants = SpecEvaluatedBlocks.constants.sort
  SpecEvaluatedBlocks.forget
  [found, constants]
end

spec "text evaluated in a block defines constants where the block is written, whatever self the block was given" do
  expected = [["SpecEvaluatedBlocks::Parent", "SpecEvaluatedBlocks::Child", "[SpecEvaluatedBlocks]"], %i[Child DEFINES Given Parent]]
  [SpecEvaluatedBlocks.new, Object.new, SpecEvaluatedBlocks, 3, :symbol].each do |object|
    assert_equal expected, spec_run_for(object, :instance_exec)
    assert_equal expected, spec_run_for(object, :instance_eval)
  end
end

spec "the same holds at the top level, for an object of the class that is there" do
  object = Object.new
  found = object.instance_exec { eval("class SpecTopEvaluated; end; SpecTopEvaluated") }
  assert_equal [found, []], [Object.const_get(:SpecTopEvaluated), object.singleton_class.constants]
end

spec "text that instance_eval is given defines constants in the singleton class, where there can be one" do
  object = Object.new
  object.instance_eval("SpecOwnConstant = 1")
  assert_equal [[:SpecOwnConstant], false], [object.singleton_class.constants, Object.const_defined?(:SpecOwnConstant)]
  assert_raises(TypeError) { 3.instance_eval("SpecNoConstant = 1") }
  assert_raises(TypeError) { :symbol.instance_eval("class SpecNoClass; end") }
  assert_raises(TypeError) { 3.instance_eval("def spec_no_method = 1") }
end
