# Array: order. Sorting, smallest and largest, totals.
#
# Where all elements are plain, a native sorts. Otherwise it is a merge sort whose steps
# are natives: every comparison is an ordinary call between two of them, so it may switch
# fibers, and a comparison that contradicts itself can only spoil the order, never lose an
# element or run out of bounds. Blocks see the same pairs in the same order as under CRuby
# (`array/merging.rs`), and one that never answers zero gives the same result.

class Array
  def sort(&block)
    primitive :array_sort
    sorted = Primitive.array_slice(self, 0, Primitive.array_size(self))
    block ? Rutile.merge_sort(sorted, &block) : Rutile.natural_sort(sorted)
  end

  def sort!(&block)
    primitive :array_sort_here
    Primitive.check_frozen(self)
    ends = []
    sorted = Primitive.array_slice(self, 0, Primitive.array_size(self))
    sorted = block ? Rutile.merge_sort(sorted, &block) : Rutile.natural_sort(sorted)
    raise FrozenError.new("array frozen during sort", receiver: self) if frozen?
    raise RuntimeError, "sort reentered" if Primitive.array_size(ends) > 0
    Primitive.array_push(ends, true)
    Primitive.array_replace(self, sorted)
  end

  def __sorted_by
    elements = Primitive.array_new(Primitive.array_size(self))
    keys = Primitive.array_new(Primitive.array_size(self))
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      Primitive.array_push(elements, element)
      Primitive.array_push(keys, yield(element))
      index += 1
    end
    Rutile.sorted_by_keys(elements, keys)
  end

  def sort_by!(&block)
    return Primitive.elements_enumerator(self, :sort_by!) unless block_given?
    Primitive.check_frozen(self)
    sorted = __sorted_by(&block)
    Primitive.check_frozen(self)
    Primitive.array_replace(self, sorted)
  end

  # --- Smallest and largest -------------------------------------------------------------

  def min(count = nil, &block)
    primitive :array_min
    return Rutile::Extremes.of_array(self, count, false, block) unless nil == count
    size = Primitive.array_size(self)
    return nil if size == 0
    least = Primitive.array_at(self, 0)
    turned = !block && Primitive.is_asked_of_new_array
    index = 1
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if block
        least = element if Rutile.comparison_sign(yield(element, least), element, least) < 0
      elsif Rutile.standing(element, least, turned) < 0
        least = element
      end
      index += 1
    end
    least
  end
  alias __min min

  def max(count = nil, &block)
    primitive :array_max
    return Rutile::Extremes.of_array(self, count, true, block) unless nil == count
    size = Primitive.array_size(self)
    return nil if size == 0
    greatest = Primitive.array_at(self, 0)
    turned = !block && Primitive.is_asked_of_new_array
    index = 1
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if block
        greatest = element if Rutile.comparison_sign(yield(element, greatest), element, greatest) > 0
      elsif Rutile.standing(element, greatest, turned) > 0
        greatest = element
      end
      index += 1
    end
    greatest
  end
  alias __max max

  def minmax(&block)
    primitive :array_minmax
    return super if block
    greatest = __max
    [__min, greatest]
  end

  # --- Totals ---------------------------------------------------------------------------

  def sum(initial = 0)
    primitive :array_sum
    # Integers are added as they are; what else comes makes a running total of them.
    total = Integer === initial ? nil : Rutile.running_total(initial)
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      element = yield(element) if block_given?
      if total
        total.add(element)
      elsif Integer === element
        initial += element
      else
        total = Rutile.running_total(initial).add(element)
      end
      index += 1
    end
    total ? total.value : initial
  end
end

module Rutile
  # Sorts `array` (ours to change) by `<=>`.
  def self.natural_sort(array)
    return array if Primitive.array_sort_plain(array)
    merge_sort(array) { |left, right| Primitive.dispatch(left <=> right) }
  end

  # Sorts `array` (ours to change) by what the block says of two elements.
  def self.merge_sort(array)
    merge = Primitive.merge_begin(array)
    more = !nil.equal?(merge)
    while more
      before = Primitive.array_at(merge, 0)
      after = Primitive.array_at(merge, 1)
      order = yield(before, after)
      order = comparison_sign(order, before, after) unless Primitive.is_fixnum(order)
      more = Primitive.merge_next(array, merge, order)
    end
    array
  end

  # `elements` in the order of `keys`, which stand at the same positions.
  def self.sorted_by_keys(elements, keys)
    order = Primitive.array_order_plain(keys)
    unless order
      order = merge_sort(positions(keys)) do |left, right|
        one = Primitive.array_at(keys, left)
        other = Primitive.array_at(keys, right)
        comparison_sign(order(one, other), one, other)
      end
    end
    Primitive.array_pick(elements, order)
  end

  # The positions of an Array's elements.
  def self.positions(array)
    positions = Primitive.array_new(Primitive.array_size(array))
    index = 0
    while index < Primitive.array_size(array)
      Primitive.array_push(positions, index)
      index += 1
    end
    positions
  end

  # The running total of `sum`.
  def self.running_total(initial)
    RunningTotal.new(initial)
  end

  # A total by `+`. Once it is a Float it also carries what rounding loses (Kahan and Babuska's
  # compensation), as long as the elements are real numbers.
  class RunningTotal
    def initialize(initial)
      @__value = initial
      @__correction = 0.0
      @__compensated = Float === initial
      @__exact = @__compensated || Integer === initial || Rational === initial
    end

    def add(element)
      primitive :total_add
      return add_float(element) if @__compensated
      if @__exact && !Primitive.is_fixnum(element)
        if Float === element
          @__value = @__value.to_f
          @__compensated = true
          return add_float(element)
        end
        @__exact = Integer === element || Rational === element
      end
      @__value = Primitive.dispatch(@__value + element)
      self
    end

    def add_all(enumerable)
      enumerable.__send__(:each) do |value = Primitive.packed|
        primitive :gather_total
        add(value)
        nil
      end
      self
    end

    # The element is added, then what the sum lost of the smaller of the two is kept apart.
    def add_float(element)
      case element
      when Float then number = element
      when Integer, Rational then number = element.to_f
      else
        @__value = Primitive.dispatch(@__value + element)
        @__compensated = @__exact = false
        return self
      end
      if number.nan? || number.infinite? || @__value.nan? || @__value.infinite?
        @__value += number
        return self
      end
      sum = @__value + number
      if @__value.abs >= number.abs
        @__correction += (@__value - sum) + number
      else
        @__correction += (number - sum) + @__value
      end
      @__value = sum
      self
    end

    def value
      @__compensated ? @__value + @__correction : @__value
    end
  end
end
