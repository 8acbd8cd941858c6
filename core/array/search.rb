# Array: finding elements.

class Array
  def include?(object)
    primitive :array_include
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      return true if Primitive.identical(element, object) || Primitive.dispatch(element == object)
      index += 1
    end
    false
  end
  alias __includes include?

  def index(object = (no_object = true; nil))
    primitive :array_index
    if no_object
      return to_enum(:index) unless block_given?
    elsif block_given?
      Rutile.warn_about("given block not used")
    end
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if no_object
        return index if yield(element)
      elsif Primitive.identical(element, object) || Primitive.dispatch(element == object)
        return index
      end
      index += 1
    end
    nil
  end

  def find_index(object = (no_object = true; nil))
    primitive :array_index
    if no_object
      return to_enum(:find_index) unless block_given?
    elsif block_given?
      Rutile.warn_about("given block not used")
    end
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if no_object
        return index if yield(element)
      elsif Primitive.identical(element, object) || Primitive.dispatch(element == object)
        return index
      end
      index += 1
    end
    nil
  end

  def rindex(object = (no_object = true; nil))
    primitive :array_rindex
    if no_object
      return to_enum(:rindex) unless block_given?
    elsif block_given?
      Rutile.warn_about("given block not used")
    end
    index = Primitive.array_size(self) - 1
    while index >= 0
      element = Primitive.array_at(self, index)
      if no_object
        return index if yield(element)
      elsif Primitive.identical(element, object) || Primitive.dispatch(element == object)
        return index
      end
      size = Primitive.array_size(self)
      index = size if index > size
      index -= 1
    end
    nil
  end

  def assoc(key)
    primitive :array_assoc
    index = 0
    while index < Primitive.array_size(self)
      pair = Rutile.try_array(Primitive.array_at(self, index))
      if pair && !pair.empty?
        candidate = Primitive.array_at(pair, 0)
        return pair if Primitive.identical(candidate, key) || Primitive.dispatch(candidate == key)
      end
      index += 1
    end
    nil
  end

  def rassoc(value)
    primitive :array_rassoc
    index = 0
    while index < Primitive.array_size(self)
      pair = Rutile.try_array(Primitive.array_at(self, index))
      if pair && pair.length > 1
        candidate = Primitive.array_at(pair, 1)
        return pair if Primitive.identical(candidate, value) || Primitive.dispatch(candidate == value)
      end
      index += 1
    end
    nil
  end

  def bsearch(&)
    return to_enum(:bsearch) unless block_given?
    index = __binary_search(&)
    index && Primitive.array_at(self, index)
  end

  def bsearch_index(&)
    return to_enum(:bsearch_index) unless block_given?
    __binary_search(&)
  end

  # Find-minimum where the block answers true or false, find-any where it answers a number.
  def __binary_search
    low = 0
    high = Primitive.array_size(self)
    found = nil
    while low < high
      middle = (low + high) >> 1
      answer = yield Primitive.array_at(self, middle)
      if !answer
        low = middle + 1
      elsif Primitive.identical(answer, true)
        found = middle
        high = middle
      else
        side = Rutile.side_of(answer)
        return middle if nil == side
        side < 0 ? high = middle : low = middle + 1
      end
    end
    found
  end
  private :__binary_search
end
