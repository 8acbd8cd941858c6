# PEM: DER between lines of dashes, perhaps enciphered with a password in the manner of old.

module Rutile
  module PEM
    BLOCK = /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n(.*?)^-----END \1-----/m
    private_constant :BLOCK

    # The bytes can't be read with this password.
    class Locked < StandardError; end

    module_function

    # The text or the bytes that an object is, or can be read from.
    def source(given)
      return given.to_der.b if given.respond_to?(:to_der)
      given = given.read if given.respond_to?(:read) && !given.respond_to?(:to_str)
      Rutile.to_str(given).b
    end

    # What is whole in DER may hold such a text itself.
    def text?(bytes)
      return true unless bytes.start_with?("\x30")
      return false unless bytes.include?("-----BEGIN ")
      DER.all(bytes)
      false
    rescue DER::Malformed
      true
    end

    def write(label, bytes)
      "-----BEGIN #{label}-----\n#{[bytes].pack("m48")}-----END #{label}-----\n"
    end

    # [label, headers, bytes] of each block of the text.
    def blocks(text)
      text.b.scan(BLOCK).filter_map do |label, body|
        head, _, rest = body.partition(/\r?\n\r?\n/) if body.start_with?("Proc-Type:")
        headers = (head || "").scan(/^([\w-]+): *(.*?)\r?$/).to_h
        bytes = (rest || body).gsub(/\s+/, "")
        bytes = begin
          bytes.unpack1("m0")
        rescue ArgumentError
          next
        end
        [label, headers, bytes]
      end
    end

    # The bytes of the first block with one of the labels.
    def find(text, *labels)
      blocks(text).find { |label,| labels.include?(label) }&.last
    end

    def unlock(headers, bytes)
      return bytes unless headers["Proc-Type"] == "4,ENCRYPTED"
      name, vector = headers["DEK-Info"].to_s.split(",")
      password = yield or raise Locked
      cipher = OpenSSL::Cipher.new(name).decrypt
      vector = [vector].pack("H*")
      cipher.pkcs5_keyivgen(password, vector.byteslice(0, 8), 1, "MD5")
      cipher.iv = vector
      cipher.update(bytes) + cipher.final
    rescue OpenSSL::OpenSSLError, RuntimeError, ArgumentError
      raise Locked
    end

    def locked(label, bytes, cipher, password)
      cipher = OpenSSL::Cipher.new(cipher) unless OpenSSL::Cipher === cipher
      cipher.encrypt
      vector = OpenSSL::Random.random_bytes(cipher.iv_len)
      cipher.pkcs5_keyivgen(password, vector.byteslice(0, 8), 1, "MD5")
      cipher.iv = vector
      body = [cipher.update(bytes) + cipher.final].pack("m48")
      "-----BEGIN #{label}-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: #{cipher.name},#{vector.unpack1("H*").upcase}\n\n" \
        "#{body}-----END #{label}-----\n"
    end
  end
end
