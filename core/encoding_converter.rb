# A conversion of encodings that is fed piece by piece.

class Encoding
  class Converter
    AFTER_OUTPUT = 0x40000
    CRLF_NEWLINE_DECORATOR = 0x1000
    CR_NEWLINE_DECORATOR = 0x2000
    INVALID_MASK = 0xf
    INVALID_REPLACE = 0x2
    LF_NEWLINE_DECORATOR = 0x4000
    PARTIAL_INPUT = 0x20000
    UNDEF_HEX_CHARREF = 0x30
    UNDEF_MASK = 0xf0
    UNDEF_REPLACE = 0x20
    UNIVERSAL_NEWLINE_DECORATOR = 0x100
    XML_ATTR_CONTENT_DECORATOR = 0x10000
    XML_ATTR_QUOTE_DECORATOR = 0x100000
    XML_TEXT_DECORATOR = 0x8000

    attr_reader :source_encoding, :destination_encoding, :last_error

    class << self
      def asciicompat_encoding(encoding)
        case Rutile.encoding_name(encoding).upcase
        when "ISO-2022-JP" then Rutile.find_encoding("EUC-JP")
        when "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-16", "UTF-32" then Encoding::UTF_8
        end
      end

      def search_convpath(source, destination, **options)
        new(source, destination, **options).convpath
      end
    end

    def initialize(source, destination, options = nil, **named)
      @source_name = Rutile.encoding_name(source)
      @destination_name = Rutile.encoding_name(destination)
      @source_encoding = Rutile.find_encoding(source) unless @source_name.empty?
      @destination_encoding = Rutile.find_encoding(destination) unless @destination_name.empty?
      @options = Rutile.converter_options(options, named)
      unless @source_name.empty? && @destination_name.empty?
        unless Rutile.convertible?(@source_encoding) && Rutile.convertible?(@destination_encoding)
          raise ConverterNotFoundError, "code converter not found (#{@source_name} to #{@destination_name})"
        end
      end
      @replacement = @options[:replace]
      @held = "".b
      @last_error = nil
    end

    def convpath
      steps =
        if @source_encoding == Encoding::UTF_8 || @destination_encoding == Encoding::UTF_8
          [[@source_encoding, @destination_encoding]]
        else
          [[@source_encoding, Encoding::UTF_8], [Encoding::UTF_8, @destination_encoding]]
        end
      steps << "universal_newline" if @options[:universal_newline] || @options[:newline] == :universal
      steps << "crlf_newline" if @options[:crlf_newline] || @options[:newline] == :crlf
      steps << "cr_newline" if @options[:cr_newline] || @options[:newline] == :cr
      steps
    end

    def replacement
      @replacement || Rutile.replacement_character(@destination_encoding).then { |text| text == "?" ? "?".encode("US-ASCII") : text }
    end

    def replacement=(text)
      @replacement = Rutile.to_str(text)
      @options = @options.merge(replace: @replacement)
    end

    # A piece of the source; what is cut off at its end waits for the next.
    def convert(piece)
      bytes = @held + Rutile.to_str(piece).b
      @held = "".b
      return __encode(bytes) if @source_encoding.nil?
      whole = bytes.force_encoding(@source_encoding)
      loose = __cut_off(whole)
      if loose > 0
        @held = whole.byteslice(whole.bytesize - loose, loose).b
        whole = whole.byteslice(0, whole.bytesize - loose)
      end
      __encode(whole)
    end

    def finish
      rest = @held
      @held = "".b
      rest.empty? ? "".encode(@destination_encoding) : __encode(rest.force_encoding(@source_encoding))
    end

    def __encode(text)
      @last_error = nil
      return text.encode(**@options) if @destination_encoding.nil?
      text.encode(@destination_encoding, @source_encoding, **@options)
    rescue UndefinedConversionError, InvalidByteSequenceError => error
      @last_error = error
      raise
    end

    # Bytes at the end that only begin a character.
    def __cut_off(text)
      pieces = Primitive.string_scrub_pieces(text)
      return 0 if pieces.nil? || !pieces[-1].empty?
      broken = pieces[-2]
      problem = Primitive.transcode("".b, broken, 0, @source_encoding.__number, Encoding::UTF_8.__number)
      problem && problem[0] == :incomplete ? broken.bytesize : 0
    end

    def primitive_convert(source, destination, start = nil, size = nil, options = nil, **named)
      flags = Primitive.is_a(options, Integer) ? options : 0
      partial = named[:partial_input] || flags & PARTIAL_INPUT != 0
      destination.force_encoding(@destination_encoding)
      begin
        output = convert(source)
        output << finish unless partial
        source.clear
        @last_error = nil
        destination << output
        partial ? :source_buffer_empty : :finished
      rescue InvalidByteSequenceError => error
        source.clear
        error.incomplete_input? ? :incomplete_input : :invalid_byte_sequence
      rescue UndefinedConversionError
        source.clear
        :undefined_conversion
      end
    end

    def primitive_errinfo
      case error = @last_error
      when nil then [:source_buffer_empty, nil, nil, nil, nil]
      when InvalidByteSequenceError
        kind = error.incomplete_input? ? :incomplete_input : :invalid_byte_sequence
        [kind, error.source_encoding_name, error.destination_encoding_name, error.error_bytes, error.readagain_bytes]
      else
        [:undefined_conversion, error.source_encoding_name, error.destination_encoding_name, error.error_char.b, ""]
      end
    end

    def ==(other)
      Primitive.is_a(other, Converter) && convpath == other.convpath && replacement == other.replacement
    end

    def inspect
      "#<Encoding::Converter: #{@source_name} to #{@destination_name}>"
    end
  end
end

module Rutile
  # Options of a converter, which may come as flags.
  def self.converter_options(flags, named)
    return named unless Primitive.is_a(flags, Integer)
    options = {}
    options[:invalid] = :replace if flags & 0xf == 2
    options[:undef] = :replace if flags & 0xf0 == 0x20
    options[:universal_newline] = true if flags & 0x100 != 0
    options[:crlf_newline] = true if flags & 0x1000 != 0
    options[:cr_newline] = true if flags & 0x2000 != 0
    options
  end
end
