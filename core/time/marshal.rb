# Time for Marshal: eight bytes for the moment in UTC, and variables for what they have no room for.
#
#   first word   1 | UTC | year - 1900 (16 bits) | month - 1 (4) | day (5) | hour (5)
#   second word  minute (6) | second (6) | microsecond (20)

class Time
  def _dump(_limit = nil)
    year, month, day, hour, minute, second = Primitive.time_civil(@__seconds)
    years = year - 1900
    extra = ""
    unless years.between?(0, 0xffff)
      years, extra = years < 0 ? [0, __packed_years(-years)] : [0xffff, __packed_years(years - 0xffff)]
    end
    first = 1 << 31 | (utc? ? 1 : 0) << 30 | years << 14 | (month - 1) << 10 | day << 5 | hour
    second = minute << 26 | second << 20 | usec
    # Years that the field can't hold follow the words, counted as Marshal counts.
    [first, second].pack("VV") + extra
  end
  private :_dump

  def __packed_years(years)
    bytes = []
    while years > 0
      bytes << (years & 0xff)
      years >>= 8
    end
    [bytes.size + 5, *bytes].pack("C*")
  end

  # Variables of the dumped String: what is finer than a microsecond, offset and zone.
  def __marshal_parts
    parts = {}
    rest = @__nanoseconds % 1000
    if rest != 0
      exact = rest.to_r
      parts[:nano_num] = exact.numerator
      parts[:nano_den] = exact.denominator
      parts[:submicro] = __submicro(rest.to_i) if rest.to_i != 0
    end
    parts[:offset] = utc_offset unless utc?
    name = zone
    name = name.name unless nil.equal?(name) || Primitive.is_a(name, String)
    # Times of one zone lead to one name in a dump.
    parts[:zone] = nil.equal?(name) ? nil : -name
    parts
  end

  # Three decimal digits, packed two a byte.
  def __submicro(nanoseconds)
    high, low = nanoseconds.divmod(10)
    bytes = [(high / 10) << 4 | high % 10]
    bytes << (low << 4) if low != 0
    bytes.pack("C*")
  end

  def self._load(text)
    __load_marshal(text, {})
  end
  private_class_method :_load

  def self.__load_marshal(text, parts)
    raise TypeError, "marshaled time format differ" if text.bytesize < 8
    first, second = text.unpack("VV")
    if first & (1 << 31) == 0
      time = allocate
      time.__set_exactly(first, second * 1000, :local, nil)
      return time
    end
    seconds = __marshaled_seconds(text, first, second)
    nanoseconds = (second & 0xfffff) * 1000
    if parts[:nano_num]
      exact = Rational(parts[:nano_num], parts[:nano_den] || 1)
      nanoseconds += exact.denominator == 1 ? exact.numerator : exact
    elsif parts[:submicro]
      nanoseconds += __digits_of(parts[:submicro])
    end
    time = allocate
    time.__set_exactly(seconds, nanoseconds, first & (1 << 30) == 0 ? :local : :utc, first & (1 << 30) == 0 ? nil : 0)
    offset = __offset_of(parts[:offset])
    time.__restore_zone(offset, parts[:zone]) if offset
    time
  end

  # What `__submicro` packed; 0 where that is no digits.
  def self.__digits_of(packed)
    high, low = packed.getbyte(0) || 0, packed.getbyte(1) || 0
    digits = [high >> 4, high & 15, low >> 4]
    digits.all?(0..9) ? digits[0] * 100 + digits[1] * 10 + digits[2] : 0
  end

  # The offset of a dump, nil where that says none that could be.
  def self.__offset_of(said)
    offset = Rutile.exact_number(said)
    offset if offset.abs < 86400
  rescue TypeError
    nil
  end
  private_class_method :__digits_of, :__offset_of

  # Fields that a calendar doesn't have are counted on from the first of the year or the month, so that any eight bytes are a moment.
  def self.__marshaled_seconds(text, first, second)
    year = (first >> 14 & 0xffff) + 1900
    if text.bytesize > 8
      more = __marshaled_years(text)
      year += year == 1900 ? -more : more
    end
    years, month = (first >> 10 & 0xf).divmod(12)
    seconds = Primitive.time_seconds(year + years, month + 1, 1, 0, 0, 0)
    seconds + ((first >> 5 & 0x1f) - 1) * 86400 + (first & 0x1f) * 3600 + (second >> 26 & 0x3f) * 60 + (second >> 20 & 0x3f)
  end
  private_class_method :__marshaled_seconds

  # The years that follow the words: how many bytes they take, as Marshal writes a length, and these.
  def self.__marshaled_years(text)
    head = text.getbyte(8)
    count, start = 0, 9
    if head.between?(1, 4)
      count = text.byteslice(9, head).unpack("C*").each_with_index.sum { |byte, index| byte << 8 * index }
      start += head
    elsif head.between?(6, 127)
      count = head - 5
    end
    if head >= 128 || text.bytesize - start < count || head.between?(1, 4) && text.bytesize < start
      raise TypeError, "marshaled time format differ"
    end
    text.byteslice(start, count).unpack("C*").each_with_index.sum { |byte, index| byte << 8 * index }
  end
  private_class_method :__marshaled_years

  def __restore_zone(offset, zone)
    __set(@__seconds, @__nanoseconds, :fixed, offset)
    return if nil.equal?(zone)
    finder = Primitive.class_of(self)
    found = Rutile.says?(finder, :find_timezone) && !zone.match?(/\A[A-Z]{1,5}\z/) ? finder.__send__(:find_timezone, zone) : nil
    found ? __read_in(found) : @__zone = zone
  end
end
