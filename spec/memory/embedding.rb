require_relative "../harness"
require "objspace"

# An object that outgrew its cell keeps what it has whatever the collector does about that.

class Outgrown
  attr_accessor :peer

  def initialize(number) = @number = number
  def grow(count) = count.times { |index| instance_variable_set(:"@v#{index}", "#{@number}-#{index}") }
  def whole?(count) = count.times.all? { |index| instance_variable_get(:"@v#{index}") == "#{@number}-#{index}" }
end

def rutile? = RUBY_ENGINE == "rutile"

# A class of its own for each rule: what instances need is known by class.
def outgrown(count, by)
  family = Class.new(Outgrown)
  Array.new(count) { |number| family.new(number) }.each { |object| object.grow(by) }
end

spec "objects that outgrew their cells are whole after cells moved, and smaller" do
  objects = outgrown(stress_sized(1_000), 12)
  identities = objects.to_h { |object| [object.object_id, object] }.compare_by_identity
  keyed = {}.compare_by_identity
  objects.each { |object| keyed[object] = object.object_id }
  GC.start
  before = objects.sum { |object| ObjectSpace.memsize_of(object) }
  info = GC.compact
  after = objects.sum { |object| ObjectSpace.memsize_of(object) }
  assert objects.all? { |object| object.whole?(12) }
  assert objects.all? { |object| keyed[object] == object.object_id }
  assert_equal identities.size, objects.size
  next if !rutile? || ENV["RUTILE_GC_MOVE"] # there they were moved long before
  assert after < before, "#{before} bytes, then #{after}"
  assert info[:moved_up].fetch(:T_OBJECT) >= objects.size * 9 / 10
end

spec "they change, grow and refer to the young afterwards" do
  objects = outgrown(200, 10)
  GC.compact
  objects.each { |object| object.peer = "peer of #{object.object_id}" }
  GC.start(full_mark: false)
  objects.each { |object| object.grow(20) }
  GC.start(full_mark: false)
  GC.compact
  assert objects.all? { |object| object.whole?(20) && object.peer == "peer of #{object.object_id}" }
  objects.each { |object| object.remove_instance_variable(:@v3) }
  GC.compact
  assert_equal ["@number", "@v0", "@v1", "@v2", "@v4"], objects.last.instance_variables.first(5).map(&:to_s)
  assert_equal "#{199}-19", objects.last.instance_variable_get(:@v19)
end

spec "frozen objects, those with singleton classes and those with more variables than a cell holds are kept as they are" do
  frozen = outgrown(20, 9).each(&:freeze)
  single = outgrown(20, 9).each { |object| object.define_singleton_method(:own) { @v8 } }
  large = outgrown(20, 300)
  2.times { GC.compact }
  assert frozen.all? { |object| object.frozen? && object.whole?(9) }
  assert_raises(FrozenError) { frozen.first.grow(1) }
  assert_equal (0...20).map { |number| "#{number}-8" }, single.map(&:own)
  assert large.all? { |object| object.whole?(300) }
end

spec "a method under way reads and writes the object it belongs to" do
  family = Class.new(Outgrown) do
    def compact_between
      @before = "before"
      GC.compact
      @after = "after"
      "#{@before} #{@v5} #{@after}"
    end
  end
  objects = Array.new(50) { |number| family.new(number) }.each { |object| object.grow(8) }
  assert_equal objects.each_index.map { |number| "before #{number}-5 after" }, objects.map(&:compact_between)
end

spec "a duplicate of an object that was moved to a larger cell has its variables" do
  objects = outgrown(50, 7)
  GC.compact
  copies = objects.map(&:dup)
  objects.each { |object| object.grow(1) && object.peer = 1 }
  assert copies.all? { |copy| copy.whole?(7) && copy.peer.nil? }
end
