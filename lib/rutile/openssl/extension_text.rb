# The words in which extensions of certificates are shown.

module Rutile
  module ExtensionText
    USAGES = [
      ["digitalSignature", "Digital Signature"], ["nonRepudiation", "Non Repudiation"], ["keyEncipherment", "Key Encipherment"],
      ["dataEncipherment", "Data Encipherment"], ["keyAgreement", "Key Agreement"], ["keyCertSign", "Certificate Sign"],
      ["cRLSign", "CRL Sign"], ["encipherOnly", "Encipher Only"], ["decipherOnly", "Decipher Only"]
    ].freeze

    NETSCAPE_TYPES = [
      ["client", "SSL Client"], ["server", "SSL Server"], ["email", "S/MIME"], ["objsign", "Object Signing"],
      ["reserved", "Unused"], ["sslCA", "SSL CA"], ["emailCA", "S/MIME CA"], ["objCA", "Object Signing CA"]
    ].freeze
    NETSCAPE_TEXTS = %w[nsBaseUrl nsRevocationUrl nsCaRevocationUrl nsRenewalUrl nsCaPolicyUrl nsSslServerName nsComment].freeze
    TLS_FEATURES = { 5 => "status_request", 17 => "status_request_v2" }.freeze

    # Which usages the bits of an extension name, by their places.
    def self.usages(value, table = USAGES)
      element = DER.one(value)
      raise DER::Malformed, "wrong tag" unless element.type == 0x03
      bits = element.bits.unpack1("B*")
      table.each_index.select { |place| bits[place] == "1" }
    end

    module_function

    def of(name, value)
      text =
        case name
        when "basicConstraints" then constraints(DER.one(value))
        when "keyUsage" then bits(value, USAGES)
        when "extendedKeyUsage" then DER.one(value).sequence.map { |use| long_name(use.oid) }.join(", ")
        when "subjectKeyIdentifier" then hexadecimal(DER.one(value).octets)
        when "authorityKeyIdentifier" then authority(DER.one(value))
        when "subjectAltName", "issuerAltName" then DER.one(value).sequence.map { |general| name(general) }.join(", ")
        when "crlDistributionPoints" then points(DER.one(value))
        when "authorityInfoAccess", "subjectInfoAccess" then access(DER.one(value))
        when "nameConstraints" then name_constraints(DER.one(value))
        when "policyConstraints" then policy_constraints(DER.one(value))
        when "policyMappings" then DER.one(value).sequence.map { |pair| pair.fields(2).map { |policy| long_name(policy.oid) }.join(":") }.join(", ")
        when "inhibitAnyPolicy" then DER.one(value).integer.to_s
        when "noCheck" then ""
        when "tlsfeature" then DER.one(value).sequence.map { |feature| TLS_FEATURES[feature.integer] || feature.integer.to_s }.join(", ")
        when "nsCertType" then bits(value, NETSCAPE_TYPES)
        when *NETSCAPE_TEXTS then DER.one(value).content
        end
      text || printable(value)
    rescue DER::Malformed, OpenSSL::X509::NameError
      printable(value)
    end

    def bits(value, table)
      ExtensionText.usages(value, table).map { |place| table[place][1] }.join(", ")
    end

    def name_constraints(element)
      element.sequence.flat_map do |part|
        title = { 0xa0 => "Permitted:", 0xa1 => "Excluded:" }[part.type] or raise DER::Malformed, "wrong tag"
        [title, *part.children.map { |subtree| "  #{constrained(subtree.sequence[0])}" }]
      end.join("\n")
    end

    # An address stands with its mask behind it here.
    def constrained(general)
      return name(general) unless general.type == 0x87
      half = general.content.bytesize / 2
      "IP:#{address(general.content[0, half])}/#{address(general.content[half..])}"
    end

    def policy_constraints(element)
      titles = { 0x80 => "Require Explicit Policy", 0x81 => "Inhibit Policy Mapping" }
      element.sequence.map { |part| "#{titles.fetch(part.type)}:#{DER.signed(part.content)}" }.join(", ")
    end

    def printable(value)
      value.gsub(/[^ -~\n\r]/n, ".")
    end

    def hexadecimal(bytes)
      bytes.unpack("C*").map { |byte| format("%02X", byte) }.join(":")
    end

    def long_name(number)
      found = Objects.find(number)
      found ? found[2] : number
    end

    def constraints(element)
      authority, length = parse_constraints(element)
      "CA:#{authority ? "TRUE" : "FALSE"}#{", pathlen:#{length}" if length}"
    end

    # [whether it is an authority, how many more may follow or nil]
    def parse_constraints(element)
      parts = element.sequence
      authority = parts[0]&.type == 0x01 && parts.shift.content != "\0"
      [authority, parts[0]&.integer]
    end

    def authority(element)
      parts = element.sequence.to_h { |part| [part.type, part] }
      lines = []
      key = parts[0x80]
      issuer, serial = parts[0xa1], parts[0x82]
      lines << "#{"keyid:" if issuer || serial}#{hexadecimal(key.content)}" if key
      issuer&.children&.each { |general| lines << name(general) }
      lines << "serial:#{hexadecimal(serial.content)}" if serial
      lines.join("\n")
    end

    def name(general)
      case general.type
      when 0x81 then "email:#{general.content}"
      when 0x82 then "DNS:#{general.content}"
      when 0x86 then "URI:#{general.content}"
      when 0x87 then "IP Address:#{address(general.content)}"
      when 0x88 then "Registered ID:#{long_name(DER.oid_text(general.content))}"
      when 0xa4 then "DirName:#{OpenSSL::X509::Name.new(general.content).to_s}"
      when 0xa0 then "othername:<unsupported>"
      when 0xa3 then "X400Name:<unsupported>"
      when 0xa5 then "EdiPartyName:<unsupported>"
      else raise DER::Malformed, "wrong tag"
      end
    end

    def address(bytes)
      case bytes.bytesize
      when 4 then bytes.unpack("C4").join(".")
      when 16 then bytes.unpack("n8").map { |part| format("%X", part) }.join(":")
      else "<invalid>"
      end
    end

    def points(element)
      element.sequence.map do |point|
        names = point.sequence.find { |part| part.type == 0xa0 }&.children&.find { |part| part.type == 0xa0 }
        return nil unless names
        "Full Name:\n" + names.children.map { |general| "  #{name(general)}\n" }.join
      end.join("\n")
    end

    def access(element)
      element.sequence.map do |description|
        method, location = description.fields(2)
        "#{long_name(method.oid)} - #{name(location)}"
      end.join("\n")
    end
  end
end
