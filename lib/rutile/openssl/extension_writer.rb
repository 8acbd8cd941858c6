# Extensions of certificates from the words in which configurations have them.

require "ipaddr"

module Rutile
  class ExtensionWriter
    def initialize(factory)
      @factory = factory
    end

    # The extension's bytes; nil where the words are not understood.
    def write(name, text)
      return CertificatePolicies.write(text.split(",").map(&:strip), @factory.config) if name == "certificatePolicies"
      items = text.start_with?("@") ? section(text.delete_prefix("@")) : text.split(",").map(&:strip)
      return nil unless items
      case name
      when "basicConstraints" then constraints(items)
      when "keyUsage" then usage(items)
      when "extendedKeyUsage" then extended_usage(items)
      when "subjectKeyIdentifier" then subject_key(text)
      when "authorityKeyIdentifier" then authority_key(items)
      when "subjectAltName", "issuerAltName" then names(items)
      when "crlDistributionPoints" then points(items)
      when "authorityInfoAccess", "subjectInfoAccess" then access(items)
      when "nameConstraints" then name_constraints(items)
      when "policyConstraints" then policy_constraints(items)
      when "policyMappings" then policy_mappings(items)
      when "inhibitAnyPolicy" then DescribedValue.integer(text)
      when "noCheck" then DER.element(0x05, "")
      when "tlsfeature" then features(items)
      when "nsCertType" then bit_string(items, ExtensionText::NETSCAPE_TYPES)
      when *ExtensionText::NETSCAPE_TEXTS then DER.element(0x16, text.b)
      end
    end

    private

    # What a section of the configuration lists, `DNS.1 = a` as `DNS:a`; nil where there is none.
    def section(name)
      pairs = @factory.config&.[](name) || {}
      pairs.map { |key, value| "#{key[/\A[^.]+/]}:#{value}" } unless pairs.empty?
    end

    def constraints(items)
      authority = length = nil
      items.each do |item|
        key, value = item.split(":", 2)
        case key
        when "CA" then authority = DescribedValue.truth(value)
        when "pathlen" then length = Integer(value.to_s, exception: false)
        else return nil
        end
        return nil if authority.nil? && length.nil?
      end
      return nil if items.empty?
      DER.sequence((DER.boolean(true) if authority), (DER.integer(length) if length))
    end

    def usage(items)
      bit_string(items, ExtensionText::USAGES)
    end

    def bit_string(items, table)
      places = items.map { |item| table.index { |names| names.include?(item) } }
      return nil if places.empty? || places.include?(nil)
      highest = places.max
      bits = (0..highest).map { |place| places.include?(place) ? "1" : "0" }.join
      bytes = [bits].pack("B*")
      DER.element(0x03, [bytes.bytesize * 8 - highest - 1].pack("C") << bytes)
    end

    def extended_usage(items)
      numbers = items.map { |item| Objects.number(item) }
      return nil if numbers.empty? || numbers.include?(nil)
      DER.sequence(*numbers.map { |number| DER.oid(number) })
    end

    def subject_key(text)
      return DER.octets([text.delete(":")].pack("H*")) if /\A\h\h(:?\h\h)*\z/.match?(text)
      info = (@factory.subject_certificate || @factory.subject_request)&.__public_info
      text == "hash" && info ? DER.octets(key_hash(info)) : nil
    end

    # The SHA-1 of a public key's bits.
    def key_hash(info)
      Digest::SHA1.digest(DER.one(info).sequence[1].bits)
    end

    def authority_key(items)
      issuer = @factory.issuer_certificate or return nil
      wanted = items.to_h { |item| item.split(":", 2).then { |key, how| [key, how] } }
      return nil unless (wanted.keys - ["keyid", "issuer"]).empty?
      key = wanted.key?("keyid") ? issuer_key(issuer) : nil
      return nil if wanted["keyid"] == "always" && key.nil?
      with_issuer = wanted["issuer"] == "always" || (wanted.key?("issuer") && key.nil?)
      parts = [(DER.element(0x80, key) if key)]
      if with_issuer
        parts << DER.element(0xa1, DER.element(0xa4, issuer.issuer.to_der))
        parts << DER.element(0x82, DER.integer_content(issuer.serial.to_i))
      end
      DER.sequence(*parts)
    end

    def issuer_key(issuer)
      extension = issuer.extensions.find { |candidate| candidate.oid == "subjectKeyIdentifier" }
      return DER.one(extension.value_der).octets if extension
      issuer.equal?(@factory.subject_certificate) ? key_hash(issuer.__public_info) : nil
    end

    def names(items)
      encoded = items.flat_map { |item| item == "issuer:copy" ? copied(@factory.issuer_certificate) : [name(item)] }
      encoded.empty? || encoded.include?(nil) ? nil : DER.sequence(*encoded)
    end

    # The alternative names of a certificate.
    def copied(certificate)
      extension = certificate&.extensions&.find { |candidate| candidate.oid == "subjectAltName" } or return [nil]
      DER.one(extension.value_der).sequence.map(&:whole)
    end

    def name(item)
      kind, value = item.split(":", 2)
      return nil unless value
      case kind
      when "DNS" then DER.element(0x82, value.b)
      when "email" then DER.element(0x81, value.b)
      when "URI" then DER.element(0x86, value.b)
      when "IP" then DER.element(0x87, IPAddr.new(value).hton)
      when "dirName" then directory_name(value)
      when "RID" then Objects.number(value)&.then { |number| DER.element(0x88, DER.oid_content(number)) }
      end
    rescue IPAddr::Error
      nil
    end

    # The name whose parts a section lists.
    def directory_name(section)
      pairs = @factory.config&.[](section)
      pairs && !pairs.empty? ? DER.element(0xa4, OpenSSL::X509::Name.new(pairs.to_a).to_der) : nil
    end

    def points(items)
      encoded = items.map { |item| item.include?(":") ? point_at(item) : point_of_section(item) }
      encoded.include?(nil) ? nil : DER.sequence(*encoded)
    end

    def point_at(item)
      general = name(item)
      general && DER.sequence(DER.tagged(0, DER.tagged(0, general)))
    end

    def point_of_section(section)
      parts = @factory.config&.[](section) or return nil
      place = parts["fullname"]&.split(",")&.map { |item| name(item.strip) }
      reasons = parts["reasons"] && bit_string(parts["reasons"].split(",").map(&:strip), ExtensionText::REASON_BITS)
      issuer = parts["CRLissuer"] && name(parts["CRLissuer"])
      return nil if parts.empty? || place&.include?(nil) || (parts["reasons"] && !reasons) || (parts["CRLissuer"] && !issuer)
      DER.sequence((DER.tagged(0, DER.tagged(0, place.join)) if place), (DER.element(0x81, DER.one(reasons).content) if reasons),
                   (DER.tagged(2, issuer) if issuer))
    end

    # Names that certificates below this one must or may not have.
    def name_constraints(items)
      permitted, excluded = [], []
      items.each do |item|
        kind, general = item.split(";", 2)
        list = { "permitted" => permitted, "excluded" => excluded }[kind]
        general = general && (general.start_with?("IP:") ? network(general.delete_prefix("IP:")) : name(general))
        return nil unless list && general
        list << DER.sequence(general)
      end
      return nil if items.empty?
      DER.sequence((DER.tagged(0, permitted.join) unless permitted.empty?), (DER.tagged(1, excluded.join) unless excluded.empty?))
    end

    def network(text)
      parts = text.split("/", 2).map { |part| IPAddr.new(part).hton }
      DER.element(0x87, parts.join) if parts.size == 2 && parts[0].bytesize == parts[1].bytesize
    rescue IPAddr::Error
      nil
    end

    def policy_constraints(items)
      parts = items.to_h { |item| item.split(":", 2) }
      numbers = parts.transform_values { |text| Integer(text.to_s, exception: false) }
      return nil unless (parts.keys - ["requireExplicitPolicy", "inhibitPolicyMapping"]).empty? && numbers.values.all? && !parts.empty?
      DER.sequence(*numbers.values_at("requireExplicitPolicy", "inhibitPolicyMapping").each_with_index.map do |value, index|
        value && DER.element(0x80 + index, DER.integer_content(value))
      end)
    end

    def policy_mappings(items)
      pairs = items.map { |item| item.split(":", 2).map { |policy| Objects.number(policy) } }
      return nil if pairs.empty? || pairs.any? { |pair| pair.size != 2 || pair.include?(nil) }
      DER.sequence(*pairs.map { |pair| DER.sequence(*pair.map { |policy| DER.oid(policy) }) })
    end

    def features(items)
      numbers = items.map { |item| ExtensionText::TLS_FEATURES.key(item) || Integer(item, exception: false) }
      numbers.empty? || numbers.include?(nil) ? nil : DER.sequence(*numbers.map { |number| DER.integer(number) })
    end

    def access(items)
      encoded = items.map do |item|
        method, location = item.split(";", 2)
        number, general = Objects.number(method), location && name(location)
        return nil unless number && general
        DER.sequence(DER.oid(number), general)
      end
      DER.sequence(*encoded)
    end
  end
end
