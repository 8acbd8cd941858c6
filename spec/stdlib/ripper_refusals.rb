# The parser's events for code that is read on though it is wrong, and what Ripper warns of.

require_relative "../harness"
require "ripper"

class Noting < Ripper
  attr_reader :noted

  def initialize(*)
    @noted = []
    super
  end

  %i[assign_error alias_error class_name_error param_error].each do |event|
    define_method(:"on_#{event}") { |*arguments| @noted << [event, *arguments] }
  end
  %i[var_field assign opassign massign def class retry yield0].each do |event|
    define_method(:"on_#{event}") { |*| event }
  end

  def on_parse_error(message) = @noted << [:parse_error, message]
  def warn(*arguments) = @noted << [:warn, *arguments]
  def warning(*arguments) = @noted << [:warning, *arguments]
end

def noted(code, from = 1)
  parser = Noting.new(code, "-", from)
  parser.parse
  [parser.error?, parser.noted]
end

spec "a target that can't be assigned to has an event of its own" do
  assert_equal [true, [[:assign_error, "Can't assign to nil", :var_field]]], noted("nil = 1")
  assert_equal [true, [[:assign_error, "Can't change the value of self", :var_field]]], noted("self = 1")
  assert_equal [true, [[:assign_error, "Can't set variable $1", :var_field]]], noted("$1, x = 5")
  assert_equal [true, [[:assign_error, "Can't set variable $&", :opassign]]], noted("$& += 5")
  assert_equal [true, [[:assign_error, "Can't assign to __FILE__", :var_field]]], noted("begin; rescue => __FILE__; end")
end

spec "so have wrong names of aliases, classes and parameters" do
  assert_equal [true, [[:alias_error, "can't make alias for the number variables", "$1"]]], noted("alias $a $1")
  assert_equal [true, [[:class_name_error, "class/module name must be CONSTANT", "bad"]]], noted("class bad; end")
  words = { "A" => "a constant", "@a" => "an instance variable", "$a" => "a global variable", "@@a" => "a class variable" }
  words.each { |name, word| assert_equal [true, [[:param_error, "formal argument cannot be #{word}", name]]], noted("def m(#{name}) end") }
end

spec "jumps that lead nowhere and endless setters are read, and told of as errors" do
  assert_equal [true, [[:parse_error, "Invalid retry without rescue"]]], noted("retry")
  assert_equal [true, [[:parse_error, "setter method cannot be defined in an endless method definition"]]], noted("def foo=(a) = 1")
  events = Class.new(Noting) { define_method(:on_yield0) { @noted << :yield0 } }
  assert events.new("yield").tap(&:parse).noted.include?(:yield0)
end

spec "warnings are told with their words and what stands in them" do
  assert_equal [false, [[:warning, "'when' clause on line %d duplicates 'when' clause on line %d and is ignored", 12, 11]]],
    noted("case x\nwhen 1\nwhen 1\nend", 10)
  assert_equal [[:a, 1], ["b", 2], [3, 1]], ["{a: 1, a: 2}", "\n{'b' => 1, 'b' => 2}", "{3 => 1, 3 => 2}"].map { |code| noted(code)[1][0].last(2) }
  assert_equal [false, [[:warning, "invalid value for %s: %s", "frozen_string_literal", "nope"]]], noted("# frozen_string_literal: nope")
  assert_equal [false, [[:warning, "'%s' is ignored after any tokens", "frozen_string_literal"]]], noted("x # frozen_string_literal: true")
  assert_equal [false, [[:warn, "mismatched indentations at '%s' with '%s' at %d", "end", "if", 2]]], noted("# warn_indent: true\nif true\n  end\n")
  assert_equal [false, []], noted("if true\n  end\n")
  assert_equal [false, [[:warning, "'*' interpreted as argument prefix"]]], noted("p *a")
  assert_equal [false, [[:warning, "statement not reached"]]], noted("return;1")
  assert_equal [false, [[:warn, "found '= literal' in conditional, should be =="]]], noted("if a = 1; end")
end

spec "parameters in parentheses are lists, however many there are; a constant's name before braces is a command's" do
  assert_equal [[:mlhs, [:mlhs, [:@ident, "a", [1, 8]], [:@ident, "b", [1, 11]]]]], Ripper.sexp("proc {|((a, b))|}".sub(" {", "{"))[1][0][2][1][1][1]
  assert_equal :command_call, Ripper.sexp("a::C {}")[1][0][1][0]
  assert_equal :call, Ripper.sexp("a::c {}")[1][0][1][0]
end
