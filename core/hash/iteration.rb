# Hash: going through the entries.
#
# While a block runs, the Hash counts as iterated: entries may be changed and
# removed, adding one raises. The count is given back however the block is left.
#
# Blocks that take a key and a value get two values; others get the pair as one
# Array. Either is known before the loop begins.

class Hash
  def each(&)
    return Primitive.elements_enumerator(self, :each) unless block_given?
    __each_pair(&)
  end

  def each_pair(&)
    return Primitive.elements_enumerator(self, :each_pair) unless block_given?
    __each_pair(&)
  end

  def __each_pair
    return self if Primitive.hash_size(self) == 0
    index = 0
    Primitive.hash_enter(self)
    begin
      if Primitive.given_block_takes_pair
        while (index = Primitive.hash_next_index(self, index))
          yield Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)
          index += 1
        end
      else
        while (index = Primitive.hash_next_index(self, index))
          yield [Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)]
          index += 1
        end
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end
  private :__each_pair

  # Yields key and value of each entry, and nothing else: the loop under most methods.
  def __iterate
    return self if Primitive.hash_size(self) == 0
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        yield Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index)
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  # Runs the block as within an iteration: nothing may be added.
  def __while_iterated
    Primitive.hash_enter(self)
    yield
  ensure
    Primitive.hash_leave(self)
  end

  def each_key
    return Primitive.elements_enumerator(self, :each_key) unless block_given?
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        yield Primitive.hash_key_at(self, index)
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def each_value
    return Primitive.elements_enumerator(self, :each_value) unless block_given?
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        yield Primitive.hash_value_at(self, index)
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def any?(pattern = (no_pattern = true; nil))
    unless no_pattern
      Rutile.warn_about("given block not used") if block_given?
      __iterate { |key, value| return true if Primitive.dispatch(pattern === [key, value]) }
      return false
    end
    return Primitive.hash_size(self) > 0 unless block_given?
    pair = Primitive.given_block_takes_pair
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        key = Primitive.hash_key_at(self, index)
        value = Primitive.hash_value_at(self, index)
        return true if pair ? yield(key, value) : yield([key, value])
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    false
  end

  # Enumerable's `map`.
  def __mapped_pairs(&block)
    __map_into(Primitive.array_new(Primitive.hash_size(self)), &block)
  end

  # A lambda of two parameters gets them here, and only here.
  def __map_into(result, &block)
    index = 0
    pair = block.arity > 1
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        key = Primitive.hash_key_at(self, index)
        value = Primitive.hash_value_at(self, index)
        Primitive.array_push(result, pair ? yield(key, value) : yield([key, value]))
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    result
  end
  private :__mapped_pairs, :__map_into
end
