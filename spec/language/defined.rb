require_relative "../harness"

SPEC_CONSTANT = 1

class SpecDefinedParent
  def shared = 1
end

class SpecDefined < SpecDefinedParent
  @@class_variable = 1

  def shared
    defined?(super)
  end

  def unshared
    defined?(super)
  end

  def class_variable
    [defined?(@@class_variable), defined?(@@absent)]
  end

  def yielding
    defined?(yield)
  end

  def from_inside
    defined?(hidden)
  end

  private

  def hidden = 1
end

spec "of local variables" do
  x = nil
  assert_equal "local-variable", defined?(x)
  assert_equal nil, defined?(no_such_name)
end

spec "of instance, global and class variables" do
  @set = nil
  assert_equal "instance-variable", defined?(@set)
  assert_equal nil, defined?(@unset_here)
  $spec_set = nil
  assert_equal "global-variable", defined?($spec_set)
  assert_equal nil, defined?($spec_unset_here)
  assert_equal ["class variable", nil], SpecDefined.new.class_variable
end

spec "of constants" do
  assert_equal "constant", defined?(SPEC_CONSTANT)
  assert_equal "constant", defined?(Process::Status)
  assert_equal "constant", defined?(::String)
  assert_equal nil, defined?(SpecNothing)
  assert_equal nil, defined?(SpecNothing::Deeper)
  assert_equal nil, defined?(String::SpecNothing)
end

spec "of methods" do
  assert_equal "method", defined?(puts)
  assert_equal "method", defined?(puts "x")
  assert_equal "method", defined?("a".size)
  assert_equal "method", defined?(1 + 2)
  assert_equal "method", defined?([1][0])
  assert_equal nil, defined?("a".nope)
  assert_equal nil, defined?(nope())
  assert_equal nil, defined?(nope.size)
  assert_equal nil, defined?(puts(no_such_name))
end

spec "of private methods, seen from outside and inside" do
  assert_equal nil, defined?(SpecDefined.new.hidden)
  assert_equal "method", SpecDefined.new.from_inside
end

spec "of assignments" do
  assert_equal "assignment", defined?(a = 1)
  assert_equal "assignment", defined?(a += 1)
  assert_equal "assignment", defined?(a ||= 1)
  assert_equal "assignment", defined?(@b = 1)
  assert_equal "assignment", defined?((a, b = 1, 2))
  assert_equal nil, a
end

spec "of literals and keywords" do
  assert_equal "nil", defined?(nil)
  assert_equal ["true", "false", "self"], [defined?(true), defined?(false), defined?(self)]
  assert_equal "expression", defined?(1)
  assert_equal "expression", defined?("a")
  assert_equal "expression", defined?("a#{1}")
  assert_equal "expression", defined?(:a)
  assert_equal "expression", defined?([1])
  assert_equal "expression", defined?({ a: 1 })
  assert_equal "expression", defined?(1..2)
  assert_equal "expression", defined?(__FILE__)
end

spec "of compound expressions" do
  assert_equal "expression", defined?(1 && 2)
  assert_equal "expression", defined?(nope || 2)
  assert_equal "expression", defined?(if true then 1 end)
  assert_equal "expression", defined?(-> { })
  assert_equal "expression", defined?(not_there { } && 1)
end

spec "of a list with something undefined" do
  assert_equal nil, defined?([no_such_name])
end

spec "of yield" do
  assert_equal [nil, "yield"], [SpecDefined.new.yielding, SpecDefined.new.yielding { }]
end

spec "of super" do
  assert_equal ["super", nil], [SpecDefined.new.shared, SpecDefined.new.unshared]
end

spec "of match variables" do
  "abc" =~ /(b)/
  assert_equal ["global-variable", "global-variable", nil, "global-variable"], [defined?($~), defined?($1), defined?($2), defined?($&)]
  "abc" =~ /z/
  assert_equal [nil, nil], [defined?($1), defined?($&)]
end

spec "it evaluates nothing" do
  seen = []
  defined?(seen << 1)
  defined?(seen.push(2))
  assert_equal [], seen
end

spec "it evaluates the receivers of a call, and swallows their exceptions" do
  seen = []
  probe = -> { seen << 1; "a" }
  assert_equal "method", defined?(probe.call.size)
  assert_equal [1], seen
  assert_equal nil, defined?(raise("x").size)
end

spec "it binds loosely without parentheses" do
  assert_equal "expression", (defined? 1 && 2)
  assert_equal "method", (defined? puts)
end

spec "of a parenthesised or empty expression" do
  assert_equal "expression", defined?((1))
  assert_equal "nil", defined?(())
end

spec "of a method of a refinement or method_missing" do
  ghost = Class.new { def method_missing(*) = 1 }.new
  assert_equal nil, defined?(ghost.anything)
  polite = Class.new { def method_missing(*) = 1; def respond_to_missing?(*) = true }.new
  assert_equal "method", defined?(polite.anything)
end

spec "the answer is frozen and shared" do
  a = defined?(puts)
  b = defined?(puts)
  assert a.frozen?
  assert a.equal?(b)
end

class AskedByDefined
  ASKED = []
  def respond_to?(name, all = false)
    ASKED << [name, all]
    name == :respond_to_missing?
  end
  def respond_to_missing?(name, _all) = name == :missing
  def own = [defined?(missing), defined?(own)]
end

class AskedShortly
  def respond_to?(name) = name == :there
  def own = [defined?(there), defined?(missing)]
end

spec "defined? asks a `respond_to?` of the program's own: for a method of self, and whether `respond_to_missing?` may be asked" do
  assert_equal "method", defined?(AskedByDefined.new.missing)
  assert_equal nil, defined?(AskedByDefined.new.absent)
  assert_equal "method", defined?(AskedByDefined.new.own)
  assert_equal [[:respond_to_missing?, true]] * 2, AskedByDefined::ASKED
  assert_equal [nil, nil], AskedByDefined.new.own
  assert_equal ["method", nil], AskedShortly.new.own
end

spec "a defined? whose answer nobody asks for runs nothing" do
  seen = []
  told = -> name { seen << name; 4 }
  defined?(told.call(:unasked) / 2)
  answer = defined?(told.call(:asked) / 2)
  assert_equal [[:asked], "method"], [seen, answer]
end
