# OpenSSL::X509::Name: distinguished names.

module OpenSSL
  module X509
    class NameError < OpenSSLError; end

    class Name
      include Comparable

      COMPAT = 0
      RFC2253 = 17892119
      ONELINE = 8520479
      MULTILINE = 44302342

      DEFAULT_OBJECT_TYPE = ASN1::UTF8STRING
      OBJECT_TYPE_TEMPLATE = Hash.new(DEFAULT_OBJECT_TYPE).merge!(
        "C" => 19, "countryName" => 19, "serialNumber" => 19, "dnQualifier" => 19, "DC" => 22, "domainComponent" => 22,
        "emailAddress" => 22
      ).freeze

      # Of an attribute: the number of its kind, its bytes, the tag of their kind, and which set of attributes it is in.
      Entry = Struct.new(:oid, :value, :tag, :set) do
        def name
          Rutile::Objects.short_name(oid)
        end

        def long_name
          found = Rutile::Objects.find(oid)
          found ? found[2] : oid
        end

        # The bytes as UTF-8.
        def text
          case tag
          when ASN1::BMPSTRING then value.dup.force_encoding(Encoding::UTF_16BE).encode(Encoding::UTF_8, invalid: :replace).b
          when ASN1::UNIVERSALSTRING
            value.dup.force_encoding(Encoding::UTF_32BE).encode(Encoding::UTF_8, invalid: :replace).b
          when ASN1::T61STRING then value.dup.force_encoding(Encoding::ISO_8859_1).encode(Encoding::UTF_8).b
          else value
          end
        end
      end
      private_constant :Entry

      TEXTS = [12, 19, 20, 22, 26, 28, 30].freeze
      # What an entry's value may be: a text, a string of bits, or a type that OpenSSL does not know.
      ENTRIES = [3, *8..15, 0x30, 18, 19, 20, 22, 28, 29, 30].freeze
      private_constant :TEXTS, :ENTRIES

      def initialize(given = nil, template = OBJECT_TYPE_TEMPLATE)
        @__entries = []
        case given
        when nil
        when Array then given.each { |entry| add_listed(entry, template) }
        else @__entries = parse(ASN1.__der(given))
        end
        self
      end

      # A copy is read from the encoding: what stands in one set is in order there.
      def initialize_copy(other)
        @__entries = parse(other.to_der)
        @__canonical = nil
        self
      end

      def __entries
        @__entries
      end

      def add_entry(oid, value, type = nil, loc: nil, set: 0)
        oid, value = Rutile.to_str(oid), Rutile.to_str(value).b
        number = Rutile::Objects.number(oid)
        raise NameError, "X509_NAME_add_entry_by_txt: invalid field name (name=#{oid})" unless number
        type = OBJECT_TYPE_TEMPLATE[oid] if type.nil?
        at = loc.nil? || Rutile.to_int(loc) < 0 ? @__entries.size : [Rutile.to_int(loc), @__entries.size].min
        set, moves = place_of(at, Rutile.to_int(set))
        @__entries.drop(at).each { |entry| entry.set += 1 } if moves
        @__entries.insert(at, Entry.new(number, value.freeze, Rutile.to_int(type), set))
        @__der = @__canonical = nil
        self
      end

      def to_a
        @__entries.map { |entry| [entry.name.dup, entry.value.dup, entry.tag] }
      end

      def to_der
        @__der ||= Rutile::DER.sequence(*sets { |entry| [entry.tag, entry.value] })
        @__der.dup
      end

      # --- Text ---

      def to_s(format = (absent = true; nil))
        return @__entries.map { |entry| "/#{entry.name}=#{with_escapes(entry.text)}" }.join.b if absent
        case Rutile.to_int(format)
        when COMPAT then compatible
        when RFC2253 then joined(@__entries.reverse, ",", "+", "=") { |text| with_quotes(text, true) }
        when ONELINE then joined(@__entries, ", ", " + ", " = ") { |text| in_quotes(text) }
        when MULTILINE then multiline
        else OpenSSL.__missing("OpenSSL::X509::Name#to_s(#{format})")
        end
      end

      def to_utf8
        joined(@__entries.reverse, ",", "+", "=") { |text| with_quotes(text, false) }.force_encoding(Encoding::UTF_8)
      end

      def inspect
        "#<#{self.class} #{to_utf8}>"
      end

      # --- Comparison ---

      def cmp(other)
        return nil unless Name === other
        one, two = __canonical, other.__canonical
        [one.bytesize, one] <=> [two.bytesize, two]
      end
      Primitive.alias_method(self, :<=>, :cmp)

      def eql?(other)
        Name === other && __canonical == other.__canonical
      end

      # Where a folder of certificates has those of this subject.
      def hash
        ::Digest::SHA1.digest(__canonical).unpack1("V")
      end

      def hash_old
        ::Digest::MD5.digest(to_der).unpack1("V")
      end

      # In small letters and with single spaces: names that are the same are the same in this form.
      def __canonical
        @__canonical ||= sets do |entry|
          next [entry.tag, entry.value] unless TEXTS.include?(entry.tag)
          [12, entry.text.gsub(/\A[ \t\n\v\f\r]+|[ \t\n\v\f\r]+\z/n, "").gsub(/[ \t\n\v\f\r]+/n, " ").tr("A-Z", "a-z")]
        end.join.b
      end

      private

      def add_listed(entry, template)
        entry = Rutile.to_ary(entry)
        oid, value, type = entry
        type = template[oid] if type.nil?
        type = template.default if type.nil?
        add_entry(oid, value, type)
      end

      def parse(der)
        whole = Rutile::DER.first(der)
        @__der = whole.whole.freeze
        whole.sequence.each_with_index.flat_map do |set, index|
          set.children(0x31).map do |pair|
            kind, value = pair.fields(2)
            raise Rutile::DER::Malformed, "no text" unless ENTRIES.include?(value.type) && (value.type != 12 || value.content.dup.force_encoding(Encoding::UTF_8).valid_encoding?)
            Entry.new(kind.oid, value.content.freeze, value.type & 0x1f, index)
          end
        end
      rescue Rutile::DER::Malformed
        raise NameError, "nested asn1 error"
      end

      # The sets of attributes, encoded with the tag and the bytes that the block gives for each.
      def sets
        @__entries.chunk_while { |one, other| one.set == other.set }.map do |entries|
          pairs = entries.map do |entry|
            tag, value = yield entry
            Rutile::DER.sequence(Rutile::DER.oid(entry.oid), Rutile::DER.element(tag, value))
          end
          Rutile::DER.set(*pairs)
        end
      end

      def with_escapes(text)
        text.gsub(/[^ -~]/n) { |byte| format("\\x%02X", byte.ord) }
      end

      # Within quotes where a letter means something outside of them.
      def in_quotes(text)
        text = text.b
        escaped = text.gsub(/["\\]/n) { |byte| "\\#{byte}" }.gsub(/[^ -~]/n) { |byte| format("\\%02X", byte.ord) }
        /[,+<>;]|\A[# ]| \z/n.match?(text) ? "\"#{escaped}\"" : escaped
      end

      # The set of an entry at a place, with those before it (-1), those there (1) or alone, and whether the ones behind it move on.
      def place_of(at, wish)
        before = at > 0 ? @__entries[at - 1].set : -1
        return at == 0 ? [0, true] : [before, false] if wish == -1
        [@__entries[at]&.set || before + 1, wish == 0]
      end

      # As RFC 2253 has it; what isn't printable by its number, bytes of other letters only where asked.
      def with_quotes(text, letters)
        text = text.b.gsub(/[,+"\\<>;]/n) { |byte| "\\#{byte}" }
        text = text.gsub(letters ? /[^ -~]/n : /[\x00-\x1f\x7f]/n) { |byte| format("\\%02X", byte.ord) }
        text.sub(/\A[# ]/n) { |byte| "\\#{byte}" }.sub(/(?<=.) \z/n, "\\ ")
      end

      def joined(entries, comma, plus, equals)
        out = "".b
        entries.each_with_index do |entry, index|
          out << (entries[index - 1].set == entry.set ? plus : comma) if index > 0
          out << entry.name << equals << yield(entry.text)
        end
        out
      end

      def compatible
        out = "".b
        @__entries.each_with_index do |entry, index|
          out << (entry.name == "emailAddress" ? "/" : ", ") if index > 0
          out << entry.name << "=" << with_escapes(entry.text)
        end
        out
      end

      def multiline
        lines = @__entries.map { |entry| "#{entry.long_name.ljust(25)} = #{latin(entry.text)}" }
        lines.join("\n").b
      end

      def latin(text)
        text.dup.force_encoding(Encoding::UTF_8).each_char.map do |letter|
          next letter if letter.ascii_only? || !letter.valid_encoding?
          letter.ord < 256 ? format("\\%02X", letter.ord) : format("\\W%08X", letter.ord)
        end.join
      end
    end
  end
end
