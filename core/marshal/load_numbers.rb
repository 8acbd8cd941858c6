# Marshal.load: numbers.

class Rutile::MarshalReader
  def read_big
    sign = byte
    raise ArgumentError, "invalid Bignum sign" unless sign == 43 || sign == 45
    digits = bytes(long * 2)
    value = digits.empty? ? 0 : digits.reverse.unpack1("H*").to_i(16)
    sign == 45 ? -value : value
  end

  def read_float
    text = counted_bytes
    case text
    when "nan" then Float::NAN
    when "inf" then Float::INFINITY
    when "-inf" then -Float::INFINITY
    else text.to_f
    end
  end

  def read_number(wanted, partial)
    enter_number(partial) do
      parts = read
      Rutile.expect(parts, Array, "Array")
      unless parts.size == 2
        raise ArgumentError, "marshaled #{wanted.name.downcase} must have an array whose length is 2 but #{parts.size}"
      end
      number_of(wanted, *parts)
    end
  end

  # As the reference wrote them before 1.9.3.
  def read_old_number(wanted, partial)
    enter_number(partial) do
      parts = read_parts
      names = wanted.equal?(Rational) ? [:@numerator, :@denominator] : [:@real, :@image]
      number_of(wanted, *parts.values_at(*names))
    end
  end

  def number_of(wanted, first, second)
    wanted.equal?(Rational) ? rational_of(first, second) : Complex.rect(first, second)
  end

  # What was dumped is not reduced; a foreign dump need not be.
  def rational_of(numerator, denominator)
    [numerator, denominator].each { |part| raise TypeError, "not an integer" unless Integer === part }
    raise ZeroDivisionError, "divided by 0" if denominator == 0
    denominator < 0 ? Primitive.rational_of(-numerator, -denominator) : Primitive.rational_of(numerator, denominator)
  end

  def enter_number(partial)
    index = @objects.size
    @objects << PENDING
    number = @objects[index] = yield
    finish(number, partial)
  end
end
