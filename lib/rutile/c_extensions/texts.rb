# What C functions ask of Ruby. Strings, encodings and regular expressions.

module Rutile
  module CExtensions
    class << self
      def format_text(format, list) = format(format, *list)
      def encode_text(text, to, options) = options ? text.encode(to, **options) : text.encode(to)

      # As `rb_str_conv_enc`: the text itself where it can't be converted.
      def convert_text(text, from, to)
        return text if to.nil? || from == to || to == ::Encoding::BINARY
        return text.dup.force_encoding(to) if text.ascii_only? && to.ascii_compatible?
        text.encode(to, from)
      rescue ::EncodingError
        text
      end

      def shorten(text, length)
        return text if text.length <= length
        length > 3 ? "#{text[0, length - 3]}..." : "..."[0, length]
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
        raise ::Encoding::CompatibilityError, "incompatible character encodings: #{one.encoding} and #{other.encoding}"
      end

      def associate_encoding(value, encoding) = value.force_encoding(encoding)
      def default_external=(value)
        ::Encoding.default_external = value
      end

      def default_internal=(value)
        ::Encoding.default_internal = value
      end

      def regexp(source, options) = ::Regexp.new(source, options)
      def quote_pattern(text) = ::Regexp.escape(text)
      def match_text(pattern, text) = pattern =~ text

      # As `rb_reg_search`: where the match begins, in bytes.
      def search_text(pattern, text, start, backwards)
        backwards ? text.byterindex(pattern, start) : text.byteindex(pattern, start)
      end
    end
  end
end
