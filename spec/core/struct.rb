require_relative "../harness"

SpecPoint = Struct.new(:x, :y) do
  def sum = x + y
end

SpecNamedPoint = Struct.new(:x, :y, keyword_init: true)

spec "members are read and written" do
  point = SpecPoint.new(1, 2)
  point.x = 5
  assert_equal [5, 2, 7], [point.x, point.y, point.sum]
end

spec "missing members are nil, too many raise" do
  assert_equal nil, SpecPoint.new(1).y
  assert_raises(ArgumentError, "struct size differs") { SpecPoint.new(1, 2, 3) }
end

spec "keywords make members, when no positional ones are given" do
  assert_equal [1, 2], SpecPoint.new(x: 1, y: 2).to_a
  assert_equal [{ x: 1 }, nil], SpecPoint.new({ x: 1 }).to_a
  assert_raises(ArgumentError, "unknown keywords: z") { SpecPoint.new(x: 1, z: 2) }
end

spec "keyword_init: true takes keywords only" do
  assert_equal [1, nil], SpecNamedPoint.new(x: 1).to_a
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0)") { SpecNamedPoint.new(1, 2) }
  assert_raises(ArgumentError, "unknown keywords: z") { SpecNamedPoint.new(z: 1) }
  assert_equal true, SpecNamedPoint.keyword_init?
end

spec "keyword_init: false keeps a hash positional" do
  made = Struct.new(:x, keyword_init: false)
  assert_equal({ x: 1 }, made.new(x: 1).x)
end

spec "[] and []= by name, text and number" do
  point = SpecPoint.new(1, 2)
  point[:x] = 3
  point["y"] = 4
  point[-1] = 5
  assert_equal [3, 3, 3, 5], [point[:x], point["x"], point[0], point[1]]
  assert_raises(NameError, "no member 'z' in struct") { point[:z] }
  assert_raises(IndexError, "offset 2 too large for struct(size:2)") { point[2] }
  assert_raises(IndexError, "offset -3 too small for struct(size:2)") { point[-3] }
end

spec "members, to_a, deconstruct, to_h, values_at, size" do
  point = SpecPoint.new(1, 2)
  assert_equal [[:x, :y], [:x, :y], [1, 2], [1, 2], { x: 1, y: 2 }, [2], 2], [SpecPoint.members, point.members, point.to_a, point.deconstruct, point.to_h, point.values_at(1), point.size]
  assert_equal [{ "x" => 2, "y" => 4 }, { x: 1 }], [point.to_h { |k, v| [k.to_s, v * 2] }, point.deconstruct_keys([:x])]
end

spec "each, each_pair, select, and Enumerable" do
  point = SpecPoint.new(1, 2)
  seen = []
  point.each { |v| seen << v }
  point.each_pair { |k, v| seen << k << v }
  assert_equal [1, 2, :x, 1, :y, 2], seen
  assert_equal [[2], true, [2, 4]], [point.select(&:even?), point.include?(1), point.map { |v| v * 2 }]
end

spec "equality, hash and eql?" do
  assert_equal [true, false, true, false, true], [SpecPoint.new(1, 2) == SpecPoint.new(1, 2), SpecPoint.new(1, 2) == SpecPoint.new(1, 3), SpecPoint.new(1, 2).eql?(SpecPoint.new(1, 2)), SpecPoint.new(1, 2).eql?(SpecPoint.new(1.0, 2)), SpecPoint.new(1, 2).hash == SpecPoint.new(1, 2).hash]
end

spec "inspect" do
  assert_equal ["#<struct SpecPoint x=1, y=nil>", "#<struct a=1>"], [SpecPoint.new(1).inspect, Struct.new(:a).new(1).to_s]
  loop_point = SpecPoint.new(1)
  loop_point.y = loop_point
  assert_equal "#<struct SpecPoint x=1, y=#<struct SpecPoint:...>>", loop_point.inspect
end

spec "dig and dup" do
  point = SpecPoint.new({ a: [5] }, 1)
  copy = point.dup
  copy.y = 9
  assert_equal [5, 1, 9], [point.dig(:x, :a, 0), point.y, copy.y]
end

spec "a frozen struct refuses" do
  point = SpecPoint.new(1, 2).freeze
  assert_raises(FrozenError, "can't modify frozen SpecPoint: #<struct SpecPoint x=1, y=2>") { point.x = 5 }
end

spec "a subclass may add to it, super initializes" do
  made = Class.new(Struct.new(:a, :b)) do
    def initialize(a)
      super(a, a * 2)
    end
  end
  assert_equal [1, 2], made.new(1).to_a
end

spec "a name makes a constant under Struct" do
  made = Struct.new("SpecConstantNamed", :a)
  assert_equal ["Struct::SpecConstantNamed", made], [made.name, Struct::SpecConstantNamed]
  Struct.send(:remove_const, :SpecConstantNamed)
end

spec "wrong definitions" do
  assert_raises(ArgumentError, "duplicate member: a") { Struct.new(:a, :a) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Struct.new(1) }
  assert_raises(NameError, "identifier lower needs to be constant") { Struct.new("lower") }
end

spec "destructuring in blocks" do
  a, b = *SpecPoint.new(1, 2)
  assert_equal [1, 2], [a, b]
  assert_equal [3], [SpecPoint.new(1, 2)].map { |(x, y)| SpecPoint === x ? 3 : x }
end

spec "many members" do
  names = (0...30).map { |i| :"m#{i}" }
  made = Struct.new(*names)
  thing = made.new(*(0...30))
  thing.m29 = :last
  assert_equal [0, 15, :last], [thing.m0, thing.m15, thing[29]]
end

spec "members are compared by == and eql?, those of any kind" do
  pair = Struct.new(:left, :right)
  odd = Class.new { def ==(other) = true }
  assert pair.new(1, "a") == pair.new(1.0, "a")
  assert !pair.new(1, "a").eql?(pair.new(1.0, "a"))
  assert pair.new(1, "a").eql?(pair.new(1, "a"))
  assert pair.new(1, odd.new) == pair.new(1, Object.new)
  assert pair.new(1, pair.new([2], nil)) == pair.new(1, pair.new([2], nil))
  assert pair.new(1, 2) != Struct.new(:left, :right).new(1, 2)
  assert pair.new(1, 2) != Class.new(pair).new(1, 2)
  assert pair.new(1, 2) != 1
  one, other = pair.new(1), pair.new(1)
  one.right, other.right = one, other
  assert one == other
  assert_raises(ArgumentError) { one.==(1, 2) }
end

spec "[] finds members by name and by position" do
  pair = Struct.new(:left, :right).new(1, 2)
  assert_equal [1, 2, 2, 1, 1, 2], [pair[:left], pair[:right], pair[1], pair[-2], pair["left"], pair[1.9]]
  assert_raises(NameError, "no member 'middle' in struct") { pair[:middle] }
  assert_raises(IndexError, "offset 2 too large for struct(size:2)") { pair[2] }
  assert_raises(IndexError, "offset -3 too small for struct(size:2)") { pair[-3] }
end

spec "members are named by Symbols and Strings, none as what assigns" do
  assert_raises(TypeError, "{} is not a symbol nor a string") { Struct.new(:a, {}) }
  assert_raises(TypeError, "1 is not a symbol nor a string") { Struct.new("Named", 1) }
  assert_raises(ArgumentError, "invalid struct member: x=") { Struct.new(:x=) }
  assert_raises(ArgumentError, "invalid data member: x=") { Data.define(:x=) }
  assert_equal [:a?, :b!], Struct.new(:a?, :b!).members
end

spec "dig goes by a member or a position on into what stands there" do
  pair = Struct.new(:one, :two).new(1, { list: [5, 6] })
  assert_equal [1, 6, 5, nil, nil], [pair.dig(:one), pair.dig(:two, :list, 1), pair.dig(-1, :list, 0), pair.dig("two", :none, 3), pair.dig(2)]
  assert_raises(TypeError, "Integer does not have #dig method") { pair.dig(:one, :two) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { pair.dig }
end

spec "members are listed, opened and named in their order, and read as they are then" do
  kind = Struct.new(:one, :two)
  pair = kind.new(1, 2)
  one, two = *pair
  assert_equal [[1, 2], [1, 2], { one: 1, two: 2 }, { one: "1", two: "2" }], [pair.to_a, [one, two], pair.to_h, pair.to_h { |name, value| [name, value.to_s] }]
  seen = []
  pair.each { |value| seen << value; pair.two = 9 }
  assert_equal [1, 9], seen
  own = Class.new(kind) { def to_a = [:own] }
  assert_equal [[:own], [:own]], [own.new(1, 2).to_a, [*own.new(1, 2)]]
end

spec "a splat asks to_a, unless the object says that it has none" do
  kind = Struct.new(:one, :two)
  deaf = Class.new(kind) { def respond_to?(name, all = false) = name == :to_a ? false : super }.new(1, 2)
  hidden = Class.new(kind) { private :to_a }.new(1, 2)
  listed = [*kind.new(1, 2)] << 3
  assert_equal [[1, 2, 3], [deaf], [1, 2], [[:a, 1]]], [listed, [*deaf], [*hidden], [*{ a: 1 }]]
  one, *others = *kind.new(1, 2)
  assert_equal [1, [2]], [one, others]
end

spec "a member may be called as what the core asks of every object" do
  pair = Struct.new(:members, :class, :size).new(1, 2, 3)
  assert_equal [[1, 2, 3], { members: 1, class: 2, size: 3 }, %i[members class size]], [pair.to_a, pair.to_h, Struct.instance_method(:members).bind_call(pair)]
  assert_equal ["#<struct members=1, class=2, size=3>", true, true, [1, 3]], [pair.inspect, pair == pair.dup, pair.eql?(pair.dup), pair.values_at(0, 2)]
  assert_equal [2, { class: 2 }], [pair[:class], pair.deconstruct_keys([:class])]
  shape = Data.define(:members, :class).new(members: 1, class: 2)
  assert_equal ["#<data members=1, class=2>", { members: 1, class: 2 }, true], [shape.inspect, shape.to_h, shape == shape.dup]
  assert_equal 5, shape.with(class: 5).class
end

spec "the setter of a member names its parameter" do
  assert_equal [[:req, :_]], Struct.new(:a, :b).instance_method(:b=).parameters
  assert_equal [], Struct.new(:a).instance_method(:a).parameters
end

spec "a Hash for keyword_init names members by Symbols, Strings or numbers" do
  point = Struct.new(:x, :y, keyword_init: true)
  assert_equal [[1, 2], [1, 2], [1, 2], [5, 2]], [{ "x" => 1, "y" => 2 }, { 0 => 1, -1 => 2 }, { x: 1, "y" => 2 }, { "x" => 1, y: 2, 0 => 5 }].map { |parts| point.new(parts).to_a }
  assert_raises(ArgumentError, "unknown keywords: z, 2") { point.new({ "x" => 1, "z" => 3, 2 => 4 }) }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { point.new({ nil => 1 }) }
end

spec "each of many members is found by its name and its place, before and after variables of its own are set" do
  names = (1..70).map { |number| :"member#{number}" }
  many = Struct.new(*names)
  object = many.new(*1..70)
  2.times do
    assert_equal [*1..70], names.map { |name| object[name] }
    assert_equal [*1..70], Array.new(70) { |place| object[place] }
    assert_equal [nil, false], [object.instance_variable_get(:@own), object.instance_variable_defined?(:@other)]
  end
  object.instance_variable_set(:@own, :mine)
  object[:member40] = :changed
  assert_equal [:mine, :changed, 39, 41, 70], [object.instance_variable_get(:@own), *%i[member40 member39 member41 member70].map { |name| object[name] }]
  object.remove_instance_variable(:@own)
  assert_equal [nil, :changed, 1], [object.instance_variable_get(:@own), object[:member40], object[:member1]]
end
