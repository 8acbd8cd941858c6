# The numbers of OpenSSL::SSL, and its errors.

module OpenSSL
  module SSL
    OP_ALL = 2147485776
    OP_ALLOW_CLIENT_RENEGOTIATION = 256
    OP_ALLOW_NO_DHE_KEX = 1024
    OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION = 262144
    OP_CIPHER_SERVER_PREFERENCE = 4194304
    OP_CLEANSE_PLAINTEXT = 2
    OP_CRYPTOPRO_TLSEXT_BUG = 2147483648
    OP_DISABLE_TLSEXT_CA_NAMES = 512
    OP_DONT_INSERT_EMPTY_FRAGMENTS = 2048
    OP_ENABLE_KTLS = 8
    OP_ENABLE_MIDDLEBOX_COMPAT = 1048576
    OP_EPHEMERAL_RSA = 0
    OP_IGNORE_UNEXPECTED_EOF = 128
    OP_LEGACY_SERVER_CONNECT = 4
    OP_MICROSOFT_BIG_SSLV3_BUFFER = 0
    OP_MICROSOFT_SESS_ID_BUG = 0
    OP_MSIE_SSLV2_RSA_PADDING = 0
    OP_NETSCAPE_CA_DN_BUG = 0
    OP_NETSCAPE_CHALLENGE_BUG = 0
    OP_NETSCAPE_DEMO_CIPHER_CHANGE_BUG = 0
    OP_NETSCAPE_REUSE_CIPHER_CHANGE_BUG = 0
    OP_NO_ANTI_REPLAY = 16777216
    OP_NO_COMPRESSION = 131072
    OP_NO_ENCRYPT_THEN_MAC = 524288
    OP_NO_RENEGOTIATION = 1073741824
    OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION = 65536
    OP_NO_SSLv2 = 0
    OP_NO_SSLv3 = 33554432
    OP_NO_TICKET = 16384
    OP_NO_TLSv1 = 67108864
    OP_NO_TLSv1_1 = 268435456
    OP_NO_TLSv1_2 = 134217728
    OP_NO_TLSv1_3 = 536870912
    OP_PKCS1_CHECK_1 = 0
    OP_PKCS1_CHECK_2 = 0
    OP_PRIORITIZE_CHACHA = 2097152
    OP_SAFARI_ECDHE_ECDSA_BUG = 64
    OP_SINGLE_DH_USE = 0
    OP_SINGLE_ECDH_USE = 0
    OP_SSLEAY_080_CLIENT_DH_BUG = 0
    OP_SSLREF2_REUSE_CERT_TYPE_BUG = 0
    OP_TLSEXT_PADDING = 16
    OP_TLS_BLOCK_PADDING_BUG = 0
    OP_TLS_D5_BUG = 0
    OP_TLS_ROLLBACK_BUG = 8388608
    SSL2_VERSION = 2
    SSL3_VERSION = 768
    TLS1_1_VERSION = 770
    TLS1_2_VERSION = 771
    TLS1_3_VERSION = 772
    TLS1_VERSION = 769
    VERIFY_CLIENT_ONCE = 4
    VERIFY_FAIL_IF_NO_PEER_CERT = 2
    VERIFY_NONE = 0
    VERIFY_PEER = 1

    class SSLError < OpenSSLError; end

    class SSLErrorWaitReadable < SSLError
      include IO::WaitReadable
    end

    class SSLErrorWaitWritable < SSLError
      include IO::WaitWritable
    end

    # The texts of the other side's alerts, by number.
    ALERTS = {
      0 => "close notify", 10 => "unexpected message", 20 => "bad record mac", 22 => "record overflow", 40 => "handshake failure",
      42 => "bad certificate", 43 => "unsupported certificate", 44 => "certificate revoked", 45 => "certificate expired",
      46 => "certificate unknown", 47 => "illegal parameter", 48 => "unknown ca", 49 => "access denied", 50 => "decode error",
      51 => "decrypt error", 70 => "protocol version", 71 => "insufficient security", 80 => "internal error",
      86 => "inappropriate fallback", 90 => "user cancelled", 109 => "missing extension", 110 => "unsupported extension",
      112 => "unrecognized name", 113 => "bad certificate status response", 115 => "unknown psk identity",
      116 => "certificate required", 120 => "no application protocol"
    }.freeze
    # Those that are older than TLS.
    OLD_ALERTS = [10, 20, 40, 42, 43, 44, 45, 46, 47].freeze
    private_constant :ALERTS, :OLD_ALERTS

    # The words for what a native tells: an alert's number, or words.
    def self.__words(problem)
      return problem unless ::Integer === problem
      family = OLD_ALERTS.include?(problem) ? "ssl/tls" : "tlsv1"
      "#{family} alert #{ALERTS.fetch(problem, "unknown")} (SSL alert number #{problem})"
    end
  end
end
