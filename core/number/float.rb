# Float: 64-bit floating point numbers.

class Float
  INFINITY = 1.0e400
  MAX = 1.7976931348623157e+308
  MIN = 2.2250738585072014e-308
  EPSILON = 2.220446049250313e-16
  DIG = 15
  MANT_DIG = 53
  RADIX = 2
  MAX_EXP = 1024
  MIN_EXP = -1021
  MAX_10_EXP = 308
  MIN_10_EXP = -307

  class << self
    undef_method :new
  end

  # --- Arithmetic ---

  def +(other)
    primitive :float_add
    left, right = Rutile.coerce_pair(self, other)
    left + right
  end

  def -(other)
    primitive :float_subtract
    left, right = Rutile.coerce_pair(self, other)
    left - right
  end

  def *(other)
    primitive :float_multiply
    left, right = Rutile.coerce_pair(self, other)
    left * right
  end

  def /(other)
    primitive :float_divide
    left, right = Rutile.coerce_pair(self, other)
    left / right
  end

  def quo(other)
    Primitive.dispatch(self / other)
  end
  alias fdiv quo

  def %(other)
    primitive :float_modulo
    left, right = Rutile.coerce_pair(self, other)
    left % right
  end
  alias modulo %

  def divmod(other)
    primitive :float_divmod
    left, right = Rutile.coerce_pair(self, other)
    left.divmod(right)
  end

  def **(other)
    primitive :float_power
    return Complex.__polar_half_turns((-self) ** other, other) if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left ** right
  end

  def -@
    primitive :float_negate
  end

  def abs
    primitive :float_absolute
  end
  Primitive.alias_method(self, :magnitude, :abs)

  # --- Comparison ---

  def ==(other)
    primitive :float_equal
    Primitive.dispatch(other == self) ? true : false
  end
  alias === ==

  def <=>(other)
    primitive :float_compare
    if infinite? && other.respond_to?(:infinite?)
      sign = other.infinite?
      return self > 0 ? 1 : -1 unless sign
      return infinite? <=> sign if Integer === sign
    end
    Rutile.coerce_compare(self, other)
  end

  def <(other)
    primitive :float_less
    Rutile.coerce_order(self, other, :<)
  end

  def <=(other)
    primitive :float_less_or_equal
    Rutile.coerce_order(self, other, :<=)
  end

  def >(other)
    primitive :float_greater
    Rutile.coerce_order(self, other, :>)
  end

  def >=(other)
    primitive :float_greater_or_equal
    Rutile.coerce_order(self, other, :>=)
  end

  def eql?(other)
    primitive :float_same
  end

  def hash
    primitive :number_hash
  end

  def coerce(other)
    [Rutile.convert_to_float(other), self]
  end

  # --- Facts ---

  def nan?
    primitive :float_is_nan
  end

  def finite?
    primitive :float_is_finite
  end

  def infinite?
    return nil if nan? || finite?
    self > 0.0 ? 1 : -1
  end

  def zero?
    self == 0.0
  end

  def positive?
    self > 0.0
  end

  def negative?
    self < 0.0
  end

  def next_float
    primitive :float_next
  end

  def prev_float
    primitive :float_previous
  end

  def arg
    return self if nan?
    Primitive.float_sign_bit(self) ? Math::PI : 0
  end
  alias angle arg
  alias phase arg

  # --- Conversion ---

  def to_f
    self
  end

  def to_i
    primitive :float_to_integer
  end
  alias to_int to_i

  def to_s
    primitive :float_to_string
  end
  Primitive.alias_method(self, :inspect, :to_s)

  def to_r
    mantissa, exponent = Primitive.float_decompose(self)
    return Primitive.rational_of(mantissa << exponent, 1) if exponent >= 0
    Primitive.rational_reduced(mantissa, 1 << -exponent)
  end

  def numerator
    finite? ? to_r.numerator : self
  end

  def denominator
    finite? ? to_r.denominator : 1
  end

  def rationalize(tolerance = (shortest = true; nil))
    return -((-self).rationalize(*(shortest ? [] : [tolerance]))) if self < 0.0
    return __rationalize_within(tolerance.abs) unless shortest
    mantissa, exponent = Primitive.float_decompose(self)
    return Primitive.rational_of(mantissa << exponent, 1) if mantissa == 0 || exponent >= 0
    missing = MANT_DIG - mantissa.bit_length
    twice = mantissa << (missing + 1)
    unit = 1 << (missing + 1 - exponent)
    numerator, denominator = Primitive.rational_simplest_between(twice - 1, unit, twice + 1, unit)
    Primitive.rational_reduced(numerator, denominator)
  end

  # The simplest between the Floats that are so far off. They are reckoned with as Floats to the end.
  def __rationalize_within(distance)
    low = self - distance
    high = self + distance
    return to_r if low == high
    numerator, last_numerator, denominator, last_denominator = 1, 0, 0, 1
    until (whole = low.ceil) < high
      whole -= 1
      numerator, last_numerator = whole * numerator + last_numerator, numerator
      denominator, last_denominator = whole * denominator + last_denominator, denominator
      low, high = Rutile.quotient(1, high - whole), Rutile.quotient(1, low - whole)
    end
    Rational(whole * numerator + last_numerator, whole * denominator + last_denominator)
  end
  private :__rationalize_within

  # --- Rounding ---

  def floor(digits = 0)
    primitive :float_floor
    digits = Rutile.to_small_int(digits)
    return Primitive.float_round_places(self, digits, 3) if digits > 0
    floor().floor(digits)
  end

  def ceil(digits = 0)
    primitive :float_ceiling
    digits = Rutile.to_small_int(digits)
    return Primitive.float_round_places(self, digits, 4) if digits > 0
    ceil().ceil(digits)
  end

  def round(digits = 0, half: nil)
    primitive :float_round
    digits = Rutile.to_small_int(digits)
    mode = Rutile.rounding_mode(half)
    if digits > 0
      return Primitive.float_round_places(self, digits, mode) || to_r.round(digits, half: half).to_f
    end
    return Primitive.float_round_whole(self, mode) if digits == 0
    Primitive.integer_round(to_i, -digits, mode)
  end

  def truncate(digits = 0)
    primitive :float_truncate
    Primitive.float_sign_bit(self) ? ceil(digits) : floor(digits)
  end

  # With its sign bit clear, which division leaves to the processor.
  NAN = (0.0 / 0.0).abs
end
