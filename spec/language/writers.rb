require_relative "../harness"

# Assignments through `attr_writer` at one site: what the site learned of one object must hold for the next.
module WriterSpecs
  class Point
    attr_accessor :x, :y, :z
    def initialize(x = nil) = (@x = x if x)
  end

  class Far < Point
    attr_accessor :a, :b, :c, :d, :e, :f, :g, :h
    def fill
      self.a = self.b = self.c = self.d = self.e = self.f = self.g = self.h = 1
      self
    end
  end

  def self.place(object, value)
    object.x = value
    object.y = value + 1
    object
  end
end

spec "an assignment through a writer adds the variable to each new object" do
  points = Array.new(5) { |i| WriterSpecs.place(WriterSpecs::Point.new, i) }
  assert_equal [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]], points.map { |point| [point.x, point.y] }
  assert_equal [[:@x, :@y]], points.map(&:instance_variables).uniq
end

spec "it writes where the variable is, whether another object had it or not" do
  objects = [WriterSpecs::Point.new, WriterSpecs::Point.new(9), WriterSpecs::Point.new, WriterSpecs::Far.new, WriterSpecs::Far.new.fill]
  2.times { objects.each_with_index { |object, i| WriterSpecs.place(object, i * 10) } }
  assert_equal [0, 10, 20, 30, 40], objects.map(&:x)
  assert_equal [1, 11, 21, 31, 41], objects.map(&:y)
  assert_equal [1] * 8, [:a, :b, :c, :d, :e, :f, :g, :h].map { |name| objects.last.send(name) }
end

spec "it adds more variables than there was room for" do
  far = Array.new(3) { WriterSpecs::Far.new.fill }
  far.each_with_index { |object, i| WriterSpecs.place(object, i).z = i }
  assert_equal [[0, 1, 0], [1, 2, 1], [2, 3, 2]], far.map { |object| [object.x, object.y, object.z] }
  assert_equal 11, far.last.instance_variables.size
end

spec "it raises for a frozen object" do
  WriterSpecs.place(WriterSpecs::Point.new, 1)
  frozen = WriterSpecs::Point.new.freeze
  error = assert_raises(FrozenError) { WriterSpecs.place(frozen, 1) }
  assert_equal frozen, error.receiver
  assert_equal [], frozen.instance_variables
end

spec "it serves objects that keep their variables elsewhere" do
  text = Class.new(String) { attr_accessor :x, :y }
  list = Class.new(Array) { attr_accessor :x, :y }
  error = Class.new(StandardError) { attr_accessor :x, :y }
  meta = Module.new { class << self; attr_accessor :x, :y; end }
  objects = 2.times.flat_map { [text.new("a"), [list.new].first, error.new, WriterSpecs::Point.new] } << meta
  objects.each_with_index { |object, i| WriterSpecs.place(object, i) }
  assert_equal (0..8).to_a, objects.map(&:x)
  assert_equal (1..9).to_a, objects.map(&:y)
end

spec "it calls the method that took the writer's place" do
  klass = Class.new { attr_writer :x; attr_reader :x; attr_accessor :y }
  WriterSpecs.place(klass.new, 1)
  klass.define_method(:x=) { |value| @x = value * 100 }
  assert_equal 300, WriterSpecs.place(klass.new, 3).x
  object = klass.new
  object.singleton_class.define_method(:y=) { |_| @y = :own }
  assert_equal :own, WriterSpecs.place(object, 3).y
end

spec "it keeps the value alive" do
  kept = Array.new(300) { |i| WriterSpecs::Point.new.tap { |point| point.z = "value #{i}" } }
  GC.start
  assert_equal (0...300).map { |i| "value #{i}" }, kept.map(&:z)
end

spec "it makes no object of a shape that is gone" do
  klass = Class.new { attr_accessor :x }
  other = Class.new
  set = ->(object, value) { object.x = value }
  2.times do |round|
    Thread.new { 3.times { |i| set.(klass.new, i) } }.join
    # So many kinds of objects come and go that shapes which no object has are given up.
    4500.times { |i| Object.new.instance_variable_set(:"@kind_#{round}_#{i}", 1) }
    2.times { GC.start }
    Thread.pass
    others = Array.new(50) { |i| other.new.tap { |object| object.instance_variable_set(:"@other_#{i}", i) } }
    objects = Array.new(50) { |i| klass.new.tap { |object| set.(object, i) } }
    assert_equal (0...50).map { |i| [klass, i] }, objects.map { |object| [object.class, object.x] }
    assert_equal (0...50).map { |i| [:"@other_#{i}"] }, others.map(&:instance_variables)
  end
end
