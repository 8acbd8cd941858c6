# Certificates, requests and lists of revocations in words, as `to_text` shows them.

module Rutile
  module CertificateText
    module_function

    def of(certificate)
      <<~TEXT
        Certificate:
            Data:
                Version: #{certificate.version + 1} (0x#{certificate.version.to_s(16)})
                Serial Number:#{serial(certificate.serial.to_i)}
                Signature Algorithm: #{certificate.signature_algorithm}
                Issuer: #{name(certificate.issuer)}
                Validity
                    Not Before: #{time(certificate.not_before)}
                    Not After : #{time(certificate.not_after)}
                Subject: #{name(certificate.subject)}
        #{key(certificate)}#{extensions(certificate.extensions)}#{signature(certificate)}
      TEXT
        .chomp
    end

    def of_request(request)
      <<~TEXT
        Certificate Request:
            Data:
                Version: #{request.version + 1} (0x#{request.version.to_s(16)})
                Subject: #{name(request.subject)}
        #{key(request)}#{attributes(request.attributes)}#{signature(request)}
      TEXT
        .chomp
    end

    def of_list(list)
      entries = list.revoked
      <<~TEXT
        Certificate Revocation List (CRL):
            Version #{list.version + 1} (0x#{list.version.to_s(16)})
            Signature Algorithm: #{list.signature_algorithm}
            Issuer: #{name(list.issuer)}
            Last Update: #{list.last_update ? time(list.last_update) : "Bad time value"}
            Next Update: #{list.next_update ? time(list.next_update) : "NONE"}
        #{extensions(list.extensions, "CRL extensions", 4)}#{entries.empty? ? "No Revoked Certificates.\n" : entries(entries)}#{signature(list)}
      TEXT
        .chomp
    end

    def of_challenge(signed)
      key = signed.public_key
      "Netscape SPKI:\n  Public Key Algorithm: #{key.oid}\n#{KeyText.indented(KeyText.of_public(key), 4)}" \
        "  Challenge String: #{signed.challenge}\n  Signature Algorithm: #{signed.__algorithm_name}\n" +
        KeyText.bytes(signed.__signature, 18, 6)
    end

    def entries(entries)
      "Revoked Certificates:\n" + entries.map do |entry|
        "    Serial Number: #{hexadecimal(entry.serial.to_i)}\n" \
          "        Revocation Date: #{entry.time ? time(entry.time) : "Bad time value"}\n" \
          "#{extensions(entry.extensions, "CRL entry extensions", 8)}"
      end.join
    end

    def hexadecimal(number)
      digits = number.abs.to_s(16).upcase
      "#{"-" if number < 0}#{"0" if digits.size.odd?}#{digits}"
    end

    def name(name)
      name.to_s(OpenSSL::X509::Name::COMPAT)
    end

    def time(time)
      time.utc.strftime("%b %e %H:%M:%S %Y GMT")
    end

    def serial(number)
      sign = number < 0 ? "-" : ""
      return " #{number} (#{sign}0x#{number.abs.to_s(16)})" if number.abs < 1 << 64
      negative = number < 0 ? " (Negative)" : ""
      "\n#{" " * 12}#{negative}#{OpenSSL.__bytes(number.abs).unpack("C*").map { |byte| format("%02x", byte) }.join(":")}"
    end

    def key(signed)
      key = signed.public_key
      "        Subject Public Key Info:\n            Public Key Algorithm: #{key.oid}\n" +
        KeyText.indented(KeyText.of_public(key), 16)
    end

    def extensions(extensions, title = "X509v3 extensions", indent = 8)
      return "" if extensions.empty?
      shown = extensions.map do |extension|
        found = Objects.find(extension.oid)
        "#{" " * (indent + 4)}#{found ? found[2] : extension.oid}: #{"critical" if extension.critical?}\n" \
          "#{KeyText.indented(extension.value, indent + 8)}\n"
      end
      "#{" " * indent}#{title}:\n#{shown.join}"
    end

    def attributes(attributes)
      OpenSSL.__missing("OpenSSL::X509::Request#to_text of a request with attributes") unless attributes.empty?
      "        Attributes:\n            (none)\n            Requested Extensions:\n"
    end

    def signature(signed)
      "    Signature Algorithm: #{signed.signature_algorithm}\n    Signature Value:\n" +
        KeyText.bytes(signed.__signature || "", 18, 8)
    end
  end
end
