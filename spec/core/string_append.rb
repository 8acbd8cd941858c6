# `<<` of strings, which is done at once where there is room: what the bytes are must be known as rightly as before.

require_relative "../harness"

module Appending
  def self.append(string, other) = string << other

  # A string with room for more, whose code range is known.
  def self.roomy(text)
    string = +"" << "x" * 200
    string.clear
    string << text
    string.valid_encoding?
    string.ascii_only?
    string
  end
end

spec "bytes are added, and the receiver is the answer" do
  string = Appending.roomy("a")
  3.times { assert string.equal?(Appending.append(string, "b")) }
  assert_equal "abbb", string
  assert_equal "abbbabbb", Appending.append(string, string)
  assert_equal "abbbabbb", Appending.append(string, "")
  long = +""
  1000.times { |turn| Appending.append(long, turn.to_s) }
  assert_equal (0...1000).to_a.join, long
  short = +"0123456789"
  20.times { Appending.append(short, "é") }
  assert_equal "0123456789" + "é" * 20, short
end

spec "whether it is ASCII and whether it is valid is known anew" do
  tail = "é".byteslice(1, 1)
  texts = ["a", "é", "\xff", "é".byteslice(0, 1), ""]
  others = ["b", "ü", "\xfe", tail, ""]
  texts.product(others, [true, false]) do |text, other, known|
    other = +"" << other
    other.ascii_only? if known
    string = Appending.append(Appending.roomy(text), other)
    fresh = (text.b + other.b).force_encoding("UTF-8")
    assert_equal [fresh, fresh.ascii_only?, fresh.valid_encoding?, fresh.length], [string, string.ascii_only?, string.valid_encoding?, string.length]
  end
end

spec "encodings decide as ever" do
  assert_equal Encoding::UTF_8, Appending.append(String.new(encoding: "BINARY"), "é").encoding
  binary = Appending.roomy("abc").force_encoding("BINARY")
  assert_equal Encoding::BINARY, Appending.append(binary, "d").encoding
  assert_equal Encoding::UTF_8, Appending.append(binary, "é").encoding
  assert_equal "abcdé", binary
  latin = Appending.roomy("").force_encoding("ISO-8859-1") << "\xe9".dup.force_encoding("ISO-8859-1")
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: ISO-8859-1 and UTF-8") { Appending.append(latin, "é") }
  assert_equal "é", Appending.append(latin, "a".encode("ISO-8859-1")).encode("UTF-8").chop
end

spec "frozen, shared and copied strings" do
  2.times { assert_raises(FrozenError) { Appending.append("frozen".freeze, "x") } }
  string = Appending.roomy("abc" * 50)
  copy, part = string.dup, string[100..]
  Appending.append(string, "1")
  Appending.append(copy, "2")
  Appending.append(part, "3")
  assert_equal ["abc" * 50 + "1", "abc" * 50 + "2", ("abc" * 50)[100..] + "3"], [string, copy, part]
  key = Appending.roomy("key")
  hash = { key => 1 }
  Appending.append(key, "!")
  assert_equal [1, nil], [hash["key"], hash["key!"]]
end

spec "a String's subclass, its singleton and a redefined operator are asked" do
  shouting = Class.new(String) { def <<(other) = super(other.upcase) }
  string = Appending.roomy("a")
  odd = Appending.roomy("a")
  def odd.<<(other) = :odd
  3.times { assert_equal ["aB", :odd], [Appending.append(shouting.new("a"), "b"), Appending.append(odd, "b")] }
  assert_equal "ab", Appending.append(string, "b")
  String.class_eval do
    alias_method :usual_append, :<<
    def <<(other) = usual_append("[#{other}]")
  end
  begin
    assert_equal "ab[c]", Appending.append(string, "c")
  ensure
    String.class_eval do
      alias_method :<<, :usual_append
      remove_method :usual_append
    end
  end
  assert_equal "ab[c]d", Appending.append(string, "d")
end

spec "what is known to be ASCII leaves the encoding as it is, with room and without" do
  [["é", Encoding::UTF_8], ["", Encoding::UTF_8], ["\xff".b, Encoding::BINARY], ["x".encode("Shift_JIS"), Encoding::Shift_JIS]].each do |text, encoding|
    string = text.dup
    string << 12.to_s << :symbol.to_s
    100.times { |number| string << number.to_s }
    assert_equal [encoding, true, text.b + "12symbol".b + (0..99).map(&:to_s).join.b], [string.encoding, string.valid_encoding?, string.b]
  end
  assert_raises(Encoding::CompatibilityError) { "a".encode("UTF-16LE") << 5.to_s }
  ascii = 5.to_s
  assert_equal [Encoding::US_ASCII, true, Encoding::UTF_8, false], [ascii.encoding, ascii.ascii_only?, (ascii << "é").encoding, ascii.ascii_only?]
end

spec "an ASCII byte may end a character that was cut off" do
  appended = lambda do |other|
    string = Appending.roomy("\x81".dup.force_encoding(Encoding::Shift_JIS))
    string.force_encoding(Encoding::Shift_JIS)
    assert !string.valid_encoding?
    Appending.append(string, other)
  end
  assert_equal [true] * 3, ["A", "A".encode(Encoding::Shift_JIS), 0x41].map { |other| appended.(other).valid_encoding? }
  assert_equal ["\x81A".b] * 3, ["A", "A".encode(Encoding::Shift_JIS), 0x41].map { |other| appended.(other).b }
end

spec "the character of an ASCII number is one byte wherever ASCII is" do
  [Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII, Encoding::Shift_JIS, Encoding::ISO_8859_1].each do |encoding|
    string = (+"a").force_encoding(encoding)
    string.ascii_only?
    assert_equal ["aA".b, encoding, true, true], [(string << 65).b, string.encoding, string.ascii_only?, string.valid_encoding?]
  end
  valid = Appending.roomy("é") << 65
  assert_equal ["éA", true, false], [valid, valid.valid_encoding?, valid.ascii_only?]
  assert_equal "aA".encode(Encoding::UTF_16LE), "a".encode(Encoding::UTF_16LE) << 65
  assert_raises(FrozenError) { "a".freeze << 65 }
end
