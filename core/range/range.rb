# Range: two ends and what lies between.
#
# The ends stand in `@__first`, `@__last` and `@__exclusive`, which the machine
# sets itself for literals. What needs only `<=>` works for ends of any kind;
# iterating needs `succ`. Integers, Strings and Symbols have loops of their own.
#
# The rest of the class: range_iteration.

class Range
  include Enumerable

  def initialize(first, last, exclude_end = false)
    Primitive.check_frozen(self) unless Primitive.identical(Range, Primitive.class_of(self)) && nil == @__exclusive
    raise NameError, "'initialize' called twice" unless nil == @__exclusive
    __fill(first, last, exclude_end)
    freeze if Primitive.identical(self.class, Range)
  end

  def initialize_copy(other)
    Primitive.check_frozen(self)
    __fill(other.__begin, other.__end, other.__exclusive?)
  end
  private :initialize, :initialize_copy
  Primitive.copies_variables(self)

  def __fill(first, last, exclude_end)
    unless (Primitive.is_fixnum(first) && Primitive.is_fixnum(last)) || nil.equal?(first) || nil.equal?(last)
      raise ArgumentError, "bad value for range" unless Rutile.comparable_ends?(first, last)
    end
    @__first = first
    @__last = last
    @__exclusive = exclude_end ? true : false
    self
  end
  private :__fill

  def begin
    @__first
  end

  def end
    @__last
  end

  def exclude_end?
    @__exclusive ? true : false
  end

  # The ends as they are, which a subclass may say otherwise.
  def __begin
    @__first
  end

  def __end
    @__last
  end

  def __exclusive?
    @__exclusive ? true : false
  end

  # --- Comparing ------------------------------------------------------------------------

  def ==(other)
    primitive :range_equal
    return true if Primitive.identical(self, other)
    return false unless Range === other
    Rutile.pair_recursion_guard(self, other, :==, true) do
      Primitive.dispatch(@__first == other.__begin) && Primitive.dispatch(@__last == other.__end) && __exclusive? == other.__exclusive?
    end
  end

  def eql?(other)
    primitive :range_eql
    return true if Primitive.identical(self, other)
    return false unless Range === other
    Rutile.pair_recursion_guard(self, other, :eql?, true) do
      @__first.eql?(other.__begin) && @__last.eql?(other.__end) && __exclusive? == other.__exclusive?
    end
  end

  def hash
    primitive :range_hash
    code = Primitive.hash_seed(@__exclusive ? 1 : 0)
    code = Primitive.hash_combine(code, Rutile.hash_code(@__first))
    Primitive.hash_combine(code, Rutile.hash_code(@__last))
  end

  # --- Covering -------------------------------------------------------------------------

  def ===(value)
    primitive :range_lies_over
    __covers?(value)
  end

  def cover?(value)
    primitive :range_covers
    Range === value ? __covers_range?(value) : __covers?(value)
  end

  def __covers?(value)
    unless nil.equal?(@__first)
      order = Primitive.dispatch(@__first <=> value)
      return false if nil.equal?(order) || Rutile.comparison_sign(order, @__first, value) > 0
    end
    return true if nil.equal?(@__last)
    order = Primitive.dispatch(value <=> @__last)
    return false if nil.equal?(order)
    sign = Rutile.comparison_sign(order, value, @__last)
    @__exclusive ? sign < 0 : sign <= 0
  end
  private :__covers?

  def __covers_range?(other)
    first = other.__begin
    last = other.__end
    return false if nil != @__last && nil == last
    return false if nil != @__first && nil == first
    if nil != first && nil != last && Rutile.order_of(first, last) > (other.__exclusive? ? -1 : 0)
      return false
    end
    return false if nil != first && !__covers?(first)
    if nil != last && nil != @__last && nil == Primitive.dispatch(@__last <=> last)
      return false
    end
    order = Rutile.order_of(@__last, last)
    return order >= 0 if __exclusive? == other.__exclusive?
    return order > 0 if @__exclusive
    return true if order >= 0
    greatest = Rutile.greatest_or_nil(other)
    nil != greatest && Rutile.order_of(@__last, greatest) >= 0
  end
  private :__covers_range?

  def include?(value)
    primitive :range_holds
    if Rutile.on_a_line?(@__first) || Rutile.on_a_line?(@__last)
      return __covers?(value)
    end
    if String === @__first && String === @__last
      return false unless String === value
      @__first.upto(@__last, __exclusive?) { |string| return true if string == value }
      return false
    end
    return true if nil == @__first && nil == @__last && (Numeric === value || Time === value)
    if nil == @__first || nil == @__last
      raise TypeError, "cannot determine inclusion in beginless/endless ranges"
    end
    super
  end
  alias member? include?

  def overlap?(other)
    primitive :range_overlaps
    unless Range === other
      raise TypeError, "wrong argument type #{other.class} (expected Range)"
    end
    return false unless Rutile.reaches?(other.__begin, @__last, __exclusive?)
    return false unless Rutile.reaches?(@__first, other.__end, other.__exclusive?)
    if nil != @__first && nil != other.__begin
      order = Primitive.dispatch(@__first <=> other.__begin)
      return false if nil == order
      return true if order == 0
    elsif nil == @__first && nil != @__last && nil == other.__begin
      return nil != Primitive.dispatch(@__last <=> other.__end)
    end
    !Rutile.empty_between?(@__first, @__last, __exclusive?) &&
      !Rutile.empty_between?(other.__begin, other.__end, other.__exclusive?)
  end

  # --- Ends -----------------------------------------------------------------------------

  def first(count = (single = true; nil))
    raise RangeError, "cannot get the first element of beginless range" if nil == @__first
    return @__first if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size (or size too big)" if count < 0
    Rutile.taken(self, count)
  end

  def last(count = (single = true; nil))
    primitive :range_last
    raise RangeError, "cannot get the last element of endless range" if nil == @__last
    return @__last if single
    if Integer === @__first && Integer === @__last && Primitive.is_core_method(self, :each)
      count = Rutile.to_index(count)
      raise ArgumentError, "negative array size" if count < 0
      finish = @__exclusive ? @__last - 1 : @__last
      start = finish - count + 1
      start = @__first if start < @__first
      return (start..finish).to_a
    end
    __collected.last(count)
  end

  def min(count = (single = true; nil), &block)
    primitive :range_min
    raise RangeError, "cannot get the minimum of beginless range" if nil == @__first
    if block
      if nil == @__last
        raise RangeError, "cannot get the minimum of endless range with custom comparison method"
      end
      return single ? super(&block) : super
    end
    return first(count) unless single
    return @__first if nil == @__last
    order = Rutile.compare(@__first, @__last)
    order > 0 || (order == 0 && @__exclusive) ? nil : @__first
  end

  def max(count = (single = true; nil), &block)
    primitive :range_max
    raise RangeError, "cannot get the maximum of endless range" if nil == @__last
    if block || !single || (@__exclusive && !(Numeric === @__last))
      if nil == @__first
        raise RangeError, "cannot get the maximum of beginless range with custom comparison method"
      end
      return single ? super(&block) : super
    end
    order = nil == @__first ? -1 : Rutile.compare(@__first, @__last)
    return nil if order > 0
    return @__last unless @__exclusive
    raise TypeError, "cannot exclude non Integer end value" unless Integer === @__last
    return nil if order == 0
    unless Integer === @__first
      raise TypeError, "cannot exclude end value with non Integer begin value"
    end
    @__last - 1
  end

  def minmax(&block)
    return super if block
    [min, max]
  end

  # --- Size -----------------------------------------------------------------------------

  def size
    primitive :range_size
    if Integer === @__first
      return Rutile.count_between(@__first, @__last, __exclusive?) if Numeric === @__last
      return Float::INFINITY if nil == @__last
    end
    raise TypeError, "can't iterate from #{@__first.class}" unless @__first.respond_to?(:succ)
    nil
  end

  def count(*arguments, &block)
    primitive :range_count
    return super unless arguments.empty? && !block
    return Float::INFINITY if nil == @__first || nil == @__last
    return Rutile.count_between(@__first, @__last, __exclusive?) if Integer === @__first && Integer === @__last
    super
  end

  # --- Text -----------------------------------------------------------------------------

  def to_s
    primitive :range_to_s
    "#{@__first}#{@__exclusive ? "..." : ".."}#{@__last}"
  end

  def inspect
    primitive :range_inspect
    dots = @__exclusive ? "..." : ".."
    Rutile.recursion_guard(self, :inspect, "(... #{dots} ...)") do
      first = nil != @__first || nil == @__last ? Rutile.element_text(@__first) : ""
      last = nil == @__first || nil != @__last ? Rutile.element_text(@__last) : ""
      "#{first}#{dots}#{last}"
    end
  end
end

module Rutile
  def self.comparable_ends?(first, last)
    !nil.equal?(Primitive.dispatch(first <=> last))
  end

  # `left <=> right` as a sign; what can't be compared counts as far above.
  def self.order_of(left, right)
    order = Primitive.dispatch(left <=> right)
    nil.equal?(order) ? 2 : comparison_sign(order, left, right)
  end

  # Whether a value stands on a line where lying between means being included.
  def self.on_a_line?(object)
    return true if Numeric === object
    return false if nil == object || String === object || Symbol === object
    Time === object || object.respond_to?(:to_int)
  end

  def self.greatest_or_nil(range)
    range.max
  rescue TypeError
    nil
  end

  # Whether something beginning at `first` begins before `last` ends; open ends reach everything.
  def self.reaches?(first, last, exclusive)
    return true if nil == first || nil == last
    order = order_of(first, last)
    exclusive ? order < 0 : order <= 0
  end

  def self.empty_between?(first, last, exclusive)
    return false if nil == first || nil == last
    order = order_of(first, last)
    order > 0 || (order == 0 && exclusive)
  end

  # How many whole steps of one there are from an Integer to a number.
  def self.count_between(first, last, exclusive)
    if Float === last && last.infinite?
      return last > 0 ? last : 0
    end
    whole = Integer === last ? last : last.floor
    count = whole - first + 1
    count -= 1 if exclusive && whole == last
    count < 0 ? 0 : count
  end
end
