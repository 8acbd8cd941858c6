require_relative "../harness"

# Regexp: what groups keep of earlier turns, and turns of loops that match nothing.

def places(pattern, text)
  found = Regexp.new(pattern).match(text)
  found && (0...found.size).map { |number| found.begin(number) && [found.begin(number), found.end(number)] }
end

spec "a group that is opened again has no end until it is closed" do
  assert_equal [[0, 0], [0, 0]], places('(\1?|a)*', "aa")
  assert_equal [[0, 3], [2, 3]], places('(a\1?){3}', "aaaa")
  assert_equal [[0, 1], [0, 1]], places('(1|(?(1)aa|abc)b?)*', "1aab")
  assert_equal [[0, 2], [0, 2]], places('([a-z](?(1)\d|[a-z]?))*', "ab1c")
end

spec "within a group its end stays when matching goes back, until its beginning is gone" do
  assert_equal 11, "Acaa1aacA\n".scan(Regexp.new('(1{1,2}b|(?(1)aa{,2}|abc){2}?(?<!1|c){,2}|b{1,2}*?ab){0,2}', Regexp::MULTILINE)).size
  assert_equal 5, "\u00c9B-1_".scan(Regexp.new('(\b(?(1)(?<!b)(?: {0})|.))*')).size
end

spec "turns that are written out are not looked at for matching nothing, those of loops are" do
  assert_equal [[0, 1], [1, 1]], places("(?:(a?)|b)+", "ab")
  assert_equal [[0, 3], [1, 2]], places("(?:(a)?){3,12}b", "aab")
  assert_equal [[0, 2], [0, 1]], places("(?:|(a)){2,3}?b", "ab")
  assert_equal [[0, 3], [2, 2]], places('(a|\1b|)*c', "abc")
  assert_equal [[0, 3], [0, 0]], places("(?:()|a)+b", "aab")
end

spec "what a group within an absent operator matched last stays" do
  assert_equal [[0, 2], [1, 2]], places("(?~(a)b)", "xab")
  assert_equal [[0, 2], [1, 2], [2, 3]], places("(?~(a)(b))", "xabab")
  assert_equal [[0, 4], [3, 4]], places("x(?~(.)y)z", "xabz")
end

spec "an absent operator does not try its pattern at the end of the text" do
  assert_equal [[[0, 2]], [[0, 0]]], [places('(?~\z)', "ab"), places("(?~)", "")]
end

spec "rindex tries one place where a pattern begins with as many of any characters as there are" do
  anchored = [".*b", "(.*)b", ".+(?<=b)", "(?:.+|.*a)b", ".*(?=b)", '.*(a)\1?b', "(?<x>.+)b\\g<x>?"]
  assert_equal [nil] * anchored.size, anchored.map { |source| "abcab".rindex(Regexp.new(source, Regexp::MULTILINE)) }
  others = [".*?b", '(.*)b\1', ".*b"]
  assert_equal [4, 4, 4], others.zip([4, 4, 0]).map { |source, options| "abcab".rindex(Regexp.new(source, options)) }
end

spec "a reference is as long as its group at least, which a call behind it may rely on" do
  assert_equal [[0, 3], [0, 1], [1, 3]], places('(a)(b|\1\g<2>?b)', "aab")
  error = assert_raises(RegexpError) { Regexp.new('(a?)(b|\1\g<2>)') }
  assert_equal 'never ending recursion: /(a?)(b|\1\g<2>)/', error.message
end

spec "alternatives under options within a condition are of one branch" do
  assert_equal [[[0, 2], [0, 1]], [[0, 2], [0, 1]]], [places("(a)(?(1)(?i)B|c|d)", "ab"), places("(a)(?(1)(?i:B|c|d))", "aD")]
  assert_raises(RegexpError) { Regexp.new("(a)(?(1)(?:b|c|d))") }
end

spec "any character that has options of its own is repeated as anything else is" do
  assert_equal [4, nil, nil], ["(?m:.)*b", "(?m:.*)b", "(?m:.+b)"].map { |source| "abcab".rindex(Regexp.new(source)) }
end

spec "a reference within its own group may be nothing" do
  assert_raises(RegexpError) { Regexp.new('(\1{1,3}\g<1>?b)') }
end

spec "a group is closed also where what follows it cannot match, if it is asked for within" do
  assert_equal [[0, 4], [0, 3]], places('(a|ab\1)c', "abac")
  assert_equal [[0, 4], [0, 3]], places('(a|a(?(1)b|x)a)c', "abac")
end

spec "behind a reference to nothing anchors take the character here for the one before" do
  assert_equal [[1, 1], [1, 1]], places('()\1\B', "a b")
  assert_equal [nil, nil], [places('()\1\b$', "ab"), places('()\1b\B', "ab")]
  assert_equal [[0, 1], [1, 1]], places('a()\1^', "a\nb")
end

spec "where anything is taken to the end, behind nothing or not, few places are tried" do
  assert_equal [nil, 0, 3], [/(?=k).*/m, /(?=)x.*/m, /(?=k).*/].map { |pattern| "xéékb".match(pattern)&.begin(0) }
  assert_equal [nil, nil, 0], ["abcd".match(/(?!...).{2,}/m), "abcd".rindex(/\G?.{2,}/m), "abcd".rindex(/\A.{2,}/m)]
  assert_equal [1, nil], ["xkb".match(/\B.*/m).begin(0), "ékb".match(/\B.*/m)]
  assert_equal [nil, 2], ["abcd".rindex(/(?:.{2,}(?!z)){1}/m), "abcd".rindex(/.{2,}\Z/m)]
end

spec "characters of a group's name may be written as escapes, of which those of ASCII stay escapes" do
  assert_equal [["\\x41"], ["\\x41"], ["\\x41"], ["é"]], ['(?<\u0041>a)', '(?<\u{41}>a)', '(?<\x41>a)', '(?<\u00e9>a)'].map { |source| Regexp.new(source).names }
  assert_equal "b", Regexp.new('(?<\u00e9>b)\k<é>').match("abb")["é"]
  { '(?<\x>a)' => "invalid hex escape", '(?<\u>a)' => "invalid Unicode escape", '(?<a\u{(>a)' => "invalid Unicode list", '(?<a>b)\g<\u>' => "invalid Unicode escape" }.each do |source, reason|
    assert_raises(RegexpError, "#{reason}: /#{source}/") { Regexp.new(source) }
  end
end
