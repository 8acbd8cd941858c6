require_relative "../harness"

# A module may stand more than once among the ancestors: `super` goes on from the place that was reached, not from the first.

def repeated_module
  Module.new do
    def f = [:m, super]
    def tail(*rest, &block) = [:tail, super]
    define_method(:g) { |value| [value, super(value + 1)] }
  end
end

def repeated_base
  Class.new do
    def f = :base
    def tail(*rest) = [rest, yield]
    def g(value) = [:base, value]
  end
end

spec "a module included by a class before its superclass includes it runs twice" do
  m, base = repeated_module, repeated_base
  a = Class.new(base)
  b = Class.new(a) { include m }
  a.include(m)
  assert_equal [m, a, m, base], b.ancestors[1, 4]
  assert_equal [:m, [:m, :base]], b.new.f
  assert_equal [:m, :base], a.new.f
  assert_equal [:tail, [:tail, [[1, 2], 3]]], b.new.tail(1, 2) { 3 }
  assert_equal [1, [2, [:base, 3]]], b.new.g(1)
end

spec "a prepended module that is also included below runs in both places, as often as it is called" do
  m, base = repeated_module, repeated_base
  a = Class.new(base) { include m }
  a.prepend(m)
  between = Class.new(a) { def f = [:between, super]; include m; prepend m }
  object = between.new
  3.times { assert_equal [:m, [:between, [:m, [:m, :base]]]], object.f }
end

spec "what stands between two places of a module is called between them" do
  m, base = repeated_module, repeated_base
  a = Class.new(base) { include m; def f = [:a, super] }
  b = Class.new(a) { def f = [:b, super] }
  b.prepend(m)
  assert_equal [:m, [:b, [:a, [:m, :base]]]], b.new.f
  assert_equal [:a, [:m, :base]], a.new.f
end

spec "a method of a repeated module that is defined anew is called anew in each place" do
  m, base = repeated_module, repeated_base
  a = Class.new(base)
  b = Class.new(a) { include m }
  a.include(m)
  assert_equal [:m, [:m, :base]], b.new.f
  m.class_eval { def f = [:new, super] }
  assert_equal [:new, [:new, :base]], b.new.f
  m.class_eval { remove_method :f }
  assert_equal :base, b.new.f
end

spec "super behind the last place of a module is missing, defined? and super_method say so" do
  m = Module.new { def f = [:m, defined?(super) ? super : :no] }
  a = Class.new
  b = Class.new(a) { include m }
  a.include(m)
  assert_equal [:m, [:m, :no]], b.new.f
  first = b.new.method(:f)
  assert_equal m, first.super_method.owner
  assert_equal nil, first.super_method.super_method
  bare = Module.new { def f = super }
  c = Class.new(Class.new { include bare }) { prepend bare }
  error = assert_raises(NoMethodError) { c.new.f }
  assert_equal true, error.message.start_with?("super: no superclass method 'f'")
end

spec "initialize of a repeated module gets its arguments in each place" do
  m = Module.new { def initialize(log) = (log << :m; super) }
  base = Class.new { def initialize(log) = log << :base }
  a = Class.new(base)
  b = Class.new(a) { include m }
  a.include(m)
  b.new(log = [])
  assert_equal [:m, :m, :base], log
end
