require_relative "../harness"

# Regexp: patterns as they are shown, and the places that matches are said to begin at.

spec "a pattern of plain characters is shown as it is" do
  assert_equal ["/a\u00e9 b/", "/\u3042/i", "/\\//"], [Regexp.new("a\u00e9 b"), Regexp.new("\u3042", 1), Regexp.new("\\/")].map(&:inspect)
end

spec "where a pattern has a slash, a control character or white space, what is not ASCII is shown by its number" do
  patterns = ["a\n\u00e9", "a/\u00e9", "\u00e9\u{7f}", "\u00e9\u{1f600}\0", "\u00e9\\\n\u00e9"]
  shown = ["/a\n\\u00E9/", "/a\\/\\u00E9/", "/\\u00E9\\x7F/", "/\\u00E9\\u{1F600}\\x00/", "/\\u00E9\\\n\\u00E9/"]
  assert_equal shown, patterns.map { |pattern| Regexp.new(pattern).inspect }
end

spec "so it is in an encoding that the outer world does not have" do
  assert_equal ["/\\x{8FABB1}/", "/\\x{82A0}\\//", "/\\xFF\\//"],
               [Regexp.new("\u00e9".encode("EUC-JP")), Regexp.new("\u3042/".encode("Shift_JIS")), Regexp.new("\xff/".b)].map(&:inspect)
end

spec "to_s keeps the characters" do
  assert_equal ["(?-mix:a\n\u00e9)", "(?-mix:a\\/\u00e9)"], ["a\n\u00e9", "a/\u00e9"].map { |pattern| Regexp.new(pattern).to_s }
end

spec "an error shows a pattern as inspect does" do
  messages = ["\u00e9\n(", "\u00e9("].map do |pattern|
    Regexp.new(pattern)
  rescue RegexpError => error
    error.message
  end
  assert_equal ["end pattern with unmatched parenthesis: /\\u00E9\n(/", "end pattern with unmatched parenthesis: /\u00e9(/"], messages
end

spec "=~ tells where the match was found, also where \\K keeps its beginning out of it" do
  assert_equal [0, 1, 1, nil], ["b\u00e9a" =~ /b\u00e9\Ka/, /c\K/ =~ "\u00e9c", :xc =~ /c\K/, "x" =~ /c\K/]
  $_ = "x\u00e9c"
  assert_equal [1, 2, "c"], [~/\u00e9\Kc/, $~.begin(0), $&]
  assert_equal [2, 2, 2], ["x\u00e9c".index(/\u00e9\Kc/), "x\u00e9c".rindex(/\u00e9\Kc/), "x\u00e9c".match(/\u00e9\Kc/).begin(0)]
end
