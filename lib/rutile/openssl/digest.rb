# OpenSSL::Digest: message digests by the names that OpenSSL has for them.

module OpenSSL
  class Digest < ::Digest::Class
    class DigestError < OpenSSLError; end

    # The name of a digest, and the native that does it.
    NATIVES = {
      "MD4" => "MD4", "MD5" => "MD5", "SHA1" => "SHA1", "RIPEMD160" => "RMD160", "SHA224" => "SHA224",
      "SHA256" => "SHA256", "SHA384" => "SHA384", "SHA512" => "SHA512", "SHA512-224" => "SHA512-224",
      "SHA512-256" => "SHA512-256", "SHA3-224" => "SHA3-224", "SHA3-256" => "SHA3-256", "SHA3-384" => "SHA3-384",
      "SHA3-512" => "SHA3-512", "BLAKE2b512" => "BLAKE2b512", "BLAKE2s256" => "BLAKE2s256", "SM3" => "SM3"
    }.freeze

    # Other names, in small letters.
    ALIASES = {
      "rmd160" => "RIPEMD160", "ripemd" => "RIPEMD160", "rsa-ripemd160" => "RIPEMD160", "ripemd160withrsa" => "RIPEMD160",
      "sha-1" => "SHA1", "ssl3-sha1" => "SHA1", "rsa-sha1-2" => "SHA1", "ssl3-md5" => "MD5", "blake2b-512" => "BLAKE2b512",
      "blake2s-256" => "BLAKE2s256", "sha512/224" => "SHA512-224", "sha512/256" => "SHA512-256",
      "sha2-224" => "SHA224", "sha2-256" => "SHA256", "sha2-384" => "SHA384", "sha2-512" => "SHA512",
      "sha-224" => "SHA224", "sha-256" => "SHA256", "sha-384" => "SHA384", "sha-512" => "SHA512",
      "sha2-512/224" => "SHA512-224", "sha2-512/256" => "SHA512-256"
    }.freeze
    private_constant :NATIVES, :ALIASES

    def self.digests
      NATIVES.keys.flat_map { |name| name.start_with?("BLAKE") ? [name.downcase] : [name.downcase, "RSA-#{name}"] }.sort
    end

    # The name of the digest that a program means by a name or a digest.
    def self.__name(given)
      return given.name if OpenSSL::Digest === given
      text = given
      unless Primitive.is_a(text, String)
        shown = nil.equal?(given) || true.equal?(given) || false.equal?(given) ? given.inspect : given.class
        raise TypeError, "wrong argument type #{shown} (expected OpenSSL/Digest)"
      end
      found = __find(text)
      raise RuntimeError, "Unsupported digest algorithm (#{text}).: unknown object name" unless found
      found
    end

    def self.__find(text)
      if (entry = Rutile::Objects.find(text)) && entry[0] == text
        return __find(entry[1])
      end
      small = text.downcase
      ALIASES[small] || BY_SMALL_NAME[small.delete_prefix("rsa-").delete_suffix("withrsaencryption")]
    end

    BY_SMALL_NAME = NATIVES.keys.to_h { |name| [name.downcase, name] }.freeze
    private_constant :BY_SMALL_NAME

    def self.__native(given)
      NATIVES.fetch(__name(given))
    end

    attr_reader :name

    def initialize(algorithm, data = nil)
      @name = OpenSSL::Digest.__name(algorithm).dup
      @__state = Primitive.digest_new(NATIVES.fetch(@name))
      update(data) unless nil.equal?(data)
      self
    end

    def initialize_copy(other)
      @__state = Primitive.digest_copy(@__state)
      self
    end

    def update(text)
      Rutile::DigestState.take(@__state, Rutile.to_str(text))
      self
    end
    Primitive.alias_method(self, :<<, :update)

    Rutile.lend(Rutile::DigestState, self)

    private

    def finish
      Primitive.digest_value(@__state)
    end
  end
end

Rutile::Sharing.bind(OpenSSL::Digest)
