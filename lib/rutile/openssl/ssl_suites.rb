# The cipher suites that there are, by the names that OpenSSL and the standard have for them.

module OpenSSL
  module SSL
    # OpenSSL's name => [the standard's name, version, bits, number]
    SUITES = {
      "TLS_AES_256_GCM_SHA384" => ["TLS_AES_256_GCM_SHA384", "TLSv1.3", 256, 0x1302],
      "TLS_CHACHA20_POLY1305_SHA256" => ["TLS_CHACHA20_POLY1305_SHA256", "TLSv1.3", 256, 0x1303],
      "TLS_AES_128_GCM_SHA256" => ["TLS_AES_128_GCM_SHA256", "TLSv1.3", 128, 0x1301],
      "ECDHE-ECDSA-AES256-GCM-SHA384" => ["TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLSv1.2", 256, 0xc02c],
      "ECDHE-RSA-AES256-GCM-SHA384" => ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLSv1.2", 256, 0xc030],
      "ECDHE-ECDSA-CHACHA20-POLY1305" => ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "TLSv1.2", 256, 0xcca9],
      "ECDHE-RSA-CHACHA20-POLY1305" => ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLSv1.2", 256, 0xcca8],
      "ECDHE-ECDSA-AES128-GCM-SHA256" => ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "TLSv1.2", 128, 0xc02b],
      "ECDHE-RSA-AES128-GCM-SHA256" => ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLSv1.2", 128, 0xc02f]
    }.freeze

    # Words of OpenSSL's language of ciphers, and which of the names of TLS 1.2 each means.
    GROUPS = {
      "ALL" => //, "DEFAULT" => //, "COMPLEMENTOFDEFAULT" => /\z\A/, "HIGH" => //, "TLSv1.2" => //, "FIPS" => /AES/,
      "ECDHE" => //, "kECDHE" => //, "EECDH" => //, "kEECDH" => //, "ECDH" => //, "AEAD" => //,
      "aRSA" => /-RSA-/, "RSA" => /-RSA-/, "aECDSA" => /-ECDSA-/, "ECDSA" => /-ECDSA-/,
      "AES" => /AES/, "AESGCM" => /AES/, "AES128" => /AES128/, "AES256" => /AES256/, "CHACHA20" => /CHACHA20/,
      "SHA256" => /\z\A/, "SHA384" => /\z\A/
    }.freeze
    private_constant :SUITES, :GROUPS

    class << self
      # [name, version, bits, bits of the algorithm], as programs see a suite.
      def __suite(name)
        _, version, bits = SUITES.fetch(name)
        [name.dup, version.dup, bits, bits]
      end

      def __suite_of_standard(standard)
        SUITES.each_key.find { |name| SUITES[name][0] == standard }
      end

      def __suite_of_number(number)
        SUITES.each_key.find { |name| SUITES[name][3] == number }
      end

      def __suite_number(name)
        SUITES.fetch(name)[3]
      end

      def __standard_name(name)
        SUITES.fetch(name)[0]
      end

      def __suites_of(version)
        SUITES.each_key.select { |name| SUITES[name][1] == version }
      end

      # The suites of TLS 1.2 that the words mean.
      def __chosen(words)
        known = __suites_of("TLSv1.2")
        words.split(/[:, ]+/).reduce([]) do |chosen, word|
          next chosen if word.empty? || word.start_with?("@")
          meant = meant_by(word.delete_prefix("!").delete_prefix("-").delete_prefix("+"), known)
          case word[0]
          when "!"
            known -= meant
            chosen - meant
          when "-" then chosen - meant
          when "+" then (chosen - meant) + (chosen & meant)
          else chosen | meant
          end
        end
      end

      private

      # The meaning of a name, or of words that must all hold.
      def meant_by(word, known)
        return known & [word] if SUITES.key?(word)
        word.split("+").map { |part| GROUPS.key?(part) ? known.grep(GROUPS[part]) : [] }.reduce(:&) || []
      end
    end
  end
end
