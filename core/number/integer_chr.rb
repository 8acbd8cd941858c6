# Integer#chr: a character by its number.

class Integer
  def chr(encoding = (no_encoding = true; nil), *surplus)
    primitive :integer_chr
    raise RangeError, "bignum out of char range" unless Primitive.is_fixnum(self)
    raise RangeError, "#{self} out of char range" if self < 0 || self > 0xffff_ffff
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    if no_encoding
      return "".b << self if self < 256
      encoding = Encoding.default_internal
      raise RangeError, "#{self} out of char range" if nil.equal?(encoding)
    end
    encoding = Encoding.find(Rutile.to_str(encoding)) unless Encoding === encoding
    __check_codepoint(encoding)
    return "".b.force_encoding(encoding) << self unless encoding == Encoding::US_ASCII
    [self].pack("C").force_encoding(encoding)
  end

  # Refuses numbers that no character of the encoding has; `String#<<` refuses the gaps between.
  def __check_codepoint(encoding)
    case encoding.name
    when "UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"
      raise RangeError, "#{self} out of char range" if self > 0x10ffff
    when "US-ASCII"
      raise RangeError, "#{self} out of char range" if self > 255
      raise RangeError, "invalid codepoint 0x#{to_s(16).upcase} in US-ASCII" if self > 127
    when "BINARY", /\AISO-8859|\AWindows-125|\AIBM|\ACP8|\AKOI8|\AmacRoman|\ATIS/
      raise RangeError, "#{self} out of char range" if self > 255
    end
  end
end
