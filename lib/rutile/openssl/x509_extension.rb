# OpenSSL::X509::Extension: what certificates say besides, as bytes and as words.

module OpenSSL
  module X509
    class ExtensionError < OpenSSLError; end

    class Extension
      def initialize(oid, value = (absent = true; nil), critical = false)
        return parse(ASN1.__der(oid)) if absent
        self.oid = oid
        self.value = value
        self.critical = critical
        self
      end

      def initialize_copy(other)
        @__oid, @__value, @__critical = other.__number, other.value_der, other.critical?
        self
      end

      def __number
        @__oid
      end

      def oid
        Rutile::Objects.short_name(@__oid).dup
      end

      def oid=(oid)
        number = Rutile::Objects.number(Rutile.to_str(oid)) or raise ExtensionError, "OBJ_txt2obj: unknown object name"
        @__oid = number
      end

      def value_der
        @__value.dup
      end

      def value=(value)
        value = value.to_der if value.respond_to?(:to_der)
        @__value = Rutile.to_str(value).b
      end

      def value
        Rutile::ExtensionText.of(oid, @__value)
      end

      def critical?
        @__critical
      end

      def critical=(critical)
        @__critical = critical ? true : false
      end

      def to_der
        critical = Rutile::DER.boolean(true) if @__critical
        Rutile::DER.sequence(Rutile::DER.oid(@__oid), critical, Rutile::DER.octets(@__value))
      end

      # Some as an encoded sequence; nil of none.
      def self.__sequence(extensions)
        Rutile::DER.sequence(*extensions.map(&:to_der)) unless extensions.empty?
      end

      # Those in an encoded sequence of extensions.
      def self.__all(element)
        element.sequence.map { |extension| new(extension.whole) }
      end

      private

      def parse(der)
        parts = Rutile::DER.one(der).fields(2)
        @__oid = parts[0].oid
        @__critical = parts.size > 2 && parts[1].content != "\0"
        @__value = parts.last.octets
        self
      rescue Rutile::DER::Malformed
        raise ExtensionError, "d2i_X509_EXTENSION: nested asn1 error"
      end
    end

    # Makes extensions from words.
    class ExtensionFactory
      attr_accessor :issuer_certificate, :subject_certificate, :subject_request, :crl, :config

      def initialize(issuer = nil, subject = nil, request = nil, crl = nil)
        @issuer_certificate = issuer
        @subject_certificate = subject
        @subject_request = request
        @crl = crl
      end

      def create_ext(oid, value, critical = false)
        oid, text = Rutile.to_str(oid), Rutile.to_str(value)
        if text.start_with?("critical,")
          critical = true
          text = text.delete_prefix("critical,").lstrip
        end
        bytes = written(oid, text)
        number = Rutile::Objects.number(oid)
        bytes ||= Rutile::ExtensionWriter.new(self).write(Rutile::Objects.short_name(number || ""), text)
        raise ExtensionError, "#{oid} = #{"critical," if critical}#{text}: error in extension (name=#{oid}, value=#{text})" unless number && bytes
        Extension.new(number, bytes, critical)
      end

      private

      # The bytes of a value that is written out.
      def written(oid, text)
        kind, value = text.split(":", 2)
        case kind
        when "DER" then [value.to_s.delete(":")].pack("H*")
        when "ASN1"
          Rutile::DescribedValue.write(value.to_s, config) or
            raise ExtensionError, "#{oid} = #{text}: extension value error (value=#{value})"
        end
      end
    end
  end
end
