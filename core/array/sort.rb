# Array: order. Sorting, smallest and largest, totals.
#
# Where all elements are plain numbers or Strings, a native sorts. Otherwise it is
# a merge sort in Ruby: every comparison is an ordinary call, so it may switch
# fibers, and a comparison that contradicts itself can only spoil the order, never
# lose an element or run out of bounds. Short runs are sorted by insertion first;
# runs that follow each other in order are not merged (sorted input costs n
# comparisons).

class Array
  SORTED_RUN = 8
  private_constant :SORTED_RUN

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
    return to_enum(:sort_by!) { size } unless block_given?
    Primitive.check_frozen(self)
    sorted = __sorted_by(&block)
    Primitive.check_frozen(self)
    Primitive.array_replace(self, sorted)
  end

  # --- Smallest and largest -------------------------------------------------------------

  def min(count = nil, &block)
    primitive :array_min
    return Rutile.smallest(self, count, &block) unless nil == count
    size = Primitive.array_size(self)
    return nil if size == 0
    least = Primitive.array_at(self, 0)
    index = 1
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if block
        least = element if Rutile.comparison_sign(yield(element, least), element, least) < 0
      elsif Rutile.comparison_sign(Rutile.order(element, least), element, least) < 0
        least = element
      end
      index += 1
    end
    least
  end
  alias __min min

  def max(count = nil, &block)
    primitive :array_max
    return Rutile.largest(self, count, &block) unless nil == count
    size = Primitive.array_size(self)
    return nil if size == 0
    greatest = Primitive.array_at(self, 0)
    index = 1
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      if block
        greatest = element if Rutile.comparison_sign(yield(element, greatest), element, greatest) > 0
      elsif Rutile.comparison_sign(Rutile.order(element, greatest), element, greatest) > 0
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
    [__min, __max]
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
    return merge_sort(array) { |left, right| left.__send__(:<=>, right) } if Primitive.order_is_changed
    merge_sort(array) { |left, right| left <=> right }
  end

  # Sorts `array` (ours to change) by what the block says of two elements.
  def self.merge_sort(array, &block)
    size = Primitive.array_size(array)
    return array if size > 8 && take_run(array, size, &block)
    start = 0
    while start < size
      finish = start + 8
      finish = size if finish > size
      index = start + 1
      while index < finish
        element = Primitive.array_at(array, index)
        position = index
        while position > start
          previous = Primitive.array_at(array, position - 1)
          order = yield(previous, element)
          order = comparison_sign(order, previous, element) unless Primitive.is_fixnum(order)
          break unless order > 0
          Primitive.array_set(array, position, previous)
          position -= 1
        end
        Primitive.array_set(array, position, element) if position != index
        index += 1
      end
      start = finish
    end
    return array if size <= 8
    merge_runs(array, size, &block)
  end

  # Whether the elements stand in order already, or each before a smaller one: those are turned round.
  def self.take_run(array, size)
    previous = Primitive.array_at(array, 0)
    falling = nil
    index = 1
    while index < size
      element = Primitive.array_at(array, index)
      order = yield(previous, element)
      order = comparison_sign(order, previous, element) unless Primitive.is_fixnum(order)
      falling = order > 0 if nil.equal?(falling)
      return false if falling ? order <= 0 : order > 0
      previous = element
      index += 1
    end
    Primitive.array_reverse(array) if falling
    true
  end

  # Merges sorted runs of 8, 16, 32 ... elements, back and forth between two Arrays.
  def self.merge_runs(array, size)
    source = array
    target = Primitive.array_slice(array, 0, size)
    width = 8
    while width < size
      start = 0
      while start < size
        middle = start + width
        middle = size if middle > size
        finish = middle + width
        finish = size if finish > size
        left = start
        right = middle
        into = start
        if middle < finish
          before = Primitive.array_at(source, middle - 1)
          after = Primitive.array_at(source, middle)
          order = yield(before, after)
          order = comparison_sign(order, before, after) unless Primitive.is_fixnum(order)
          if order > 0
            while left < middle && right < finish
              before = Primitive.array_at(source, left)
              after = Primitive.array_at(source, right)
              order = yield(before, after)
              order = comparison_sign(order, before, after) unless Primitive.is_fixnum(order)
              if order > 0
                Primitive.array_set(target, into, after)
                right += 1
              else
                Primitive.array_set(target, into, before)
                left += 1
              end
              into += 1
            end
          end
        end
        while left < middle
          Primitive.array_set(target, into, Primitive.array_at(source, left))
          left += 1
          into += 1
        end
        while right < finish
          Primitive.array_set(target, into, Primitive.array_at(source, right))
          right += 1
          into += 1
        end
        start = finish
      end
      source, target = target, source
      width *= 2
    end
    source
  end

  # `elements` in the order of `keys`, which stand at the same positions.
  def self.sorted_by_keys(elements, keys)
    order = Primitive.array_order_plain(keys)
    unless order
      size = Primitive.array_size(keys)
      positions = Primitive.array_new(size)
      index = 0
      while index < size
        Primitive.array_push(positions, index)
        index += 1
      end
      order = merge_sort(positions) do |left, right|
        one = Primitive.array_at(keys, left)
        other = Primitive.array_at(keys, right)
        comparison_sign(order(one, other), one, other)
      end
    end
    Primitive.array_pick(elements, order)
  end

  # The `count` smallest elements of an Array, in order.
  def self.smallest(array, count, &block)
    count = to_index(count)
    raise ArgumentError, "negative size (#{count})" if count < 0
    return [] if count == 0
    Primitive.array_slice(array, 0, Primitive.array_size(array)).sort(&block).first(count)
  end

  # The `count` largest elements of an Array, the largest first.
  def self.largest(array, count, &block)
    count = to_index(count)
    raise ArgumentError, "negative size (#{count})" if count < 0
    return [] if count == 0
    sorted = Primitive.array_slice(array, 0, Primitive.array_size(array)).sort(&block).last(count)
    Primitive.array_reverse(sorted)
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
      @__value += element
      self
    end

    # The element is added, then what the sum lost of the smaller of the two is kept apart.
    def add_float(element)
      case element
      when Float then number = element
      when Integer, Rational then number = element.to_f
      else
        @__value += element
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
