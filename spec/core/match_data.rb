require_relative "../harness"

def spec_match
  /(?<year>\d+)-(?<month>\d+)(?<rest>x)?/.match("on 2026-11.")
end

spec "[] by number, name, symbol, range" do
  match = spec_match
  assert_equal ["2026-11", "2026", "11", "2026", nil, nil, ["2026", "11"]], [match[0], match[1], match["month"], match[:year], match[:rest], match[9], match[1..2]]
  assert_raises(IndexError, "undefined group name reference: nope") { match[:nope] }
end

spec "pre_match, post_match, to_s, string, regexp" do
  match = spec_match
  assert_equal ["on ", ".", "2026-11", "on 2026-11.", Regexp], [match.pre_match, match.post_match, match.to_s, match.string, match.regexp.class]
  assert match.string.frozen?
end

spec "captures, named_captures, names, to_a, size, values_at" do
  match = spec_match
  assert_equal [["2026", "11", nil], { "year" => "2026", "month" => "11", "rest" => nil }, ["year", "month", "rest"], ["2026-11", "2026", "11", nil], 4, ["11", nil]],
    [match.captures, match.named_captures, match.names, match.to_a, match.size, match.values_at(2, 3)]
  assert_equal({ year: "2026", month: "11", rest: nil }, match.named_captures(symbolize_names: true))
end

spec "begin, end, offset, byteoffset" do
  match = /é(b)/.match("aéb")
  assert_equal [1, 3, [2, 3], [3, 4], 2], [match.begin(0), match.end(0), match.offset(1), match.byteoffset(1), match.begin(1)]
  assert_equal [[nil, nil], 3, "b", 1], [spec_match.offset(:rest), spec_match.begin(:year), match.match(1), match.match_length(1)]
  assert_raises(IndexError, "index 5 out of matches") { match.begin(5) }
end

spec "deconstruct and deconstruct_keys" do
  case spec_match
  in { year:, month: }
    assert_equal ["2026", "11"], [year, month]
  end
  case /(a)(b)/.match("ab")
  in [x, y]
    assert_equal ["a", "b"], [x, y]
  end
end

spec "inspect" do
  assert_equal ['#<MatchData "2026-11" year:"2026" month:"11" rest:nil>', '#<MatchData "a" 1:"a">'], [spec_match.inspect, /(a)/.match("a").inspect]
end

spec "equality" do
  assert_equal [true, false], [/a/.match("a") == /a/.match("a"), /a/.match("a") == /a/.match("ba")]
end

spec "it keeps the text as it was" do
  text = "abc".dup
  match = /b/.match(text)
  text << "d"
  text[1] = "X"
  assert_equal ["b", "abc", "c"], [match[0], match.string, match.post_match]
end

spec "a splat gives all" do
  whole, first = */(a)/.match("a")
  assert_equal ["a", "a"], [whole, first]
end

spec "aliases of the variables of a match" do
  require "English"
  def matched(text) = text =~ /(b)(c)?/ && [$MATCH, $PREMATCH, $POSTMATCH, $LAST_PAREN_MATCH, $LAST_MATCH_INFO[0]]
  assert_equal ["b", "a", "d", "b", "b"], matched("abd")
  "x" =~ /x/
  eval 'alias $spec_last_match $~; $spec_last_match = "q".match(/q/)'
  assert_equal "q", eval("$~")[0]
  assert_raises(TypeError, "wrong argument type Integer (expected MatchData)") { eval("$spec_last_match = 1") }
end

spec "values_at takes numbers from either end, ranges and names" do
  found = /(?<one>a)(?<two>b)?(?<three>c)/.match("xac")
  assert_equal [["ac", "a", nil, "c"], ["c", nil, nil, nil, nil]], [found.values_at(0, 1, 2, 3), found.values_at(-1, -2, -4, -5, 4)]
  assert_equal [["a", "c", "a", nil], []], [found.values_at(:one, "three", 1..2), found.values_at]
end

spec "begin and end count the characters before a group, and nothing where it took no part" do
  named = /(?<b>b)(?<c>c)?/.match("aéb")
  assert_equal [[2, 3], [2, 3]], [[named.begin(0), named.end(1)], [named.begin(:b), named.end("b")]]
  assert_equal [nil, nil], [named.begin(:c), named.end(2)]
  assert_raises(IndexError, "index 3 out of matches") { named.begin(3) }
  assert_raises(IndexError, "index -1 out of matches") { named.end(-1) }
end
