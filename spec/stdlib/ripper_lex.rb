# The tokens of Ripper: where they stand, what they are and in which state they leave the lexer.

require_relative "../harness"
require "ripper"

def events(source) = Ripper.lex(source).map { |_, event, text,| [event.to_s.delete_prefix("on_").to_sym, text] }
def states(source) = Ripper.lex(source).map { |_, _, text, state| [text, state.to_s] }

spec "every byte is in a token" do
  source = "def m(a, *b) # c\n  a ? <<~X : \"x\#{b}y\"\n    one\n     two\n  X\nend \\\n  if %w[a\n b].any?\n=begin\ntext\n=end\n__END__\n"
  assert_equal source, Ripper.tokenize(source).join
  assert_equal source, Ripper.lex(source).map { _1[2] }.join
end

spec "tokens have line, column, event, text and state" do
  assert_equal [[[1, 0], :on_kw, "def", 128], [[1, 3], :on_sp, " ", 128], [[1, 4], :on_ident, "m", 8], [[1, 5], :on_lparen, "(", 1025],
    [[1, 6], :on_ident, "a", 16], [[1, 7], :on_rparen, ")", 8], [[1, 8], :on_sp, " ", 1], [[1, 9], :on_kw, "nil", 2],
    [[1, 12], :on_sp, " ", 2], [[1, 13], :on_kw, "end", 2]], Ripper.lex("def m(a) nil end").map { |at, event, text, state| [at, event, text, state.to_i] }
  assert_equal [[7, 0], :on_ident, "a"], Ripper.lex("a", "f", 7)[0][0, 3]
end

spec "the body of a heredoc stands where it is in the source" do
  assert_equal [[:ident, "f"], [:lparen, "("], [:heredoc_beg, "<<A"], [:comma, ","], [:sp, " "], [:heredoc_beg, "<<B"], [:rparen, ")"], [:nl, "\n"],
    [:tstring_content, "a\n"], [:heredoc_end, "A\n"], [:tstring_content, "b\n"], [:heredoc_end, "B\n"]], events("f(<<A, <<B)\na\nA\nb\nB\n")
  assert_equal [[:heredoc_beg, "<<~A"], [:nl, "\n"], [:ignored_sp, "  "], [:tstring_content, "x"], [:embexpr_beg, "\#{"], [:int, "1"], [:embexpr_end, "}"],
    [:tstring_content, "\n"], [:tstring_content, "\n"], [:ignored_sp, "  "], [:tstring_content, " y\n"], [:heredoc_end, "A\n"]],
    events("<<~A\n  x\#{1}\n\n   y\nA\n")
end

spec "spaces, continued lines and newlines" do
  assert_equal [[:ident, "a"], [:sp, " "], [:sp, "\\\n"], [:sp, "  "], [:ident, "b"]], events("a \\\n  b")
  assert_equal [[:ident, "a"], [:ignored_nl, "\n"], [:sp, " "], [:comment, "# c\n"], [:sp, " "], [:period, "."], [:ident, "b"], [:nl, "\n"], [:ignored_nl, "\n"]],
    events("a\n # c\n .b\n\n")
  assert_equal [[:qwords_beg, "%w["], [:tstring_content, "a"], [:words_sep, "\n"], [:words_sep, " "], [:tstring_content, "b"], [:tstring_end, "]"]], events("%w[a\n b]")
end

spec "literals" do
  assert_equal [[:tstring_beg, "\""], [:tstring_content, "a"], [:embvar, "#"], [:ivar, "@b"], [:tstring_content, " "], [:tstring_content, "\#$ "], [:tstring_end, "\""]],
    events("\"a\#@b \#$ \"")
  assert_equal [[:regexp_beg, "/"], [:tstring_content, "a\\/"], [:regexp_end, "/mx"]], events("/a\\//mx")
  assert_equal [[:symbeg, ":\""], [:tstring_content, "a"], [:tstring_end, "\""]], events(":\"a\"")
  assert_equal [[:backtick, "`"], [:tstring_content, "ls"], [:tstring_end, "`"]], events("`ls`")
  assert_equal [[:op, "-"], [:int, "1"], [:semicolon, ";"], [:float, "1.5"], [:semicolon, ";"], [:rational, "2r"], [:semicolon, ";"], [:imaginary, "3i"], [:semicolon, ";"],
    [:CHAR, "?a"]], events("-1;1.5;2r;3i;?a")
end

spec "states that the parser sets" do
  assert_equal [["alias", "FNAME|FITEM"], [" ", "FNAME|FITEM"], ["a", "END"], [" ", "FNAME|FITEM"], ["+", "ARG"], [" ", "ENDFN"], ["if", "BEG|LABEL"], [" ", "BEG|LABEL"],
    ["b", "CMDARG"]], states("alias a + if b")
  assert_equal [["def", "FNAME"], [" ", "FNAME"], ["m", "ENDFN"], [" ", "ENDFN"], ["a", "END"], [" ", "END|LABEL"], ["=", "BEG"]], states("def m a = 1; end").first(7)
  assert_equal [["a", "CMDARG"], ["\n", "BEG"], ["# c\n", "CMDARG"], ["b", "CMDARG"]], states("a\n# c\nb")
  assert_equal [["p", "CMDARG"], [" ", "CMDARG"], ["(", "BEG|LABEL"], ["1", "END"], [")", "ENDFN"], [" ", "ENDARG"], ["+", "BEG"], ["2", "END"]], states("p (1) +2")
end

spec "a source that does not parse is read all the same" do
  assert_equal "def m(a,", Ripper.lex("def m(a,").map { _1[2] }.join
  assert_raises(SyntaxError) { Ripper.lex("1 +", raise_errors: true) }
end

spec "patterns of tokens" do
  assert_equal "m(a)", Ripper.slice("def m(a) nil end", "[ident lparen rparen]+")
  assert_equal "text\n", Ripper.slice("<<A\ntext\nA", "heredoc_beg nl $(tstring_content*) heredoc_end", 1)
  assert_equal nil, Ripper.token_match("a", "kw")
end

spec "a filter sees the tokens in turn" do
  filter = Class.new(Ripper::Filter) do
    def on_ident(text, list) = list << [text, lineno, column]
    def on_default(_, _, list) = list
  end
  assert_equal [["a", 1, 0], ["b", 2, 1]], filter.new("a\n b").parse([])
end

spec "names of states, and indentation" do
  assert_equal ["NONE", "BEG|LABEL", "CMDARG"], [Ripper.lex_state_name(0), Ripper.lex_state_name(1025), Ripper.lex_state_name(32)]
  text = +" \t  a"
  assert_equal [2, "  a"], [Ripper.dedent_string(text, 8), text]
  assert_equal [0, "\ta"], [Ripper.dedent_string(text = +"\ta", 4), text]
end

spec "literals that do not end" do
  ["<<A\n", "<<~A", "<<A\nb", "f(<<A, <<B)\nA\n", "'abc", "%w[a", "/a", "\"a\#{", "\"a\#{<<B", "=begin\n", ":\"", "`", "<<A\n\#{<<B}\n"].each do |source|
    assert_equal source, Ripper.tokenize(source).join
    assert_equal nil, Ripper.sexp(source)
  end
end

spec "an error's token" do
  assert_equal [[:on_int, "1"], [:on_sp, " "], [:on_op, "+"]], Ripper::Lexer.new("1 +").scan.reject(&:message).map { [_1.event, _1.tok] }
end
