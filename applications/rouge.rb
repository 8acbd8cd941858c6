# Marks up programs in three languages.
require "rouge"

sources = { "ruby" => "class A < B\n  def m(x:, *r) = \"\#{x} \#{r}\" # note\nend\n", "json" => '{"a": [1, 2.5e3, null, "x\u00e9"]}', "html" => "<p class='a'>x &amp; y<!-- z --></p>" }
sources.each do |language, text|
  tokens = Rouge::Lexer.find(language).lex(text).map { |token, value| "#{token.qualname} #{value.inspect}" }
  puts language, tokens, Rouge::Formatters::HTML.new.format(Rouge::Lexer.find(language).lex(text))
end
