# OpenSSL::PKey::DH: the exchange of keys by powers modulo a prime.

module OpenSSL
  module PKey
    class DH < PKey
      # prime, its subgroup's order (or nil), generator, and the two halves of a key (nil in mere parameters)
      Numbers = Struct.new(:p, :q, :g, :pub_key, :priv_key)
      private_constant :Numbers

      OID = "1.2.840.113549.1.3.1"
      private_constant :OID

      def initialize(data = (absent = true; nil))
        if absent
          @__state = Numbers.new
          return self
        end
        __become(OpenSSL::PKey.__read(data, nil, nil), DHError, "could not parse pkey")
      end

      class << self
        def __from_parameters(der, public: nil, private: nil)
          p, g = Rutile::DER.one(der).sequence.map(&:integer)
          raise Rutile::DER::Malformed, "unsupported parameters" unless p&.positive? && g&.positive? && [p, g].max.bit_length <= 16384
          # Whether the numbers are of any use is asked when they are used.
        public = g.pow(private, p) if private && !public
          __wrap(Numbers.new(p, nil, g, public, private))
        end

        # The block is told of each prime that is tried.
        def __generate_parameters(options)
          bits = Kernel.Integer(options.fetch("dh_paramgen_prime_len", 2048))
          generator = Kernel.Integer(options.fetch("dh_paramgen_generator", 2))
          raise PKeyError, "EVP_PKEY_paramgen: modulus too small" if bits < 512
          tries = 0
          prime = BN.__safe_prime(bits) do
            yield 0, tries if block_given?
            tries += 1
          end
          __wrap(Numbers.new(prime, nil, generator, nil, nil))
        end
      end

      def __generate
        raise PKeyError, "EVP_PKEY_keygen: modulus too small" if __state.p.bit_length < 512
        raise PKeyError, "EVP_PKEY_keygen: BN lib" if __state.p.even?
        private = BN.__below(p.to_i - 3) + 2
        DH.__wrap(Numbers.new(__state.p, __state.q, __state.g, raised(__state.g, private), private))
      end

      __numbers_of Numbers

      def oid
        "dhKeyAgreement"
      end

      def public?
        !__state.pub_key.nil?
      end

      def private?
        !__state.priv_key.nil?
      end

      def params_ok?
        prime = BN.new(__state.p)
        prime.prime? && BN.new(__state.p >> 1).prime?
      end

      def derive(other)
        raise PKeyError, "EVP_PKEY_derive_init: missing private key" unless private?
        same = DH === other && other.public? && [other.p, other.g] == [p, g]
        raise PKeyError, "EVP_PKEY_derive_set_peer: different parameters" unless same
        public = other.pub_key.to_i
        raise PKeyError, "EVP_PKEY_derive: invalid public key" unless public.between?(2, __state.p - 2)
        OpenSSL.__bytes(raised(public, __state.priv_key), (__state.p.bit_length + 7) / 8)
      end

      def to_der
        Rutile::DER.sequence(Rutile::DER.integer(__state.p), Rutile::DER.integer(__state.g))
      end

      def export
        Rutile::PEM.write("DH PARAMETERS", to_der)
      end
      Primitive.alias_method(self, :to_pem, :export)
      Primitive.alias_method(self, :to_s, :export)

      def set_key(*)
        raise PKeyError, "dh#set_key= is incompatible with OpenSSL 3.0"
      end

      def set_pqg(*)
        raise PKeyError, "dh#set_pqg= is incompatible with OpenSSL 3.0"
      end

      private

      # With a secret exponent, which must not show in the time it takes.
      def raised(base, exponent)
        bytes = Primitive.modular_power(base % __state.p, exponent, __state.p) or raise PKeyError, "EVP_PKEY_derive"
        OpenSSL.__natural(bytes)
      end

      def __type
        "DH"
      end

      def __algorithm
        Rutile::DER.sequence(Rutile::DER.oid(OID), to_der)
      end

      def __public_content
        Rutile::DER.integer(__state.pub_key)
      end

      def __private_content
        Rutile::DER.integer(__state.priv_key)
      end
    end
  end
end
