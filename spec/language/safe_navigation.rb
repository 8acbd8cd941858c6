require_relative "../harness"

spec "&. calls on what is not nil" do
  assert_equal 3, "abc"&.size
  assert_equal "ABC", "abc"&.upcase
end

spec "&. on nil gives nil" do
  nothing = nil
  assert_equal nil, nothing&.size
  assert_equal nil, nothing&.anything(1, 2)
end

spec "&. on nil does not evaluate the arguments" do
  nothing = nil
  seen = []
  nothing&.call(seen << 1, *(seen << 2), k: (seen << 3), &(seen << 4; nil))
  assert_equal [], seen
end

spec "&. on nil runs no block" do
  nothing = nil
  seen = []
  nothing&.each { seen << 1 }
  assert_equal [], seen
end

spec "false is not nil" do
  no = false
  assert_equal "false", no&.to_s
end

spec "&. skips the one call, not the chain" do
  nothing = nil
  assert_equal "", nothing&.size.to_s
  assert_equal nil, nothing&.size&.succ
  assert_raises(NoMethodError, "undefined method 'succ' for nil") { nothing&.size.succ }
end

spec "&. does not hide a missing method" do
  assert_raises(NoMethodError, "undefined method 'nope' for an instance of Integer") { 5&.nope }
end

class SpecSafe
  attr_accessor :value
end

spec "&. assigns an attribute" do
  thing = SpecSafe.new
  thing&.value = 5
  assert_equal 5, thing.value
end

spec "&. assignment on nil evaluates nothing and gives nil" do
  nothing = nil
  seen = []
  assert_equal nil, (nothing&.value = (seen << 1))
  assert_equal [], seen
end

spec "&. with ||=, &&= and +=" do
  thing = SpecSafe.new
  thing&.value ||= 1
  thing&.value += 1
  thing&.value &&= 10
  assert_equal 10, thing.value
end

spec "&. may be followed by call's parentheses" do
  double = ->(x) { x * 2 }
  nothing = nil
  assert_equal 4, double&.(2)
  assert_equal nil, nothing&.(2)
end

spec "&. with an index by name" do
  assert_equal 2, [1, 2]&.[](1)
  nothing = nil
  assert_equal nil, nothing&.[](1)
end

spec "&. evaluates its receiver once" do
  count = 0
  source = -> { count += 1; nil }
  source.call&.size
  assert_equal 1, count
end

spec "&. may lead a line" do
  value = "abc"
    &.upcase
    &.reverse
  assert_equal "CBA", value
end

spec "methods of nil are not called through &." do
  nothing = nil
  assert_equal nil, nothing&.nil?
  assert_equal nil, nothing&.to_a
end

spec "&. in a condition" do
  user = nil
  assert_equal :none, (user&.value ? :some : :none)
end

spec "&. does not see private methods, but on self it does" do
  made = Class.new do
    def go
      self&.hidden
    end

    private

    def hidden
      :hidden
    end
  end
  assert_equal :hidden, made.new.go
  assert_raises(NoMethodError) { made.new&.hidden }
end

spec "&. cannot be the target of a multiple assignment" do
  assert_raises(SyntaxError) { eval("x = nil; x&.a, b = 1, 2") }
end
