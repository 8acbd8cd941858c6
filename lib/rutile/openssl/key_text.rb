# Keys in words and numbers, as `to_text` shows them.

module Rutile
  module KeyText
    PRIVATE_RSA = {
      "modulus" => :n, "publicExponent" => :e, "privateExponent" => :d, "prime1" => :p, "prime2" => :q,
      "exponent1" => :dmp1, "exponent2" => :dmq1, "coefficient" => :iqmp
    }.freeze
    private_constant :PRIVATE_RSA

    module_function

    def of(key)
      case key.oid
      when "rsaEncryption" then key.private? ? private_rsa(key) : public_rsa(key)
      when "id-ecPublicKey" then curve(key)
      when "DSA" then dsa(key)
      when "dhKeyAgreement" then OpenSSL.__missing("OpenSSL::PKey::DH#to_text")
      else "#{key.oid} #{half(key)}-Key:\n#{halves(key, key.private? && key.raw_private_key, key.raw_public_key)}"
      end
    end

    # The same of the public half.
    def of_public(key)
      of(key.private? ? OpenSSL::PKey.read(key.public_to_der) : key)
    end

    def half(key)
      key.private? ? "Private" : "Public"
    end

    def private_rsa(key)
      numbers = PRIVATE_RSA.map { |label, name| number(label, key.public_send(name).to_i) }
      "Private-Key: (#{key.n.num_bits} bit, 2 primes)\n#{numbers.join}"
    end

    def public_rsa(key)
      "Public-Key: (#{key.n.num_bits} bit)\n#{number("Modulus", key.n.to_i)}#{number("Exponent", key.e.to_i)}"
    end

    def dsa(key)
      private = "priv:\n#{bytes(DER.integer_content(key.priv_key.to_i), 15, 4)}" if key.private?
      numbers = { "pub: " => key.pub_key, "P:   " => key.p, "Q:   " => key.q, "G:   " => key.g }.compact
      "#{half(key)}-Key: (#{key.p.num_bits} bit)\n#{private}" +
        numbers.map { |label, number| "#{label}\n#{bytes(DER.integer_content(number.to_i), 15, 4)}" }.join
    end

    def curve(key)
      group = key.group
      width = (group.degree + 7) / 8
      private = key.private? && OpenSSL.__bytes(key.private_key.to_i, width)
      text = "#{half(key)}-Key: (#{group.degree} bit)\n#{halves(key, private, key.public_key.to_octet_string(:uncompressed))}"
      text << group.to_text
    end

    def halves(_key, private, public)
      "#{"priv:\n#{bytes(private, 15, 4)}" if private}pub:\n#{bytes(public, 15, 4)}"
    end

    # Small ones in figures, others as bytes.
    def number(label, number)
      return "#{label}: #{number} (0x#{number.to_s(16)})\n" if number < 1 << 64
      "#{label}:\n#{bytes(DER.integer_content(number), 15, 4)}"
    end

    # Lines of so many bytes.
    def bytes(bytes, count, indent)
      lines = bytes.unpack("C*").map { |byte| format("%02x", byte) }.each_slice(count)
      lines.map { |line| " " * indent + line.join(":") }.join(":\n") << "\n"
    end

    def indented(text, indent)
      text.gsub(/^(?=.)/, " " * indent)
    end
  end
end
