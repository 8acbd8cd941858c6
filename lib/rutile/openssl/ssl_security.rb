# How hard the keys of certificates must be to break for a level of security, in bits of work.

module OpenSSL
  module SSL
    module Security
      # Bits that each level asks for.
      LEVELS = [0, 80, 112, 128, 192, 256].freeze
      # Bits of work by the bits of a modulus, the longest first (NIST SP 800-57).
      MODULI = { 15360 => 256, 7680 => 192, 3072 => 128, 2048 => 112, 1024 => 80, 0 => 0 }.freeze
      CURVES = 128
      private_constant :LEVELS, :MODULI, :CURVES

      module_function

      # Raises where the key of a certificate, or of one that follows it, is too weak.
      def check(level, certificate, chain = [])
        raise SSLError, "SSL_CTX_use_certificate: ee key too small" if weak?(level, certificate)
        raise SSLError, "SSL_CTX_set0_chain: ca key too small" if chain.any? { |other| weak?(level, other) }
      end

      def weak?(level, certificate)
        bits(certificate.public_key) < LEVELS.fetch(level)
      end

      def bits(key)
        case key.oid
        when "rsaEncryption" then of_modulus(key.n)
        when "DSA" then [of_modulus(key.p), key.q.num_bits / 2].min
        when "id-ecPublicKey" then key.group.degree / 2
        else CURVES
        end
      end

      def of_modulus(number)
        length = number.num_bits
        MODULI.find { |least, _| length >= least }.last
      end
    end
    private_constant :Security
  end
end
