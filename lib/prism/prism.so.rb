# Prism's native half, over the parser that this program is built with.
#
# The gem's Ruby half gets it in place of its C extension. A native writes what it reads in the binary form of the
# gem's version (`crates/stdlib/src/prism/`), and the gem's own `Prism::Serialize` makes the nodes of it.

module Prism
  # The gem makes a lambda for each kind of node, anew for every source, unless the engine is called "ruby": then it has a `case`,
  # which is what an interpreter is best at. The name stands here while `Serialize` is loaded, and from then on there alone.
  RUBY_ENGINE = "ruby"
  Serialize.const_set(:RUBY_ENGINE, remove_const(:RUBY_ENGINE))
  Serialize.private_constant :RUBY_ENGINE

  VERSION = %i[MAJOR_VERSION MINOR_VERSION PATCH_VERSION].map { |part| Serialize.const_get(part) }.join(".").freeze
  unless VERSION.start_with?("1.") || VERSION == Primitive.prism_version
    # Who can do without rescues this.
    raise LoadError, "cannot load such file -- prism/prism (for the gem prism #{VERSION}: only 1.x is there)"
  end
end

require "rutile/prism/layout"
require "rutile/prism/options"

module Prism
  # A line that ends a program.
  END_MARK = /\A__END__\r?\n?\z/
  private_constant :END_MARK

  class << self
    def parse(source, **options)
      Serialize.load_parse(source, serialized(:parse, source, options), options[:freeze])
    end

    def parse_file(path, **options)
      with_file(path, options) { |source, named| parse(source, **named) }
    end

    # Reads a stream up to the end of the program in it: a mark that stands within a literal ends nothing.
    def parse_stream(stream, **options)
      source = +""
      loop do
        line = stream.gets
        source << line if line
        next if line && !END_MARK.match?(line)
        result = parse(source, **options)
        return result if line.nil? || result.success?
      end
    end

    def parse_comments(source, **options)
      comments = Serialize.load_parse_comments(source, serialized(:parse_comments, source, options), false)
      shared = comments.first&.location&.__send__(:source)
      # What is serialized has no beginnings of lines.
      shared.replace_offsets(line_offsets(source)) if shared&.offsets&.empty?
      return comments unless options[:freeze]
      shared&.deep_freeze
      comments.each { |comment| [comment.location, comment].each(&:freeze) }.freeze
    end

    def parse_file_comments(path, **options)
      with_file(path, options) { |source, named| parse_comments(source, **named) }
    end

    def lex(source, **options)
      Serialize.load_lex(source, serialized(:lex, source, options), options[:freeze])
    end

    def lex_file(path, **options)
      with_file(path, options) { |source, named| lex(source, **named) }
    end

    def parse_lex(source, **options)
      Serialize.load_parse_lex(source, serialized(:parse_lex, source, options), options[:freeze])
    end

    def parse_lex_file(path, **options)
      with_file(path, options) { |source, named| parse_lex(source, **named) }
    end

    def parse_success?(source, **options)
      Primitive.prism_right(Options.require_string(source), Options.bytes(options))
    end

    def parse_failure?(source, **options)
      !parse_success?(source, **options)
    end

    def parse_file_success?(path, **options)
      with_file(path, options) { |source, named| parse_success?(source, **named) }
    end

    def parse_file_failure?(path, **options)
      !parse_file_success?(path, **options)
    end

    def dump(source, **options)
      bytes = serialized(:parse, source, options)
      options[:freeze] ? bytes.freeze : bytes
    end

    def dump_file(path, **options)
      with_file(path, options) { |source, named| dump(source, **named) }
    end

    # Does the work and drops what it gives.
    def profile(source, **options)
      serialized(:parse, source, options)
      nil
    end

    def profile_file(path, **options)
      with_file(path, options) { |source, named| profile(source, **named) }
    end

    private

    def serialized(content, source, options)
      Primitive.prism_serialize(content, Options.require_string(source), Options.bytes(options), Layout.text)
    end

    # Where the lines of a text begin, in bytes.
    def line_offsets(source)
      offsets = [0]
      source.b.each_line { |line| offsets << offsets.last + line.bytesize }
      offsets.pop unless source.end_with?("\n") || source.empty?
      offsets
    end

    def with_file(path, options)
      path = Options.require_string(path)
      raise Errno::EISDIR, path if File.directory?(path)
      source =
        begin
          File.binread(path)
        rescue SystemCallError => error
          raise error.class, path
        end
      yield source, { **options, filepath: path }
    end
  end

  class StringQuery
    class << self
      def local?(name)
        asked(:local, name)
      end

      def constant?(name)
        asked(:constant, name)
      end

      def method_name?(name)
        asked(:method_name, name)
      end

      private

      def asked(kind, name)
        answer = Primitive.prism_name_is(kind, Options.require_string(name))
        raise ArgumentError, "Invalid or non ascii-compatible encoding" if nil.equal?(answer)
        answer
      end
    end
  end
end
