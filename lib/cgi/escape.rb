# The native half of CGI's escaping. Texts in encodings that don't extend ASCII are left to the part in Ruby.

class CGI
  module Util; end

  module Escape
    # Numbers of characters that an entity may stand for, by the encoding of its text.
    HIGHEST = { Encoding::UTF_8 => 0x110000, Encoding::ISO_8859_1 => 256 }.freeze
    private_constant :HIGHEST

    def escapeHTML(string)
      primitive :html_escape_copy
      string = Rutile.to_str(string)
      return super unless string.encoding.ascii_compatible?
      escaped = Primitive.html_escape(string)
      escaped.equal?(string) ? string.dup : escaped
    end

    def unescapeHTML(string)
      string = Rutile.to_str(string)
      return super unless string.encoding.ascii_compatible?
      Primitive.html_unescape(string, HIGHEST.fetch(string.encoding, 128))
    end

    def escape(string)
      string = Rutile.to_str(string)
      return super unless string.encoding.ascii_compatible?
      Primitive.address_escape(string, 43)
    end

    def escapeURIComponent(string)
      string = Rutile.to_str(string)
      return super unless string.encoding.ascii_compatible?
      Primitive.address_escape(string, nil)
    end
    alias escape_uri_component escapeURIComponent

    def unescape(string, encoding = __accepted_charset)
      __unescape_address(string, encoding, true) { |text, charset| super(text, charset) }
    end

    def unescapeURIComponent(string, encoding = __accepted_charset)
      __unescape_address(string, encoding, false) { |text, charset| super(text, charset) }
    end
    alias unescape_uri_component unescapeURIComponent

    private def __accepted_charset
      CGI::Util.class_variable_defined?(:@@accept_charset) ? CGI::Util.class_variable_get(:@@accept_charset) : Encoding::UTF_8
    end

    private def __unescape_address(string, encoding, plus)
      string = Rutile.to_str(string)
      raise TypeError, "no implicit conversion of nil into String" if nil.equal?(encoding)
      return yield(string, encoding) unless string.encoding.ascii_compatible?
      plain = Primitive.address_unescape(string, plus)
      plain.force_encoding(encoding)
      plain.valid_encoding? ? plain : plain.force_encoding(string.encoding)
    end
  end

  Util.prepend(Escape)
  extend(Escape)
end
