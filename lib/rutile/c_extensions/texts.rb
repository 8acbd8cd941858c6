# Ruby's half of the C API: strings, encodings and regular expressions.

module Rutile
  module CExtensions
    class << self
      def quote_unprintable(text)
        return text unless text.match?(/[^[:print:]]/)
        text.gsub(/[^[:print:]]/) { |character| character.inspect[1..-2] }
      end

      def format_text(format, list) = format(format, *list)
      # `ECONV_INVALID_REPLACE` and `ECONV_UNDEF_REPLACE`
      def encode_text(text, to, flags, options)
        chosen = { invalid: (:replace if flags & 0x0f == 0x02), undef: (:replace if flags & 0xf0 == 0x20) }.compact
        text.encode(to, **chosen, **options)
      end

      def append_text(text, other) = text << (::String === other ? other : ::Rutile.to_str(other))
      def export_text(text) = convert_text(text, text.encoding, ::Encoding.default_external)

      def external_text(text)
        return text.force_encoding(::Encoding::BINARY) if text.encoding == ::Encoding::US_ASCII && !text.ascii_only?
        inside = ::Encoding.default_internal
        inside ? convert_text(text, text.encoding, inside) : text
      end

      # As `rb_str_conv_enc`: the text itself where it can't be converted.
      def convert_text(text, from, to)
        from ||= text.encoding
        return text if to.nil? || from == to
        if to == ::Encoding::BINARY || to.ascii_compatible? && text.dup.force_encoding(from).ascii_only?
          return text.encoding == to ? text : text.dup.force_encoding(to)
        end
        text.encode(to, from)
      rescue ::EncodingError
        text
      end

      def shorten(text, length)
        return text if text.length <= length
        dots = "...".encode(text.encoding)
        length > 3 ? text[0, length - 3] << dots : dots[0, length]
      end

      def to_path(value) = ::File.path(value)
      def encoding_named(name) = ::Encoding.find(name)
      def encoding_name_of(value) = value.respond_to?(:encoding) ? value.encoding&.name : ::Encoding === value ? value.name : nil
      def name_of_encoding(value) = (::Encoding === value ? value : ::Encoding.find(value)).name

      def name_of_encoding_or_nil(value)
        name_of_encoding(value)
      rescue ::ArgumentError, ::TypeError
        nil
      end

      def compatible_encoding(one, other) = ::Encoding.compatible?(one, other)&.name

      def checked_encoding(one, other)
        name = compatible_encoding(one, other)
        return name if name
        one, other = [one, other].map { |value| ::Encoding === value ? value : value.encoding }
        raise ::Encoding::CompatibilityError, "incompatible character encodings: #{one} and #{other}"
      end

      # Of what is no String, nothing that has an encoding may be given another.
      def associate_encoding(value, encoding)
        return value.force_encoding(encoding) if ::String === value
        raise ::FrozenError.new("can't modify frozen #{value.class}: #{value.inspect}", receiver: value) if ::Symbol === value || ::Regexp === value && value.frozen?
        raise ::NotImplementedError, "rb_enc_associate: a Regexp keeps its encoding" if ::Regexp === value
        raise ::ArgumentError, "cannot set encoding on non-encoding capable object"
      end
      def default_external=(value)
        ::Encoding.default_external = value
      end

      def default_internal=(value)
        ::Encoding.default_internal = value
      end

      def warn_of_historical(encoding) = ::Rutile.warn_of_historical(encoding)
      def regexp(source, options) = ::Regexp.new(source, options)
      def quote_pattern(text) = ::Regexp.escape(text)
      # Both give where the match begins, and the match.
      def match_text(pattern, text)
        found = text.nil? ? nil : pattern.match(text)
        [found&.begin(0), found]
      end

      # In bytes.
      def search_text(pattern, text, start, backwards)
        start = backwards ? text.byterindex(pattern, start) : start
        return [nil, nil] if start.nil? || start > text.bytesize
        found = pattern.match(text, text.byteslice(0, start).size)
        [found && found.byteoffset(0)[0], found]
      end
    end
  end
end
