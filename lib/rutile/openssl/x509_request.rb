# OpenSSL::X509::Request and Attribute: asking an authority for a certificate.

module OpenSSL
  module X509
    class RequestError < OpenSSLError; end
    class AttributeError < OpenSSLError; end

    class Attribute
      def initialize(oid, value = (absent = true; nil))
        return parse(ASN1.__der(oid)) if absent
        self.oid = oid
        self.value = value
        self
      end

      def oid
        Rutile::Objects.short_name(@__oid).dup
      end

      def oid=(oid)
        number = Rutile::Objects.number(Rutile.to_str(oid)) or raise AttributeError, "invalid OBJECT ID #{oid}"
        @__oid = number
      end

      def value
        ASN1.decode(@__value)
      end

      def value=(value)
        raise TypeError, "wrong argument (#{value.class})! (Expected kind of OpenSSL::ASN1::ASN1Data)" unless ASN1::ASN1Data === value
        bytes = ASN1.__der(value)
        raise AttributeError, "not a set" unless bytes.getbyte(0) == 0x31
        @__value = bytes
      end

      def to_der
        Rutile::DER.sequence(Rutile::DER.oid(@__oid), @__value)
      end

      private

      def parse(der)
        kind, value = Rutile::DER.one(der).fields(2)
        @__oid, @__value = kind.oid, value.whole
        self
      rescue Rutile::DER::Malformed
        raise AttributeError, "nested asn1 error"
      end
    end

    class Request
      include Rutile::Signed

      def initialize(given = (absent = true; nil))
        @__version = 0
        @__subject = Rutile::DER.sequence
        @__attributes = []
        parse(bytes_of(given)) unless absent
        self
      end

      def attributes
        @__attributes.dup
      end

      def attributes=(attributes)
        attributes = OpenSSL.__check_each(Rutile.to_ary(attributes), Attribute)
        change { @__attributes = attributes.dup }
      end

      def add_attribute(attribute)
        Rutile.expect(attribute, Attribute, "OpenSSL/X509/ATTRIBUTE")
        change { @__attributes += [attribute] }
        attribute
      end

      def to_pem
        Rutile::PEM.write("CERTIFICATE REQUEST", to_der)
      end
      Primitive.alias_method(self, :to_s, :to_pem)

      def to_text
        Rutile::CertificateText.of_request(self)
      end

      private

      def __error
        RequestError
      end

      def encode(_algorithm)
        Rutile::DER.sequence(
          Rutile::DER.integer(@__version), @__subject, @__public || Rutile::DER.sequence,
          Rutile::DER.tagged(0, @__attributes.map(&:to_der).join.b)
        )
      end

      def bytes_of(given)
        bytes = Rutile::PEM.source(given)
        return bytes unless Rutile::PEM.text?(bytes)
        Rutile::PEM.find(bytes, "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST") or
          raise RequestError, "PEM_read_bio_X509_REQ: no start line (Expecting: CERTIFICATE REQUEST)"
      end

      def parse(der)
        info, algorithm, signature = Rutile::DER.first(der).fields(3)
        version, subject, public, attributes = info.fields(3)
        algorithm.fields(1)[0].oid
        @__version, @__subject, @__public = version.integer, subject.whole, public.whole
        @__attributes = attributes ? attributes.children(0xa0).map { |attribute| Attribute.new(attribute.whole) } : []
        @__algorithm, @__signature, @__statement = algorithm.whole, signature.bits, info.whole
      rescue Rutile::DER::Malformed, AttributeError
        raise RequestError, "PEM_read_bio_X509_REQ: ASN1 lib"
      end
    end
  end
end
