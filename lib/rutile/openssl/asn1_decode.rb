# Reading encodings of ASN.1, definite and indefinite ones.

module OpenSSL
  module ASN1
    # Elements stand in elements at most so deep.
    DEPTH = 1000
    private_constant :DEPTH

    MESSAGES = { too_small: "too small", too_long: "too long", header: "header too long" }.freeze
    private_constant :MESSAGES

    module_function

    def decode(der)
      der = ASN1.__der(der)
      value, finish = ASN1.__decode(der, 0, der.bytesize, 0)
      unless finish == der.bytesize
        raise ASN1Error, "Type mismatch. Total bytes read: #{finish} Bytes available: #{der.bytesize} Offset: #{finish}"
      end
      value
    end

    def decode_all(der)
      der = ASN1.__der(der)
      values = []
      at = 0
      while at < der.bytesize
        value, at = ASN1.__decode(der, at, der.bytesize, 0)
        values << value
      end
      values
    end

    # Yields depth, offset, length of the header and of the content, whether it is constructed, class and tag of each.
    def traverse(der, &block)
      der = ASN1.__der(der)
      at = 0
      at = ASN1.__decode(der, at, der.bytesize, 0, block)[1] while at < der.bytesize
      nil
    end

    class << self
      def __der(object)
        object = object.to_der if object.respond_to?(:to_der)
        Rutile.to_str(object).b
      end

      # [value, where it ends]
      def __decode(der, at, limit, depth, seen = nil)
        header = Primitive.der_header(der, at, limit)
        raise ASN1Error, MESSAGES.fetch(header) if Symbol === header
        raise ASN1Error, "nested asn1 error" if depth > DEPTH
        class_number, constructed, tag, header_length, length = header
        tag_class = TAG_CLASSES[class_number]
        seen&.call([depth, at, header_length, length || 0, constructed, tag_class, tag])
        start = at + header_length
        return __decode_primitive(der.byteslice(start, length), tag, tag_class), start + length unless constructed
        values, finish = __decode_all(der, start, length ? start + length : nil, limit, depth, seen)
        [__constructed(values, tag, tag_class, length.nil?), finish]
      end

      private

      def __decode_all(der, at, finish, limit, depth, seen)
        values = []
        # One of no definite length may end with what it stands in.
        while at < (finish || limit)
          value, at = __decode(der, at, finish || limit, depth + 1, seen)
          return values, at if finish.nil? && EndOfContent === value
          values << value
        end
        [values, at]
      end

      def __constructed(values, tag, tag_class, indefinite)
        value =
          if tag_class != :UNIVERSAL then ASN1Data.new(values, tag, tag_class)
          elsif tag == SEQUENCE then Sequence.new(values)
          elsif tag == SET then Set.new(values)
          else Constructive.new(values, tag, nil, :UNIVERSAL)
          end
        value.indefinite_length = true if indefinite
        value
      end

      def __decode_primitive(content, tag, tag_class)
        kind = CLASS_TAG_MAP.key(tag) if tag_class == :UNIVERSAL
        return ASN1Data.new(content, tag, tag_class) unless kind
        if kind.equal?(EndOfContent)
          raise ASN1Error, "" unless content.empty?
          return EndOfContent.new
        end
        case tag
        when BIT_STRING then __decode_bits(content)
        when SEQUENCE, SET then raise ASN1Error, "wrong tag"
        else kind.new(__value(content, tag))
        end
      end

      def __decode_bits(content)
        raise ASN1Error, "string too short" if content.empty?
        unused = content.getbyte(0)
        raise ASN1Error, "invalid bit string bits left" if unused > 7
        BitString.new(content.byteslice(1..)).tap { |bits| bits.unused_bits = unused }
      end

      def __value(content, tag)
        case tag
        when BOOLEAN
          raise ASN1Error, "invalid length for BOOLEAN" unless content.bytesize == 1
          content != "\0"
        when INTEGER, ENUMERATED
          raise ASN1Error, "illegal zero content" if content.empty?
          BN.new(Rutile::DER.signed(content))
        when NULL
          raise ASN1Error, "null is wrong length" unless content.empty?
          nil
        when OBJECT then Rutile::Objects.short_name(Rutile::DER.oid_text(content)).dup
        when UTCTIME
          raise ASN1Error, "utctime is too short" if content.bytesize < 11
          Rutile::DER.loose_time(0x17, content)
        when GENERALIZEDTIME
          raise ASN1Error, "generalizedtime is too short" if content.bytesize < 13
          Rutile::DER.loose_time(0x18, content)
        else content
        end
      rescue Rutile::DER::Malformed => error
        raise ASN1Error, error.message
      end
    end
  end
end
