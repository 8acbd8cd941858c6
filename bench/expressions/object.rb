require "set"
Point = Struct.new(:x, :y)
Size = Struct.new(:width, :height, keyword_init: true)
Place = Data.define(:north, :east)
class Thing
  include Comparable
  attr_accessor :weight

  def initialize(weight = 1) = @weight = weight
  def <=>(other) = weight <=> other.weight
  def named(name:, size: 1) = name
  def method_missing(name, *arguments) = name
  def respond_to_missing?(*) = true
end
module Named
  def name = "name"
end
thing = Thing.new
other = Thing.new(2)
point = Point.new(1, 2)
place = Place.new(1, 2)
group = Set.new(1..20)
__END__
Thing.new
Point.new(1, 2)
Size.new(width: 1, height: 2)
Place.new(1, 2)
Place.new(north: 1, east: 2)
place.with(north: 3)
place.to_h
point == Point.new(1, 2)
point.to_a
thing.dup
thing.clone
thing.inspect
thing.extend(Named)
Object.new.extend(Named)
thing.is_a?(Comparable)
thing < other
thing.clamp(thing, other)
thing.named(name: 1)
thing.unknown
thing.send(:weight)
thing.respond_to?(:weight)
thing.method(:weight)
thing.instance_variable_get(:@weight)
thing.instance_variables
thing.tap { }
thing.frozen?
Array(nil)
Array(1)
group.include?(5)
group | [1]
Set.new([1, 2, 3])
:name.to_proc.call(other) rescue nil
proc { |value| value }.call(1)
catch(:done) { throw :done }
begin; raise "x"; rescue; end
caller_locations(1, 1)
binding.local_variable_get(:thing)
Class.new
