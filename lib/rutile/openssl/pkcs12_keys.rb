# How a PKCS #12 file makes keys of its password (RFC 7292, appendix B), and what it encrypts by.

module Rutile
  module PKCS12Keys
    # Schemes of the format's own: triple DES with three keys or two.
    OWN = { "1.2.840.113549.1.12.1.3" => 24, "1.2.840.113549.1.12.1.4" => 16 }.freeze
    # What key material is for.
    KEY = 1
    VECTOR = 2
    MAC = 3
    DEFAULT_ITERATIONS = 2048
    private_constant :OWN, :KEY, :VECTOR

    module_function

    # The scheme, and what was encrypted by it. `number` names a scheme of the format, or a cipher for PBES2; nil: AES.
    def encrypt(bytes, number, password, iterations)
      return KeyEncryption.encrypt(bytes, cipher_of(number), password || "", iterations) unless OWN.key?(number)
      salt = OpenSSL::Random.random_bytes(8)
      cipher = OpenSSL::Cipher.new("DES-EDE3-CBC").encrypt
      scheme = DER.sequence(DER.oid(number), DER.sequence(DER.octets(salt), DER.integer(iterations)))
      [scheme, keyed(cipher, number, password, salt, iterations).update(bytes) + cipher.final]
    end

    def decrypt(scheme, sealed, password)
      kind, parameters = scheme.fields(2)
      return KeyEncryption.decrypt(scheme, sealed, password || "") unless OWN.key?(kind.oid)
      salt, iterations = parameters.fields(2)
      cipher = OpenSSL::Cipher.new("DES-EDE3-CBC").decrypt
      keyed(cipher, kind.oid, password, salt.octets, iterations.integer).update(sealed) + cipher.final
    end

    # Whether something can be encrypted by what has this number.
    def scheme?(number)
      OWN.key?(number) || !cipher_of(number).nil?
    rescue OpenSSL::OpenSSLError, RuntimeError
      false
    end

    def cipher_of(number)
      OpenSSL::Cipher.new(number ? Objects.short_name(number) : "AES-256-CBC")
    end

    def keyed(cipher, number, password, salt, iterations)
      key = derive(password, salt, KEY, iterations, OWN.fetch(number), "SHA1")
      cipher.key = key.bytesize == 16 ? key + key.byteslice(0, 8) : key
      cipher.iv = derive(password, salt, VECTOR, iterations, 8, "SHA1")
      cipher
    end

    # Key material of a length for a purpose.
    def derive(password, salt, purpose, iterations, length, digest)
      digest = OpenSSL::Digest.new(digest)
      width = digest.block_length
      start = purpose.chr.b * width
      material = stretched(salt, width) + stretched(wide(password), width)
      result = "".b
      loop do
        part = digest.reset.digest(start + material)
        (iterations - 1).times { part = digest.reset.digest(part) }
        result << part
        return result.byteslice(0, length) if result.bytesize >= length
        material = added(material, OpenSSL.__natural(stretched(part, width)) + 1, width)
      end
    end

    # Bytes repeated to the next multiple of a width.
    def stretched(bytes, width)
      wanted = (bytes.bytesize + width - 1) / width * width
      (bytes * (bytes.empty? ? 0 : wanted / bytes.bytesize + 1)).byteslice(0, wanted)
    end

    # Each block of some width, as a number, with another added.
    def added(material, number, width)
      (0...material.bytesize).step(width).map do |at|
        OpenSSL.__bytes((OpenSSL.__natural(material.byteslice(at, width)) + number) & ((1 << width * 8) - 1), width)
      end.join
    end

    # A password in two bytes a character and two behind it; none is nothing.
    def wide(password)
      return "".b unless password
      text = password.dup.force_encoding(Encoding::UTF_8)
      text.force_encoding(Encoding::ISO_8859_1) unless text.valid_encoding?
      text.encode(Encoding::UTF_16BE).b << "\0\0"
    end
  end
end
