# Calls that natives answer for plain values and Ruby for all others: both say the same.
require_relative "../harness"
require "stringio"

class PlainPathsKey
  attr_reader :value
  def initialize(value) = @value = value
  def hash = value.hash
  def eql?(other) = PlainPathsKey === other && value == other.value
  def ==(other) = eql?(other)
end

spec "equal Hashes have one hash code, whatever their order and what is in them" do
  key = ->(number) { PlainPathsKey.new(number) }
  [[{a: 1, "b" => 2.5}, {"b" => 2.5, a: 1}], [{a: [1, [2]]}, {a: [1, [2]]}],
   [{a: key[1], b: 2}, {b: 2, a: key[1]}], [{key[1] => {x: 1}}, {key[1] => {x: 1}}]].each do |one, other|
    assert_equal one.hash, other.hash
    assert one.eql?(other)
  end
  assert({a: 1}.hash != {a: 2}.hash)
  recursive = {}
  recursive[:self] = recursive
  assert_equal recursive.hash, recursive.hash
end

spec "equal Structs have one hash code" do
  pair = Struct.new(:x, :y)
  assert_equal pair.new(1, "two").hash, pair.new(1, "two").hash
  assert_equal pair.new(1, PlainPathsKey.new(2)).hash, pair.new(1, PlainPathsKey.new(2)).hash
  assert pair.new(1, 2).hash != pair.new(2, 1).hash
  assert_equal :found, {pair.new(1, [2]) => :found}[pair.new(1, [2])]
end

spec "a Hash lies within another that has all its entries" do
  assert({a: 1} <= {a: 1, b: 2})
  assert !({a: 1, c: 3} <= {a: 1, b: 2})
  assert !({a: 2} <= {a: 1, b: 2})
  assert({} <= {})
  assert({PlainPathsKey.new(1) => 1} <= {PlainPathsKey.new(1) => 1, b: 2})
  assert({a: PlainPathsKey.new(1)} <= {a: PlainPathsKey.new(1)})
  nan = Float::NAN
  assert({a: nan} <= {a: nan})
end

spec "sum adds Integers as they are and more carefully from the first Float on" do
  assert_equal 6, [1, 2, 3].sum { |x| x }
  assert_equal 12, [1, 2, 3].sum { |x| x * 2 }
  assert_equal 2**64 + 3, [2**64, 1, 2].sum { |x| x }
  assert_equal 0.6, [1, 2, 3].sum { |x| x / 10.0 }
  assert_equal 6.300000000000001, [1, 2.1, 3.2].sum { |x| x }
  assert_equal 3.0, [3, 0.1, 0.2, -0.3].sum { |x| x }
  assert_equal "abc", ["b", "c"].sum("a") { |x| x }
  assert_equal [1, 2], [[1], [2]].sum([]) { |x| x }
  assert_equal 5r, [1, 4r].sum { |x| x }
  assert_equal 7, [].sum(7) { |x| x }
  assert_raises(TypeError) { [1, nil].sum { |x| x } }
end

spec "a Range says what it holds" do
  assert((1..3) === 1 && (1..3) === 3 && !((1...3) === 3) && !((1..3) === 0) && !((1..3) === 4))
  assert((1..3).include?(2) && (1..3).cover?(2.5) && (1.0..3).include?(2) && (1..) === 2**70 && (..3) === -1)
  assert !((3..1) === 2) && !((1..3) === "2") && !((1..3) === nil)
  assert((1..4).cover?(2..3) && !(1..4).cover?(2..5))
  assert_raises(ArgumentError) { (1..3).include? }
end

spec "Hash#each gives two values to blocks that take two, and one to others" do
  seen = []
  {a: 1}.each { |pair| seen << pair }
  {a: 1}.each { |key, value| seen << key << value }
  {a: 1}.each_pair { |key, *rest| seen << rest }
  {a: 1}.each(&->(pair) { seen << pair })
  {a: 1}.each(&seen.method(:push))
  {a: 1}.each(&:itself)
  assert_equal [[:a, 1], :a, 1, [1], [:a, 1], [:a, 1]], seen
  assert_equal [[:a, 1]], {a: 1}.each.to_a
  assert({a: 1}.any? { |key, value| value == 1 } && {a: 1}.any? { |pair| pair == [:a, 1] } && !{a: 1}.any?(3))
  assert_raises(ArgumentError) { {a: 1}.each(&->(a, b) { }) }
end

spec "merge, slice and except take any number" do
  assert_equal({a: 1, b: 2, c: 3}, {a: 1}.merge({b: 2}, {c: 3}))
  assert_equal({a: 1}, {a: 1}.merge)
  assert_equal({a: 3}, {a: 1}.merge({a: 2}) { |_, old, new| old + new })
  assert_equal({"b" => 2}, {"a" => 1, "b" => 2}.slice("b", "c"))
  assert_equal({"a" => 1}, {"a" => 1, "b" => 2}.except("b", "c"))
end

spec "StringIO writes behind the end, in between and in other encodings" do
  io = StringIO.new
  assert_equal 3, io.write("abc")
  io << "d" << :e
  io.pos = 1
  io.write("X")
  io.pos = 7
  io.write("Z")
  assert_equal "aXcde\0\0Z", io.string
  io.puts "line\n", ["a", ["b"]], nil, 1
  io.print "x", 2
  assert_equal "aXcde\0\0Zline\na\nb\n\n1\nx2", io.string
  assert_equal Encoding.default_external, StringIO.new.string.encoding
  appended = StringIO.new(+"ab", "a")
  appended.write("c")
  appended.rewind rescue nil
  appended.write("d")
  assert_equal "abcd", appended.string
  latin = StringIO.new((+"").force_encoding("ISO-8859-1"))
  latin.write("\u00e9")
  assert_equal "\xE9".b, latin.string.b
  assert_raises(IOError, "not opened for writing") { StringIO.new("abc".freeze).write("x") }
  itself = StringIO.new(text = +"ab", "a+")
  itself.write(text)
  assert_equal "abab", text
end

spec "Integer() and Float() of texts and of numbers" do
  assert_equal [15, 3, 255], [Integer("15"), Integer(3.7), Integer("0xff")]
  assert_equal nil, Integer("x", exception: false)
  assert_equal nil, Integer(Float::NAN, exception: false)
  assert_raises(FloatDomainError) { Integer(Float::INFINITY) }
  assert_raises(ArgumentError) { Integer(3.7, 10) }
  assert_raises(ArgumentError) { Integer("1x") }
  assert_equal 1.5, Float("1.5")
  assert_equal nil, Float("x", exception: false)
  assert_raises(ArgumentError) { Float("1.5x") }
end

spec "Time of plain parts" do
  time = Time.new(2024, 2, 29, 23, 59, 60, "+00:00")
  assert_equal [2024, 3, 1, 0, 0, 0], [time.year, time.month, time.day, time.hour, time.min, time.sec]
  assert_equal Time.utc(2024, 1, 1), Time.utc(2024)
  assert_equal Time.utc(2024, 1, 2), Time.utc(2024, nil, 2)
  assert_equal Time.new(2024, 1, 2), Time.local(2024, 1, 2)
  assert_raises(ArgumentError) { Time.new(2024, 13, 1) }
  assert_raises(ArgumentError) { Time.utc(2024, 1, 1, 24, 1) }
  assert_raises(TypeError) { Time.utc(nil) }
  assert_equal "2024-01-02 03:04:05 +0530", Time.new(2024, 1, 2, 3, 4, 5, "+05:30").to_s
  assert_equal "2024-01-02 03:04:05 UTC", Time.utc(2024, 1, 2, 3, 4, 5).to_s
  assert_equal "2024-01-02 03:04:05 -0030", Time.new(2024, 1, 2, 3, 4, 5, "-00:30").to_s
  moment = Time.at(0)
  assert moment.getutc.utc? && !moment.getutc.equal?(moment)
end

spec "Array#count of a value, of a block, of all" do
  assert_equal [3, 1, 1, 2, 1], [[1, 2, 2].count, [1, 2].count(2.0), [PlainPathsKey.new(1)].count(PlainPathsKey.new(1)), [1, 2, 3].count(&:odd?), [nil, [1]].count([1])]
  nan = Float::NAN
  assert_equal [1, 0], [[nan].count(nan), [1].count("1")]
  assert_raises(ArgumentError) { [].count(1, 2) }
end

spec "Array#[] of a Range; #at takes none" do
  array = [0, 1, 2, 3]
  assert_equal [[1, 2], [1], [2, 3], [], nil, [2, 3], [0, 1]], [array[1..2], array[1...2], array[2..], array[4..], array[5..], array[-2..-1], array[..1]]
  assert_equal [1, 2], array.slice(1..2.5)
  assert_raises(TypeError) { array.at(1..2) }
  assert_raises(TypeError) { array["a".."b"] }
end

spec "Integer#round to tens, by each mode" do
  assert_equal [70, 20, 20, 20, 30, 25, -30], [65.round(-1), 25.round(-1, half: :even), 24.round(-1), 25.round(-1, half: :down), 25.round(-1, half: nil), 25.round(2), -25.round(-1)]
  assert_raises(ArgumentError, "invalid rounding mode: odd") { 25.round(-1, half: :odd) }
end

spec "Hash#inspect shows Symbols as keys" do
  assert_equal '{a: 1, "b c": 2, c?: 3, "d=": 4, "+": 5, "@e": 6, "$f": 7, "[]": 8, G: 9, "1": 10, "!": 11, "": 12, é: 13, nil => 14}',
    {a: 1, "b c": 2, c?: 3, "d=": 4, "+": 5, "@e": 6, "$f": 7, "[]": 8, G: 9, "1": 10, "!": 11, "": 12, "é": 13, nil => 14}.inspect
end

spec "Range#size of Integers" do
  assert_equal [3, 2, 0, 0, 1, 2**70 + 1], [(1..3).size, (1...3).size, (3..1).size, (1...1).size, (1..1).size, (0..2**70).size]
end
