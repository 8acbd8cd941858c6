# A curve that a program describes by its numbers.

module Rutile
  module Curves
    class Described
      include Shape

      attr_reader :prime, :a, :b, :seed, :generator, :order, :cofactor

      def initialize(prime, a, b, seed: nil, generator: nil, order: nil, cofactor: nil)
        @prime, @a, @b, @seed = prime, a % prime, b % prime, seed
        @generator, @order, @cofactor = generator, order, cofactor
      end

      def name
        nil
      end

      # So many times a point, or the generator where there is none; by doubling and adding.
      def multiple(encoding, number)
        return multiple(opposite(encoding || generator), -number) if number < 0
        place, product = coordinates(encoding || generator), nil
        number.bit_length.times do |bit|
          product = added(product, place) if number[bit] == 1
          place = added(place, place)
        end
        product ? encoded(*product) : INFINITY.dup
      end

      def sum(one, other)
        found = added(coordinates(one), coordinates(other))
        found ? encoded(*found) : INFINITY.dup
      end

      def point(encoding)
        return INFINITY.dup if encoding == INFINITY
        form = encoding.getbyte(0)
        return decompressed(encoding, form) if form == 2 || form == 3
        encoding = Curves.without_hybrid(encoding)
        return nil unless encoding.getbyte(0) == 4 && encoding.bytesize == 1 + 2 * width
        x, y = coordinates(encoding)
        encoding if x < prime && y < prime && y * y % prime == right_side(x)
      end

      def compressed(encoding)
        x, y = coordinates(encoding)
        [2 | y[0]].pack("C") << bytes(x)
      end

      private

      def right_side(x)
        (x * x * x + a * x + b) % prime
      end

      def inverse(number)
        number.pow(prime - 2, prime)
      end

      # The line through both points, or the tangent in one, meets the curve once more.
      def added(one, other)
        return one || other unless one && other
        return nil if one[0] == other[0] && (one[1] + other[1]) % prime == 0
        slope =
          if one == other then (3 * one[0] * one[0] + a) * inverse(2 * one[1])
          else (other[1] - one[1]) * inverse(other[0] - one[0])
          end
        x = (slope * slope - one[0] - other[0]) % prime
        [x, (slope * (one[0] - x) - one[1]) % prime]
      end

      def decompressed(encoding, form)
        return nil unless encoding.bytesize == 1 + width
        x = OpenSSL.__natural(encoding.byteslice(1..))
        y = square_root(right_side(x)) if x < prime
        return nil unless y
        y = prime - y if y[0] != form[0] && y != 0
        encoded(x, y) if y[0] == form[0]
      end

      # A number whose square it is in the field (Tonelli and Shanks); nil where it has none.
      def square_root(square)
        return 0 if square == 0
        return nil unless residue?(square)
        odd, twos = prime - 1, 0
        odd, twos = odd >> 1, twos + 1 while odd.even?
        nonresidue = (2...prime).find { |number| !residue?(number) } or return nil
        power = nonresidue.pow(odd, prime)
        root, rest = square.pow((odd + 1) / 2, prime), square.pow(odd, prime)
        until rest == 1
          needed = (1...twos).find { |count| rest.pow(1 << count, prime) == 1 } or return nil
          factor = power.pow(1 << twos - needed - 1, prime)
          twos, power = needed, factor * factor % prime
          root, rest = root * factor % prime, rest * power % prime
        end
        root
      end

      def residue?(number)
        number.pow((prime - 1) / 2, prime) == 1
      end
    end
  end
end
