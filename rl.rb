require "ripper"
CODES = ["1\n\t \t", "1 \t", "foo \n  ", "1; ", "def a\n ", "\\\n", "\\ ", "x \\\n", "\"hello\\x world\"", "\"\n\\Cxx\"", "\"\\ux\"", "/\\xU/", "\"a\\u{zz}b\"", "\"\\C-\u{3042}\"","\"\\M-\u{3042}b\"", "\"\\c\"", "a }", "a( foo, bar: baz }", "}", "x\n}y", "?\\", "?\\M ", "?\\x", "?\\C-", "\ea", "a\x01b", "<<~H1\n  1\n  \#{<<~H2}\n    2\n  H2\n  3\nH1\n", "def r(a, a) end", "def r(a?:) end", "<<A+1\n\#{\n", "<<A.upcase\n", "<<\"", "{a:,aaaaaa\n\"\"hello}", "proc do |&b, x| end", "?\\u{41 42}", "%w(\\xz)", "%W(\\xz a)", "`\\xz`", ":\"\\xz\"", "<<A\n\n\\xyz", "\"\\xz\#{1}\"", "\"\\xzz\\xy\\x41\"", "x = )", "\"\\400 \\z\"", "/\\c/", "'\\x'", "a\n \n", "\t\n"]
class L < Ripper
  SCANNER_EVENTS.each { |e| define_method(:"on_#{e}") { |t| (@o ||= []) << [[lineno, column], e, t, state] } }
  def on_parse_error(m) = (@o ||= []) << [:pe, m, token, lineno, column]
  def compile_error(m) = (@o ||= []) << [:ce, m, token, lineno, column]
  def on_param_error(m, x) = (@o ||= []) << [:param, m]
  attr_reader :o
end
CODES.each { |c| puts "== #{c.inspect}"; begin; l = L.new(c); l.parse; l.o&.each { |x| puts "  " + x.inspect }; rescue => e; p e; end }
