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
