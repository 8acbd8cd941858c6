# Hash: comparing, merging, and text.

class Hash
  # --- Comparing ------------------------------------------------------------------------

  def ==(other)
    primitive :hash_equal
    return true if Primitive.identical(self, other)
    unless Primitive.is_hash(other)
      return false unless other.respond_to?(:to_hash)
      return Primitive.dispatch(other == self) ? true : false
    end
    __same_shape?(other) && Rutile.pair_recursion_guard(self, other, :==, true) do
      __all_in?(other) { |mine, theirs| Primitive.identical(mine, theirs) || Primitive.dispatch(mine == theirs) }
    end
  end

  def eql?(other)
    primitive :hash_eql
    return true if Primitive.identical(self, other)
    unless Primitive.is_hash(other)
      return false unless other.respond_to?(:to_hash)
      return other.eql?(self) ? true : false
    end
    __same_shape?(other) && Rutile.pair_recursion_guard(self, other, :eql?, true) do
      __all_in?(other) { |mine, theirs| Primitive.identical(mine, theirs) || mine.eql?(theirs) }
    end
  end

  # Whether it is worth looking at the entries at all.
  def __same_shape?(other)
    return false if Primitive.hash_size(self) != Primitive.hash_size(other)
    Primitive.hash_size(self) == 0 || Primitive.hash_by_identity(self) == Primitive.hash_by_identity(other)
  end
  private :__same_shape?

  # Whether `other` has all our keys, with values the block accepts.
  def __all_in?(other)
    __iterate do |key, value|
      index = other.__find(key)
      return false unless index && yield(value, Primitive.hash_value_at(other, index))
    end
    true
  end
  private :__all_in?

  def hash
    primitive :hash_hash
    size = Primitive.hash_size(self)
    code = Primitive.hash_seed(size)
    __iterate do |key, value|
      pair = Primitive.hash_combine(Rutile.hash_code(key), Rutile.hash_code(value))
      code = Primitive.hash_mix_unordered(code, pair)
    end
    code
  end

  def <=(other)
    primitive :hash_within
    __within?(Rutile.to_hash(other))
  end

  def <(other)
    primitive :hash_within_more
    other = Rutile.to_hash(other)
    Primitive.hash_size(self) < Primitive.hash_size(other) && __within?(other)
  end

  def >=(other)
    primitive :hash_has_within
    Rutile.to_hash(other).__within?(self)
  end

  def >(other)
    primitive :hash_has_more_within
    other = Rutile.to_hash(other)
    Primitive.hash_size(other) < Primitive.hash_size(self) && other.__within?(self)
  end

  def __within?(other)
    return false if Primitive.hash_size(self) > Primitive.hash_size(other)
    __all_in?(other) { |mine, theirs| Primitive.identical(mine, theirs) || Primitive.dispatch(mine == theirs) }
  end

  # --- Merging --------------------------------------------------------------------------

  def merge(*others, &block)
    primitive :hash_merge
    first = Primitive.array_at(others, 0)
    result = Primitive.hash_copy_object(self, Primitive.is_hash(first) ? Primitive.hash_size(first) : 0)
    index = 0
    while index < Primitive.array_size(others)
      result.__merge_in(Rutile.to_hash(Primitive.array_at(others, index)), &block)
      index += 1
    end
    result
  end

  def update(*others, &block)
    primitive :hash_update
    Primitive.check_frozen(self)
    index = 0
    while index < Primitive.array_size(others)
      __merge_in(Rutile.to_hash(Primitive.array_at(others, index)), &block)
      index += 1
    end
    self
  end
  alias merge! update

  # Takes over all entries of `other`; the block decides where both have a key.
  def __merge_in(other, &block)
    return __take_entries(other) unless block
    index = 0
    Primitive.hash_enter(other)
    begin
      while (index = Primitive.hash_merge_absent(self, other, index))
        key = Primitive.hash_key_at(other, index)
        value = Primitive.hash_value_at(other, index)
        if (own = __find(key))
          value = __while_iterated { yield(key, Primitive.hash_value_at(self, own), value) }
        end
        __store(key, value)
        index += 1
      end
    ensure
      Primitive.hash_leave(other)
    end
    self
  end

  # --- Text -----------------------------------------------------------------------------

  def inspect
    primitive :collection_inspect
    return "{}".encode(Encoding::US_ASCII) if Primitive.hash_size(self) == 0
    Rutile.recursion_guard(self, :inspect, "{...}") do
      text = +"{"
      first = true
      __iterate do |key, value|
        label = Symbol === key ? Rutile.inspected_label(key) : Rutile.element_text(key)
        first ? text.force_encoding(label.encoding) : text << ", "
        first = false
        text << label
        text << " => " unless Symbol === key
        text << Rutile.element_text(value)
      end
      text << "}"
    end
  end
  Primitive.alias_method(self, :to_s, :inspect)
end

module Rutile
  # A Symbol as key of a Hash literal: `name: ` or `"odd name": `.
  def self.inspected_label(symbol)
    Primitive.symbol_inspect_key(symbol) << " "
  end
end
