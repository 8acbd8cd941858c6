# What a certificate may be used for, as its extensions say. They are given by their names.

module Rutile
  module CertificatePurpose
    USES = {
      OpenSSL::X509::PURPOSE_SSL_CLIENT => "1.3.6.1.5.5.7.3.2", OpenSSL::X509::PURPOSE_SSL_SERVER => "1.3.6.1.5.5.7.3.1",
      OpenSSL::X509::PURPOSE_SMIME_SIGN => "1.3.6.1.5.5.7.3.4"
    }.freeze
    ANY_USE = "2.5.29.37.0"
    TIMESTAMPS = "1.3.6.1.5.5.7.3.8"
    # What a certificate's key must be for, one of these, where it says what it is for.
    KEY_USES = {
      OpenSSL::X509::PURPOSE_SSL_CLIENT => %w[digitalSignature keyAgreement],
      OpenSSL::X509::PURPOSE_SSL_SERVER => %w[digitalSignature keyEncipherment keyAgreement],
      OpenSSL::X509::PURPOSE_CRL_SIGN => %w[cRLSign], OpenSSL::X509::PURPOSE_SMIME_SIGN => %w[digitalSignature nonRepudiation]
    }.freeze
    # What a key that signs timestamps may be for.
    SIGNING = %w[digitalSignature nonRepudiation].freeze
    private_constant :USES, :ANY_USE, :TIMESTAMPS, :KEY_USES, :SIGNING

    module_function

    def extensions_of(certificate)
      certificate.extensions.to_h { |extension| [extension.oid, extension] }
    end

    # Whether a certificate whose extensions these are may stand at the end of a chain for this purpose.
    def fits?(purpose, extensions)
      return stamps?(extensions) if purpose == OpenSSL::X509::PURPOSE_TIMESTAMP_SIGN
      key_uses = KEY_USES[purpose]
      return false if key_uses && key_uses.none? { |name| usage?(extensions, name) }
      allows?(purpose, extensions)
    end

    # Whether an authority whose extensions these are may issue certificates for this purpose.
    def allows?(purpose, extensions)
      wanted = USES[purpose] or return true
      uses = extended_uses(extensions)
      uses.nil? || uses.include?(wanted) || uses.include?(ANY_USE)
    end

    # Timestamps are signed with a certificate that is for nothing else, and says so to all who read it (RFC 3161).
    def stamps?(extensions)
      return false unless extensions["extendedKeyUsage"]&.critical? && extended_uses(extensions) == [TIMESTAMPS]
      usages = key_usages(extensions)
      usages.nil? || !usages.empty? && (usages - SIGNING).empty?
    end

    def usage?(extensions, name)
      usages = key_usages(extensions)
      usages.nil? || usages.include?(name)
    end

    # The names of what the key is for; nil where nothing is said.
    def key_usages(extensions)
      usage = extensions["keyUsage"] or return
      ExtensionText.usages(usage.value_der).map { |place| ExtensionText::USAGES[place][0] }
    end

    # The numbers of what the certificate is for; nil where nothing is said.
    def extended_uses(extensions)
      uses = extensions["extendedKeyUsage"] or return
      DER.one(uses.value_der).sequence.map(&:oid)
    end
  end
end
