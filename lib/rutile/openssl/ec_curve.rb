# The curves: those that have a name, on whose points natives reckon in a time that tells no secret, and those that a
# program describes by their numbers, on which Ruby does: for reckoning in the open, not for keys. Both are y² = x³ + ax + b
# over a field of prime order, and answer the same questions; points are encoded whole (or as a zero at infinity).

module Rutile
  module Curves
    INFINITY = "\0".b.freeze

    # What a curve is: the prime, two coefficients, the order of its generator's group, and how often that fits into the
    # curve's own; `seed` shows where the coefficients came from.
    module Shape
      def degree
        prime.bit_length
      end

      # Bytes of a number of the field or of the group.
      def width
        (degree + 7) / 8
      end

      def bytes(number)
        OpenSSL.__bytes(number, width)
      end

      # The two numbers of a point; nil at infinity.
      def coordinates(encoding)
        return nil if encoding == INFINITY
        [encoding.byteslice(1, width), encoding.byteslice(1 + width, width)].map { |half| OpenSSL.__natural(half) }
      end

      def encoded(x, y)
        "\x04".b << bytes(x) << bytes(y)
      end

      def opposite(encoding)
        x, y = coordinates(encoding)
        x ? encoded(x, -y % prime) : INFINITY.dup
      end

      # The same numbers are the same curve, whether it is named or not.
      def same?(other)
        equal?(other) || [prime, a, b, order, generator] == [other.prime, other.a, other.b, other.order, other.generator]
      end

      # With another generator.
      def generated_by(generator, order, cofactor)
        Described.new(prime, a, b, seed: seed, generator: generator, order: order, cofactor: cofactor)
      end
    end

    Named = Struct.new(:name, :about, :prime, :a, :b, :order, :seed) do
      include Shape

      def cofactor
        1
      end

      def generator
        multiple(nil, 1)
      end

      # So many times a point, or the generator where there is none.
      def multiple(encoding, number)
        Primitive.ec_multiply(name, encoding, bytes(number % order))
      end

      def sum(one, other)
        Primitive.ec_add(name, one, other)
      end

      # The point that is encoded in any form; nil where it is none.
      def point(encoding)
        Primitive.ec_point(name, Curves.without_hybrid(encoding))
      end

      def compressed(encoding)
        Primitive.ec_compress(name, encoding)
      end
    end

    # The form that tells a coordinate's last bit besides both coordinates is read as the one that doesn't.
    def self.without_hybrid(bytes)
      first = bytes.getbyte(0)
      return bytes unless (first == 6 || first == 7) && bytes.getbyte(bytes.bytesize - 1)[0] == first[0]
      "\x04".b << bytes.byteslice(1..)
    end

    P256 = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff
    P384 = (1 << 384) - (1 << 128) - (1 << 96) + (1 << 32) - 1
    P521 = (1 << 521) - 1
    private_constant :P256, :P384, :P521

    NAMED = [
      Named.new(
        "prime256v1", "X9.62/SECG curve over a 256 bit prime field", P256, P256 - 3,
        0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
        0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551, "c49d360886e704936a6678e1139d26b7819f7e90"
      ),
      Named.new(
        "secp256k1", "SECG curve over a 256 bit prime field", (1 << 256) - (1 << 32) - 977, 0, 7,
        0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141, nil
      ),
      Named.new(
        "secp384r1", "NIST/SECG curve over a 384 bit prime field", P384, P384 - 3,
        0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef,
        (1 << 384) - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68d, "a335926aa319a27a1d00896a6773a4827acdac73"
      ),
      Named.new(
        "secp521r1", "NIST/SECG curve over a 521 bit prime field", P521, P521 - 3,
        0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00,
        (1 << 521) - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7, "d09e8800291cb85396cc6717393284aaa0da64ba"
      )
    ].to_h { |curve| [curve.name, curve.tap { |known| known.seed &&= [known.seed].pack("H*") }.freeze] }.freeze
  end
end
