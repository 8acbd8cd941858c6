# Signatures on certificates, requests and lists of revocations: which algorithm a key and a digest make.

module Rutile
  module SignatureAlgorithm
    RSA = {
      "1.2.840.113549.1.1.4" => "MD5", "1.2.840.113549.1.1.5" => "SHA1", "1.2.840.113549.1.1.14" => "SHA224",
      "1.2.840.113549.1.1.11" => "SHA256", "1.2.840.113549.1.1.12" => "SHA384", "1.2.840.113549.1.1.13" => "SHA512",
      "2.16.840.1.101.3.4.3.14" => "SHA3-256", "2.16.840.1.101.3.4.3.15" => "SHA3-384", "2.16.840.1.101.3.4.3.16" => "SHA3-512"
    }.freeze
    EC = {
      "1.2.840.10045.4.1" => "SHA1", "1.2.840.10045.4.3.1" => "SHA224", "1.2.840.10045.4.3.2" => "SHA256",
      "1.2.840.10045.4.3.3" => "SHA384", "1.2.840.10045.4.3.4" => "SHA512"
    }.freeze
    DSA = {
      "1.2.840.10040.4.3" => "SHA1", "2.16.840.1.101.3.4.3.1" => "SHA224", "2.16.840.1.101.3.4.3.2" => "SHA256",
      "2.16.840.1.101.3.4.3.3" => "SHA384", "2.16.840.1.101.3.4.3.4" => "SHA512"
    }.freeze
    PSS = "1.2.840.113549.1.1.10"
    ED25519 = "1.3.101.112"
    DIGESTS = {
      "1.3.14.3.2.26" => "SHA1", "2.16.840.1.101.3.4.2.4" => "SHA224", "2.16.840.1.101.3.4.2.1" => "SHA256",
      "2.16.840.1.101.3.4.2.2" => "SHA384", "2.16.840.1.101.3.4.2.3" => "SHA512"
    }.freeze
    private_constant :RSA, :EC, :DSA, :PSS, :ED25519, :DIGESTS

    module_function

    # [the algorithm's encoding, the signature]
    def sign(key, digest, bytes, error)
      raise ArgumentError, "private key is needed" unless key.private?
      name = digest && OpenSSL::Digest.__name(digest)
      algorithm =
        case key.oid
        when "rsaEncryption" then DER.sequence(DER.oid(number(RSA, name || "SHA256", error)), DER.null)
        when "id-ecPublicKey" then DER.sequence(DER.oid(number(EC, name || "SHA256", error)))
        when "DSA" then DER.sequence(DER.oid(number(DSA, name || "SHA256", error)))
        when "ED25519" then DER.sequence(DER.oid(ED25519))
        else raise error, "unsupported key for signatures: #{key.oid}"
        end
      name ||= "SHA256" unless key.oid == "ED25519"
      [algorithm, key.sign(name, yield(algorithm))]
    end

    def number(table, name, error)
      table.key(name) or raise error, "unsupported digest for signatures: #{name}"
    end

    # Whether it is right; raises where the key is of another kind.
    def verify(key, algorithm, signature, bytes, error)
      kind, parameters = DER.one(algorithm).fields(1)
      oid = kind.oid
      wanted = RSA[oid] || oid == PSS ? "rsaEncryption" : EC[oid] ? "id-ecPublicKey" : DSA[oid] ? "DSA" : oid == ED25519 ? "ED25519" : nil
      raise error, "unknown signature algorithm" unless wanted
      raise error, "wrong public key type" unless key.oid == wanted
      return verify_pss(key, parameters, signature, bytes, error) if oid == PSS
      key.verify(RSA[oid] || EC[oid] || DSA[oid], signature, bytes)
    rescue OpenSSL::PKey::PKeyError, DER::Malformed
      false
    end

    def verify_pss(key, parameters, signature, bytes, error)
      digest = mask = "SHA1"
      salt = 20
      parameters&.sequence&.each do |part|
        content = part.inner
        case part.type
        when 0xa0 then digest = DIGESTS[content.fields(1)[0].oid]
        when 0xa1 then mask = DIGESTS[content.fields(2)[1].fields(1)[0].oid]
        when 0xa2 then salt = content.integer
        end
      end
      raise error, "unsupported signature parameters" unless digest && mask && salt.between?(0, 2048)
      key.verify_pss(digest, signature, bytes, salt_length: salt, mgf1_hash: mask)
    end
  end
end
