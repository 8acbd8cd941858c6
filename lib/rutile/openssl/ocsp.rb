# OpenSSL::OCSP: asking whether a certificate still counts, and answering (RFC 6960). Answers are in ocsp_response.rb.

module OpenSSL
  module OCSP
    class OCSPError < OpenSSLError; end

    NOCERTS = 1
    NOINTERN = 2
    NOSIGS = 4
    NOCHAIN = 8
    NOVERIFY = 16
    NOEXPLICIT = 32
    NOCASIGN = 64
    NODELEGATED = 128
    NOCHECKS = 256
    TRUSTOTHER = 512
    RESPID_KEY = 1024
    NOTIME = 2048

    V_CERTSTATUS_GOOD = 0
    V_CERTSTATUS_REVOKED = 1
    V_CERTSTATUS_UNKNOWN = 2
    V_RESPID_NAME = 0
    V_RESPID_KEY = 1

    RESPONSE_STATUS_SUCCESSFUL = 0
    RESPONSE_STATUS_MALFORMEDREQUEST = 1
    RESPONSE_STATUS_INTERNALERROR = 2
    RESPONSE_STATUS_TRYLATER = 3
    RESPONSE_STATUS_SIGREQUIRED = 5
    RESPONSE_STATUS_UNAUTHORIZED = 6

    REVOKED_STATUS_NOSTATUS = -1
    REVOKED_STATUS_UNSPECIFIED = 0
    REVOKED_STATUS_KEYCOMPROMISE = 1
    REVOKED_STATUS_CACOMPROMISE = 2
    REVOKED_STATUS_AFFILIATIONCHANGED = 3
    REVOKED_STATUS_SUPERSEDED = 4
    REVOKED_STATUS_CESSATIONOFOPERATION = 5
    REVOKED_STATUS_CERTIFICATEHOLD = 6
    REVOKED_STATUS_REMOVEFROMCRL = 8

    NONCE = "1.3.6.1.5.5.7.48.1.2"
    private_constant :NONCE

    # The part of requests and answers that is signed, with certificates beside it and a number used once.
    module Signed
      # Bytes of a number that is made up.
      NONCE_BYTES = 16
      private_constant :NONCE_BYTES

      def add_nonce(nonce = nil)
        nonce = nonce.nil? ? Random.random_bytes(NONCE_BYTES) : Rutile.to_str(nonce)
        @__extensions = @__extensions.reject { |extension| extension.__number == NONCE } << X509::Extension.new(NONCE, Rutile::DER.octets(nonce))
        @__statement = nil
        self
      end

      def __nonce
        @__extensions.find { |extension| extension.__number == NONCE }&.value_der
      end

      private

      def sign_with(certificate, key, certificates, flags, digest)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        PKey.__check(key)
        flags = Rutile.to_int(flags || 0)
        flags |= NOCERTS if certificates.nil?
        raise OCSPError, "private key does not match certificate" unless certificate.check_private_key(key)
        @__signer = [certificate, flags]
        others = OpenSSL.__certificates(certificates || [])
        @__certificates = flags & NOCERTS == 0 ? [certificate, *others] : []
        @__algorithm, @__signature = Rutile::SignatureAlgorithm.sign(key, digest && Digest.__name(digest), nil, OCSPError) { |_| @__statement = statement }
        self
      end

      def signed_by?(certificate)
        Rutile::SignatureAlgorithm.verify(certificate.public_key, @__algorithm, @__signature, @__statement, OCSPError)
      rescue OCSPError, X509::CertificateError
        false
      end

      # The certificates up to a trusted one; nil where there is no such way.
      def believed(certificate, others, store)
        context = X509::StoreContext.new(store, certificate, others)
        context.verify ? context.chain : nil
      end

      def certificates_der
        Rutile::DER.tagged(0, Rutile::DER.sequence(*@__certificates.map(&:to_der))) unless @__certificates.empty?
      end

      def extensions_der(place)
        X509::Extension.__sequence(@__extensions)&.then { |sequence| Rutile::DER.tagged(place, sequence) }
      end
    end
    private_constant :Signed

    # Which certificate: hashes of its issuer's name and key, and its number.
    class CertificateId
      def initialize(given, issuer = (absent = true; nil), digest = nil)
        return Rutile::DER.reading(given, OCSPError, "d2i_OCSP_CERTID: nested asn1 error") { |element| read(element) } if absent
        Rutile.expect(given, X509::Certificate, "OpenSSL/X509")
        Rutile.expect(issuer, X509::Certificate, "OpenSSL/X509")
        name = digest.nil? ? "SHA1" : Digest.__name(digest)
        @__digest = Rutile::Objects.number(name) || Rutile::Objects.number(name.downcase)
        @__name_hash = Digest.digest(name, given.__issuer_der)
        @__key_hash = CertificateId.__key_hash(issuer, name)
        @__serial = given.serial.to_i
        self
      end

      def self.__key_hash(certificate, digest = "SHA1")
        Digest.digest(digest, Rutile::DER.one(certificate.__public_info).sequence[1].bits)
      end

      def serial
        BN.new(@__serial)
      end

      def issuer_name_hash
        @__name_hash.unpack1("H*")
      end

      def issuer_key_hash
        @__key_hash.unpack1("H*")
      end

      def hash_algorithm
        Rutile::Objects.find(@__digest)&.fetch(2)&.dup || @__digest.dup
      end

      def cmp(other)
        cmp_issuer(other) && serial == other.serial
      end

      def cmp_issuer(other)
        Rutile.expect(other, CertificateId, "OpenSSL/OCSP/CERTID")
        [hash_algorithm, issuer_name_hash, issuer_key_hash] == [other.hash_algorithm, other.issuer_name_hash, other.issuer_key_hash]
      end

      # Whether a certificate may be the issuer.
      def __issued_by?(certificate)
        digest = Rutile::Objects.find(@__digest)&.fetch(1) || @__digest
        @__name_hash == Digest.digest(digest, certificate.__subject_der) && @__key_hash == CertificateId.__key_hash(certificate, digest)
      end

      def to_der
        algorithm = Rutile::DER.sequence(Rutile::DER.oid(@__digest), Rutile::DER.null)
        Rutile::DER.sequence(algorithm, Rutile::DER.octets(@__name_hash), Rutile::DER.octets(@__key_hash), Rutile::DER.integer(@__serial))
      end

      private

      def read(element)
        algorithm, name, key, serial = element.fields(4)
        @__digest = algorithm.fields(1)[0].oid
        @__name_hash, @__key_hash, @__serial = name.octets, key.octets, serial.integer
        self
      end
    end

    # Certificates that are asked about.
    class Request
      include Signed

      def initialize(given = (absent = true; nil))
        @__ids, @__extensions, @__certificates = [], [], []
        Rutile::DER.reading(given, OCSPError, "d2i_OCSP_REQUEST: nested asn1 error") { |element| read(element) } unless absent
        self
      end

      def initialize_copy(other)
        @__ids, @__extensions = @__ids.dup, @__extensions.dup
        self
      end

      def add_certid(id)
        Rutile.expect(id, CertificateId, "OpenSSL/OCSP/CERTID")
        @__ids << id
        @__statement = nil
        self
      end

      def certid
        @__ids.dup
      end

      # 1: the same numbers, 2: none, 3: one in the answer alone, -1: in the request alone, 0: others.
      def check_nonce(response)
        Rutile.expect(response, BasicResponse, "OpenSSL/OCSP/BASICRESP")
        own, given = __nonce, response.__nonce
        return own ? -1 : 2 unless given
        own ? (own == given ? 1 : 0) : 3
      end

      def sign(certificate, key, certificates = nil, flags = 0, digest = nil)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        @__requestor = certificate.__subject_der
        sign_with(certificate, key, certificates, flags, digest)
      end

      def signed?
        !@__signature.nil?
      end

      def verify(certificates, store, flags = 0)
        flags = Rutile.to_int(flags || 0)
        return false unless @__signature && @__requestor
        name = X509::Name.new(@__requestor)
        own = flags & NOINTERN == 0 ? @__certificates : []
        signer = [*certificates, *own].find { |certificate| certificate.subject.eql?(name) } or return false
        return true if flags & NOVERIFY != 0
        return false unless flags & NOSIGS != 0 || signed_by?(signer)
        !believed(signer, flags & NOCHAIN == 0 ? @__certificates : [], store).nil?
      end

      def to_der
        signature = @__signature && Rutile::DER.tagged(0, Rutile::DER.sequence(@__algorithm, Rutile::DER.bits(@__signature), certificates_der))
        Rutile::DER.sequence(@__statement || statement, signature)
      end

      private

      def statement
        requestor = @__requestor && Rutile::DER.tagged(1, Rutile::DER.element(0xa4, @__requestor))
        list = Rutile::DER.sequence(*@__ids.map { |id| Rutile::DER.sequence(id.to_der) })
        Rutile::DER.sequence(requestor, list, extensions_der(2))
      end

      def read(element)
        content, signature = element.fields(1)
        @__statement = content.whole
        content.sequence.each do |part|
          case part.type
          when 0xa1 then @__requestor = part.inner.inner.whole
          when 0x30 then @__ids = part.sequence.map { |one| CertificateId.new(one.fields(1)[0].whole) }
          when 0xa2 then @__extensions = X509::Extension.__all(part.inner)
          end
        end
        return unless signature
        algorithm, bits, certificates = signature.inner.fields(2)
        @__algorithm, @__signature = algorithm.whole, bits.bits
        @__certificates = certificates ? certificates.inner.sequence.map { |one| X509::Certificate.new(one.whole) } : []
      end
    end
  end
end
