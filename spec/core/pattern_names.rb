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

spec "characters have the properties that they had before Unicode 16 changed its mind, by short and by long names" do
  assert_equal [nil, nil], [/\p{CWCM}/ =~ "\u{19b}", /\p{Changes_When_Uppercased}/ =~ "\u{264}"]
  assert_equal [0, 0, nil, 0], [/\p{Mn}/ =~ "\u{1171e}", /\p{CI}/ =~ "\u{1171e}", /\p{Spacing_Mark}/ =~ "\u{1171e}", /\p{GrExt}/ =~ "\u{1171e}"]
  assert_equal [nil, 0, nil], [/\p{Grapheme_Extend}/ =~ "\u{1b44}", /\p{Grapheme_Cluster_Break=SpacingMark}/ =~ "\u{1b44}", /\p{OGrExt}/ =~ "\u{1b44}"]
  assert_equal [nil, nil, nil], [/\p{Dia}/ =~ "\u{e3a}", /\p{Extender}/ =~ "\u{a71}", /\p{IDC}/ =~ "\u{30fb}"]
  assert_equal [nil, nil, 0], [/\p{STerm}/ =~ "\u{17d4}", /\p{Term}/ =~ "\u{2024}", /\p{Terminal_Punctuation}/ =~ "\u{836}"]
  assert_equal nil, /\p{Grapheme_Cluster_Break=Extend}/ =~ "\u{1611e}"
end

spec "code points without a character have the properties that are told of them" do
  assert_equal [0, 0, 0], [/\p{Noncharacter Code Point}/ =~ "\u{10ffff}", /\p{NChar}/ =~ "\ufdd0", /\p{^NChar}/ =~ "\ufdcf"]
  assert_equal [0, 0, 0, 0], [/\p{DI}/ =~ "\u{e0fff}", /\p{ODI}/ =~ "\ufff0", /\p{PatSyn}/ =~ "\u2e7f", /\p{ExtPict}/ =~ "\u{1fffd}"]
  assert_equal [0, 0, 0, nil], ["\u0378" =~ /\p{Unknown}/, "\ue000" =~ /\p{Zzzz}/, "\uffff" =~ /\p{Zzzz}/, "a" =~ /\p{Unknown}/]
  assert_equal [nil] * 3, %w[InHighSurrogates InHighPrivateUseSurrogates InLowSurrogates].map { |name| Regexp.new("\\p{#{name}}") =~ "a" }
end

spec "a condition asks for a group that opens later, too, but for none that isn't there" do
  assert_equal ["bx", ["abcb", "b"], ["", nil, nil]], ["axbx"[/(?(1)a|b)(x)/], "abcba".match(/(?:(?(1)c|a)(b)?){2,}/).to_a, "foobar".match(/(?(1)(foo)(bar))/).to_a]
  assert_equal "bx", "axbx"[/(?(<1>)a|b)(x)/]
  ["(?(1)a|b)", "(?(2)a|b)(x)", "(?(<3>)a|b)(x)"].each do |source|
    assert_raises(RegexpError, "invalid backref number/name: /#{source}/") { Regexp.new(source) }
  end
  assert_raises(RegexpError, "undefined name <n> reference: /(?(<n>)a|b)(?<n>x)/") { Regexp.new("(?(<n>)a|b)(?<n>x)") }
end
