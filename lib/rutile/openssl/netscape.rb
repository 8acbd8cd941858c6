# OpenSSL::Netscape::SPKI: a public key with a challenge, signed, as browsers once sent them.

module OpenSSL
  module Netscape
    class SPKIError < OpenSSLError; end

    class SPKI
      include Rutile::Signed

      # It names no subject and has no version.
      %i[version version= subject subject= signature_algorithm].each { |name| undef_method name }

      def initialize(given = (absent = true; nil))
        @__challenge = "".b
        parse(Rutile.to_str(given)) unless absent
        self
      end

      def challenge
        @__challenge.dup
      end

      def challenge=(challenge)
        challenge = Rutile.to_str(challenge).b
        change { @__challenge = challenge }
      end

      def verify(key)
        super
      rescue SPKIError => error
        raise SPKIError, "NETSCAPE_SPKI_verify: #{error.message}"
      end

      def to_der
        raise SPKIError, "i2d_NETSCAPE_SPKI: illegal zero content" unless @__public && @__signature
        super
      end

      def to_pem
        [to_der].pack("m0")
      end
      Primitive.alias_method(self, :to_s, :to_pem)

      def to_text
        Rutile::CertificateText.of_challenge(self)
      end

      def __algorithm_name
        found = Rutile::DER.one(@__algorithm).sequence[0].oid
        Rutile::Objects.find(found)&.fetch(2) || found
      end

      private

      def __error
        SPKIError
      end

      def encode(_algorithm)
        Rutile::DER.sequence(@__public || Rutile::DER.sequence, Rutile::DER.element(0x16, @__challenge))
      end

      def parse(text)
        der = text.getbyte(0) == 0x30 ? text.b : text.unpack1("m")
        whole = Rutile::DER.all(der).first or raise Rutile::DER::Malformed, "nothing"
        content, algorithm, signature = whole.fields(3)
        public, challenge = content.fields(2)
        algorithm.fields(1)[0].oid
        @__public, @__challenge = public.whole, challenge.content
        @__der, @__statement, @__algorithm, @__signature = whole.whole.freeze, content.whole, algorithm.whole, signature.bits
      rescue Rutile::DER::Malformed
        raise SPKIError, "nested asn1 error (Type=NETSCAPE_SPKI)"
      end
    end
  end
end
