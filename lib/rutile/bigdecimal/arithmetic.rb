# Sums, products and quotients of BigDecimals, and their order.

class BigDecimal
  # The other side of an operator as a BigDecimal; nil where it is of no kind that can be.
  def __other(object)
    case object
    when BigDecimal then object
    when Integer then BigDecimal.__integer(object)
    when Float then BigDecimal(object, 0)
    when Rational then BigDecimal(object, __words * WORD)
    end
  end

  def +@
    self
  end

  def -@
    primitive :decimal_negate
    __negated.__shown_by_mode
  end

  def __negated
    nan? ? self : BigDecimal.__allocated(@__kind, -@__sign, @__digits, @__place)
  end

  def abs
    @__sign < 0 ? -self : __shown_by_mode
  end

  # Itself as exceptions and the limit let it be; mostly there are none.
  def __shown_by_mode
    finite? && !BigDecimal.__modes_changed? ? self : __checked.__limited
  end

  def __copy
    BigDecimal.__allocated(@__kind, @__sign, @__digits, @__place)
  end

  def self.__allocated(...)
    __allocate.__take(...)
  end

  def +(other)
    primitive :decimal_plus
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one + two }
    __plus(number).__limited
  end

  def -(other)
    primitive :decimal_minus
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one - two }
    __plus(number.__negated).__limited
  end

  def *(other)
    primitive :decimal_times
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one * two }
    __times(number).__limited
  end

  def /(other)
    primitive :decimal_over
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one / two }
    __over(number).__limited
  end

  def quo(other, digits = 0)
    digits = Rutile.to_int(digits)
    raise ArgumentError, "negative precision" if digits < 0
    digits == 0 ? self / other : div(other, digits)
  end

  def add(other, digits)
    __with_digits(digits, :+, other) { |number| __plus(number) }
  end

  def sub(other, digits)
    __with_digits(digits, :-, other) { |number| __plus(number.__negated) }
  end

  def mult(other, digits)
    __with_digits(digits, :*, other) { |number| __times(number) }
  end

  # The whole quotient rounded down; with digits, the quotient of so many.
  def div(other, digits = (absent = true; nil))
    return __whole_quotient(other) if absent || nil.equal?(digits)
    digits = __digits_asked(digits)
    return self / other if digits == 0
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one.div(two, digits) }
    return __over(number) unless finite? && number.finite? && !zero? && !number.zero?
    __quotient_of(number, digits)
  end

  def divmod(other)
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one.divmod(two) }
    __floor_division(number)
  end

  def modulo(other)
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one % two }
    __floor_division(number)[1]
  end
  alias % modulo

  def remainder(other)
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one.remainder(two) }
    return BigDecimal.__nan if nan? || number.nan? || infinite? || number.zero?
    return self if number.infinite?
    one, two, place = __aligned(number)
    BigDecimal.__finite(@__sign, one.abs % two.abs, place)
  end

  # --- Order ---

  def <=>(other)
    primitive :decimal_compare
    number = __other(other) or return Rutile.coerce_compare(self, other)
    return nil if nan? || number.nan?
    return (infinite? || 0) <=> (number.infinite? || 0) unless finite? && number.finite?
    one, two, = __aligned(number)
    one <=> two
  end

  def ==(other)
    primitive :decimal_equal
    number = __other(other)
    return (self <=> number) == 0 if number
    pair = Rutile.try_coerce(self, other)
    nil.equal?(pair) ? false : (pair[0] == pair[1] ? true : false)
  end
  alias === ==
  alias eql? ==

  def <(other)
    primitive :decimal_less
    __ordered(other, :<)
  end

  def <=(other)
    primitive :decimal_at_most
    __ordered(other, :<=)
  end

  def >(other)
    primitive :decimal_greater
    __ordered(other, :>)
  end

  def >=(other)
    primitive :decimal_at_least
    __ordered(other, :>=)
  end

  def __ordered(other, operator)
    number = __other(other) or return Rutile.coerce_order(self, other, operator)
    order = self <=> number
    nil.equal?(order) ? false : order.public_send(operator, 0)
  end

  # --- The work ---

  def __plus(other)
    unless finite? && other.finite?
      # A NaN goes through.
      return nan? ? self : other if nan? || other.nan?
      return BigDecimal.__nan if infinite? && other.infinite? && @__sign != other.__sign
      return BigDecimal.__infinity(infinite? ? @__sign : other.__sign)
    end
    one, two, place = __aligned(other)
    sum = one + two
    return BigDecimal.__finite(__sign_of_zero(other), 0, 0) if sum == 0
    BigDecimal.__integer(sum, place)
  end

  # A sum of nothing is positive, unless both sides are negative nothings, however numbers are rounded.
  def __sign_of_zero(other)
    zero? && other.zero? && @__sign == other.__sign ? @__sign : 1
  end

  def __times(other)
    sign = @__sign * other.__sign
    unless finite? && other.finite?
      return BigDecimal.__nan if nan? || other.nan? || zero? || other.zero?
      return BigDecimal.__infinity(sign)
    end
    BigDecimal.__finite(sign, @__digits * other.__digits, @__place + other.__place)
  end

  # The quotient, as many words as the reference computes: twice the digits of the longer side, and two words more.
  def __over(other)
    sign = @__sign * other.__sign
    unless finite? && other.finite? && !other.zero?
      return BigDecimal.__nan if nan? || other.nan? || (infinite? && other.infinite?) || (zero? && other.zero?)
      return BigDecimal.__divided_by_zero(sign) if other.zero? && finite?
      return infinite? ? BigDecimal.__infinity(sign) : BigDecimal.__finite(sign, 0, 0)
    end
    return BigDecimal.__finite(sign, 0, 0) if zero?
    digits = [2 * [precision, other.precision].max, 2 * DOUBLE].max
    words = (digits + 2 * WORD + WORD - 1) / WORD - 1
    __divided_to(other, __top_word - other.__top_word + 1 - words, true)
  end

  # The place of its first word, counted in words.
  def __top_word
    -(-exponent / WORD)
  end

  # The quotient down to a word: rounded by the next digit as the mode says, or cut off.
  def __divided_to(other, lowest, rounded)
    place = lowest * WORD
    shift = @__place - other.__place - place
    one, two = @__digits, other.__digits
    shift >= 0 ? one *= 10**shift : two *= 10**-shift
    quotient, rest = one.divmod(two)
    sign = @__sign * other.__sign
    if rounded && rest != 0
      mode = BigDecimal.__rounding
      half = rest * 2 <=> two
      quotient += 1 if BigDecimal.__integer(sign).__away?(mode, quotient, half)
    end
    BigDecimal.__finite(sign, quotient, place)
  end

  # The quotient of so many digits.
  def __quotient_of(other, digits)
    one, two = @__digits, other.__digits
    place = @__place - other.__place
    # Two digits more than asked, and a last one for whatever comes after them.
    shift = [digits + 2 + other.__length - __length, 0].max
    quotient, rest = (one * 10**shift).divmod(two)
    quotient = quotient * 10 + (rest == 0 ? 0 : 1)
    BigDecimal.__finite(@__sign * other.__sign, quotient, place - shift - 1).__rounded_to(digits)
  end

  # Both as integers at one place.
  def __aligned(other)
    place = [@__place, other.__place].min
    place = other.__place if zero?
    place = @__place if other.zero? && !zero?
    one = zero? ? 0 : __signed * 10**(@__place - place)
    two = other.zero? ? 0 : other.__signed * 10**(other.__place - place)
    [one, two, place]
  end

  private

  def __digits_asked(digits)
    digits = Rutile.to_int(digits)
    raise ArgumentError, "negative precision" if digits < 0
    digits
  end

  # The block's result for a number, rounded to so many digits; to those of the limit for none.
  def __with_digits(digits, operator, other)
    digits = __digits_asked(digits)
    number = __other(other)
    result = number ? yield(number) : Rutile.coerce_pair(self, other).then { |one, two| one.public_send(operator, two) }
    digits == 0 ? result.__limited : result.__rounded_to(digits)
  end

  def __whole_quotient(other)
    number = __other(other) or return Rutile.coerce_pair(self, other).then { |one, two| one.div(two) }
    raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if nan? || number.nan?
    if infinite?
      raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if number.infinite?
      raise FloatDomainError, "Computation results in '#{"-" if @__sign * number.__sign < 0}Infinity'" unless number.zero?
    end
    raise ZeroDivisionError, "divided by 0" if number.zero?
    return 0 if number.infinite?
    one, two, = __aligned(number)
    one.div(two)
  end

  # Quotient and rest, whose sign is the divisor's.
  def __floor_division(other)
    return [BigDecimal.__nan, BigDecimal.__nan] if nan? || other.nan? || (infinite? && other.infinite?)
    raise ZeroDivisionError, "divided by 0" if other.zero?
    return [BigDecimal.__infinity(@__sign * other.__sign), BigDecimal.__nan] if infinite?
    return [BigDecimal.__finite(@__sign, 0, 0), BigDecimal.__finite(@__sign, 0, 0)] if zero?
    return [BigDecimal.__integer(0), self] if other.infinite?
    one, two, place = __aligned(other)
    quotient, rest = one.divmod(two)
    rest = rest == 0 ? BigDecimal.__finite(other.__sign, 0, 0) : BigDecimal.__integer(rest, place)
    [BigDecimal.__integer(quotient), rest]
  end
end
