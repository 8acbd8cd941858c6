# The parts of a date.

class Date
  # Seconds of the day, local.
  def __local_seconds
    @__seconds + @__offset
  end

  # The day number, local.
  def jd
    @__offset == 0 ? @__day : @__day + __local_seconds.div(86_400)
  end
  alias __jd jd

  def __civil
    @__civil || Primitive.time_remember(self, :@__civil, __find_civil)
  end

  def __find_civil
    (@__start.equal?(ITALY) ? Primitive.date_civil(__jd) : nil) || Rutile::Calendar.jd_to_civil(__jd, @__start)
  end

  def year = __civil[0]
  def month = __civil[1]
  def day = __civil[2]
  alias mon month
  alias mday day

  def yday
    primitive :date_year_day
    __jd - Rutile::Calendar.first_of_year(__civil[0], @__start) + 1
  end
  alias __year_day yday

  def wday
    primitive :date_weekday
    (__jd + 1) % 7
  end

  def cwyear
    primitive :date_week_year
    Rutile::Calendar.jd_to_commercial(__jd, @__start)[0]
  end

  def cweek
    primitive :date_week
    Rutile::Calendar.jd_to_commercial(__jd, @__start)[1]
  end

  def cwday
    primitive :date_week_day
    __jd % 7 + 1
  end

  def sunday?
    primitive :date_sunday
    __jd % 7 == 6
  end

  def monday?
    primitive :date_monday
    __jd % 7 == 0
  end

  def tuesday?
    primitive :date_tuesday
    __jd % 7 == 1
  end

  def wednesday?
    primitive :date_wednesday
    __jd % 7 == 2
  end

  def thursday?
    primitive :date_thursday
    __jd % 7 == 3
  end

  def friday?
    primitive :date_friday
    __jd % 7 == 4
  end

  def saturday?
    primitive :date_saturday
    __jd % 7 == 5
  end

  # --- Other counts of days ---------------------------------------------------------------

  # The moment in UTC, in days; days begin at noon, which alone is an Integer.
  def ajd
    primitive :date_astronomical_day
    return @__day if @__seconds == 43_200 && @__fraction == 0
    @__day + Rational(@__seconds, 86_400) + Rational(@__fraction, 86_400 * 1_000_000_000) - Rational(1, 2)
  end
  alias __ajd ajd

  def amjd
    __ajd - Rational(4_800_001, 2)
  end

  def mjd
    __jd - 2_400_001
  end

  def ld
    __jd - 2_299_160
  end

  def day_fraction
    primitive :date_day_fraction
    # A Date, which has no hour, says it by an Integer.
    return 0 unless DateTime === self || __local_seconds % 86_400 != 0 || @__fraction != 0
    Rational(__local_seconds % 86_400, 86_400) + Rational(@__fraction, 86_400 * 1_000_000_000)
  end

  # --- The hour, which only a DateTime shows -----------------------------------------------

  def hour = __local_seconds % 86_400 / 3600
  def minute = __local_seconds % 3600 / 60
  def second = __local_seconds % 60
  def sec_fraction = Rational(@__fraction, 1_000_000_000)
  def offset = Rational(@__offset, 86_400)
  alias min minute
  alias sec second
  alias second_fraction sec_fraction

  def zone
    sign = @__offset < 0 ? "-" : "+"
    minutes = @__offset.abs / 60
    format("%s%02d:%02d", sign, minutes / 60, minutes % 60).force_encoding(Encoding::US_ASCII)
  end
  private :hour, :minute, :second, :min, :sec, :sec_fraction, :second_fraction, :offset, :zone

  # --- The calendar -------------------------------------------------------------------------

  def start
    @__start.to_f
  end

  def julian?
    __jd < @__start
  end

  def gregorian?
    !julian?
  end

  def leap?
    primitive :date_leap
    year = __civil[0]
    __jd < @__start ? year % 4 == 0 : Rutile::Calendar.gregorian_leap?(year)
  end

  def new_start(start = ITALY)
    __with(start: Rutile::Calendar.start(start))
  end

  def italy = new_start(ITALY)
  def england = new_start(ENGLAND)
  def julian = new_start(JULIAN)
  def gregorian = new_start(GREGORIAN)

  # --- Pattern matching ---------------------------------------------------------------------

  def deconstruct_keys(keys)
    __parts_for(keys, %i[year month day yday wday])
  end

  def __parts_for(keys, known)
    unless keys.nil? || Array === keys
      raise TypeError, "wrong argument type #{keys.class} (expected Array or nil)"
    end
    wanted = keys ? keys & known : known
    wanted.to_h { |name| [name, __send__(name)] }
  end
  private :__parts_for
end
