# IO: reading lines.

class IO
  # The next line, or nil at the end.
  def __line(separator, limit, chomp)
    Primitive.io_next_line(self, separator, limit, chomp) || __further_line(separator, limit, chomp)
  end

  def __cut_line(separator, limit, chomp, ended)
    line = Primitive.io_take_line(self, separator && __encoded_separator(separator), limit, chomp, ended)
    line && __converted(line)
  end

  def __pass_newlines
    Primitive.io_skip_newlines(self)
  end

  def __empty_line
    Primitive.io_mark_text(self, +"", 0)
  end

  # The separator as the stream's bytes have it.
  def __encoded_separator(separator)
    number = Primitive.io_external(self)
    __check_separator(separator)
    return separator if nil.equal?(number)
    external = Rutile::ENCODINGS[number]
    return separator if external.ascii_compatible? && separator.ascii_only? || Primitive.identical(separator.__encoding, external)
    # It is sought in bytes: in other encodings it could be found across two characters.
    return separator if external.ascii_compatible? && !Primitive.identical(external, Encoding::UTF_8)
    separator.encode(external)
  rescue Encoding::UndefinedConversionError
    # No text of that encoding has it.
    separator
  end

  # A separator must be in the encoding that the program sees, unless it is `$/`'s own or ASCII in both.
  def __check_separator(separator)
    return if Primitive.identical(separator, $/)
    converted = Primitive.io_internal(self)
    return if nil.equal?(converted) && separator.ascii_only?
    number = nil.equal?(converted) ? Primitive.io_external(self) : converted
    shown = nil.equal?(number) ? Encoding.default_external : Rutile::ENCODINGS[number]
    return if Primitive.identical(separator.__encoding, shown)
    return if separator.ascii_only? && (separator.empty? || shown.ascii_compatible?)
    raise ArgumentError, "encoding mismatch: #{shown.name} IO with #{separator.__encoding.name} RS"
  end

  # Whatever else is said is not asked.
  def readlines(*arguments, **options)
    Rutile.lines_left(self, arguments, options[:chomp])
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

  Rutile.lend(Rutile::LineReading, self)
  Rutile.lend(Rutile::ReadingAhead, self, %i[__further_line __skip_newlines])
end
