# Reading lines, characters and bytes: what IO, ARGF, StringIO and Zlib::GzipReader do alike. Each supplies a few methods
# and takes copies of those here that it has not of its own (`Rutile.lend`), so that they are its own to reflection.

module Rutile
  # Over `__line(separator, limit, chomp)`: the next line, or nil at the end.
  module LineReading
    def gets(*arguments, chomp: false)
      primitive :gets_ready
      separator, limit = Rutile.line_arguments(arguments)
      line = __line(separator, limit, chomp)
      Primitive.set_last_line(line)
      line
    end

    def readline(*arguments, chomp: false)
      primitive :readline_ready
      separator, limit = Rutile.line_arguments(arguments)
      line = __line(separator, limit, chomp)
      Primitive.set_last_line(line)
      line || raise(EOFError, "end of file reached")
    end

    def each_line(*arguments, **options)
      return to_enum(:each_line, *arguments, **options) unless block_given?
      chomp = Rutile.chomp_option(options) unless options.empty?
      separator, limit = Rutile.line_arguments(arguments)
      raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
      while (line = __line(separator, limit, chomp))
        yield line
      end
      self
    end
    alias each each_line

    def readlines(*arguments, chomp: false)
      Rutile.lines_left(self, arguments, chomp)
    end
  end

  def self.lines_left(stream, arguments, chomp)
    separator, limit = line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
    lines = []
    while (line = stream.__line(separator, limit, chomp))
      lines << line
    end
    lines
  end

  # Over `__byte` and `__character`: the next one, or nil at the end.
  module CharacterReading
    def readbyte
      __byte || raise(EOFError, "end of file reached")
    end

    def readchar
      __character || raise(EOFError, "end of file reached")
    end

    def each_byte
      return to_enum(:each_byte) unless block_given?
      while (byte = __byte)
        yield byte
      end
      self
    end

    def each_char
      return to_enum(:each_char) unless block_given?
      while (character = __character)
        yield character
      end
      self
    end

    def each_codepoint
      return to_enum(:each_codepoint) unless block_given?
      while (character = __character)
        yield character.ord
      end
      self
    end
  end

  # For what reads ahead piece by piece: over `__fill` (brings more; false at the end), `__cut_line(separator, limit, chomp,
  # ended)` (a line of what is there, or nil where that doesn't decide), `__pass_newlines` (true once something else
  # follows) and `__empty_line`.
  module ReadingAhead
    # The next line, for which more may have to be read.
    def __further_line(separator, limit, chomp)
      return __empty_line if limit == 0
      paragraphs = separator && separator.empty?
      if paragraphs
        return nil unless __skip_newlines
        separator = "\n\n"
      end
      ended = false
      until (line = __cut_line(separator, limit, chomp, ended))
        return nil if ended
        ended = !__fill
      end
      __skip_newlines if paragraphs
      line
    end

    def __skip_newlines
      until __pass_newlines
        return false unless __fill
      end
      true
    end
  end

  # Separator and limit of what reads lines: `()`, `(separator)`, `(limit)`, `(separator, limit)`.
  def self.line_arguments(arguments)
    count = arguments.size
    return [$/, nil] if count == 0
    Rutile.refuse_count(count, "0..2") if count > 2
    separator, limit = arguments
    if count == 1
      return [nil, nil] if nil.equal?(separator)
      return [$/, line_limit(separator)] if Primitive.is_fixnum(separator)
      text = try_convert(separator, String, "String", :to_str)
      return [text, nil] if text
      return [$/, line_limit(separator)]
    end
    separator = to_str(separator) unless nil.equal?(separator)
    [separator, line_limit(limit)]
  end

  def self.line_limit(limit)
    return nil if nil.equal?(limit)
    limit = to_index(limit)
    limit < 0 ? nil : limit
  end

  def self.chomp_option(options)
    options.each_key do |name|
      raise ArgumentError, "unknown keyword: #{name.inspect}" unless name == :chomp
    end
    options[:chomp]
  end
end
