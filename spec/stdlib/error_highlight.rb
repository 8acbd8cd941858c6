# The part of the line that an error is about, underlined below its message.

require_relative "../harness"

require "prism"

class SpecHighlighted
  attr_accessor :a

  def [](_) = nil
  def m(a, b: 1) = 1
end

# What stands below the first line of the message.
def underlined
  yield
rescue StandardError => error
  error.detailed_message(highlight: false).split("\n", 2)[1].to_s.lines.grep_v(/Did you mean/).join.strip.lines.map(&:strip)
end

# The text that is underlined.
def pointed(&block)
  yield
rescue StandardError => error
  spot = ErrorHighlight.spot(error)
  spot && spot[:snippet][spot[:first_column]...spot[:last_column]]
end

spec "the name of what is missing" do
  it, none, i = SpecHighlighted.new, nil, 1
  assert_equal [".foo", ".bar", "&.foo", ".foo", "[2]"], [pointed { nil.foo }, pointed { it.a.bar(1, 2) }, pointed { i&.foo }, pointed { none.foo("x") { |x| x } }, pointed { it[1][2] }]
  assert_equal [".b =", "[3] =", "[] =", ".c", "+", "+", "[1]"], [pointed { it.a.b = 3 }, pointed { none[3] = 4 }, pointed { none[] = 4 }, pointed { it.c += 1 }, pointed { it.a += 1 }, pointed { it[1] += 2 }, pointed { none[1] += 2 }]
  assert_equal ["+", "-", "unknown_name", "unknown_call", ".unknown"], [pointed { none + 1 }, pointed { -none }, pointed { unknown_name }, pointed { unknown_call(1) }, pointed { ->(x) { x.unknown }.(1) }]
  assert_equal ["Unknown", "::Unknown", "::Other", "Unknown"], [pointed { Unknown }, pointed { SpecHighlighted::Unknown }, pointed { SpecHighlighted::Other::Last }, pointed { Unknown::Last }]
end

spec "the arguments that are refused" do
  i, s = 1, "x"
  assert_equal ["nil", "s", "i"], [pointed { 1 + nil }, pointed { i + s }, pointed { s + i }]
  assert_equal ["ArgumentError, \"own\"", "TypeError", "raise"], [pointed { raise ArgumentError, "own" }, pointed { raise TypeError }, pointed { raise "own" }]
end

spec "nothing is shown of texts and where a line is not plain" do
  it = SpecHighlighted.new
  assert_equal [nil, nil, nil, nil], [pointed { eval("nil.foo") }, pointed { "é"; nil.foo }, pointed { nil.() }, pointed { Integer("x") }]
  assert_equal [nil, nil], [pointed { it.m }, pointed { it.m(1, c: 2) }]
end

spec "the message shows the line" do
  value = nil
  alone = underlined do
    value.foo
  end
  assert_equal ["value.foo", "^^^^"], alone
  several = underlined do
    value
      .foo
  end
  assert_equal [".foo", "^^^^"], several
end

spec "it may be asked not to" do
  error = (nil.foo rescue $!)
  assert_equal "undefined method 'foo' for nil (NoMethodError)", error.detailed_message(highlight: false, error_highlight: false)
  assert_raises(TypeError, "Exception is expected") { ErrorHighlight.spot(1) }
end

spec "a place in the backtrace, and a line too long" do
  deeper = -> { nil.foo }
  error = (deeper.call rescue $!)
  place = ErrorHighlight.spot(error, backtrace_location: error.backtrace_locations[1])
  assert_equal [".call", __LINE__ - 2], [place[:snippet][place[:first_column]...place[:last_column]], place[:first_lineno]]
  spot = { first_lineno: 1, last_lineno: 1, first_column: 40, last_column: 44, snippet: "#{"a" * 40}.foo#{"b" * 40}\n" }
  width = ErrorHighlight::DefaultFormatter.max_snippet_width
  ErrorHighlight::DefaultFormatter.max_snippet_width = 20
  shown = ErrorHighlight::DefaultFormatter.message_for(spot)
  ErrorHighlight::DefaultFormatter.max_snippet_width = width
  assert_equal "\n\n...#{"a" * 7}.foobbb...\n#{" " * 10}^^^^", shown
end

spec "what raises within a method is found" do
  object = Object.new
  def object.whole = raise("text")
  def object.lines
    raise
  end
  def object.called = 1.fdiv(nil)
  pieces = [-> { object.whole }, -> { object.lines }, -> { object.nope }].map { |code| pointed(&code) }
  assert_equal ["raise", "raise", ".nope"], pieces
  assert_equal "nil", pointed { object.called }
end

spec "the library is there from the start, as a version of its own" do
  assert_equal [true, false], [Gem::Version.new(ErrorHighlight::VERSION) >= Gem::Version.new("0.5"), require("error_highlight")]
end

spec "errors whose names are guessed are shown in bold unless asked otherwise" do
  assert_equal "\e[1mtext (\e[1;4mNameError\e[m\e[1m)\e[m", NameError.new("text").detailed_message
  assert_equal "\e[1mtext (\e[1;4mKeyError\e[m\e[1m)\e[m", KeyError.new("text").detailed_message
  assert_equal ["text (NameError)", "text (TypeError)"], [NameError.new("text").detailed_message(highlight: false), TypeError.new("text").detailed_message]
end

spec "which of two equal names of a path is missing can't be told" do
  assert_equal true, ErrorHighlight.const_get(:Spotter).const_get(:OPT_GETCONSTANT_PATH)
end

# The node at which an error's call of a number stands, as the text that it was raised in.
def standing_node(source, error, number = 0)
  id = RubyVM::AbstractSyntaxTree.node_id_for_backtrace_location(error.backtrace_locations[number])
  Prism.parse(source).value.breadth_first_search { |node| node.node_id == id }
end

spec "a location of a backtrace knows the parser's node in text that was evaluated" do
  source = "def texted(list)\n  list.map { |each| each.nope(1) + 2 }.sum\nend"
  holder = Object.new
  holder.instance_eval(source, "a_template.erb", -5)
  error = assert_raises(NoMethodError) { holder.texted([3]) }
  assert_equal ["each.nope(1)", "list.map { |each| each.nope(1) + 2 }"], [0, 2].map { |number| standing_node(source, error, number).slice }
  spot = ErrorHighlight.spot(standing_node(source, error))
  assert_equal [2, 24, 2, 29], spot.values_at(:first_lineno, :first_column, :last_lineno, :last_column)
  assert_equal ["  list.map { |each| each.nope(1) + 2 }.sum\n", source.lines], spot.values_at(:snippet, :script_lines)
end

spec "it knows the node in a file as well, also below a method of the core library" do
  source = File.read(__FILE__)
  error = assert_raises(NoMethodError) { [1].each { |each| each.nope(nil) } }
  slices = error.backtrace_locations.first(3).map do |location|
    id = RubyVM::AbstractSyntaxTree.node_id_for_backtrace_location(location)
    Prism.parse(source).value.breadth_first_search { |node| node.node_id == id }.slice
  end
  assert_equal ["each.nope(nil)", "[1].each { |each| each.nope(nil) }"], slices.values_at(0, 2)
  node = standing_node(source, error)
  pointed = %i[name args].map { |type| ErrorHighlight.spot(node, point_type: type).then { |spot| spot[:snippet][spot[:first_column]...spot[:last_column]] } }
  assert_equal [".nope", "nil"], pointed
  here = caller_locations(0, 1)[0]
  id = RubyVM::AbstractSyntaxTree.node_id_for_backtrace_location(here)
  assert_equal "caller_locations(0, 1)", Prism.parse(source).value.breadth_first_search { |each| each.node_id == id }.slice
end

spec "only a location has a node" do
  assert_raises(TypeError, "Thread::Backtrace::Location object expected") { RubyVM::AbstractSyntaxTree.node_id_for_backtrace_location(1) }
  assert_raises(TypeError, "Exception is expected") { ErrorHighlight.spot("x") }
end
