# DER for those who know what they read and write: keys, certificates. What programs call is OpenSSL::ASN1.

module Rutile
  module DER
    class Malformed < StandardError; end

    # An element: its first byte, its content, itself whole.
    Element = Struct.new(:type, :content, :whole) do
      # The content; it must be of that type where one is named.
      def children(wanted = nil)
        raise Malformed, "wrong tag" if wanted && type != wanted
        DER.all(content)
      end

      def integer
        raise Malformed, "wrong tag" unless type == 0x02 && !content.empty?
        DER.signed(content)
      end

      def oid
        raise Malformed, "wrong tag" unless type == 0x06
        DER.oid_text(content)
      end

      def octets
        raise Malformed, "wrong tag" unless type == 0x04
        content
      end

      # A string of bits that are whole bytes.
      def bits
        raise Malformed, "wrong tag" unless type == 0x03 && !content.empty?
        raise Malformed, "invalid bit string bits left" if content.getbyte(0) > 7
        content.byteslice(1..)
      end

      def sequence
        children(0x30)
      end

      # The elements of a sequence that has at least so many.
      def fields(count)
        found = sequence
        raise Malformed, "too few elements" if found.size < count
        found
      end

      # The name of an algorithm: what it is followed by are its parameters, which may be anything.
      def algorithm
        found = fields(1)
        raise Malformed, "too many elements" if found.size > 2
        found[0].oid
      end

      # A key as certificates hold it: checked for its form alone.
      def expect_public_key
        algorithm, key, excess = fields(2)
        raise Malformed, "too many elements" if excess
        algorithm.algorithm
        key.bits
      end

      # The only element inside, or the first.
      def inner
        children.first or raise Malformed, "nothing inside"
      end
    end

    module_function

    # The elements that the bytes are.
    def all(bytes)
      places = Primitive.der_elements(bytes, 0, bytes.bytesize) or raise Malformed, "not in DER"
      places.each_slice(4).map do |type, start, content, finish|
        Element.new(type, bytes.byteslice(content, finish - content), bytes.byteslice(start, finish - start))
      end
    end

    # The element that the bytes begin with, as OpenSSL reads one from a stream: what stands behind it is another's.
    def first(bytes)
      _, _, _, header, length = Primitive.der_header(bytes, 0, bytes.bytesize)
      raise Malformed, "not in DER" unless length
      all(bytes.byteslice(0, header + length))[0]
    end

    # The one element that the bytes are.
    def one(bytes)
      elements = all(bytes)
      raise Malformed, "not one element" unless elements.size == 1
      elements[0]
    end

    # What a block makes of the one element that an object's bytes are to be; others are an error of the program's.
    def reading(given, error, message)
      yield one(OpenSSL::ASN1.__der(given))
    rescue Malformed
      raise error, message
    end

    def signed(content)
      number = OpenSSL.__natural(content)
      content.getbyte(0) >= 0x80 ? number - (1 << content.bytesize * 8) : number
    end

    def oid_text(content)
      numbers = content.unpack("w*")
      raise Malformed, "invalid object encoding" if numbers.empty? || content.getbyte(content.bytesize - 1) >= 0x80
      first = numbers.shift
      top = [first / 40, 2].min
      [top, first - top * 40, *numbers].join(".")
    end

    # --- Writing ---

    def element(type, content)
      length = content.bytesize
      header = length < 0x80 ? [type, length].pack("CC") : long_header(type, length)
      header << content
    end

    def long_header(type, length)
      bytes = OpenSSL.__bytes(length)
      [type, 0x80 | bytes.bytesize].pack("CC") << bytes
    end

    def sequence(*parts)
      element(0x30, parts.compact.join.b)
    end

    def set(*parts)
      element(0x31, parts.sort.join.b)
    end

    # Tagged by its place; `content` is whole elements.
    def tagged(number, content)
      element(0xa0 | number, content)
    end

    def integer(number)
      element(0x02, integer_content(number))
    end

    def integer_content(number)
      width = (number < 0 ? ~number : number).bit_length / 8 + 1
      number += 1 << width * 8 if number < 0
      OpenSSL.__bytes(number, width)
    end

    def oid(number)
      element(0x06, oid_content(number))
    end

    def oid_content(number)
      top, second, *rest = number.split(".").map { |part| Integer(part, 10) }
      [top * 40 + second, *rest].pack("w*")
    end

    def octets(content)
      element(0x04, content.b)
    end

    def bits(content)
      element(0x03, "\0".b << content)
    end

    def boolean(truth)
      element(0x01, truth ? "\xff".b : "\0".b)
    end

    def null
      "\x05\x00".b
    end

    # --- Times ---

    def time(time)
      time = time.utc
      return element(0x17, time.strftime("%y%m%d%H%M%SZ")) if time.year.between?(1950, 2049)
      element(0x18, time.strftime("%Y%m%d%H%M%SZ"))
    end

    # The time of an element in which OpenSSL finds numbers, as it reads them: what it makes of others is an error of Ruby's own.
    def loose_time(type, text)
      pattern = type == 0x17 ? LOOSE_UTC : LOOSE_GENERALIZED
      found = pattern.match(text)
      raise TypeError, "bad #{type == 0x17 ? "UTCTIME" : "GENERALIZEDTIME"} format: \"#{text[/\A[^\0]*/n]}\"" unless found
      year, *rest = found.captures.map(&:to_i)
      year += year >= 50 ? 1900 : 2000 if type == 0x17
      Time.utc(year, *rest)
    end

    LOOSE_UTC = /\A(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))?/n
    LOOSE_GENERALIZED = /\A(?>(\d{1,4}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))(?>(\d{1,2}))?/n
    private_constant :LOOSE_UTC, :LOOSE_GENERALIZED

    def parse_time(type, text)
      pattern = type == 0x17 ? /\A(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z\z/ : /\A(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z\z/
      found = pattern.match(text) or raise Malformed, "invalid time"
      year, month, day, hour, minute, second = found.captures.map(&:to_i)
      year += year >= 50 ? 1900 : 2000 if type == 0x17
      Time.utc(year, month, day, hour, minute, second)
    rescue ArgumentError
      raise Malformed, "invalid time"
    end
  end
end
