# frozen_string_literal: false
require_relative "../harness"

# String: finding and replacing.

spec "include?, start_with?, end_with?" do
  assert_equal [true, false, true, true, true, false], ["hello".include?("ell"), "hello".include?("z"), "hello".start_with?("x", "he"), "hello".start_with?(/h./), "hello".end_with?("lo"), "a".end_with?]
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "a".include?(1) }
end

spec "index and rindex" do
  assert_equal [2, 3, nil, 2, 4], ["hello".index("l"), "hello".index("l", 3), "hello".index("z"), "hello".index(/l+/), "hello".index("o", -1)]
  assert_equal [3, 2, nil, 3], ["hello".rindex("l"), "hello".rindex("l", 2), "hello".rindex("z"), "hello".rindex(/l/)]
  assert_equal [1, 2], ["héé".index("é"), "héé".rindex("é")]
  assert_equal [3, 6], ["hél".byteindex("l"), "hélél".byterindex("l")]
end

spec "count, delete, squeeze and tr take sets of characters" do
  assert_equal [2, 4, 2], ["hello".count("l"), "hello".count("a-hl"), "hello".count("^eo", "^h")]
  assert_equal ["heo", "ll", "helo", "aabc", "helo"], ["hello".delete("l"), "hello".delete("^l"), "hello".squeeze, "aabbcc".squeeze("b-c"), "hello".squeeze("l")]
  assert_equal ["hippo", "*e**o", "h*ll*", "ifmmp", "heXXo"], ["hello".tr("el", "ip"), "hello".tr("^aeiou", "*"), "hello".tr("aeiou", "*"), "hello".tr("a-y", "b-z"), "hello".tr("l", "X")]
  assert_equal ["h*o", "heo"], ["hello".tr_s("el", "*"), "hello".tr("l", "")]
  assert_raises(ArgumentError, 'invalid range "z-a" in string transliteration') { "a".tr("z-a", "b") }
end

spec "sub replaces the first, gsub all" do
  assert_equal ["heLlo", "heLLo", "h*ll*", "hello"], ["hello".sub("l", "L"), "hello".gsub("l", "L"), "hello".gsub(/[eo]/, "*"), "hello".gsub("z", "y")]
end

spec "a replacement may refer to groups" do
  assert_equal ["<h>ello", "ba", "b-a", "a&b", '\\0'], ["hello".sub(/(h)/, '<\1>'), "ab".sub(/(.)(.)/, '\2\1'), "ab".sub(/(?<x>.)(?<y>.)/, '\k<y>-\k<x>'), "ab".sub("b", "&b"), "a".sub("a", '\\\\0')]
  assert_equal ["[ell]", "h|o"], ["hello"[1, 3].sub(/.+/, '[\0]'), "hello".sub(/ell/, "|")]
end

spec "a block gives the replacement" do
  assert_equal ["hEllO", "h1ll2"], ["hello".gsub(/[eo]/) { |m| m.upcase }, "hello".gsub(/[eo]/) { |m| { "e" => 1, "o" => 2 }[m] }]
  assert_equal "a=1;b=2", "a:1;b:2".gsub(/(\w):(\d)/) { "#{$1}=#{$2}" }
end

spec "a Hash gives the replacements" do
  assert_equal "h3ll0", "hello".gsub(/[eo]/, "e" => "3", "o" => "0")
  assert_equal "hll", "hello".gsub(/[eo]/, {})
end

spec "gsub of an empty match goes between characters" do
  assert_equal ["-a-b-", "-h-é-"], ["ab".gsub(//, "-"), "hé".gsub("", "-")]
end

spec "gsub without a replacement is an enumerator" do
  assert_equal ["e", "o"], "hello".gsub(/[eo]/).to_a
end

spec "sub! and gsub! change, nil when nothing matched" do
  text = "hello"
  assert_equal [nil, "heLLo"], [text.gsub!("z", ""), text.gsub!("l", "L")]
  assert_equal "heLLo", text
  assert_equal nil, "a".sub!(/z/, "")
end

spec "scan finds all" do
  assert_equal [["1", "23"], [["a", "1"], ["b", "2"]], []], ["a1b23".scan(/\d+/), "a1b2".scan(/(\w)(\d)/), "abc".scan(/\d/)]
  seen = []
  "a1b2".scan(/[a-z]\d/) { |m| seen << [m, $~.begin(0)] }
  assert_equal [["a1", 0], ["b2", 2]], seen
  assert_equal ["l", "l"], "hello".scan("l")
end

spec "match, match? and =~" do
  assert_equal ["ll", 2, true, nil, nil], ["hello".match(/l+/)[0], "hello" =~ /l/, "hello".match?(/l/), "hello".match(/z/), "hello" =~ /z/]
  assert_equal ["lo", "e"], ["hello".match("lo")[0], "hello".match(/e/) { |m| m[0] }]
  assert_raises(TypeError, "type mismatch: String given") { "a" =~ "a" }
end

spec "partition and rpartition" do
  assert_equal [["a", ".", "b.c"], ["a.b", ".", "c"], ["abc", "", ""], ["", "", "abc"]], ["a.b.c".partition("."), "a.b.c".rpartition("."), "abc".partition("z"), "abc".rpartition("z")]
  assert_equal ["a", "12", "b"], "a12b".partition(/\d+/)
end

spec "each_line with a separator" do
  assert_equal [["a;", "b"], ["a", "b"]], ["a;b".each_line(";").to_a, "a;b".each_line(";", chomp: true).to_a]
end

spec "unicode_normalize" do
  assert_equal [1, 2, true], ["e\u0301".unicode_normalize(:nfc).size, "é".unicode_normalize(:nfd).size, "é".unicode_normalized?]
end

spec "a replacement with special meaning" do
  assert_equal ["[a]bc", "a[]c", "abc-", "a\\b"], ["abc".sub("a", '[\&]'), "abc".sub("b", '[]'), "abc".sub(/$/, "-"), "ab".sub("b", "\\\\b")]
  assert_equal ["[]b", "a[a]"], ["ab".sub("a", '[\`]'), "ab".sub("b", '[\`]')]
  assert_equal "[b]b", "ab".sub("a", "[\\']")
end

spec "a search backward lets a match reach beyond the place it starts from" do
  assert_equal [5, 5, 0, 3], ["blablabla".rindex(/.{2}/, 5), "blablabla".rindex(/.{4}/, 5), "blablabla".rindex(/.l./, 2), "blablabla".rindex(/.l./, 3)]
  assert_equal 5, "blablabla".byterindex(/.{3}/, 5)
  assert_equal 5, "helloYOU.".rindex(/YOU\G/, 8)
end

spec "the whole match has no negative number" do
  assert_equal [nil, "a", nil], [/(.)/.match("a")[-2], /(.)/.match("a")[-1], "abc"[/b/, -1]]
end

spec "split takes a limit that fits an int and a separator that is whole" do
  assert_raises(RangeError, "integer 2147483648 too big to convert to 'int'") { "a,b".split(",", 2**31) }
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8") { "abc".split("\xff") }
end

spec "what is changed while a block replaces its parts is refused" do
  text = +"hello"
  assert_raises(RuntimeError, "string modified") { text.sub!(/ll/) { text << "x" } }
end

spec "chomp without arguments removes what $/ says" do
  before, verbose = $/, $VERBOSE
  $VERBOSE = nil
  begin
    $/ = "cd"
    assert_equal "ab", "abcd".chomp
  ensure
    $/ = before
    $VERBOSE = verbose
  end
end

spec "a Regexp with a match of its own is asked by String#match" do
  pattern = Regexp.new(/./)
  def pattern.match(*) = :own
  assert_equal :own, "a".match(pattern)
end

spec "regexps are the same with and without n" do
  assert_equal true, Regexp.new("a", Regexp::NOENCODING) == /a/
  assert_equal Regexp.new("a", Regexp::NOENCODING).hash, /a/.hash
end

spec "a union keeps to one encoding" do
  wide = "a".encode("UTF-16LE")
  assert_equal Encoding::UTF_16LE, Regexp.union(wide, wide).encoding
  assert_raises(ArgumentError, "ASCII incompatible encoding: UTF-16LE") { Regexp.union(wide, "b") }
  assert_raises(ArgumentError, "incompatible encodings: ISO-8859-1 and UTF-8") { Regexp.union("é".encode("ISO-8859-1"), "é") }
  assert_equal Encoding::BINARY, Regexp.union("\x80".b, "a").encoding
end

spec "numbers in a replacement stand for no group where groups have names" do
  assert_equal ["", "<>", "[aa]"], ["aa".gsub(/(?<l>a)/, '\\1'), "ab".sub(/(?<x>a)(b)/, '<\\1>'), "a".sub(/(?<l>a)/, '[\\k<l>\\0]')]
  assert_equal "aa", "aa".gsub(/(a)/, '\\1\\2')
end

spec "a replacement is read where something matches" do
  assert_equal ["a", nil], ["a".sub(/(?<x>b)/, '\k<y>'), "a".dup.gsub!(/(?<x>b)/, '\k<y>')]
  assert_raises(IndexError, "undefined group name reference: y") { "b".sub(/(?<x>b)/, '\k<y>') }
  assert_equal ["-a-b-", "xbx", "xb"], ["ab".gsub(//, "-"), "aba".gsub(/a/, "x"), "ab".sub(/a/, "x")]
  "aba".gsub(/a/, "x")
  assert_equal [2, "ab"], [$~.begin(0), $~.pre_match]
end

spec "parts of nothing found have the string's encoding" do
  text = "hello".encode("US-ASCII")
  assert_equal [Encoding::US_ASCII] * 3, text.partition("\u3042").map(&:encoding)
  assert_equal [Encoding::US_ASCII] * 3, text.rpartition(/x/).map(&:encoding)
  assert_equal ["", "", "hello"], text.rpartition("x")
end

spec "the last place of a text is found behind many that begin like it" do
  text = "aaa" + "aab" * 100
  assert_equal [2, 299, 100, nil, 4], [text.rindex("aaa"), text.rindex("aa", 299) + 2, ("ab" * 50 + "ac" + "ab" * 40).rindex("ac"), text.rindex("zz"), "äöäöä".rindex("ä")]
  assert_equal [9, nil, 2], ["abcabcabc".rindex(""), "a".rindex("ab"), "ababab".rindex("ab", 3)]
end

spec "what begins to look outside of the string finds nothing, whatever it looks for" do
  assert_equal [nil] * 6, ["ab".index(:a, 4), "ab".index(nil, -9), "ab".byteindex(1, 3), "ab".rindex(:a, -9), "ab".byterindex(:a, -3), "é".index("x", 2)]
  assert_raises(TypeError, "no implicit conversion of Symbol into String") { "ab".index(:a, 1) }
  assert_raises(TypeError, "no implicit conversion of Symbol into String") { "ab".rindex(:a, 9) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { "ab".byteindex(nil) }
end

spec "slice! by a Regexp cuts out the match or a group of it" do
  string = +"x-hår"
  assert_equal ["r", "x-hå", "r"], [string.slice!(/-(.)(.)(.)/, 3), string, $3]
  string = +"foobar"
  # A group that took no part is cut out as one that matched nothing.
  assert_equal ["", "foobar", nil], [string.slice!(/o(x)?/, 1), string, $1]
  assert_equal [nil, nil, "foobar"], [string.slice!(/o/, 9), string.slice!(/z/), string]
  assert_equal nil, $~
  assert_equal ["b", nil, nil], ["abc"[/(b)(x)?/, 1], "abc"[/(b)(x)?/, 2], "abc"[/b/, 5]]
  assert_raises(FrozenError) { "abc".freeze.slice!(/b/) }
end

spec "bytesplice stays between characters" do
  string = +"héllo"
  assert_equal ["xyéllo", "xyéllo"], [string.bytesplice(0, 1, "xy"), string]
  assert_raises(IndexError, "offset 3 does not land on character boundary") { string.bytesplice(3, 1, "z") }
  assert_equal "aZ", (+"abc").bytesplice(1, 50, "Z")
  assert_raises(IndexError, "index 4 out of string") { (+"abc").bytesplice(4, 1, "") }
  assert_raises(FrozenError) { "abc".freeze.bytesplice(0, 1, "x") }
end

spec "rpartition cuts at what a pattern keeps of its last match" do
  assert_equal ["abcdb", "c", "e"], "abcdbce".rpartition(/b\Kc/)
  assert_equal ["c", "abcdb"], [$~[0], $~.pre_match]
  assert_equal [["", "", "abc"], nil], ["abc".rpartition(/x/), $~]
end
