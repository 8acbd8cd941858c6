# StringIO: reading lines, cut at separators and limits as IO cuts them.

class StringIO
  def gets(*arguments, chomp: false)
    __check_readable
    separator, limit = __line_arguments(arguments)
    line = __line(separator, limit, chomp)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, **options)
    line = gets(*arguments, **options)
    raise EOFError, "end of file reached" if nil.equal?(line)
    Primitive.set_last_line(line)
    line
  end

  def each_line(*arguments, chomp: false)
    return to_enum(:each_line, *arguments, chomp: chomp) unless block_given?
    __check_readable
    separator, limit = __line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
    while line = __line(separator, limit, chomp)
      yield line
    end
    self
  end
  alias each each_line

  def readlines(*arguments, chomp: false)
    __check_readable
    separator, limit = __line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
    lines = []
    while line = __line(separator, limit, chomp)
      lines << line
    end
    lines
  end

  private

  # Separator (nil: none) and limit (nil: none) from what `gets` and its like take.
  def __line_arguments(arguments)
    case arguments.size
    when 0 then [$/, nil]
    when 1
      argument = arguments[0]
      return [nil, nil] if nil.equal?(argument)
      separator = Rutile.try_convert(argument, String, "String", :to_str)
      separator ? [separator, nil] : [$/, __limit(argument)]
    when 2
      separator, limit = arguments
      separator = Rutile.to_str(separator) unless nil.equal?(separator)
      [separator, nil.equal?(limit) ? nil : __limit(limit)]
    else
      raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 0..2)"
    end
  end

  def __limit(object)
    limit = Rutile.to_int(object)
    limit < 0 ? nil : limit
  end

  def __line(separator, limit, chomp)
    state = @__state
    string = state.string
    return nil if nil.equal?(string)
    return String.new(encoding: external_encoding) if limit == 0
    start = state.position
    size = string.bytesize
    return nil if start >= size
    if separator == ""
      start += 1 while string.getbyte(start) == 10
      return nil if start >= size
      finish, cut = __paragraph_end(string, start, size)
    else
      finish = separator && Primitive.bytes_index(string, separator, start)
      cut = finish
      finish = finish ? finish + separator.bytesize : size
    end
    if limit && finish - start > limit
      finish = __char_boundary(string, start, start + limit, finish)
      cut = nil if cut && cut > finish
    end
    state.position = finish
    state.lineno += 1
    finish = __chomped(string, start, finish, separator, cut) if chomp
    line = string.byteslice(start, finish - start)
    encoding = external_encoding
    line.encoding.equal?(encoding) ? line : line.force_encoding(encoding)
  end

  # Where a line ends without its separator; a carriage return goes with a newline.
  def __chomped(string, start, finish, separator, cut)
    return finish if nil.equal?(cut) || cut > finish
    cut -= 1 if separator == "\n" && cut > start && string.getbyte(cut - 1) == 13
    cut
  end

  # Where a paragraph ends, with the empty lines behind it and without them.
  def __paragraph_end(string, start, size)
    position = start
    while newline = Primitive.bytes_index(string, "\n", position)
      position = newline + 1
      finish = __empty_lines_end(string, position)
      next if finish == position
      newline -= 1 if newline > start && string.getbyte(newline - 1) == 13
      return [finish, newline]
    end
    [size, nil]
  end

  def __empty_lines_end(string, position)
    while byte = string.getbyte(position)
      if byte == 10
        position += 1
      elsif byte == 13 && string.getbyte(position + 1) == 10
        position += 2
      else
        break
      end
    end
    position
  end
end
