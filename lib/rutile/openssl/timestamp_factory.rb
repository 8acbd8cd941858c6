# OpenSSL::Timestamp::Factory: an authority that answers requests.

module OpenSSL
  module Timestamp
    class Factory
      attr_accessor :allowed_digests, :default_policy_id, :serial_number, :gen_time, :additional_certs

      DIGEST = "SHA256"
      private_constant :DIGEST

      def create_timestamp(key, certificate, request)
        Rutile.expect(certificate, X509::Certificate, "OpenSSL/X509")
        PKey.__check(key)
        raise ArgumentError, "private key is needed" unless key.private?
        Rutile.expect(request, Request, "OpenSSL/Timestamp/Request")
        serial, policy = settings(request)
        unless Rutile::CertificatePurpose.stamps?(Rutile::CertificatePurpose.extensions_of(certificate))
          raise TimestampError, "Certificate does not contain the timestamping extension: invalid signer certificate purpose"
        end
        others = Array === additional_certs ? OpenSSL.__certificates(additional_certs) : []
        digests = Array === allowed_digests ? allowed_digests.map { |digest| Digest.__name(digest) } : []
        refusal(request, digests) || answer(request, TokenInfo.__der(request, policy, serial, gen_time), key, certificate, others)
      end

      private

      # [the number, the policy's number] of the token.
      def settings(request)
        raise TimestampError, "@gen_time must be a Time." unless gen_time.instance_of?(Time)
        raise TimestampError, "@serial_number must be set." if serial_number.nil?
        serial = ASN1.__whole(serial_number)
        policy = request.__policy
        raise TimestampError, "No policy id in the request and no default policy set" if policy.nil? && default_policy_id.nil?
        [serial, policy || Timestamp.__object(default_policy_id)]
      end

      # What is answered to a request that can't be granted; nil where it can.
      def refusal(request, digests)
        request.to_der
        algorithm, parameters, imprint = request.__imprint
        digest = digests.find { |name| Rutile::Objects.number(name) == algorithm }
        return Response.__rejected("Bad request version.", :BAD_REQUEST) unless request.version == 1
        return Response.__rejected("Message digest algorithm is not supported.", :BAD_ALG) unless digest
        return Response.__rejected("Superfluous message digest parameter.", :BAD_ALG) unless parameters.nil? || parameters == Rutile::DER.null
        return Response.__rejected("Bad message digest.", :BAD_DATA_FORMAT) unless imprint.bytesize == Digest.new(digest).digest_length
        Response.__rejected("Unsupported extension.", :UNACCEPTED_EXTENSION) unless request.__extensions.empty?
      end

      def answer(request, info, key, certificate, others)
        return Response.__rejected("Error during signature generation.") unless certificate.check_private_key(key)
        signer = PKCS7::SignerInfo.new(certificate, key, DIGEST)
        signer.__describe(info, KIND, Rutile::TimestampSignature.naming(certificate))
        Response.__granted(info, signer, request.cert_requested? ? [certificate, *others] : [])
      end
    end
  end
end
