# frozen_string_literal: false
require_relative "../harness"

# Array#pack and String#unpack, directive by directive.

spec "integers have a size, a sign and an order of bytes" do
  assert_equal "\x01\xFF\x34\x12\x12\x34".b, [1, -1, 0x1234, 0x1234].pack("CcvS>")
  assert_equal [1, -1, 0x1234, 0x1234], "\x01\xFF\x34\x12\x12\x34".unpack("CcvS>")
  assert_equal [2**64 - 1, -1], [2**64 - 1, -1].pack("Qq").unpack("Qq")
  assert_equal [1, 2, nil], [1, 2].pack("n*").unpack("n3")
end

spec "floats keep their value or are rounded to 32 bits" do
  assert_equal [1.1, 1.5, -2.25], [1.1, 1.5, -2.25].pack("EgG").unpack("EgG")
  assert_equal [1.0], [1].pack("d").unpack("d")
end

spec "text is cut, padded or ended by a null" do
  assert_equal "abc  de\0fgh\0".b, ["abc", "de", "fgh"].pack("A5a3Z*")
  assert_equal ["abc", "de\0", "fgh"], "abc  de\0fgh\0".unpack("A5a3Z*")
end

spec "bits and hexadecimal digits" do
  assert_equal "\xA0\x05ab".b, ["101", "101", "6162"].pack("B3b3H4")
  assert_equal ["0110", "1000", "61"], "aab".unpack("B4b4@1H2")
end

spec "Base64, quoted printable and uuencode" do
  assert_equal ["YWJj\n", "YWJj", "=C3=A9=3D=\n", "#86)C\n"], [["abc"].pack("m"), ["abc"].pack("m0"), ["é="].pack("M"), ["abc"].pack("u")]
  assert_equal ["abc", "é=".b, "abc"], ["YWJj\n".unpack1("m"), "=C3=A9=3D=\n".unpack1("M"), "#86)C\n".unpack1("u")]
  assert_raises(ArgumentError, "invalid base64") { "a".unpack("m0") }
end

spec "padding in Base64 ends the text where the third or the fourth character of four is due, and is not read" do
  assert_equal [["i", "==XY"], ["i\xA6".b, "=XY"], ["i", "=X"]], ["aa==XY", "aaa=XY", "=aa=X"].map { |text| text.unpack("ma*") }
  assert_equal ["i\xA6\x9Ai".b, "i\xA6".b, "i\xA6\x9A".b, ""], ["aaaa=aa=", "a=aa", "a==aaaa", "==="].map { |text| text.unpack1("m") }
end

spec "characters and compressed integers" do
  assert_equal ["é😀", Encoding::UTF_8, [233, 0x1f600]], [[233, 0x1f600].pack("U*"), [1].pack("U").encoding, "é😀".unpack("U*")]
  assert_equal ["\x01\x81\x00".b, [1, 128]], [[1, 128].pack("w*"), "\x01\x81\x00".unpack("w*")]
end

spec "elements are converted, and must be there" do
  number = Object.new
  def number.to_int = 65
  assert_equal "A", [number].pack("C")
  assert_raises(TypeError, "no implicit conversion of nil into Integer") { [nil].pack("C") }
  assert_raises(ArgumentError, "too few arguments") { [].pack("C") }
  assert_raises(ArgumentError, "unknown pack directive 'y' in 'y'") { [1].pack("y") }
end

spec "a buffer is appended to, an offset skipped" do
  buffer = "x".b
  assert_equal ["xA", true], [[65].pack("C", buffer: buffer).dup, buffer.equal?([66].pack("C", buffer: buffer))]
  assert_equal ["c", "bc"], ["abc".unpack1("a", offset: 2), "abc".unpack1("@1a2")]
  assert_raises(ArgumentError, "offset outside of string") { "abc".unpack1("a", offset: 4) }
end

spec "a byte that is no directive is named, a null byte too" do
  assert_raises(ArgumentError, "unknown pack directive '\\x00' in 'S<\\0s'") { [1, 2].pack("S<\0s") }
  assert_raises(ArgumentError, "unknown unpack directive '\\x00' in 'C\\0'") { "a".unpack("C\0") }
end

spec "formats are ASCII" do
  wide = "u".encode("UTF-32BE")
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-32BE") { ["foo"].pack(wide) }
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-32BE") { "foo".unpack(wide) }
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-32BE") { "foo".unpack1(wide) }
end

spec "a block is not told of values that are missing" do
  told = []
  assert_equal nil, "ab".unpack("ci") { |value| told << value }
  assert_equal [[97], [97, nil]], [told, "ab".unpack("ci")]
end

spec "bits that are missing are filled up as the reference does" do
  assert_equal ["\x01", "\x01\x00", "\x01\x00\x00\x00\x00", "\x00\x00", "\xFF\x00", "\x01"].map(&:b),
    [["1"].pack("b1"), ["1"].pack("b2"), ["1"].pack("b9"), [""].pack("b3"), ["1111111100000000"].pack("b*"), ["1000"].pack("b2")]
end

spec "U reads numbers of up to 31 bits and says what is wrong with others" do
  assert_equal [[0x400000], [0x7fffffff]], [[0x400000].pack("U").unpack("U"), [0x7fffffff].pack("U").unpack("U")]
  assert_raises(ArgumentError, "malformed UTF-8 character (expected 6 bytes, given 2 bytes)") { "\xfc\x00".unpack("U") }
  assert_raises(ArgumentError, "redundant UTF-8 sequence") { "\xc1\x80".unpack("U") }
  assert_raises(ArgumentError, "malformed UTF-8 character") { "\x80".unpack("U") }
end

spec "letters that are no digits count on, and numbers that are no Floats are refused" do
  assert_equal ["\x10;".b, "\x01\xB3".b], [["!@z{"].pack("H*"), ["!@z{"].pack("h*")]
  number = Class.new(Numeric) { undef_method :to_f if method_defined?(:to_f) }
  assert_raises(TypeError, /can't convert .* into Float/) { [number.new].pack("D") }
end

spec "p and P point at copies of texts, which the packed String alone leads back to" do
  packed = ["one\0two", nil, "\u3042"].pack("p*")
  assert_equal [24, ["one\0two", nil, "\u3042"]], [packed.bytesize, packed.unpack("p*")]
  assert_equal ["hello", "he", "hello"], [["hello"].pack("P").unpack1("P10"), ["hello"].pack("P").dup.unpack1("P2"), ["hello"].pack("P5").unpack1("P5")]
  assert_equal [["text", 5], [0]], [["text", 5].pack("pC").unpack("pC"), [nil].pack("P").unpack("J")]
  held = +"zz"
  ["text"].pack("p", buffer: held)
  GC.start
  assert_equal ["text"], held.unpack("x2p")
  assert_raises(ArgumentError, "no associated pointer") { (packed + "").unpack("p") }
  assert_raises(ArgumentError, "non associated pointer") { (packed << ("\1" * 8)).unpack("p4") }
  assert_raises(ArgumentError, "too short buffer for P(1 for 5)") { ["a"].pack("P5") }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { [5].pack("p") }
  assert_raises(ArgumentError, "too few arguments") { [].pack("p") }
end

spec "what can't be packed is told before the next element is asked" do
  assert_raises(RangeError, "pack(U): value out of range") { [-1, "a"].pack("U*") }
  assert_raises(RangeError, "pack(U): value out of range") { [0x80000000, "a"].pack("U*") }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { [1, 2**64].pack("U*") }
  assert_raises(ArgumentError, "can't compress negative numbers") { [-1, "a"].pack("w*") }
end

spec "a format that changes while values are asked what they are" do
  format = "c" * 10
  number = Object.new
  number.define_singleton_method(:to_int) { format.replace(""); 1 }
  assert_raises(RuntimeError, "format string modified") { ([number] * 10).pack(format) }
  text = Object.new
  other = "a3a3"
  text.define_singleton_method(:to_str) { other << "c"; "1" }
  assert_raises(RuntimeError, "format string modified") { [text, text].pack(other) }
end

spec "a format is refused once its beginning has been packed" do
  assert_raises(TypeError) { [1].pack("a q%") }
  assert_raises(RangeError, "pack(U): value out of range") { [-1].pack("U**") }
  assert_raises(ArgumentError) { ["a"].pack("a**") }
  assert_raises(RangeError, "Can't use both '<' and '>'") { [1].pack("s<>") }
  assert_raises(RangeError, "Can't use both '<' and '>'") { "ab".unpack("s>>") }
end

spec "what follows in Base64 is read from the sign that ends it" do
  assert_equal ["i\xB7".b, 0x3d32303d], "abc=20=\n".unpack("mN")
end
