# frozen_string_literal: false
require_relative "../harness"

# Strings as characters: sets of them, their case, their successors, and encodings other than UTF-8.

spec "tr maps sets, ranges and what is not in them" do
  assert_equal ["hippo", "ifmmp", "**ll*", "helo"], ["hello".tr("el", "ip"), "hello".tr("a-y", "b-z"), "hello".tr("^l", "*"), "hello".tr_s("l", "l")]
  assert_equal ["he_llo", "heo", "hallo"], ["he-llo".tr("-", "_"), "hello".tr("l", ""), "héllo".tr("é", "a")]
  assert_raises(ArgumentError, "invalid range \"z-a\" in string transliteration") { "a".tr("z-a", "x") }
end

spec "count, delete and squeeze take what all sets have in common" do
  assert_equal [5, 2, "heo", "heo", "helo", "abc"], ["hello world".count("lo"), "hello world".count("lo", "o"), "hello".delete("l"), "hello".delete("a-z", "l"), "hello".squeeze, "aabbcc".squeeze("a-c")]
end

spec "the successor carries among letters and digits" do
  assert_equal %w[b ba aaa b0 2.0.0 <<koalb>> 2000aaa **+], %w[a az zz a9 1.9.9 <<koala>> 1999zzz ***].map(&:succ)
  assert_equal ["", "ぃ", "\x01\x00".b], ["".succ, "あ".succ, "\xFF".b.succ]
end

spec "case follows Unicode, or ASCII where asked" do
  assert_equal ["ÀÉSS", "àé", "ǅ", "Ffi", "éA"], ["ÀÉß".upcase, "ÀÉ".downcase, "ǆ".capitalize, "ﬃ".capitalize, "Éa".swapcase]
  assert_equal ["ı", "İ", "ss", "É"], ["I".downcase(:turkic), "i".upcase(:turkic), "ß".downcase(:fold), "É".downcase(:ascii)]
  assert_equal [true, false, nil], ["ß".casecmp?("SS"), "a".casecmp?("b"), "a".casecmp?(1)]
end

spec "characters of other encodings are counted and taken apart" do
  text = "表示".encode("Shift_JIS")
  assert_equal [2, nil, "示表"], [text.length, text.index("\\"), text.reverse.encode("UTF-8")]
  text = "aé漢😀".encode("UTF-16LE")
  assert_equal [4, "é", "😀漢éa", [97, 233, 28450, 128512]], [text.length, text[1].encode("UTF-8"), text.reverse.encode("UTF-8"), text.codepoints]
end

spec "broken pieces count as characters and are repaired together" do
  assert_equal [3, 2, "a?b?c"], ["\xE3\x81a".length, "\xE3\x81".chars.size, "a\xFFb\xE3\x81c".scrub("?")]
  assert_raises(ArgumentError, "input string invalid") { "a\xFF".upcase }
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8") { "\xFF" =~ /x/ }
end

spec "strings of different encodings join where one is plain" do
  assert_equal [Encoding::UTF_8, Encoding::BINARY], [("a".b + "é").encoding, ("a" + "\xFF".b).encoding]
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)") { "é" + "\xFF".b }
end

spec "sets and what they are looked for in must be whole" do
  broken = "a\xffab"
  [-> { broken.count("a") }, -> { broken.delete("a") }, -> { broken.squeeze }, -> { broken.tr("a", "b") }, -> { "abc".tr_s("a", "\xff") }].each do |use|
    assert_raises(ArgumentError, "invalid byte sequence in UTF-8", &use)
  end
  assert_equal "a", "\xff".b.tr("\xff".b, "a")
end

spec "Greek letters with an iota below take it beside them at the beginning of a word" do
  assert_equal ["\u1fbc", "\u1f88b", "\u1fbc\u1fb3"], ["\u1fb3".capitalize, "\u1f80B".capitalize, "\u1fbc\u1fbc".capitalize]
end
