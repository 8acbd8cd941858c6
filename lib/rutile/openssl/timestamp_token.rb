# OpenSSL::Timestamp::TokenInfo: what an authority signs: the digest, the time, under which policy.

module OpenSSL
  module Timestamp
    class TokenInfo
      include Imprinted

      # Fractions of a second by which the time may be off, as the tags of their fields have them.
      Accuracy = Struct.new(:seconds, :millis, :micros)
      private_constant :Accuracy

      attr_reader :version, :gen_time, :ordering

      def initialize(given)
        Timestamp.__reading(given, "token info", "TS_TST_INFO") { |element| read(element) }
        self
      end

      # What is signed for a request, under a policy, with a number and a time.
      def self.__der(request, policy, serial, time)
        imprint = Rutile::DER.one(request.to_der).fields(2)[1].whole
        nonce = Rutile::DER.integer(request.nonce.to_i) if request.nonce
        Rutile::DER.sequence(Rutile::DER.integer(1), Rutile::DER.oid(policy), imprint, Rutile::DER.integer(serial),
                             ASN1::GeneralizedTime.new(time).to_der, nonce)
      end

      def policy_id
        Rutile::Objects.short_name(@__policy).dup
      end

      # The number of the policy, also where that has a name.
      def __policy
        @__policy
      end

      def serial_number
        BN.new(@__serial)
      end

      def nonce
        @__nonce && BN.new(@__nonce)
      end

      def to_der
        @__der.dup
      end

      def to_text
        Rutile::TimestampText.of_token(self)
      end

      # --- What only words have ---

      # The parts of a second, with the point before them.
      def __fraction
        @__fraction
      end

      def __accuracy
        @__accuracy
      end

      def __authority
        @__authority
      end

      def __extensions
        @__extensions
      end

      private

      def read(element)
        @__der = element.whole
        version, policy, imprint, serial, time, *rest = element.fields(5)
        @version, @__policy, @__serial = version.integer, policy.oid, serial.integer
        read_imprint(imprint)
        raise Rutile::DER::Malformed, "wrong tag" unless time.type == 0x18
        @gen_time, @__fraction = Rutile::DER.parse_time(time.type, time.content), time.content[/\.\d+/]
        @ordering, @__extensions = false, []
        rest.each { |part| read_part(part) }
      end

      def read_part(part)
        case part.type
        when 0x30 then @__accuracy = accuracy(part.sequence)
        when 0x01 then @ordering = part.content != "\0"
        when 0x02 then @__nonce = part.integer
        when 0xa0 then @__authority = part.inner
        when 0xa1 then @__extensions = part.children.map { |extension| X509::Extension.new(extension.whole) }
        else raise Rutile::DER::Malformed, "wrong tag"
        end
      end

      def accuracy(parts)
        found = parts.to_h { |part| [part.type, Rutile::DER.signed(part.content)] }
        Accuracy.new(found[0x02], found[0x80], found[0x81])
      end
    end
  end
end
