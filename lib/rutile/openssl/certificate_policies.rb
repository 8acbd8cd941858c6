# The policies that a certificate was made by: written from a configuration's words, and shown.

module Rutile
  module CertificatePolicies
    STATEMENT = "1.3.6.1.5.5.7.2.1"
    NOTICE = "1.3.6.1.5.5.7.2.2"
    # Types of a notice's text by the word before it.
    TEXTS = { "UTF8" => 0x0c, "UTF8String" => 0x0c, "BMP" => 0x1e, "BMPSTRING" => 0x1e, "VISIBLE" => 0x1a, "VISIBLESTRING" => 0x1a, "IA5" => 0x16 }.freeze
    private_constant :STATEMENT, :NOTICE, :TEXTS

    module_function

    # Of the names of policies and, behind `@`, sections; nil where one is not understood.
    def write(items, config)
      policies = items.map { |item| item.start_with?("@") ? of_section(config&.[](item.delete_prefix("@")), config) : of_name(item) }
      policies.empty? || policies.include?(nil) ? nil : DER.sequence(*policies)
    end

    def of_name(name)
      number = Objects.number(name)
      number && DER.sequence(DER.oid(number))
    end

    def of_section(section, config)
      number = section && Objects.number(section["policyIdentifier"].to_s) or return nil
      qualifiers = section.reject { |key,| key == "policyIdentifier" }.map { |key, value| qualifier(key[/\A[^.]+/], value, config) }
      return nil if qualifiers.include?(nil)
      DER.sequence(DER.oid(number), (DER.sequence(*qualifiers) unless qualifiers.empty?))
    end

    def qualifier(kind, value, config)
      case kind
      when "CPS" then DER.sequence(DER.oid(STATEMENT), DER.element(0x16, value.b))
      when "userNotice"
        section = value.start_with?("@") && config[value.delete_prefix("@")] or return nil
        notice = notice(section)
        notice && DER.sequence(DER.oid(NOTICE), notice)
      end
    end

    def notice(section)
      return nil unless (section.keys - %w[explicitText organization noticeNumbers]).empty? && !section.empty?
      numbers = section["noticeNumbers"]&.split(",")&.map { |number| Integer(number.strip, exception: false) }
      return nil if numbers&.include?(nil) || numbers.nil? != section["organization"].nil?
      reference = DER.sequence(DER.element(0x1a, section["organization"].b), DER.sequence(*numbers.map { |number| DER.integer(number) })) if numbers
      DER.sequence(reference, (text(section["explicitText"]) if section["explicitText"]))
    end

    def text(words)
      kind, rest = words.split(":", 2)
      return DER.element(0x1a, words.b) unless rest && TEXTS[kind]
      content = TEXTS[kind] == 0x1e ? rest.dup.force_encoding(Encoding::UTF_8).encode(Encoding::UTF_16BE) : rest
      DER.element(TEXTS[kind], content.b)
    end

    # --- Shown ---

    def of(element)
      element.sequence.flat_map do |policy|
        number, qualifiers = policy.fields(1)
        ["Policy: #{ExtensionText.long_name(number.oid)}", *qualifiers&.sequence&.flat_map { |one| lines(one) }]
      end.join("\n")
    end

    def lines(qualifier)
      kind, value = qualifier.fields(2)
      case kind.oid
      when STATEMENT then ["  CPS: #{value.content}"]
      when NOTICE then ["  User Notice:", *value.sequence.flat_map { |part| notice_lines(part) }]
      else ["  Unknown Qualifier: #{kind.oid}"]
      end
    end

    def notice_lines(part)
      return ["    Explicit Text: #{part.content}"] unless part.type == 0x30
      organization, numbers = part.fields(2)
      numbers = numbers.sequence.map(&:integer)
      ["    Organization: #{organization.content}", "    Number#{"s" if numbers.size > 1}: #{numbers.join(", ")}"]
    end
  end
end
