# OpenSSL::PKCS7: content that is signed, enveloped for some recipients, or both not (RFC 2315, the first form of CMS).
# Signatures are in pkcs7_signing.rb, envelopes in pkcs7_envelope.rb, letters (S/MIME) in pkcs7_mail.rb.

module OpenSSL
  class PKCS7
    class PKCS7Error < OpenSSLError; end

    TEXT = 0x1
    NOCERTS = 0x2
    NOSIGS = 0x4
    NOCHAIN = 0x8
    NOINTERN = 0x10
    NOVERIFY = 0x20
    DETACHED = 0x40
    BINARY = 0x80
    NOATTR = 0x100
    NOSMIMECAP = 0x200

    OIDS = {
      data: "1.2.840.113549.1.7.1", signed: "1.2.840.113549.1.7.2", enveloped: "1.2.840.113549.1.7.3",
      signedAndEnveloped: "1.2.840.113549.1.7.4", digest: "1.2.840.113549.1.7.5", encrypted: "1.2.840.113549.1.7.6"
    }.freeze
    # Elements stand in elements at most so deep.
    DEPTH = 64
    private_constant :OIDS, :DEPTH

    attr_accessor :error_string
    attr_reader :data, :type

    def initialize(given = (absent = true; nil))
      @__certificates, @__lists, @__signers, @__recipients = [], [], [], []
      @__detached = false
      parse(PKCS7.__der(given)) unless absent
      self
    end

    def initialize_copy(other)
      @__certificates, @__lists = @__certificates.dup, @__lists.dup
      @__signers, @__recipients = @__signers.dup, @__recipients.dup
      self
    end

    class << self
      # The bytes of a text or an object, in DER.
      def __der(given)
        bytes = Rutile::PEM.source(given)
        if Rutile::PEM.text?(bytes)
          # Some are called certificates, wrongly.
          bytes = Rutile::PEM.find(bytes, "PKCS7", "PKCS #7 SIGNED DATA", "CMS", "CERTIFICATE") or
            raise ArgumentError, "Could not parse the PKCS7: no start line (Expecting: PKCS7)"
        end
        # What follows it is passed over.
        element, = ASN1.__decode(bytes, 0, bytes.bytesize, 0)
        __definite(element, 0)
      rescue ASN1::ASN1Error
        raise ArgumentError, "Could not parse the PKCS7: nested asn1 error"
      end

      # An element with lengths, and texts in one piece: much of what is sent has neither.
      def __definite(element, depth)
        raise ASN1::ASN1Error, "nested asn1 error" if depth > DEPTH
        return element.to_der unless Array === element.value
        children = element.value.reject { |child| ASN1::EndOfContent === child }
        pieces = !children.empty? && children.all?(ASN1::OctetString) && element.indefinite_length
        if element.tag_class == :UNIVERSAL && element.tag == ASN1::OCTET_STRING || pieces && element.tag_class == :CONTEXT_SPECIFIC
          content = children.map(&:value).join.b
          return Rutile::DER.octets(content) if element.tag_class == :UNIVERSAL
          return Rutile::DER.element(0x80 | element.tag, content)
        end
        content = children.map { |child| __definite(child, depth + 1) }.join.b
        ASN1.__header(element.tag, element.tag_class, true, content.bytesize) << content
      end
    end

    # --- What it holds ---

    def type=(type)
      name = (Symbol === type ? type : Rutile.to_str(type)).to_sym
      raise PKCS7Error, "unknown type #{type.to_s.inspect}" unless OIDS.key?(name)
      @type = name
    end

    def detached=(detached)
      raise PKCS7Error, "operation not supported on this type" unless @type == :signed || detached == false
      @__detached = detached ? true : false
    end

    def detached
      @__detached || @type == :signed && @__content.nil?
    end
    alias detached? detached

    def cipher=(cipher)
      @__cipher = Cipher === cipher ? cipher : Cipher.new(cipher)
    end

    def add_certificate(certificate)
      Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
      @__certificates << certificate
      self
    end

    def certificates
      @__certificates.empty? ? nil : @__certificates.dup
    end

    def certificates=(certificates)
      @__certificates = OpenSSL.__check_each(Rutile.to_ary(certificates), X509::Certificate).dup
    end

    def add_crl(list)
      Rutile.expect(list, X509::CRL, "OpenSSL/X509/CRL")
      @__lists << list
      self
    end

    def crls
      @__lists.empty? ? nil : @__lists.dup
    end

    def crls=(lists)
      @__lists = OpenSSL.__check_each(Rutile.to_ary(lists), X509::CRL).dup
    end

    def add_data(data)
      data = Rutile.to_str(data).b
      case @type
      when nil then raise PKCS7Error, "no content"
      when :data then @__content = data
      when :signed then @__signers.each { |signer| signer.__sign(data) }
      when :enveloped then seal(data)
      else OpenSSL.__missing("OpenSSL::PKCS7#add_data of #{@type.inspect}")
      end
      @__content = data unless @type == :enveloped
      self
    end
    Primitive.alias_method(self, :data=, :add_data)

    # --- Bytes ---

    def to_der
      raise PKCS7Error, "illegal zero content" unless @type
      content =
        case @type
        when :data then Rutile::DER.octets(@__content || "")
        when :signed then signed_content
        when :enveloped then enveloped_content
        else OpenSSL.__missing("OpenSSL::PKCS7#to_der of #{@type.inspect}")
        end
      Rutile::DER.sequence(Rutile::DER.oid(OIDS[@type]), Rutile::DER.tagged(0, content))
    end

    def to_pem
      Rutile::PEM.write("PKCS7", to_der)
    end
    Primitive.alias_method(self, :to_s, :to_pem)

    private

    def parse(der)
      kind, content = Rutile::DER.one(der).fields(1)
      @type = OIDS.key(kind.oid) or raise ArgumentError, "Could not parse the PKCS7: unsupported content type"
      raise ArgumentError, "No content in PKCS7" unless content
      case @type
      when :data then @__content = content.inner.octets
      when :signed then read_signed(content.inner)
      when :enveloped then read_enveloped(content.inner)
      else OpenSSL.__missing("OpenSSL::PKCS7 of #{@type.inspect}")
      end
    rescue Rutile::DER::Malformed, X509::CertificateError, X509::CRLError
      raise ArgumentError, "Could not parse the PKCS7: nested asn1 error"
    end

    # Lines that end as letters have them.
    def self.__canonical(data, flags)
      data = data.b
      return data if flags & BINARY != 0
      data = data.gsub(/\r*\n/n, "\r\n".b)
      flags & TEXT != 0 ? "Content-Type: text/plain\r\n\r\n".b << data : data
    end
    private_class_method :__canonical

    # A certificate named by its issuer and its number.
    module Identity
      def issuer
        X509::Name.new(@__issuer)
      end

      def serial
        BN.new(@__serial)
      end

      def __of?(certificate)
        @__serial == certificate.serial.to_i && issuer.eql?(certificate.issuer)
      end

      private

      def name_by(certificate)
        @__issuer, @__serial = certificate.__issuer_der, certificate.serial.to_i
      end

      def read_identity(element)
        issuer, serial = element.fields(2)
        @__issuer, @__serial = issuer.whole, serial.integer
      end

      def identity
        Rutile::DER.sequence(@__issuer, Rutile::DER.integer(@__serial))
      end
    end
    private_constant :Identity
  end
end
