require_relative "../harness"

# Definition of methods, each kind of positional parameter, and the errors of a wrong call.

def spec_nothing
end

def spec_one(a)
  a
end

def spec_optional(a, b = 2, c = b + 1)
  [a, b, c]
end

def spec_rest(a, *rest)
  [a, rest]
end

def spec_post(*rest, z)
  [rest, z]
end

def spec_full(a, b = :b, *rest, y, z)
  [a, b, rest, y, z]
end

def spec_middle(a, b = :b, z)
  [a, b, z]
end

spec "a method without statements gives nil" do
  assert_equal nil, spec_nothing
end

spec "a method gives its last expression" do
  assert_equal 5, spec_one(5)
end

spec "return gives a value early; several make an array; none gives nil" do
  def spec_early(n)
    return :zero if n == 0
    return 1, 2 if n == 1
    return if n == 2
    return *[3, 4], 5 if n == 3
    :late
  end
  assert_equal :zero, spec_early(0)
  assert_equal [1, 2], spec_early(1)
  assert_equal nil, spec_early(2)
  assert_equal [3, 4, 5], spec_early(3)
  assert_equal :late, spec_early(4)
end

spec "def gives the name as a symbol" do
  assert_equal :spec_given, (def spec_given; end)
  assert_equal :spec_given, (def self.spec_given; end)
end

spec "parentheses are optional, in definition and call" do
  def spec_bare a, b
    a - b
  end
  value = spec_bare 5, 3
  assert_equal 2, value
end

spec "an endless definition" do
  def spec_square(x) = x * x
  def spec_constant = 42
  assert_equal 9, spec_square(3)
  assert_equal 42, spec_constant
end

spec "optional parameters take their defaults, from left to right" do
  assert_equal [1, 2, 3], spec_optional(1)
  assert_equal [1, 5, 6], spec_optional(1, 5)
  assert_equal [1, 5, 9], spec_optional(1, 5, 9)
end

spec "a default is evaluated at each call, with self" do
  def spec_fresh(list = [])
    list << 1
  end
  assert_equal [1], spec_fresh
  assert_equal [1], spec_fresh
end

spec "a default may return from the method" do
  def spec_default_return(a = (return :early unless false))
    a
  end
  assert_equal :early, spec_default_return
  assert_equal 1, spec_default_return(1)
end

spec "a rest parameter takes what is left" do
  assert_equal [1, []], spec_rest(1)
  assert_equal [1, [2, 3]], spec_rest(1, 2, 3)
end

spec "parameters after a rest take the last" do
  assert_equal [[], 1], spec_post(1)
  assert_equal [[1, 2], 3], spec_post(1, 2, 3)
end

spec "required parameters are filled first, then optional, then rest" do
  assert_equal [1, :b, [], 2, 3], spec_full(1, 2, 3)
  assert_equal [1, 2, [], 3, 4], spec_full(1, 2, 3, 4)
  assert_equal [1, 2, [3, 4], 5, 6], spec_full(1, 2, 3, 4, 5, 6)
  assert_equal [1, :b, 2], spec_middle(1, 2)
  assert_equal [1, 2, 3], spec_middle(1, 2, 3)
end

spec "too few or too many arguments raise ArgumentError" do
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { spec_nothing(1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { spec_one }
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { spec_one(1, 2) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..3)") { spec_optional }
  assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 1..3)") { spec_optional(1, 2, 3, 4) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { spec_rest }
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 3+)") { spec_full(1, 2) }
end

spec "a built-in method reports its arguments alike" do
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { [].include? }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { "".size(1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 1..2)") { [][1, 2, 3] }
end

spec "a splat spreads an array over parameters" do
  assert_equal [1, :b, [], 2, 3], spec_full(*[1, 2, 3])
  assert_equal [1, 2, [3], 4, 5], spec_full(1, *[2, 3], 4, *[5])
end

spec "a splatted array is copied into a rest parameter" do
  list = [1, 2]
  def spec_keep(*rest)
    rest
  end
  kept = spec_keep(*list)
  assert_equal list, kept
  assert !kept.equal?(list)
end

spec "a large array may be splatted" do
  def spec_count(*rest)
    rest.size
  end
  assert_equal 20_000, spec_count(*(1..20_000).to_a)
end

spec "arguments are evaluated left to right, after the receiver, before the block argument" do
  seen = []
  note = ->(value, result) { seen << value; result }
  note.(1, self).send(note.(2, :spec_full), note.(3, 1), *note.(4, [2]), note.(5, 3), &note.(6, nil))
  assert_equal [1, 2, 3, 4, 5, 6], seen
end

spec "a parameter may destructure" do
  def spec_pair((a, b), c)
    [a, b, c]
  end

  def spec_deep((a, (b, *c)), d = 4)
    [a, b, c, d]
  end
  assert_equal [1, 2, 3], spec_pair([1, 2], 3)
  assert_equal [1, nil, 3], spec_pair(1, 3)
  assert_equal [1, 2, [3, 4], 4], spec_deep([1, [2, 3, 4]])
end

spec "an anonymous rest may be passed on" do
  def spec_pass_rest(*)
    spec_full(*)
  end
  assert_equal [1, :b, [], 2, 3], spec_pass_rest(1, 2, 3)
end

spec "an anonymous block may be passed on" do
  def spec_pass_block(&)
    [1, 2].map(&)
  end
  assert_equal [2, 4], spec_pass_block { |x| x * 2 }
end

spec "anonymous keywords may be passed on" do
  def spec_take_keys(a: 0, **rest)
    [a, rest]
  end

  def spec_pass_keys(**)
    spec_take_keys(**)
  end
  assert_equal [1, { b: 2 }], spec_pass_keys(a: 1, b: 2)
end

spec "three dots pass everything on" do
  def spec_take_all(*rest, **keys, &block)
    [rest, keys, block ? block.call : nil]
  end

  def spec_forward(...)
    spec_take_all(...)
  end

  def spec_forward_more(first, ...)
    spec_take_all(first, :added, ...)
  end
  assert_equal [[1, 2], { k: 3 }, :block], spec_forward(1, 2, k: 3) { :block }
  assert_equal [[1, :added, 2], {}, nil], spec_forward_more(1, 2)
end

spec "a method called without a block has a nil block parameter" do
  def spec_block(&block)
    block
  end
  assert_equal nil, spec_block
  assert_equal Proc, spec_block { }.class
end

spec "a missing receiver method reports the receiver" do
  assert_raises(NoMethodError, "undefined method 'nope' for nil") { nil.nope }
  assert_raises(NoMethodError, "undefined method 'nope' for true") { true.nope }
  assert_raises(NoMethodError, "undefined method 'nope' for an instance of Integer") { 5.nope }
  assert_raises(NoMethodError, "undefined method 'nope' for an instance of Array") { [1].nope }
  assert_raises(NoMethodError, "undefined method 'nope' for class String") { String.nope }
  assert_raises(NoMethodError, "undefined method 'nope' for module Kernel") { Kernel.nope }
  error = assert_raises(NoMethodError) { 5.nope(1, 2) }
  assert_equal [:nope, [1, 2], 5], [error.name, error.args, error.receiver]
end

spec "operators of nil raise like methods" do
  assert_raises(NoMethodError, "undefined method '+' for nil") { nil + 1 }
  assert_raises(NoMethodError, "undefined method '[]' for nil") { nil[0] }
  assert_raises(NoMethodError, "undefined method '<' for nil") { nil < 1 }
end

class SpecAccess
  def value=(new_value)
    @value = new_value
    :ignored
  end

  def value
    @value
  end

  def [](*keys)
    [:read, keys]
  end

  def []=(*keys, new_value)
    @written = [keys, new_value]
    :ignored
  end

  attr_reader :written

  def call(*args)
    [:called, args]
  end
end

spec "a setter call gives the right side, whatever the method gives" do
  access = SpecAccess.new
  assert_equal 5, (access.value = 5)
  assert_equal 5, access.value
  assert_equal :ignored, access.send(:value=, 6)
end

spec "an index call takes any number of arguments" do
  access = SpecAccess.new
  assert_equal [:read, []], access[]
  assert_equal [:read, [1, 2]], access[1, 2]
  assert_equal [:read, [1, 2, 3]], access[1, *[2, 3]]
end

spec "an index assignment gives the right side" do
  access = SpecAccess.new
  assert_equal 9, (access[1, 2] = 9)
  assert_equal [[1, 2], 9], access.written
  access[*[1, 2], 3] = 4
  assert_equal [[1, 2, 3], 4], access.written
  access[] = 7
  assert_equal [[], 7], access.written
end

spec "a point and parentheses call call" do
  assert_equal [:called, [1, 2]], SpecAccess.new.(1, 2)
end

spec "a method may be called with two colons" do
  assert_equal "5", 5::to_s
end

spec "a method on one object" do
  thing = Object.new
  def thing.only
    :mine
  end
  assert_equal :mine, thing.only
  assert_raises(NoMethodError) { Object.new.only }
end

spec "a method defined inside a method appears when that runs" do
  class SpecNest
    def outer
      def inner
        :inner
      end
      :outer
    end
  end
  nest = SpecNest.new
  assert_raises(NoMethodError) { nest.inner }
  nest.outer
  assert_equal :inner, nest.inner
end

spec "defining again replaces" do
  def spec_again
    1
  end

  def spec_again
    2
  end
  assert_equal 2, spec_again
end

spec "a method may call itself" do
  def spec_factorial(n)
    n < 2 ? 1 : n * spec_factorial(n - 1)
  end
  assert_equal 2432902008176640000, spec_factorial(20)
  assert_equal 158, spec_factorial(100).to_s.size
end

spec "recursion without end raises SystemStackError, which can be rescued" do
  def spec_endless(n)
    spec_endless(n + 1)
  end
  error = assert_raises(SystemStackError, "stack level too deep") { spec_endless(0) }
  # So deep that no program minds, and no deeper than a tool that filters the lines of a backtrace can bear.
  assert (100..100_000).cover?(without_stress_collections { error.backtrace.size })
  assert_equal 120, spec_factorial(5)
end

spec "recursion through blocks goes thousands deep" do
  def spec_down(n)
    return 0 if n == 0
    [n].each { |m| return 1 + spec_down(m - 1) }
  end
  assert_equal 2000, spec_down(2000)
end

spec "names may end in ? and !, and operators may be defined" do
  thing = Object.new
  def thing.ok?
    true
  end

  def thing.go!
    :gone
  end

  def thing.==(other)
    other == :same
  end

  def thing.=~(other)
    [:match, other]
  end

  def thing.<=>(other)
    [:order, other]
  end
  assert_equal true, thing.ok?
  assert_equal :gone, thing.go!
  assert_equal true, thing == :same
  assert_equal false, thing != :same
  assert_equal [:match, 1], thing =~ 1
  assert_equal [:order, 1], thing <=> 1
end

spec "a method with as many parameters as one may want" do
  names = (1..120).map { |i| "p#{i}" }
  eval("def spec_many(#{names.join(", ")}) = [#{names.join(", ")}]")
  assert_equal (1..120).to_a, spec_many(*1..120)
end

spec "core methods refuse arguments they do not take" do
  [[5, :abs], [2**70, :even?], [1.5, :nan?], [1.5, :to_i], ["a", :inspect], [:a, :length], [5, :succ]].each do |receiver, name|
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { receiver.public_send(name, nil) }
  end
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { 6.fdiv(3, 1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { 5.public_send(:eql?) }
end

def spec_longer(depth, *list)
  $spec_depth = depth
  spec_longer(depth + 1, depth, *list)
end

# Under stress there is no end to it.
unless ENV["RUTILE_GC_STRESS"] || ENV["RUTILE_GC_MOVE"]
  spec "recursion that passes a longer list at each level ends before it has taken all memory" do
    assert_raises(SystemStackError, "stack level too deep") { spec_longer(0) }
    assert_equal true, $spec_depth.between?(2_000, 20_000)
  end
end

spec "a method that another one is defined by keeps its first name, for super and __method__, and has the new owner" do
  base = Class.new { def first = [:base] }
  derived = Class.new(base) { def first = [__method__, *super()] }
  lowest = Class.new(derived) { define_method(:second, derived.instance_method(:first)) }
  assert_equal [:first, :first, :base], lowest.new.second
  assert_equal [:second, :first, lowest], [lowest.instance_method(:second).name, lowest.instance_method(:second).original_name, lowest.instance_method(:second).owner]
end
