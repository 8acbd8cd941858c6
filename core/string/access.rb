# String: parts by position and by content, and changing them in place.

class String
  def [](index, length = (no_length = true; nil))
    primitive :string_slice
    unless no_length
      return __group(index, length) if Primitive.is_a(index, Regexp)
      # The reference looks at the length first.
      length = Rutile.to_position(length)
      return Primitive.string_slice(self, Rutile.to_position(index), length)
    end
    return Primitive.string_slice(self, index) if Primitive.is_a(index, Regexp)
    if (ends = Rutile.ends_of(index))
      bounds = Rutile.range_bounds(index, Primitive.string_length(self), ends)
      return bounds && Primitive.string_slice(self, bounds[0], bounds[1])
    end
    Primitive.string_slice(self, Rutile.to_position(index))
  end
  alias slice []
  alias __slice []

  # A group of the match of a Regexp.
  def __group(pattern, group)
    found = Primitive.regexp_match(pattern, self)
    nil.equal?(found) ? nil : found[group]
  end

  # That the string may change is asked last, of the splice.
  def []=(index, length, value = (no_value = true; nil))
    primitive :string_store
    if no_value
      start, size = __place(index, length)
      value = length
      Primitive.string_splice(self, start, size, Rutile.to_str(value))
    elsif Primitive.is_a(index, Regexp)
      start, size = __group_place(index, length)
      Primitive.string_splice(self, start, size, Rutile.to_str(value))
    else
      start = Rutile.to_index(index)
      length = Rutile.to_index(length)
      raise IndexError, "negative length #{length}" if length < 0
      value = Rutile.to_str(value)
      place = Primitive.string_char_range(self, start, length)
      __refuse_index(start, value) unless place
      Primitive.string_splice(self, place[0], place[1], value)
    end
    value
  end

  # There is no such index. That the encodings don't fit is said first.
  def __refuse_index(index, value)
    Primitive.string_splice(Primitive.string_copy(self), 0, 0, Rutile.to_str(value))
    raise IndexError, "index #{index} out of string"
  end
  private :__refuse_index

  # Byte start and length of what an index names, to be replaced by a value.
  def __place(index, value)
    if Primitive.is_a(index, Regexp)
      __group_place(index, 0)
    elsif Primitive.is_a(index, String)
      at = Primitive.string_byteindex(self, index)
      raise IndexError, "string not matched" unless at
      [at, index.bytesize]
    elsif Primitive.is_a(index, Range)
      bounds = Rutile.range_bounds(index, Primitive.string_length(self))
      raise RangeError, "#{index.inspect} out of range" unless bounds
      Primitive.string_char_range(self, bounds[0], bounds[1])
    else
      index = Rutile.to_index(index)
      size = Primitive.string_length(self)
      __refuse_index(index, value) if index > size || index < -size
      Primitive.string_char_range(self, index, 1)
    end
  end

  def __group_place(pattern, group)
    found = Primitive.regexp_match(pattern, self)
    raise IndexError, "regexp not matched" if nil.equal?(found)
    number = Primitive.is_a(group, String) || Primitive.is_a(group, Symbol) ? group : Rutile.to_small_int(group)
    if Primitive.is_a(number, Integer)
      size = Primitive.match_size(found)
      raise IndexError, "index #{number} out of regexp" if number >= size || number <= -size
      number += size if number < 0
    else
      number = Primitive.match_group_number(found, number)
    end
    start = Primitive.match_byte(found, number, false)
    raise IndexError, "regexp group #{number} not matched" if nil.equal?(start)
    [start, Primitive.match_byte(found, number, true) - start]
  end

  def slice!(index, length = (no_length = true; nil))
    primitive :string_cut_out
    Primitive.check_frozen(self)
    result = no_length ? __slice(index) : __slice(index, length)
    return nil if nil.equal?(result)
    if no_length
      place = __place(index, "")
    elsif Primitive.is_a(index, Regexp)
      place = __group_place(index, length)
    else
      place = Primitive.string_char_range(self, Rutile.to_position(index), Rutile.to_position(length))
    end
    Primitive.string_splice(self, place[0], place[1], "")
    result
  end

  def byteslice(index, length = (no_length = true; nil))
    primitive :string_byteslice
    return Primitive.string_byteslice(self, Rutile.to_position(index), Rutile.to_position(length)) unless no_length
    if Primitive.is_a(index, Range)
      bounds = Rutile.range_bounds(index, Primitive.string_bytesize(self))
      return bounds && Primitive.string_byteslice(self, bounds[0], bounds[1])
    end
    Primitive.string_byteslice(self, Rutile.to_position(index))
  end

  def bytesplice(start, length, string = (no_string = true; nil), string_start = (no_part = true; nil), string_length = (no_part_length = true; nil))
    primitive :string_bytesplice
    Rutile.refuse_count(4, "2, 3, or 5") unless no_part || !no_part_length
    if no_string || no_part && !Primitive.is_a(start, Integer)
      part = string
      place = __byte_range(self, start)
      string = Rutile.to_str(length)
      start, length = place
      string_start, string_length = no_string ? [0, Primitive.string_bytesize(string)] : __byte_range(string, part)
    else
      start = Rutile.to_index(start)
      length = Rutile.to_index(length)
      string = Rutile.to_str(string)
      string_start = no_part ? 0 : Rutile.to_index(string_start)
      string_length = no_part ? Primitive.string_bytesize(string) : Rutile.to_index(string_length)
    end
    start, length = __byte_place(self, start, length)
    string_start, string_length = __byte_place(string, string_start, string_length)
    Primitive.string_check_writable(self)
    Primitive.string_splice(self, start, length, Primitive.string_byteslice(string, string_start, string_length))
  end

  # Start and length of the bytes that a range names.
  def __byte_range(string, range)
    ends = Rutile.ends_of(range)
    raise TypeError, "wrong argument type #{Rutile.describe(range)} (expected Range)" unless ends
    size = Primitive.string_bytesize(string)
    Rutile.range_bounds(range, size, ends) || raise(RangeError, "#{range.inspect} out of range")
  end
  private :__byte_range

  # The same of a start that may count from the end and a length that may reach too far; both must keep characters whole.
  def __byte_place(string, start, length)
    raise IndexError, "negative length #{length}" if length < 0
    size = Primitive.string_bytesize(string)
    raise IndexError, "index #{start} out of string" if start > size || start < -size
    start += size if start < 0
    length = size - start if length > size - start
    __check_boundary(string, start)
    __check_boundary(string, start + length)
    [start, length]
  end
  private :__byte_place

  def __check_boundary(string, at)
    return if Primitive.string_is_boundary(string, at)
    raise IndexError, "offset #{at} does not land on character boundary"
  end

  def getbyte(index)
    primitive :string_getbyte
    Primitive.string_getbyte(self, Rutile.to_position(index))
  end

  def setbyte(index, byte)
    primitive :string_setbyte
    index = Rutile.to_index(index)
    byte = Rutile.to_int(byte) & 255
    Primitive.string_setbyte(self, index, byte)
    byte
  end

  def insert(index, other)
    primitive :string_insert
    Primitive.string_insert(self, Rutile.to_position(index), Rutile.to_str(other))
  end

  def chr
    Primitive.string_slice(self, 0, 1)
  end
end
