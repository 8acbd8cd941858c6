# Names in patterns: of groups, which may be nearly anything, and of properties, which only an encoding can tell.
require_relative "../harness"

spec "a group may be called what is no word" do
  matched = /(?<@bar>o)\k<@bar>/.match("foo")
  assert_equal ["@bar"], matched.names
  assert_equal "o", matched["@bar"]
  assert_equal "#<MatchData \"oo\" @bar:\"o\">", matched.inspect
  assert_equal ["a b", "é", "+"], Regexp.new("(?<a b>x)(?<é>y)(?<+>z)").names
  assert_equal "[x]", "x".sub(/(?<a.b>x)/, '[\k<a.b>]')
  assert_equal 0, Regexp.new("(?<a b>x)?(?(<a b>)y|z)\\z") =~ "xy"
end

spec "a name that no group has is named in the error" do
  assert_raises(RegexpError, "undefined name <$y> reference: /(?<$x>o)\\k<$y>/") { Regexp.new("(?<$x>o)\\k<$y>") }
  assert_raises(RegexpError, "invalid group name <1a>: /(?<1a>o)/") { Regexp.new("(?<1a>o)") }
end

spec "properties are named without regard to case, in every encoding" do
  [Encoding::UTF_8, Encoding::EUC_JP, Encoding::Shift_JIS, Encoding::ISO_8859_1, Encoding::US_ASCII].each do |encoding|
    assert_equal 0, Regexp.new("\\p{AsciI}".dup.force_encoding(encoding)) =~ "a"
    assert_equal nil, Regexp.new("\\p{^aLPHA}".dup.force_encoding(encoding)) =~ "a"
  end
  hiragana = Regexp.new("\\p{hiraganA}".encode("EUC-JP"))
  assert_equal 1, hiragana =~ "a\u3042".encode("EUC-JP")
end

spec "a property fixes the encoding of its pattern" do
  assert_equal [Encoding::UTF_8, true], [/\p{Alpha}/.encoding, /\p{Alpha}/.fixed_encoding?]
  assert_equal [Encoding::US_ASCII, false], [/[[:alpha:]]/.encoding, /[[:alpha:]]/.fixed_encoding?]
  assert_raises(RegexpError, "invalid character property name {Hiragana}: /\\p{Hiragana}/") do
    Regexp.new("\\p{Hiragana}".encode("US-ASCII"))
  end
end

spec "a constant's name may be of any encoding" do
  name = "R\xE9sum\xE9".dup.force_encoding("ISO-8859-1")
  holder = Module.new
  holder.const_set(name, 1)
  assert_equal 1, holder.const_get(name)
  assert_equal [name.to_sym], holder.constants
end

spec "the description tells the parser" do
  assert RUBY_DESCRIPTION.include?(" +PRISM [")
end

spec "properties and cases are those of Unicode 15" do
  above = "\u036f"
  assert_equal [nil, nil, nil], [above.match(/[[:alnum:]]/), above.match(/[[:alpha:]]/), above.match(/\p{Alphabetic}/)]
  assert_equal [0, 0, nil], ["\u200d" =~ /[[:word:]]/, "\u200c" =~ /\p{Word}/, "\u200d" =~ /\w/]
  assert_equal [nil, 0, nil], ["\ufdd0" =~ /\p{Assigned}/, "\ufdd0" =~ /\p{Cn}/, "\u{1ffff}" =~ /[[:graph:]]/]
  assert_equal [0, 0], ["\u{1faff}" =~ /\p{Extended_Pictographic}/, "\u2065" =~ /\p{Default_Ignorable_Code_Point}/]
  assert_equal ["\u019b", "\u0264", "\u1c89", "\ua7cb"], ["\u019b".upcase, "\u0264".swapcase, "\u1c89".downcase, "\ua7cb".downcase(:fold)]
  assert_equal ["ss\u03c3\u00e0", true], ["\u00df\u03c2\u00c0".downcase(:fold), "STRASSE".casecmp?("stra\u00dfe")]
end
