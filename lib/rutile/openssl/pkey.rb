# OpenSSL::PKey: what keys of all kinds have in common, and the keys that have no class of their own (Ed25519, X25519).
#
# A key's numbers are Ruby's; a native is given those it works with.

module OpenSSL
  module PKey
    class PKeyError < OpenSSLError; end
    class RSAError < PKeyError; end
    class ECError < PKeyError; end
    class DHError < PKeyError; end
    class DSAError < PKeyError; end

    def self.__check(key)
      Rutile.expect(key, PKey, "OpenSSL/EVP_PKEY")
    end

    class PKey
      def self.new(*)
        raise TypeError, "OpenSSL::PKey::PKey can't be instantiated directly" if equal?(OpenSSL::PKey::PKey)
        super
      end

      # A key that was read or made, around the state that its class has.
      def self.__wrap(state)
        key = allocate
        key.__take(state)
        key
      end

      # Readers of a key's numbers, by their names in its state.
      def self.__numbers_of(numbers)
        numbers.members.each { |name| define_method(name) { __state[name] && BN.new(__state[name]) } }
        define_method(:params) { numbers.members.to_h { |name| [name.to_s, BN.new(__state[name] || 0)] } }
      end
      private_class_method :__numbers_of

      def __take(state)
        @__state = state
      end

      def initialize_copy(other)
        @__state = other.__state
        self
      end

      def __state
        @__state || raise(PKeyError, "PKEY wasn't initialized!")
      end

      def inspect
        "#{Kernel.instance_method(:to_s).bind_call(self).chop} oid=#{oid} type_name=#{__type}>"
      end

      def compare?(other)
        OpenSSL::PKey.__check(other)
        raise TypeError, "cannot match different PKey types" unless oid == other.oid
        public_to_der == other.public_to_der
      end

      # --- Signing ---

      def sign(digest, data, options = nil)
        data = Rutile.to_str(data)
        raise ArgumentError, "private key is needed" unless private?
        __sign(digest && Digest.__name(digest), data, options || {})
      end

      def verify(digest, signature, data, options = nil)
        signature, data = Rutile.to_str(signature), Rutile.to_str(data)
        __verify(digest && Digest.__name(digest), signature, data, options || {})
      end

      def sign_raw(digest, data, options = nil)
        data = Rutile.to_str(data)
        raise ArgumentError, "private key is needed" unless private?
        __sign_raw(digest && Digest.__name(digest), data, options || {})
      end

      def verify_raw(digest, signature, data, options = nil)
        signature, data = Rutile.to_str(signature), Rutile.to_str(data)
        __verify_raw(digest && Digest.__name(digest), signature, data, options || {})
      end

      def verify_recover(_digest, _signature, _options = nil)
        __unsupported("verify_recover")
      end

      def encrypt(_data, _options = nil)
        __unsupported("encrypt")
      end

      def decrypt(_data, _options = nil)
        __unsupported("decrypt")
      end

      def derive(_other)
        __unsupported("derive")
      end

      def raw_private_key
        raise PKeyError, "EVP_PKEY_get_raw_private_key"
      end

      def raw_public_key
        raise PKeyError, "EVP_PKEY_get_raw_public_key"
      end

      # --- Encodings ---

      def public_to_der
        Rutile::DER.sequence(__algorithm, Rutile::DER.bits(__public_content))
      end

      def public_to_pem
        Rutile::PEM.write("PUBLIC KEY", public_to_der)
      end

      def private_to_der(cipher = nil, password = nil)
        return __private_info unless cipher
        Rutile::KeyEncryption.seal(__private_info, cipher, Rutile::KeyEncryption.password(password, true))
      end

      def private_to_pem(cipher = nil, password = nil)
        label = cipher ? "ENCRYPTED PRIVATE KEY" : "PRIVATE KEY"
        Rutile::PEM.write(label, private_to_der(cipher, password))
      end

      def to_text
        Rutile::KeyText.of(self)
      end

      private

      # Takes the state of a key that was read, if there is one and it is of this kind.
      def __become(key, error, message)
        raise error, message unless key
        raise error, "incorrect pkey type: #{key.oid}" unless oid == key.oid
        @__state = key.__state
        self
      end

      def __unsupported(what)
        raise PKeyError, "EVP_PKEY_#{what}_init: operation not supported for this keytype"
      end

      def __private_info
        raise PKeyError, "no private key" unless private?
        Rutile::DER.sequence(Rutile::DER.integer(0), __algorithm, Rutile::DER.octets(__private_content))
      end

      # The traditional form of a private key, enciphered where a cipher is given; else the public one.
      def __export(label, cipher, password)
        return public_to_pem unless private?
        return Rutile::PEM.write(label, to_der) unless cipher
        Rutile::PEM.locked(label, to_der, cipher, Rutile::KeyEncryption.password(password, true))
      end

      # The number that the leftmost bits of a hash are, as many as the order of a group has.
      def __leftmost(hash, order)
        extra = hash.bytesize * 8 - order.bit_length
        number = OpenSSL.__natural(hash)
        extra > 0 ? number >> extra : number
      end

      def __hash(digest, data)
        Digest.digest(digest, data)
      end
    end

    # Ed25519 and X25519: a kind of key, 32 bytes of the private half (or nil) and 32 of the public one.
    class CurveKey < PKey
      Kind = Struct.new(:type, :private, :public)
      OIDS = { "ED25519" => "1.3.101.112", "X25519" => "1.3.101.110" }.freeze
      private_constant :Kind, :OIDS

      def self.__private(type, bytes)
        public = type == "ED25519" ? Primitive.edwards_public(bytes) : Primitive.montgomery_public(bytes)
        __key(type, bytes.b.freeze, public)
      end

      def self.__public(type, bytes)
        __key(type, nil, bytes.b)
      end

      def self.__key(type, private, public)
        OpenSSL::PKey::PKey.allocate.extend(Behaviour).tap { |key| key.__take(Kind.new(type, private, public.freeze)) }
      end

      def self.__kind(oid)
        OIDS.key(oid)
      end

      # The methods of such a key; its class is PKey itself.
      module Behaviour
        def oid
          __state.type
        end

        def private?
          !__state.private.nil?
        end

        def public?
          true
        end

        def raw_private_key
          __state.private.dup or raise PKeyError, "EVP_PKEY_get_raw_private_key"
        end

        def raw_public_key
          __state.public.dup
        end

        def derive(other)
          __unsupported("derive") unless oid == "X25519"
          OpenSSL::PKey.__check(other)
          raise PKeyError, "EVP_PKEY_derive_set_peer: different key types" unless other.oid == oid
          raise PKeyError, "EVP_PKEY_derive: missing private key" unless private?
          Primitive.montgomery_shared(__state.private, other.raw_public_key) or raise PKeyError, "EVP_PKEY_derive"
        end

        private

        def __type
          __state.type
        end

        def __sign(digest, data, _options)
          __check_signing(digest, "Sign")
          Primitive.edwards_sign(__state.private, data)
        end

        def __verify(digest, signature, data, _options)
          __check_signing(digest, "Verify")
          Primitive.edwards_verify(__state.public, data, signature)
        end

        def __sign_raw(_digest, _data, _options)
          __unsupported("sign")
        end

        def __verify_raw(_digest, _signature, _data, _options)
          __unsupported("verify")
        end

        def __check_signing(digest, what)
          raise PKeyError, "EVP_Digest#{what}Init: operation not supported for this keytype" unless oid == "ED25519"
          return unless digest
          raise PKeyError, "EVP_Digest#{what}Init: invalid digest (Explicit digest not allowed with EdDSA operations)"
        end

        def __algorithm
          Rutile::DER.sequence(Rutile::DER.oid(OIDS.fetch(__state.type)))
        end

        def __public_content
          __state.public
        end

        def __private_content
          Rutile::DER.octets(__state.private)
        end
      end
      private_constant :Behaviour
    end
    private_constant :CurveKey
  end
end

Rutile::Sharing.bind(OpenSSL::PKey::PKey)
