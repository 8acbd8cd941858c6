require_relative "../harness"
require "cgi/util"
require "cgi/escape"

spec "texts of pages" do
  assert_equal "&lt;a href=&#39;x&#39;&gt;&amp;&quot;é&lt;/a&gt;", CGI.escapeHTML("<a href='x'>&\"é</a>")
  assert_equal "<>&\"'AA'&nbsp;&#xffffffff;あ&#x3042", CGI.unescapeHTML("&lt;&gt;&amp;&quot;&#39;&#x41;&#65;&apos;&nbsp;&#xffffffff;&#12354;&#x3042")
  assert_equal ["\xE4".b, "&#1234567;", "&#xZZ;", "&#12354;"], [
    CGI.unescapeHTML("&#228;".encode("ISO-8859-1")).b, CGI.unescapeHTML("&#1234567;"), CGI.unescapeHTML("&#xZZ;"),
    CGI.unescapeHTML("&#12354;".dup.force_encoding("US-ASCII"))
  ]
  assert_equal "&lt;é&gt;".encode("UTF-16LE"), CGI.escapeHTML("<é>".encode("UTF-16LE"))
  assert_equal "<é>".encode("UTF-16LE"), CGI.unescapeHTML("&lt;é&gt;".encode("UTF-16LE"))
end

spec "a text without anything to escape is a copy, for ERB the text itself" do
  require "erb"
  plain = "plain"
  assert_equal [plain, false, true], [CGI.escapeHTML(plain), CGI.escapeHTML(plain).equal?(plain), ERB::Util.html_escape(plain).equal?(plain)]
end

spec "parts of addresses" do
  assert_equal ["a+b%26c%3D%C3%A9~%2A", "a%20b~%2A%C3%A9", "a%20b"], [CGI.escape("a b&c=é~*"), CGI.escapeURIComponent("a b~*é"), CGI.escape_uri_component("a b")]
  assert_equal ["a b&あ%zz", "a+b ", "%", "%4"], [CGI.unescape("a+b%26%e3%81%82%zz"), CGI.unescapeURIComponent("a+b%20"), CGI.unescape("%"), CGI.unescape("%4")]
  assert_equal [Encoding::UTF_8, false, Encoding::Windows_31J], [CGI.unescape("%E3", "UTF-8").encoding, CGI.unescape("%E3").valid_encoding?, CGI.unescape("%41", Encoding::SJIS).encoding]
  assert_equal ["%E9", Encoding::ISO_8859_1], [CGI.escape("é".encode("ISO-8859-1")), CGI.escape("é".encode("ISO-8859-1")).encoding]
  assert_raises(TypeError, "no implicit conversion of nil into String") { CGI.escapeHTML(nil) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { CGI.escape(5) }
end

spec "nil is no charset" do
  assert_raises(TypeError) { CGI.unescape("", nil) }
  assert_raises(TypeError) { CGI.unescapeURIComponent("", nil) }
  assert_equal ["a b", Encoding::EUC_JP], [CGI.unescape("a+b"), CGI.unescape("a", Encoding::EUC_JP).encoding]
end

spec "texts of a page are copies, of class String" do
  plain, own = "abc".freeze, Class.new(String).new("abc")
  copy = CGI.escapeHTML(plain)
  assert_equal [false, false, "abc"], [copy.equal?(plain), copy.frozen?, copy]
  assert_equal [own.class, String], [CGI.escapeHTML(own).class, CGI.escapeHTML(own + "<").class]
  assert_raises(TypeError, "no implicit conversion of Symbol into String") { CGI.escapeHTML(:a) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { CGI.escapeHTML }
end

spec "ERB escapes what it is given as text" do
  require "erb"
  plain, wide = "abc", "<a&\"'>".encode("UTF-16LE")
  assert_equal true, ERB::Escape.html_escape(plain).equal?(plain)
  assert_equal ["a&lt;b", "", "12"], [:"a<b", nil, 12].map { |object| ERB::Escape.html_escape(object) }
  assert_equal "&lt;a&amp;&quot;&#39;&gt;".encode("UTF-16LE"), ERB::Escape.html_escape(wide)
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { ERB::Escape.html_escape(1, 2) }
end

spec "entities at the ends of a text, side by side and apart" do
  texts = ["<", "a<", "<a", "'&\"<>" * 10, "no entity at all " * 20, "é<ü>", "<" * 7 + "tail of some length", "\xff<".dup.force_encoding("BINARY")]
  entities = { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;", "'" => "&#39;" }
  texts.each do |text|
    expected = text.gsub(/[&<>"']/n) { |byte| entities[byte] } if text.encoding == Encoding::BINARY
    expected ||= text.gsub(/[&<>"']/) { |character| entities[character] }
    assert_equal [expected, text.encoding], ERB::Escape.html_escape(text).then { |escaped| [escaped, escaped.encoding] }
  end
end
