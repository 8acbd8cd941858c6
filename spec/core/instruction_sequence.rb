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
  assert_equal true, Sequence.of(sequence).equal?(sequence)
  file = File.open(path, &:itself)
  assert_equal :file, Sequence.compile(file).eval[0]
  File.write(path, "'é'")
  verbose, $VERBOSE, before = $VERBOSE, nil, Encoding.default_external
  Encoding.default_external = "US-ASCII"
  assert_equal "é", Sequence.compile_file(path).eval
ensure
  Encoding.default_external = before if before
  $VERBOSE = verbose if before
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

spec "code is written to bytes and read again, with what was written beside it" do
  text = "values = [1, 2].map { |item| item * 2 }; def self.spec_read(a, b: 3) = [a, b]; [values, spec_read(1), __FILE__, __LINE__, /a(.)/i, 1..2, 2**70, :é, 'é', self]"
  sequence = Sequence.compile(text, "a.rb", "/b/a.rb", 7)
  binary = sequence.to_binary("beside")
  assert_equal [Encoding::BINARY, false, binary], [binary.encoding, binary.frozen?, sequence.to_binary("beside")]
  read = Sequence.load_from_binary(binary)
  assert_equal sequence.to_a, read.to_a
  assert_equal ["a.rb", "/b/a.rb", "<compiled>", "<compiled>", 7, nil], [read.path, read.absolute_path, read.label, read.base_label, read.first_lineno, read.script_lines]
  assert_equal [[[2, 4], [1, 3], "a.rb", 7, /a(.)/i, 1..2, 2**70, :é, "é", TOPLEVEL_BINDING.receiver]] * 2, [read.eval, read.eval]
  assert_equal ["beside", "other", ""], [binary, read.to_binary("other"), read.to_binary].map { |bytes| Sequence.load_from_binary_extra_data(bytes) }
  assert_equal [true, false], [true, false].map { |frozen| Sequence.load_from_binary(Sequence.compile("'a'", frozen_string_literal: frozen).to_binary).eval.frozen? }
end

spec "what is not the form of code is refused" do
  binary = Sequence.compile("1").to_binary
  ["", "x" * 100, binary[0, 10]].each { |bytes| assert_raises(RuntimeError, "broken binary format") { Sequence.load_from_binary(bytes) } }
  assert_raises(TypeError, "no implicit conversion of nil into String") { Sequence.load_from_binary(nil) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Sequence.compile("1").to_binary(1) }
  assert_raises(RuntimeError, "should be top of iseq") { Sequence.of(proc { 1 }).to_binary }
end

spec "changed bytes are refused or harmless" do
  next unless defined?(Rutile)
  binary = Sequence.compile("def spec_changed(a, b = 2, *c, d: 4) = [a, b].each { |item| c << item }; [1.5, 'a', :b].map { |item| [item, spec_changed(1)] }").to_binary
  random = Random.new(7)
  300.times do
    changed = binary.dup
    random.rand(1..3).times { changed.setbyte(random.rand(changed.size), random.rand(256)) }
    begin
      Sequence.load_from_binary(changed).trace_points
    rescue RuntimeError
      nil
    end
  end
end

spec "a text that was not run tells what stands in it" do
  sequence = Sequence.compile("value = 1\n[2].each { |item| item }\ndef spec_inner = 1")
  children = []
  sequence.each_child { |child| children << child.label }
  assert_equal ["block in <compiled>", "spec_inner"], children
  assert_equal [1, 2, 3], sequence.trace_points.map(&:first)
  assert_equal true, sequence.disasm.include?("block in <compiled>")
end

spec "a sequence runs under its own label, and of it no TracePoint is told" do
  assert_equal ["q.rb:20:in '<compiled>'", "q.rb:21:in 'block in <compiled>'"], Sequence.compile("[caller(0)[0],\n1.then { caller(0)[0] }]", "q.rb", nil, 20).eval
  told = []
  TracePoint.new(:script_compiled) { |point| told << point.path }.enable { Sequence.compile("1", "z.rb").eval }
  assert_equal [], told
  assert_raises(TypeError, "Not a toplevel InstructionSequence") { Sequence.of(method(:spec_sequence_method)).eval }
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
  kept = Sequence.compile("1 +\n2")
  assert_equal ["1 +\n", "2"], kept.script_lines
  assert_equal [[""], ["1\n", ""]], [Sequence.compile("").script_lines, Sequence.compile("1\n").script_lines]
  method = eval("Class.new { def typed_in\n proc { 1 }\n end }.instance_method(:typed_in)")
  lines = ["Class.new { def typed_in\n", " proc { 1 }\n", " end }.instance_method(:typed_in)"]
  assert_equal [lines, true], [Sequence.of(method).script_lines, Sequence.of(method).script_lines.frozen?]
  RubyVM.keep_script_lines = false
  GC.start
  assert_equal [lines, lines], [Sequence.of(method).script_lines, Sequence.of(method.bind_call(method.owner.new)).script_lines]
  assert_equal [["1 +\n", "2"], nil], [kept.script_lines, Sequence.of(eval("-> { 1 }")).script_lines]
ensure
  RubyVM.keep_script_lines = false
end

spec "options of the compiler are kept" do
  before = Sequence.compile_option
  Sequence.compile_option = { specialized_instruction: false }
  assert_equal before.merge(specialized_instruction: false), Sequence.compile_option
  Sequence.compile_option = before
  assert_raises(TypeError, "no implicit conversion of String into Integer") { Sequence.compile("1", debug_level: "") }
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
  here = caller_locations(0)[0]
  assert_raises(RuntimeError, "cannot get AST for ISEQ compiled by prism") { RubyVM::AbstractSyntaxTree.of(here, keep_script_lines: true) }
  assert_equal nil, RubyVM::AbstractSyntaxTree.of(method(:puts))
  assert_raises(TypeError, "wrong argument type Integer (expected method)") { RubyVM::AbstractSyntaxTree.of(1) }
end
