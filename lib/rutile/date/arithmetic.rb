# Moving and comparing.

class Date
  NANOSECONDS = 86_400 * 1_000_000_000
  private_constant :NANOSECONDS

  def +(other)
    primitive :date_plus
    return self.class.__make(@__day + other, @__seconds, @__fraction, @__offset, @__start) if Integer === other
    other = Date.__rational(other) unless Float === other
    other = Float === other ? __whole_nanoseconds(other) : other * NANOSECONDS
    __from_nanoseconds(@__seconds * 1_000_000_000 + @__fraction + other)
  end
  # What others of these compute with: a class of the program's may have its own.
  alias __plus +

  def -(other)
    case other
    when Date
      if @__seconds == other.__seconds && @__fraction == other.__fraction
        return Primitive.rational_reduced(@__day - other.__day, 1)
      end
      Rational(@__day - other.__state[0]) + Rational(@__seconds - other.__state[1], 86_400) +
        Rational(@__fraction - other.__state[2], NANOSECONDS)
    when Numeric then __plus(-other)
    else raise TypeError, "expected numeric"
    end
  end
  alias __minus -

  # The nanoseconds in so many days, split as the reference splits them: days, seconds and what is left to be rounded.
  def __whole_nanoseconds(days)
    whole, rest = days.abs.divmod(1)
    seconds, rest = (rest * 86_400).divmod(1)
    total = whole * NANOSECONDS + seconds * 1_000_000_000 + (rest * 1_000_000_000).round
    days < 0 ? -total : total
  end

  # The moment so many nanoseconds behind the beginning of this day.
  def __from_nanoseconds(total)
    days, rest = total.divmod(NANOSECONDS)
    seconds, fraction = rest.divmod(1_000_000_000)
    fraction = fraction.numerator if Rational === fraction && fraction.denominator == 1
    self.class.__make(@__day + days, seconds, fraction, @__offset, @__start)
  end
  private :__from_nanoseconds

  def >>(months)
    primitive :date_months_on
    year, month, day = __civil
    total = (year * 12 + (month - 1) + months).floor
    year, month = total.div(12), total % 12 + 1
    until found = Rutile::Calendar.valid_civil(year, month, day, @__start)
      day -= 1
      raise Error, "invalid date" if day < 1
    end
    __plus(found - __jd)
  end
  alias __months_on >>

  def <<(months)
    primitive :date_months_back
    raise TypeError, "expected numeric" unless Numeric === months
    __months_on(-months)
  end
  alias __months_back <<

  def next_day(count = 1) = __plus(count)
  def prev_day(count = 1) = __minus(count)

  def next_month(count = 1)
    primitive :date_next_month
    __months_on(count)
  end

  def prev_month(count = 1)
    primitive :date_previous_month
    __months_back(count)
  end

  def next_year(count = 1)
    primitive :date_next_year
    __months_on(count * 12)
  end

  def prev_year(count = 1)
    primitive :date_previous_year
    __months_back(count * 12)
  end

  def next = __plus(1)
  alias succ next

  def step(limit, by = 1)
    return to_enum(:step, limit, by) unless block_given?
    date = self
    order = by <=> 0
    raise ArgumentError, "comparison of #{by.class} with 0 failed" if order.nil?
    if order < 0
      (yield date; date = date.__plus(by)) while date.__order(limit) >= 0
    elsif order == 0
      yield date while true
    else
      (yield date; date = date.__plus(by)) while date.__order(limit) <= 0
    end
    self
  end
  alias __step step

  def upto(last, &block)
    return to_enum(:upto, last) unless block
    __step(last, 1, &block)
  end

  def downto(last, &block)
    return to_enum(:downto, last) unless block
    __step(last, -1, &block)
  end

  # --- Comparing ----------------------------------------------------------------------------

  def <=>(other)
    primitive :date_compare
    case other
    when Date
      order = @__day <=> other.__day
      return order unless order == 0
      order = @__seconds <=> other.__seconds
      order == 0 ? @__fraction <=> other.__fraction : order
    when Numeric then __ajd <=> other || Rutile.not_comparable(__ajd, other)
    else Rutile.coerce_compare(self, other)
    end
  end
  alias __order <=>

  # The parts, for dates that compare and compute with this one.
  def __day = @__day
  def __seconds = @__seconds
  def __fraction = @__fraction

  def ==(other)
    primitive :date_equal
    super
  end

  # Whether both are on the same day.
  def ===(other)
    primitive :date_same_day
    case other
    when Date then __jd == other.__jd
    when Numeric then __jd == other
    else
      pair = Rutile.try_coerce(self, other)
      nil.equal?(pair) ? nil : pair[0] == pair[1]
    end
  end

  def eql?(other)
    primitive :date_eql
    Date === other && __order(other) == 0
  end

  def hash
    primitive :date_hash
    __moment.hash
  end

  def __moment
    [@__day, @__seconds, @__fraction]
  end
end
