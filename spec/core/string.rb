# frozen_string_literal: false
require_relative "../harness"

# String as a value: making, measuring, indexing, comparing and joining. Changing and searching have files of their own.

spec "new copies, takes an encoding and a capacity" do
  assert_equal ["", "a", Encoding::BINARY], [String.new, String.new("a"), String.new.encoding]
  assert_equal ["", Encoding::UTF_8], [String.new(capacity: 100), String.new("a", encoding: "UTF-8").encoding]
end

spec "size counts characters, bytesize bytes" do
  assert_equal [5, 6, 5, true, false], ["héllo".size, "héllo".bytesize, "hello".length, "".empty?, "a".empty?]
end

spec "+ joins, * repeats, % formats" do
  assert_equal ["ab", "aaa", "5 and x"], ["a" + "b", "a" * 3, "%d and %s" % [5, "x"]]
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "a" + 1 }
  assert_raises(TypeError, "no implicit conversion of nil into String") { "a" + nil }
  assert_raises(ArgumentError, "negative argument") { "a" * -1 }
end

spec "<< appends text or a code point" do
  text = "a"
  text << "b" << 99 << "é"
  assert_equal "abcé", text
  assert_raises(TypeError, "no implicit conversion of nil into String") { text << nil }
end

spec "concat and prepend take several" do
  assert_equal ["abc", "bca"], ["a".concat("b", "c"), "a".prepend("b", "c")]
end

spec "an index reads a character" do
  text = "héllo"
  assert_equal ["h", "é", "o", nil, nil], [text[0], text[1], text[-1], text[5], text[-6]]
end

spec "two indices, a range, a Regexp and a String read a part" do
  text = "hello world"
  assert_equal ["ell", "", nil], [text[1, 3], text[11, 2], text[12, 1]]
  assert_equal ["ello", "world", "hello", "d"], [text[1..4], text[6..], text[..4], text[-1..]]
  assert_equal ["llo", "l", nil], [text[/l+o/], text[/(l)lo/, 1], text[/z/]]
  assert_equal ["wor", nil, "o"], [text["wor"], text["z"], text[/(?<v>o) /, :v]]
end

spec "[]= replaces a part" do
  text = "hello"
  text[0] = "J"
  text[-1] = "y!"
  text[1..2] = "E"
  text["l"] = "LL"
  text[/E/] = "e"
  assert_equal "JeLLy!", text
  assert_raises(IndexError, "index 10 out of string") { text[10] = "x" }
  assert_raises(IndexError, "string not matched") { text["zz"] = "x" }
end

spec "slice! takes a part away" do
  text = "hello world"
  assert_equal ["h", " world", "l", nil], [text.slice!(0), text.slice!(4..), text.slice!("l"), text.slice!(9)]
  assert_equal "elo", text
end

spec "comparison goes by bytes, then length" do
  assert_equal [-1, 0, 1, -1, nil], ["a" <=> "b", "a" <=> "a", "b" <=> "a", "a" <=> "aa", "a" <=> 1]
  assert_equal [0, true, false, nil], ["a".casecmp("A"), "É".casecmp?("é"), "a".casecmp?("b"), "a".casecmp(1)]
  assert_equal [true, false, true], ["a" == "a", "a" == :a, "a".eql?("a")]
end

spec "case changes know all of Unicode" do
  assert_equal ["ÀÉ", "àé", "Éa", "aÉ"], ["àé".upcase, "ÀÉ".downcase, "éA".capitalize, "Aé".swapcase]
  assert_equal ["STRASSE", "ss"], ["straße".upcase, "ß".downcase(:fold)]
  assert_equal ["àB", "İ"], ["àb".upcase(:ascii), "i".upcase(:turkic)]
end

spec "strip and its kin" do
  assert_equal ["a", "a ", " a", "a", "ab", "a\n"], [" a\t\n".strip, " a ".lstrip, " a ".rstrip, "\0 a\0".strip, "ab\n".chomp, "a\n\n".chomp]
  assert_equal ["hel", "hell", "a", "ab", ""], ["hello".chomp("lo"), "hello".chop, "a\r\n".chomp, "ab\r\n".chop, "".chop]
  assert_equal ["lo", "hel"], ["hello".delete_prefix("hel"), "hello".delete_suffix("lo")]
end

spec "justifying" do
  assert_equal ["ab   ", "   ab", " ab  ", "ab", "ab123", "1ab12"], ["ab".ljust(5), "ab".rjust(5), "ab".center(5), "ab".center(1), "ab".ljust(5, "123"), "ab".center(5, "12")]
  assert_raises(ArgumentError, "zero width padding") { "a".ljust(5, "") }
end

spec "split" do
  assert_equal [["a", "b", "c"], ["a", "b"], ["a", "", "b"], ["a", "b"]], [" a b  c ".split, "a,b".split(","), "a,,b,,".split(","), "a1b".split(/\d/)]
  assert_equal [["a", "b,c"], ["a", "", "b", "", ""], ["a", "b"], []], ["a,b,c".split(",", 2), "a,,b,,".split(",", -1), "ab".split(""), "".split(",")]
  assert_equal [["a", "1", "b"], ["a", "b"]], ["a1b".split(/(\d)/), "a b".split(nil)]
  seen = []
  "a b".split { |part| seen << part }
  assert_equal ["a", "b"], seen
end

spec "chars, bytes, codepoints, lines and grapheme clusters" do
  assert_equal [["h", "é"], [104, 195, 169], [104, 233]], ["hé".chars, "hé".bytes, "hé".codepoints]
  assert_equal [["a\n", "b"], ["a", "b"], ["a,", "b"]], ["a\nb".lines, "a\nb".lines(chomp: true), "a,b".lines(",")]
  assert_equal [["a\n\n", "b"], 2], ["a\n\n\nb".lines(""), "e\u0301a".grapheme_clusters.size]
  seen = []
  "ab".each_char { |c| seen << c }
  "ab".each_byte { |b| seen << b }
  "a\nb".each_line { |l| seen << l }
  assert_equal ["a", "b", 97, 98, "a\n", "b"], seen
end

spec "reverse, succ and ranges of succ" do
  assert_equal ["éba", "b", "ba", "aaa", "Ba", "b0", "-b", ""], ["abé".reverse, "a".succ, "az".succ, "zz".succ, "Az".succ, "a9".succ, "-a".succ, "".succ]
  assert_equal ["2.0", "aaa00", "AAA", "1a0"], ["1.9".succ, "zz99".succ, "ZZ".succ, "0z9".succ]
  assert_equal ["a", "b", "c"], "a".upto("c").to_a
end

spec "to_i, to_f, to_s, to_sym, hex, oct" do
  assert_equal [42, 0, 255, 5, 12, -3], ["42abc".to_i, "x".to_i, "ff".to_i(16), "101".to_i(2), "1_2".to_i, " -3".to_i]
  assert_equal [1.5, :abc, 255, 8, 10, 0], ["1.5x".to_f, "abc".to_sym, "0xff".hex, "10".oct, "0b1010".oct, "zz".hex]
  assert_equal 123456789012345678901234567890, "123456789012345678901234567890".to_i
end

spec "ord, sum and hash" do
  assert_equal [97, 233, 294], ["a".ord, "é".ord, "abc".sum]
  assert_raises(ArgumentError, "empty string") { "".ord }
  assert_equal "abc".hash, "abc".dup.hash
end

spec "inspect and dump escape" do
  assert_equal ['"a\\nb\\t\\"\\\\"', '"é"', '"\\u0000\\e\\u007F"', '"\\xFF"', '"\\#{x} #x"'], ["a\nb\t\"\\".inspect, "é".inspect, "\0\e\x7f".inspect, "\xff".inspect, "\#{x} #x".inspect]
  assert_equal ['"\\u00E9"', "é"], ["é".dump, "é".dump.undump]
end

spec "frozen, dup, + and -" do
  frozen = "a".freeze
  assert_equal [false, true, false], [(+frozen).frozen?, (-"a").frozen?, frozen.dup.frozen?]
  mutable = "a"
  assert (+mutable).equal?(mutable)
  assert (-frozen).equal?(frozen)
end

spec "replace and clear" do
  text = "abc"
  text.replace("xyz")
  assert_equal ["xyz", ""], [text.dup, text.clear]
end

spec "insert" do
  assert_equal ["Xabc", "aXbc", "abcX", "abXc"], ["abc".insert(0, "X"), "abc".insert(1, "X"), "abc".insert(-1, "X"), "abc".insert(-2, "X")]
  assert_raises(IndexError, "index 5 out of string") { "abc".insert(5, "X") }
end

spec "unary methods with a bang give nil when nothing changed" do
  assert_equal [nil, nil, nil, nil, nil, nil, "A"], ["A".upcase!, "a".downcase!, "a".strip!, "a".chomp!, "a".squeeze!, "a".tr!("x", "y"), "a".upcase!]
end

spec "copies share until changed" do
  one = "a" * 1000
  two = one.dup
  two << "b"
  part = one[10, 500]
  part[0] = "x"
  assert_equal [1000, 1001, "a" * 1000], [one.size, two.size, one]
end

spec "a String is Comparable" do
  assert_equal [true, "b", true], ["b".between?("a", "c"), "a".clamp("b", "c"), "a" < "b"]
end

spec "unpack and unpack1" do
  assert_equal [[97, 98], 97, ["ab", 1], [1, 2]], ["ab".unpack("C*"), "ab".unpack1("C"), "ab\x01\x00".unpack("a2v"), "\x00\x01\x00\x02".unpack("n2")]
  assert_equal ["YWI=\n", "6162", "ab"], [["ab"].pack("m"), "ab".unpack1("H*"), "YWI=".unpack1("m")]
end

spec "a long text built piece by piece" do
  text = +""
  10_000.times { |i| text << "piece #{i};" }
  assert_equal [108890, "piece 9999;"], [text.size, text[-11..]]
end

spec "broken text is not stripped" do
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8") { "\xff a".lstrip }
  assert_raises(Encoding::CompatibilityError, "invalid byte sequence in UTF-8") { "a\xff ".rstrip }
  assert_equal "abc\xFF  ", " abc\xff  ".lstrip
end

spec "undump says what is wrong" do
  assert_equal "a", '"\u{ 61 }"'.undump
  assert_raises(RuntimeError, "invalid Unicode escape") { '"\u{61"'.undump }
  assert_raises(RuntimeError, "unterminated Unicode escape") { '"\u{61'.undump }
  assert_raises(RuntimeError, "dumped string has unknown encoding name") { '"a".dup.force_encoding("Unknown")'.undump }
  assert_raises(Encoding::CompatibilityError) { "a".encode("UTF-16LE").undump }
end

spec "initialize answers the string and calls no method of a subclass" do
  strict = Class.new(String) { def replace(*) = raise("replaced") }
  assert_equal "a", strict.new("a")
  assert_equal "b", String.new.__send__(:initialize, "b")
end

spec "scrub! leaves a whole frozen string alone" do
  assert_equal "a", "a".freeze.scrub!
end

spec "symbols of wide characters keep their encoding" do
  assert_equal Encoding::UTF_16BE, "ab".encode("UTF-16BE").to_sym.encoding
end

spec "@* in unpack counts what is left" do
  assert_equal [3, 2], "\x01\x02\x03\x04".unpack("@2 C @* C")
end

spec "-text is one string for all of its bytes and encoding" do
  make = ->(encoding) { ["sha", "red one"].join.force_encoding(encoding) }
  one = -make.call("UTF-8")
  assert_equal [true, true], [one.equal?(-make.call("UTF-8")), one.equal?(make.call("UTF-8").dedup)]
  assert_equal [true, "shared one"], [one.frozen?, one]
  other = -make.call("US-ASCII")
  assert_equal [false, true, Encoding::US_ASCII], [one.equal?(other), other.equal?(-make.call("US-ASCII")), other.encoding]
  binary = -"\xff not text".b
  assert binary.equal?(-["\xff not ".b, "text".b].join)
end

spec "-text of more than text is a frozen string of its own" do
  kind = Class.new(String)
  made = -kind.new("of a kind")
  assert_equal [kind, true, false], [made.class, made.frozen?, made.equal?(-kind.new("of a kind"))]
  marked = ["mar", "ked"].join
  marked.instance_variable_set(:@mark, 1)
  assert_equal [nil, true, false], [(-marked).instance_variable_get(:@mark), (-marked).frozen?, marked.frozen?]
end

spec "shared strings go with the last that holds them" do
  8.times do |round|
    2000.times { |number| -"a text nobody keeps #{number}" }
    kept = -["kept ", round.to_s].join
    GC.start
    assert kept.equal?(-["kept ", round.to_s].join)
  end
end

spec "text in an encoding that ASCII is no part of is not interpolated beside ASCII" do
  wide = "b".encode("UTF-16LE")
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and UTF-16LE") { "a#{wide}" }
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-16LE and UTF-8") { "#{wide}a" }
  assert_equal wide * 2, "#{wide}#{wide}"
  assert_equal wide, "#{wide}"
end

spec "lines end in a newline of the text's own encoding" do
  assert_equal ["a\n", "b"], "a\nb".dup.force_encoding("ISO-2022-JP").lines.map(&:b)
  assert_equal ["a\n".encode("UTF-16LE"), "b".encode("UTF-16LE")], "a\nb".encode("UTF-16LE").lines
end

spec "both cases of letters that have another one" do
  assert_equal "ÀÖØÞ×ÿŸΑΡΣΫАЯЀЏ".downcase, "àöøþ×ÿÿαρσϋаяѐџ"
  assert_equal "àöøþ÷ÿßαρςσϋаяѐџ".upcase, "ÀÖØÞ÷ŸSSΑΡΣΣΫАЯЀЏ"
  assert_equal ["ÀÖ×Я", "àö÷я", "ǅ", "Straße".swapcase], ["ÀÖ×Я".upcase, "àö÷я".downcase, "ǆ".capitalize, "sTRASSE"]
end

spec "letters and digits of Unicode go up among their neighbours, and carry" do
  assert_equal %w[ê ø γ aaa ゔ １０ ١٠ zé Ā Ⅼ ê0 9ê aa-a0], ["é", "ö", "β", "zz", "ん", "９", "٩", "zè", "ÿ", "Ⅻ", "é9", "9é", "z-z9"].map(&:succ)
  assert_equal [702, "αβγδ", "äåæç", 31], [("a".."ü").count, ("α".."δ").to_a.join, ("ä".."ç").to_a.join, "\u{999}".upto("\u{9999}").count]
  assert_equal [false, true], [("\u{999}".."\u{9999}").include?("\u{9995}"), ("\u{999}".."\u{9999}").include?("\u{99a}")]
end

spec "a String is multiplied by no number below zero, however small" do
  assert_raises(ArgumentError, "negative argument") { "a" * -1 }
  assert_raises(ArgumentError, "negative argument") { "a" * -(2**63) }
  assert_raises(RangeError) { "a" * -(2**70) }
end

spec "bytes that are no Symbol are shown by their numbers" do
  assert_raises(EncodingError, 'invalid symbol in encoding UTF-8 :"a\xC3"') { "a\xC3".to_sym }
end

spec "a text is parted by another, which is given back as it is" do
  comma = ","
  assert_equal [["a", ",", "b,c"], ["a,b", ",", "c"], ["abc", "", ""], ["", "", "abc"]], ["a,b,c".partition(comma), "a,b,c".rpartition(comma), "abc".partition(comma), "abc".rpartition(comma)]
  assert_equal [true, true], ["a,b".partition(comma)[1].equal?(comma), "a,b".rpartition(comma)[1].equal?(comma)]
  assert_equal [%w[aé é b], ["", "", "abc"], ["abc", "", ""], %w[a aa] + [""]], ["aééb".rpartition("é"), "abc".partition(""), "abc".rpartition(""), "aaa".rpartition("aa")]
  assert_equal [String] * 3, Class.new(String).new("a,b").partition(comma).map(&:class)
  assert_raises(TypeError, "wrong argument type Integer (expected Regexp)") { "abc".partition(1) }
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and UTF-16LE") { "aé".partition("é".encode("UTF-16LE")) }
end

spec "a string takes on another case or loses white space in place, and says nil where it stays as it is" do
  changed = { upcase!: "AB C", downcase!: "ab c", swapcase!: "Ab C", capitalize!: "Ab c", strip!: "aB c", lstrip!: "aB c", rstrip!: "aB c" }
  changed.each do |method, result|
    text = { strip!: " aB c\n\0", lstrip!: "\n aB c", rstrip!: "aB c\t" }.fetch(method, "aB c").dup
    copy, before = text.dup, text.dup
    assert_equal [true, result, before], [text.public_send(method).equal?(text), text, copy]
    assert_equal [nil, result], [text.public_send(method), text] unless method == :swapcase!
    assert_raises(FrozenError, "can't modify frozen String: \"#{result}\"") { text.freeze.public_send(method) }
  end
  assert_equal ["ÉA", "éa", nil], ["éa".dup.upcase!, "ÉA".dup.downcase!, "É".dup.upcase!]
  long = "x" * 200 + " "
  assert_equal [nil, 200, true], [long.lstrip!, long.rstrip!.size, long.ascii_only?]
end

spec "casecmp tells texts by the first byte that differs but for the case of a letter" do
  assert_equal [0, -1, 1, 0, -1], [["a" * 100, "A" * 100], ["a" * 100 + "b", "A" * 100 + "C"], ["x" * 64, "X" * 63], ["a" * 31 + "bc", "A" * 31 + "BC"], ["a" * 40, "a" * 40 + "["]].map { |one, other| one.casecmp(other) }
  assert_equal [1, -1], ["é".casecmp("É"), ("a" * 40 + "É").casecmp("A" * 40 + "é")]
end

spec "what another's <=> answers counts by its sign" do
  other = Object.new
  answers = [2**100, 5, 0, -3, nil].map do |answer|
    other.define_singleton_method(:<=>) { |_| answer }
    "a" <=> other
  end
  assert_equal [-1, -1, 0, 1, nil], answers
end

spec "a frozen string is refused before what replaces it is looked at" do
  assert_raises(FrozenError) { "a".freeze.replace(1) }
  assert_raises(TypeError) { "a".dup.replace(1) }
end

spec "match passes on what a pattern's own match takes" do
  pattern = Regexp.new("foo")
  def pattern.match(*arguments) = arguments
  assert_equal [["foo", "bar", "baz"], ["foo"]], ["foo".match(pattern, "bar", "baz"), "foo".match(pattern)]
  assert_equal ["foo", 1, 2, 3], "foo".match(pattern, 1, 2) { |found| found << 3 }
  assert_equal [:foo.name, "bar", "baz"], :foo.match(pattern, "bar", "baz")
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 1..2)") { "foo".match(/o/, 1, 2) }
end

spec "a replacement names groups that the pattern has" do
  assert_raises(IndexError, "undefined group name reference: oops") { "hello".gsub("hello", '\k<oops>') }
  assert_raises(IndexError, "undefined group name reference: 1") { "hello".sub(/(h)/, '\k<1>') }
  assert_raises(RuntimeError, "invalid group name reference format") { "hello".sub(/(?<a>h)/, '\k<a') }
  assert_equal ["hello", '\kaello'], ["hello".gsub("x", '\k<oops'), "hello".sub(/(h)/, '\ka')]
end

spec "paragraphs end at blank lines, with carriage returns or without" do
  texts = ["a\r\n\r\n\r\nb\r\nc\r\n\r\n", "a\n\r\nb", "a\r\n\nb", "a\n\n\nb\n"]
  assert_equal [["a\r\n\r\n", "b\r\nc\r\n\r\n"], ["a\n\r\n", "b"], ["a\r\n\n", "b"], ["a\n\n", "b\n"]], texts.map { |text| text.each_line("").to_a }
  assert_equal [["a", "b\r\nc"], ["a", "b"], ["a", "b"], ["a", "b\n"]], texts.map { |text| text.lines("", chomp: true) }
end

spec "a string that changes while it is split is refused" do
  text = +"a,b,c"
  assert_raises(RuntimeError, "string modified") { text.split(",") { text << "d" } }
  assert_equal "a,b,c", (text = +"a,b,c").split(",") { |piece| piece << "d" }
end

spec "a broken text is no part of another, whatever their encodings" do
  text = "\x95\x5c".dup.force_encoding("Shift_JIS")
  assert_equal [text, text], [text.delete_prefix("\x95"), text.delete_suffix("\x95")]
  assert_equal ["\xFE", "\xFF\xFE", "\u3042"], ["\xFF\xFE".delete_prefix("\xFF"), "\xFF\xFE".delete_suffix("\xFE"), "\u3042".delete_prefix("\xE3")]
end

spec "empty strings are one key in all encodings" do
  empty = ["", "".b, "".encode("UTF-16LE"), "".encode("UTF-32BE")]
  assert_equal [1, 1], [empty.map(&:hash).uniq.size, empty.to_h { |text| [text, 1] }.size]
end

spec "texts of encodings without characters of their own are not stripped" do
  text = "\u3042".encode("ISO-2022-JP")
  assert_equal text, text.lstrip
  [:rstrip, :strip].each { |name| assert_raises(Encoding::CompatibilityError, "incompatible encoding with this operation: ISO-2022-JP") { text.__send__(name) } }
end

spec "bytesplice takes a part of its text by start and length only" do
  assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 2, 3, or 5)") { "hello".bytesplice(0, 5, "bye", 0) }
  assert_raises(RuntimeError, "dumped string contained Unicode escape but used force_encoding") { '"\u3042".force_encoding("UTF-16LE")'.undump }
end

spec "slice! cuts out what [] gives" do
  cut = ->(*place) { text = +"héllo wörld"; [text.slice!(*place), text] }
  assert_equal [["l", "hélo wörld"], ["é", "hllo wörld"], ["d", "héllo wörl"]], [cut.("l"), cut.(1), cut.(-1)]
  assert_equal [["llo", "hé wörld"], ["lo wörld", "hél"], ["rl", "héllo wöd"]], [cut.(2, 3), cut.(3..), cut.(-3, 2)]
  assert_equal [[nil, "héllo wörld"]] * 4, [cut.("zz"), cut.(50), cut.(20, 1), cut.(0, -1)]
  assert_equal [["wö", "héllo rld"], ["ö", "héllo wrld"]], [cut.(/w./), cut.(/w(.)/, 1)]
  assert_raises(FrozenError, "can't modify frozen String: \"abc\"") { "abc".freeze.slice!("z") }
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and UTF-16LE") { cut.("x".encode("UTF-16LE")) }
end

spec "unpack1 from an offset" do
  assert_equal [0x65666768, 98, nil], ["abcdefgh".unpack1("N", offset: 4), "ab".unpack1("C", offset: 1), "ab".unpack1("C", offset: 2)]
  assert_raises(ArgumentError, "offset outside of string") { "ab".unpack1("C", offset: 3) }
  assert_raises(ArgumentError, "offset can't be negative") { "ab".unpack1("C", offset: -1) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { "ab".unpack1("C", offset: "1") }
end

spec "+ of a frozen String of another class is of that class, without its variables" do
  kind = Class.new(String) { attr_accessor :mark }
  text = kind.new("b")
  text.mark = 1
  text.freeze
  assert_equal [kind, "b", nil, false], [(+text).class, (+text).to_s, (+text).mark, (+text).frozen?]
  lone = +"x"
  def lone.mark = 1
  lone.freeze
  assert_equal [String, false], [(+lone).class, (+lone).respond_to?(:mark)]
end
