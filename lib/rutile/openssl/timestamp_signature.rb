# The signature on a timestamp: it must be by one certificate alone, which the signed words name by its digest (RFC 2634,
# RFC 5035), so that none of the same name and key can take its place.

module Rutile
  module TimestampSignature
    module_function

    # The attribute that names a certificate.
    def naming(certificate)
      id = DER.sequence(DER.octets(OpenSSL::Digest.digest("SHA1", certificate.to_der)))
      { signing_certificate: DER.sequence(DER.sequence(id)) }
    end

    # nil where a token's signature is right, else what is wrong.
    def wrong_with(token, others, store)
      return "there must be one signer" unless token.signers.size == 1
      signer = token.signers[0]
      certificate = token.__certificate_of(signer, others) or return "signer certificate not found"
      context = OpenSSL::X509::StoreContext.new(store, certificate, others + (token.certificates || []))
      context.purpose = OpenSSL::X509::PURPOSE_TIMESTAMP_SIGN
      return "certificate verify error (Verify error:#{context.error_string})" unless context.verify
      wrong_names(signer, context.chain) || (signer.__wrong(token.__enclosed[1], certificate) && "signature failure")
    rescue DER::Malformed
      "ess signing certificate error"
    end

    # The first name is of who signed, others are of who issued its certificate.
    def wrong_names(signer, chain)
      names = names_in(signer.__attribute(:signing_certificate), "1.3.14.3.2.26") +
              names_in(signer.__attribute(:signing_certificate_v2), "2.16.840.1.101.3.4.2.1")
      return "missing signing certificate attribute" if names.empty?
      places = names.map { |name| chain.index { |certificate| named?(certificate, *name) } }
      return "ess cert id not found" unless places.all?
      "ess cert id wrong order" unless places[0] == 0
    end

    # [the digest's number, the digest, issuer and serial number or nil] of each certificate that an attribute names.
    def names_in(attribute, usual)
      return [] unless attribute
      attribute.fields(1)[0].sequence.map do |name|
        parts = name.sequence
        digest = parts[0].type == 0x30 ? parts.shift.fields(1)[0].oid : usual
        hash, issuer = parts
        raise DER::Malformed, "too few elements" unless hash
        [digest, hash.octets, issuer]
      end
    end

    def named?(certificate, digest, hash, issuer)
      return false unless OpenSSL::Digest.digest(digest, certificate.to_der) == hash
      return true unless issuer
      names, serial = issuer.fields(2)
      names = names.sequence
      names.size == 1 && names[0].type == 0xa4 && serial.integer == certificate.serial.to_i &&
        OpenSSL::X509::Name.new(names[0].content).eql?(certificate.issuer)
    end
  end
end
