# RubyVM::InstructionSequence: text that is compiled but not run yet, and what is known of the code of a proc, method or file. The
# instructions are not the reference's: `to_a` has lines and events alone, `disasm` shows this machine's own.

class RubyVM
  class InstructionSequence
    class << self
      alias __new new

      def allocate
        raise TypeError, "allocator undefined for #{self}"
      end

      def compile(source = "", file = "<compiled>", path = nil, line = 1, opt = nil, options = opt, **keywords)
        source = Primitive.is_a(source, File) ? __text_of(source.path) : Rutile.to_str(source)
        file = nil.equal?(file) ? "<compiled>" : Rutile.to_path(file)
        path = nil.equal?(path) ? file : Rutile.to_path(path)
        __of_text(source, file, path, Rutile.to_int(line), "<compiled>", __options(options).merge(keywords))
      end
      alias compile_prism compile
      # There is one parser.
      alias compile_parsey compile

      def new(...) = compile(...)

      def compile_file(file, options = nil, **keywords)
        file = Rutile.to_path(file)
        __of_text(__text_of(file), file, File.realpath(file), 1, "<main>", __options(options).merge(keywords))
      end
      alias compile_file_prism compile_file
      alias compile_file_parsey compile_file

      # The text of a file is UTF-8 unless it says otherwise itself.
      def __text_of(path) = File.binread(path).force_encoding(Encoding::UTF_8)

      def __of_text(source, file, path, line, label, options)
        frozen = options[:frozen_string_literal]
        Rutile.to_int(options[:debug_level]) if options[:debug_level]
        code = Primitive.sequence_compile(source, file, line, label, frozen)
        Rutile.tell_warnings(Primitive.sequence_warnings)
        Primitive.code_keep_lines(code, source) if RubyVM.keep_script_lines
        __new(file, path, line, label, nil).__stands_for(code, label).__comes_from(source, frozen)
      end

      # A sequence from what `to_binary` gave: code that is not run yet.
      def load_from_binary(binary)
        binary = Rutile.to_str(binary)
        code, path, line = Primitive.sequence_read(binary)
        file, _, _, label, base_label = Primitive.code_facts(code)
        __new(file, path, line, label, nil).__stands_for(code, base_label).__comes_from_binary(binary)
      end

      # What a program gave to `to_binary` beside the code.
      def load_from_binary_extra_data(binary) = Primitive.sequence_extra(Rutile.to_str(binary))

      # The code of a proc or method; nil where it has none in Ruby.
      def of(body)
        return body if Primitive.is_a(body, InstructionSequence)
        return nil unless Primitive.is_a(body, Proc) || Primitive.is_a(body, Method) || Primitive.is_a(body, UnboundMethod)
        __of_code(Primitive.code_of(body), Primitive.is_a(body, Proc) && body.lambda? ? :lambda : nil)
      end

      # Of code that is loaded; nil of none. `kind` is what it is of, where its own text does not tell.
      def __of_code(code, kind = nil)
        return nil if nil.equal?(code)
        file, first, _, label, base_label, type = Primitive.code_facts(code)
        label = base_label = "<compiled>" if type == :eval
        __new(file, Rutile.source_file(file), first, label, kind || type).__stands_for(code, base_label)
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

    # Events of code, as their names are written among its instructions.
    EVENT_NAMES = {
      line: :RUBY_EVENT_LINE, call: :RUBY_EVENT_CALL, return: :RUBY_EVENT_RETURN, class: :RUBY_EVENT_CLASS, end: :RUBY_EVENT_END,
      b_call: :RUBY_EVENT_B_CALL, b_return: :RUBY_EVENT_B_RETURN
    }.freeze
    private_constant :EVENT_NAMES

    # `kind`: what the code is of, `:lambda`, `:block`, `:method`, `:class`, `:top` or `:eval`; nil: of a text that was compiled without being run.
    def initialize(file, path, line, label, kind)
      @__file = file
      @__path = path
      @__line = line
      @__label = label
      @__kind = kind
    end

    def eval
      raise TypeError, "Not a toplevel InstructionSequence" unless nil.equal?(@__kind) || @__kind == :top && @__label != "<main>"
      Primitive.run_sequence(@__code)
    end

    def __code = @__code

    def __stands_for(code, base_label)
      @__code = code
      @__base_label = base_label
      self
    end

    def __comes_from(source, frozen)
      @__source = source
      @__frozen = frozen
      self
    end

    def __comes_from_binary(binary)
      @__binary = binary
      self
    end

    # Calls the block with what stands directly in this code.
    def each_child
      Primitive.code_children(@__code).each { |code| yield InstructionSequence.__of_code(code) }
      nil
    end

    # `[line, event]` of each place that a TracePoint may be told of, in the order of the text.
    def trace_points
      Primitive.code_events(@__code).each_slice(2).map { |line, event| [line, Rutile.trace_event_name(event)] }
    end

    def path = @__file
    def absolute_path = @__path
    def first_lineno = @__line
    def label = @__label
    def base_label = @__base_label

    # The lines of the text that was compiled, or that `eval` was given; nil where they were not to be kept then, and of a file.
    def script_lines = Primitive.code_lines(@__code)

    def inspect
      "<#{self.class}:#{@__label}@#{@__file}:#{@__line}>"
    end

    def to_a
      details = { parser: :prism, code_location: __code_location }.compact
      variables = Primitive.code_variables(@__code)
      ["YARVInstructionSequence/SimpleDataFormat", 3, 4, 1, details, @__label, @__file, @__path, @__line, __type, variables, {}, [], __places]
    end

    def __type
      case @__kind
      when nil then :top
      when :lambda then :block
      when :top then @__label == "<main>" ? :main : :top
      else @__kind
      end
    end

    # Lines and the events in them, as they stand among instructions: the first one bears that its frame begins, too.
    def __places
      places = trace_points
      places[0, 2] = [places[1], [places[1][0], places[0][1]]] if places[1] && places[1][1] == :line && places[0][1] != :line
      places.chunk_while { |before, after| before[0] == after[0] }.flat_map { |group| [group[0][0], *group.map { |_, event| EVENT_NAMES[event] }] }
    end

    # Bytes that `load_from_binary` reads, with a text of the program's beside the code.
    def to_binary(extra = nil)
      extra = Rutile.to_str(extra) unless nil.equal?(extra)
      raise RuntimeError, "should be top of iseq" if @__kind == :block || @__kind == :lambda
      return Primitive.sequence_write(@__source, @__file, @__line, @__label, @__frozen, @__path, extra) if @__source
      return Primitive.sequence_rewrite(@__binary, extra) if @__binary
      raise NotImplementedError, "RubyVM::InstructionSequence#to_binary of code that was not compiled without being run is not here"
    end

    # The instructions of this machine, with those of the code in it behind them.
    def disasm
      text = "== disasm: #<ISeq:#{@__label}@#{@__file}:#{@__line}>\n#{Primitive.code_instructions(@__code)}"
      each_child { |child| text << "\n" << child.disasm }
      text
    end
    alias disassemble disasm

    # Where the text of a proc or method begins and ends, if only one of its kind begins in its line.
    def __code_location
      return nil unless @__path && %i[lambda block method].include?(@__kind)
      source = File.binread(@__path) if File.file?(@__path)
      source && Primitive.code_extent(source, @__kind, @__line)
    end
  end
end
