# Enumerable: finding an element, and asking about all.

module Enumerable
  def find(if_none = nil)
    return to_enum(:find, *(nil == if_none ? nil : if_none)) unless block_given?
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        return value if yield(value)
        index += 1
      end
      return nil == if_none ? nil : if_none.call
    end
    each do |value = Primitive.packed|
      return value if yield(value)
      nil
    end
    nil == if_none ? nil : if_none.call
  end

  def detect(if_none = nil)
    return to_enum(:detect, *(nil == if_none ? nil : if_none)) unless block_given?
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        return value if yield(value)
        index += 1
      end
      return nil == if_none ? nil : if_none.call
    end
    each do |value = Primitive.packed|
      return value if yield(value)
      nil
    end
    nil == if_none ? nil : if_none.call
  end

  def find_index(object = (no_object = true; nil))
    return to_enum(:find_index) if no_object && !block_given?
    Rutile.warn_about("given block not used") if !no_object && block_given?
    index = 0
    each do |value = Primitive.packed, several = Primitive.several|
      if no_object
        return index if several ? yield(*value) : yield(value)
      else
        value = Primitive.single_value(value) if several
        return index if Primitive.identical(value, object) || Primitive.dispatch(value == object)
      end
      index += 1
      nil
    end
    nil
  end

  def include?(object)
    return __includes(object) if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
    each do |value = Primitive.packed|
      return true if Primitive.identical(value, object) || Primitive.dispatch(value == object)
      nil
    end
    false
  end
  alias member? include?

  def count(object = (no_object = true; nil), &block)
    return __counted_pairs(&block) if no_object && block_given? && Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    Rutile.warn_about("given block not used") if !no_object && block_given?
    count = 0
    if !no_object
      each do |value = Primitive.packed|
        count += 1 if Primitive.identical(value, object) || Primitive.dispatch(value == object)
        nil
      end
    elsif block_given?
      each { |value = Primitive.packed, several = Primitive.several| count += 1 if (several ? yield(*value) : yield(value)); nil }
    else
      return [0].__gather_count(self)
    end
    count
  end

  def all?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Rutile.warn_about("given block not used") if block_given?
      each { |value = Primitive.packed| return false unless Primitive.dispatch(pattern === value) }
    elsif block_given?
      each { |value = Primitive.packed, several = Primitive.several| return false unless (several ? yield(*value) : yield(value)) }
    else
      each { |value = Primitive.packed| return false unless value }
    end
    true
  end

  def any?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Rutile.warn_about("given block not used") if block_given?
      each { |value = Primitive.packed| return true if Primitive.dispatch(pattern === value); nil }
    elsif block_given?
      each { |value = Primitive.packed, several = Primitive.several| return true if (several ? yield(*value) : yield(value)); nil }
    else
      each { |value = Primitive.packed| return true if value; nil }
    end
    false
  end

  def none?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Rutile.warn_about("given block not used") if block_given?
      each { |value = Primitive.packed| return false if Primitive.dispatch(pattern === value); nil }
    elsif block_given?
      each { |value = Primitive.packed, several = Primitive.several| return false if (several ? yield(*value) : yield(value)); nil }
    else
      each { |value = Primitive.packed| return false if value; nil }
    end
    true
  end

  def one?(pattern = (no_pattern = true; nil))
    Rutile.warn_about("given block not used") if !no_pattern && block_given?
    found = false
    each do |value = Primitive.packed, several = Primitive.several|
      matches = if no_pattern && block_given?
                  several ? yield(*value) : yield(value)
                else
                  value = Primitive.single_value(value) if several
                  no_pattern ? value : Primitive.dispatch(pattern === value)
                end
      next unless matches
      return false if found
      found = true
      nil
    end
    found
  end
end
