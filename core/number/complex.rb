# Complex: numbers with a real and an imaginary part, each any real number.
#
# Adding an exact zero changes nothing, not even the sign of a float's zero, so that a
# part that isn't there leaves the other as it is.

class Complex < Numeric
  class << self
    undef_method :new
    undef_method :allocate

    private def convert(real, imaginary = (single = true; nil), exception: true)
      single ? Complex(real, exception: exception) : Complex(real, imaginary, exception: exception)
    end

    def rectangular(real, imaginary = 0)
      Primitive.complex_of(Rutile.real_part(real), Rutile.real_part(imaginary))
    end
    alias rect rectangular

    def polar(magnitude, angle = 0)
      __polar(Rutile.real_part(magnitude), Rutile.real_part(angle))
    end

    # The number of this magnitude and angle, both real.
    def __polar(magnitude, angle)
      return Primitive.complex_of(magnitude, 0.0) if magnitude == 0 || angle == 0
      if Float === angle
        return Primitive.complex_of(-magnitude, 0.0) if angle == Math::PI
        return Primitive.complex_of(0.0, magnitude) if angle == Math::PI / 2
      end
      Primitive.complex_of(magnitude * Math.cos(angle), magnitude * Math.sin(angle))
    end

    # The number of this magnitude and an angle in half turns: exact at quarter turns.
    def __polar_half_turns(magnitude, half_turns)
      return Primitive.complex_of(half_turns, half_turns) if half_turns.nan?
      whole = half_turns.truncate
      fraction = half_turns - whole
      if fraction == 0.5 || fraction == -0.5
        up = whole.even? == (fraction > 0)
        return Primitive.complex_of(0.0, up ? magnitude : -magnitude)
      end
      return whole.odd? ? -magnitude : magnitude if fraction == 0.0
      angle = half_turns * Math::PI
      Primitive.complex_of(magnitude * Math.cos(angle), magnitude * Math.sin(angle))
    end
  end

  undef_method :%, :div, :divmod, :floor, :ceil, :modulo, :remainder, :round, :step, :truncate, :i,
               :positive?, :negative?, :<, :<=, :>, :>=, :between?, :clamp

  def real
    @__real
  end

  def imaginary
    @__imaginary
  end
  alias imag imaginary

  def real?
    false
  end

  # --- Arithmetic ---

  def +(other)
    primitive :complex_add
    case other
    when Complex
      Primitive.complex_of(Rutile.plus(@__real, other.real), Rutile.plus(@__imaginary, other.imaginary))
    when Numeric
      return Rutile.coerced(self, other, :+) unless other.real?
      Primitive.complex_of(Rutile.plus(@__real, other), @__imaginary)
    else
      Rutile.coerced(self, other, :+)
    end
  end

  def -(other)
    primitive :complex_subtract
    case other
    when Complex
      Primitive.complex_of(Rutile.minus(@__real, other.real), Rutile.minus(@__imaginary, other.imaginary))
    when Numeric
      return Rutile.coerced(self, other, :-) unless other.real?
      Primitive.complex_of(Rutile.minus(@__real, other), @__imaginary)
    else
      Rutile.coerced(self, other, :-)
    end
  end

  def *(other)
    primitive :complex_multiply
    case other
    when Complex
      real, imaginary = Rutile.complex_product(@__real, @__imaginary, other.real, other.imaginary)
      Primitive.complex_of(real, imaginary)
    when Numeric
      return Rutile.coerced(self, other, :*) unless other.real?
      Primitive.complex_of(@__real * other, @__imaginary * other)
    else
      Rutile.coerced(self, other, :*)
    end
  end

  def /(other)
    primitive :complex_divide
    __divide(other, :quo, :/)
  end

  def quo(other)
    primitive :complex_divide
    __divide(other, :quo, :quo)
  end

  def fdiv(other)
    __divide(other, :fdiv, :fdiv)
  end

  # Divides by the way of dividing reals named `division`.
  def __divide(other, division, operator)
    case other
    when Complex
      __divide_by_complex(other, division)
    when Numeric
      return Rutile.coerced(self, other, division) unless other.real?
      real = Rutile.canonical(Rutile.divided(@__real, other, division))
      Primitive.complex_of(real, Rutile.canonical(Rutile.divided(@__imaginary, other, division)))
    else
      Rutile.coerced(self, other, operator)
    end
  end

  # The larger part of the divisor is divided by, so that squares don't overflow.
  def __divide_by_complex(other, division)
    c = other.real
    d = other.imaginary
    if c.abs > d.abs
      ratio = Rutile.divided(d, c, division)
      unit = c * Rutile.plus(1, ratio * ratio)
      real = Rutile.divided(Rutile.plus(@__real, @__imaginary * ratio), unit, division)
      imaginary = Rutile.divided(@__imaginary - @__real * ratio, unit, division)
    else
      ratio = Rutile.divided(c, d, division)
      unit = d * Rutile.plus(1, ratio * ratio)
      real = Rutile.divided(Rutile.plus(@__real * ratio, @__imaginary), unit, division)
      imaginary = Rutile.divided(@__imaginary * ratio - @__real, unit, division)
    end
    unless Float === @__real || Float === @__imaginary || Float === c || Float === d
      real = Rutile.canonical(real)
      imaginary = Rutile.canonical(imaginary)
    end
    Primitive.complex_of(real, imaginary)
  end

  def -@
    Primitive.complex_of(-@__real, -@__imaginary)
  end

  # --- Comparison ---

  def ==(other)
    case other
    when Complex
      @__real == other.real && @__imaginary == other.imaginary
    when Numeric
      return @__real == other && @__imaginary == 0 if other.real?
      Primitive.dispatch(other == self)
    else
      Primitive.dispatch(other == self) ? true : false
    end
  end

  def <=>(other)
    return Rutile.coerce_compare(self, other) unless Numeric === other
    return nil unless @__imaginary == 0
    return other.imaginary == 0 ? Primitive.dispatch(@__real <=> other.real) : nil if Complex === other
    other.real? ? Primitive.dispatch(@__real <=> other) : Rutile.coerce_compare(self, other)
  end

  def eql?(other)
    Complex === other && @__real.class == other.real.class && @__imaginary.class == other.imaginary.class && self == other
  end

  def hash
    [:Complex, @__real, @__imaginary].hash
  end

  def coerce(other)
    case other
    when Complex then return [other, self]
    when Numeric then return [Primitive.complex_of(other, 0), self] if other.real?
    end
    raise TypeError, "#{other.class} can't be coerced into Complex"
  end

  # --- Parts ---

  def abs
    return Rutile.float_like(@__imaginary.abs, @__real) if @__real == 0
    return Rutile.float_like(@__real.abs, @__imaginary) if @__imaginary == 0
    Math.hypot(@__real, @__imaginary)
  end
  alias magnitude abs

  def abs2
    @__real * @__real + @__imaginary * @__imaginary
  end

  def arg
    Math.atan2(@__imaginary, @__real)
  end
  alias angle arg
  alias phase arg

  def polar
    [abs, arg]
  end

  def rectangular
    [@__real, @__imaginary]
  end
  alias rect rectangular

  def conj
    Primitive.complex_of(@__real, -@__imaginary)
  end
  alias conjugate conj

  def finite?
    @__real.finite? && @__imaginary.finite?
  end

  def infinite?
    @__real.infinite? || @__imaginary.infinite? ? 1 : nil
  end

  def denominator
    @__real.denominator.lcm(@__imaginary.denominator)
  end

  def numerator
    common = denominator
    Primitive.complex_of(@__real.numerator * (common / @__real.denominator),
                         @__imaginary.numerator * (common / @__imaginary.denominator))
  end

  # --- Conversion ---

  def to_c
    self
  end

  def to_i
    __real_for("Integer").to_i
  end

  def to_f
    __real_for("Float").to_f
  end

  def to_r
    return @__real.to_r if Float === @__imaginary && @__imaginary.to_r == 0
    unless Primitive.identical(@__imaginary, 0)
      imaginary = Rutile.try_convert(@__imaginary, Rational, "Rational", :to_r)
      return @__real.to_r if imaginary && imaginary == 0
    end
    __real_for("Rational").to_r
  end

  def rationalize(tolerance = (exact = true; nil))
    real = __real_for("Rational")
    exact ? real.rationalize : real.rationalize(tolerance)
  end

  # The real part, where the imaginary part is exactly zero.
  def __real_for(name)
    return @__real if !(Float === @__imaginary) && @__imaginary == 0
    raise RangeError, "can't convert #{self} into #{name}"
  end

  def to_s
    Rutile.complex_text(@__real.to_s, @__imaginary, @__imaginary.abs.to_s)
  end

  def inspect
    "(#{Rutile.complex_text(@__real.inspect, @__imaginary, @__imaginary.abs.inspect)})"
  end

  def marshal_dump
    [@__real, @__imaginary]
  end
  private :marshal_dump

  I = Primitive.complex_of(0, 1)
end

class NilClass
  def to_c
    Primitive.complex_of(0, 0)
  end
end

module Rutile
  # `left operator right` after `right` coerced.
  def self.coerced(left, right, operator)
    pair = coerce_pair(left, right)
    pair[0].__send__(operator, pair[1])
  end

  # A sum in which an exact zero changes nothing.
  # A program may have changed the operators of the parts, as the reference lets it.
  def self.plus(left, right)
    return left.__send__(:+, right) unless Primitive.is_core_method(left, :+)
    return right if Integer === left && left == 0
    return left if Integer === right && right == 0
    left + right
  end

  # Division without loss: of built-in numbers no `quo` that a program has replaced is asked.
  def self.quotient(left, right)
    case left
    when Integer, Rational then Float === right ? left.fdiv(right) : convert_to_rational(left) / right
    when Float then left / right
    else left.quo(right)
    end
  end

  def self.divided(left, right, division)
    division == :quo ? quotient(left, right) : left.fdiv(right)
  end

  def self.minus(left, right)
    Primitive.is_core_method(left, :-) ? left - right : left.__send__(:-, right)
  end

  # Real and imaginary part of a product.
  def self.complex_product(a, b, c, d)
    real = minus(factor(a, c), factor(b, d))
    [real, plus(factor(a, d), factor(b, c))]
  end

  # A product in which zero times infinity is zero.
  def self.factor(left, right)
    return left.__send__(:*, right) unless Primitive.is_core_method(left, :*)
    if left == 0
      right = (Primitive.float_sign_bit(right) ? -1.0 : 1.0) if right != 0 && Float === right && !right.nan?
    elsif right == 0
      left = (Primitive.float_sign_bit(left) ? -1.0 : 1.0) if Float === left && !left.nan?
    end
    left * right
  end

  # A fraction that is whole as an Integer.
  def self.canonical(number)
    Rational === number && number.denominator == 1 ? number.numerator : number
  end

  # `number` as a Float if its companion is one.
  def self.float_like(number, companion)
    Float === companion && !(Float === number) ? number.to_f : number
  end

  # A part of a Complex: a real number.
  def self.real_part(object)
    case object
    when Integer, Float, Rational
      object
    when Complex
      return object.real if object.imaginary == 0
      raise TypeError, "not a real"
    else
      raise TypeError, "not a real" unless Numeric === object && object.real?
      object
    end
  end

  # The text of a complex number from the texts of its parts.
  def self.complex_text(real, imaginary, magnitude)
    negative = Float === imaginary ? !imaginary.nan? && Primitive.float_sign_bit(imaginary) : imaginary < 0
    last = magnitude.getbyte(-1)
    star = last >= 48 && last <= 57 ? "" : "*"
    "#{real}#{negative ? "-" : "+"}#{magnitude}#{star}i"
  end

  # The result of Kernel#Complex.
  def self.make_complex(real, imaginary, single, strict)
    if nil.equal?(real) || (!single && nil.equal?(imaginary))
      raise TypeError, "can't convert nil into Complex"
    end
    return real if single && Complex === real
    real = complex_part(real)
    imaginary = complex_part(imaginary) unless single
    return real if Complex === real && (single || (Integer === imaginary && imaginary == 0))
    if single
      return convert_to_complex(real) unless Numeric === real
      return real unless real.real?
      return Primitive.complex_of(real_part(real), 0)
    end
    if Numeric === real && Numeric === imaginary && !(real.real? && imaginary.real?)
      return plus(real, imaginary * Complex::I)
    end
    Primitive.complex_of(real_part(real), real_part(imaginary))
  end

  def self.complex_part(object)
    object = string_to_complex(object, true) if String === object
    return object.real if Complex === object && Integer === object.imaginary && object.imaginary == 0
    object
  end

  def self.string_to_complex(string, strict)
    Rutile.check_ascii_compatible(string)
    parts = Primitive.parse_complex(string, strict)
    if nil.equal?(parts)
      raise ArgumentError, "string contains null byte" if string.include?("\0")
      raise ArgumentError, "invalid value for convert(): #{string.inspect}"
    end
    first = text_to_real(parts[0])
    second = text_to_real(parts[1])
    parts[2] ? Complex.__polar(first, second) : Primitive.complex_of(first, second)
  end

  # An Integer, Float or Rational, as the text is written.
  def self.text_to_real(text)
    return text.to_r if text.include?("/")
    return text.to_f if text.include?(".") || text.include?("e") || text.include?("E")
    text.to_i
  end

  def self.convert_to_complex(object)
    unless responds?(object, :to_c)
      raise TypeError, "can't convert #{shown_class(object)} into Complex"
    end
    converted = object.to_c
    return converted if Complex === converted
    bad_conversion(object, "Complex", "to_c", converted)
  end
end
