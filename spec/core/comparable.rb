require_relative "../harness"

# Comparable over core classes; over one's own classes see language/comparisons.rb.

spec "clamp with two bounds or a range" do
  assert_equal [1, 3, 2, 2, 1.5, "b"], [0.clamp(1, 3), 9.clamp(1, 3), 2.clamp(1, 3), 2.clamp(nil, 3), 1.5.clamp(1, 2), "a".clamp("b", "c")]
  assert_equal [3, 1, 2, 5], [9.clamp(1..3), 0.clamp(1..3), 2.clamp(..3), 5.clamp(1..)]
  assert_raises(TypeError, "wrong argument type Integer (expected Range)") { 1.clamp(1) }
end

spec "between?" do
  assert_equal [true, true, false, true], [1.between?(1, 2), "b".between?("a", "c"), 3.between?(1, 2), 1.5.between?(1, 2)]
end

spec "a <=> that gives nil makes == false and the others raise" do
  made = Class.new { include Comparable; def <=>(other) = nil }
  SpecIncomparable = made
  assert_equal false, made.new == made.new
  assert_raises(ArgumentError, "comparison of SpecIncomparable with SpecIncomparable failed") { made.new < made.new }
end

spec "== is true for the same object without asking <=>" do
  made = Class.new { include Comparable; def <=>(other) = raise("asked") }
  one = made.new
  assert_equal true, one == one
end

spec "the message names immediate values and classes of others" do
  made = Class.new { include Comparable; def <=>(other) = nil }
  SpecUncomparable = made
  assert_raises(ArgumentError, "comparison of SpecUncomparable with 1 failed") { made.new < 1 }
  assert_raises(ArgumentError, "comparison of SpecUncomparable with nil failed") { made.new > nil }
  assert_raises(ArgumentError, "comparison of SpecUncomparable with 1.5 failed") { made.new > 1.5 }
  assert_raises(ArgumentError, "comparison of SpecUncomparable with String failed") { made.new >= "x" }
  assert_raises(ArgumentError, "comparison of SpecUncomparable with :a failed") { made.new <= :a }
end

spec "without an order of its own an object is equal only to itself" do
  plain = Class.new { include Comparable }
  calls = 0
  asking = Class.new { include Comparable; define_method(:<=>) { |other| calls += 1; super(other) } }
  assert_equal [false, false, 1], [plain.new == plain.new, asking.new == asking.new, calls]
  assert_equal true, plain.new.then { |one| one == one }
end
