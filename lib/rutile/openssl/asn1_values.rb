# The values of OpenSSL::ASN1 as bytes.

module OpenSSL
  module ASN1
    class Boolean
      private

      def __content
        raise TypeError, "Can't convert nil into Boolean" if @value.nil?
        @value ? "\xff".b : "\0".b
      end
    end

    # The Integer that is to be written for an object.
    def self.__whole(object)
      raise TypeError, "Can't convert nil into Integer" if object.nil?
      BN.__integer(object)
    end

    # Integers of both kinds.
    module WholeNumber
      private

      def __content
        Rutile::DER.integer_content(ASN1.__whole(@value))
      end
    end
    private_constant :WholeNumber

    class Integer
      include WholeNumber
      private def __content = super
    end

    class Enumerated
      include WholeNumber
      private def __content = super
    end

    class BitString
      attr_accessor :unused_bits

      def initialize(*)
        super
        @unused_bits = 0
      end

      private

      def __content
        unused = Rutile.to_int(@unused_bits)
        raise ASN1Error, "unused_bits for a bitstring value must be in the range 0 to 7" unless unused.between?(0, 7)
        [unused].pack("C") << Rutile.to_str(@value).b
      end
    end

    class Null
      private

      def __content
        raise ASN1Error, "nil expected" unless @value.nil?
        "".b
      end
    end

    class ObjectId
      def self.register(oid, short_name, long_name)
        oid, short, long = [oid, short_name, long_name].map { |name| Rutile.to_str(name) }
        raise ASN1Error, "oid exists" if Rutile::Objects.find(oid)
        Rutile::Objects.register(oid, short, long)
        true
      end

      def sn
        __entry&.fetch(1)&.dup
      end
      Primitive.alias_method(self, :short_name, :sn)

      def ln
        __entry&.fetch(2)&.dup
      end
      Primitive.alias_method(self, :long_name, :ln)

      def oid
        number = Rutile::Objects.number(Rutile.to_str(@value))
        number ? number.dup : raise(ASN1Error, "invalid OBJECT ID #{@value}: first num too large")
      end

      def ==(other)
        ObjectId === other && oid == other.oid
      end

      private

      def __entry
        Rutile::Objects.find(Rutile.to_str(@value))
      end

      def __content
        Rutile::DER.oid_content(oid)
      end
    end

    # The whole second that a value stands for: a Time's, or that many.
    def self.__moment(value)
      Time.at(value.is_a?(Time) ? value.to_i : Kernel.Integer(value)).utc
    end

    class UTCTime
      private

      def __content
        ASN1.__moment(@value).strftime("%y%m%d%H%M%SZ").b
      end
    end

    class GeneralizedTime
      private

      def __content
        ASN1.__moment(@value).strftime("%Y%m%d%H%M%SZ").b
      end
    end
  end
end
