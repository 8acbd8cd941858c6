# OpenSSL::X509::Certificate: read, made and signed.

module OpenSSL
  module X509
    class CertificateError < OpenSSLError; end

    class Certificate
      include Rutile::Signed
      include Rutile::Issued
      include Rutile::Extended

      def initialize(given = (absent = true; nil))
        @__version, @__serial = 0, 0
        @__issuer = @__subject = Rutile::DER.sequence
        @__extensions = []
        parse(Certificate.__bytes(given)) unless absent
        self
      end

      # The DER in a text or an object.
      def self.__bytes(given)
        bytes = Rutile::PEM.source(given)
        return bytes unless Rutile::PEM.text?(bytes)
        Rutile::PEM.find(bytes, "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE") or
          raise CertificateError, "PEM_read_bio_X509: no start line (Expecting: CERTIFICATE)"
      end

      def self.load(given)
        bytes = Rutile::PEM.source(given)
        return [made(bytes)] unless Rutile::PEM.text?(bytes)
        found = Rutile::PEM.blocks(bytes).select { |label,| label.end_with?("CERTIFICATE") }
        raise CertificateError, "no start line" if found.empty?
        found.map { |_, _, der| made(der) }
      end

      # What is found in a text is no matter of a program's `new`.
      def self.made(bytes)
        certificate = Certificate.allocate
        certificate.__send__(:initialize, bytes)
        certificate
      end
      private_class_method :made

      # --- What it says ---

      def serial
        BN.new(@__serial)
      end

      def serial=(serial)
        serial = ASN1.__whole(serial)
        change { @__serial = serial }
      end

      def __subject_der
        @__subject
      end

      def __issuer_der
        @__issuer
      end

      def not_before
        __time(@__not_before)
      end

      def not_before=(time)
        change { @__not_before = ASN1.__moment(time) }
      end

      def not_after
        __time(@__not_after)
      end

      def not_after=(time)
        change { @__not_after = ASN1.__moment(time) }
      end

      def check_private_key(key)
        OpenSSL::PKey.__check(key)
        key.public_to_der == @__public
      end

      # --- Bytes ---

      def tbs_bytes
        statement.dup
      end

      def to_pem
        Rutile::PEM.write("CERTIFICATE", to_der)
      end
      Primitive.alias_method(self, :to_s, :to_pem)

      def to_text
        Rutile::CertificateText.of(self)
      end

      def ==(other)
        Certificate === other && to_der == other.to_der
      end
      alias eql? ==

      def hash
        to_der.hash
      end

      def inspect
        "#<#{self.class}: subject=#{subject.inspect}, issuer=#{issuer.inspect}, serial=#{serial.inspect}, " \
          "not_before=#{not_before.inspect}, not_after=#{not_after.inspect}>"
      end

      private

      def __error
        CertificateError
      end

      def encode(algorithm)
        version = Rutile::DER.tagged(0, Rutile::DER.integer(@__version)) if @__version != 0
        validity = Rutile::DER.sequence(Rutile::DER.time(not_before || Time.at(0)), Rutile::DER.time(not_after || Time.at(0)))
        extensions = Extension.__sequence(@__extensions)&.then { |sequence| Rutile::DER.tagged(3, sequence) }
        Rutile::DER.sequence(version, Rutile::DER.integer(@__serial), algorithm, @__issuer, validity, @__subject,
                             @__public || Rutile::DER.sequence, extensions)
      end

      # What was read is a time only once somebody asks.
      def __time(time)
        Rutile::DER::Element === time ? Rutile::DER.loose_time(time.type, time.content) : time
      end

      def parse(der)
        whole = Rutile::DER.first(der)
        tbs, algorithm, signature = whole.fields(3)
        @__der, @__statement, @__algorithm, @__signature = whole.whole.freeze, tbs.whole, algorithm.whole, signature.bits
        algorithm.algorithm
        parts = tbs.fields(6)
        @__version = parts[0].type == 0xa0 ? parts.shift.inner.integer : 0
        raise Rutile::DER::Malformed, "too few elements" if parts.size < 6
        serial, algorithm_again, issuer, validity, subject, public, *rest = parts
        algorithm_again.algorithm
        public.expect_public_key
        @__serial = serial.integer
        @__issuer, @__subject, @__public = issuer.whole.freeze, subject.whole.freeze, public.whole.freeze
        @__not_before, @__not_after, excess = validity.fields(2)
        raise Rutile::DER::Malformed, "wrong tag" if excess || ![@__not_before, @__not_after].all? { |time| time.type == 0x17 || time.type == 0x18 }
        [issuer, subject].each { |name| Name.new(name.whole) }
        # Two names that are of no use any more may stand before the extensions.
        rest.shift if rest[0]&.type == 0x81
        rest.shift if rest[0]&.type == 0x82
        extensions = rest.shift if rest[0]&.type == 0xa3
        raise Rutile::DER::Malformed, "too many elements" unless rest.empty?
        @__extensions = extensions ? Extension.__all(extensions.inner) : []
      rescue Rutile::DER::Malformed, ExtensionError, NameError
        raise CertificateError, "PEM_read_bio_X509: ASN1 lib"
      end
    end
  end
end
