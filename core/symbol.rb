# Symbol: interned names. As text a Symbol does what its String does.

class Symbol
  include Comparable

  class << self
    def all_symbols
      Primitive.symbol_all
    end
    undef_method :new
  end

  def to_s
    primitive :symbol_to_s
  end
  Primitive.alias_method(self, :id2name, :to_s)

  # One frozen String for each Symbol; Symbols last, so their names may.
  def name
    primitive :symbol_name
    names = Rutile::SYMBOL_NAMES
    names[self] || (names[self] = Primitive.string_shared(Primitive.symbol_to_s(self)))
  end

  def to_sym
    self
  end
  Primitive.alias_method(self, :intern, :to_sym)

  def to_proc
    primitive :symbol_to_proc
    Rutile.block_of(&self)
  end

  def inspect
    primitive :symbol_inspect
  end

  def length
    primitive :symbol_length
  end
  alias size length

  def empty?
    primitive :symbol_is_empty
  end

  def encoding
    Rutile::ENCODINGS[Primitive.symbol_encoding(self)]
  end

  def ==(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def ===(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def <=>(other)
    primitive :symbol_compare
  end

  def casecmp(other)
    Primitive.is_a(other, Symbol) ? Primitive.symbol_to_s(self).casecmp(Primitive.symbol_to_s(other)) : nil
  end

  def casecmp?(other)
    Primitive.is_a(other, Symbol) ? Primitive.symbol_to_s(self).casecmp?(Primitive.symbol_to_s(other)) : nil
  end

  def [](*arguments)
    Primitive.symbol_to_s(self)[*arguments]
  end
  alias slice []

  def =~(other)
    Primitive.symbol_to_s(self) =~ other
  end

  def match(pattern, start = 0, *more, &block)
    Primitive.symbol_to_s(self).match(pattern, start, *more, &block)
  end

  def match?(pattern, start = 0)
    Primitive.regexp_is_match(Rutile.to_regexp(pattern), Primitive.symbol_to_s(self), Rutile.to_index(start))
  end

  def start_with?(*prefixes)
    Primitive.symbol_to_s(self).start_with?(*prefixes)
  end

  def end_with?(*suffixes)
    Primitive.symbol_to_s(self).end_with?(*suffixes)
  end

  def upcase(*options)
    Primitive.symbol_to_s(self).upcase(*options).to_sym
  end

  def downcase(*options)
    Primitive.symbol_to_s(self).downcase(*options).to_sym
  end

  def capitalize(*options)
    Primitive.symbol_to_s(self).capitalize(*options).to_sym
  end

  def swapcase(*options)
    Primitive.symbol_to_s(self).swapcase(*options).to_sym
  end

  def succ
    Primitive.symbol_to_s(self).succ.to_sym
  end
  alias next succ
end

module Rutile
  SYMBOL_NAMES = {}

  # The block that was passed, as an object: of `&:name` the lambda that sends it.
  def self.block_of(&block)
    block
  end
end
