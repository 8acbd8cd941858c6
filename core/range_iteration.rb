# Range: going through it, in steps, backwards, and by bisection.

class Range
  def each(&block)
    return to_enum(:each) { size } unless block
    first = @__begin
    if Integer === first
      __each_integer(first, @__end) { |integer| yield integer }
    elsif String === first
      Rutile.each_string(first, @__end, exclude_end?) { |string| yield string }
    elsif Symbol === first && (nil == @__end || Symbol === @__end)
      Rutile.each_string(first.name, @__end && @__end.name, exclude_end?) { |string| yield string.to_sym }
    else
      __each_successor(first, @__end) { |value| yield value }
    end
    self
  end

  def __each_integer(integer, last)
    if nil == last
      while true
        yield integer
        integer += 1
      end
    end
    return __each_successor(integer, last) { |value| yield value } unless Numeric === last
    if @__exclude_end
      while integer < last
        yield integer
        integer += 1
      end
    else
      while integer <= last
        yield integer
        integer += 1
      end
    end
  end
  private :__each_integer

  def __each_successor(value, last)
    raise TypeError, "can't iterate from #{value.class}" unless value.respond_to?(:succ)
    if nil == last
      while true
        yield value
        value = value.succ
      end
    end
    limit = @__exclude_end ? 0 : 1
    while (order = Rutile.order_of(value, last)) < limit
      yield value
      break if order == 0
      value = value.succ
    end
  end
  private :__each_successor

  def reverse_each(&block)
    last = @__end
    unless block
      return to_enum(:reverse_each) do
        raise TypeError, "can't iterate from #{last.class}" if nil == last
        nil == @__begin && Integer === last ? Float::INFINITY : size
      end
    end
    raise TypeError, "can't iterate from #{last.class}" if nil == last
    unless Integer === last && (Integer === @__begin || nil == @__begin)
      return super
    end
    last -= 1 if @__exclude_end
    first = @__begin
    while nil == first || last >= first
      yield last
      last -= 1
    end
    self
  end

  def to_a
    raise RangeError, "cannot convert endless range to an array" if nil == @__end
    result = []
    each { |value| Primitive.array_push(result, value) }
    result
  end
  alias entries to_a

  def map
    return to_enum(:map) { size } unless block_given?
    result = []
    each { |value| Primitive.array_push(result, yield(value)) }
    result
  end

  def inject(*arguments, &block)
    return super unless block && arguments.size == 1
    total = arguments[0]
    each { |value| total = yield(total, value) }
    total
  end
  alias reduce inject

  def sum(initial = 0, &block)
    return super if block || !(Integer === @__begin && Integer === @__end && Integer === initial)
    last = @__exclude_end ? @__end - 1 : @__end
    return initial if last < @__begin
    initial + (last - @__begin + 1) * (last + @__begin) / 2
  end

  # --- Steps ----------------------------------------------------------------------------

  def step(step = (no_step = true; nil), &block)
    __step(:step, step, no_step, &block)
  end

  def %(step)
    __step(:%, step, false)
  end

  def __step(method, step, no_step, &block)
    first = @__begin
    last = @__end
    numeric = Numeric === first
    stringlike = String === first || Symbol === first
    if no_step
      unless numeric || stringlike || (nil == first && Numeric === last)
        raise ArgumentError, "step is required for non-numeric ranges"
      end
      step = 1
    end
    raise ArgumentError, "step can't be 0" if numeric && Numeric === step && step == 0
    unless block
      arguments = no_step ? [] : [step]
      if Numeric === step && (numeric ? nil == last || Numeric === last : nil == first && Numeric === last)
        return Enumerator::ArithmeticSequence.__make(self, method, arguments, first, last, step, exclude_end?)
      end
      if nil == first
        raise ArgumentError, "#step for non-numeric beginless ranges is meaningless"
      end
      return to_enum(method, *arguments)
    end
    raise ArgumentError, "#step iteration for beginless ranges is meaningless" if nil == first
    if numeric && Numeric === step && (Float === first || Float === last || Float === step)
      Enumerator::ArithmeticSequence.__make(self, method, [step], first, last, step, exclude_end?).each(&block)
    elsif stringlike && Integer === step
      __step_strings(step) { |value| yield value }
    else
      __step_by_addition(first, last, step) { |value| yield value }
    end
    self
  end
  private :__step

  # Every `step`th of what `each` gives. The first one always.
  def __step_strings(step)
    countdown = 1
    each do |value|
      countdown -= 1
      if countdown == 0
        yield value
        countdown = step
      end
    end
  end
  private :__step_strings

  def __step_by_addition(value, last, step)
    if nil == last
      while true
        yield value
        value += step
      end
    end
    if Integer === value && Integer === last && Integer === step
      if step < 0
        while @__exclude_end ? value > last : value >= last
          yield value
          value += step
        end
      else
        while @__exclude_end ? value < last : value <= last
          yield value
          value += step
        end
      end
      return
    end
    direction = Rutile.order_of(value, last)
    if Numeric === value && Numeric === step && step < 0
      direction = 1
    elsif direction == 0
      yield value unless @__exclude_end
      return
    elsif direction != Rutile.order_of(value, value + step)
      return
    end
    order = Rutile.order_of(value, last)
    while order == direction || (order == 0 && !@__exclude_end)
      yield value
      break if order == 0
      value += step
      order = Rutile.order_of(value, last)
    end
  end
  private :__step_by_addition

  # --- Bisection ------------------------------------------------------------------------

  def bsearch
    return to_enum(:bsearch) unless block_given?
    first = @__begin
    last = @__end
    if Float === first || Float === last
      __bisect_floats(first, last) { |value| yield value }
    elsif Integer === first && Integer === last
      Rutile.bisect(first, @__exclude_end ? last - 1 : last) { |value| yield value }
    elsif Integer === first && nil == last
      Rutile.bisect_outwards(first, 1) { |value| yield value }
    elsif nil == first && Integer === last
      Rutile.bisect_outwards(@__exclude_end ? last - 1 : last, -1) { |value| yield value }
    else
      raise TypeError, "can't do binary search for #{first.class}"
    end
  end

  # Floats are bisected by the order of their bits, so that every one can be found.
  def __bisect_floats(first, last)
    low = nil == first ? -Float::INFINITY : first.to_f
    high = nil == last ? Float::INFINITY : last.to_f
    low = Primitive.float_order(low)
    high = Primitive.float_order(high)
    high -= 1 if @__exclude_end && nil != last
    found = Rutile.bisect(low, high) { |order| yield Primitive.float_of_order(order) }
    found && Primitive.float_of_order(found)
  end
  private :__bisect_floats
end

module Rutile
  # Yields the Strings from `first` to `last`, without end where it is nil.
  def self.each_string(first, last, exclusive)
    if nil == last
      string = first.dup
      while true
        yield string
        string = string.succ
      end
    end
    first.upto(last, exclusive) { |string| yield string }
  end

  # Find-minimum where the block answers true or false, find-any where it answers a number.
  def self.bisect(low, high)
    found = nil
    while low <= high
      middle = (low + high).div(2)
      direction = bisection_direction(yield(middle))
      return middle if nil == direction
      if direction < 0
        found = middle if direction == -2
        high = middle - 1
      else
        low = middle + 1
      end
    end
    found
  end

  # Where to go on: -2 this one and to the left, -1 left, 1 right, nil: this is it.
  def self.bisection_direction(answer)
    case answer
    when true then -2
    when false, nil then 1
    when Numeric
      sign = comparison_sign(answer <=> 0, answer, 0)
      sign == 0 ? nil : sign
    else
      raise TypeError, "wrong argument type #{answer.class} (must be numeric, true, false or nil)"
    end
  end

  # Doubles the distance from `start` until the answer turns, then bisects what lies between.
  def self.bisect_outwards(start, direction)
    distance = 1
    inner = start
    while true
      outer = start + distance * direction
      turn = bisection_direction(yield(outer))
      return outer if nil == turn
      turned = direction > 0 ? turn < 0 : turn > 0
      if turned
        low, high = direction > 0 ? [inner, outer] : [outer, inner]
        return bisect(low, high) { |value| yield value }
      end
      inner = outer
      distance *= 2
    end
  end
end
