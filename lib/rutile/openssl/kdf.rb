# OpenSSL::KDF: keys from passwords and from other keys.

module OpenSSL
  module KDF
    class KDFError < OpenSSLError; end

    # As much memory as scrypt may take: what OpenSSL's binding grants it.
    SCRYPT_MEMORY = 0xffff_ffff
    SCRYPT_KEYWORDS = %i[salt N r p length].freeze
    private_constant :SCRYPT_MEMORY, :SCRYPT_KEYWORDS

    module_function

    def pbkdf2_hmac(pass, salt:, iterations:, length:, hash:)
      pass = Rutile.to_str(pass)
      salt = Rutile.to_str(salt)
      iterations = Rutile.to_int(iterations)
      length = KDF.__length(length)
      native = Digest.__native(hash)
      raise KDFError, "PKCS5_PBKDF2_HMAC: invalid iteration count" unless iterations.between?(1, 0x7fff_ffff)
      Rutile.offload { Primitive.derive_pbkdf2(native, pass, salt, iterations, length) }
    end

    # The cost is called `N`, which no parameter can be: so all keywords are checked here.
    def scrypt(pass, **options)
      missing = SCRYPT_KEYWORDS - options.keys
      raise ArgumentError, "missing keyword#{"s" if missing.size > 1}: #{missing.map(&:inspect).join(", ")}" unless missing.empty?
      unknown = options.keys - SCRYPT_KEYWORDS
      raise ArgumentError, "unknown keyword#{"s" if unknown.size > 1}: #{unknown.map(&:inspect).join(", ")}" unless unknown.empty?
      salt, cost, r, p, length = options.values_at(*SCRYPT_KEYWORDS)
      pass = Rutile.to_str(pass)
      salt = Rutile.to_str(salt)
      cost, r, p = [cost, r, p].map { |number| Rutile.to_int(number) }
      length = KDF.__length(length)
      fits = cost > 1 && cost & (cost - 1) == 0 && r > 0 && p > 0 && p <= 0x3fff_ffff / r
      raise KDFError, "EVP_PBE_scrypt" unless fits
      raise KDFError, "EVP_PBE_scrypt: memory limit exceeded" if 128 * r * (p + cost + 2) > SCRYPT_MEMORY
      logarithm = cost.bit_length - 1
      derived = Rutile.offload { Primitive.derive_scrypt(pass, salt, logarithm, r, p, length) }
      derived || raise(KDFError, "EVP_PBE_scrypt")
    end

    def hkdf(ikm, salt:, info:, length:, hash:)
      ikm = Rutile.to_str(ikm)
      salt = Rutile.to_str(salt)
      info = Rutile.to_str(info)
      length = KDF.__length(length)
      native = Digest.__native(hash)
      raise KDFError, "EVP_PKEY_derive: invalid key length" if length == 0
      Primitive.derive_hkdf(native, ikm, salt, info, length) || raise(KDFError, "EVP_PKEY_derive")
    end

    def self.__length(length)
      length = Rutile.to_int(length)
      raise ArgumentError, "negative string size (or size too big)" unless length.between?(0, 0x7fff_ffff)
      length
    end
  end
end
