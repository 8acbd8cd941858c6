# Range: two ends and what lies between.
#
# The ends stand in `@__begin`, `@__end` and `@__exclude_end`, which the machine
# sets itself for literals. What needs only `<=>` works for ends of any kind;
# iterating needs `succ`. Integers, Strings and Symbols have loops of their own.
#
# The rest of the class: range_iteration.

class Range
  include Enumerable

  def initialize(first, last, exclude_end = false)
    Primitive.check_frozen(self)
    raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
    raise NameError, "'initialize' called twice" if @__initialized
    __fill(first, last, exclude_end)
    freeze if Primitive.identical(self.class, Range)
  end

  def initialize_copy(other)
    Primitive.check_frozen(self)
    __fill(other.begin, other.end, other.exclude_end?)
  end
  private :initialize, :initialize_copy

  def __fill(first, last, exclude_end)
    unless (Primitive.is_fixnum(first) && Primitive.is_fixnum(last)) || nil.equal?(first) || nil.equal?(last)
      raise ArgumentError, "bad value for range" unless Rutile.comparable_ends?(first, last)
    end
    @__begin = first
    @__end = last
    @__exclude_end = exclude_end ? true : false
    @__initialized = true
    self
  end
  private :__fill

  def begin
    @__begin
  end

  def end
    @__end
  end

  def exclude_end?
    @__exclude_end ? true : false
  end

  # --- Comparing ------------------------------------------------------------------------

  def ==(other)
    return true if Primitive.identical(self, other)
    return false unless Range === other
    Rutile.pair_recursion_guard(self, other, :==, true) do
      @__begin == other.begin && @__end == other.end && exclude_end? == other.exclude_end?
    end
  end

  def eql?(other)
    return true if Primitive.identical(self, other)
    return false unless Range === other
    Rutile.pair_recursion_guard(self, other, :eql?, true) do
      @__begin.eql?(other.begin) && @__end.eql?(other.end) && exclude_end? == other.exclude_end?
    end
  end

  def hash
    code = Primitive.hash_seed(@__exclude_end ? 1 : 0)
    code = Primitive.hash_combine(code, Rutile.hash_code(@__begin))
    Primitive.hash_combine(code, Rutile.hash_code(@__end))
  end

  # --- Covering -------------------------------------------------------------------------

  def ===(value)
    __covers?(value)
  end

  def cover?(value)
    Range === value ? __covers_range?(value) : __covers?(value)
  end

  def __covers?(value)
    unless nil.equal?(@__begin)
      order = @__begin <=> value
      return false if nil.equal?(order) || Rutile.comparison_sign(order, @__begin, value) > 0
    end
    return true if nil.equal?(@__end)
    order = value <=> @__end
    return false if nil.equal?(order)
    sign = Rutile.comparison_sign(order, value, @__end)
    @__exclude_end ? sign < 0 : sign <= 0
  end
  private :__covers?

  def __covers_range?(other)
    first = other.begin
    last = other.end
    return false if nil != @__end && nil == last
    return false if nil != @__begin && nil == first
    if nil != first && nil != last && Rutile.order_of(first, last) > (other.exclude_end? ? -1 : 0)
      return false
    end
    return false if nil != first && !__covers?(first)
    if nil != last && nil != @__end && nil == (@__end <=> last)
      return false
    end
    order = Rutile.order_of(@__end, last)
    return order >= 0 if exclude_end? == other.exclude_end?
    return order > 0 if @__exclude_end
    return true if order >= 0
    greatest = Rutile.greatest_or_nil(other)
    nil != greatest && Rutile.order_of(@__end, greatest) >= 0
  end
  private :__covers_range?

  def include?(value)
    if Rutile.on_a_line?(@__begin) || Rutile.on_a_line?(@__end)
      return __covers?(value)
    end
    if String === @__begin && String === @__end
      return false unless String === value
      @__begin.upto(@__end, exclude_end?) { |string| return true if string == value }
      return false
    end
    return __covers?(value) if nil == @__begin && nil == @__end
    if nil == @__begin || nil == @__end
      raise TypeError, "cannot determine inclusion in beginless/endless ranges"
    end
    super
  end
  alias member? include?

  def overlap?(other)
    unless Range === other
      raise TypeError, "wrong argument type #{other.class} (expected Range)"
    end
    return false unless Rutile.reaches?(other.begin, @__end, exclude_end?)
    return false unless Rutile.reaches?(@__begin, other.end, other.exclude_end?)
    if nil != @__begin && nil != other.begin
      order = @__begin <=> other.begin
      return false if nil == order
      return true if order == 0
    elsif nil == @__begin && nil != @__end && nil == other.begin
      return nil != (@__end <=> other.end)
    end
    !Rutile.empty_between?(@__begin, @__end, exclude_end?) &&
      !Rutile.empty_between?(other.begin, other.end, other.exclude_end?)
  end

  # --- Ends -----------------------------------------------------------------------------

  def first(count = (single = true; nil))
    raise RangeError, "cannot get the first element of beginless range" if nil == @__begin
    return @__begin if single
    count = Rutile.to_index(count)
    raise ArgumentError, "negative array size (or size too big)" if count < 0
    Rutile.taken(self, count)
  end

  def last(count = (single = true; nil))
    raise RangeError, "cannot get the last element of endless range" if nil == @__end
    return @__end if single
    if Integer === @__begin && Integer === @__end
      count = Rutile.to_index(count)
      raise ArgumentError, "negative array size" if count < 0
      finish = @__exclude_end ? @__end - 1 : @__end
      start = finish - count + 1
      start = @__begin if start < @__begin
      return (start..finish).to_a
    end
    to_a.last(count)
  end

  def min(count = (single = true; nil), &block)
    raise RangeError, "cannot get the minimum of beginless range" if nil == @__begin
    if block
      if nil == @__end
        raise RangeError, "cannot get the minimum of endless range with custom comparison method"
      end
      return single ? super(&block) : super
    end
    return first(count) unless single || nil == count
    return @__begin if nil == @__end
    order = Rutile.compare(@__begin, @__end)
    order > 0 || (order == 0 && @__exclude_end) ? nil : @__begin
  end

  def max(count = (single = true; nil), &block)
    raise RangeError, "cannot get the maximum of endless range" if nil == @__end
    if block || !single || (@__exclude_end && !(Numeric === @__end))
      if nil == @__begin
        raise RangeError, "cannot get the maximum of beginless range with custom comparison method"
      end
      return single ? super(&block) : super
    end
    order = nil == @__begin ? -1 : Rutile.compare(@__begin, @__end)
    return nil if order > 0
    return @__end unless @__exclude_end
    raise TypeError, "cannot exclude non Integer end value" unless Integer === @__end
    return nil if order == 0
    unless Integer === @__begin
      raise TypeError, "cannot exclude end value with non Integer begin value"
    end
    @__end - 1
  end

  def minmax(&block)
    return super if block
    [min, max]
  end

  # --- Size -----------------------------------------------------------------------------

  def size
    if Integer === @__begin
      return Rutile.count_between(@__begin, @__end, exclude_end?) if Numeric === @__end
      return Float::INFINITY if nil == @__end
    end
    raise TypeError, "can't iterate from #{@__begin.class}" unless @__begin.respond_to?(:succ)
    nil
  end

  def count(*arguments, &block)
    return super unless arguments.empty? && !block
    return Float::INFINITY if nil == @__begin || nil == @__end
    return Rutile.count_between(@__begin, @__end, exclude_end?) if Integer === @__begin && Integer === @__end
    super
  end

  # --- Text -----------------------------------------------------------------------------

  def to_s
    "#{@__begin}#{@__exclude_end ? "..." : ".."}#{@__end}"
  end

  def inspect
    dots = @__exclude_end ? "..." : ".."
    Rutile.recursion_guard(self, :inspect, "(... #{dots} ...)") do
      first = nil != @__begin || nil == @__end ? Rutile.inspected(@__begin) : ""
      last = nil == @__begin || nil != @__end ? Rutile.inspected(@__end) : ""
      "#{first}#{dots}#{last}"
    end
  end
end

module Rutile
  def self.comparable_ends?(first, last)
    !nil.equal?(first <=> last)
  rescue StandardError
    false
  end

  # `left <=> right` as a sign; what can't be compared counts as far above.
  def self.order_of(left, right)
    order = left <=> right
    nil.equal?(order) ? 2 : comparison_sign(order, left, right)
  end

  # Whether a value stands on a line where lying between means being included.
  def self.on_a_line?(object)
    Numeric === object || Time === object || (!(String === object) && nil != object && !(Symbol === object) && object.respond_to?(:to_int))
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
