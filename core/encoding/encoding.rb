# The encodings there are, one object each: class Encoding.
#
# A string keeps only a number; `Rutile::ENCODINGS` has the objects in that order.

class EncodingError < StandardError
end

class Encoding
  class CompatibilityError < EncodingError
  end

  class ConverterNotFoundError < EncodingError
  end

  class UndefinedConversionError < EncodingError
    attr_reader :source_encoding, :destination_encoding, :source_encoding_name, :destination_encoding_name, :error_char

    def __describe(source, destination, source_name, destination_name)
      @source_encoding = source
      @destination_encoding = destination
      @source_encoding_name = source_name
      @destination_encoding_name = destination_name
    end

    def __character(char)
      @error_char = char
    end
  end

  class InvalidByteSequenceError < EncodingError
    attr_reader :source_encoding, :destination_encoding, :source_encoding_name, :destination_encoding_name
    attr_reader :error_bytes, :readagain_bytes

    def __describe(source, destination, source_name, destination_name)
      @source_encoding = source
      @destination_encoding = destination
      @source_encoding_name = source_name
      @destination_encoding_name = destination_name
    end

    def __bytes(bytes, following, incomplete)
      @error_bytes = bytes
      @readagain_bytes = following
      @incomplete = incomplete
    end

    def incomplete_input?
      @incomplete
    end
  end

  def __number
    @__number
  end

  def name
    @__names[0]
  end

  def to_s
    @__names[0]
  end

  def names
    names = @__names.dup
    names << "locale" if @__number == Primitive.encoding_locale
    names << "external" << "filesystem" if Primitive.identical(Encoding.default_external, self)
    names << "internal" if Primitive.identical(Encoding.default_internal, self)
    names
  end

  def inspect
    shown = @__number == 0 ? "BINARY (ASCII-8BIT)" : name
    "#<Encoding:#{shown}#{" (dummy)" if dummy?}>".encode(Encoding::US_ASCII)
  end

  def dummy?
    Primitive.encoding_is_dummy(@__number)
  end

  def ascii_compatible?
    Primitive.encoding_is_ascii_compatible(@__number)
  end

  def __initialize(number, names)
    @__number = number
    @__names = names
    freeze
  end

  def dup
    raise TypeError, "allocator undefined for Encoding"
  end
  alias clone dup

  class << self
    def list
      Rutile::ENCODINGS.dup
    end

    def name_list
      Rutile::ENCODINGS.flat_map { |encoding| encoding.names }.uniq + %w[internal]
    end

    def aliases
      result = {}
      Rutile::ENCODINGS.each do |encoding|
        encoding.names.each_with_index { |name, index| result[name] = encoding.name if index > 0 }
      end
      result
    end

    def find(name)
      return name if Primitive.is_a(name, Encoding)
      name = Rutile.to_str(name)
      found = Primitive.encoding_find(name)
      return Rutile::ENCODINGS[found] if found
      return default_internal if name.casecmp?("internal")
      __alias(name) || raise(ArgumentError, "unknown encoding name - #{name}")
    end

    # Encodings by what they are for.
    def __alias(name)
      case name.downcase
      when "locale" then Rutile::ENCODINGS[Primitive.encoding_locale]
      when "external", "filesystem" then default_external
      when "internal" then default_internal
      end
    end

    def default_external
      @__external
    end

    def default_external=(encoding)
      Rutile.warn_about("setting Encoding.default_external") if $VERBOSE
      raise ArgumentError, "default external can not be nil" if nil.equal?(encoding)
      @__external = find(encoding)
      Primitive.io_set_default_external(@__external.__number)
    end

    def default_internal
      @__internal
    end

    # Whether a String that is to be converted to the internal encoding is in that, or there is none.
    def __keeps?(string)
      nil.equal?(@__internal) || Primitive.identical(@__internal, string.__encoding)
    end

    def default_internal=(encoding)
      Rutile.warn_about("setting Encoding.default_internal") if $VERBOSE
      @__internal = nil.equal?(encoding) ? nil : find(encoding)
      Primitive.io_set_default_internal(@__internal && @__internal.__number)
    end

    def locale_charmap
      Primitive.encoding_locale_codeset
    end

    # The encoding of the two joined, or nil; anything that has an encoding may be asked about.
    def compatible?(first, second)
      if Primitive.is_a(first, String) && Primitive.is_a(second, String)
        number = Primitive.encoding_compatible(first, second)
        return nil.equal?(number) ? nil : Rutile::ENCODINGS[number]
      end
      one = __of(first)
      two = __of(second)
      return nil if nil.equal?(one) || nil.equal?(two)
      return one if Primitive.identical(one, two)
      text = __text_of(first)
      other = __text_of(second)
      return one if other && other.empty?
      return two if text && text.empty?
      return nil unless one.ascii_compatible? && two.ascii_compatible?
      return one if other && other.ascii_only? || nil.equal?(other) && two.name == "US-ASCII"
      return two if text && text.ascii_only? || nil.equal?(text) && one.name == "US-ASCII"
      nil
    end

    def __of(object)
      case object
      when Encoding then object
      when String, Symbol, Regexp then object.encoding
      end
    end

    def __text_of(object)
      case object
      when String then object
      when Symbol then object.name
      when Regexp then object.fixed_encoding? ? nil : object.source
      end
    end

    undef_method :new
  end

  # --- One object for each ---

  Rutile::ENCODINGS = Primitive.encoding_table.each_with_index.map do |names, number|
    encoding = allocate
    encoding.__initialize(number, names)
    names.each do |name|
      word = name.tr("-.:", "___")
      next unless word[0].match?(/[A-Za-z]/)
      if word[0].match?(/[A-Z]/)
        const_set(word, encoding)
      elsif word.match?(/[A-Z]/)
        const_set(word[0].upcase + word[1..], encoding)
      end
      upper = word.upcase
      const_set(upper, encoding) unless const_defined?(upper, false)
    end
    encoding
  end.freeze

  @__external = Encoding::UTF_8
  @__internal = nil

  singleton_class.undef_method(:allocate)
end

module Rutile
  # A text from outside the program, in the internal encoding if there is one that can say it.
  def self.internal_text(text)
    return text if nil.equal?(text) || Encoding.__keeps?(text) || Primitive.identical(text.__encoding, Encoding::BINARY)
    internal = Encoding.default_internal
    plain = text.ascii_only? && internal.ascii_compatible?
    converted = plain ? Primitive.string_copy(text).force_encoding(internal) : text.__encode(internal)
    Primitive.is_frozen(text) ? converted.freeze : converted
  rescue EncodingError
    text
  end
end
