# BigDecimals as text, and text as BigDecimals.

class BigDecimal
  # A whole number may have a line behind its last digit.
  SYNTAX = /\A[+-]?(?:\d+(?:_\d+)*(?:_\z|\.\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eEdD][+-]?\d+(?:_\d+)*)?\z/
  LOOSE = /\A[+-]?(?:\d+(?:_\d+)*)?(?:\.(?:\d+(?:_\d+)*)?)?(?:[eEdD][+-]?\d+)?/
  private_constant :SYNTAX, :LOOSE

  SPECIALS = { "NaN" => NAN, "Infinity" => INFINITY, "+Infinity" => INFINITY, "-Infinity" => __special(:infinite, -1) }.freeze
  private_constant :SPECIALS

  class << self
    # The number that a text is; nil where it is none.
    def __parse(text)
      sign, digits, place = Primitive.decimal_parts(text)
      return __allocate.__take(nil, sign, digits, place) if sign
      raise ArgumentError, "string contains null byte" if text.include?("\0")
      text = text.strip
      SPECIALS[text] || (SYNTAX.match?(text) ? __from_text(text) : nil)
    end

    def interpret_loosely(text)
      primitive :decimal_of_text
      text = Rutile.to_str(text).lstrip
      special = SPECIALS.keys.find { |word| text.start_with?(word) }
      special ? SPECIALS[special] : __from_text(text[LOOSE])
    end

    private

    def __from_text(text)
      mantissa, power = text.downcase.tr("d", "e").delete("_").split("e", 2)
      whole, fraction = (mantissa || "").delete("+-").split(".", 2)
      fraction ||= ""
      sign, digits, place = text.start_with?("-") ? -1 : 1, "#{whole}#{fraction}".to_i, power.to_i - fraction.size
      # What is written too small is nothing, whatever the mode.
      place < -2 * HIGHEST ? __finite(sign, 0, 0) : __finite(sign, digits, place)
    end
  end

  # "E" for digits behind a point and a power of ten, "F" for plain; a number groups the digits; "+" and " " stand before
  # what isn't negative.
  PLAIN = ""
  private_constant :PLAIN

  def to_s(format = PLAIN)
    primitive :decimal_to_s
    __text(format)
  end

  def inspect
    primitive :decimal_to_s
    __text(PLAIN)
  end

  private

  def __text(format)
    format = __format(format)
    sign = @__sign < 0 ? "-" : format.start_with?("+") ? "+" : format.start_with?(" ") ? " " : ""
    return "NaN".encode("US-ASCII") if nan?
    group = format[/\d+/].to_i
    body = if infinite? then "Infinity"
           elsif zero? then "0.0"
           elsif format.match?(/[fF]\z/) then plain(group)
           else scientific(group)
           end
    "#{sign}#{body}".encode("US-ASCII")
  end

  # How digits are to be set: by a text, or by how many stand together.
  def __format(format)
    return "" if format.equal?(PLAIN)
    return format if String === format
    group = Rutile.to_small_int(format)
    raise ArgumentError, "argument must be positive" if group < 1
    group.to_s
  end
  private :__format

  def scientific(group)
    digits = @__digits.to_s
    digits = digits.scan(/.{1,#{group}}/).join(" ") if group > 0
    "0.#{digits}e#{exponent}"
  end

  def plain(group)
    digits = @__digits.to_s
    if @__place >= 0
      whole, fraction = digits + "0" * @__place, "0"
    else
      digits = digits.rjust(1 - @__place, "0")
      whole, fraction = digits[0...@__place], digits[@__place..]
    end
    if group > 0
      whole = whole.reverse.scan(/.{1,#{group}}/).join(" ").reverse
      fraction = fraction.scan(/.{1,#{group}}/).join(" ")
    end
    "#{whole}.#{fraction}"
  end
end

module Kernel
  def BigDecimal(value, digits = (absent = true; nil), exception: true)
    primitive :decimal_new
    raise TypeError, "no implicit conversion of nil into Integer" if !absent && nil.equal?(digits)
    Rutile::DecimalConversion.checked(value, absent ? nil : Rutile.to_int(digits), exception ? true : false)
  end
  private :BigDecimal
  module_function :BigDecimal
end
