# What objects answer that say themselves how they are dumped, within values that natives write.

require_relative "../harness"
require "bigdecimal"
require "date"

module MarshalHooks
  class ByValue
    def initialize(value) = @value = value
    def marshal_dump = [@value, :hook]
    def marshal_load(parts) = @value = parts[0]
    attr_reader :value
  end

  class ByText
    def initialize(text) = @text = text
    def _dump(_limit) = @text.to_s
    def self._load(text) = new(text)
    attr_reader :text
  end

  class TextWithVariables
    def _dump(_limit) = "é".dup.tap { |text| text.instance_variable_set(:@more, [1, "x"]) }
    def self._load(text) = text
  end

  class Asked
    def initialize(name, value, asked) = (@name, @value, @asked = name, value, asked)
    def marshal_dump = (@asked << @name; @value)
  end

  class Text < String
    def initialize(text) = (super; @safe = true)
  end

  class Table < Hash
  end

  Both = Struct.new(:first, :second)
end

def hex(value) = Marshal.dump(value).unpack1("H*")

spec "what hooks answer is written where their objects stand, and once" do
  value = MarshalHooks::ByValue.new([MarshalHooks::ByValue.new(1), MarshalHooks::ByText.new(2)])
  assert_equal "04085b08553a1a4d61727368616c486f6f6b733a3a427956616c75655b075b07553b005b0769063a09686f6f6b" \
    "49753a194d61727368616c486f6f6b733a3a4279546578740632063a0645463b064006400b", hex([value, value, value.value[1]])
  copy = Marshal.load(Marshal.dump([value, value]))
  assert copy[0].equal?(copy[1])
  assert_equal "2", copy[0].value[1].text
end

spec "hooks are asked in the order in which a dump comes to their objects, once each" do
  asked = []
  one = ->(name, value = nil) { MarshalHooks::Asked.new(name, value, asked) }
  twice = one[1, [one[2], one[3, [one[4]]]]]
  Marshal.dump([twice, one[5], { one[6] => one[7] }, twice])
  assert_equal [1, 2, 3, 4, 5, 6, 7], asked
  asked.clear
  Marshal.dump([one[1, [one[2, /pattern/]]], one[3], /pattern/])
  assert_equal [1, 2, 3], asked
end

spec "subclasses of built-in classes have their variables with them" do
  table = MarshalHooks::Table.new
  table["a"] = MarshalHooks::Text.new("<b>é")
  table.instance_variable_set(:@made, Time.at(0).utc)
  assert_equal "040849433a184d61727368616c486f6f6b733a3a5461626c657b0649220661063a06455449433a174d61727368616c486f6f6b733a3a54657874" \
    "220a3c623ec3a9073b06543a0a407361666554063a0a406d61646549753a0954696d650d208011c000000000063a097a6f6e65492208555443063b0646", hex(table)
  assert_equal [table, true], [Marshal.load(Marshal.dump(table)), Marshal.load(Marshal.dump(table))["a"].instance_variable_get(:@safe)]
end

spec "variables of what _dump answered, times and numbers within objects" do
  assert_equal [1, "x"], Marshal.load(Marshal.dump([MarshalHooks::TextWithVariables.new]))[0].instance_variable_get(:@more)
  time = Time.at(1_700_000_000, 123_456_789, :nsec).utc
  value = MarshalHooks::Both.new(time, [time, Date.new(2020, 1, 2), BigDecimal("1.5")])
  assert_equal [value, Float], [Marshal.load(Marshal.dump(value)), Date.new(2020).marshal_dump.last.class]
  assert_equal "0408753a0f426967446563696d616c0e31383a302e31356531", hex(BigDecimal("1.5"))
  assert_equal %w[18:0.0 27:0.123456789e10 9:NaN], %w[0 1234567890 NaN].map { |text| BigDecimal(text)._dump }
end

spec "an answer of the object's own class, of another kind, within itself or without a dump is refused" do
  same = Class.new { def marshal_dump = self.class.new }
  assert_raises(RuntimeError, /#marshal_dump returned same class instance\z/) { Marshal.dump([same.new]) }
  assert_raises(TypeError, "_dump() must return string") { Marshal.dump([Class.new { def _dump(_) = 1 }.new]) }
  within = Class.new { def _dump(_) = "x".dup.tap { |text| text.instance_variable_set(:@me, self) } }
  MarshalHooks.const_set(:Within, within)
  assert_raises(RuntimeError, "can't dump recursive object using _dump()") { Marshal.dump([within.new]) }
  assert_raises(TypeError, "no _dump_data is defined for class Proc") { Marshal.dump([MarshalHooks::ByValue.new(proc {})]) }
end

spec "modules that extend an object with a hook are not written" do
  object = MarshalHooks::ByValue.new(1).extend(Comparable)
  assert_equal hex([MarshalHooks::ByValue.new(1)]), hex([object])
end

spec "times tell their fractions, offsets and zones, and those of one zone share its name" do
  times = [Time.at(0, 120, :nsec).utc, Time.at(0, 123_456_789, :nsec).getlocal("+09:00"), Time.at(0).utc]
  copies = Marshal.load(Marshal.dump(times))
  assert_equal [times, [120, 123_456_789, 0], [nil, 32_400, nil]],
    [copies, copies.map(&:nsec), copies.map { |time| time.utc? ? nil : time.utc_offset }]
  assert_equal "04085b0849753a0954696d650d208011c000000000093a0d6e616e6f5f6e756d697d3a0d6e616e6f5f64656e69063a0d7375626d6963726f2206123a097a6f6e65492208555" \
    "443063a06454649753b000d2080118040e201000a3b06690215033b0769063b08220778903a0b6f66667365746902907e3b093049753b000d208011c000000000063b094007", hex(times)
  assert_equal Time.utc(67_436), Marshal.load(Marshal.dump(Time.utc(67_436)))
  marked = Time.at(7).utc
  marked.instance_variable_set(:@mark, :x)
  assert_equal :x, Marshal.load(Marshal.dump(marked)).instance_variable_get(:@mark)
end
