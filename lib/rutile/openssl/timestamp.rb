# OpenSSL::Timestamp: that a digest was known at some time, signed by an authority that tells the time (RFC 3161). This is
# what is asked; what is signed is in timestamp_token.rb, the answer in timestamp_response.rb, who answers in
# timestamp_factory.rb, and all of them in words in timestamp_text.rb.

module OpenSSL
  module Timestamp
    class TimestampError < OpenSSLError; end

    # The kind of content that a token is.
    KIND = "1.2.840.113549.1.9.16.1.4"
    private_constant :KIND

    # The digest of what is to be stamped, and which digest it is: requests and tokens hold one.
    module Imprinted
      # The short name of the digest where it has one; that of no object at all is "NULL".
      def algorithm
        @__algorithm ? Rutile::Objects.short_name(@__algorithm).dup : "NULL"
      end

      def message_imprint
        @__imprint.dup
      end

      # [the algorithm's number, what it is given, the digest]: what two imprints have to have in common.
      def __imprint
        [@__algorithm, @__parameters, @__imprint]
      end

      private

      def read_imprint(element)
        algorithm, digest = element.fields(2)
        kind, parameters = algorithm.fields(1)
        @__algorithm, @__parameters, @__imprint = kind.oid, parameters&.whole, digest.octets
      end

      def imprint_der
        Rutile::DER.sequence(Rutile::DER.sequence(Rutile::DER.oid(@__algorithm), @__parameters), Rutile::DER.octets(@__imprint))
      end
    end
    private_constant :Imprinted

    class << self
      # What a block makes of an object's bytes, or those of a file.
      def __reading(given, what, type, &block)
        bytes = Rutile::PEM.source(given)
        raise TimestampError, "Error when decoding the timestamp #{what}" if bytes.empty?
        Rutile::DER.reading(bytes, TimestampError, "Error when decoding the timestamp #{what}: nested asn1 error (Type=#{type})", &block)
      end

      # The number of an object that a program names.
      def __object(name)
        Rutile::Objects.number(Rutile.to_str(name)) or raise ASN1::ASN1Error, "invalid OBJECT ID: first num too large"
      end
    end

    class Request
      include Imprinted

      attr_reader :version

      def initialize(given = (absent = true; nil))
        @version, @__cert_requested, @__imprint, @__extensions = 1, true, "".b, []
        Timestamp.__reading(given, "request", "TS_REQ") { |element| read(element) } unless absent
        self
      end

      def version=(version)
        version = Rutile.to_int(version)
        raise TimestampError, "version must be >= 0!" if version < 0
        @version = version
      end

      def algorithm=(name)
        @__algorithm, @__parameters = Timestamp.__object(name), Rutile::DER.null
      end

      def message_imprint=(digest)
        @__imprint = Rutile.to_str(digest).b
      end

      def policy_id
        @__policy && Rutile::Objects.short_name(@__policy).dup
      end

      def policy_id=(name)
        @__policy = Timestamp.__object(name)
      end

      def nonce
        @__nonce && BN.new(@__nonce)
      end

      def nonce=(number)
        @__nonce = ASN1.__whole(number)
      end

      def cert_requested?
        @__cert_requested
      end

      def cert_requested=(requested)
        @__cert_requested = requested ? true : false
      end

      def __extensions
        @__extensions
      end

      # The number of the policy, also where that has a name.
      def __policy
        @__policy
      end

      def to_der
        raise TimestampError, "Message imprint missing algorithm" unless @__algorithm && Rutile::Objects.find(@__algorithm)
        raise TimestampError, "Message imprint missing hashed message" if @__imprint.empty?
        policy = Rutile::DER.oid(@__policy) if @__policy
        nonce = Rutile::DER.integer(@__nonce) if @__nonce
        requested = Rutile::DER.boolean(true) if @__cert_requested
        extensions = Rutile::DER.tagged(0, @__extensions.map(&:to_der).join.b) unless @__extensions.empty?
        Rutile::DER.sequence(Rutile::DER.integer(@version), imprint_der, policy, nonce, requested, extensions)
      end

      def to_text
        Rutile::TimestampText.of_request(self)
      end

      private

      # What is not said is not wanted.
      def read(element)
        version, imprint, *rest = element.fields(2)
        @version, @__cert_requested = version.integer, false
        read_imprint(imprint)
        rest.each do |part|
          case part.type
          when 0x06 then @__policy = part.oid
          when 0x02 then @__nonce = part.integer
          when 0x01 then @__cert_requested = part.content != "\0"
          when 0xa0 then @__extensions = part.children.map { |extension| X509::Extension.new(extension.whole) }
          else raise Rutile::DER::Malformed, "wrong tag"
          end
        end
      end
    end
  end
end
