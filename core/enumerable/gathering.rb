# Enumerable: what needs no block of the program's, of any `each`.
#
# Who gathers is an Array, a Hash or a running total, and the self of the block that `each` is given. Such a block begins with a native, which
# finds what has been gathered as its receiver: it takes one plain value without a frame, and leaves others to the block's body.

class Array
  # Takes all elements.
  def __gather(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather
      Primitive.array_push(self, value)
      nil
    end
    self
  end

  # Counts them in the first element.
  def __gather_count(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_count
      Primitive.array_set(self, 0, Primitive.array_at(self, 0) + 1)
      nil
    end
    Primitive.array_at(self, 0)
  end

  # Keeps the first of the smallest.
  def __gather_least(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_least
      if Primitive.array_size(self) == 0 || Rutile.precedes?(value, Primitive.array_at(self, 0))
        Primitive.array_set(self, 0, value)
      end
      nil
    end
    Primitive.array_at(self, 0)
  end

  # Keeps the first of the largest.
  def __gather_greatest(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_greatest
      if Primitive.array_size(self) == 0 || Rutile.follows?(value, Primitive.array_at(self, 0))
        Primitive.array_set(self, 0, value)
      end
      nil
    end
    Primitive.array_at(self, 0)
  end

  # Keeps the smallest and the largest. Elements come in pairs: the smaller of two is asked whether it is the smallest, the other whether it
  # is the largest. One that waits for its partner stands last.
  def __gather_extremes(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_extremes
      if Primitive.array_size(self) == 1 || Primitive.array_size(self) == 3
        held = Primitive.array_delete_at(self, Primitive.array_size(self) - 1)
        Rutile.widen_by_two(self, held, value)
      else
        Primitive.array_push(self, value)
      end
      nil
    end
    if Primitive.array_size(self) == 1 || Primitive.array_size(self) == 3
      held = Primitive.array_delete_at(self, Primitive.array_size(self) - 1)
      Rutile.widen(self, held, held)
    end
    self
  end
end

class Hash
  # Counts each element.
  def __gather_counts(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_counts
      count = __fetch(value, 0)
      unless Integer === count
        raise TypeError, "wrong argument type #{count.class} (expected Integer)"
      end
      self[value] = count + 1
      nil
    end
    self
  end

  # Keeps each element once, under itself.
  def __gather_once(enumerable)
    enumerable.__send__(:each) do |value = Primitive.packed|
      primitive :gather_once
      Rutile.add_once(self, value, value)
      nil
    end
    self
  end
end
