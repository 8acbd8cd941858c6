# The two calendars: Julian before the day of the reform, Gregorian from it on.

class Date
  include Comparable

  class Error < ArgumentError; end

  ITALY = 2_299_161
  ENGLAND = 2_361_222
  JULIAN = Float::INFINITY
  GREGORIAN = -Float::INFINITY

  MONTHNAMES = [
    nil, "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December"
  ].map { |name| name&.encode(Encoding::US_ASCII)&.freeze }.freeze
  ABBR_MONTHNAMES = MONTHNAMES.map { |name| name && name[0, 3].freeze }.freeze
  DAYNAMES = %w[Sunday Monday Tuesday Wednesday Thursday Friday Saturday].map { |name| name.encode(Encoding::US_ASCII).freeze }.freeze
  ABBR_DAYNAMES = DAYNAMES.map { |name| name[0, 3].freeze }.freeze
end

# Calculations alone; no Date is made here.
module Rutile::Calendar
  # Day number of 1970-01-01.
  EPOCH = 2_440_588

  def self.civil_to_jd(year, month, day, start)
    shift = (14 - month) / 12
    years = year + 4800 - shift
    days = day + (153 * (month + 12 * shift - 3) + 2) / 5 + 365 * years + years / 4
    gregorian = days - years / 100 + years / 400 - 32_045
    gregorian < start ? days - 32_083 : gregorian
  end

  def self.jd_to_civil(jd, start)
    if jd < start
      centuries = 0
      days = jd + 32_082
    else
      shifted = jd + 32_044
      centuries = (4 * shifted + 3) / 146_097
      days = shifted - 146_097 * centuries / 4
    end
    years = (4 * days + 3) / 1461
    rest = days - 1461 * years / 4
    month = (5 * rest + 2) / 153
    [100 * centuries + years - 4800 + month / 10, month + 3 - 12 * (month / 10), rest - (153 * month + 2) / 5 + 1]
  end

  # The first day of a year; the reform may have left some out.
  def self.first_of_year(year, start)
    (1..31).each do |day|
      jd = valid_civil(year, 1, day, start)
      return jd if jd
    end
  end

  def self.last_of_year(year, start)
    31.downto(1) do |day|
      jd = valid_civil(year, 12, day, start)
      return jd if jd
    end
  end

  def self.last_of_month(year, month, start)
    31.downto(1) do |day|
      jd = valid_plain(year, month, day, start)
      return jd if jd
    end
  end

  def self.valid_plain(year, month, day, start)
    jd = civil_to_jd(year, month, day, start)
    jd_to_civil(jd, start) == [year, month, day] ? jd : nil
  end

  # Numbers that the reference takes as C's `int`: others are out of range before they are out of the calendar.
  def self.ints(*numbers) = numbers.each { |number| Rutile.to_small_int(number) }

  # The day number of a date that exists; negative months and days count from the end.
  def self.valid_civil(year, month, day, start)
    if start.equal?(Date::ITALY)
      jd = Primitive.date_day(year, month, day)
      return jd if jd
    end
    month, day = ints(month, day)
    month += 13 if month < 0
    return nil unless month.between?(1, 12)
    if day < 0
      last = last_of_month(year, month, start)
      found = jd_to_civil(last + day + 1, start)
      return nil unless found[0] == year && found[1] == month
      day = found[2]
    end
    return nil unless day.between?(1, 31)
    valid_plain(year, month, day, start)
  end

  def self.ordinal_to_jd(year, day, start)
    first_of_year(year, start) + day - 1
  end

  def self.valid_ordinal(year, day, start)
    day, = ints(day)
    if day < 0
      jd = last_of_year(year, start) + day + 1
      return jd_to_civil(jd, start)[0] == year ? jd : nil
    end
    jd = ordinal_to_jd(year, day, start)
    day > 0 && jd_to_civil(jd, start)[0] == year ? jd : nil
  end

  def self.commercial_to_jd(year, week, day, start)
    fourth = first_of_year(year, start) + 3
    fourth - fourth % 7 + 7 * (week - 1) + day - 1
  end

  def self.jd_to_commercial(jd, start)
    near = jd_to_civil(jd - 3, start)[0]
    first = commercial_to_jd(near + 1, 1, 1, start)
    year = near + 1
    if jd < first
      year = near
      first = commercial_to_jd(near, 1, 1, start)
    end
    day = (jd + 1) % 7
    [year, 1 + (jd - first) / 7, day == 0 ? 7 : day]
  end

  def self.valid_commercial(year, week, day, start)
    week, day = ints(week, day)
    day += 8 if day < 0
    return nil unless day.between?(1, 7)
    if week < 0
      found = jd_to_commercial(commercial_to_jd(year + 1, 1, 1, start) + week * 7, start)
      return nil unless found[0] == year
      week = found[1]
    end
    jd = commercial_to_jd(year, week, day, start)
    jd_to_commercial(jd, start) == [year, week, day] ? jd : nil
  end

  # Weeks that begin on Sunday (`first` 0) or Monday (1), counted from the first such day of the year.
  def self.weeknum_to_jd(year, week, day, first, start)
    seventh = first_of_year(year, start) + 6
    seventh - (seventh - first + 1) % 7 - 7 + 7 * week + day
  end

  def self.valid_weeknum(year, week, day, first, start)
    day += 7 if day < 0
    return nil unless day.between?(0, 6) && week.between?(0, 53)
    jd = weeknum_to_jd(year, week, day, first, start)
    jd_to_civil(jd, start)[0] == year ? jd : nil
  end

  def self.valid_time(hour, minute, second)
    hour, minute, second = ints(hour, minute, second)
    hour += 24 if hour < 0
    minute += 60 if minute < 0
    second += 60 if second < 0
    inside = hour.between?(0, 23) && minute.between?(0, 59) && second.between?(0, 59)
    return nil unless inside || hour == 24 && minute == 0 && second == 0
    [hour, minute, second]
  end

  def self.gregorian_leap?(year)
    year % 4 == 0 && year % 100 != 0 || year % 400 == 0
  end

  # The beginning of the Gregorian calendar as given, checked.
  def self.start(value)
    raise TypeError, "expected numeric" unless Numeric === value
    return value if value.respond_to?(:infinite?) && value.infinite?
    unless value.between?(2_298_874, 2_426_355)
      warn("invalid start is ignored", uplevel: 2)
      return Date::ITALY
    end
    value
  end
end
