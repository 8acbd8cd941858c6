require_relative "../harness"

# What a Regexp and a MatchData say of themselves.

spec "Regexps are equal if source, options and encoding are" do
  assert_equal [true, false, false, true], [/a/ == Regexp.new("a"), /a/ == /a/i, /a/ == /b/, /a/n == /a/]
  assert_equal [false, false, true], [/a/ == "a", /a/u == /a/, /ä/ == Regexp.new("ä")]
  assert_raises(TypeError, "uninitialized Regexp") { Regexp.allocate == /a/ }
end

spec "to_s shows the options that are set and those that are not" do
  assert_equal ["(?-mix:a)", "(?mix:a)", "(?i-mx:a)", "(?x-mi:a b)"], [/a/.to_s, /a/mix.to_s, /a/i.to_s, /a b/x.to_s]
  assert_equal ["(?i-mx:a)", "(?-mix:a\\/b)", "(?-mix:ä)"], [/(?i:a)/.to_s, %r{a/b}.to_s, /ä/.to_s]
  assert_equal [Encoding::UTF_8, Encoding::US_ASCII], [/ä/.to_s.encoding, /a/.to_s.encoding]
end

spec "a match's places are asked for by number or name" do
  found = /(?<a>x)(?<b>y)?/.match("äxz")
  assert_equal [[1, 2], [1, 2], [nil, nil]], [[found.begin(:a), found.end("a")], [found.begin(0), found.end(1)], [found.begin(:b), found.end(2)]]
  assert_raises(IndexError, "undefined group name reference: c") { found.begin(:c) }
  assert_raises(IndexError, "index 3 out of matches") { found.end(3) }
  assert_raises(IndexError, "index -1 out of matches") { found.end(-1) }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { found.begin(nil) }
  assert_raises(IndexError, "undefined group name reference: zz") { found["zz"] }
end

spec "of several groups with a name the last that took part counts" do
  assert_equal [1, 0], [/(?<a>x)|(?<a>y)/.match("zy").begin(:a), /(?<a>x)|(?<a>y)/.match("x").begin(:a)]
end

spec "deconstruct_keys stops at the first key that is no group" do
  found = /(?<a>x)(?<b>y)?/.match("x")
  assert_equal [{ a: "x", b: nil }, { a: "x" }, {}, {}], [found.deconstruct_keys([:a, :b]), found.deconstruct_keys([:a, :z]), found.deconstruct_keys([:z, :a]), found.deconstruct_keys([:a, :b, :c])]
  assert_equal({ a: "x", b: nil }, found.deconstruct_keys(nil))
  assert_raises(TypeError, "wrong argument type String (expected Symbol)") { found.deconstruct_keys(["a"]) }
  assert_raises(TypeError, "wrong argument type Integer (expected Array)") { found.deconstruct_keys(1) }
  assert_equal({}, /x/.match("x").deconstruct_keys([:a]))
end

spec "squeeze takes out what repeats the character before it" do
  assert_equal ["abc", "a", "", "aab"], ["aabbcc".squeeze, ("a" * 100).squeeze, "".squeeze, "aabb".squeeze("b")]
  long = ("ab" * 15) + "bb" + ("cd" * 20) + "dd"
  assert_equal [("ab" * 15) + ("cd" * 20), long, "x" * 2], [long.squeeze, long.squeeze("x"), "xyx".squeeze.delete("y")]
  (30..36).each { |count| assert_equal "xy", ("x" * count + "y" * count).squeeze }
end

spec "bits and hexadecimal digits of many bytes" do
  bytes = (0..255).to_a.pack("C*") * 5
  assert_equal bytes, [bytes.unpack1("b*")].pack("b*")
  assert_equal bytes, [bytes.unpack1("B*")].pack("B*")
  assert_equal [bytes, bytes], [[bytes.unpack1("H*")].pack("H*"), [bytes.unpack1("h*")].pack("h*")]
  assert_equal ["0001", "00000", ["000", ""]], ["\x12".b.unpack1("B4"), "\x00\x01".b.unpack1("b5"), "\x00\x02".b.unpack("H3h")]
end
