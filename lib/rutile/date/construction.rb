# Making dates, and asking whether a date exists.

class Date
  class << self
    def valid_jd?(jd, _start = ITALY)
      Numeric === jd
    end

    def valid_civil?(year, month, day, start = ITALY)
      primitive :date_exists
      return false unless [year, month, day].all?(Numeric)
      Rutile::Calendar.valid_civil(year.to_i, month.to_i, day.to_i, Rutile::Calendar.start(start)) ? true : false
    end
    alias valid_date? valid_civil?

    def valid_ordinal?(year, day, start = ITALY)
      return false unless [year, day].all?(Numeric)
      Rutile::Calendar.valid_ordinal(year.to_i, day.to_i, Rutile::Calendar.start(start)) ? true : false
    end

    def valid_commercial?(year, week, day, start = ITALY)
      return false unless [year, week, day].all?(Numeric)
      Rutile::Calendar.valid_commercial(year.to_i, week.to_i, day.to_i, Rutile::Calendar.start(start)) ? true : false
    end

    def gregorian_leap?(year)
      primitive :date_leap_year
      raise TypeError, "invalid year (not numeric)" unless Numeric === year
      Rutile::Calendar.gregorian_leap?(year.floor)
    end
    alias leap? gregorian_leap?

    def julian_leap?(year)
      raise TypeError, "invalid year (not numeric)" unless Numeric === year
      year.floor % 4 == 0
    end

    def jd(jd = 0, start = ITALY)
      primitive :date_of_day
      __check_numbers("jd", jd)
      whole, fraction = __split(jd)
      __at(whole, Rutile::Calendar.start(start), fraction)
    end

    def ordinal(year = -4712, day = 1, start = ITALY)
      primitive :date_of_year_day
      __check_numbers("yday", day, "year", year)
      whole, fraction = __split(day)
      start = Rutile::Calendar.start(start)
      jd = Rutile::Calendar.valid_ordinal(year.to_i, whole, start) or raise Error, "invalid date"
      __at(jd, start, fraction)
    end

    def civil(*arguments)
      new(*arguments)
    end

    def commercial(year = -4712, week = 1, day = 1, start = ITALY)
      primitive :date_of_week
      __check_numbers("cwday", day, "cweek", week, "year", year)
      whole, fraction = __split(day)
      start = Rutile::Calendar.start(start)
      jd = Rutile::Calendar.valid_commercial(year.to_i, week.to_i, whole, start) or raise Error, "invalid date"
      __at(jd, start, fraction)
    end

    def today(start = ITALY)
      now = Time.__now
      __at(Rutile::Calendar.civil_to_jd(now.year, now.month, now.day, GREGORIAN), Rutile::Calendar.start(start), 0)
    end

    # What is not initialized is the first day of the count.
    def allocate = __make(0)

    # A date of these exact parts, in UTC.
    def __make(day, seconds = 0, fraction = 0, offset = 0, start = ITALY)
      date = Primitive.class_allocate(self)
      date.__set(day, seconds, fraction, offset, start)
      date
    end

    def __at(jd, start, fraction)
      date = __make(jd, 0, 0, 0, start)
      fraction == 0 ? date : date + fraction
    end

    # A whole number and the rest, exactly.
    def __split(number)
      return [number, 0] if Integer === number
      [number.floor, number % 1]
    end

    # Days as an exact number.
    def __rational(days)
      raise TypeError, "expected numeric" unless Numeric === days
      days = days.to_r
      raise TypeError, "wrong argument type #{days.class} (expected Rational)" unless Rational === days
      days
    end

    # The reference checks the last first.
    def __check_numbers(*named)
      named.each_slice(2) do |name, value|
        raise TypeError, "invalid #{name} (not numeric)" unless Numeric === value
      end
    end

    # The form that Ruby 1.8 and older wrote.
    def _load(text)
      allocate.marshal_load(Marshal.load(text))
    end
  end

  def initialize(year = -4712, month = 1, day = 1, start = ITALY)
    if start.equal?(ITALY) && jd = Primitive.date_day(year, month, day)
      __set(jd, 0, 0, 0, ITALY)
      return self
    end
    Date.__check_numbers("day", day, "month", month, "year", year)
    whole, = Date.__split(day)
    start = Rutile::Calendar.start(start)
    jd = Rutile::Calendar.valid_civil(year.to_i, month.to_i, whole, start) or raise Error, "invalid date"
    __set(jd, 0, 0, 0, start)
    self
  end

  def initialize_copy(other)
    __set(*other.__state)
    self
  end
  Primitive.copies_variables(self)

  def __set(day, seconds, fraction, offset, start)
    @__day = day
    @__seconds = seconds
    @__fraction = fraction
    @__offset = offset
    @__start = start
    @__civil = nil
  end

  def __state
    [@__day, @__seconds, @__fraction, @__offset, @__start]
  end

  # The same moment, made of other parts where they are given.
  def __with(offset: @__offset, start: @__start)
    self.class.__make(@__day, @__seconds, @__fraction, offset, start)
  end

  def marshal_dump
    [0, @__day, @__seconds, @__fraction, @__offset, start]
  end

  def marshal_load(parts)
    raise TypeError, "expected an array" unless Array === parts
    case parts.size
    when 2 then __set_moment(parts[0] - Rational(1, 2), 0, __old_start(parts[1]))
    when 3 then __set_moment(*parts)
    when 6
      _nothing, day, seconds, fraction, offset, start = parts
      __set(day, seconds, fraction, offset, start)
    else raise TypeError, "invalid size"
    end
    self
  end

  private

  # Until Ruby 1.9.2 a moment was written as days since noon of the first one, in UTC, with the offset in days.
  def __set_moment(days, offset, start)
    day, rest = (days + Rational(1, 2)).divmod(1)
    seconds, rest = (rest * 86_400).divmod(1)
    fraction = rest * 1_000_000_000
    fraction = fraction.numerator if Rational === fraction && fraction.denominator == 1
    start = start.infinite? * Float::INFINITY if Infinity === start
    __set(day, seconds, fraction, (offset * 86_400).to_i, start.to_f)
  end

  # Ruby 1.6 said whether a date is one of the Gregorian calendar.
  def __old_start(start)
    return start if Numeric === start
    start ? GREGORIAN : JULIAN
  end
end

class Date
  # The day number of a date of the Gregorian calendar.
  def self.__gregorian_day(year, month, day)
    Rutile::Calendar.civil_to_jd(year, month, day, GREGORIAN)
  end
end
