# Numeric: what all numbers share, and how numbers of different classes meet.
#
# An operator whose right side its class does not know asks that side to `coerce`
# and repeats itself on the pair it gets; the wording of failures is here.

class Numeric
  include Comparable

  def coerce(other)
    return [other, self] if other.class == self.class
    [Rutile.convert_to_float(other), Rutile.convert_to_float(self)]
  end

  def +@
    self
  end

  def -@
    zero, number = Rutile.coerce_pair(0, self)
    Primitive.dispatch(zero - number)
  end

  def <=>(other)
    equal?(other) || Primitive.dispatch(self == other) ? 0 : nil
  end

  def eql?(other)
    self.class == other.class && Primitive.dispatch(self == other)
  end

  def quo(other)
    return fdiv(other) if Float === other
    Rutile.convert_to_rational(self) / other
  end

  def fdiv(other)
    Primitive.dispatch(Rutile.convert_to_float(self) / other)
  end

  def div(other)
    Rutile.rounded_quotient(self, other)
  end

  def divmod(other)
    [Rutile.rounded_quotient(self, other), Rutile.modulo(self, other)]
  end

  def %(other)
    Rutile.modulo(self, other)
  end
  alias modulo %

  def remainder(other)
    unless Numeric === other
      left, right = Rutile.coerce_pair(self, other)
      return Rutile.remainder(left, right)
    end
    Rutile.remainder(self, other)
  end

  def abs
    Primitive.dispatch(self < 0) ? Primitive.dispatch(-self) : self
  end
  alias magnitude abs

  def to_int
    to_i
  end

  def real?
    true
  end

  def integer?
    false
  end

  def zero?
    primitive :numeric_zero
    Primitive.dispatch(self == 0)
  end

  def nonzero?
    zero? ? nil : self
  end

  def finite?
    true
  end

  def infinite?
    nil
  end

  def positive?
    Primitive.dispatch(self > 0)
  end

  def negative?
    Primitive.dispatch(self < 0)
  end

  def floor(digits = 0)
    Rutile.convert_to_float(self).floor(digits)
  end

  def ceil(digits = 0)
    Rutile.convert_to_float(self).ceil(digits)
  end

  def round(digits = 0, half: nil)
    Rutile.convert_to_float(self).round(digits, half: half)
  end

  def truncate(digits = 0)
    Rutile.convert_to_float(self).truncate(digits)
  end

  # Numbers have no methods of their own.
  def singleton_method_added(name)
    singleton_class.remove_method(name)
    raise TypeError, "can't define singleton method \"#{name}\" for #{Primitive.class_of(self)}"
  end

  def numerator
    to_r.numerator
  end

  def denominator
    to_r.denominator
  end

  # --- As a complex number ---

  def real
    self
  end

  def imaginary
    0
  end
  Primitive.alias_method(self, :imag, :imaginary)

  def abs2
    Primitive.dispatch(self * self)
  end

  def arg
    (Integer === self ? self < 0 : negative?) ? Math::PI : 0
  end
  alias angle arg
  alias phase arg

  def rectangular
    [self, 0]
  end
  alias rect rectangular

  def polar
    [abs, arg]
  end

  def conj
    self
  end
  alias conjugate conj

  def to_c
    Primitive.complex_of(self, 0)
  end

  def i
    Primitive.complex_of(0, self)
  end

  # --- Identity ---

  def dup
    self
  end

  def clone(freeze: nil)
    case freeze
    when nil, true then self
    when false then raise ArgumentError, "can't unfreeze #{self.class}"
    else raise ArgumentError, "unexpected value for freeze: #{freeze.class}"
    end
  end

  # --- Steps ---

  def step(limit = (no_limit = true; nil), step = (no_step = true; nil), by: (no_by = true; nil), to: (no_to = true; nil))
    if block_given? && no_by && no_to && Primitive.is_fixnum(self) && Primitive.is_fixnum(limit)
      step = 1 if no_step
      if Primitive.is_fixnum(step) && !Primitive.dispatch(step == 0)
        number = self
        while step > 0 ? number <= limit : number >= limit
          yield number
          number += step
        end
        return self
      end
    end
    raise ArgumentError, "to is given twice" unless no_to || no_limit
    raise ArgumentError, "step is given twice" unless no_by || no_step
    stop = no_to ? limit : to
    stride = no_by ? step : by
    unless block_given?
      stride = 1 if nil.equal?(stride)
      raise ArgumentError, "step can't be 0" if Primitive.dispatch(stride == 0)
      if (nil.equal?(stop) || Numeric === stop) && Numeric === stride
        arguments = no_limit ? [] : (no_step ? [limit] : [limit, step])
        keywords = {}
        keywords[:by] = by unless no_by
        keywords[:to] = to unless no_to
        return Enumerator::ArithmeticSequence.__make(self, :step, arguments, self, stop, stride, false, keywords)
      end
      return to_enum(:step, stop, stride) { Rutile.step_size(self, stop, stride, false) }
    end
    raise TypeError, "step must be numeric" if no_by && !no_step && nil.equal?(step)
    raise ArgumentError, "step can't be 0" if Primitive.dispatch(stride == 0)
    stride = 1 if nil.equal?(stride)
    stop = Primitive.dispatch(stride > 0) ? Float::INFINITY : -Float::INFINITY if nil.equal?(stop)
    if Primitive.is_fixnum(self) && Primitive.is_fixnum(stride) && Float === stop && stop.infinite? && (stop > 0) == (stride > 0)
      stop = nil
    end
    Rutile.each_step(self, stop, stride, false) { |number| yield number }
    self
  end
end

module Rutile
  # `[left, right]` as `right` coerces them; TypeError where it can't.
  def self.coerce_pair(left, right)
    pair = try_coerce(left, right)
    coerce_failed(left, right) if nil.equal?(pair)
    pair
  end

  # The same, nil where `right` doesn't coerce.
  def self.try_coerce(left, right)
    pair = check_call(right, :coerce, left)
    return nil if nil.equal?(pair) || Primitive.identical(pair, NO_METHOD)
    raise TypeError, "coerce must return [x, y]" unless Array === pair && pair.size == 2
    pair
  end

  def self.coerce_failed(left, right)
    shown = case right
            when nil, true, false, Symbol, Float then right.inspect
            else Primitive.class_of(right)
            end
    raise TypeError, "#{shown} can't be coerced into #{Primitive.class_of(left)}"
  end

  # `left operator right` for the order operators; ArgumentError where there is no order.
  def self.coerce_order(left, right, operator)
    pair = try_coerce(left, right)
    result = nil
    result = pair[0].__send__(operator, pair[1]) unless nil.equal?(pair)
    not_comparable(left, right) if nil.equal?(result)
    result
  end

  # `left <=> right` by coercion; nil where there is no order.
  def self.coerce_compare(left, right)
    pair = try_coerce(left, right)
    nil.equal?(pair) ? nil : Primitive.dispatch(pair[0] <=> pair[1])
  end

  # `left operator right` for the bit operators.
  def self.coerce_bits(left, right, operator)
    pair = try_coerce(left, right)
    coerce_failed(left, right) if nil.equal?(pair) || !pair[0].respond_to?(operator)
    result = pair[0].__send__(operator, pair[1])
    coerce_failed(left, right) if nil.equal?(result)
    result
  end

  # `object` as an Integer of any size.
  def self.to_integer(object)
    return object if Integer === object
    convert(object, Integer, "Integer", :to_int)
  end

  INT_LIMIT = 0x8000_0000
  UNSIGNED_INT_LIMIT = 0x1_0000_0000

  # `object` as an Integer of 32 bits, for arguments that are small by nature.
  def self.to_small_int(object)
    unless Integer === object
      raise TypeError, "no implicit conversion from nil to integer" if nil.equal?(object)
      object = Primitive.is_a(object, Float) ? to_index(object) : to_integer(object)
    end
    return object if object < INT_LIMIT && object >= -INT_LIMIT
    long(object, object)
    raise RangeError, "integer #{object} too #{object < 0 ? "small" : "big"} to convert to 'int'"
  end

  # An argument that becomes the system's `unsigned int`; a negative one counts from its end.
  def self.to_unsigned_int(object)
    number = to_int(object)
    return number if number < UNSIGNED_INT_LIMIT && number >= -INT_LIMIT
    raise RangeError, "bignum too big to convert into 'unsigned long'" unless number.bit_length < 64
    raise RangeError, "integer #{number} too #{number < 0 ? "small" : "big"} to convert to 'unsigned int'"
  end

  # `half:` of the rounding methods as the number the natives know.
  def self.rounding_mode(half)
    return 0 if nil.equal?(half)
    text = Symbol === half ? half.name : try_string(half)
    check_ascii_compatible(text) if text
    case text
    when "up" then 0
    when "even" then 1
    when "down" then 2
    else raise ArgumentError, "invalid rounding mode: #{text || half}"
    end
  end

  # A real number as a Float, for Math and the like: strings don't count.
  def self.real_to_float(object)
    return object if Float === object
    raise TypeError, "can't convert #{shown_class(object)} into Float" unless Numeric === object
    float = check_call(object, :to_f)
    return float if Float === float
    raise TypeError, "can't convert #{Primitive.class_of(object)} into Float" if NO_METHOD.equal?(float)
    bad_conversion(object, "Float", "to_f", float)
  end

  # A number as a Float where no text is one.
  def self.to_double(object)
    case object
    when String then raise TypeError, "no implicit conversion to float from string"
    when nil, true, false then raise TypeError, "no implicit conversion to float from #{object.inspect}"
    end
    real_to_float(object)
  end

  # nil, true and false by themselves, other objects by their class.
  def self.shown_class(object)
    case object
    when nil, true, false then object.inspect
    else Primitive.class_of(object)
    end
  end

  # How many numbers there are from `first` to `last` in steps of `step`.
  def self.step_size(first, last, step, exclusive)
    return Float::INFINITY if step == 0
    descending = step < 0
    if Float === first || Float === last || Float === step
      last = descending ? -Float::INFINITY : Float::INFINITY if nil.equal?(last)
      count = float_step_count(to_double(first), to_double(last), to_double(step), exclusive)
      return count.infinite? ? count : count.to_i
    end
    return Float::INFINITY if nil.equal?(last)
    return 0 if descending ? Primitive.dispatch(first < last) : Primitive.dispatch(first > last)
    count = Primitive.dispatch(last - first).div(step)
    reached = Primitive.dispatch(first + Primitive.dispatch(count * step))
    exclusive && reached == last ? count : count + 1
  end

  # The size of `upto` and `downto`, which need an end.
  def self.count_to(first, last, step)
    raise ArgumentError, "comparison of #{first.class} with nil failed" if nil.equal?(last)
    step_size(first, last, step, false)
  end

  # The count for floats: an end missed by rounding alone is reached.
  def self.float_step_count(first, last, step, exclusive)
    return Float::INFINITY if step == 0.0
    if step.infinite?
      return (step > 0 ? first <= last : first >= last) ? 1.0 : 0.0
    end
    count = (last - first) / step
    return count if count.nan?
    error = (first.abs + last.abs + (last - first).abs) / step.abs * Float::EPSILON
    error = 0.5 if error > 0.5
    if exclusive
      return 0.0 if count <= 0
      count = count < 1 ? 0.0 : __floor(count - error)
      beyond = (count + 1) * step + first
      count += 1 if first < last ? beyond < last : (first > last && beyond > last)
    else
      return 0.0 if count < 0
      count = __floor(count + error)
      beyond = (count + 1) * step + first
      count += 1 if first < last ? beyond <= last : (first > last && beyond >= last)
    end
    count + 1
  end

  def self.__floor(float)
    float.infinite? ? float : float.floor.to_f
  end

  # Yields the numbers from `first` to `last` (nil: without end).
  def self.each_step(first, last, step, exclusive, &block)
    is_complex = Complex === first || Complex === step
    descending = !is_complex && !Primitive.dispatch(step > 0)
    if !is_complex && (Float === first || Float === last || Float === step)
      each_float_step(first, last, step, exclusive, descending, &block)
    elsif nil.equal?(last)
      number = first
      while true
        yield number
        number = Primitive.dispatch(number + step)
      end
    elsif descending
      number = first
      until Primitive.dispatch(number < last) || (exclusive && number == last)
        yield number
        number = Primitive.dispatch(number + step)
      end
    else
      number = first
      until Primitive.dispatch(number > last) || (exclusive && number == last)
        yield number
        number = Primitive.dispatch(number + step)
      end
    end
  end

  # Whether a number is below or above zero, as its own method says.
  def self.beside_zero?(number, operator)
    raise ArgumentError, "comparison of #{Primitive.class_of(number)} with 0 failed" unless responds?(number, operator)
    operator == :< ? Primitive.dispatch(number < 0) : Primitive.dispatch(number > 0)
  end

  # `div` of any numbers.
  def self.rounded_quotient(number, divisor)
    raise ZeroDivisionError, "divided by 0" if Primitive.dispatch(0 == divisor)
    Primitive.dispatch(number / divisor).floor
  end

  # `%` of any numbers.
  def self.modulo(number, divisor)
    Primitive.dispatch(number - Primitive.dispatch(divisor * number.div(divisor)))
  end

  # The remainder of `%`, with the sign of the dividend.
  def self.remainder(number, divisor)
    modulo = Primitive.dispatch(number % divisor)
    return modulo if Primitive.dispatch(modulo == 0)
    opposed = beside_zero?(number, :<) && beside_zero?(divisor, :>) || beside_zero?(number, :>) && beside_zero?(divisor, :<)
    return modulo unless opposed
    return number if Float === divisor && divisor.infinite?
    Primitive.dispatch(modulo - divisor)
  end

  def self.each_float_step(first, last, step, exclusive, descending)
    step = to_double(step)
    first = to_double(first)
    last = nil.equal?(last) ? (descending ? -Float::INFINITY : Float::INFINITY) : to_double(last)
    count = float_step_count(first, last, step, exclusive)
    if step.infinite?
      yield first if count > 0
      return
    end
    index = 0
    while index < count
      number = index * step + first
      number = last if step >= 0 ? last < number : number < last
      yield number
      index += 1
    end
  end
end
