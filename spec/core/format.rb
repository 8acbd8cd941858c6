require_relative "../harness"

spec "d, i and u write integers" do
  assert_equal ["5", "-5", "+5", " 5", "5", "5"], [format("%d", 5), format("%d", -5), format("%+d", 5), format("% d", 5), format("%i", 5), format("%u", 5)]
  assert_equal ["    5", "5    |", "00005", "-0005", "005", "  005"], [format("%5d", 5), format("%-5d|", 5), format("%05d", 5), format("%05d", -5), format("%.3d", 5), format("%5.3d", 5)]
  assert_equal ["123456789012345678901234567890", "3", "3", "10"], [format("%d", 123456789012345678901234567890), format("%d", 3.99), format("%d", "3"), format("%d", "0xa")]
end

spec "x, X, o, b and B write other bases" do
  assert_equal ["ff", "FF", "377", "11111111", "0xff", "0XFF", "0377", "0b101", "0B101"], [format("%x", 255), format("%X", 255), format("%o", 255), format("%b", 255), format("%#x", 255), format("%#X", 255), format("%#o", 255), format("%#b", 5), format("%#B", 5)]
  assert_equal ["00ff", "..f01", "..1011", "-ff", "-101", "..7", "0000000101"], [format("%04x", 255), format("%x", -255), format("%b", -5), format("%+x", -255), format("%+b", -5), format("%o", -1), format("%010b", 5)]
end

spec "f, e, g and a write floats" do
  assert_equal ["3.141590", "3.14", "3", "   3.1", "+3.1", "003.1", "3."], [format("%f", 3.14159), format("%.2f", 3.14159), format("%.0f", 3.14159), format("%6.1f", 3.14), format("%+.1f", 3.14), format("%05.1f", 3.14), format("%#.0f", 3.14)]
  assert_equal ["1.234500e+03", "1.23E+03", "1234.5", "1.2345e+10", "1e-05", "0.0001", "100000", "1e+06"], [format("%e", 1234.5), format("%.2E", 1234.5), format("%g", 1234.5), format("%g", 1.2345e10), format("%g", 0.00001), format("%g", 0.0001), format("%g", 100000), format("%g", 1e6)]
  assert_equal ["Inf", "-Inf", "NaN", "  Inf", "0x1p+0"], [format("%f", Float::INFINITY), format("%f", -Float::INFINITY), format("%f", Float::NAN), format("%5.1f", Float::INFINITY), format("%a", 1.0)]
  assert_equal ["0.333333", "5.000000", "0.50"], [format("%f", Rational(1, 3)), format("%f", 5), format("%.2f", "0.5")]
end

spec "rounding is exact" do
  assert_equal ["0.12", "0.38", "2", "4", "1.00", "0.1000000000000000055511"], [format("%.2f", 0.125), format("%.2f", 0.375), format("%.0f", 2.5), format("%.0f", 3.5), format("%.2f", 0.999), format("%.22f", 0.1)]
end

spec "s and p write text" do
  assert_equal ["abc", "  abc", "abc  |", "ab", "", '"a"', ":a"], [format("%s", "abc"), format("%5s", "abc"), format("%-5s|", "abc"), format("%.2s", "abc"), format("%s", nil), format("%p", "a"), format("%p", :a)]
  assert_equal ["   é", "[1, 2]"], [format("%4s", "é"), format("%s", [1, 2])]
end

spec "c writes a character" do
  assert_equal ["A", "é", "  a", "b"], [format("%c", 65), format("%c", 233), format("%3c", "a"), format("%c", "bcd")]
end

spec "%% is a percent sign" do
  assert_equal "100%", format("%d%%", 100)
end

spec "* takes a width from the arguments" do
  assert_equal ["    5", "5    |", "1.50"], [format("%*d", 5, 5), format("%*d|", -5, 5), format("%.*f", 2, 1.5)]
end

spec "numbered arguments" do
  assert_equal ["b a", "a a"], [format("%2$s %1$s", "a", "b"), format("%1$s %1$s", "a")]
  assert_raises(ArgumentError, "unnumbered(1) mixed with numbered") { format("%1$s %s", "a") }
end

spec "named arguments" do
  assert_equal ["1-2", "5.00", "x: 007", "a%"], [format("%{a}-%{b}", a: 1, b: 2), format("%<v>.2f", v: 5), format("x: %<n>03d", n: 7), format("%{a}%%", a: "a")]
  assert_raises(KeyError, "key<z> not found") { format("%<z>d", a: 1) }
  assert_raises(KeyError, "key{z} not found") { format("%{z}", a: 1) }
  assert_raises(ArgumentError, "one hash required") { format("%{a}", 1) }
end

spec "a default of the hash is used" do
  assert_equal "0", format("%{z}", Hash.new(0))
end

spec "wrong formats" do
  assert_raises(ArgumentError, "too few arguments") { format("%d") }
  assert_raises(ArgumentError, "malformed format string - %z") { format("%z", 1) }
  assert_raises(ArgumentError, "incomplete format specifier; use %% (double %) instead") { format("%") }
  assert_raises(ArgumentError, 'invalid value for Integer(): "x"') { format("%d", "x") }
  assert_raises(TypeError, "can't convert nil into Integer") { format("%d", nil) }
  assert_raises(ArgumentError, 'invalid value for Float(): "x"') { format("%f", "x") }
end

spec "String#% with one value, an array or a hash" do
  assert_equal ["5", "1 2", "v", "[1]", "nil"], ["%d" % 5, "%d %d" % [1, 2], "%{k}" % { k: "v" }, "%p" % [[1]], "%p" % [nil]]
end

spec "sprintf is format" do
  assert_equal "5", sprintf("%d", 5)
end

spec "the encoding is the format's" do
  assert_equal [Encoding::UTF_8, "é5"], format("é%d", 5).then { |text| [text.encoding, text] }
end

spec "what is too big is named as it was written" do
  assert_raises(ArgumentError, "prec too big") { format("%.*99999999999999999999$d", 1) }
  assert_raises(ArgumentError, "precision too big") { format("%.99999999999999999999d", 1) }
end

spec "what looks like a half is rounded to the even digit" do
  assert_equal ["2.68", "5.02", "1.00", "8.34e+00"], ["%.2f" % 2.675, "%.2f" % 5.015, "%.2f" % 1.005, "%.2e" % 8.345]
  assert_equal ["2.67", "0.2", "0.4", "2"], ["%.2f" % 2.6749, "%.1f" % 0.25, "%.1f" % 0.35, "%.0f" % 2.5]
end

spec "a character of a US-ASCII format may be any byte" do
  assert_equal ["\x80".b, Encoding::BINARY], format("%c".encode("US-ASCII"), 0x80).then { |text| [text, text.encoding] }
  assert_raises(RangeError, "384 out of char range") { format("%c".encode("US-ASCII"), 0x180) }
end

spec "a percent sign behind what takes arguments takes them first" do
  assert_equal "%", format("%1$%", 1)
  assert_equal "%", format("%<a>%", a: 1)
  assert_raises(ArgumentError, "too few arguments") { format("%*%") }
  assert_raises(ArgumentError, "too few arguments") { format("%1$%") }
  assert_raises(KeyError, "key<b> not found") { format("%<b>%", a: 1) }
  ["%*%", "%.*%", "%1$5%", "%1$-%"].each { |text| assert_raises(ArgumentError, "invalid format character - %") { format(text, 1) } }
end

spec "what is wrong with a format is said in its encoding" do
  format = "%1$s%<\xA2\xA9>s".dup.force_encoding("EUC-JP")
  error = assert_raises(ArgumentError) { format(format, 1) }
  assert_equal ["named<\xA2\xA9> after numbered".dup.force_encoding("EUC-JP"), Encoding::EUC_JP], [error.message, error.message.encoding]
end

spec "what inspect or to_s answers, which is no String, is made one" do
  number = Class.new { def inspect = 3 }
  none = Class.new { def inspect = nil }
  unnamed = Class.new { def to_s = 3 }
  assert_equal ["3", "[3, ]", "#<"], [format("%p", number.new), [number.new, none.new].inspect, format("%s", unnamed.new)[0, 2]]
  assert_raises(KeyError, "key not found: 3") { {}.fetch(number.new) }
  assert_raises(UncaughtThrowError, "uncaught throw 3") { throw number.new }
end
