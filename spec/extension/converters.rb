require_relative "fixtures/building"

# Converters of encodings as C code has them.

load_extension("converters")

spec "whether one encoding can be converted to another is told" do
  assert_equal [true, true, false], [%w[UTF-8 EUC-JP], %w[EUC-JP Shift_JIS], %w[UTF-8 nowhere]].map { |pair| Converters.conversion?(*pair) }
end

spec "a text is converted whole, by options that a Hash says" do
  assert_equal "\xa4\xa2".b, Converters.convert("UTF-8", "EUC-JP", "\u3042", nil).b
  assert_equal "a?".b, Converters.convert("UTF-8", "US-ASCII", "a\u3042", { undef: :replace }).b
  assert_equal "a(?)".b, Converters.convert("UTF-8", "US-ASCII", "a\u3042", { undef: :replace, replace: "(?)" }).b
  assert_equal "a\r\n".b, Converters.convert("", "", "a\n", { newline: :crlf }).b
  assert_raises(Encoding::UndefinedConversionError, "U+3042 from UTF-8 to US-ASCII") { Converters.convert("UTF-8", "US-ASCII", "\u3042", nil) }
  assert_raises(Encoding::ConverterNotFoundError, "code converter not found (UTF-8 to nowhere)") { Converters.convert("UTF-8", "nowhere", "a", nil) }
end

spec "a converter goes on where the room for what it writes ended" do
  # 2: no room; 4: finished; 0: an invalid sequence
  assert_equal [[2, 2, 4], "\xa4\xa2\xa4\xa4\xa4\xa6".b, nil], Converters.convert_in_steps("UTF-8", "EUC-JP", "\u3042\u3044\u3046", 2)
  steps, written, error = Converters.convert_in_steps("UTF-8", "EUC-JP", "a\xffb", 8)
  assert_equal [[0], "a", Encoding::InvalidByteSequenceError], [steps, written, error.class]
end

spec "what is put in is converted to what is written" do
  assert_equal [0, "UTF-8", "\xa4\xa2\xa4\xa4".b], Converters.insert("UTF-8", "EUC-JP", "\u3042", "\u3044").then { |failed, _, text| [failed, "UTF-8", text.b] }
end

spec "a decorator can be added before the first step" do
  assert_equal [0, "a\r\n".encode("UTF-16LE").b], Converters.decorate("crlf_newline", "a\n").then { |failed, text| [failed, text.b] }
  assert_equal(-1, Converters.decorate("no such thing", "a")[0])
end

spec "an encoding that ASCII is no part of has one that it is" do
  assert_equal ["stateless-ISO-2022-JP", "UTF-8", nil], %w[ISO-2022-JP UTF-16BE UTF-8].map { |name| Converters.compatible(name) }
end
