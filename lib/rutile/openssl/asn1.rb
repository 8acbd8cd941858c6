# OpenSSL::ASN1: values of ASN.1 as objects, and what makes and reads their encodings.

module OpenSSL
  module ASN1
    class ASN1Error < OpenSSLError; end

    UNIVERSAL_TAG_NAME = [
      "EOC", "BOOLEAN", "INTEGER", "BIT_STRING", "OCTET_STRING", "NULL", "OBJECT", "OBJECT_DESCRIPTOR", "EXTERNAL", "REAL",
      "ENUMERATED", "EMBEDDED_PDV", "UTF8STRING", "RELATIVE_OID", nil, nil, "SEQUENCE", "SET", "NUMERICSTRING",
      "PRINTABLESTRING", "T61STRING", "VIDEOTEXSTRING", "IA5STRING", "UTCTIME", "GENERALIZEDTIME", "GRAPHICSTRING",
      "ISO64STRING", "GENERALSTRING", "UNIVERSALSTRING", "CHARACTER_STRING", "BMPSTRING"
    ]
    UNIVERSAL_TAG_NAME.each_with_index { |name, tag| const_set(name, tag) if name }

    TAG_CLASSES = [:UNIVERSAL, :APPLICATION, :CONTEXT_SPECIFIC, :PRIVATE].freeze
    private_constant :TAG_CLASSES

    # The header of an element whose content has this length, or an indefinite one.
    def self.__header(tag, tag_class, constructed, length)
      first = (TAG_CLASSES.index(tag_class) || 0) << 6 | (constructed ? 0x20 : 0)
      header = tag < 31 ? [first | tag].pack("C") : [first | 31, tag].pack("Cw")
      return header << "\x80".b unless length
      return header << length if length < 0x80
      bytes = OpenSSL.__bytes(length)
      header << (0x80 | bytes.bytesize) << bytes
    end

    class ASN1Data
      attr_accessor :value, :tag, :tag_class, :indefinite_length
      alias infinite_length indefinite_length
      alias infinite_length= indefinite_length=

      def initialize(value, tag, tag_class)
        raise ASN1Error, "invalid tag class" unless Symbol === tag_class
        @tag = tag
        @value = value
        @tag_class = tag_class
        @indefinite_length = false
      end

      def to_der
        case @value
        when Array then __element(true, __joined(@value))
        else
          raise ASN1Error, "indefinite length for primitive value" if @indefinite_length
          __element(false, Rutile.to_str(@value).b)
        end
      end

      private

      def __element(constructed, content, tag = @tag, tag_class = @tag_class)
        length = content.bytesize unless @indefinite_length
        whole = ASN1.__header(Rutile.to_int(tag), tag_class, constructed, length) << content
        whole << "\0\0".b if @indefinite_length
        whole
      end

      # An end of contents in the list is the end that is written anyway.
      def __joined(values)
        parts = values.map { |value| value.respond_to?(:to_der) ? value.to_der.b : Rutile.to_str(value).b }
        return parts.join.b unless @indefinite_length
        parts.pop if EndOfContent === values.last
        raise ASN1Error, "illegal EOC octets in value" if values.first(parts.size).any?(EndOfContent)
        parts.join.b
      end
    end

    # A value with a tag of its own, which another may take the place of or surround.
    module TaggedASN1Data
      attr_accessor :tagging

      def initialize(value, tag = nil, tagging = nil, tag_class = nil)
        own = ASN1.__own_tag(self.class)
        raise ASN1Error, "must specify tag number" if !own && tag.nil?
        raise ASN1Error, "invalid tagging method" unless tagging.nil? || Symbol === tagging
        tag_class = tag_class.nil? ? (tagging.nil? ? :UNIVERSAL : :CONTEXT_SPECIFIC) : tag_class
        raise ASN1Error, "invalid tag class" unless Symbol === tag_class
        @tagging = tagging
        @tag = tag.nil? ? own : tag
        @value = value
        @tag_class = tag_class
        @indefinite_length = false
      end

      private

      def __tagged(constructed, content)
        own = ASN1.__own_tag(self.class)
        return __element(constructed, content) unless @tagging == :EXPLICIT && own
        inner = __element(constructed, content, own, :UNIVERSAL)
        ASN1.__header(Rutile.to_int(@tag), @tag_class, true, @indefinite_length ? nil : inner.bytesize) << inner <<
          (@indefinite_length ? "\0\0".b : "")
      end
    end

    class Primitive < ASN1Data
      include TaggedASN1Data

      def to_der
        raise ASN1Error, "indefinite length for primitive value" if @indefinite_length
        __tagged(false, __content)
      end

      private

      def __content
        Rutile.to_str(@value).b
      end
    end

    class Constructive < ASN1Data
      include TaggedASN1Data
      include Enumerable

      def each(&block)
        @value.each(&block)
        self
      end

      def to_der
        values = @value.nil? ? [] : @value
        raise TypeError, "can't convert #{values.class} into Array" unless values.respond_to?(:to_a)
        values = values.to_a
        __tagged(true, __joined(values))
      end
    end

    class EndOfContent < ASN1Data
      def initialize
        super("", 0, :UNIVERSAL)
      end

      def to_der
        "\0\0".b
      end
    end

    # The value by its place in a list, where the module's functions are called.
    def self.__define(name, tag, base)
      kind = base == EndOfContent ? base : Class.new(base)
      const_set(name, kind) unless kind == base
      OWN_TAGS[kind] = tag
      define_method(name) { |*arguments| kind.new(*arguments) }
      module_function name
    end
    private_class_method :__define

    OWN_TAGS = {}
    private_constant :OWN_TAGS

    def self.__own_tag(kind)
      tag = OWN_TAGS[kind]
      return tag if tag || kind.equal?(ASN1Data) || kind.nil?
      __own_tag(kind.superclass)
    end

    __define :EndOfContent, 0, EndOfContent
    {
      Boolean: 1, Integer: 2, Enumerated: 10, BitString: 3, OctetString: 4, UTF8String: 12, NumericString: 18,
      PrintableString: 19, T61String: 20, VideotexString: 21, IA5String: 22, GraphicString: 25, ISO64String: 26,
      GeneralString: 27, UniversalString: 28, BMPString: 30, Null: 5, ObjectId: 6, UTCTime: 23, GeneralizedTime: 24
    }.each { |name, tag| __define(name, tag, Primitive) }
    __define :Sequence, 16, Constructive
    __define :Set, 17, Constructive

    CLASS_TAG_MAP = OWN_TAGS.dup
  end
end
