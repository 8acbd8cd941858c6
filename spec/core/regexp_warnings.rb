require_relative "../harness"
require "stringio"

# What is warned of in patterns, and of `$=`.

def regexp_warnings_of(verbose = true)
  errors, level = $stderr, $VERBOSE
  $stderr, $VERBOSE = StringIO.new, verbose
  yield
  $stderr.string.lines(chomp: true).map { |line| line[/warning: (.*)/, 1] }
ensure
  $stderr, $VERBOSE = errors, level
end

def warned_text(text, verbose = true) = regexp_warnings_of(verbose) { eval(text) }

HISTORICAL = "historical binary regexp match /.../n against %s string"

spec "a literal warns of what is hardly meant when its text is read" do
  assert_equal ["regular expression has redundant nested repeat operator '*': /a**/"], warned_text("proc { /a**/ }", false)
  assert_equal ["nested repeat operator '+' and '?' was replaced with '*' in regular expression: /(?:a+)?/"], warned_text("def warned_method = 'x'[/(?:a+)?/]", false)
  assert_equal ["character class has duplicated range: /[a-zb]/"], warned_text("x = /[a-zb]/; x")
  assert_equal [[], []], [warned_text("/[aa]/", false), warned_text("/a**/", nil)]
  assert_equal ["character class has duplicated range: /[aa\\/]/"], warned_text("/[aa\\/]/m")
end

spec "the warning names the line" do
  errors, $stderr = $stderr, StringIO.new
  eval("1\n\n/a**/", nil, "given", 7)
  assert_equal "given:9: warning: regular expression has redundant nested repeat operator '*': /a**/\n", $stderr.string
ensure
  $stderr = errors
end

spec "a /n that is matched against a String beyond ASCII warns where the encoding is another than before" do
  pattern = Regexp.new("a", Regexp::NOENCODING)
  utf8, japanese = "é", "é".encode("EUC-JP")
  assert_equal [HISTORICAL % "UTF-8"], regexp_warnings_of(false) { 2.times { pattern =~ utf8 } }
  assert_equal [HISTORICAL % "EUC-JP", HISTORICAL % "UTF-8"], regexp_warnings_of { utf8.match?(pattern); japanese.match?(pattern); utf8.index(pattern) }
  assert_equal [], regexp_warnings_of { utf8.b =~ pattern; "a".b =~ pattern }
  assert_equal [HISTORICAL % "UTF-8"], regexp_warnings_of { pattern.match(utf8) }
  assert_equal [], regexp_warnings_of(nil) { japanese =~ pattern }
end

spec "every search with a /n warns" do
  text = "éaé"
  searches = {
    match: -> pattern { pattern.match(text).begin(0) }, match_from: -> pattern { pattern.match(text, 1).begin(0) }, case: -> pattern { pattern === text },
    scan: -> pattern { text.scan(pattern) }, gsub: -> pattern { text.gsub(pattern, "b") }, sub: -> pattern { text.sub(pattern) { "c" } },
    split: -> pattern { text.split(pattern) }, index: -> pattern { text.index(pattern) }, rindex: -> pattern { text.rindex(pattern) },
    slice: -> pattern { text[pattern] }, partition: -> pattern { text.partition(pattern) }, start: -> pattern { text.start_with?(pattern) },
    symbol: -> pattern { pattern.match?(:éa) }, grep: -> pattern { [text].grep(pattern) }
  }
  found = searches.map do |name, search|
    answer = nil
    [name, regexp_warnings_of { answer = search.call(Regexp.new("a", Regexp::NOENCODING)) }, answer]
  end
  answers = [1, 1, true, ["a"], "ébé", "écé", %w[é é], 1, 1, "a", %w[é a é], false, true, ["éaé"]]
  assert_equal searches.keys.zip([[HISTORICAL % "UTF-8"]] * searches.size, answers), found
end

spec "one that names bytes itself, or a String in ASCII, warns of nothing" do
  assert_equal [], regexp_warnings_of { /a/n =~ "a"; (/\xff/n =~ "a"); /a/ =~ "é" }
  assert_raises(Encoding::CompatibilityError) { /\xff/n =~ "é" }
end

spec "a Regexp that was not initialized is of bytes" do
  assert_equal [Encoding::BINARY, false], [Regexp.allocate.encoding, Regexp.allocate.fixed_encoding?]
end

spec "$= is false, and tells that it is without effect where that is asked for" do
  before, Warning[:deprecated] = Warning[:deprecated], true
  answer = nil
  assert_equal ["variable $= is no longer effective"], regexp_warnings_of { answer = $= }
  assert_equal ["variable $= is no longer effective; ignored"], regexp_warnings_of { $= = 5 }
  Warning[:deprecated] = false
  assert_equal [[], []], [regexp_warnings_of { answer = $= }, regexp_warnings_of { $= = 5 }]
  assert_equal [false, "global-variable", true], [answer, defined?($=), global_variables.include?(:$=)]
ensure
  Warning[:deprecated] = before
end
