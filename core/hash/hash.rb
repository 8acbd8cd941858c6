# Hash: making one, looking up, storing, removing.
#
# The machine keeps a Hash as a list of entries in insertion order, each with its
# key's hash code, and an index over the codes (contracts of the primitives in
# crates/core/src/hash). The natives of this file answer alone while keys are
# plain: numbers, Symbols, Strings, nil, true, false, Arrays of these. For other
# keys the bodies below ask the key: `hash` first, then `eql?` of each candidate.
#
# An entry's position is stable while the Hash is being iterated: removing leaves
# a gap, and adding is refused.
#
# The rest of the class: hash_iteration, hash_filter (choosing and transforming),
# hash_compare (comparing, merging, text).

class Hash
  include Enumerable

  def self.[](*arguments)
    if arguments.size == 1
      source = Rutile.try_hash(arguments[0])
      return allocate.__take_entries(source) if source
      pairs = Rutile.try_array(arguments[0])
      return Rutile.hash_from_pairs(allocate, pairs) if pairs
    end
    raise ArgumentError, "odd number of arguments for Hash" if arguments.size.odd?
    hash = allocate
    index = 0
    while index < arguments.size
      hash.__store(arguments[index], arguments[index + 1])
      index += 2
    end
    hash
  end

  def self.try_convert(object)
    Rutile.try_hash(object)
  end

  def initialize(default = (no_default = true; nil), capacity: 0, &block)
    primitive :hash_initialize
    Primitive.check_frozen(self)
    capacity = Rutile.to_index(capacity)
    if block
      unless no_default
        Rutile.refuse_count(1, 0)
      end
      Rutile.check_default_proc(block)
      Primitive.hash_set_default_proc(self, block)
    else
      Primitive.hash_set_default(self, default)
    end
    Primitive.hash_reserve(self, capacity.clamp(0, 0x3fff_ffff_ffff_ffff)) if capacity > 0
    self
  end

  def initialize_copy(other)
    Primitive.check_frozen(self)
    other = Rutile.to_hash(other)
    return self if Primitive.identical(self, other)
    Primitive.hash_replace(self, other)
    __take_default(other)
  end
  private :initialize, :initialize_copy

  def replace(other)
    Primitive.check_frozen(self)
    other = Rutile.to_hash(other)
    return self if Primitive.identical(self, other)
    raise "can't replace hash during iteration" if Primitive.hash_iterating(self)
    Primitive.hash_replace(self, other)
    __take_default(other)
  end

  # Takes over all entries of `other`. What takes Ruby or long is taken from a copy, since `other` may change meanwhile.
  def __take_entries(other)
    return self unless Primitive.hash_merge_plain(self, other, 0)
    other = Primitive.hash_copy(other)
    index = 0
    while (index = Primitive.hash_merge_plain(self, other, index))
      __store(Primitive.hash_key_at(other, index), Primitive.hash_value_at(other, index))
      index += 1
    end
    self
  end

  def __take_default(other)
    block = Primitive.hash_default_proc(other)
    if block
      Primitive.hash_set_default_proc(self, block)
    else
      Primitive.hash_set_default(self, Primitive.hash_default(other))
    end
    self
  end

  # --- Finding an entry -----------------------------------------------------------------

  # The position of the entry of `key`, or nil.
  def __find(key)
    primitive :hash_place
    return Primitive.hash_find_identical(self, key) if Primitive.hash_by_identity(self)
    return nil if Primitive.hash_size(self) == 0
    __find_coded(key, Rutile.hash_code(key))
  end

  def __find_coded(key, code)
    index = Primitive.hash_find(self, code, nil)
    while index
      candidate = Primitive.hash_key_at(self, index)
      return index if Primitive.identical(candidate, key) || key.eql?(candidate)
      index = Primitive.hash_find(self, code, index)
    end
    nil
  end

  # --- Looking up -----------------------------------------------------------------------

  def [](key)
    primitive :hash_aref
    block = Primitive.hash_block_for_missing(self, key)
    return block.call(self, key) if block
    index = __find(key)
    index ? Primitive.hash_value_at(self, index) : default(key)
  end
  alias __at []

  def fetch(key, default = (no_default = true; nil))
    primitive :hash_fetch
    Rutile.warn_about("block supersedes default value argument") if block_given? && !no_default
    index = __find(key)
    return Primitive.hash_value_at(self, index) if index
    return yield(key) if block_given?
    return default unless no_default
    raise KeyError.new("key not found: #{Rutile.ellipsized(Rutile.inspected(key), 65)}", receiver: self, key: key)
  end
  alias __fetch fetch

  def key?(key)
    primitive :hash_has_key
    __find(key) ? true : false
  end
  alias has_key? key?
  alias include? key?
  alias member? key?

  def value?(value)
    primitive :hash_has_value
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      candidate = Primitive.hash_value_at(self, index)
      return true if Primitive.identical(candidate, value) || Primitive.dispatch(candidate == value)
      index += 1
    end
    false
  end
  alias has_value? value?

  def key(value)
    primitive :hash_key_of
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      candidate = Primitive.hash_value_at(self, index)
      if Primitive.identical(candidate, value) || Primitive.dispatch(candidate == value)
        return Primitive.hash_key_at(self, index)
      end
      index += 1
    end
    nil
  end

  def values_at(*keys)
    primitive :hash_values_at
    keys.map! { |key| __at(key) }
  end

  def fetch_values(*keys, &block)
    keys.map! { |key| __fetch(key, &block) }
  end

  def dig(key, *path)
    primitive :hash_dig
    value = __at(key)
    path.empty? ? value : Rutile.dig_further(value, path)
  end

  # Compares by `==`, not `eql?`: it has to look at every key.
  def assoc(key)
    primitive :hash_assoc
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      candidate = Primitive.hash_key_at(self, index)
      if Primitive.identical(candidate, key) || Primitive.dispatch(candidate == key)
        return [candidate, Primitive.hash_value_at(self, index)]
      end
      index += 1
    end
    nil
  end

  def rassoc(value)
    primitive :hash_rassoc
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      candidate = Primitive.hash_value_at(self, index)
      if Primitive.identical(candidate, value) || Primitive.dispatch(candidate == value)
        return [Primitive.hash_key_at(self, index), candidate]
      end
      index += 1
    end
    nil
  end

  # --- Defaults -------------------------------------------------------------------------

  def default(key = (no_key = true; nil))
    block = Primitive.hash_default_proc(self)
    return Primitive.hash_default(self) unless block
    no_key ? nil : block.call(self, key)
  end

  def default=(value)
    Primitive.check_frozen(self)
    Primitive.hash_set_default(self, value)
    value
  end

  def default_proc
    Primitive.hash_default_proc(self)
  end

  def default_proc=(block)
    Primitive.check_frozen(self)
    if nil == block
      Primitive.hash_set_default(self, nil)
      return block
    end
    converted = Proc === block ? block : (block.respond_to?(:to_proc) ? block.to_proc : nil)
    unless Proc === converted
      raise TypeError, "wrong default_proc type #{block.class} (expected Proc)"
    end
    Rutile.check_default_proc(converted)
    Primitive.hash_set_default_proc(self, converted)
    block
  end

  # --- Storing --------------------------------------------------------------------------

  def []=(key, value)
    primitive :hash_aset
    Primitive.check_frozen(self)
    if Primitive.hash_by_identity(self)
      index = Primitive.hash_find_identical(self, key)
    else
      code = Rutile.hash_code(key)
      index = __find_coded(key, code)
    end
    if index
      Primitive.hash_set_value_at(self, index, value)
    else
      raise "can't add a new key into hash during iteration" if Primitive.hash_iterating(self)
      if code
        Primitive.hash_append(self, code, Primitive.hash_own_key(key), value)
      else
        Primitive.hash_append_identical(self, key, value)
      end
    end
    value
  end
  alias __store []=
  alias store []=

  # --- Removing -------------------------------------------------------------------------

  def delete(key)
    primitive :hash_delete
    Primitive.check_frozen(self)
    index = __find(key)
    return block_given? ? yield(key) : nil unless index
    value = Primitive.hash_value_at(self, index)
    Primitive.hash_delete_at(self, index)
    value
  end
  alias __delete delete

  def shift
    Primitive.check_frozen(self)
    index = Primitive.hash_next_index(self, 0)
    return nil unless index
    pair = [Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)]
    Primitive.hash_delete_at(self, index)
    pair
  end

  def clear
    Primitive.check_frozen(self)
    Primitive.hash_clear(self)
  end

  # --- Size and contents ----------------------------------------------------------------

  def length
    primitive :hash_length
    Primitive.hash_size(self)
  end
  alias size length

  def empty?
    primitive :hash_is_empty
    Primitive.hash_size(self) == 0
  end

  def keys
    primitive :hash_keys
    result = []
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      Primitive.array_push(result, Primitive.hash_key_at(self, index))
      index += 1
    end
    result
  end

  def values
    primitive :hash_values
    result = []
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      Primitive.array_push(result, Primitive.hash_value_at(self, index))
      index += 1
    end
    result
  end

  def to_a
    primitive :hash_to_a
    result = []
    index = 0
    while (index = Primitive.hash_next_index(self, index))
      Primitive.array_push(result, [Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)])
      index += 1
    end
    result
  end
  alias __pairs to_a

  def freeze
    primitive :object_freeze
    Primitive.freeze(self)
  end

  def to_hash
    self
  end

  def to_h
    unless block_given?
      return self if Primitive.identical(self.class, Hash)
      return Primitive.hash_copy(self).__take_default(self)
    end
    result = {}
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        pair = Rutile.pair_for_hash(yield(Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)))
        result[Primitive.array_at(pair, 0)] = Primitive.array_at(pair, 1)
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    result
  end

  def to_proc
    hash = self
    ->(key) { hash.__at(key) }
  end

  def deconstruct_keys(keys)
    self
  end

  # --- Identity -------------------------------------------------------------------------

  def compare_by_identity
    return self if Primitive.hash_by_identity(self)
    Primitive.check_frozen(self)
    raise "compare_by_identity during iteration" if Primitive.hash_iterating(self)
    pairs = __pairs
    Primitive.hash_clear(self)
    Primitive.hash_set_by_identity(self)
    pairs.each { |key, value| Primitive.hash_append_identical(self, key, value) }
    self
  end

  def compare_by_identity?
    Primitive.hash_by_identity(self)
  end

  # Finds keys again whose hash codes have changed since they were stored.
  def rehash
    primitive :hash_rehash
    raise "rehash during iteration" if Primitive.hash_iterating(self)
    Primitive.check_frozen(self)
    return self if Primitive.hash_by_identity(self)
    pairs = __pairs
    # A key may hold this Hash itself: what codes it has is asked before anything goes.
    codes = pairs.map { |key, _| Rutile.hash_code(key) }
    anew = Primitive.hash_new_alike(self)
    pairs.each_with_index do |(key, value), number|
      code = codes[number]
      index = anew.__find_coded(key, code)
      if index
        Primitive.hash_set_value_at(anew, index, value)
      else
        Primitive.hash_append(anew, code, key, value)
      end
    end
    Primitive.hash_replace(self, anew)
  end
end

module Rutile
  # Fills a new Hash from an Array of pairs, as `Hash[pairs]` takes them.
  def self.hash_from_pairs(hash, pairs)
    pairs = [*pairs]
    index = 0
    while (index = Primitive.hash_store_pairs(hash, pairs, index))
      element = Primitive.array_at(pairs, index)
      pair = try_array(element)
      unless pair
        raise ArgumentError, "wrong element type #{element.class} at #{index} (expected array)"
      end
      size = Primitive.array_size(pair)
      raise ArgumentError, "invalid number of elements (#{size} for 1..2)" unless size == 1 || size == 2
      hash.__store(Primitive.array_at(pair, 0), Primitive.array_at(pair, 1))
      index += 1
    end
    hash
  end

  # A lambda as default procedure must take a Hash and a key.
  def self.check_default_proc(block)
    return unless block.lambda?
    arity = block.arity
    return if arity == 2 || (arity < 0 && arity >= -3)
    arity = -arity - 1 if arity < 0
    raise TypeError, "default_proc takes two arguments (2 for #{arity})"
  end
end
