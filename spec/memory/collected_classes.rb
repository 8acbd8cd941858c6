require_relative "../harness"

# A class goes when neither an object of it, nor a subclass, nor a constant, nor running code names it, however many
# objects it had; it stays as long as one of them does.

CLASSES = stress_sized(2_000).clamp(100..)
Base = Class.new { def base = :base }

# What machine stacks still name after a call is overwritten by deeper ones.
def far_away(depth = 20, &block)
  depth == 0 ? (block.call; nil) : far_away(depth - 1, &block)
end

def collect_all
  far_away { nil }
  4.times { GC.start }
end

# A weak map of what the block makes, so many times.
def weakly(count = CLASSES)
  map = ObjectSpace::WeakMap.new
  far_away { count.times { |number| map[yield(number)] = number } }
  map
end

def assert_mostly_gone(map, count = CLASSES)
  collect_all
  assert map.size <= count / 10 + 20, "#{map.size} of #{count} are left"
end

spec "a class goes with its objects" do
  assert_mostly_gone(weakly do
    made = Class.new do
      define_method(:answer) { @answer }
      def initialize = @answer = 42
    end
    raise "wrong" unless made.new.answer == 42
    made
  end)
end

spec "a subclass goes, and its superclass forgets it" do
  parent = Class.new(Base)
  assert_mostly_gone(weakly { Class.new(parent) { def own = base }.tap { |made| raise "wrong" unless made.new.own == :base } })
  left = parent.subclasses.size
  assert left <= CLASSES / 10 + 20, "#{left} subclasses are left"
end

spec "classes made by Struct.new and Data.define go, and those of exceptions" do
  assert_mostly_gone(weakly { |number| Struct.new(:a, :b).tap { |made| raise "wrong" unless made.new(number, 2).a == number } })
  assert_mostly_gone(weakly { |number| Data.define(:a, :b).tap { |made| raise "wrong" unless made.new(number, 2).a == number } })
  assert_mostly_gone(weakly do
    made = Class.new(StandardError)
    begin
      raise made, "told"
    rescue made => error
      raise "wrong" unless error.message == "told"
    end
    made
  end)
end

spec "classes of strings, arrays and hashes go" do
  [String, Array, Hash].each do |kind|
    assert_mostly_gone(weakly { Class.new(kind) { def own = size }.tap { |made| raise "wrong" unless made.new.own == 0 } })
  end
end

spec "singleton classes go, of objects and of classes, and modules that one object was extended by" do
  assert_mostly_gone(weakly { Object.new.tap { |object| def object.own = 1 }.singleton_class })
  assert_mostly_gone(weakly { Module.new { def own = 1 }.tap { |made| raise "wrong" unless Object.new.extend(made).own == 1 } })
  assert_mostly_gone(weakly do
    made = Class.new { class << self; attr_accessor :kept; end }
    made.kept = made.new
    made.singleton_class
  end)
end

spec "a class that refers to its objects goes with them" do
  assert_mostly_gone(weakly { Class.new.tap { |made| made.const_set(:ONLY, made.new) } })
  assert_mostly_gone(weakly { Class.new.tap { |made| made.class_variable_set(:@@only, [made.new]) } })
  assert_mostly_gone(weakly { Class.new.tap { |made| object = made.new; made.define_method(:other) { object } } })
end

spec "ObjectSpace shows fewer classes again" do
  before = ObjectSpace.each_object(Class).count
  far_away { CLASSES.times { Class.new { def own = 1 }.new.own } }
  collect_all
  after = ObjectSpace.each_object(Class).count
  assert after < before + CLASSES / 10 + 20, "#{before} classes, then #{after}"
end

spec "an object keeps its class, through every kind of collection" do
  objects = Array.new(CLASSES) { |number| Class.new { define_method(:number) { number }; attr_accessor :own }.new.tap { |object| object.own = number } }
  strings = Array.new(CLASSES) { |number| Class.new(String) { define_method(:number) { number } }.new("s#{number}") }
  check = -> { (objects + strings).each_with_index.all? { |object, index| object.number == index % CLASSES } && objects.all? { |object| object.own == object.number } }
  3.times { GC.start(full_mark: false) }
  assert check.call
  GC.start
  assert check.call
  GC.compact
  assert check.call
  (CLASSES / 2).times { |index| objects[index * 2] = objects[index * 2 + 1].clone }
  GC.start
  assert objects.all? { |object| object.own == object.number }
end

spec "objects and classes keep one another in a long row" do
  first = previous = Class.new
  CLASSES.times do |number|
    following = Class.new { define_method(:number) { number } }
    previous.const_set(:FOLLOWING, following.new)
    previous = following
  end
  first = first.new
  previous = nil
  collect_all
  count, object = 0, first
  while object.class.const_defined?(:FOLLOWING, false)
    object = object.class.const_get(:FOLLOWING)
    assert_equal count, object.number
    count += 1
  end
  assert_equal CLASSES, count
end

spec "a subclass keeps the classes above it, of which there is no object" do
  lowest = Array.new(CLASSES / 10) { |number| Class.new(Class.new(Class.new { define_method(:number) { number } }.tap(&:new)).tap(&:new)) }
  collect_all
  assert_equal (0...CLASSES / 10).to_a, lowest.map { |made| made.new.number }
end

spec "call sites and variables never take one class for a later one" do
  maker = lambda do |number|
    names = %i[@a @b @c @d].rotate(number % 4).take(number % 3 + 1)
    made = Class.new do
      define_method(:number) { number }
      define_method(:fill) { names.each { |name| instance_variable_set(name, number) }; self }
      attr_accessor :a, :b, :c, :d
    end
    [made.new.fill, names]
  end
  round = lambda do |from|
    Array.new(CLASSES / 4) { |index| maker.call(from + index) }.each_with_index do |(object, names), index|
      raise "wrong method" unless object.number == from + index
      raise "wrong variables" unless object.instance_variables == names
      raise "wrong values" unless [object.a, object.b, object.c, object.d].compact == [from + index] * names.size
      object.a = :new
      raise "wrong value" unless object.a == :new && object.instance_variable_get(:@a) == :new
    end
  end
  12.times do |turn|
    far_away { round.call(turn * 10_000) }
    GC.start(full_mark: turn.odd?)
  end
end

spec "old objects that get another class while collections are under way keep it" do
  objects = Array.new(CLASSES / 2) { Base.new }
  4.times { GC.start(full_mark: false) }
  objects.each_with_index do |object, number|
    object.extend(Module.new { define_method(:number) { number } })
    object.instance_variable_set(:@number, number)
    GC.start(immediate_mark: false) if number % 200 == 0
    seldom_stress_collections { Array.new(200) { "garbage #{number}" } }
    GC.start(full_mark: false) if number % 300 == 0
  end
  GC.start
  assert objects.each_with_index.all? { |object, number| object.number == number && object.base == :base && object.instance_variable_get(:@number) == number }
end

spec "variables in ever other orders, and under ever other names" do
  names = %i[@a @b @c @d @e @f]
  kept = []
  orders = names.permutation.to_a
  3.times do
    seldom_stress_collections do
      orders.each_with_index do |order, index|
        object = Base.new
        order.each_with_index { |name, position| object.instance_variable_set(name, position) }
        object.instance_variable_set(:"@own#{index}", index)
        kept << [object, order, index] if index % 20 == 0
      end
    end
    GC.start
  end
  kept.each do |object, order, index|
    assert_equal order + [:"@own#{index}"], object.instance_variables
    assert_equal [0, 1, 2, 3, 4, 5, index], object.instance_variables.map { |name| object.instance_variable_get(name) }
  end
end

spec "a child's classes go, and what it inherited gets classes of its own" do
  inherited = Array.new(50) { Base.new }
  classes = Array.new(20) { |number| Class.new { define_method(:number) { number } } }
  4.times { GC.start }
  [false, true].each do |warmed|
    Process.warmup if warmed
    child = fork do
      inherited.each_with_index { |object, number| object.define_singleton_method(:number) { number } }
      classes.each_with_index { |made, number| made.define_singleton_method(:number) { number } }
      assert_mostly_gone(weakly { Class.new { def own = 1 }.tap { |made| made.new.own } })
      GC.compact
      ok = inherited.each_with_index.all? { |object, number| object.number == number && object.base == :base }
      ok &&= classes.each_with_index.all? { |made, number| made.number == number && made.new.number == number }
      exit!(ok ? 0 : 1)
    rescue Exception => error
      warn error.full_message
      exit!(2)
    end
    Process.wait(child)
    assert_equal 0, $?.exitstatus
  end
end

spec "each_object shows the singleton classes that a program has made, and no class's that it has not asked for" do
  class ShownSingleton; def self.own = 1; end
  class HiddenSingleton; end
  object = Object.new
  def object.own = 1
  shown = ObjectSpace.each_object(Class).select(&:singleton_class?)
  names = shown.map(&:inspect)
  assert_equal [true, false], [names.include?("#<Class:ShownSingleton>"), names.include?("#<Class:HiddenSingleton>")]
  assert shown.include?(object.singleton_class)
end
