# Hash: choosing entries and transforming them.
#
# A Hash made of entries of another takes them over with their hash codes: no key
# is asked again. It keeps comparing by identity where the other did, and has no
# default.

class Hash
  def select(&block)
    return Primitive.elements_enumerator(self, :select) unless block_given?
    __chosen(true, &block)
  end

  def filter(&block)
    return Primitive.elements_enumerator(self, :filter) unless block_given?
    __chosen(true, &block)
  end

  def reject(&block)
    return Primitive.elements_enumerator(self, :reject) unless block_given?
    __chosen(false, &block)
  end

  # A new Hash of the entries of which the block says what is wanted, true or not.
  def __chosen(wanted)
    result = Primitive.hash_new_alike(self)
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        if yield(Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index))
          Primitive.hash_append_entry(result, self, index) if wanted
        else
          Primitive.hash_append_entry(result, self, index) unless wanted
        end
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    result
  end
  private :__chosen

  def select!
    return Primitive.elements_enumerator(self, :select!) unless block_given?
    Primitive.check_frozen(self)
    __remove { |key, value| !yield(key, value) } ? self : nil
  end

  def filter!
    return Primitive.elements_enumerator(self, :filter!) unless block_given?
    Primitive.check_frozen(self)
    __remove { |key, value| !yield(key, value) } ? self : nil
  end

  def keep_if
    return Primitive.elements_enumerator(self, :keep_if) unless block_given?
    Primitive.check_frozen(self)
    __remove { |key, value| !yield(key, value) }
    self
  end

  def reject!(&block)
    return Primitive.elements_enumerator(self, :reject!) unless block_given?
    Primitive.check_frozen(self)
    __remove(&block) ? self : nil
  end

  def delete_if(&block)
    return Primitive.elements_enumerator(self, :delete_if) unless block_given?
    Primitive.check_frozen(self)
    __remove(&block)
    self
  end

  # Removes the entries for which the block is true; whether there were any.
  def __remove
    removed = false
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        if yield(Primitive.hash_key_at(self, index), Primitive.hash_value_at(self, index))
          Primitive.check_frozen(self)
          Primitive.hash_delete_at(self, index)
          removed = true
        end
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    removed
  end

  def compact
    primitive :hash_compact
    result = Primitive.hash_copy_object(self)
    result.__remove { |_, value| nil.equal?(value) }
    result
  end

  def compact!
    primitive :hash_drop_nils
    Primitive.check_frozen(self)
    __remove { |_, value| nil.equal?(value) } ? self : nil
  end

  def slice(*keys)
    primitive :hash_slice
    result = Primitive.hash_new_alike(self)
    place = 0
    while place < Primitive.array_size(keys)
      key = Primitive.array_at(keys, place)
      index = __find(key)
      result.__store(key, Primitive.hash_value_at(self, index)) if index
      place += 1
    end
    result
  end

  def except(*keys)
    primitive :hash_except
    result = Primitive.hash_copy(self)
    place = 0
    while place < Primitive.array_size(keys)
      result.delete(Primitive.array_at(keys, place))
      place += 1
    end
    result
  end

  # `partition`, and what follows of Enumerable where a Hash's `each` is its own: a block of several parameters gets key and value.
  def __parted_pairs(&block)
    chosen = []
    rest = []
    pair = Primitive.block_takes_pair(block)
    __iterate do |key, value|
      element = [key, value]
      (pair ? yield(key, value) : yield(element)) ? chosen << element : rest << element
    end
    [chosen, rest]
  end

  # --- Transforming ---------------------------------------------------------------------

  def transform_values
    return Primitive.elements_enumerator(self, :transform_values) unless block_given?
    result = Primitive.hash_copy(self)
    index = 0
    while (index = Primitive.hash_next_index(result, index))
      Primitive.hash_set_value_at(result, index, yield(Primitive.hash_value_at(result, index)))
      index += 1
    end
    result
  end

  def transform_values!
    return Primitive.elements_enumerator(self, :transform_values!) unless block_given?
    Primitive.check_frozen(self)
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        value = yield(Primitive.hash_value_at(self, index))
        Primitive.check_frozen(self)
        Primitive.hash_set_value_at(self, index, value)
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def transform_keys(names = (no_names = true; nil))
    return Primitive.elements_enumerator(self, :transform_keys) if no_names && !block_given?
    names = Rutile.to_hash(names) unless no_names
    return {} if Primitive.hash_size(self) == 0
    result = {}
    index = 0
    Primitive.hash_enter(self)
    begin
      while (index = Primitive.hash_next_index(self, index))
        key = Primitive.hash_key_at(self, index)
        value = Primitive.hash_value_at(self, index)
        if !no_names && names.key?(key)
          key = names[key]
        elsif block_given?
          key = yield(key)
        end
        result[key] = value
        index += 1
      end
    ensure
      Primitive.hash_leave(self)
    end
    result
  end

  def transform_keys!(names = (no_names = true; nil))
    return Primitive.elements_enumerator(self, :transform_keys!) if no_names && !block_given?
    names = Rutile.to_hash(names) unless no_names
    Primitive.check_frozen(self)
    added = {}
    __pairs.each do |key, value|
      new_key = if !no_names && names.key?(key)
                  names[key]
                elsif block_given?
                  yield(key)
                else
                  key
                end
      __delete(key) unless added.key?(key)
      __store(new_key, value)
      added[new_key] = true
    end
    self
  end

  def invert
    primitive :hash_invert
    result = {}
    __iterate { |key, value| result[value] = key }
    result
  end

  def flatten(depth = 1)
    depth = Rutile.to_small_int(depth)
    return to_a if depth == 0
    flat = []
    __iterate { |key, value| flat << key << value }
    return flat.flatten if depth < 0
    depth > 1 ? flat.flatten(depth - 1) : flat
  end

  def __filter_mapped_pairs(&block)
    result = []
    pair = Primitive.block_takes_pair(block)
    __iterate do |key, value|
      made = pair ? yield(key, value) : yield([key, value])
      result << made if made
    end
    result
  end

  def __summed_pairs(initial, &block)
    total = Integer === initial ? nil : Rutile.running_total(initial)
    pair = Primitive.block_takes_pair(block)
    __iterate do |key, value|
      element = pair ? yield(key, value) : yield([key, value])
      if total
        total.add(element)
      elsif Integer === element
        initial += element
      else
        total = Rutile.running_total(initial).add(element)
      end
    end
    total ? total.value : initial
  end

  def __counted_pairs(&block)
    count = 0
    pair = Primitive.block_takes_pair(block)
    __iterate { |key, value| count += 1 if pair ? yield(key, value) : yield([key, value]) }
    count
  end
  private :__parted_pairs, :__filter_mapped_pairs, :__summed_pairs, :__counted_pairs
end
