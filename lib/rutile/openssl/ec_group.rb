# OpenSSL::PKey::EC::Group and EC::Point: the curves that there are, and arithmetic on their points.

module OpenSSL
  module PKey
    class EC < PKey
      NAMED_CURVE = 1
      EXPLICIT_CURVE = 0

      def self.builtin_curves
        Rutile::Curves::NAMED.each_value.map { |curve| [curve.name.dup, curve.about.dup] }
      end

      FORMS = [:compressed, :uncompressed, :hybrid].freeze
      private_constant :FORMS

      def self.__check_form(form)
        return if FORMS.include?(form)
        raise ArgumentError, "unsupported point conversion form #{form.inspect} (expected :compressed, :uncompressed, or :hybrid)"
      end

      class Group
        class Error < OpenSSLError; end

        NIST = { "prime256v1" => "P-256", "secp384r1" => "P-384", "secp521r1" => "P-521" }.freeze
        private_constant :NIST

        attr_reader :point_conversion_form, :asn1_flag, :seed

        def initialize(given, prime = (absent = true; nil), a = nil, b = nil)
          @point_conversion_form, @asn1_flag = :uncompressed, NAMED_CURVE
          raise ArgumentError, "wrong number of arguments" unless absent || !nil.equal?(b)
          if absent then take(given)
          elsif Symbol === given then describe(given, BN.__integer(prime), BN.__integer(a), BN.__integer(b))
          else raise ArgumentError, "unknown argument, must be :GFp or :GF2m"
          end
          self
        end

        def __curve
          @__curve
        end

        # What an unknown object is called.
        def curve_name
          @__curve.name&.dup || "UNDEF"
        end

        def degree
          @__curve.degree
        end

        def order
          BN.new(@__curve.order || raise(Error, "EC_GROUP_get_order"))
        end

        def cofactor
          BN.new(@__curve.cofactor || raise(Error, "EC_GROUP_get_cofactor"))
        end

        def generator
          @__curve.generator&.then { |encoding| Point.__at(self, encoding) }
        end

        def set_generator(generator, order, cofactor)
          Rutile.expect(generator, Point, "OpenSSL/EC_POINT")
          @__curve = @__curve.generated_by(generator.__encoding, BN.__integer(order), BN.__integer(cofactor))
          self
        end

        def asn1_flag=(flag)
          @asn1_flag = Rutile.to_int(flag)
        end

        def seed=(seed)
          @seed = Rutile.to_str(seed).b
        end

        def point_conversion_form=(form)
          EC.__check_form(form)
          @point_conversion_form = form
        end

        def ==(other)
          Rutile.expect(other, Group, "OpenSSL/EC_GROUP")
          @__curve.same?(other.__curve)
        end
        alias eql? ==

        def hash
          [@__curve.prime, @__curve.a, @__curve.b].hash
        end

        # The curve's name, or its numbers where it has none or they are asked for.
        def to_der
          raise ECError, "group2pkparameters failure" unless @__curve.order
          named? ? Rutile::DER.oid(Rutile::Objects.number(@__curve.name)) : Rutile::CurveParameters.write(@__curve, @seed, written_generator)
        end

        def to_pem
          Rutile::PEM.write("EC PARAMETERS", to_der)
        end

        def to_text
          raise Error, "EC lib" unless @__curve.order
          return Rutile::CurveParameters.text(@__curve, @seed, written_generator, @point_conversion_form) unless named?
          text = "ASN1 OID: #{@__curve.name}\n"
          nist = NIST[@__curve.name]
          nist ? text << "NIST CURVE: #{nist}\n" : text
        end

        private

        def take(given)
          if Group === given
            @__curve, @seed = given.__curve, given.seed
            @point_conversion_form, @asn1_flag = given.point_conversion_form, given.asn1_flag
          else
            text = Rutile.to_str(given)
            @__curve = Rutile::Curves::NAMED[text] || read(text.b)
            @seed = @__curve.seed
          end
        end

        def describe(field, prime, a, b)
          OpenSSL.__missing("OpenSSL::PKey::EC::Group of #{field.inspect}") if field == :GF2m
          raise ArgumentError, "unknown symbol, must be :GFp or :GF2m" unless field == :GFp
          raise Error, "EC_GROUP_new_by_GF*: invalid field" unless prime > 3 && prime.odd?
          @__curve, @asn1_flag = Rutile::Curves::Described.new(prime, a, b), EXPLICIT_CURVE
        end

        def named?
          @__curve.name && @asn1_flag & NAMED_CURVE != 0
        end

        def written_generator
          generator.to_octet_string(@point_conversion_form)
        end

        def read(text)
          der = text.include?("-----BEGIN ") ? Rutile::PEM.find(text, "EC PARAMETERS") : text
          element = Rutile::DER.one(der || text)
          if element.type == 0x30
            @asn1_flag = EXPLICIT_CURVE
            return Rutile::CurveParameters.read(element)
          end
          Rutile::Curves::NAMED.fetch(Rutile::Objects.short_name(element.oid))
        rescue Rutile::DER::Malformed, KeyError
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
          found = group.__curve.point(bytes) or raise Error, "#{function}: #{Point.__wrong(bytes, group.__curve.width)}"
          __place(group, found)
        end

        def self.__wrong(bytes, width)
          case [bytes.getbyte(0), bytes.bytesize - 1]
          in [2 | 3, ^width] then "invalid compressed point"
          in [4 | 6 | 7, length] if length == 2 * width then "point is not on curve"
          else "invalid encoding"
          end
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
          @__encoding = group.__curve.opposite(@__encoding)
          self
        end

        def set_to_infinity!
          @__encoding = "\0".b
          self
        end

        def to_octet_string(form)
          EC.__check_form(form)
          return @__encoding.dup if infinity? || form == :uncompressed
          return group.__curve.compressed(@__encoding) if form == :compressed
          sign = @__encoding.getbyte(@__encoding.bytesize - 1) & 1
          [6 | sign].pack("C") << @__encoding.byteslice(1..)
        end

        def add(other)
          Rutile.expect(other, Point, "OpenSSL/EC_POINT")
          raise Error, "EC_POINT_add: incompatible objects" unless group == other.group
          sum = group.__curve.sum(@__encoding, other.__encoding) or raise Error, "EC_POINT_add"
          Point.__at(group, sum)
        end

        # This point's multiple, and the generator's where a second number is given.
        def mul(number, generators = nil)
          raise NotImplementedError, "calling #mul with arrays is not supported by this OpenSSL version" if Array === number
          product = Point.__at(group, multiplied(BN.__integer(number)))
          return product if generators.nil?
          base = group.generator or raise Error, "undefined generator"
          product.add(base.mul(generators))
        end

        private

        def multiplied(number)
          group.__curve.multiple(@__encoding, number) or raise Error, "EC_POINT_mul"
        end
      end
    end
  end
end
