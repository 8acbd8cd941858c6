# Digest: what every message digest can do, and the base of those that are native.

module Rutile
  # The methods of all digests, around the state that a native works on.
  module DigestState
    def reset
      Primitive.digest_reset(@__state)
      self
    end

    def digest_length
      Primitive.digest_lengths(@__state)[0]
    end

    def block_length
      Primitive.digest_lengths(@__state)[1]
    end

    # A long text is taken in pieces, between which others have their turn.
    def self.take(state, text)
      size = Primitive.string_bytesize(text)
      return Primitive.digest_update(state, text) if size <= PIECE
      text = Primitive.string_frozen(text)
      at = 0
      while at < size
        Primitive.digest_update(state, Primitive.string_byteslice(text, at, PIECE))
        at += PIECE
      end
    end

    PIECE = 1 << 22
    private_constant :PIECE
  end
end

module Digest
  # The methods that a digest builds on `update`, `finish`, `reset` and `block_length`, which it defines itself.
  module Instance
    def update(_text)
      raise RuntimeError, "Digest::Base cannot be directly inherited in Ruby" if Digest::Base === self
      raise RuntimeError, "#{self.class.name} does not implement update()"
    end

    def <<(text)
      update(text)
    end

    def reset
      raise RuntimeError, "#{self.class.name} does not implement reset()"
    end

    def digest_length
      digest.bytesize
    end

    def block_length
      raise RuntimeError, "#{self.class.name} does not implement block_length()"
    end

    def ==(other)
      return digest == other.digest if Digest::Instance === other
      text = Rutile.try_convert(other, String, "String", :to_str)
      nil.equal?(text) ? false : hexdigest == text
    end

    def inspect
      "#<#{self.class}: #{hexdigest}>"
    end

    def new
      clone.reset
    end

    # The digest of what was taken in, or of `text` alone.
    def digest(text = (absent = true))
      return clone.__send__(:finish) if absent
      reset
      update(text)
      value = finish
      reset
      value
    end

    def digest!
      value = finish
      reset
      value
    end

    def hexdigest(text = (absent = true))
      Digest.hexencode(absent ? digest : digest(text))
    end

    def hexdigest!
      Digest.hexencode(digest!)
    end

    def to_s
      hexdigest
    end

    def length
      digest_length
    end
    alias size length

    private

    def finish
      raise RuntimeError, "#{self.class.name} does not implement finish()"
    end
  end

  class Class
    include Instance

    def self.digest(text = (absent = true), *arguments)
      primitive :digest_of_class
      raise ArgumentError, "no data given" if absent
      new(*arguments).digest(text)
    end

    def self.hexdigest(*arguments)
      primitive :hexdigest_of_class
      Digest.hexencode(digest(*arguments))
    end

    def initialize
      self
    end
  end

  # A digest whose work is native: a subclass says which by `ALGORITHM`.
  class Base < Class
    def self.new(*)
      if equal?(Base) || !const_defined?(:ALGORITHM)
        raise NotImplementedError, "Digest::Base is an abstract class" if equal?(Base)
        raise RuntimeError, "Digest::Base cannot be directly inherited in Ruby"
      end
      super
    end

    def initialize
      @__state = Primitive.digest_new(self.class::ALGORITHM)
      self
    end

    def initialize_copy(other)
      @__state = Primitive.digest_copy(@__state)
      self
    end

    def update(text)
      Primitive.check_frozen(self)
      Rutile::DigestState.take(@__state, Rutile.to_str(text))
      self
    end
    alias << update

    Rutile.lend(Rutile::DigestState, self)

    private

    def finish
      value = Primitive.digest_value(@__state)
      Primitive.digest_reset(@__state)
      value
    end
  end

  def self.hexencode(text)
    primitive :digest_hexencode
    Rutile.to_str(text).unpack1("H*").force_encoding(Encoding::US_ASCII)
  end
end

Rutile::Sharing.bind(Digest::Base)
