# DateTime: a date that shows its hour and offset.

class DateTime < Date
  # Which day it is now is a Date's to say.
  singleton_class.undef_method :today

  public :hour, :minute, :second, :min, :sec, :sec_fraction, :second_fraction, :offset, :zone

  class << self
    # As in the reference, no `initialize` of a class below is asked.
    def new(*arguments)
      primitive :date_time_civil
      allocate.__set_civil(*arguments)
    end

    def civil(*arguments)
      primitive :date_time_civil
      allocate.__set_civil(*arguments)
    end

    def jd(jd = (given = 0; 0), hour = (given ||= 1; 0), minute = (given ||= 2; 0), second = (given ||= 3; 0), offset = 0, start = Date::ITALY)
      primitive :date_of_day
      __check_numbers("second", second, "minute", minute, "hour", hour, "jd", jd)
      __timed(given, jd, hour, minute, second, offset, start) { |whole, _start| whole }
    end

    def ordinal(year = -4712, day = (given = 0; 1), hour = (given ||= 1; 0), minute = (given ||= 2; 0), second = (given ||= 3; 0), offset = 0, start = Date::ITALY)
      primitive :date_of_year_day
      __check_numbers("second", second, "minute", minute, "hour", hour, "yday", day, "year", year)
      __timed(given, day, hour, minute, second, offset, start) { |whole, from| Rutile::Calendar.valid_ordinal(year.to_i, whole, from) }
    end

    def commercial(year = -4712, week = 1, day = (given = 0; 1), hour = (given ||= 1; 0), minute = (given ||= 2; 0), second = (given ||= 3; 0), offset = 0, start = Date::ITALY)
      primitive :date_of_week
      __check_numbers("second", second, "minute", minute, "hour", hour, "cwday", day, "cweek", week, "year", year)
      __timed(given, day, hour, minute, second, offset, start) { |whole, from| Rutile::Calendar.valid_commercial(year.to_i, week.to_i, whole, from) }
    end

    def now(start = Date::ITALY)
      primitive :date_time_now
      __make(*Time.__now.to_datetime.new_start(start).__state)
    end

    # A moment from the local day that the block finds and an hour. Of day, hour, minute and second so many (nil: all) were
    # `given`; only the last of them may have a fraction.
    def __timed(given, day, hour, minute, second, offset, start)
      start = Rutile::Calendar.start(start)
      day, day_rest = __split(day)
      hour, hour_rest = __split(hour)
      minute, minute_rest = __split(minute)
      second, second_rest = __split(second)
      before_last = [day_rest, hour_rest, minute_rest].first((given || 4).pred.clamp(0, 3))
      raise Date::Error, "invalid fraction" unless before_last.all?(&:zero?)
      jd = yield(day, start) or raise Date::Error, "invalid date"
      time = Rutile::Calendar.valid_time(hour, minute, second) or raise Date::Error, "invalid date"
      rest = day_rest + hour_rest.quo(24) + minute_rest.quo(1440) + second_rest.quo(86_400)
      offset = __offset_seconds(offset)
      seconds = time[0] * 3600 + time[1] * 60 + time[2] - offset
      date = __make(jd + seconds.div(86_400), seconds % 86_400, 0, offset, start)
      rest == 0 ? date : date + rest
    end

    # An offset in seconds from days (a number) or text; what is beyond a day counts as none.
    def __offset_seconds(offset)
      seconds = String === offset ? Date.__send__(:__zone_offset, offset) : __seconds_of_days(offset)
      return seconds if Integer === seconds && seconds.between?(-86_400, 86_400)
      __ignored_offset
    end

    def __ignored_offset
      warn("invalid offset is ignored", uplevel: 0) if $VERBOSE
      0
    end

    private

    def __seconds_of_days(offset)
      seconds = (Float === offset ? offset : __rational(offset)) * 86_400
      whole = seconds.round
      warn("fraction of offset is ignored", uplevel: 0) if $VERBOSE && whole != seconds
      whole
    end
  end

  def initialize(*arguments)
    primitive :date_time_initialize
    __set_civil(*arguments)
    nil
  end

  def __set_civil(year = -4712, month = 1, day = (given = 0; 1), hour = (given ||= 1; 0), minute = (given ||= 2; 0), second = (given ||= 3; 0), offset = 0, start = Date::ITALY)
    Date.__check_numbers("second", second, "minute", minute, "hour", hour, "day", day, "month", month, "year", year)
    made = DateTime.__timed(given, day, hour, minute, second, offset, start) do |whole, from|
      Rutile::Calendar.valid_civil(year.to_i, month.to_i, whole, from)
    end
    __set(*made.__state)
    self
  end

  def new_offset(offset = 0)
    primitive :date_time_new_offset
    __with(offset: DateTime.__offset_seconds(offset))
  end

  # --- Text ---------------------------------------------------------------------------------

  def strftime(format = "%FT%T%:z".encode(Encoding::US_ASCII))
    primitive :date_strftime
    super
  end

  def to_s
    primitive :date_time_to_s
    strftime("%Y-%m-%dT%H:%M:%S%:z").force_encoding(Encoding::US_ASCII)
  end

  def iso8601(digits = 0)
    primitive :date_time_iso8601
    strftime("%Y-%m-%d#{__time_format(digits)}").force_encoding(Encoding::US_ASCII)
  end
  alias xmlschema iso8601
  alias rfc3339 iso8601

  def jisx0301(digits = 0)
    strftime("#{__era_format}#{__time_format(digits)}").force_encoding(Encoding::US_ASCII)
  end

  def __time_format(digits)
    digits = Rutile.to_int(digits)
    "T%H:%M:%S#{".%#{digits}N" if digits > 0}%:z"
  end
  private :__time_format

  def deconstruct_keys(keys)
    __parts_for(keys, %i[year month day yday wday hour min sec sec_fraction zone])
  end
end
