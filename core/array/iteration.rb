# Array: going through the elements.
#
# Every loop yields from its own frame and reads the length anew at each step, so
# a block may change the Array, leave it, or switch to another fiber. In the loops
# that programs use most `list` is self: a variable stands in a register, self is
# loaded each time that it is named.

class Array
  def each
    return Primitive.elements_enumerator(self, :each) unless block_given?
    list = self
    index = 0
    while index < Primitive.array_size(list)
      yield Primitive.array_at(list, index)
      index += 1
    end
    self
  end

  def each_index
    return Primitive.elements_enumerator(self, :each_index) unless block_given?
    list = self
    index = 0
    while index < Primitive.array_size(list)
      yield index
      index += 1
    end
    self
  end

  def reverse_each
    return Primitive.elements_enumerator(self, :reverse_each) unless block_given?
    index = Primitive.array_size(self) - 1
    while index >= 0
      yield Primitive.array_at(self, index)
      size = Primitive.array_size(self)
      index = size if index > size
      index -= 1
    end
    self
  end

  # --- Transforming ---------------------------------------------------------------------

  def map
    return Primitive.elements_enumerator(self, :map) unless block_given?
    result = Primitive.array_new(Primitive.array_size(self))
    list = self
    index = 0
    while index < Primitive.array_size(list)
      Primitive.array_push(result, yield(Primitive.array_at(list, index)))
      index += 1
    end
    result
  end

  def collect
    return Primitive.elements_enumerator(self, :collect) unless block_given?
    result = Primitive.array_new(Primitive.array_size(self))
    index = 0
    while index < Primitive.array_size(self)
      Primitive.array_push(result, yield(Primitive.array_at(self, index)))
      index += 1
    end
    result
  end

  def map!
    return Primitive.elements_enumerator(self, :map!) unless block_given?
    Primitive.check_frozen(self)
    index = 0
    while index < Primitive.array_size(self)
      value = yield(Primitive.array_at(self, index))
      Primitive.check_frozen(self)
      Primitive.array_set(self, index, value)
      index += 1
    end
    self
  end
  alias __replace_each map!

  def collect!(&block)
    return Primitive.elements_enumerator(self, :collect!) unless block
    __replace_each(&block)
  end

  # --- Selecting ------------------------------------------------------------------------

  def select
    return Primitive.elements_enumerator(self, :select) unless block_given?
    result = []
    list = self
    index = 0
    while index < Primitive.array_size(list)
      element = Primitive.array_at(list, index)
      Primitive.array_push(result, element) if yield(element)
      index += 1
    end
    result
  end

  def filter
    return Primitive.elements_enumerator(self, :filter) unless block_given?
    result = []
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(result, element) if yield(element)
      index += 1
    end
    result
  end

  def reject
    return Primitive.elements_enumerator(self, :reject) unless block_given?
    result = []
    list = self
    index = 0
    while index < Primitive.array_size(list)
      element = Primitive.array_at(list, index)
      Primitive.array_push(result, element) unless yield(element)
      index += 1
    end
    result
  end

  def select!(&)
    return Primitive.elements_enumerator(self, :select!) unless block_given?
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    __keep(true, &)
    Primitive.array_size(self) == size ? nil : self
  end

  def filter!(&block)
    return Primitive.elements_enumerator(self, :filter!) unless block_given?
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    __keep(true, &block)
    Primitive.array_size(self) == size ? nil : self
  end

  def keep_if(&)
    return Primitive.elements_enumerator(self, :keep_if) unless block_given?
    Primitive.check_frozen(self)
    __keep(true, &)
    self
  end

  def reject!(&)
    return Primitive.elements_enumerator(self, :reject!) unless block_given?
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    __keep(false, &)
    Primitive.array_size(self) == size ? nil : self
  end

  def delete_if(&)
    return Primitive.elements_enumerator(self, :delete_if) unless block_given?
    Primitive.check_frozen(self)
    __keep(false, &)
    self
  end

  # Keeps the elements the block is true for, or those it is false for. Left half way, it has removed what it had seen, unless the block froze the array.
  def __keep(chosen)
    kept = 0
    index = 0
    begin
      while index < Primitive.array_size(self)
        element = Primitive.array_at(self, index)
        keep = yield(element) ? chosen : !chosen
        index += 1
        if keep
          if kept != index - 1
            Primitive.check_frozen(self)
            Primitive.array_set(self, kept, element)
          end
          kept += 1
        end
      end
    ensure
      if kept < index
        size = Primitive.array_size(self)
        index = size if index > size
        Primitive.check_frozen(self)
        if kept < index
          index == size ? Primitive.array_resize(self, kept) : Primitive.array_splice(self, kept, index - kept, [])
        end
      end
    end
  end
  private :__keep

  def take_while
    return to_enum(:take_while) unless block_given?
    index = 0
    while index < Primitive.array_size(self)
      break unless yield(Primitive.array_at(self, index))
      index += 1
    end
    Primitive.array_slice(self, 0, index)
  end

  def drop_while
    return to_enum(:drop_while) unless block_given?
    index = 0
    while index < Primitive.array_size(self)
      break unless yield(Primitive.array_at(self, index))
      index += 1
    end
    Primitive.array_slice(self, index, Primitive.array_size(self)) || []
  end

  # --- Asking ---------------------------------------------------------------------------

  def all?(pattern = (no_pattern = true; nil))
    Rutile.warn_about("given block not used") if !no_pattern && block_given?
    list = self
    index = 0
    while index < Primitive.array_size(list)
      element = Primitive.array_at(list, index)
      if !no_pattern
        return false unless Primitive.dispatch(pattern === element)
      elsif block_given?
        return false unless yield(element)
      else
        return false unless element
      end
      index += 1
    end
    true
  end

  def any?(pattern = (no_pattern = true; nil))
    primitive :array_any
    Rutile.warn_about("given block not used") if !no_pattern && block_given?
    list = self
    index = 0
    while index < Primitive.array_size(list)
      element = Primitive.array_at(list, index)
      if !no_pattern
        return true if Primitive.dispatch(pattern === element)
      elsif block_given?
        return true if yield(element)
      else
        return true if element
      end
      index += 1
    end
    false
  end

  def none?(pattern = (no_pattern = true; nil))
    Rutile.warn_about("given block not used") if !no_pattern && block_given?
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if !no_pattern
        return false if Primitive.dispatch(pattern === element)
      elsif block_given?
        return false if yield(element)
      else
        return false if element
      end
      index += 1
    end
    true
  end

  def one?(pattern = (no_pattern = true; nil))
    Rutile.warn_about("given block not used") if !no_pattern && block_given?
    found = false
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      matches = if !no_pattern
                  Primitive.dispatch(pattern === element)
                elsif block_given?
                  yield(element)
                else
                  element
                end
      if matches
        return false if found
        found = true
      end
      index += 1
    end
    found
  end

  def count(object = (no_object = true; nil))
    primitive :array_count
    return Primitive.array_size(self) if no_object && !block_given?
    Rutile.warn_about("given block not used") if !no_object && block_given?
    count = 0
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if no_object
        count += 1 if yield(element)
      elsif Primitive.identical(element, object) || Primitive.dispatch(element == object)
        count += 1
      end
      index += 1
    end
    count
  end

  # --- Repeating ------------------------------------------------------------------------

  def cycle(count = nil)
    return __cycle_enumerator(count) unless block_given?
    rounds = nil == count ? -1 : Rutile.to_index(count)
    return nil if rounds < 0 && nil != count
    while rounds != 0 && Primitive.array_size(self) > 0
      index = 0
      while index < Primitive.array_size(self)
        yield Primitive.array_at(self, index)
        index += 1
      end
      rounds -= 1
    end
    nil
  end

  # By itself, as its block makes an environment of what it refers to, which who has a block does not need.
  def __cycle_enumerator(count)
    return to_enum(:cycle, count) { Rutile.cycle_size(size, count) } unless nil == count
    to_enum(:cycle) { Rutile.cycle_size(size, nil) }
  end
end
