# Strings whose bytes are no characters, and characters whose bytes look like others.
require_relative "../harness"

def encoded(bytes, encoding) = bytes.dup.force_encoding(encoding)

spec "what is broken is found nowhere" do
  text = "a\xFFb"
  assert_equal [nil, nil, nil, nil, false], [text.index("\xFF"), text.rindex("\xFF"), text.byteindex("\xFF"), text["\xFF"], text.include?("\xFF")]
  assert_equal [[text, "", ""], ["", "", text]], [text.partition("\xFF"), text.rpartition("\xFF")]
  assert_equal 1, text.b.index("\xFF".b)
  assert_equal [nil, nil], [encoded("\xA1\xA2\xA3\xA4", "EUC-JP").index(encoded("\xA3", "EUC-JP")), "\u3042".index("\x81")]
  assert_equal ["a\xFF", "b"], text.each_line("\xFF").to_a
end

spec "what is broken is no pattern" do
  %i[sub gsub].each do |name|
    assert_raises(RegexpError, "invalid multibyte character: /\\xFF/") { "a\xFFb".send(name, "\xFF", "x") }
  end
  assert_raises(RegexpError, "invalid multibyte character: /\\xFF/") { "".scan("\xFF") }
end

spec "cases of letters leave the bytes of longer characters alone" do
  text = encoded("\x81\x61bA", "Shift_JIS")
  assert_equal ["\x81aBA".b, "\x81aba".b, "\x81aBa".b], [text.upcase.b, text.capitalize.b, text.swapcase.b]
  assert_equal [1, 0], [text.casecmp(encoded("\x81\x41bA", "Shift_JIS")), text.casecmp(encoded("\x81\x61Ba", "Shift_JIS"))]
  %i[upcase downcase swapcase capitalize].each do |name|
    assert_raises(ArgumentError, "input string invalid") { encoded("a\xA1", "EUC-JP").send(name) }
  end
end

spec "scrubbing is either by replacement or by block, which leaves the string alone" do
  assert_raises(ArgumentError, "both of block and replacement given") { "a".scrub("?") { } }
  text = "a\xE3\x80".dup
  assert_raises(RuntimeError, "string modified") { text.scrub { text << "b" } }
  assert_raises(ArgumentError, "replacement must be valid byte sequence '\"\\x81\"'") { text.scrub { "\x81" } }
end

spec "nil and encodings are shown in ASCII" do
  shown = [nil.inspect, Encoding::UTF_8.inspect, Encoding::BINARY.inspect, Encoding::UTF_16.inspect]
  assert_equal ["nil", "#<Encoding:UTF-8>", "#<Encoding:BINARY (ASCII-8BIT)>", "#<Encoding:UTF-16 (dummy)>"], shown
  assert_equal [Encoding::US_ASCII], shown.map(&:encoding).uniq
end

spec "encodings are compared before characters are, and nothing is looked for in nothing" do
  broken, other = "\xA1".dup.force_encoding("EUC-JP"), "\x80".b
  [:delete, :count, :squeeze].each { |name| assert_raises(Encoding::CompatibilityError) { broken.public_send(name, other) } }
  assert_equal ["", "", ""], ["".delete(broken), "".tr(broken, "x"), "".tr_s(broken, "x")]
  assert_raises(ArgumentError, "invalid byte sequence in EUC-JP") { "".split(broken) }
  assert_raises(ArgumentError, "invalid byte sequence in EUC-JP") { broken.scan("") }
  assert_equal other, other.chomp("\xA1\xA1".dup.force_encoding("EUC-JP"))
end

spec "what is broken is replaced in every encoding, whole characters are kept" do
  assert_equal ["a\u{fffd}b\u{fffd}", "\u{fffd}\u{fffd}"], ["a\xE3\x81b\xff".scrub, "\xff\xfe".scrub]
  assert_equal [0xff, 0xfd, 0, 0x61], "\xd8\x00\x00a".dup.force_encoding("UTF-16BE").scrub.bytes
  assert_equal "a?".dup.force_encoding("EUC-JP"), "a\xE3".dup.force_encoding("EUC-JP").scrub
end

spec "text is converted up to the character that the other encoding has not" do
  text = "aä😀" * 20
  assert_equal text.codepoints, text.encode("UTF-32LE").unpack("V*")
  assert_equal text, text.encode("UTF-16BE").encode("UTF-8")
  error = assert_raises(Encoding::UndefinedConversionError, "U+2603 from UTF-8 to ISO-8859-1") { "aä☃b".encode("ISO-8859-1") }
  assert_equal "☃", error.error_char
  assert_equal "a\xE4?b".dup.force_encoding("ISO-8859-1"), "aä☃b".encode("ISO-8859-1", undef: :replace)
  assert_raises(Encoding::InvalidByteSequenceError, '"\xFF" on UTF-8') { "aä\xffb".encode("UTF-16LE") }
end

spec "grapheme clusters end before a character that is cut off, and other bytes stand alone" do
  assert_equal [["a", "\xFF", "b"], ["a"], ["a", "\xE3", "\x81", "b"]], ["a\xFFb", "a\xE3\x81", "a\xE3\x81b"].map(&:grapheme_clusters)
  assert_equal [1, 1, 2], [" \u200D".encode("UTF-16LE"), "e\u0301".encode("UTF-32BE"), "か\u3099a"].map { |text| text.grapheme_clusters.size }
  assert_equal [["a"], 1], ["a".encode("UTF-16LE") + "b".b.force_encoding("UTF-16LE")].flat_map { |text| [text.grapheme_clusters.map { |cluster| cluster.encode("UTF-8") }, text.each_grapheme_cluster.size] }
end

spec "the same bytes have another hash in another encoding, where they are not ASCII" do
  first, second = ["\x80", "\x81"].map { |text| text.b.hash ^ text.hash }
  assert first != second
  assert_equal ["a".hash, "".hash], ["a".encode("EUC-JP").hash, "".encode("UTF-32BE").hash]
  assert_equal [{ "é".b => 1, "é" => 2 }.size, { "é".b => 1 }["é"], { "é".b => 1 }["é".b]], [2, nil, 1]
end
