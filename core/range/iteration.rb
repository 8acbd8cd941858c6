# Range: going through it, in steps, backwards, and by bisection.

class Range
  def each(&block)
    return to_enum(:each) { size } unless block
    first = @__first
    if Integer === first
      __each_integer(first, @__last, &block)
    elsif String === first
      __each_string(first, &block)
    elsif Symbol === first && (nil == @__last || Symbol === @__last)
      Rutile.each_string(first.name, @__last && @__last.name, __exclusive?) { |string| yield string.to_sym }
    elsif (text = String.try_convert(first))
      __each_string(text, &block)
    else
      __each_successor(first, @__last, &block)
    end
    self
  end

  # Who compares as a String is gone through as one, as far as the other end is one too.
  def __each_string(first)
    last = @__last
    last = String.try_convert(last) unless nil == last
    return __each_successor(first, @__last) { |value| yield value } if nil == last && nil != @__last
    Rutile.each_string(first, last, __exclusive?) { |string| yield string }
  end
  private :__each_string

  def __each_integer(integer, last, &block)
    if nil == last
      while true
        yield integer
        integer += 1
      end
    end
    return __each_successor(integer, last, &block) unless Numeric === last
    if @__exclusive
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
    limit = @__exclusive ? 0 : 1
    while (order = Rutile.order_of(value, last)) < limit
      yield value
      break if order == 0
      value = value.succ
    end
  end
  private :__each_successor

  def reverse_each
    last = @__last
    unless block_given?
      return to_enum(:reverse_each) do
        raise TypeError, "can't iterate from #{last.class}" if nil == last
        nil == @__first && Integer === last ? Float::INFINITY : size
      end
    end
    raise TypeError, "can't iterate from #{last.class}" if nil == last
    unless Integer === last && (Integer === @__first || nil == @__first)
      return super
    end
    last -= 1 if @__exclusive
    first = @__first
    if Primitive.is_fixnum(first) && Primitive.is_fixnum(last)
      while last >= first
        yield last
        last -= 1
      end
      return self
    end
    while nil == first || last >= first
      yield last
      last -= 1
    end
    self
  end

  def to_a
    primitive :range_to_a
    raise RangeError, "cannot convert endless range to an array" if nil == @__last
    result = []
    each { |value| Primitive.array_push(result, value) }
    result
  end
  alias entries to_a
  alias __collected to_a

  # The sum of the Integers from one to another, nil of anything else. What is none itself is added as an Integer coerces it.
  def __sum_of_integers(initial)
    return nil unless Integer === @__first && Integer === @__last && !Primitive.is_a(initial, Float)
    last = @__exclusive ? @__last - 1 : @__last
    return initial if last < @__first
    sum = (last - @__first + 1) * (last + @__first) / 2
    return initial + sum if Integer === initial
    left, right = sum.coerce(initial)
    left + right
  end
  private :__sum_of_integers

  # --- Steps ----------------------------------------------------------------------------

  def step(step = (no_step = true; nil), &block)
    __step(:step, step, no_step, &block)
  end

  def %(step, &block)
    __step(:%, step, false, &block)
  end

  def __step(method, step, no_step, &block)
    first = @__first
    last = @__last
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
        return Enumerator::ArithmeticSequence.__make(self, method, arguments, first, last, step, __exclusive?)
      end
      if nil == first
        raise ArgumentError, "#step for non-numeric beginless ranges is meaningless"
      end
      return to_enum(method, *arguments)
    end
    raise ArgumentError, "#step iteration for beginless ranges is meaningless" if nil == first
    if numeric && Numeric === step && (Float === first || Float === last || Float === step)
      Enumerator::ArithmeticSequence.__make(self, method, [step], first, last, step, __exclusive?).each(&block)
    elsif stringlike && Integer === step
      __step_strings(step, &block)
    else
      __step_by_addition(first, last, step, &block)
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
        while @__exclusive ? value > last : value >= last
          yield value
          value += step
        end
      else
        while @__exclusive ? value < last : value <= last
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
      yield value unless @__exclusive
      return
    elsif direction != Rutile.order_of(value, value + step)
      return
    end
    order = Rutile.order_of(value, last)
    while order == direction || (order == 0 && !@__exclusive)
      yield value
      break if order == 0
      value += step
      order = Rutile.order_of(value, last)
    end
  end
  private :__step_by_addition

  # --- Bisection ------------------------------------------------------------------------

  def bsearch(&)
    first = @__first
    last = @__last
    unless block_given?
      __check_searchable(first, last)
      return to_enum(:bsearch)
    end
    if Integer === first && Integer === last
      Rutile.bisect(first, @__exclusive ? last - 1 : last, &)
    elsif Integer === first && nil == last
      Rutile.bisect_outwards(first, 1, &)
    elsif nil == first && Integer === last
      Rutile.bisect_outwards(@__exclusive ? last - 1 : last, -1, &)
    else
      __check_searchable(first, last)
      __bisect_floats(first, last, &)
    end
  end

  # Between Floats, or Integers of which one may be missing.
  def __check_searchable(first, last)
    return if Float === first || Float === last
    return if Integer === first && (Integer === last || nil == last)
    return if nil == first && Integer === last
    raise TypeError, "can't do binary search for #{first.class}"
  end
  private :__check_searchable

  # Floats are bisected by the order of their bits, so that every one can be found.
  def __bisect_floats(first, last)
    low = nil == first ? -Float::INFINITY : first.to_f
    high = nil == last ? Float::INFINITY : last.to_f
    low = Primitive.float_order(low)
    high = Primitive.float_order(high)
    high -= 1 if @__exclusive
    found = Rutile.bisect(low, high) { |order| yield Primitive.float_of_order(order) }
    found && Primitive.float_of_order(found)
  end
  private :__bisect_floats
end

module Rutile
  # Yields the Strings from `first` to `last`, without end where it is nil.
  def self.each_string(first, last, exclusive, &block)
    if nil == last
      string = first.dup
      while true
        yield string
        string = string.succ
      end
    end
    first.upto(last, exclusive, &block)
  end

  # Find-minimum where the block answers true or false, find-any where it answers a number.
  def self.bisect(low, high)
    found = nil
    while low <= high
      middle = (low + high) >> 1
      answer = yield middle
      if !answer
        low = middle + 1
      elsif Primitive.identical(answer, true)
        found = middle
        high = middle - 1
      else
        side = side_of(answer)
        return middle if nil == side
        side < 0 ? high = middle - 1 : low = middle + 1
      end
    end
    found
  end

  # On which side to go on for a number that a block of `bsearch` answers: -1 left, 1 right, nil: it is found.
  def self.side_of(answer)
    return answer < 0 ? -1 : (answer > 0 ? 1 : nil) if Primitive.is_fixnum(answer)
    unless Numeric === answer
      raise TypeError, "wrong argument type #{answer.class} (must be numeric, true, false or nil)"
    end
    sign = comparison_sign(Primitive.dispatch(answer <=> 0), answer, 0)
    sign == 0 ? nil : sign
  end

  # Doubles the distance from `start` until the answer turns, then bisects what lies between.
  def self.bisect_outwards(start, direction, &)
    distance = 1
    inner = start
    while true
      outer = start + distance * direction
      answer = yield outer
      side = Primitive.identical(answer, true) ? -1 : answer ? side_of(answer) : 1
      return outer if nil == side
      if direction > 0
        return bisect(inner, outer, &) if side < 0
      elsif side > 0
        return bisect(outer, inner, &)
      end
      inner = outer
      distance *= 2
    end
  end
end
