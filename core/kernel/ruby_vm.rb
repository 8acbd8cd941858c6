# RubyVM: the reference's machine as a program sees it. Libraries ask what of it is there before they use it; Rails asks
# `RubyVM::AbstractSyntaxTree` for the node of a call in a template, and looks for it in Prism's tree.

class RubyVM
  class << self
    undef_method :new, :allocate

    # Figures of the machine's caches: a Hash of them, one of them, or a Hash filled with them.
    def stat(key = (all = true; nil))
      figures = Primitive.cache_figures
      return figures if all
      case key
      when Symbol then figures.fetch(key) { raise ArgumentError, "unknown key: #{key}" }
      when Hash then key.update(figures)
      else raise TypeError, "non-hash or symbol given"
      end
    end

    # Whether code that is compiled from a text keeps its lines.
    def keep_script_lines = @keep_script_lines || false

    def keep_script_lines=(keep)
      @keep_script_lines = keep ? true : false
      Primitive.keep_eval_lines(@keep_script_lines)
    end
  end

  module AbstractSyntaxTree
    class Node
      class << self
        def new(*)
          raise TypeError, "allocator undefined for #{self}"
        end
        alias allocate new
      end
    end

    class << self
      def parse(*) = __missing(:parse)
      def parse_file(*) = __missing(:parse_file)

      # The reference's parser kept no tree either, as far as Prism compiled the code.
      def of(body, keep_script_lines: false, error_tolerant: false, keep_tokens: false)
        located = Primitive.is_a(body, Thread::Backtrace::Location)
        unless located || Primitive.is_a(body, Proc) || Primitive.is_a(body, Method) || Primitive.is_a(body, UnboundMethod)
          raise TypeError, "wrong argument type #{Rutile.describe(body)} (expected method)"
        end
        raise "cannot get AST for ISEQ compiled by prism" if located || Primitive.code_of(body)
      end

      # The number, in Prism's tree, of the node at which a location of a backtrace stands. Code that was evaluated keeps it;
      # other code is found again in its file, and nil is given where that is another one by now.
      def node_id_for_backtrace_location(location)
        unless Primitive.is_a(location, Thread::Backtrace::Location)
          raise TypeError, "Thread::Backtrace::Location object expected"
        end
        known = Primitive.location_node(location)
        return known unless Primitive.identical(known, false)
        source = Rutile.program_text(Primitive.error_file(nil, location))
        source && Primitive.location_node_in(location, source)
      end

      def __missing(name)
        raise NotImplementedError, "RubyVM::AbstractSyntaxTree.#{name} is not here: Prism.parse gives a program's tree"
      end
    end
  end
end

module Rutile
  # The text of a file that code was compiled from, as it is now; nil of what came from no file.
  def self.program_text(path)
    return nil if path.nil? || path == "-e" || path.start_with?("(eval") || !File.file?(path)
    File.binread(path)
  rescue SystemCallError
    nil
  end
end
