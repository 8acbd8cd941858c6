# Kernel's conversions to numbers: Integer(), Float(), Rational(), Complex().

module Kernel
  def Integer(object, base = 0, exception: true)
    primitive :kernel_integer
    Rutile.check_exception_option(exception)
    base = Rutile.to_small_int(base) unless Primitive.identical(base, 0)
    begin
      if base == 0
        return object if Integer === object
        return Rutile.string_to_integer(object, 0, exception) if String === object
        return object.to_i if Float === object && exception
        Rutile.convert_to_integer(object, exception)
      else
        Rutile.convert_to_integer_of_base(object, base, exception)
      end
    rescue TypeError, FloatDomainError
      raise if exception || base != 0
      nil
    end
  end

  def Float(object, exception: true)
    primitive :kernel_float
    Rutile.check_exception_option(exception) unless true.equal?(exception) || false.equal?(exception)
    return object if Primitive.is_a(object, Float)
    return Primitive.fixnum_to_float(object) if Primitive.is_fixnum(object)
    return Rutile.convert_to_float(object) if exception
    return nil if nil.equal?(object)
    return Primitive.parse_float(object, true) if Primitive.is_a(object, String)
    begin
      Rutile.convert_to_float(object)
    rescue Encoding::CompatibilityError
      raise
    rescue StandardError
      nil
    end
  end

  def Rational(numerator, denominator = (single = true; nil), exception: true)
    primitive :kernel_rational
    Rutile.check_exception_option(exception)
    if Integer === numerator && (single || Integer === denominator)
      return single ? Primitive.rational_of(numerator, 1) : Primitive.rational_reduced(numerator, denominator)
    end
    return Rutile.make_rational(numerator, denominator, single) if exception
    begin
      Rutile.make_rational(numerator, denominator, single)
    rescue Encoding::CompatibilityError, FloatDomainError
      raise
    rescue StandardError
      nil
    end
  end

  def Complex(real, imaginary = (single = true; nil), exception: true)
    primitive :kernel_complex
    Rutile.check_exception_option(exception)
    return Rutile.make_complex(real, imaginary, single, true) if exception
    begin
      Rutile.make_complex(real, imaginary, single, false)
    rescue Encoding::CompatibilityError, ZeroDivisionError
      raise
    rescue StandardError
      raise if !single && Rutile.never_complex?(real, imaginary)
      nil
    end
  end
  module_function :Integer, :Float, :Rational, :Complex
end

module Rutile
  # Whether Complex() refuses a pair, also where it is not to raise: a number beside what is neither number nor text.
  def self.never_complex?(real, imaginary)
    return false if nil.equal?(real) || Numeric === real || String === real
    Integer === imaginary || Float === imaginary || Rational === imaginary
  end

  # `exception:` of the conversions must be true or false itself.
  def self.check_exception_option(value)
    return if true.equal?(value) || false.equal?(value)
    raise ArgumentError, "expected true or false as exception: #{value.inspect}"
  end

  # The result of Kernel#Integer for an argument without a base; nil where it can't be and isn't to be `strict`.
  def self.convert_to_integer(object, strict)
    return object.to_i if Float === object
    return object_to_integer(object, strict) unless nil.equal?(object)
    raise TypeError, "can't convert nil into Integer" if strict
    nil
  end

  def self.convert_to_integer_of_base(object, base, strict)
    text = try_string(object)
    return string_to_integer(text, base, strict) if text
    raise ArgumentError, "base specified for non string value" if strict
    nil
  end

  # By `to_int`, whose failure counts as its absence, or a string by `to_str`, or by `to_i`.
  def self.object_to_integer(object, strict = true)
    begin
      converted = check_call(object, :to_int)
      return converted if Integer === converted
    rescue StandardError
      converted = nil
    end
    text = try_string(object)
    return string_to_integer(text, 0, strict) if text
    by_name_to_integer(object, strict)
  end

  # By `to_i`, of which a failure gives nil unless it is to be `strict`.
  def self.by_name_to_integer(object, strict)
    converted = check_call(object, :to_i)
    return converted if Integer === converted
    raise TypeError, "can't convert #{shown_class(object)} into Integer" if NO_METHOD.equal?(converted)
    bad_conversion(object, "Integer", "to_i", converted)
  rescue StandardError
    raise if strict
    nil
  end

  # A radix that there isn't is an error in any case; of the digits only where it is to be `strict`.
  def self.string_to_integer(string, base, strict = true)
    no_radix = base == 1 || base == -1 || base > 36 || base < -36
    unless no_radix && Primitive.ends_before_digits(string)
      raise ArgumentError, "invalid radix #{base}" if no_radix
      integer = Primitive.parse_integer(string, base, true)
      return integer unless nil.equal?(integer)
    end
    raise ArgumentError, "invalid value for Integer(): #{string.inspect}" if strict
  end

  # The result of Kernel#Float.
  def self.convert_to_float(object)
    case object
    when Float
      object
    when Integer
      object.to_f
    when String
      string_to_float_strictly(object)
    when Numeric
      real_to_float(object)
    when nil, true, false
      raise TypeError, "can't convert #{object.inspect} into Float"
    else
      float = check_call(object, :to_f)
      return float if Float === float
      raise TypeError, "can't convert #{shown_class(object)} into Float" if NO_METHOD.equal?(float)
      bad_conversion(object, "Float", "to_f", float)
    end
  end

  def self.string_to_float_strictly(string)
    float = Primitive.parse_float(string, true)
    return float unless nil.equal?(float)
    raise ArgumentError, "string for Float contains null byte" if string.include?("\0")
    raise ArgumentError, "invalid value for Float(): #{string.inspect}"
  end
end
