# `nil?` and `!`, which an instruction answers as long as nobody has methods of these names: once somebody has, they are asked.

require_relative "../harness"

module NilTests
  class Blank
    def nil? = true
  end

  class Plain; end
  class Words < Array; end

  def self.ask(value) = value.nil?
  def self.branch(value) = value.nil? ? :nothing : :something
  def self.negate(value) = !value
  def self.unless_nil(value)
    return :something unless value.nil?
    :nothing
  end
end

VALUES = [nil, false, true, 0, 1.5, 1e300, :symbol, "text", [], {}, 1..2, 2**80, NilTests::Plain.new, NilTests::Words.new, NilTests, proc {}]

spec "nil alone is nil" do
  2.times do
    assert_equal [true] + [false] * (VALUES.size - 1), VALUES.map { |value| NilTests.ask(value) }
    assert_equal [:nothing] + [:something] * (VALUES.size - 1), VALUES.map { |value| NilTests.branch(value) }
    assert_equal [:nothing] + [:something] * (VALUES.size - 1), VALUES.map { |value| NilTests.unless_nil(value) }
    assert_equal [true, true] + [false] * (VALUES.size - 2), VALUES.map { |value| NilTests.negate(value) }
  end
end

spec "an object without the method says so" do
  object = BasicObject.new
  2.times { assert_raises(NoMethodError, "undefined method 'nil?' for an instance of BasicObject") { NilTests.ask(object) } }
  answering = Class.new(BasicObject) { def method_missing(name, *arguments) = [name, arguments] }
  2.times { assert_equal [:nil?, []], NilTests.ask(answering.new) }
end

spec "arguments and blocks go where the method is" do
  assert_raises(ArgumentError) { 1.nil?(2) }
  assert_equal [nil, false], [nil, 1].map { |value| value&.nil? }
  assert_equal false, (1.nil? { raise })
end

spec "a class, a singleton, a module and a refinement may answer otherwise" do
  assert_equal [true, :nothing], [NilTests.ask(NilTests::Blank.new), NilTests.branch(NilTests::Blank.new)]
  list = []
  def list.nil? = :its_own
  assert_equal [:its_own, false], [NilTests.ask(list), NilTests.ask([])]
  NilTests::Words.include(Module.new { def nil? = :included })
  assert_equal [:included, false, true], [NilTests::Words.new, [], nil].map { |value| NilTests.ask(value) }
  refined = Module.new do
    refine(Integer) { def nil? = :refined }
  end
  source = "using REFINED_NIL_TEST\n[1.nil?, nil.nil?, 2.0.nil?]"
  Object.const_set(:REFINED_NIL_TEST, refined)
  assert_equal [:refined, true, false], eval(source, TOPLEVEL_BINDING.dup)
  assert_equal [true, false, false], [nil, false, NilTests::Plain.new].map { |value| NilTests.ask(value) }
end

spec "what nil and true and numbers answer may change and change back" do
  NilClass.class_eval do
    alias_method :usual_nil?, :nil?
    alias_method :usual_not, :!
    def nil? = :changed
    def !() = :not_changed
  end
  begin
    assert_equal [:changed, :nothing], [NilTests.ask(nil), NilTests.branch(nil)]
    assert_equal :not_changed, NilTests.negate(nil)
  ensure
    NilClass.class_eval do
      alias_method :nil?, :usual_nil?
      alias_method :!, :usual_not
    end
  end
  assert_equal [true, true], [NilTests.ask(nil), NilTests.negate(nil)]
  Integer.class_eval { undef_method :nil? }
  begin
    assert_raises(NoMethodError) { NilTests.ask(1) }
  ensure
    Integer.class_eval { remove_method(:nil?) rescue define_method(:nil?) { false } }
  end
  assert_equal false, NilTests.ask(1)
end
