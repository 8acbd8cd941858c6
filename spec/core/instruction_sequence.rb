require "tmpdir"
require_relative "../harness"

# RubyVM as tools ask for it: text that is compiled but not run, and where code stands.

Sequence = RubyVM::InstructionSequence

def spec_sequence_method(value)
  value
end

spec "compile raises what is wrong with a text and runs nothing of it" do
  $sequence_ran = false
  sequence = Sequence.compile("$sequence_ran = true; [__FILE__, __LINE__]", "a.rb", "/b/a.rb", 7)
  assert_equal false, $sequence_ran
  assert_equal ["a.rb", 7], sequence.eval
  assert_equal true, $sequence_ran
  error = assert_raises(SyntaxError) { Sequence.compile("$sequence_ran = 2\n1+", "q.rb", nil, 3) }
  assert_equal true, error.message.start_with?("q.rb:4: syntax error")
  assert_equal true, $sequence_ran
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Sequence.compile(1) }
end

spec "a sequence runs at the top level with variables of its own" do
  assert_equal "main", Sequence.new("self").eval.to_s
  assert_equal [:q], Sequence.compile("q = 1; binding.local_variables").eval
  assert_equal [true, 1], Sequence.compile("['a'.frozen?, __LINE__]", frozen_string_literal: true).eval
end

spec "a sequence tells where its text stands" do
  sequence = Sequence.compile("1")
  assert_equal ["<compiled>", "<compiled>", "<compiled>", 1, nil], [sequence.path, sequence.absolute_path, sequence.label, sequence.first_lineno, sequence.script_lines]
  assert_equal "<RubyVM::InstructionSequence:<compiled>@a.rb:1>", Sequence.compile("1", "a.rb").inspect
  assert_equal ["<compiled>", "a.rb", "/b/a.rb", 7, :top], Sequence.compile("x", "a.rb", "/b/a.rb", 7).to_a[5..9]
end

spec "compile_file reads a file" do
  path = "#{Dir.tmpdir}/sequence_#{Process.pid}.rb"
  File.write(path, "[:file, __FILE__]")
  sequence = Sequence.compile_file(path)
  assert_equal [[:file, path], "<main>", File.realpath(path)], [sequence.eval, sequence.label, sequence.absolute_path]
ensure
  File.delete(path)
end

spec "of says where the code of a method or proc begins and ends" do
  sequence = Sequence.of(method(:spec_sequence_method))
  assert_equal ["spec_sequence_method", File.realpath(__FILE__), 8], [sequence.label, sequence.absolute_path, sequence.first_lineno]
  assert_equal [8, 0, 10, 3], sequence.to_a[4][:code_location]
  lambda = -> {
    1
  }
  line = __LINE__ - 3
  assert_equal [line, 13, line + 2, 3], Sequence.of(lambda).to_a[4][:code_location]
  assert_equal [nil, nil], [Sequence.of(method(:puts)), Sequence.of(1)]
end

spec "of tells a lambda from the block of the call that it is given to" do
  places = ->(code, &block) { [code, block].map { |body| Sequence.of(body).to_a[4][:code_location].values_at(1, 3) } }
  assert_equal [[51, 57], [59, 64]], places.call(-> { 1 }) { 2 }
  assert_equal [[56, 61], [63, 68]], places.call(lambda { 1 }) { 2 }
end

def spec_sequence_events(first, second = first.size)
  [first].each do |item|
    return second if item.empty?
  end
  first
end

spec "code tells what a TracePoint may be told of in it, and what stands in it" do
  sequence = Sequence.of(method(:spec_sequence_events))
  line = sequence.first_lineno
  assert_equal [["spec_sequence_events", "spec_sequence_events"], :method], [[sequence.label, sequence.base_label], sequence.to_a[9]]
  events = sequence.trace_points.map { |at, event| [at - line, event] }
  assert_equal [[0, :call], [1, :line], [4, :line], [5, :return]], events
  children = []
  sequence.each_child { |child| children << child }
  assert_equal [["block in spec_sequence_events", "spec_sequence_events", line + 1, :block]], children.map { |child| [child.label, child.base_label, child.first_lineno, child.to_a[9]] }
  places = sequence.to_a[13].select { |item| item.is_a?(Integer) || item.is_a?(Symbol) && item.start_with?("RUBY_EVENT") }
  places = places.chunk_while { |_, item| item.is_a?(Symbol) }.select { |group| group.size > 1 }.map { |at, *told| [at - line, told] }
  assert_equal [[1, %i[RUBY_EVENT_LINE RUBY_EVENT_CALL]], [4, [:RUBY_EVENT_LINE]], [5, [:RUBY_EVENT_RETURN]]], places
end

spec "a TracePoint aims at code, and is told of what is compiled" do
  told = []
  trace = TracePoint.new(:line) { |point| told << point.lineno }
  trace.enable(target: Sequence.of(method(:spec_sequence_method))) { [spec_sequence_method(1), spec_sequence_events([])] }
  assert_equal [9], told
  compiled = []
  TracePoint.new(:script_compiled) { |point| compiled << [point.instruction_sequence.to_a[9], point.eval_script] }.enable { eval("1 + 1") }
  assert_equal [[:eval, "1 + 1"]], compiled
end

spec "code tells the lines of its text where they are kept" do
  sequence = Sequence.of(method(:spec_sequence_method))
  assert_equal [false, nil], [RubyVM.keep_script_lines, sequence.script_lines]
  RubyVM.keep_script_lines = true
  assert_equal ["1 +\n", "2"], Sequence.compile("1 +\n2").script_lines
ensure
  RubyVM.keep_script_lines = false
end

spec "options of the compiler are kept" do
  before = Sequence.compile_option
  Sequence.compile_option = { specialized_instruction: false }
  assert_equal before.merge(specialized_instruction: false), Sequence.compile_option
  Sequence.compile_option = before
  assert_raises(TypeError, "allocator undefined for RubyVM::InstructionSequence") { Sequence.allocate }
  assert_raises(NoMethodError, "undefined method 'new' for class RubyVM") { RubyVM.new }
end

spec "what the core opens and asks for itself goes by no method that a program replaced" do
  program = <<~'RUBY'
    def File.open(*) = raise("open")
    def File.new(*) = raise("new")
    def ENV.[](name) = raise(name)
    Time.at(0).year
    print File.read(__FILE__).size > 3, IO.readlines(__FILE__).size > 1, open(__FILE__) { 1 }, system("true", out: File::NULL)
    class Other < File
      def initialize(*) = (super; @x = 1)
      attr_reader :x
    end
    class << File; remove_method :open; end
    print Other.open(__FILE__) { |file| file.x }
  RUBY
  path = "#{Dir.tmpdir}/replaced_#{Process.pid}.rb"
  File.write(path, program)
  assert_equal "truetrue1true1", IO.popen([RbConfig.ruby, path], &:read)
ensure
  File.delete(path)
end

spec "the tree of what Prism compiled is not kept" do
  assert_raises(RuntimeError, "cannot get AST for ISEQ compiled by prism") { RubyVM::AbstractSyntaxTree.of(proc { 1 }) }
  assert_equal nil, RubyVM::AbstractSyntaxTree.of(method(:puts))
  assert_raises(TypeError, "wrong argument type Integer (expected method)") { RubyVM::AbstractSyntaxTree.of(1) }
end
