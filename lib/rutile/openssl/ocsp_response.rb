# OpenSSL::OCSP's answers: whether certificates still count, signed by their issuer or by whom it entrusts with that.

module OpenSSL
  module OCSP
    # A moment that a program means: a Time, or so many seconds from now.
    def self.__moment(given)
      given = Time === given ? given : Time.__now + Rutile.to_int(given)
      Time.at(given.to_i).utc
    end

    def self.__time(moment)
      Rutile::DER.element(0x18, moment.utc.strftime("%Y%m%d%H%M%SZ"))
    end

    # What is said of one certificate.
    class SingleResponse
      attr_reader :certid, :cert_status, :revocation_reason, :revocation_time, :this_update, :next_update

      def initialize(given)
        Rutile::DER.reading(given, OCSPError, "d2i_OCSP_SINGLERESP: nested asn1 error") { |element| read(element) }
      end

      def self.__make(id, status, reason, revoked, from, till, extensions)
        allocate.__take(id, status, reason, revoked, from, till, extensions)
      end

      def __take(id, status, reason, revoked, from, till, extensions)
        @certid, @cert_status, @revocation_reason, @revocation_time = id, status, reason, revoked
        @this_update, @next_update, @__extensions = from, till, extensions
        self
      end

      def extensions
        @__extensions.dup
      end

      # Whether it speaks of now, give or take some seconds, and is no older than so many.
      def check_validity(slack = 0, most = -1)
        slack, most = Rutile.to_int(slack), Rutile.to_int(most)
        now = Time.__now
        return false if this_update > now + slack || most >= 0 && this_update < now - most
        next_update.nil? || next_update >= now - slack && next_update >= this_update
      end

      def to_der
        following = Rutile::DER.tagged(0, OCSP.__time(next_update)) if next_update
        extensions = X509::Extension.__sequence(@__extensions)&.then { |sequence| Rutile::DER.tagged(1, sequence) }
        Rutile::DER.sequence(certid.to_der, status_der, OCSP.__time(this_update), following, extensions)
      end

      private

      def status_der
        return Rutile::DER.element(0x80 | cert_status, "".b) unless cert_status == V_CERTSTATUS_REVOKED
        reason = Rutile::DER.tagged(0, Rutile::DER.element(0x0a, [revocation_reason].pack("C"))) if revocation_reason && revocation_reason >= 0
        Rutile::DER.element(0xa1, OCSP.__time(revocation_time) + reason.to_s)
      end

      def read(element)
        id, status, from, *rest = element.fields(3)
        @certid = CertificateId.new(id.whole)
        @cert_status = status.type & 0x1f
        read_revocation(status) if @cert_status == V_CERTSTATUS_REVOKED
        @this_update = Rutile::DER.parse_time(from.type, from.content)
        following = rest.find { |part| part.type == 0xa0 }&.inner
        @next_update = following && Rutile::DER.parse_time(following.type, following.content)
        @__extensions = rest.find { |part| part.type == 0xa1 }.then { |part| part ? X509::Extension.__all(part.inner) : [] }
      end

      def read_revocation(status)
        time, reason = status.children
        @revocation_time = Rutile::DER.parse_time(time.type, time.content)
        @revocation_reason = reason ? Rutile::DER.signed(reason.inner.content) : REVOKED_STATUS_NOSTATUS
      end
    end

    # The answer of a responder.
    class BasicResponse
      include Signed

      DELEGATE = "1.3.6.1.5.5.7.3.9"
      private_constant :DELEGATE

      def initialize(given = (absent = true; nil))
        @__responses, @__extensions, @__certificates = [], [], []
        Rutile::DER.reading(given, OCSPError, "d2i_OCSP_BASICRESP: nested asn1 error") { |element| read(element) } unless absent
        self
      end

      def initialize_copy(other)
        @__responses, @__extensions = @__responses.dup, @__extensions.dup
        self
      end

      def copy_nonce(request)
        Rutile.expect(request, Request, "OpenSSL/OCSP/REQ")
        nonce = request.__nonce
        add_nonce(Rutile::DER.one(nonce).octets) if nonce
        nonce ? 1 : 2
      end

      def add_status(id, status, reason, revoked, from, till, extensions)
        Rutile.expect(id, CertificateId, "OpenSSL/OCSP/CERTID")
        status = Rutile.to_int(status)
        extensions = OpenSSL.__check_each(extensions || [], X509::Extension)
        revoked = status == V_CERTSTATUS_REVOKED ? OCSP.__moment(revoked) : nil
        reason = revoked ? Rutile.to_int(reason || REVOKED_STATUS_NOSTATUS) : REVOKED_STATUS_NOSTATUS
        till = OCSP.__moment(till) unless till.nil?
        @__responses << SingleResponse.__make(id, status, reason, revoked, OCSP.__moment(from), till, extensions.dup)
        @__statement = nil
        self
      end

      def responses
        @__responses.dup
      end

      def find_response(id)
        Rutile.expect(id, CertificateId, "OpenSSL/OCSP/CERTID")
        @__responses.find { |response| response.certid.cmp(id) }
      end

      def status
        @__responses.map do |one|
          [one.certid, one.cert_status, one.revocation_reason, one.revocation_time, one.this_update, one.next_update, one.extensions]
        end
      end

      def sign(certificate, key, certificates = nil, flags = 0, digest = nil)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        flags = Rutile.to_int(flags || 0)
        @__responder =
          if flags & RESPID_KEY != 0 then Rutile::DER.tagged(2, Rutile::DER.octets(CertificateId.__key_hash(certificate)))
          else Rutile::DER.tagged(1, certificate.__subject_der)
          end
        @__produced = Time.__now.utc if flags & NOTIME == 0 || @__produced.nil?
        sign_with(certificate, key, certificates, flags, digest)
      end

      def verify(certificates, store, flags = 0)
        flags = Rutile.to_int(flags || 0)
        return false unless @__signature
        given = [*certificates]
        signer = given.find { |certificate| responder?(certificate) }
        trusted = signer && flags & TRUSTOTHER != 0
        signer ||= @__certificates.find { |certificate| responder?(certificate) } if flags & NOINTERN == 0
        return false unless signer && (flags & NOSIGS != 0 || signed_by?(signer))
        return true if flags & NOVERIFY != 0 || trusted
        chain = believed(signer, flags & NOCHAIN == 0 ? @__certificates + given : [], store) or return false
        flags & NOCHECKS != 0 || entitled?(chain)
      end

      def to_der
        raise OCSPError, "i2d_OCSP_BASICRESP: not signed" unless @__signature
        Rutile::DER.sequence(@__statement || statement, @__algorithm, Rutile::DER.bits(@__signature), certificates_der)
      end

      private

      def responder?(certificate)
        responder = Rutile::DER.one(@__responder)
        return certificate.subject.eql?(X509::Name.new(responder.content)) if responder.type == 0xa1
        responder.inner.octets == CertificateId.__key_hash(certificate)
      end

      # Who signs is the issuer of all that it speaks of, or has been entrusted with that by the issuer.
      def entitled?(chain)
        signer, issuer = chain
        return true if @__responses.all? { |response| response.certid.__issued_by?(signer) }
        uses = signer.extensions.find { |extension| extension.oid == "extendedKeyUsage" }
        delegated = uses && Rutile::DER.one(uses.value_der).sequence.any? { |use| use.oid == DELEGATE }
        return false unless issuer && delegated
        @__responses.all? { |response| response.certid.__issued_by?(issuer) }
      end

      def statement
        Rutile::DER.sequence(@__responder, OCSP.__time(@__produced), Rutile::DER.sequence(*@__responses.map(&:to_der)), extensions_der(1))
      end

      def read(element)
        content, algorithm, signature, certificates = element.fields(3)
        @__statement, @__algorithm, @__signature = content.whole, algorithm.whole, signature.bits
        @__certificates = certificates ? certificates.inner.sequence.map { |one| X509::Certificate.new(one.whole) } : []
        parts = content.sequence
        parts.shift if parts[0]&.type == 0xa0
        responder, produced, responses, extensions = parts
        raise Rutile::DER::Malformed, "too few elements" unless responses
        @__responder, @__produced = responder.whole, Rutile::DER.parse_time(produced.type, produced.content)
        @__responses = responses.sequence.map { |one| SingleResponse.new(one.whole) }
        @__extensions = X509::Extension.__all(extensions.inner) if extensions
      end
    end

    # An answer, or why there is none.
    class Response
      WORDS = { 0 => "successful", 1 => "malformedrequest", 2 => "internalerror", 3 => "trylater", 5 => "sigrequired", 6 => "unauthorized" }.freeze
      BASIC = "1.3.6.1.5.5.7.48.1.1"
      private_constant :WORDS, :BASIC

      attr_reader :status

      def self.create(status, basic = nil)
        Rutile.expect(basic, BasicResponse, "OpenSSL/OCSP/BASICRESP") unless basic.nil?
        allocate.__take(Rutile.to_int(status), basic&.to_der)
      end

      def __take(status, basic)
        @status, @__basic = status, basic
        self
      end

      def initialize(given = (absent = true; nil))
        return __take(RESPONSE_STATUS_SUCCESSFUL, nil) if absent
        Rutile::DER.reading(given, OCSPError, "d2i_OCSP_RESPONSE: nested asn1 error") { |element| read(element) }
      end

      def status_string
        WORDS.fetch(@status, "(UNKNOWN)").dup
      end

      def basic
        @__basic && BasicResponse.new(@__basic)
      end

      def to_der
        content = @__basic && Rutile::DER.tagged(0, Rutile::DER.sequence(Rutile::DER.oid(BASIC), Rutile::DER.octets(@__basic)))
        Rutile::DER.sequence(Rutile::DER.element(0x0a, [@status].pack("C")), content)
      end

      private

      def read(element)
        status, content = element.fields(1)
        raise Rutile::DER::Malformed, "wrong tag" unless status.type == 0x0a
        kind, basic = content.inner.fields(2) if content
        __take(Rutile::DER.signed(status.content), kind && kind.oid == BASIC ? basic.octets : nil)
      end
    end
  end
end
