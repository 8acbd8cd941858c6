# OpenSSL::Timestamp::Response: what an authority answers, a token or why there is none, and whether that is to be believed.

module OpenSSL
  module Timestamp
    class Response
      GRANTED = 0
      GRANTED_WITH_MODS = 1
      REJECTION = 2
      WAITING = 3
      REVOCATION_WARNING = 4
      REVOCATION_NOTIFICATION = 5

      # Why there is no token: a bit each.
      FAILURES = {
        BAD_ALG: 0, BAD_REQUEST: 2, BAD_DATA_FORMAT: 5, TIME_NOT_AVAILABLE: 14, UNACCEPTED_POLICY: 15, UNACCEPTED_EXTENSION: 16,
        ADD_INFO_NOT_AVAILABLE: 17, SYSTEM_FAILURE: 25
      }.freeze
      private_constant :FAILURES

      def initialize(given)
        Timestamp.__reading(given, "response", "TS_RESP") { |element| read(element) }
        self
      end

      class << self
        # An answer with a token: what is signed, by whom, and the certificates beside it.
        def __granted(info, signer, certificates)
          token = PKCS7.__enclosing(KIND, info, signer, certificates)
          new(Rutile::DER.sequence(Rutile::DER.sequence(Rutile::DER.integer(GRANTED)), token.to_der))
        end

        # An answer that says why there is no token.
        def __rejected(words, failure = nil)
          text = Rutile::DER.sequence(Rutile::DER.element(0x0c, words.b))
          new(Rutile::DER.sequence(Rutile::DER.sequence(Rutile::DER.integer(REJECTION), text, failure && failure_bits(FAILURES.fetch(failure)))))
        end

        private

        # Of a list of bits only as many are written as there are to the last one.
        def failure_bits(place)
          bytes = [1 << 7 - place % 8].pack("C").rjust(place / 8 + 1, "\0")
          Rutile::DER.element(0x03, [7 - place % 8].pack("C") << bytes)
        end
      end

      # --- What it says ---

      def status
        BN.new(@__status)
      end

      def status_text
        @__words.map(&:dup)
      end

      def failure_info
        return nil unless @__failures
        __failures.first or raise TimestampError, "Unrecognized failure info."
      end

      # All that is wrong.
      def __failures
        FAILURES.keys.select { |name| @__failures && failed?(FAILURES[name]) }
      end

      def token
        @__token && PKCS7.new(@__token)
      end

      def token_info
        @__info && TokenInfo.new(@__info.to_der)
      end

      # The certificate that the token was signed with, where it came along.
      def tsa_certificate
        signed = token or return
        signed.signers.first&.then { |signer| signed.__certificate_of(signer, []) }
      end

      # --- Bytes ---

      def to_der
        @__der.dup
      end

      def to_text
        Rutile::TimestampText.of_response(self)
      end

      # --- Whether it is to be believed ---

      # Raises unless the token answers the request, and was signed by one that the store trusts with timestamps.
      def verify(request, store, intermediates = nil)
        Rutile.expect(request, Request, "OpenSSL/Timestamp/Request")
        Rutile.expect(store, X509::Store, "OpenSSL/X509/STORE")
        algorithm, _, imprint = request.__imprint
        raise TimestampError, "Error when creating the verification context.: ASN1 lib" unless algorithm
        raise TimestampError, "Error when creating the verification context." if imprint.empty?
        others = OpenSSL.__certificates(intermediates || [])
        raise TimestampError, "TS_RESP_get_token" unless @__token
        wrong = Rutile::TimestampSignature.wrong_with(token, others, store) || wrong_for(request)
        raise TimestampError, "TS_RESP_verify_response: #{wrong}" if wrong
        self
      end

      private

      def wrong_for(request)
        return "unsupported version" unless @__info.version == 1
        return "policy mismatch" if request.__policy && request.__policy != @__info.__policy
        return "message imprint mismatch" unless request.__imprint == @__info.__imprint
        return nil unless request.nonce
        return "nonce not returned" unless @__info.nonce
        "nonce mismatch" unless request.nonce == @__info.nonce
      end

      def failed?(place)
        byte = @__failures.getbyte(place / 8)
        !byte.nil? && byte[7 - place % 8] == 1
      end

      def read(element)
        @__der = element.whole
        status, token = element.fields(1)
        read_status(status)
        @__token = token&.whole
        granted = @__status == GRANTED || @__status == GRANTED_WITH_MODS
        raise TimestampError, "Error when decoding the timestamp response: aux error (Type=TS_RESP)" unless granted == !token.nil?
        @__info = info_of(PKCS7.new(@__token)) if token
      rescue ArgumentError, X509::CertificateError
        raise Rutile::DER::Malformed, "not a token"
      end

      def info_of(token)
        kind, content = token.__enclosed if token.type == :signed
        raise Rutile::DER::Malformed, "not a token" unless kind == KIND && content
        TokenInfo.new(content)
      end

      def read_status(element)
        status, *rest = element.fields(1)
        @__status, @__words = status.integer, []
        rest.each do |part|
          case part.type
          when 0x30 then @__words = part.sequence.map { |word| word.content }
          when 0x03 then @__failures = part.bits
          else raise Rutile::DER::Malformed, "wrong tag"
          end
        end
      end
    end
  end
end
