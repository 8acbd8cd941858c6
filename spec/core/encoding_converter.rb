require_relative "../harness"

# Encoding::Converter: conversions that are fed piece by piece, and that say what they can't convert.

def converted(converter, source, room = nil, **options)
  output = "".b
  result = converter.primitive_convert(source, output, nil, room, **options)
  [result, source.b, output.b]
end

spec "no more is written than there is room for, and no more is read than is written" do
  converter = Encoding::Converter.new("UTF-8", "UTF-16BE")
  source = "pi".dup
  steps = 4.times.map { converted(converter, source, 1) }
  assert_equal [[:destination_buffer_full, "i", "\x00"], [:destination_buffer_full, "", "p"], [:destination_buffer_full, "", "\x00"],
                [:finished, "", "i"]], steps
end

spec "a chain of steps reads one character at a time" do
  converter = Encoding::Converter.new("Shift_JIS", "ISO-8859-1")
  source = "\x8f\x84w".b
  assert_equal [:undefined_conversion, "w", ""], converted(converter, source)
  assert_equal [:undefined_conversion, "UTF-8", "ISO-8859-1", "\u5de1".b, ""], converter.primitive_errinfo
  assert_equal [:finished, "", "w"], converted(converter, source)
  assert_equal [:finished, nil, nil, nil, nil], converter.primitive_errinfo
end

spec "what showed an error is read again, or put back" do
  converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  source = "\xf1abcd".dup
  assert_equal [:invalid_byte_sequence, "bcd", ""], converted(converter, source)
  assert_equal "\"\\xF1\" followed by \"a\" on UTF-8", converter.last_error.message
  assert_equal ["a", ""], [converter.putback, converter.putback]
  assert_equal [:finished, "", "abcd"], converted(converter, "a".b << source)
end

spec "a piece that ends in a character waits for the rest of it" do
  converter = Encoding::Converter.new("EUC-JP", "UTF-8")
  assert_equal [:source_buffer_empty, "", ""], converted(converter, "\xa4".b, partial_input: true)
  assert_equal [:finished, "", "\u3042".b], converted(converter, "\xa2".b)
  converter = Encoding::Converter.new("EUC-JP", "UTF-8")
  assert_equal "", converter.convert("\xa4")
  error = assert_raises(Encoding::InvalidByteSequenceError, "incomplete \"\\xA4\" on EUC-JP") { converter.finish }
  assert error.incomplete_input?
end

spec "where only some output is wanted it stops behind the first" do
  converter = Encoding::Converter.new("UTF-8", "EUC-JP")
  assert_equal [:after_output, "bc", "a"], converted(converter, "abc".dup, after_output: true)
end

spec "the way goes by UTF-8, or by what an encoding is made of" do
  paths = [%w[ISO-8859-1 EUC-JP], %w[EUC-JP Shift_JIS], %w[UTF-8 ISO-2022-JP], %w[IBM037 UTF-8]].map do |from, to|
    Encoding::Converter.search_convpath(from, to).map { |pair| pair.map(&:name) }
  end
  assert_equal [
    [%w[ISO-8859-1 UTF-8], %w[UTF-8 EUC-JP]],
    [%w[EUC-JP Shift_JIS]],
    [%w[UTF-8 EUC-JP], %w[EUC-JP stateless-ISO-2022-JP], %w[stateless-ISO-2022-JP ISO-2022-JP]],
    [%w[IBM037 ISO-8859-1], %w[ISO-8859-1 UTF-8]],
  ], paths
  assert_equal ["crlf_newline", [Encoding::UTF_8, Encoding::UTF_16]], Encoding::Converter.search_convpath("UTF-8", "UTF-16", crlf_newline: true)
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (UTF-8 to UTF-8 with crlf_newline)") do
    Encoding::Converter.new("utf-8", "utf-8", crlf_newline: true)
  end
end

spec "a path may be given as a whole" do
  converter = Encoding::Converter.new([["UTF-8", "EUC-JP"], "crlf_newline"])
  assert_equal ["\xa4\xa2\r\n".b, "#<Encoding::Converter: UTF-8 to EUC-JP>"], [converter.convert("\u3042\n").b, converter.inspect]
  assert_raises(ArgumentError, "not a 2-element array in convpath") { Encoding::Converter.new([["UTF-8"]]) }
end

spec "newlines and markup change on the way" do
  assert_equal "a\nb\nc", Encoding::Converter.new("", "", universal_newline: true).then { |each| each.convert("a\r\nb\r") + each.convert("c") }
  assert_equal "\"&lt;&quot;&amp;&#x3042;\"", "<\"&\u3042".encode("US-ASCII", xml: :attr)
  converter = Encoding::Converter.new("UTF-8", "UTF-16LE", xml: :text)
  assert_equal "&lt;".encode("UTF-16LE").b, converter.convert("<").b
end

spec "what can't be converted is replaced where that is asked for" do
  converter = Encoding::Converter.new("UTF-8", "US-ASCII", invalid: :replace, undef: :replace, replace: "!")
  assert_equal "a!!b", converter.convert("a\u3042\xffb")
  assert_equal "a!", "a\u3042".encode("US-ASCII", replace: "!")
  assert_equal "a?", "a\u3042".encode("US-ASCII", undef: :replace, fallback: ->(_) { "!" })
  converter.insert_output("-")
  assert_equal "-c", converter.convert("c")
  assert_raises(Encoding::UndefinedConversionError, "replacement character setup failed") { converter.replacement = "\u3042" }
  assert_equal ["\ufffd", "?"], [Encoding::Converter.new("EUC-JP", "UTF-16").replacement, Encoding::Converter.new("UTF-8", "EUC-JP").replacement]
end

spec "a step that fails is named together with the whole way" do
  assert_raises(Encoding::UndefinedConversionError,
                "\"\\x8F\\xAB\\xB1\" to stateless-ISO-2022-JP in conversion from UTF-8 to EUC-JP to stateless-ISO-2022-JP to ISO-2022-JP") do
    "\u00e9".encode("ISO-2022-JP")
  end
  assert_raises(Encoding::InvalidByteSequenceError, "\"\\e(\" followed by \"Z\" on ISO-2022-JP") do
    "\e(Z".dup.force_encoding("ISO-2022-JP").encode("UTF-8")
  end
end

spec "sets of characters are switched across pieces, and back at the end" do
  converter = Encoding::Converter.new("UTF-8", "ISO-2022-JP")
  assert_equal ["\e$BF|".b, "K\\".b, "\e(B".b], [converter.convert("\u65e5").b, converter.convert("\u672c").b, converter.finish.b]
  assert_raises(ArgumentError, "converter already finished") { converter.convert("a") }
end

spec "katakana of half width become those of full width, or stay" do
  text = "\uff76\uff9e\uff8a\uff9f\uff71"
  assert_equal ["\e$B%,%Q%\"\e(B".b, "\e(I6^J_1\e(B".b], [text.encode("CP50220").b, text.encode("CP50221").b]
end

spec "without a mark UTF-16 is no text" do
  assert_equal ["a", "a", ""], ["\xff\xfea\0", "\xfe\xff\0a", ""].map { |text| text.dup.force_encoding("UTF-16").encode("UTF-8") }
  assert_raises(Encoding::InvalidByteSequenceError, "\"\\x00a\" on UTF-16") { "\0a".dup.force_encoding("UTF-16").encode("UTF-8") }
  assert_equal ["", "\xfe\xff\0a".b], ["", "a"].map { |text| text.encode("UTF-16").b }
end

spec "a converter may only decorate" do
  assert_equal "&amp;<>\"", Encoding::Converter.new("", "amp_escape").convert("&<>\"")
  assert_equal "&amp;&lt;&gt;\"", Encoding::Converter.new("", "xml_text_escape").convert("&<>\"")
  assert_equal "&quot;&apos;", Encoding::Converter.new("", "xml_attr_content_escape").convert("\"'")
  quoting = Encoding::Converter.new("", "xml_attr_quote")
  assert_equal ["\"a", "\""], [quoting.convert("a"), quoting.finish]
end

spec "ends of lines are asked for in one way at most" do
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (universal_newline,crlf_newline)") do
    Encoding::Converter.new("", "", universal_newline: true, crlf_newline: true)
  end
end

spec "a chain given as a whole may name encodings with others between them" do
  assert_equal [[Encoding::ISO_8859_1, Encoding::UTF_8], [Encoding::UTF_8, Encoding::EUC_JP]], Encoding::Converter.new([["iso-8859-1", "euc-jp"]]).convpath
  assert_equal [], Encoding::Converter.new([]).convpath
end

spec "what was put in comes first where nothing is converted" do
  converter = Encoding::Converter.new("", "")
  converter.insert_output("xyz")
  destination = +""
  assert_equal :finished, converter.primitive_convert(+"abc", destination, nil, 20)
  assert_equal "xyzabc", destination
end

spec "a replacement that is broken is refused" do
  broken = "\x80".dup.force_encoding("euc-jp")
  assert_raises(ArgumentError, "replacement string is broken: \"\\x80\" as EUC-JP") { "".encode("euc-jp", undef: :replace, replace: broken) }
end


spec "what stands for a broken piece comes before what showed that it was broken, in UTF-16 and UTF-32 too" do
  assert_equal [0x3f, 0x62], "\xEBb".encode("utf-16", invalid: :replace, replace: "?").unpack("xxnn")
  assert_equal "foo\u{fffd}bar", "foo\xEBbar".encode("utf-32", invalid: :replace).encode("utf-8")
  assert_equal "\u{fffd}\u{20ac}", "\xE2\x82\u{20ac}".encode("utf-16", invalid: :replace).encode("utf-8")
  assert_equal "a\r\n?b".b, "a\n\xE2\x82b".encode("iso-2022-jp", invalid: :replace, crlf_newline: true).b
end

spec "UTF-16 and UTF-32 begin with their mark where the first character is written" do
  converter = Encoding::Converter.new("utf-8", "utf-16")
  destination = +""
  assert_equal :invalid_byte_sequence, converter.primitive_convert(+"\xEBb", destination)
  assert_equal "", destination
  converter.insert_output("?")
  assert_equal :finished, converter.primitive_convert(+"", destination)
  assert_equal [0xfeff, 0x3f, 0x62], destination.unpack("n*")
end
