# Values of ASN.1 from the words in which configurations describe them: `UTF8:text`, `FORMAT:HEX,OCTETSTRING:0102`.
# `SEQUENCE:name` and `SET:name` hold what a section of the configuration lists. Tags of other classes and wrapped values
# are not understood.

module Rutile
  module DescribedValue
    # The type of a value by its words, and the tag of those that hold text.
    TEXTS = {
      0x0c => %w[UTF8 UTF8String], 0x12 => %w[NUMERIC NUMERICSTRING], 0x13 => %w[PRINTABLE PRINTABLESTRING], 0x14 => %w[T61 T61STRING TELETEXSTRING],
      0x16 => %w[IA5 IA5STRING], 0x1a => %w[VISIBLE VISIBLESTRING], 0x1b => %w[GeneralString GENSTR]
    }.flat_map { |tag, words| words.map { |word| [word, tag] } }.to_h.freeze

    module_function

    # Sections within sections are followed so far.
    DEEPEST = 50

    # The value's bytes; nil where the words are not understood.
    def write(description, config = nil, depth = 0)
      format = description[/\AFORM(?:AT)?:(ASCII|UTF8|HEX),/, 1]
      description = description.split(",", 2)[1] if format
      type, text = description.split(":", 2)
      case type
      when "SEQUENCE", "SEQ" then section(text, config, depth)&.then { |parts| DER.sequence(*parts) }
      when "SET" then section(text, config, depth)&.then { |parts| DER.set(*parts) }
      else value(type, text, format)
      end
    end

    # The values that a section lists; of no section, none.
    def section(name, config, depth)
      return [] if name.nil?
      listed = config&.[](name) || {}
      return nil if listed.empty? || depth > DEEPEST
      parts = listed.values.map { |description| write(description, config, depth + 1) }
      parts.include?(nil) ? nil : parts
    end

    def value(type, text, format)
      case type
      when "NULL" then DER.null if text.nil? || text.empty?
      when "BOOL", "BOOLEAN" then truth(text).then { |truth| DER.boolean(truth) unless truth.nil? }
      when "INT", "INTEGER" then integer(text)
      when "OID", "OBJECT" then Objects.number(text.to_s)&.then { |number| DER.oid(number) }
      when "OCT", "OCTETSTRING" then bytes(text, format)&.then { |content| DER.octets(content) }
      when *TEXTS.keys then characters(TEXTS[type], text, format)
      end
    end

    # Nil where the word says neither.
    def truth(word)
      case word
      when "TRUE", "true", "Y", "y", "YES", "yes" then true
      when "FALSE", "false", "N", "n", "NO", "no" then false
      end
    end

    def integer(text)
      number = Integer(text.to_s, exception: false)
      number && DER.integer(number)
    end

    def bytes(text, format)
      return nil if text.nil?
      return text.b unless format == "HEX"
      [text.delete(":")].pack("H*") if /\A(?:\h\h:?)*\z/.match?(text)
    end

    # Text is taken for Latin-1, unless its format says otherwise.
    def characters(tag, text, format)
      return nil if text.nil? || format == "HEX"
      text = text.b.force_encoding(format == "UTF8" ? Encoding::UTF_8 : Encoding::ISO_8859_1)
      DER.element(tag, (tag == 0x0c ? text.encode(Encoding::UTF_8) : text.encode(Encoding::ISO_8859_1)).b)
    rescue EncodingError
      nil
    end
  end
end
