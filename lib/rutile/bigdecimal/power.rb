# Powers and roots of BigDecimals, and the two functions of BigMath that are native in the reference.

class BigDecimal
  def sqrt(digits)
    digits = Rutile.to_int(digits)
    raise ArgumentError, "negative precision" if digits < 0
    raise FloatDomainError, "sqrt of 'NaN'(Not a Number)" if nan?
    return __checked if zero? || (infinite? && @__sign > 0)
    raise FloatDomainError, "sqrt of negative value" if @__sign < 0
    # As many digits as asked, as a Float has, or as it has itself; and some to spare.
    wanted = [digits, DOUBLE, __length].max + 4
    shift = [2 * wanted - __length, 0].max
    shift += 1 if (@__place - shift).odd?
    BigDecimal.__finite(1, Integer.sqrt(@__digits * 10**shift), (@__place - shift) / 2).__limited
  end

  def **(other)
    power(other)
  end

  def power(other, digits = (absent = true; nil))
    unless absent
      digits = Rutile.to_int(digits)
      raise ArgumentError, "Zero or negative precision for exponential" if digits < 0
    end
    digits = nil if digits == 0
    case other
    when Integer then __integer_power(other, digits)
    when Float, Rational, BigDecimal then __any_power(other, digits)
    else raise TypeError, "wrong argument type #{other.class} (expected scalar Numeric)"
    end
  end

  private

  def __any_power(other, digits)
    return BigDecimal.__nan if nan? || (other.respond_to?(:nan?) && other.nan?)
    return __infinite_power(other) if other.respond_to?(:infinite?) && other.infinite?
    return __integer_power(other.to_i, digits) if other == other.to_i
    if @__sign < 0 && !zero?
      raise Math::DomainError, "a non-integral exponent for a negative base" if finite?
      return other > 0 ? BigDecimal.__endless(1) : BigDecimal.__finite(1, 0, 0)
    end
    return other > 0 ? BigDecimal.__finite(1, 0, 0) : BigDecimal.__endless(1) if zero?
    return other > 0 ? BigDecimal.__endless(1) : BigDecimal.__finite(1, 0, 0) if infinite?
    wanted = digits || __words * WORD + __digits_of_exponent(other)
    # The places before the point are digits of the logarithm, too.
    spare = wanted + 10 + (exponent * other).to_i.abs.to_s.size
    logarithm = BigMath.__log(self, spare).__times(__other(other)).__rounded_to(spare)
    result = BigMath.__exp(logarithm, wanted + 5).__rounded_to(wanted)
    digits ? result : result.__limited
  end

  def __digits_of_exponent(other)
    case other
    when Float then DOUBLE
    when BigDecimal then other.__words * WORD
    else __words * WORD
    end
  end

  def __infinite_power(other)
    grows = other > 0
    return BigDecimal.__nan if negative? && abs != 1 && finite? && grows && abs > 1
    case abs <=> 1
    when 0 then BigDecimal.__integer(1)
    when 1 then grows ? BigDecimal.__endless(1) : BigDecimal.__finite(1, 0, 0)
    else grows ? BigDecimal.__finite(1, 0, 0) : BigDecimal.__endless(1)
    end
  end

  def __integer_power(exponent, digits)
    return BigDecimal.__nan if nan?
    return BigDecimal.__integer(1) if exponent == 0
    sign = @__sign < 0 && exponent.odd? ? -1 : 1
    return exponent > 0 ? BigDecimal.__finite(sign, 0, 0) : BigDecimal.__endless(sign) if zero?
    return exponent > 0 ? BigDecimal.__endless(sign) : BigDecimal.__finite(sign, 0, 0) if infinite?
    count = exponent.abs
    # More digits than any number has: only its size counts.
    return __power_out_of_range(exponent, sign) if exponent().abs * count > HIGHEST && @__digits != 1
    raised = BigDecimal.__finite(sign, @__digits**count, @__place * count)
    if exponent < 0
      # As many words as the reference makes room for.
      words = ((__words * (WORD + 1) * (count + 1)) + WORD - 1) / WORD + 1
      raised = BigDecimal.__integer(1).__divided_to(raised, 1 - raised.__top_word + 1 - words, false)
    end
    # Digits are counted from the point here.
    digits ? raised.__rounded_at(-digits, BigDecimal.__rounding) : raised.__limited
  end

  def __power_out_of_range(exponent, sign)
    grows = (exponent() > 0) == (exponent > 0)
    grows ? BigDecimal.__endless(sign) : BigDecimal.__finite(sign, 0, 0)
  end
end

module BigMath
  # The natural exponential, of at least so many digits.
  def self.exp(x, digits)
    digits = Rutile.to_int(digits)
    raise ArgumentError, "Zero or negative precision for exp" if digits <= 0
    x = __number(x, digits)
    return x.__checked if x.nan?
    return x > 0 ? x.__checked : BigDecimal(0) if x.infinite?
    return BigDecimal(1) if x.zero?
    result = __exp(x, digits)
    result = result.__limited
    x < 0 ? result : result.round(digits - result.exponent)
  end

  def self.__exp(x, digits)
    return BigDecimal.__integer(1).__quotient_of(__exp(x.__negated, digits + 2), digits) if x < 0
    # e to a small part of x, by its series, then squared as often as x was halved.
    halvings = [(x.exponent * 10) / 3 + 1, 0].max + 8
    spare = digits + x.exponent.abs + halvings / 3 + 10
    unit = 10**spare
    part = (x.to_r * unit / (1 << halvings)).to_i
    sum = term = unit
    (1..).each do |index|
      term = term * part / (unit * index)
      break if term == 0
      sum += term
    end
    result = BigDecimal.__integer(sum, -spare)
    halvings.times { result = result.__times(result).__rounded_to(spare) }
    result.__rounded_at(result.exponent - digits, BigDecimal.__rounding)
  end

  # The natural logarithm, of at least so many digits.
  def self.log(x, digits)
    digits = Rutile.to_int(digits)
    raise ArgumentError, "Zero or negative precision for exp" if digits <= 0
    raise Math::DomainError, "Complex argument for BigMath.log" if Complex === x
    x = __number(x, digits)
    return x.__checked if x.nan?
    raise Math::DomainError, "Zero or negative argument for log" unless x > 0
    return x.__checked if x.infinite?
    return BigDecimal(0) if x == 1
    __log(x, digits).__limited
  end

  def self.__log(x, digits)
    return BigDecimal.__integer(0) if x == 1
    spare = digits + 15
    unit = 10**spare
    # x is a number near one, times a power of ten.
    power = x.exponent
    near = (x.to_r / (Rational(10)**power) * unit).to_i
    result = __log_near(near, unit) + power * __log_near(10 * unit, unit)
    result = BigDecimal.__integer(result, -spare)
    # Where x is near one, more of the digits are zeros in front.
    return __log(x, digits + 2 - result.exponent) if result.exponent < -2 && spare + result.exponent < digits
    result
  end

  # By roots until it is close to one, then twice the series of the inverse hyperbolic tangent.
  def self.__log_near(number, unit)
    roots = 0
    until (number - unit).abs < unit / 8
      number = Integer.sqrt(number * unit)
      roots += 1
    end
    part = (number - unit) * unit / (number + unit)
    square = part * part / unit
    sum = 0
    index = 1
    until part == 0 || part == -1
      sum += part / index
      part = part * square / unit
      index += 2
    end
    sum * (2 << roots)
  end

  def self.__number(x, digits)
    case x
    when BigDecimal then x
    when Integer then BigDecimal.__integer(x)
    when Float then Rutile::DecimalConversion.convert(x, 0, true)
    when Rational then BigDecimal(x, digits)
    else raise ArgumentError, "#{BigDecimal.__shown(x)} can't be coerced into BigDecimal"
    end
  end
  private_class_method :__number, :__log_near
end
