# OpenSSL::Provider: sets of algorithms by their names. All that Rutile has are in one, which is always there; what was
# loaded is counted, and a set that isn't here can't be loaded, as with an OpenSSL that was installed without it.

module OpenSSL
  class Provider
    class ProviderError < OpenSSLError; end

    # What is always there, the encodings alone, and nothing at all.
    KNOWN = %w[default base null].freeze
    private_constant :KNOWN

    # How often each was loaded, by its name; what is there by itself wasn't, as long as no program asked for it.
    @loaded = { "default" => 0 }

    class << self
      def new(*)
        raise TypeError, "allocator undefined for #{self}"
      end

      def load(name)
        name = Rutile.to_str(name)
        raise ProviderError, "Failed to load #{name} provider: (null) (name=#{name})" unless KNOWN.include?(name)
        @loaded[name] = @loaded.fetch(name, 0) + 1
        allocate.__take(name.dup.freeze)
      end

      def provider_names
        @loaded.keys.map(&:dup)
      end

      def __unload(name)
        @loaded[name] -= 1
        @loaded.delete(name) if @loaded[name] == 0
      end
    end

    def __take(name)
      @__name = name
      self
    end

    def name
      loaded_name.dup
    end

    def unload
      Provider.__unload(loaded_name)
      @__name = nil
      true
    end

    def inspect
      "#<#{self.class}#{@__name ? " name=#{@__name.inspect}" : " unloaded provider"}>"
    end

    private

    def loaded_name
      @__name or raise ProviderError, "Provider already unloaded."
    end
  end
end
