require_relative "../harness"

# Process.warmup fills caches ahead and makes what lives permanent. A program must not be able to tell, whatever it
# changes afterwards.

class WarmPoint
  LIMIT = 10

  def initialize(x, y)
    @x = x
    @y = y
  end

  attr_reader :x, :y
  attr_writer :x

  def sum = helper(@x) + helper(@y)
  def limit = LIMIT
  def several = [1, 2].map { |number| helper(number) + LIMIT }
  def self.build(x) = new(x, default)
  def self.default = 3

  private

  def helper(number) = number * 2
end

class WarmChild < WarmPoint
  def initialize(x, y, z)
    super(x, y)
    @z = z
  end

  def sum = super + helper(@z)
end

# Runs the block in a child and answers what it gave.
def in_child
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(Marshal.dump(yield))
    writer.close
    exit!(0)
  end
  writer.close
  answer = reader.read
  reader.close
  Process.wait(child)
  assert_equal true, $?.success?
  Marshal.load(answer)
end

spec "methods called for the first time after warm-up do what they say" do
  kept = [WarmPoint.new(1, 2), WarmPoint.new(3, 4), WarmChild.new(1, 2, 3)]
  assert_equal true, Process.warmup
  assert_equal 6, kept[0].sum
  assert_equal 12, kept[2].sum
  assert_equal 10, kept[1].limit
  assert_equal [12, 14], kept[0].several
  assert_equal [5, 3], [WarmPoint.build(5).x, WarmPoint.build(5).y]
end

spec "objects with other variables than the usual are read right after warm-up" do
  usual = Array.new(20) { WarmPoint.new(1, 2) }
  odd = WarmPoint.allocate
  odd.instance_variable_set(:@other, :other)
  odd.x = 7
  Process.warmup
  assert_equal [7, nil], [odd.x, odd.y]
  odd.x = 8
  assert_equal 8, odd.x
  assert_equal [:@other, :@x], odd.instance_variables
  assert_equal 1, usual[3].x
end

spec "a constant set again after warm-up is seen" do
  holder = Class.new do
    const_set(:WARM, 1)
    class_eval("def warm = self.class::WARM\ndef scoped = WarmPoint::LIMIT")
  end
  Process.warmup
  assert_equal [1, 10], [holder.new.warm, holder.new.scoped]
  holder.send(:remove_const, :WARM)
  holder.const_set(:WARM, 2)
  assert_equal 2, holder.new.warm
end

module WarmScope
  VALUE = "before"
  def self.value = VALUE
end

spec "a method or constant replaced after warm-up is replaced everywhere" do
  point = WarmPoint.new(1, 2)
  Process.warmup
  assert_equal 6, point.sum
  WarmPoint.class_eval { private def helper(number) = number * 3 }
  assert_equal 9, point.sum
  WarmPoint.class_eval { private def helper(number) = number * 2 }
  assert_equal "before", WarmScope.value
  WarmScope.send(:remove_const, :VALUE)
  WarmScope.const_set(:VALUE, "after")
  assert_equal "after", WarmScope.value
end

spec "what warm-up kept can be changed, and holds what it was given" do
  table = { list: [], text: +"abc" }
  Process.warmup
  last = stress_sized(500) - 1
  (0..last).each { |number| table[:list] << "item #{number}" }
  table[:text] << "def" * 100
  table[:more] = Object.new
  3.times { GC.start }
  GC.compact if GC.respond_to?(:compact)
  assert_equal "item #{last}", table[:list][last]
  assert_equal 303, table[:text].size
  assert_equal Object, table[:more].class
  Process.warmup
  table[:again] = ["again"]
  GC.start
  assert_equal ["again"], table[:again]
  assert_equal "item 0", table[:list][0]
end

spec "identity outlives warm-up" do
  asked = Array.new(5) { Object.new }
  before = asked.map { |object| [object.object_id, object.hash] }
  unasked = Array.new(5) { Object.new }
  identity = {}.compare_by_identity
  asked.each { |object| identity[object] = object.object_id }
  Process.warmup
  assert_equal before, asked.map { |object| [object.object_id, object.hash] }
  assert_equal asked.map(&:object_id), asked.map { |object| identity[object] }
  after = unasked.map { |object| [object.object_id, object.hash] }
  GC.start
  Process.warmup
  assert_equal after, unasked.map { |object| [object.object_id, object.hash] }
  ids = (asked + unasked).map(&:object_id)
  assert_equal 10, ids.uniq.size
end

spec "children collect, compact and fork after warm-up" do
  list = Array.new(stress_sized(2000)) { |number| "string #{number}" }
  Process.warmup
  answer = in_child do
    garbage = Array.new(stress_sized(2000)) { |number| [number] }
    list << garbage.last
    GC.start
    GC.compact if GC.respond_to?(:compact)
    inner = in_child do
      Process.warmup
      list[0] << "!"
      GC.start
      [list[0], list.last]
    end
    [list.size, inner]
  end
  size = stress_sized(2000)
  assert_equal [size + 1, ["string 0!", [size - 1]]], answer
  assert_equal "string 0", list[0]
end
