# OpenSSL::PKCS7 in letters: S/MIME (RFC 8551).

module OpenSSL
  class PKCS7
    KINDS = { signed: "signed-data", enveloped: "enveloped-data" }.freeze
    private_constant :KINDS

    # `data` is what stands beside a signature that is detached.
    def self.write_smime(message, data = nil, flags = nil)
      Rutile.expect(message, PKCS7, "OpenSSL/PKCS7")
      flags = flags.nil? ? (message.detached? ? DETACHED : 0) : Rutile.to_int(flags)
      data = data.nil? ? message.data : Rutile.to_str(data)
      return __letter_in_parts(message, __canonical(data, flags)) if flags & DETACHED != 0 && message.type == :signed && data
      kind = KINDS[message.type] or raise PKCS7Error, "wrong content type"
      "MIME-Version: 1.0\nContent-Disposition: attachment; filename=\"smime.p7m\"\n" \
        "Content-Type: application/x-pkcs7-mime; smime-type=#{kind}; name=\"smime.p7m\"\nContent-Transfer-Encoding: base64\n\n" \
        "#{[message.to_der].pack("m48")}\n"
    end

    def self.__letter_in_parts(message, data)
      border = "----#{Random.random_bytes(16).unpack1("H*").upcase}"
      digests = message.signers.map(&:__digest_oid).uniq.map { |oid| Digest.new(oid).name.downcase.sub(/\Asha/, "sha-") }
      "MIME-Version: 1.0\nContent-Type: multipart/signed; protocol=\"application/x-pkcs7-signature\"; micalg=\"#{digests.join(",")}\"; boundary=\"#{border}\"\n\n" \
        "This is an S/MIME signed message\n\n--#{border}\n#{data}\n--#{border}\n" \
        "Content-Type: application/x-pkcs7-signature; name=\"smime.p7s\"\nContent-Transfer-Encoding: base64\n" \
        "Content-Disposition: attachment; filename=\"smime.p7s\"\n\n#{[message.to_der].pack("m48")}\n--#{border}--\n\n"
    end
    private_class_method :__letter_in_parts

    def self.read_smime(text)
      headers, body = __headers_and_body(Rutile.to_str(text).b)
      type = headers["content-type"] or raise PKCS7Error, "Could not parse the PKCS7: no content type"
      return __read_parts(type, body) if type.downcase.start_with?("multipart/signed")
      __read_part(type, body, /\Aapplication\/(?:x-)?pkcs7-mime/i)
    end

    def self.__headers_and_body(text)
      head, body = text.split(/\r?\n\r?\n/n, 2)
      lines = head.to_s.gsub(/\r?\n[ \t]+/n, " ").lines
      [lines.filter_map { |line| line.match(/\A([\w-]+):\s*(.*?)\s*\z/n)&.captures }.to_h { |name, value| [name.downcase, value] }, body.to_s]
    end

    def self.__read_part(type, body, wanted)
      raise PKCS7Error, "Could not parse the PKCS7: invalid mime type" unless wanted.match?(type)
      new(body.unpack1("m"))
    rescue ArgumentError => error
      raise PKCS7Error, error.message
    end

    def self.__read_parts(type, body)
      border = type[/boundary="?([^";]+)"?/i, 1] or raise PKCS7Error, "Could not parse the PKCS7: no multipart boundary"
      parts = body.split(/(?:\A|\r?\n)--#{Regexp.escape(border)}(?:--)?[ \t]*(?:\r?\n|\z)/n)
      raise PKCS7Error, "Could not parse the PKCS7: no multipart body failure" if parts.size < 3
      headers, signature = __headers_and_body(parts[2])
      made = __read_part(headers["content-type"].to_s, signature, /\Aapplication\/(?:x-)?pkcs7-signature/i)
      made.instance_variable_set(:@data, parts[1])
      made
    end
    private_class_method :__headers_and_body, :__read_part, :__read_parts
  end
end
