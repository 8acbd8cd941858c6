# Ruby's half of the C API: conversions, and numbers.

module Rutile
  module CExtensions
    class << self
      def integer_of(text, base, is_strict) = is_strict ? Integer(text, base) : text.to_i(base)

      def quotient_and_remainder(number, divisor)
        quotient = number.abs / divisor.abs
        [(number < 0) == (divisor < 0) ? quotient : -quotient, number.remainder(divisor)]
      end

      def array_or_nil(value) = ::Array.try_convert(value)
      def hash_or_nil(value) = ::Hash.try_convert(value)
      def string_or_nil(value) = ::String.try_convert(value)

      def to_string(value)
        text = ::String.try_convert(value)
        return text if text
        raise ::TypeError, "no implicit conversion of #{shown(value)} into String"
      end

      def shown(value)
        value.nil? || true == value || false == value ? value.inspect : value.class.to_s
      end

      def text_of(value)
        text = value.to_s
        ::String === text ? text : ::Kernel.instance_method(:to_s).bind_call(value)
      end

      def to_string_strictly(value) = String(value)
      def to_array(value) = Array(value)
      def to_hash(value) = Hash(value)
      def to_integer_strictly(value) = Integer(value)
      def to_float(value) = Float(value)

      def numeric_to_float(value)
        case value
        when nil then raise ::TypeError, "can't convert nil into Float"
        when true, false then raise ::TypeError, "can't convert #{value} into Float"
        when ::Numeric then Float(value)
        else raise ::TypeError, "can't convert #{value.class} into Float"
        end
      end

      # Whatever has `to_f`.
      def converted_to_float(value)
        raise ::TypeError, "can't convert #{shown(value)} into Float" unless value.respond_to?(:to_f, true)
        float = value.__send__(:to_f)
        return float if ::Float === float
        raise ::TypeError, "can't convert #{value.class} to Float (#{value.class}#to_f gives #{float.class})"
      end

      def float_or_nil(value) = ::Numeric === value ? Float(value) : nil

      def to_int(value)
        case value
        when nil then raise ::TypeError, "no implicit conversion from nil to integer"
        when true, false then raise ::TypeError, "no implicit conversion of #{value} into Integer"
        end
        raise ::TypeError, "no implicit conversion of #{value.class} into Integer" unless value.respond_to?(:to_int, true)
        integer = value.__send__(:to_int)
        return integer if ::Integer === integer
        raise ::TypeError, "can't convert #{value.class} to Integer (#{value.class}#to_int gives #{integer.class})"
      end

      def integer_or_nil(value, method)
        return nil unless value.respond_to?(method, true)
        integer = value.__send__(method)
        ::Integer === integer ? integer : nil
      end

      def convert(value, name, method, _wanted)
        raise ::TypeError, "no implicit conversion of #{shown(value)} into #{name}" unless value.respond_to?(method, true)
        converted = value.__send__(method)
        expected = ::Object.const_get(name)
        return converted if expected === converted
        raise ::TypeError, "can't convert #{value.class} to #{name} (#{value.class}##{method} gives #{converted.class})"
      end

      def convert_or_nil(value, name, method)
        return nil unless value.respond_to?(method, true)
        converted = value.__send__(method)
        return nil if converted.nil?
        return converted if ::Object.const_get(name) === converted
        raise ::TypeError, "can't convert #{value.class} to #{name} (#{value.class}##{method} gives #{converted.class})"
      end

      def text_to_integer(text, base, strict)
        return text.to_i(base) unless strict
        base == 0 ? Integer(text) : Integer(text, base)
      end

      def rational(numerator, denominator) = Rational(numerator, denominator)
      def complex(real, imaginary) = Complex(real, imaginary)
      def complex_polar(length, angle) = ::Complex.polar(length, angle)
      def random = rand
      def random_integer(limit) = rand(limit)

      def coerce_binary(one, other, operator)
        pair = other.respond_to?(:coerce) && other.coerce(one)
        raise ::TypeError, "#{shown(other)} can't be coerced into #{one.class}" unless pair
        pair[0].__send__(operator, pair[1])
      end

      def coerce_comparison(one, other, operator)
        pair = other.respond_to?(:coerce) && other.coerce(one)
        pair ? pair[0].__send__(operator, pair[1]) : nil
      end

      def coerce_relation(one, other, operator)
        result = coerce_comparison(one, other, operator)
        result.nil? ? incomparable(one, other) : result
      end
    end
  end
end
