# OpenSSL::BN: random numbers and primes.

module OpenSSL
  class BN
    class << self
      # `top`: -1 any, 0 the highest bit set, 1 the two highest; the lowest where `odd`.
      def rand(bits, top = 0, odd = false)
        bits = Rutile.to_int(bits)
        top = nil.equal?(top) ? 0 : Rutile.to_int(top)
        raise BNError, "bits too small" if bits < 0 || (bits == 0 && (top != -1 || odd)) || (bits == 1 && top > 0)
        number = __random_bits(bits)
        number |= 1 << (bits - 1) if top >= 0 && bits > 0
        number |= 1 << (bits - 2) if top > 0
        number |= 1 if odd
        new(number)
      end
      Primitive.alias_method(self, :pseudo_rand, :rand)

      def rand_range(limit)
        limit = __integer(limit)
        raise BNError, "invalid range" unless limit > 0
        new(__below(limit))
      end
      Primitive.alias_method(self, :pseudo_rand_range, :rand_range)

      def generate_prime(bits, safe = true, add = nil, remainder = nil)
        bits = Rutile.to_int(bits)
        raise BNError, "bits too small" if bits < (safe ? 6 : 2)
        add = nil.equal?(add) ? nil : __integer(add)
        remainder = nil.equal?(remainder) ? (safe ? 3 : 1) : __integer(remainder)
        while true
          candidate = safe ? __safe_prime(bits) : __random_prime(bits)
          return new(candidate) unless add && candidate % add != remainder
        end
      end

      # A prime whose half, rounded down, is one as well. The block is told of each prime that is tried.
      def __safe_prime(bits)
        while true
          candidate = __random_prime(bits)
          yield if block_given?
          return candidate if Primitive.prime_probable(candidate >> 1)
        end
      end

      def __random_bits(bits)
        OpenSSL.__natural(Primitive.random_system_bytes((bits + 7) / 8)) & (1 << bits) - 1
      end

      # Uniformly among the natural numbers below `limit`.
      def __below(limit)
        bits = (limit - 1).bit_length
        while true
          number = __random_bits(bits)
          return number if number < limit
        end
      end

      # A prime of just so many bits, the two highest of them set where it has more than two.
      def __random_prime(bits)
        Rutile.offload { Primitive.prime_random(bits) }
      end
    end

    def prime?(checks = nil, vigorous = nil)
      Rutile.to_int(checks) unless nil.equal?(checks)
      @__value > 1 && Primitive.prime_probable(@__value)
    end
    alias prime_fasttest? prime?
  end
end
