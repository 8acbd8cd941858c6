require_relative "../harness"

SpecCoord = Data.define(:lat, :lng) do
  def +(other) = with(lat: lat + other.lat)
  def self.origin = new(0, 0)
end

spec "positional or keyword arguments" do
  assert_equal [1, 2, 1, 2], [SpecCoord.new(1, 2).lat, SpecCoord.new(1, 2).lng, SpecCoord.new(lat: 1, lng: 2).lat, SpecCoord[1, 2].lng]
end

spec "all members must be given, and no others" do
  assert_raises(ArgumentError, "missing keyword: :lng") { SpecCoord.new(1) }
  assert_raises(ArgumentError, "missing keywords: :lat, :lng") { SpecCoord.new }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 0..2)") { SpecCoord.new(1, 2, 3) }
  assert_raises(ArgumentError, "unknown keyword: :z") { SpecCoord.new(lat: 1, lng: 2, z: 3) }
end

spec "there are no writers, and objects are frozen" do
  coord = SpecCoord.new(1, 2)
  assert_raises(NoMethodError, "undefined method 'lat=' for an instance of SpecCoord") { coord.lat = 5 }
  assert_equal true, coord.frozen?
  assert_raises(FrozenError) { coord.instance_variable_set(:@a, 1) }
end

spec "with makes a changed copy" do
  coord = SpecCoord.new(1, 2)
  assert_equal [[5, 2], true], [coord.with(lat: 5).to_h.values, coord.with.equal?(coord)]
  assert_raises(ArgumentError, "unknown keyword: :z") { coord.with(z: 1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { coord.with(1) }
end

spec "methods of the block, also of the class" do
  assert_equal [4, 0], [(SpecCoord.new(1, 2) + SpecCoord.new(3, 4)).lat, SpecCoord.origin.lng]
end

spec "equality, eql? and hash" do
  assert_equal [true, true, false, true], [SpecCoord.new(1, 2) == SpecCoord.new(1, 2), SpecCoord.new(1, 2) == SpecCoord.new(1.0, 2), SpecCoord.new(1, 2).eql?(SpecCoord.new(1.0, 2)), SpecCoord.new(1, 2).hash == SpecCoord.new(1, 2).hash]
end

spec "inspect, to_h, members" do
  assert_equal ["#<data SpecCoord lat=1, lng=2>", { lat: 1, lng: 2 }, [:lat, :lng], [:lat, :lng], "#<data a=1>"], [SpecCoord.new(1, 2).inspect, SpecCoord.new(1, 2).to_h, SpecCoord.members, SpecCoord.new(1, 2).members, Data.define(:a).new(1).to_s]
end

spec "initialize gets keywords, and may give defaults" do
  made = Data.define(:amount, :unit) do
    def initialize(amount:, unit: "m")
      super(amount: Float(amount), unit: unit)
    end
  end
  assert_equal [[5.0, "m"], [2.0, "km"]], [made.new(5).to_h.values, made.new("2", "km").to_h.values]
end

spec "pattern matching" do
  case SpecCoord.new(1, 2)
  in { lat:, lng: 2 }
    assert_equal 1, lat
  end
  case SpecCoord.new(1, 2)
  in SpecCoord[lat, lng]
    assert_equal [1, 2], [lat, lng]
  end
end

spec "no members at all" do
  empty = Data.define
  assert_equal [[], {}], [empty.members, empty.new.to_h]
end

spec "Data is no Struct: it has no each and no to_a" do
  assert_equal [false, false, false], [SpecCoord.new(1, 2).respond_to?(:each), SpecCoord.new(1, 2).respond_to?(:to_a), SpecCoord.new(1, 2).respond_to?(:[])]
  assert_raises(NoMethodError, "undefined method 'new' for class Data") { Data.new }
end

spec "inheritance" do
  made = Class.new(SpecCoord) { def norm = lat + lng }
  assert_equal 3, made.new(1, 2).norm
  assert_equal false, made.new(1, 2) == SpecCoord.new(1, 2)
end

spec "wrong definitions" do
  assert_raises(ArgumentError, "duplicate member: a") { Data.define(:a, :a) }
  assert_raises(ArgumentError, "invalid data member: a=") { Data.define(:a=) }
  assert_raises(TypeError, "1 is not a symbol nor a string") { Data.define(1) }
end

spec "deconstruct_keys takes names as Strings and positions too, as a Struct does" do
  point = Data.define(:x, :y).new(x: 1, y: 2)
  assert_equal({ "y" => 2, 0 => 1 }, point.deconstruct_keys(["y", 0]))
  assert_equal({ -1 => 2 }, point.deconstruct_keys([-1, 5]))
  assert_equal [Data, Struct], [Data, Struct].map { |type| type.instance_method(:deconstruct_keys).owner }
end

spec "with changes members, through initialize where the class has one" do
  point = Data.define(:x, :y)
  one = point.new(x: 1, y: [2])
  assert_equal [point.new(x: 3, y: [2]), one, true], [one.with(x: 3), one.with, one.with(x: 3).frozen?]
  assert one.with(x: 0).y.equal?(one.y)
  assert_raises(ArgumentError, "unknown keyword: :z") { one.with(z: 1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { one.with(1) }
  checked = Data.define(:x, :y) do
    def initialize(x:, y: 0)
      super(x: Integer(x), y: y)
    end
  end
  assert_equal 7, checked.new(x: "1").with(x: "7").x
  assert_raises(ArgumentError) { checked.new(x: 1).with(x: "seven") }
end

spec "values are given by place or by name, not both" do
  pair = Data.define(:one, :other)
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0)") { pair.new(1, other: 2) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 0)") { pair.new(1, 2, other: 2) }
end
