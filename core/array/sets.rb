# Array: operators, set operations, and taking Arrays of Arrays apart.
#
# Set operations compare as Hash keys do. Of plain values natives do them; of few others each is asked whether
# it is `eql?` to another, and its `hash` is not; many are put into a Hash.

class Array
  SMALL_SET_LIMIT = 16
  private_constant :SMALL_SET_LIMIT

  # --- Operators ------------------------------------------------------------------------

  def +(other)
    primitive :array_plus
    other = Rutile.to_ary(other)
    sum = Primitive.array_slice(self, 0, Primitive.array_size(self))
    Primitive.array_concat(sum, other)
  end

  def *(count)
    separator = Rutile.try_string(count)
    return __join(separator) if separator
    count = Rutile.to_index(count)
    raise ArgumentError, "negative argument" if count < 0
    size = Primitive.array_size(self)
    raise ArgumentError, "argument too big" if size > 0 && count > 0x0fff_ffff_ffff_ffff / size
    Primitive.array_repeat(self, count)
  end

  # --- Sets -----------------------------------------------------------------------------

  def -(other)
    primitive :array_minus
    other = Rutile.to_ary(other)
    return __without_keys(other.__as_keys) if !__few? && !other.__few?
    result = []
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(result, element) unless other.__includes_by_eql?(element)
      index += 1
    end
    result
  end

  def difference(*others)
    others.map! { |other| Rutile.to_ary(other) }
    others.reduce(Primitive.array_slice(self, 0, Primitive.array_size(self))) { |result, other| result - other }
  end

  # Whether a set operation compares the elements one by one.
  def __few? = Primitive.array_size(self) <= SMALL_SET_LIMIT

  # The elements that are no keys of a Hash.
  def __without_keys(excluded)
    result = []
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(result, element) unless excluded.key?(element)
      index += 1
    end
    result
  end

  def &(other)
    primitive :array_and
    other = Rutile.to_ary(other)
    return __common_by_eql(other) if __few? && other.__few?
    wanted = other.__as_keys
    result = []
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if wanted.key?(element)
        Primitive.array_push(result, element)
        wanted.delete(element)
      end
      index += 1
    end
    result
  end

  def __common_by_eql(other)
    result = []
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(result, element) if other.__includes_by_eql?(element) && !result.__includes_by_eql?(element)
      index += 1
    end
    result
  end

  def intersection(*others)
    result = Primitive.array_slice(self, 0, Primitive.array_size(self))
    others.each { |other| result = result & other }
    result
  end

  def intersect?(other)
    primitive :array_intersects
    other = Rutile.to_ary(other)
    return __any_element? { |element| other.__includes_by_eql?(element) } if __few? && other.__few?
    shorter, longer = Primitive.array_size(self) > Primitive.array_size(other) ? [other, self] : [self, other]
    keys = shorter.__as_keys
    longer.__any_element? { |element| keys.key?(element) }
  end

  def __any_element?
    index = 0
    while index < Primitive.array_size(self)
      return true if yield Primitive.array_at(self, index)
      index += 1
    end
    false
  end

  def |(other)
    primitive :array_or
    __union([Rutile.to_ary(other)])
  end

  def union(*others)
    __union(others.map! { |other| Rutile.to_ary(other) })
  end

  def __union(others)
    size = Primitive.array_size(self)
    others.each { |other| size += Primitive.array_size(other) }
    if size <= SMALL_SET_LIMIT
      result = []
      __add_by_eql_to(result)
      others.each { |other| other.__add_by_eql_to(result) }
      return result
    end
    keys = __as_keys
    others.each { |other| other.__add_keys_to(keys) }
    keys.values
  end

  def uniq
    primitive :array_uniq
    seen = {}
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.add_once(seen, block_given? ? yield(element) : element, element)
      index += 1
    end
    seen.values
  end

  def uniq!
    primitive :array_uniq_in_place
    Primitive.check_frozen(self)
    size = Primitive.array_size(self)
    return nil if size <= 1
    seen = {}
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.add_once(seen, block_given? ? yield(element) : element, element)
      index += 1
    end
    return nil if seen.length == length
    Primitive.check_frozen(self)
    Primitive.array_replace(self, seen.values)
  end

  def __as_keys
    __add_keys_to({})
  end

  def __add_keys_to(keys)
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Rutile.add_once(keys, element, element)
      index += 1
    end
    keys
  end

  def __add_by_eql_to(result)
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(result, element) unless result.__includes_by_eql?(element)
      index += 1
    end
  end

  def __includes_by_eql?(object)
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      return true if Primitive.identical(element, object) || object.eql?(element)
      index += 1
    end
    false
  end

  # --- Rows and columns -----------------------------------------------------------------

  def transpose
    primitive :array_transpose
    rows = []
    width = nil
    index = 0
    while index < Primitive.array_size(self)
      row = Rutile.to_ary(Primitive.array_at(self, index))
      width ||= row.length
      if row.length != width
        raise IndexError, "element size differs (#{row.length} should be #{width})"
      end
      rows << row
      index += 1
    end
    columns = []
    column = 0
    while width && column < width
      values = Primitive.array_new(rows.length)
      index = 0
      while index < Primitive.array_size(rows)
        Primitive.array_push(values, Primitive.array_at(Primitive.array_at(rows, index), column))
        index += 1
      end
      columns << values
      column += 1
    end
    columns
  end

  def zip(*others)
    primitive :array_zip
    others.map! { |other| Rutile.zip_partner(other) }
    result = block_given? ? nil : []
    in_parts = Primitive.given_block_takes_parts
    index = 0
    while index < Primitive.array_size(self)
      row = [Primitive.array_at(self, index)]
      partner = 0
      while partner < Primitive.array_size(others)
        row << Rutile.zip_element(others, partner, index)
        partner += 1
      end
      result ? Primitive.array_push(result, row) : in_parts ? yield(*row) : yield(row)
      index += 1
    end
    result
  end

  # --- Flattening -----------------------------------------------------------------------

  def flatten(depth = nil)
    primitive :array_flatten
    depth = nil == depth ? -1 : Rutile.to_small_int(depth)
    return Primitive.array_slice(self, 0, Primitive.array_size(self)) if depth == 0
    result = []
    __flatten_into(result, depth)
    result
  end

  def flatten!(depth = nil)
    primitive :array_flatten_in_place
    Primitive.check_frozen(self)
    depth = nil == depth ? -1 : Rutile.to_small_int(depth)
    return nil if depth == 0
    result = []
    changed = __flatten_into(result, depth)
    Primitive.array_replace(self, result)
    changed ? self : nil
  end

  # Levels of nesting that are searched one by one for an Array that is in itself.
  MOST_WALKED = 64
  private_constant :MOST_WALKED

  # Appends the elements, those of Arrays among them taken out down to `depth` levels (all, where it
  # is negative). Whether there were any. Walks with its own stack: nesting may be deep.
  def __flatten_into(result, depth)
    source = self
    index = 0
    stack = []
    walked = depth < 0 ? [self] : nil
    deep = nil
    changed = false
    while true
      while index < Primitive.array_size(source)
        element = Primitive.array_at(source, index)
        index += 1
        inner = stack.length == depth * 2 ? nil : Rutile.try_array(element)
        if inner
          changed = true
          if walked
            known = deep ? deep.key?(inner) : Rutile.holds_identical?(walked, inner)
            raise ArgumentError, "tried to flatten recursive array" if known
            walked << inner
            deep = {}.compare_by_identity if walked.length == MOST_WALKED
            walked.each { |array| deep[array] = true } if walked.length == MOST_WALKED
            deep[inner] = true if deep
          end
          stack << source << index
          source = inner
          index = 0
        else
          Primitive.array_push(result, element)
        end
      end
      return changed if stack.empty?
      index = stack.pop
      source = stack.pop
      next unless walked
      left = walked.pop
      deep.delete(left) if deep
    end
  end
  private :__flatten_into
end

module Rutile
  # Keeps `value` under `key` in `table`, unless the key is there.
  def self.add_once(table, key, value)
    table[key] = value unless table.key?(key)
  end

  def self.holds_identical?(array, object)
    index = 0
    while index < Primitive.array_size(array)
      return true if Primitive.identical(Primitive.array_at(array, index), object)
      index += 1
    end
    false
  end

  # The source of elements for `zip`: an Array, or an Enumerator over anything else.
  def self.zip_partner(object)
    array = try_array(object)
    return array if array
    unless responds?(object, :each)
      raise TypeError, "wrong argument type #{Primitive.class_of(object)} (must respond to :each)"
    end
    object.to_enum(:each)
  end

  # The element number `index` of a partner; an Enumerator that has ended is forgotten.
  def self.zip_element(partners, number, index)
    partner = partners[number]
    return nil unless partner
    return Primitive.array_at(partner, index) if Primitive.is_array(partner)
    begin
      partner.next
    rescue StopIteration
      partners[number] = nil
    end
  end
end
