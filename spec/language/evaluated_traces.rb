# Backtraces of blocks that run with another self: the method that runs them stands below each.

require_relative "../harness"

class SpecEvaluated
end

module SpecEvaluator
  def self.labels = caller_locations(2..).map(&:label)
  def self.below = caller_locations(2, 1).first
end

spec "the method that gives a block another self" do
  it = SpecEvaluated.new
  assert_equal "BasicObject#instance_exec", it.instance_exec(1) { SpecEvaluator.below }.label
  assert_equal "BasicObject#instance_eval", it.instance_eval { SpecEvaluator.below }.label
  names = %i[class_exec module_exec class_eval module_eval]
  assert_equal names.map { |name| "Module##{name}" }, names.map { |name| SpecEvaluated.send(name) { SpecEvaluator.below }.label }
  assert_equal names.map(&:to_s), names.map { |name| SpecEvaluated.send(name) { SpecEvaluator.below }.base_label }
end

spec "it stands at the line of the call" do
  place = SpecEvaluated.class_exec { SpecEvaluator.below }
  assert_equal ["Module#class_exec", __FILE__, __LINE__ - 1], [place.label, place.path, place.lineno]
  body = proc do
    SpecEvaluator.below
  end
  assert_equal __LINE__, SpecEvaluated.new.instance_exec(&body).lineno
end

spec "of one within another each has its own, and blocks within have none" do
  inner = SpecEvaluated.new.instance_exec { SpecEvaluated.class_exec { [1].map { SpecEvaluator.labels }.first } }
  assert_equal 1, inner.count("Module#class_exec")
  assert_equal 1, inner.count("BasicObject#instance_exec")
end

spec "where a core method has a block run it is the core method that shows" do
  made = nil
  Class.new { made = SpecEvaluator.labels }
  assert_equal false, made.any? { |label| label.include?("_exec") || label.include?("_eval") }
end

spec "an error that has no block to run says where" do
  error = assert_raises(LocalJumpError) { SpecEvaluated.new.instance_exec }
  assert_equal ["BasicObject#instance_exec", __LINE__ - 1], [error.backtrace_locations[0].label, error.backtrace_locations[0].lineno]
  assert_equal :noreason, error.reason
end
