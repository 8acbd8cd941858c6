# Private keys under a password: PBES2 of PKCS #5, with PBKDF2.

module Rutile
  module KeyEncryption
    ENCRYPTION = "1.2.840.113549.1.5.13"
    DERIVATION = "1.2.840.113549.1.5.12"
    DIGESTS = {
      "1.2.840.113549.2.7" => "SHA1", "1.2.840.113549.2.8" => "SHA224", "1.2.840.113549.2.9" => "SHA256",
      "1.2.840.113549.2.10" => "SHA384", "1.2.840.113549.2.11" => "SHA512"
    }.freeze
    CIPHERS = {
      "2.16.840.1.101.3.4.1.2" => "AES-128-CBC", "2.16.840.1.101.3.4.1.22" => "AES-192-CBC",
      "2.16.840.1.101.3.4.1.42" => "AES-256-CBC", "1.2.840.113549.3.7" => "DES-EDE3-CBC"
    }.freeze
    ITERATIONS = 2048
    private_constant :ENCRYPTION, :DERIVATION, :DIGESTS, :CIPHERS, :ITERATIONS

    module_function

    # The password given, or asked for.
    def password(given, writing)
      given = yield(writing) if given.nil? && block_given?
      return nil if given.nil? && !writing
      raise ArgumentError, "password must not be nil" if given.nil?
      Rutile.to_str(given)
    end

    def open(element, password)
      raise PEM::Locked unless password
      scheme, sealed = element.fields(2)
      decrypt(scheme, sealed.octets, password)
    rescue OpenSSL::OpenSSLError, ArgumentError
      raise PEM::Locked
    end

    # What was encrypted by a scheme.
    def decrypt(scheme, sealed, password)
      kind, parameters = scheme.fields(2)
      raise DER::Malformed, "unsupported scheme" unless kind.oid == ENCRYPTION
      derivation, encryption = parameters.fields(2)
      cipher, vector = encryption.fields(2)
      cipher = OpenSSL::Cipher.new(CIPHERS.fetch(cipher.oid) { raise DER::Malformed, "unsupported cipher" }).decrypt
      cipher.key = derive(derivation, password, cipher.key_len)
      cipher.iv = vector.octets
      cipher.update(sealed) + cipher.final
    end

    def derive(derivation, password, length)
      kind, parameters = derivation.fields(2)
      raise DER::Malformed, "unsupported derivation" unless kind.oid == DERIVATION
      salt, iterations, *rest = parameters.fields(2)
      function = rest.find { |part| part.type == 0x30 }
      digest = function ? DIGESTS.fetch(function.fields(1)[0].oid) { raise DER::Malformed, "unsupported digest" } : "SHA1"
      OpenSSL::KDF.pbkdf2_hmac(password, salt: salt.octets, iterations: iterations.integer, length: length, hash: digest)
    end

    def seal(bytes, cipher, password)
      scheme, sealed = encrypt(bytes, cipher, password)
      DER.sequence(scheme, DER.octets(sealed))
    end

    # The scheme, and what was encrypted by it.
    def encrypt(bytes, cipher, password, iterations = ITERATIONS)
      cipher = OpenSSL::Cipher.new(cipher) unless OpenSSL::Cipher === cipher
      number = CIPHERS.key(cipher.name) or raise OpenSSL::PKey::PKeyError, "unsupported cipher for keys: #{cipher.name}"
      salt = OpenSSL::Random.random_bytes(16)
      cipher.encrypt
      cipher.key = OpenSSL::KDF.pbkdf2_hmac(password, salt: salt, iterations: iterations, length: cipher.key_len, hash: "SHA256")
      vector = cipher.random_iv
      sealed = cipher.update(bytes) + cipher.final
      function = DER.sequence(DER.oid(DIGESTS.key("SHA256")), DER.null)
      derivation = DER.sequence(DER.oid(DERIVATION), DER.sequence(DER.octets(salt), DER.integer(iterations), function))
      scheme = DER.sequence(derivation, DER.sequence(DER.oid(number), DER.octets(vector)))
      [DER.sequence(DER.oid(ENCRYPTION), scheme), sealed]
    end
  end
end
