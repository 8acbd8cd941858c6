# Strings read as numbers: the longest beginning that is one.

class String
  def to_i(base = 10)
    primitive :string_to_integer
    base = Rutile.to_small_int(base)
    raise ArgumentError, "invalid radix #{base}" if base < 0 || (base == 1 || base > 36) && !Primitive.ends_before_digits(self)
    Primitive.parse_integer(self, base, false)
  end

  def hex
    primitive :string_hex
    Primitive.parse_integer(self, 16, false)
  end

  # Octal unless a prefix says otherwise.
  def oct
    Primitive.parse_integer(self, -8, false)
  end

  def to_f
    primitive :string_to_float
  end

  def to_r
    parts = Primitive.parse_rational(self, false)
    Primitive.rational_reduced(parts[0], parts[1])
  end

  def to_c
    Rutile.string_to_complex(self, false)
  end
end
