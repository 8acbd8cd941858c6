# Kernel's conversions to numbers: Integer(), Float(), Rational(), Complex().

module Kernel
  def Integer(object, base = (no_base = true; nil), exception: true)
    return object if no_base && Integer === object
    begin
      if no_base
        return Rutile.string_to_integer_strictly(object, 0) if String === object
        return object.to_i if Float === object
      end
      Rutile.convert_to_integer(object, base, no_base)
    rescue ArgumentError, TypeError, RangeError, FloatDomainError
      raise if exception
      nil
    end
  end

  def Float(object, exception: true)
    return object if Float === object
    begin
      return Rutile.string_to_float_strictly(object) if String === object
      Rutile.convert_to_float(object)
    rescue ArgumentError, TypeError, RangeError
      raise if exception
      nil
    end
  end

  def Rational(numerator, denominator = (single = true; nil), exception: true)
    if Integer === numerator && (single || Integer === denominator)
      return single ? Primitive.rational_of(numerator, 1) : Primitive.rational_reduced(numerator, denominator)
    end
    begin
      Rutile.make_rational(numerator, denominator, single)
    rescue ArgumentError, TypeError, RangeError
      raise if exception
      nil
    end
  end

  def Complex(real, imaginary = (single = true; nil), exception: true)
    Rutile.make_complex(real, imaginary, single, exception)
  rescue ArgumentError, TypeError, RangeError
    raise if exception
    nil
  end
  module_function :Integer, :Float, :Rational, :Complex
end

module Rutile
  # What Kernel#Integer makes of its argument.
  def self.convert_to_integer(object, base, no_base)
    if String === object
      return string_to_integer_strictly(object, no_base || nil.equal?(base) ? 0 : to_small_int(base))
    end
    unless no_base || nil.equal?(base)
      converted = try_string(object)
      return string_to_integer_strictly(converted, to_small_int(base)) if converted
      raise ArgumentError, "base specified for non string value"
    end
    case object
    when Integer then object
    when Float then object.to_i
    when nil then raise TypeError, "can't convert nil into Integer"
    else object_to_integer(object)
    end
  end

  # By `to_int`, or a string by `to_str`, or by `to_i`.
  def self.object_to_integer(object)
    if object.respond_to?(:to_int)
      converted = object.to_int
      return converted if Integer === converted
    end
    text = try_string(object)
    return string_to_integer_strictly(text, 0) if text
    raise TypeError, "can't convert #{shown_class(object)} into Integer" unless object.respond_to?(:to_i)
    converted = object.to_i
    return converted if Integer === converted
    bad_conversion(object, "Integer", "to_i", converted)
  end

  def self.string_to_integer_strictly(string, base)
    raise ArgumentError, "invalid radix #{base}" if base == 1 || base == -1 || base > 36 || base < -36
    integer = Primitive.parse_integer(string, base, true)
    return integer unless nil.equal?(integer)
    raise ArgumentError, "invalid value for Integer(): #{string.inspect}"
  end

  # What Kernel#Float makes of its argument.
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
      text = try_string(object)
      return string_to_float_strictly(text) if text
      raise TypeError, "can't convert #{object.class} into Float" unless object.respond_to?(:to_f)
      float = object.to_f
      return float if Float === float
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
