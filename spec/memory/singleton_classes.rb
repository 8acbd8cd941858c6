# rutile-only
require_relative "../harness"

# Singleton classes die with their objects, and the numbers of their shapes are used again.

module SpecExtension
  def extended_answer = @answer
end

def extend_many(count)
  count.times do |number|
    object = Object.new
    object.extend(SpecExtension)
    object.instance_variable_set(:@answer, number)
    object.define_singleton_method(:own) { @answer }
    raise "wrong" unless object.extended_answer == number && object.own == number
  end
end

spec "extending an object a request leaves nothing behind" do
  size = stress_sized(10_000)
  extend_many(size)
  2.times { GC.start }
  before = GC.stat(:shape_count) + GC.stat(:unused_shape_count)
  5.times { extend_many(size) }
  2.times { GC.start }
  after = GC.stat(:shape_count) + GC.stat(:unused_shape_count)
  assert after - before < 2 * size + 4000, "#{before} shapes, then #{after}"
  in_use = GC.stat(:shape_count)
  assert in_use < 4000, "#{in_use} shapes in use"
end

spec "the shapes of a class go with it, and those that no object has any more" do
  2.times { GC.start }
  before = GC.stat(:shape_count)
  stress_sized(10_000).times { Class.new { def initialize = @a = @b = 1 }.new }
  2.times { GC.start }
  in_use = GC.stat(:shape_count) - before
  assert in_use < 500, "#{in_use} more shapes in use"
  5.times do |round|
    without_stress_collections { 5_000.times { |number| Object.new.instance_variable_set(:"@own#{round}_#{number}", 1) } }
    GC.start
  end
  in_use = GC.stat(:shape_count) - before
  assert in_use < 15_000, "#{in_use} more shapes in use"
end

spec "a number used again means the new class everywhere" do
  makers = Array.new(20) do |kind|
    Module.new { define_method(:kind) { kind } }
  end
  stress_sized(200).times do |round|
    objects = makers.map { |maker| Object.new.extend(maker).tap { |object| object.instance_variable_set(:"@v#{round % 7}", round) } }
    raise "wrong method" unless objects.map(&:kind) == (0...20).to_a
    raise "wrong variable" unless objects.all? { |object| object.instance_variables == [:"@v#{round % 7}"] }
    GC.start(full_mark: round % 3 == 0) if round % 5 == 0
  end
end

spec "a singleton class keeps its object, and the object its methods" do
  singleton = Object.new.tap { |object| def object.kept = "kept" }.singleton_class
  3.times { GC.start }
  assert_equal "kept", ObjectSpace.each_object(singleton).first.kept
  object = Object.new
  def object.own = "own"
  GC.verify_compaction_references
  3.times { GC.start }
  assert_equal "own", object.own
end

spec "a module included later reaches the extended objects that live" do
  object = Object.new.extend(SpecExtension)
  extend_many(stress_sized(1000))
  GC.start
  late = Module.new { def late = :late }
  SpecExtension.include(late)
  assert_equal :late, object.late
end

spec "classes no one refers to go from subclasses" do
  parent = Class.new
  makes = ->(n) { n.times { Class.new(parent) }; nil }
  makes.call(50)
  kept = Class.new(parent)
  3.times { GC.start }
  assert parent.subclasses.include?(kept)
  assert parent.subclasses.size < 40, "#{parent.subclasses.size} subclasses"
end

spec "what a singleton class defines is seen at once, whether it was asked before or not" do
  one, other = Object.new, Object.new
  def one.singular = 1
  assert_equal [1, :none], [one.singular, (other.singular rescue :none)]
  def other.singular = 2
  assert_equal [1, 2], [one, other].map(&:singular)
  def one.singular = 3
  assert_equal [3, 2], [one, other].map(&:singular)
  one.singleton_class.define_method(:singular) { 4 }
  one.singleton_class.send(:undef_method, :singular)
  assert_raises(NoMethodError) { one.singular }
  upper = Class.new { def self.singular = 1 }
  lower = Class.new(upper)
  assert_equal 1, lower.singular
  def lower.singular = 2
  assert_equal 2, lower.singular
  def upper.singular = 5
  assert_equal [5, 2], [upper, lower].map(&:singular)
end

spec "an object is of a module as soon as its class is" do
  mod, own = Module.new, Class.new
  object = own.new
  assert !(mod === object)
  own.include(mod)
  assert mod === object
  20.times do
    each = Object.new
    assert !(mod === each)
    each.extend(mod)
    assert mod === each
    GC.start if stress_sized(20) < 20 || rand(10) == 0
    assert mod === each
    assert !(Module.new === each)
  end
end
