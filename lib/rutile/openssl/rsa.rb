# OpenSSL::PKey::RSA: keys, their encodings, and what they do to numbers. Encodings of messages are in rsa_options.rb.

module OpenSSL
  module PKey
    class RSA < PKey
      # d and what follows are nil in a public key.
      Numbers = Struct.new(:n, :e, :d, :p, :q, :dmp1, :dmq1, :iqmp)
      private_constant :Numbers

      def initialize(data = (absent = true; nil), password = nil, &block)
        if absent
          @__state = Numbers.new(0, 0)
          return self
        end
        __become(OpenSSL::PKey.__read(data, password, block, :rsa), RSAError, "Neither PUB key nor PRIV key")
      end

      class << self
        def __from_private(der)
          version, *numbers = Rutile::DER.one(der).sequence.map(&:integer)
          raise Rutile::DER::Malformed, "unsupported key" unless version == 0 && numbers.size >= 8
          __checked(Numbers.new(*numbers.first(8)))
        end

        def __from_public(der)
          numbers = Rutile::DER.one(der).sequence.map(&:integer)
          fits = numbers.size == 2 && numbers.all?(&:positive?) && numbers.max.bit_length <= 16384
          raise Rutile::DER::Malformed, "unsupported key" unless fits
          # Whether its numbers are of any use is asked when it is used.
          __wrap(Numbers.new(*numbers))
        end

        # Only odd moduli can be worked with; OpenSSL has no larger ones either.
        def __checked(numbers)
          fits = numbers.compact.all?(&:positive?) && numbers.n.odd? && numbers.n.bit_length.between?(32, 16384) &&
                 numbers.e.bit_length <= numbers.n.bit_length
          fits &&= numbers.p.odd? && numbers.q.odd? && numbers.p > 1 && numbers.q > 1 if numbers.p
          raise Rutile::DER::Malformed, "unsupported key" unless fits
          __wrap(numbers)
        end

        # The block is told of each pair of primes that is tried.
        def __generate(options, &block)
          bits = Kernel.Integer(options.fetch("rsa_keygen_bits", 2048))
          exponent = BN.__integer(options.fetch("rsa_keygen_pubexp", 65537).then { |e| String === e ? Kernel.Integer(e) : e })
          if bits < 512
            raise PKeyError, "EVP_PKEY_CTX_ctrl_str(ctx, \"rsa_keygen_bits\", \"#{bits}\"): key size too small"
          end
          raise PKeyError, "EVP_PKEY_keygen: bad e value" unless exponent.odd? && exponent > 1
          __wrap(__numbers(bits, exponent, &block))
        end

        private

        def __numbers(bits, e)
          (0..).each do |tries|
            yield 0, tries if block_given?
            p = BN.__random_prime((bits + 1) / 2)
            q = BN.__random_prime(bits / 2)
            p, q = q, p if p < q
            next if p == q || (p * q).bit_length != bits
            d = BN.__inverse(e, (p - 1).lcm(q - 1)) or next
            return Numbers.new(p * q, e, d, p, q, d % (p - 1), d % (q - 1), BN.__inverse(q, p))
          end
        end
      end

      __numbers_of Numbers

      def n
        __state.n == 0 ? nil : BN.new(__state.n)
      end

      def e
        __state.n == 0 ? nil : BN.new(__state.e)
      end

      def oid
        "rsaEncryption"
      end

      def private?
        !__state.d.nil?
      end

      def public?
        __state.n != 0
      end

      def to_der
        return public_to_der unless private?
        numbers = __state.to_a.map { |number| Rutile::DER.integer(number || 0) }
        Rutile::DER.sequence(Rutile::DER.integer(0), *numbers)
      end

      def to_pem(cipher = nil, password = nil)
        __export("RSA PRIVATE KEY", cipher, password)
      end
      alias export to_pem
      alias to_s to_pem

      def set_key(*)
        raise PKeyError, "rsa#set_key= is incompatible with OpenSSL 3.0"
      end

      def set_factors(*)
        raise PKeyError, "rsa#set_factors= is incompatible with OpenSSL 3.0"
      end

      def set_crt_params(*)
        raise PKeyError, "rsa#set_crt_params= is incompatible with OpenSSL 3.0"
      end

      private

      def __type
        "RSA"
      end

      def __algorithm
        Rutile::DER.sequence(Rutile::DER.oid("1.2.840.113549.1.1.1"), Rutile::DER.null)
      end

      def __public_content
        Rutile::DER.sequence(Rutile::DER.integer(__state.n), Rutile::DER.integer(__state.e))
      end

      def __private_content
        to_der
      end

      def __size
        (__state.n.bit_length + 7) / 8
      end

      # The operations on numbers; nil where the number is too large, or no power can be taken.
      def __with_public(bytes)
        Primitive.rsa_public(__state.n, __state.e, bytes) if __usable?
      end

      def __usable?
        __state.n.odd? && __state.e < __state.n
      end

      def __with_private(bytes)
        numbers = __state.to_a
        numbers = numbers.first(3) if numbers.include?(nil)
        Rutile.offload { Primitive.rsa_private(numbers, bytes) }
      end
    end
  end
end
