# Complex#**: exact for integer exponents, by logarithm and angle for others.

class Complex
  def **(other)
    primitive :complex_power
    return Primitive.complex_of(1, 0) if Numeric === other && !(Float === other) && other == 0
    other = other.numerator if Rational === other && other.denominator == 1
    other = other.real if Complex === other && Integer === other.imaginary && other.imaginary == 0
    return self if Integer === other && other == 1
    case other
    when Integer
      __diagonal_power(other) || __integer_power(other)
    when Complex
      __complex_power(other)
    when Numeric
      return Rutile.coerced(self, other, :**) unless other.real?
      Complex.__polar(abs ** other, arg * other)
    else
      Rutile.coerced(self, other, :**)
    end
  end

  def __complex_power(other)
    magnitude, angle = polar
    logarithm = Math.log(magnitude)
    exponent = other.real * logarithm - other.imaginary * angle
    Complex.__polar(Math.exp(exponent), Rutile.plus(angle * other.real, other.imaginary * logarithm))
  end

  # The power of a number on an axis or a diagonal, where the angle is exact; nil elsewhere.
  # Directions are counted in eighths of a turn.
  def __diagonal_power(exponent)
    if @__imaginary == 0
      length, direction = @__real, 0
    elsif @__real == 0
      length, direction = @__imaginary, 2
    elsif @__real == @__imaginary
      length, direction = @__real, 1
    elsif @__real == -@__imaginary
      length, direction = @__imaginary, 3
    else
      return nil
    end
    if length < 0
      length = -length
      direction += 4
    end
    if direction.even?
      power = length ** exponent
    else
      power = (2 * length * length) ** exponent.div(2)
      power *= length if exponent.odd?
    end
    zero = Float === power ? 0.0 : (Rational === power ? Primitive.rational_of(0, 1) : 0)
    case direction * exponent % 8
    when 0 then Primitive.complex_of(power, zero)
    when 1 then Primitive.complex_of(power, power)
    when 2 then Primitive.complex_of(zero, power)
    when 3 then Primitive.complex_of(-power, power)
    when 4 then Primitive.complex_of(-power, zero)
    when 5 then Primitive.complex_of(-power, -power)
    when 6 then Primitive.complex_of(zero, -power)
    else Primitive.complex_of(power, -power)
    end
  end

  # By repeated squaring.
  def __integer_power(exponent)
    return Rutile.quotient(1, self).__integer_power(-exponent) if exponent < 0
    square_real = @__real
    square_imaginary = @__imaginary
    real = square_real
    imaginary = square_imaginary
    exponent -= 1
    while exponent > 0
      while exponent.even?
        square = square_real * square_real - square_imaginary * square_imaginary
        square_imaginary = 2 * square_real * square_imaginary
        square_real = square
        exponent = exponent.div(2)
      end
      real, imaginary = Rutile.complex_product(real, imaginary, square_real, square_imaginary)
      exponent -= 1
    end
    Primitive.complex_of(real, imaginary)
  end
end
