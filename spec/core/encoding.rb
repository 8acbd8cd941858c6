# frozen_string_literal: false
require_relative "../harness"

spec "names, aliases and find" do
  assert_equal [Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII], [Encoding.find("utf-8"), Encoding.find("BINARY"), Encoding.find("ascii")]
  assert_raises(ArgumentError, "unknown encoding name - nope") { Encoding.find("nope") }
  assert_equal [true, "#<Encoding:UTF-8>", "#<Encoding:BINARY (ASCII-8BIT)>"], [Encoding.list.include?(Encoding::UTF_16LE), Encoding::UTF_8.inspect, Encoding::BINARY.inspect]
end

spec "force_encoding keeps the bytes, encode changes them" do
  text = "é"
  assert_equal [2, 1, [233]], [text.dup.force_encoding("BINARY").size, text.size, text.encode("ISO-8859-1").bytes]
  assert_equal [[0, 233], [233, 0], [254, 255]], [text.encode("UTF-16BE").bytes, text.encode("UTF-16LE").bytes, text.encode("UTF-16").bytes.first(2)]
  assert_equal "é", "\xe9".force_encoding("ISO-8859-1").encode("UTF-8")
end

spec "valid_encoding?, ascii_only?, scrub" do
  assert_equal [true, false, true, false, "a\uFFFD", "a?", "a<ff>"], ["é".valid_encoding?, "\xff".valid_encoding?, "a".ascii_only?, "é".ascii_only?, "a\xff".scrub, "a\xff".scrub("?"), "a\xff".scrub { |bytes| "<#{bytes.unpack1("H*")}>" }]
end

spec "text is escaped for XML: quotes of both kinds within an attribute" do
  assert_equal ["'&lt;\"&amp;", "\"&apos;&lt;&quot;&amp;&gt;\""], ["'<\"&".encode(xml: :text), "'<\"&>".encode(xml: :attr)]
  assert_equal ["\"é&apos;\"", "\"&#xE9;&apos;\"", "\"a&apos;b\"".encode("UTF-16LE")], ["é'".encode(xml: :attr), "é'".encode("US-ASCII", xml: :attr), "a'b".encode("UTF-16LE").encode(xml: :attr)]
end

spec "what cannot be encoded raises, or is replaced" do
  assert_raises(Encoding::UndefinedConversionError, "U+00E9 from UTF-8 to US-ASCII") { "é".encode("US-ASCII") }
  assert_raises(Encoding::InvalidByteSequenceError, '"\\xFF" on UTF-8') { "\xff".encode("UTF-16LE") }
  assert_equal ["?", "", "&#xE9;", "e"], ["é".encode("US-ASCII", undef: :replace), "é".encode("US-ASCII", undef: :replace, replace: ""), "é".encode("US-ASCII", xml: :text), "é".encode("US-ASCII", fallback: { "é" => "e" })]
  assert_equal "a?b", "a\xffb".encode("US-ASCII", invalid: :replace, undef: :replace)
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (UTF-8 to nope)") { "a".encode("nope") }
end

spec "broken text is still text" do
  text = "a\xffb"
  assert_equal [3, "\xff", ["a", "\xff", "b"], "b\xffa", 3], [text.size, text[1], text.chars, text.reverse, text.bytesize]
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8") { text.unicode_normalize }
end

spec "joining compatible and incompatible texts" do
  binary = "\xff".force_encoding("BINARY")
  assert_equal [Encoding::UTF_8, Encoding::BINARY, Encoding::UTF_8], [("é" + "a".force_encoding("BINARY")).encoding, ("a" + binary).encoding, ("é" + "").encoding]
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)") { "é" + binary }
  assert_equal [Encoding::UTF_8, nil], [Encoding.compatible?("é", "a"), Encoding.compatible?("é", binary)]
end

spec "equality needs comparable encodings" do
  assert_equal [true, false, true], ["a" == "a".encode("UTF-16LE").encode("US-ASCII"), "é" == "é".dup.force_encoding("BINARY"), "a".b == "a"]
end

spec "b, getbyte, setbyte, byteslice, bytesplice, byteindex" do
  text = "aé"
  assert_equal [Encoding::BINARY, 195, nil, "é", "a"], [text.b.encoding, text.getbyte(1), text.getbyte(9), text.byteslice(1, 2), text.byteslice(0)]
  text.setbyte(0, 98)
  assert_equal "bé", text
  assert_equal "xé", "bé".tap { |t| t.bytesplice(0, 1, "x") }
  assert_raises(IndexError, "offset 2 does not land on character boundary") { "aé".byteindex("a", 2) }
end

spec "each encoding counts characters its own way" do
  assert_equal [1, 4, 2], ["é".encode("UTF-16LE").size, "😀".encode("UTF-16LE").bytesize, "日本".encode("EUC-JP").size]
  assert_equal [[0xc6, 0xfc], "日本"], ["日".encode("EUC-JP").bytes, "日本".encode("Shift_JIS").encode("UTF-8")]
end

spec "defaults" do
  assert_equal [Encoding::UTF_8, nil], [Encoding.default_external, Encoding.default_internal]
end

spec "inspect in another encoding" do
  assert_equal ['"\\xE9"', '"\\xFF"', '"é"'], ["\xe9".force_encoding("ISO-8859-1").inspect, "\xff".b.inspect, "é".inspect]
end

spec "Encoding::Converter" do
  converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  assert_equal [[233], Encoding::UTF_8, Encoding::ISO_8859_1], [converter.convert("é").bytes, converter.source_encoding, converter.destination_encoding]
end

spec "newline conversion" do
  assert_equal ["a\nb", "a\r\nb"], ["a\r\nb".encode(universal_newline: true), "a\nb".encode(crlf_newline: true)]
end

spec "symbols and hash keys of different encodings" do
  assert_equal [true, false], [:a == "a".encode("US-ASCII").to_sym, "é".to_sym == "é".encode("ISO-8859-1").to_sym]
  assert_equal 1, { "a" => 1 }["a".b]
end

spec "a text that eval runs is in its string's encoding" do
  assert_equal [Encoding::EUC_JP, "あ"], eval("'あ'".encode("EUC-JP")).then { |text| [text.encoding, text.encode("UTF-8")] }
  assert_equal [Encoding::EUC_JP, Encoding::BINARY], [eval("__ENCODING__".encode("EUC-JP")), "".instance_eval("'あ'".b).encoding]
  assert_equal Encoding::ISO_8859_1, String.new.instance_eval("'é'".encode("ISO-8859-1")).encoding
  assert_equal Encoding::Windows_31J, eval("# coding: sjis\n'\x82\xa0'").encoding
  assert_equal :"あ", eval(":あ".encode("EUC-JP")).to_s.encode("UTF-8").to_sym
  assert_raises(ArgumentError, "invalid source encoding") { eval("1".encode("UTF-16LE")) }
  assert_raises(SyntaxError) { eval("'\xff'".dup.force_encoding("US-ASCII")) }
end

spec "symbols are shown in quotes where they are not in the encoding of the text around them" do
  assert_equal [':"\x{A4A2}"', ':"\xE9"', ":あ"], ["あ".encode("EUC-JP"), "é".encode("ISO-8859-1"), "あ"].map { |text| text.to_sym.inspect }
  assert_equal '{"\xE9": 1}', { "é".encode("ISO-8859-1").to_sym => 1 }.inspect
end

spec "encode without a target goes to the internal encoding and replaces what that can't say" do
  Encoding.default_internal = "ISO-8859-1"
  assert_equal ["a\xE9??".b, "?".b], ["aé€\xff".encode.b, "€".encode(undef: nil).b]
  Encoding.default_internal = "UTF-8"
  assert_equal "??", "\xB0\xB1".b.encode(invalid: :replace, replace: "?")
ensure
  Encoding.default_internal = nil
end

spec "encode! without arguments" do
  text = "é"
  assert_equal [true, Encoding::UTF_8], [text.encode!.equal?(text), text.encoding]
  assert_raises(FrozenError, "can't modify frozen String: \"a\"") { "a".freeze.encode! }
  before = $VERBOSE
  $VERBOSE = nil
  begin
    Encoding.default_internal = "ISO-8859-1"
    assert_equal [true, Encoding::ISO_8859_1, "\xE9".b], [text.encode!.equal?(text), text.encoding, text.b]
    assert_equal Encoding::ISO_8859_1, text.encode!.encoding
  ensure
    Encoding.default_internal = nil
    $VERBOSE = before
  end
end

spec "a conversion between two encodings that nobody knows names them" do
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (bar to foo)") { "abc".encode("foo", "bar") }
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (bar to foo)") { +"abc".encode!("foo", "bar") }
end

spec "encode gives an instance of the String's own class, without its variables" do
  own = Class.new(String) { attr_accessor :note }
  text = own.new("é")
  text.note = "left"
  made = [text.encode, text.encode("UTF-8"), text.encode("UTF-16LE"), text.encode("US-ASCII", undef: :replace), text.encode(universal_newline: true)]
  assert_equal [[own, nil]] * 5, made.map { |copy| [copy.class, copy.note] }
  assert_equal [String, "left"], [text.scrub.class, text.encode!("UTF-16LE").note]
end

spec "a text that has the encoding asked for, or the same bytes in it, is copied as it is" do
  broken = "\xff"
  assert_equal [["\xff", Encoding::UTF_8], false], [broken.encode("UTF-8").then { |copy| [copy, copy.encoding] }, broken.encode(Encoding::UTF_8).equal?(broken)]
  assert_equal [Encoding::US_ASCII, Encoding::UTF_8, Encoding::BINARY, Encoding::Windows_31J], ["US-ASCII", Encoding::UTF_8, "binary", "sjis"].map { |name| "abc".encode(name).encoding }
  assert_equal ["a\0b\0".b, false], ["ab".encode("UTF-16LE").b, "ab".freeze.encode("UTF-8").frozen?]
  kind = Class.new(String)
  assert_equal kind, kind.new("a").encode("UTF-8").class
  assert_raises(Encoding::UndefinedConversionError, "\"\\xFF\" from ASCII-8BIT to UTF-8") { "\xff".b.encode("UTF-8") }
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (UTF-8 to UTF-7)") { "abc".encode("UTF-7") }
  assert_raises(TypeError, "no implicit conversion of Thread into String") { "abc".encode(Thread.current) }
end

spec "text of Unicode and of Europe in each other's encodings" do
  assert_equal [[233, 0], [0, 233], [233, 0, 0, 0], [233], [195, 169]], %w[UTF-16LE UTF-16BE UTF-32LE ISO-8859-1 UTF-8].map { |name| "é".encode(name).bytes }
  assert_equal ["é", Encoding::UTF_8], ["\xE9".dup.force_encoding("ISO-8859-2").encode("UTF-8"), "é".encode("UTF-16BE").encode(Encoding::UTF_8).encoding]
  assert_raises(Encoding::UndefinedConversionError, "U+20AC from UTF-8 to ISO-8859-1") { "€".encode("ISO-8859-1") }
  assert_raises(Encoding::InvalidByteSequenceError, "\"\\xFF\" on UTF-8") { "\xFF".encode("UTF-16LE") }
end

spec "an encoding whose name begins with a small letter has a constant with a capital one" do
  assert_equal [Encoding::EUCJP_MS, Encoding::STATELESS_ISO_2022_JP], [Encoding::EucJP_ms, Encoding::Stateless_ISO_2022_JP]
end

spec "newlines change in encodings without ASCII, too" do
  text = "a\r\nb\rc\nd"
  %w[UTF-16LE UTF-16BE UTF-32LE UTF-16].each do |name|
    assert_equal [name, "a\nb\nc\nd"], [name, text.encode(name, universal_newline: true).encode("UTF-8")]
    assert_equal [name, "a\r\r\nb\rc\r\nd"], [name, text.encode(name, crlf_newline: true).encode("UTF-8")]
  end
  assert_equal "a\nb".encode("UTF-16LE"), "a\r\nb".encode("UTF-16LE").encode(universal_newline: true)
end

spec "what can't be converted is replaced as options say" do
  text = "Grüße \u{1f600}"
  assert_equal ["Gr??e ?", "Gr--e -", "Gre "], [{}, { replace: "-" }, { replace: "" }].map { |more| text.encode("US-ASCII", undef: :replace, **more) }
  assert_equal "Gr\xFC\xDFe ?".b, text.encode("ISO-8859-1", undef: :replace).b
  broken = "ab\xFFc\xE3\x81"
  assert_equal ["ab\uFFFDc\uFFFD", "ab!c!", "ab?c?"],
    [broken.encode("UTF-16LE", invalid: :replace).encode("UTF-8"), broken.encode("UTF-8", invalid: :replace, replace: "!"), broken.encode("EUC-JP", invalid: :replace)]
  assert_equal ["Gre", "ab\uFFFD"], ["Gr\xC3\xBCe".b.encode("UTF-8", "binary", invalid: :replace, undef: :replace, replace: ""), "ab\xFF".b.encode("UTF-8", "ASCII-8BIT", undef: :replace)]
  assert_equal ["plain", Encoding::UTF_16LE], ["plain", "plain".encode("UTF-16LE", invalid: :replace).encoding]
  assert_raises(Encoding::UndefinedConversionError, "U+00FC from UTF-8 to US-ASCII") { text.encode("US-ASCII", invalid: :replace) }
  assert_raises(Encoding::InvalidByteSequenceError, '"\xFF" on UTF-8') { broken.encode("UTF-16LE", undef: :replace) }
  assert_raises(ArgumentError, "unknown value for invalid character option") { text.encode("US-ASCII", invalid: :other) }
  below = Class.new(String)
  assert_equal [below, "x"], [below.new("x").encode("US-ASCII", undef: :replace).class, below.new("x").encode("US-ASCII", undef: :replace).to_s]
  assert_equal [false, false], ["x".freeze.encode("UTF-8", invalid: :replace).frozen?, "x".encode("UTF-8", invalid: :replace).equal?("x")]
end

spec "texts of East Asia are converted, the same characters again and again" do
  { "Shift_JIS" => "日本語テキスト、東京", "EUC-JP" => "日本語テキスト", "GBK" => "中文文本", "GB18030" => "中文\u{1f600}", "Big5" => "中文文本", "EUC-KR" => "한국어" }.each do |name, text|
    text *= 20
    assert_equal [name, text], [name, text.encode(name).encode("UTF-8")]
    assert_equal [name, text.encode("UTF-16BE")], [name, text.encode(name).encode("UTF-16BE")]
  end
  assert_raises(Encoding::UndefinedConversionError, "U+1F600 from UTF-8 to Shift_JIS") { "日本\u{1f600}".encode("Shift_JIS") }
end
