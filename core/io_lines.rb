# IO: reading lines.

class IO
  def gets(*arguments, chomp: false)
    primitive :io_gets
    separator, limit = Rutile.line_arguments(arguments)
    line = __line(separator, limit, chomp)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, chomp: false)
    separator, limit = Rutile.line_arguments(arguments)
    line = __line(separator, limit, chomp)
    Primitive.set_last_line(line)
    line || raise(EOFError, "end of file reached")
  end

  # The next line, or nil at the end.
  def __line(separator, limit, chomp)
    line = Primitive.io_next_line(self, separator, limit, chomp)
    return line if line
    return __empty_line if limit == 0
    paragraphs = separator && separator.empty?
    if paragraphs
      until Primitive.io_skip_newlines(self)
        return nil unless __fill
      end
      separator = "\n\n"
    end
    separator = __encoded_separator(separator) if separator
    ended = false
    until (line = Primitive.io_take_line(self, separator, limit, chomp, ended))
      return nil if ended
      ended = !__fill
    end
    __skip_newlines if paragraphs
    __converted(line)
  end

  def __skip_newlines
    until Primitive.io_skip_newlines(self)
      break unless __fill
    end
  end

  def __empty_line
    Primitive.io_mark_text(self, +"", 0)
  end

  # The separator as the stream's bytes have it.
  def __encoded_separator(separator)
    number = Primitive.io_external(self)
    return separator if nil.equal?(number)
    external = Rutile::ENCODINGS[number]
    external.ascii_compatible? ? separator : separator.encode(external)
  end

  def each_line(*arguments, **options, &block)
    return to_enum(:each_line, *arguments, **options) unless block
    chomp = Rutile.chomp_option(options)
    separator, limit = Rutile.line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
    while (line = __line(separator, limit, chomp))
      yield line
    end
    self
  end
  alias each each_line

  def readlines(*arguments, **options)
    chomp = options[:chomp]
    separator, limit = Rutile.line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
    lines = []
    while (line = __line(separator, limit, chomp))
      lines << line
    end
    lines
  end

  def lineno
    Primitive.io_line_number(self)
  end

  def lineno=(number)
    number = Rutile.to_int(number)
    Primitive.io_check_readable(self)
    raise RangeError, "bignum too big to convert into 'long'" unless number.bit_length < 64
    raise RangeError, "integer #{number} too #{number < 0 ? "small" : "big"} to convert to 'int'" unless number.bit_length < 32
    Primitive.io_set_line_number(self, number)
    number
  end
end

module Rutile
  # Separator and limit of what reads lines: `()`, `(separator)`, `(limit)`, `(separator, limit)`.
  def self.line_arguments(arguments)
    count = arguments.size
    return [$/, nil] if count == 0
    raise ArgumentError, "wrong number of arguments (given #{count}, expected 0..2)" if count > 2
    separator, limit = arguments
    if count == 1
      return [nil, nil] if nil.equal?(separator)
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
