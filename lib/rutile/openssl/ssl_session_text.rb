# A session of TLS as `openssl sess_id -text` shows it.

module Rutile
  module SessionText
    VERSIONS = { 0x300 => "SSLv3", 0x301 => "TLSv1", 0x302 => "TLSv1.1", 0x303 => "TLSv1.2", 0x304 => "TLSv1.3" }.freeze
    NEWEST = 0x304
    # The element of other fields that holds flags, and the flag of what is told of the master secret.
    FLAGS = 13
    EXTENDED = 1
    private_constant :VERSIONS, :NEWEST, :FLAGS, :EXTENDED

    module_function

    def of(fields)
      newest = fields.version == NEWEST
      lines = [
        "SSL-Session:",
        "    Protocol  : #{VERSIONS.fetch(fields.version, "unknown")}",
        "    Cipher    : #{OpenSSL::SSL.__suite_of_number(fields.suite) || format("%04X", fields.suite)}",
        "    Session-ID: #{figures(fields.id)}",
        "    Session-ID-ctx: #{figures(fields.context)}",
        "    #{newest ? "Resumption PSK" : "Master-Key"}: #{figures(fields.master_key)}",
        "    PSK identity: None",
        "    PSK identity hint: None",
        "    SRP username: None"
      ]
      lines << "    TLS session ticket lifetime hint: #{fields.lifetime} (seconds)" if fields.lifetime
      lines << "    TLS session ticket:\n#{HexDump.of(fields.ticket, 4)}" if fields.ticket
      lines << "    Start Time: #{fields.time}" unless fields.time == 0
      lines << "    Timeout   : #{fields.timeout} (sec)" unless fields.timeout == 0
      lines << "    Verify return code: #{fields.verify_result} (#{OpenSSL::X509.__words(fields.verify_result)})"
      lines << "    Extended master secret: #{extended?(fields) ? "yes" : "no"}"
      lines << "    Max Early Data: 0" if newest
      lines.join("\n") << "\n"
    end

    def figures(bytes)
      bytes.unpack1("H*").upcase
    end

    def extended?(fields)
      flags = fields.others.assoc(FLAGS) or return false
      DER.one(flags[1]).integer & EXTENDED != 0
    end
  end
end
