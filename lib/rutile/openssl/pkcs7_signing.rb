# OpenSSL::PKCS7's signatures.

module OpenSSL
  class PKCS7
    # Who signed, how, and the signature.
    class SignerInfo
      include Identity

      ATTRIBUTES = {
        type: "1.2.840.113549.1.9.3", digest: "1.2.840.113549.1.9.4", time: "1.2.840.113549.1.9.5", abilities: "1.2.840.113549.1.9.15",
        signing_certificate: "1.2.840.113549.1.9.16.2.12", signing_certificate_v2: "1.2.840.113549.1.9.16.2.47"
      }.freeze
      # Ciphers that whoever signs can read.
      ABILITIES = %w[2.16.840.1.101.3.4.1.42 2.16.840.1.101.3.4.1.22 2.16.840.1.101.3.4.1.2 1.2.840.113549.3.7].freeze
      DIGESTS = {
        "MD5" => "1.2.840.113549.2.5", "SHA1" => "1.3.14.3.2.26", "SHA224" => "2.16.840.1.101.3.4.2.4", "SHA256" => "2.16.840.1.101.3.4.2.1",
        "SHA384" => "2.16.840.1.101.3.4.2.2", "SHA512" => "2.16.840.1.101.3.4.2.3"
      }.freeze
      RSA = Rutile::DER.sequence(Rutile::DER.oid("1.2.840.113549.1.1.1"), Rutile::DER.null).freeze
      private_constant :ATTRIBUTES, :ABILITIES, :DIGESTS, :RSA

      def initialize(certificate, key, digest)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        PKey.__check(key)
        @__digest = Digest.__name(digest)
        raise PKCS7Error, "unsupported digest: #{@__digest}" unless DIGESTS.key?(@__digest)
        name_by(certificate)
        @__key = key
        self
      end

      # One that was read.
      def self.__read(element)
        allocate.__read(element)
      end

      def __read(element)
        @__der = element.whole
        _, identity, digest, *rest = element.fields(5)
        read_identity(identity)
        oid = digest.fields(1)[0].oid
        @__digest = DIGESTS.key(oid) or raise Rutile::DER::Malformed, "unsupported digest #{oid}"
        @__attributes = rest.shift.content if rest[0].type == 0xa0
        algorithm, signature, = rest
        @__algorithm, @__signature = algorithm.whole, signature.octets
        self
      end

      def signed_time
        time = __attribute(:time) or raise PKCS7Error, ""
        Rutile::DER.parse_time(time.type, time.content)
      end

      def __digest_oid
        DIGESTS[@__digest]
      end

      # The words that are signed for the content: its kind, the time, and others by their names.
      def __describe(content, kind, others = {})
        known = { type: Rutile::DER.oid(kind), time: Rutile::DER.time(Time.__now), digest: Rutile::DER.octets(Digest.digest(@__digest, content)) }
        @__attributes = known.merge(others).map { |name, value| described(name, value) }.sort.join.b
      end

      # What the signer can read, for the words that are signed.
      def self.__abilities
        Rutile::DER.sequence(*ABILITIES.map { |oid| Rutile::DER.sequence(Rutile::DER.oid(oid)) })
      end

      # Signs the attributes, or else the content.
      def __sign(content)
        return unless @__key
        signed = @__attributes ? Rutile::DER.element(0x31, @__attributes) : content
        @__algorithm = key_algorithm
        @__signature = @__key.sign(@__digest, signed)
      end

      # nil where the signature is right, else what is wrong.
      def __wrong(content, certificate)
        return "unable to find message digest" if @__attributes && !__attribute(:digest)
        if @__attributes
          return "digest failure" unless __attribute(:digest).octets == Digest.digest(@__digest, content)
          content = Rutile::DER.element(0x31, @__attributes)
        end
        certificate.public_key.verify(@__digest, @__signature, content) ? nil : (@__attributes ? "signature failure" : "bad signature")
      rescue PKey::PKeyError, Rutile::DER::Malformed
        "signature failure"
      end

      # One that was read is written as it was, one that has not signed yet with no signature.
      def __to_der
        return @__der if @__der
        attributes = Rutile::DER.tagged(0, @__attributes) if @__attributes
        Rutile::DER.sequence(
          Rutile::DER.integer(1), identity,
          Rutile::DER.sequence(Rutile::DER.oid(DIGESTS[@__digest]), Rutile::DER.null), attributes,
          @__algorithm || key_algorithm, Rutile::DER.octets(@__signature || "")
        )
      end

      # The value of an attribute that is signed.
      def __attribute(name)
        return nil unless @__attributes
        found = Rutile::DER.all(@__attributes).find { |one| one.fields(2)[0].oid == ATTRIBUTES[name] }
        found && found.fields(2)[1].inner
      end

      private

      def key_algorithm
        return RSA if @__key.oid == "rsaEncryption"
        Rutile::SignatureAlgorithm.sign(@__key, @__digest, nil, PKCS7Error) { |_| "" }[0]
      end

      def described(name, value)
        Rutile::DER.sequence(Rutile::DER.oid(ATTRIBUTES[name]), Rutile::DER.set(value))
      end
    end

    Signer = SignerInfo

    def self.sign(certificate, key, data, certificates = nil, flags = 0)
      Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
      PKey.__check(key)
      flags = Rutile.to_int(flags || 0)
      content = __canonical(Rutile.to_str(data), flags)
      raise PKCS7Error, "pkcs7 add signer error" unless certificate.check_private_key(key)
      signer = SignerInfo.new(certificate, key, "SHA256")
      abilities = flags & NOSMIMECAP == 0 ? { abilities: SignerInfo.__abilities } : {}
      signer.__describe(content, OIDS[:data], abilities) if flags & NOATTR == 0
      made = new
      made.type = :signed
      made.add_signer(signer)
      own = flags & NOCERTS == 0 ? [certificate] : []
      (own + OpenSSL.__certificates(certificates || [])).each { |one| made.add_certificate(one) }
      made.add_data(content)
      made.detached = true if flags & DETACHED != 0
      made
    end

    def add_signer(signer)
      Rutile.expect(signer, SignerInfo, "OpenSSL/PKCS7/SIGNER_INFO")
      @__signers << signer
      self
    end

    def signers
      @__signers.dup
    end

    # Content of another kind than mere data, signed; the version says that it is such (RFC 5652).
    def self.__enclosing(kind, content, signer, certificates)
      new.__enclose(kind, content, signer, certificates)
    end

    def __enclose(kind, content, signer, certificates)
      @type, @__inner, @__version, @__certificates = :signed, kind, 3, certificates
      add_signer(signer)
      add_data(content)
    end

    # [kind, content] of what is signed, where it stands with the signature.
    def __enclosed
      [@__inner || OIDS[:data], (@__content unless @__detached)]
    end

    # The certificate of one who signed, among those that are known; nil where it isn't.
    def __certificate_of(signer, others, flags = 0)
      known = flags & NOINTERN == 0 ? others + @__certificates : others
      known.find { |certificate| signer.__of?(certificate) }
    end

    # Whether those who signed are to be believed and signed this; `data` is what they signed.
    def verify(certificates, store, data = nil, flags = nil, &block)
      Rutile.expect(store, X509::Store, "OpenSSL/X509/STORE")
      flags = Rutile.to_int(flags || 0)
      # What is given beside a signature is signed as it is.
      content = data.nil? ? (@__content unless @__detached) : Rutile.to_str(data).b
      @error_string = wrong_with(content, certificates || [], store, flags, block)
      @data = content if content && @error_string.nil? || data
      @data = without_header(@data) if flags & TEXT != 0 && @error_string.nil?
      @error_string.nil?
    rescue PKCS7Error => error
      @error_string = error.message
      false
    end

    private

    def wrong_with(content, others, store, flags, block)
      return "wrong content type" unless @type == :signed
      return "no content" unless content
      return "no signatures on data" if @__signers.empty?
      signed = @__signers.map { |signer| [signer, __certificate_of(signer, others, flags)] }
      return "signer certificate not found" if signed.any? { |_, certificate| certificate.nil? }
      if flags & NOVERIFY == 0
        believed = signed.all? { |_, certificate| believed?(certificate, store, flags, block) }
        return "certificate verify error" unless believed
      end
      return nil if flags & NOSIGS != 0
      signed.each { |signer, certificate| signer.__wrong(content, certificate)&.then { |wrong| return wrong } }
      nil
    end

    def believed?(certificate, store, flags, block)
      context = X509::StoreContext.new(store, certificate, flags & NOCHAIN == 0 ? @__certificates : [])
      context.purpose = X509::PURPOSE_SMIME_SIGN
      context.__callback = block if block
      context.verify
    end

    def without_header(content)
      text = /\AContent-Type: text\/plain\r?\n\r?\n/n.match(content) or raise PKCS7Error, "mime no content type"
      text.post_match
    end

    def signed_content
      raise PKCS7Error, "illegal zero content" if @__content.nil? && !@__detached && @__signers.empty? && @__certificates.empty?
      digests = @__signers.map(&:__digest_oid).uniq.map { |oid| Rutile::DER.sequence(Rutile::DER.oid(oid), Rutile::DER.null) }.sort
      inside = Rutile::DER.tagged(0, Rutile::DER.octets(@__content)) if @__content && !@__detached
      certificates = Rutile::DER.tagged(0, @__certificates.map(&:to_der).join.b) unless @__certificates.empty?
      lists = Rutile::DER.tagged(1, @__lists.map(&:to_der).join.b) unless @__lists.empty?
      Rutile::DER.sequence(
        Rutile::DER.integer(@__version || 1), Rutile::DER.set(*digests), Rutile::DER.sequence(Rutile::DER.oid(@__inner || OIDS[:data]), inside),
        certificates, lists, Rutile::DER.element(0x31, @__signers.map(&:__to_der).sort.join.b)
      )
    end

    def read_signed(element)
      version, _, inner, *rest = element.fields(4)
      @__version = version.integer
      kind, content = inner.fields(1)
      @__inner = kind.oid
      @__detached = content.nil?
      @__content = content.inner.type == 0x04 ? content.inner.octets : content.inner.content if content
      @__certificates = rest.shift.children.map { |one| X509::Certificate.new(one.whole) } if rest[0].type == 0xa0
      @__lists = rest.shift.children.map { |one| X509::CRL.new(one.whole) } if rest[0]&.type == 0xa1
      @__signers = rest[0].children(0x31).map { |one| SignerInfo.__read(one) } if rest[0]
    end
  end
end
