require_relative "../harness"

# `format` where all it writes is known without Ruby, and what looks like it.

spec "%s writes numbers, Symbols, nil, true and false" do
  assert_equal "5 -1.5 sym  true false 1.0e+100", "%s %s %s %s %s %s %s" % [5, -1.5, :sym, nil, true, false, 1e100]
  assert_equal ["   ab|", "ab   |", "   12|", "a|", "     |"], [format("%5s|", :ab), format("%-5s|", :ab), format("%5s|", 12), format("%.1s|", :ab), format("%5s|", nil)]
  assert_equal ["ä", " ä", "ä|"], [format("%s", :ä), format("%2s", :ä), format("%s|", "ä")]
end

spec "%s asks what says its text in its own way" do
  answering = Class.new { def to_s = "own" }.new
  assert_equal ["own 1", "[1, :a]", "{a: 1}"], ["%s %s" % [answering, 1], "%s" % [[1, :a]], format("%s", { a: 1 })]
  assert_equal "Thing", format("%s", Class.new(String) { def to_s = "Thing" }.new("x")).sub("x", "Thing")
end

spec "%p shows values" do
  assert_equal 'nil "a\\n" :b 1.0 [1, "ä"] {a: nil}', "%p %p %p %p %p %p" % [nil, "a\n", :b, 1.0, [1, "ä"], { a: nil }]
  assert_equal ['  "a"', '"ä" ', '"ab'], [format("%5p", "a"), format("%-4p", "ä"), format("%.3p", "abc")]
  assert_equal "#<shown>", format("%p", Class.new { def inspect = "#<shown>" }.new)
end

spec "%c writes a character" do
  assert_equal ["A", "x", "  A", "A  |", "ä", "é"], [format("%c", 65), format("%c", "xyz"), format("%3c", 65), format("%-3c|", "A"), format("%c", "äb"), format("%c", 233)]
  assert_raises(ArgumentError, "invalid character") { format("%c", -1) }
  assert_equal "", format("%c", "")
end

spec "names are looked up in the one Hash" do
  table = { a: 1, b: "x", "c": 2.5 }
  assert_equal ["1 x 2.50", "1x", "001", "  x"], [format("%<a>d %<b>s %<c>.2f", table), format("%{a}%{b}", table), format("%<a>03d", table), format("%3<b>s", table)]
  assert_equal ["  x|", "x|"], [format("%3{b}|", table), format("%{b}|", table)]
  assert_raises(KeyError, "key<z> not found") { format("%<z>d", table) }
  assert_raises(KeyError, "key{z} not found") { format("%{z}", table) }
  assert_raises(ArgumentError, "one hash required") { format("%<a>d", 1) }
  assert_equal ["5", "z"], [format("%<q>d", Hash.new(5)), format("%<q>s", Hash.new { |_, key| "z" })]
end

spec "widths and precisions come from the arguments" do
  assert_equal ["   42|", "42   |", "3.14|", " 3.1|", "3.140000|"], [format("%*d|", 5, 42), format("%*d|", -5, 42), format("%.*f|", 2, 3.14), format("%*.*f|", 4, 1, 3.14), format("%.*f|", -1, 3.14)]
  assert_equal "  7", format("%1$*2$d", 7, 3)
  assert_raises(ArgumentError, "too few arguments") { format("%*d", 5) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { format("%*d", "5", 1) }
end

spec "percent signs, and arguments left over" do
  assert_equal ["5%", "%", "%d"], ["%d%%" % 5, "%%" % [], "%%d" % []]
  assert_equal "1", format("%d", 1, 2)
  assert_raises(ArgumentError, "too few arguments") { "%s %s" % [1] }
end

spec "a text of another encoding is refused or taken as Strings are joined" do
  assert_equal [Encoding::UTF_8, "ä"], [format("%s", "ä".encode("ISO-8859-1").encode("UTF-8")).encoding, "%s".encode("UTF-8") % "ä"]
  assert_raises(Encoding::CompatibilityError) { "ä%s" % "é".encode("ISO-8859-1") }
end

spec "widths and precisions count characters" do
  assert_equal ["|ü    |", "|    ü|", "|Gr|", "|Grü  |", "|  日本|"],
    [format("|%-5s|", "ü"), format("|%5s|", "ü"), format("|%.2s|", "Grüße"), format("|%-5.3s|", "Grüße"), format("|%4.2s|", "日本語")]
  assert_equal ["ü=  ß", "é|x  |", 7], [format("ü=%3s", "ß"), format("é|%-3s|", "x"), format("%-7s", "äöü").length]
  assert_equal ["  \xFF|", "\xC3  |"], [format("%3s|", "\xFF"), format("%-3s|", "\xC3")]
  assert_equal "a b ", format("%s%2s", "a ", "b ".encode("UTF-16LE").encode("UTF-8"))
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and ISO-8859-1") { format("ä%5s", "ü".encode("ISO-8859-1")) }
end
