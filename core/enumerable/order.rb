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
    return Rutile::Extremes.of(self, count, false, block) unless nil == count
    return [].__gather_least(self) unless block
    least = nil
    empty = true
    each do |value = Primitive.packed|
      if empty
        least = value
        empty = false
      else
        order = yield(value, least)
        order = Rutile.comparison_sign(order, value, least) unless Primitive.is_fixnum(order)
        least = value if order < 0
      end
      nil
    end
    least
  end

  def max(count = nil, &block)
    return Rutile::Extremes.of(self, count, true, block) unless nil == count
    return [].__gather_greatest(self) unless block
    greatest = nil
    empty = true
    each do |value = Primitive.packed|
      if empty
        greatest = value
        empty = false
      else
        order = yield(value, greatest)
        order = Rutile.comparison_sign(order, value, greatest) unless Primitive.is_fixnum(order)
        greatest = value if order > 0
      end
      nil
    end
    greatest
  end

  def minmax(&block)
    extremes = block ? __minmax_by_block([], &block) : [].__gather_extremes(self)
    Primitive.array_size(extremes) == 0 ? [nil, nil] : extremes
  end

  # As `Array#__gather_extremes`, by what the block says of two.
  def __minmax_by_block(extremes, &block)
    held = nil
    holds = false
    each do |value = Primitive.packed|
      if holds
        Rutile.widen_by_two(extremes, held, value, &block)
        holds = false
      else
        held = value
        holds = true
      end
      nil
    end
    Rutile.widen(extremes, held, held, &block) if holds
    extremes
  end
  private :__minmax_by_block

  def min_by(count = nil, &block)
    unless block_given?
      return to_enum(:min_by, *(nil == count ? nil : count)) { Rutile.enumerable_size(self) }
    end
    return Rutile::Extremes.by(self, count, false, &block) unless nil == count
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

  def max_by(count = nil, &block)
    unless block_given?
      return to_enum(:max_by, *(nil == count ? nil : count)) { Rutile.enumerable_size(self) }
    end
    return Rutile::Extremes.by(self, count, true, &block) unless nil == count
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
    extremes = []
    held = held_key = nil
    holds = false
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        key = yield(value)
        if holds
          Primitive.widen_by_keys(extremes, held_key, held, key, value)
          holds = false
        else
          held = value
          held_key = key
          holds = true
        end
        index += 1
      end
    else
      each do |value = Primitive.packed|
        key = yield(value)
        if holds
          Primitive.widen_by_keys(extremes, held_key, held, key, value)
          holds = false
        else
          held = value
          held_key = key
          holds = true
        end
        nil
      end
    end
    Rutile.widen_by(extremes, held_key, held, held_key, held) if holds
    [extremes[1], extremes[3]]
  end

  def sum(initial = 0, &block)
    primitive :range_sum
    if block_given?
      return __summed_pairs(initial, &block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    elsif Primitive.is_a(self, Range) && (total = __sum_of_integers(initial))
      return total
    end
    total = Rutile.running_total(initial)
    return total.add_all(self).value unless block_given?
    each { |value = Primitive.packed| total.add(yield(value)); nil }
    total.value
  end
end

module Rutile
  # `left <=> right`, also of what is built in where a program has changed how it compares: sorting and the like ask that.
  def self.order(left, right)
    Primitive.dispatch(left <=> right)
  end

  # How an element stands to the best so far, which is asked first: but in the reference not by an Array that is written where its extreme is asked
  # for (`turned`).
  def self.standing(element, best, turned)
    return comparison_sign(order(element, best), element, best) if turned
    -comparison_sign(order(best, element), best, element)
  end

  # Whether `left <=> right` is below zero.
  def self.precedes?(left, right)
    primitive :precedes
    sign = order(left, right)
    Primitive.is_fixnum(sign) ? sign < 0 : comparison_sign(sign, left, right) < 0
  end

  # Whether it is above zero.
  def self.follows?(left, right)
    primitive :follows
    sign = order(left, right)
    Primitive.is_fixnum(sign) ? sign > 0 : comparison_sign(sign, left, right) > 0
  end

  # Takes two elements into the smallest and largest so far.
  def self.widen_by_two(extremes, one, other, &block)
    order = comparison_sign(block ? yield(one, other) : order(one, other), one, other)
    order > 0 ? widen(extremes, other, one, &block) : widen(extremes, one, order == 0 ? one : other, &block)
  end

  # Takes two elements, of which the second is no smaller, into the smallest and largest so far.
  def self.widen(extremes, smaller, larger)
    return Primitive.array_push(Primitive.array_push(extremes, smaller), larger) if Primitive.array_size(extremes) == 0
    least = Primitive.array_at(extremes, 0)
    order = block_given? ? yield(smaller, least) : order(smaller, least)
    Primitive.array_set(extremes, 0, smaller) if comparison_sign(order, smaller, least) < 0
    greatest = Primitive.array_at(extremes, 1)
    order = block_given? ? yield(larger, greatest) : order(larger, greatest)
    Primitive.array_set(extremes, 1, larger) if comparison_sign(order, larger, greatest) > 0
  end

  # Takes two elements with their keys into the extremes; of equal ones the first. Plain keys need no Ruby.
  def self.widen_by_keys(extremes, one_key, one, other_key, other)
    order = comparison_sign(order(one_key, other_key), one_key, other_key)
    if order > 0
      widen_by(extremes, other_key, other, one_key, one)
    elsif order == 0
      widen_by(extremes, one_key, one, one_key, one)
    else
      widen_by(extremes, one_key, one, other_key, other)
    end
  end

  # The same where the second is no smaller: `extremes` holds the least key and its element, and the greatest and its own.
  def self.widen_by(extremes, smaller_key, smaller, larger_key, larger)
    if Primitive.array_size(extremes) == 0
      extremes.push(smaller_key, smaller, larger_key, larger)
      return
    end
    if precedes?(smaller_key, Primitive.array_at(extremes, 0))
      Primitive.array_set(extremes, 0, smaller_key)
      Primitive.array_set(extremes, 1, smaller)
    end
    if follows?(larger_key, Primitive.array_at(extremes, 2))
      Primitive.array_set(extremes, 2, larger_key)
      Primitive.array_set(extremes, 3, larger)
    end
  end
end
