# Rational: fractions of integers in lowest terms, the denominator above zero.
#
# Objects are made by `Primitive.rational_of` (already reduced) and
# `Primitive.rational_reduced`; they are frozen and have no `new`.

class Rational < Numeric
  class << self
    undef_method :new
    undef_method :allocate

    private def convert(numerator, denominator = (single = true; nil), exception: true)
      single ? Rational(numerator, exception: exception) : Rational(numerator, denominator, exception: exception)
    end
  end

  def numerator
    @__numerator
  end

  def denominator
    @__denominator
  end

  # --- Arithmetic ---

  def +(other)
    primitive :rational_add
    return to_f + other if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left + right
  end

  def -(other)
    primitive :rational_subtract
    return to_f - other if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left - right
  end

  def *(other)
    primitive :rational_multiply
    return to_f * other if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left * right
  end

  def /(other)
    primitive :rational_divide
    return to_f / other if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left / right
  end
  alias quo /

  def fdiv(other)
    return to_f / 0.0 if Numeric === other && other == 0
    return to_f / other if Float === other
    (self / other).to_f
  end

  def **(other)
    primitive :rational_power
    return Primitive.rational_of(1, 1) if Numeric === other && !(Float === other) && other == 0
    other = other.numerator if Rational === other && other.denominator == 1
    special = __special_power(other)
    return special unless nil.equal?(special)
    case other
    when Integer
      raise ArgumentError, "exponent is too large" unless Primitive.is_fixnum(other)
      return Primitive.rational_of(@__numerator ** other, @__denominator ** other) if other > 0
      numerator = @__denominator ** -other
      denominator = @__numerator ** -other
      return Primitive.rational_of(-numerator, -denominator) if denominator < 0
      Primitive.rational_of(numerator, denominator)
    when Float, Rational
      to_f ** other
    else
      left, right = Rutile.coerce_pair(self, other)
      left ** right
    end
  end

  # The powers of 1, -1 and 0, which no exponent is too large for; nil for others.
  def __special_power(exponent)
    return nil unless @__denominator == 1 && Numeric === exponent && !(Float === exponent)
    case @__numerator
    when 1
      Primitive.rational_of(1, 1)
    when -1
      Primitive.rational_of(exponent.odd? ? -1 : 1, 1) if Integer === exponent
    when 0
      raise ZeroDivisionError, "divided by 0" if Rutile.beside_zero?(exponent, :<)
      Primitive.rational_of(0, 1)
    end
  end

  def -@
    Primitive.rational_of(-@__numerator, @__denominator)
  end

  def abs
    Primitive.rational_of(@__numerator.abs, @__denominator)
  end
  alias magnitude abs

  # --- Comparison ---

  def ==(other)
    case other
    when Integer then @__denominator == 1 && @__numerator == other
    when Rational then @__numerator == other.numerator && @__denominator == other.denominator
    when Float then to_f == other
    else Primitive.dispatch(other == self)
    end
  end

  def <=>(other)
    primitive :rational_compare
    return to_f <=> other if Float === other
    Rutile.coerce_compare(self, other)
  end

  def hash
    [:Rational, @__numerator, @__denominator].hash
  end

  def coerce(other)
    case other
    when Integer
      [Primitive.rational_of(other, 1), self]
    when Float
      [other, to_f]
    when Rational
      [other, self]
    when Complex
      return [other.real.to_r, self] if Integer === other.imaginary && other.imaginary == 0
      [other, Primitive.complex_of(self, 0)]
    else
      raise TypeError, "#{other.class} can't be coerced into Rational"
    end
  end

  def positive?
    @__numerator > 0
  end

  def negative?
    @__numerator < 0
  end

  # --- Rounding ---

  def floor(digits = (whole = true; nil))
    primitive :rational_floor
    return @__numerator.div(@__denominator) if whole
    __scaled(digits) { |number| number.floor }
  end

  def ceil(digits = (whole = true; nil))
    primitive :rational_ceil
    return -((-@__numerator).div(@__denominator)) if whole
    __scaled(digits) { |number| number.ceil }
  end

  def truncate(digits = (whole = true; nil))
    primitive :rational_truncate
    return @__numerator < 0 ? ceil : floor if whole
    __scaled(digits) { |number| number.truncate }
  end

  def to_i
    primitive :rational_truncate
    @__numerator < 0 ? ceil : floor
  end

  def round(digits = (whole = true; nil), half: nil)
    primitive :rational_round
    mode = Rutile.rounding_mode(half)
    return __nearest(mode) if whole
    __scaled(digits) { |number| Integer === number ? number : number.__nearest(mode) }
  end

  # The nearest integer; a half goes up (0), to the even neighbour (1) or down (2).
  def __nearest(mode)
    twice = @__numerator.abs * 2
    unit = @__denominator * 2
    nearest = (twice + @__denominator).div(unit)
    if mode != 0 && (twice + @__denominator) % unit == 0 && (mode == 2 || nearest.odd?)
      nearest -= 1
    end
    @__numerator < 0 ? -nearest : nearest
  end

  # Rounds to decimal digits by what the block does to the scaled number.
  def __scaled(digits)
    raise TypeError, "not an integer" unless Integer === digits
    scale = Primitive.rational_of(10, 1) ** digits
    result = Primitive.rational_of(yield(self * scale), 1) / scale
    digits < 1 ? result.truncate : result
  end

  # --- Conversion ---

  def to_f
    @__numerator.fdiv(@__denominator)
  end

  def to_r
    self
  end

  def rationalize(tolerance = (exact = true; nil))
    return self if exact
    return -((-self).rationalize(tolerance)) if @__numerator < 0
    tolerance = tolerance.abs
    low = self - tolerance
    high = self + tolerance
    return self if low == high
    numerator, denominator = Rutile.simplest_fraction(low, high)
    Primitive.rational_reduced(numerator, denominator)
  end

  def to_s
    "#{@__numerator}/#{@__denominator}"
  end

  def inspect
    "(#{@__numerator}/#{@__denominator})"
  end

  def marshal_dump
    [@__numerator, @__denominator]
  end
  private :marshal_dump
end

class Integer
  def to_r
    Primitive.rational_of(self, 1)
  end
end

class NilClass
  def to_r
    Primitive.rational_of(0, 1)
  end

  def rationalize(tolerance = nil)
    Primitive.rational_of(0, 1)
  end
end

module Rutile
  # Numerator and denominator of the simplest fraction from `low` up to `high`.
  def self.simplest_fraction(low, high)
    if Rational === low && Rational === high
      return Primitive.rational_simplest_between(low.numerator, low.denominator, high.numerator, high.denominator)
    end
    p0, p1, q0, q1 = 0, 1, 1, 0
    until (whole = low.ceil) < high
      term = whole - 1
      p0, p1 = p1, term * p1 + p0
      q0, q1 = q1, term * q1 + q0
      low, high = Rutile.quotient(1, high - term), Rutile.quotient(1, low - term)
    end
    [whole * p1 + p0, whole * q1 + q0]
  end

  # The result of Kernel#Rational (`divisor` undefined where only one argument was given).
  def self.make_rational(number, divisor, single)
    raise TypeError, "can't convert nil into Rational" if nil.equal?(number) || (!single && nil.equal?(divisor))
    number = rational_part(number)
    divisor = rational_part(divisor) unless single
    return number if Rational === number && (single || (Integer === divisor && divisor == 1))
    if single
      return Primitive.rational_of(number, 1) if Integer === number
      return convert_to_rational(number)
    end
    number = try_rational(number) unless Numeric === number
    divisor = try_rational(divisor) unless Numeric === divisor
    if Numeric === number && Numeric === divisor
      if Integer === number && Integer === divisor
        return Primitive.rational_reduced(number, divisor)
      end
      number = Primitive.rational_of(number, 1) if Integer === number
      number = try_rational(number) unless Rational === number || Complex === number
      return number / divisor
    end
    raise TypeError, "not an integer"
  end

  # An argument of Kernel#Rational as a number, as far as that is plain.
  def self.rational_part(object)
    case object
    when Integer, Rational
      object
    when Float
      object.to_r
    when String
      string_to_rational(object)
    when Complex
      Integer === object.imaginary && object.imaginary == 0 ? rational_part(object.real) : object
    else
      return object if responds?(object, :to_r) || !responds?(object, :to_int)
      converted = object.to_int rescue nil
      Integer === converted ? converted : object
    end
  end

  def self.string_to_rational(string)
    parts = Primitive.parse_rational(string, true)
    if nil.equal?(parts)
      raise ArgumentError, "invalid value for convert(): #{string.inspect}"
    end
    Primitive.rational_reduced(parts[0], parts[1])
  end

  # `to_r` where there is one; the object itself where not.
  def self.try_rational(object)
    return object unless responds?(object, :to_r)
    convert_to_rational(object)
  end

  # `object.to_r`, which must be a Rational.
  def self.convert_to_rational(object)
    return object if Rational === object
    unless responds?(object, :to_r)
      raise TypeError, "can't convert #{shown_class(object)} into Rational"
    end
    converted = object.to_r
    return converted if Rational === converted
    bad_conversion(object, "Rational", "to_r", converted)
  end
end
