# Dates as text.

class Date
  # Eras of Japan: the day each began, its letter, and the year before its first.
  ERAS = [[2_458_605, "R", 2018], [2_447_535, "H", 1988], [2_424_875, "S", 1925], [2_419_614, "T", 1911], [2_405_160, "M", 1867]].freeze
  private_constant :ERAS

  def strftime(format = "%F".encode(Encoding::US_ASCII))
    primitive :date_strftime
    format = Rutile.to_str(format)
    unless format.encoding.ascii_compatible?
      raise ArgumentError, "format should have ASCII compatible encoding"
    end
    if @__start.equal?(ITALY) && ("%Y-%m-%d" == format || "%F" == format) && (text = Primitive.date_text(__jd))
      return text.force_encoding(format.encoding)
    end
    seconds = __local_seconds % 86_400
    year, month, day = __civil
    moment = [year, month, day, seconds / 3600, seconds % 3600 / 60, seconds % 60, (__jd + 1) % 7, __year_day]
    text = Primitive.date_format(format, moment, __epoch, @__offset, @__offset == 0 ? "+00:00" : zone, @__fraction.equal?(0) ? "000000000" : __fraction_digits)
    # The reference's room for the text grows with the format, by doubling.
    raise Errno::ERANGE, format if text.bytesize >= 1024 && text.bytesize >= 1024 << (format.bytesize - 1).bit_length
    text
  end

  # Seconds since 1970.
  def __epoch
    (@__day - Rutile::Calendar::EPOCH) * 86_400 + @__seconds
  end

  def __fraction_digits
    return @__fraction.to_s.rjust(9, "0") if Integer === @__fraction
    (@__fraction * 10**91).floor.to_s.rjust(100, "0")
  end
  private :__fraction_digits

  def to_s
    (@__start.equal?(ITALY) ? Primitive.date_text(__jd) : nil) || strftime("%Y-%m-%d").force_encoding(Encoding::US_ASCII)
  end
  alias iso8601 to_s
  alias xmlschema to_s

  def inspect
    start = @__start.respond_to?(:infinite?) && @__start.infinite? ? (@__start > 0 ? "Inf" : "-Inf") : @__start.to_i.to_s
    fraction = Rational === @__fraction ? "(#{@__fraction})" : @__fraction.to_s
    offset = @__offset < 0 ? @__offset.to_s : "+#{@__offset}"
    "#<#{self.class}: #{self} ((#{@__day}j,#{@__seconds}s,#{fraction}n),#{offset}s,#{start}j)>".force_encoding(Encoding::US_ASCII)
  end

  def asctime
    strftime("%a %b %e %H:%M:%S %Y").force_encoding(Encoding::US_ASCII)
  end
  alias ctime asctime

  def rfc3339
    primitive :date_time_to_s
    strftime("%Y-%m-%dT%H:%M:%S%:z").force_encoding(Encoding::US_ASCII)
  end

  def rfc2822
    primitive :date_rfc2822
    strftime("%a, %-d %b %Y %T %z").force_encoding(Encoding::US_ASCII)
  end
  alias rfc822 rfc2822

  def httpdate
    primitive :date_httpdate
    date = @__offset == 0 ? self : __with(offset: 0)
    date.strftime("%a, %d %b %Y %T GMT").force_encoding(Encoding::US_ASCII)
  end

  def jisx0301
    strftime(__era_format).force_encoding(Encoding::US_ASCII)
  end

  def __era_format
    era = ERAS.find { |first, _, _| __jd >= first }
    era ? "#{era[1]}#{format("%02d", year - era[2])}.%m.%d" : "%Y-%m-%d"
  end
  private :__era_format
end
