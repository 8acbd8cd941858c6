require_relative "../harness"

MarshalPoint = Struct.new(:x, :y)
MarshalValue = Data.define(:amount)
class MarshalPlain
  attr_accessor :name
  def ==(other) = other.class == self.class && other.name == name
end
class MarshalByDump
  attr_reader :number
  def initialize(number) = @number = number
  def _dump(_level) = @number.to_s
  def self._load(text) = new(text.to_i)
  def ==(other) = other.number == number
end
class MarshalByMarshalDump
  attr_reader :parts
  def initialize(*parts) = @parts = parts
  def marshal_dump = @parts
  def marshal_load(parts)
    @parts = parts
  end
  def ==(other) = other.parts == parts
end
class MarshalList < Array; end

def there_and_back(value) = Marshal.load(Marshal.dump(value))

spec "bytes of the plain kinds" do
  assert_equal "\x04\b0".b, Marshal.dump(nil)
  assert_equal ["\x04\bT".b, "\x04\bF".b], [Marshal.dump(true), Marshal.dump(false)]
  assert_equal ["\x04\bi\0".b, "\x04\bi\x06".b, "\x04\bi\xFA".b, "\x04\bi\x02,\x01".b, "\x04\bi\xFE\xD4\xFE".b],
               [0, 1, -1, 300, -300].map { |number| Marshal.dump(number) }
  assert_equal "\x04\bl+\t\0\0\0\0\0\0\0@".b, Marshal.dump(2**62)
  assert_equal ["\x04\bf\b1.5".b, "\x04\bf\binf".b, "\x04\bf\a-0".b, "\x04\bf\n1e100".b], [1.5, Float::INFINITY, -0.0, 1e100].map { |float| Marshal.dump(float) }
  assert_equal ["\x04\b:\x06a".b, "\x04\b\"\x06a".b, "\x04\bI\"\x06a\x06:\x06ET".b], [Marshal.dump(:a), Marshal.dump("a".b), Marshal.dump("a")]
  assert_equal "\x04\b[\bi\x06:\x06a;\0".b, Marshal.dump([1, :a, :a])
  assert_equal "\x04\b{\x06:\x06ai\x06".b, Marshal.dump({ a: 1 })
end

spec "core values come back" do
  values = [nil, true, false, 0, -1, 2**30, -2**31, 2**100, -2**64, 1.25, -1e-7, 5e-324, "text", "é", "\xFF".b, "é".encode("ISO-8859-1"), :sym, :"é",
            [1, [2, [3]]], { "a" => { b: nil } }, 1..2, ("a"..."c"), (1..), Rational(3, 4), Complex(1, 2.5), /a(b)/ix, String, Comparable, Math]
  values.each do |value|
    assert_equal value, there_and_back(value)
    assert_equal value.class, there_and_back(value).class
  end
  assert_equal Encoding::ISO_8859_1, there_and_back("é".encode("ISO-8859-1")).encoding
  assert there_and_back(Float::NAN).nan?
end

spec "objects come back" do
  plain = MarshalPlain.new
  plain.name = ["x"]
  [MarshalPoint.new(1, "y"), MarshalValue.new([1]), plain, MarshalByDump.new(12), MarshalByMarshalDump.new(1, :b)].each do |value|
    assert_equal value, there_and_back(value)
  end
  assert there_and_back(MarshalValue.new(1)).frozen?
  assert_equal MarshalList, there_and_back(MarshalList[1, 2]).class
end

spec "a value met twice stays one" do
  text = "shared"
  pair = there_and_back([text, text])
  assert pair[0].equal?(pair[1])
  ring = []
  ring << ring
  back = there_and_back(ring)
  assert back[0].equal?(back)
  assert_equal "\x04\b[\aI\"\x06a\x06:\x06ET@\x06".b, Marshal.dump(["a"].then { |list| [list[0], list[0]] })
end

spec "defaults, identity and instance variables are kept" do
  assert_equal 5, there_and_back(Hash.new(5))[:missing]
  assert there_and_back({}.compare_by_identity).compare_by_identity?
  text = +"with"
  text.instance_variable_set(:@more, [1])
  assert_equal [1], there_and_back(text).instance_variable_get(:@more)
  assert there_and_back(Object.new.extend(Comparable)).singleton_class.include?(Comparable)
end

spec "exceptions keep message and backtrace" do
  error = begin
    raise ArgumentError, "why"
  rescue => raised
    raised
  end
  back = there_and_back(error)
  assert_equal [ArgumentError, "why", error.backtrace], [back.class, back.message, back.backtrace]
end

spec "times keep moment, fraction and offset" do
  assert_equal "\x04\bIu:\tTime\rC\x80\x1F\xC0\x90\xD0S\x10\x06:\tzoneI\"\bUTC\x06:\x06EF".b, Marshal.dump(Time.utc(2026, 1, 2, 3, 4, 5.25r))
  time = Time.new(2026, 1, 2, 3, 4, Rational(123456789, 10**8), "+09:00")
  back = there_and_back(time)
  assert_equal [time, 32400, time.nsec], [back, back.utc_offset, back.nsec]
end

spec "what can't be dumped says why" do
  assert_raises(TypeError, "no _dump_data is defined for class Proc") { Marshal.dump(proc {}) }
  assert_raises(TypeError, /\Acan't dump anonymous class #<Class:0x/) { Marshal.dump(Class.new.new) }
  assert_raises(TypeError, "can't dump hash with default proc") { Marshal.dump(Hash.new { 1 }) }
  assert_raises(TypeError, "can't dump IO") { Marshal.dump($stdout) }
  assert_raises(TypeError, "can't dump MatchData") { Marshal.dump(/a/.match("a")) }
  assert_raises(TypeError, "singleton can't be dumped") { Marshal.dump(Object.new.tap { |object| def object.own = 1 }) }
  assert_raises(ArgumentError, "exceed depth limit") { Marshal.dump([[]], 1) }
end

spec "what can't be read says why" do
  assert_raises(ArgumentError, "marshal data too short") { Marshal.load("\x04\b[\ai\x06") }
  assert_raises(TypeError, "incompatible marshal file format (can't be read)\n\tformat version 4.8 required; 3.0 given") { Marshal.load("\x03\0i\0") }
  assert_raises(ArgumentError, "undefined class/module Absent") { Marshal.load("\x04\bo:\vAbsent\0") }
  assert_raises(ArgumentError, "dump format error (unlinked)") { Marshal.load("\x04\b@\x06") }
  assert_raises(TypeError, "instance of IO needed") { Marshal.load(1) }
end

spec "a proc sees every value and may change it" do
  seen = []
  Marshal.load(Marshal.dump([1, "a", { b: 2.5 }]), ->(value) { seen << value.class; value })
  assert_equal [Integer, TrueClass, String, Symbol, Float, Hash, Array], seen
  assert_equal ["A"], Marshal.load(Marshal.dump(["a"]), ->(value) { String === value ? value.upcase : value })
end

spec "freeze: freezes all but classes" do
  list = Marshal.load(Marshal.dump([["a"], String]), freeze: true)
  assert_equal [true, true, true, false], [list.frozen?, list[0].frozen?, list[0][0].frozen?, String.frozen?]
end

spec "streams" do
  reader, writer = IO.pipe
  Marshal.dump([1, 2], writer)
  Marshal.dump("next", writer)
  writer.close
  assert_equal [[1, 2], "next"], [Marshal.load(reader), Marshal.load(reader)]
end

spec "a class may have a name method of its own" do
  class OddlyNamed
    def self.name = "Other"
  end
  assert_equal OddlyNamed, Marshal.load(Marshal.dump(OddlyNamed.new)).class
end

spec "the cause of an exception is dumped" do
  error = begin
    begin
      raise "first"
    rescue
      raise "second"
    end
  rescue => second
    second
  end
  assert_equal "first", Marshal.load(Marshal.dump(error)).cause.message
end

spec "singletons with variables can't be dumped" do
  object = Object.new
  object.singleton_class.instance_variable_set(:@a, 1)
  assert_raises(TypeError, "singleton can't be dumped") { Marshal.dump(object) }
end

spec "a stream that ends is told from a dump that is too short" do
  require "stringio"
  assert_raises(EOFError, "end of file reached") { Marshal.load(StringIO.new("")) }
  assert_raises(ArgumentError, "marshal data too short") { Marshal.load("\x04\b[") }
end

spec "what _load made is not shown to the proc again where a link leads to it" do
  class LoadedByText
    def _dump(_) = "x"
    def self._load(_) = new
  end
  object = LoadedByText.new
  seen = []
  Marshal.load(Marshal.dump([object, object]), proc { |value| seen << value.class; value })
  assert_equal [TrueClass, LoadedByText, LoadedByText, Array], seen
end

MARSHALLED_TREE = %w[
  04087b0b4922096e616d65063a0645544922022c0178787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
  78787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
  78787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
  78787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
  7878787878787878787878787878787878787878787878787878787878787878787878787878787878063b00543a096c6973745b16690669fa697f69017b6901ff6902000169
  02ffff6903000001698069ff8469ff0069fefffe6904ffffff3f6c2b07000000406c2d07010000406c2b0900000000000000406c2b0a00000000000000004000492207c3a906
  3b00545b0f6608312e3566072d30660a3165313030660931652d356608302e31660f3132333435362e3738396608696e663054463a0873796d493a07c3a9063b005449220862
  696e063b00542206ff49220a6173636969063b005449220661063b0046
].join.freeze

spec "common values are dumped and loaded byte for byte as by the reference" do
  tree = { "name" => "x" * 300, list: [1, -1, 122, 123, 255, 256, 65_535, 65_536, -123, -124, -256, -257, 2**30 - 1, 2**30, -(2**30) - 1, 2**62, 2**70],
           "é" => [1.5, -0.0, 1e100, 1.0e-5, 0.1, 123456.789, Float::INFINITY, nil, true, false], sym: :é, "bin" => "\xff".b, "ascii" => "a".encode("US-ASCII") }
  bytes = Marshal.dump(tree)
  assert_equal MARSHALLED_TREE, bytes.unpack1("H*")
  assert_equal tree, Marshal.load(bytes)
  assert_equal [Encoding::BINARY, Encoding::US_ASCII], [Marshal.load(bytes)["bin"].encoding, Marshal.load(bytes)["ascii"].encoding]
end

spec "what occurs twice is one object again" do
  text = +"shared"
  list = [text, text, [text], 1.5, 1.5, :a, :a]
  list << list
  back = Marshal.load(Marshal.dump(list))
  assert back[0].equal?(back[1]) && back[0].equal?(back[2][0]) && back.last.equal?(back)
  back[0] << "!"
  assert_equal "shared!", back[1]
end

spec "objects, structs and data go through unchanged, subclasses and singletons through Ruby" do
  class MarshalledPoint
    attr_accessor :x, :y
    def ==(other) = other.class == self.class && [x, y] == [other.x, other.y]
  end
  MarshalledStruct = Struct.new(:a, :b)
  MarshalledData = Data.define(:a)
  point = MarshalledPoint.new
  point.x = 1
  point.y = { "k" => point.class }
  values = [point, MarshalledStruct.new(1, "b"), MarshalledData.new(a: [1]), Class.new(Array).new.to_a, Hash.new(5).merge(1 => 2)]
  back = Marshal.load(Marshal.dump(values))
  assert_equal values, back
  assert_equal [true, 5], [back[2].frozen?, back[4][:missing]]
  deep = [nil]
  1000.times { deep = [deep] }
  assert_equal deep, Marshal.load(Marshal.dump(deep))
end

spec "a class with a say in its dump is asked" do
  class MarshalledBySay
    def marshal_dump = [1]
    def marshal_load(parts) = @parts = parts
    attr_reader :parts
  end
  assert_equal [1], Marshal.load(Marshal.dump([MarshalledBySay.new]))[0].parts
  assert_raises(TypeError) { Marshal.dump([proc {}]) }
  assert_raises(ArgumentError, "marshal data too short") { Marshal.load("\x04\x08[\x07i\x06") }
  assert_raises(ArgumentError, "undefined class/module NotThereAtAll") { Marshal.load("\x04\bo:\x12NotThereAtAll\x06:\a@ai\x06") }
end

class SpecDumpsItself
  def marshal_dump = self
  def marshal_load(value) = value
end

spec "what marshal_dump gives is of another class" do
  assert_raises(RuntimeError, "SpecDumpsItself#marshal_dump returned same class instance") { Marshal.dump(SpecDumpsItself.new) }
end

spec "variables of a Time, of what _dump and marshal_dump give" do
  moment = Time.at(0).utc
  moment.instance_variable_set(:@note, 3)
  assert_equal 3, Marshal.load(Marshal.dump(moment)).instance_variable_get(:@note)
  held = Class.new do
    def initialize(data) = @data = data
    alias_method :marshal_load, :initialize
    def marshal_dump = @data
  end
  Object.const_set(:HeldForMarshal, held)
  text = "text".dup
  text.instance_variable_set(:@note, 42)
  assert_equal [:@data, :@note], Marshal.load(Marshal.dump(held.new(text))).instance_variables
  moment.instance_variable_set(:@note, moment)
  assert_raises(RuntimeError, "can't dump recursive object using _dump()") { Marshal.dump(moment) }
end

spec "modules prepended to an object stay before its class" do
  Object.const_set(:PrependedForMarshal, Module.new)
  object = Object.new
  object.singleton_class.prepend(PrependedForMarshal)
  assert_equal "\x04\be:\x18PrependedForMarshale:\vObjecto;\x06\x00".b, Marshal.dump(object)
  assert_equal PrependedForMarshal, Marshal.load(Marshal.dump(object)).singleton_class.ancestors[0]
end

spec "a Range is filled, not made: it may be its own end, and its class isn't asked" do
  itself = Marshal.load("\x04\bo:\nRange\b:\texclF:\nbegin@\x00:\bend@\x00")
  assert itself.begin.equal?(itself)
  Object.const_set(:RangeForMarshal, Class.new(Range) { def initialize(only) = super(only, only) })
  assert_equal 2, Marshal.load(Marshal.dump(RangeForMarshal.new(2))).end
end

spec "objects that change while they are dumped" do
  Object.const_set(:MeddlerForMarshal, Class.new do
    def initialize(&change) = @change = change
    def marshal_dump = @change.call
    def marshal_load(_) = nil
  end)
  object = Object.new
  object.instance_variable_set(:@meddler, MeddlerForMarshal.new { object.instance_variable_set(:@more, nil) })
  assert_raises(RuntimeError, "instance variable added to Object instance") { Marshal.dump(object) }
  object.instance_variable_set(:@meddler, MeddlerForMarshal.new { object.remove_instance_variable(:@more) })
  assert_raises(RuntimeError, "instance variable removed from Object instance") { Marshal.dump(object) }
end

spec "old and wrong data" do
  assert_equal [/au3042z/, /a\\u/], [Marshal.load("\x04\b/\x0da\\u3042z\0"), Marshal.load("\x04\b/\x09a\\\\u\0")]
  assert_equal [1/2r, 1+2i], [
    Marshal.load("\x04\bo:\rRational\a:\x11@denominatori\a:\x0f@numeratori\x06"),
    Marshal.load("\x04\bo:\fComplex\a:\n@reali\x06:\v@imagei\a")
  ]
  assert_raises(TypeError, "can't override instance variable of class 'String'") { Marshal.load("\x04\bIc\vString\x06:\a@xi\x06") }
  assert_raises(ArgumentError, "dump format error (bad link)") { Marshal.load("\x04\bI/\x05\x00\x06:\x06E{\x06@\x05T") }
  assert_raises(ArgumentError, "marshaled rational must have an array whose length is 2 but 1") { Marshal.load("\x04\bU:\rRational[\x06i\x06") }
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8: \"\\xFF\"") { Marshal.load("\x04\bI:\x06\xff\x06:\x06ET".b) }
  assert_raises(TypeError, "no _dump_data is defined for class ARGF.class") { Marshal.dump(ARGF) }
end

spec "a NameError keeps its name" do
  error = begin missing_for_marshal; rescue NameError => error; error; end
  loaded = Marshal.load(Marshal.dump(error))
  assert_equal [:missing_for_marshal, error.message.lines[0].chomp], [loaded.name, loaded.message.lines[0].chomp]
  written = "\x04\bo:\x0ENameError\t:\tmesgIu:\x17NameError::message\asay\x06:\x06ET:\abt0:\tname:\x06x:\rreceiver0"
  assert_equal ["sa", :x], Marshal.load(written.sub("\asay", "\asa")).then { |read| [read.message, read.name] }
end

class EndlessEnds < Range
  def <=>(other) = true
end

spec "a Range that was not initialized is dumped as such, and one that is its own end is frozen whole" do
  range = Marshal.load(Marshal.dump(Range.allocate))
  range.instance_eval { initialize 5, 6 }
  assert_equal 5..6, range
  cyclic = EndlessEnds.allocate
  cyclic.instance_eval { initialize(cyclic, cyclic) }
  copy = Marshal.load(Marshal.dump(cyclic), :freeze.to_proc)
  assert copy.frozen? && copy.begin.equal?(copy) && copy.end.equal?(copy)
end

MarshalStringCopy = String.clone
MarshalArrayCopy = Array.dup

spec "instances of a copy of a built-in class are written and read as those of a subclass" do
  text = MarshalStringCopy.new("x")
  assert_equal "\x04\bIC:\x16MarshalStringCopy\"\x06x\x06:\x06ET".b, Marshal.dump(text)
  assert_equal [MarshalStringCopy, MarshalArrayCopy], Marshal.load(Marshal.dump([text, MarshalArrayCopy.new([1])])).map(&:class)
end

spec "any eight bytes are a Time, whose fields are counted on" do
  load = ->(text) { Time.__send__(:_load, text.b) }
  assert_equal 67306119, load.("\x01\x02\x03\x04\x05\x06\x07\x08").to_i
  assert_equal Rational(127428253320460293, 1000000), load.("\x01\x02\x03\x84\x05\x06\x07\x08").to_r
  assert_equal Rational(82636717833761943, 40000), load.("\xff\xff\xff\xff\xff\xff\xff\xff").to_r
  assert_raises(TypeError, "marshaled time format differ") { load.("abc") }
  assert_raises(TypeError, "marshaled time format differ") { load.("\x01\x02\x03\x84\x05\x06\x07\x08zz") }
end

spec "a dump in which some objects load themselves is read as one without: links, symbols and encodings of all are shared" do
  inner = Class.new { attr_accessor :parts; def marshal_dump = @parts; def marshal_load(parts) = @parts = parts }
  text = Class.new { attr_accessor :value; def _dump(_level) = @value; def self._load(value) = new.tap { |made| made.value = value } }
  MarshalPartsInner, MarshalPartsText = inner, text
  shared = "shared é"
  object = inner.new
  object.parts = [shared, :symbol, { "key" => [shared, :other] }, 2.5, nil]
  own = text.new.tap { |made| made.value = "bytes" }
  whole = Marshal.load(Marshal.dump([shared, object, { symbol: own, "list" => [shared, object, own, :symbol, :other] }, Time.at(0, 5, :nsec).utc, shared, object]))
  assert_equal [shared, :symbol, { "key" => [shared, :other] }, 2.5, nil], whole[1].parts
  assert_equal [true, true, true, true], [whole[0], whole[1].parts[0], whole[2]["list"][0], whole[4]].map { |string| string.equal?(whole[0]) }
  assert_equal [true, true, "bytes"], [whole[5].equal?(whole[1]), whole[2]["list"][2].equal?(whole[2][:symbol]), whole[2][:symbol].value]
  assert_equal [:symbol, :other, Encoding::UTF_8, 5], whole[2]["list"].last(2) + [whole[0].encoding, whole[3].nsec]
end

spec "times of one zone are dumped with one name, and any bytes of UTC are a moment" do
  times = [Time.utc(2000, 1, 2, 3, 4, 5.5r), Time.utc(2001)]
  assert_equal 1, Marshal.dump(times).scan("UTC").size
  assert_equal times, Marshal.load(Marshal.dump(times))
  odd = Marshal.load("\x04\b[\aIu:\tTime\r\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\b:\tzoneI\"\bUTC\x06:\x06EF:\rnano_numi\x02\xE7\x03:\rnano_deni\x06i\x06".b)
  assert_equal [65_917_945_844_048_575_999, true, 1], [(odd[0].to_r * 1_000_000_000).to_i % 10**20, odd[0].utc?, odd[1]]
end

spec "a program's own Time._load is called" do
  out = Time.singleton_class.class_eval do
    alias_method :kept_load, :_load
    define_method(:_load) { |bytes| bytes.bytesize }
    [Marshal.load(Marshal.dump(Time.utc(2000))), Marshal.load(Marshal.dump([Time.utc(2000), Object.new]))[0]]
  ensure
    alias_method :_load, :kept_load
  end
  assert_equal [8, 8], out
end

spec "counts below zero and encodings that are not there" do
  assert_raises(ArgumentError, "negative length") { Marshal.load("\x04\b[\xFA".b) }
  assert_raises(ArgumentError, "negative length") { Marshal.load("\x04\b{\xFA".b) }
  assert_raises(ArgumentError, "negative string size (or size too big)") { Marshal.load("\x04\b\"\xFA".b) }
  assert_equal Encoding::BINARY, Marshal.load("\x04\bI\"\x06a\x06:\rencoding\"\x08foo".b).encoding
end

spec "an exception that would be its own cause is refused" do
  dumped = "\x04\bo:\x11RuntimeError\b:\tmesgI\"\berr\x06:\x06ET:\abt[\x00:\ncause@\x05"
  assert_raises(ArgumentError, "circular causes") { Marshal.load(dumped) }
end

ForeignDump = Struct.new(:a)

spec "a foreign dump is taken as it is, or refused" do
  rational = Marshal.load("\x04\bU:\rRational[\ai\xDFi\x08".b)
  assert_equal [-28, 3], [rational.numerator, rational.denominator]
  assert_equal [2, 4], Marshal.load("\x04\bU:\rRational[\ai\x07i\x09".b).then { |number| [number.numerator, number.denominator] }
  assert_equal [-2, 4], Marshal.load("\x04\bU:\rRational[\ai\x07i\xf7".b).then { |number| [number.numerator, number.denominator] }
  assert_raises(ZeroDivisionError) { Marshal.load("\x04\bU:\rRational[\ai\x07i\x00".b) }
  assert_raises(TypeError, "wrong argument type Integer (expected Array)") { Marshal.load("\x04\bU:\rRationali\a".b) }
  assert_raises(ArgumentError, "invalid Bignum sign") { Marshal.load("\x04\bl \x06\x01\x00".b) }
  assert_raises(ArgumentError, "negative length") { Marshal.load("\x04\bS:\x10ForeignDump\xFF\a".b) }
  assert_raises(RegexpError, "invalid multibyte character: /\\xD2/") { Marshal.load("\x04\bI/\x06\xD2\x00\x06:\x06EF".b) }
  assert_equal "m", Marshal.load("\x04\bo:\x11RuntimeError\a:\tmesgI\"\x06m\x06:\x06ET:\abti0".b).message
end

spec "a dump's paths that name nothing, marks of what bears none and classes without _load are refused as they are met" do
  load = ->(bytes) { Marshal.load(bytes.b) }
  assert_raises(ArgumentError, "can't retrieve anonymous class ") { load.("\x04\bc\x00") }
  assert_raises(ArgumentError, "undefined class/module ::") { load.("\x04\bc\a::") }
  assert_raises(ArgumentError, "m is not enc_capable") { load.("\x04\bo:\x11RuntimeError\a:\tmesg\"\x06m:\x06ET") }
  assert_raises(ArgumentError, "[] is not enc_capable") { load.("\x04\bI[\x00\x06:\x06ET") }
  assert_raises(ArgumentError, "ruby2_keywords flag is given but [] is not a Hash") { load.("\x04\bI[\x00\x06:\x06KT") }
  assert_raises(ArgumentError, "marshal data too short") { load.("\x04\bIc\nClassS") }
  assert_raises(TypeError, "can't override instance variable of class 'Class'") { load.("\x04\bIc\nClass\x06:\a@ai\x06") }
  assert_raises(TypeError, "class Rational needs to have method '_load'") { load.("\x04\bu:\rRational[") }
end
