# Math: functions of real numbers.
#
# The natives answer for the numbers of the core inside a function's domain. The
# bodies convert other real numbers and try again, or name the function that has
# no value there.

module Math
  PI = 3.141592653589793
  E = 2.718281828459045

  class DomainError < StandardError
  end

  module_function

  def sin(x)
    primitive :math_sin
    Rutile.math_again(:sin, x)
  end

  def cos(x)
    primitive :math_cos
    Rutile.math_again(:cos, x)
  end

  def tan(x)
    primitive :math_tan
    Rutile.math_again(:tan, x)
  end

  def asin(x)
    primitive :math_asin
    Rutile.math_again(:asin, x)
  end

  def acos(x)
    primitive :math_acos
    Rutile.math_again(:acos, x)
  end

  def atan(x)
    primitive :math_atan
    Rutile.math_again(:atan, x)
  end

  def sinh(x)
    primitive :math_sinh
    Rutile.math_again(:sinh, x)
  end

  def cosh(x)
    primitive :math_cosh
    Rutile.math_again(:cosh, x)
  end

  def tanh(x)
    primitive :math_tanh
    Rutile.math_again(:tanh, x)
  end

  def asinh(x)
    primitive :math_asinh
    Rutile.math_again(:asinh, x)
  end

  def acosh(x)
    primitive :math_acosh
    Rutile.math_again(:acosh, x)
  end

  def atanh(x)
    primitive :math_atanh
    Rutile.math_again(:atanh, x)
  end

  def exp(x)
    primitive :math_exp
    Rutile.math_again(:exp, x)
  end

  def sqrt(x)
    primitive :math_sqrt
    return Rutile.complex_square_root(x) if Complex === x
    Rutile.math_again(:sqrt, x)
  end

  def cbrt(x)
    primitive :math_cbrt
    Rutile.math_again(:cbrt, x)
  end

  def erf(x)
    primitive :math_erf
    Rutile.math_again(:erf, x)
  end

  def erfc(x)
    primitive :math_erfc
    Rutile.math_again(:erfc, x)
  end

  def gamma(x)
    primitive :math_gamma
    Rutile.math_again(:gamma, x)
  end

  def lgamma(x)
    primitive :math_lgamma
    Rutile.math_again(:lgamma, x)
  end

  def log2(x)
    primitive :math_log2
    Rutile.math_again(:log2, x)
  end

  def log10(x)
    primitive :math_log10
    Rutile.math_again(:log10, x)
  end

  def frexp(x)
    primitive :math_frexp
    Rutile.math_again(:frexp, x)
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
    Math.ldexp(fraction, Rutile.long(exponent, Rutile.to_integer(exponent)))
  end
end

module Rutile
  # Calls a function of Math again with its argument as a Float, or says that it has no value there.
  def self.math_again(name, number)
    if Float === number || Integer === number
      raise Math::DomainError, "Numerical argument is out of domain - #{name}"
    end
    Math.__send__(name, real_to_float(number))
  end

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
