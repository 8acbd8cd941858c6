# Between Date, DateTime and Time.

class Date
  def to_date
    self
  end

  # The beginning of the day, whatever part of it has gone.
  def to_datetime
    DateTime.__make(@__day, 0, 0, 0, @__start)
  end

  def to_time
    primitive :date_to_time
    date = gregorian
    Time.local(date.year, date.month, date.day)
  end
end

class DateTime
  def to_date
    Date.__make(__jd, 0, 0, 0, @__start)
  end

  def to_datetime
    self
  end

  def to_time
    primitive :date_time_to_time
    date = gregorian
    Time.new(date.year, date.month, date.day, hour, minute, second + sec_fraction, @__offset)
  end
end

class Time
  def to_time
    self
  end

  def to_date
    primitive :time_to_date
    jd = Date.__gregorian_day(year, month, day)
    Date.__make(jd, 0, 0, 0, Date::ITALY)
  end

  def to_datetime
    days, seconds = to_i.divmod(86_400)
    fraction = subsec * 1_000_000_000
    fraction = fraction.numerator if Rational === fraction && fraction.denominator == 1
    DateTime.__make(2_440_588 + days, seconds, fraction, utc_offset, Date::ITALY)
  end
end
