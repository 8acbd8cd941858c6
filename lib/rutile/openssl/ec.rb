# OpenSSL::PKey::EC: keys on elliptic curves.

module OpenSSL
  module PKey
    class EC
      # A group, a number (nil in a public key) and a point (nil in mere parameters).
      Halves = Struct.new(:group, :private, :public)
      private_constant :Halves

      OID = "1.2.840.10045.2.1"
      private_constant :OID

      def initialize(given = (absent = true; nil), password = nil, &block)
        @__state =
          if absent then Halves.new
          elsif EC === given then given.__state
          elsif Group === given then Halves.new(given.dup)
          else read(given, password, block)
          end
        self
      end

      class << self
        def generate(given)
          group = Group === given ? given.dup : named(given)
          curve = group.__curve
          number = BN.__below(group.order.to_i - 1) + 1
          __wrap(Halves.new(group, number, Point.__at(group, curve.multiple(nil, number))))
        end

        def __generate_with(options)
          name = options.fetch("ec_paramgen_curve") { raise PKeyError, "EVP_PKEY_keygen: no parameters set" }
          generate(options.fetch("group", name == "P-256" ? "prime256v1" : name))
        end

        # The structure of SEC 1; the curve may be told outside of it.
        def __from_private(der, parameters)
          version, number, *rest = Rutile::DER.one(der).fields(2)
          raise Rutile::DER::Malformed, "unsupported key" unless version.integer == 1
          parameters ||= rest.find { |part| part.type == 0xa0 }&.children&.first
          group = group_of(parameters)
          curve = group.__curve
          number = OpenSSL.__natural(number.octets)
          raise Rutile::DER::Malformed, "invalid private key" unless number.between?(1, curve.order - 1)
          given = rest.find { |part| part.type == 0xa1 }&.inner&.bits
          public = given ? curve.point(given) : curve.multiple(nil, number)
          raise Rutile::DER::Malformed, "invalid point" unless public
          __wrap(Halves.new(group, number, Point.__at(group, public)))
        end

        def __from_public(parameters, bits)
          group = group_of(parameters)
          encoding = group.__curve.point(bits)
          raise Rutile::DER::Malformed, "invalid point" unless encoding && encoding.bytesize > 1
          __wrap(Halves.new(group, nil, Point.__at(group, encoding)))
        end

        private

        def named(name)
          Group.new(name)
        rescue Group::Error
          raise ECError, "invalid curve name"
        end

        def group_of(parameters)
          raise Rutile::DER::Malformed, "no parameters" unless parameters
          Group.new(parameters.whole)
        rescue Group::Error
          raise Rutile::DER::Malformed, "unknown curve"
        end
      end

      def oid
        "id-ecPublicKey"
      end

      def group
        __state.group
      end

      def private_key
        __state.private && BN.new(__state.private)
      end

      def public_key
        __state.public&.dup
      end

      def private?
        !__state.private.nil?
      end
      Primitive.alias_method(self, :private_key?, :private?)

      def public?
        !__state.public.nil?
      end
      Primitive.alias_method(self, :public_key?, :public?)

      [:private_key=, :public_key=, :group=].each do |name|
        define_method(name) { |_value| raise PKeyError, "pkeys are immutable on OpenSSL 3.0" }
      end

      def generate_key!
        raise PKeyError, "pkeys are immutable on OpenSSL 3.0"
      end
      Primitive.alias_method(self, :generate_key, :generate_key!)

      def check_key
        raise ECError, "EVP_PKEY_public_check: missing public key" unless public?
        raise ECError, "EVP_PKEY_check: invalid private key" if private? && public_key != group.generator.mul(__state.private)
        true
      end

      def to_der
        raise ECError, "invalid curve name" unless group
        raise ECError, "can't export - no public key set" unless public?
        return public_to_der unless private?
        sec1(Rutile::DER.tagged(0, group.to_der))
      end

      def to_pem(cipher = nil, password = nil)
        raise ECError, "can't export - no public key set" unless public?
        __export("EC PRIVATE KEY", cipher, password)
      end
      alias export to_pem
      alias to_s to_pem

      def sign_raw(digest, data, options = nil)
        raise PKeyError, "EVP_PKEY_sign: provider signature failure (ECDSA sign:)" unless private?
        super
      end

      def derive(other)
        raise PKeyError, "EVP_PKEY_derive_init: missing private key" unless private?
        same = EC === other && other.public? && other.group == group
        raise PKeyError, "EVP_PKEY_derive_set_peer: different parameters" unless same
        shared = other.public_key.mul(__state.private)
        raise PKeyError, "EVP_PKEY_derive: point at infinity" if shared.infinity?
        shared.to_octet_string(:uncompressed).byteslice(1, curve.width)
      end

      private

      def read(given, password, block)
        text = given.respond_to?(:to_der) || given.respond_to?(:read) ? given : Rutile.to_str(given)
        key = OpenSSL::PKey.__read(text, password, block)
        if key
          raise ECError, "incorrect pkey type: #{key.oid}" unless EC === key
          return key.__state
        end
        begin
          Halves.new(Group.new(text))
        rescue Group::Error, TypeError
          raise ECError, "invalid curve name"
        end
      end

      def curve
        __state.group.__curve
      end

      def sec1(parameters)
        public = Rutile::DER.tagged(1, Rutile::DER.bits(__public_content))
        Rutile::DER.sequence(Rutile::DER.integer(1), Rutile::DER.octets(curve.bytes(__state.private)), parameters, public)
      end

      def __type
        "EC"
      end

      def __algorithm
        raise ECError, "invalid curve name" unless group
        Rutile::DER.sequence(Rutile::DER.oid(OID), group.to_der)
      end

      def __public_content
        raise PKeyError, "EVP_PKEY_public: missing public key" unless public?
        __state.public.to_octet_string(group.point_conversion_form)
      end

      def __private_content
        sec1(nil)
      end

      # --- ECDSA ---

      def __sign(digest, data, _options)
        __sign_raw(nil, __hash(digest || "SHA256", data), nil)
      end

      def __verify(digest, signature, data, _options)
        verify_number(signature, __hash(digest || "SHA256", data), "EVP_DigestVerify")
      end

      def __sign_raw(_digest, hash, _options)
        pair = Primitive.ec_sign(native_name, curve.bytes(__state.private), number_of(hash))
        raise PKeyError, "EVP_PKEY_sign: provider signature failure (ECDSA sign:)" unless pair
        halves = [pair.byteslice(0, curve.width), pair.byteslice(curve.width..)]
        Rutile::DER.sequence(*halves.map { |half| Rutile::DER.integer(OpenSSL.__natural(half)) })
      end

      def __verify_raw(_digest, signature, hash, _options)
        verify_number(signature, hash, "EVP_PKEY_verify")
      end

      def verify_number(signature, hash, function)
        r, s = Rutile::DER.one(signature).sequence.map(&:integer)
        fits = [r, s].all? { |number| number && number.between?(1, curve.order - 1) }
        return false unless fits && public?
        public = __state.public.to_octet_string(:uncompressed)
        Primitive.ec_verify(native_name, public, number_of(hash), curve.bytes(r), curve.bytes(s))
      rescue Rutile::DER::Malformed
        raise PKeyError, function
      end

      # Signatures are reckoned in a time that tells no secret, or not at all.
      def native_name
        curve.name or OpenSSL.__missing("OpenSSL::PKey::EC of a curve without a name, for signatures,")
      end

      def number_of(hash)
        curve.bytes(__leftmost(hash, curve.order))
      end
    end
  end
end
