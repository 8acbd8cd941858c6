# Integer: whole numbers of any size.
#
# The operators are natives on integers and floats; the bodies below meet other
# numbers by coercion. Loops are plain Ruby, so that their blocks are plain calls.

class Integer
  class << self
    undef_method :new

    def sqrt(number)
      primitive :integer_root
      number = Rutile.to_integer(number)
      if number < 0
        raise Math::DomainError, "Numerical argument is out of domain - \"isqrt\""
      end
      Primitive.integer_square_root(number) || Primitive.integer_aside(:sqrt, number, 0, 0)[0]
    end

    def try_convert(object)
      return object if Integer === object
      return nil unless object.respond_to?(:to_int)
      converted = object.to_int
      return converted if Integer === converted || nil.equal?(converted)
      Rutile.bad_conversion(object, "Integer", :to_int, converted)
    end
  end

  # --- Arithmetic ---

  def +(other)
    primitive :integer_add
    left, right = Rutile.coerce_pair(self, other)
    left + right
  end

  def -(other)
    primitive :integer_subtract
    left, right = Rutile.coerce_pair(self, other)
    left - right
  end

  def *(other)
    primitive :integer_multiply
    return Primitive.integer_aside(:*, self, other, 0)[0] if Primitive.integer_has_value(other)
    return other * self if Primitive.is_fixnum(self) && Primitive.is_a(other, Complex)
    left, right = Rutile.coerce_pair(self, other)
    left * right
  end

  def /(other)
    primitive :integer_divide
    return Primitive.integer_aside(:/, self, other, 0)[0] if Primitive.integer_has_value(other)
    left, right = Rutile.coerce_pair(self, other)
    left / right
  end

  def div(other)
    primitive :integer_whole_quotient
    return Primitive.integer_aside(:/, self, other, 0)[0] if Primitive.integer_has_value(other)
    left, right = Rutile.coerce_pair(self, other)
    left.div(right)
  end

  def %(other)
    primitive :integer_modulo
    return Primitive.integer_aside(:%, self, other, 0)[0] if Primitive.integer_has_value(other)
    left, right = Rutile.coerce_pair(self, other)
    left % right
  end
  alias modulo %

  def divmod(other)
    primitive :integer_divmod
    return Primitive.integer_aside(:divmod, self, other, 0) if Primitive.integer_has_value(other)
    left, right = Rutile.coerce_pair(self, other)
    left.divmod(right)
  end

  def remainder(other)
    primitive :integer_remainder
    return Primitive.integer_aside(:remainder, self, other, 0)[0] if Primitive.integer_has_value(other)
    return super if Primitive.is_fixnum(self)
    left, right = Rutile.coerce_pair(self, other)
    left.remainder(right)
  end

  def fdiv(other)
    primitive :integer_float_quotient
    left, right = Rutile.coerce_pair(self, other)
    left.fdiv(right).to_f
  end

  def ceildiv(other)
    Primitive.dispatch(-div(Primitive.dispatch(0 - other)))
  end

  # Powers below this one are left to Rational, which says which are too small.
  FRACTION_DIGITS = 1024
  private_constant :FRACTION_DIGITS

  def **(other)
    primitive :integer_power
    return Primitive.integer_aside(:**, self, other, 0)[0] if Primitive.is_fixnum(other) && other >= 0
    return Primitive.rational_reduced(1, self ** -other) if Primitive.is_fixnum(other) && other > -FRACTION_DIGITS
    return Primitive.rational_of(self, 1) ** other if Integer === other
    return Complex.__polar_half_turns(((-self) ** other), other) if Float === other
    left, right = Rutile.coerce_pair(self, other)
    left ** right
  end

  def pow(exponent, modulus = (no_modulus = true; nil))
    primitive :integer_power_modulo
    return self ** exponent if no_modulus
    unless Integer === exponent
      raise TypeError, "Integer#pow() 2nd argument not allowed unless a 1st argument is integer"
    end
    if exponent < 0
      raise RangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified"
    end
    return Primitive.integer_aside(:pow, self, exponent, modulus)[0] if Primitive.integer_has_value(modulus)
    raise TypeError, "Integer#pow() 2nd argument not allowed unless all arguments are integers"
  end

  def -@
    primitive :integer_negate
  end

  def abs
    primitive :integer_absolute
  end
  Primitive.alias_method(self, :magnitude, :abs)

  def succ
    primitive :integer_successor
  end
  alias next succ

  def pred
    primitive :integer_predecessor
  end

  # --- Comparison ---

  def ==(other)
    primitive :integer_equal
    Primitive.dispatch(other == self) ? true : false
  end
  alias === ==

  def <=>(other)
    primitive :integer_compare
    raise NotImplementedError, "need to define '<=>' in #{Primitive.class_of(self)}" unless Primitive.integer_has_value(self)
    Rutile.coerce_compare(self, other)
  end

  def <(other)
    primitive :integer_less
    Rutile.coerce_order(self, other, :<)
  end

  def <=(other)
    primitive :integer_less_or_equal
    Rutile.coerce_order(self, other, :<=)
  end

  def >(other)
    primitive :integer_greater
    Rutile.coerce_order(self, other, :>)
  end

  def >=(other)
    primitive :integer_greater_or_equal
    Rutile.coerce_order(self, other, :>=)
  end

  def eql?(other)
    primitive :integer_same
    Integer === other && Primitive.dispatch(self == other)
  end

  def hash
    primitive :number_hash
  end

  def coerce(other)
    return [other, self] if Integer === other
    [Rutile.convert_to_float(other), to_f]
  end

  # --- Bits ---

  def &(other)
    primitive :integer_and
    Rutile.coerce_bits(self, other, :&)
  end

  def |(other)
    primitive :integer_or
    Rutile.coerce_bits(self, other, :|)
  end

  def ^(other)
    primitive :integer_exclusive_or
    Rutile.coerce_bits(self, other, :^)
  end

  def ~
    primitive :integer_complement
  end

  def <<(count)
    primitive :integer_shift_left
    self << Rutile.to_integer(count)
  end

  def >>(count)
    primitive :integer_shift_right
    self >> Rutile.to_integer(count)
  end

  def [](position, length = (single = true; nil))
    primitive :integer_bit
    return (self >> position) & ((1 << length) - 1) unless single
    return __bits(position.__begin, position.__end, position.__exclusive?) if Range === position
    self[Rutile.to_integer(position)]
  end

  # The bits of a range of positions, as an integer.
  def __bits(first, last, exclusive)
    if nil.equal?(first)
      Rutile.not_comparable(last, 0) if nil.equal?(last)
      return 0 if last < 0
      last += 1 unless exclusive
      return 0 if self & ((1 << last) - 1) == 0
      raise ArgumentError, "The beginless range for Integer#[] results in infinity"
    end
    return self >> first if nil.equal?(last)
    order = Rutile.comparison_sign(Primitive.dispatch(first <=> last), first, last)
    return self >> first if order > 0
    return exclusive ? 0 : self[first] if order == 0
    length = last - first
    length += 1 unless exclusive
    (self >> first) & ((1 << length) - 1)
  end

  def allbits?(mask)
    mask = Rutile.to_integer(mask)
    self & mask == mask
  end

  def anybits?(mask)
    self & Rutile.to_integer(mask) != 0
  end

  def nobits?(mask)
    self & Rutile.to_integer(mask) == 0
  end

  def bit_length
    primitive :integer_bit_length
  end

  def size
    primitive :integer_size
  end

  def even?
    primitive :integer_is_even
  end

  def odd?
    primitive :integer_is_odd
  end

  # --- Facts ---

  def zero?
    self == 0
  end

  def integer?
    true
  end

  def numerator
    self
  end

  def denominator
    1
  end

  def gcd(other)
    primitive :integer_common_divisor
    return Primitive.integer_aside(:gcd, self, other, 0)[0] if Primitive.integer_has_value(other)
    raise TypeError, "not an integer"
  end

  def lcm(other)
    primitive :integer_common_multiple
    return Primitive.integer_aside(:lcm, self, other, 0)[0] if Primitive.integer_has_value(other)
    raise TypeError, "not an integer"
  end

  def gcdlcm(other)
    [gcd(other), lcm(other)]
  end

  def digits(base = 10, *surplus)
    raise Math::DomainError, "out of domain" if Primitive.dispatch(self < 0)
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    base = Rutile.to_integer(base)
    raise ArgumentError, "negative radix" if base < 0
    raise ArgumentError, "invalid radix #{base}" if base < 2
    Primitive.integer_digits(self, base)
  end

  # --- Conversion ---

  def to_i
    self
  end

  def to_int
    self
  end

  def to_f
    primitive :integer_to_float
    raise NotImplementedError, "Unknown subclass for to_f: #{Primitive.class_of(self)}"
  end

  def to_r
    Primitive.rational_of(self, 1)
  end

  def rationalize(tolerance = nil)
    Primitive.rational_of(self, 1)
  end

  def to_s(radix = 10)
    primitive :integer_to_string
    radix = Rutile.to_small_int(radix)
    raise ArgumentError, "invalid radix #{radix}" if radix < 2 || radix > 36
    Primitive.integer_text(self, radix)
  end
  Primitive.alias_method(self, :inspect, :to_s)

  def ord
    self
  end

  # --- Rounding ---

  def round(digits = (whole = true; 0), half: nil)
    primitive :integer_round_to
    return self if whole
    digits = Rutile.to_small_int(digits)
    mode = Rutile.rounding_mode(half)
    digits < 0 ? Primitive.integer_round(self, -digits, mode) : self
  end

  def floor(digits = 0)
    primitive :integer_floor_to
    digits = Rutile.to_small_int(digits)
    digits < 0 ? Primitive.integer_round(self, -digits, 3) : self
  end

  def ceil(digits = 0)
    primitive :integer_ceil_to
    digits = Rutile.to_small_int(digits)
    digits < 0 ? Primitive.integer_round(self, -digits, 4) : self
  end

  def truncate(digits = 0)
    primitive :integer_truncate_to
    digits = Rutile.to_small_int(digits)
    digits < 0 ? Primitive.integer_round(self, -digits, 5) : self
  end

  # --- Loops ---

  def times
    return to_enum(:times) { self < 0 ? 0 : self } unless block_given?
    number = 0
    limit = self
    while number < limit
      yield number
      number += 1
    end
    self
  end

  def upto(limit)
    return to_enum(:upto, limit) { Rutile.count_to(self, limit, 1) } unless block_given?
    number = self
    if Integer === limit
      while number <= limit
        yield number
        number += 1
      end
    else
      until Primitive.dispatch(number > limit)
        yield number
        number = Primitive.dispatch(number + 1)
      end
    end
    self
  end

  def downto(limit)
    return to_enum(:downto, limit) { Rutile.count_to(self, limit, -1) } unless block_given?
    number = self
    if Integer === limit
      while number >= limit
        yield number
        number -= 1
      end
    else
      until Primitive.dispatch(number < limit)
        yield number
        number = Primitive.dispatch(number - 1)
      end
    end
    self
  end
end
