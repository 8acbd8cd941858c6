# The ciphers that there are, by all their names.

module OpenSSL
  class Cipher
    # name (as told) => [native cipher, native mode, bytes of key, of vector, of block]
    TABLE = {}
    # any name in small letters => name as told
    BY_NAME = {}
    private_constant :TABLE, :BY_NAME

    # Ciphers that OpenSSL knows by name, but keeps out of use for their age.
    OLD = /\A(des|bf|blowfish|cast5?|rc2|rc4|seed|idea|desx)(-(cbc|cfb|cfb1|cfb8|ecb|ofb|40|40-cbc|64-cbc|hmac-md5))?\z/
    private_constant :OLD

    class << self
      # The names of all ciphers.
      def ciphers
        BY_NAME.keys.sort
      end

      # [name, native cipher, native mode, bytes of key, of vector, of block]
      def __algorithm(given)
        given = Rutile.to_str(given)
        small = given.downcase
        name = BY_NAME[small]
        return [name, *TABLE[name]] if name
        if OLD.match?(small)
          raise CipherError, "unsupported (Global default library context, Algorithm (#{given.upcase}), Properties ())"
        end
        raise RuntimeError, "unsupported cipher algorithm (#{given})"
      end

      private

      def cipher(name, other_names, *sizes)
        TABLE[name] = sizes.freeze
        [name, *other_names].each { |other| BY_NAME[other.downcase] = name }
      end
    end

    # An algorithm that isn't available now is told of as this class of error.
    class CipherError < OpenSSLError; end

    [128, 192, 256].each do |bits|
      key = bits / 8
      cipher "AES-#{bits}-ECB", [], "AES", "ECB", key, 0, 16
      cipher "AES-#{bits}-CBC", ["aes#{bits}"], "AES", "CBC", key, 16, 16
      %w[CTR CFB CFB8 OFB].each { |mode| cipher "AES-#{bits}-#{mode}", [], "AES", mode, key, 16, 1 }
      cipher "AES-#{bits}-GCM", ["id-aes#{bits}-gcm"], "AES", "GCM", key, 12, 1
    end
    cipher "DES-EDE3-CBC", ["des3"], "DES-EDE3", "CBC", 24, 8, 8
    cipher "DES-EDE3-ECB", ["des-ede3"], "DES-EDE3", "ECB", 24, 0, 8
    %w[CFB CFB8 OFB].each { |mode| cipher "DES-EDE3-#{mode}", [], "DES-EDE3", mode, 24, 8, 1 }
    cipher "ChaCha20", [], "ChaCha20", "STREAM", 32, 16, 1
    cipher "ChaCha20-Poly1305", [], "ChaCha20", "POLY1305", 32, 12, 1
  end
end
