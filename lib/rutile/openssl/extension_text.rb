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
    # Why a certificate counts no longer, as the number of a reason and as the place of a bit.
    REASONS = {
      0 => "Unspecified", 1 => "Key Compromise", 2 => "CA Compromise", 3 => "Affiliation Changed", 4 => "Superseded",
      5 => "Cessation Of Operation", 6 => "Certificate Hold", 8 => "Remove From CRL", 9 => "Privilege Withdrawn", 10 => "AA Compromise"
    }.freeze
    REASON_BITS = [
      ["unused", "Unused"], ["keyCompromise", "Key Compromise"], ["CACompromise", "CA Compromise"],
      ["affiliationChanged", "Affiliation Changed"], ["superseded", "Superseded"], ["cessationOfOperation", "Cessation Of Operation"],
      ["certificateHold", "Certificate Hold"], ["privilegeWithdrawn", "Privilege Withdrawn"], ["AACompromise", "AA Compromise"]
    ].freeze
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
        when "certificatePolicies" then CertificatePolicies.of(DER.one(value))
        when "CRLReason" then reason(DER.one(value))
        when "crlNumber", "deltaCRL" then number(DER.one(value).integer)
        when "crlDistributionPoints", "freshestCRL" then points(DER.one(value))
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
      element.sequence.map { |point| point.sequence.map { |part| point_part(part) }.join }.join("\n")
    end

    # Where a list is, for which reasons it is made, who signs it.
    def point_part(part)
      case part.type
      when 0xa0
        full = part.children.find { |names| names.type == 0xa0 } or raise DER::Malformed, "wrong tag"
        "Full Name:\n" + full.children.map { |general| "  #{printed_name(general)}\n" }.join
      when 0x81 then "Reasons:\n  #{bits(DER.element(0x03, part.content), REASON_BITS)}\n"
      when 0xa2 then "CRL Issuer:\n" + part.children.map { |general| "  #{printed_name(general)}" }.join("\n")
      else raise DER::Malformed, "wrong tag"
      end
    end

    # Here a distinguished name stands in one line.
    def printed_name(general)
      return name(general) unless general.type == 0xa4
      "DirName:#{OpenSSL::X509::Name.new(general.content).to_s(OpenSSL::X509::Name::ONELINE)}"
    end

    def reason(element)
      raise DER::Malformed, "wrong tag" unless element.type == 0x0a
      REASONS[DER.signed(element.content)]
    end

    def number(number)
      number.bit_length < 128 ? number.to_s : format("0x%X", number)
    end

    def access(element)
      element.sequence.map do |description|
        method, location = description.fields(2)
        "#{long_name(method.oid)} - #{name(location)}"
      end.join("\n")
    end
  end
end
