# OpenSSL::BN: integers of any size. They are Integers inside; what differs is how they round and what they refuse.

module OpenSSL
  class BNError < OpenSSLError; end

  # Bytes of a natural number, most significant first, at least `width`.
  def self.__bytes(number, width = 0)
    return "".b.rjust(width, "\0") if number == 0
    digits = number.to_s(16)
    digits = "0#{digits}" if digits.size.odd?
    [digits].pack("H*").rjust(width, "\0")
  end

  # The natural number that bytes are, most significant first.
  def self.__natural(bytes)
    bytes.unpack1("H*").to_i(16)
  end

  class BN
    CONSTTIME = 4

    # The Integer that a BN or an Integer stands for.
    def self.__integer(object)
      case object
      when ::Integer then object
      when BN then object.to_i
      else raise TypeError, "Cannot convert into OpenSSL::BN"
      end
    end

    def initialize(number, base = 10)
      raise ArgumentError, "invalid argument" if nil.equal?(number)
      @__value =
        case number
        when ::Integer then number
        when BN then number.to_i
        else parse(Rutile.to_str(number), Rutile.to_int(base))
        end
      self
    end

    def initialize_copy(other)
      @__value = BN.__integer(other)
      self
    end

    def copy(other)
      initialize_copy(other)
    end

    def to_i
      @__value
    end
    Primitive.alias_method(self, :to_int, :to_i)

    def to_bn
      self
    end

    def to_s(base = 10)
      case Rutile.to_int(base)
      when 10 then @__value.to_s
      when 16 then hexadecimal
      when 2 then OpenSSL.__bytes(@__value.abs)
      when 0 then multiple_precision
      else raise ArgumentError, "invalid radix #{base}"
      end
    end

    # --- Arithmetic ---

    def +(other)
      BN.new(@__value + BN.__integer(other))
    end

    def -(other)
      BN.new(@__value - BN.__integer(other))
    end

    def *(other)
      BN.new(@__value * BN.__integer(other))
    end

    # Quotient and remainder, rounded to zero.
    def /(other)
      divisor = divisor_of(other)
      remainder = @__value.remainder(divisor)
      [BN.new((@__value - remainder) / divisor), BN.new(remainder)]
    end

    def %(other)
      BN.new(@__value.remainder(divisor_of(other)))
    end

    def **(other)
      BN.new(@__value**BN.__integer(other).abs)
    end

    def sqr
      BN.new(@__value * @__value)
    end

    def +@
      BN.new(@__value)
    end

    def -@
      BN.new(-@__value)
    end

    def abs
      BN.new(@__value.abs)
    end

    def gcd(other)
      BN.new(@__value.gcd(BN.__integer(other)))
    end

    def mod_add(other, modulus)
      BN.new((@__value + BN.__integer(other)) % modulus_of(modulus))
    end

    def mod_sub(other, modulus)
      BN.new((@__value - BN.__integer(other)) % modulus_of(modulus))
    end

    def mod_mul(other, modulus)
      BN.new((@__value * BN.__integer(other)) % modulus_of(modulus))
    end

    def mod_sqr(modulus)
      BN.new((@__value * @__value) % modulus_of(modulus))
    end

    # In the same time for all exponents there is no way but for odd moduli.
    def mod_exp(exponent, modulus)
      constant = [self, exponent, modulus].any? { |number| BN === number && number.get_flags(CONSTTIME) != 0 }
      raise BNError, "called a function you should not call" if constant && modulus_of(modulus).even?
      BN.new(@__value.pow(BN.__integer(exponent).abs, modulus_of(modulus)))
    end

    def mod_inverse(modulus)
      BN.new(BN.__inverse(@__value, modulus_of(modulus)) || raise(BNError, "no inverse"))
    end

    # Modulo a prime, by Tonelli's and Shanks' algorithm.
    def mod_sqrt(modulus)
      prime = modulus_of(modulus)
      root = BN.__square_root(@__value % prime, prime)
      raise BNError, "not a square" unless root && root * root % prime == @__value % prime
      BN.new([root, prime - root].min)
    end

    def self.__square_root(number, prime)
      return number if number < 2
      return nil unless number.pow((prime - 1) / 2, prime) == 1
      return number.pow((prime + 1) / 4, prime) if prime % 4 == 3
      odd = prime - 1
      twos = 0
      while odd.even?
        odd >>= 1
        twos += 1
      end
      other = (2..).find { |candidate| candidate.pow((prime - 1) / 2, prime) == prime - 1 }
      factor = other.pow(odd, prime)
      rest = number.pow(odd, prime)
      root = number.pow((odd + 1) / 2, prime)
      until rest == 1
        square = rest
        order = 0
        until square == 1
          square = square * square % prime
          order += 1
        end
        return nil if order == twos
        step = factor.pow(1 << (twos - order - 1), prime)
        twos = order
        factor = step * step % prime
        rest = rest * factor % prime
        root = root * step % prime
      end
      root
    end

    # By Euclid's algorithm; nil where there is none.
    def self.__inverse(number, modulus)
      number %= modulus
      before, now = modulus, number
      factor_before, factor = 0, 1
      until now == 0
        quotient = before / now
        before, now = now, before - quotient * now
        factor_before, factor = factor, factor_before - quotient * factor
      end
      before == 1 ? factor_before % modulus : nil
    end

    # --- Bits ---

    def <<(count)
      BN.new(shifted(@__value.abs << shift(count)))
    end

    def >>(count)
      BN.new(shifted(@__value.abs >> shift(count)))
    end

    def lshift!(count)
      @__value = shifted(@__value.abs << shift(count))
      self
    end

    def rshift!(count)
      @__value = shifted(@__value.abs >> shift(count))
      self
    end

    def bit_set?(bit)
      bit = Rutile.to_int(bit)
      bit >= 0 && @__value.abs[bit] == 1
    end

    def set_bit!(bit)
      @__value = shifted(@__value.abs | 1 << place(bit))
      self
    end

    def clear_bit!(bit)
      bit = place(bit)
      raise BNError, "" if bit >= num_bits
      @__value = shifted(@__value.abs & ~(1 << bit))
      self
    end

    def mask_bits!(count)
      count = place(count)
      @__value = shifted(@__value.abs & (1 << count) - 1)
      self
    end

    def num_bits
      @__value.abs.bit_length
    end

    def num_bytes
      (num_bits + 7) / 8
    end

    def odd?
      @__value.odd?
    end

    def zero?
      @__value == 0
    end

    def one?
      @__value == 1
    end

    def negative?
      @__value < 0
    end

    # Every operation may be told to take the same time; what uses secrets does so unasked.
    def set_flags(flags)
      @__flags = (@__flags || 0) | Rutile.to_int(flags)
      nil
    end

    def get_flags(flags)
      (@__flags || 0) & Rutile.to_int(flags)
    end

    # --- Comparison ---

    def <=>(other)
      @__value <=> BN.__integer(other)
    end
    alias cmp <=>

    def ucmp(other)
      @__value.abs <=> BN.__integer(other).abs
    end

    def ==(other)
      case other
      when BN then @__value == other.to_i
      when ::Integer then @__value == other
      else false
      end
    end
    Primitive.alias_method(self, :===, :==)

    def eql?(other)
      BN === other && @__value == other.to_i
    end

    def hash
      @__value.hash
    end

    def coerce(other)
      case other
      when ::Integer then [other, @__value]
      when ::String then [other, to_s]
      else raise TypeError, "Don't know how to coerce"
      end
    end

    private

    def parse(text, base)
      case base
      when 10 then leading(text, /\A-?\d+/, 10)
      when 16 then leading(text, /\A-?\h+/, 16)
      when 2 then OpenSSL.__natural(text)
      when 0 then parse_multiple_precision(text)
      else raise ArgumentError, "invalid radix #{base}"
      end
    end

    def leading(text, digits, base)
      found = text.b[digits] or raise BNError, ""
      found.to_i(base)
    end

    # Four bytes of length, then the number, whose first bit is its sign.
    def parse_multiple_precision(text)
      raise BNError, "invalid length" if text.bytesize < 4
      length = text.unpack1("N")
      raise BNError, "encoding error" unless text.bytesize == length + 4
      return 0 if length == 0
      number = OpenSSL.__natural(text.byteslice(4..))
      sign = 1 << (length * 8 - 1)
      number & sign == 0 ? number : -(number ^ sign)
    end

    def multiple_precision
      magnitude = @__value.abs
      width = magnitude == 0 ? 0 : magnitude.bit_length / 8 + 1
      magnitude |= 1 << (width * 8 - 1) if @__value < 0
      [width].pack("N") << OpenSSL.__bytes(magnitude, width)
    end

    def hexadecimal
      digits = @__value.abs.to_s(16).upcase
      digits = "0#{digits}" if digits.size.odd? && @__value != 0
      @__value < 0 ? "-#{digits}" : digits
    end

    def divisor_of(other)
      divisor = BN.__integer(other)
      raise BNError, "div by zero" if divisor == 0
      divisor
    end

    def modulus_of(other)
      divisor_of(other).abs
    end

    def shift(count)
      count = Rutile.to_int(count)
      raise BNError, "invalid shift" if count < 0
      count
    end

    def place(bit)
      bit = Rutile.to_int(bit)
      raise BNError, "" if bit < 0
      bit
    end

    def shifted(magnitude)
      @__value < 0 ? -magnitude : magnitude
    end
  end
end
