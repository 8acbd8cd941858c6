# Rounding BigDecimals, to a place or to so many digits.

class BigDecimal
  # Rounded so that its last digit stands at `place` of ten.
  def __rounded_at(place, mode)
    cut = place - @__place
    return self if cut <= 0 || !finite? || zero?
    # Further down than its first digit, only whether there is anything counts.
    cut = [cut, __length + 1].min
    unit = 10**cut
    kept, rest = @__digits.divmod(unit)
    kept += 1 if __away?(mode, kept, rest * 2 <=> unit)
    BigDecimal.__finite(@__sign, kept, [@__place + cut, place].max)
  end

  # Whether it is rounded away from zero, by how its rest compares with a half.
  def __away?(mode, kept, half)
    case mode
    when ROUND_UP then true
    when ROUND_DOWN then false
    when ROUND_HALF_UP then half >= 0
    when ROUND_HALF_DOWN then half > 0
    when ROUND_CEILING then @__sign > 0
    when ROUND_FLOOR then @__sign < 0
    when ROUND_HALF_EVEN then half > 0 || (half == 0 && kept.odd?)
    end
  end

  # Rounded to so many digits; to any number where that is none.
  def __rounded_to(digits, mode = BigDecimal.__rounding)
    return self if digits == 0 || !finite? || zero?
    __rounded_at(exponent - digits, mode)
  end

  # The result under the limit.
  def __limited
    digits = BigDecimal.limit
    digits == 0 ? self : __rounded_to(digits)
  end

  def round(digits = (absent = true; nil), mode = (plain = true; nil))
    primitive :decimal_round
    whole = absent || (plain && !(Hash === digits) && Rutile.to_int(digits) < 1)
    if Hash === digits
      number = BigDecimal.__rounding_named(digits)
      digits = 0
    else
      number = plain ? BigDecimal.__rounding : BigDecimal.__rounding_named(mode)
      digits = absent ? 0 : Rutile.to_int(digits)
    end
    return __rounded_at(-digits, number) unless whole
    __check_number
    __rounded_at(-digits, number).to_i
  end

  def truncate(digits = (absent = true; nil))
    primitive :decimal_truncate
    __to_place(digits, absent, ROUND_DOWN)
  end

  def floor(digits = (absent = true; nil))
    primitive :decimal_floor
    __to_place(digits, absent, ROUND_FLOOR)
  end

  def ceil(digits = (absent = true; nil))
    primitive :decimal_ceil
    __to_place(digits, absent, ROUND_CEILING)
  end

  def fix
    __rounded_at(0, ROUND_DOWN)
  end

  def frac
    return self unless finite?
    return BigDecimal.__finite(@__sign, 0, 0) if @__place >= 0
    BigDecimal.__finite(@__sign, @__digits % 10**-@__place, @__place)
  end

  def to_i
    primitive :decimal_to_i
    __check_number
    return __signed * 10**@__place if @__place >= 0
    return 0 if exponent <= 0
    @__sign * (@__digits / 10**-@__place)
  end
  alias to_int to_i

  def to_r
    __check_number
    @__place >= 0 ? Rational(__signed * 10**@__place, 1) : Rational(__signed, 10**-@__place)
  end

  def to_f
    primitive :decimal_to_f
    return Float::NAN if nan?
    return @__sign * Float::INFINITY if infinite?
    return @__sign * 0.0 if zero?
    size = exponent > 400 ? Float::INFINITY : exponent < -400 ? 0.0 : "#{@__digits}e#{@__place}".to_f
    lost = size == 0 ? EXCEPTION_UNDERFLOW : size.infinite? ? EXCEPTION_OVERFLOW : 0
    raise FloatDomainError, "BigDecimal to Float conversion" if lost != 0 && BigDecimal.mode(EXCEPTION_ALL) & lost != 0
    @__sign * size
  end

  # Only numbers are integers and fractions.
  def __check_number
    return if finite?
    raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if nan?
    raise FloatDomainError, "Computation results in '#{"-" if @__sign < 0}Infinity'"
  end

  private

  def __to_place(digits, absent, mode)
    unless absent
      digits = Rutile.to_int(digits)
      return __rounded_at(-digits, mode)
    end
    __check_number
    __rounded_at(0, mode).to_i
  end
end
