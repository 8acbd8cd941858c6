require "set"
Point = Struct.new(:x, :y)
Size = Struct.new(:width, :height, keyword_init: true)
Place = Data.define(:north, :east)
Entry = Struct.new(:font, :options, :text)
font = Object.new
composed = { Entry.new(font, { size: 12, kerning: true }, "text") => 1 }
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
thing.weight = 3
thing.weight
thing == other
thing.eql?(other)
thing.equal?(other)
thing.hash
thing.class
thing.object_id
thing.to_s
thing.nil?
thing.kind_of?(Thing)
Thing === thing
thing.then { |value| value }
thing.itself
thing.public_send(:weight)
thing.instance_variable_set(:@weight, 2)
thing.instance_variable_defined?(:@weight)
thing.methods(false)
thing.singleton_class
thing.instance_eval { @weight }
thing.instance_exec(1) { |value| value }
thing.instance_of?(Thing)
thing.between?(thing, other)
thing.method(:weight).call
thing.method(:weight).unbind
thing.method(:named).arity
thing.method(:named).parameters
thing.public_method(:weight)
thing.define_singleton_method(:single) { 1 }
thing.enum_for(:tap)
thing.named(**{ name: 1, size: 2 })
thing.send(:named, name: 1)
Thing.instance_method(:weight)
Thing.method_defined?(:weight)
Thing.instance_methods(false)
Thing.ancestors
Thing.name
Thing.to_s
Thing.allocate
Thing < Comparable
Thing <=> Object
Thing.include?(Comparable)
Thing.const_get(:Comparable)
Thing.class_eval { self }
Thing.instance_method(:weight).bind_call(thing)
Object.const_get("Thing")
Object.const_defined?(:Thing)
Module.new
Class.new(Thing) { def weight = 2 }
Struct.new(:one, :two)
Data.define(:one)
point.x
point.x = 3
point[:x]
point[0]
point["y"] = 2
point.to_h
point.members
point.each { }
point.hash
point.inspect
point.dup
point.eql?(point.dup)
point.values_at(0, 1)
point.dig(:x)
x, y = *point
place.north
place.hash
place == Place.new(1, 2)
place.inspect
place => { north:, east: }
Size.new(width: 1, height: 2).width
group.add(21).delete(21)
group & [1, 2]
group - [1, 2]
group ^ [1, 50]
group.subset?(group)
group.map { |value| value }
group.to_a
group.dup
group == group.dup
group.hash
group.inspect
group.each { }
group.select(&:even?)
group.group_by(&:even?)
group.disjoint?([50])
group.merge([1, 2, 3])
Set[1, 2, 3]
proc { |one, two| one }.call([1, 2])
proc { |one, *rest, key: 1| one }.call(1, 2)
lambda { |one| one }.call(1)
lambda { |one, two = 2| two }.(1)
lambda { |one| one } >> lambda { |two| two }
lambda { |one, two| one }.curry[1][2]
proc { 1 }.arity
proc { 1 }.lambda?
proc { |one| one }.parameters
:upcase.to_proc.call("a")
%w[a b].map(&:upcase)
%w[a b].each_with_index.map { |word, index| word * index }
method(:Integer).call("5")
method(:puts).owner
%w[1 2].map(&method(:Integer))
begin; raise ArgumentError, "x"; rescue ArgumentError => error; error.message; end
begin; Integer("x"); rescue ArgumentError; end
begin; nil.unknown; rescue NoMethodError; end
begin; [].fetch(5); rescue IndexError; end
begin; 1 / 0; rescue ZeroDivisionError => error; error.full_message; end
begin; 1; ensure; 2; end
begin; raise "x"; rescue => error; error.backtrace; end
catch { |tag| throw tag, 1 }
[1, 2, 3].each { |number| break number if number == 2 }
loop { break }
RuntimeError.new("x").message
RuntimeError.new("x").inspect
caller(0, 1)
__method__
binding.local_variables
binding.eval("1 + 1")
eval("1 + 1")
block_given?
local_variables
global_variables.size
defined?(thing)
defined?(String)
defined?(@none)
case thing when String then 1 when Thing then 2 end
case "b" when "a" then 1 when "b" then 2 end
case :b when :a then 1 when :b then 2 end
case [1, [2, 3]]; in [Integer => one, [two, *]] then two end
case { name: "x", size: 3 }; in { name: String => name, size: } then size end
thing.weight&.to_s
nil.to_a
nil.to_s
nil.inspect
nil & true
true ^ false
true.to_s
Object.new
BasicObject.new
Object.new.singleton_class
Comparable.instance_method(:clamp)
ObjectSpace.count_objects.size
ObjectSpace::WeakMap.new
GC.count
GC.stat(:count)
begin; raise "x"; rescue => error; error; end
begin; raise ArgumentError; rescue => error; error.to_s; end
begin; raise ArgumentError.new("x"); rescue => error; error; end
begin; begin; raise "x"; rescue => error; raise error; end; rescue; end
Thing <= Comparable
Object > Thing
Object.const_defined?("Thing")
composed[Entry.new(font, { size: 12, kerning: true }, "text")]
Entry.new(font, { size: 12 }, "text").hash
Entry.new(font, { size: 12 }, "text").eql?(Entry.new(font, { size: 12 }, "text"))
RuntimeError.new("text").detailed_message
String(1)
