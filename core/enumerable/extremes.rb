# Some of the smallest elements, or of the largest: `min(3)`, `max_by(3) { … }`.
#
# Which of equal elements are taken, and in what order, hangs on the way they are looked for, which is CRuby's: four
# times as many as asked for are gathered, then quickselect (Hoare 1961) cuts them down to those; what is no better than
# where that split them is passed over from then on. What is left is sorted, and turned round for the largest.

class Rutile::Extremes
  # `comparison` stands for `<=>`, unless it is nil.
  def initialize(count, largest, comparison = nil)
    @__count = count
    @__room = count * 4
    @__largest = largest
    @__comparison = comparison
    @__keys = []
    @__elements = @__keys
    @__limited = false
    @__limit = nil
  end

  def self.count(count)
    count = Rutile.to_index(count)
    raise ArgumentError, "negative size (#{count})" if count < 0
    raise ArgumentError, "too big size" if count > 0x7fff_ffff_ffff_ffff / 8
    count
  end

  # Of what `each` gives, by the elements themselves.
  def self.of(values, count, largest, comparison)
    count = count(count)
    return [] if count == 0
    extremes = new(count, largest, comparison)
    values.each { |value = Primitive.packed| extremes.add(value) }
    extremes.result
  end

  # Of an Array's elements, without its `each`.
  def self.of_array(array, count, largest, comparison)
    count = count(count)
    return [] if count == 0
    extremes = new(count, largest, comparison)
    index = 0
    while index < Primitive.array_size(array)
      extremes.add(Primitive.array_at(array, index))
      index += 1
    end
    extremes.result
  end

  # By what the block says of each.
  def self.by(values, count, largest)
    count = count(count)
    return [] if count == 0
    extremes = new(count, largest)
    if Primitive.is_array(values) && Primitive.is_core_method(values, :each)
      index = 0
      while index < Primitive.array_size(values)
        value = Primitive.array_at(values, index)
        extremes.add_keyed(yield(value), value)
        index += 1
      end
    else
      values.each { |value = Primitive.packed| extremes.add_keyed(yield(value), value) }
    end
    extremes.result
  end

  def add(element)
    return if @__limited && !within_limit?(element)
    Primitive.array_push(@__keys, element)
    cut if Primitive.array_size(@__keys) == @__room
  end

  def add_keyed(key, element)
    return if @__limited && !within_limit?(key)
    @__elements = [] if Primitive.identical(@__elements, @__keys)
    Primitive.array_push(@__keys, key)
    Primitive.array_push(@__elements, element)
    cut if Primitive.array_size(@__keys) == @__room
  end

  def result
    cut
    sorted = sort
    @__largest ? Primitive.array_reverse(sorted) : sorted
  end

  private

  def order(one, other)
    order = @__comparison ? @__comparison.call(one, other) : Rutile.order(one, other)
    Rutile.comparison_sign(order, one, other)
  end

  # Below zero where the first is the better one.
  def compare(one, other)
    @__largest ? -order(one, other) : order(one, other)
  end

  # Whether a key is better than where the last cut was made.
  def within_limit?(key)
    return compare(key, @__limit) < 0 if @__comparison
    @__largest ? Rutile.follows?(key, @__limit) : Rutile.precedes?(key, @__limit)
  end

  def cut
    return if Primitive.array_size(@__keys) <= @__count
    better = @__comparison ? nil : Primitive.extremes_parted(@__keys, @__elements, @__count, @__largest)
    better ||= part
    @__limit = Primitive.array_at(@__keys, better)
    @__limited = true
    Primitive.array_resize(@__keys, @__count)
    Primitive.array_resize(@__elements, @__count) unless Primitive.identical(@__elements, @__keys)
  end

  # Moves those that are taken to the front; the position of the limit. Plain keys are parted in the same way by a native.
  def part
    left = 0
    right = Primitive.array_size(@__keys) - 1
    while true
      swap(left + (right - left) / 2, right)
      better = split(left, right)
      equal = @__equal
      return better if better <= @__count && @__count <= better + equal
      @__count < better ? right = better - 1 : left = better + equal
    end
  end

  # Puts what is better than the last one to the left, and what is its equal, so many as `@__equal` tells, behind that.
  def split(left, right)
    pivot = Primitive.array_at(@__keys, right)
    equal = 1
    better = index = left
    while index <= right - equal
      order = compare(Primitive.array_at(@__keys, index), pivot)
      if order == 0
        swap(index, right - equal)
        equal += 1
      else
        if order < 0
          swap(index, better)
          better += 1
        end
        index += 1
      end
    end
    place = better
    last = right
    while last > right - equal && last > place
      swap(place, last)
      place += 1
      last -= 1
    end
    @__equal = equal
    better
  end

  def swap(one, other)
    swap_in(@__keys, one, other)
    swap_in(@__elements, one, other) unless Primitive.identical(@__elements, @__keys)
  end

  def swap_in(array, one, other)
    value = Primitive.array_at(array, one)
    Primitive.array_set(array, one, Primitive.array_at(array, other))
    Primitive.array_set(array, other, value)
  end

  def sort
    if Primitive.identical(@__elements, @__keys)
      return Rutile.natural_sort(@__keys) unless @__comparison
      return Rutile.merge_sort(@__keys) { |one, other| order(one, other) }
    end
    positions = Primitive.array_stable_order(@__keys) || Rutile.merge_sort(Rutile.positions(@__keys)) do |one, other|
      order(Primitive.array_at(@__keys, one), Primitive.array_at(@__keys, other))
    end
    Primitive.array_pick(@__elements, positions)
  end
end
