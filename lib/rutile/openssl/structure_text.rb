# Structures in words, a field a line: what `to_text` of a message shows.
#
# A structure is told as a Hash of its fields: a String is a value, a Hash a structure in it, an Array a list, Bytes are
# dumped, Dumped is a structure that is shown by its elements' places, and nil is absent.

module Rutile
  module StructureText
    # Bytes, and what is said before them.
    Bytes = Struct.new(:bytes, :note)
    # A list that isn't there, which is said differently from one that is empty.
    ABSENT_LIST = Object.new.freeze
    # A value with the name of its type before it.
    Typed = Struct.new(:type, :value)

    module_function

    def of(name, structure)
      field(name, structure, 0)
    end

    def field(name, value, indent)
      start = "#{" " * indent}#{name}:"
      case value
      when nil then "#{start} <ABSENT>\n"
      when Hash then "#{start} \n#{fields(value, indent + 2)}"
      when Array then "#{start}\n#{list(value, indent + 2)}"
      when ABSENT_LIST then "#{start}\n#{" " * (indent + 2)}<ABSENT>\n"
      else "#{start} #{plain(value, indent)}"
      end
    end

    def fields(structure, indent)
      structure.map { |name, value| field(name, value, indent) }.join
    end

    def list(elements, indent)
      return "#{" " * indent}<EMPTY>\n" if elements.empty?
      elements.map { |element| Hash === element ? fields(element, indent + 2) : "#{" " * indent}#{plain(element, indent)}" }.join("\n")
    end

    def plain(value, indent)
      case value
      when Bytes then "#{value.note}\n#{HexDump.of(value.bytes, indent + 2)}"
      when Typed then "#{value.type}:#{typed(value.value, indent)}"
      else "#{value}\n"
      end
    end

    # What has elements is shown by their places, from the margin.
    def typed(value, indent)
      DER::Element === value ? "\n#{elements(value.whole)}" : plain(value, indent)
    end

    # --- Values ---

    def object(number)
      found = Objects.find(number)
      "#{found ? found[2] : number} (#{number})"
    end

    def bits(element)
      Bytes.new(element.bits, " (#{element.content.getbyte(0)} unused bits)")
    end

    def octets(bytes)
      Bytes.new(bytes, "")
    end

    def time(element)
      CertificateText.time(DER.parse_time(element.type, element.content))
    end

    def type_name(tag)
      (OpenSSL::ASN1::UNIVERSAL_TAG_NAME[tag] || "<unknown>").sub("_STRING", " STRING")
    end

    # A value of any type, which is named.
    def any(element)
      name = type_name(element.type & 0x1f)
      case element.type
      when 0x05 then "NULL"
      when 0x06 then Typed.new(name, object(element.oid))
      when 0x02 then Typed.new(name, element.integer)
      when 0x01 then Typed.new(name, truth(element.content != "\0"))
      when 0x03 then Typed.new(name, bits(element))
      when 0x04 then Typed.new(name, octets(element.content))
      when 0x17, 0x18 then Typed.new(name, time(element))
      when 0x30, 0x31 then Typed.new(name, element)
      else Typed.new(name, element.content)
      end
    end

    def truth(truth)
      truth ? "TRUE" : "FALSE"
    end

    def algorithm(element)
      kind, parameter = element.fields(1)
      { "algorithm" => object(kind.oid), "parameter" => parameter && any(parameter) }
    end

    # --- Elements by their places ---

    def elements(der)
      lines = +""
      OpenSSL::ASN1.traverse(der) do |depth, place, header, length, constructed, tag_class, tag|
        name = tag_class == :UNIVERSAL ? type_name(tag) : "#{tag_class.to_s[0, 4].downcase} [ #{tag} ]"
        content = der.byteslice(place + header, length)
        lines << format("%5d:d=%-2d hl=%d l=%4d %s: ", place, depth, header, length, constructed ? "cons" : "prim") <<
          format("%s%-18s", " " * depth, name) << (constructed || tag_class != :UNIVERSAL ? "" : shown(tag, content)) << "\n"
      end
      lines
    end

    def shown(tag, content)
      case tag
      when OpenSSL::ASN1::OBJECT
        number = DER.oid_text(content)
        ":#{Objects.find(number)&.fetch(2) || number}"
      when OpenSSL::ASN1::INTEGER, OpenSSL::ASN1::ENUMERATED then ":#{CertificateText.hexadecimal(DER.signed(content))}"
      when OpenSSL::ASN1::BOOLEAN then ":#{content.getbyte(0)}"
      when OpenSSL::ASN1::OCTET_STRING
        return "" if content.empty?
        content.match?(/\A[\x20-\x7e\t\r\n]*\z/n) ? ":#{content}" : "[HEX DUMP]:#{content.unpack1("H*").upcase}"
      when OpenSSL::ASN1::BIT_STRING, OpenSSL::ASN1::NULL then ""
      else ":#{content}"
      end
    end
  end
end
