# What a place of the program found once must not outlive a change of what it depends on, and a change must leave alone whatever does not.
# `fuzz/caches` compares random sequences of such changes with the reference; here is one rule of each kind.
require_relative "../harness"
require_relative "../outside"

module ChangedCaches
  class Above; def name = :above; end
  class Below < Above; end
  class Lowest < Below
    def name = super
    alias other_name name
  end

  module Refining
    refine(Above) { def refined = 1 }
  end
  using Refining

  def self.name_of(object) = object.name
  def self.sum(a, b) = a + b
end

spec "a method defined between a class and what it inherits from is what super calls, by any name" do
  object = ChangedCaches::Lowest.new
  2.times { object.other_name }
  class ChangedCaches::Below; def name = :below; end
  assert_equal [:below, :below], [object.name, object.other_name]
end

spec "where refinements are in use a redefined method is called" do
  object = ChangedCaches::Above.new
  3.times { ChangedCaches.name_of(object) }
  class ChangedCaches::Above; def name = :redefined; end
  assert_equal :redefined, ChangedCaches.name_of(object)
end

spec "the body of a singleton class names constants of each object it runs for, warmed up or not" do
  define = ->(object, value) do
    class << object; def get = SEEN; end
    object.singleton_class.const_set(:SEEN, value)
  end
  first, second = Object.new, Object.new
  define.(first, 1)
  define.(second, 2)
  assert_equal [1, 2, 1], [first.get, second.get, first.get]
  assert_equal ["[1, 2]\n", 0], run_code(<<~RUBY)
    def on(o, v) = (class << o; def get = K; end; o.singleton_class.const_set(:K, v))
    a, b = Object.new, Object.new
    on(a, 1); on(b, 2)
    Process.warmup
    p [a.get, b.get]
  RUBY
end

spec "operators of built-in classes are what a prepended module, a definition or a refinement makes of them" do
  assert_equal ["42\n", 0], run_code("Integer.prepend(Module.new { def +(other) = 42 }); print(1 + 1, 10.chr)")
  assert_equal ["[42, 3]\n", 0], run_code("def sum = 1 + 2; before = sum; class Integer; alias kept +; def +(other) = 42; end; after = sum; class Integer; alias + kept; end; p [after, before]")
  assert_equal ["[:eq, false]\n", 0], run_code('String.prepend(Module.new { def ==(other) = :eq }); p [("a" == "b"), :a == :b]')
  assert_equal ["[3, [1, 2], :less]\n", 0], run_code("class Integer; def <(other) = :less; end; p [1 + 2, [1, 2].map { |x| x }, 1 < 2]")
end

spec "the core library counts its way whatever a program makes of the operators that it uses" do
  %w[== + - < > * <=> []].each do |operator|
    text = "class Integer; def #{operator}(*) = false; end; p [5, 6, 7].map { |x| x }, [1, 2].first(1), 'ab'.chars, { 1 => 2 }.to_a"
    assert_equal ["[5, 6, 7]\n[1]\n[\"a\", \"b\"]\n[[1, 2]]\n", 0], run_code(text)
  end
end

spec "&:name asks for to_proc where a program has redefined it" do
  assert_equal ["[5]\n", 0], run_code("class Symbol; def to_proc = ->(x) { 5 }; end; p [1].map(&:to_s)")
end

spec "a constant of a class comes before that of a module prepended to it, and behind it where it is inherited" do
  text = <<~RUBY
    module M; K = 1; end
    class A; K = 2; prepend M; end
    class B < A; end
    p [A::K, B::K, A.const_get(:K), B.const_get(:K)]
  RUBY
  assert_equal ["[2, 1, 2, 1]\n", 0], run_code(text)
end

spec "only a class's own methods are listed as such and change their visibility, whatever was prepended" do
  given = Module.new { def given = 1 }
  holder = Class.new { prepend given }
  assert_equal [], holder.instance_methods(false)
  assert_raises(NameError) { holder.class_eval { private :given } }
end

spec "super sees the refinements that are in use where it stands" do
  text = <<~RUBY
    class A; def name = :plain; end
    class B < A; end
    module R; refine(A) { def name = :refined }; end
    using R
    class B; def name = [super]; end
    p B.new.name
  RUBY
  assert_equal ["[:refined]\n", 0], run_code(text)
end

spec "interpolation asks to_s of numbers and symbols as a program has it" do
  program = 'def show(value) = "<#{value}>"; 2.times { show(1); show(:a) }; class Integer; def to_s(...) = "number"; end; puts show(1), show(:a); ' \
            'module Named; def to_s = "named"; end; Symbol.prepend(Named); puts show(1), show(:a)'
  assert_equal ["<number>\n<a>\n<number>\n<named>\n", 0], run_code(program)
end
