# Enumerable: order. Sorting, smallest and largest, totals.

module Enumerable
  def sort(&block)
    __collected.sort(&block)
  end

  def sort_by(&block)
    return to_enum(:sort_by) { Rutile.enumerable_size(self) } unless block_given?
    return __sorted_by(&block) if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
    elements = []
    keys = []
    each do |value = Primitive.packed|
      Primitive.array_push(elements, value)
      Primitive.array_push(keys, yield(value))
      nil
    end
    Rutile.sorted_by_keys(elements, keys)
  end

  def min(count = nil, &block)
    return Rutile.smallest(__collected, count, &block) unless nil == count
    least = nil
    empty = true
    each do |value = Primitive.packed|
      if empty
        least = value
        empty = false
      else
        order = block ? yield(value, least) : Rutile.order(value, least)
        order = Rutile.comparison_sign(order, value, least) unless Primitive.is_fixnum(order)
        least = value if order < 0
      end
      nil
    end
    least
  end

  def max(count = nil, &block)
    return Rutile.largest(__collected, count, &block) unless nil == count
    greatest = nil
    empty = true
    each do |value = Primitive.packed|
      if empty
        greatest = value
        empty = false
      else
        order = block ? yield(value, greatest) : Rutile.order(value, greatest)
        order = Rutile.comparison_sign(order, value, greatest) unless Primitive.is_fixnum(order)
        greatest = value if order > 0
      end
      nil
    end
    greatest
  end

  def minmax(&block)
    least = greatest = nil
    empty = true
    each do |value = Primitive.packed|
      if empty
        least = greatest = value
        empty = false
      else
        order = block ? yield(value, least) : Rutile.order(value, least)
        least = value if Rutile.comparison_sign(order, value, least) < 0
        order = block ? yield(value, greatest) : Rutile.order(value, greatest)
        order = Rutile.comparison_sign(order, value, greatest) unless Primitive.is_fixnum(order)
        greatest = value if order > 0
      end
      nil
    end
    [least, greatest]
  end

  def min_by(count = nil)
    unless block_given?
      return to_enum(:min_by, *(nil == count ? nil : count)) { Rutile.enumerable_size(self) }
    end
    return __collected.__sorted_by { |value| yield(value) }.first(Rutile.extreme_count(count)) unless nil == count
    least = least_key = nil
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        key = yield(value)
        if index == 0 || Rutile.precedes?(key, least_key)
          least = value
          least_key = key
        end
        index += 1
      end
      return least
    end
    empty = true
    each do |value = Primitive.packed|
      key = yield(value)
      if empty || Rutile.precedes?(key, least_key)
        least = value
        least_key = key
        empty = false
      end
      nil
    end
    least
  end

  def max_by(count = nil)
    unless block_given?
      return to_enum(:max_by, *(nil == count ? nil : count)) { Rutile.enumerable_size(self) }
    end
    unless nil == count
      return __collected.__sorted_by { |value| yield(value) }.last(Rutile.extreme_count(count)).reverse!
    end
    greatest = greatest_key = nil
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        key = yield(value)
        if index == 0 || Rutile.follows?(key, greatest_key)
          greatest = value
          greatest_key = key
        end
        index += 1
      end
      return greatest
    end
    empty = true
    each do |value = Primitive.packed|
      key = yield(value)
      if empty || Rutile.follows?(key, greatest_key)
        greatest = value
        greatest_key = key
        empty = false
      end
      nil
    end
    greatest
  end

  def minmax_by
    return to_enum(:minmax_by) { Rutile.enumerable_size(self) } unless block_given?
    least = least_key = greatest = greatest_key = nil
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        key = yield(value)
        if index == 0 || Rutile.precedes?(key, least_key)
          least = value
          least_key = key
        end
        if index == 0 || Rutile.follows?(key, greatest_key)
          greatest = value
          greatest_key = key
        end
        index += 1
      end
      return [least, greatest]
    end
    empty = true
    each do |value = Primitive.packed|
      key = yield(value)
      if empty
        least = greatest = value
        least_key = greatest_key = key
        empty = false
      else
        if Rutile.precedes?(key, least_key)
          least = value
          least_key = key
        end
        if Rutile.follows?(key, greatest_key)
          greatest = value
          greatest_key = key
        end
      end
      nil
    end
    [least, greatest]
  end

  def sum(initial = 0, &block)
    primitive :range_sum
    if block_given?
      return __summed_pairs(initial, &block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    elsif Primitive.is_a(self, Range) && (total = __sum_of_integers(initial))
      return total
    end
    total = Rutile.running_total(initial)
    if block_given?
      each { |value = Primitive.packed| total.add(yield(value)); nil }
    else
      each { |value = Primitive.packed| total.add(value); nil }
    end
    total.value
  end
end

module Rutile
  # `left <=> right`, also of what is built in where a program has changed how it compares: sorting and the like ask that.
  def self.order(left, right)
    Primitive.order_is_changed ? left.__send__(:<=>, right) : left <=> right
  end

  # Whether `left <=> right` is below zero.
  def self.precedes?(left, right)
    sign = order(left, right)
    Primitive.is_fixnum(sign) ? sign < 0 : comparison_sign(sign, left, right) < 0
  end

  # Whether it is above zero.
  def self.follows?(left, right)
    sign = order(left, right)
    Primitive.is_fixnum(sign) ? sign > 0 : comparison_sign(sign, left, right) > 0
  end

  def self.extreme_count(count)
    count = to_index(count)
    raise ArgumentError, "negative size (#{count})" if count < 0
    count
  end
end
