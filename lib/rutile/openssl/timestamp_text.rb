# Timestamps in words, as `to_text` shows them.

module Rutile
  module TimestampText
    STATUSES = ["Granted.", "Granted with modifications.", "Rejected.", "Waiting.", "Revocation warning.", "Revoked."].freeze
    FAILURES = {
      BAD_ALG: "unrecognized or unsupported algorithm identifier", BAD_REQUEST: "transaction not permitted or supported",
      BAD_DATA_FORMAT: "the data submitted has the wrong format", TIME_NOT_AVAILABLE: "the TSA's time source is not available",
      UNACCEPTED_POLICY: "the requested TSA policy is not supported by the TSA",
      UNACCEPTED_EXTENSION: "the requested extension is not supported by the TSA",
      ADD_INFO_NOT_AVAILABLE: "the additional information requested could not be understood or is not available",
      SYSTEM_FAILURE: "the request cannot be handled due to system failure"
    }.freeze
    NOTHING = "unspecified"
    private_constant :STATUSES, :FAILURES, :NOTHING

    module_function

    def of_request(request)
      <<~TEXT
        Version: #{request.version}
        #{imprint(request)}Policy OID: #{object(request.__policy)}
        Nonce: #{number(request.nonce)}
        Certificate required: #{yes(request.cert_requested?)}
        #{extensions(request.__extensions)}
      TEXT
        .chomp
    end

    def of_token(token)
      <<~TEXT
        Version: #{token.version}
        Policy OID: #{object(token.__policy)}
        #{imprint(token)}Serial number: #{number(token.serial_number)}
        Time stamp: #{token.gen_time.strftime("%b %e %H:%M:%S#{token.__fraction} %Y GMT")}
        Accuracy: #{accuracy(token.__accuracy)}
        Ordering: #{yes(token.ordering)}
        Nonce: #{number(token.nonce)}
        TSA: #{token.__authority ? ExtensionText.name(token.__authority) : NOTHING}
        #{extensions(token.__extensions)}
      TEXT
        .chomp
    end

    def of_response(response)
      words = response.status_text.join("\n\t")
      failures = response.__failures.map { |name| FAILURES[name] }.join(", ")
      info = response.token_info
      <<~TEXT
        Status info:
        Status: #{STATUSES.fetch(response.status.to_i, "out of bounds")}
        Status description: #{words.empty? ? NOTHING : words}
        Failure info: #{failures.empty? ? NOTHING : failures}

        TST info:
        #{info ? of_token(info) : "Not included.\n"}
      TEXT
        .chomp
    end

    def imprint(imprinted)
      number, _, digest = imprinted.__imprint
      found = Objects.find(number) if number
      "Hash Algorithm: #{found ? found[2] : "UNKNOWN"}\nMessage data:\n#{HexDump.of(digest, 4)}"
    end

    def number(number)
      return NOTHING unless number
      number = number.to_i
      "0x#{number == 0 ? "0" : CertificateText.hexadecimal(number)}"
    end

    def object(number)
      return NOTHING unless number
      Objects.find(number)&.fetch(2) || number
    end

    def yes(truth)
      truth ? "yes" : "no"
    end

    def accuracy(accuracy)
      return NOTHING unless accuracy
      accuracy.each_pair.map { |unit, count| "#{number(count)} #{unit}" }.join(", ")
    end

    def extensions(extensions)
      "Extensions:\n" + extensions.map do |extension|
        found = Objects.find(extension.oid)
        "#{found ? found[2] : extension.oid}:#{" critical" if extension.critical?}\n#{KeyText.indented(extension.value, 4)}\n"
      end.join
    end
  end
end
