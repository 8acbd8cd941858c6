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

spec "delete compares as == does, and answers the last that was deleted" do
  numbers = [1, 2, 3, 2.0, "x"]
  assert_equal [2.0, :none, nil, "x"], [numbers.delete(2), numbers.delete(9) { :none }, numbers.delete(8), numbers.delete("x")]
  assert_equal [1, 3], numbers
  keys = [PlainPathsKey.new(1), 5, PlainPathsKey.new(2)]
  assert_equal 2, keys.delete(PlainPathsKey.new(2)).value
  assert_equal 2, keys.size
  assert_raises(FrozenError) { [1, 2].freeze.delete(2) }
  assert_equal nil, [1, 2].freeze.delete(3)
end

spec "dig goes on where it finds something, by the dig of what it finds" do
  own = Class.new(Array) { def dig(*) = :own }
  table = { a: { b: [1, { c: 3 }] }, own: own[1] }
  assert_equal [3, nil, 1, :own, own[1]], [table.dig(:a, :b, 1, :c), table.dig(:a, :x, :y), table.dig(:a, :b, -2), table.dig(:own, 0), table.dig(:own)]
  assert_equal [5, :x, nil], [Hash.new(5).dig(:x), Hash.new { |_, key| [key] }.dig(:x, 0), [1].dig(5)]
  assert_equal 7, { PlainPathsKey.new(1) => [7] }.dig(PlainPathsKey.new(1), 0)
  assert_raises(TypeError, "Integer does not have #dig method") { table.dig(:a, :b, 0, :c) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { [1].dig }
end

spec "padding to a width" do
  assert_equal ["        abc         ", "abc1212", "ü*ü*é", "abc", "abc", " a  "],
               ["abc".center(20), "abc".ljust(7, "12"), "é".rjust(5, "ü*"), "abc".center(2), "abc".rjust(-1), "a".center(4.9)]
  assert_raises(ArgumentError, "zero width padding") { "a".center(5, "") }
  assert_raises(Encoding::CompatibilityError) { "é".ljust(5, "é".encode("UTF-16LE")) }
  assert_equal String, Class.new(String).new("a").ljust(3).class
end

spec "what Integer() and Float() make of text" do
  read = ->(text) { Integer(text) rescue $!.message }
  assert_equal [42, -17, 31, 1000, 8, 0, 15, 10**29, 'invalid value for Integer(): ""', 'invalid value for Integer(): "-"', 'invalid value for Integer(): "1a"'],
               ["42", "-17", "0x1f", "1_000", " 8 ", "0", "017", "1" + "0" * 29, "", "-", "1a"].map(&read)
  assert_equal [4.2, 1000.0, 3.0, nil], [Float("4.2"), Float("1e3"), Float(3), Float("x", exception: false)]
  assert_raises(Encoding::CompatibilityError) { Integer("1".encode("UTF-16LE")) }
end

spec "few and many are taken away alike" do
  many = (1..40).to_a + ["a", "a", 1.0, nil]
  assert_equal [2, 3], many[0, 3] - [1, 50]
  assert_equal [1, "a", nil], many & [nil, "a", 1]
  assert_equal [1, "a", nil], many & ([nil, "a", 1] + (100..120).to_a)
  assert_equal [1.0], [1.0, 1] - [1]
  assert_equal [], [PlainPathsKey.new(1)] - [PlainPathsKey.new(1)]
end

spec "a member of a Struct is set by name or place" do
  pair = Struct.new(:a, :b).new(1, 2)
  pair[:a], pair["b"] = 5, 7
  assert_equal [5, 7], pair.to_a
  pair[1], pair[-2] = 6, 9
  assert_equal [9, 6], pair.to_a
  assert_raises(NameError, "no member 'z' in struct") { pair[:z] = 1 }
  assert_raises(IndexError, "offset 2 too large for struct(size:2)") { pair[2] = 1 }
  assert_raises(FrozenError) { pair.freeze[:a] = 1 }
end

spec "an empty pattern splits into characters" do
  assert_equal [["0", " ", "é"], ["a", "b", ""], ["a", "bc"], []], ["0 é".split(//), "ab".split(//, -1), "abc".split(//, 2), "".split(//)]
end

spec "products of complex numbers with zeros, infinities and what is no number" do
  infinity, nan = Float::INFINITY, Float::NAN
  shown = [Complex(1, 2) + Complex(3, 4.5), Complex(1.0, 2) * Complex(0, infinity), Complex(0, 0) * Complex(infinity, 1), Complex(1, 2) * Complex(3, 4),
           Complex(-0.0, -0.0) + 0, Complex(2**61, 1) * 4, Complex(0.0, 1) * Complex(-5.0, nan), Complex(1, 2) - 1, Complex(1, 2) * Rational(1, 2)]
  assert_equal ["4+6.5i", "-Infinity+Infinity*i", "0.0+0.0i", "-5+10i", "-0.0-0.0i", "9223372036854775808+4i", "NaN+NaN*i", "0+2i", "1/2+1/1i"], shown.map(&:to_s)
end

spec "a Time writes itself in its zone" do
  assert_equal ["2023-11-14 22:13:20 UTC", "1970-01-01 05:30:00 +0530", "1969-12-31 20:59:55 -0300", "12345-01-01 00:00:00 UTC", "-0005-01-01 00:00:00 UTC"],
               [Time.at(1_700_000_000).utc, Time.at(0, in: "+05:30"), Time.at(-5, in: "-03:00"), Time.utc(12345), Time.utc(-5)].map(&:to_s)
  assert_equal Encoding::US_ASCII, Time.at(0).to_s.encoding
end

spec "a Hash that nobody takes is not made, but what stands in it is looked at" do
  seen = []
  ran = -> { { (seen << :key; :a) => (seen << :value) }; nil }
  ran.call
  assert_equal %i[key value], seen
  untouched = Object.new
  def untouched.hash = raise("asked")
  -> { { untouched => 1 }; nil }.call
end

spec "keywords that are passed on are a Hash of their own" do
  given = { kw: 1, z: 2, "s" => 3 }
  taken = ->(kw: nil, **rest) { rest }
  without = { gone: 1, **given }.tap { |table| table.delete(:gone) }
  assert_equal [{ z: 2, "s" => 3 }] * 2, [taken.call(**given), taken.call(**without)]
  assert_equal({ a: 1, z: 2, "s" => 3 }, taken.call(a: 1, **given))
  taken.call(**given)[:new] = 1
  assert_equal({ kw: 1, z: 2, "s" => 3 }, given)
end

spec "a queue hands on what is there, and refuses when it is closed" do
  queue = Queue.new
  assert_equal queue, queue << 1
  queue.push(2).enq(3)
  assert_equal [1, 2, 3, 0], [queue.pop, queue.shift, queue.deq, queue.size]
  assert_raises(ThreadError, "queue empty") { queue.pop(true) }
  assert_equal nil, queue.pop(timeout: 0)
  taker = Thread.new { queue.pop }
  Thread.pass until taker.stop?
  queue << :late
  assert_equal :late, taker.value
  queue << 4
  queue.close
  assert_raises(ClosedQueueError, "queue closed") { queue << 5 }
  assert_equal [4, nil], [queue.pop, queue.pop]
  sized = SizedQueue.new(1)
  sized << 1
  assert_raises(ThreadError, "queue full") { sized.push(2, true) }
  assert_equal 1, sized.pop
end

spec "the pairs of a Hash are Arrays of their own" do
  table = { a: 1, b: 2, c: 3 }
  table.delete(:b)
  pairs = table.to_a
  assert_equal [[:a, 1], [:c, 3]], pairs
  pairs[0] << 5
  assert_equal({ a: 1, c: 3 }, table)
  assert_equal Array, Class.new(Hash).new.to_a.class
end

spec "numbers in JSON" do
  require "json"
  numbers = [0, -1, 7, 10, -10, 2**62 - 1, -2**62, 2**63, -2**63, 1234567890]
  assert_equal "[#{numbers.join(",")}]", JSON.generate(numbers)
end

spec "large integers are dumped as they are read" do
  numbers = [2**62, -2**62, 2**64, -2**64 - 1, 2**71, 10**40, -10**41]
  assert_equal numbers, Marshal.load(Marshal.dump(numbers))
  assert_equal "\x04\bl-\n\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00".b, Marshal.dump(-2**64 - 1)
  same = 2**80
  assert_equal "\x04\b[\al+\v\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00@\x06".b, Marshal.dump([same, same])
end

spec "Complex() of plain parts, and of what has to be looked at" do
  assert_equal ["1+0i", "1-0.0i", "1.5+0i"], [Complex(1), Complex(1, -0.0), Complex(1.5, 0)].map(&:to_s)
  assert_equal [Complex(1, 2), Complex("1+2i"), Complex(Complex(1, 2)), Complex(Complex(1, 0), 2)], [Complex(1, 2)] * 4
  assert Complex(1, 2).frozen?
  assert_raises(TypeError, "can't convert nil into Complex") { Complex(1, nil) }
  assert_equal nil, Complex("x", exception: false)
end
