require_relative "../harness"
require "strscan"

spec "scans here, and searches ahead" do
  scanner = StringScanner.new("Fri Dec 12 1975")
  assert_equal ["Fri ", 4, nil, 4], [scanner.scan(/Fri /), scanner.pos, scanner.scan(/12/), scanner.pos]
  assert_equal ["Dec ", 4, "Dec "], [scanner.check(/\w+ /), scanner.match?(/\w+ /), scanner.matched]
  assert_equal ["Dec 12", "Fri Dec ", " 1975"], [scanner.scan_until(/\d+/), scanner.pre_match, scanner.post_match]
  assert_equal [5, 1, "1975", true], [scanner.exist?(/5/), scanner.skip(/ /), scanner.rest, scanner.skip_until(/5/) && scanner.eos?]
end

spec "groups" do
  scanner = StringScanner.new("key=value")
  scanner.scan(/(?<name>\w+)=(?<text>\w)(x)?/)
  assert_equal ["key", "key", "v", nil], [scanner[1], scanner[:name], scanner["text"], scanner[9]]
  scanner.reset
  scanner.scan(/(\w+)=(\w+)(x)?/)
  assert_equal [["key", "value", nil], 4, ["key=value", "value"], nil], [scanner.captures, scanner.size, scanner.values_at(0, 2), scanner[3]]
  assert_raises(IndexError, "undefined group name reference: zz") { scanner[:zz] }
end

spec "the text begins where the scanner stands" do
  scanner = StringScanner.new("ab")
  scanner.getch
  assert_equal "b", scanner.scan(/^b/)
  fixed = StringScanner.new("ab", fixed_anchor: true)
  fixed.getch
  assert_equal [nil, "b", true], [fixed.scan(/^b/), fixed.scan(/(?<=a)b/), fixed.fixed_anchor?]
end

spec "characters, bytes and numbers" do
  scanner = StringScanner.new("\u3042b1")
  assert_equal ["\u3042", 3, 1, "b", "1"], [scanner.getch, scanner.pos, scanner.charpos, scanner.get_byte, scanner.peek(5)]
  scanner = StringScanner.new("42-7z0x1F")
  assert_equal [42, -7, nil], [scanner.scan_integer, scanner.scan_integer, scanner.scan_integer]
  assert_equal [122, 31], [scanner.scan_byte, scanner.scan_integer(base: 16)]
end

spec "back" do
  scanner = StringScanner.new("abc")
  scanner.scan(/ab/)
  scanner.unscan
  assert_equal 0, scanner.pos
  assert_raises(StringScanner::Error, "unscan failed: previous match record not exist") { scanner.unscan }
  assert_raises(RangeError, "index out of range") { scanner.pos = 9 }
  scanner.pos = -1
  assert_equal ["c", true], [scanner.rest, scanner.terminate.eos?]
end

spec "inspect" do
  scanner = StringScanner.new("test string long")
  assert_equal '#<StringScanner 0/16 @ "test ...">', scanner.inspect
  scanner.pos = 8
  assert_equal '#<StringScanner 8/16 "...t str" @ "ing l...">', scanner.inspect
  assert_equal "#<StringScanner fin>", scanner.terminate.inspect
end

spec "the names of old are still there" do
  scanner = StringScanner.new("abc")
  assert_equal ["a", "b", 2, false], [scanner.getbyte, scanner.peep(1), scanner.restsize, scanner.empty?]
  scanner.clear
  assert_equal true, scanner.eos?
end

spec "a scanner of a subclass, with variables of its own, goes on as others do" do
  subclass = Class.new(StringScanner) do
    def initialize(text)
      super
      @level = 0
    end

    def down = @level += 1
  end
  3.times do
    scanner = subclass.new("key: [1, 22]")
    assert_equal ["key", nil, 1, 1], [scanner.scan(/\w+/), scanner.skip("["), scanner.skip(":"), scanner.skip(/\s*/)]
    assert_equal [1, " ", nil], [scanner.down, scanner[0], scanner[1]]
    assert_equal ["[1", "[1", 0, 2], [scanner.check(/\[(\d)/), scanner.matched, scanner.match?(""), scanner.scan_until(/\[(\d)/).size]
    assert_equal ["1", "1", "[1", nil, nil], [scanner[1], scanner[-1], scanner[-2], scanner[2], scanner[-3]]
    assert_equal [4, "2]", true], [scanner.skip_until(/2/) + scanner.skip("2]") - 1, scanner.matched, scanner.eos?]
    assert_equal [nil, nil, nil], [scanner.scan("x"), scanner.matched, scanner[0]]
  end
end

spec "texts in other encodings are compared where they can be" do
  scanner = StringScanner.new("gr\u00fcn")
  assert_equal 2, scanner.skip("gr".encode("US-ASCII"))
  assert_raises(Encoding::CompatibilityError) { scanner.skip("\xfc".dup.force_encoding("ISO-8859-1")) }
  assert_equal ["\u00fc", 4, 3], [scanner.scan("\u00fc"), scanner.pos, scanner.charpos]
  text = +"abcdef"
  scanner = StringScanner.new(text)
  scanner.skip(/abcd/)
  text.replace("a")
  assert_equal [nil, nil], [scanner.skip("x"), scanner.skip(/x/)]
  assert_raises(TypeError) { StringScanner.new("a").skip(1) }
end

spec "a scanner asks nothing of its String's methods" do
  text = +"abcädeföghi"
  scanner = StringScanner.new(text)
  class << text
    %i[byteslice bytesize length getbyte [] slice].each { |name| define_method(name) { |*| raise name.to_s } }
  end
  assert_equal ["abcä", 4, "defö", 8, "ghi", false], [scanner.scan_until(/ä/), scanner.charpos, scanner.scan_until(/ö/), scanner.charpos, scanner.rest, scanner.eos?]
end

spec "a scanner without a String scans nothing" do
  assert_raises(ArgumentError, "uninitialized StringScanner object") { StringScanner.allocate.scan(/a/) }
end

spec "single characters, ends and beginnings of lines are told of" do
  scanner = StringScanner.new("aä\n\xE3\x81")
  assert_equal [true, false], [scanner.bol?, scanner.eos?]
  assert_equal ["a", "a", 0, "ä", 2, "\n"], [scanner.getch, scanner.matched, scanner.pos - 1, scanner.getch, scanner.matched_size, scanner.getch]
  assert_equal [true, nil], [scanner.beginning_of_line?, scanner.named_captures["x"]]
  assert_equal "\xE3\x81".b, scanner.rest.b
  scanner.terminate
  assert_equal [nil, nil, true, false], [scanner.getch, scanner.matched, scanner.eos?, scanner.bol?]
end

spec "the position is set from either end, within the string" do
  scanner = StringScanner.new("hello")
  assert_equal [3, 3, "lo"], [(scanner.pos = 3), scanner.pos, scanner.rest]
  scanner.pos = -1
  assert_equal [4, 5], [scanner.pos, scanner.pointer = 5]
  assert_raises(RangeError, "index out of range") { scanner.pos = 6 }
  assert_raises(RangeError, "index out of range") { scanner.pos = -6 }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { scanner.pos = "1" }
  assert_equal 2, scanner.pos = 2.9.to_i
end

spec "a scanner that was not initialized, or whose string became shorter, says so" do
  assert_raises(ArgumentError, "uninitialized StringScanner object") { StringScanner.allocate.eos? }
  text = +"hello"
  scanner = StringScanner.new(text)
  scanner.pos = 4
  text.replace("h")
  assert_equal [true, nil, nil], [scanner.eos?, scanner.getch, scanner.scan(/./)]
end

spec "a scanner of a class below, with variables of its own before, scans as any other" do
  below = Class.new(StringScanner) do
    attr_reader :mode

    def initialize(text)
      @mode = :plain
      @tokens = []
      super
    end
  end
  scanner = below.new("foo: bär\nbaz")
  assert_equal ["foo", "foo", 3, nil, ":"], [scanner.scan(/\w+/), scanner[0], scanner.pos, scanner.scan(/\d/), scanner.getch]
  assert_equal [" ", "bär", 4, true, false], [scanner.scan(" "), scanner.scan(/\p{L}+/), scanner.matched_size, scanner.check(/\n/) == "\n", scanner.eos?]
  assert_equal [1, true, "baz", 1, :plain], [scanner.skip(/\n/), scanner.bol?, scanner.scan_until(/z/), scanner.matched_size, scanner.mode]
  scanner.unscan
  assert_equal ["baz", true], [scanner.rest, (scanner.pos = 0) == 0 && scanner.match?(/foo/) == 3]
  assert_equal ["foo", 3], [scanner.freeze.scan(/foo/), scanner.pos]
end
