# The results of `BigDecimal(...)` for numbers and texts.

module Rutile
  module DecimalConversion
    module_function

    # nil, where no exception is wanted, for what isn't a number; a NaN or an infinity if the mode lets it be.
    def checked(value, digits, exception)
      convert(value, digits, exception)&.__checked
    end

    def convert(value, digits, exception)
      return refused(exception, "negative precision") if digits && digits < 0
      case value
      # Digits make a copy of one, of as many digits.
      when BigDecimal then digits.nil? ? value : value.__copy
      when Integer then BigDecimal.__integer(value).__rounded_to(digits || 0)
      when Float then float(value, digits, exception)
      when Rational then rational(value, digits, exception)
      when Complex then complex(value, digits, exception)
      else text(value, exception)
      end
    end

    def refused(exception, message, kind = ArgumentError)
      raise kind, message if exception
      nil
    end

    def float(value, digits, exception)
      return BigDecimal::NAN if value.nan?
      return BigDecimal.__special(:infinite, value > 0 ? 1 : -1) if value.infinite?
      return refused(exception, "can't omit precision for a Float.") if digits.nil?
      return refused(exception, "precision too large.") if digits > Float::DIG + 1
      return BigDecimal.__finite(1 / value < 0 ? -1 : 1, 0, 0) if value == 0
      shortest = BigDecimal.__parse(value.to_s)
      # The digits that are written, not those that the Float stands for, are rounded, and in this way whatever the mode.
      digits == 0 || digits >= shortest.__length ? shortest : shortest.round(digits - shortest.exponent, :half_even)
    end

    def rational(value, digits, exception)
      return refused(exception, "can't omit precision for a Rational.") if digits.nil?
      BigDecimal.__integer(value.numerator).div(BigDecimal.__integer(value.denominator), digits)
    end

    def complex(value, digits, exception)
      unless value.imaginary == 0
        return refused(exception, "Unable to make a BigDecimal from non-zero imaginary number")
      end
      convert(value.real, digits, exception)
    end

    def text(value, exception)
      text = nil.equal?(value) ? nil : Rutile.try_convert(value, String, "String", :to_str)
      if text.nil?
        shown = nil.equal?(value) || true.equal?(value) || false.equal?(value) ? value.inspect : value.class
        return refused(exception, "can't convert #{shown} into BigDecimal", TypeError)
      end
      BigDecimal.__parse(text) || refused(exception, "invalid value for BigDecimal(): #{text.inspect}")
    end
  end
end
