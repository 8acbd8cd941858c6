# Maps that keep their keys alive no more than anyone else does.
#
# Each stands on a Hash of the machine's whose entries the collector takes out when a key
# (or, in a WeakMap, a value) is gone. Who iterates has a list of the entries that lived then.

module ObjectSpace
  # Keys compared by identity; an entry goes with its key or its value.
  class WeakMap
    include Enumerable

    def self.allocate
      map = super
      Primitive.set_variable(map, :@__table, Primitive.weak_table(true, true))
      map
    end

    def initialize
      @__table = Primitive.weak_table(true, true)
      nil
    end

    def []=(key, value)
      table = @__table
      index = Primitive.hash_find_identical(table, key)
      Primitive.hash_delete_at(table, index) if index
      Primitive.hash_append_identical(table, key, value)
      value
    end

    def [](key)
      index = Primitive.hash_find_identical(@__table, key)
      index && Primitive.hash_value_at(@__table, index)
    end

    def key?(key)
      Primitive.hash_find_identical(@__table, key) ? true : false
    end
    alias include? key?
    alias member? key?

    def delete(key)
      index = Primitive.hash_find_identical(@__table, key)
      return block_given? ? yield(key) : nil unless index
      value = Primitive.hash_value_at(@__table, index)
      Primitive.hash_delete_at(@__table, index)
      value
    end

    def each
      return __without_block unless block_given?
      Primitive.weak_entries(@__table).each_slice(2) { |key, value| yield key, value }
      self
    end
    alias each_pair each

    def each_key
      return __without_block unless block_given?
      keys.each { |key| yield key }
      self
    end

    def each_value
      return __without_block unless block_given?
      values.each { |value| yield value }
      self
    end

    # Only of an empty map is nothing asked of a block that is not there.
    def __without_block
      raise LocalJumpError, "no block given" if size > 0
      self
    end

    def keys
      Primitive.weak_entries(@__table).each_slice(2).map { |key, _| key }
    end

    def values
      Primitive.weak_entries(@__table).each_slice(2).map { |_, value| value }
    end

    def size
      Primitive.hash_size(@__table)
    end
    alias length size

    def inspect
      pairs = Primitive.weak_entries(@__table).each_slice(2).map { |key, value| "#{__show(key)} => #{__show(value)}" }
      "#{Primitive.any_to_s(self).chop}#{pairs.empty? ? "" : ": "}#{pairs.join(", ")}>"
    end

    def __show(object)
      Primitive.is_special(object) ? object.inspect : Primitive.any_to_s(object)
    end
  end

  # Keys compared by `eql?`; a value lives as long as its key, even if it refers to it.
  class WeakKeyMap
    def initialize
      @__table = Primitive.weak_table(false, false)
      nil
    end

    def []=(key, value)
      raise ArgumentError, "WeakKeyMap keys must be garbage collectable" if Primitive.is_special(key)
      code = Rutile.hash_code(key)
      index = __find(key, code)
      if index
        Primitive.hash_set_value_at(@__table, index, value)
      else
        Primitive.hash_append(@__table, code, key, value)
      end
      value
    end

    def [](key)
      index = __find(key)
      index && Primitive.hash_value_at(@__table, index)
    end

    def getkey(key)
      index = __find(key)
      index && Primitive.hash_key_at(@__table, index)
    end

    def key?(key)
      __find(key) ? true : false
    end

    def delete(key)
      index = __find(key)
      return block_given? ? yield(key) : nil unless index
      value = Primitive.hash_value_at(@__table, index)
      Primitive.hash_delete_at(@__table, index)
      value
    end

    def clear
      Primitive.hash_clear(@__table)
      self
    end

    def inspect
      "#{Primitive.any_to_s(self).chop} size=#{Primitive.hash_size(@__table)}>"
    end

    def __find(key, code = Rutile.hash_code(key))
      table = @__table
      index = Primitive.hash_find(table, code, nil)
      while index
        candidate = Primitive.hash_key_at(table, index)
        return index if Primitive.identical(candidate, key) || key.eql?(candidate)
        index = Primitive.hash_find(table, code, index)
      end
      nil
    end
  end
end
