# format: arguments written as a format string directs.
#
# Natives do a whole call whose arguments are plain numbers and strings. Otherwise
# the format string's pieces (see sprintf.rs) are gone through here: arguments are
# fetched and converted in order, and each piece of text is made by itself.

module Kernel
  def format(format_string, *arguments)
    primitive :format_plain
    Rutile.format(Rutile.to_str(format_string), arguments)
  end

  def sprintf(format_string, *arguments)
    primitive :format_plain
    Rutile.format(Rutile.to_str(format_string), arguments)
  end
  module_function :format, :sprintf
end

class String
  def %(arguments)
    primitive :string_format
    list = Rutile.try_array(arguments)
    Rutile.format(self, list || [arguments])
  end
end

module Rutile
  # The arguments of one call, handed out in order, by position or by name.
  class FormatArguments
    def initialize(values)
      @values = values
      @next = 0
    end

    # The argument that a directive's source names.
    def fetch(source)
      if source == 0
        @next += 1
        source = @next
      else
        @others_used = true
      end
      raise ArgumentError, "too few arguments" if source > @values.size
      @values[source - 1]
    end

    # The value of a name in the one Hash given.
    def named(name, opening, closing)
      @others_used = true
      hash = @values.size == 1 ? Rutile.try_hash(@values[0]) : nil
      raise ArgumentError, "one hash required" unless hash
      key = name.to_sym
      return hash[key] if hash.key?(key)
      value = hash.default(key) || (hash.default_proc && hash[key])
      return value unless nil.equal?(value) && !hash.default_proc
      raise KeyError.new("key#{opening}#{name}#{closing} not found", receiver: hash, key: key)
    end

    def check_all_used
      return if @next >= @values.size || @others_used || (@values.size == 1 && Primitive.is_a(@values[0], Hash))
      raise ArgumentError, "too many arguments for format string" if $DEBUG
      Rutile.warn_about("too many arguments for format string") if $VERBOSE
    end
  end
  private_constant :FormatArguments

  FORMAT_MINUS = 8

  def self.format(format_string, values)
    unless format_string.encoding.ascii_compatible?
      raise Encoding::CompatibilityError, "ASCII incompatible encoding: #{format_string.encoding.name}"
    end
    arguments = FormatArguments.new(values)
    output = "".b.force_encoding(format_string.encoding)
    Primitive.format_pieces(format_string).each do |piece|
      case piece
      when String then output << piece
      when Symbol then raise ArgumentError, piece.name
      else output << format_directive(piece, arguments, output.encoding)
      end
    end
    arguments.check_all_used
    output
  end

  def self.format_directive(directive, arguments, encoding)
    conversion, flags, width, width_source, precision, precision_source, source, name = directive
    if width_source
      width = to_small_int(arguments.fetch(width_source))
      if width < 0
        raise ArgumentError, "width too big" if width <= -0x8000_0000
        flags |= FORMAT_MINUS
        width = -width
      end
    end
    if precision_source
      precision = to_small_int(arguments.fetch(precision_source))
      precision = nil if precision < 0
    end
    value = case source
            when -1 then arguments.named(name, "<", ">")
            when -2 then arguments.named(name, "{", "}")
            when nil then nil
            else arguments.fetch(source)
            end
    case conversion
    when 37
      raise ArgumentError, "invalid format character - %" if flags != 0 || width || precision
      "%"
    when 115 then format_text(text(value), flags, width, precision)
    when 112 then format_text(inspected(value), flags, width, precision)
    when 99 then format_text(format_character(value, encoding), flags, width, nil)
    when 102 then format_fixed(value, flags, width, precision)
    when 101, 69, 103, 71, 97, 65
      Primitive.format_float(convert_to_float(value), conversion, flags, width, precision)
    else
      Primitive.format_integer(format_to_integer(value), conversion, flags, width, precision)
    end
  end

  def self.format_text(text, flags, width, precision)
    text = text[0, precision] if precision && precision < text.size
    return text unless width && width > text.size
    flags & FORMAT_MINUS == 0 ? text.rjust(width) : text.ljust(width)
  end

  # A character by itself or by its number.
  def self.format_character(value, encoding)
    text = try_string(value)
    return text[0, 1] if text
    number = to_small_int(value)
    if Encoding::UTF_8.equal?(encoding)
      # A surrogate is let through, as the bytes it would have.
      return [number].pack("U*") if number.between?(0xd800, 0xdfff)
      raise ArgumentError, "invalid character" if number > 0x10ffff
    end
    raise ArgumentError, "invalid character" if number < 0
    return number.chr if Encoding::US_ASCII.equal?(encoding)
    return number.chr(encoding) if number < 256 && encoding.equal?(Encoding::BINARY) || Primitive.encoding_is_single_byte(encoding.__number)
    begin
      number.chr(encoding)
    rescue RangeError
      raise ArgumentError, "invalid character"
    end
  end

  # `%f` keeps integers and fractions exact.
  def self.format_fixed(value, flags, width, precision)
    case value
    when Integer
      Primitive.format_fraction(value, 1, 102, flags, width, precision)
    when Rational
      Primitive.format_fraction(value.numerator, value.denominator, 102, flags, width, precision)
    else
      Primitive.format_float(convert_to_float(value), 102, flags, width, precision)
    end
  end

  def self.format_to_integer(value)
    case value
    when Integer then value
    when Float then value.to_i
    when String then string_to_integer(value, 0)
    when nil then raise TypeError, "can't convert nil into Integer"
    else object_to_integer(value)
    end
  end
end
