# String: characters, bytes, lines, pieces, and counting up.

class String
  def chars(&block)
    primitive :string_chars
    return Primitive.string_chars(self) unless block_given?
    Primitive.string_chars(self).each(&block)
    self
  end

  def each_char
    return to_enum(:each_char) { length } unless block_given?
    text = Primitive.string_frozen(self)
    at = 0
    while char = Primitive.string_character_from(text, at)
      at += char.bytesize
      yield char
    end
    self
  end

  def bytes(&block)
    primitive :string_bytes
    return Primitive.string_bytes(self) unless block_given?
    Primitive.string_bytes(self).each(&block)
    self
  end

  def each_byte
    return to_enum(:each_byte) { bytesize } unless block_given?
    at = 0
    while byte = Primitive.string_getbyte(self, at)
      yield byte
      at += 1
    end
    self
  end

  def codepoints(&block)
    primitive :string_codepoints
    return Primitive.string_codepoints(self) unless block_given?
    Primitive.string_codepoints(self).each(&block)
    self
  end

  def each_codepoint(&block)
    return to_enum(:each_codepoint) { length } unless block_given?
    Primitive.string_codepoints(self).each(&block)
    self
  end

  def grapheme_clusters(&block)
    return Primitive.string_grapheme_clusters(self) unless block_given?
    Primitive.string_grapheme_clusters(self).each(&block)
    self
  end

  def each_grapheme_cluster(&block)
    return to_enum(:each_grapheme_cluster) { Primitive.string_grapheme_clusters(self).length } unless block_given?
    Primitive.string_grapheme_clusters(self).each(&block)
    self
  end

  def lines(separator = $/, chomp: false, &block)
    result = __lines(separator, chomp)
    return result unless block_given?
    result.each(&block)
    self
  end

  # Without a block nothing is asked of the number of arguments yet.
  def each_line(separator = (no_separator = true; $/), *surplus, chomp: (no_chomp = true; false), &block)
    unless block_given?
      given = no_separator ? [] : [separator, *surplus]
      return no_chomp ? to_enum(:each_line, *given) : to_enum(:each_line, *given, chomp: chomp)
    end
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    if Primitive.string_bytesize(self) > LINES_AT_ONCE && "\n" == separator && __encoding.ascii_compatible?
      __each_part_of_lines { |part| Primitive.string_lines(part, separator, chomp).each(&block) }
    else
      __lines(separator, chomp).each(&block)
    end
    self
  end

  # Bytes of a text that are cut into lines at a time: who leaves early does not pay for the rest.
  LINES_AT_ONCE = 1024
  private_constant :LINES_AT_ONCE

  def __each_part_of_lines
    text = Primitive.string_copy(self)
    bytes, start, size = Primitive.string_binary(text), 0, Primitive.string_bytesize(text)
    while start < size
      newline = start + LINES_AT_ONCE < size ? Primitive.string_byteindex(bytes, "\n", start + LINES_AT_ONCE) : nil
      finish = newline ? newline + 1 : size
      yield Primitive.string_byteslice(text, start, finish - start)
      start = finish
    end
  end
  private :__each_part_of_lines

  def __lines(separator, chomp)
    return [Primitive.string_copy(self)] if nil.equal?(separator)
    separator = Rutile.to_str(separator)
    separator = __own_newline if separator == "\n" && !__encoding.ascii_compatible?
    Primitive.string_lines(self, separator, chomp)
  end

  # The end of a line in an encoding that ASCII is no part of.
  def __own_newline
    return "\n".dup.force_encoding(__encoding) if __encoding.dummy?
    "\n".encode(__encoding)
  end
  private :__own_newline

  def split(pattern = nil, limit = 0, &block)
    primitive :string_split
    limit = Rutile.to_small_int(limit)
    if nil.equal?(pattern)
      pattern = $;
      Rutile.warn_about("$; is set to non-nil value", :deprecated) if pattern && Warning[:deprecated]
    end
    unless nil.equal?(pattern)
      unless Primitive.is_a(pattern, Regexp) || Primitive.is_a(pattern, String)
        converted = Rutile.try_string(pattern)
        raise TypeError, "wrong argument type #{Rutile.describe(pattern)} (expected Regexp)" if nil.equal?(converted)
        pattern = converted
      end
    end
    pieces = Primitive.string_pieces(self, pattern, limit)
    return pieces unless block_given?
    size = Primitive.string_bytesize(self)
    place = 0
    while place < Primitive.array_size(pieces)
      raise RuntimeError, "string modified" if Primitive.string_bytesize(self) != size
      yield Primitive.array_at(pieces, place)
      place += 1
    end
    self
  end

  # --- Successors ---

  def succ
    primitive :string_succ
  end
  alias next succ

  def succ!
    __replace(Primitive.string_succ(self))
  end
  alias next! succ!

  def upto(last, exclusive = false, &block)
    return to_enum(:upto, last, exclusive) unless block_given?
    last = Rutile.to_str(last)
    Primitive.encoding_check(self, last)
    length = Primitive.string_length(self)
    if length == 1 && last.length == 1 && Primitive.string_is_ascii_only(self) && last.ascii_only?
      Rutile.each_letter(ord, last.ord, exclusive, Primitive.string_encoding(self), &block)
      return self
    end
    if Rutile.all_digits?(self) && Rutile.all_digits?(last)
      width = length
      number = to_i
      stop = last.to_i
      stop -= 1 if exclusive
      while number <= stop
        digits = number.to_s
        digits = digits.rjust(width, "0") if digits.length < width
        yield digits.force_encoding(Encoding::US_ASCII)
        number += 1
      end
      return self
    end
    order = Primitive.string_compare(self, last)
    return self if order > 0 || (exclusive && order == 0)
    text = Primitive.string_copy(self)
    after = last.succ
    while text != after || order > 0
      done = text == last
      break if exclusive && done
      following = text.succ
      yield text
      break if done || Primitive.string_bytesize(following) > Primitive.string_bytesize(last) || following.empty?
      text = following
    end
    self
  end
end

module Rutile
  def self.each_letter(first, last, exclusive, encoding)
    last -= 1 if exclusive
    while first <= last
      yield Primitive.codepoint_string(first, encoding)
      first += 1
    end
  end

  def self.all_digits?(string)
    return false if Primitive.string_bytesize(string) == 0 || !Primitive.string_is_ascii_only(string)
    at = 0
    while byte = Primitive.string_getbyte(string, at)
      return false if byte < 48 || byte > 57
      at += 1
    end
    true
  end
end
