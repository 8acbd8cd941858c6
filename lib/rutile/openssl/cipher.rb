# OpenSSL::Cipher: a text through a cipher, piece by piece.
#
# Key and vector may be set in any order and again, once the direction is; the native cipher is made when the first bytes
# come, and what is set afterwards makes a fresh one.

module OpenSSL
  class Cipher
    AUTHENTICATING = ["GCM", "POLY1305"].freeze
    private_constant :AUTHENTICATING

    def initialize(name)
      raise RuntimeError, "Cipher already initialized!" if @__name
      @__name, @__cipher, @__mode, @__key_length, @__iv_length, @__block = OpenSSL::Cipher.__algorithm(name)
      @__encrypting = false
      @__padded = true
      @__key = @__iv = @__state = @__tag = nil
      @__ended = false
      self
    end

    def initialize_copy(other)
      __ready
      @__state = Primitive.cipher_copy(@__state) if @__state
      self
    end

    def name
      __ready
      @__name.dup
    end

    def key_len
      __ready
      @__key_length
    end

    def iv_len
      __ready
      @__iv_length
    end

    def block_size
      __ready
      @__block
    end

    def authenticated?
      __ready
      AUTHENTICATING.include?(@__mode)
    end

    def encrypt(password = (absent = true; nil), iv = nil)
      __begin(true, password, iv, absent)
    end

    def decrypt(password = (absent = true; nil), iv = nil)
      __begin(false, password, iv, absent)
    end

    def reset
      __ready
      __restart
      self
    end

    # --- What it is set to ---

    def key=(key)
      __ready
      key = Rutile.to_str(key)
      raise ArgumentError, "key must be #{@__key_length} bytes" unless key.bytesize == @__key_length
      @__key = key.b.freeze
      __restart
    end

    def iv=(iv)
      __ready
      iv = Rutile.to_str(iv)
      raise ArgumentError, "iv must be #{@__iv_length} bytes" unless iv.bytesize == @__iv_length
      @__iv = iv.b.freeze
      @__ended = false
      __restart
    end

    def key_len=(length)
      __ready
      raise CipherError, "invalid key length" unless Rutile.to_int(length) == @__key_length
    end

    def iv_len=(length)
      __ready
      length = Rutile.to_int(length)
      raise CipherError, "cipher does not support AEAD" unless authenticated?
      fits = @__mode == "GCM" ? length.between?(1, 128) : length.between?(1, 12)
      raise CipherError, "invalid iv length" unless fits
      @__iv = nil unless length == @__iv_length
      @__iv_length = length
    end

    def padding=(padding)
      __ready
      @__padded = Rutile.to_int(padding) != 0
    end

    def pkcs5_keyivgen(password, salt = nil, iterations = 2048, digest = "md5")
      __ready
      password = Rutile.to_str(password)
      salt = nil.equal?(salt) ? "" : Rutile.to_str(salt)
      raise CipherError, "salt must be an 8-octet string" unless salt.empty? || salt.bytesize == 8
      iterations = Rutile.to_int(iterations)
      raise ArgumentError, "iterations must be a positive integer" unless iterations > 0
      digest = Digest.new(Digest.__name(digest))
      material = "".b
      block = "".b
      while material.bytesize < @__key_length + @__iv_length
        block = digest.digest(block + password.b + salt.b)
        (iterations - 1).times { block = digest.digest(block) }
        material << block
      end
      @__key = material.byteslice(0, @__key_length).freeze
      @__iv = material.byteslice(@__key_length, @__iv_length).freeze
      __restart
      nil
    end

    # --- The text ---

    def update(text, buffer = nil)
      __ready
      text = Rutile.to_str(text)
      buffer = Rutile.to_str(buffer) unless nil.equal?(buffer)
      raise CipherError, "key not set" unless @__key
      result = Primitive.cipher_update(__state, text, @__padded)
      raise CipherError, "the cipher's stream has come to its end" if nil.equal?(result)
      return result if nil.equal?(buffer)
      encoding = buffer.encoding
      buffer.replace(result).force_encoding(encoding)
    end

    def final
      __ready
      raise CipherError, "no key set" unless @__key
      return __final_authenticated if authenticated?
      result = Primitive.cipher_final(__state, @__padded)
      case result
      when :length then raise CipherError, "wrong final block length"
      when :padding then raise CipherError, "bad decrypt"
      end
      result
    end

    # --- Authentication ---

    def auth_data=(data)
      __ready
      data = Rutile.to_str(data)
      raise CipherError, "AEAD not supported by this cipher" unless authenticated?
      raise CipherError, "couldn't set additional authenticated data" unless @__key
      Primitive.cipher_authenticate(__state, data)
    end

    def auth_tag(length = 16)
      __ready
      length = Rutile.to_int(length)
      raise CipherError, "authentication tag not supported by this cipher" unless authenticated?
      unless @__ended && @__encrypting && length.between?(1, 16)
        raise CipherError, "retrieving the authentication tag failed: invalid tag"
      end
      @__tag.byteslice(0, length)
    end

    def auth_tag=(tag)
      __ready
      tag = Rutile.to_str(tag)
      raise CipherError, "authentication tag not supported by this cipher" unless authenticated?
      fits = !@__encrypting && tag.bytesize.between?(1, 16)
      raise CipherError, "unable to set AEAD tag: failed to get parameter" unless fits
      @__tag = tag.b.freeze
    end

    # Tags are of 16 bytes until they are asked for.
    def auth_tag_len=(length)
      __ready
      Rutile.to_int(length)
      raise CipherError, "AEAD not supported by this cipher" unless authenticated?
      raise CipherError, "unable to set authentication tag length: failed to get parameter"
    end

    def ccm_data_len=(length)
      __ready
      Rutile.to_int(length)
      raise CipherError, "no key set" unless @__key
      raise CipherError, "the cipher is not in CCM mode"
    end

    private

    def __ready
      raise RuntimeError, "Cipher not initialized!" unless @__name
    end

    # The state of the text under way.
    def __state
      return @__state if @__state
      # A cipher that authenticates gives its secrets away where a vector comes twice: none is made up for it.
      raise CipherError, "iv not set" if authenticated? && (@__iv.nil? || @__ended)
      iv = @__iv || ("\0" * @__iv_length)
      @__state = Primitive.cipher_new(@__cipher, @__mode, @__key, iv, @__encrypting)
      raise CipherError, "the cipher can't be set up" unless @__state
      @__state
    end

    def __restart
      @__state = nil
      @__tag = nil if @__encrypting
    end

    def __begin(encrypting, password, iv, absent)
      __ready
      @__encrypting = encrypting
      @__key = nil
      __restart
      return self if absent
      warn "arguments for #{self.class}#encrypt and #{self.class}#decrypt were deprecated; " \
           "use #{self.class}#pkcs5_keyivgen to derive key and IV", uplevel: 2
      iv = nil.equal?(iv) ? "OpenSSL for Ruby rulez!".byteslice(0, @__iv_length) : Rutile.to_str(iv)
      raise ArgumentError, "iv must be #{@__iv_length} bytes" if iv.bytesize < @__iv_length
      pkcs5_keyivgen(password, iv.byteslice(0, 8)) unless nil.equal?(password)
      @__iv = iv.byteslice(0, @__iv_length).b.freeze
      self
    end

    def __final_authenticated
      tag = Primitive.cipher_tag(__state)
      if @__encrypting
        @__tag = tag
      else
        expected = @__tag
        same = expected && Primitive.bytes_equal_in_constant_time(tag.byteslice(0, expected.bytesize), expected)
        raise CipherError, "" unless same
      end
      @__ended = true
      @__state = nil
      "".b
    end
  end
end

Rutile::Sharing.bind(OpenSSL::Cipher)
