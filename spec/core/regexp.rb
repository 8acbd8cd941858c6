require_relative "../harness"
require "stringio"

# Regexp: the syntax of patterns, then the class.

spec "characters, classes and the point" do
  assert_equal [0, 1, nil, 0, "b", nil], ["abc" =~ /a/, "abc" =~ /bc/, "abc" =~ /d/, "abc" =~ /./, "abc"[/[bc]/], "\n"[/./]]
  assert_equal ["é", "\n", "c", "-", "]"], ["é"[/./], "\n"[/./m], "abc"[/[^ab]/], "b-"[/[a\-]/], "]"[/[\]]/]]
end

spec "shorthand classes" do
  assert_equal ["1", "a", "_", " ", "a", "f", "g", "\n"], ["a1"[/\d/], "1a"[/\D/], "-_"[/\w/], "a b"[/\s/], " a"[/\S/], "xf"[/\h/], "fg"[/\H/], "a\nb"[/\R/]]
  assert_equal ["é", nil, "é"], ["é"[/[[:alpha:]]/], "é"[/\d/], "é"[/\p{L}/]]
  assert_equal [nil, "A", "ж", nil], ["é"[/\w/], "aA"[/[[:upper:]]/], "ж"[/\p{Cyrillic}/], "a"[/\p{^Ll}/]]
end

spec "repetition, greedy, lazy and possessive" do
  assert_equal ["aaa", "aaa", "a", "", "aa", "aa", "aaa", nil], ["aaa"[/a+/], "aaa"[/a*/], "aaa"[/a+?/], "aaa"[/a*?/], "aaa"[/a{2}/], "aa"[/a{2,}/], "aaa"[/a{,3}/], "aaa"[/a++a/]]
  assert_equal ["<b>", "<b>x</b>"], ["<b>x</b>"[/<.+?>/], "<b>x</b>"[/<.+>/]]
end

spec "anchors" do
  text = "one\ntwo"
  assert_equal [0, 4, 0, nil, 4, 3, 7], [text =~ /^one/, text =~ /^two/, text =~ /\Aone/, text =~ /\Atwo/, text =~ /two\z/, text =~ /$/, text =~ /\z/]
  assert_equal [nil, 0, 0, 2], ["a\n" =~ /a\z/, "a\n" =~ /a\Z/, "ab cd" =~ /\bab\b/, "a b" =~ /\bb/]
  assert_equal ["b", ["a", "b"]], ["ab"[/\Bb/], "ab-c".scan(/\G\w/)]
end

spec "groups and alternatives" do
  assert_equal ["b", "cat", ["a", nil], nil], ["abc"[/a(b)c/, 1], "a cat"[/dog|cat/], "a".match(/(a)|(b)/).captures, "abc"[/(?:b)/, 1]]
  assert_equal ["2026", ["y", "m"]], ["2026-11"[/(?<y>\d+)-(?<m>\d+)/, "y"], /(?<y>\d+)-(?<m>\d+)/.names]
end

spec "back references" do
  assert_equal ["aa", "abab", "xyx", nil], ["baab"[/(a)\1/], "abab"[/(ab)\1/], "xyx"[/(?<q>x)y\k<q>/], "ab"[/(.)\1/]]
end

spec "look-around" do
  assert_equal ["a", "b", "1", "b"], ["ab ac"[/a(?=b)/], "ab"[/(?<=a)b/], "$1"[/(?<=\$)\d/], "cb"[/(?<!a)b/]]
  assert_equal [3, nil, "1,234,567"], ["ab ac" =~ /a(?!b)/, "ab"[/a(?!b)/], "1234567".gsub(/(?<=\d)(?=(\d{3})+\z)/, ",")]
end

spec "a look-behind in any case folds its characters to as many as they can be" do
  ends = ->(pattern, *texts) { texts.map { |text| text =~ pattern } }
  assert_equal [3, 3, nil], ends.(/(?<=dss)y/i, "dssy", "DSSy", "dßy")
  assert_equal [2, nil, 2], ends.(/(?<=ß)y/i, "ssy", "ßy", "SSy")
  assert_equal [nil, 2, 0], ends.(/(?<!dss)y/i, "dssy", "dßy", "y")
  assert_equal [2, 3, nil], ends.(/(?<=a|dff)y/i, "bay", "dffy", "dﬀy")
end

spec "atomic groups, conditionals, recursion and absence" do
  assert_equal [nil, "(a(b)c)", "ab", "/* c */"], ["aaab"[/(?>a+)ab/], "x(a(b)c)"[/(?<p>\((?:[^()]|\g<p>)*\))/], "ab"[/(a)?(?(1)b|c)/], "/* c */ */"[%r{/\*(?~\*/)\*/}]]
  assert_equal "b", "ab"[/a\Kb/]
end

spec "options" do
  assert_equal [0, 0, "ab", 0, nil], ["ABC" =~ /abc/i, "a\nb" =~ /a.b/m, "ab"[/a b # joined/x], "aB" =~ /a(?i)b/, "AB" =~ /a(?i:b)/]
  assert_equal [3, 7, 0], [/a/ix.options, /a/mix.options, /a/.options]
end

spec "interpolation, and o for once" do
  word = "b+"
  assert_equal ["bb", "b+", "bb"], ["abb"[/#{word}/], "ab+"[/#{Regexp.escape(word)}/], "abb"[/#{/b+/}/]]
  made = (1..2).map { |i| /#{i}/o }
  assert_equal true, made[0].equal?(made[1])
end

spec "a literal is one frozen object" do
  made = []
  2.times { made << /a/ }
  assert made[0].equal?(made[1])
  assert made[0].frozen?
  assert_equal [false, false], [Regexp.new("a").frozen?, Regexp.new("a").equal?(Regexp.new("a"))]
end

spec "%r takes any delimiter" do
  assert_equal ["a/b", "a/b"], ["a/b"[%r{a/b}], "a/b"[/a\/b/]]
end

spec "Regexp.new, compile, escape, union" do
  assert_equal [/a/i, /a/, /a/x, 'a\\.b\\*\\ \\n\\-'], [Regexp.new("a", Regexp::IGNORECASE), Regexp.compile("a"), Regexp.new("a", "x"), Regexp.escape("a.b* \n-")]
  assert_equal [/a|b\.c/, /(?-mix:a)|(?i-mx:b)/, /(?!)/, /a/], [Regexp.union("a", "b.c"), Regexp.union(/a/, /b/i), Regexp.union, Regexp.union(/a/)]
end

spec "wrong patterns raise RegexpError" do
  assert_raises(RegexpError, "end pattern with unmatched parenthesis: /(/") { Regexp.new("(") }
  assert_raises(RegexpError, "unmatched close parenthesis: /)/") { Regexp.new(")") }
  assert_raises(RegexpError, "premature end of char-class: /[/") { Regexp.new("[") }
  assert_raises(RegexpError, "target of repeat operator is not specified: /*/") { Regexp.new("*") }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Regexp.new(1) }
  assert_raises(SyntaxError) { eval("/(/") }
end

spec "source, to_s, inspect" do
  assert_equal ["a/b", "(?i-mx:a)", "/a\\/b/mi", "/a/"], [%r{a/b}.source, /a/i.to_s, %r{a/b}mi.inspect, /a/.inspect]
end

spec "match, match?, =~, ===, ~" do
  assert_equal ["b", 1, true, false, nil, nil], [/b/.match("abc")[0], /b/ =~ "abc", /b/ === "abc", /b/ === nil, /b/ =~ nil, /z/.match("abc")]
  assert_equal [2, "c", true, nil], [/./.match("abc", 2).begin(0), /./.match("abc", -1)[0], /b/.match?("abc"), /b/.match(nil)]
  assert_equal :found, /b/.match("abc") { :found }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { /a/ =~ 5 }
end

spec "equality and hash" do
  assert_equal [true, false, true, true], [/a/ == /a/, /a/ == /a/i, /a/.hash == /a/.hash, /a/.eql?(/a/)]
end

spec "names, named_captures, casefold?, encoding" do
  assert_equal [["x"], { "x" => [1] }, true, Encoding::US_ASCII, Encoding::UTF_8], [/(?<x>a)/.names, /(?<x>a)/.named_captures, /a/i.casefold?, /a/.encoding, /é/.encoding]
end

spec "Regexp.last_match" do

  "abc" =~ /(b)(c)/
  assert_equal ["bc", "b", "c"], [Regexp.last_match[0], Regexp.last_match(1), Regexp.last_match(2)]
end

spec "named and numbered groups do not mix" do
  assert_equal [nil, "b"], ["ab".match(/(?<x>b)|(a)/)["x"], "b".match(/(?<x>b)(a)?/)[1]]
end

spec "regexps built alike are regexps of their own" do
  one, other = Array.new(2) { Regexp.new("a(?<letter>.)") }
  limited = Regexp.new("a(?<letter>.)", timeout: 0.5)
  assert_equal [one, nil, 0.5], [other, one.timeout, limited.timeout]
  assert !one.equal?(other)
  pieces = %w[x y z].map { |letter| "axyz"[/#{letter}+/] }
  assert_equal %w[x y z], pieces
  assert_equal %w[b c], [one.match("ab"), other.match("ac")].map { |found| found[:letter] }
end

spec "a timeout stops a runaway match" do
  assert_equal nil, Regexp.timeout
  assert_equal 0.5, Regexp.new("a", timeout: 0.5).timeout
end

spec "encodings of pattern and text must agree" do
  assert_raises(Encoding::CompatibilityError) { /é/ =~ "\xe9".dup.force_encoding("ISO-8859-1") }
  assert_raises(ArgumentError, "invalid byte sequence in UTF-8") { /a/ =~ "a\xff" }
end

spec "a match over a long text" do
  text = "x" * 100_000 + "y"
  assert_equal [100_000, 100_001], [text =~ /y/, text[/x*y/].size]
end

spec "linear_time? tells which patterns cannot run away" do
  assert_equal [true, false], [Regexp.linear_time?(/a+b/), Regexp.linear_time?(/(a)\1/)]
end

spec "anchors and look-arounds can be repeated" do
  assert_equal 0, /a^?b/ =~ "ab"
  assert_equal 0, Regexp.new("(?:(?=a)|a)*b") =~ "b"
  assert_equal 1, /(?:^|,)+x/ =~ "a,x"
end

spec "escaped bytes of a literal are read in the source's encoding" do
  assert_equal Encoding::BINARY, eval("# encoding: binary\n/\\xAA/").encoding
  assert_equal Encoding::US_ASCII, eval("# encoding: binary\n/a/").encoding
  assert_raises(SyntaxError) { eval("/\\xAA/") }
end

spec "a regexp made of parts is in the encoding that a part ties it to" do
  bytes = /[\xC2-\xDF]/n
  assert_equal [Encoding::BINARY] * 4, [bytes.to_s.encoding, /#{bytes}+/.encoding, /[\x80]#{bytes}/n.encoding, /a#{bytes}b#{/[a]/}/.encoding]
  assert_equal [Encoding::ISO_8859_1, Encoding::US_ASCII, Encoding::UTF_8], [/#{"é".encode("ISO-8859-1")}x/.encoding, /#{/a/}x/.encoding, /#{"\\u3042"}é/.encoding]
  assert_equal [0, 0], [/#{bytes}+/ =~ "\xC3\xC4".b, /#{Regexp.union(/[a-z]/, bytes, /\xE0[\xA0-\xBF]/n)}+/ =~ "\xC3".b]
  assert_raises(RegexpError, "encoding mismatch in dynamic regexp : UTF-8 and ASCII-8BIT") { /#{/あ/}#{bytes}/ }
end

spec "the letter behind a literal says what its escapes of bytes are, also beside interpolation" do
  text, nothing = "a", nil
  kinds = [/\xc2\xa1#{text}/e, /#{text}\xc2\xa1/s, /#{nothing}\xc2\xa1/u, /#{nothing}\xc2\xa1/e, /\xc2\xa1#{text}/n].map(&:encoding)
  assert_equal [Encoding::EUC_JP, Encoding::Windows_31J, Encoding::UTF_8, Encoding::EUC_JP, Encoding::BINARY], kinds
  assert_equal 0, /\xc2\xa1#{text}/e =~ "\xc2\xa1a".dup.force_encoding("EUC-JP")
end

spec "a literal that is no pattern is shown with its options" do
  assert_raises(SyntaxError, /premature end of char-class: \/\[\/x\z/) { eval("/[/x") }
  assert_raises(SyntaxError, %r{use name\): /\(\?<n>a\)\\1/i\z}) { eval('/(?<n>a)\1/i') }
end

spec "copies of a Regexp, and whose time limit is whose" do
  limited = Regexp.new("a(b)?", Regexp::IGNORECASE, timeout: 2.0)
  assert_equal [nil, 2.0, 1.0], [Regexp.new(limited).timeout, limited.dup.timeout, Regexp.new(limited, timeout: 1).timeout]
  assert_equal [limited, limited], [Regexp.new(limited), limited.dup]
  assert_equal ["AB", true, false], [Regexp.new(limited).match("xAB")[0], Regexp.new(/é/).fixed_encoding?, limited.dup.frozen?]
  assert_raises(TypeError, "uninitialized Regexp") { Regexp.new(Regexp.allocate) }
  assert_raises(TypeError, "uninitialized Regexp") { Regexp.allocate.dup }
end

spec "literals are frozen, also those put together" do
  part = "a"
  assert_equal [true, true, true, false], [/a/.frozen?, /#{part}/.frozen?, /#{part}/o.frozen?, Regexp.new("a").frozen?]
  assert_equal "aa", "aab"[/#{part}+/]
end

spec "timeouts beyond what is counted are the longest there is" do
  longest = (2**64 - 1) / 1_000_000_000.0
  assert_equal longest, Regexp.new("a", timeout: Float::INFINITY).timeout
  before = Regexp.timeout
  Regexp.timeout = 1e300
  assert_equal longest, Regexp.timeout
ensure
  Regexp.timeout = before
end

spec "unknown escapes and control characters in what is warned of" do
  errors, $stderr = $stderr, StringIO.new
  before, $VERBOSE = $VERBOSE, true
  Regexp.new("a\\q[\\y]")
  Regexp.new("[\n\n/]")
  words = $stderr.string.lines.map { |line| line[/warning: .*/m].chomp }
  assert_equal ["Unknown escape \\q is ignored: /a\\q[\\y]/", "Unknown escape \\y is ignored: /a\\q[\\y]/",
                "character class has duplicated range: /[\\x0a\\x0a\\/]/"], words.map { |word| word.delete_prefix("warning: ") }
ensure
  $stderr, $VERBOSE = errors, before
end

spec "a union has the sources of its parts, and wide encodings a text" do
  assert_equal ["(?-mix:/)|", "(?-mix:\\/)"], [Regexp.union(/\//, "").source, (/\//).to_s]
  [Encoding::UTF_16BE, Encoding::UTF_32LE].each do |encoding|
    assert_equal ["(?i-mx:abあ)", encoding], [Regexp.new("abあ".encode(encoding), Regexp::IGNORECASE).to_s.encode("UTF-8"), Regexp.new("a".encode(encoding)).to_s.encoding]
  end
end

spec "names of groups in another encoding name none" do
  key = "\xb1\xb2".dup.force_encoding(Encoding::EUC_JP)
  match = /(?<#{key}>.*)/.match("xxx")
  assert_equal "xxx", match[key]
  assert_raises(IndexError) { match[key.dup.force_encoding(Encoding::Shift_JIS)] }
end

spec "a pattern in an encoding without ASCII is shown byte by byte" do
  assert_equal "/a\x00\\/\x00b\x00\n\x00\\u3042\\u{1F600}\\u00E9\\x01/".b, Regexp.new("a/b\n\u3042\u{1f600}\u00e9\x01".encode("UTF-16LE")).inspect.b
  assert_equal "/\x00\\\x00n/i".b, Regexp.new("\\n".encode("UTF-16BE"), Regexp::IGNORECASE).inspect.b
end

spec "a union that is written in ASCII is bound to no encoding" do
  union = Regexp.union(/a/e, "b")
  assert_equal [Encoding::US_ASCII, false], [union.encoding, union.fixed_encoding?]
end

spec "escape puts backslashes into texts of UTF-16 and UTF-32 as well" do
  %w[UTF-16LE UTF-16BE UTF-32LE UTF-32BE].each do |name|
    escaped = Regexp.escape("a|b\n[é".encode(name))
    assert_equal [name, "a\\|b\\n\\[é"], [escaped.encoding.name, escaped.encode("UTF-8")]
    assert_equal true, Regexp.new(Regexp.escape("|".encode(name)) + "+".encode(name)).match?("a||".encode(name))
  end
  assert_equal [0x7c, 0x61, 0x61, 0x7c], Regexp.escape("\x7c\x61\x61\x7c".dup.force_encoding("UTF-16LE")).bytes
end

spec "in a pattern of US-ASCII escaped bytes are those of each text's own encoding" do
  pattern = Regexp.new("\\357\\273\\277".dup.force_encoding("US-ASCII"))
  assert_equal [Encoding::US_ASCII, false, 0], [pattern.encoding, pattern.fixed_encoding?, pattern.options]
  assert_equal "a-b", "a\ufeffb".sub(pattern, "-")
  assert_equal "a-b".b, "a\xef\xbb\xbfb".b.sub(pattern, "-")
  assert_equal nil, pattern.match("abc")
  assert_equal 3, "\xef\xbb\xbf".b.scan(Regexp.new("[\\200-\\377]".dup.force_encoding("US-ASCII"))).size
  assert_raises(ArgumentError, "regexp preprocess failed: too short escaped multibyte character") { Regexp.new("\\357".dup.force_encoding("US-ASCII")).match?("\u3042") }
  assert_equal [Encoding::US_ASCII, false], eval("# encoding: US-ASCII\n/\\357\\273\\277/").then { |literal| [literal.encoding, literal.fixed_encoding?] }
end

spec "a source that is no text of its encoding is refused" do
  ["US-ASCII", "UTF-8"].each do |name|
    assert_raises(RegexpError, "invalid multibyte character: /\\xD2/") { Regexp.new("\xD2".dup.force_encoding(name)) }
  end
  assert_equal Encoding::BINARY, Regexp.new("\xD2".b).encoding
end

spec "a pattern from binary text that names no character stands for those of any encoding" do
  assert_equal ["日本", "é", Encoding::US_ASCII], ["日本"[Regexp.new("[[:alpha:]]+".b)], "é"[Regexp.new(".".b)], Regexp.new("[[:alpha:]]+".b).encoding]
  assert_equal ["\xff".b], ["a\xff".b[Regexp.new("[^a]".b)]]
end
