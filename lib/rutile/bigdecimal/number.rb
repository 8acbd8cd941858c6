# BigDecimal: decimal numbers of any length.
#
# A finite number is a sign, a natural number that doesn't end in a zero, and the power of ten that it stands at:
# sign * digits * 10**place. Zeros have signs too. Where the reference's results show that it computes with words of nine
# digits, so does this: quotients end with a whole word (arithmetic.rb).

class BigDecimal < Numeric
  VERSION = "3.1.8"
  BASE = 1000000000

  # Digits of a word, and of a Float.
  WORD = 9
  DOUBLE = 16
  private_constant :WORD, :DOUBLE

  EXCEPTION_ALL = 255
  EXCEPTION_INFINITY = 1
  EXCEPTION_NaN = 2
  EXCEPTION_OVERFLOW = 1
  EXCEPTION_UNDERFLOW = 4
  EXCEPTION_ZERODIVIDE = 16

  ROUND_MODE = 256
  ROUND_UP = 1
  ROUND_DOWN = 2
  ROUND_HALF_UP = 3
  ROUND_HALF_DOWN = 4
  ROUND_CEILING = 5
  ROUND_FLOOR = 6
  ROUND_HALF_EVEN = 7

  SIGN_NaN = 0
  SIGN_POSITIVE_ZERO = 1
  SIGN_NEGATIVE_ZERO = -1
  SIGN_POSITIVE_FINITE = 2
  SIGN_NEGATIVE_FINITE = -2
  SIGN_POSITIVE_INFINITE = 3
  SIGN_NEGATIVE_INFINITE = -3

  # Places of ten beyond these are none: numbers that far up are infinite, that far down zero.
  HIGHEST = 9 * (1 << 31)
  private_constant :HIGHEST

  class << self
    alias __allocate allocate
    private :__allocate
    undef_method :new

    def allocate
      raise TypeError, "allocator undefined for BigDecimal"
    end

    # sign * digits * 10**place, however many zeros the digits end in.
    def __finite(sign, digits, place)
      if Primitive.is_fixnum(digits)
        while digits != 0 && digits % 10 == 0
          digits /= 10
          place += 1
        end
      elsif digits % 10 == 0
        text = digits.to_s
        zeros = text.size - text.rindex(/[1-9]/) - 1
        digits /= 10**zeros
        place += zeros
      end
      place = 0 if digits == 0
      return __out_of_range(sign, place) if place > HIGHEST || place < -HIGHEST
      __allocate.__take(nil, sign, digits, place)
    end

    # The integer, or the integer at a place of ten.
    def __integer(integer, place = 0)
      __finite(integer < 0 ? -1 : 1, integer.abs, place)
    end

    def __special(kind, sign)
      __allocate.__take(kind, sign, 0, 0)
    end

    # --- Results that are no numbers, and what the mode makes of them ---

    def __nan
      if mode(EXCEPTION_ALL) & EXCEPTION_NaN != 0
        raise FloatDomainError, "Computation results to 'NaN'"
      end
      NAN
    end

    def __infinity(sign)
      if mode(EXCEPTION_ALL) & EXCEPTION_INFINITY != 0
        raise FloatDomainError, "Computation results to '#{"-" if sign < 0}Infinity'"
      end
      __special(:infinite, sign)
    end

    def __divided_by_zero(sign)
      raise FloatDomainError, "Divide by zero" if mode(EXCEPTION_ALL) & EXCEPTION_ZERODIVIDE != 0
      __special(:infinite, sign).__checked
    end

    # An infinity as a result that is looked at once more.
    def __endless(sign)
      __special(:infinite, sign).__checked
    end

    # The words for an object that is no number.
    def __shown(object)
      case object
      when nil, true, false, Symbol then object.inspect
      else Primitive.class_of(object).to_s
      end
    end

    private

    def __out_of_range(sign, place)
      if place > 0
        raise FloatDomainError, "exponent overflow" if mode(EXCEPTION_ALL) & EXCEPTION_OVERFLOW != 0
        return __special(:infinite, sign)
      end
      raise FloatDomainError, "exponent underflow" if mode(EXCEPTION_ALL) & EXCEPTION_UNDERFLOW != 0
      __allocate.__take(nil, sign, 0, 0)
    end
  end

  def __take(kind, sign, digits, place)
    @__kind = kind
    @__sign = sign
    @__digits = digits
    @__place = place
    freeze
  end

  # Itself, if the mode lets it be what it is.
  def __checked
    return self if finite?
    flags = BigDecimal.mode(EXCEPTION_ALL)
    __check_number if flags & (nan? ? EXCEPTION_NaN : EXCEPTION_INFINITY) != 0
    self
  end

  # --- What it is made of ---

  def __sign
    @__sign
  end

  def __digits
    @__digits
  end

  def __place
    @__place
  end

  def __signed
    @__sign * @__digits
  end

  # How many digits it has.
  def __length
    @__digits == 0 ? 0 : @__digits.to_s.size
  end

  # Words of nine digits from its first to its last.
  def __words
    return 1 if @__digits == 0
    -(-exponent / WORD) - @__place / WORD
  end

  NAN = __special(:nan, 1)
  INFINITY = __special(:infinite, 1)

  def nan?
    @__kind == :nan
  end

  def infinite?
    @__kind == :infinite ? @__sign : nil
  end

  def finite?
    @__kind.nil?
  end

  def zero?
    @__kind.nil? && @__digits == 0
  end

  def nonzero?
    zero? ? nil : self
  end

  def negative?
    !nan? && @__sign < 0 && !zero?
  end

  def positive?
    !nan? && @__sign > 0 && !zero?
  end

  def sign
    primitive :decimal_sign
    return SIGN_NaN if nan?
    @__sign * (infinite? ? 3 : zero? ? 1 : 2)
  end

  # Digits before the point; less than zero for zeros after it.
  def exponent
    primitive :decimal_exponent
    @__digits == 0 ? 0 : __length + @__place
  end

  def n_significant_digits
    __length
  end

  def scale
    primitive :decimal_scale
    finite? ? [0, -@__place].max : 0
  end

  def precision
    primitive :decimal_precision
    return 0 if !finite? || zero?
    exponent > 0 ? exponent + scale : scale
  end

  def precision_scale
    [precision, scale]
  end

  def precs
    warn "BigDecimal#precs is deprecated and will be removed in the future; use BigDecimal#precision instead.",
         uplevel: 1, category: :deprecated
    [__words * WORD, __room]
  end

  def split
    return [0, "NaN", 10, 0] if nan?
    return [@__sign, "Infinity", 10, 0] if infinite?
    [@__sign, @__digits.to_s, 10, exponent]
  end

  def clone
    self
  end
  alias dup clone

  def hash
    primitive :decimal_hash
    [BigDecimal, @__kind, @__sign, @__digits, @__place].hash
  end

  def coerce(other)
    number = __other(other) or raise TypeError, "#{BigDecimal.__shown(other)} can't be coerced into BigDecimal"
    [number, self]
  end

  def _dump(_level = 0)
    "#{__room}:#{self}".b
  end

  # How many digits the reference has room for in a number that was read from a text without an exponent: a word more
  # than it has, zeros before and behind the point counted.
  def __room
    return WORD unless finite?
    return 2 * WORD if zero?
    digits = [exponent, 1].max + scale
    (digits.ceildiv(WORD) + 1) * WORD
  end
  private :__room

  def self._load(text)
    text = Rutile.to_str(text)
    found = /\A\d+:(.*)\z/m.match(text) or raise TypeError, "marshaled bigdecimal format differed"
    BigDecimal(found[1])
  end
end
