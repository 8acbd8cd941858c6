# Comparable: the order of objects that answer `<=>`.

module Comparable
  def ==(other)
    return true if equal?(other)
    # The core's own `<=>` asks `==`.
    result = Rutile.pair_recursion_guard(self, other, :<=>) { Primitive.dispatch(self <=> other) }
    return false if nil.equal?(result)
    Primitive.is_fixnum(result) ? result == 0 : Rutile.comparison_sign(result, self, other) == 0
  end

  def >(other)
    order = Primitive.dispatch(self <=> other)
    Primitive.is_fixnum(order) ? order > 0 : Rutile.comparison_sign(order, self, other) > 0
  end

  def >=(other)
    order = Primitive.dispatch(self <=> other)
    Primitive.is_fixnum(order) ? order >= 0 : Rutile.comparison_sign(order, self, other) >= 0
  end

  def <(other)
    order = Primitive.dispatch(self <=> other)
    Primitive.is_fixnum(order) ? order < 0 : Rutile.comparison_sign(order, self, other) < 0
  end

  def <=(other)
    order = Primitive.dispatch(self <=> other)
    Primitive.is_fixnum(order) ? order <= 0 : Rutile.comparison_sign(order, self, other) <= 0
  end

  def between?(min, max)
    return false if Rutile.comparison_sign(Primitive.dispatch(self <=> min), self, min) < 0
    Rutile.comparison_sign(Primitive.dispatch(self <=> max), self, max) <= 0
  end

  def clamp(min, max = (range = true; nil))
    if Primitive.is_fixnum(self) && Primitive.is_fixnum(min) && Primitive.is_fixnum(max) && min <= max && Primitive.is_core_method(self, :<=>)
      return self < min ? min : (self > max ? max : self)
    end
    if range
      raise TypeError, "wrong argument type #{Rutile.describe(min)} (expected Range)" unless Range === min
      max = min.__end
      raise ArgumentError, "cannot clamp with an exclusive range" if !nil.equal?(max) && min.__exclusive?
      min = min.__begin
    end
    if !nil.equal?(min) && !nil.equal?(max) && Rutile.comparison_sign(Primitive.dispatch(min <=> max), min, max) > 0
      raise ArgumentError, "min argument must be less than or equal to max argument"
    end
    unless nil.equal?(min)
      order = Rutile.comparison_sign(Primitive.dispatch(self <=> min), self, min)
      return self if order == 0
      return min if order < 0
    end
    return max if !nil.equal?(max) && Rutile.comparison_sign(Primitive.dispatch(self <=> max), self, max) > 0
    self
  end
end
