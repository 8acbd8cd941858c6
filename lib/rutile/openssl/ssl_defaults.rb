# What the machine's settings say of all contexts: the section that `openssl_conf`, `ssl_conf` and `system_default` lead to
# in the file that OPENSSL_CONF names, or in the usual one.

module OpenSSL
  module SSL
    module SystemDefaults
      # The bits of an option's name, and whether it is the bits' absence.
      OPTIONS = {
        "SessionTicket" => [OP_NO_TICKET, true], "EmptyFragments" => [OP_DONT_INSERT_EMPTY_FRAGMENTS, true], "Bugs" => [OP_ALL, false],
        "Compression" => [OP_NO_COMPRESSION, true], "ServerPreference" => [OP_CIPHER_SERVER_PREFERENCE, false],
        "NoResumptionOnRenegotiation" => [OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION, false],
        "UnsafeLegacyRenegotiation" => [OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION, false],
        "UnsafeLegacyServerConnect" => [OP_LEGACY_SERVER_CONNECT, false], "ClientRenegotiation" => [OP_ALLOW_CLIENT_RENEGOTIATION, false],
        "EncryptThenMac" => [OP_NO_ENCRYPT_THEN_MAC, true], "NoRenegotiation" => [OP_NO_RENEGOTIATION, false],
        "AllowNoDHEKEX" => [OP_ALLOW_NO_DHE_KEX, false], "PrioritizeChaCha" => [OP_PRIORITIZE_CHACHA, false],
        "MiddleboxCompat" => [OP_ENABLE_MIDDLEBOX_COMPAT, false], "AntiReplay" => [OP_NO_ANTI_REPLAY, true],
        "CANames" => [OP_DISABLE_TLSEXT_CA_NAMES, true], "KTLS" => [OP_ENABLE_KTLS, false]
      }.freeze
      VERSIONS = { "TLSv1" => TLS1_VERSION, "TLSv1.1" => TLS1_1_VERSION, "TLSv1.2" => TLS1_2_VERSION, "TLSv1.3" => TLS1_3_VERSION }.freeze
      private_constant :OPTIONS, :VERSIONS

      module_function

      # The options of a new context, of which some are set by themselves.
      def options(usual)
        names = settings.fetch("Options", "").split(",").map(&:strip)
        names.inject(usual) do |options, name|
          bits, inverse = OPTIONS[name.delete_prefix("+").delete_prefix("-")]
          next options unless bits
          name.start_with?("-") == inverse ? options | bits : options & ~bits
        end
      end

      # The least and the greatest version, 0 where none is named.
      def versions
        settings.values_at("MinProtocol", "MaxProtocol").map { |name| VERSIONS.fetch(name, 0) }
      end

      # Read once, as the library is set up once.
      def settings
        @settings ||= read(ENV["OPENSSL_CONF"] || Config::DEFAULT_CONFIG_FILE)
      end

      # A file that isn't there, or can't be read, says nothing.
      def read(path)
        config = Config.load(path)
        section = %w[openssl_conf ssl_conf system_default].inject("default") { |name, key| name && config.get_value(name, key) }
        section ? config[section] : {}
      rescue ConfigError
        {}
      end
    end
    private_constant :SystemDefaults
  end
end
