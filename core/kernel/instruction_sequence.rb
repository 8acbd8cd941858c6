# RubyVM::InstructionSequence: text that is compiled but not run yet, and what is known of the code of a proc or method. The instructions are
# not the reference's, so none are shown: `to_a` has all but them, `disasm` is not here.

class RubyVM
  class InstructionSequence
    class << self
      alias __new new

      def allocate
        raise TypeError, "allocator undefined for #{self}"
      end

      def compile(source = "", file = "<compiled>", path = nil, line = 1, opt = nil, options = opt, **keywords)
        source = Primitive.is_a(source, File) ? source.read : Rutile.to_str(source)
        file = nil.equal?(file) ? "<compiled>" : Rutile.to_path(file)
        path = nil.equal?(path) ? file : Rutile.to_path(path)
        line = Rutile.to_int(line)
        options = __options(options).merge(keywords)
        source = "# frozen_string_literal: true\n#{source}" if (frozen = true.equal?(options[:frozen_string_literal]))
        Rutile.check_syntax(source, file, frozen ? line - 1 : line)
        __new(source, file, path, line, frozen ? line - 1 : line, "<compiled>", nil)
      end
      alias compile_prism compile

      def new(...) = compile(...)

      def compile_file(file, options = nil, **keywords)
        file = Rutile.to_path(file)
        source = File.read(file)
        Rutile.check_syntax(source, file, 1)
        __new(source, file, File.realpath(file), 1, 1, "<main>", nil)
      end
      alias compile_file_prism compile_file

      # The code of a proc or method; nil where it has none in Ruby.
      def of(body)
        return nil unless Primitive.is_a(body, Proc) || Primitive.is_a(body, Method) || Primitive.is_a(body, UnboundMethod)
        file, line = body.source_location
        return nil if nil.equal?(file)
        label = Primitive.is_a(body, Proc) ? "block" : body.name.to_s
        kind = Primitive.is_a(body, Proc) ? (body.lambda? ? :lambda : :block) : :method
        __new(nil, file, Rutile.source_file(file), line, line, label, kind)
      end

      def compile_option
        (@compile_option ||= COMPILE_OPTION).dup
      end

      def compile_option=(option)
        @compile_option = __options(option)
      end

      def __options(option)
        given = (@compile_option ||= COMPILE_OPTION)
        case option
        when nil then given
        when true then given.transform_values { |value| false.equal?(value) ? true : value }
        when false then given.transform_values { |value| true.equal?(value) ? false : value }
        when Hash then given.merge(option)
        else raise TypeError, "Compile option must be Hash/true/false/nil"
        end
      end

    end

    COMPILE_OPTION = {
      inline_const_cache: true, peephole_optimization: true, tailcall_optimization: false, specialized_instruction: true,
      operands_unification: true, instructions_unification: false, debug_frozen_string_literal: false,
      coverage_enabled: true, debug_level: 0, frozen_string_literal: nil
    }.freeze
    private_constant :COMPILE_OPTION

    # Calls whose block becomes a lambda.
    LAMBDA_MAKERS = %i[lambda define_method define_singleton_method].freeze
    private_constant :LAMBDA_MAKERS

    # `kind`: what the code is of, `:lambda`, `:block` or `:method`; nil: of a text.
    def initialize(source, file, path, line, first, label, kind)
      @__source = source
      @__file = file
      @__path = path
      @__line = line
      @__first = first
      @__label = label
      @__kind = kind
    end

    def eval
      raise NotImplementedError, "RubyVM::InstructionSequence#eval of a proc or method is not here" if nil.equal?(@__source)
      return TOPLEVEL_BINDING.dup.eval(@__source, @__file, @__first) if @__first < 1
      text = @__first > 1 ? "\n" * (@__first - 1) + @__source : @__source
      Primitive.run_source(text, @__file, nil, nil)
    end

    def path = @__file
    def absolute_path = @__path
    def first_lineno = @__line
    def label = @__label
    def base_label = @__label
    def script_lines = nil

    def inspect
      "<#{self.class}:#{@__label}@#{@__file}:#{@__line}>"
    end

    def to_a
      type = case @__kind
             when nil then :top
             when :lambda then :block
             else @__kind
             end
      details = { parser: :prism, code_location: __code_location }.compact
      ["YARVInstructionSequence/SimpleDataFormat", 3, 4, 1, details, @__label, @__file, @__path, @__line, type, [], {}, [], []]
    end

    def disasm
      raise NotImplementedError, "RubyVM::InstructionSequence#disasm is not here"
    end
    alias disassemble disasm

    # Where the text of a proc or method begins and ends, if only one of its kind begins in its line.
    def __code_location
      return nil if nil.equal?(@__kind) || nil.equal?(@__path)
      require "prism"
      queue = [Prism.parse_file(@__path).value]
      found = []
      while (node = queue.shift)
        queue.concat(node.compact_child_nodes)
        code = __code_of(node)
        found << code if code && code.location.start_line == @__line
      end
      return nil unless found.size == 1
      place = found[0].location
      # A lambda's code begins behind its arrow.
      start = Prism::LambdaNode === found[0] ? found[0].operator_loc.end_column : place.start_column
      [place.start_line, start, place.end_line, place.end_column]
    end

    # The parts of a node that could be this code.
    def __code_of(node)
      case node
      when Prism::DefNode then node if @__kind == :method
      when Prism::LambdaNode then node if @__kind == :lambda
      when Prism::CallNode
        node.block if Prism::BlockNode === node.block && LAMBDA_MAKERS.include?(node.name) == (@__kind == :lambda) && @__kind != :method
      when Prism::SuperNode, Prism::ForwardingSuperNode
        node.block if Prism::BlockNode === node.block && @__kind == :block
      end
    end
  end
end

module Rutile
  # Raises what is wrong with a text, which is compiled and not run.
  def self.check_syntax(source, file, line)
    scope = TOPLEVEL_BINDING.dup
    catch(:compiled) { eval("BEGIN { throw :compiled }\n#{source}", scope, file, line - 1) }
    nil
  rescue SyntaxError
    # The message is to show the text alone, of which nothing runs.
    eval(source, scope, file, line)
  end
end
