# Which names an authority may certify (RFC 5280, 4.2.1.10): those of permitted subtrees, if there are any of their kind,
# and none of excluded ones.

module Rutile
  class NameConstraints
    # Kinds of names that can be compared with a subtree: addresses of mail, hosts, names of persons, URIs, IP addresses.
    EMAIL, HOST, DIRECTORY, URI, ADDRESS = 0x81, 0x82, 0xa4, 0x86, 0x87
    private_constant :EMAIL, :HOST, :DIRECTORY, :URI, :ADDRESS

    PERMITTED, EXCLUDED, UNSUPPORTED = 47, 48, 51
    private_constant :PERMITTED, :EXCLUDED, :UNSUPPORTED

    def initialize(value)
      parts = DER.one(value).sequence.to_h { |part| [part.type, part.children.map { |subtree| subtree.fields(1)[0] }] }
      @permitted = parts[0xa0] || []
      @excluded = parts[0xa1] || []
    end

    # The reason why a certificate breaks these constraints; nil if it doesn't.
    def violation(certificate)
      names(certificate).each do |name|
        error = violated_by(name)
        return error if error
      end
      nil
    end

    private

    # The alternative names and the subject; where no alternative is a host, a common name may be meant as one.
    def names(certificate)
      alternatives = certificate.extensions.find { |extension| extension.oid == "subjectAltName" }
      names = alternatives ? DER.one(alternatives.value_der).sequence.map { |name| [name.type, name.content] } : []
      subject = certificate.subject
      names << [DIRECTORY, subject] unless subject.__entries.empty?
      subject.to_a.each do |kind, value,|
        names << [EMAIL, value] if kind == "emailAddress"
        names << [HOST, value] if kind == "CN" && alternatives.nil? && value.match?(/\A[\w*-]+(\.[\w-]+)+\z/n)
      end
      names
    end

    def violated_by(name)
      kind, value = name
      permitted = @permitted.select { |subtree| subtree.type == kind }
      excluded = @excluded.select { |subtree| subtree.type == kind }
      return nil if permitted.empty? && excluded.empty?
      return UNSUPPORTED unless [EMAIL, HOST, DIRECTORY, URI, ADDRESS].include?(kind)
      return PERMITTED unless permitted.empty? || permitted.any? { |subtree| inside?(kind, value, subtree.content) }
      EXCLUDED if excluded.any? { |subtree| inside?(kind, value, subtree.content) }
    end

    def inside?(kind, value, base)
      case kind
      when HOST then base.empty? || below?(value, base)
      when EMAIL then mail_inside?(value, base)
      when URI then (host = value[%r{\A[^:/?#]+://(?:[^@/?#]*@)?([^:/?#]+)}n, 1]) && host_inside?(host, base)
      when ADDRESS then address_inside?(value, base)
      else value.__canonical.start_with?(OpenSSL::X509::Name.new(base).__canonical)
      end
    end

    # The domain itself, or one below it; only below it where it begins with a dot.
    def below?(value, base)
      value, base = value.downcase, base.downcase
      value == base || value.end_with?(base.start_with?(".") ? base : ".#{base}")
    end

    def host_inside?(host, base)
      base.start_with?(".") ? below?(host, base) : host.casecmp?(base)
    end

    def mail_inside?(value, base)
      return value.casecmp?(base) if base.include?("@")
      host_inside?(value[/@([^@]*)\z/n, 1] || "", base)
    end

    # An address and the bits of it that count.
    def address_inside?(value, base)
      return false unless base.bytesize == 2 * value.bytesize
      address, mask = base.unpack("C*").each_slice(value.bytesize).to_a
      value.unpack("C*").each_with_index.all? { |byte, index| byte & mask[index] == address[index] & mask[index] }
    end
  end
end
