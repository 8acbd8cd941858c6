# Array: reading and changing elements by position.

class Array
  # --- Reading --------------------------------------------------------------------------

  def [](index, length = (single = true; nil))
    primitive :array_aref
    return __slice_of(Rutile.to_index(index), Rutile.to_index(length)) unless single
    case index
    when Range
      bounds = Rutile.range_bounds(index, Primitive.array_size(self))
      bounds && Primitive.array_slice(self, bounds[0], bounds[1])
    when Enumerator::ArithmeticSequence
      __stepped_slice(index)
    else
      ends = Rutile.ends_of(index)
      return __element(Rutile.to_index(index)) unless ends
      bounds = Rutile.range_bounds(index, Primitive.array_size(self), ends)
      bounds && Primitive.array_slice(self, bounds[0], bounds[1])
    end
  end
  alias slice []

  # The element at a position that may count from the end.
  def __element(index)
    index += Primitive.array_size(self) if index < 0
    index < 0 ? nil : Primitive.array_at(self, index)
  end
  private :__element

  def __slice_of(start, length)
    size = Primitive.array_size(self)
    start += size if start < 0
    return nil if start < 0 || start > size || length < 0
    Primitive.array_slice(self, start, length)
  end
  private :__slice_of

  # Elements that an arithmetic sequence such as `(1..).step(2)` or `(0..) % 3` picks.
  def __stepped_slice(sequence)
    size = Primitive.array_size(self)
    step = Rutile.to_index(sequence.step)
    first = sequence.begin
    last = sequence.end
    exclusive = sequence.exclude_end?
    if step < 0
      if exclusive && nil != last
        last = Rutile.to_index(last) + 1
        exclusive = false
      end
      first, last = last, first
    end
    strict = step < -1 || step > 1
    bounds = Rutile.start_and_length(sequence, first, last, exclusive, size, strict)
    return nil unless bounds
    start, length = bounds
    raise RangeError, "#{sequence.inspect} out of range" if strict && (start > size || length > size)
    length = size - start if length > size - start
    __pick(start, length, step)
  end
  private :__stepped_slice

  def __pick(start, length, step)
    return [] if length == 0
    return Primitive.array_slice(self, start, length) if step == 1
    return [Primitive.array_at(self, start)] if step >= length
    step = -length if step < -length
    width = step.abs
    position = step > 0 ? start : start + length - 1
    picked = []
    count = (length + width - 1).div(width)
    while count > 0
      picked << Primitive.array_at(self, position)
      position += step
      count -= 1
    end
    picked
  end
  private :__pick

  def at(index)
    primitive :array_element
    __element(Rutile.to_index(index))
  end

  def fetch(index, default = (no_default = true; nil))
    primitive :array_fetch
    Rutile.warn_about("block supersedes default value argument") if block_given? && !no_default
    position = Rutile.to_index(index)
    size = Primitive.array_size(self)
    position += size if position < 0
    return Primitive.array_at(self, position) if position >= 0 && position < size
    return yield(index) if block_given?
    return default unless no_default
    raise IndexError, "index #{position < 0 ? position - size : position} outside of array bounds: #{-size}...#{size}"
  end

  def fetch_values(*indexes, &block)
    indexes.map! { |index| fetch(index, &block) }
  end

  def values_at(*selectors)
    primitive :array_values_at
    result = []
    selectors.each do |selector|
      if Primitive.is_fixnum(selector)
        result << __element(selector)
      elsif Range === selector
        start, length = Rutile.range_bounds!(selector, Primitive.array_size(self))
        finish = start + length
        while start < finish
          result << Primitive.array_at(self, start)
          start += 1
        end
      else
        result << __element(Rutile.to_index(selector))
      end
    end
    result
  end

  def dig(index, *path)
    primitive :array_dig
    element = __element(Rutile.to_index(index))
    path.empty? ? element : Rutile.dig_further(element, path)
  end

  def first(count = (single = true; nil))
    primitive :array_first
    return Primitive.array_at(self, 0) if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size" if count < 0
    Primitive.array_slice(self, 0, count)
  end

  def last(count = (single = true; nil))
    primitive :array_last
    size = Primitive.array_size(self)
    return size == 0 ? nil : Primitive.array_at(self, size - 1) if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size" if count < 0
    count = size if count > size
    Primitive.array_slice(self, size - count, count)
  end

  def take(count)
    count = Rutile.to_index(count)
    raise ArgumentError, "attempt to take negative size" if count < 0
    Primitive.array_slice(self, 0, count)
  end

  def drop(count)
    count = Rutile.to_index(count)
    raise ArgumentError, "attempt to drop negative size" if count < 0
    size = Primitive.array_size(self)
    count >= size ? [] : Primitive.array_slice(self, count, size - count)
  end

  # --- Writing --------------------------------------------------------------------------

  def []=(index, length_or_value, value = (single = true; nil))
    primitive :array_aset
    Primitive.check_frozen(self)
    unless single
      __splice(Rutile.to_index(index), Rutile.to_index(length_or_value), value)
      return value
    end
    if Primitive.is_fixnum(index)
      __store(index, length_or_value)
    elsif (ends = Rutile.ends_of(index))
      start, length = Rutile.range_bounds!(index, Primitive.array_size(self), ends)
      __splice(start, length, length_or_value)
    else
      __store(Rutile.to_index(index), length_or_value)
    end
    length_or_value
  end

  def __store(index, value)
    size = Primitive.array_size(self)
    if index < 0
      index += size
      raise IndexError, "index #{index - size} too small for array; minimum: #{-size}" if index < 0
    end
    raise IndexError, "index #{index} too big" if index >= 0x0fff_ffff_ffff_ffff
    Primitive.array_set(self, index, value)
  end
  private :__store

  # Puts the elements of `value` (or itself, where it is no Array) in the place of `length` elements.
  def __splice(start, length, value)
    raise IndexError, "negative length (#{length})" if length < 0
    size = Primitive.array_size(self)
    if start < 0
      start += size
      raise IndexError, "index #{start - size} too small for array; minimum: #{-size}" if start < 0
    end
    replacement = Rutile.try_array(value) || [value]
    raise IndexError, "index #{start + replacement.length} too big" if start >= 0x0fff_ffff_ffff_ffff
    Primitive.array_splice(self, start, length, replacement)
  end
  private :__splice

  def <<(element)
    primitive :array_append
    Primitive.check_frozen(self)
    Primitive.array_push(self, element)
  end

  def push(*elements)
    primitive :array_push_all
    Primitive.check_frozen(self)
    Primitive.array_concat(self, elements)
  end
  Primitive.alias_method(self, :append, :push)

  def pop(count = (single = true; nil), *surplus)
    primitive :array_pop
    Primitive.check_frozen(self)
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    return Primitive.array_delete_at(self, Primitive.array_size(self) - 1) if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size" if count < 0
    size = Primitive.array_size(self)
    count = size if count > size
    removed = Primitive.array_slice(self, size - count, count)
    Primitive.array_resize(self, size - count)
    removed
  end

  def shift(count = (single = true; nil), *surplus)
    primitive :array_shift
    Primitive.check_frozen(self)
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    return Primitive.array_delete_at(self, 0) if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size" if count < 0
    removed = Primitive.array_slice(self, 0, count)
    Primitive.array_splice(self, 0, count, [])
    removed
  end

  def unshift(*elements)
    primitive :array_unshift
    Primitive.check_frozen(self)
    Primitive.array_splice(self, 0, 0, elements)
  end
  Primitive.alias_method(self, :prepend, :unshift)

  def insert(index, *elements)
    primitive :array_insert
    Primitive.check_frozen(self)
    position = Rutile.to_index(index)
    return self if elements.empty?
    size = Primitive.array_size(self)
    if position < 0
      position += size + 1
      if position < 0
        raise IndexError, "index #{position - size - 1} too small for array; minimum: -#{size + 1}"
      end
    end
    Primitive.array_splice(self, position, 0, elements)
  end

  def concat(*others)
    Primitive.check_frozen(self)
    if others.length == 1
      return Primitive.array_concat(self, Rutile.to_ary(others[0]))
    end
    added = []
    others.each { |other| Primitive.array_concat(added, Rutile.to_ary(other)) }
    Primitive.array_concat(self, added)
  end

  def clear
    Primitive.check_frozen(self)
    Primitive.array_resize(self, 0)
  end

  def fill(*arguments)
    primitive :array_filled
    unless block_given?
      if arguments.empty? || arguments.length > 3
        Rutile.refuse_count(arguments.length, "1..3")
      end
      value = arguments.shift
    end
    if arguments.length > 2
      Rutile.refuse_count(arguments.length, "0..2")
    end
    start, length = __fill_bounds(arguments)
    Primitive.check_frozen(self)
    return self if length < 0
    raise ArgumentError, "argument too big" if start >= 0x0fff_ffff_ffff_ffff || start + length > 0x0fff_ffff_ffff_ffff
    if length == 0
      Primitive.array_resize(self, start) if start > Primitive.array_size(self)
      return self
    end
    return Primitive.array_fill(self, start, length, value) unless block_given?
    finish = start + length
    while start < finish
      Primitive.array_set(self, start, yield(start))
      start += 1
    end
    self
  end

  def __fill_bounds(arguments)
    size = Primitive.array_size(self)
    first, length = arguments
    if arguments.length == 1 && !Primitive.is_fixnum(first) && (ends = Rutile.ends_of(first))
      return Rutile.range_bounds!(first, size, ends)
    end
    start = nil == first ? 0 : Rutile.to_index(first)
    if start < 0
      start += size
      start = 0 if start < 0
    end
    [start, nil == length ? size - start : Rutile.to_index(length)]
  end
  private :__fill_bounds

  # --- Removing -------------------------------------------------------------------------

  def delete(object)
    primitive :array_delete
    size = Primitive.array_size(self)
    found = nil
    kept = 0
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if Primitive.identical(element, object) || Primitive.dispatch(element == object)
        found = element
        Primitive.check_frozen(self)
      else
        Primitive.array_set(self, kept, element) if kept != index
        kept += 1
      end
      index += 1
    end
    if kept == size
      return block_given? ? yield(object) : nil
    end
    Primitive.array_resize(self, kept) if Primitive.array_size(self) > kept
    found
  end

  # Where nothing stands, a frozen Array may be asked as well.
  def delete_at(index)
    position = Rutile.to_index(index)
    size = Primitive.array_size(self)
    position += size if position < 0
    return nil if position < 0 || position >= size
    Primitive.check_frozen(self)
    Primitive.array_delete_at(self, position)
  end
  alias __delete_at delete_at

  def slice!(index = (nothing = true; nil), length = (single = true; nil), *surplus)
    Primitive.check_frozen(self)
    Rutile.refuse_count(nothing ? 0 : surplus.size + 2, "1..2") if nothing || !surplus.empty?
    size = Primitive.array_size(self)
    if single
      unless Range === index
        return __delete_at(index)
      end
      start, length = Rutile.range_bounds(index, size)
      return nil unless start
    else
      start = Rutile.to_index(index)
      length = Rutile.to_index(length)
      return nil if length < 0
      start += size if start < 0
      return nil if start < 0 || start > size
    end
    removed = Primitive.array_slice(self, start, length)
    Primitive.array_splice(self, start, removed.length, []) unless removed.empty?
    removed
  end

  def compact
    primitive :array_compacted
    Primitive.array_compact(Primitive.array_slice(self, 0, Primitive.array_size(self)))
  end

  def compact!
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    Primitive.array_compact(self)
    Primitive.array_size(self) == size ? nil : self
  end

  # --- Order of elements ----------------------------------------------------------------

  def reverse
    Primitive.array_reverse(Primitive.array_slice(self, 0, Primitive.array_size(self)))
  end

  def reverse!
    Primitive.check_frozen(self)
    Primitive.array_reverse(self)
  end

  def rotate(count = 1)
    primitive :array_rotated
    count = Rutile.to_index(count)
    size = Primitive.array_size(self)
    copy = Primitive.array_slice(self, 0, size)
    size > 1 ? Primitive.array_rotate(copy, count % size) : copy
  end

  def rotate!(count = 1)
    count = Rutile.to_index(count)
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    size > 1 ? Primitive.array_rotate(self, count % size) : self
  end
end
