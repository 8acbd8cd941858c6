# What Ripper tells of wrong code: its lexer's and its checks' words go to compile_error, its grammar's to on_parse_error.

require_relative "../harness"
require "ripper"

class Complaining < Ripper
  attr_reader :said

  def initialize(*)
    @said = []
    super
  end

  def on_parse_error(message)
    @said << [:parse_error, message]
  end

  def compile_error(message)
    @said << [:compile_error, message]
  end
end

# The first that is said of each code.
def complaints(*codes)
  codes.map { |code| Complaining.new(code).tap(&:parse).said.first }
end

spec "names that are none are told to compile_error" do
  assert_equal [[:compile_error, "'@1' is not allowed as an instance variable name"],
                [:compile_error, "'@@' without identifiers is not allowed as a class variable name"],
                [:compile_error, "'$%' is not allowed as a global variable name"]], complaints("@1", "@@", "$%")
end

spec "what has no end is told to compile_error" do
  string = [:compile_error, "unterminated string meets end of file"]
  assert_equal [string] * 3, complaints("\"a", "`a", ":'a")
  assert_equal [[:compile_error, "unterminated regexp meets end of file"], [:compile_error, "unterminated list meets end of file"],
                [:compile_error, "can't find string \"A\" anywhere before EOF"], [:compile_error, "embedded document meets end of file"]],
               complaints("/a", "%w(a", "<<A\n", "=begin\n")
end

spec "parameters that a method hasn't are told to compile_error" do
  assert_equal ["no anonymous block parameter", "no anonymous rest parameter", "no anonymous keyword rest parameter", "unexpected ..."]
    .map { |words| [:compile_error, words] }, complaints("def b; c(&) end", "def b; c(*) end", "def b; c(**) end", "def b; c(...) end")
end

spec "what stands where it can't is told in the grammar's own words" do
  assert_equal ["Invalid redo", "Invalid retry without rescue", "Invalid yield", "Invalid break", "BEGIN is permitted only at toplevel",
                "unknown type of %string", "invalid hex escape", "numeric literal without digits"].map { |words| [:parse_error, words] },
               complaints("redo", "retry", "yield", "break", "def f; BEGIN {}; end", "%z(a)", "\"\\xz\"", "0x")
  assert_equal "syntax error, ", complaints("def").dig(0, 1)[0, 14]
end

spec "what is read from must give Strings" do
  lines = [0]
  source = Object.new
  source.define_singleton_method(:gets) { lines.shift }
  assert_raises(TypeError, /\Agets returned Integer \(expected String or nil\)\z/) { Ripper.new(source).parse }
end

# All that is told of a code, tokens by what they are.
class Telling < Ripper
  attr_reader :told

  SCANNER_EVENTS.each { |event| define_method(:"on_#{event}") { |text| (@told ||= []) << [event, text] } }

  def on_parse_error(message) = (@told ||= []) << [:parse_error, message, token]
  def compile_error(message) = (@told ||= []) << [:compile_error, message, token]
  def on_param_error(message, _) = (@told ||= []) << [:param_error, message]
end

def told(code) = Telling.new(code).tap(&:parse).told

spec "an escape that means nothing is a piece of its own, told of before it is handed over" do
  hex = [:parse_error, "invalid hex escape", "\\x"]
  assert_equal [[:tstring_beg, "\""], [:tstring_content, "a"], hex, [:tstring_content, "\\x"], [:tstring_content, "z\\x41"], [:tstring_end, "\""]], told('"a\xz\x41"')
  assert_equal [[:regexp_beg, "/"], [:tstring_content, "\\C-"], hex, [:tstring_content, "\\x"], [:regexp_end, "/"]], told('/\C-\x/')
  { '\Cx' => '\Cx', '\M-\Mx' => '\M-\M', '\c\cx' => '\c\c', '\C-\u0041' => '\C-\u', "\\C-\u3042" => "\\C-\u3042", '\M-\c\C-x' => '\M-\c\C-' }.each do |escape, piece|
    assert_equal [:parse_error, "Invalid escape character syntax", piece], told("\"#{escape}\"")[1]
  end
  assert_equal [:parse_error, "invalid Unicode escape", "\\u12"], told('"\u12z"')[1]
  assert_equal ["\\u{12 ", "invalid Unicode escape", "unterminated Unicode escape", "zz}"], told('"\u{12 zz}"')[1..-2].map { |told| told[1] }
  assert_equal [[:symbeg, ":\""], hex, [:tstring_content, "\\x"], [:tstring_end, "\""]], told(':"\x"')
  assert_equal [[:words_beg, "%W("], hex, [:tstring_content, "\\x"], [:tstring_end, ")"]], told('%W(\x)')
  assert_equal [[:qwords_beg, "%w("], [:tstring_content, "\\x"], [:tstring_end, ")"]], told('%w(\x)')
  assert_equal [[:tstring_beg, "'"], [:tstring_content, "\\x"], [:tstring_end, "'"]], told("'\\x'")
  assert_equal [[:parse_error, "Invalid escape character syntax", "?\\M "], [:tstring_content, "?\\M "]], told("?\\M ")
  assert_equal [[:parse_error, "Invalid escape character syntax", "?\\"], [:tstring_content, "?\\"]], told("?\\")
  assert_equal nil, Ripper.sexp('"\x"')
end

spec "a character that no code has is told of and is no token" do
  assert_equal [[:ident, "a"], [:sp, " "], [:compile_error, "Invalid char '\\x1B' in expression", "\e"], [:int, "1"]], told("a \e1")
  assert_equal [[:compile_error, "Invalid char '\\x01' in expression", "\u0001"]], told("\u0001")
end

spec "a heredoc without an end is told of where its body ends, and its line is read on" do
  error = [:compile_error, "can't find string \"A B\" anywhere before EOF", "\"A B\""]
  assert_equal [[:ident, "p"], [:sp, " "], [:heredoc_beg, "<<~\"A B\""], [:tstring_content, "x\n"], error, [:comma, ","], [:int, "1"], [:nl, "\n"]], told("p <<~\"A B\",1\nx\n")
  assert_equal [[:parse_error, "unterminated here document identifier", "<<'"]], told("<<'")
  assert_equal [[:parse_error, "unterminated here document identifier", "<<-`a\n"]], told("<<-`a\n")
end

spec "a heredoc in a piece of code of another one is no part of that one's text" do
  code = "<<~A\n  1\n  \#{<<~B}\n    2\n  B\n  3\nA\n"
  assert_equal code, Ripper.tokenize(code).join
  assert_equal "    2\n  B\n", Ripper.lex(code).select { |token| token[0][0].between?(4, 5) }.map { |token| token[2] }.join
end

spec "spaces that end a source belong to its last statement; a brace that closes nothing ends a piece of code" do
  assert_equal [[:int, "1"], [:sp, "\t "], [:nl, "\n"]], told("1\n\t ")
  assert_equal [[2, 0], :on_sp, "  ", Ripper::EXPR_ARG], Ripper.lex("x y # c\n  ").last.map { |part| Ripper::Lexer::State === part ? part.to_i : part }
  assert_equal [[:sp, "\\\n"]], told("\\\n")
  assert_equal [:embexpr_end, "}"], told("a { } }").assoc(:embexpr_end)
  assert_equal [[:embexpr_beg, "\#{"], [:lbrace, "{"], [:rbrace, "}"], [:embexpr_end, "}"]], told("\"\#{{}}\"")[1..-2]
end

spec "labels of parameters whose names no variables have are told of" do
  assert_equal [:param_error, "formal argument must be local variable"], told("def m(a?:) end").assoc(:param_error)
  assert_equal [:param_error, "formal argument must be local variable"], told("->(a!: 1) {}").assoc(:param_error)
  assert_equal [:param_error, "formal argument cannot be a constant"], told("def m(A: 1) end").assoc(:param_error)
  assert_equal "duplicated argument name", told("def m(a, a) end").assoc(:parse_error)[1]
end
