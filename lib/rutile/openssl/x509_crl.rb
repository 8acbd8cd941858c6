# OpenSSL::X509::CRL and Revoked: an authority's list of the certificates that count no longer.

module OpenSSL
  module X509
    class CRLError < OpenSSLError; end
    class RevokedError < OpenSSLError; end

    # One entry: a certificate's number, and since when it counts no longer.
    class Revoked
      include Rutile::Extended

      # A time that was never set, as OpenSSL writes it.
      NO_TIME = "\x3f\x80\x00\x00".b.freeze
      private_constant :NO_TIME

      def initialize(element = nil)
        @__serial = 0
        @__time = nil
        @__extensions = []
        parse(element) if Rutile::DER::Element === element
        self
      end

      def serial
        BN.new(@__serial)
      end

      def serial=(serial)
        @__serial = ASN1.__whole(serial)
      end

      def __serial
        @__serial
      end

      def time
        @__time
      end

      def time=(time)
        @__time = ASN1.__moment(time)
      end

      def to_der
        time = @__time ? Rutile::DER.time(@__time) : NO_TIME
        Rutile::DER.sequence(Rutile::DER.integer(@__serial), time, Extension.__sequence(@__extensions))
      end

      private

      # It is written anew each time.
      def change
        yield
      end

      def parse(element)
        serial, time, extensions = element.fields(2)
        @__serial = serial.integer
        @__time = Rutile::DER.parse_time(time.type, time.content)
        @__extensions = Extension.__all(extensions) if extensions
      end
    end

    class CRL
      include Rutile::Signed
      include Rutile::Issued
      include Rutile::Extended

      # About the owner of a key a list says nothing.
      %i[subject subject= public_key public_key= __public_info].each { |name| undef_method name }

      TIMES = [0x17, 0x18].freeze
      private_constant :TIMES

      def initialize(given = (absent = true; nil))
        @__version = 0
        @__issuer = Rutile::DER.sequence
        @__revoked = []
        @__extensions = []
        parse(bytes_of(given)) unless absent
        self
      end

      def initialize_copy(other)
        @__revoked = @__revoked.dup
        super
      end

      # --- What it says ---

      def last_update
        @__last_update
      end

      def last_update=(time)
        change { @__last_update = ASN1.__moment(time) }
      end

      def next_update
        @__next_update
      end

      def next_update=(time)
        change { @__next_update = ASN1.__moment(time) }
      end

      def signature_algorithm
        @__algorithm ? super : "NULL"
      end

      def revoked
        @__revoked.map(&:dup)
      end

      def revoked=(revoked)
        Rutile.expect(revoked, Array, "Array")
        revoked = OpenSSL.__check_each(revoked, Revoked)
        change { @__revoked = sorted(revoked.map(&:dup)) }
      end

      def add_revoked(revoked)
        Rutile.expect(revoked, Revoked, "OpenSSL/X509/REV")
        change { @__revoked = sorted(@__revoked + [revoked.dup]) }
        revoked
      end

      # Whether the certificate of this number counts no longer.
      def __revokes?(serial)
        @__revoked.bsearch { |revoked| revoked.__serial >= serial }&.__serial == serial
      end

      # --- Bytes ---

      def to_pem
        Rutile::PEM.write("X509 CRL", to_der)
      end
      Primitive.alias_method(self, :to_s, :to_pem)

      def to_text
        Rutile::CertificateText.of_list(self)
      end

      private

      def __error
        CRLError
      end

      def sorted(revoked)
        revoked.sort_by(&:__serial)
      end

      def encode(algorithm)
        raise CRLError, "ASN1 lib" unless @__last_update
        version = Rutile::DER.integer(@__version) if @__version != 0
        revoked = Rutile::DER.sequence(*@__revoked.map(&:to_der)) unless @__revoked.empty?
        extensions = Extension.__sequence(@__extensions)&.then { |sequence| Rutile::DER.tagged(0, sequence) }
        Rutile::DER.sequence(version, algorithm, @__issuer, Rutile::DER.time(@__last_update),
                             (Rutile::DER.time(@__next_update) if @__next_update), revoked, extensions)
      end

      def bytes_of(given)
        bytes = Rutile::PEM.source(given)
        return bytes if bytes.getbyte(0) == 0x30 && !Rutile::PEM.text?(bytes)
        Rutile::PEM.find(bytes, "X509 CRL") or raise CRLError, "PEM_read_bio_X509_CRL: no start line (Expecting: X509 CRL)"
      end

      def parse(der)
        whole = Rutile::DER.first(der)
        list, algorithm, signature = whole.fields(3)
        algorithm.fields(1)[0].oid
        parts = list.fields(3)
        @__version = parts[0].type == 0x02 ? parts.shift.integer : 0
        _, issuer, *rest = parts
        @__issuer = issuer.whole.freeze
        times = rest.take_while { |part| TIMES.include?(part.type) }.map { |time| Rutile::DER.parse_time(time.type, time.content) }
        raise Rutile::DER::Malformed, "a list has one or two times" unless times.size.between?(1, 2)
        @__last_update, @__next_update = times
        read_entries(rest.drop(times.size))
        @__der, @__statement, @__algorithm, @__signature = whole.whole.freeze, list.whole, algorithm.whole, signature.bits
      rescue Rutile::DER::Malformed, ExtensionError
        raise CRLError, "PEM_read_bio_X509_CRL: ASN1 lib"
      end

      def read_entries(parts)
        @__revoked = sorted(parts.shift.sequence.map { |entry| Revoked.new(entry) }) if parts[0]&.type == 0x30
        @__extensions = Extension.__all(parts.shift.inner) if parts[0]&.type == 0xa0
      end
    end
  end
end
