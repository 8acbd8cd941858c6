# Strings of several encodings: which fit, and what is said first where they don't.

require_relative "../harness"

def japanese(bytes) = bytes.dup.force_encoding("EUC-JP")

spec "all second bytes of EUC-JP's half-width characters may stand in a pattern" do
  ["\x8e\xe0", "\x8e\xfe"].map { |bytes| japanese(bytes) }.each do |text|
    assert_equal 1, (japanese("x") + text).index(Regexp.new(Regexp.escape(text)))
    assert_equal 1, (japanese("x") + text) =~ Regexp.new(japanese("[") + text + japanese("]"))
  end
end

spec "tr: what is searched and what it becomes have to fit each other too" do
  assert_raises(Encoding::CompatibilityError) { "a".b.tr("\x80".b, japanese("\x8E\xA1")) }
  assert_raises(Encoding::CompatibilityError) { "a".b.tr_s("\x80".b, japanese("\x8E\xA1")) }
  broken = "\x81".dup.force_encoding("Windows-31J")
  assert_equal "ab", "ab".tr("", broken)
end

spec "tr: a range holds characters only" do
  from = "\x83\x7d-\x83\x80".dup.force_encoding("SJIS")
  assert_equal "abc", "\x83\x7d\x83\x7e\x83\x80".dup.force_encoding("SJIS").tr(from, "a-c")
end

spec "replacing: that encodings don't fit is said before that there is no such index" do
  other = japanese("\xa1\xa1")
  [-> (text) { text[-2] = other }, -> (text) { text[5, 1] = other }, -> (text) { text.insert(9, other) }].each do |change|
    assert_raises(Encoding::CompatibilityError) { change.call("\u3042".dup) }
  end
  assert_raises(IndexError) { "a".dup[5] = "b" }
end

spec "sub: the replacement's encoding where nothing else is left but ASCII" do
  assert_equal "a\u0080".b, "a\x80".b.sub(Regexp.new("\x80".b), "\u0080").b
  assert_equal Encoding::UTF_8, "a\x80".b.sub(Regexp.new("\x80".b), "\u0080").encoding
  assert_raises(Encoding::CompatibilityError) { "\x81\x80".b.sub(Regexp.new("\x80".b), "\u0080") }
end

spec "join: only a first element that is no Array decides the encoding" do
  empty, utf = japanese(""), "".dup.force_encoding("UTF-8")
  assert_equal Encoding::UTF_8, [utf, [empty]].join.encoding
  assert_equal Encoding::US_ASCII, [[utf], empty].join("").encoding
  assert_equal "1-2-3-4", [1, [2, [3]], 4].join("-")
  assert_equal "-1--2", [[], 1, [[], 2]].join("-")
end

spec "encode with xml: in encodings that ASCII is no part of, and in broken text" do
  assert_equal "&lt;\u3042&gt;", "<\u3042>".encode("UTF-16LE").encode("UTF-8", xml: :text)
  assert_equal "\"&lt;&quot;\"", "<\"".encode("UTF-16BE").encode("UTF-8", xml: :attr)
  assert_equal "&lt;", "<".encode("UTF-16LE").b.encode("UTF-8", "UTF-16LE", xml: :text)
  assert_equal "a\xFF&lt;", "a\xff<".encode("UTF-8", xml: :text)
end

spec "the internal encoding has that name too" do
  before, verbose, $VERBOSE = Encoding.default_internal, $VERBOSE, nil
  Encoding.default_internal = "EUC-JP"
  assert_equal true, Encoding::EUC_JP.names.include?("internal")
ensure
  Encoding.default_internal = before
  $VERBOSE = verbose
end

spec "a uuencoded line that promises more than there is" do
  assert_equal ["\0"], "(\0".unpack("u")
end

spec "rehash finds a Hash that is a key of itself" do
  hash = {}
  hash[hash] = :found
  assert_equal :found, hash.rehash[hash]
end

spec "chomp takes a newline of another encoding for any newline" do
  assert_equal "abc".encode("UTF-16BE"), "abc\r\n".encode("UTF-16BE").chomp("")
  assert_equal "abc".encode("UTF-16BE"), "abc\r\n\r\n\n".encode("UTF-16BE").chomp("".b)
  assert_equal "abc".encode("UTF-16LE"), "abc\r\n".encode("UTF-16LE").chomp("\n".encode("UTF-32BE"))
  assert_equal "abc", "abc\r\n".chomp("\n".encode("UTF-16BE"))
  assert_raises(Encoding::CompatibilityError) { "abc\r\n".chomp("\r\n".encode("UTF-16BE")) }
end

spec "succ of characters that are no letters goes over all that are none" do
  assert_equal "\x01\x8F\xA1\xA1".b, "\x8F\xFE\xFE".dup.force_encoding("EUC-JP").succ.b
  assert_equal "\xB0\xA2".b, "\xB0\xA1".dup.force_encoding("EUC-JP").succ.b
end

spec "markup is escaped in encodings with states" do
  text = "<>\u6E7F".encode("ISO-2022-JP")
  assert_equal "&lt;&gt;\u6E7F", text.encode("ISO-2022-JP", xml: :text).encode("UTF-8")
  assert_equal "\"&lt;&gt;\u6E7F\"", text.encode("ISO-2022-JP", xml: :attr).encode("UTF-8")
end
