# OpenSSL::PKey::RSA: signing and encrypting, with the encodings that options choose.

module OpenSSL
  module PKey
    class RSA
      # Names of the digests in signatures by PKCS #1.
      DIGEST_OIDS = {
        "MD5" => "1.2.840.113549.2.5", "SHA1" => "1.3.14.3.2.26", "RIPEMD160" => "1.3.36.3.2.1",
        "SHA224" => "2.16.840.1.101.3.4.2.4", "SHA256" => "2.16.840.1.101.3.4.2.1", "SHA384" => "2.16.840.1.101.3.4.2.2",
        "SHA512" => "2.16.840.1.101.3.4.2.3", "SHA512-224" => "2.16.840.1.101.3.4.2.5",
        "SHA512-256" => "2.16.840.1.101.3.4.2.6", "SHA3-224" => "2.16.840.1.101.3.4.2.7",
        "SHA3-256" => "2.16.840.1.101.3.4.2.8", "SHA3-384" => "2.16.840.1.101.3.4.2.9", "SHA3-512" => "2.16.840.1.101.3.4.2.10"
      }.freeze
      private_constant :DIGEST_OIDS

      OPTIONS = %w[rsa_padding_mode rsa_pss_saltlen rsa_mgf1_md rsa_oaep_md rsa_oaep_label].freeze
      private_constant :OPTIONS

      def sign_pss(digest, data, salt_length:, mgf1_hash:)
        raise RSAError, "private key needed" unless private?
        name = Digest.__name(digest)
        __sign_pss(name, __hash(name, Rutile.to_str(data)), Digest.__name(mgf1_hash), __salt_length(salt_length))
      rescue PKeyError => error
        raise RSAError, error.message
      end

      def verify_pss(digest, signature, data, salt_length:, mgf1_hash:)
        name = Digest.__name(digest)
        hash = __hash(name, Rutile.to_str(data))
        __verify_pss(name, Rutile.to_str(signature), hash, Digest.__name(mgf1_hash), __salt_length(salt_length))
      end

      def verify_recover(digest, signature, options = nil)
        signature = Rutile.to_str(signature)
        digest &&= Digest.__name(digest)
        options = __options(options)
        block = signature.bytesize == __size && __with_public(signature)
        content = block && (options["rsa_padding_mode"] == "none" ? block : __opened(block))
        content = __digest_in(digest, content) if content && digest
        content or raise PKeyError, "EVP_PKEY_verify_recover: provider signature failure (RSA verify_recover:)"
      end

      def encrypt(data, options = nil)
        data = Rutile.to_str(data)
        options = __options(options)
        block =
          case mode = options.fetch("rsa_padding_mode", "pkcs1")
          when "pkcs1" then __sealed_randomly(data)
          when "oaep" then __oaep(options) { |digest, mask, label| Primitive.rsa_oaep(digest, mask, label, data, __size) }
          when "none" then __whole(data, "encrypt")
          else raise PKeyError, "unsupported padding mode #{mode}"
          end
        raise PKeyError, "EVP_PKEY_encrypt: data too large for key size" unless block
        raise PKeyError, "EVP_PKEY_encrypt: bad e value" unless __usable?
        __with_public(block) or raise PKeyError, "EVP_PKEY_encrypt: data too large for modulus"
      end

      def decrypt(data, options = nil)
        data = Rutile.to_str(data)
        raise ArgumentError, "private key is needed" unless private?
        options = __options(options)
        raise PKeyError, "EVP_PKEY_decrypt: data greater than mod len" if data.bytesize > __size
        data = data.b.rjust(__size, "\0")
        block = __with_private(data) or raise PKeyError, "EVP_PKEY_decrypt: data too large for modulus"
        case mode = options.fetch("rsa_padding_mode", "pkcs1")
        when "pkcs1" then Primitive.rsa_unpad_encrypted(block, OpenSSL.__bytes(__state.d, __size), data)
        when "oaep"
          opened = __oaep(options) { |digest, mask, label| Primitive.rsa_oaep_open(digest, mask, label, block) }
          opened or raise PKeyError, "EVP_PKEY_decrypt: oaep decoding error"
        when "none" then block
        else raise PKeyError, "unsupported padding mode #{mode}"
        end
      end

      private

      def __options(options)
        Rutile.expect(options, Hash, "Hash") unless options.nil?
        options = (options || {}).transform_keys(&:to_s)
        unknown = options.keys - OPTIONS
        unless unknown.empty?
          name = unknown[0]
          raise PKeyError, "EVP_PKEY_CTX_ctrl_str(ctx, #{name.inspect}, #{options[name].to_s.inspect}): command not supported"
        end
        options
      end

      # --- PKCS #1 ---

      # The content behind as many bytes as fill the block; nil where it doesn't fit.
      def __filled(content)
        room = __size - content.bytesize - 3
        "\x00\x01".b << "\xff".b * room << "\0" << content if room >= 8
      end

      def __opened(block)
        found = /\A\x00\x01\xff{8,}\x00/n.match(block)
        found && block.byteslice(found.end(0)..)
      end

      def __sealed_randomly(data)
        room = __size - data.bytesize - 3
        return nil if room < 8
        filling = "".b
        filling << OpenSSL::Random.random_bytes(room).delete("\0") while filling.bytesize < room
        "\x00\x02".b << filling.byteslice(0, room) << "\0" << data.b
      end

      def __whole(data, what)
        return data if data.bytesize == __size
        raise PKeyError, "EVP_PKEY_#{what}: data too #{data.bytesize < __size ? "small" : "large"} for key size"
      end

      def __digest_info(digest, hash)
        oid = DIGEST_OIDS.fetch(digest) { raise PKeyError, "unsupported digest for signatures: #{digest}" }
        algorithm = Rutile::DER.sequence(Rutile::DER.oid(oid), Rutile::DER.null)
        Rutile::DER.sequence(algorithm, Rutile::DER.octets(hash))
      end

      # The hash that a signature's content holds, if it is of the digest.
      def __digest_in(digest, content)
        hash = content.byteslice([content.bytesize - Digest.new(digest).digest_length, 0].max..)
        hash if content == __digest_info(digest, hash)
      end

      # --- Signing ---

      def __sign(digest, data, options)
        __sign_raw(digest || "SHA256", __hash(digest || "SHA256", data), options)
      end

      def __verify(digest, signature, data, options)
        raise PKeyError, "EVP_DigestVerifyInit: initialization error" unless public?
        __verify_raw(digest || "SHA256", signature, __hash(digest || "SHA256", data), options)
      end

      def __sign_raw(digest, hash, options)
        options = __options(options)
        case mode = options.fetch("rsa_padding_mode", "pkcs1")
        when "pss"
          return __sign_pss(digest || "SHA256", hash, __mask(options, digest), __salt_length(options.fetch("rsa_pss_saltlen", :max)))
        when "pkcs1" then block = __filled(digest ? __digest_info(digest, hash) : hash)
        when "none" then block = __whole(hash, "sign")
        else raise PKeyError, "unsupported padding mode #{mode}"
        end
        block && __with_private(block) or raise PKeyError, "EVP_PKEY_sign: provider signature failure (RSA sign:)"
      end

      def __verify_raw(digest, signature, hash, options)
        options = __options(options)
        case mode = options.fetch("rsa_padding_mode", "pkcs1")
        when "pss"
          salt = __salt_length(options.fetch("rsa_pss_saltlen", :auto))
          return __verify_pss(digest || "SHA256", signature, hash, __mask(options, digest), salt)
        when "pkcs1" then expected = __filled(digest ? __digest_info(digest, hash) : hash)
        when "none" then expected = hash
        else raise PKeyError, "unsupported padding mode #{mode}"
        end
        return false unless expected && signature.bytesize == __size
        __with_public(signature) == expected
      end

      # --- PSS ---

      def __mask(options, digest)
        Digest.__name(options["rsa_mgf1_md"] || digest || "SHA256")
      end

      # Bytes of salt, or a word for what they follow from.
      def __salt_length(given)
        case given
        when :digest, :max, :auto then given
        when "digest", "max", "auto" then given.to_sym
        when Symbol then raise ArgumentError, "unknown salt length"
        when String then Kernel.Integer(given)
        else Rutile.to_int(given)
        end
      end

      def __sign_pss(digest, hash, mask, salt_length)
        size = Digest.new(digest).digest_length
        bits = __state.n.bit_length - 1
        case salt_length
        when :digest then salt_length = size
        when :max, :auto then salt_length = (bits + 7) / 8 - size - 2
        end
        if salt_length >= 0 && salt_length <= __size
          salt = OpenSSL::Random.random_bytes(salt_length)
          block = Primitive.rsa_pss(Digest.__native(digest), Digest.__native(mask), hash, salt, bits)
        end
        raise PKeyError, "EVP_DigestSignFinal: data too large for key size" unless block
        __with_private(block.rjust(__size, "\0")) or raise PKeyError, "EVP_DigestSignFinal"
      end

      def __verify_pss(digest, signature, hash, mask, salt_length)
        return false unless signature.bytesize == __size
        block = __with_public(signature) or return false
        bits = __state.n.bit_length - 1
        size = Digest.new(digest).digest_length
        case salt_length
        when :digest then salt_length = size
        when :max then salt_length = (bits + 7) / 8 - size - 2
        when :auto then salt_length = -1
        end
        Primitive.rsa_pss_matches(Digest.__native(digest), Digest.__native(mask), hash, block, bits, salt_length)
      end

      # --- OAEP ---

      def __oaep(options)
        digest = options["rsa_oaep_md"] || "SHA1"
        mask = options["rsa_mgf1_md"] || digest
        yield Digest.__native(digest), Digest.__native(mask), [options["rsa_oaep_label"].to_s].pack("H*")
      end
    end
  end
end
