# Keys of codes (HMAC), which have one half only: bytes that both sides know. They sign, and who verifies signs again.

module OpenSSL
  module PKey
    class CodeKey < PKey
      NAME = "HMAC"
      OPTIONS = %w[key hexkey digest].freeze
      private_constant :NAME, :OPTIONS

      def self.__named?(name)
        name.upcase == NAME
      end

      def self.__of(bytes)
        OpenSSL::PKey::PKey.allocate.extend(Behaviour).tap { |key| key.__take(bytes.b.freeze) }
      end

      def self.__generate(options)
        (options.keys - OPTIONS).each do |name|
          refuse(name, options[name], "command not supported ([action:2, state:4] name=#{name}, value=#{options[name]})")
        end
        text, figures = options.values_at("key", "hexkey")
        refuse("key", text) if text && text.empty?
        __of(text || (figures ? bytes_of(figures) : raise(PKeyError, "EVP_PKEY_keygen: invalid key")))
      end

      def self.bytes_of(figures)
        refuse("hexkey", figures, "odd number of digits") if figures.size.odd?
        refuse("hexkey", figures, "illegal hex digit") unless figures.match?(/\A\h*\z/)
        [figures].pack("H*")
      end

      def self.refuse(name, value, why = nil)
        raise PKeyError, "EVP_PKEY_CTX_ctrl_str(ctx, #{name.inspect}, #{value.inspect})#{": #{why}" if why}"
      end
      private_class_method :bytes_of, :refuse

      # The methods of such a key; its class is PKey itself.
      module Behaviour
        def oid
          raise PKeyError, "EVP_PKEY_id"
        end

        def private?
          true
        end

        def inspect
          "#{Kernel.instance_method(:to_s).bind_call(self).chop} type_name=#{NAME} provider=default>"
        end

        def raw_private_key
          __state.dup
        end

        def compare?(other)
          OpenSSL::PKey.__check(other)
          raise TypeError, "cannot match different PKey types" unless Behaviour === other
          OpenSSL.secure_compare(__state, other.raw_private_key)
        end

        def public_to_der
          raise PKeyError, "i2d_PUBKEY_bio"
        end

        def public_to_pem
          raise PKeyError, "PEM_write_bio_PUBKEY: ASN1 lib"
        end

        def private_to_der(_cipher = nil, _password = nil)
          raise PKeyError, "i2d_PKCS8PrivateKey_bio: error converting private key"
        end

        def private_to_pem(_cipher = nil, _password = nil)
          raise PKeyError, "PEM_write_bio_PKCS8PrivateKey: error converting private key"
        end

        def to_text
          "Public Key algorithm \"<NULL>\" unsupported\n"
        end

        private

        def __sign(digest, data, _options)
          raise PKeyError, "EVP_DigestSignInit: provider signature failure (#{NAME} digest_sign_init:)" unless digest
          HMAC.digest(digest, __state, data)
        end

        def __verify(_digest, _signature, _data, _options)
          raise PKeyError, "EVP_DigestVerifyInit: provider signature not supported (#{NAME} digest_verify_init:)"
        end

        def __sign_raw(_digest, _data, _options)
          raise PKeyError, "EVP_PKEY_sign_init: provider signature not supported (#{NAME} sign_init:)"
        end

        def __verify_raw(_digest, _signature, _data, _options)
          raise PKeyError, "EVP_PKEY_verify_init: provider signature not supported (#{NAME} verify_init:)"
        end
      end
      private_constant :Behaviour
    end
    private_constant :CodeKey
  end
end
