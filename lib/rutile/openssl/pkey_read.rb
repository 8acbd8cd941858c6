# Reading keys in every form, and making new ones of any kind.

module OpenSSL
  module PKey
    RSA_OID = "1.2.840.113549.1.1.1"
    EC_OID = "1.2.840.10045.2.1"
    DH_OID = "1.2.840.113549.1.3.1"
    DSA_OID = "1.2.840.10040.4.1"
    private_constant :RSA_OID, :EC_OID, :DH_OID, :DSA_OID

    module_function

    def read(data, password = nil, &block)
      OpenSSL::PKey.__read(data, password, block) or raise PKeyError, "Could not parse PKey"
    end

    def generate_key(what, options = nil, &block)
      return OpenSSL::PKey.__generate_like(what) if OpenSSL::PKey::PKey === what
      name = Rutile.to_str(what)
      options = (options || {}).transform_keys(&:to_s)
      case name.upcase
      when "RSA", "RSAENCRYPTION" then RSA.__generate(options, &block)
      when "EC" then EC.__generate_with(options)
      when "ED25519", "X25519" then CurveKey.__private(name.upcase, OpenSSL::Random.random_bytes(32))
      when "ED448", "X448" then OpenSSL.__missing("OpenSSL::PKey.generate_key(#{name.inspect})")
      when "HMAC" then CodeKey.__generate(options)
      else
        raise PKeyError, "EVP_PKEY_CTX_new_from_name: unsupported " \
          "(Global default library context, Algorithm (#{name} : 0), Properties (<null>))"
      end
    end

    def generate_parameters(what, options = nil, &block)
      name = Rutile.to_str(what)
      options = (options || {}).transform_keys(&:to_s)
      case name.upcase
      when "DH" then DH.__generate_parameters(options, &block)
      when "DSA" then DSA.__generate_parameters(options, &block)
      when "EC" then EC.new(options.fetch("ec_paramgen_curve") { raise PKeyError, "EVP_PKEY_paramgen: no parameters set" })
      else OpenSSL.__missing("OpenSSL::PKey.generate_parameters(#{name.inspect})")
      end
    end

    def new_raw_private_key(type, bytes)
      return CodeKey.__of(Rutile.to_str(bytes)) if CodeKey.__named?(Rutile.to_str(type))
      OpenSSL::PKey.__raw(type, bytes, "private") { |name, key| CurveKey.__private(name, key) }
    end

    def new_raw_public_key(type, bytes)
      OpenSSL::PKey.__raw(type, bytes, "public") { |name, key| CurveKey.__public(name, key) }
    end

    class << self
      def __raw(type, bytes, half)
        name = Rutile.to_str(type).upcase
        bytes = Rutile.to_str(bytes)
        OpenSSL.__missing("OpenSSL::PKey.new_raw_#{half}_key(#{type.inspect})") if ["ED448", "X448"].include?(name)
        raise PKeyError, "EVP_PKEY_new_raw_#{half}_key_ex: key setup failed" if CodeKey.__named?(name)
        known = ["ED25519", "X25519"].include?(name)
        raise PKeyError, "unknown OpenSSL algorithm #{type.inspect}" unless known
        raise PKeyError, "EVP_PKEY_new_raw_#{half}_key_ex: key setup failed" unless bytes.bytesize == 32
        yield name, bytes
      end

      def __generate_like(parameters)
        case parameters
        when DH, DSA then parameters.__generate
        when EC then EC.generate(parameters.group)
        else OpenSSL.__missing("OpenSSL::PKey.generate_key of #{parameters.class} parameters")
        end
      end

      # The key that text or DER is, of whatever kind; nil where it is none. Two numbers are parameters of Diffie and
      # Hellman, unless it is a public key of RSA that is wanted.
      def __read(data, password, block, wanted = nil)
        data = Rutile::PEM.source(data)
        ask = -> { Rutile::KeyEncryption.password(password, false, &block) }
        return __from_der(data, ask, wanted) unless data.include?("-----BEGIN ")
        Rutile::PEM.blocks(data).each do |label, headers, bytes|
          key = __from_block(label, Rutile::PEM.unlock(headers, bytes, &ask), ask)
          return key if key
        end
        nil
      rescue Rutile::DER::Malformed, Rutile::PEM::Locked
        nil
      end

      # The key of the public half's structure.
      def __public(element)
        algorithm, content = element.fields(2)
        __public_of(algorithm, content.bits)
      end

      private

      def __from_block(label, bytes, ask)
        element = Rutile::DER.one(bytes)
        case label
        when "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PUBLIC KEY"
          __from_element(element, ask)
        when "RSA PUBLIC KEY" then RSA.__from_public(bytes)
        when "DH PARAMETERS" then DH.__from_parameters(bytes)
        when "DSA PUBLIC KEY" then DSA.__from_public(bytes)
        when "DSA PARAMETERS" then DSA.__from_parameters(bytes)
        end
      end

      def __from_der(data, ask, wanted)
        element = Rutile::DER.one(data)
        return RSA.__from_public(data) if wanted == :rsa && element.sequence.map(&:type) == [0x02, 0x02]
        __from_element(element, ask)
      end

      # The first elements of the structure show its kind.
      def __from_element(element, ask)
        parts = element.sequence
        case parts.map(&:type)
        in [0x30, 0x03] then __public(element)
        in [0x30, 0x04] then __from_element(Rutile::DER.one(Rutile::KeyEncryption.open(element, ask.call)), ask)
        in [0x02, 0x30, 0x04, *] then __private(*parts)
        in [0x02, 0x04, *] then EC.__from_private(element.whole, nil)
        in [0x02, 0x02] | [0x02, 0x02, 0x02] then DH.__from_parameters(element.whole)
        in [0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02] then RSA.__from_private(element.whole)
        in [0x02, 0x02, 0x02, 0x02, 0x02, 0x02] then DSA.__from_private(element.whole)
        else nil
        end
      end

      def __private(_version, algorithm, content, *)
        kind, parameters = algorithm.fields(1)
        oid = kind.oid
        case oid
        when RSA_OID then RSA.__from_private(content.octets)
        when EC_OID then EC.__from_private(content.octets, parameters)
        when DH_OID then DH.__from_parameters(algorithm.fields(2)[1].whole, private: Rutile::DER.one(content.octets).integer)
        when DSA_OID then DSA.__from_parameters(algorithm.fields(2)[1].whole, private: Rutile::DER.one(content.octets).integer)
        else
          type = CurveKey.__kind(oid) or return nil
          bytes = Rutile::DER.one(content.octets).octets
          bytes.bytesize == 32 ? CurveKey.__private(type, bytes) : nil
        end
      end

      def __public_of(algorithm, bits)
        kind, parameters = algorithm.fields(1)
        oid = kind.oid
        case oid
        when RSA_OID then RSA.__from_public(bits)
        when EC_OID then EC.__from_public(parameters, bits)
        when DH_OID then DH.__from_parameters(algorithm.fields(2)[1].whole, public: Rutile::DER.one(bits).integer)
        when DSA_OID then DSA.__from_parameters(algorithm.fields(2)[1].whole, public: Rutile::DER.one(bits).integer)
        else
          type = CurveKey.__kind(oid)
          type && bits.bytesize == 32 ? CurveKey.__public(type, bits) : nil
        end
      end
    end
  end
end
