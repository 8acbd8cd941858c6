# OpenSSL::PKCS7's envelopes: content under a key of its own, and that key under those of the recipients.

module OpenSSL
  class PKCS7
    # Who may read, and the content's key for whom.
    class RecipientInfo
      include Identity

      RSA = Rutile::DER.sequence(Rutile::DER.oid("1.2.840.113549.1.1.1"), Rutile::DER.null).freeze
      private_constant :RSA

      def initialize(certificate)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        name_by(certificate)
        @__public = certificate.public_key
        raise PKCS7Error, "encryption not supported for this key type" unless PKey::RSA === @__public
        self
      end

      # One that was read.
      def self.__read(element)
        allocate.__read(element)
      end

      def __read(element)
        _, identity, _, key = element.fields(4)
        read_identity(identity)
        @__sealed = key.octets
        self
      end

      def enc_key
        @__sealed&.dup
      end

      def __seal(key)
        @__sealed = @__public.public_encrypt(key)
      end

      def __to_der
        Rutile::DER.sequence(
          Rutile::DER.integer(0), identity, RSA, Rutile::DER.octets(@__sealed)
        )
      end
    end

    CIPHERS = {
      "2.16.840.1.101.3.4.1.2" => "AES-128-CBC", "2.16.840.1.101.3.4.1.22" => "AES-192-CBC",
      "2.16.840.1.101.3.4.1.42" => "AES-256-CBC", "1.2.840.113549.3.7" => "DES-EDE3-CBC"
    }.freeze
    private_constant :CIPHERS

    def self.encrypt(certificates, data, cipher = nil, flags = 0)
      certificates = OpenSSL.__certificates(certificates)
      data = Rutile.to_str(data)
      raise ArgumentError, "cipher must be specified. Before version 3.3, the default cipher was RC2-40-CBC." if cipher.nil?
      made = new
      made.type = :enveloped
      made.cipher = cipher
      certificates.each { |certificate| made.add_recipient(RecipientInfo.new(certificate)) }
      made.add_data(__canonical(data, Rutile.to_int(flags || 0)))
    end

    def add_recipient(recipient)
      Rutile.expect(recipient, RecipientInfo, "OpenSSL/PKCS7/RECIP_INFO")
      @__recipients << recipient
      self
    end

    def recipients
      @__recipients.dup
    end

    def decrypt(key, certificate = nil, flags = nil)
      text = Rutile.to_int(flags || 0) & TEXT != 0
      PKey.__check(key)
      raise PKCS7Error, "wrong content type" unless @type == :enveloped
      raise PKCS7Error, "private key does not match certificate" if certificate && !certificate.check_private_key(key)
      own = certificate ? @__recipients.select { |recipient| recipient.__of?(certificate) } : @__recipients
      own.each { |recipient| opened(recipient, key)&.then { |content| return text ? without_header(content) : content } }
      raise PKCS7Error, "decrypt error"
    end

    private

    def seal(data)
      raise PKCS7Error, "cipher not initialized" unless @__cipher
      @__kind = CIPHERS.key(@__cipher.name) or raise PKCS7Error, "unsupported cipher: #{@__cipher.name}"
      @__cipher.encrypt
      key = @__cipher.random_key
      @__vector = @__cipher.random_iv
      @__sealed = @__cipher.update(data) << @__cipher.final
      @__recipients.each { |recipient| recipient.__seal(key) }
    end

    # The content under a recipient's key; nil where it is another's.
    def opened(recipient, key)
      cipher = Cipher.new(CIPHERS.fetch(@__kind)).decrypt
      secret = key.private_decrypt(recipient.enc_key)
      return nil unless secret.bytesize == cipher.key_len
      cipher.key = secret
      cipher.iv = @__vector
      cipher.update(@__sealed) << cipher.final
    rescue PKey::PKeyError, Cipher::CipherError
      nil
    end

    def enveloped_content
      raise PKCS7Error, "illegal zero content" unless @__sealed
      algorithm = Rutile::DER.sequence(Rutile::DER.oid(@__kind), Rutile::DER.octets(@__vector))
      content = Rutile::DER.sequence(Rutile::DER.oid(OIDS[:data]), algorithm, Rutile::DER.element(0x80, @__sealed))
      Rutile::DER.sequence(Rutile::DER.integer(0), Rutile::DER.element(0x31, @__recipients.map(&:__to_der).join.b), content)
    end

    def read_enveloped(element)
      _, recipients, content = element.fields(3)
      @__recipients = recipients.children(0x31).map { |one| RecipientInfo.__read(one) }
      _, algorithm, sealed = content.fields(3)
      kind, vector = algorithm.fields(2)
      @__kind, @__vector, @__sealed = kind.oid, vector.octets, sealed.content
      raise Rutile::DER::Malformed, "unsupported cipher" unless CIPHERS.key?(@__kind)
    end
  end
end
