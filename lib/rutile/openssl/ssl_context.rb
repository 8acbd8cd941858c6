# OpenSSL::SSL::SSLContext: what connections are set up with.

module OpenSSL
  module SSL
    class SSLContext
      SESSION_CACHE_OFF = 0
      SESSION_CACHE_CLIENT = 1
      SESSION_CACHE_SERVER = 2
      SESSION_CACHE_BOTH = 3
      SESSION_CACHE_NO_AUTO_CLEAR = 128
      SESSION_CACHE_NO_INTERNAL_LOOKUP = 256
      SESSION_CACHE_NO_INTERNAL_STORE = 512
      SESSION_CACHE_NO_INTERNAL = 768

      VERSIONS = {
        SSL2: 2, SSL3: 0x300, TLS1: 0x301, TLS1_0: 0x301, TLS1_1: 0x302, TLS1_2: 0x303, TLS1_3: 0x304
      }.freeze
      private_constant :VERSIONS

      attr_accessor :cert, :key, :client_ca, :ca_file, :ca_path, :timeout, :verify_mode, :verify_depth, :renegotiation_cb,
                    :verify_callback, :cert_store, :extra_chain_cert, :client_cert_cb, :session_id_context, :session_get_cb,
                    :session_new_cb, :session_remove_cb, :alpn_protocols, :alpn_select_cb, :npn_protocols, :npn_select_cb,
                    :verify_hostname, :keylog_cb
      Primitive.alias_method(self, :ssl_timeout, :timeout)
      Primitive.alias_method(self, :ssl_timeout=, :timeout=)

      undef_method :initialize_copy

      alias __freeze freeze
      private :__freeze

      # --- Versions and suites ---

      def set_minmax_proto_version(min, max)
        versions = [version_number(min), version_number(max)]
        # Of those before SSL 3.0 no bound is made.
        name = %w[min max][versions.index { |version| version.between?(1, SSL3_VERSION - 1) } || 2]
        raise SSLError, "SSL_CTX_set_#{name}_proto_version" if name
        @__versions = versions
      end
      private :set_minmax_proto_version

      def options
        @__options || SystemDefaults.options(OP_ENABLE_MIDDLEBOX_COMPAT | OP_NO_COMPRESSION)
      end

      def options=(options)
        check_open
        @__options = nil.equal?(options) ? OP_ALL : Rutile.to_int(options)
      end

      def ciphers
        (__newer_suites + __older_suites).map { |name| SSL.__suite(name) }
      end

      def ciphers=(ciphers)
        check_open
        if nil.equal?(ciphers)
          @__suites = nil
          return
        end
        list = Array === ciphers ? ciphers.map { |one| Array === one ? one[0] : one } : [Rutile.to_str(ciphers)]
        chosen = SSL.__chosen(list.join(":"))
        # Older suites than there are can be named as well, as long as one is there.
        raise SSLError, "SSL_CTX_set_cipher_list: no cipher match" if chosen.empty?
        @__suites = chosen
      end

      def ciphersuites=(suites)
        check_open
        return @__newer_suites = nil if nil.equal?(suites)
        names = Array === suites ? suites.map { |one| Array === one ? one[0] : one } : Rutile.to_str(suites).split(":")
        known = SSL.__suites_of("TLSv1.3")
        raise SSLError, "SSL_CTX_set_ciphersuites: no cipher match" unless (names - known).empty?
        @__newer_suites = names
      end

      def __newer_suites
        @__newer_suites || SSL.__suites_of("TLSv1.3")
      end

      def __older_suites
        @__suites || SSL.__suites_of("TLSv1.2")
      end

      # How strong the keys of certificates must be.
      def security_level
        @__security_level || 2
      end

      def security_level=(level)
        check_open
        level = Rutile.to_int(level)
        raise NotImplementedError, "setting security level to other than 1 or 2 is not part of Rutile yet" unless level.between?(1, 2)
        @__security_level = level
      end

      # --- Key exchanges ---

      # OpenSSL's names of the groups there are, the one that a client tries first in front.
      GROUPS = ["X25519", "P-256", "P-384", "P-521"].freeze
      OTHER_NAMES = {
        "x25519" => "X25519", "prime256v1" => "P-256", "secp256r1" => "P-256", "secp384r1" => "P-384", "secp521r1" => "P-521"
      }.freeze
      private_constant :GROUPS, :OTHER_NAMES

      def ecdh_curves=(curves)
        check_open
        names = Rutile.to_str(curves).split(":").map { |name| OTHER_NAMES.fetch(name, name) }
        known = names & GROUPS
        raise SSLError, "SSL_CTX_set1_curves_list: unknown group" if known.empty?
        @__curves = known
      end

      def tmp_dh=(_key)
        OpenSSL.__missing("OpenSSL::SSL::SSLContext#tmp_dh=")
      end

      def enable_fallback_scsv
        OpenSSL.__missing("OpenSSL::SSL::SSLContext#enable_fallback_scsv")
      end

      # --- Certificates ---

      def add_certificate(certificate, key, chain = [])
        check_open
        raise ArgumentError, "public key mismatch" unless certificate.check_private_key(key)
        raise ArgumentError, "private key is needed" unless key.private?
        chain ||= []
        Security.check(security_level, certificate, chain)
        # One for each kind of key; the last one is the first to be looked at.
        @__added = [[certificate, key, chain], *@__added&.reject { |_, other| other.oid == key.oid }]
        self
      end

      # Certificates, each with those that follow it, and their keys.
      def __identities
        return @__added.map { |certificate, key, chain| [__completed(certificate, chain), key] } if @__added
        return [] unless key && cert
        Security.check(security_level, cert)
        raise SSLError, "SSL_CTX_use_PrivateKey: key values mismatch" unless cert.check_private_key(key)
        [[__completed(cert, extra_chain_cert), key]]
      end

      # Where no others are named, those that follow a certificate are looked for among the trusted ones.
      def __completed(certificate, others)
        return [certificate, *others] unless others.nil? || others.empty?
        X509::StoreContext.new(__store, certificate).__chain
      end
      private :__completed

      # The authorities by which the other side's certificate is believed.
      def __store
        @__store ||= (cert_store || X509::Store.new).tap do |store|
          store.add_file(ca_file) if ca_file
          store.add_path(ca_path) if ca_path
        end
      rescue X509::StoreError => error
        raise SSLError, "SSL_CTX_load_verify_file: #{error.message.split(": ", 2)[1]}"
      end

      # --- Setting up ---

      # Nothing can be changed after; nil where that was so already.
      def setup
        return nil if @__ready
        if @__added.nil? && key && cert.nil?
          raise SSLError, "SSL_CTX_check_private_key: no certificate assigned"
        end
        __identities
        __store
        @__ready = {}
        __sessions
        __freeze
        true
      end

      def freeze
        setup
        self
      end

      # A native configuration for a client, with a certificate and key other than the context's where they are given, or
      # for a server.
      def __client_config(certificate = nil, key = nil)
        setup
        return new_client_config([[__completed(certificate, nil), key]]) if certificate
        @__ready[:client] ||= new_client_config(__identities)
      end

      def __server_config
        setup
        @__ready[:server] ||= __config(__identities) do |identities|
          asks = verify_mode.to_i & VERIFY_PEER != 0
          must = asks && verify_mode & VERIFY_FAIL_IF_NO_PEER_CERT != 0
          Primitive.tls_server_config(identities, __version_bits, __suite_names, @__curves || GROUPS, asks, must,
                                      __authorities.map(&:to_der), __sessions.native, options & OP_NO_TICKET == 0)
        end
      end

      # The names of the authorities whose certificates clients are asked for.
      def __authorities
        list = client_ca
        list.nil? ? [] : Array(list).map { |ca| X509::Certificate === ca ? ca.subject : ca }
      end

      private

      def check_open
        raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
      end

      def version_number(version)
        case version
        when nil then 0
        when ::Integer then version
        else
          name = Symbol === version ? version.to_s : Rutile.to_str(version)
          name = name.delete_prefix("OpenSSL::SSL::").delete_suffix("_VERSION")
          VERSIONS[name.to_sym] or raise ArgumentError, "unrecognized version #{version.inspect}"
        end
      end

      def protocols
        (alpn_protocols || []).map { |name| Rutile.to_str(name) }
      end

      def __version_bits
        min, max = @__versions || SystemDefaults.versions
        bits = 0
        bits |= 1 if min <= TLS1_2_VERSION && (max == 0 || max >= TLS1_2_VERSION) && options & OP_NO_TLSv1_2 == 0
        bits |= 2 if min <= TLS1_3_VERSION && (max == 0 || max >= TLS1_3_VERSION) && options & OP_NO_TLSv1_3 == 0
        bits
      end

      def __suite_names
        (__newer_suites + __older_suites).map { |name| SSL.__standard_name(name) }
      end

      def new_client_config(identities)
        __config(identities) do |list|
          Primitive.tls_client_config(list, __version_bits, __suite_names, @__curves || GROUPS, protocols)
        end
      end

      def __config(identities)
        raise SSLError, "no protocols available" if __version_bits == 0
        config = yield(identities.map { |chain, key| [chain.map(&:to_der), key.private_to_der] })
        raise SSLError, config if String === config
        config
      end
    end
  end
end

Rutile::Sharing.bind(OpenSSL::SSL::SSLContext)
