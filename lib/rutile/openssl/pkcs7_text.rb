# OpenSSL::PKCS7 in words.

module OpenSSL
  class PKCS7
    # Structures of certificates and lists of revocations, told for StructureText.
    module Told
      T = Rutile::StructureText
      private_constant :T

      module_function

      def identity(issuer, serial)
        { "issuer" => Rutile::CertificateText.name(issuer), "serial" => serial.to_s }
      end

      def name(element)
        Rutile::CertificateText.name(X509::Name.new(element.whole))
      end

      def certificate(der)
        info, algorithm, signature = Rutile::DER.one(der).fields(3)
        { "cert_info" => certificate_info(info.fields(6)), "sig_alg" => T.algorithm(algorithm), "signature" => T.bits(signature) }
      end

      # The key's structure tells its name once more, as deep as it stands.
      def certificate_info(parts)
        version = parts[0].type == 0xa0 ? parts.shift.inner.integer : 0
        serial, algorithm, issuer, validity, subject, key, *rest = parts
        from, till = validity.fields(2)
        {
          "version" => version, "serialNumber" => serial.integer, "signature" => T.algorithm(algorithm), "issuer" => name(issuer),
          "validity" => { "notBefore" => T.time(from), "notAfter" => T.time(till) }, "subject" => name(subject),
          "key:           X509_PUBKEY" => public_key(key.fields(2)), "issuerUID" => optional(rest, 0x81) { |part| T.bits(part) },
          "subjectUID" => optional(rest, 0x82) { |part| T.bits(part) }, "extensions" => extensions(rest.find { |part| part.type == 0xa3 }&.inner)
        }
      end

      def public_key(parts)
        { "algor" => T.algorithm(parts[0]), "public_key" => T.bits(parts[1]) }
      end

      def optional(parts, type)
        found = parts.find { |part| part.type == type }
        found && yield(found)
      end

      def extensions(element)
        return T::ABSENT_LIST unless element
        X509::Extension.__all(element).map do |one|
          { "object" => T.object(one.__number), "critical" => T.truth(one.critical?), "value" => T.octets(one.value_der) }
        end
      end

      def list(der)
        info, algorithm, signature = Rutile::DER.one(der).fields(3)
        { "crl" => list_info(info.sequence), "sig_alg" => T.algorithm(algorithm), "signature" => T.bits(signature) }
      end

      def list_info(parts)
        version = parts.shift.integer if parts[0].type == 0x02
        algorithm, issuer, from, *rest = parts
        till = rest.shift if rest[0] && [0x17, 0x18].include?(rest[0].type)
        revoked = rest.shift if rest[0]&.type == 0x30
        {
          "version" => version, "sig_alg" => T.algorithm(algorithm), "issuer" => name(issuer), "lastUpdate" => T.time(from),
          "nextUpdate" => till && T.time(till), "revoked" => revoked ? revoked.sequence.map { |one| entry(one.fields(2)) } : T::ABSENT_LIST,
          "extensions" => extensions(rest[0]&.inner)
        }
      end

      def entry(parts)
        { "serialNumber" => parts[0].integer, "revocationDate" => T.time(parts[1]), "extensions" => extensions(parts[2]) }
      end

      def attributes(element)
        return T::ABSENT_LIST unless element
        element.children.map do |one|
          kind, values = one.fields(2)
          { "object" => T.object(kind.oid), "set" => values.children.map { |value| T.any(value) } }
        end
      end

      def signer(der)
        version, identity, digest, *rest = Rutile::DER.one(der).fields(5)
        signed = rest.shift if rest[0].type == 0xa0
        algorithm, signature, others = rest
        issuer, serial = identity.fields(2)
        {
          "version" => version.integer, "issuer_and_serial" => identity(X509::Name.new(issuer.whole), serial.integer),
          "digest_alg" => T.algorithm(digest), "auth_attr" => attributes(signed), "digest_enc_alg" => T.algorithm(algorithm),
          "enc_digest" => T.octets(signature.octets), "unauth_attr" => attributes(others)
        }
      end

      def recipient(der)
        version, identity, algorithm, key = Rutile::DER.one(der).fields(4)
        issuer, serial = identity.fields(2)
        {
          "version" => version.integer, "issuer_and_serial" => identity(X509::Name.new(issuer.whole), serial.integer),
          "key_enc_algor" => T.algorithm(algorithm), "enc_key" => T.octets(key.octets)
        }
      end
    end
    private_constant :Told

    UNDEFINED = "undefined ()"
    NOTHING_INSIDE = { "type" => UNDEFINED, "d.other" => nil }.freeze
    NO_ALGORITHM = { "algorithm" => UNDEFINED, "parameter" => nil }.freeze
    private_constant :UNDEFINED, :NOTHING_INSIDE, :NO_ALGORITHM

    def to_text
      Rutile::StructureText.of("PKCS7", @type ? { "type" => Rutile::StructureText.object(OIDS[@type]), **told_content } : NOTHING_INSIDE)
    end

    private

    def told_content
      case @type
      when :data then { "d.data" => Rutile::StructureText.octets(@__content || "") }
      when :signed then { "d.sign" => told_signed }
      when :enveloped then { "d.enveloped" => { "version" => 0, "recipientinfo" => told(@__recipients, :recipient), "enc_data" => told_sealed } }
      when :signedAndEnveloped
        signed = told_signed
        { "d.signed_and_enveloped" => { "version" => 1, "recipientinfo" => told(@__recipients, :recipient), "md_algs" => signed["md_algs"],
                                        "enc_data" => told_sealed, **signed.slice("cert", "crl", "signer_info") } }
      when :digest
        { "d.digest" => { "version" => 0, "md" => NO_ALGORITHM, "contents" => NOTHING_INSIDE, "digest" => Rutile::StructureText.octets("") } }
      else { "d.encrypted" => { "version" => 0, "enc_data" => told_sealed } }
      end
    end

    def told(objects, what)
      objects.map { |object| Told.public_send(what, object.respond_to?(:to_der) ? object.to_der : object.__to_der) }
    end

    def told_signed
      signers = told(@__signers, :signer)
      {
        "version" => @__version || 1, "md_algs" => signers.map { |signer| signer["digest_alg"] }.uniq, "contents" => told_inside,
        "cert" => @__certificates.empty? ? Rutile::StructureText::ABSENT_LIST : told(@__certificates, :certificate),
        "crl" => @__lists.empty? ? Rutile::StructureText::ABSENT_LIST : told(@__lists, :list), "signer_info" => signers
      }
    end

    # What is signed, where it stands with the signature.
    def told_inside
      return NOTHING_INSIDE if @__content.nil? && @__inner.nil? && !@__detached
      kind, content = __enclosed
      return { "type" => Rutile::StructureText.object(kind), "d.data" => content && Rutile::StructureText.octets(content) } if kind == OIDS[:data]
      inside = content && Rutile::StructureText::Typed.new("OCTET STRING", Rutile::StructureText.octets(content))
      { "type" => Rutile::StructureText.object(kind), "d.other" => inside }
    end

    def told_sealed
      algorithm = NO_ALGORITHM
      if @__kind && @__vector
        vector = Rutile::StructureText::Typed.new("OCTET STRING", Rutile::StructureText.octets(@__vector))
        algorithm = { "algorithm" => Rutile::StructureText.object(@__kind), "parameter" => vector }
      end
      { "content_type" => Rutile::StructureText.object(OIDS[:data]), "algorithm" => algorithm,
        "enc_data" => @__sealed && Rutile::StructureText.octets(@__sealed) }
    end
  end
end
