# Time: a moment, and the zone in which it is read.
#
# The moment is `@__seconds` since 1970 and `@__nanoseconds` (below 10**9, a Rational where
# it is finer). `@__mode` says how it is read: :utc, :local (the zone of TZ), or :fixed
# (`@__offset` seconds east, perhaps of the zone object `@__zone`). Offset, zone and
# civil parts of a local time are found when first asked for, then remembered.

class Time
  include Comparable

  UNITS = {
    millisecond: 1_000_000, usec: 1000, microsecond: 1000, nsec: 1, nanosecond: 1
  }.freeze
  private_constant :UNITS

  class << self
    def now(**options)
      primitive :time_here
      zone = Rutile.time_zone_option(options)
      if zone
        time = __now
        time.__read_in(zone)
        return time
      end
      seconds, nanoseconds = Primitive.time_now.divmod(1_000_000_000)
      time = allocate
      time.__set(seconds, nanoseconds, :local, nil)
      time
    end
    alias __now now

    def at(time, fraction = (whole = true; 0), unit = :microsecond, **options)
      primitive :time_at
      zone = Rutile.time_zone_option(options)
      if zone
        result = whole ? __at(time) : __at(time, fraction, unit)
        result.__read_in(zone)
        return result
      end
      result = allocate
      if whole && Primitive.is_a(time, Time)
        result.__copy(time)
      else
        fraction = fraction.numerator if Rational === fraction && fraction.denominator == 1
        scale = UNITS[unit] or raise ArgumentError, "unexpected unit: #{unit}"
        seconds = Rutile.exact_number(time)
        nanoseconds = whole ? 0 : Rutile.exact_number(fraction) * scale
        result.__set_exactly(seconds, nanoseconds, :local, nil)
      end
      result
    end
    alias __at at

    def utc(*arguments)
      primitive :time_utc
      parts, = Rutile.time_arguments(arguments)
      time = allocate
      time.__set_exactly(Rutile.time_seconds(parts), parts[6], :utc, 0)
      time
    end
    Primitive.alias_method(self, :gm, :utc)

    def local(*arguments)
      primitive :time_local
      parts, dst = Rutile.time_arguments(arguments)
      time = allocate
      seconds = Primitive.time_zone_moment(Rutile.local_time_zone, Rutile.time_seconds(parts), dst)
      time.__set_exactly(seconds, parts[6], :local, nil)
      time.__resolve
      time
    end
    Primitive.alias_method(self, :mktime, :local)
  end

  def initialize(year = Rutile::UNSET, month = nil, day = nil, hour = nil, minute = nil, second = nil, zone = nil, **options)
    primitive :time_initialize
    if nil.equal?(zone) && Primitive.hash_size(options) == 1 && Primitive.time_set_in_zone(self, options[:in], year, month, day, hour, minute, second)
      return self
    end
    Primitive.check_frozen(self)
    raise TypeError, "already initialized Time" if Primitive.has_variable(self, :@__seconds)
    precision = options.empty? ? 9 : options.delete(:precision) { 9 }
    precision = nil.equal?(precision) ? -1 : Rutile.to_int(precision)
    given = Rutile.time_zone_option(options)
    if zone && given
      raise ArgumentError, "timezone argument given as positional and keyword arguments"
    end
    zone ||= given
    if Rutile::UNSET.equal?(year)
      seconds, nanoseconds = Primitive.time_now.divmod(1_000_000_000)
      __set(seconds, nanoseconds, :local, nil)
      __read_in(zone) if zone
      return self
    end
    if nil.equal?(month) && !Primitive.is_fixnum(year) && (text = Rutile.time_text(year))
      parts, written_zone = Rutile.parse_time(text, precision)
      zone = written_zone || zone
    else
      parts, = Rutile.time_arguments([year, month, day, hour, minute, second])
    end
    __set_civil(parts, zone)
    self
  end

  def initialize_copy(other)
    raise TypeError, "wrong argument type #{other.class} (expected time)" unless Primitive.is_a(other, Time)
    __copy(other)
  end
  Primitive.copies_variables(self)

  # --- The moment -----------------------------------------------------------------------

  def to_i
    @__seconds
  end
  alias tv_sec to_i

  def to_f
    primitive :time_to_f
    total = __total
    Primitive.is_a(total, Integer) ? total.to_f / 1_000_000_000.0 : (total / 1_000_000_000).to_f
  end

  def to_r
    Rational(__total, 1_000_000_000)
  end

  def nsec
    @__nanoseconds.to_i
  end
  alias tv_nsec nsec

  def usec
    @__nanoseconds.to_i / 1000
  end
  alias tv_usec usec

  def subsec
    @__nanoseconds == 0 ? 0 : Rational(@__nanoseconds, 1_000_000_000)
  end

  def <=>(other)
    primitive :time_compare
    if Primitive.is_a(other, Time)
      order = @__seconds <=> other.to_i
      return order unless order == 0
      return @__nanoseconds <=> other.__nanoseconds
    end
    order = Rutile.pair_recursion_guard(self, other, :<=>, nil) { Primitive.dispatch(other <=> self) }
    return nil if nil.equal?(order)
    order > 0 ? -1 : (order < 0 ? 1 : 0)
  end

  def eql?(other)
    Primitive.is_a(other, Time) && @__seconds == other.to_i && @__nanoseconds == other.__nanoseconds
  end

  def hash
    primitive :time_hash
    [:Time, __total].hash
  end

  def +(other)
    primitive :time_add
    raise TypeError, "time + time?" if Primitive.is_a(other, Time)
    __moved(Rutile.exact_number(other))
  end

  def -(other)
    primitive :time_subtract
    return (__total - other.__total).to_f / 1_000_000_000.0 if Primitive.is_a(other, Time)
    __moved(-Rutile.exact_number(other))
  end

  def round(digits = 0)
    primitive :time_round
    __rounded(digits) { |rest, unit| rest * 2 < unit ? -rest : unit - rest }
  end

  def floor(digits = 0)
    primitive :time_floor
    __rounded(digits) { |rest, _unit| -rest }
  end

  def ceil(digits = 0)
    primitive :time_ceil
    __rounded(digits) { |rest, unit| rest == 0 ? 0 : unit - rest }
  end

  # --- The zone -------------------------------------------------------------------------

  def utc?
    :utc.equal?(@__mode)
  end
  alias gmt? utc?

  def utc
    return self if Primitive.identical(@__mode, :utc)
    Primitive.check_frozen(self)
    __set(@__seconds, @__nanoseconds, :utc, 0)
    self
  end
  alias gmtime utc

  def getutc
    primitive :time_getutc
    time = Primitive.class_of(self).allocate
    time.__set(@__seconds, @__nanoseconds, :utc, 0)
    time
  end
  alias getgm getutc

  def localtime(zone = nil)
    primitive :time_localtime
    return @__offset ? self : __in_zone_of_now if !zone && :local.equal?(@__mode)
    Primitive.check_frozen(self)
    __move_to(zone)
  end

  # A time of its own: what a program gave the receiver beside its moment does not go along.
  def getlocal(zone = nil)
    primitive :time_getlocal
    time = Primitive.class_of(self).allocate
    time.__copy(self)
    time.__move_to(zone)
  end

  def __move_to(zone)
    if zone
      __read_in(zone)
    elsif !:local.equal?(@__mode)
      __set(@__seconds, @__nanoseconds, :local, nil)
    end
    __in_zone_of_now
  end

  def utc_offset
    primitive :time_utc_offset
    __find_offset unless @__offset
    @__offset
  end
  alias gmtoff utc_offset
  alias gmt_offset utc_offset

  def zone
    return "UTC".encode(Encoding::US_ASCII) if utc?
    __find_offset unless @__offset
    @__zone
  end

  def isdst
    __find_offset unless @__offset
    @__dst
  end
  alias dst? isdst

  # --- Parts ----------------------------------------------------------------------------

  def year = __civil[0]
  def month = __civil[1]
  def day = __civil[2]
  def hour = __civil[3]
  def min = __civil[4]
  def sec = __civil[5]
  def wday = __civil[6]
  def yday = __civil[7]
  alias mon month
  alias mday day

  def sunday? = wday == 0
  def monday? = wday == 1
  def tuesday? = wday == 2
  def wednesday? = wday == 3
  def thursday? = wday == 4
  def friday? = wday == 5
  def saturday? = wday == 6

  def to_a
    year, month, day, hour, minute, second, weekday, year_day = __civil
    [second, minute, hour, day, month, year, weekday, year_day, isdst, zone]
  end

  def deconstruct_keys(keys)
    unless nil.equal?(keys) || Primitive.is_a(keys, Array)
      raise TypeError, "wrong argument type #{Rutile.describe_class(keys)} (expected Array or nil)"
    end
    year, month, day, hour, minute, second, weekday, year_day = __civil
    parts = {
      year:, month:, day:, yday: year_day, wday: weekday, hour:, min: minute, sec: second, subsec:, dst: isdst, zone:
    }
    keys ? parts.slice(*keys) : parts
  end

  # --- Text -----------------------------------------------------------------------------

  def strftime(format)
    primitive :time_strftime
    format = Rutile.to_str(format)
    unless format.encoding.ascii_compatible?
      raise ArgumentError, "format should have ASCII compatible encoding"
    end
    Rutile.warn_about("strftime called with empty format string") if $VERBOSE && Primitive.string_bytesize(format) == 0
    offset = utc_offset
    offset = offset.round unless Primitive.is_fixnum(offset)
    Primitive.time_format(format, @__seconds, offset, __abbreviation, utc?, __fraction_digits) ||
      raise(ArgumentError, "invalid format: #{format}")
  end

  def to_s
    primitive :time_to_s
    offset = utc_offset
    if !utc? && Primitive.is_fixnum(offset) && offset % 60 == 0
      return strftime("%Y-%m-%d %H:%M:%S %z").force_encoding(Encoding::US_ASCII)
    end
    strftime(utc? ? "%Y-%m-%d %H:%M:%S UTC" : "%Y-%m-%d %H:%M:%S #{__inspected_offset}").force_encoding(Encoding::US_ASCII)
  end

  def inspect
    primitive :time_inspect
    text = strftime("%Y-%m-%d %H:%M:%S")
    if Primitive.is_a(@__nanoseconds, Rational)
      text << " " << subsec.to_s
    elsif @__nanoseconds != 0
      text << "." << __fraction_digits.sub(/0+\z/, "")
    end
    text << " " << (utc? ? "UTC" : __inspected_offset)
    text.force_encoding(Encoding::US_ASCII)
  end

  def ctime
    strftime("%a %b %e %T %Y").force_encoding(Encoding::US_ASCII)
  end
  alias asctime ctime

  def xmlschema(digits = 0)
    primitive :time_iso8601
    digits = Rutile.to_int(digits) unless digits.equal?(0)
    if digits >= 0 && (utc? || utc_offset % 60 == 0)
      told = digits > 9 ? 9 : digits
      whole = Primitive.is_a(@__nanoseconds, Integer) ? @__nanoseconds : @__nanoseconds.floor
      text = Primitive.time_xmlschema(@__seconds, utc? ? nil : utc_offset, whole, told)
      if text
        Primitive.string_splice(text, text.bytesize - (utc? ? 1 : 6), 0, __digits_below(whole, digits - told)) if digits > told
        return text
      end
    end
    fraction = digits > 0 ? ".%#{digits}N" : ""
    strftime("%Y-%m-%dT%H:%M:%S#{fraction}#{utc? ? "Z" : "%:z"}").force_encoding(Encoding::US_ASCII)
  end
  Primitive.alias_method(self, :iso8601, :xmlschema)

  # So many digits of what is left of the nanoseconds beside whole ones.
  def __digits_below(whole, count)
    return "0" * count if Primitive.identical(whole, @__nanoseconds)
    ((@__nanoseconds - whole) * 10**count).floor.to_s.rjust(count, "0")
  end

  # --- Inside ---------------------------------------------------------------------------

  def __set(seconds, nanoseconds, mode, offset)
    @__seconds = seconds
    @__nanoseconds = nanoseconds
    @__mode = mode
    @__offset = offset
    @__zone = nil
    @__dst = false
    @__civil = nil
  end

  # As `__set`, from numbers that need not be whole nor within a second.
  def __set_exactly(seconds, nanoseconds, mode, offset)
    if Primitive.is_a(seconds, Integer) && nanoseconds.equal?(0)
      __set(seconds, 0, mode, offset)
    else
      whole, rest = (seconds * 1_000_000_000 + nanoseconds).divmod(1_000_000_000)
      rest = rest.numerator if Primitive.is_a(rest, Rational) && rest.denominator == 1
      __set(whole, rest, mode, offset)
    end
  end

  def __set_civil(parts, zone)
    wall = Rutile.time_seconds(parts)
    unless zone
      seconds = Primitive.time_zone_moment(Rutile.local_time_zone, wall, false)
      return __set_exactly(seconds, parts[6], :local, nil)
    end
    kind = Rutile.time_zone_kind(zone, Primitive.class_of(self))
    case kind
    when :utc then __set_exactly(wall, parts[6], :utc, 0)
    when Numeric then __set_exactly(wall - kind, parts[6], :fixed, kind)
    else
      raise TypeError, "can't convert #{Primitive.class_of(kind)} into an exact number" unless kind.respond_to?(:local_to_utc)
      as_if_utc = Time.allocate
      as_if_utc.__set_exactly(wall, 0, :utc, 0)
      moment = Rutile.zone_result_seconds(kind.local_to_utc(as_if_utc), false)
      __set_exactly(moment, parts[6], :local, nil)
      __set_zone(kind, wall - moment)
    end
  end

  # Reads it in the zone of an object.
  def __set_zone(zone, offset)
    raise ArgumentError, "utc_offset out of range" unless offset > -86_400 && offset < 86_400
    __set(@__seconds, @__nanoseconds, :fixed, offset)
    @__zone = zone
    return unless zone.respond_to?(:dst?)
    in_utc = Time.allocate
    in_utc.__set(@__seconds, 0, :utc, 0)
    @__dst = zone.dst?(in_utc) ? true : false
  end

  # Another time's moment and zone.
  def __copy(other)
    seconds, nanoseconds, mode, offset, zone, dst, civil = other.__state
    raise TypeError, "uninitialized Time" unless mode
    __set(seconds, nanoseconds, mode, offset)
    @__zone = zone
    @__dst = dst
    @__civil = civil
  end

  def __state
    [@__seconds, @__nanoseconds, @__mode, @__offset, @__zone, @__dst, @__civil]
  end

  def __nanoseconds
    @__nanoseconds
  end

  # Nanoseconds since 1970.
  def __total
    @__seconds * 1_000_000_000 + @__nanoseconds
  end

  # The same moment, read in a zone that is given as `in:` gives it.
  def __read_in(zone)
    return if Primitive.time_read_in(self, zone)
    kind = Rutile.time_zone_kind(zone, Primitive.class_of(self))
    case kind
    when :utc then __set(@__seconds, @__nanoseconds, :utc, 0)
    when Numeric then __set(@__seconds, @__nanoseconds, :fixed, kind)
    else
      raise TypeError, "can't convert #{Primitive.class_of(kind)} into an exact number" unless kind.respond_to?(:utc_to_local)
      in_utc = Time.allocate
      in_utc.__set(@__seconds, 0, :utc, 0)
      __set_zone(kind, Rutile.zone_result_seconds(kind.utc_to_local(in_utc), true) - @__seconds)
    end
  end

  def __moved(seconds)
    time = Time.allocate
    time.__set_exactly(@__seconds + seconds, @__nanoseconds, @__mode, :local.equal?(@__mode) ? nil : @__offset)
    time.__keep_zone(@__zone) unless :local.equal?(@__mode)
    time
  end

  def __keep_zone(zone)
    if Primitive.is_a(zone, String)
      @__zone = zone
    elsif zone
      __read_in(zone)
    end
  end

  def __rounded(digits)
    digits = nil.equal?(digits) ? 0 : Rutile.to_index(digits)
    raise ArgumentError, "negative ndigits given" if digits < 0
    unit = Rational(1_000_000_000, 10**digits)
    total = __total
    change = yield(total % unit, unit)
    __moved(Rational(change, 1_000_000_000))
  end

  def __civil
    @__civil || __resolve
  end

  # In the zone of now, whatever TZ says later.
  def __in_zone_of_now
    __find_offset unless @__offset
    self
  end

  # Finds offset and zone.
  def __find_offset
    return if Primitive.time_find_offset(self)
    raise TypeError, "uninitialized #{self.class}" unless @__mode
    offset, dst, zone = Primitive.time_zone_at(Rutile.local_time_zone, @__seconds)
    Primitive.time_remember(self, :@__offset, offset)
    Primitive.time_remember(self, :@__dst, dst)
    Primitive.time_remember(self, :@__zone, zone)
  end

  # Finds what parts it has in its zone.
  def __resolve
    __find_offset unless @__offset
    wall = @__seconds + @__offset
    wall = (wall + Rational(@__nanoseconds, 1_000_000_000)).floor unless Primitive.is_a(wall, Integer)
    Primitive.time_remember(self, :@__civil, Primitive.time_civil(wall))
  end

  # The text of `%Z`.
  def __abbreviation
    return "UTC" if utc?
    __find_offset unless @__offset
    zone = @__zone
    return zone if Primitive.is_a(zone, String)
    return "" if nil.equal?(zone)
    zone.respond_to?(:abbr) ? Rutile.to_str(zone.abbr(self)) : ""
  end

  # At least nine digits of the fraction of a second.
  def __fraction_digits
    if Primitive.is_a(@__nanoseconds, Rational)
      (@__nanoseconds * 10**91).floor.to_s.rjust(100, "0")
    else
      @__nanoseconds.to_s.rjust(9, "0")
    end
  end

  # `+0900`, with seconds where there are any.
  def __inspected_offset
    offset = utc_offset.floor
    hours, rest = offset.abs.divmod(3600)
    minutes, seconds = rest.divmod(60)
    digits = [hours, minutes]
    digits << seconds if seconds != 0
    (offset < 0 ? "-" : "+") + digits.map { |part| part.to_s.rjust(2, "0") }.join
  end
end
