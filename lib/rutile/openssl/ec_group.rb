# OpenSSL::PKey::EC::Group and EC::Point: the curves that there are, and arithmetic on their points.

module OpenSSL
  module PKey
    class EC < PKey
      NAMED_CURVE = 1
      EXPLICIT_CURVE = 0

      # Of a curve: bits of its field, its generator, its order; all have one as their cofactor.
      Curve = Struct.new(:name, :degree, :order, :about) do
        # Bytes of a number of the field or of the group.
        def width
          (degree + 7) / 8
        end

        def bytes(number)
          OpenSSL.__bytes(number, width)
        end
      end
      private_constant :Curve

      CURVES = [
        Curve.new("prime256v1", 256, 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
                  "X9.62/SECG curve over a 256 bit prime field"),
        Curve.new("secp256k1", 256, 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141,
                  "SECG curve over a 256 bit prime field"),
        Curve.new("secp384r1", 384, (1 << 384) - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68d,
                  "NIST/SECG curve over a 384 bit prime field"),
        Curve.new("secp521r1", 521, (1 << 521) - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7,
                  "NIST/SECG curve over a 521 bit prime field")
      ].to_h { |curve| [curve.name, curve.freeze] }.freeze
      private_constant :CURVES

      def self.builtin_curves
        CURVES.values.map { |curve| [curve.name.dup, curve.about.dup] }
      end

      class Group
        class Error < OpenSSLError; end

        FORMS = [:compressed, :uncompressed, :hybrid].freeze
        private_constant :FORMS

        attr_reader :point_conversion_form, :asn1_flag, :seed

        def initialize(given, *rest)
          case given
          when Group then name = given.curve_name
          when :GFp, :GF2m then OpenSSL.__missing("OpenSSL::PKey::EC::Group of explicit parameters")
          else
            text = Rutile.to_str(given)
            name = EC.__curve(text) ? text : read(text.b)
          end
          raise ArgumentError, "wrong number of arguments" unless rest.empty?
          @__curve = EC.__curve(name) or raise Error, "unknown curve name (#{name})"
          @point_conversion_form = :uncompressed
          @asn1_flag = NAMED_CURVE
          self
        end

        def __curve
          @__curve
        end

        def curve_name
          @__curve.name.dup
        end

        def degree
          @__curve.degree
        end

        def order
          BN.new(@__curve.order)
        end

        def cofactor
          BN.new(1)
        end

        def generator
          Point.__at(self, Primitive.ec_multiply(@__curve.name, nil, @__curve.bytes(1)))
        end

        def set_generator(*)
          OpenSSL.__missing("OpenSSL::PKey::EC::Group#set_generator")
        end

        def asn1_flag=(flag)
          @asn1_flag = Rutile.to_int(flag)
        end

        def seed=(seed)
          @seed = Rutile.to_str(seed)
        end

        def point_conversion_form=(form)
          raise ArgumentError, "unsupported point conversion form: #{form.inspect}" unless FORMS.include?(form)
          @point_conversion_form = form
        end

        def ==(other)
          Group === other && curve_name == other.curve_name
        end
        alias eql? ==

        def hash
          curve_name.hash
        end

        def to_der
          Rutile::DER.oid(Rutile::Objects.number(@__curve.name))
        end

        def to_pem
          Rutile::PEM.write("EC PARAMETERS", to_der)
        end

        def to_text
          "ASN1 OID: #{@__curve.name}\n"
        end

        private

        def read(text)
          der = text.include?("-----BEGIN ") ? Rutile::PEM.find(text, "EC PARAMETERS") : text
          Rutile::Objects.short_name(Rutile::DER.one(der || text).oid)
        rescue Rutile::DER::Malformed
          raise Error, "unknown curve name (#{text})"
        end
      end

      class Point
        class Error < OpenSSLError; end

        attr_reader :group

        def self.__at(group, encoding)
          allocate.tap { |point| point.__place(group, encoding) }
        end

        def initialize(given, encoding = nil)
          case given
          when Point then return __place(given.group, given.__encoding)
          when Group then group = given
          else raise ArgumentError, "wrong number of arguments (given 1, expected 2)"
          end
          return __place(group, "\0".b) if encoding.nil?
          bytes = BN === encoding ? encoding.to_s(2) : Rutile.to_str(encoding)
          bytes = "\0".b if bytes.empty?
          function = BN === encoding ? "EC_POINT_bn2point" : "EC_POINT_oct2point"
          found = Primitive.ec_point(group.__curve.name, Point.__without_hybrid(bytes))
          raise Error, "#{function}: invalid encoding" unless found
          __place(group, found)
        end

        # The form that tells a coordinate's last bit besides both coordinates is read as the one that doesn't.
        def self.__without_hybrid(bytes)
          first = bytes.getbyte(0)
          return bytes unless (first == 6 || first == 7) && bytes.getbyte(bytes.bytesize - 1)[0] == first[0]
          "\x04".b << bytes.byteslice(1..)
        end

        def __place(group, encoding)
          @group = group
          @__encoding = encoding
          self
        end

        def __encoding
          @__encoding
        end

        def initialize_copy(other)
          __place(other.group, other.__encoding)
          self
        end

        def ==(other)
          Point === other && group == other.group && __encoding == other.__encoding
        end
        alias eql? ==

        def hash
          @__encoding.hash
        end

        def infinity?
          @__encoding == "\0"
        end

        # Points are checked as they are made.
        def on_curve?
          true
        end

        def make_affine!
          self
        end

        def invert!
          @__encoding = __multiplied(group.__curve.order - 1)
          self
        end

        def set_to_infinity!
          @__encoding = "\0".b
          self
        end

        def to_octet_string(form)
          return @__encoding.dup if infinity?
          case form
          when :uncompressed then @__encoding.dup
          when :compressed then Primitive.ec_compress(group.__curve.name, @__encoding)
          when :hybrid
            sign = @__encoding.getbyte(@__encoding.bytesize - 1) & 1
            [6 | sign].pack("C") << @__encoding.byteslice(1..)
          else raise ArgumentError, "unsupported point conversion form: #{form.inspect}"
          end
        end

        def add(other)
          Rutile.expect(other, Point, "OpenSSL/EC_POINT")
          sum = Primitive.ec_add(group.__curve.name, @__encoding, other.__encoding)
          raise Error, "EC_POINT_add: incompatible objects" unless sum && group == other.group
          Point.__at(group, sum)
        end

        # This point's multiple, and the generator's where a second number is given.
        def mul(number, generators = nil)
          raise NotImplementedError, "calling #mul with arrays is not supported by this OpenSSL version" if Array === number
          product = Point.__at(group, __multiplied(BN.__integer(number)))
          generators.nil? ? product : product.add(group.generator.mul(generators))
        end

        private

        def __multiplied(number)
          curve = group.__curve
          Primitive.ec_multiply(curve.name, @__encoding, curve.bytes(number % curve.order)) or raise Error, "EC_POINT_mul"
        end
      end

      def self.__curve(name)
        CURVES[name]
      end
    end
  end
end
