# OpenSSL::PKCS12: a private key, its certificate and those above it in one file under a password (RFC 7292).

module OpenSSL
  class PKCS12
    class PKCS12Error < OpenSSLError; end

    # What a key may be used for.
    KEY_EX = 0x10
    KEY_SIG = 0x80

    DATA = "1.2.840.113549.1.7.1"
    ENCRYPTED_DATA = "1.2.840.113549.1.7.6"
    KEY_BAG = "1.2.840.113549.1.12.10.1.1"
    SHROUDED_KEY_BAG = "1.2.840.113549.1.12.10.1.2"
    CERTIFICATE_BAG = "1.2.840.113549.1.12.10.1.3"
    X509_CERTIFICATE = "1.2.840.113549.1.9.22.1"
    FRIENDLY_NAME = "1.2.840.113549.1.9.20"
    LOCAL_KEY = "1.2.840.113549.1.9.21"
    KEY_USAGE = "2.5.29.15"
    private_constant :DATA, :ENCRYPTED_DATA, :KEY_BAG, :SHROUDED_KEY_BAG, :CERTIFICATE_BAG, :X509_CERTIFICATE, :FRIENDLY_NAME, :LOCAL_KEY, :KEY_USAGE

    attr_reader :key, :certificate, :ca_certs

    # Encrypted by PBES2 with AES where no other scheme is named.
    def self.create(password, name, key, certificate, authorities = nil, key_scheme = nil, certificate_scheme = nil, key_iterations = nil, mac_iterations = nil, key_usage = nil)
      password, name = [password, name].map { |text| text && Rutile.to_str(text) }
      key_scheme, certificate_scheme = [key_scheme, certificate_scheme].map { |scheme| scheme && __scheme(Rutile.to_str(scheme)) }
      iterations, mac_iterations = [key_iterations, mac_iterations].map { |count| __iterations(count) }
      key_usage = key_usage && Rutile.to_int(key_usage)
      raise ArgumentError, "Unknown key usage type #{key_usage}" unless [nil, 0, KEY_EX, KEY_SIG].include?(key_usage)
      __check(key, certificate)
      authorities = authorities && Rutile.to_ary(authorities)
      schemes = { key: key_scheme, certificate: certificate_scheme }
      new.__fill(password, name, key, certificate, authorities, schemes, iterations, mac_iterations, key_usage || 0)
    end

    def self.__scheme(name)
      number = Rutile::Objects.number(name) or raise ArgumentError, "Unknown PBE algorithm #{name}: unknown object name"
      raise PKCS12Error, "unsupported scheme: #{name}" unless Rutile::PKCS12Keys.scheme?(number)
      number
    end

    def self.__iterations(count)
      count = count ? Rutile.to_int(count) : 0
      count > 0 ? count : Rutile::PKCS12Keys::DEFAULT_ITERATIONS
    end

    def self.__check(key, certificate)
      raise TypeError, "wrong argument type #{key.nil? ? "nil" : key.class} (expected OpenSSL/EVP_PKEY)" unless OpenSSL::PKey::PKey === key
      raise TypeError, "wrong argument type #{certificate.nil? ? "nil" : certificate.class} (expected OpenSSL/X509)" unless OpenSSL::X509::Certificate === certificate
      raise PKCS12Error, "key type mismatch" unless certificate.public_key.instance_of?(key.class)
      raise PKCS12Error, "key values mismatch" unless certificate.check_private_key(key)
    end

    private_class_method :__scheme, :__iterations, :__check

    def initialize(file = nil, password = nil)
      return unless file
      data = Rutile::PEM.source(file)
      password = password && Rutile.to_str(password)
      @__content, mac = content_and_mac(data)
      @__mac = mac&.whole
      password = check_mac(mac, password) if mac
      take_bags(bags_of(Rutile::DER.one(@__content), password), password)
    rescue Rutile::DER::Malformed
      raise PKCS12Error, "PKCS12_parse: parse error"
    end

    def to_der
      raise PKCS12Error, "i2d_PKCS12: nothing was read" unless @__content
      Rutile::DER.sequence(Rutile::DER.integer(3), data(@__content), @__mac)
    end

    # Signs the content with a password again.
    def set_mac(password, salt = nil, iterations = nil, digest = nil)
      password = password && Rutile.to_str(password)
      salt = salt ? Rutile.to_str(salt) : OpenSSL::Random.random_bytes(16)
      iterations = iterations ? Rutile.to_int(iterations) : Rutile::PKCS12Keys::DEFAULT_ITERATIONS
      @__mac = mac(password, salt, iterations, OpenSSL::Digest.__name(digest || "SHA256"))
      nil
    end

    def __fill(password, name, key, certificate, authorities, schemes, iterations, mac_iterations, key_usage)
      attributes = Rutile::DER.set(*[name && friendly_name(name), local_key(certificate)].compact)
      chain = [certificate_bag(certificate, attributes), *(authorities || []).map { |authority| certificate_bag(authority, nil) }]
      encrypted = encrypted_data(Rutile::DER.sequence(*chain), password, schemes[:certificate], iterations)
      plain = data(Rutile::DER.sequence(key_bag(key, attributes, password, schemes[:key], iterations, key_usage)))
      @__content = Rutile::DER.sequence(encrypted, plain)
      set_mac(password, nil, mac_iterations)
      @key, @certificate, @ca_certs = key, certificate, authorities
      self
    end

    private

    # --- Reading ---

    def content_and_mac(data)
      version, content, mac = Rutile::DER.one(data).fields(2)
      raise Rutile::DER::Malformed, "another version" unless version.integer == 3
      kind, content = content.fields(2)
      raise Rutile::DER::Malformed, "content of another kind" unless kind.oid == DATA && content.type == 0xa0
      [content.inner.octets, mac]
    end

    # The password by which the content was signed: none may be an empty one.
    def check_mac(mac, password)
      info, salt, iterations = mac.fields(2)
      algorithm, expected = info.fields(2)
      digest = Rutile::Objects.short_name(algorithm.fields(1)[0].oid)
      count = iterations ? iterations.integer : 1
      candidates = password.nil? || password.empty? ? [nil, ""] : [password]
      candidates.each do |candidate|
        found = mac_value(candidate, salt.octets, count, digest)
        return candidate if OpenSSL.secure_compare(found, expected.octets)
      end
      raise PKCS12Error, "PKCS12_parse: mac verify failure"
    end

    # `[kind, value, attributes]` of all that the file holds.
    def bags_of(safes, password)
      safes.sequence.flat_map do |safe|
        kind, content = safe.fields(2)
        bytes = case kind.oid
                when DATA then content.inner.octets
                when ENCRYPTED_DATA then decrypted(content.inner, password)
                else raise Rutile::DER::Malformed, "unsupported content"
                end
        Rutile::DER.one(bytes).sequence.map { |bag| bag.fields(2).then { |type, value| [type.oid, value.inner] } }
      end
    end

    def decrypted(data, password)
      _, content = data.fields(2)
      _, scheme, sealed = content.fields(3)
      # Tagged in place of its own tag, in one piece or in several.
      bytes = sealed.type == 0xa0 ? sealed.children(0xa0).map(&:octets).join : sealed.content
      Rutile::PKCS12Keys.decrypt(scheme, bytes, password)
    rescue OpenSSL::Cipher::CipherError, ArgumentError
      raise PKCS12Error, "PKCS12_parse: pkcs12 cipherfinal error"
    end

    def take_bags(bags, password)
      certificates = []
      bags.each do |kind, value|
        case kind
        when KEY_BAG then @key ||= OpenSSL::PKey.read(value.whole)
        when SHROUDED_KEY_BAG then @key ||= shrouded_key(value, password)
        when CERTIFICATE_BAG then certificates << OpenSSL::X509::Certificate.new(value.fields(2)[1].inner.octets)
        end
      end
      at = @key && certificates.index { |certificate| certificate.check_private_key(@key) }
      @certificate = certificates.delete_at(at) if at
      @ca_certs = certificates unless certificates.empty?
    end

    def shrouded_key(value, password)
      scheme, sealed = value.fields(2)
      OpenSSL::PKey.read(Rutile::PKCS12Keys.decrypt(scheme, sealed.octets, password))
    end

    # --- Writing ---

    def mac_value(password, salt, iterations, digest)
      key = Rutile::PKCS12Keys.derive(password, salt, Rutile::PKCS12Keys::MAC, iterations, OpenSSL::Digest.new(digest).digest_length, digest)
      OpenSSL::HMAC.digest(digest, key, @__content)
    end

    def mac(password, salt, iterations, digest)
      value = mac_value(password, salt, iterations, digest)
      number = Rutile::Objects.number(digest) or raise PKCS12Error, "unsupported digest: #{digest}"
      algorithm = Rutile::DER.sequence(Rutile::DER.oid(number), Rutile::DER.null)
      count = Rutile::DER.integer(iterations) unless iterations == 1
      Rutile::DER.sequence(Rutile::DER.sequence(algorithm, Rutile::DER.octets(value)), Rutile::DER.octets(salt), count)
    end

    def data(content)
      Rutile::DER.sequence(Rutile::DER.oid(DATA), Rutile::DER.tagged(0, Rutile::DER.octets(content)))
    end

    def encrypted_data(content, password, scheme, iterations)
      scheme, sealed = Rutile::PKCS12Keys.encrypt(content, scheme, password, iterations)
      content = Rutile::DER.sequence(Rutile::DER.oid(DATA), scheme, Rutile::DER.element(0x80, sealed))
      Rutile::DER.sequence(Rutile::DER.oid(ENCRYPTED_DATA), Rutile::DER.tagged(0, Rutile::DER.sequence(Rutile::DER.integer(0), content)))
    end

    def bag(kind, value, attributes)
      Rutile::DER.sequence(Rutile::DER.oid(kind), Rutile::DER.tagged(0, value), attributes)
    end

    def certificate_bag(certificate, attributes)
      value = Rutile::DER.sequence(Rutile::DER.oid(X509_CERTIFICATE), Rutile::DER.tagged(0, Rutile::DER.octets(certificate.to_der)))
      bag(CERTIFICATE_BAG, value, attributes)
    end

    def key_bag(key, attributes, password, scheme, iterations, usage)
      scheme, sealed = Rutile::PKCS12Keys.encrypt(private_info(key, usage), scheme, password, iterations)
      bag(SHROUDED_KEY_BAG, Rutile::DER.sequence(scheme, Rutile::DER.octets(sealed)), attributes)
    end

    # The key, with what it may be used for.
    def private_info(key, usage)
      info = key.private_to_der
      return info if usage == 0
      value = Rutile::DER.set(Rutile::DER.bits(usage.chr.b))
      attribute = Rutile::DER.sequence(Rutile::DER.oid(KEY_USAGE), value)
      Rutile::DER.sequence(*Rutile::DER.one(info).sequence.map(&:whole), Rutile::DER.tagged(0, attribute))
    end

    def friendly_name(name)
      attribute(FRIENDLY_NAME, Rutile::DER.element(0x1e, name.dup.force_encoding(Encoding::UTF_8).encode(Encoding::UTF_16BE).b))
    end

    def local_key(certificate)
      attribute(LOCAL_KEY, Rutile::DER.octets(OpenSSL::Digest.digest("SHA1", certificate.to_der)))
    end

    def attribute(kind, value)
      Rutile::DER.sequence(Rutile::DER.oid(kind), Rutile::DER.set(value))
    end
  end
end
