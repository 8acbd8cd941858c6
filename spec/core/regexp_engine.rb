require_relative "../harness"
require "stringio"
require "timeout"

spec "a pattern that fails in many ways fails in time proportional to the text" do
  text = "a" * 3_000 + "!"
  [/^(a+)+$/, /^(a|aa)+$/, /^(?:a*)*$/, /^(a+a+)+$/, /\A(?:a|a)*b/, /(?=(?:a+)+$)b|c/].each do |pattern|
    assert_equal nil, pattern =~ text
  end
end

spec "a long match gives way to other threads and to Timeout" do
  endless = /^(a+)+\1$/
  text = "a" * 40 + "!"
  [-> { endless =~ text }, -> { endless.match?(text) }, -> { text.gsub(endless, "") }, -> { text.scan(endless) }, -> { text[endless] },
   -> { text.index(endless) }, -> { text.split(endless) }, -> { text.sub(endless) { "" } }, -> { text.start_with?(endless) }].each do |match|
    assert_raises(Timeout::Error) { Timeout.timeout(0.1) { match.call } }
  end
end

spec "a match that was left off goes on to its end" do
  slow = /^(a+)+\1b$/
  other = Thread.new { loop { Thread.pass } }
  found = slow =~ "a" * 19 + "c"
  other.kill
  assert_equal nil, found
  assert_equal 0, slow =~ "aaaab"
end

spec "the time that a match may take is that of the clock" do
  limited = Regexp.new('^(a+)+\1$', timeout: 0.05)
  2.times { assert_raises(Regexp::TimeoutError) { limited =~ "a" * 40 + "!" } }
end

spec "linear_time? goes by what would be remembered" do
  linear = ["a*", "(a*)*", "(?=a)b", "(?>a+)b", "(a){2,3}", "(?<=a)b", "a{2}?"]
  others = ['(a)\\1', '(?<x>a)\\g<x>', "(?~a)", "(a)(?(1)b|c)", "(?=(a))", "(?>(a))", "(?=a*b)", "x(?=a+b)", "(?:[a-c]b){2}?", "(?>(?=a)a)", "(?:(?:[ab]x){2,9}){2,9}"]
  assert_equal [true] * linear.size, linear.map { |source| Regexp.linear_time?(source) }
  assert_equal [false] * others.size, others.map { |source| Regexp.linear_time?(source) }
end

spec "look-behinds have a length" do
  assert_equal 1, /(?<=a|bc)d/ =~ "ad"
  assert_raises(RegexpError) { Regexp.new("(?<=a+)b") }
  assert_raises(RegexpError) { Regexp.new("(?<!(a))b") }
end

spec "properties by age and by place in a grapheme cluster" do
  assert_equal [0, nil], [/\p{Age=6.0}/ =~ "a", /\p{Age=6.0}/ =~ "\u{1F9E6}"]
  assert_equal 1, /\p{Grapheme_Cluster_Break=Extend}/ =~ "e\u0301"
end

spec "case in more than one character" do
  assert_equal ["straße", "STRASSE", nil], [/strasse/i.match("straße")&.to_s, /straße/i.match("STRASSE")&.to_s, /stra[s]e/i.match("straße")]
  assert_equal [0, 0, nil], [/k/i =~ "\u212a", /[s]/i =~ "ſ", /[\w]/i =~ "ſ"]
end

spec "backward from where the search starts" do
  assert_equal [4, 2, nil], ["ababa".rindex(/a/), "ababa".rindex(/ab?a?/, 2), "ababa".rindex(/c/)]
end

spec "a repetition under options is not made one with one around it" do
  errors, $stderr = $stderr, StringIO.new
  Regexp.new("(?:(?-mix:a+))?")
  Regexp.new("(?i:a*)*")
  assert_equal "", $stderr.string
  Regexp.new("(?:(?:a+))?")
  said = $stderr.string
  $stderr = errors
  assert said.include?("nested repeat operator '+' and '?' was replaced with '*' in regular expression: /(?:(?:a+))?/"), said
end

spec "what begins with any characters is looked for from one place only" do
  started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  text = "name: a\r\n" + "0123456789" * 200_000
  assert_equal [false, false, nil], [text.match?(/(.*?\r\n)\r\n/m), text.match?(/(?:(.+?)x|(.+)y)/m), text =~ /.*?x/m]
  assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - started < 5
  assert_equal ["a", 2, [["x"], [""]], "b"], ["a\r\n\r\n"[/(.*?)\r\n\r\n/m, 1], "xayb".rindex(/.*?y/m), "xayb".scan(/(.*?)[ay]/m), "abb"[/(.+?)\1/m, 1]]
end

spec "a long search can be stopped" do
  searching = Thread.new { "a" * 3_000_000 =~ /a[^b]*?(b)/ }
  sleep 0.1
  started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  searching.kill
  searching.join
  assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - started < 5
end

spec "what every match contains is missed at once" do
  text = "ab" * 40_000
  patterns = [/(a|b)*c/, /a+c/, /a.*?zz/, /(.+)\1z/, /(?:a|b)+(?<x>c)d?/, /(?>(a|b)+)cd/, /((a|b)+cd){2,}/]
  assert_equal [nil] * patterns.size, patterns.map { |pattern| text =~ pattern }
  # It stands only before where a match could begin, or in one of several ways.
  assert_equal [nil, 0, 1, 2, 1], ["c#{text}" =~ /(a|b)+c/, "abc" =~ /(a|b)*c/, "cabc" =~ /[ab]+c/, "caad" =~ /a*(c|d)\z/ && 2, "caad" =~ /a+(c|d)/]
  assert_equal [0, 0, 0, 3], ["aab" =~ /a+(c)?b/, "aab" =~ /a+(?!c)b/, "aab" =~ /a+(?:c|b)/, "xxxaC" =~ /a+c/i]
  assert_equal [0, 1, nil, 3], ["aaab" =~ /a*(?=b)/, "aa" =~ /a*(?<=aa)\z/ && 1, "aab" =~ /a+(?:bc)+/, "aabaac" =~ /(?:a+c){1,2}/]
  assert_equal %w[aac ac], "aacbac".scan(/a+c/)
  assert_equal ["xac", "c"], ["xaac".sub(/a+(?=c)/, "a"), "ac"[/a*\Kc/]]
  assert_equal [3, nil], ["aacac".rindex(/a+c/), "ca".rindex(/a+c/)]
  assert_equal [0, 6], ["äöüäöü€" =~ /[äöü]+€/, "äöüäöü€" =~ /ä*€/]
end

spec "a search backward ends at once where what every match contains stands nowhere" do
  text = "ab" * 30
  assert_equal [nil, nil], [text.rindex(/(a|b|ab)+(\1)*c/), text.rindex(/(?:(a*b*)*)\1c/)]
  assert_equal [6, 6, 2, 1], ["aabbaabc".rindex(/(a|b)+c/), "aabbaabcb".rindex(/(a|b)+c/), "aabc".rindex(/(a|b)+c/), "aabc".rindex(/(a|b)+c/, 1)]
end
