# The arguments of Time's constructors: numbers, names of months, texts and zones.

module Rutile
  MONTH_NUMBERS = {
    "jan" => 1, "feb" => 2, "mar" => 3, "apr" => 4, "may" => 5, "jun" => 6,
    "jul" => 7, "aug" => 8, "sep" => 9, "oct" => 10, "nov" => 11, "dec" => 12
  }.freeze

  # --- Numbers --------------------------------------------------------------------------

  # An Integer or Rational without loss: what a moment can be made of.
  def self.exact_number(object)
    return object if Primitive.is_a(object, Integer)
    return object.denominator == 1 ? object.numerator : object if Primitive.is_a(object, Rational)
    return exact_number(object.to_r) if Primitive.is_a(object, Float)
    unless Primitive.is_a(object, String) || nil.equal?(object)
      # A Time has `to_r` too, but no `to_int`.
      countable = object.respond_to?(:to_int)
      exact = object.respond_to?(:to_r) ? object.to_r : (object.to_int if countable)
      return exact_number(exact) if countable && (Primitive.is_a(exact, Rational) || Primitive.is_a(exact, Integer))
    end
    raise TypeError, "can't convert #{Primitive.class_of(object)} into an exact number"
  end

  def self.describe_class(object)
    Primitive.class_of(object)
  end

  # --- Parts of a date and an hour ----------------------------------------------------------

  # The arguments of `Time.utc` and `local`, checked: [year, month, day, hour, minute, second,
  # nanoseconds], and whether summer time is meant.
  def self.time_arguments(arguments)
    if arguments.size == 10
      second, minute, hour, day, month, year, _weekday, _year_day, dst = arguments
      return [time_parts(year, month, day, hour, minute, second, nil), dst ? true : false]
    end
    unless arguments.size.between?(1, 8)
      Rutile.refuse_count(arguments.size, "1..8")
    end
    # Of eight, the last two are a fraction and a weekday that nobody wants.
    arguments = arguments.first(6) if arguments.size == 8
    [time_parts(*arguments), false]
  end

  def self.time_parts(year, month = nil, day = nil, hour = nil, minute = nil, second = nil, microseconds = nil)
    plain = Primitive.time_plain_parts(year, month, day, hour, minute, second, microseconds)
    return plain if plain
    raise TypeError, "no implicit conversion of nil into Integer" if nil.equal?(year)
    year = time_integer(year)
    month = nil.equal?(month) ? 1 : time_month(month)
    day = nil.equal?(day) ? 1 : time_part(day, 31)
    hour = nil.equal?(hour) ? 0 : time_part(hour, 31)
    minute = nil.equal?(minute) ? 0 : time_part(minute, 63)
    second, nanoseconds = time_second(second)
    nanoseconds = time_fraction(microseconds) unless nil.equal?(microseconds)
    checked_parts(year, month, day, hour, minute, second, nanoseconds)
  end

  def self.time_integer(object)
    Primitive.is_a(object, String) ? Integer(object, 10) : to_int(object)
  end

  # A part up to what the reference has bits for. Only when all parts are read it looks whether there is such a moment.
  def self.time_part(object, most)
    value = to_small_int(time_integer(object))
    raise ArgumentError, "argument out of range" unless value.between?(0, most)
    value
  end

  def self.time_month(object)
    text = Primitive.is_a(object, String) ? object : try_convert(object, String, "String", :to_str)
    if text
      index = text.size == 3 ? MONTH_NUMBERS[text.downcase] : nil
      return index if index
      object = Integer(text, 10)
    end
    time_part(object, 15)
  end

  # Whole seconds, and nanoseconds of the rest.
  def self.time_second(object)
    return [0, 0] if nil.equal?(object)
    exact = Primitive.is_a(object, String) ? Integer(object, 10) : exact_number(object)
    whole, rest = exact.divmod(1)
    whole = to_small_int(whole)
    raise ArgumentError, "argument out of range" unless whole.between?(0, 63)
    [whole, rest * 1_000_000_000]
  end

  def self.time_fraction(microseconds)
    exact = Primitive.is_a(microseconds, String) ? Integer(microseconds, 10) : exact_number(microseconds)
    exact * 1000
  end

  # Seconds since 1970, were the parts in UTC.
  def self.time_seconds(parts)
    Primitive.time_seconds(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
  end

  # --- Text -----------------------------------------------------------------------------

  # The text of a lone argument of `Time.new` that is one and not just a year.
  def self.time_text(object)
    text = Primitive.is_a(object, String) ? object : try_convert(object, String, "String", :to_str)
    return nil if nil.equal?(text)
    raise ArgumentError, "time string should have ASCII compatible encoding" unless text.encoding.ascii_compatible?
    text.match?(/\A\d+\z/) && text.size > 3 ? nil : text
  end

  # Parts and zone from `YYYY-MM-DD HH:MM:SS.fraction zone`.
  def self.parse_time(text, precision)
    parts = Primitive.time_text(text, precision)
    return [parts, parts.pop] if parts
    match = /\A(-?\d+)/.match(text) or raise ArgumentError, "can't parse: #{text.inspect}"
    raise ArgumentError, "year must be 4 or more digits: #{match[1]}" if match[1].delete("-").size < 4
    year = match[1].to_i
    rest = match.post_match
    month, rest = two_digits(rest, "-", "mon")
    day, rest = two_digits(rest, "-", "mday") if month
    raise ArgumentError, "no time information" if rest.empty?
    hour, rest = day && time_of_day(rest) || [nil, rest]
    return [[year, month || 1, day || 1, 0, 0, 0, 0], parse_zone(rest, text)] unless hour
    minute, rest = two_digits(rest, ":", "min")
    raise ArgumentError, "fraction hour is not supported: #{padded(hour)}." if rest.start_with?(".") && !minute
    raise ArgumentError, "missing min part: #{padded(hour)}#{rest[0]}" unless minute
    second, rest = two_digits(rest, ":", "sec")
    raise ArgumentError, "fraction min is not supported: #{padded(hour)}:#{padded(minute)}." if rest.start_with?(".") && !second
    raise ArgumentError, "missing sec part: #{padded(hour)}:#{padded(minute)}#{rest[0]}" unless second
    nanoseconds, rest = parse_fraction(rest, precision, hour, minute, second)
    zone = parse_zone(rest, text)
    [checked_parts(year, month, day, hour, minute, second, nanoseconds), zone]
  end

  def self.padded(number)
    number.to_s.rjust(2, "0")
  end

  # A number of two digits behind a mark, and what follows it.
  def self.two_digits(text, mark, name)
    return [nil, text] unless text.start_with?(mark)
    match = /\A.(\d\d)(?!\d)/.match(text)
    raise ArgumentError, "two digits #{name} is expected after '#{mark}': #{text[0, 11]}" unless match
    [match[1].to_i, match.post_match]
  end

  def self.time_of_day(text)
    return nil unless text.match?(/\A[ T]\d/)
    match = /\A[ T](\d\d)(?!\d)/.match(text)
    raise ArgumentError, "two digits hour is expected: #{text[0, 11]}" unless match
    [match[1].to_i, match.post_match]
  end

  def self.parse_fraction(text, precision, hour, minute, second)
    return [0, text] unless text.start_with?(".")
    match = /\A\.(\d+)/.match(text)
    unless match
      raise ArgumentError, "subsecond expected after dot: #{padded(hour)}:#{padded(minute)}:#{padded(second)}#{text[0, 2]}"
    end
    digits = match[1]
    digits = digits[0, precision] if precision >= 0 && digits.size > precision
    [exact_number(Rational(digits.to_i * 1_000_000_000, 10**digits.size)), match.post_match]
  end

  def self.parse_zone(text, whole)
    return nil if text.empty?
    zone = text.lstrip
    raise ArgumentError, "can't parse: #{whole.inspect}" if zone.empty? || zone.match?(/\s\z/)
    raise ArgumentError, "can't parse at: #{zone[/\s.*/m].lstrip}" if zone.match?(/\S\s+\S/)
    zone
  end

  def self.checked_parts(year, month, day, hour, minute, second, nanoseconds)
    raise ArgumentError, "mon out of range" unless month.between?(1, 12)
    raise ArgumentError, "mday out of range" unless day.between?(1, 31)
    raise ArgumentError, "hour out of range" if hour > 24
    raise ArgumentError, "min out of range" if minute > 59 || hour == 24 && minute > 0
    raise ArgumentError, "sec out of range" if second > 60 || hour == 24 && second > 0
    raise ArgumentError, "subsecx out of range" unless nanoseconds >= 0 && nanoseconds < 1_000_000_000
    [year, month, day, hour, minute, second, nanoseconds]
  end

  # --- Zones ----------------------------------------------------------------------------

  # The value of `in:`, the only keyword there may be.
  def self.time_zone_option(options)
    return nil if options.empty?
    return options[:in] if options.size == 1 && options.key?(:in)
    options.each_key do |name|
      next if :in.equal?(name)
      unknown = options.keys - [:in]
      raise ArgumentError, "unknown keyword#{"s" if unknown.size > 1}: #{unknown.map(&:inspect).join(", ")}"
    end
    options[:in]
  end

  # The zone of this process.
  def self.local_time_zone
    name = Primitive.env_get("TZ")
    return @local_time_zone if @local_time_zone && name == @local_time_zone_name
    @local_time_zone_name = name
    @local_time_zone = Primitive.time_zone_open(name)
  end

  # The meaning of a zone argument: :utc, an offset in seconds, or an object that converts.
  def self.time_zone_kind(zone, finder = Time)
    text = Primitive.is_a(zone, String) ? zone : try_convert(zone, String, "String", :to_str)
    return time_zone_named(text, finder) if text
    unless Primitive.is_a(zone, Numeric)
      return zone if zone.respond_to?(:utc_to_local) || zone.respond_to?(:local_to_utc)
    end
    offset = exact_number(zone)
    raise ArgumentError, "utc_offset out of range" unless offset > -86_400 && offset < 86_400
    offset
  end

  # `finder` is the class whose `find_timezone` knows zones by name.
  def self.time_zone_named(text, finder)
    offset = Primitive.time_offset(text)
    return offset if offset
    raise_utc_offset(text.inspect) unless text.encoding.ascii_compatible?
    return :utc if text == "Z" || text == "-00:00" || text.casecmp?("UTC")
    return military_offset(text) if text.match?(/\A[A-IK-Y]\z/)
    match = /\A([-+])(\d\d)(?:(?::?([0-5]\d))?|([0-5]\d)([0-5]\d)|:([0-5]\d):([0-5]\d))\z/.match(text)
    if match
      hours = match[2].to_i
      raise ArgumentError, "utc_offset out of range" if hours > 23
      seconds = hours * 3600 + (match[3] || match[4] || match[6]).to_i * 60 + (match[5] || match[7]).to_i
      return match[1] == "-" ? -seconds : seconds
    end
    if Rutile.says?(finder, :find_timezone)
      zone = finder.__send__(:find_timezone, text)
      return zone if zone
    end
    raise_utc_offset(text)
  end

  def self.raise_utc_offset(text)
    raise ArgumentError, %("+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: #{text})
  end

  # One letter for each hour, without J.
  def self.military_offset(letter)
    code = letter.ord
    hours = if code <= 73 then code - 64
            elsif code <= 77 then code - 65
            else 77 - code
            end
    hours * 3600
  end

  # Seconds from what a zone object's conversion gave: a Time (`as_wall`: what its clock shows),
  # a number, or something with the parts of a time.
  def self.zone_result_seconds(result, as_wall)
    return as_wall ? result.to_i + result.utc_offset : result.to_i if Primitive.is_a(result, Time)
    return to_int(result.to_i) unless as_wall && result.respond_to?(:year)
    time_seconds([result.year, result.mon, result.mday, result.hour, result.min, result.sec])
  end
end
