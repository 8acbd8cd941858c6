# Math: functions of real numbers.
#
# The natives answer for the numbers of the core inside a function's domain. The
# bodies convert other real numbers and try again, or name the function that has
# no value there.

module Math
  PI = 3.141592653589793
  E = 2.718281828459045

  class DomainError < ArgumentError
  end

  def self.__again(name, number)
    raise DomainError, "Numerical argument is out of domain - #{name}" if Float === number || Integer === number
    __send__(name, Rutile.real_to_float(number))
  end
  private_class_method :__again

  module_function

  def sin(x)
    primitive :math_sin
    Math.__send__(:__again, :sin, x)
  end

  def cos(x)
    primitive :math_cos
    Math.__send__(:__again, :cos, x)
  end

  def tan(x)
    primitive :math_tan
    Math.__send__(:__again, :tan, x)
  end

  def asin(x)
    primitive :math_asin
    Math.__send__(:__again, :asin, x)
  end

  def acos(x)
    primitive :math_acos
    Math.__send__(:__again, :acos, x)
  end

  def atan(x)
    primitive :math_atan
    Math.__send__(:__again, :atan, x)
  end

  def sinh(x)
    primitive :math_sinh
    Math.__send__(:__again, :sinh, x)
  end

  def cosh(x)
    primitive :math_cosh
    Math.__send__(:__again, :cosh, x)
  end

  def tanh(x)
    primitive :math_tanh
    Math.__send__(:__again, :tanh, x)
  end

  def asinh(x)
    primitive :math_asinh
    Math.__send__(:__again, :asinh, x)
  end

  def acosh(x)
    primitive :math_acosh
    Math.__send__(:__again, :acosh, x)
  end

  def atanh(x)
    primitive :math_atanh
    Math.__send__(:__again, :atanh, x)
  end

  def exp(x)
    primitive :math_exp
    Math.__send__(:__again, :exp, x)
  end

  def sqrt(x)
    primitive :math_sqrt
    return Rutile.complex_square_root(x) if Complex === x
    Math.__send__(:__again, :sqrt, x)
  end

  def cbrt(x)
    primitive :math_cbrt
    Math.__send__(:__again, :cbrt, x)
  end

  def erf(x)
    primitive :math_erf
    Math.__send__(:__again, :erf, x)
  end

  def erfc(x)
    primitive :math_erfc
    Math.__send__(:__again, :erfc, x)
  end

  def gamma(x)
    primitive :math_gamma
    Math.__send__(:__again, :gamma, x)
  end

  def lgamma(x)
    primitive :math_lgamma
    Math.__send__(:__again, :lgamma, x)
  end

  def log2(x)
    primitive :math_log2
    Math.__send__(:__again, :log2, x)
  end

  def log10(x)
    primitive :math_log10
    Math.__send__(:__again, :log10, x)
  end

  def frexp(x)
    primitive :math_frexp
    Math.__send__(:__again, :frexp, x)
  end

  def log(x, base = (natural = true; nil))
    primitive :math_log
    x = Rutile.logarithm_argument(x)
    return Math.log(x) if natural
    Math.log(x, Rutile.logarithm_argument(base))
  end

  def atan2(y, x)
    primitive :math_atan2
    Math.atan2(Rutile.real_to_float(y), Rutile.real_to_float(x))
  end

  def hypot(x, y)
    primitive :math_hypot
    Math.hypot(Rutile.real_to_float(x), Rutile.real_to_float(y))
  end

  def ldexp(fraction, exponent)
    primitive :math_ldexp
    fraction = Rutile.real_to_float(fraction)
    exponent = Rutile.to_integer(exponent)
    if exponent >= Rutile::LONG_LIMIT || exponent < -Rutile::LONG_LIMIT
      raise RangeError, "bignum too big to convert into 'long'"
    end
    Math.ldexp(fraction, exponent)
  end
end

module Rutile
  # A number that has a logarithm, as a Float or Integer.
  def self.logarithm_argument(number)
    number = real_to_float(number) unless Integer === number
    raise Math::DomainError, "Numerical argument is out of domain - log" if number < 0
    number
  end

  # The square root with a real part not below zero.
  def self.complex_square_root(number)
    magnitude = number.abs
    real = Math.sqrt((magnitude + number.real) / 2.0)
    imaginary = Math.sqrt((magnitude - number.real) / 2.0)
    negative = Float === number.imaginary ? Primitive.float_sign_bit(number.imaginary) : number.imaginary < 0
    Primitive.complex_of(real, negative ? -imaginary : imaginary)
  end
end
