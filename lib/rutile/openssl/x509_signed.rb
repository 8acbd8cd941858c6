# The common part of certificates and requests: a statement about a key and its owner, and a signature on it. One that was
# read keeps its bytes until something is changed. Each class says how its statement is written (`encode(algorithm)`) and
# which error is its own (`__error`).

module Rutile
  # What carries extensions; `change` is told of those that are set.
  module Extended
    def initialize_copy(other)
      @__extensions = @__extensions.dup
      self
    end

    def extensions
      @__extensions.dup
    end

    def extensions=(extensions)
      Rutile.expect(extensions, Array, "Array")
      extensions = OpenSSL.__check_each(extensions, OpenSSL::X509::Extension)
      change { @__extensions = extensions.dup }
    end

    def add_extension(extension)
      Rutile.expect(extension, OpenSSL::X509::Extension, "OpenSSL/X509/EXTENSION")
      change { @__extensions += [extension] }
      extension
    end
  end

  # What names an issuer.
  module Issued
    def issuer
      OpenSSL::X509::Name.new(@__issuer)
    end

    def issuer=(name)
      name = __name(name)
      change { @__issuer = name }
    end
  end

  module Signed
    def version
      @__version
    end

    def version=(version)
      version = Rutile.to_int(version)
      raise __error, "version must be >= 0!" if version < 0
      change { @__version = version }
    end

    def subject
      OpenSSL::X509::Name.new(@__subject)
    end

    def subject=(name)
      name = __name(name)
      change { @__subject = name }
    end

    def public_key
      raise __error, "decode error" unless @__public
      @__key ||= OpenSSL::PKey.__public(DER.one(@__public)) or raise __error, "unsupported public key"
    rescue DER::Malformed
      raise __error, "decode error"
    end

    def public_key=(key)
      OpenSSL::PKey.__check(key)
      change do
        @__public = key.public_to_der
        @__key = nil
      end
    end

    def __signature
      @__signature
    end

    def __public_info
      @__public
    end

    def signature_algorithm
      raise __error, "no signature" unless @__algorithm
      found = DER.one(@__algorithm).sequence[0].oid
      entry = Objects.find(found)
      entry ? entry[2].dup : found
    end

    def sign(key, digest)
      OpenSSL::PKey.__check(key)
      @__algorithm, @__signature = SignatureAlgorithm.sign(key, digest, nil, __error) do |algorithm|
        @__statement = encode(algorithm)
      end
      @__der = nil
      self
    end

    def verify(key)
      OpenSSL::PKey.__check(key)
      return false unless @__signature
      SignatureAlgorithm.verify(key, @__algorithm, @__signature, statement, __error)
    end

    def to_der
      @__der ||= DER.sequence(statement, @__algorithm || DER.sequence, DER.bits(@__signature || ""))
      @__der.dup
    end

    private

    def __name(name)
      Rutile.expect(name, OpenSSL::X509::Name, "OpenSSL/X509/NAME")
      name.to_der
    end

    # A change drops the encoded form, which holds the statement as it was.
    def change
      @__statement = @__der = nil
      yield
    end

    # The bytes that are signed.
    def statement
      @__statement || encode(@__algorithm || DER.sequence)
    end
  end
end
