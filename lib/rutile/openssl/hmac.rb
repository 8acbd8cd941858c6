# OpenSSL::HMAC: codes that only who has the key can make.

module OpenSSL
  class HMACError < OpenSSLError; end

  class HMAC
    def initialize(key, digest)
      @__state = Primitive.hmac_new(Digest.__native(digest), Rutile.to_str(key))
      @__start = Primitive.hmac_copy(@__state)
      self
    end

    def initialize_copy(other)
      @__state = Primitive.hmac_copy(@__state)
      self
    end

    def update(text)
      Primitive.hmac_update(@__state, Rutile.to_str(text))
      self
    end
    Primitive.alias_method(self, :<<, :update)

    def reset
      @__state = Primitive.hmac_copy(@__start)
      self
    end

    def digest
      Primitive.hmac_value(@__state)
    end

    def hexdigest
      digest.unpack1("H*").b
    end
    Primitive.alias_method(self, :to_s, :hexdigest)
    Primitive.alias_method(self, :inspect, :hexdigest)
  end
end
