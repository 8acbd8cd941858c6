require_relative "../harness"

# Regexp: characters that fold to several, and what of them `linear_time?` and look-behinds go by.

def place(source, text)
  found = Regexp.new(source, Regexp::IGNORECASE).match(text)
  found && found.byteoffset(0)
end

def linear(sources, options = Regexp::IGNORECASE)
  sources.map { |source| Regexp.linear_time?(source, options) }
end

spec "in a look-behind a character is as many as it folds to" do
  assert_equal [3, 3], place("(?<=ﬀ)", "aff")
  assert_equal [nil, nil], [place("(?<=ﬀ)", "aﬀ"), place("(?<=İ)", "xİx")]
  assert_equal [4, 5], place("(?<=é|ss)z", "éssz")
  assert_equal [nil, [3, 4]], [place("(?<!ss)z", "éssz"), place("(?<!ss)z", "aßz")]
end

spec "a look-behind may come to less than it went back over" do
  assert_equal [4, 5], place("(?<=[ß]).", "éSsKßΣ")
  assert_equal nil, place("(?<=ß)", "aßx")
end

spec "a class in a look-behind is alternatives where a member folds to several" do
  assert_equal [4, 4], place("(?<=[\\W])", "cbssbcaİxKİ")
  assert_equal [nil, [3, 3]], [place("(?<=[[:upper:]b])", "ß"), place("(?<=[[:upper:]b])", "ßk")]
  assert_equal [3, 4], place("(?<=[ß-ü])z", "aßz")
end

spec "several characters that are one are found in texts, repeated or not" do
  assert_equal [0, 3], place("s{2}", "ẞ")
  assert_equal [0, 5], place("s{3,}", "sẞsa")
  assert_equal [[1, 4], nil], [place("ffi", "aﬃ"), place("f+i", "aﬃ")]
  assert_equal [0, 4], place("(?:ss){2}", "ßß")
end

spec "references compare character by character" do
  assert_equal [0, 5], place("(ß)\\1", "ßẞ")
  assert_equal [nil, nil], [place("(ß)\\1", "ßss"), place("(ss)\\1", "ssß")]
  assert_equal [0, 4], place("(k)\\1", "k\u212a")
end

spec "without Unicode's encodings nothing folds to several" do
  assert_equal [nil, 0], [/[\W]./i.match("ssa".b), "é".match(/[\W]/i).begin(0)]
end

spec "classes under i cost what their folded members do" do
  assert_equal [true, true, true], linear(["[é-ü]{2}?", "([^é]{1,2}){3,12}", "c[^é]{2}?"], 0)
  assert_equal [false, false, false], linear(["[é-ü]{2}?", "([^é]{1,2}){3,12}", "c[^é]{2}?"])
end

spec "texts under i cost what their spellings do" do
  assert_equal [false, false, true], linear(["İ{2}?.", "(?:k(?:İ{1,2}b)){0,2}", "ß{2}?"])
  assert_equal [true, false], linear(["(?=[ß]*[a-z])", "(?=[ß]*[b-c])"])
end

spec "options make what stands under them a piece of its own" do
  assert_equal [true, false, false], linear(["(?=a(?m:b*)c)", "(?=a(?:b*)c)", "(?=(?m:b*c)d)"], 0)
  assert_equal [true, false], linear(["(?:(?d:a)+b)++c", "(?:a+b)++c"], 0)
  assert_equal [false, true], linear(["(?>a{2}+abc)", "(?>a{2}+aabc)"], 0)
  assert_equal [true, false], linear(["(?=[^\\w]*\\w)", "(?=[-+]*\\w)"], 0)
end
