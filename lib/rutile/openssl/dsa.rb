# OpenSSL::PKey::DSA: signatures by powers modulo a prime (FIPS 186-4), in a subgroup of prime order.

module OpenSSL
  module PKey
    class DSA < PKey
      # prime, its subgroup's order, generator, and the two halves of a key (nil in mere parameters)
      Numbers = Struct.new(:p, :q, :g, :pub_key, :priv_key)
      private_constant :Numbers

      OID = "1.2.840.10040.4.1"
      # Bits of primes that keys are made for.
      LEAST_BITS = 1024
      # Bits of the orders that a signature is verified with.
      ORDER_BITS = [160, 224, 256].freeze
      private_constant :OID, :LEAST_BITS, :ORDER_BITS

      def initialize(data = (absent = true; nil), password = nil, &block)
        if absent
          @__state = Numbers.new
          return self
        end
        __become(OpenSSL::PKey.__read(data, password, block), DSAError, "Neither PUB key nor PRIV key")
      end

      class << self
        # The traditional form: the parameters, then the public half and the private one.
        def __from_private(der)
          version, *numbers = Rutile::DER.one(der).sequence.map(&:integer)
          raise Rutile::DER::Malformed, "unsupported key" unless version == 0 && numbers.size == 5
          __checked(Numbers.new(*numbers))
        end

        # The public half with its parameters behind it.
        def __from_public(der)
          public, *parameters = Rutile::DER.one(der).sequence.map(&:integer)
          raise Rutile::DER::Malformed, "unsupported key" unless parameters.size == 3
          __checked(Numbers.new(*parameters, public))
        end

        def __from_parameters(der, public: nil, private: nil)
          p, q, g = Rutile::DER.one(der).sequence.map(&:integer)
          raise Rutile::DER::Malformed, "unsupported parameters" unless g
          numbers = __checked(Numbers.new(p, q, g)).__state
          raise Rutile::DER::Malformed, "unsupported key" if private && !private.between?(1, q - 1)
          public ||= __power(g, private, p) if private
          __checked(Numbers.new(numbers.p, numbers.q, numbers.g, public, private))
        end

        def __sound?(numbers)
          p, q, g, public = *numbers
          p.bit_length >= 32 && p.odd? && q.odd? && q > 1 && q < p && g > 1 && g < p && (public.nil? || public < p)
        end

        def __generate_parameters(options, &block)
          bits = Kernel.Integer(options.fetch("dsa_paramgen_bits", 2048))
          order_bits = Kernel.Integer(options.fetch("dsa_paramgen_q_bits", bits >= 2048 ? 256 : 160))
          raise PKeyError, "EVP_PKEY_paramgen: bad ffc parameters" unless bits >= 512 && order_bits.between?(160, 256) && order_bits < bits
          q = BN.__random_prime(order_bits)
          p = __prime_above(q, bits, &block)
          __wrap(Numbers.new(p, q, __generator(p, q)))
        end

        def __power(base, exponent, modulus)
          bytes = Primitive.modular_power(base % modulus, exponent, modulus) or raise DSAError, "bad parameters"
          OpenSSL.__natural(bytes)
        end

        private

        # Only odd primes can be worked with.
        # Of a public key the numbers are asked when it is used, whether they are of any use.
        def __checked(numbers)
          p, q, _, _, private = *numbers
          fits = numbers.to_a.compact.all?(&:positive?) && p.bit_length <= 16384
          fits &&= __sound?(numbers) && private < q if private
          raise Rutile::DER::Malformed, "unsupported key" unless fits
          __wrap(numbers)
        end

        # A prime of so many bits, one more than a multiple of the order. The block is told of each that was tried.
        def __prime_above(order, bits)
          (0..).each do |tries|
            yield 0, tries if block_given?
            candidate = BN.__random_bits(bits) | 1 << bits - 1
            candidate -= candidate % (2 * order) - 1
            return candidate if candidate.bit_length == bits && BN.new(candidate).prime?
          end
        end

        def __generator(prime, order)
          (2..).each do |base|
            generator = __power(base, (prime - 1) / order, prime)
            return generator if generator > 1
          end
        end
      end

      def __generate
        raise PKeyError, "EVP_PKEY_keygen: bad ffc parameters" if __state.p.bit_length < LEAST_BITS || !DSA.__sound?(__state)
        private = BN.__below(__state.q - 1) + 1
        DSA.__wrap(Numbers.new(__state.p, __state.q, __state.g, DSA.__power(__state.g, private, __state.p), private))
      end

      __numbers_of Numbers

      def oid
        "DSA"
      end

      def public?
        !__state.pub_key.nil?
      end

      def private?
        !__state.priv_key.nil?
      end

      def to_der
        return public_to_der unless private?
        Rutile::DER.sequence(*[0, *__state.to_a].map { |number| Rutile::DER.integer(number) })
      end

      def public_to_der
        raise PKeyError, "i2d_PUBKEY_bio: X509 lib" unless public?
        super
      end

      def public_to_pem
        raise PKeyError, __state.p ? "PEM_write_bio_PUBKEY: X509 lib" : "parameters missing" unless public?
        super
      end

      def to_pem(cipher = nil, password = nil)
        __export("DSA PRIVATE KEY", cipher, password)
      end
      alias export to_pem
      alias to_s to_pem

      def set_key(*)
        raise PKeyError, "dsa#set_key= is incompatible with OpenSSL 3.0"
      end

      def set_pqg(*)
        raise PKeyError, "dsa#set_pqg= is incompatible with OpenSSL 3.0"
      end

      private

      def __type
        "DSA"
      end

      def __algorithm
        parameters = [__state.p, __state.q, __state.g].map { |number| Rutile::DER.integer(number) }
        Rutile::DER.sequence(Rutile::DER.oid(OID), Rutile::DER.sequence(*parameters))
      end

      def __public_content
        Rutile::DER.integer(__state.pub_key)
      end

      def __private_content
        Rutile::DER.integer(__state.priv_key)
      end

      # --- Signatures ---

      def __sign(digest, data, _options)
        __sign_raw(nil, __hash(digest || "SHA256", data), nil)
      end

      def __verify(digest, signature, data, _options)
        right?(signature, __hash(digest || "SHA256", data), "EVP_DigestVerify")
      end

      def __verify_raw(_digest, signature, hash, _options)
        right?(signature, hash, "EVP_PKEY_verify")
      end

      def __sign_raw(_digest, hash, _options)
        p, q, g, _, private = *__state
        while true
          secret = BN.__below(q - 1) + 1
          r = DSA.__power(g, secret, p) % q
          # The inverse by Fermat, in the same time for all secrets; what is signed is blinded.
          blind = BN.__below(q - 1) + 1
          blinded = blind * __leftmost(hash, q) + blind * r % q * private
          s = DSA.__power(secret * blind % q, q - 2, q) * blinded % q
          return Rutile::DER.sequence(Rutile::DER.integer(r), Rutile::DER.integer(s)) unless r == 0 || s == 0
        end
      end

      def right?(signature, hash, function)
        r, s = Rutile::DER.one(signature).sequence.map(&:integer)
        p, q, g, public, = *__state
        raise PKeyError, "#{function}: bad q value" unless ORDER_BITS.include?(q.bit_length)
        return false unless public && [r, s].all? { |number| number && number.between?(1, q - 1) }
        inverse = BN.__inverse(s, q) or return false
        one, other = __leftmost(hash, q) * inverse % q, r * inverse % q
        DSA.__power(g, one, p) * DSA.__power(public, other, p) % p % q == r
      rescue Rutile::DER::Malformed
        raise PKeyError, function
      end
    end
  end
end
