# Ruby's half of the C API: converters of encodings.

module Rutile
  module CExtensions
    # The results of a conversion in the order of C code's numbers for them.
    CONVERSION_RESULTS = %i[
      invalid_byte_sequence undefined_conversion destination_buffer_full source_buffer_empty finished after_output incomplete_input
    ].freeze
    # A call of `convert_onto` is offered so many bytes of room at a time.
    CONVERSION_ROOM = 4096
    private_constant :CONVERSION_RESULTS, :CONVERSION_ROOM

    class << self
      def has_conversion(from, to)
        !::Encoding::Converter.search_convpath(from, to).empty?
      rescue ::EncodingError
        false
      end

      # The flags of options beside those given, and what else the options say: a Hash, or nil.
      def conversion_options(options, flags)
        return [flags, nil] unless options
        rest = options.slice(:replace, :fallback)
        flags |= ::Rutile.conversion_flags(options)
        [flags, rest.empty? ? nil : rest.freeze]
      end

      # nil where there is no such converter.
      def open_converter(from, to, flags, options)
        converter = ::Encoding::Converter.new(from, to, flags)
        replacement = options && options[:replace]
        converter.replacement = replacement if replacement
        converter
      rescue ::Encoding::ConverterNotFoundError
        nil
      end

      def no_converter_error(from, to, flags)
        ::Encoding::Converter.new(from, to, flags)
        ::Encoding::ConverterNotFoundError.new("code converter not found (#{from} to #{to})")
      rescue ::Encoding::ConverterNotFoundError => error
        error
      end

      # The outcome, as a number; bytes read; bytes written.
      def convert_piece(converter, piece, room, flags)
        before = piece.bytesize
        output = "".b
        result = converter.primitive_convert(piece, output, 0, room, flags)
        [CONVERSION_RESULTS.index(result), before - piece.bytesize, output]
      end

      # Converts all of a text, or raises; nil is an empty target. What comes of it is bytes, whose encoding the caller says.
      def convert_onto(converter, source, target, flags)
        rest = source.dup
        converted = "".b
        result = :destination_buffer_full
        while result == :destination_buffer_full
          result = converter.primitive_convert(rest, converted, nil, [rest.bytesize * 2, CONVERSION_ROOM].max, flags)
        end
        check_conversion(converter)
        return converted.b if nil.equal?(target)
        target.append_as_bytes(converted)
      end

      def check_conversion(converter)
        error = converter.last_error
        raise error if error
      end

      def piece_of_bytes(text, start, length) = text.byteslice(start, length) || "".b

      def insert_output(converter, bytes, encoding)
        converter.insert_output(bytes.force_encoding(encoding))
        true
      rescue ::EncodingError, ::ArgumentError
        false
      end

      def set_replacement(converter, bytes, encoding)
        converter.replacement = bytes.force_encoding(encoding)
        true
      rescue ::EncodingError, ::ArgumentError
        false
      end

      def encoding_to_insert(converter) = converter.__insertion_encoding&.name&.to_sym
      def ascii_compatible_encoding(name) = ::Encoding::Converter.asciicompat_encoding(name)&.name&.to_sym
      def decorate(converter, name, first) = converter.__decorate_later(name, first)
    end
  end
end
